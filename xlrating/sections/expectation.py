"""Sections about the rating curve: differences, expected scores, averages."""

from __future__ import annotations

from decimal import Decimal
from typing import Optional, Tuple

from ..frozen import one_of
from .base import MODELS, Section, rounding_of


class Expectancy(Section):
    """Difference -> expected score.

    `model` is ``table`` (then `upper` lists the printed upper bound of each row, from
    .50 up in steps of .01; above the last it is 1), ``logistic`` (`scale` points for
    odds of 10 to 1), ``normal`` (`variance` of the difference) or ``linear`` (`scale`
    points for the whole of 100 %, negative where a lower rating is the better one).
    `places` rounds the result, in the way of `rounding`, where a regulation does.
    """

    model: str = one_of("table", *MODELS)
    upper: Tuple[int, ...] = ()
    scale: Decimal = Decimal(400)
    variance: Decimal = Decimal(80000)
    places: Optional[int] = None
    rounding: str = rounding_of("half up")


class Outcomes(Section):
    """Win, draw and loss by colour: the advantage is normal with this `variance`.

    `first_move` is what moving first is worth, in points; an advantage beyond `margin`
    wins the game, a smaller one leaves it drawn.
    """

    variance: Decimal = Decimal(80000)
    first_move: Decimal = Decimal(0)
    margin: Decimal = Decimal(0)


class Percentage(Section):
    """Share of points -> difference, the other direction.

    With model ``table``, `difference` lists the printed values for .50, .51, ... .99 and
    the share is first rounded half up to two places. `full` is the value for 1.00
    (negative for 0.00); without it the regulation gives none.
    """

    model: str = one_of("table", *MODELS)
    difference: Tuple[int, ...] = ()
    scale: Decimal = Decimal(400)
    variance: Decimal = Decimal(80000)
    full: Optional[Decimal] = None


class Difference(Section):
    """How the difference of two ratings is counted.

    `cap`: more counts as this much. `exempt_from`: a player rated this high counts the
    real difference. `favours_once`: the cap helps the higher-rated player in this many
    games of an event only, the greatest differences first. A game whose difference is
    at least `unrated_gap` is not rated if either side is above `unrated_above`.
    """

    cap: Optional[Decimal] = None
    exempt_from: Optional[Decimal] = None
    favours_once: Optional[int] = None
    unrated_gap: Optional[Decimal] = None
    unrated_above: Optional[Decimal] = None


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
    places: int = 0
    over: str = one_of("games", "games", "opponents")
    round_robin: str = one_of("", "", "event", "opponents")
    all_rated: str = one_of("estimate", "estimate", "mean")
    capped: bool = False
    unplayed: str = one_of("swiss", "swiss", "points")
    rated_part: Decimal = Decimal(0)
    rated_least: int = 0
    rated_least_below: int = 0
