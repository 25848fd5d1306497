"""The hidden sheet Texts: each text in every language, and next to them what formulas look up."""

from __future__ import annotations

from ...engine.languages import LANGUAGES
from ...engine.texts import wording
from ...engine.vocabulary.letters import ALL_DIGITS, MOST_DIGITS
from ...exchange.addresses import address, column_letter
from ..builder import Builder
from ..file.grid import Cell, Form, Strip, Value
from ..table import FIRST_ROW, HEAD_ROW
from ..texts_columns import DIGITS


def add_texts(builder: Builder) -> None:
    """Add the sheet; the cell with the text in the chosen language is named after its key."""
    sheet = builder.new_sheet("Texts", hidden=True)
    for col, language in enumerate(LANGUAGES, 1):
        sheet.put(HEAD_ROW, col, Cell(language, style="head"))
    now = len(LANGUAGES) + 1
    # In a fixed order of their own, since the choice decides which is read first.
    words = sorted(builder.words)
    for row, key in enumerate(words, FIRST_ROW):
        for col, language in enumerate(LANGUAGES, 1):
            sheet.put(row, col, Cell(wording(key)[language]))
        builder.book.names[builder.say(key)] = builder.at("Texts", address(row, now, "rc"))
    ends = f"{column_letter(1)}{{0}}:{column_letter(now - 1)}{{0}}"
    form = Form(f"INDEX({ends},language)", (lambda index: FIRST_ROW + 1 + index,))
    texts: list[Value] = [wording(key)[builder.plan.language] for key in words]
    sheet.cells.add(Strip(FIRST_ROW, now, 0, form, "text", False, texts, 0))
    _put_digits(builder)
    sheet.cells.update(builder.beside)
    for strip in builder.beside_columns:
        sheet.cells.add(strip)


def _put_digits(builder: Builder) -> None:
    """Put what `formulas.typed.as_number` looks up."""
    builder.put_list("digits_at", DIGITS, range(1, MOST_DIGITS + 1))
    builder.put_list("digits_worth", DIGITS + 1, [10**n for n in reversed(range(MOST_DIGITS))])
    row = FIRST_ROW + MOST_DIGITS
    builder.beside[row, DIGITS] = Cell(ALL_DIGITS, style="helper")
    builder.book.names["digits_known"] = builder.at("Texts", address(row, DIGITS, "rc"))
