"""How people mark a player or a line in a list, and how they write no."""

from __future__ import annotations

from ..errors import ArgumentError, shown
from ..problem import make_error

#: The mark offered in lists, and the sign for no where an empty cell means unknown.
MARK, NO = "x", "-"

YES_WORDS = (MARK, "1", "yes", "y", "true", "是", "да", "✓")
NO_WORDS = ("0", "false", "no", "n", "否", "нет", NO)


def is_no(value: object) -> bool:
    """Whether a cell is unmarked: empty, 0, no, false, 否, нет.

    >>> is_no(None), is_no(0.0), is_no("x")
    (True, True, False)
    """
    return _word(value) in ("", *NO_WORDS)


def is_yes(value: object, what: str) -> bool:
    """Whether a cell is marked, if it may only contain yes or no.

    Raises `ArgumentError` for anything else.

    >>> is_yes("x", "playoff"), is_yes(0, "playoff"), is_yes("нет", "playoff")
    (True, False, False)
    """
    if not is_no(value) and _word(value) not in YES_WORDS:
        raise make_error(ArgumentError, "word_mark", what=what, found=shown(value), mark=MARK)
    return not is_no(value)


def read_mark(value: object) -> bool:
    """Whether a player is marked; another word is refused: it may mean no in another language.

    >>> read_mark("x"), read_mark(None), read_mark(False)
    (True, False, False)
    """
    return is_yes(value, "the mark")


def refuse_truth_value(value: object, what: str, where: str = "") -> None:
    """Raise `ArgumentError` for a spreadsheet's TRUE or FALSE in place of a number.

    >>> refuse_truth_value(1, "rating")
    """
    if isinstance(value, bool):
        raise make_error(ArgumentError, "read_truth_value", where, what=what, found=str(value))


def _word(value: object) -> str:
    """A cell's text in lower case, '' for None; a spreadsheet's 1.0 and 0.0 become 1 and 0."""
    text = "" if value is None else str(value).strip().lower()
    return text[:-2] if text in ("1.0", "0.0") else text
