"""Sections about the rating curve: differences, expected scores, averages."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Iterator, Optional, Sequence, Tuple, Union

from ..frozen import between, one_of
from .base import MODELS, Section, Wrong, places_of, rating_of, rounding_of

#: A printed table has a row for each of .50, .51, ... .99.
ROWS = 50
#: Closer to 0 a scale leaves no difference but all or nothing.
_LEAST_SCALE = 50


def scale_of(default: Decimal) -> Any:
    """A part that is the scale of a curve, in points."""
    return between(default, -100_000, 100_000)


def variance_of(default: Decimal) -> Any:
    """A part that is the variance of a normal curve, in square points."""
    return between(default, 100, 100_000_000)


def _idle_in_curve(rule: Union[Expectancy, Percentage], table: str) -> Tuple[str, ...]:
    """The numbers of the models that are not chosen."""
    number = {"table": table, "normal": "variance"}.get(rule.model, "scale")
    return tuple(key for key in (table, "scale", "variance") if key != number)


def _wrong_curve(rule: Union[Expectancy, Percentage], table: str) -> Iterator[Wrong]:
    """What is wrong with the numbers of the model that is chosen."""
    rows: Sequence[int] = getattr(rule, table)
    if rule.model in ("logistic", "linear") and abs(rule.scale) < _LEAST_SCALE:
        yield "scale", f"is {rule.scale}; at least {_LEAST_SCALE} or at most -{_LEAST_SCALE}"
    if rule.model != "table":
        return
    if len(rows) != ROWS:
        yield table, f"has {len(rows)} numbers; {ROWS} are expected, one for each of .50 to .99"
    for place in range(1, len(rows)):
        first, second = rows[place - 1], rows[place]
        if second <= first:
            share = f".{50 + place}"
            yield table, f"has {second} for {share} after {first}; each number is to be greater"


class Expectancy(Section):
    """Difference -> expected score.

    `model` is ``table`` (then `upper` lists the printed upper bound of each row, from
    .50 up in steps of .01; above the last it is 1), ``logistic`` (`scale` points for
    odds of 10 to 1), ``normal`` (`variance` of the difference) or ``linear`` (`scale`
    points for the whole of 100 %, negative where a lower rating is the better one).
    `places` rounds the result, in the way of `rounding`, where a regulation does.
    """

    model: str = one_of("table", *MODELS)
    upper: Tuple[int, ...] = rating_of(())
    scale: Decimal = scale_of(Decimal(400))
    variance: Decimal = variance_of(Decimal(80000))
    places: Optional[int] = between(None, 1, 15)
    rounding: str = rounding_of("half up")

    def wrong(self) -> Iterator[Wrong]:
        """The numbers of the model."""
        return _wrong_curve(self, "upper")

    def idle(self) -> Tuple[str, ...]:
        """The numbers of other models; how to round what is not rounded."""
        return (*_idle_in_curve(self, "upper"), *(("rounding",) if self.places is None else ()))


class Outcomes(Section):
    """Win, draw and loss by colour: the advantage is normal with this `variance`.

    `first_move` is what moving first is worth, in points; an advantage beyond `margin`
    wins the game, a smaller one leaves it drawn.
    """

    variance: Decimal = variance_of(Decimal(80000))
    first_move: Decimal = between(Decimal(0), -9999, 9999)
    margin: Decimal = rating_of(Decimal(0))


class Percentage(Section):
    """Share of points -> difference, the other direction.

    With model ``table``, `difference` lists the printed values for .50, .51, ... .99 and
    the share is first rounded half up to two places. `full` is the value for 1.00
    (negative for 0.00); without it the regulation gives none.
    """

    model: str = one_of("table", *MODELS)
    difference: Tuple[int, ...] = rating_of(())
    scale: Decimal = scale_of(Decimal(400))
    variance: Decimal = variance_of(Decimal(80000))
    full: Optional[Decimal] = rating_of(None)

    def idle(self) -> Tuple[str, ...]:
        """The numbers of other models."""
        return _idle_in_curve(self, "difference")

    def wrong(self) -> Iterator[Wrong]:
        """The numbers of the model; half of the points is no difference, all is the greatest."""
        yield from _wrong_curve(self, "difference")
        if self.model == "table" and self.difference and self.difference[0] != 0:
            yield "difference", f"begins with {self.difference[0]}; 0 is expected for .50"
        if self.model == "table" and self.full is not None and self.difference:
            if self.full < self.difference[-1]:
                yield "full", f"is {self.full}, less than {self.difference[-1]} for .99"


class Difference(Section):
    """How the difference of two ratings is counted.

    `cap`: more counts as this much. `exempt_from`: a player rated this high counts the
    real difference. `favours_once`: the cap helps the higher-rated player in this many
    games of an event only, the greatest differences first. A game whose difference is
    at least `unrated_gap` is not rated if either side is above `unrated_above`.
    """

    cap: Optional[Decimal] = between(None, 0, 9999, above=True)
    exempt_from: Optional[Decimal] = rating_of(None)
    favours_once: Optional[int] = between(None, 0, 1000)
    unrated_gap: Optional[Decimal] = between(None, 0, 9999, above=True)
    unrated_above: Optional[Decimal] = rating_of(None)

    def wrong(self) -> Iterator[Wrong]:
        """What goes with the cap; which games a gap is about."""
        yield from self.only_with("cap", "exempt_from")
        if self.favours_once:
            yield from self.only_with("cap", "favours_once")
        yield from self.only_with("unrated_gap", "unrated_above")
        if self.unrated_gap is not None and self.unrated_above is None:
            yield "unrated_gap", "is given without unrated_above; give that too, 0 for everybody"


class Average(Section):
    """The average rating against which a method of averages expects a score.

    There is one for each event or for the whole period (`per`); every average is rounded
    by `rounding` to `places`, and is taken `over` the ``games`` (an opponent met twice
    counts twice) or the ``opponents``. In a round robin it is that of the whole
    ``event``, oneself and the unrated included, or that of one's own ``opponents``
    derived from it, or ("") that of the rated opponents as in any other event. Where all
    its players are rated (`all_rated`), the average of the event is their ``mean``, or the
    ``estimate`` from results that players without rating call for. `capped`: the cap on a
    difference holds for the difference from the event's average, too.
    `unplayed`: a round robin with a forfeit is no round robin (``swiss``), or the forfeit
    counts as a game (``points``). A round robin needs this part of its players rated
    (`rated_part`), or `rated_least` of them where it has fewer than `rated_least_below`.
    """

    per: str = one_of("event", "event", "period")
    rounding: str = rounding_of("half up")
    places: int = places_of(0)
    over: str = one_of("games", "games", "opponents")
    round_robin: str = one_of("", "", "event", "opponents")
    all_rated: str = one_of("estimate", "estimate", "mean")
    capped: bool = False
    unplayed: str = one_of("swiss", "swiss", "points")
    rated_part: Decimal = between(Decimal(0), 0, 1)
    rated_least: int = between(0, 0, 1000)
    rated_least_below: int = between(0, 0, 1000)

    def wrong(self) -> Iterator[Wrong]:
        """What only a round robin has."""
        yield from self.only_with("round_robin", "capped", "unplayed", "rated_part")
        yield from self.only_with("rated_least_below", "rated_least")
