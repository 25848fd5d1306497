"""The cells of a new sheet, of which there may be millions, are made from what is around most."""

from __future__ import annotations

from decimal import Decimal

import pytest

from xlrating.annotation.added import FORMATS, TEXTS, Heading, NewSheet, shown_as
from xlrating.annotation.cell_xml import Value, cell_xml
from xlrating.annotation.new_sheet import sheet_xml

STYLES = {kind: at for at, kind in enumerate([*FORMATS, *sorted(TEXTS), "heading", "heading text"])}
NUMBERS: list[Value] = [
    Decimal("1850"), Decimal("0.50"), Decimal("-0.3"), Decimal("0"), Decimal("-35.83750"),
    Decimal("27.586206897"), Decimal("1E+3"), Decimal("0.00000001"), 7, 0, None,
]  # fmt: skip
WORDS: list[Value] = ["Ann", "a < b & c", " space ", "x", "0", "", None, "½-½", "Zoë\n", "7"]


@pytest.mark.parametrize("kind", ["int", "k", "gain", "share", "rating", "text", "note", "player"])
def test_every_cell_is_that_of_one_value_alone(kind: str) -> None:
    """Promise of `cell_xml`: the same text, style and escapes, whatever the cells next to it are."""
    values = WORDS if kind in TEXTS else NUMBERS
    mixed = values if kind in TEXTS else [*NUMBERS, "–"]
    for block in (values, mixed, values[:1]):
        sheet = NewSheet("", [Heading("", kind)], [[block]])
        made = b"".join(sheet_xml(sheet, "s", STYLES)).decode()
        for row, value in enumerate(block, 2):
            style = STYLES.get(shown_as(kind, value))
            look = "" if style is None else f' s="{style}"'
            is_blank = value in (None, "")
            cell = cell_xml(f"A{row}", None) if is_blank else cell_xml(f"A{row}", value, look=look)
            assert f'<row r="{row}">{cell}</row>' in made
