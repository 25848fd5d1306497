"""A workbook whose defined names are the functions: for Excel 365, 2024 and the web, no install."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from xml.sax.saxutils import quoteattr
from zipfile import ZipFile

import xlsxwriter

from ...engine.languages import ENGLISH
from ...engine.rules.ruleset import RuleSet
from ...functions.help import function_help, words
from ...workbook.file.grid import Book, Cell, Sheet
from ...workbook.file.writer import to_bytes
from .. import jobs, reference
from ..host import Host
from .calls import ARGUMENTS
from .google import page
from .names import LISTS, RULES, LambdaNames, by_ids, made
from .rules import of_files
from .shapes import TERMS, shapes_of
from .stored import stored

_NAME = r'<definedName name="([A-Z][\w.]*)">'
#: The sheet that says which function works for which rules.
COVERAGE = "Coverage"


def workbook(language: str = "en", files: Sequence[str] = ()) -> bytes:
    """The .xlsx file, for the rules of these files besides those of the package.

    The same bytes whenever it is built from the same files.
    """
    buffer, more = io.BytesIO(), of_files(files)
    found = made(more, words("lambda_engine")[language], language=language)
    with xlsxwriter.Workbook(buffer, {"in_memory": True, "strings_to_formulas": False}) as file:
        reference.write(file, HOST, language, ARGUMENTS)
        jobs.write(file, HOST, language, {name: more[name] for name in by_ids(more)})
        bold = file.add_format({"bold": True})
        for name, rows in ((RULES, found.rules), (LISTS, found.lists), (COVERAGE, covered(found))):
            sheet = file.add_worksheet(name)
            sheet.freeze_panes(1, int(name != LISTS))
            sheet.set_column(0, 0, 34)
            for row, values in enumerate(rows):
                sheet.write_row(row, 0, values, None if row else bold)
        for name, formula in found.names.items():
            file.define_name(name, "=" + stored(formula))
    return _described(buffer.getvalue(), language)


def _described(book: bytes, language: str) -> bytes:
    """The workbook with a help text on each function's name; what only serves them is hidden."""

    def described(found: re.Match[str]) -> str:
        name = found[1]
        if name.startswith("XLR."):
            return f'<definedName name="{name}" hidden="1">'
        return f'<definedName name="{name}" comment={quoteattr(function_help(name, language))}>'

    buffer = io.BytesIO()
    with ZipFile(io.BytesIO(book)) as source, ZipFile(buffer, "w") as target:
        for entry in source.infolist():
            data = source.read(entry)
            if entry.filename == "xl/workbook.xml":
                data = re.sub(_NAME, described, data.decode("utf-8")).encode("utf-8")
            target.writestr(entry, data, compresslevel=9)
    return buffer.getvalue()


def covered(found: LambdaNames) -> list[Sequence[str]]:
    """For each rule set and function whether it works, or in words why it does not."""
    named = [str(row[0]) for row in found.rules[1:] if row[0]]
    reasons = zip(*found.refusals.values(), strict=True)
    rows = [
        [name, *(reason or "✓" for reason in own)] for name, own in zip(named, reasons, strict=True)
    ]
    return [["name", *found.refusals], *rows]


def add_to(book: Book, rules: Sequence[RuleSet]) -> None:
    """Put the functions into a workbook; these rules are among those they know."""
    # A template has a sheet Rules of its own.
    sheets = ("LambdaRules", "LambdaLists")
    known = {one.reference: one.reference for one in rules}
    found = made(known, rules=sheets[0], tables=sheets[1])
    for name, rows in zip(sheets, (found.rules, found.lists), strict=True):
        sheet = Sheet(name, hidden=True)
        for row, values in enumerate(rows):
            for col, value in enumerate(values):
                sheet.put(row, col, Cell(value))
        book.sheets.append(sheet)
    for name, formula in found.names.items():
        book.names[name] = stored(formula)


def asks_no_more(rules: RuleSet) -> bool:
    """Whether the games, K, games so far, age and peak of a player are all that rules ask for.

    A template's calls have no more.
    """
    table = rules.coefficient
    return (
        rules.method == "sum over games"
        and (table is None or table.development is None)
        and rules.outcomes is None
        and rules.floor is None
        and rules.change.weights is None
    )


def has_new_rating(rules: RuleSet) -> bool:
    """Whether NEW_RATING has a formula for these rules."""
    return shapes_of(TERMS["NEW"], [rules], ENGLISH).numbers != [None]


HOST = Host(
    make=lambda _, language: workbook(language),
    with_rules=workbook,
    google=page,
    write=to_bytes,
    title="lambda_title",
    notes=("lambda_use", "lambda_copy", "not_seen"),
    spills=True,
    by_player=True,
    ruleset="lambda_ruleset",
    covers=asks_no_more,
    rates=has_new_rating,
    prepare=add_to,
)
