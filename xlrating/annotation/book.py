"""Reports in the workbook that their events were read from: as a file, or as openpyxl has it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..engine.errors import ArgumentError
from ..engine.problem import refusal
from ..engine.report import Report
from ..exchange.archive import UNPACKED_LIMIT
from ..exchange.files import AnyPath, read_bytes
from .added import sheets_of
from .file import BookFile
from .plan import Formulas, additions, no_formulas
from .tables import USUAL, Table, expect_columns, language_in, tables_of

#: The files that can be written into as they are.
ENDINGS = (".xlsx", ".xlsm")


def annotated(
    path: AnyPath,
    reports: Sequence[Report],
    *,
    columns: Sequence[str] = USUAL,
    language: str | None = None,
    dropped: Sequence[str] = (),
    formulas: Formulas = no_formulas,
) -> bytes:
    """A copy of the workbook with the columns next to each player's row, and two sheets at the end.

    `reports` are those of events that were read from it. Raises `ArgumentError` where no table in
    it has a row for each player, and for columns that there are not; `FileError` for what cannot
    be kept and is not among those `dropped`.
    """
    name, columns = Path(path).name, expect_columns(columns)
    tables = expect_tables(reports, name)
    book = BookFile(name, read_bytes(path, UNPACKED_LIMIT), dropped)
    surfaces = {sheet: book.surface(sheet) for sheet in {one.account.sheet for one in tables}}
    book.put(additions(tables, surfaces, columns, language, formulas))
    own = language or language_of(tables)
    for sheet in sheets_of(reports, titles_of(tables, reports), own, book.names):
        book.add(sheet)
    return book.to_bytes()


def expect_tables(reports: Sequence[Report], name: str) -> list[Table]:
    """The tables of reports. Raises `ArgumentError` where they have none."""
    tables = list(tables_of(reports))
    if not tables:
        raise refusal(ArgumentError, "annotate_no_rows", name)
    return tables


def titles_of(tables: Sequence[Table], reports: Sequence[Report]) -> list[str]:
    """What each report is called: as its tables are, no two alike."""
    found: list[str] = []
    for report in reports:
        own = [one for one in tables if one.report is report]
        title = "; ".join(one.title for one in own) or report.rules.shown
        if title in found:
            title = f"{title} ({own[0].account.sheet} {own[0].area})"
        found.append(title)
    return found


def language_of(tables: Sequence[Table]) -> str:
    """The language of a workbook, by the headings of its tables."""
    return language_in([one.heading for table in tables for one in table.account.columns])
