"""The games in a table with a column for each round, and which of its columns is the points.

Ambiguities of a table are resolved by the table alone: its notation, the
column that numbers the opponents, the points for a bye. The right reading is the one in which both
halves of every game agree and the points add up; if there are two, neither is accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from ...engine.errors import ArgumentError, EventError
from ...engine.event import Game
from ...engine.problem import make_error
from ...engine.results import Kind
from ...engine.rounding import HALF, ONE, ZERO
from ..crosstable import (
    RoundEntry,
    assemble,
    check_points,
    disagree,
    points,
    says_colours,
    strange_cell,
)
from .entries import Entry, OpenBye, Strange, notations


class Points(NamedTuple):
    """A column that may be the points: its heading, its values, and a function for their places."""

    heading: str
    values: Sequence[Decimal | None]
    place: Callable[[int], str]


class Numbering(NamedTuple):
    """One way in which a table may number its players: by a column, or by row order.

    `at` is the column's index, -1 if there is none.
    """

    heading: str
    numbers: Sequence[int]
    at: int = -1


class JoinedRounds(NamedTuple):
    """The games of a table, the numbers of its rows, and the column with the points.

    `says_colours` says whether the colours of all played games are known.
    """

    games: tuple[Game, ...]
    numbering: Numbering
    points: Points | None
    says_colours: bool = True


class _Reading(NamedTuple):
    rows: Sequence[Sequence[Entry]]
    numbering: Numbering
    faults: int
    strange: int

    def cells(self) -> list[list[RoundEntry | None]]:
        return [
            [entry if isinstance(entry, RoundEntry) else None for entry in row] for row in self.rows
        ]


def join(
    texts: Sequence[Sequence[tuple[str, str]]],
    numberings: Sequence[Numbering],
    said: Sequence[Points],
    others: Sequence[Points] = (),
) -> JoinedRounds:
    """The games of the rounds in rows of players.

    `texts` are the plain cells with their places; `said` are the columns headed as points,
    `others` those that may contain them. Raises `ArgumentError` naming a cell that cannot be read,
    and `EventError` naming a cell that contradicts another one or the points.
    """
    readings = _readings(texts, numberings)
    if not readings:
        _refuse_numbers(numberings[0], texts)
    whole = [one for one in readings if not one.faults]
    found = [(one, _points_of(one, said, others)) for one in whole]
    fitting: list[tuple[_Reading, Points | None]] = [one for one in found if one[1] is not None]
    if not fitting and whole and not said and not _open(whole[0]):
        fitting = [(one, None) for one in whole]
    if len(fitting) > 1 and len({_by_rows(one, column) for one, column in fitting}) > 1:
        headings = " / ".join(dict.fromkeys(one.numbering.heading for one, _ in fitting))
        raise make_error(EventError, "read_two_numberings", texts[0][0][1], columns=headings)
    if fitting:
        one, column = fitting[0]
        known = says_colours(zip(one.numbering.numbers, one.cells()))
        return JoinedRounds(_games(one, column), one.numbering, column, known)
    best = min(readings, key=lambda one: (one.faults, one.strange))
    _refuse(best, said)
    raise AssertionError("unreachable")


def _readings(
    texts: Sequence[Sequence[tuple[str, str]]], numberings: Sequence[Numbering]
) -> list[_Reading]:
    readings = []
    unique = [one for one in numberings if len(set(one.numbers)) == len(one.numbers)]
    for notation in notations(text for row in texts for text, _ in row):
        rows = [[notation(*cell) for cell in row] for row in texts]
        strange = sum(isinstance(entry, Strange) for row in rows for entry in row)
        for numbering in unique:
            faults = _faults(rows, numbering.numbers)
            readings.append(_Reading(rows, numbering, strange + faults, strange))
    return readings


def _faults(rows: Sequence[Sequence[Entry]], numbers: Sequence[int]) -> int:
    """How many cells are not confirmed by the opponent's row."""
    table = dict(zip(numbers, rows))
    faults = 0
    for no, row in table.items():
        for index, entry in enumerate(row):
            if isinstance(entry, RoundEntry) and entry.opponent is not None:
                their = table.get(entry.opponent)
                other = their[index] if their is not None and entry.opponent != no else None
                faults += disagree(no, entry, other if isinstance(other, RoundEntry) else None)
    return faults


def _open(reading: _Reading) -> bool:
    return any(isinstance(entry, OpenBye) for row in reading.rows for entry in row)


def _points_of(
    reading: _Reading, said: Sequence[Points], others: Sequence[Points]
) -> Points | None:
    """The column with the points that each row's games add up to."""
    for column in (*said, *(() if said else others)):
        if all(
            _worth(row, printed) is not None for row, printed in zip(reading.rows, column.values)
        ) and (said or any(column.values)):
            return column
    return None


def _worth(row: Sequence[Entry], printed: Decimal | None) -> list[Decimal] | None:
    """The points of each open bye in a row, given its total; None if nothing fits."""
    if printed is None:
        return None
    rest = printed - points(entry for entry in row if isinstance(entry, RoundEntry))
    number = sum(isinstance(entry, OpenBye) for entry in row)
    if not number:
        return [] if rest == ZERO else None
    each = rest / number
    # If two byes are worth one point together, it is unknown whether each is a half.
    is_clear = each in (ZERO, ONE) or (each == HALF and number == 1)
    return [each] * number if is_clear else None


def _games(reading: _Reading, column: Points | None) -> tuple[Game, ...]:
    rows = []
    for at, (no, row) in enumerate(zip(reading.numbering.numbers, reading.rows)):
        worth = iter((_worth(row, column.values[at]) if column else None) or ())
        cells = [
            RoundEntry(None, None, next(worth), Kind.BYE, entry.text, entry.where)
            if isinstance(entry, OpenBye)
            else entry if isinstance(entry, RoundEntry) else None
            for entry in row
        ]  # fmt: skip
        rows.append((no, cells))
    return assemble(rows)


def _by_rows(reading: _Reading, column: Points | None) -> tuple[tuple[object, ...], ...]:
    """The games by rows of the table, whatever the numbers."""
    row: Mapping[int | None, int] = {no: at for at, no in enumerate(reading.numbering.numbers)}
    return tuple(
        sorted(
            (game.round, row[game.white], row.get(game.black, -1), game.result.code)
            for game in _games(reading, column)
        )
    )


def _refuse_numbers(numbering: Numbering, texts: Sequence[Sequence[tuple[str, str]]]) -> None:
    seen: set[int] = set()
    for no, row in zip(numbering.numbers, texts):
        if no in seen:
            raise make_error(EventError, "read_number_twice", row[0][1] if row else "", no=no)
        seen.add(no)


def _refuse(reading: _Reading, said: Sequence[Points]) -> None:
    """Report which cell does not fit."""
    for row in reading.rows:
        for entry in row:
            if isinstance(entry, Strange):
                raise strange_cell("read_cell", entry.text, entry.where)
    cells = reading.cells()
    assemble(zip(reading.numbering.numbers, cells))
    for at, row in enumerate(reading.rows):
        byes = [entry for entry in row if isinstance(entry, OpenBye)]
        if byes and not (said and _worth(row, said[0].values[at])):
            raise make_error(
                ArgumentError, "read_bye_worth", byes[0].where, found=repr(byes[0].text)
            )
    for at, row in enumerate(cells):
        printed = said[0].values[at]
        if printed is None:
            raise make_error(EventError, "read_no_points", said[0].place(at))
        check_points(row, printed, said[0].place(at))
