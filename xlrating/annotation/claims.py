"""What a user's own workbook claims about ratings, points and places, compared to the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from ..engine.account import AccountColumn
from ..engine.errors import RatingError, first_of
from ..engine.lines import Line
from ..engine.problem import Problem
from ..engine.rounding import exact, half_away
from ..exchange.crosstables.words import begin_of, calculated, claim_of
from ..exchange.sheets import Sheets, where
from ..exchange.unknown import Unknown, is_uncalculated
from .tables import RatedTable

#: The parts of a rating that a column may claim, and the values of a line that are right for it.
VALUES: Mapping[str, tuple[str, ...]] = {
    "expected": ("expected",),
    "gain": ("gain",),
    "change": ("rounded", "change"),
    "new": ("new",),
}


class Claim(NamedTuple):
    """A column that claims a part of the ratings, with the number in each player's row.

    `decimals` is the largest number of decimals in it.
    """

    table: RatedTable
    part: str
    col: int
    heading: str
    numbers: Mapping[int, Decimal | str]

    @property
    def decimals(self) -> int:
        """The decimals of the number with the most of them."""
        found = (one.as_tuple().exponent for one in self.numbers.values()
                 if isinstance(one, Decimal))  # fmt: skip
        return max((-one for one in found if isinstance(one, int)), default=0)

    def agrees(self, number: Decimal | str, line: Line) -> bool:
        """Whether a number is what the line has, to as many decimals as the column has."""
        values = [getattr(line, name) for name in VALUES[self.part]]
        return any(alike(number, one, self.decimals) for one in values)


class FoundClaim(NamedTuple):
    """A cell that differs from the engine; `line` is its player's."""

    claim: Claim
    row: int
    number: Decimal | str
    expected: Decimal | None
    line: Line

    def where(self, sheets: Sheets) -> str:
        """The place of the cell in words."""
        return where(sheets.path, self.claim.table.account.sheet, self.row, self.claim.col)


def alike(number: Decimal | str, value: Decimal | None, decimals: int) -> bool:
    """Whether a number is a value, or that value rounded to so many decimals."""
    if value is None or isinstance(number, str):
        return False
    # Binary numbers of a formula are exact to some ten decimals.
    return number == value or half_away(value, min(decimals, 9)) == half_away(number, 9)


def claims_of(table: RatedTable, sheets: Sheets) -> list[Claim]:
    """The columns of a table that claim a part of the ratings."""
    rows = sheets.rows(table.account.sheet)
    found = []
    for column, part in _own_columns(table):
        if part not in VALUES:
            continue
        col = column.number - 1
        numbers = {row: number for row in table.rows if (number := _number(rows, row, col)) != ""}
        claim = Claim(table, part, col, column.heading, numbers)
        # What programs head rtg+/- is the change, or the score minus what was expected.
        meant = [claim, claim._replace(part="gain")] if part == "change" else [claim]
        if numbers:
            found.append(min(meant, key=lambda one: len(list(differing(one)))))
    return found


def _own_columns(table: RatedTable) -> Iterator[tuple[AccountColumn, str]]:
    """The columns of a table that are not its data, and what each claims."""
    for column in table.account.columns:
        # The new columns of an adjacent table name it.
        is_own = begin_of(column.heading) in ("", table.place.area.partition(":")[0])
        if is_own and column.use != "used":
            yield column, claim_of(column.heading)


def uncompared(table: RatedTable, sheets: Sheets) -> Iterator[Problem]:
    """What is not compared: columns of numbers that claim nothing known, and cells without one."""
    account, rows = table.account, sheets.rows(table.account.sheet)
    columns = []
    for column, part in _own_columns(table):
        col = column.number - 1
        if part in VALUES:
            for row in table.rows:
                if why := _not_a_number(rows, row, col):
                    yield why._replace(where=where(sheets.path, account.sheet, row, col))
        elif _may_claim(column):
            numbers = [isinstance(_number(rows, row, col), Decimal) for row in table.rows]
            columns += [column.heading] if 2 * sum(numbers) > len(numbers) else []
    if columns:
        yield Problem("check_columns", {"columns": first_of(columns)}, account.place)


def _may_claim(column: AccountColumn) -> bool:
    """Whether a column that is not compared may say something about ratings."""
    if column.use == "known":
        return calculated(column.heading) == "rating_change"
    return column.use == "unused" and column.heading != ""


def differing(claim: Claim) -> Iterator[FoundClaim]:
    """The cells of a column that differ from the engine."""
    for row, number in claim.numbers.items():
        line = claim.table.rows[row]
        if not claim.agrees(number, line):
            yield FoundClaim(claim, row, number, getattr(line, VALUES[claim.part][0]), line)


def _number(rows: Sequence[Sequence[object]], row: int, col: int) -> Decimal | str:
    """The number in a cell; a text if it contains an error, and '' if it is empty."""
    value = rows[row][col] if row < len(rows) and col < len(rows[row]) else ""
    if isinstance(value, Unknown):
        return str(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return exact(value)
    text = str(value).strip().replace("−", "-").lstrip("+")
    try:
        return exact(text) if text else ""
    except RatingError:
        return ""


def _not_a_number(rows: Sequence[Sequence[object]], row: int, col: int) -> Problem | None:
    """Why a cell with something in it has no number to compare."""
    value = rows[row][col] if row < len(rows) and col < len(rows[row]) else ""
    if is_uncalculated(value):
        return Problem("check_uncalculated", {}, "")
    # A dash says that there is none.
    is_said = str(value).strip(" -–—.") and _number(rows, row, col) == ""
    return Problem("check_no_number", {}, "") if is_said else None


class Misplaced(NamedTuple):
    """A place that the points contradict: the row, the place printed, and the places it may be."""

    row: int
    col: int
    printed: int
    first: int
    last: int


def misplaced(table: RatedTable) -> list[Misplaced]:
    """The places in a table that contradict the points of its games.

    Players with the same points may be in any order: tie-breaks are not compared.
    A column in which most numbers are not places is skipped.
    """
    event, column = table.event, _column_of_places(table)
    if column < 0 or not event.printed_places:
        return []
    points = {line.player.no: line.points for line in table.rows.values()}
    found = []
    for row, line in table.rows.items():
        printed = event.printed_places.get(line.player.no)
        better = sum(one > line.points for one in points.values())
        last = sum(one >= line.points for one in points.values())
        if printed is not None and not better < printed <= last:
            found.append(Misplaced(row, column, printed, better + 1, last))
    return found if 2 * len(found) <= len(points) else []


def _column_of_places(table: RatedTable) -> int:
    return next((one.number - 1 for one in table.account.columns if one.meaning == "rank"), -1)
