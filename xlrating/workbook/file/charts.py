"""Charts in the file: horizontal bars, one row per player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .looks import FONT, LINE

#: Pixels: the width of a chart, the space around its bars, a bar, a full page, a row.
_WIDE, _AROUND, _BAR, _MOST, _ROW = 455, 110, 26, 1340, 20
_LEAST = 260
#: The most rounds that a legend below a chart has room for.
_LEGEND = 16


@dataclass(frozen=True)
class Series:
    """One series of a chart: its values as a cell range, the cell with its name, its colour."""

    values: str
    name: str
    colour: str


@dataclass(frozen=True)
class Chart:
    """Bars of `changes`, of `ratings` before and after, or of `points`, one segment per round.

    Categories are a cell range; `bars` is the number of players. Titles are in cells.
    """

    kind: str
    categories: str
    series: tuple[Series, ...]
    bars: int


def _high(chart: Chart) -> int:
    bar = _BAR + (_BAR // 2 if chart.kind == "ratings" else 0)
    return max(_LEAST, min(_MOST, _AROUND + bar * chart.bars))


def rows_of(chart: Chart) -> int:
    """How many rows of a sheet a chart takes, with the space below it."""
    return -(-_high(chart) // _ROW) + 2


def draw(file: Any, page: Any, place: tuple[int, int], chart: Chart, decimals: int) -> None:
    """Put a chart on its page, with its top left corner at a cell."""
    is_stacked = chart.kind == "points"
    bars = file.add_chart({"type": "bar", **({"subtype": "stacked"} if is_stacked else {})})
    for series in chart.series:
        bars.add_series(_series(chart, series, decimals))
    bars.set_title({"none": True})
    has_legend = 1 < len(chart.series) <= _LEGEND
    bars.set_legend({"position": "bottom", "font": _font(9)} if has_legend else {"none": True})
    bars.set_y_axis({"reverse": True, "label_position": "low", "num_font": _font(9)})
    axis: dict[str, Any] = {"major_gridlines": {"visible": True, "line": {"color": LINE}}}
    axis |= {"num_format": "+0;-0;0" if chart.kind == "changes" else "0", "num_font": _font(9)}
    if is_stacked:
        axis |= {"min": 0, "major_unit": 1}
    bars.set_x_axis(axis)
    bars.set_size({"width": _WIDE, "height": _high(chart)})
    # Otherwise its upper edge would be drawn with the row above, which every page may repeat.
    page.insert_chart(*place, bars, {"y_offset": 3})


def _font(size: int) -> dict[str, Any]:
    return {"name": FONT, "size": size}


def _series(chart: Chart, series: Series, decimals: int) -> dict[str, Any]:
    number = "0." + "0" * decimals if decimals else "0"
    found: dict[str, Any] = {
        "categories": chart.categories,
        "values": series.values,
        "fill": {"color": series.colour},
        "gap": 60,
    }
    if series.name:
        found["name"] = series.name
    if chart.kind == "changes":
        found |= {"invert_if_negative": True, "invert_if_negative_color": "#B3261E"}
        number = f"+{number};-{number};{number}"
    if chart.kind == "points":
        # A piece without points has no room for a number.
        return found | {"gap": 30}
    # The zero of a free place gets no label.
    label = number if chart.kind == "changes" else f"{number};-{number};"
    size = 9 if chart.kind == "changes" else 8
    return found | {"data_labels": {"value": True, "num_format": label, "font": _font(size)}}
