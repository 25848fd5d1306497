"""What is said of one player held against what can be: the gate that every road goes through.

Roads are files of all kinds, templates, frames and columns. Columns look first whether there is
anything to find and ask here for the words.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Dict, Iterable, Iterator, NamedTuple, Optional, Tuple

from .event import Player
from .problem import Problem
from .rounding import number_fact
from .texts import wording
from .vocabulary.alphabets import mixed, seen, seen_id
from .vocabulary.headings import OTHER_PACES
from .vocabulary.letters import has_loose_marks, same_spelling

Bounds = Tuple[Decimal, Decimal]

#: Ratings lie from the first to the second, where no rule set says otherwise.
RATING_BOUNDS: Bounds = (Decimal(1), Decimal(9999))

#: K typed for a player is a number from the first to the second; more is a typing error in
#: every system carried here (the largest is the German coefficient of 150).
K_BOUNDS = (0, 200)

#: Years of birth outside these are typing errors; nobody is born after the event.
BORN_MIN, BORN_MAX = 1900, 2100

#: Whoever plays is not older or younger on the day; lists keep people who have died.
AGES = (4, 105)


#: Facts of a player that are ratings, too, as lists publish them.
PUBLISHED = tuple(f"{pace}_{part}" for pace in OTHER_PACES for part in ("rating", "peak"))


class RatingLimits(NamedTuple):
    """What a rule set takes for a rating: its bounds, and whether it publishes whole numbers."""

    bounds: Bounds = RATING_BOUNDS
    are_whole: bool = False


#: Those of no rule set.
ANY = RatingLimits()


def facts_wrong(player: Player, limits: RatingLimits, day: Optional[date]) -> Iterator[Problem]:
    """What no player can have: a rating, K or year of birth that is none."""
    low, high = limits.bounds
    for fact, value in (("rating", player.rating), ("peak", player.peak)):
        # NaN is not even equal to itself.
        if value is not None and not (value == value and low <= value <= high):
            words = {"fact": wording(f"col_{fact}"), "value": value, "low": low, "high": high}
            yield Problem("rating_out_of_range", words, player.at(fact))
    if limits.are_whole:
        yield from _not_whole(player)
    if player.k is not None and not K_BOUNDS[0] <= player.k <= K_BOUNDS[1]:
        words = {"fact": wording("col_k_given"), "value": player.k}
        words.update(low=K_BOUNDS[0], high=K_BOUNDS[1])
        yield Problem("number_out_of_range", words, player.at("k"))
    last = day.year if day else BORN_MAX
    if player.born is not None and not BORN_MIN <= player.born <= last:
        words = {"value": player.born, "low": BORN_MIN, "high": last}
        yield Problem("born_out_of_range", words, player.at("born"))


def _not_whole(player: Player) -> Iterator[Problem]:
    """Ratings with decimals, where the regulation rounds what it publishes."""
    found = [("rating", player.rating), ("peak", player.peak)]
    if player.facts:
        found += [(fact, number_fact(player.facts, fact)) for fact in PUBLISHED]
    for fact, value in found:
        if value is not None and value.is_finite() and value != int(value):
            words = {"fact": wording(f"col_{fact}"), "value": value}
            yield Problem("rating_not_whole", words, player.at(fact))


def doubts_of(player: Player, day: Optional[date]) -> Iterator[Problem]:
    """What is odd about the letters of a name or an ID, and an age that nobody plays at."""
    if day is not None:
        yield from age_doubts(player, day)
    if player.name.isascii() and player.id.isascii():
        return
    if has_loose_marks(player.name):
        yield Problem("name_loose", {"name": player.name}, player.at("name"), player.no)
    for part, text in {"id": player.id, "name": player.name}.items():
        word, letter, alphabet = mixed(text)
        if word:
            words = {"word": word, "letter": letter, "alphabet": wording(f"alphabet_{alphabet}")}
            yield Problem("letters_mixed", words, player.at(part), player.no)


def age_doubts(player: Player, day: Optional[date], where: str = "") -> Iterator[Problem]:
    """That somebody would be of no age to play on a day; rating and year may have changed places.

    >>> boris = Player(2, "B", Decimal(1980), born=1911)
    >>> [one.key for one in age_doubts(boris, date(2025, 10, 5))]
    ['born_swapped']
    """
    if day is None or player.born is None or not BORN_MIN <= player.born <= day.year:
        return
    age, rating = day.year - player.born, player.rating
    if AGES[0] <= age <= AGES[1]:
        return
    is_year = (
        rating is not None and rating.is_finite() and rating == int(rating)
        and AGES[0] <= day.year - int(rating) <= AGES[1]
    )  # fmt: skip
    words = {"name": player.name or player.key, "age": age, "born": player.born, "rating": rating}
    key = "born_swapped" if is_year else "age_unlikely"
    yield Problem(key, words, where or player.at("born"), player.no)


class Alike:
    """Who of an event or a list has been seen, to find two who are one or look it."""

    def __init__(self) -> None:
        self._seen: Dict[str, Player] = {}

    def other(self, player: Player) -> Iterable[Problem]:
        """What is wrong where somebody before has the same ID or name, or one that looks so."""
        text = player.id or player.key
        other = self._seen.setdefault(seen_id(text) if player.id else seen(text), player)
        return () if other is player or other.no == player.no else self._of_two(player, other)

    def _of_two(self, player: Player, other: Player) -> Iterator[Problem]:
        part, text = "id" if player.id else "name", player.id or player.key
        plain = str if player.id else same_spelling
        is_same = plain(text) == plain(other.key)
        words = {"no": player.no, "other": other.no, "name": text}
        if is_same:
            yield Problem(f"{part}_twice", words, player.at(part))
        else:
            # 007 may be somebody else than 7: a list can tell them apart.
            is_number = bool(player.id) and seen(text) != seen(other.key)
            key = "ids_zeros" if is_number else f"{part}s_alike"
            no = player.no if is_number else 0
            yield Problem(key, {**words, "found": other.key}, player.at(part), no)
