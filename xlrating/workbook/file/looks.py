"""What cells look like: fonts, colours, number formats."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from functools import cache
from typing import Any

from ...engine.aligned import width

FONT, MONO = "Arial", "Courier New"
INK, PALE, LINE = "#1F2A44", "#EEF1F7", "#C9CFDB"
INPUT = "#FFF9DB"

_CENTER = {"align": "center"}
_INPUT = {"bg_color": INPUT, "locked": False, "border": 1, "border_color": LINE}

#: A number as it is. To a formula in the plain format "General" LibreOffice gives the format of the
#: cells that it reads, pasted ones too, and may lose the cell's other formatting on saving.
_NUMBER = "General;-General;General"
#: Text only: LibreOffice reads 0 from an .ods where a formula gives an empty text.
_WORDS = ";;;@"

#: Every look of a cell, by the style names of the columns. "General" is used where a whole number
#: is possible: Excel shows 10 under "0.##" as "10.".
STYLES: dict[str, dict[str, Any]] = {
    "title": {"bold": True, "font_size": 16, "font_color": INK},
    "title_shrunk": {"bold": True, "font_size": 16, "font_color": INK, "shrink": True},
    "subtitle": {"bold": True, "font_size": 11, "font_color": "#55607A"},
    "note": {"font_color": "#66708A", "italic": True, "font_size": 9},
    "note_wrapped": {"font_color": "#66708A", "italic": True, "font_size": 9, "text_wrap": True,
                     "valign": "top"},
    "note_shrunk": {"font_color": "#66708A", "italic": True, "font_size": 9, "shrink": True},
    "event": {"num_format": _WORDS, "font_color": "#3B4560", "bold": True, "font_size": 9,
              "shrink": True},
    "slip_event": {"font_color": "#3B4560", "font_size": 9},
    "slip_board": {"bold": True, "font_size": 11, "font_color": INK, "align": "right"},
    "slip_results": {"font_size": 11, "font_color": INK, "align": "center"},
    "slip_name": {"bold": True, "font_size": 11, "font_color": INK, "shrink": True},
    "section": {"bold": True, "font_size": 11, "font_color": INK},
    "step": {"font_size": 11},
    "head": {"bold": True, "bg_color": INK, "font_color": "white", "text_wrap": True,
             "valign": "vcenter", "align": "center", "border": 1, "border_color": INK},
    "head_center": {"bold": True, "bg_color": INK, "font_color": "white", "align": "center",
                    "valign": "vcenter", "border": 1, "border_color": INK},
    # Without borders, as a conditional style that hides it would leave them.
    "head_bare": {"bold": True, "bg_color": INK, "font_color": "white", "align": "center",
                  "valign": "vcenter"},
    "label": {"font_color": "#3B4560", "indent": 1},
    # A format of its own: LibreOffice writes another one where there is none.
    "left_score": {"num_format": "0.0", "align": "left"},
    "fact": {"bg_color": PALE, "align": "left"},
    "left": {"num_format": _NUMBER, "align": "left"},
    "signed_left": {"num_format": "+General;-General;General", "bold": True, "align": "left"},
    "text": {},
    "name": {"shrink": True},
    "wrapped": {"text_wrap": True},
    "center": {**_CENTER, "shrink": True},
    "int": {"num_format": "0", **_CENTER},
    "rating": {"num_format": _NUMBER, **_CENTER},
    "points": {"num_format": _NUMBER, **_CENTER},
    "score": {"num_format": "0.0", **_CENTER},
    "running": {"num_format": "0.0", "font_size": 8, "font_color": "#66708A", **_CENTER},
    "running_whole": {"num_format": "0", "font_size": 8, "font_color": "#66708A", **_CENTER},
    "tie": {"num_format": "0.0#", **_CENTER},
    "percent": {"num_format": "0.0%", **_CENTER},
    "share": {"num_format": "0.00##", **_CENTER},
    "dec2": {"num_format": "0.00", **_CENTER},
    "gain": {"num_format": "+0.00##;-0.00##;0.00", **_CENTER},
    "signed": {"num_format": "+General;-General;General", "bold": True, **_CENTER},
    "k": {"num_format": _NUMBER, **_CENTER},
    "long": {"num_format": "0.0###", **_CENTER},
    "new": {"num_format": _NUMBER, "bold": True, "bg_color": "#E7F3EA", **_CENTER},
    "cross": _CENTER,
    "param": {"num_format": _NUMBER, "bold": True, "bg_color": PALE, **_CENTER},
    "clause": {"bold": True, "font_color": INK, "valign": "top", "top": 1, "top_color": LINE,
               "text_wrap": True},
    "summary": {"text_wrap": True, "valign": "top", "top": 1, "top_color": LINE},
    # Cut off rather than shrunk to an unreadable size; Check has the full text.
    "problem": {"font_color": "#B3261E", "font_size": 9},
    "told": {"font_color": "#B3261E"},
    "link": {"font_color": "#1155CC", "underline": 1},
    "status": {"bold": True, "font_size": 12},
    "report_line": {"font_name": MONO},
    "helper": {"font_color": "#999999"},
    "mirror": {"font_color": "#999999"},
    "mirror_line": {"font_color": "#8A93A6", **_CENTER},
    "unshown": {"num_format": ";;;"},
    "input_head": {**_INPUT, "bold": True, "text_wrap": True, **_CENTER},
    "input_text": {**_INPUT, "num_format": "@", "shrink": True},
    # A date typed as 20251115 is beyond a spreadsheet's last day: it stays visible as a number.
    "input_date": {**_INPUT, "num_format": "[<2958466]yyyy-mm-dd;0", "align": "left"},
    "input_num": {**_INPUT, "num_format": "General", **_CENTER},
    "input_rating": {**_INPUT, "num_format": "General", **_CENTER},
    "input_int": {**_INPUT, "num_format": "0", **_CENTER},
    "input_left": {**_INPUT, "num_format": "General", "align": "left"},
    "input_center": {**_INPUT, "num_format": "@", **_CENTER},
}  # fmt: skip

#: Headings that some choices leave empty.
STYLES |= {f"{kind}_or_none": STYLES[kind] | {"num_format": _WORDS} for kind in ("head", "label")}

#: Input cells that a conditional style may hide. LibreOffice loses the colours of such a style's
#: borders in an .xlsx file, which come back black: these cells have no grid that it must cover.
GRIDLESS = "_gridless"
#: And those with a conditional grid: LibreOffice prints a page for the borders of empty cells.
BARE = "_bare"
_GRIDS: dict[str, dict[str, Any]] = {GRIDLESS: {"border_color": "#FFFFFF"}, BARE: {"border": 0}}
STYLES |= {
    f"input_{kind}{grid}": STYLES[f"input_{kind}"] | look
    for kind in ("text", "int", "num", "rating", "center", "left")
    for grid, look in _GRIDS.items()
}

#: The value that counts, next to the typed one.
STYLES |= {
    f"mirror_{kind}": {
        key: _NUMBER if look == "General" else look
        for key, look in STYLES[f"input_{kind}"].items()
        if key not in _INPUT
    }
    for kind in ("text", "int", "num", "rating")
} | {f"mirror_{kind}": STYLES[kind] for kind in ("center", "problem", "link")}

#: Hairlines where there are many lines: even in black, as LibreOffice writes them, they stay fine.
_HAIR = 7
#: Styles that a cell takes on where the formula of a `ConditionalStyle` holds.
MARKS: dict[str, dict[str, Any]] = {
    "bad": {"bg_color": "#FBE3E1"},
    "look": {"bg_color": "#FCEBD3"},
    "look_text": {"font_color": "#8A5A00"},
    "self": {"bg_color": "#5A647C"},
    "faint": {"font_color": "#8A93A6"},
    "found": {"bg_color": "#E7F3EA"},
    "of_list": {"font_color": "#7A8194", "italic": True},
    "unseen": {"font_color": "#FFFFFF", "bg_color": "#FFFFFF"},
    "ruled": {"bottom": 1, "bottom_color": "#55607A"},
    "cut_beside": {"right": 3, "right_color": "#8A93A6"},
    "cut_below": {"bottom": 3, "bottom_color": "#8A93A6"},
    "round_edge": {"top": 1, "top_color": "#7C869C"},
    "line": {"bottom": _HAIR, "bottom_color": "#6B748A"},
    "grid": {"border": _HAIR, "border_color": "#6B748A"},
    "player_edge": {"top": 1, "top_color": "#7C869C"},
    "red_light": {"bg_color": "#F6C7C3", "font_color": "#7A1410"},
    "yellow_light": {"bg_color": "#FFF0B8", "font_color": "#6B5200"},
    "green_light": {"bg_color": "#CDEBD3", "font_color": "#125A26"},
}


#: How wide a column of numbers must be, by its style.
_NUMBERS = {"int": 5, "rating": 8, "points": 8, "score": 7, "share": 7, "dec2": 9, "gain": 8,
            "signed": 8, "k": 5, "new": 9}  # fmt: skip

#: Lines of a heading, and how high each is.
HEAD_LINES, HEAD_LINE = 3, 14


#: Widths of bold letters, in tenths of a regular digit's; others are as wide as a small or capital
#: letter. Whole numbers: how Python adds fractions depends on its version.
_BOLD = {6: "ijlIft.,:;'()-", 10: "rгт", 15: "wGOQОмъЦ½", 17: "mMшщыюфФ", 20: "WЖЫШЩЮ№"}
_BOLD_OF = {letter: wide for wide, letters in _BOLD.items() for letter in letters}
_SMALL, _CAPITAL, _WIDE, _BLANK = 12, 14, 20, 6


def narrowed(wide: float, style: str, headings: Iterable[str]) -> float:
    """The width of a column: for numbers, no more than they and the lines of the heading need.

    The wider a page, the smaller its print. No word of a heading is broken.

    >>> narrowed(11, "gain", ["Games counted"]), narrowed(24, "text", ["Name"])
    (8, 24)
    >>> narrowed(8, "signed", ["Изменение"])
    12
    """
    texts = list(headings)
    tenths = max(map(_bold, (part for text in texts for part in _parts(text))), default=0)
    longest = -(-tenths // 10)
    if style not in _NUMBERS:
        return max(wide, longest)
    least = _NUMBERS[style]
    # Bold letters are wider than figures.
    needed = max((_of_heading(text, least) for text in texts), default=least)
    return max(longest, min(wide, max(least, needed)))


@cache
def _of_heading(text: str, least: int) -> float:
    """The least width in which a heading, broken between words, fits its `HEAD_LINES` lines."""
    size = least
    while _lines(text, size) > HEAD_LINES:
        size += 1
    return size


@cache
def _parts(text: str) -> tuple[str, ...]:
    """The parts of a heading within which no line ends: in Chinese each letter is one."""
    found: list[str] = []
    for word in text.replace("-", "- ").split():
        found += list(word) if width(word) > len(word) else [word]
    return tuple(found)


@cache
def _bold(text: str) -> int:
    """The width of a text in bold letters, in tenths of a digit's."""
    return sum(_BOLD_OF.get(letter) or _usual(letter) for letter in text)


