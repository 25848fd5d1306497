"""The games in a file of any size: events, rounds, results, and the players' identifiers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, repeat
from typing import Any

import numpy as np

from ...bulk.by_engine import rounds_in_order
from ...bulk.fixed import begins, distinct
from ...bulk.games import Games
from ...bulk.results import of_both, place_of_result, place_of_score
from ...engine.account import Account
from ...engine.errors import ArgumentError, FileError
from ...engine.problem import make_error
from ...engine.problems import ROUNDS
from ...engine.results import BYES, RESULTS, read_result
from ...engine.rounding import ZERO
from ...engine.vocabulary.booleans import is_yes
from ...engine.vocabulary.nobody import is_nobody, names_nobody
from ...engine.vocabulary.spellings import plain_result
from ...exchange.games import SCORES
from ...exchange.table import Row
from ...exchange.threads import threads
from ..column import Figures, are_plain
from ..folder import data_of
from ..submissions import Submission
from .files import FileColumns
from .games_events import events_in

#: Keys below this fit into 32 bits.
_NARROW = 2**31
#: How many games are sorted at a time, at least.
_PART = 2**11


@dataclass(frozen=True)
class GamesTable:
    """The games, one per row; `white` and `black` are indexes into `tokens`, -1 for none.

    `event` is an index into `events`, results are indexes into `RESULTS`.
    """

    columns: FileColumns
    tokens: Sequence[str]
    white: Any
    black: Any
    result: Any
    round: Any
    event: Any
    events: Sequence[Submission]
    playoff: Any = None
    moves: Any = None

    @property
    def says_rounds(self) -> bool:
        """Whether the file contains rounds."""
        return "round" in self.columns.parts

    @property
    def size(self) -> int:
        """The number of games."""
        return len(self.white)

    @cached_property
    def in_rounds(self) -> tuple[Any, int]:
        """Who plays in which round of which event, sorted, and the factor that rounds need.

        Each is (event × tokens + token) × rounds + index of the round; missing opponents included.
        """
        rounds = self.round.clip(0, ROUNDS)
        occurs = np.zeros(ROUNDS + 1, dtype=bool)
        occurs[rounds] = True
        place = np.cumsum(occurs) - 1
        # A power of 2: dividing by others takes ten times as long.
        number = 1 << int(place[-1]).bit_length()
        size = len(self.tokens) * number
        # Half as wide, they are sorted twice as fast.
        width = np.int32 if len(self.events) * size < _NARROW else np.int64
        place = place.astype(width)
        found, end = np.empty(2 * self.size, dtype=width), 0
        # Keys of later events are larger: each part is sorted while it is in the cache.
        for part in self._parts():
            base = self.event[part].astype(width) * size + place.take(rounds[part])
            start = end
            for side in (self.white, self.black):
                own = side[part]
                keys = base + own.astype(width) * number
                if own.min(initial=0) < 0:
                    keys = keys[own >= 0]
                found[end : end + len(keys)] = keys
                end += len(keys)
            found[start:end].sort()
        return found[:end], number

    def _parts(self) -> Iterator[slice]:
        """The rows in parts, of whole events; in one, if an earlier event has later rows."""
        event, start = self.event, 0
        if (event[1:] >= event[:-1]).all():
            for edge in np.searchsorted(event, np.arange(1, len(self.events))).tolist():
                if edge - start >= _PART:
                    yield slice(start, edge)
                    start = edge
        yield slice(start, self.size)

    @cached_property
    def people(self) -> Any:
        """The number of people in each event."""
        keys, rounds = self.in_rounds
        begin = begins(keys >> rounds.bit_length() - 1)
        edges = np.arange(len(self.events) + 1, dtype=keys.dtype) * (len(self.tokens) * rounds)
        return np.diff(np.searchsorted(begin, np.searchsorted(keys, edges)))

    @cached_property
    def _by_event(self) -> Sequence[Any]:
        order = np.argsort(self.event, kind="stable")
        edges = np.searchsorted(self.event[order], np.arange(1, max(len(self.events), 1)))
        return np.split(order, edges)

    def rows_of(self, number: int) -> Any:
        """The rows of an event."""
        return self._by_event[number]

    def events_of(self, tokens: Any) -> list[int]:
        """The events, in order, of the players marked in `tokens`, whose last value is nobody's."""
        if not tokens.any():
            return []
        return np.unique(self.event[tokens[self.white] | tokens[self.black]]).tolist()  # type: ignore[no-any-return]

    def having(self, rows: Any) -> GamesTable:
        """The same table with only the given games."""
        if len(rows) == self.size:
            return self
        columns: dict[str, Any] = {
            name: None if (column := getattr(self, name)) is None else column[rows]
            for name in ("white", "black", "result", "round", "event", "playoff", "moves")
        }
        return replace(self, columns=self.columns.having(rows), **columns)

    def of_events(
        self, numbers: Sequence[int], events: Sequence[Submission] | None = None
    ) -> GamesTable:
        """The games of some events, renumbered in this order; `events` are their present
        descriptions.
        """
        events = [self.events[number] for number in numbers] if events is None else events
        if list(numbers) == list(range(len(self.events))):
            found = replace(self, events=events)
        else:
            place = np.full(len(self.events), -1)
            place[list(numbers)] = np.arange(len(numbers))
            event = place.take(self.event)
            found = replace(self, event=event, events=events)
            if len(numbers) < len(self.events):
                found = found.having(np.flatnonzero(event >= 0))
        if not vars(self).keys().isdisjoint(("in_rounds", "people")):
            # The people of an event do not depend on its number: they are counted once.
            vars(found)["people"] = self.people[list(numbers)]
        return found

    def at(self, row: int, token: int) -> str:
        """The place of the cell in which a game names a player."""
        side = "white" if self.white[row] == token else "black"
        return f"{self.columns.place(row)}, column {side}"


