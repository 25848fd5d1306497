"""The part of a sheet that is put behind theirs, piece by piece: it may be many times theirs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from xml.sax.saxutils import escape

from ..exchange.addresses import column_letter
from .added import NewSheet, Shown, rows_of, widths_of

#: So many rows are one piece.
_PIECE = 500


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
    found: list[str] = []
    for row, cells in rows_of(sheet):
        number = row + 1
        own = "".join([_cell(f"{column_letter(col)}{number}", one, looks) for col, one in cells])
        found.append(f'<row r="{number}">{own}</row>')
        if len(found) == _PIECE:
            yield "".join(found).encode()
            found.clear()
    yield (
        f"{''.join(found)}</sheetData>"
        '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>'
    ).encode()


def _cell(place: str, one: Shown, looks: Mapping[str, str]) -> str:
    value, look = one.value, looks.get(one.kind, "")
    formula = f"<f>{escape(one.formula)}</f>" if one.formula else ""
    if value is None:
        return f'<c r="{place}"{look}>{formula}</c>' if formula else ""
    if not isinstance(value, str):
        shown = f"{value:f}" if isinstance(value, Decimal) else value
        return f'<c r="{place}"{look}>{formula}<v>{shown}</v></c>'
    text = escape(value)
    if formula:
        return f'<c r="{place}"{look} t="str">{formula}<v>{text}</v></c>'
    return f'<c r="{place}"{look} t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
