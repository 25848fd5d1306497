"""A fingerprint of a list's contents: equal for every file of it, different after any change.

It does not depend on the order of lines and columns, language, headings, formats and file type, nor
on unknown columns (a federation's own: club, licence) and marks for one period
(absence, a new title). It does on names, numbers and everything else that a list keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import partial
from hashlib import sha256
from operator import mul
from struct import pack
from typing import Any, NamedTuple
from zlib import crc32

from ..engine.report import OF_EVENT, OF_PERIOD
from ..engine.vocabulary.headings import NUMBER_FACTS, OR_NONE, OTHER_PACES, TEXT_FACTS, heading_of
from ..engine.vocabulary.names import plain_name
from ..engine.vocabulary.waiting import WAITING
from ..exchange.decimals import DecimalFormat
from ..exchange.player_columns import column_of, rating_column
from ..exchange.table import Row, Table
from .column import Column, Figures, TextColumn, are_plain
from .fingerprints import ALL, crc32_of, factor_of

#: Numbers are compared to a millionth: programs keep 15 or 17 digits of them.
_PLACES = 6

#: Columns for other paces that a list recalculates each time.
_PACED = tuple(f"{pace}_{part}" for pace in OTHER_PACES for part in ("listed", "rounded", "n"))
_LISTED = ("listed", *(f"{pace}_listed" for pace in OTHER_PACES))
_FACTS = tuple(name for name in (*TEXT_FACTS, *NUMBER_FACTS) if name not in OF_EVENT + OF_PERIOD)
_NUMBERS = {"place", "rating", "rounded", "n", "games", "peak", "k", *NUMBER_FACTS,
            *(name for name in _PACED if name not in _LISTED)}  # fmt: skip

#: Parts whose cells are mostly compared as they are.
_TEXTS = ("id", "name", "federation", "title")
_WHOLE = ("place", "rating", "rounded", "n", "games", "peak", "k")

#: The parts of a line that count, in this order.
PARTS = (
    "place", "id", "name", "federation", "title", "sex", "born", "rating", "listed", "rounded",
    "n", "games", "peak", "k", *_FACTS, *WAITING, *_PACED,
)  # fmt: skip


class ListFingerprint(NamedTuple):
    """The fingerprints of a list, of each of its columns (by part), and of its `lines` in order,
    eight characters each.
    """

    digest: str
    columns: Mapping[str, str]
    lines: str

    @property
    def rows(self) -> list[str]:
        """The fingerprint of each line."""
        return [self.lines[at : at + 8] for at in range(0, len(self.lines), 8)]


def as_table(headings: Sequence[str], rows: Sequence[Sequence[object]], name: str = "") -> Table:
    """A `Table` of headings and rows that come from no file."""
    heads = tuple(heading_of(heading) for heading in headings)
    return Table(name, heads, tuple(Row(heads, row, "", lambda at: heads[at]) for row in rows))


def contents_of(table: Table) -> ListFingerprint:
    """The fingerprint of a list's table.

    >>> one = as_table(["ID", "Name", "Rating"], [["7", "Ann", 2400.0], ["8", "Bob", "1990"]])
    >>> rows = [[1990, "Bob", 8, ""], ["2400", "Ann", 7, "x"]]
    >>> two = as_table(["rating", "name", "id", "club"], rows)
    >>> contents_of(one).digest == contents_of(two).digest
    True
    """
    columns = readers_of(table)
    return _of_texts(
        {part: Column.of([read(row) for row in table.rows]) for part, read in columns.items()}
    )


def contents_of_columns(columns: Mapping[str, Column], decimal: str = ".") -> ListFingerprint:
    """The fingerprint of columns of cells, by part; each distinct cell is read once."""
    return _of_texts(
        {part: Column(own.codes, _read(own.cells, part, decimal)) for part, own in columns.items()}
    )


def _of_texts(columns: Mapping[str, Column]) -> ListFingerprint:
    """The fingerprint of columns whose cells were read for comparison, by `reader_of`.

    A line's fingerprint is the sum of its cells', each times the factor of its part; that of a
    column is the sum of its cells', each times the fingerprint of the person. Columns without any
    value have none.
    """
    marks = {part: Column(own.codes, marks_of(own.kinds)) for part, own in columns.items()}
    is_array = any(own.is_array for own in marks.values())
    in_file, in_order, totals = (_by_arrays if is_array else _by_lists)(
        marks, _whose(columns, marks)
    )
    return ListFingerprint(
        sha256(in_order).hexdigest(),
        {part: f"{mark & _LOW:08x}" for part, mark in totals.items()},
        in_file.hex(),
    )


#: The part of a fingerprint that is shown.
_LOW = 2**32 - 1

#: Fingerprints of the lines, four bytes each in their order, eight sorted, and of the columns.
_Sums = tuple[bytes, bytes, dict[str, int]]


def _by_lists(marks: Mapping[str, Column], whose: Column) -> _Sums:
    factors = (own.map(partial(mul, factor_of(part))).values() for part, own in marks.items())
    lines = [sum(line) & ALL for line in zip(*factors, strict=True)]
    in_file = pack(f">{len(lines)}I", *(line & _LOW for line in lines))
    in_order = pack(f">{len(lines)}Q", *sorted(lines))
    rows = {part: own.values() for part, own in marks.items()}
    people = [2 * mark + 1 for mark in whose.values()]
    totals = {part: sum(map(mul, own, people)) for part, own in rows.items() if any(own)}
    return in_file, in_order, totals


def _by_arrays(marks: Mapping[str, Column], whose: Column) -> _Sums:
    import numpy as np

    def in_rows(own: Column) -> Any:
        return np.asarray(own.kinds, dtype=np.uint64).take(own.codes)

    rows = {part: in_rows(own) for part, own in marks.items()}
    lines = sum(own * np.uint64(factor_of(part)) for part, own in rows.items())
    in_file, in_order = lines.astype(">u4").tobytes(), np.sort(lines).astype(">u8").tobytes()
    people = 2 * in_rows(whose) + np.uint64(1)
    totals = {part: int((own * people).sum()) for part, own in rows.items() if own.any()}
    return in_file, in_order, totals


def _whose(columns: Mapping[str, Column], marks: Mapping[str, Column]) -> Column:
    """The fingerprint of the person in each line.

    Twice this plus 1, an odd number, is a factor: no change of a cell is lost.
    """
    ids = columns.get("id")
    if ids is not None and "" not in ids.kinds:
        return marks["id"]
    blank = [""] * len(next(iter(columns.values()), ""))
    own, names = (columns[part].values() if part in columns else blank for part in ("id", "name"))
    called = (id_ or plain_name(name) for id_, name in zip(own, names, strict=True))
    return Column.of(marks_of(called))


def _read(cells: Sequence[Any], part: str, decimal: str) -> Sequence[str]:
    """The texts of a part's cells in the form that is compared."""
    if part in _TEXTS and are_plain(cells):
        return cells
    if part in _WHOLE:
        # Most are whole numbers.
        if isinstance(cells, Figures):
            return cells
        texts = list(map(str, cells))
        if all(type(cell) is int or cell == "" for cell in cells):
            return texts
        joined = "".join(texts)
        if joined.isascii() and joined.isdigit() and "" not in texts:
            return list(map(str, map(int, texts)))
    read = reader_of(part, part, 0)
    numbers = DecimalFormat(cells, decimal)
    return [read(Row((part,), (cell,), "", lambda _: "", numbers)) for cell in cells]


