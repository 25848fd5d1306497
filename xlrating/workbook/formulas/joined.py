"""Two formulas merged into one that decides between them only where they differ."""

from __future__ import annotations

import re

#: What separates the parts of a formula; texts are matched whole.
_MARKS = re.compile(r'"[^"]*"|[(){},]')

#: Functions whose arguments are single values, so that one of them may be a decision.
_PLAIN = frozenset(("IF", "IFERROR", "AND", "OR", "NOT", "ROUND", "INT", "SUBSTITUTE"))


def joined(test: str, one: str, other: str) -> str:
    """A formula that is `one` where a test holds, else `other`.

    >>> joined("A1=2", 'IF(B1="","",ROUND(C1,0))', 'IF(B1="","",INT(C1+0.5))')
    'IF(B1="","",IF(A1=2,ROUND(C1,0),INT(C1+0.5)))'
    """
    name = one.partition("(")[0]
    if name in _PLAIN and other.startswith(f"{name}("):
        (own_name, own), (other_name, others) = taken_apart(one), taken_apart(other)
        if own_name == other_name and own_name and len(own) == len(others):
            differs = [place for place, text in enumerate(own) if text != others[place]]
            if len(differs) == 1:
                place = differs[0]
                own[place] = joined(test, own[place], others[place])
                return f"{name}({','.join(own)})"
    return f"IF({test},{one},{other})"


def taken_apart(text: str) -> tuple[str, list[str]]:
    """The function that a formula calls, and its arguments; '' and [] for another formula."""
    name, found, _ = text.partition("(")
    start = len(name) + 1
    parts: list[str] = []
    depth = 1
    for mark in _MARKS.finditer(text, start) if found else ():
        sign = mark[0]
        if sign in "({":
            depth += 1
        elif sign in ")}":
            depth -= 1
        if depth == 0 or (depth == 1 and sign == ","):
            parts.append(text[start : mark.start()])
            start = mark.end()
        if depth == 0:
            return (name, parts) if start == len(text) else ("", [])
    return "", []
