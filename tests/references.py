"""What the formulas of a workbook refer to: cells and ranges, through names, too."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from openpyxl.utils.cell import column_index_from_string

from xlrating.workbook.file.grid import Book, Place, Sheet

_QUOTED = re.compile(r'"[^"]*"')
_TOKEN = re.compile(
    r"(?:(?P<sheet>'(?:[^']|'')+'|[^\W\d][\w.]*)!)?"
    r"(?:(?P<first>\$?[A-Z]{1,3}\$?\d+)(?::(?P<last>\$?[A-Z]{1,3}\$?\d+))?(?![\w(.])"
    r"|(?P<name>[^\W\d][\w.]*)(?![\w(.!]))"
)


class Range(NamedTuple):
    """Cells of a sheet by its name: first row and column, last row and column."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int


class Formula(NamedTuple):
    """A formula, and where it stands; that of a mark or a validation looks at the cells, too."""

    sheet: str
    place: Place
    text: str


class References:
    """The formulas of a book with what each refers to."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.sheets = {sheet.name: sheet for sheet in book.sheets}
        self.cells = [
            Formula(sheet.name, place, cell.formula)
            for sheet in book.sheets
            for place, cell in sheet.formulas()
        ]
        self.others = [one for sheet in book.sheets for one in _others(sheet)]

    def of(self, formula: Formula) -> Iterator[Range]:
        """The cells and ranges that a formula refers to."""
        for match in _TOKEN.finditer(_QUOTED.sub('""', formula.text)):
            sheet = (match["sheet"] or formula.sheet).strip("'")
            if match["first"]:
                yield _range(sheet, match["first"], match["last"] or match["first"])
            elif match["name"] in self.book.names:
                sheet, _, area = self.book.names[match["name"]].partition("!")
                first, _, last = area.partition(":")
                yield _range(sheet, first, last or first)

    def is_typed(self, sheet: str, row: int, col: int) -> bool:
        """Whether a cell is one to type into."""
        own = self.sheets[sheet]
        cell = own.cells.get((row, col))
        style = cell.style if cell else own.column_styles.get(col, "")
        return style.startswith("input")

    def hangs(self, at: Range) -> bool:
        """Whether a range moves with what people move: an edge of it is nothing but typed cells.

        A single cell to type into is one, too. Spreadsheet programs move the edge of a range when
        all of the edge is cut, or pasted over.
        """
        if at.sheet not in self.sheets:
            return False
        rows, cols = range(at.top, at.bottom + 1), range(at.left, at.right + 1)
        across = [[(row, col) for col in cols] for row in {at.top, at.bottom}]
        down = [[(row, col) for row in rows] for col in {at.left, at.right}]
        edges = [*(across if len(rows) > 1 else []), *(down if len(cols) > 1 else [])]
        edges = edges or [[(at.top, at.left)]]
        return any(all(self.is_typed(at.sheet, *place) for place in edge) for edge in edges)

    @cached_property
    def columns(self) -> dict[str, dict[int, list[int]]]:
        """The rows of each column of a sheet in which formulas stand."""
        found: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for sheet, (row, col), _ in self.cells:
            found[sheet][col].append(row)
        for own in found.values():
            for rows in own.values():
                rows.sort()
        return found

    def inside(self, at: Range) -> Iterator[tuple[str, int, int]]:
        """The cells of a range that have formulas."""
        own = self.columns.get(at.sheet, {})
        for col in range(at.left, at.right + 1):
            rows = own.get(col, [])
            for row in rows[bisect_left(rows, at.top) : bisect_right(rows, at.bottom)]:
                yield at.sheet, row, col

    def circular(self) -> list[tuple[str, int, int]]:
        """Cells that reach themselves when every cell of every range counts, as Excel reads them."""
        of = {(one.sheet, *one.place): one for one in self.cells}
        state: dict[tuple[str, int, int], int] = {}
        loops = []
        for start in of:
            if start in state:
                continue
            state[start] = 1
            stack = [(start, self._next(of[start]))]
            while stack:
                cell, rest = stack[-1]
                for other in rest:
                    if other not in state:
                        state[other] = 1
                        stack.append((other, self._next(of[other])))
                        break
                    if state[other] == 1:
                        loops.append(other)
                else:
                    state[cell] = 2
                    stack.pop()
        return loops

    def _next(self, formula: Formula) -> Iterator[tuple[str, int, int]]:
        for at in self.of(formula):
            yield from self.inside(at)

    def messages(self, sheet: str, row: int, col: int) -> int:
        """How many messages LibreOffice sends when a cell is typed into.

        Each cell that follows from it tells every formula with a range around it, even one that
        was told already: changed cells times formulas that listen.
        """
        listening: dict[Range, list[tuple[str, int, int]]] = defaultdict(list)
        around: dict[tuple[str, int], list[Range]] = defaultdict(list)
        for one in self.cells:
            for at in set(self.of(one)):
                if at not in listening:
                    for each in range(at.left, at.right + 1):
                        around[at.sheet, each].append(at)
                listening[at].append((one.sheet, *one.place))
        sent, told = 0, set[Range]()
        changed, waiting = {(sheet, row, col)}, [(sheet, row, col)]
        while waiting:
            sheet, row, col = waiting.pop()
            for at in around[sheet, col]:
                if not at.top <= row <= at.bottom:
                    continue
                sent += len(listening[at])
                if at not in told:
                    told.add(at)
                    new = set(listening[at]) - changed
                    changed |= new
                    waiting += new
        return sent


def _range(sheet: str, first: str, last: str) -> Range:
    ends = []
    for text in (first, last):
        letters, row = re.fullmatch(r"([A-Z]+)(\d+)", text.replace("$", "")).groups()  # type: ignore[union-attr]
        ends.append((int(row) - 1, column_index_from_string(letters) - 1))
    return Range(sheet, *ends[0], *ends[1])


def _others(sheet: Sheet) -> Iterator[Formula]:
    for mark in sheet.marks:
        yield Formula(sheet.name, mark.area[:2], mark.formula)
    for one in sheet.validations:
        if one.source.startswith("="):
            yield Formula(sheet.name, one.area[:2], one.source)
