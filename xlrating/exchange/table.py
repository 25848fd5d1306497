"""A table with headings, read from text or from a sheet."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from pathlib import Path

from ..engine.account import IGNORED, UNUSED, USED, Account, AccountColumn, in_runs
from ..engine.errors import FileError
from ..engine.problem import make_error
from ..engine.vocabulary.headings import (
    are_headings,
    heading_of,
    known_headings,
    same_part,
    spellings,
)
from ..engine.vocabulary.lists import NAMES, list_of_headings
from .dbf_table import DBF, read_dbf
from .decimals import DecimalFormat
from .encodings import text_of
from .fide_list import HEADINGS, WRITTEN, begins_fide_list, rated_rows
from .files import LIST_LIMIT, SHEETS, TEXT_LIMIT, AnyPath, head_of, lines_of, read_bytes
from .footers import body_of
from .national_lists import arranged, each_once
from .parquet import PARQUET, parquet_rows
from .row import Row
from .shape import cells_of_line, expect_lines, headings_of_table, shown_heading
from .sheet_table import read_sheet
from .tabular import AS_IT_IS, BODY, ReadOptions, Table, lines_of_file

__all__ = ["ReadOptions", "Row", "Table", "has_title", "line_of_headings", "read_table"]

#: The most lines that a table may have, and a rating list.
LINES, LIST_LINES = 500_000, 1_000_000

#: How many lines of titles may precede the headings.
_HEAD_LINES = 20
HEAD_BYTES = 2**14


def read_table(path: AnyPath, is_list: bool = False, asked: ReadOptions = AS_IT_IS) -> Table:
    """The table in a .csv, .tsv or .parquet file, or on the sheet of a workbook that contains one.

    A list as FIDE publishes it becomes the table that a federation would have. With `is_list`, a
    rating list, the file may be as large as that. Lines starting with ``#`` are comments, except
    for ``#1001,…`` and ``#,…``. Raises `FileError` if the file cannot be read, has no headings, or
    has a line with more or fewer cells than headings.
    """
    return finished(_read_table(path, is_list, asked))


def finished(table: Table) -> Table:
    """A table with our own headings, if it is a federation's list, and without ignored ones."""
    return _without_ignored(_of_federation(table))


def _without_ignored(table: Table) -> Table:
    """The table with ignored headings in parentheses where others mean the same: those count.

    An ignored K is left out in any case: the regulation has one, too.
    """
    ignored = {*map(heading_of, table.asked.ignore)}
    others = {*table.headings} - ignored
    names = [
        f"({name})"
        if name in ignored and (name in spellings("k") or not others.isdisjoint(same_part(name)))
        else name
        for name in table.headings
    ]
    headings = tuple(names)
    if headings == table.headings:
        return table
    rows = tuple(row._replace(headings=headings) for row in table.rows)
    return table._replace(headings=headings, rows=rows)


def _read_table(path: AnyPath, is_list: bool, asked: ReadOptions) -> Table:
    name, ending = Path(path).name, Path(path).suffix.lower()
    if ending in SHEETS:
        return read_sheet(path, asked)
    if ending == PARQUET:
        headings, written, found = parquet_rows(path)
        own = tuple(Row(headings, *one) for one in found)
        there = {line_of(row.place) for row in own}
        last = max(there, default=0)
        kinds = in_runs(BODY if at in there else "blank" for at in range(1, last + 1))
        account = Account(name, "table", lines=kinds)
        return Table(name, headings, own, (), written, account, asked)
    if ending == DBF:
        return read_dbf(path, asked)
    head = head_of(path, HEAD_BYTES)
    if begins_fide_list(head):
        # Most people on it have no rating and are left out.
        rated, records = rated_rows(path)
        account = Account(name, "fide", records=records)
        return Table(name, HEADINGS, rated, (), WRITTEN, account, asked)
    limit = LIST_LIMIT if is_list else TEXT_LIMIT
    # A short file is not opened again.
    data = head if len(head) < HEAD_BYTES else read_bytes(path, limit)
    text, encoding = text_of(
        data, name, is_in_letters, "" if data.isascii() else _own_letters(head)
    )
    number = max(text.count("\n"), text.count("\r"))
    expect_lines(number, name, LIST_LINES if is_list else LINES)
    all_lines = lines_of(text)
    lines = ["" if _is_comment(line) else line for line in all_lines]
    start = line_of_headings(lines)
    lines[:start] = [""] * start
    first = next((line for line in lines if line.strip()), "")
    separator = max(",;\t|", key=first.count)
    reader = csv.reader(lines, delimiter=separator)
    filled: list[tuple[int, list[str]]] = []
    number = 1
    try:
        for cells in reader:
            # Headings may be repeated on each page.
            if any(cell.strip() for cell in cells) and not (filled and cells == filled[0][1]):
                filled.append((number, cells))
            number = reader.line_num + 1
    except csv.Error as error:
        raise make_error(FileError, "read_no_csv", f"{name}, line {number}", why=error) from None
    if not filled:
        raise make_error(FileError, "read_no_headings", name)
    (top, heads), *filled = filled
    headings = headings_of_table(heads, name, [cells for _, cells in filled])
    body, others = body_of(filled, top, lambda at: f"{name}, line {at}")
    # Where commas separate the columns, decimals have a point, unless cells like "2,5" tell.
    numbers = DecimalFormat(
        (cell for _, cells in body for cell in cells), decimal="." if separator == "," else ""
    )
    rows = [_text_row(headings, cells, f"{name}, line {at}", numbers) for at, cells in body]
    kinds = lines_of_file(start, top, (at for at, _ in body), others, len(lines))
    account = Account(name, "table", encoding, separator, lines=kinds)
    above, written = tuple(all_lines[:start]), tuple(map(shown_heading, heads))
    return Table(name, headings, tuple(rows), above, written, account, asked)


