"""Comments with the reasons for a rating, in addition to those that a sheet already has.

A comment is in two parts: its text, and the box in which programs draw it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from xml.parsers import expat

from ..engine.aligned import width
from ..exchange.addresses import address
from .cells import Place
from .parts import WorkbookParts, before_end, prefix_of

_MAIN = "application/vnd.openxmlformats-officedocument"
_TEXTS = f"{_MAIN}.spreadsheetml.comments+xml"
_BOXES = f"{_MAIN}.vmlDrawing"
AUTHOR = "xlrating"
#: The elements that follow the link to the boxes in a sheet.
_LATER = frozenset(("legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls",
                    "webPublishItems", "tableParts", "extLst"))  # fmt: skip
_SPACES = (
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:x="urn:schemas-microsoft-com:office:excel"'
)
_KIND = (
    f'<v:shapetype {_SPACES} id="_x0000_t202" coordsize="21600,21600" o:spt="202" '
    'path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/>'
    '<v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'
)
#: The number of characters per line of a box, and its maximum number of lines.
_LINE, _LINES = 60, 24
#: The width of a box, in points.
WIDE = 300
#: The size of the blocks in which boxes are numbered; new boxes begin a new block.
_BLOCK = 1024


def put_comments(parts: WorkbookParts, part: str, notes: Mapping[Place, str]) -> None:
    """Add comments to cells of a sheet that have none."""
    if not notes:
        return
    texts = next(iter(parts.linked(part, "/comments")), "")
    boxes = _boxes_of(parts, part)
    if not texts:
        texts = parts.free_name("xl/comments{}.xml")
        parts.add(texts, _empty_texts(parts).encode(), _TEXTS)
        parts.link(part, "comments", f"/{texts}")
    if not boxes:
        boxes = parts.free_name("xl/drawings/vmlDrawing{}.vml")
        parts.add(boxes, f"<xml {_SPACES}></xml>".encode(), _BOXES)
        id_ = parts.link(part, "vmlDrawing", f"/{boxes}")
        parts.put(part, _linked(parts.read(part), id_, parts.office_space))
    parts.put(texts, _with_texts(parts.read(texts), notes))
    parts.put(boxes, _with_boxes(parts.read(boxes), notes))


def _boxes_of(parts: WorkbookParts, part: str) -> str:
    """The part with the boxes of a sheet; headers and footers may have another one."""
    found = re.search(rb"<(?:\w+:)?legacyDrawing\s[^>]*?id\s*=\s*[\"']([^\"']*)", parts.read(part))
    own = {one.id: one.part for one in parts.relations(part)}
    return own.get(found[1].decode(), "") if found else ""


def _empty_texts(parts: WorkbookParts) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        f'<comments xmlns="{parts.space}"><authors></authors><commentList></commentList></comments>'
    )


def _with_texts(xml: bytes, notes: Mapping[Place, str]) -> bytes:
    p = prefix_of(xml)
    author = len(re.findall(rb"<(?:\w+:)?author[\s>/]", xml))
    xml = _opened(_opened(xml, p, "authors"), p, "commentList")
    xml = before_end(xml, "authors", f"<{p}author>{AUTHOR}</{p}author>")
    made = "".join(
        f'<{p}comment ref="{address(*place)}" authorId="{author}"><{p}text><{p}t '
        f'xml:space="preserve">{escape(text, quote=False)}</{p}t></{p}text></{p}comment>'
        for place, text in sorted(notes.items())
    )
    return before_end(xml, "commentList", made)


def _opened(xml: bytes, p: str, name: str) -> bytes:
    """The part with a list in two tags, so that items can be added, even if it is empty."""
    found = f"<{p}{name}></{p}{name}>".encode()
    return re.sub(rb"<(?:\w+:)?" + name.encode() + rb"\s*/>", found, xml)


def _with_boxes(xml: bytes, notes: Mapping[Place, str]) -> bytes:
    known = [int(one) for one in re.findall(rb"_x0000_s(\d+)", xml)]
    first = (max(known, default=0) // _BLOCK + 1) * _BLOCK + 1
    kind = "" if b'id="_x0000_t202"' in xml else _KIND
    made = "".join(
        _box(number, row, col, text)
        for number, ((row, col), text) in enumerate(sorted(notes.items()), first)
    )
    return before_end(xml, "xml", kind + made)


def _lines(text: str) -> int:
    return min(_LINES, sum(1 + width(line) // _LINE for line in text.splitlines()))


def high(text: str) -> int:
    """The height of a box with this text, in points."""
    return 12 * _lines(text) + 12


def _box(number: int, row: int, col: int, text: str) -> str:
    lines = _lines(text)
    return (
        f'<v:shape {_SPACES} id="_x0000_s{number}" type="#_x0000_t202" '
        f'style="position:absolute;width:{WIDE}pt;height:{high(text)}pt;z-index:1;'
        'visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/>'
        '<v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/>'
        '<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox>'
        '<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>'
        f"<x:Anchor>{col + 1}, 15, {row}, 4, {col + 7}, 15, {row + lines + 1}, 4</x:Anchor>"
        f"<x:AutoFill>False</x:AutoFill><x:Row>{row}</x:Row><x:Column>{col}</x:Column>"
        "</x:ClientData></v:shape>"
    )


def _linked(xml: bytes, id_: str, space: str) -> bytes:
    """A sheet with the link to its boxes, in the right place among the other links."""
    p = prefix_of(xml)
    link = f'<{p}legacyDrawing xmlns:r="{space}" r:id="{id_}"/>'
    at = _place_of_link(xml)
    return xml[:at] + link.encode() + xml[at:]


def _place_of_link(xml: bytes) -> int:
    """The index of the first element after the link, or the end of the last one."""
    parser, path, starts = expat.ParserCreate(), list[str](), list[int]()
    found: list[int] = []

    def start(name: str, _: object) -> None:
        path.append(name.rpartition(":")[2])
        starts.append(parser.CurrentByteIndex)
        # Elements that only some programs know are wrapped in these.
        inside = [one for one in path[1:] if one not in ("AlternateContent", "Choice", "Fallback")]
        if not found and inside[:1] == path[-1:] and len(inside) == 1 and inside[0] in _LATER:
            found.append(starts[1])

    def end(_: str) -> None:
        if len(path) == 1 and not found:
            found.append(parser.CurrentByteIndex)
        path.pop()
        starts.pop()

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.Parse(xml, True)
    return found[0]
