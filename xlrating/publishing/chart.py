"""The ratings of a person over the lists, as a line in SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

_WIDTH, _HEIGHT = 480.0, 190.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 40.0, 12.0, 12.0, 24.0
#: So many lines lie behind the chart, at most.
_LINES = 6
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
#: What the chart shows is at least such a share of the highest rating.
_SPAN = 0.02
#: Names of lists below the chart are so far apart, at least.
_APART = 78.0


@dataclass(frozen=True)
class Point:
    """A rating on a list: where it lies, what is written, and how far the list is from the last."""

    x: float
    y: float
    label: str
    rating: str


@dataclass(frozen=True)
class Chart:
    """What a template draws; `lines` are heights with their ratings, `names` places of lists."""

    width: float
    height: float
    points: tuple[Point, ...]
    lines: tuple[tuple[float, str], ...]
    names: tuple[tuple[float, str, str], ...]
    paths: tuple[str, ...]
    left: float = _LEFT
    right: float = _WIDTH - _RIGHT


def chart(
    ratings: Sequence[tuple[int, float, str]], labels: Sequence[str], days: Sequence[date | None]
) -> Chart | None:
    """The chart of ratings, each with the number of its list; None for fewer than two.

    Lists lie by their days, where all have one. Lists that miss the person part the line.

    >>> found = chart([(0, 2400, "2400"), (1, 2410, "2410")], ["a", "b"], [None, None])
    >>> [(point.x, point.rating) for point in found.points], [text for _, text in found.lines]
    ([(40.0, '2400'), (468.0, '2410')], ['2380', '2390', '2400', '2410', '2420', '2430'])
    """
    if len(ratings) < 2:
        return None
    places = _places(days)
    step, low, high = _scale([rating for _, rating, _ in ratings])
    first, last = places[ratings[0][0]], places[ratings[-1][0]]

    def x(at: int) -> float:
        share = (places[at] - first) / (last - first)
        return round(_LEFT + share * (_WIDTH - _LEFT - _RIGHT), 1)

    def y(rating: float) -> float:
        share = (rating - low) / (high - low)
        return round(_HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM), 1)

    points = tuple(Point(x(at), y(rating), labels[at], text) for at, rating, text in ratings)
    paths, before = [""], ratings[0][0]
    for (at, _, _), point in zip(ratings, points, strict=True):
        if at > before + 1:
            paths.append("")
        paths[-1] += f"{'L' if paths[-1] else 'M'}{point.x} {point.y}"
        before = at
    lines = [low + number * step for number in range(round((high - low) / step) + 1)]
    return Chart(
        _WIDTH, _HEIGHT, points, tuple((y(line), f"{line:g}") for line in lines),
        _names(points), tuple(paths),
    )  # fmt: skip


def _places(days: Sequence[date | None]) -> list[float]:
    known = [day for day in days if day is not None]
    if len(known) < len(days):
        return [float(number) for number in range(len(days))]
    return [float(day.toordinal()) for day in known]


def _scale(ratings: Sequence[float]) -> tuple[float, float, float]:
    """A step of the lines behind the chart, the lowest and the highest of them."""
    least, most = min(ratings), max(ratings)
    # A few points are no mountain.
    more = max(0.0, _SPAN * most - (most - least)) / 2
    least, most = least - more, most + more
    step = float(next((s for s in _STEPS if (most - least) / s <= _LINES - 1), _STEPS[-1]))
    low, high = step * (least // step), step * -(-most // step)
    if low == high:
        low, high = low - step, high + step
    return step, low, high


def _names(points: Sequence[Point]) -> tuple[tuple[float, str, str], ...]:
    """The names that have room, the last one always; those at the ends stand inside."""
    found: list[tuple[float, str, str]] = [(points[-1].x, points[-1].label, "end")]
    if found[0][0] - points[0].x >= 2 * _APART or len(points) == 2:
        found.append((points[0].x, points[0].label, "start"))
    for point in points[1:-1]:
        if all(abs(point.x - x) >= _APART for x, _, _ in found):
            found.append((point.x, point.label, "middle"))
    return tuple(sorted(found))
