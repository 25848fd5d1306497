"""Texts that are numbers: pasted ones, and those in full-width digits."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.vocabulary.letters import ALL_DIGITS, MOST_DIGITS
from ...exchange.addresses import address
from ..file.grid import Cell, Place
from ..table import FIRST_ROW
from ..texts_columns import DIGITS


def of_text(text: str) -> str:
    """A formula: the number that a text of digits is; any other text stays."""
    # It begins with zeros, so that it has as many digits as are looked at.
    filled = f'RIGHT("{"0" * (MOST_DIGITS - 1)}"&{text},{MOST_DIGITS})'
    worth = f"MOD(FIND(MID({filled},digits_at,1),digits_known)-1,10)*digits_worth"
    return f"IFERROR(IF(LEN({text})>{MOST_DIGITS},NA(),SUMPRODUCT({worth})),{text})"


def cells() -> dict[str, dict[Place, Cell]]:
    """The cells of the hidden sheet Texts that turn a text into a number, by their names."""
    rows = range(FIRST_ROW, FIRST_ROW + MOST_DIGITS)
    values = {
        "digits_at": [(row, DIGITS, row - FIRST_ROW + 1) for row in rows],
        "digits_worth": [(row, DIGITS + 1, 10 ** (rows.stop - 1 - row)) for row in rows],
        "digits_known": [(rows.stop, DIGITS, ALL_DIGITS)],
    }
    return {
        name: {(row, col): Cell(value, style="helper") for row, col, value in own}
        for name, own in values.items()
    }


def area(places: Iterable[Place]) -> str:
    """The range of some cells below each other."""
    listed = list(places)
    first, last = address(*listed[0], "rc"), address(*listed[-1], "rc")
    return first if first == last else f"{first}:{last}"
