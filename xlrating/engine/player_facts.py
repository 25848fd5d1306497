"""A player's facts checked against what is possible: one place for every kind of input.

Input comes from files of all kinds, templates, frames and columns. Column code first checks in bulk
whether there is anything to report, and asks here for the messages.
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

#: The range of ratings, if a rule set has no other.
RATING_BOUNDS: Bounds = (Decimal(1), Decimal(9999))

#: The range of a K typed for a player; more is a typing error in
#: every system carried here (the largest is the German coefficient of 150).
K_BOUNDS = (0, 200)

#: Years of birth outside this range are typing errors, as are births after the event.
BORN_MIN, BORN_MAX = 1900, 2100

#: The range of ages on the day of a game; lists keep people who have died.
AGES = (4, 105)


#: Facts of a player that are also ratings, as lists publish them.
PUBLISHED = tuple(f"{pace}_{part}" for pace in OTHER_PACES for part in ("rating", "peak"))


class RatingLimits(NamedTuple):
    """The ratings a rule set accepts: their bounds, and whether it publishes whole numbers."""

    bounds: Bounds = RATING_BOUNDS
    are_whole: bool = False


#: The limits without a rule set.
ANY = RatingLimits()


def facts_wrong(player: Player, limits: RatingLimits, day: Optional[date]) -> Iterator[Problem]:
    """Impossible facts of a player: a rating, K or year of birth that is out of range."""
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
    """Ratings with decimals, if the regulation publishes whole numbers."""
    found = [("rating", player.rating), ("peak", player.peak)]
    if player.facts:
        found += [(fact, number_fact(player.facts, fact)) for fact in PUBLISHED]
    for fact, value in found:
        if value is not None and value.is_finite() and value != int(value):
            words = {"fact": wording(f"col_{fact}"), "value": value}
            yield Problem("rating_not_whole", words, player.at(fact))


def doubts_of(player: Player, day: Optional[date]) -> Iterator[Problem]:
    """Odd letters in a name or an ID, and an implausible age."""
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
    """An implausible age on the day of play; rating and year may have been swapped.

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
    """The players of an event or a list seen so far, to find duplicates and look-alikes."""

    def __init__(self) -> None:
        self._seen: Dict[str, Player] = {}

    def other(self, player: Player) -> Iterable[Problem]:
        """Problems with an earlier player whose ID or name is the same or looks the same."""
        text = player.id or player.key
        other = self._seen.setdefault(seen_id(text) if player.id else seen(text), player)
        return () if other.no == player.no else self._of_two(player, other)

    def _of_two(self, player: Player, other: Player) -> Iterator[Problem]:
        part, text = "id" if player.id else "name", player.id or player.key
        plain = str if player.id else same_spelling
        is_same = plain(text) == plain(other.key)
        words = {"no": player.no, "other": other.no, "name": text}
        if is_same:
            yield Problem(f"{part}_twice", words, player.at(part))
        else:
            # 007 and 7 may be different people: a list can tell them apart.
            is_number = bool(player.id) and seen(text) != seen(other.key)
            key = "ids_zeros" if is_number else f"{part}s_alike"
            no = player.no if is_number else 0
            yield Problem(key, {**words, "found": other.key}, player.at(part), no)
