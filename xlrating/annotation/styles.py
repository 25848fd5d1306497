"""The styles of a user's workbook, and new ones like them; existing ones stay as they are."""

from __future__ import annotations

import re
from html import escape
from typing import NamedTuple

from .parts import prefix_of

#: The formats of numbers that every workbook has: General, and text.
_GENERAL, _TEXT = 0, 49
#: The first number for a workbook's own formats.
_OWN_FORMATS = 164


class Look(NamedTuple):
    """The look of a new cell: a style with some of its parts replaced.

    `aligned` is the style whose alignment it takes. The number format is that of the style
    `numbers`, or if that is General or text, `format` ('' for General). -1 means no style.
    """

    like: int
    aligned: int = -1
    format: str = ""
    numbers: int = -1


class Styles:
    """The part of a workbook with its styles; `xml` is its present content."""

    def __init__(self, xml: bytes) -> None:
        self.xml = xml
        self._p = prefix_of(xml)
        self._xfs = self._section("cellXfs", "xf")
        self._formats = {
            int(_value(one, "numFmtId")): _value(one, "formatCode").encode()
            for one in self._section("numFmts", "numFmt")
        }
        self._made: dict[Look, int] = {}
        self._bold = -1

    def of(self, look: Look) -> int:
        """The number of the style with this look, which is added if it does not exist."""
        if look not in self._made:
            xf = self._xf(look.like)
            if look.aligned >= 0:
                xf = self._aligned(xf, self._xf(look.aligned))
            xf = _with(xf, "numFmtId", str(self._format(look)))
            self._made[look] = self._add(_with(xf, "applyNumberFormat", "1"))
        return self._made[look]

    def aligned(self, alignment: str, is_bold: bool = False) -> int:
        """A style for the texts of a new sheet, bold for its headings."""
        xf = self._xf(self._heading() if is_bold else 0)
        own = f"<{self._p}alignment {alignment}/>"
        return self._add(self._aligned(xf, own.encode()))

    def _heading(self) -> int:
        """The number of the first style in bold, which is added on first use."""
        if self._bold < 0:
            fonts = self._section("fonts", "font")
            first = fonts[0] if fonts else f"<{self._p}font/>".encode()
            if re.search(rb"<(?:\w+:)?b\s*/>", first) is None:
                first = _within(first, f"<{self._p}b/>", f"</{self._p}font>")
            number = self._append("fonts", "font", first, len(fonts))
            xf = _with(_with(self._xf(0), "fontId", str(number)), "applyFont", "1")
            self._bold = self._add(xf)
        return self._bold

    # --- parts of it -----------------------------------------------------------------------------

    def _xf(self, number: int) -> bytes:
        return self._xfs[number] if number < len(self._xfs) else f"<{self._p}xf/>".encode()

    def _format(self, look: Look) -> int:
        """The number of a look's number format, which is added if it does not exist."""
        if look.numbers >= 0:
            own = int(_value(self._xf(look.numbers), "numFmtId") or _GENERAL)
            if own not in (_GENERAL, _TEXT):
                return own
        if not look.format:
            return _GENERAL
        code = look.format.encode()
        known = next((number for number, text in self._formats.items() if text == code), None)
        if known is not None:
            return known
        number = max([_OWN_FORMATS - 1, *self._formats]) + 1
        text = f'<{self._p}numFmt numFmtId="{number}" formatCode="{escape(look.format)}"/>'
        if not re.search(rb"<(?:\w+:)?numFmts\b", self.xml):
            root = re.search(rb"<(?:\w+:)?styleSheet\b[^>]*>", self.xml)
            assert root is not None, "the part is a sheet of styles"
            empty = f'<{self._p}numFmts count="0"/>'.encode()
            self.xml = self.xml[: root.end()] + empty + self.xml[root.end() :]
        self._append("numFmts", "numFmt", text.encode(), len(self._formats))
        self._formats[number] = code
        return number

    def _aligned(self, xf: bytes, other: bytes) -> bytes:
        pattern = rb"<(?:\w+:)?alignment\b[^>]*?/>"
        own = re.search(pattern, other)
        xf = re.sub(pattern, b"", xf)
        if own is None:
            return xf
        return _with(_within(xf, own[0].decode(), f"</{self._p}xf>"), "applyAlignment", "1")

    def _add(self, xf: bytes) -> int:
        if xf in self._xfs:
            return self._xfs.index(xf)
        self._append("cellXfs", "xf", xf, len(self._xfs))
        self._xfs.append(xf)
        return len(self._xfs) - 1

    def _section(self, name: str, item: str) -> list[bytes]:
        """The XML of each `item` in the list `name` of the part."""
        found = re.search(rb"<(?:\w+:)?" + name.encode() + rb"\b[^>]*[^/]>(.*?)</(?:\w+:)?"
                          + name.encode() + rb"\s*>", self.xml, re.DOTALL)  # fmt: skip
        one = item.encode()
        pattern = rb"<(?:\w+:)?" + one + rb"\b[^>]*?(?:/>|>.*?</(?:\w+:)?" + one + rb"\s*>)"
        return re.findall(pattern, found[1], re.DOTALL) if found else []

    def _append(self, name: str, item: str, text: bytes, count: int) -> int:
        """Append an item to a list; returns its number."""
        empty = re.compile(rb"<(?:\w+:)?" + name.encode() + rb"\b[^>]*/>")
        self.xml = empty.sub(
            lambda found: found[0][:-2] + f"></{self._p}{name}>".encode(), self.xml, count=1
        )
        end = re.search(rb"</(?:\w+:)?" + name.encode() + rb"\s*>", self.xml)
        assert end is not None, f"{name} has items in any workbook"
        xml = self.xml[: end.start()] + text + self.xml[end.start() :]
        head = re.compile(rb"(<(?:\w+:)?" + name.encode() + rb"\b[^>]*?\bcount\s*=\s*[\"'])\d+")
        self.xml = head.sub(lambda found: found[1] + str(count + 1).encode(), xml, count=1)
        return count


def _value(xf: bytes, name: str) -> str:
    found = re.search(rb"\s" + name.encode() + rb"\s*=\s*[\"']([^\"']*)", xf[: xf.index(b">")])
    return found[1].decode() if found else ""


def _within(element: bytes, first: str, end: str) -> bytes:
    """An element with `first` at the beginning of its content; `end` closes it if it was empty."""
    at = element.index(b">")
    if element[at - 1 : at] == b"/":
        return element[: at - 1] + b">" + first.encode() + end.encode()
    return element[: at + 1] + first.encode() + element[at + 1 :]


def _with(xf: bytes, name: str, value: str) -> bytes:
    """A style with the attribute `name` set to this value."""
    end = xf.index(b">")
    head, tail = xf[:end], xf[end:]
    if head.endswith(b"/"):
        head, tail = head[:-1], b"/" + tail
    head = re.sub(rb"\s" + name.encode() + rb"\s*=\s*(?:\"[^\"]*\"|'[^']*')", b"", head)
    return head.rstrip() + f' {name}="{value}"'.encode() + tail
