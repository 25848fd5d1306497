"""Cells with unknown values: errors, formulas never calculated, cells hidden by merged ones."""

from __future__ import annotations

import re

from ..engine.errors import ArgumentError, RatingError, in_line
from ..engine.problem import Problem, error_of

#: Error values as programs show them, including translated ones.
_ERROR = re.compile(
    r"#(N/A|NV|Н/Д|[A-ZÀ-ÖØ-ÞА-ЯЁ/0]+[!?]|[A-ZÀ-ÖØ-ÞА-ЯЁ]+/0!)|Err:\d{3}|Ошибка:\d{3}|错误:\d{3}"
)


class Unknown(str):
    """The text of a cell without a value: its error, or nothing; `why` says what to do.

    It is only an error to use such a cell: `unreadable` says why. `is_below` is true if the merged
    cell that hides it begins in a row above, so that its value may be meant for both rows.
    """

    why: Problem
    is_below: bool

    def __new__(
        cls, error: str, formula: str = "", merged: bool = False, is_below: bool = False
    ) -> Unknown:
        """The cell with this `error`, '' if it was never calculated or is hidden."""
        made = super().__new__(cls, error)
        made.is_below = is_below
        key = "cell_formula_error" if error else "cell_formula_blank"
        key = "cell_merged" if merged else key if formula else "cell_error"
        # A damaged file may show any text as an error.
        made.why = Problem(key, {"error": in_line(error), "formula": repr(formula[:40])}, "")
        return made


def is_uncalculated(value: object) -> bool:
    """Whether a cell's formula was never calculated: it looks blank but is not."""
    return isinstance(value, Unknown) and not value and value.why.key == "cell_formula_blank"


def is_below(value: object) -> bool:
    """Whether a cell is hidden by one merged with it that begins in a row above."""
    return isinstance(value, Unknown) and value.is_below


def unreadable(value: object) -> RatingError | None:
    """Why a cell cannot be read: no value, or the text of an error; None if it can.

    >>> unreadable("#N/A"), unreadable("#1001")
    (ArgumentError('the cell shows the error #N/A; correct the formula, or type the value'), None)
    """
    if isinstance(value, str) and not isinstance(value, Unknown) and is_error(value):
        value = Unknown(value.strip())
    return error_of(value.why, ArgumentError) if isinstance(value, Unknown) else None


def is_error(text: str) -> bool:
    """Whether a text is a program's error value."""
    return text.lstrip()[:1] in ("#", "E", "О", "错") and bool(_ERROR.fullmatch(text.strip()))
