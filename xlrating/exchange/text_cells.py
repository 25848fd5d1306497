"""Cells of text tables in a form that no spreadsheet misinterprets."""

from __future__ import annotations

import re
from decimal import Decimal

#: Where programs begin a new row or cell, regardless of quotes.
_BREAKS = re.compile("[\t\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")

#: What programs take for the beginning of a formula, including full-width characters, and after
#: a semicolon, which separates cells where the comma is the decimal separator.
_FORMULA = re.compile("(^|;)(?=\\s*[=+@＝＋－＠-])")


def text_cell(value: object) -> object:
    """A value that no spreadsheet takes for a formula, or for two rows.

    A text that begins like a formula gets an apostrophe, a line break becomes a blank. A number
    is written without exponent, which lists do not use.

    >>> text_cell("=A1"), text_cell(-3), text_cell("A\\r=B1;+1"), text_cell(2e-05)
    ("'=A1", -3, "A =B1;'+1", '0.00002')
    """
    if isinstance(value, float) and "e" in repr(value):
        return f"{Decimal(repr(value)):f}"
    return _FORMULA.sub(r"\1'", _BREAKS.sub(" ", value)) if isinstance(value, str) else value
