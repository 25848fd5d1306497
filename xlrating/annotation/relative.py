"""Formulas compared with those of the rows around them: one that differs is a slip."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal

from ..exchange.addresses import column_letter, column_number

Place = tuple[int, int]

#: A reference such as $B7, not part of a name or a text.
_CELL = re.compile(
    r"(?<![\w.$'!\"])((?:[\w.]+|'[^']*')!)?(\$?)([A-Z]{1,3})(\$?)([1-9]\d{0,6})(?![\w(.])"
)


#: A number in a formula, not part of a name, a reference or a longer number.
_NUMBER = re.compile(r"(?<![\w.$!:\"])\d+(?:\.\d+)?(?![\w.!:\"])")


def shifted(formula: str, rows: int, cols: int = 0) -> str:
    """The formula as it reads after being copied `rows` down and `cols` columns to the right.

    >>> shifted("=SUM(D4:I4)/$C$1", 2), shifted("=B3*LOG10(A1)", -2, 1)
    ('=SUM(D6:I6)/$C$1', '=C1*LOG10(#REF!)')
    """

    def one(found: re.Match[str]) -> str:
        sheet, fixed_col, col, fixed_row, row = found.groups()
        number = column_number(col) + (0 if fixed_col else cols)
        line = int(row) + (0 if fixed_row else rows)
        if line < 1 or number < 0:
            return "#REF!"
        return f"{sheet or ''}{fixed_col}{column_letter(number)}{fixed_row}{line}"

    return _CELL.sub(one, formula)


def odd_ones(
    formulas: Mapping[Place, str], rows: Sequence[int], col: int
) -> dict[int, tuple[str, str]]:
    """The rows whose formula differs from the majority's, with both formulas for that row.

    A row without a formula has '' for its own. Empty if there is no majority.
    """
    # Written as for row 0: formulas that are equal there are copies of each other.
    base = max(rows, default=0) + 1
    own = {row: shifted(text, base - row) if (text := formulas.get((row, col), "")) else ""
           for row in rows}  # fmt: skip
    counted = Counter(text for text in own.values() if text)
    if not counted:
        return {}
    usual, times = counted.most_common(1)[0]
    if 2 * times <= len(rows):
        return {}
    return {row: (formulas.get((row, col), ""), shifted(usual, row - base))
            for row, text in own.items() if text != usual}  # fmt: skip


def own_numbers(formula: str, usual: str) -> frozenset[Decimal]:
    """The numbers in a formula that are not in the usual one.

    >>> own_numbers("=ROUND(10*(D4-E4),0)", "=ROUND(20*(D4-E4),0)")
    frozenset({Decimal('10')})
    """
    own, other = (frozenset(map(Decimal, _NUMBER.findall(one))) for one in (formula, usual))
    return own - other
