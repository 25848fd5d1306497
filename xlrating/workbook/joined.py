"""Two formulas in one: only where they differ does it say which of the two holds."""

from __future__ import annotations

#: Functions whose arguments are single values, so that one of them may be a decision.
_PLAIN = frozenset(("IF", "IFERROR", "AND", "OR", "NOT", "ROUND", "INT", "SUBSTITUTE"))


def joined(test: str, one: str, other: str) -> str:
    """A formula that is `one` where a test holds, else `other`.

    >>> joined("A1=2", 'IF(B1="","",ROUND(C1,0))', 'IF(B1="","",INT(C1+0.5))')
    'IF(B1="","",IF(A1=2,ROUND(C1,0),INT(C1+0.5)))'
    """
    name, own = taken_apart(one)
    other_name, others = taken_apart(other)
    if name == other_name and name in _PLAIN and len(own) == len(others):
        differs = [place for place, text in enumerate(own) if text != others[place]]
        if len(differs) == 1:
            place = differs[0]
            own[place] = joined(test, own[place], others[place])
            return f"{name}({','.join(own)})"
    return f"IF({test},{one},{other})"


def taken_apart(text: str) -> tuple[str, list[str]]:
    """The function that a formula is a call of, and its arguments; no name for another formula."""
    name, _, rest = text.partition("(")
    parts, depth, quoted = [""], 1, False
    for place, letter in enumerate(rest):
        if letter == '"':
            quoted = not quoted
        if not quoted:
            depth += (letter in "({") - (letter in ")}")
            if depth == 0:
                return (name, parts) if place == len(rest) - 1 else ("", [])
            if letter == "," and depth == 1:
                parts.append("")
                continue
        parts[-1] += letter
    return "", []
