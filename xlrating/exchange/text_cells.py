"""Cells of tables in text as no spreadsheet takes them for anything else."""

from __future__ import annotations

import re
from decimal import Decimal

#: Where a program begins a new row or cell, whatever stands around it.
_BREAKS = re.compile("[\t\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")

#: What programs take for the beginning of a formula, some of them in full width, too; also behind
#: a semicolon, which parts cells where the comma is the sign of decimals.
_FORMULA = re.compile("(^|;)(?=\\s*[=+@＝＋－＠-])")


def text_cell(value: object) -> object:
    """A value that no spreadsheet takes for a formula, nor for two rows.

    A text that begins like a formula is quoted by ', a break of line in one is a blank. A number
    is written without powers of ten, which lists do not have.

    >>> text_cell("=A1"), text_cell(-3), text_cell("A\\r=B1;+1"), text_cell(2e-05)
    ("'=A1", -3, "A =B1;'+1", '0.00002')
    """
    if isinstance(value, float) and "e" in repr(value):
        return f"{Decimal(repr(value)):f}"
    return _FORMULA.sub(r"\1'", _BREAKS.sub(" ", value)) if isinstance(value, str) else value