def _usual(letter: str) -> int:
    return _WIDE if width(letter) > 1 else _CAPITAL if letter.isupper() else _SMALL


def _lines(text: str, room: int) -> int:
    """How many lines a bold text takes; more than `HEAD_LINES` if a part of it does not fit."""
    lines, left = 0, 0
    for part in _parts(text):
        long = _bold(part)
        if long > 10 * room:
            return HEAD_LINES + 1
        # A blank before it, which is a narrow letter.
        if long + _BLANK > left:
            lines, left = lines + 1, 10 * room + _BLANK
        left -= long + _BLANK
    return lines


def of_value(style: str, value: object) -> str:
    """The style of a fixed value: a rating with a fraction is shown with two decimals.

    >>> of_value("rating", Decimal("1945.71070617")), of_value("rating", Decimal(1945))
    ('dec2', 'rating')
    """
    is_part = isinstance(value, (float, Decimal)) and value % 1 != 0
    return "dec2" if is_part and style in ("rating", "points") else style


def styles(decimals: int | None) -> dict[str, dict[str, Any]]:
    """The styles, with ratings and their differences shown with `decimals` decimals."""
    if decimals is None:
        return STYLES
    number = "0." + "0" * decimals if decimals else "0"
    formats = dict.fromkeys(
        (
            "rating", "new", "points", "mirror_rating",
            *(f"input_rating{grid}" for grid in ("", *_GRIDS)),
        ),
        number,
    )  # fmt: skip
    formats |= dict.fromkeys(("signed", "signed_left"), f"+{number};-{number};{number}")
    return STYLES | {key: STYLES[key] | {"num_format": text} for key, text in formats.items()}
