"""Cells whose value nobody knows: errors, formulas never calculated, cells under others."""

from __future__ import annotations

import re

from ..engine.errors import ArgumentError, RatingError, in_line
from ..engine.problem import Problem, error_of

#: Errors as programs show them, in the languages that have their own words for them.
_ERROR = re.compile(
    r"#(N/A|NV|Н/Д|[A-ZÀ-ÖØ-ÞА-ЯЁ/0]+[!?]|[A-ZÀ-ÖØ-ÞА-ЯЁ]+/0!)|Err:\d{3}|Ошибка:\d{3}|错误:\d{3}"
)


class Unknown(str):
    """The text of a cell that has no value: its error, or nothing; `why` says what to do.

    Only whoever reads such a cell must refuse it: `unreadable` says why.
    """

    why: Problem

    def __new__(cls, error: str, formula: str = "", merged: bool = False) -> Unknown:
        """The cell that shows this `error`, '' for one that was never calculated or is hidden."""
        made = super().__new__(cls, error)
        key = "cell_formula_error" if error else "cell_formula_blank"
        key = "cell_merged" if merged else key if formula else "cell_error"
        # What a damaged file shows as an error may be any text.
        made.why = Problem(key, {"error": in_line(error), "formula": repr(formula[:40])}, "")
        return made


def is_uncalculated(value: object) -> bool:
    """Whether a cell has a formula that was never calculated: it looks blank and is not."""
    return isinstance(value, Unknown) and not value and value.why.key == "cell_formula_blank"


def unreadable(value: object) -> RatingError | None:
    """Why a cell cannot be read, None when it can: no value, or the text of an error.

    >>> unreadable("#N/A"), unreadable("#1001")
    (ArgumentError('the cell shows the error #N/A; correct the formula, or type the value'), None)
    """
    if isinstance(value, str) and not isinstance(value, Unknown) and is_error(value):
        value = Unknown(value.strip())
    return error_of(value.why, ArgumentError) if isinstance(value, Unknown) else None


def is_error(text: str) -> bool:
    """Whether a text is what a program shows for an error."""
    return text.lstrip()[:1] in ("#", "E", "О", "错") and bool(_ERROR.fullmatch(text.strip()))
