"""Sections about how games become a change of rating."""

from __future__ import annotations

from decimal import Decimal
from typing import Iterator, Optional

from ..frozen import between, one_of
from .base import Section, Wrong, places_of, rating_of, rounding_of


class Counted(Section):
    """Which lines of the games list count that elsewhere do not.

    `forfeits`: a win or loss without play; `double_forfeits`: both lost without play.
    `playoff_as_one`: the play-off games of two players in an event are one game
    (`Game.playoff`), won by the one with more points, Black if a last draw leaves it level.
    """

    forfeits: bool = False
    double_forfeits: bool = False
    playoff_as_one: bool = False


class PaceWeights(Section):
    """What the games of an event count at each pace; a pace without weight has `Change.weight`."""

    classical: Optional[Decimal] = between(None, 0, 100, above=True)
    rapid: Optional[Decimal] = between(None, 0, 100, above=True)
    blitz: Optional[Decimal] = between(None, 0, 100, above=True)


class Change(Section):
    """How the exact change becomes the new rating.

    `of` says what is rounded: the ``change`` before it is added, or the ``rating``.
    `places` and `rounding` say how. K multiplies the gain in ``points`` or in the
    ``share`` of points (`per`); `weight` scales the change, or
    `weights` do by the pace of the event, where that is known.
    `each` says when it is rounded and added: once for the ``period``, or after each
    ``game``; then `ratings` are those ``before the game`` or ``before the event``.
    """

    of: str = one_of("change", "change", "rating")
    rounding: str = rounding_of("half away from zero")
    places: int = places_of(0)
    each: str = one_of("period", "period", "game")
    ratings: str = one_of("before the game", "before the game", "before the event")
    per: str = one_of("points", "points", "share")
    weight: Decimal = between(Decimal(1), 0, 100, above=True)
    weights: Optional[PaceWeights] = None


class Weighting(Section):
    """How a performance and the old rating make the new one: their weighted mean.

    `parts` ``fixed``: `performance` parts to `old` parts. `parts` ``games``: the
    performance has as many parts as games, the old rating as many as its coefficient.
    No rating is above `most`.
    """

    parts: str = one_of("fixed", "fixed", "games")
    performance: Decimal = between(Decimal(1), 0, 1000, above=True)
    old: Decimal = between(Decimal(0), 0, 1000)
    most: Optional[Decimal] = rating_of(None)


class Special(Section):
    """The rating as an average, for players with `games` games or fewer before the event.

    Old rating as often as it has games, then each opponent: plus `per_win` for a win,
    minus it for a loss. `solved`: the rating at which the score is expected, where an
    opponent `per_win` points away is beaten, or lost to, for certain; no more than `most`.
    It is then also for players who so far won, or lost, all games (facts ``wins`` and
    ``draws``).
    """

    games: int = between(0, 0, 1000)
    per_win: Decimal = between(Decimal(400), 0, 9999, above=True)
    solved: bool = False
    most: Optional[Decimal] = rating_of(None)


class Passes(Section):
    """How often the formulas run over an event; each pass takes opponents as the last left them.

    A player's own rating stays that before the event. Who has none starts with a temporary
    one: `per_year` x age, from `least` to `most`, which is also that of an unknown age. For
    the first pass it is improved by the special formula, where it weighs `weight` games;
    afterwards it weighs none.
    """

    times: int = between(2, 1, 9)
    per_year: Decimal = between(Decimal(0), 0, 1000)
    least: Decimal = rating_of(Decimal(0))
    most: Decimal = rating_of(Decimal(1500))
    weight: Decimal = between(Decimal(1), 0, 1000, above=True)

    def wrong(self) -> Iterator[Wrong]:
        """A least temporary rating above the greatest."""
        if self.least > self.most:
            yield "least", f"is {self.least}, above most, which is {self.most}"


class BonusThreshold(Section):
    """Extra points: what the change exceeds `factor` x sqrt(games) by, in `least_games` or more.

    Fewer games than `least_root` count as that many under the root. Whoever met an
    opponent more than `most_meetings` times, if not 0, gets none.
    """

    factor: Decimal = between(Decimal(0), 0, 1000)
    least_games: int = between(0, 0, 1000)
    least_root: int = between(0, 0, 1000)
    most_meetings: int = between(0, 0, 1000)


class Deviation(Section):
    """How sure a rating is: the rating deviation RD of Glicko, in points.

    A player without rating starts with `rating` and `start`; so does a deviation that is
    not known. Over t periods RD^2 grows by `growth`^2 x t, up to `most`; it never falls
    below `least`. `unit` points make one natural unit of the scale; without it the unit is
    that of `Expectancy`, scale / ln 10. `interval` deviations to each side hold 95 % of
    the cases.

    With `volatility`, the volatility of a new player, Glicko-2 computes the growth: `tau`
    restrains its change, `tolerance` ends the iteration, after `rounds` in any case.

    Facts: ``rd``; ``volatility``; ``periods``, how many periods ago both were computed (not
    given: they are those of the start of this period).
    """

    rating: Decimal = between(Decimal(1500), 0, 9999, above=True)
    start: Decimal = between(Decimal(350), 1, 9999)
    most: Optional[Decimal] = between(None, 1, 9999)
    least: Decimal = rating_of(Decimal(0))
    growth: Decimal = rating_of(Decimal(0))
    unit: Optional[Decimal] = between(None, 10, 9999)
    interval: Decimal = between(Decimal("1.96"), 0, 10, above=True)
    volatility: Optional[Decimal] = between(None, "0.001", 1)
    tau: Decimal = between(Decimal("0.5"), "0.01", 10)
    tolerance: Decimal = between(Decimal("0.000001"), "0.000000000001", "0.001")
    rounds: int = between(100, 10, 10_000)
