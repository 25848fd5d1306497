"""Reports in the workbook that their events were read from: as a file, or open in openpyxl."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, overload

from ..engine.errors import ArgumentError
from ..engine.languages import language_of_letters
from ..engine.problem import Problem, make_error
from ..engine.report import Report
from ..exchange.files import AnyPath, write_whole
from ..exchange.garbage import gc_paused
from . import open_book
from .added import comment_of, sheets_of
from .file import BookFile
from .office import ODS, book_bytes
from .open_book import OpenBook, OpenSurface
from .packed import PackedPart
from .plan import Addition, TableRequest, additions, last_cells, no_formula
from .tables import USUAL, RatedTable, expect_columns, tables_of

if TYPE_CHECKING:
    # What only formulas need is not loaded for values.
    from .calls import FunctionSupport
    from .live import LiveSheet

#: The files that can be annotated, the last ones by way of LibreOffice.
ENDINGS = (".xlsx", ".xlsm", ODS)

#: A workbook that is modified and returned.
OneBook = TypeVar("OneBook", bound=OpenBook)


@gc_paused()
def annotated(
    path: AnyPath,
    reports: Sequence[Report],
    *,
    columns: Sequence[str] = USUAL,
    language: str | None = None,
    dropped: Sequence[str] = (),
    live: LiveSheet | None = None,
    carried: FunctionSupport | None = None,
    audit: bool | PackedPart = True,
    comments: bool = False,
    tell: Callable[[Problem], object] = lambda _: None,
) -> bytes:
    """A copy of the workbook with the columns next to each player's row, and two sheets at the end.

    A workbook in OpenDocument format becomes an .xlsx file.

    `reports` are the reports of events read from it; `live` holds the formulas of the tables that
    can be live, `carried` what these formulas need; `tell` is called with what the user should
    know of the new columns, such as that they are not right next to their table; `audit` is the
    sheet Audit, or whether to add one. Raises `ArgumentError` if no table has a row for each
    player, or a column is unknown; `FileError` for parts that cannot be kept and are not listed
    in `dropped`.
    """
    name, columns = Path(path).name, expect_columns(columns)
    tables = expect_tables(reports, name)
    book = BookFile(name, book_bytes(path), dropped)
    own = language or language_of(tables)
    # One sheet after another: what was found on each of very many is not kept.
    for sheet, on_it in by_sheet(tables).items():
        cells = additions(asked_of(on_it, live), book.surface(sheet), columns, language)
        book.put(sheet, cells)
        if comments:
            book.comment(sheet, comments_of(on_it, cells, own))
    for notice in book.notices:
        tell(notice)
    for made in sheets_of(reports, titles_of(tables, reports), own, book.names, audit):
        book.add(made)
    if live is not None and live.tables:
        for made in (live.sheet(), *(carried.sheets if carried else ())):
            book.add(made, is_hidden=True)
        book.name(carried.names if carried else {})
    return book.to_bytes()


@overload
def annotate(
    workbook: AnyPath,
    report: Report | Sequence[Report],
    output: AnyPath | None = ...,
    *,
    columns: Sequence[str] = ...,
    language: str | None = ...,
    drop: Sequence[str] = ...,
    audit: bool = ...,
    comments: bool = ...,
    force: bool = ...,
) -> bytes: ...
@overload
def annotate(
    workbook: OneBook,
    report: Report | Sequence[Report],
    output: AnyPath | None = ...,
    *,
    columns: Sequence[str] = ...,
    language: str | None = ...,
    drop: Sequence[str] = ...,
    audit: bool = ...,
    comments: bool = ...,
    force: bool = ...,
) -> OneBook: ...
def annotate(
    workbook: AnyPath | OpenBook,
    report: Report | Sequence[Report],
    output: AnyPath | None = None,
    *,
    columns: Sequence[str] = USUAL,
    language: str | None = None,
    drop: Sequence[str] = (),
    audit: bool = True,
    comments: bool = False,
    force: bool = False,
) -> bytes | OpenBook:
    """Write the ratings of a report into the workbook it was read from, next to each player's row.

    `workbook` is the path of an .xlsx or .xlsm file, or a workbook opened with openpyxl. `report`
    is one report, or several, of events that `read` found in that file; the event's account says
    in which sheet and rows. `columns` are keys of the report's columns, such as rounded (the
    change), new (the rating), performance, k, expected; clause gives the clauses applied. With
    `comments`, each new rating gets a comment with every step and its clause. `language` is en,
    zh or ru; by default the headings of the workbook decide. `drop` names what may be lost, as in
    the error that stops without it. With ``audit=False`` there is no sheet Audit, which has one
    row per game.

    A workbook of openpyxl is changed and returned; it has lost what openpyxl does not keep. For a
    file, the bytes of a copy are returned in which nothing else has changed, except a print area
    that grows with its table; with `output` they are also written there, completely or not at
    all, replacing a file only with `force`.

    Raises `ArgumentError` if no table has one row per player, if there is no room, or for unknown
    columns; `FileError` for something that cannot be kept or written.

    >>> import openpyxl, tempfile, xlrating
    >>> book = openpyxl.Workbook()
    >>> for row in (["No", "Name", "Rating", 1, 2, "Points"], [1, "Ann", 1900, "*", 1, 1],
    ...             [2, "Bob", 1850, 0, "*", 0]):
    ...     book.active.append(row)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     book.save(f"{folder}/own.xlsx")
    ...     report = xlrating.rate(xlrating.read(f"{folder}/own.xlsx"), "fide")
    >>> for row in xlrating.annotate(book, report)["Sheet"].values:
    ...     print(*row)
    No Name Rating 1 2 Points Change New rating
    1 Ann 1900 * 1 1 9 1909
    2 Bob 1850 0 * 0 -9 1841

    The reasons in a column, and in comments:

    >>> book = xlrating.annotate(book, report, columns=["k", "clause"], comments=True, audit=False)
    >>> print(*next(book["Sheet"].iter_rows(2, 2, 9, 10, values_only=True)))
    20 B.01 1.4.8; 8.1.2; 8.3.4; 8.3.3
    >>> book["Sheet"]["J2"].comment.text.splitlines()[-1]
    'New rating: 1900 with a change of 8.6, rounded 9 = 1909 (8.3.4)'
    """
    reports = [report] if isinstance(report, Report) else list(report)
    if isinstance(workbook, (str, os.PathLike)):
        data = annotated(workbook, reports, columns=columns, language=language, dropped=drop,
                         audit=audit, comments=comments)  # fmt: skip
        if output is not None:
            write_whole(output, data, force=force)
        return data
    tables = expect_tables(reports, "workbook")
    columns = expect_columns(columns)
    own = language or language_of(tables)
    for name, on_it in by_sheet(tables).items():
        cells = additions(asked_of(on_it), OpenSurface(workbook[name]), columns, language)
        open_book.put(workbook[name], cells)
        if comments:
            open_book.comment(workbook[name], comments_of(on_it, cells, own))
    for sheet in sheets_of(reports, titles_of(tables, reports), own, workbook.sheetnames, audit):
        open_book.add(workbook, sheet)
    return workbook


def by_sheet(tables: Sequence[RatedTable]) -> dict[str, list[RatedTable]]:
    """The tables of each sheet that has any."""
    found: dict[str, list[RatedTable]] = {}
    for one in tables:
        found.setdefault(one.account.sheet, []).append(one)
    return found


def comments_of(
    tables: Sequence[RatedTable], cells: Sequence[Addition], language: str
) -> dict[tuple[int, int], str]:
    """The reasons for each rating on a sheet, by the place of the last new cell of the row."""
    last = last_cells(cells)
    return {
        last[row, table.place.last]: text
        for table in tables
        for row, line in table.rows.items()
        if (text := comment_of([(table.report, line)], language))
    }


def asked_of(tables: Sequence[RatedTable], live: LiveSheet | None = None) -> list[TableRequest]:
    """What to write next to the rows of each table: values, and formulas if `live` has them."""
    return [
        TableRequest(one.place, one.report.rules, one.value,
              partial(live.formula, one) if live else no_formula,
              live is not None and live.is_array)
        for one in tables
    ]  # fmt: skip


def expect_tables(reports: Sequence[Report], name: str) -> list[RatedTable]:
    """The tables of reports with one row per player.

    Raises `ArgumentError` for the file `name` if there are none.
    """
    tables = list(tables_of(reports))
    if not tables:
        raise make_error(ArgumentError, "annotate_no_rows", name)
    return tables


def titles_of(tables: Sequence[RatedTable], reports: Sequence[Report]) -> list[str]:
    """The title of each report: the names of its tables, all different."""
    found: list[str] = []
    for report in reports:
        own = [one for one in tables if one.report is report]
        title = "; ".join(one.title for one in own) or report.rules.shown
        if title in found:
            title = f"{title} ({own[0].where})"
        found.append(title)
    return found


def language_of(tables: Sequence[RatedTable]) -> str:
    """The language of a workbook, judging by the headings of its tables."""
    return language_of_letters([one.heading for table in tables for one in table.account.columns])
