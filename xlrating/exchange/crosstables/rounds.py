"""The games in a table with a column for each round, and which of its columns is the points.

Ambiguities of a table are resolved by the table alone: its notation, the
column that numbers the opponents, the points for a bye. The right reading is the one in which both
halves of every game agree and the points add up; if there are two, neither is accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import zip_longest
from typing import NamedTuple, cast

from ...engine.errors import ArgumentError, EventError
from ...engine.errors import shown as quoted
from ...engine.event import Game
from ...engine.problem import make_error
from ...engine.results import Kind, Result
from ...engine.scoring import STANDARD, Scoring
from ..crosstable import (
    RoundEntry,
    agreed,
    assemble,
    check_points,
    says_colours,
    strange_cell,
)
from ..totals import SCORINGS, said_by, scores_of_byes, total
from .entries import Entry, OpenBye, Strange, notations


class Points(NamedTuple):
    """A column that may be the points: its heading, its values, and a function for their places.

    `at` is the column's index.
    """

    heading: str
    values: Sequence[Decimal | None]
    place: Callable[[int], str]
    at: int = -1


class Numbering(NamedTuple):
    """One way in which a table may number its players: by a column, or by row order.

    `at` is the column's index, -1 if there is none.
    """

    heading: str
    numbers: Sequence[int]
    at: int = -1


class RoundCells(NamedTuple):
    """The plain texts of the rounds in rows of players, and the places of these cells."""

    texts: Sequence[Sequence[str]]
    places: Sequence[Sequence[str]]


class JoinedRounds(NamedTuple):
    """The games of a table, the numbers of its rows, and the column with the points.

    `says_colours` says whether the colours of all played games are known; `scoring` is the one by
    which games add up to that column.
    """

    games: tuple[Game, ...]
    numbering: Numbering
    points: Points | None
    says_colours: bool = True
    scoring: Scoring = STANDARD


class _Fit(NamedTuple):
    """A reading with the column of points that its games add up to, None if there is none."""

    reading: _Reading
    column: Points | None
    scoring: Scoring


class _Reading(NamedTuple):
    """The entries of a table in one notation and numbering.

    `results` are those on which two rows agree, by round and the number of the lower row; `faults`
    counts the entries that no other confirms, and those that are `strange`.
    """

    rows: Sequence[Sequence[Entry]]
    numbering: Numbering
    results: Sequence[Mapping[int, Result]]
    faults: int
    strange: int

    def cells(self) -> list[Sequence[RoundEntry | None]]:
        return [
            cast("Sequence[RoundEntry | None]", row)
            if {OpenBye, Strange}.isdisjoint(map(type, row))
            else [entry if isinstance(entry, RoundEntry) else None for entry in row]
            for row in self.rows
        ]


def join(
    cells: RoundCells,
    numberings: Sequence[Numbering],
    said: Sequence[Points],
    others: Sequence[Points] = (),
) -> JoinedRounds:
    """The games of the rounds in rows of players.

    `said` are the columns headed as points, `others` those that may contain them. Raises
    `ArgumentError` naming a cell that cannot be read, and `EventError` naming a cell that
    contradicts another one or the points.
    """
    readings, places = _readings(cells.texts, numberings), cells.places
    if not readings:
        _refuse_numbers(numberings[0], places)
    whole = [one for one in readings if not one.faults]
    fitting = _fitting(whole, said, others)
    if not fitting and whole and not said and not _open(whole[0]):
        fitting = [_Fit(one, None, STANDARD) for one in whole]
    if len(fitting) > 1 and len({_by_rows(one) for one in fitting}) > 1:
        headings = " / ".join(dict.fromkeys(one.reading.numbering.heading for one in fitting))
        raise make_error(EventError, "read_two_numberings", places[0][0], columns=headings)
    if fitting:
        one, column, scoring = fitting[0]
        _expect_clear_signs(one, places)
        known = says_colours(zip(one.numbering.numbers, one.cells()))
        games = _games(fitting[0], places)
        return JoinedRounds(games, one.numbering, column, known, said_by(scoring))
    best = min(readings, key=lambda one: (one.faults, one.strange))
    _refuse(best, said, places)
    raise AssertionError("unreachable")


def _expect_clear_signs(one: _Reading, places: Sequence[Sequence[str]]) -> None:
    """Raise `ArgumentError` if + and - are all results there are: of games, or of forfeits."""
    first: tuple[RoundEntry, str] | None = None
    for entry, where in _placed(one.rows, places):
        if not isinstance(entry, RoundEntry) or not entry.opponent:
            continue
        if entry.kind is Kind.POSTPONED:
            continue
        if entry.kind is not Kind.FORFEIT or not entry.text.endswith(("+", "-")):
            return
        first = first or (entry, where)
    if first:
        found = quoted(first[0].text)
        raise make_error(ArgumentError, "read_signs_alone", first[1], found=found)


def _placed(
    rows: Sequence[Sequence[Entry]], places: Sequence[Sequence[str]]
) -> Iterator[tuple[Entry, str]]:
    """The entries of all rows with their places."""
    return ((entry, where) for row, own in zip(rows, places) for entry, where in zip(row, own))


def _readings(texts: Sequence[Sequence[str]], numberings: Sequence[Numbering]) -> list[_Reading]:
    readings = []
    unique = [one for one in numberings if len(set(one.numbers)) == len(one.numbers)]
    different = set[str]().union(*texts)
    for notation in notations(different):
        entries = {text: notation(text) for text in different}
        rows = [[*map(entries.__getitem__, row)] for row in texts]
        strange = sum([*map(type, row)].count(Strange) for row in rows)
        for numbering in unique:
            results, faults = _compared(rows, numbering.numbers)
            readings.append(_Reading(rows, numbering, results, strange + faults, strange))
    return readings


def _compared(
    rows: Sequence[Sequence[Entry]], numbers: Sequence[int]
) -> tuple[list[dict[int, Result]], int]:
    """The results of a reading, and how many cells are not confirmed by the opponent's row."""
    at = {no: row for row, no in enumerate(numbers)}
    found, faults = list[dict[int, Result]](), 0
    for entries in zip_longest(*rows):
        results: dict[int, Result] = {}
        for no, entry in zip(numbers, entries):
            if no in results or not isinstance(entry, RoundEntry):
                continue
            opponent = entry.opponent
            if opponent is None:
                continue
            row = at.get(opponent)
            other = entries[row] if row is not None and opponent != no else None
            result = agreed(no, entry, other if isinstance(other, RoundEntry) else None)
            if result is None:
                faults += 1
            else:
                results[opponent] = result
        found.append(results)
    return found, faults


