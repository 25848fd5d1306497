"""A table with headings, whether it came as text or as a sheet, and its cells by heading."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ..engine.errors import ArgumentError, FileError, RatingError, shown
from ..engine.problem import refusal
from ..engine.rounding import HALF, exact
from ..engine.words.headings import are_headings, heading_of, known_headings
from ..engine.words.letters import letters, without_apostrophe
from ..engine.words.sex import read_sex
from .decimals import Numbers
from .fide_list import HEADINGS, looks_like_fide_list, rated_rows
from .files import LIST_LIMIT, SHEETS, TEXT_LIMIT, AnyPath, head_of, lines_of, read_text
from .national_lists import arranged, each_once
from .parquet import is_parquet, parquet_rows
from .shape import cells_of_line, headings_of
from .sheets import open_sheets, where
from .template import named
from .unknown import Unknown, unreadable

#: No list of players is longer; a few bytes of an .ods can say that a line is there a million
#: times. Text has to have the lines.
LINES, LIST_LINES = 500_000, 1_000_000

#: Headings of a sheet may stand below some lines of title.
_HEAD_LINES = 20
HEAD_BYTES = 2**14


class Row(NamedTuple):
    """One line of a table; `place` names it, `column_place` one cell of it, for messages."""

    headings: Sequence[str]
    values: Sequence[object]
    place: str
    column_place: Callable[[int], str]
    numbers: Numbers = Numbers()

    def at(self, column: str) -> str:
        """The place of a cell in words; that of the row when it has no such column."""
        if column not in self.headings:
            return self.place
        return self.column_place(self.headings.index(column))

    def text(self, column: str) -> str:
        """The text of a cell, blank when the row has no such column."""
        if column not in self.headings:
            return ""  # most columns that a list may have are not there
        value = self.value(column)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        return without_apostrophe(letters(str(value)).strip())

    def value(self, column: str) -> object:
        """What a cell holds, text or whatever a spreadsheet keeps.

        Raises `ArgumentError` with the place for an error or a formula without a value.
        """
        found = self.values[self.headings.index(column)] if column in self.headings else ""
        if error := unreadable(found):
            raise error.at(self.at(column))
        return found

    def number(self, column: str) -> Decimal | None:
        """The number in a cell, None when it is blank.

        Raises `ArgumentError` or `NumberError` with the place for anything else.
        """
        if column not in self.headings:
            return None
        value = self.value(column)
        if isinstance(value, str):
            value = self.text(column)
            if value == "":
                return None
        try:
            if isinstance(value, (int, float)):
                return exact(value, column)
            return self.numbers.read(str(value), column)
        except RatingError as error:
            raise error.at(self.at(column)) from None

    def points(self, column: str) -> Decimal | None:
        """The points in a cell, as `number`; ½ is a half, alone or after a whole number."""
        found = re.fullmatch(r"(\d{0,3})\s?½", self.text(column))
        return Decimal(found[1] or 0) + HALF if found else self.number(column)

    def whole(self, column: str) -> int | None:
        """The whole number in a cell, None when it is blank; errors as for `number`."""
        number = self.number(column)
        if number is not None and (number.adjusted() > 9 or number != int(number)):
            raise refusal(
                ArgumentError, "read_whole", self.at(column), column=column, found=str(number)
            )
        return None if number is None else int(number)

    def sex(self, column: str) -> str:
        """The sex in a cell, ``f`` or ``m``, blank when it is not given.

        Raises `ArgumentError` with the place for anything else.
        """
        try:
            return read_sex(self.text(column))
        except RatingError as error:
            raise error.at(self.at(column)) from None

    def year(self, column: str) -> int | None:
        """The year in a cell that holds a year or a date, None when it is blank."""
        text = self.text(column)
        found = re.search(r"(?<!\d)\d{4}(?!\d)", text)
        if text and not found:
            raise refusal(
                ArgumentError, "read_year", self.at(column), column=column, found=shown(text)
            )
        return int(found[0]) or None if found else None


class Table(NamedTuple):
    """Headings in lower case with ``_`` for blanks, the rows below them, the lines above.

    `written` are the headings as they stand there.
    """

    name: str
    headings: tuple[str, ...]
    rows: tuple[Row, ...]
    above: tuple[str, ...] = ()
    written: tuple[str, ...] = ()


def read_table(path: AnyPath, is_list: bool = False) -> Table:
    """The table of a .csv, .tsv or .parquet file, or of the first sheet of a workbook not hidden.

    A list as FIDE publishes it becomes the table that a federation would have. What `is_list`, a
    rating list, may be as large as that. Lines that start with ``#`` are comments, but for
    ``#1001,…`` and ``#,…``. Raises `FileError` when the file cannot be read, has no headings, or
    has a line with more or fewer cells than headings.
    """
    return _of_federation(_read_table(path, is_list))


def _read_table(path: AnyPath, is_list: bool) -> Table:
    if Path(path).suffix.lower() in SHEETS:
        return _read_sheet(path)
    name = Path(path).name
    if is_parquet(path):
        heads, shown, found = parquet_rows(path)
        return Table(name, heads, tuple(Row(heads, *one) for one in found), (), shown)
    if looks_like_fide_list(path):
        # Most of those who are on it have no rating and are left out.
        rated = tuple(Row(HEADINGS, *found) for found in rated_rows(path))
        return Table(name, HEADINGS, rated, written=HEADINGS)
    text = read_text(path, is_in_letters, LIST_LIMIT if is_list else TEXT_LIMIT)
    number = max(text.count("\n"), text.count("\r"))
    _expect_lines(number, name, LIST_LINES if is_list else LINES)
    all_lines = lines_of(text)
    lines = ["" if _is_comment(line) else line for line in all_lines]
    start = line_of_headings(lines)
    lines[:start] = [""] * start
    first = next((line for line in lines if line.strip()), "")
    separator = max(",;\t", key=first.count)
    reader = csv.reader(lines, delimiter=separator)
    headings: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    rows: list[Row] = []
    cells_of_rows = (cell for row in rows for cell in row.values)
    # Where commas part the columns, nothing but a point is left for the decimals.
    numbers = Numbers(cells_of_rows, decimal="." if separator == "," else "")
    try:
        number = 1
        for cells in reader:
            place, number = f"{name}, line {number}", reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                continue
            if not headings:
                headings, written = headings_of(cells, name), _written(cells)
                continue
            rows.append(_text_row(headings, cells, place, numbers))
    except csv.Error as error:
        raise refusal(FileError, "read_no_csv", f"{name}, line {number}", why=error) from None
    if not headings:
        raise refusal(FileError, "read_no_headings", name)
    return Table(name, headings, tuple(rows), tuple(all_lines[:start]), written)


def _of_federation(table: Table) -> Table:
    """The table with the headings of a list here where it is the list of a federation."""
    found = arranged(table.headings)
    if found is None:
        return table
    rows = tuple(each_once(map(found.row, table.rows), found.headings))
    written = tuple(table.written[at] for at in found.places)
    return table._replace(headings=found.headings, rows=rows, written=written)


def line_of_headings(lines: list[str]) -> int:
    """Where the headings stand, below what is no table, such as a title."""
    for number, line in enumerate(lines[:_HEAD_LINES]):
        if are_headings(cell.strip(' "\r\n') for cell in re.split("[,;\t]", line)):
            return number
    return next((number for number, line in enumerate(lines) if line.strip()), 0)


def has_title(path: AnyPath) -> bool:
    """Whether something is said above the headings of a .csv or .tsv file: of an event its title.

    ``sep=;`` is said to a spreadsheet.
    """
    lines = lines_of(head_of(path, HEAD_BYTES).decode("utf-8-sig", "replace"))
    above = (line.strip(" ,;\t\r\n") for line in lines[: line_of_headings(lines)])
    return any(line and not line.lower().startswith("sep=") for line in above)


def _is_comment(line: str) -> bool:
    """Whether a line is a remark: `#`, and no cell of a table right after it."""
    return line.startswith("#") and not re.match(r"#[^\s,;]*[,;\t]", line)


def is_in_letters(text: str) -> bool:
    """Whether one of the first lines has a heading in Chinese or Russian letters known here."""
    shown = {
        heading_of(cell.strip(' "'))
        for line in lines_of(text)[:_HEAD_LINES]
        for cell in re.split("[,;\t\r\n]", line)
    }
    return any(not name.isascii() for name in shown & known_headings())


def _text_row(headings: tuple[str, ...], cells: list[str], place: str, numbers: Numbers) -> Row:
    own = cells_of_line(cells, len(headings), place)
    return Row(headings, own, place, lambda i: f"{place}, column {headings[i]}", numbers)


def _read_sheet(path: AnyPath) -> Table:
    sheets = open_sheets(path)
    name = Path(path).name
    if not sheets.names:
        raise refusal(FileError, "read_no_sheets", name)
    sheet = sheets.first
    if sheet == named(sheets.names, "Start") and (after := named(sheets.names, "Next")):
        raise refusal(FileError, "list_template", name, sheet=after)
    rows = sheets.rows(sheet)
    # Titles above a table fill one cell; its headings fill several.
    head = next((i for i, row in enumerate(rows[:_HEAD_LINES]) if are_headings(row)), -1)
    if head < 0:
        counts = (sum(str(value).strip() != "" for value in row) for row in rows[:_HEAD_LINES])
        head = next((index for index, count in enumerate(counts) if count > 1), -1)
    if head < 0:
        others = [each for each in sheets.visible if each != sheet]
        raise refusal(
            FileError,
            "read_headings_elsewhere" if others else "read_no_headings_on",
            name,
            sheet=sheet,
        )
    headings = headings_of(rows[head], name)
    filled = {index: row for index, row in enumerate(rows[head + 1 :], head + 1) if _is_filled(row)}
    _expect_lines(len(filled), f"{name}, sheet {sheet}")
    numbers = Numbers(value for row in filled.values() for value in row)
    place = f"{name}, sheet {sheet}"
    return Table(
        name,
        headings,
        tuple(
            Row(
                headings,
                row,
                f"{place}, row {index + 1}",
                partial(where, name, sheet, index),
                numbers,
            )
            for index, row in filled.items()
        ),
        written=_written(rows[head]),
    )


def _written(cells: Sequence[object]) -> tuple[str, ...]:
    return tuple(letters(str(cell)).strip() for cell in cells)


def _is_filled(row: Sequence[object]) -> bool:
    """Whether a line holds anything; a cell without a value is something."""
    return any(
        not isinstance(value, str) or isinstance(value, Unknown) or bool(value.strip())
        for value in row
    )


def _expect_lines(number: int, where: str, most: int = LINES) -> None:
    if number > most:
        raise refusal(FileError, "read_lines", where, n=number, most=most)
