"""The XML of an appended sheet, piece by piece: it may be many times larger than the user's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, islice
from operator import getitem

from ..exchange.addresses import address, column_letter
from .added import TEXTS, AddedCell, Heading, NewSheet, Row, shown_as, widths_of
from .cell_xml import Value, cell_xml

#: The XML after the rows of a part.
_END = b'</sheetData><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>'
#: The styles of the headings of numbers, and of texts.
_HEADING = ("heading", "heading text")
#: So many rows are one piece.
_PIECE = 500
#: Where the number of a row goes: no text has it.
_ROW = "\0"
_ROW_BYTE = _ROW.encode()
#: So many cells of a column are kept as they are written.
_KNOWN = 4_000


def sheet_xml(sheet: NewSheet, space: str, styles: Mapping[str, int]) -> Iterator[bytes]:
    """The part, in a namespace; `styles` are the numbers of styles by kinds of values."""
    first, sheet = sheet.begun()
    yield _begin(sheet.headings, first, space)
    table = _rows(sheet.headings, sheet.rows, styles) if sheet.headings else ()
    rows = chain(table, _placed(sheet.others))
    while piece := b"".join(islice(rows, _PIECE)):
        yield piece
    yield _END


def _begin(headings: Sequence[Heading], first: Sequence[Row], space: str) -> bytes:
    """The XML before the rows of a part; the columns are as wide as the first rows need."""
    cols = "".join(
        f'<col min="{at}" max="{at}" width="{width}" customWidth="1"/>'
        for at, width in enumerate(widths_of(headings, first), 1)
    )
    cols = f"<cols>{cols}</cols>" if cols else ""
    return (
        f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="{space}">'
        '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0">'
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
        f"</sheetView></sheetViews>{cols}<sheetData>"
    ).encode()


#: How what is nothing is written. Without "": its hash is that of 0, and each 0 would be compared.
_NOTHING: Mapping[Value, bytes] = {None: b""}


class _Column(dict[Value, bytes]):
    """The cells of a column by their values, with a mark for the row: the same ones come again."""

    def __init__(self, letters: str, kind: str, looks: Mapping[str, str]) -> None:
        super().__init__(_NOTHING)
        self._place, self._kind, self._looks = letters + _ROW, kind, looks

    def __missing__(self, value: Value) -> bytes:
        if len(self) == _KNOWN:
            self.clear()
            self.update(_NOTHING)
        is_nothing = isinstance(value, str) and not value
        look = self._looks.get(shown_as(self._kind, value), "")
        made = b"" if is_nothing else cell_xml(self._place, value, look=look).encode()
        self[value] = made
        return made


def _rows(
    headings: Sequence[Heading], rows: Iterable[Row], styles: Mapping[str, int]
) -> Iterator[bytes]:
    """The rows of a table, that of the headings first."""
    letters = [column_letter(col) for col in range(len(headings))]
    looks = {kind: f' s="{style}"' for kind, style in styles.items()}
    heads = [_Column(one, _HEADING[head.kind in TEXTS], looks)[head.text]
             for one, head in zip(letters, headings, strict=True)]  # fmt: skip
    columns = [_Column(one, head.kind, looks) for one, head in zip(letters, headings, strict=True)]
    made = chain([heads], (map(getitem, columns, row) for row in rows))
    for number, cells in enumerate(made, 1):
        xml = b'<row r="%b">%b</row>' % (_ROW_BYTE, b"".join(cells))
        yield xml.replace(_ROW_BYTE, b"%d" % number)


def _placed(cells: Mapping[tuple[int, int], AddedCell]) -> Iterator[bytes]:
    for row, own in groupby(sorted(cells.items()), lambda one: one[0][0]):
        made = (cell_xml(address(*place), *one) for place, one in own)
        yield f'<row r="{row + 1}">{"".join(made)}</row>'.encode()
