"""What a browser does not show of a web page, by attributes or its own styles."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

_HIDES = r"(?:display\s*:\s*none|visibility\s*:\s*hidden)"
#: Attributes of an element that is not shown, such as a key to sort by in a cell.
_UNSEEN = re.compile(
    rf"""style\s*=\s*["'][^"']*{_HIDES}|"""
    r"""^(?:[^"']|"[^"]*"|'[^']*')*?(?<![\w-])hidden(?![\w-])""",
    re.IGNORECASE,
)
_HIDDEN = re.compile(_HIDES, re.IGNORECASE)
_CLASSES = re.compile(r"""(?<![\w-])class\s*=\s*["']?([^"'>]*)""", re.IGNORECASE)
_CLASS = re.compile(r"\s*\w*\.([\w-]+)\s*")
#: The letters and numbers around a sheet, and its frozen edge, on a page that Google Sheets saves.
_FRAME = re.compile(r"class\s*=\s*[\"']?(?:row-header|column-header|freezebar)", re.IGNORECASE)
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)


def is_frame(attributes: str) -> bool:
    """Whether a cell with these attributes belongs to the frame of a sheet, not to the sheet."""
    return _FRAME.search(attributes) is not None


def is_hidden(attributes: str, classes: AbstractSet[str]) -> bool:
    """Whether an element with these attributes is not shown on a page that hides these classes."""
    own = _CLASSES.search(attributes) if classes else None
    is_of_class = own is not None and not classes.isdisjoint(own[1].split())
    return is_of_class or _UNSEEN.search(attributes) is not None


def hidden_classes(styles: str) -> set[str]:
    """The classes of elements that a style sheet always hides, not only in print.

    >>> hidden_classes("i, td.a {display: none} @media print {.b {display: none}}")
    {'a'}
    """
    found, names, depth = set[str](), list[str](), 0
    parts = re.split(r"([{}])", _COMMENT.sub("", styles))
    for before, sign in zip(parts[::2], parts[1::2]):
        depth = max(depth + (1 if sign == "{" else -1), 0)
        if sign == "{" and depth == 1:
            names = [one[1] for text in before.split(",") if (one := _CLASS.fullmatch(text))]
        elif sign == "}" and depth == 0 and _HIDDEN.search(before):
            found.update(names)
        elif sign == "}" and depth == 0 and "display" in before:
            found.difference_update(names)  # a later rule shows them
    return found
