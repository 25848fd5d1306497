"""Cells whose value nobody knows: errors, formulas never calculated, cells under others."""

from __future__ import annotations

import re

from ..engine.errors import SHOWN, ArgumentError, RatingError

#: Errors as programs show them, in the languages that have their own words for them.
_ERROR = re.compile(
    r"#(N/A|NV|Н/Д|[A-ZÀ-ÖØ-ÞА-ЯЁ/0]+[!?]|[A-ZÀ-ÖØ-ÞА-ЯЁ]+/0!)|Err:\d{3}|Ошибка:\d{3}|错误:\d{3}"
)


class Unknown(str):
    """The text of a cell that has no value: its error, or nothing; `why` says what to do.

    Only whoever reads such a cell must refuse it: `known` does.
    """

    why: str

    def __new__(cls, error: str, formula: str = "", merged: bool = False) -> Unknown:
        """The cell that shows this `error`, '' for one that was never calculated or is hidden."""
        made = super().__new__(cls, error)
        if merged:
            made.why = (
                "the cell is hidden by the one it is merged with; undo the merge, type each value"
            )
            return made
        # What a damaged file shows as an error may be any text.
        word = " ".join(error.split())
        word = word if len(word) <= SHOWN else f"{word[:SHOWN]}…"
        shown = f"the formula {formula[:40]!r} shows {word or 'no value'}" if formula else (
            f"the cell shows the error {word}"
        )  # fmt: skip
        made.why = f"{shown}; open the file in a spreadsheet program and save it, or type the value"
        if error:
            made.why = f"{shown}; correct the formula, or type the value"
        return made


def refusal(value: object) -> RatingError | None:
    """Why a cell cannot be read, None when it can: no value, or the text of an error.

    >>> refusal("#N/A"), refusal("#1001")
    (ArgumentError('the cell shows the error #N/A; correct the formula, or type the value'), None)
    """
    if isinstance(value, str) and not isinstance(value, Unknown) and is_error(value):
        value = Unknown(value.strip())
    return ArgumentError(value.why) if isinstance(value, Unknown) else None


def is_error(text: str) -> bool:
    """Whether a text is what a program shows for an error."""
    return text.lstrip()[:1] in ("#", "E", "О", "错") and bool(_ERROR.fullmatch(text.strip()))
