"""The XML of an appended sheet, piece by piece: it may be many times larger than the user's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import count, groupby, islice, repeat

from ..engine.rules.kept import Remembered
from ..engine.texts import PLACES
from ..exchange.addresses import address, column_letter
from .added import TEXTS, AddedCell, Block, Heading, NewSheet, shown_as
from .cell_xml import Value, cell_xml, is_plain

#: The XML after the rows of a part.
_LAST = (
    b'</sheetData><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>'
)
#: The styles of the headings of numbers, and of texts.
_HEADING = ("heading", "heading text")
#: The start of a row up to its number, and from there up to that of its first cell.
_ROW_STARTS, _FIRST = b'<row r="', b'"><c r="A'
#: Stands for an address.
_PLACE = "\0"
_NUMBERS = {Decimal, int, type(None)}


def sheet_xml(sheet: NewSheet, space: str, styles: Mapping[str, int]) -> Iterator[bytes]:
    """The part, in a namespace; `styles` are the numbers of styles by kinds of values."""
    widths, sheet = sheet.begun()
    yield _head(widths, space)
    table = _rows(sheet.headings, sheet.blocks, styles) if sheet.headings else ()
    yield from table
    yield from _placed(sheet.others)
    yield _LAST


def _head(widths: Sequence[int], space: str) -> bytes:
    """The XML before the rows of a part."""
    cols = "".join(
        f'<col min="{at}" max="{at}" width="{width}" customWidth="1"/>'
        for at, width in enumerate(widths, 1)
    )
    cols = f"<cols>{cols}</cols>" if cols else ""
    return (
        f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="{space}">'
        '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0">'
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
        f"</sheetView></sheetViews>{cols}<sheetData>"
    ).encode()


class _Column:
    """The cells of a column, each from behind the number of its row up to the same number in the
    next column, whose letters are `following`; "" in the last one.
    """

    def __init__(self, following: str, kind: str, looks: Mapping[str, str]) -> None:
        self._kind, self._looks = kind, looks
        self._end = (f'<c r="{following}' if following else "</row>").encode()
        self._values = Remembered(self._text if kind in TEXTS else self.cell)
        # Speed: the hash of a Decimal takes five times as long as its text.
        self._numbers = Remembered(self._number)
        # Speed: in nearly all cells the same is around the value.
        self._around_text = self.cell("x").split(b"x")
        self._around_number = self.cell(0).rpartition(b"0")[::2]

    def cells(self, values: Sequence[Value]) -> Iterable[bytes]:
        """The cells with these values, from top to bottom."""
        if self._kind not in TEXTS and {Decimal} <= set(map(type, values)) <= _NUMBERS:
            return map(self._numbers.__getitem__, map(str, values))
        return map(self._values.__getitem__, values)

    def cell(self, value: Value) -> bytes:
        """The XML of the cell with a value."""
        value = None if value == "" else value
        look = "" if value is None else self._looks.get(shown_as(self._kind, value), "")
        return cell_xml(_PLACE, value, look=look).partition(_PLACE)[2].encode() + self._end

    def _text(self, value: Value) -> bytes:
        if not isinstance(value, str) or not value or not is_plain(value):
            return self.cell(value)
        before, after = self._around_text
        return before + value.encode() + after

    def _number(self, text: str) -> bytes:
        """The cell with the number, or None, that has this text."""
        if text == "None":
            return self.cell(None)
        if "E" in text or len(text.partition(".")[2]) > PLACES:
            return self.cell(Decimal(text))
        before, after = self._around_number
        return before + text.encode() + after


def _rows(
    headings: Sequence[Heading], blocks: Iterable[Block], styles: Mapping[str, int]
) -> Iterator[bytes]:
    """The rows of a table in pieces, that of the headings first."""
    following = [*map(column_letter, range(1, len(headings))), ""]
    looks = {kind: f' s="{style}"' for kind, style in styles.items()}
    places = list(zip(following, headings, strict=True))
    heads = [[_Column(one, _HEADING[head.kind in TEXTS], looks).cell(head.text)]
             for one, head in places]  # fmt: skip
    columns = [_Column(one, head.kind, looks) for one, head in places]
    numbers = count(1)
    yield _joined(heads, 1, numbers)
    for block in blocks:
        cells = [column.cells(own) for column, own in zip(columns, block, strict=True)]
        yield _joined(cells, len(block[0]), numbers)


def _joined(cells: Iterable[Iterable[bytes]], size: int, numbers: Iterator[int]) -> bytes:
    """So many rows of these columns of cells: the number of a row joins all that is in it."""
    own = [b"%d" % number for number in islice(numbers, size)]
    return b"".join(map(bytes.join, own, zip(repeat(_ROW_STARTS), repeat(_FIRST), *cells)))


def _placed(cells: Mapping[tuple[int, int], AddedCell]) -> Iterator[bytes]:
    for row, own in groupby(sorted(cells.items()), lambda one: one[0][0]):
        made = (cell_xml(address(*place), *one) for place, one in own)
        yield f'<row r="{row + 1}">{"".join(made)}</row>'.encode()
