"""A workbook whose defined names are the functions: for Excel 365, 2024 and the web, no install."""

from __future__ import annotations

import io
from datetime import datetime
from typing import Any

import xlsxwriter

from ..functions import all_functions
from ..texts import LANGUAGES
from .help import argument_help, function_help, words
from .lambda_names import ARGUMENTS, CURVES, SHEET, names, stored
from .lambda_rules import COLUMNS, Rules, collected

#: For each function an example: the arguments as Python takes them.
EXAMPLES: dict[str, tuple[Any, ...]] = {
    "WE_TABLE": (200,),
    "DP_TABLE": (0.75, "fide"),
    "EXPECTED_SCORE": (2813, 2400, "fide"),
    "K_FACTOR": (2250, "fide", 12),
    "NEW_RATING": (2813, [1787, 2025, 2310, 2400, 2505], [1, 1, 1, 1, 0.5], "fide"),
    "RATING_CHANGE": (2813, [1787, 2025, 2310, 2400, 2505], [1, 1, 1, 1, 0.5], "fide"),
    "PERF_RATING": ([1675, 1890], 1.5),
}


def workbook() -> bytes:
    """The .xlsx file; the same bytes whenever it is built from the same files."""
    buffer, rules = io.BytesIO(), collected()
    with xlsxwriter.Workbook(buffer, {"in_memory": True, "strings_to_formulas": False}) as file:
        file.set_properties({"title": words("lambda_title")["en"], "created": datetime(2000, 1, 1)})
        look = {
            "title": file.add_format({"bold": True, "font_size": 14}),
            "bold": file.add_format({"bold": True}),
            "head": file.add_format({"bold": True, "bg_color": "#DDE6EE"}),
            "text": file.add_format({"text_wrap": True, "valign": "top"}),
        }
        page = file.add_worksheet("Functions")
        _functions(page, look)
        _rules(file.add_worksheet(SHEET), rules, look["head"])
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


def _functions(page: Any, look: dict[str, Any]) -> None:
    """Each function with its help in three languages and a live example, then its arguments."""
    for column, width in enumerate((66, 46, 46, 46, 62, 18)):
        page.set_column(column, column, width)
    page.set_landscape()
    page.fit_to_pages(1, 0)
    page.set_paper(9)
    for row, language in enumerate(LANGUAGES):
        page.write(row, 0, words("lambda_title")[language], look["title"])
        page.write(row + 3, 0, words("lambda_use")[language])
    _head(page, 7, "head_function", "head_help", look)
    for column, key in ((4, "head_example"), (5, "head_value")):
        page.write(7, column, " · ".join(words(key).values()), look["head"])
    row = 8
    for name in ARGUMENTS:
        _help(page, row, name, {to: function_help(name, to) for to in LANGUAGES}, look)
        formula = example(name)
        page.write_string(row, 4, formula, look["text"])
        page.write_dynamic_array_formula(
            row, 5, row, 5, formula, look["text"], all_functions()[name](*EXAMPLES[name])
        )
        row += 1
    row += 1
    _head(page, row, "head_argument", "head_meaning", look)
    for name, arguments in ARGUMENTS.items():
        page.write(row + 1, 0, name, look["bold"])
        row += 2
        optional = {p.name for p in all_functions()[name].parameters if p.optional}
        for argument in arguments:
            shown = f"[{argument}]" if argument in optional else argument
            meaning = {to: argument_help(name, argument, to) for to in LANGUAGES}
            if argument == "ruleset":
                meaning = words("lambda_ruleset")
            _help(page, row, shown, meaning, look)
            row += 1


def _head(page: Any, row: int, first: str, second: str, look: dict[str, Any]) -> None:
    page.write(row, 0, " · ".join(words(first).values()), look["head"])
    for column, language in enumerate(LANGUAGES, 1):
        page.write(row, column, words(second)[language], look["head"])


def _help(page: Any, row: int, name: str, texts: dict[str, str], look: dict[str, Any]) -> None:
    page.set_row(row, 32)  # two lines
    page.write_string(row, 0, name, look["text"])
    for column, language in enumerate(LANGUAGES, 1):
        page.write_string(row, column, texts[language], look["text"])


def example(name: str) -> str:
    """The example of a function as one types it.

    >>> example("PERF_RATING")
    '=PERF_RATING({1675,1890},1.5)'
    """
    return f"={name}({','.join(map(_written, EXAMPLES[name]))})"


def _written(value: Any) -> str:
    if isinstance(value, list):
        return "{" + ",".join(map(_written, value)) + "}"
    return f'"{value}"' if isinstance(value, str) else repr(value)


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
