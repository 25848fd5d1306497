"""Which formulas a file may hold once for all cells of a column."""

from __future__ import annotations

import re

from ...exchange.addresses import column_letter, column_number

#: Texts, names and numbers contain nothing that is forbidden.
_TEXT = re.compile(r'"[^"]*"')
_WORD = re.compile(r"[\w.]+")
#: A cell or a range of the sheet: one operand.
_CELL = r"\$?[A-Z]{1,3}\$?\d+"
_CELLS = re.compile(rf"(?<![\w.:]){_CELL}(?::{_CELL})?(?![\w.(:])")
#: Another sheet, a list in braces, an error value; a range from a result, an intersection.
_FORBIDDEN = re.compile(r"[!{#:]|[\w)] +[\w(]")
#: A column that moves with its formula; matches nothing inside quotation marks.
_MOVING = re.compile(_TEXT.pattern + r"|(?<![\w.$])([A-Z]{1,3})(?=\$?\d+(?![\w.(]))")


def may_be_shared(formula: str) -> bool:
    """Whether a file may hold a formula once for all cells of a column.

    Excel's own formats forbid there references to other sheets, lists in braces, error values, and
    what joins references to a new one: range, union, intersection ([MS-XLS] 2.5.198.118, [MS-XLSB]
    2.5.98.98). Programs that follow them leave such a reference at the row of the first cell, or
    call the file corrupt. Excel writes out each of these itself. (They forbid functions of add-ins,
    too: see `Strip.live`.)

    >>> [may_be_shared(text) for text in ('IF(A5="!",1,SUM($A$5:A5))', "Players!A5", "{1}")]
    [True, False, False]
    >>> [may_be_shared(text) for text in ("SUM(INDEX(a,1):INDEX(a,2))", "SUM((A1,B2))", "-(1)")]
    [False, False, True]
    """
    plain = _CELLS.sub("0", _TEXT.sub("0", formula))
    return not (_FORBIDDEN.search(plain) or _has_union(_WORD.sub("0", plain)))


def _has_union(plain: str) -> bool:
    """Whether a comma is between parentheses that are not those of a function."""
    calls = [False]
    for place, sign in enumerate(plain):
        if sign == "(":
            calls.append(plain[place - 1] == "0" if place else False)
        elif sign == ")":
            calls.pop()
        elif sign == "," and not calls[-1]:
            return True
    return False


def to_right(formula: str, columns: int) -> str:
    """The formula as it reads after being copied so many columns to the right.

    >>> to_right('IF($A5="B5",SUM($C5:Z5),LOG10(C$1))', 1)
    'IF($A5="B5",SUM($C5:AA5),LOG10(D$1))'
    """
    return _MOVING.sub(
        lambda found: column_letter(column_number(found[1]) + columns) if found[1] else found[0],
        formula,
    )
