"""The macro “Rate this workbook”: marks each cell that differs from the engine, with its value.

All access to Excel goes through the xlwings book that is passed in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from ...engine.errors import FileError, RatingError
from ...exchange import open_sheets
from ...exchange.template import named
from ...functions.help import words
from ...workbook.compare import CellDifference, check
from ...workbook.reader import read_contents

if TYPE_CHECKING:
    from xlwings import Book, Sheet

#: The colour of a marked cell, and the beginning of its note.
RED, MARK = (255, 154, 147), "xlrating: "

#: The original fill of a cell is kept at the end of its note.
_FILL = re.compile(r"\[(#\w{6})?\]$")

#: The permissions of a protected sheet, in the order of Excel's Protect method.
_ALLOWED = (
    "AllowFormattingCells", "AllowFormattingColumns", "AllowFormattingRows",
    "AllowInsertingColumns", "AllowInsertingRows", "AllowInsertingHyperlinks",
    "AllowDeletingColumns", "AllowDeletingRows", "AllowSorting", "AllowFiltering",
    "AllowUsingPivotTables",
)  # fmt: skip


def rate_this_workbook() -> None:
    """The entry point of the macro, called through xlwings."""
    from xlwings import Book

    caller = Book.caller()
    caller.app.alert(said(caller), "xlrating")


def said(caller: Book) -> str:
    """Rate the open template; `caller` is the macro's book. Returns the message for the user."""
    try:
        return rate(_template(caller))
    except RatingError as error:
        return str(error)


def rate(book: Book) -> str:
    """Mark the cells of an open template that differ from the engine; returns a sentence about it.

    Raises the errors of `check`, and `FileError` for a sheet protected with a password.
    """
    for sheet in book.sheets:
        clear(sheet)
    with TemporaryDirectory() as folder:
        # As it is open now, saved or not; an unsaved workbook has a name without extension.
        copy = Path(folder) / (book.name if Path(book.name).suffix else f"{book.name}.xlsx")
        book.api.SaveCopyAs(str(copy))
        sheets = open_sheets(copy)
    language = read_contents(sheets).language
    found = check(sheets)
    for name, differences in groupby(found.differences, key=lambda one: one.sheet):
        with _unlocked(book.sheets[name]) as sheet:
            for difference in differences:
                _mark(sheet, difference, words("macro_note")[language])
    number = len(found.differences)
    text = words("macro_differs" if number else "macro_agrees")[language]
    return text.format(name=book.name, number=number, cells=found.cells)


def clear(sheet: Sheet) -> None:
    """Remove an earlier run's marks from a sheet; the user's own notes remain."""
    comments = sheet.api.Comments
    notes = [comments.Item(number) for number in range(1, comments.Count + 1)]
    marked = [note for note in notes if MARK in note.Text()]
    if not marked:
        return
    with _unlocked(sheet):
        for note in marked:
            own, _, ours = note.Text().rpartition(MARK)
            fill = _FILL.search(ours)
            sheet.range(note.Parent.Address).color = fill[1] if fill else None
            if own:
                note.Text(own.rstrip("\n"))
            else:
                note.Delete()


def _mark(sheet: Sheet, difference: CellDifference, text: str) -> None:
    cell = sheet.range(difference.cell)
    fill = f"#{bytes(cell.color).hex()}" if cell.color else ""
    said = text.format(expected=_shown(difference.expected), found=_shown(difference.found))
    note = f"{MARK}{said} [{fill}]"
    if cell.api.Comment is None:
        cell.api.AddComment(note)
    else:
        cell.api.Comment.Text(f"{cell.api.Comment.Text()}\n{note}")
    cell.color = RED


def _shown(value: object) -> str:
    """A value as its cell shows it.

    >>> _shown(2010.0), _shown("")
    ('2010', '–')
    """
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value) if value not in ("", None) else "–"


def _template(caller: Book) -> Book:
    """The open template; if there are several, the active one."""
    books = [
        book for book in caller.app.books if named([sheet.name for sheet in book.sheets], "Start")
    ]
    if len(books) > 1:
        front = caller.app.books.active.name
        books = [book for book in books if book.name == front]
    if not books:
        raise FileError(
            "no template is open, or several and none of them in front; open the workbook to "
            "rate, click into it and run the macro again"
        )
    return books[0]


@contextmanager
def _unlocked(sheet: Sheet) -> Iterator[Sheet]:
    """The sheet without its protection, which is restored afterwards."""
    excel = sheet.api
    if not excel.ProtectContents:
        yield sheet
        return
    allowed = [getattr(excel.Protection, name) for name in _ALLOWED]
    drawings, scenarios = excel.ProtectDrawingObjects, excel.ProtectScenarios
    try:
        excel.Unprotect("")
    except Exception:  # COM's own exceptions
        raise FileError(
            "the sheet is protected with a password; take it off (Review > Unprotect Sheet) and "
            "run the macro again",
            f"{sheet.book.name}, sheet {sheet.name}",
        ) from None
    try:
        yield sheet
    finally:
        excel.Protect("", drawings, True, scenarios, False, *allowed)
