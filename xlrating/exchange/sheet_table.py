"""The table of a workbook: on the named sheet, or the only one that contains a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import NoReturn

from ..engine.account import Account
from ..engine.errors import FileError
from ..engine.languages import LANGUAGES
from ..engine.problem import make_error
from ..engine.texts import keys, wording
from ..engine.vocabulary.headings import are_headings
from .decimals import DecimalFormat
from .files import AnyPath
from .footers import body_of
from .grid import Grid, grids_in
from .looks import tell_looks
from .row import Row
from .shape import cells_of_line, expect_lines, headings_of_table, shown_heading
from .sheets import Sheets, open_sheets
from .tabular import BODY, ReadOptions, Table, lines_of_file
from .template import named, was_template
from .unknown import Unknown

#: A few bytes of an .ods can claim that a line is repeated a million times.
_LINES = 500_000
#: How many lines of titles may precede the headings.
_HEAD_LINES = 20


def read_sheet(path: AnyPath, asked: ReadOptions) -> Table:
    """The table of a workbook.

    Raises `FileError` if no sheet has headings, or several could be meant.
    """
    sheets = open_sheets(path)
    name = Path(path).name
    if not sheets.names:
        raise make_error(FileError, "read_no_sheets", name)
    sheet = _sheet_of(sheets, asked)
    if sheet == named(sheets.names, "Start") and (after := named(sheets.names, "Next")):
        raise make_error(FileError, "list_template", name, sheet=after)
    (grid,) = grids_in(sheets, sheet)
    # Titles above a table are single cells; its headings are several.
    head = head_of(grid)
    if head < 0:
        counts = (sum(str(value).strip() != "" for value in row) for row in grid.rows[:_HEAD_LINES])
        head = next((index for index, count in enumerate(counts) if count > 1), -1)
    if head < 0:
        others = [each for each in sheets.visible if each != sheet]
        raise make_error(
            FileError,
            "read_headings_elsewhere" if others else "read_no_headings_on",
            name,
            sheet=sheet,
        )
    found = table_below(grid, head, asked)
    doubts = tuple(tell_looks(sheets, found.account, (BODY,)))
    return found._replace(account=replace(found.account, doubts=doubts))


def table_below(grid: Grid, head: int, asked: ReadOptions) -> Table:
    """The table below the headings in row `head` of a grid.

    Raises `FileError` for a duplicate heading, or a line of text with more or fewer cells.
    """
    rows = grid.rows
    place = grid.line(head) if grid.area else grid.name
    headings = headings_of_table(rows[head], place, rows[head + 1 :])
    # Headings may be repeated on each page.
    filled = [(at, row) for at, row in enumerate(rows[head + 1 :], head + 2)
              if _is_filled(row) and row != rows[head]]  # fmt: skip
    expect_lines(len(filled), Account(grid.name, "", sheet=grid.sheet).place, _LINES)
    headed = [(at, _below(row, headings)) for at, row in filled]
    beside = [at for at, row in headed if not _is_filled(row)]
    kept = [one for one in headed if _is_filled(one[1])]
    own, below = body_of(kept, head + 1, lambda at: grid.line(at - 1))
    rows_of = dict(filled)
    body = [(at, rows_of[at]) for at, _ in own]
    for at, row in body if grid.lines else ():
        cells_of_line([*map(str, row)], len(headings), grid.line(at - 1))
    lines = grid.first or range(1, len(rows) + 1)
    kinds = lines_of_file(
        lines[head] - 1, lines[head], (lines[at - 1] for at, _ in body),
        [lines[at - 1] for at in (*below, *beside)], len(grid.lines or rows),
    )  # fmt: skip
    account = Account(grid.name, "table", grid.encoding, grid.separator, grid.sheet, grid.area)
    numbers = DecimalFormat((value for _, row in body for value in row), decimal=grid.decimal)
    return Table(
        grid.name,
        headings,
        tuple(
            Row(headings, row, grid.line(at - 1), partial(_cell, grid, at - 1, headings), numbers)
            for at, row in body
        ),
        above=tuple(map(as_line, rows[:head])),
        written=tuple(map(shown_heading, rows[head])),
        account=replace(account, others=grid.others, lines=kinds),
        asked=asked,
    )


def _below(row: Sequence[object], headings: Sequence[str]) -> Sequence[object]:
    """The cells of a line below headings; what is to the right of a table is a remark."""
    return [cell if heading else "" for cell, heading in zip(row, headings)]


def _cell(grid: Grid, row: int, headings: Sequence[str], at: int) -> str:
    return grid.at(row, at, headings[at])


def as_line(row: Sequence[object]) -> str:
    """The cells of a row like a line of text."""
    cells = [str(value).strip() for value in row]
    return ",".join(cells).rstrip(",")


def head_of(grid: Grid) -> int:
    """The row of a grid's headings of players or games; -1 if there is none."""
    first = range(grid.top, min(len(grid.rows), grid.top + _HEAD_LINES))
    return next((at for at in first if are_headings(grid.rows[at])), -1)


def _sheet_of(sheets: Sheets, asked: ReadOptions) -> str:
    """The sheet to read: the named one, otherwise the only one that contains a table.

    Raises `FileError` if several could be meant, or the named one does not exist.
    """
    if asked.sheet:
        sheets.rows(asked.sheet)
        return asked.sheet
    first = sheets.first
    if len(sheets.visible) < 2 or was_template(sheets.names) or _beside_list() & {*sheets.names}:
        return first
    tables = [name for name in sheets.visible if _holds_people(next(grids_in(sheets, name)))]
    if len(tables) > 1:
        refuse_two_sheets(sheets.path.name, tables)
    return tables[0] if tables else first


def refuse_two_sheets(file: str, names: Sequence[str]) -> NoReturn:
    """Raise `FileError`: any of these sheets could be meant."""
    words = {"names": ", ".join(names), "one": names[0]}
    raise make_error(FileError, "read_two_sheets", file, **words)


def without_added(tables: Sequence[Table]) -> Sequence[Table]:
    """The tables without the Ratings and Audit of a copy with ratings, if there are others."""
    wordings = [wording(f"col_{key}") for key in ("expected", "gain", "k", "change")]
    added = [{one[language] for one in wordings} for language in LANGUAGES]
    own = [table for table in tables if not any(one <= {*table.written} for one in added)]
    return own or tables


@lru_cache(maxsize=1)
def _beside_list() -> frozenset[str]:
    """The names of the sheets that only xlrating's own lists have after the first, in any language.

    A list counts as one if it has any of them: the others may have been renamed.
    """
    found = keys("fed_sheet_held", "fed_sheet_made", "fed_sheet_notices")
    return frozenset(text for key in found for text in wording(key).values())


def _holds_people(grid: Grid) -> bool:
    """Whether a sheet has a table of people or games below its headings."""
    head = head_of(grid)
    return head >= 0 and any(map(_is_filled, grid.rows[head + 1 :]))


def _is_filled(row: Sequence[object]) -> bool:
    """Whether a line contains anything; a cell without value counts."""
    return any(
        not isinstance(value, str) or isinstance(value, Unknown) or bool(value.strip())
        for value in row
    )
