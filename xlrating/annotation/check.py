"""The cells of a user's own workbook that differ from the engine, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from ..engine.errors import EventError, shown
from ..engine.event import Event
from ..engine.problem import Problem
from ..engine.report import Report
from ..engine.texts import number
from ..exchange.addresses import address, cell_at
from ..exchange.crosstables import read_tables, tables_on
from ..exchange.ratings_beside import with_ratings
from ..exchange.sheets import Sheets, where
from ..exchange.tables import read_list_of_games
from ..exchange.tabular import AS_IT_IS, ReadOptions
from .claims import Claim, FoundClaim, claims_of, differing, misplaced, uncompared
from .reasons import Reasons
from .relative import odd_ones, own_numbers
from .tables import RatedTable, table_of, tables_of

#: The largest number of wrong points in a workbook: more are no slips.
_MOST = 1000


class WrongClaim(NamedTuple):
    """A cell that differs: its place, both numbers as text, and the likely reasons."""

    where: str
    found: str
    expected: str
    reasons: tuple[Problem, ...] = ()


def read_checked(
    sheets: Sheets, asked: ReadOptions = AS_IT_IS
) -> tuple[list[Event], list[WrongClaim]]:
    """The events of a workbook, and the points in it that its games do not add up to.

    The events are read with the right points. All other errors are raised as in reading, and that
    of the points after `_MOST` of them.
    """
    found: list[WrongClaim] = []
    while True:
        try:
            grids = tables_on(sheets, asked.sheet)
            events = read_tables(asked.on_sheet(grids), sheets.path, asked)
            tables = list(with_ratings(events, grids, asked))
            games = None if tables else read_list_of_games(grids, sheets.path, asked)
            if games is not None and table_of(games) is not None:
                tables = [replace(games, where=sheets.path.name)]
            return tables, found
        except EventError as error:
            place = cell_at(error.where)
            is_points = error.problem is not None and error.problem.key == "read_points_differ"
            if not is_points or not place or len(found) == _MOST:
                raise
            sheet, row, col = place
            words = error.problem.words
            printed, total = (number(words[key]) for key in ("printed", "total"))
            others = {at for at, of in sheets.formulas(sheet) if of == col}
            odd = _odd(sheets, sheet, sorted({*others, row}), col, row)
            found.append(WrongClaim(error.where, printed, total, odd))
            cells = list(sheets.rows(sheet)[row])
            cells[col] = float(str(words["total"]))
            sheets.rows(sheet)[row] = cells


class ClaimReport(NamedTuple):
    """The result of a comparison: how many cells, those that differ, and what is not compared."""

    cells: int
    differences: Sequence[WrongClaim]
    uncompared: Sequence[Problem] = ()


def checked(sheets: Sheets, reports: Sequence[Report]) -> ClaimReport:
    """The cells of a workbook that differ from these reports of its events."""
    cells, found, left = 0, list[WrongClaim](), list[Problem]()
    for table in tables_of(reports):
        left += uncompared(table, sheets)
        claims = claims_of(table, sheets)
        cells += sum(len(one.numbers) for one in claims)
        found += _of_ratings(table, claims, sheets)
        for one in misplaced(table):
            sheet = table.account.sheet
            odd = _odd(sheets, sheet, list(table.rows), one.col, one.row)
            right = str(one.first) if one.first == one.last else f"{one.first}–{one.last}"
            place = where(sheets.path, sheet, one.row, one.col)
            found.append(WrongClaim(place, str(one.printed), right, odd))
        cells += len(table.event.printed_places)
    return ClaimReport(cells, found, left)


def _of_ratings(table: RatedTable, claims: Sequence[Claim], sheets: Sheets) -> Iterator[WrongClaim]:
    own = [one for claim in claims for one in differing(claim)]
    wrong = {(one.row, one.claim.part): one for one in own}
    sheet, rows = table.account.sheet, list(table.rows)
    odd = {
        col: odd_ones(sheets.formulas(sheet), rows, col) for col in {one.claim.col for one in own}
    }
    pairs = [odd[one.claim.col].get(one.row) for one in own]
    written = [own_numbers(*pair) if pair else frozenset[Decimal]() for pair in pairs]
    # One reason may explain cells in several columns.
    for one, why, pair in zip(own, Reasons(table).of(own, written), pairs, strict=True):
        told = [Problem(reason.key, dict(reason.words), "") for reason in why]
        if follows := _follows(one, wrong):
            told = [follows]
        told += _told(pair)
        said = one.number if isinstance(one.number, str) else number(one.number, 9)
        right = "–" if one.expected is None else number(one.expected, max(4, one.claim.decimals))
        yield WrongClaim(one.where(sheets), said, right, tuple(told))


def _follows(found: FoundClaim, wrong: dict[tuple[int, str], FoundClaim]) -> Problem | None:
    """The wrong change that leads to a wrong new rating."""
    change = wrong.get((found.row, "change"))
    base = found.line.player.rating
    if found.claim.part != "new" or change is None or base is None:
        return None
    if isinstance(change.number, str) or isinstance(found.number, str):
        return None
    if abs(base + change.number - found.number) > 1:
        return None
    return Problem("reason_follows", {"cell": address(change.row, change.claim.col)}, "")


def _odd(
    sheets: Sheets, sheet: str, rows: Sequence[int], col: int, row: int
) -> tuple[Problem, ...]:
    """The reason that a cell's formula differs from those of the rows around it, if it does."""
    return _told(odd_ones(sheets.formulas(sheet), rows, col).get(row))


def _told(odd: tuple[str, str] | None) -> tuple[Problem, ...]:
    if odd is None:
        return ()
    own, usual = odd
    key = "reason_formula" if own else "reason_typed"
    return (Problem(key, {"own": shown(own)[1:-1], "usual": shown(usual)[1:-1]}, ""),)
