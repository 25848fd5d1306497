"""What cells look like: fonts, colours, number formats."""

from __future__ import annotations

from typing import Any

FONT = "Arial"
INK, PALE, LINE = "#1F2A44", "#EEF1F7", "#C9CFDB"
INPUT = "#FFF9DB"

_CENTER = {"align": "center"}
_INPUT = {"bg_color": INPUT, "locked": False, "border": 1, "border_color": LINE}

#: Every look a cell can have, by the style names of the columns. "General" where a whole number
#: may stand: Excel shows 10 under "0.##" as "10.".
STYLES: dict[str, dict[str, Any]] = {
    "title": {"bold": True, "font_size": 16, "font_color": INK},
    "subtitle": {"bold": True, "font_size": 11, "font_color": "#55607A"},
    "note": {"font_color": "#66708A", "italic": True, "font_size": 9},
    "note_wrapped": {"font_color": "#66708A", "italic": True, "font_size": 9, "text_wrap": True,
                     "valign": "top"},
    "section": {"bold": True, "font_size": 11, "font_color": INK},
    "remark": {"font_color": "#66708A", "italic": True, "font_size": 9, "text_wrap": True},
    "step": {"font_size": 11},
    "head": {"bold": True, "bg_color": INK, "font_color": "white", "text_wrap": True,
             "valign": "vcenter", "align": "center", "border": 1, "border_color": INK},
    "head_center": {"bold": True, "bg_color": INK, "font_color": "white", "align": "center",
                    "valign": "vcenter", "border": 1, "border_color": INK},
    "label": {"font_color": "#3B4560", "indent": 1},
    "fact": {"bg_color": PALE, "align": "left"},
    "text": {},
    "wrapped": {"text_wrap": True},
    "center": _CENTER,
    "int": {"num_format": "0", **_CENTER},
    "rating": {"num_format": "General", **_CENTER},
    "points": {"num_format": "General", **_CENTER},
    "score": {"num_format": "0.0", **_CENTER},
    "tie": {"num_format": "0.0#", **_CENTER},
    "percent": {"num_format": "0.0%", **_CENTER},
    "share": {"num_format": "0.00##", **_CENTER},
    "dec2": {"num_format": "0.00", **_CENTER},
    "gain": {"num_format": "+0.00##;-0.00##;0.00", **_CENTER},
    "signed": {"num_format": "+General;-General;General", "bold": True, **_CENTER},
    "k": {"num_format": "General", **_CENTER},
    "new": {"num_format": "General", "bold": True, "bg_color": "#E7F3EA", **_CENTER},
    "cross": _CENTER,
    "param": {"num_format": "General", "bold": True, "bg_color": PALE, **_CENTER},
    "clause": {"bold": True, "font_color": INK, "valign": "top", "top": 1, "top_color": LINE},
    "summary": {"text_wrap": True, "valign": "top", "top": 1, "top_color": LINE},
    "problem": {"font_color": "#B3261E", "bold": True},
    "link": {"font_color": "#1155CC", "underline": 1},
    "status": {"bold": True, "font_size": 12},
    "helper": {"font_color": "#999999"},
    "input_text": {**_INPUT, "num_format": "@"},
    "input_date": {**_INPUT, "num_format": "yyyy-mm-dd", "align": "left"},
    "input_num": {**_INPUT, "num_format": "General", **_CENTER},
    "input_rating": {**_INPUT, "num_format": "General", **_CENTER},
    "input_int": {**_INPUT, "num_format": "0", **_CENTER},
    "input_center": {**_INPUT, "num_format": "@", **_CENTER},
}  # fmt: skip

#: Looks that a cell takes on where a mark's formula holds.
MARKS: dict[str, dict[str, Any]] = {
    "bad": {"bg_color": "#FBE3E1"},
    "look": {"bg_color": "#FCEBD3"},
    "look_text": {"font_color": "#8A5A00"},
    "self": {"bg_color": "#5A647C"},
    "faint": {"font_color": "#8A93A6"},
    "unseen": {"font_color": "#FFFFFF"},
    "round_edge": {"top": 1, "top_color": "#7C869C"},
    "player_edge": {"top": 1, "top_color": "#7C869C"},
    "red_light": {"bg_color": "#F6C7C3", "font_color": "#7A1410"},
    "yellow_light": {"bg_color": "#FFF0B8", "font_color": "#6B5200"},
    "green_light": {"bg_color": "#CDEBD3", "font_color": "#125A26"},
}


def styles(decimals: int | None) -> dict[str, dict[str, Any]]:
    """The looks, ratings and their differences with `decimals` where these are told."""
    if decimals is None:
        return STYLES
    number = "0." + "0" * decimals if decimals else "0"
    formats = dict.fromkeys(("rating", "new", "points", "input_rating"), number)
    formats["signed"] = f"+{number};-{number};{number}"
    return STYLES | {key: STYLES[key] | {"num_format": text} for key, text in formats.items()}
