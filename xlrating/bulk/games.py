"""The games of a period as columns, with players and results resolved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from ..engine.called import refuse_bare, unknown_player, ways_of
from ..engine.errors import ArgumentError
from ..engine.frames import cell, text_of
from ..engine.problem import make_error
from ..engine.problems import ROUNDS
from ..engine.results import RESULTS, Kind
from ..engine.tables import SIDES
from ..engine.vocabulary.booleans import is_yes
from .days import days, each_kind, paces, refuse_paces, spans
from .fixed import has_twice, shared_out
from .keys import BLANK, NOBODY, rows_of
from .people import People
from .results import KIND, KINDS, POINTS, kinds_of, of_both, results_of
from .tables import kinds_in, opened, raise_problem, whole


@dataclass(frozen=True)
class Games:
    """The games, one per row: players, event and round, result.

    `black` is -1 if there is no opponent. `result` is an index into `RESULTS`;
    `event` and `round` are None if there is no such column; so are `pace`, and `start` and `end`,
    the first and last day of each game's event: see `days`. If these are not all games of their
    events, `third` is another player of each game's event, -1 for none.
    """

    white: Any
    black: Any
    result: Any
    event: Any = None
    round: Any = None
    moves: Any = None
    playoff: Any = None
    start: Any = None
    end: Any = None
    pace: Any = None
    third: Any = None

    @cached_property
    def kinds(self) -> frozenset[Kind]:
        """The kinds of lines: games played, forfeits, byes …"""
        return kinds_of(self.result)

    def points(self, side: str) -> Any:
        """Twice the points of a side, 0 if there are none."""
        # Indexing by bytes is slow.
        return POINTS[side].take(self.result.astype(np.intp, copy=False))

    def having(self, taken: Any) -> Games:
        """The games at these rows, or those where a mask is true."""
        columns = (getattr(self, one.name) for one in fields(self))
        return Games(*(None if one is None else one[taken] for one in columns))


def games(table: Any, who: People, ways: tuple[str, ...] = ()) -> Games:
    """The games of a table, with players and results resolved.

    `ways` are the columns in which players are looked up, by default all that the list has.
    """
    parts = opened(table, True)
    white, black, least = _located(parts["white"], parts["black"], who, ways or ways_of(who.parts))
    found_in = [results_of(parts[one], one) for one in ("result", "white_score") if one in parts]
    result = of_both(*found_in, place=lambda row: f"games, row {row + 1}")
    kinds = kinds_of(result)
    if Kind.BYE in kinds or least < 0:
        _refuse_byes(white, black, result)

    def has_same(parts: Sequence[slice]) -> bool:
        return any((white[part] == black[part]).any() for part in parts)

    if any(shared_out(has_same, len(white))):
        same = white == black
        _refuse(same, "plays_self", {"no": int(who.no[white[int(same.argmax())]])})
    size = len(white)
    event = _events(parts["event"]) if "event" in parts else None
    day = days(parts["date"]) if "date" in parts else None
    pace = paces(parts["pace"]) if "pace" in parts else None
    if event is not None and pace is not None:
        refuse_paces(event, pace)
    elif pace is not None and (pace != pace[:1]).any():
        event = pd.factorize(pace)[0]
    start, end, event = spans(event, day)
    found = Games(
        white,
        black,
        result,
        event,
        whole(parts["round"], size, "round", "games") if "round" in parts else None,
        whole(parts["moves"], size, "moves", "games") if "moves" in parts else None,
        _marked(parts["playoff"]) if "playoff" in parts else None,
        start,
        end,
        pace,
    )
    refuse_rounds(found, who)
    return found


def _events(column: Any) -> Any:
    """The event of each game, as an index."""
    found, kinds = kinds_in(column, "event", "games")
    blank = found < 0
    empty = [at for at, kind in enumerate(kinds) if isinstance(kind, str) and not kind.strip()]
    if empty:
        blank |= np.isin(found, empty)
    if blank.any() and not blank.all():
        raise make_error(ArgumentError, "read_no_event", f"games, row {int(blank.argmax()) + 1}")
    return np.zeros(len(found), dtype=np.int64) if blank.any() else found


def _refuse_byes(white: Any, black: Any, result: Any) -> None:
    """Check that only byes have no opponent, and that White is always given."""
    if (white < 0).any():
        row = int((white < 0).argmax())
        raise make_error(ArgumentError, "read_no_white", f"games, row {row + 1}")
    is_bye = KIND[result] == KINDS.index(Kind.BYE)
    for wrong, key in (
        (is_bye & (black >= 0), "bye_with_opponent"),
        (~is_bye & (black < 0), "opponent_missing"),
    ):
        if wrong.any():
            _refuse(wrong, key, {"code": RESULTS[result[int(wrong.argmax())]].code or "–"})


def _refuse(wrong: Any, key: str, words: Mapping[str, object]) -> None:
    if wrong.any():
        raise_problem(key, words, f"games, row {int(wrong.argmax()) + 1}")


def early_playoffs(event: Any, round_: Any, playoff: Any) -> tuple[Any, Any]:
    """The play-off games before the last round of their table, and that round."""
    event = np.zeros(len(round_), dtype=np.int64) if event is None else event
    last = np.zeros(int(event.max(initial=0)) + 1, dtype=np.int64)
    np.maximum.at(last, event[~playoff], round_[~playoff])
    of_game = last.take(event)
    return playoff & (round_ <= of_game), of_game


def refuse_rounds(found: Games, who: People) -> None:
    """Check that nobody plays twice in a round, and that play-offs come after all other rounds."""
    if found.round is None or not len(found.round):
        return
    low = found.round < 1
    if low.any():
        blank = found.round < 0
        if blank.any():
            raise make_error(
                ArgumentError, "read_no_round", f"games, row {int(blank.argmax()) + 1}"
            )
        _refuse(low, "round_zero", {"round": int(found.round[int(low.argmax())])})
    high = found.round > ROUNDS
    if high.any():
        words = {"round": int(found.round[int(high.argmax())]), "most": ROUNDS}
        _refuse(high, "round_too_high", words)
    if found.playoff is not None and found.playoff.any():
        early, last = early_playoffs(found.event, found.round, found.playoff)
        if early.any():
            row = int(early.argmax())
            words = {"round": int(found.round[row]), "rounds": int(last[row])}
            _refuse(early, "playoff_early", words)
    rounds = int(found.round.max()) + 1
    event = 0 if found.event is None else found.event
    slot = (event * rounds + found.round) * who.size
    second = found.black >= 0
    busy = np.concatenate([slot + found.white, (slot + found.black)[second]])
    if has_twice(busy):
        row = int(pd.Series(busy).duplicated().to_numpy().argmax())
        player = int(busy[row] % who.size)
        place = (
            row if row < len(found.white) else int(np.flatnonzero(second)[row - len(found.white)])
        )
        words = {"no": int(who.no[player]), "round": int(found.round[place])}
        raise_problem("player_twice_in_round", words, f"games, row {place + 1}")


def _marked(column: Any) -> Any:
    """Which games are marked as play-offs."""
    return each_kind(column, lambda value: is_yes(value, "playoff")).astype(bool)


def found_by(table: Any, who: People) -> dict[str, tuple[Any, Any]]:
    """The rows of White and Black by each way to identify players: see `keys.rows_of`."""
    parts = opened(table, True)
    return {
        way: (rows_of(parts["white"], way, who).rows, rows_of(parts["black"], way, who).rows)
        for way in ways_of(who.parts)
        if way == "no" or way in who.parts
    }


def _located(white: Any, black: Any, who: People, ways: tuple[str, ...]) -> tuple[Any, Any, int]:
    """White's and Black's rows by the way that finds most, below 0 for none; and their minimum."""
    best: tuple[Any, Any, int] | None = None
    found = -1
    for way in ways:
        if way not in who.parts and (way != "no" or found > 0):
            continue
        if way == "no" and "id" in who.parts and "no" not in who.parts:
            refuse_bare(_tokens(white, black), who.ids.tolist())
        first, second = (rows_of(side, way, who) for side in (white, black))
        least = min(first.least, second.least)
        if least >= BLANK:
            return first.rows, second.rows, least
        number = sum(int((one.rows >= 0).sum()) for one in (first, second))
        if number > found:
            found, best = number, (first.rows, second.rows, least)
    assert best is not None
    for side, column, rows in zip(SIDES, (white, black), best[:2], strict=True):
        unknown = rows == NOBODY
        if unknown.any():
            row = int(unknown.argmax())
            token = text_of(cell(column.iloc[row]))
            is_twice = (who.names == token).sum() > 1
            raise ArgumentError(unknown_player(side, token, is_twice), f"games, row {row + 1}")
    return best


def _tokens(white: Any, black: Any) -> list[str]:
    return [text_of(cell(kind)) for side in (white, black) for kind in pd.unique(side)]
