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
from .looks import tell_looks
from .row import Row
from .shape import expect_lines, headings_of_table, shown_heading
from .sheets import Sheets, open_sheets, where
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
    rows = sheets.rows(sheet)
    # Titles above a table are single cells; its headings are several.
    head = _head_of(rows)
    if head < 0:
        counts = (sum(str(value).strip() != "" for value in row) for row in rows[:_HEAD_LINES])
        head = next((index for index, count in enumerate(counts) if count > 1), -1)
    if head < 0:
        others = [each for each in sheets.visible if each != sheet]
        raise make_error(
            FileError,
            "read_headings_elsewhere" if others else "read_no_headings_on",
            name,
            sheet=sheet,
        )
    headings = headings_of_table(rows[head], name, rows[head + 1 :])
    # Headings may be repeated on each page.
    filled = [(at, row) for at, row in enumerate(rows[head + 1 :], head + 2)
              if _is_filled(row) and row != rows[head]]  # fmt: skip
    place = f"{name}, sheet {sheet}"
    body, below = body_of(filled, head + 1, lambda at: f"{place}, row {at}")
    expect_lines(len(body), f"{name}, sheet {sheet}", _LINES)
    numbers = DecimalFormat(value for _, row in body for value in row)
    account = Account(
        name, "table", sheet=sheet, others=tuple(one for one in sheets.names if one != sheet),
        lines=lines_of_file(head, head + 1, (at for at, _ in body), below, len(rows)),
    )  # fmt: skip
    account = replace(account, doubts=(*tell_looks(sheets, account, (BODY,)),))
    return Table(
        name,
        headings,
        tuple(
            Row(headings, row, f"{place}, row {at}", partial(where, name, sheet, at - 1), numbers)
            for at, row in body
        ),
        above=tuple(map(_as_line, rows[:head])),
        written=tuple(map(shown_heading, rows[head])),
        account=account,
        asked=asked,
    )


def _as_line(row: Sequence[object]) -> str:
    """The cells of a row like a line of text."""
    cells = [str(value).strip() for value in row]
    return ",".join(cells).rstrip(",")


def _head_of(rows: Sequence[Sequence[object]]) -> int:
    return next((at for at, row in enumerate(rows[:_HEAD_LINES]) if are_headings(row)), -1)


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
    tables = [name for name in sheets.visible if _holds_people(sheets.rows(name))]
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


def _holds_people(rows: Sequence[Sequence[object]]) -> bool:
    """Whether a sheet has a table of people or games below its headings."""
    head = _head_of(rows)
    return head >= 0 and any(map(_is_filled, rows[head + 1 :]))


def _is_filled(row: Sequence[object]) -> bool:
    """Whether a line contains anything; a cell without value counts."""
    return any(
        not isinstance(value, str) or isinstance(value, Unknown) or bool(value.strip())
        for value in row
    )