def marks_of(texts: Iterable[str]) -> Any:
    """The fingerprint of each cell, 0 for an empty one."""
    if not isinstance(texts, (Figures, TextColumn)):
        return list(map(crc32, map(str.encode, texts)))
    # These are immutable, and shared by the list that is read and the one that is written.
    if "marks" not in vars(texts):
        numbers = texts.numbers if isinstance(texts, Figures) else []
        is_array = not isinstance(numbers, list) and numbers[:1].min(initial=0) >= 0
        vars(texts)["marks"] = crc32_of(numbers) if is_array else marks_of(iter(texts))
    return vars(texts)["marks"]


# --- the values ----------------------------------------------------------------------------------


def heading_in(table: Table, part: str) -> str:
    """The heading of a part of lists in a table, whether or not the table has it."""
    return rating_column(table) if part == "rating" else column_of(table, part)


def readers_of(table: Table) -> dict[str, Callable[[Row], str]]:
    """The readers for the parts that the table has."""
    found: dict[str, Callable[[Row], str]] = {}
    for part in PARTS:
        heading = heading_in(table, part)
        if heading in table.headings:
            found[part] = reader_of(part, heading, table.headings.index(heading))
    return found


def reader_of(part: str, heading: str, at: int) -> Callable[[Row], str]:
    """The reader that prepares a cell of this part for comparison."""
    if part in _NUMBERS:
        read = Row.rating if part in OR_NONE else Row.number
        return lambda row: _number(row, heading, at, read)
    if part == "born":
        return lambda row: str(row.year(heading) or "")
    if part == "sex":
        return lambda row: row.sex(heading)
    if part in _LISTED:
        # In the words of the list's language.
        return lambda row: "kept" if row.text(heading) else ""
    return lambda row: row.text(heading)


def _number(row: Row, heading: str, at: int, read: Callable[[Row, str], Decimal | None]) -> str:
    value = row.values[at]
    if value == "":
        return ""
    if isinstance(value, int) or (isinstance(value, str) and value.isdigit() and value.isascii()):
        return str(int(value))
    number = read(row, heading)
    return "" if number is None else plain_number(number)


def plain_number(number: Decimal) -> str:
    """A number in the form used for comparison.

    >>> plain_number(Decimal("2400.0")), plain_number(Decimal("-0.12345678"))
    ('2400', '-0.123457')
    """
    text = f"{number:.{_PLACES}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
