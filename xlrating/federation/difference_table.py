"""The differences between two lists as a table, one line per person."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from ..engine.problems import format_message
from ..engine.rounding import plain
from ..engine.texts import say
from ..exchange.text_cells import text_cell
from ..workbook.file.grid import Book
from .differences import ListDifference
from .list_book import sheet_of

#: The columns of the table, by the text keys of their headings.
_HEADS = ("col_id", "col_name", "diff_first", "diff_second", "diff_change", "diff_because")


def table_of(moves: Sequence[ListDifference], language: str) -> list[list[object]]:
    """The table with its headings, one line per person."""
    heads: list[object] = [say(language, key) for key in _HEADS]
    rows = list[list[object]]()
    for one in moves:
        numbers = (one.first, one.second, one.change)
        because = "; ".join(format_message(cause, language) for cause in one.because) or "–"
        rows.append([one.id, one.name, *("" if n is None else plain(n) for n in numbers), because])
    if any(one.pace for one in moves):
        # Only for lists of several paces.
        heads.append(say(language, "held_pace"))
        for one, row in zip(moves, rows, strict=True):
            row.append(say(language, f"pace_{one.pace or 'classical'}"))
    return [heads, *rows]


def differences_csv(moves: Sequence[ListDifference], language: str) -> bytes:
    """The differences between two lists as CSV, UTF-8 with a byte order mark."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerows([text_cell(value) for value in row] for row in table_of(moves, language))
    return buffer.getvalue().encode("utf-8-sig")


def differences_xlsx(moves: Sequence[ListDifference], language: str) -> bytes:
    """The differences between two lists as the bytes of an .xlsx file."""
    from ..workbook.file.writer import to_bytes

    head, *rows = table_of(moves, language)
    title = say(language, "diff_title")
    keys = ("id", "name", "before", "rating", "change", "note", "pace")[: len(head)]
    book = Book(title=title)
    book.sheets.append(sheet_of(title, title, keys, [str(one) for one in head], rows))  # type: ignore[arg-type]
    return to_bytes(book, language)
