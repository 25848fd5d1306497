"""The reference sheet of every add-in: each function, its arguments, a working example.

One builder for all hosts; a `Host` says how it writes the name of a function.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from datetime import datetime
from math import ceil
from typing import Any

from ..engine.aligned import width
from ..exchange.addresses import address
from ..functions import all_functions
from ..functions.help import argument_help, example, function_help, shown, words
from . import jobs
from .host import Host
from .looks import LINE, LOOKS

SHEET = "Functions"

#: The columns: name, meaning, then the cells of the examples.
_NAME, _MEANING, _CELLS, _LAST = 0, 1, 2, 9
_WIDTHS = {_NAME: 20, _MEANING: 74}
_WIDTH = 12


def workbook(host: Host, language: str = "en") -> bytes:
    """A workbook with the reference sheet and the job sheets; the bytes are reproducible."""
    import xlsxwriter

    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer, {"in_memory": True, "strings_to_formulas": False}) as book:
        write(book, host, language)
        jobs.write(book, host, language)
    return buffer.getvalue()


def write(
    book: Any,
    host: Host,
    language: str = "en",
    functions: Mapping[str, Sequence[str]] | None = None,
) -> None:
    """Add the reference sheet to an XlsxWriter workbook.

    `functions`: the functions to show with their arguments, if not all.
    """
    book.set_properties({"title": words(host.title)[language], "created": datetime(2000, 1, 1)})
    sheet = _Sheet(book, host, language)
    sheet.head()
    for name, arguments in (functions or _all()).items():
        sheet.function(name, arguments)
    sheet.set_up()


def _all() -> dict[str, list[str]]:
    return {name: [p.name for p in one.parameters] for name, one in all_functions().items()}


class _Sheet:
    """The sheet being written from the top down."""

    def __init__(self, book: Any, host: Host, language: str) -> None:
        self.page = book.add_worksheet(SHEET)
        self.looks = {key: book.add_format(look) for key, look in LOOKS.items()}
        self.host, self.language, self.row = host, language, 0

    def head(self) -> None:
        """Write what this is, how it is used, and the headings."""
        self.page.set_row(0, 24)
        self._text(_NAME, words(self.host.title)[self.language], "title")
        for note in self.host.notes:
            self.row += 1
            self._note(words(note)[self.language])
        self.row += 2
        self._band("head")
        for column, key in enumerate(("head_name", "head_meaning", "head_example")):
            self._text(column, words(key)[self.language], "head")
        self.heading = self.row
        self.row += 1

    def function(self, name: str, arguments: Sequence[str]) -> None:
        """Write a function: a row for each argument with its cells, the formula and its value."""
        function, given, places = all_functions()[name], example(name), []
        names = self.language if self.host.local_names else "en"
        self._band("function")
        self._text(_NAME, name, "function")
        self._text(_MEANING, function_help(name, self.language), "function")
        self.row += 1
        for parameter in function.parameters:
            if parameter.name in arguments:
                self._text(_NAME, shown(parameter, names), "argument")
                self._text(_MEANING, self._meaning(name, parameter.name), "text")
                places.append(self._inputs(given.get(parameter.name)))
        call = f"{name}({','.join(places).rstrip(',')})"
        self._text(_MEANING, f"={self.host.typed}{call}", "formula")
        self._result(f"={self.host.stored}{call}", function(**given))
        self.row += 1

    def set_up(self) -> None:
        """Set column widths and print settings."""
        self.page.hide_gridlines(2)
        for column in range(_LAST + 1):
            self.page.set_column(column, column, _WIDTHS.get(column, _WIDTH))
        self.page.set_paper(9)  # A4
        self.page.set_landscape()
        self.page.fit_to_pages(1, 0)
        self.page.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.6)
        self.page.set_footer("&L&8&A&R&8&P / &N")
        self.page.repeat_rows(self.heading)

    def _meaning(self, function: str, argument: str) -> str:
        if argument == "ruleset" and self.host.ruleset:
            return words(self.host.ruleset)[self.language]
        return argument_help(function, argument, self.language)

    def _inputs(self, value: Any) -> str:
        """Write the cells of one argument in their own rows; returns their address, "" if none."""
        if value is None:
            self.row += 1
            return ""
        rows = _rows(value)
        first = address(self.row, _CELLS)
        for row in rows:
            for column, cell in enumerate(row, _CELLS):
                self.page.write(self.row, column, cell, self._look("input", cell))
            self.row += 1
        last = address(self.row - 1, _CELLS + len(rows[0]) - 1)
        return first if first == last else f"{first}:{last}"

    def _result(self, formula: str, value: Any) -> None:
        """Write the formula and its values, next to its text, or below it if they are many rows."""
        rows, left, kind = _rows(value), _CELLS, "result"
        if len(rows) > 1:
            kind = "table"
            self.row += 1
            # A first column of sentences is placed where there is room for it.
            wide = max(len(str(row[0])) for row in rows) > _WIDTHS[_NAME]
            left = _MEANING if wide else _NAME
        area = (self.row, left, self.row + len(rows) - 1, left + len(rows[0]) - 1)
        write = self.host.writer(self.page, area)
        for row, cells in enumerate(rows, self.row):
            for column, cell in enumerate(cells, left):
                look = self._look(kind, cell)
                if (row, column) == area[:2]:
                    write(formula, look, cell)
                else:
                    self.page.write(row, column, cell, look)
        self.row += len(rows)

    def _look(self, kind: str, cell: object) -> Any:
        """The format for a kind of value, or its variant for text."""
        return self.looks.get(f"{kind}_text" if isinstance(cell, str) else kind, self.looks[kind])

    def _band(self, look: str) -> None:
        for column in range(_LAST + 1):
            self.page.write_blank(self.row, column, None, self.looks[look])

    def _note(self, text: str) -> None:
        """Write a text across all columns, with as many lines as it needs."""
        across = sum(_WIDTHS.get(column, _WIDTH) for column in range(_LAST + 1))
        self.page.set_row(self.row, LINE * ceil(width(text) / across))
        self.page.merge_range(self.row, _NAME, self.row, _LAST, text, self.looks["notes"])

    def _text(self, column: int, text: str, look: str) -> None:
        # LibreOffice makes a row without explicit height one line high, and cuts off the second.
        lines = ceil(width(text) / _WIDTHS.get(column, _WIDTH))
        if lines > 1 and LOOKS[look].get("text_wrap"):
            self.page.set_row(self.row, LINE * lines)
        self.page.write_string(self.row, column, text, self.looks[look])


def _rows(value: Any) -> list[list[Any]]:
    """A value, a row of values or a table as rows of cells."""
    row = value if isinstance(value, list) else [value]
    return row if isinstance(row[0], list) else [row]
