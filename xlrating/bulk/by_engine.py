"""The engine itself, for rows that cannot be decided column by column: singly, or all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import numpy as np

from ..engine.errors import ArgumentError, RatingError, placed
from ..engine.event import Event, Game
from ..engine.inspection import refuse
from ..engine.lines import Line
from ..engine.methods import METHODS
from ..engine.methods.glicko import OF_STRENGTH
from ..engine.problems import ROUNDS
from ..engine.results import RESULTS
from ..engine.rules.requirements import restrict_to_method
from ..engine.rules.ruleset import RuleSet
from ..engine.terms.deviation import Strength, Updated, at_start, updated
from .edition import pace_of
from .fixed import distinct
from .games import Games
from .people import People

#: More rounds than count as the last ones under any rules.
_LAST = 9

#: No additional players in any event.
NOBODY: Mapping[int, Any] = {}


def all_lines(
    who: People, games: Games, rules: RuleSet, day: date | None, format: str
) -> list[Line]:
    """The line of every player, in order, as `rate` returns it."""
    period = events_of(who, games, rules, day, format)
    for event in period:
        refuse(event, rules)
    lines = METHODS[rules.method](period, restrict_to_method(rules), None)
    found = {line.player.key: line for line in lines}
    return [found[player.key] for player in who.players(range(who.size))]


def lines_of(rows: Any, who: People, games: Games, rules: RuleSet, day: date | None) -> list[Line]:
    """The lines of some players, for methods in which only their own games matter.

    Each is rated in events that contain them and their opponents, with the ratings of the period.
    """
    asked = np.zeros(who.size, dtype=bool)
    asked[rows] = True
    mine: dict[int, list[int]] = {int(row): [] for row in rows}
    is_mine = asked[games.white] | (asked[games.black] & (games.black >= 0))
    for at in np.flatnonzero(is_mine).tolist():
        for row in (int(games.white[at]), int(games.black[at])):
            if row in mine:
                mine[row].append(at)
    seen = restrict_to_method(rules)
    # All of them at once: reading single rows of a table is slow.
    met = games.having(is_mine)
    others = _others(who, games) if rules.counted.match_of_rated else {}
    who.players(np.unique(np.concatenate([rows, met.white, met.black[met.black >= 0],
                                          *others.values()])))  # fmt: skip
    found: list[Line] = []
    for row, played in mine.items():
        part = games.having(np.array(played, dtype=np.int64))
        known = np.unique(np.concatenate([[row], part.white, part.black[part.black >= 0]]))
        period = _events(who, part, known, day, "swiss", others)
        player = who.players([row])[0]
        with placed(player.where):
            found += METHODS[rules.method](period, seen, player.key)
    return found


def updates_of(rows: Any, who: People, games: Games, rules: RuleSet) -> list[Updated]:
    """Some players after a period of Glicko or Glicko-2, without their lines."""
    facts = [who.rating, *(who.facts(name) for name in OF_STRENGTH)]
    starts: dict[int, Strength] = {}

    def start(row: int) -> Strength:
        if row not in starts:
            rating, rd, periods, volatility = (one.decimal(row) for one in facts)
            starts[row] = at_start(rating, rd, periods, volatility, rules)
        return starts[row]

    met: dict[int, list[tuple[Strength, Decimal]]] = {int(row): [] for row in rows}
    asked = np.zeros(who.size, dtype=bool)
    asked[rows] = True
    for side, own, other in (
        ("white", games.white, games.black), ("black", games.black, games.white)
    ):  # fmt: skip
        mine = np.flatnonzero(asked[own])
        for row, opponent, result in zip(
            *(column[mine].tolist() for column in (own, other, games.result)), strict=True
        ):
            met[row].append((start(opponent), getattr(RESULTS[result], side)))
    found = []
    for row, played in met.items():
        try:
            found.append(updated(start(row), played, rules))
        except RatingError as error:
            raise error.at(f"players, row {row + 1}") from None
    return found


def lines_among(
    rows: Any, steps: int, who: People, games: Games, rules: RuleSet, day: date | None
) -> list[Line]:
    """The lines of some players, if games of others up to so many steps away matter as well.

    All games of their opponents, of the opponents' opponents, and so on, are rated.
    """
    near = np.zeros(who.size + 1, dtype=bool)
    near[rows] = True
    for _ in range(steps):
        for one, other in ((games.white, games.black), (games.black, games.white)):
            near[one[near[other] & (other >= 0)]] = True
        near[-1] = False
    part = games.having(near[games.white] | near[games.black])
    met = np.concatenate([rows, part.white, part.black[part.black >= 0]])
    period = _events(who, part, np.unique(met), day, "swiss")
    lines = METHODS[rules.method](period, rules, None)
    found = {line.player.key: line for line in lines}
    return [found[player.key] for player in who.players(rows)]


def events_of(
    who: People, games: Games, rules: RuleSet, day: date | None, format: str
) -> list[Event]:
    """The period as events: a single one, or one for each that the games name.

    Players without games in any of several events are entered in an event of their own before them.
    If each game counts by itself and no column has the rounds, none is in the last rounds; games
    of several events still count in order, each as an event of its own.
    """
    rows = np.arange(who.size)
    if games.round is not None:
        return _events(who, games, rows, day, format)
    in_order = replace(games, round=rounds_in_order(games))
    if rules.change.each != "game":
        return _events(who, in_order, rows, day, format)
    is_one = (
        games.event is None or not len(games.event) or bool((games.event == games.event[0]).all())
    )
    if is_one and in_order.round.max(initial=0) <= ROUNDS - _LAST:
        games = replace(in_order, event=None)
    elif is_one and who.has("bonus_place").any():
        raise ArgumentError(
            f"one event has more than {ROUNDS - _LAST} rounds; say which game is of which"
        )
    else:
        games = replace(games, event=np.arange(len(games.white)))
    return [replace(event, rounds=ROUNDS) for event in _events(who, games, rows, day, format)]


def rounds_in_order(games: Games) -> Any:
    """A round for each game, in row order, such that nobody plays twice in one."""
    people = 1 + max(games.white.max(initial=0), games.black.max(initial=0))
    events = 0 if games.event is None else games.event * people
    sides = (events + games.white).tolist(), np.where(games.black < 0, -1, events + games.black)
    last: dict[int, int] = {}
    found = []
    for white, black in zip(sides[0], sides[1].tolist(), strict=True):
        # The missing opponent has played nothing before.
        last[-1] = 0
        round_ = 1 + max(last.get(white, 0), last.get(black, 0))
        last[white] = last[black] = round_
        found.append(round_)
    return np.array(found, dtype=np.int64)


def _others(who: People, games: Games) -> dict[int, Any]:
    """Three players of each event, if it has that many: enough to tell it from a match."""
    if games.event is None:
        return {0: np.arange(min(3, who.size))}
    if games.third is not None:
        people = np.column_stack([games.white, games.black, games.third])
        events, first = np.unique(games.event, return_index=True)
        return dict(zip(events.tolist(), (row[row >= 0] for row in people[first]), strict=True))
    rows = np.concatenate([games.white, games.black])
    each = distinct((np.tile(games.event, 2) * who.size + rows)[rows >= 0])
    event, row = each // who.size, each % who.size
    first = np.flatnonzero(np.diff(event, prepend=-1))
    return dict(zip(event[first].tolist(), (row[at : at + 3][event[at : at + 3] == event[at]]
                                            for at in first.tolist()), strict=True))  # fmt: skip


def _events(
    who: People,
    games: Games,
    rows: Any,
    day: date | None,
    format: str,
    others: Mapping[int, Any] = NOBODY,
) -> list[Event]:
    """The events of these games; `others` are additional players to enter in each."""
    if games.event is None:
        return [_event(who, games, np.union1d(rows, others.get(0, rows[:0])), day, format)]
    away = np.setdiff1d(rows, np.concatenate([games.white, games.black]))
    found = [_event(who, games.having([]), away, day, format)] if len(away) else []
    order = np.argsort(games.event, kind="stable")
    for part in np.split(order, np.flatnonzero(np.diff(games.event[order])) + 1):
        if len(part):
            own = games.having(part)
            more = others.get(int(own.event[0]), own.white[:0])
            met = np.unique(np.concatenate([own.white, own.black[own.black >= 0], more]))
            found.append(_event(who, own, met, day, format))
    return found


def _event(who: People, games: Games, rows: Any, day: date | None, format: str) -> Event:
    no = dict(zip(rows.tolist(), who.no[rows].tolist(), strict=True))
    played = []
    for at, (white, black, result) in enumerate(
        zip(games.white.tolist(), games.black.tolist(), games.result.tolist(), strict=True)
    ):
        played.append(
            Game(
                1 if games.round is None else int(games.round[at]),
                no[white],
                None if black < 0 else no[black],
                RESULTS[result],
                playoff=games.playoff is not None and bool(games.playoff[at]),
                moves=_or_none(games.moves, at),
            )
        )
    first = last = day
    if games.start is not None and len(games.start):
        first, last = (date.fromordinal(int(one[0])) for one in (games.start, games.end))
    return Event(
        tuple(who.players(rows)), tuple(played), format=format, start=first, end=last,
        pace=pace_of(games, 0) if played else "",
    )  # fmt: skip


def _or_none(column: Sequence[int] | None, at: int) -> int | None:
    return None if column is None or column[at] < 0 else int(column[at])