def _open(reading: _Reading) -> bool:
    return any(isinstance(entry, OpenBye) for row in reading.rows for entry in row)


def _fitting(
    readings: Sequence[_Reading], said: Sequence[Points], others: Sequence[Points]
) -> list[_Fit]:
    """The readings that add up to a column of points, by the first scoring for which any does."""
    # Only in a column headed as points may a win and a draw be worth anything but 1 and ½.
    for scoring in SCORINGS if said else SCORINGS[:1]:
        found = [(one, _points_of(one, said, others, scoring)) for one in readings]
        if fitting := [_Fit(one, column, scoring) for one, column in found if column]:
            return fitting
    return []


def _points_of(
    reading: _Reading, said: Sequence[Points], others: Sequence[Points], scoring: Scoring
) -> Points | None:
    """The column with the points that each row's games add up to."""
    for column in (*said, *(() if said else others)):
        rows = zip(reading.rows, column.values)
        if all(_byes(row, printed, scoring) is not None for row, printed in rows) and (
            said or any(column.values)
        ):
            return column
    return None


def _byes(row: Sequence[Entry], printed: Decimal | None, scoring: Scoring) -> list[Decimal] | None:
    """The score of each open bye in a row, given its total; None if nothing fits."""
    if printed is None:
        return None
    number = sum(isinstance(entry, OpenBye) for entry in row)
    return scores_of_byes(scoring, printed - total(scoring, row), number)


def _games(fit: _Fit, places: Sequence[Sequence[str]] = ()) -> tuple[Game, ...]:
    """The games of a reading without faults; `places` are those of its cells."""
    rows = []
    reading, column, scoring = fit
    named = zip(reading.numbering.numbers, reading.rows, reading.cells())
    for at, (no, row, entries) in enumerate(named):
        if OpenBye in map(type, row):
            worth = iter((_byes(row, column.values[at], scoring) if column else None) or ())
            entries = [
                RoundEntry(None, None, next(worth), Kind.BYE, entry.text)
                if isinstance(entry, OpenBye)
                else own
                for entry, own in zip(row, entries)
            ]
        rows.append((no, entries))
    return assemble(rows, places, reading.results)


def _by_rows(fit: _Fit) -> tuple[tuple[object, ...], ...]:
    """The games, with rows in place of players' numbers, to compare different numberings."""
    row: Mapping[int | None, int] = {
        no: at for at, no in enumerate(fit.reading.numbering.numbers)
    }  # fmt: skip
    return tuple(
        sorted(
            (game.round, row[game.white], row.get(game.black, -1), game.result.code)
            for game in _games(fit)
        )
    )


def _refuse_numbers(numbering: Numbering, places: Sequence[Sequence[str]]) -> None:
    seen: set[int] = set()
    for no, row in zip(numbering.numbers, places):
        if no in seen:
            raise make_error(EventError, "read_number_twice", row[0] if row else "", no=no)
        seen.add(no)


def _refuse(reading: _Reading, said: Sequence[Points], places: Sequence[Sequence[str]]) -> None:
    """Raise the error for a cell that does not fit, by the scoring that fits most rows."""
    for entry, where in _placed(reading.rows, places):
        if isinstance(entry, Strange):
            raise strange_cell("read_cell", entry.text, where)
    assemble(zip(reading.numbering.numbers, reading.cells()), places)

    def fits(at: int, scoring: Scoring) -> bool:
        return bool(said) and _byes(reading.rows[at], said[0].values[at], scoring) is not None

    rows = range(len(reading.rows))
    scoring = max(SCORINGS, key=lambda one: sum(fits(at, one) for at in rows))
    for at, (row, own) in enumerate(zip(reading.rows, places)):
        byes = [(entry, where) for entry, where in zip(row, own) if isinstance(entry, OpenBye)]
        if byes and not fits(at, scoring):
            found = repr(byes[0][0].text)
            raise make_error(ArgumentError, "read_bye_worth", byes[0][1], found=found)
    for at, row in enumerate(reading.rows):
        printed = said[0].values[at]
        if printed is None:
            raise make_error(EventError, "read_no_points", said[0].place(at))
        if not fits(at, scoring):
            check_points(total(scoring, row), printed, said[0].place(at))
