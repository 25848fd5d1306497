"""The formats of cells in the function workbooks."""

from __future__ import annotations

from typing import Any

_INK, _PALE, _INPUT, _LINE = "#1F2A44", "#E4E9F2", "#FFF9DB", "#C9CFDB"
_FONT = {"font_name": "Arial", "font_size": 10, "valign": "vcenter"}
_OWN: dict[str, dict[str, Any]] = {
    "title": {"bold": True, "font_size": 14, "font_color": _INK},
    "note": {"font_color": "#55607A"},
    "notes": {"font_color": "#55607A", "text_wrap": True},
    "head": {"bold": True, "bg_color": _INK, "font_color": "white", "text_wrap": True},
    "head_number": {"bold": True, "bg_color": _INK, "font_color": "white", "text_wrap": True,
                    "align": "center"},
    "function": {"bold": True, "bg_color": _PALE, "font_color": _INK, "text_wrap": True},
    "argument": {"indent": 1},
    "text": {"text_wrap": True},
    "input": {"bg_color": _INPUT, "border": 1, "border_color": _LINE, "align": "center"},
    "input_text": {"bg_color": _INPUT, "border": 1, "border_color": _LINE, "align": "center",
                   "num_format": "@"},
    "formula": {"font_name": "Courier New", "font_size": 9, "font_color": "#1155CC"},
    "result": {"bold": True, "align": "center"},
    "chance": {"bold": True, "align": "center", "num_format": "0.000"},
    "result_text": {"bold": True},
    "table": {"align": "left"},
}  # fmt: skip

#: The height of a line of text.
LINE = 13
#: The formats of cells in the function workbooks, for XlsxWriter.
LOOKS = {key: {**_FONT, **look} for key, look in _OWN.items()}
