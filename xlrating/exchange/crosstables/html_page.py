"""The tables of a saved web page, as rows of cells.

`html.parser` scans the rest of a page for each unclosed tag: 70 kB take a
quarter of a minute. Here each character is visited a bounded number of times, there is no
recursion, and nesting of tables and spans of cells are limited.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from html import unescape
from pathlib import Path
from typing import NamedTuple, cast

from ...engine.errors import FileError
from ...engine.problem import make_error
from ..book import is_strict_here
from ..opening import ask_whole
from ..unknown import Unknown
from ..workers import NoProcessError
from .page_styles import STRIKES, PageStyles, is_frame

#: Limits beyond any tournament's page.
LETTERS, DEPTH, CELLS, SPAN = 10 * 2**20, 30, 500_000, 1_000
#: Pages up to this size are parsed in this process: that is quick, whatever they contain.
LETTERS_HERE = 100_000
_LINES_BEFORE = 200

_HTML = re.compile(
    r"\s*(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html|head|body|table|meta)\b",
    re.IGNORECASE | re.DOTALL,
)
#: Elements without visible text.
_SILENT = frozenset(("script", "style", "template", "noscript", "select", "textarea", "title"))
_BREAKS = re.compile("p|div|h[1-6]|li|[uo]l|br|hr|form|section")
_TAG = re.compile(
    r"<(/?)([a-zA-Z][a-zA-Z0-9:-]{0,30})"
    r"((?:\"[^\"]{0,300}\"|'[^']{0,300}'|[^<>\"']+){0,40}+)>"
)
#: Form fields, whose values are the text.
_VALUE = re.compile(r"""(?<![\w-])value\s*=\s*(["'])(.*?)\1""", re.IGNORECASE | re.DOTALL)
_SHOWS_NOTHING = re.compile(
    r"""type\s*=\s*["']?(hidden|checkbox|radio|button|submit|reset|image)""", re.IGNORECASE
)
#: A cell covered by one that spans down from an earlier row.
_COVERED = Unknown("", merged=True, is_below=True)
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_CELL = frozenset(("table", "tr", "td", "th"))
_VOID = frozenset(("area", "br", "col", "embed", "hr", "img", "link", "meta", "wbr"))
_SPAN = re.compile(r"(col|row)span\s*=\s*[\"']?\s*(\d{1,8})", re.IGNORECASE)


class HtmlTable(NamedTuple):
    """One table of a page, the lines before it, and the first heading among those.

    `hidden` are the rows, from 0, that a browser does not show, `struck` the cells whose text it
    strikes through.
    """

    rows: list[list[str]]
    above: list[list[str]]
    title: str
    hidden: list[int]
    struck: list[tuple[int, int]]


def is_html(text: str) -> bool:
    """Whether a text is a web page, judging by its beginning.

    >>> is_html("<!DOCTYPE html><html>"), is_html("a<b")
    (True, False)
    """
    return bool(_HTML.match(text[:4096]))


def tables_of(name: str, text: str) -> list[HtmlTable]:
    """The tables of a page that have at least two rows; `name` is the file's, for messages.

    A large page is parsed in a process with limits, like workbooks. Raises `FileError` for a
    page larger than any tournament's, or one that takes too much time.
    """
    if len(text) > LETTERS:
        raise make_error(FileError, "file_large", name, most=LETTERS // 2**20)
    if len(text) > LETTERS_HERE and is_strict_here() is None:
        with suppress(NoProcessError):
            return cast(
                "list[HtmlTable]", ask_whole(f"{__name__}:parsed", [Path(name)], name, text)
            )
    return parsed(name, text)


def parsed(name: str, text: str) -> list[HtmlTable]:
    """The result of `tables_of`, computed in this process."""
    page = _Page(name)
    for is_end, tag, rest in _tokens(text):
        if not tag:
            page.add(rest)
        elif is_end:
            page.end(tag)
        else:
            page.start(tag, rest)
    while page.open:
        page.end_table()
    return [table for table in page.tables if len(table.rows) > 1]


def _tokens(text: str) -> Iterator[tuple[str, str, str]]:
    """The tags of a page, ``/`` for closing ones, with attributes, and the text between them."""
    at = 0
    while at < len(text):
        start = text.find("<", at)
        if start != at:
            yield "", "", unescape(text[at : start if start >= 0 else len(text)])
        if start < 0:
            return
        sign = "-->" if text.startswith("<!--", start) else ">"
        if text[start + 1 : start + 2] in ("!", "?"):
            end = text.find(sign, start + 1)
            at = end + len(sign) if end >= 0 else len(text)
        elif found := _TAG.match(text, start):
            tag, at = found[2].lower(), found.end()
            if tag in _SILENT and not found[1]:
                closed = re.compile(f"</{tag}", re.IGNORECASE).search(text, at)
                begin, at = at, closed.start() if closed else len(text)
                if tag == "style":
                    yield "", tag, text[begin:at]
            else:
                yield found[1], tag, found[3]
        else:
            yield "", "", "<"
            at = start + 1


class _Open:
    """An open table: its rows so far, and cells that span down from earlier rows."""

    def __init__(self, above: list[list[str]], title: str) -> None:
        self.table = HtmlTable([], above, title, [], [])
        self.row: list[str] | None = None
        self.is_hidden = self.is_struck = False
        self.cell: list[str] | None = None
        self.spans = (1, 1)
        self.down: dict[int, int] = {}


class _Page:
    def __init__(self, name: str) -> None:
        self.name = name
        self.tables: list[HtmlTable] = []
        self.open: list[_Open] = []
        self.before: list[list[str]] = []
        self.line: list[str] = []
        self.title = ""
        self.cells = 0
        self.unseen: list[str] = []
        self.struck: list[str] = []
        self.is_raised = False
        self.styles = PageStyles()

    def start(self, tag: str, attributes: str) -> None:
        """Open a table, a row or a cell, closing any open one of the same kind."""
        self.see(tag)
        if tag == "table":
            if len(self.open) >= DEPTH:
                raise make_error(FileError, "file_html_deep", self.name, most=DEPTH)
            self.end_line()
            self.open.append(_Open(self.before[-_LINES_BEFORE:], self.title))
            self.tables.append(self.open[-1].table)
        elif self.open and tag == "tr":
            self.end_row()
            self.open[-1].row = []
            self.open[-1].is_hidden = self.styles.hides(attributes)
            self.open[-1].is_struck = self.styles.strikes(attributes)
        elif self.open and tag in ("td", "th"):
            self.end_cell()
            top = self.open[-1]
            top.row = [] if top.row is None else top.row
            top.cell = None if is_frame(attributes) else []
            self.struck = [tag] if top.is_struck or self.styles.strikes(attributes) else []
            spans = {of.lower(): min(max(int(n), 1), SPAN) for of, n in _SPAN.findall(attributes)}
            top.spans = (spans.get("col", 1), spans.get("row", 1))
        elif tag == "style":
            self.styles.add(attributes)
        elif tag == "input":
            if (value := _VALUE.search(attributes)) and not _SHOWS_NOTHING.search(attributes):
                self.add(unescape(value[2]))
        elif tag not in _VOID and (
            tag in self.unseen[:1] if self.unseen else self.styles.hides(attributes)
        ):
            self.unseen.append(tag)
        else:
            self.is_raised = tag == "sup"
            is_struck = tag in STRIKES or self.styles.strikes(attributes)
            # Only the first of them matters, and those that end as it does.
            if tag in self.struck[:1] or (is_struck and not self.struck):
                self.struck.append(tag)
            self.break_line(tag)

    def see(self, tag: str) -> None:
        """Forget the open hidden and struck elements at the edges of cells, rows and tables."""
        if tag in _CELL:
            self.unseen, self.struck = [], []

    def end(self, tag: str) -> None:
        """Close a table, a row or a cell."""
        self.see(tag)
        self.is_raised = False
        if tag in self.unseen[:1]:
            self.unseen.pop()
        elif tag in self.struck[:1]:
            self.struck.pop()
        if tag == "table" and self.open:
            self.end_table()
        elif tag == "tr" and self.open:
            self.end_row()
        elif tag in ("td", "th") and self.open:
            self.end_cell()
        else:
            if tag in ("h1", "h2") and not self.open and not self.title:
                self.title = " ".join("".join(self.line).split())
            self.break_line(tag)

    def break_line(self, tag: str) -> None:
        """Break the line at block elements; within a cell that is a blank."""
        if _BREAKS.fullmatch(tag):
            self.add(" ") if self.open else self.end_line()

    def add(self, text: str) -> None:
        """Add text to the open cell, or to a line outside all tables."""
        if self.unseen:
            return
        if not self.open:
            self.line.append(text)
        elif (cell := self.open[-1].cell) is not None:
            if self.is_raised and text.isdecimal() and cell and cell[-1][-1:].isalpha():
                text = text.translate(_RAISED)  # a footnote is no part of a name
            cell.append(text)
            if self.struck and text.strip():
                top = self.open[-1]
                place = len(top.table.rows), len(top.row or ())
                top.table.struck.extend([place] if place not in top.table.struck[-1:] else [])

    def end_line(self) -> None:
        """Store a line of text outside tables."""
        if text := " ".join("".join(self.line).split()):
            self.before.append([text])
        self.line = []

    def end_cell(self) -> None:
        """Append the open cell to its row, once per column it spans."""
        top = self.open[-1]
        if top.cell is None or top.row is None:
            return
        text = " ".join("".join(top.cell).split())
        self.fill_down(top)
        right, down = top.spans
        for at in range(right):
            if down > 1:
                top.down[len(top.row)] = down - 1
            top.row.append("" if at else text)
        top.cell = None
        self.count(right)

    def count(self, cells: int) -> None:
        """Count cells, up to the limit for a page."""
        self.cells += cells
        if self.cells > CELLS:
            raise make_error(FileError, "file_html_cells", self.name, most=CELLS)

    def fill_down(self, top: _Open) -> None:
        """Leave blank the cells covered by spans from earlier rows."""
        while top.row is not None and top.down.get(len(top.row)):
            top.down[len(top.row)] -= 1
            top.row.append(_COVERED)
            self.count(1)

    def end_row(self) -> None:
        """Append the open row to its table."""
        self.end_cell()
        top = self.open[-1]
        if top.row is not None:
            self.fill_down(top)
            if top.is_hidden:
                top.table.hidden.append(len(top.table.rows))
            top.table.rows.append(top.row)
        top.row = None
        top.is_hidden = top.is_struck = False

    def end_table(self) -> None:
        """Append the open row to its table, and the table to those found."""
        self.end_row()
        table = self.open.pop().table
        if self.open and len(table.rows) == 1:
            # Around a name and a flag, say: no table of its own, but the text of the cell.
            self.add(" ".join(map(str, table.rows[0])))
        if not self.open:
            self.before += table.rows[:_LINES_BEFORE]
            del self.before[: -2 * _LINES_BEFORE]
