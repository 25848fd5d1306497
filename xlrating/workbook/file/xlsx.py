"""What XlsxWriter lacks: formulas shared down a column, and parts compressed only once.

It searches each formula for dozens of functions that newer programs prefix; ours use none of
them, and the search alone takes longer than all the rest of a large workbook. It writes no shared
formulas, although every other program does and files are much smaller with them. It compresses at
the middle level, and its default style is locked (see `locks`). It has no public way to change any
of this: `tests/workbook/test_xlsx.py` lists the private parts that are used here, and
`pyproject.toml` the versions that have them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from io import BytesIO
from itertools import product
from types import GeneratorType
from typing import Any

from xlsxwriter.packager import Packager
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from ...engine.errors import ArgumentError, shown
from ...engine.problem import make_error
from ...exchange.addresses import address, column_letter
from . import locks
from .grid import Cell, Cells, Form, Place, Strip, Value, stored
from .looks import FONT
from .package import Package
from .sharing import may_be_shared, to_right

#: The most characters that a cell can hold.
_LONGEST = 32_767
#: Parts longer than this are compressed at the default level: the highest level takes five times
#: as long and saves a twentieth.
_LARGE = 16_000_000

Stored = str | int | float | bool


class WrittenSheet(Worksheet):  # type: ignore[misc]
    """A worksheet of `Cells`, each formula with its value.

    For each cell with a formula, XlsxWriter's table of a row holds a generator, which gives the
    XML of the next cell of its column whenever a row is written.

    An empty text is a value, too, and written as Excel writes it (``t="str"``). With its default
    settings LibreOffice takes a formula without a value as not yet calculated, and passes no
    change on through such a cell: all that depends on it would keep its old value until somebody
    forces a recalculation. Values in all cells serve everybody: LibreOffice starts from them,
    programs that only show a file have something to show, and Excel recalculates on opening.
    """

    cells: Cells
    looks: Mapping[str, Any]
    runs = 0
    last_run: _SharedRun | None = None

    def put(self, cells: Cells, looks: Mapping[str, Any]) -> None:
        """Set all cells."""
        self.cells, self.looks = cells, looks
        for place, cell in sorted(cells.single.items()):
            self._put(place, cell)
        for _, strips in sorted(cells.strips.items()):
            for strip in strips:
                self._put_strip(strip)

    def _put_strip(self, strip: Strip) -> None:
        moved = strip.index - strip.row
        form = Form(_escaped(strip.form.text), strip.form.rows)
        look = self.looks[strip.style]
        is_own = strip.block == 1 or strip.live
        may_share = not is_own and may_be_shared(strip.form.at(strip.index))
        for rows in _blocks(strip) if may_share else [strip.rows]:
            own = strip.values[(rows[0] - strip.row) // strip.step :][: len(rows)]
            places = ((row, strip.col) for row in rows)
            values = list(map(self._stored, places, own))
            text = form.at(rows[0] + moved)
            run = self._run(strip.col, rows, values, text) if may_share else None
            self._set(strip.col, rows, values, lambda row: form.at(row + moved), look, run)

    def _run(self, col: int, rows: range, values: list[Stored], text: str) -> _SharedRun | None:
        # LibreOffice reads an empty value of a shared formula as no value.
        sharing = [row for row, value in zip(rows, values, strict=True) if value != ""]
        if len(sharing) < 2:
            return None
        full, run = len(sharing) == len(rows), self.last_run
        if run and full and run.goes_on(col, sharing, text):
            run.right = col
            return run
        self.last_run = run = _SharedRun(self.runs, sharing, col, col, text if full else "")
        self.runs += 1
        return run

    def _put(self, place: Place, cell: Cell) -> None:
        value, look = self._stored(place, cell.value), self.looks[cell.style]
        if cell.fills:
            high, wide = cell.fills
            # As programs without dynamic arrays know it: {=…}, in just these cells.
            last = (place[0] + high - 1, place[1] + wide - 1)
            self.write_array_formula(*place, *last, cell.formula, look, value)
        elif cell.formula:
            text = _escaped(cell.formula[1:])
            self._set(place[1], range(place[0], place[0] + 1), [value], lambda _: text, look)
        elif value == "":
            self.write_blank(*place, None, look)
        elif isinstance(value, str):
            self._check_dimensions(*place)
            self.table[place[0]][place[1]] = _text(place, value, look)
        elif isinstance(value, bool):
            self.write_boolean(*place, value, look)
        else:
            self.write_number(*place, value, look)

    def _set(
        self,
        col: int,
        rows: range,
        values: list[Stored],
        text: Callable[[int], str],
        look: Any,
        run: _SharedRun | None = None,
    ) -> None:
        elements = _elements(col, rows, values, text, look, run)
        for row in rows:
            self.table[row][col] = elements
        for row in (rows[0], rows[-1]):
            self._check_dimensions(row, col)

    def _stored(self, place: Place, value: Value) -> Stored:
        """A value as the file stores it. Raises `ArgumentError` for a text too long for a cell."""
        found = stored(value)
        # Letters of other planes count twice.
        if isinstance(found, str) and len(found) > _LONGEST // 2:
            if len(found.encode("utf-16-le")) // 2 > _LONGEST:
                raise make_error(
                    ArgumentError,
                    "file_long_cell",
                    f"the workbook's sheet {self.name}, cell {address(*place)}",
                    found=shown(found),
                    n=f"{len(found):,}",
                    most=f"{_LONGEST:,}",
                )
        return found

    def _calculate_spans(self) -> None:
        """Empty: no program needs the span of a row's cells."""

    def _write_cell(self, row: int, col: int, cell: Any) -> None:
        if isinstance(cell, GeneratorType):
            self.fh.write(next(cell))
        else:
            super()._write_cell(row, col, cell)

    def _get_range_data(self, top: int, left: int, bottom: int, right: int) -> list[Any]:
        """The values of a range, which a chart shows until it is drawn again."""
        found: list[Any] = []
        for row, col in product(range(top, bottom + 1), range(left, right + 1)):
            cell = self.cells.get((row, col))
            if cell and (cell.formula or isinstance(cell.shown, str)):
                found.append(cell.shown)
            else:
                found += super()._get_range_data(row, col, row, col)
        return found


