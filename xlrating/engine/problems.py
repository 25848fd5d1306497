"""Contradictions within an event, in the order of its lists, each with its place.

The further conditions of a rule set are checked in `inspection`.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Dict, Iterator, List, Optional, Sequence, Set, Tuple

from .event import Event, Game
from .player_facts import ANY, Alike, Bounds, RatingLimits, doubts_of, facts_wrong
from .problem import NOTICES, Problem, error_of, format_message
from .results import Kind
from .texts import wording

__all__ = ["NOTICES", "Problem", "error_of", "format_message", "problems"]

#: Points on a ladder go higher, and can fall below 0 unless the ladder has a floor.
POINTS: Bounds = (Decimal(-1_000_000), Decimal(1_000_000))

#: How many problems of a kind Check and the commands list; the rest are counted.
LISTED = 30

#: FIDE's report file has three columns for the number of a round (TRF26, record 240); a number
#: above is a date or a rating, and every table would get a column for each round before it.
ROUNDS = 999

#: Speed: looking up a member of an `Enum` is slow.
_BYE = Kind.BYE

#: A gap of this many rounds without games is a typing error: 900 for 9.
ROUNDS_APART = 100


def problems(event: Event, limits: RatingLimits = ANY) -> Tuple[Problem, ...]:
    """All contradictions of an event; empty when it can be rated."""
    # Rating and inspecting an event both ask; an event never changes.
    known: Dict[RatingLimits, Tuple[Problem, ...]] = vars(event).setdefault("_problems", {})
    if limits not in known:
        known[limits] = (
            *_day_problems(event), *_player_problems(event, limits), *_game_problems(event),
        )  # fmt: skip
    return known[limits]


def entries_apart(events: Sequence[Event]) -> Tuple[Problem, ...]:
    """Persons with a different rating, K or peak in one event of a period than in an earlier one.

    Ratings may differ if an event is reported late; a missing K or peak is merely unknown.
    """
    found = []
    first: Dict[Tuple[str, str], Tuple[Event, Optional[Decimal]]] = {}
    for event in events:
        for player in event.players:
            for part, label in (
                ("rating", "col_rating"),
                ("k", "col_k_given"),
                ("peak", "col_peak"),
            ):
                value: Optional[Decimal] = getattr(player, part)
                if value is None and part != "rating":
                    continue
                before, other = first.setdefault((player.key, part), (event, value))
                if before is not event and value != other:
                    words: Dict[str, object] = {
                        "fact": wording(label),
                        "name": player.name or player.key,
                    }
                    words.update(value="–" if value is None else value)
                    words.update(other="–" if other is None else other)
                    words.update(event=before.name or before.where or "–")
                    found.append(Problem("entry_differs", words, player.at(part), player.no))
    return tuple(found)


def _day_problems(event: Event) -> List[Problem]:
    if event.start is None or event.end is None or event.start <= event.end:
        return []
    words = {"start": event.start, "end": event.end}
    return [Problem("end_before_start", words, event.at("end"))]


def _player_problems(event: Event, limits: RatingLimits) -> List[Problem]:
    found = []
    seen: Set[int] = set()
    people = Alike()
    with_id = {player.name.lower() for player in event.players if player.id and player.name}
    day = event.day()
    for player in event.players:
        if player.no in seen:
            found.append(Problem("player_twice", {"no": player.no}, player.at("no")))
        seen.add(player.no)
        found += people.other(player)
        if not player.id and player.name.lower() in with_id:
            words = {"name": player.name}
            found.append(Problem("name_with_id", words, player.at("id"), player.no))
        found += [*doubts_of(player, day), *facts_wrong(player, limits, day)]
    return found


def _round_alone(event: Event) -> List[Problem]:
    """A problem for the first round after a gap of more than 100; empty if there is no gap."""
    first = {game.round: game for game in reversed(event.games) if game.round <= ROUNDS}
    before = 0
    for number in sorted(first):
        if number - before > ROUNDS_APART:
            words: Dict[str, object] = {"round": number}
            words.update(first=before + 1, last=number - 1)
            return [Problem("round_alone", words, first[number].at("round"))]
        before = number
    return []


def _game_problems(event: Event) -> List[Problem]:
    found = []
    busy: Set[Tuple[int, int]] = set()
    if event.rounds > ROUNDS:
        found.append(Problem("round_too_high", {"round": event.rounds, "most": ROUNDS}, event.name))
    found += _round_alone(event)
    last, by_no = min(event.rounds or ROUNDS, ROUNDS), event.by_no
    for game in event.games:
        round_, white, black = game.round, game.white, game.black
        # Speed: nearly all lines are games between two players of the list.
        is_usual = white in by_no and black in by_no and white != black and 0 < round_ <= last
        if not is_usual or game.playoff or game.result.kind is _BYE:
            found += _wrong(event, game)
        for part, no in (("white", white), ("black", black)):
            if no is None or (part == "black" and no == white):
                continue
            if (round_, no) in busy:
                words: Dict[str, object] = {"no": no, "round": round_}
                found.append(Problem("player_twice_in_round", words, game.at(part)))
            busy.add((round_, no))
    return found


def _wrong(event: Event, game: Game) -> Iterator[Problem]:
    """The contradictions of a game by itself: its round, its players, and a bye's opponent."""
    words: Dict[str, object]
    code = game.result.code
    is_bye = game.result.kind is Kind.BYE
    beyond = bool(event.rounds) and game.round > event.rounds and not game.playoff
    if game.round > ROUNDS:
        words = {"round": game.round, "most": ROUNDS}
        yield Problem("round_too_high", words, game.at("round"))
    elif game.round < 1 and not event.rounds:
        yield Problem("round_zero", {"round": game.round}, game.at("round"))
    elif game.round < 1 or beyond:
        words = {"round": game.round, "rounds": event.rounds}
        yield Problem("round_unknown", words, game.at("round"))
    if game.playoff and game.round <= event.table_rounds:
        words = {"round": game.round, "rounds": event.table_rounds}
        yield Problem("playoff_early", words, game.at("round"))
    for part, no in (("white", game.white), ("black", game.black)):
        if no is not None and no not in event.by_no:
            yield Problem("player_unknown", {"no": no}, game.at(part))
    if is_bye and game.black is not None:
        yield Problem("bye_with_opponent", {"code": code}, game.at("result"))
    if not is_bye and game.black is None:
        yield Problem("opponent_missing", {"code": code or "–"}, game.at("result"))
    if game.white == game.black:
        yield Problem("plays_self", {"no": game.white}, game.at("black"))