def read_sent(columns: FileColumns, account: Account | None = None) -> GamesTable:
    """The games in a file; its events have the file's `account`, with what was found in it.

    Raises `FileError` for a missing column, `ArgumentError` or `NumberError` with the
    line for a cell that cannot be read.
    """
    parts = columns.parts
    for part in ("white", "black"):
        if part not in parts:
            raise make_error(FileError, "read_no_column", columns.path.name, column=part)
    found_in = [one for one in ("result", "white_score") if one in parts]
    if not found_in:
        raise make_error(FileError, "read_no_result", columns.path.name)
    with threads(1) as other:
        # In parallel: reading the bytes of so large a file takes as long as its cells.
        data = other.submit(data_of, columns.path, None)
        white, black, tokens = _tokens(columns)
        if (white < 0).any():
            place = columns.place(int((white < 0).argmax()))
            raise make_error(ArgumentError, "read_no_white", f"{place}, column white")
        given = (_results(columns, part, black < 0) for part in found_in)
        results = of_both(*given, place=lambda row: f"{columns.place(row)}, column {found_in[-1]}")
        account = account and _counted(account, len(tokens), black, results)
        event, events = events_in(columns, data.result(), account)
    if "round" in parts:
        round_ = columns.numbers("round", _round, 0)
    else:
        round_ = rounds_in_order(Games(white, black, results, event))
    playoff = moves = None
    if "playoff" in parts:
        playoff = columns.numbers("playoff", _is_playoff, False)
    if "moves" in parts:
        moves = columns.numbers("moves", Row.whole, -1)
    if "board" in parts:
        columns.numbers("board", Row.whole, -1)  # unreadable, the row may be another's
    return GamesTable(columns, tokens, white, black, results, round_, event, events, playoff, moves)


def _counted(account: Account, players: int, black: Any, result: Any) -> Account:
    """The account with the numbers of players, games, byes and pending games."""
    byes = int((black < 0).sum())
    counts = np.bincount(result, minlength=len(RESULTS)).tolist()
    pending = sum(n for one, n in zip(RESULTS, counts, strict=True) if not one.code)
    return replace(account, players=players, games=len(black) - byes, byes=byes, pending=pending)


def _tokens(columns: FileColumns) -> tuple[Any, Any, Sequence[str]]:
    sides = columns.parts["white"], columns.parts["black"]
    if isinstance(one := sides[0].kinds, Figures) and isinstance(other := sides[1].kinds, Figures):
        numbers = distinct(np.concatenate([one.numbers, other.numbers]))
        white, black = (
            np.searchsorted(numbers, own.numbers).take(column.codes)
            for own, column in zip((one, other), sides, strict=True)
        )
        if numbers.size and not numbers[0]:  # 0 means none
            return white - 1, black - 1, Figures(numbers[1:])
        return white, black, Figures(numbers)
    named = []
    for side, column in zip(("white", "black"), sides, strict=True):
        texts = column.kinds
        if not _are_all_named(texts):
            found = columns.kinds(side, Row.text)
            texts = ["" if is_nobody(one) else one for one in found]
        named.append(texts)
    tokens = list(filter(None, dict.fromkeys(chain(*named))))
    known = dict(zip(tokens, range(len(tokens)), strict=True))
    white, black = (
        np.array([*map(known.get, texts, repeat(-1)), -1], dtype=np.int64).take(column.codes)
        for texts, column in zip(named, sides, strict=True)
    )
    return white, black, tokens


def _are_all_named(kinds: Sequence[str]) -> bool:
    """Whether each of these texts names a player."""
    return are_plain(kinds) and not any(map(is_nobody, kinds))


def _result(row: Row, part: str) -> int:
    return place_of_result(row.text(part))


def _score(row: Row, part: str) -> int:
    return place_of_score(row.text(part))


#: The readers of the result columns.
_RESULTS = {"result": _result, "white_score": _score}


def _results(columns: FileColumns, part: str, alone: Any) -> Any:
    """The result in each row of a column, as a bye where White is `alone` and nobody is named."""
    found = columns.numbers(part, _RESULTS[part], 0)
    if not alone.any():
        return found
    says_so = {"result": names_nobody, "white_score": is_nobody}[part]
    alone = alone & columns.numbers("black", lambda row, side: says_so(row.text(side)), False)
    byes = columns.numbers(part, _bye, -1)
    return np.where(alone & (byes >= 0), byes, found)


def _bye(row: Row, part: str) -> int | None:
    """The index of the bye that a score without an opponent means; None if it means none."""
    if part == "result" and plain_result(row.text(part)) not in SCORES:
        return None
    points = read_result(row.text(part)).white or ZERO if part == "result" else row.points(part)
    bye = BYES.get(points) if points is not None else None
    return None if bye is None else place_of_result(bye.code)


def _round(row: Row, part: str) -> int:
    number = row.whole(part)
    if number is None:
        raise make_error(ArgumentError, "read_no_round")
    return number


def _is_playoff(row: Row, part: str) -> bool:
    return is_yes(row.text(part), part)
