"""A mark instead of an empty text, so that the rows of a hidden sheet share their formulas.

A formula with an empty text as its result cannot be shared (see `xlrating.workbook.file.xlsx`), and
most rows of an empty template are such: written out, they were half of a large workbook.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from ...exchange.addresses import address
from ..file.grid import Value
from ..table import HEAD_ROW, MIRROR, SheetColumn, hidden, mirror

#: The contents of a cell of Rounds that means nothing. Sums skip it like any text.
NOTHING = "·"
#: The same in a formula.
MARK = f'"{NOTHING}"'
#: An empty text that is a result, not one that something is compared with.
_RESULT = re.compile(r'(?<![=>"])""(?!")')


def lean(columns: Iterable[SheetColumn]) -> list[SheetColumn]:
    """The columns with the mark for an empty text, also in their formulas that read one another.

    >>> def nothing(_): return ""
    >>> score = SheetColumn("score", nothing, 'IF([line]=0,"",1)')
    >>> gain = SheetColumn("gain", nothing, 'IF([score]="","",[score]-[expected])')
    >>> [column.formula for column in lean([score, gain])]
    ['IF([line]=0,"·",1)', 'IF([score]="·","·",[score]-[expected])']
    """
    listed = list(columns)
    marked = {column.key for column in listed if _RESULT.search(_text(column))}
    return [_marked(column, marked) for column in listed]


def is_lean(column: SheetColumn) -> bool:
    """Whether a column of `lean` has the mark for nothing."""
    return MARK in _text(column)


def shown(cell: str) -> str:
    """A formula for what a cell with the mark or a value shows."""
    return f'IF({cell}={MARK},"",{cell})'


#: A slot for the cell of another sheet in the row of the formula.
_BESIDE = re.compile(r"\[(\w+\.\w+)#\]")
#: Such a slot in a function that skips texts in cells, but not texts that INDEX returns.
_BARE = re.compile(r"(?:MAX|MIN|COUNT)\((?:[^()]*,)?\[\w+\.\w+#\]")
_ROW = f"ROW()-ROW({address(HEAD_ROW, 0, 'rc')})"


def shared(text: str) -> str:
    """A formula that reads its row of other sheets by range names, so that rows can share it.

    A shared formula must not contain addresses on other sheets (see `file.sharing.may_be_shared`).

    >>> shared("[Ratings.new#]")
    'INDEX([Ratings.new],ROW()-ROW($A$4))'
    """
    return text if _BARE.search(text) else _BESIDE.sub(rf"INDEX([\1],{_ROW})", text)


def told_apart(columns: Iterable[SheetColumn]) -> list[SheetColumn]:
    """The columns, in which a `long` one has its formula in a hidden column at the end.

    Rows share that formula, as its result is never empty: the mark, followed by the text.

    >>> columns = [SheetColumn("problem", lambda _: "", 'IF([no]=0,"","?")', long=True)]
    >>> [(column.key, column.formula, column.value(0)) for column in told_apart(columns)]
    [('problem', 'MID([problem_said],2,999)', ''), ('problem_said', '"·"&IF([no]=0,"","?")', '·')]
    """
    shown, said = list[SheetColumn](), list[SheetColumn]()
    for one in columns:
        if one.long:
            key = f"{one.key}_said"
            said.append(_said(one, key))
            one = replace(one, formula=f"MID([{key}],2,999)", long=False)
        shown.append(one)
    return [*shown, *said]


def _said(column: SheetColumn, key: str) -> SheetColumn:
    of = column.formula

    def formula(index: int) -> str:
        return f"{MARK}&{shared(of(index) if callable(of) else of)}"

    def value(index: int) -> Value:
        return f"{NOTHING}{column.value(index)}"

    each = formula if callable(of) else formula(0)
    is_mirror = column.style.startswith(MIRROR)
    return mirror(key, value, each) if is_mirror else hidden(key, value, each)


def _text(column: SheetColumn) -> str:
    return column.formula(0) if callable(column.formula) else column.formula


def _marked(column: SheetColumn, marked: set[str]) -> SheetColumn:
    def written(text: str) -> str:
        for key in marked:
            text = text.replace(f'[{key}]=""', f"[{key}]={MARK}")
            text = text.replace(f'[{key}]<>""', f"[{key}]<>{MARK}")
        return _RESULT.sub(MARK, text)

    def value(index: int) -> Value:
        found = column.value(index)
        return NOTHING if found == "" else found

    of = column.formula
    each: str | Callable[[int], str] = (lambda i: written(of(i))) if callable(of) else written(of)
    return replace(column, formula=each, value=value if column.key in marked else column.value)
