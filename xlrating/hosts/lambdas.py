"""A workbook whose defined names are the functions: for Excel 365, 2024 and the web, no install."""

from __future__ import annotations

import io
from typing import Any

import xlsxwriter

from ..functions import all_functions
from . import reference
from .lambda_names import ARGUMENTS, CURVES, SHEET, names, stored
from .lambda_rules import COLUMNS, Rules, collected

HOST = reference.Host(
    "lambda_title", ("lambda_use", "not_seen"), spills=True, ruleset="lambda_ruleset"
)


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


def definitions(rules: Rules | None = None) -> dict[str, str]:
    """The defined names with their formulas, as one types them."""
    optional = {
        name: {p.name for p in all_functions()[name].parameters if p.optional} for name in ARGUMENTS
    }
    return names(rules or collected(), optional)


def _rules(page: Any, rules: Rules, head: Any) -> None:
    page.set_column(0, 0, 34)
    page.freeze_panes(1, 1)
    page.write_row(0, 0, ("name", *COLUMNS), head)
    for row, values in enumerate(rules.rows, 1):
        page.write_row(row, 0, values)


def _curves(page: Any, rules: Rules) -> None:
    for column, curve in enumerate(rules.curves):
        page.write_string(0, column, str(column + 1))
        page.write_column(1, column, curve)
