"""What a user's own workbook claims about ratings, points and places, compared to the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from ..engine.errors import RatingError
from ..engine.lines import Line
from ..engine.rounding import exact, half_away
from ..exchange.crosstables.words import begin_of, claim_of
from ..exchange.sheets import Sheets, where
from ..exchange.unknown import Unknown
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
    for column in table.account.columns:
        part, col = claim_of(column.heading), column.number - 1
        if part not in VALUES or column.use == "used":
            continue
        if begin_of(column.heading) not in ("", table.place.area.partition(":")[0]):
            continue  # these are new columns of the adjacent table
        numbers = {row: number for row in table.rows if (number := _number(rows, row, col)) != ""}
        claim = Claim(table, part, col, column.heading, numbers)
        # What programs head rtg+/- is the change, or the score minus what was expected.
        meant = [claim, claim._replace(part="gain")] if part == "change" else [claim]
        if numbers:
            found.append(min(meant, key=lambda one: len(list(differing(one)))))
    return found


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
