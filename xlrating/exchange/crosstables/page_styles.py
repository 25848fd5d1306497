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
#: Elements whose text is struck through, and others with a style of their own.
STRIKES = frozenset(("s", "strike", "del"))
_STRUCK = re.compile("line-through", re.IGNORECASE)
_CLASSES = re.compile(r"""(?<![\w-])class\s*=\s*["']?([^"'>]*)""", re.IGNORECASE)
_CLASS = re.compile(r"\s*\w*\.([\w-]+)\s*")
_ANY_CLASS = re.compile(r"\.([\w-]+)")
#: The letters and numbers around a sheet, and its frozen edge, on a page that Google Sheets saves.
_FRAME = re.compile(r"class\s*=\s*[\"']?(?:row-header|column-header|freezebar)", re.IGNORECASE)
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)


def is_frame(attributes: str) -> bool:
    """Whether a cell with these attributes belongs to the frame of a sheet, not to the sheet."""
    return _FRAME.search(attributes) is not None


class PageStyles:
    """The classes of a page's own style sheets that hide elements, or strike their text through."""

    def __init__(self) -> None:
        self._hiding: set[str] = set()
        self._striking: set[str] = set()

    def add(self, styles: str) -> None:
        """Take the classes of one more style sheet."""
        self._hiding |= classes_with(_HIDDEN, styles)
        self._striking |= classes_with(_STRUCK, styles, "text-decoration")

    def hides(self, attributes: str) -> bool:
        """Whether an element with these attributes is not shown."""
        return _UNSEEN.search(attributes) is not None or _is_of(self._hiding, attributes)

    def strikes(self, attributes: str) -> bool:
        """Whether the text of an element with these attributes is struck through."""
        return _STRUCK.search(attributes) is not None or _is_of(self._striking, attributes)


def _is_of(classes: AbstractSet[str], attributes: str) -> bool:
    own = _CLASSES.search(attributes) if classes else None
    return own is not None and not classes.isdisjoint(own[1].split())


def classes_with(style: re.Pattern[str], styles: str, name: str = "display") -> set[str]:
    """The classes of elements to which a style sheet always gives a style, not only in print.

    `name` is that of the property; a rule with another value undoes the style.

    >>> classes_with(_HIDDEN, "i, td.a {display: none} @media print {.b {display: none}}")
    {'a'}
    """
    found, undone, names, others, depth = set[str](), set[str](), list[str](), list[str](), 0
    parts = re.split(r"([{}])", _COMMENT.sub("", styles))
    for before, sign in zip(parts[::2], parts[1::2]):
        depth = max(depth + (1 if sign == "{" else -1), 0)
        if sign == "{" and depth == 1:
            names = [one[1] for text in before.split(",") if (one := _CLASS.fullmatch(text))]
            others = _ANY_CLASS.findall(before)
        elif sign == "}" and depth == 0 and style.search(before):
            found.update(names)
        elif sign == "}" and depth == 0 and name in before:
            found.difference_update(names)  # a later rule undoes it
            undone.update({*others} - {*names})  # of elements with two classes, or in others
    return found - undone
