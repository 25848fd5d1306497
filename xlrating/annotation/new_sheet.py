"""The part of a sheet that is put behind theirs, piece by piece: it may be many times theirs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, groupby, islice
from operator import getitem

from ..exchange.addresses import address, column_letter
from .added import AddedCell, NewSheet, widths_of
from .cell_xml import Value, cell_xml

#: So many rows are one piece.
_PIECE = 500
#: Where the number of a row goes: no text has it.
_ROW = b"\0"
#: So many cells of a column are kept as they are written.
_KNOWN = 10_000


def sheet_xml(sheet: NewSheet, space: str, styles: Mapping[str, int]) -> Iterator[bytes]:
    """The part, in a namespace; `styles` are the numbers of styles by kinds of values."""
    first, sheet = sheet.begun()
    cols = "".join(
        f'<col min="{at}" max="{at}" width="{width}" customWidth="1"/>'
        for at, width in enumerate(widths_of(sheet.headings, first), 1)
    )
    cols = f"<cols>{cols}</cols>" if cols else ""
    yield (
        f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="{space}">'
        '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0">'
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
        f"</sheetView></sheetViews>{cols}<sheetData>"
    ).encode()
    looks = {kind: f' s="{style}"' for kind, style in styles.items()}
    rows = chain(_table(sheet, looks), _placed(sheet.others))
    while piece := b"".join(islice(rows, _PIECE)):
        yield piece
    yield b'</sheetData><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>'
    yield b"</worksheet>"


class _Column(dict[Value, bytes]):
    """The cells of a column by their values, with a mark for the row: the same ones come again."""

    def __init__(self, letters: str, look: str) -> None:
        super().__init__()
        self._place, self._look = letters + _ROW.decode(), look

    def __missing__(self, value: Value) -> bytes:
        if len(self) == _KNOWN:
            self.clear()
        is_filled = value is not None and value != ""
        made = cell_xml(self._place, value, look=self._look) if is_filled else ""
        self[value] = made.encode()
        return self[value]


def _table(sheet: NewSheet, looks: Mapping[str, str]) -> Iterator[bytes]:
    if not sheet.headings:
        return
    letters = [column_letter(col) for col in range(len(sheet.headings))]
    heads = [_Column(one, looks.get("heading", ""))[head.text]
             for one, head in zip(letters, sheet.headings, strict=True)]  # fmt: skip
    columns = [_Column(one, looks.get(head.kind, ""))
               for one, head in zip(letters, sheet.headings, strict=True)]  # fmt: skip
    rows = (map(getitem, columns, row) for row in sheet.rows)
    for number, cells in enumerate(chain([heads], rows), 1):
        row = b'<row r="' + _ROW + b'">' + b"".join(cells) + b"</row>"
        yield row.replace(_ROW, b"%d" % number)


def _placed(cells: Mapping[tuple[int, int], AddedCell]) -> Iterator[bytes]:
    for row, own in groupby(sorted(cells.items()), lambda one: one[0][0]):
        made = (cell_xml(address(*place), *one) for place, one in own)
        yield f'<row r="{row + 1}">{"".join(made)}</row>'.encode()
