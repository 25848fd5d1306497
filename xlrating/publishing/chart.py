"""The ratings of a person over the lists, as a line in SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
class Curve:
    """The ratings of a pace: their points and the lines between them."""

    pace: str
    points: tuple[Point, ...]
    paths: tuple[str, ...]


@dataclass(frozen=True)
class Chart:
    """What a template draws; `lines` are heights with their ratings, `names` places of lists."""

    width: float
    height: float
    points: tuple[Point, ...]
    lines: tuple[tuple[float, str], ...]
    names: tuple[tuple[float, str, str], ...]
    paths: tuple[str, ...]
    others: tuple[Curve, ...] = ()
    left: float = _LEFT
    right: float = _WIDTH - _RIGHT


#: Ratings, each with the number of its list and as it is written.
Ratings = Sequence[tuple[int, float, str]]


def chart(
    ratings: Ratings,
    labels: Sequence[str],
    days: Sequence[date | None],
    others: Mapping[str, Ratings] | None = None,
) -> Chart | None:
    """The chart of ratings, each with the number of its list; None for fewer than two lists.

    Lists lie by their days, where all have one. Lists that miss the person part the line. `others`
    are the ratings at other paces: curves on the same scale.

    >>> found = chart([(0, 2400, "2400"), (1, 2410, "2410")], ["a", "b"], [None, None])
    >>> [(point.x, point.rating) for point in found.points], [text for _, text in found.lines]
    ([(40.0, '2400'), (468.0, '2410')], ['2380', '2390', '2400', '2410', '2420', '2430'])
    """
    every = [ratings, *(others or {}).values()]
    numbers = sorted({at for own in every for at, _, _ in own})
    if len(numbers) < 2:
        return None
    places = _places(days)
    step, low, high = _scale([rating for own in every for _, rating, _ in own])
    first, last = places[numbers[0]], places[numbers[-1]]

    def x(at: int) -> float:
        share = (places[at] - first) / (last - first)
        return round(_LEFT + share * (_WIDTH - _LEFT - _RIGHT), 1)

    def y(rating: float) -> float:
        share = (rating - low) / (high - low)
        return round(_HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM), 1)

    def curve(pace: str, own: Ratings) -> Curve:
        points = tuple(Point(x(at), y(rating), labels[at], text) for at, rating, text in own)
        return Curve(pace, points, _paths([at for at, _, _ in own], points))

    main = curve("", ratings)
    curves = tuple(curve(pace, own) for pace, own in (others or {}).items() if own)
    lines = [low + number * step for number in range(round((high - low) / step) + 1)]
    named = [Point(x(at), 0, labels[at], "") for at in numbers]
    return Chart(
        _WIDTH, _HEIGHT, main.points, tuple((y(line), f"{line:g}") for line in lines),
        _names(named), main.paths, curves,
    )  # fmt: skip


def _paths(lists: Sequence[int], points: Sequence[Point]) -> tuple[str, ...]:
    """The lines between points on lists that follow one another."""
    paths, before = [""], lists[0] if lists else 0
    for at, point in zip(lists, points, strict=True):
        if at > before + 1:
            paths.append("")
        paths[-1] += f"{'L' if paths[-1] else 'M'}{point.x} {point.y}"
        before = at
    return tuple(filter(None, paths))


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
