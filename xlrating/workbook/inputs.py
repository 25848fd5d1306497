"""Input cells, and how formulas read them: by position, once, in their own row.

A formula that names a cell follows it when somebody cuts, drags or pastes it: what is seen and
what counts would then differ. So a hidden cell of the row reads it through a range between two
locked cells, and all other formulas read that hidden cell. It holds a number, or the text as the
reader sees it: blanks of any kind, soft hyphens and full-width digits from word processors and
web pages make no difference. `NOTHING` is its value for an empty cell, so that rows share it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable

from ..engine.vocabulary.letters import WIDE_DIGITS, visible
from .file.grid import Value, stored
from .formulas.typed import as_number, on_one_line, replaced
from .sheets.lean import MARK, NOTHING
from .table import SheetColumn, mirror

#: The prefix of the key of an input column, and that of the hidden column that reads it.
IN, RAW = "in_", "raw_"
#: The styles of input cells for numbers.
NUMBERS = ("input_left", "input_int", "input_num", "input_rating")
#: Signs that a formula replaces, in this order; `letters` knows more of them.
_BLANKS = "\u00a0\u2007\u2009\u202f"
_UNSEEN = "\u00ad\u200b"
_REPLACED = (*((sign, " ") for sign in _BLANKS), *((sign, "") for sign in _UNSEEN))


def typed(
    key: str, value: Callable[[int], Value], style: str, width: float, heading: str = ""
) -> SheetColumn:
    """An input column, headed like the column `key`, which all formulas read."""
    return SheetColumn(f"{IN}{key}", value, style=style, width=width, heading=heading or key)


def edge() -> SheetColumn:
    """A narrow empty column after the input columns: the ranges that read them end there."""
    return SheetColumn("edge", lambda _: "", width=0.8, heading="-")


def raw(
    columns: Iterable[SheetColumn], own: Container[str] = (), down: Container[str] = ()
) -> list[SheetColumn]:
    """The hidden columns that read input cells; the inputs in `own` are read as they are.

    Those in `down` are read through their own column, whatever happens to inputs next to them.
    Defaults and interpretations are left to other columns.
    """
    return [_raw(one, own, down) for one in columns]


def _raw(column: SheetColumn, own: Container[str], down: Container[str]) -> SheetColumn:
    key = column.key.removeprefix(IN)
    cell = f"[{column.key}|]" if key in down else f"[{column.key}=]"
    found = formula(cell, is_number=column.style in NUMBERS)
    if key == "id":
        # The keyboard layout makes no difference.
        found = f"IF(ISNUMBER({cell}),{cell},{replaced(text(cell), WIDE_DIGITS)})"
    name = key if key in own else f"{RAW}{key}"
    return mirror(name, lambda i: read(column.value(i)), found)


def formula(cell: str, *, is_number: bool = False, none: str = MARK) -> str:
    """A formula: what an input cell holds; `none` if it is empty."""
    return f"IF(ISNUMBER({cell}),{cell},{text(cell, is_number=is_number, none=none)})"


def text(cell: str, *, is_number: bool = False, none: str = MARK) -> str:
    """A formula: the text of a cell as readers see it, or its number; `none` if it is empty."""
    found = plain(cell)
    return f'IF({found}="",{none},{as_number(found) if is_number else found})'


def plain(cell: str) -> str:
    """A formula: the text of a cell as readers see it, without invisible signs."""
    return f"TRIM({replaced(on_one_line(cell), _REPLACED)})"


def entered(cell: str, *, is_number: bool = False) -> str:
    """A formula: what a single input cell holds; '' if it is empty."""
    found = plain(cell)
    number = f'IF({found}="","",{as_number(found)})'
    return f"IF(ISNUMBER({cell}),{cell},{number if is_number else found})"


def shown_of(value: Value) -> Value:
    """What `entered` gives for a typed value."""
    found = stored(value)
    return visible(found) if isinstance(found, str) else found


def read(value: Value) -> Value:
    """What `formula` gives for a typed value; `NOTHING` for an empty cell.

    >>> read("Li\u00a0 Wei "), read(2000), read(" ")
    ('Li Wei', 2000, '·')
    """
    found = shown_of(value)
    return NOTHING if found == "" else found
