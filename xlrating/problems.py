"""What is wrong with an event, in the order of its lists, each with its place."""

from __future__ import annotations

from typing import Dict, List, Mapping, NamedTuple, Set, Tuple

from .event import Event, Kind, Player

#: A rating not above the first or beyond the second is a typing error in every system carried
#: here that has ratings; the points of a ladder go higher, and may start or fall below.
RATINGS = (0, 9999)
POINTS = (-1_000_000, 1_000_000)

#: Years of birth outside these are typing errors; nobody is born after the event.
BORN_MIN, BORN_MAX = 1900, 2100


#: FIDE's report file has three columns for the number of a round (TRF26, record 240); a number
#: beyond is a date or a rating, and every table would have a column for each round before it.
ROUNDS = 999


class Problem(NamedTuple):
    """Something wrong with an event: a key of `texts`, its words, and the place."""

    key: str
    words: Mapping[str, object]
    where: str


def problems(event: Event, bounds: Tuple[int, int] = RATINGS) -> Tuple[Problem, ...]:
    """All contradictions of an event; empty when it can be rated."""
    return tuple(_player_problems(event, bounds)) + tuple(_game_problems(event))


def _player_problems(event: Event, bounds: Tuple[int, int]) -> List[Problem]:
    found = []
    low, high = bounds
    seen: Set[int] = set()
    people: Dict[str, Player] = {}
    day = event.day()
    for player in event.players:
        if player.no in seen:
            found.append(Problem("player_twice", {"no": player.no}, player.at("no")))
        seen.add(player.no)
        other = people.setdefault(player.key, player)
        if other is not player and other.no != player.no:
            key = "id_twice" if player.id else "name_twice"
            words = {"no": player.no, "other": other.no, "name": player.key}
            found.append(Problem(key, words, player.at("id" if player.id else "name")))
        for fact, value in (("rating", player.rating), ("peak", player.peak)):
            # NaN is not even equal to itself.
            if value is not None and not (value == value and low < value <= high):
                words = {"fact": fact, "value": value, "low": low, "high": high}
                found.append(Problem("rating_out_of_range", words, player.at(fact)))
        last = day.year if day else BORN_MAX
        if player.born is not None and not BORN_MIN <= player.born <= last:
            words = {"value": player.born, "low": BORN_MIN, "high": last}
            found.append(Problem("born_out_of_range", words, player.at("born")))
    return found


def _game_problems(event: Event) -> List[Problem]:
    found = []
    words: Dict[str, object]
    busy: Set[Tuple[int, int]] = set()
    if event.rounds > ROUNDS:
        found.append(Problem("round_too_high", {"round": event.rounds, "most": ROUNDS}, event.name))
    for game in event.games:
        code = game.result.code
        is_bye = game.result.kind is Kind.BYE
        sides = {part: getattr(game, part) for part in ("white", "black")}
        beyond = bool(event.rounds) and game.round > event.rounds and not game.playoff
        if game.round > ROUNDS:
            words = {"round": game.round, "most": ROUNDS}
            found.append(Problem("round_too_high", words, game.at("round")))
        elif game.round < 1 or beyond:
            words = {"round": game.round, "rounds": event.rounds or "…"}
            found.append(Problem("round_unknown", words, game.at("round")))
        if game.playoff and game.round <= event.table_rounds:
            words = {"round": game.round, "rounds": event.table_rounds}
            found.append(Problem("playoff_early", words, game.at("round")))
        for part, no in sides.items():
            if no is not None and no not in event.by_no:
                found.append(Problem("player_unknown", {"no": no}, game.at(part)))
        if is_bye and game.black is not None:
            found.append(Problem("bye_with_opponent", {"code": code}, game.at("result")))
        if not is_bye and game.black is None:
            found.append(Problem("opponent_missing", {"code": code}, game.at("result")))
        if game.white == game.black:
            found.append(Problem("plays_self", {"no": game.white}, game.at("black")))
        for part, no in sides.items():
            if no is None or (part == "black" and no == game.white):
                continue
            if (game.round, no) in busy:
                words = {"no": no, "round": game.round}
                found.append(Problem("player_twice_in_round", words, game.at(part)))
            busy.add((game.round, no))
    return found