def _blocks(strip: Strip) -> Iterator[range]:
    """The rows of a strip in runs, in each of which the first row's formula is copied down."""
    first, end = strip.rows.start, strip.rows.stop
    while first < end:
        left = strip.block - (strip.index + first - strip.row) % strip.block if strip.block else end
        yield range(first, min(end, first + left), strip.step)
        first += left


@dataclass
class _SharedRun:
    """A formula that cells share: its number in the file, their rows, first and last column.

    `text` is the formula of the first cell, where no row is left out.
    """

    number: int
    rows: list[int]
    left: int
    right: int
    text: str

    def goes_on(self, col: int, rows: list[int], text: str) -> bool:
        """Whether the formula of the next column is the same, moved to the right."""
        is_beside = self.right == col - 1 and self.rows == rows
        return is_beside and bool(self.text) and to_right(self.text, col - self.left) == text

    @property
    def area(self) -> str:
        """The range of all its cells."""
        return f"{address(self.rows[0], self.left)}:{address(self.rows[-1], self.right)}"


def _elements(
    col: int,
    rows: range,
    values: list[Stored],
    text: Callable[[int], str],
    look: Any,
    run: _SharedRun | None,
) -> Iterator[str]:
    """The XML of cells with formulas, from the top down, made when their rows are written."""
    letter, style = column_letter(col), f' s="{look._get_xf_index()}"'
    for row, value in zip(rows, values, strict=True):
        if isinstance(value, str):
            kind, value = ' t="str"', _escaped(value)
        elif isinstance(value, bool):
            kind, value = ' t="b"', int(value)
        else:
            kind = ""
        if run is None or value == "":
            formula = f"<f>{text(row)}</f>"
        elif (row, col) == (run.rows[0], run.left):
            formula = f'<f t="shared" ref="{run.area}" si="{run.number}">{text(row)}</f>'
        else:
            formula = f'<f t="shared" si="{run.number}"/>'
        yield f'<c r="{letter}{row + 1}"{style}{kind}>{formula}<v>{value}</v></c>'


def _text(place: Place, text: str, look: Any) -> Iterator[str]:
    """The XML of a cell with a text of its own.

    Excel would list all texts in a part of their own. Next to the formulas that show them, both
    compress as one, which saves some ten kilobytes of each file.
    """
    space = "" if text == text.strip() else ' xml:space="preserve"'
    written = _escaped(WrittenSheet._escape_control_characters(text))
    head = f'<c r="{address(*place)}" s="{look._get_xf_index()}" t="inlineStr">'
    yield f"{head}<is><t{space}>{written}</t></is></c>"


def _escaped(text: str) -> str:
    return escape(text, quote=False)


class File(Workbook):  # type: ignore[misc]
    """An XlsxWriter workbook of `WrittenSheet` pages, packed into `target`."""

    worksheet_class = WrittenSheet

    def __init__(self, target: BytesIO) -> None:
        options: dict[str, Any] = dict.fromkeys(("strings_to_formulas", "strings_to_urls"), False)
        # Column widths are counted in digits of this font. Calibri, the default, is not on every
        # machine: LibreOffice replaces it by DejaVu Sans, which makes columns two sevenths wider.
        look = {"font_name": FONT, "font_size": 10, "font_scheme": "none"}
        options |= {"in_memory": True, "default_format_properties": look}
        # XlsxWriter makes an archive of its own, which stays empty.
        super().__init__(BytesIO(), options)
        self.target = target

    def _extract_named_ranges(self, defined_names: Any) -> list[str]:
        """Empty: Excel repeats all names among a file's properties, where nobody reads them."""
        return []

    def _get_packager(self) -> Packager:
        return _Packager(self.target)


class _Packager(Packager):  # type: ignore[misc]
    """Packs each part as soon as it is written: they need not all be in memory."""

    def __init__(self, target: BytesIO) -> None:
        super().__init__()
        self.archive = Package(target)

    def _filename(self, name: str) -> Any:
        self._pack()
        return super()._filename(name)

    def _create_package(self) -> list[Any]:
        super()._create_package()
        self._pack()
        self.archive.close()
        return []

    def _pack(self) -> None:
        """Compress the parts written so far."""
        for part, name, _ in self.filenames:
            data = part.getvalue()
            data = locks.said(data) if name == "xl/styles.xml" else data
            written = data if isinstance(data, bytes) else data.encode("utf-8")
            level = 6 if len(written) > _LARGE else 9
            self.archive.add(name, written, level)
        self.filenames.clear()
