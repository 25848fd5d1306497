"""A workbook whose defined names are the functions: for Excel 365, 2024 and the web, no install."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import xlsxwriter

from ...engine.rules.ruleset import RuleSet
from ...functions import all_functions
from ...workbook.file.grid import Book, Cell, Sheet
from ...workbook.file.writer import to_bytes
from .. import reference
from ..host import Host
from .names import ARGUMENTS, CURVES, SHEET, names, stored
from .rules import Rules, collected, is_sum


def workbook(language: str = "en") -> bytes:
    """The .xlsx file; the same bytes whenever it is built from the same files."""
    buffer, rules = io.BytesIO(), collected()
    with xlsxwriter.Workbook(buffer, {"in_memory": True, "strings_to_formulas": False}) as file:
        reference.write(file, HOST, language, ARGUMENTS)
        _rules(file.add_worksheet(SHEET), rules, file.add_format({"bold": True}))
        _curves(file.add_worksheet(CURVES), rules)
        for name, formula in definitions(rules).items():
            file.define_name(name, "=" + stored(formula))
    return buffer.getvalue()


def add_to(book: Book, rules: RuleSet) -> None:
    """Put the functions into a template; these rules are among those they know."""
    found = collected(rules.reference)
    # The template has a sheet Rules of its own.
    sheets = {"LambdaRules": found.table(), "LambdaCurves": _curves_rows(found)}
    for name, rows in sheets.items():
        page = Sheet(name, hidden=True)
        for row, values in enumerate(rows):
            for col, value in enumerate(values):
                page.put(row, col, Cell(value))
        book.sheets.append(page)
    for name, formula in definitions(found, *sheets).items():
        book.names[name] = stored(formula)


def definitions(rules: Rules | None = None, *sheets: str) -> dict[str, str]:
    """The defined names with their formulas, as one types them.

    `sheets`: where the rules and the printed tables stand, when not where `workbook` has them.
    """
    optional = {
        name: {p.name for p in all_functions()[name].parameters if p.optional} for name in ARGUMENTS
    }
    return names(rules or collected(), optional, *sheets)


def _rules(page: Any, rules: Rules, head: Any) -> None:
    page.set_column(0, 0, 34)
    page.freeze_panes(1, 1)
    for row, values in enumerate(rules.table()):
        page.write_row(row, 0, values, None if row else head)


def _curves(page: Any, rules: Rules) -> None:
    for row, values in enumerate(_curves_rows(rules)):
        page.write_row(row, 0, values)


def _curves_rows(rules: Rules) -> list[Sequence[Any]]:
    heads = [str(number) for number, _ in enumerate(rules.curves, 1)]
    return [heads, *zip_longest(*rules.curves, fillvalue="")]


HOST = Host(
    make=lambda _, language: workbook(language),
    write=to_bytes,
    title="lambda_title",
    notes=("lambda_use", "not_seen"),
    spills=True,
    by_player=True,
    ruleset="lambda_ruleset",
    covers=is_sum,
    prepare=add_to,
)