def _of_federation(table: Table) -> Table:
    """The table with our own headings, if it is a federation's list."""
    found = arranged(table.headings)
    if found is None:
        return table
    own_rows = map(found.row, table.rows)
    is_known = found.known.key != NAMES
    rows = tuple(each_once(own_rows, found.headings) if is_known else own_rows)
    once = {row.place for row in rows}
    again = tuple(line_of(row.place) for row in table.rows if row.place not in once)
    parts = {column: part.name for part in found.parts for column in part.columns}
    own = {name: at for at, name in enumerate(table.headings) if at not in found.rest}
    ignored = {*map(heading_of, table.asked.ignore)}
    uses = {name: IGNORED if name in ignored else UNUSED for name in own} | dict.fromkeys(
        parts, USED
    )
    columns = (
        AccountColumn(table.written[at], at + 1, uses[name], parts.get(name, ""))
        for name, at in own.items()
    )
    account = replace(table.account, columns=tuple(columns)).without("repeated rows", again)
    written = tuple(table.written[at] for at in found.places)
    return table._replace(
        headings=found.headings, rows=rows, written=written, account=account, places=found.places
    )


def line_of(place: str) -> int:
    """The number of the line or row that the place of a `Row` names."""
    return int(re.sub(r".*\D", "", place))


def line_of_headings(lines: list[str]) -> int:
    """The index of the line with the headings, below titles and the like; 0 for a blank text."""
    for number, line in enumerate(lines[:_HEAD_LINES]):
        if are_headings(cell.strip(' "\r\n') for cell in re.split("[,;\t]", line)):
            return number
    return next((number for number, line in enumerate(lines) if line.strip()), 0)


def has_title(path: AnyPath) -> bool:
    """Whether there is a line above the headings of a .csv or .tsv file, such as an event's title.

    ``sep=;`` is an instruction for spreadsheets.
    """
    lines = lines_of(head_of(path, HEAD_BYTES).decode("utf-8-sig", "replace"))
    above = (line.strip(" ,;\t\r\n") for line in lines[: line_of_headings(lines)])
    return any(line and not line.lower().startswith("sep=") for line in above)


def _is_comment(line: str) -> bool:
    """Whether a line is a remark: `#`, not directly followed by a cell of a table."""
    return line.startswith("#") and not re.match(r"#[^\s,;]*[,;\t]", line)


def _own_letters(head: bytes) -> str:
    """The encoding of a federation's list, recognised by its headings; '' for any other file."""
    line = head.split(b"\n", 1)[0].decode("latin-1")
    known = list_of_headings(heading_of(cell.strip(' "\r')) for cell in re.split("[,;\t]", line))
    return known.letters if known else ""


def is_in_letters(text: str) -> bool:
    """Whether one of the first lines contains a known heading in Chinese or Russian letters."""
    shown = {
        heading_of(cell.strip(' "'))
        for line in lines_of(text)[:_HEAD_LINES]
        for cell in re.split("[,;\t\r\n]", line)
    }
    return any(not name.isascii() for name in shown & known_headings())


def _text_row(
    headings: tuple[str, ...], cells: list[str], place: str, numbers: DecimalFormat
) -> Row:
    own = cells_of_line(cells, len(headings), place)
    return Row(headings, own, place, lambda i: f"{place}, column {headings[i]}", numbers)
