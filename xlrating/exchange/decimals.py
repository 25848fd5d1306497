"""Numbers as text: which separator is for decimals, and which for thousands."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from functools import cached_property

from ..engine.errors import ArgumentError, shown
from ..engine.problem import make_error
from ..engine.rounding import exact
from ..engine.vocabulary.booleans import refuse_truth_value

#: The longest whole number; numbers in an event are never longer.
_DIGITS = re.compile(r"\d{1,15}")
#: Blanks between thousands, including non-breaking ones, are unambiguous.
_BLANKS = re.compile(r"\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+")

#: The forms of numbers, by decimal separator.
_FORMS = {
    decimal: re.compile(
        rf"([+-]?(?:\d{{1,15}}|[1-9]\d{{0,2}}(?:{re.escape(other)}\d{{3}}){{1,4}})?)"
        rf"(?:{re.escape(decimal)}(\d{{1,40}}))?"
    )
    for decimal, other in ((".", ","), (",", "."))
}


def _readings(text: str) -> dict[str, str]:
    """The possible values of a text as a number, by decimal separator.

    >>> _readings("1.850"), _readings("0,5"), _readings("20x")
    ({'.': '1.850', ',': '1850'}, {',': '0.5'}, {})
    """
    found = {}
    for decimal, form in _FORMS.items():
        match = form.fullmatch(text) if text.strip("+-") else None
        if match:
            whole = re.sub("[.,]", "", match[1])
            found[decimal] = f"{whole}.{match[2]}" if match[2] else whole
    return found


class DecimalFormat:
    """The number format of one table, derived from its own cells if these leave no doubt."""

    def __init__(self, texts: Iterable[object] = (), decimal: str = "") -> None:
        """`texts` are the table's cells; `decimal` is the usual separator in such a file."""
        self._texts = texts
        self._usual = decimal

    @cached_property
    def decimal(self) -> str:
        """The decimal separator, '' if the cells say nothing or contradict each other."""
        readings = (_readings(text.strip()) for text in self._texts if isinstance(text, str))
        signs = {sign for found in readings if len(found) == 1 for sign in found}
        signs |= {*self._usual}
        return signs.pop() if len(signs) == 1 else ""

    def read(self, text: str, what: str) -> Decimal:
        """The number in a text.

        Raises `ArgumentError` if it is none, or ambiguous.

        >>> DecimalFormat(["1.850", "0,5"]).read("1.850", "rating")
        Decimal('1850')
        """
        if _DIGITS.fullmatch(text):
            return exact(text, what)  # whatever the separator
        found = _readings(re.sub(r"\s", "", text) if _BLANKS.fullmatch(text) else text)
        numbers = set(found.values())
        if len(numbers) == 1:
            return exact(numbers.pop(), what)
        if text in ("True", "False"):
            refuse_truth_value(text == "True", what)
        if not numbers:
            raise make_error(ArgumentError, "read_no_number_in", what=what, found=shown(text))
        if self.decimal in found:
            return exact(found[self.decimal], what)
        one, *_, other = sorted(numbers, key=len)
        words = {"what": what, "found": shown(text), "one": one, "other": other}
        raise make_error(ArgumentError, "read_two_numbers", **words)
