"""What formulas ask of a program: functions, and how they stand in each other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from openpyxl.formula import Tokenizer

#: One operand of the same sheet.
_CELL = r"\$?[A-Z]{1,3}\$?\d+"
_AREA = re.compile(rf"{_CELL}:{_CELL}")
#: Where a list is calculated number by number.
_ARRAY = "SUMPRODUCT"


def idioms(formula: str) -> Iterator[str]:
    """What a formula needs a program to do, each as a short word.

    >>> sorted(set(idioms('SUMPRODUCT(MAX((a=1)*ROW(a)))+SUM(INDEX(b,2):INDEX(b,3))')))
    ['+', 'INDEX', 'MAX', 'ROW', 'SUM', 'SUM:', 'SUMPRODUCT', 'SUMPRODUCT>*', 'SUMPRODUCT>=', \
'SUMPRODUCT>MAX', 'SUMPRODUCT>ROW']
    >>> sorted(set(idioms('IF(LEN("Ж𠮷")>MATCH(1,{1,2},0),Rules!A1,-1%)')))
    ['!', '%', '-x', '>', 'IF', 'LEN', 'MATCH', 'MATCH{}', 'beyond U+FFFF']
    """
    functions: list[str] = []
    for token in Tokenizer("=" + formula).items:
        inside = f"{_ARRAY}>" if _ARRAY in functions else ""
        around = next((name for name in reversed(functions) if name), "")
        if token.type == "FUNC" and token.subtype == "OPEN":
            before, _, name = token.value[:-1].rpartition(":")
            if before or ":" in token.value:
                yield f"{around}:"
            yield name
            if inside:
                yield inside + name
        elif token.type == "ARRAY" and token.subtype == "OPEN":
            yield f"{around}{{}}"
        elif token.subtype == "TEXT":
            letters = token.value[1:-1]
            if any(ord(letter) > 0xFFFF for letter in letters):
                yield "beyond U+FFFF"
        elif token.type == "OPERAND" and token.subtype == "RANGE":
            if "!" in token.value:
                yield inside + "!"
            if ":" in token.value and not _AREA.fullmatch(token.value.rpartition("!")[2]):
                yield f"{around}:"
        elif token.type.startswith("OPERATOR"):
            yield inside + token.value + ("x" if token.type == "OPERATOR-PREFIX" else "")
        if token.subtype == "OPEN":
            functions.append(token.value[:-1].rpartition(":")[2] if token.type == "FUNC" else "")
        elif token.subtype == "CLOSE":
            functions.pop()
