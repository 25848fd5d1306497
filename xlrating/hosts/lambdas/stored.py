"""How a file stores a typed formula: with marked parameters and prefixed functions."""

from __future__ import annotations

import re

#: Functions newer than the file format, which need a prefix in a file.
_NEW = (
    "LAMBDA", "LET", "MAP", "REDUCE", "SCAN", "MAKEARRAY", "ISOMITTED", "SEQUENCE", "XMATCH",
    "UNICODE", "UNICHAR", "TAKE", "TOCOL", "HSTACK", "VSTACK", "FILTER", "SORT",
)  # fmt: skip
#: Those of them that first appeared in the web version.
_FROM_SHEETS = ("FILTER", "SORT")
_WORD = re.compile(
    r"\[(?P<optional>[a-z]\w*)\]|(?<![\w.!$])(?P<name>[a-z]\w*)\b"
    rf"|\b(?P<new>{'|'.join(_NEW)})(?=\()"
)


def stored(formula: str) -> str:
    """A formula as the file stores it: with marked parameters and prefixed functions.

    >>> stored('LAMBDA(x,[y],IF(ISOMITTED(y),"x",Rules!$A$1*x))')
    '_xlfn.LAMBDA(_xlpm.x,_xlop.y,IF(_xlfn.ISOMITTED(_xlpm.y),"x",Rules!$A$1*_xlpm.x))'
    """

    def mark(found: re.Match[str]) -> str:
        if found["optional"]:
            return "_xlop." + found["optional"]
        if found["name"]:
            return "_xlpm." + found["name"]
        return ("_xlfn._xlws." if found["new"] in _FROM_SHEETS else "_xlfn.") + found["new"]

    parts = formula.split('"')
    return '"'.join(part if i % 2 else _WORD.sub(mark, part) for i, part in enumerate(parts))
