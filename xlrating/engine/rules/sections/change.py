"""Sections about how games change a rating."""

from __future__ import annotations

from decimal import Decimal
from typing import Iterator, Optional

from ..frozen import between, one_of
from ..wrong import sentence
from .base import Section, Wrong, places_of, rating_of, rounding_of


class Counted(Section):
    """Which kinds of lines in the games list count, where regulations differ."""

    forfeits: bool = False
    """A win or loss without play counts as a game."""
    double_forfeits: bool = False
    """A game that both lost without play counts for both."""
    playoff_as_one: bool = False
    """The play-off games of two players in an event are one game, won by the one with more points,
    by Black if a last draw leaves it level."""
    match_of_rated: bool = False
    """A match, which is an event of two players, counts only where both have a rating."""


class PaceWeights(Section):
    """The weight of an event's games at each pace; `weight` is for a pace without its own."""

    classical: Optional[Decimal] = between(None, 0, 100, above=True)
    """[factor] For classical games."""
    rapid: Optional[Decimal] = between(None, 0, 100, above=True)
    """[factor] For rapid games."""
    blitz: Optional[Decimal] = between(None, 0, 100, above=True)
    """[factor] For blitz games."""


class Change(Section):
    """How the exact change becomes the new rating."""

    of: str = one_of("change", "change", "rating")
    """What is rounded: the change before it is added, or the rating."""
    rounding: str = rounding_of("half away from zero")
    """How it is rounded."""
    places: int = places_of(0)
    """[decimals] The number of decimals it is rounded to."""
    each: str = one_of("period", "period", "game")
    """When it is rounded and added: once for the period, or after each game."""
    ratings: str = one_of("before the game", "before the game", "before the event")
    """With `each` game: the ratings that a game is calculated from."""
    per: str = one_of("points", "points", "share")
    """What K multiplies: the points gained, or the share of points."""
    weight: Decimal = between(Decimal(1), 0, 100, above=True)
    """[factor] The change is multiplied by it."""
    weights: Optional[PaceWeights] = None
    """In the place of `weight`, where the pace of the event is known."""


class Weighting(Section):
    """The weighted mean of a performance and the old rating, which becomes the new rating."""

    parts: str = one_of("fixed", "fixed", "games")
    """So many parts of each as `performance` and `old` say; or the performance has as many as
    games, the old rating as many as its coefficient."""
    performance: Decimal = between(Decimal(1), 0, 1000, above=True)
    """[parts] Those of the performance."""
    old: Decimal = between(Decimal(0), 0, 1000)
    """[parts] Those of the old rating; 0 where it does not enter."""
    most: Optional[Decimal] = rating_of(None)
    """[points] No rating is above it."""


class Special(Section):
    """The new rating of a player with few games before the event: an average of the old rating,
    counted once per game it is based on, and each opponent's, raised for a win, lowered for a loss.

    If `solved`, it also applies to players who have won, or lost, all games so far (facts ``wins``
    and ``draws``).
    """

    games: int = between(0, 0, 1000)
    """[games] It is used for players with at most this number of games before the event."""
    per_win: Decimal = between(Decimal(400), 0, 9999, above=True)
    """[points] Added to the opponent's rating for a win, taken off for a loss."""
    solved: bool = False
    """The rating at which the score is expected, where an opponent `per_win` points away is beaten,
    or lost to, for certain."""
    most: Optional[Decimal] = rating_of(None)
    """[points] The result is no more than this."""


class Passes(Section):
    """How often the formulas run over an event; each pass uses opponents' ratings from the last.

    A player's own rating stays the one before the event. Unrated players start with a temporary
    one. For the first pass it is improved by the special formula; afterwards it weighs nothing.
    """

    times: int = between(2, 1, 9)
    """[passes] How often."""
    per_year: Decimal = between(Decimal(0), 0, 1000)
    """[points] The temporary rating is this much times the age."""
    least: Decimal = rating_of(Decimal(0))
    """[points] It is at least this."""
    most: Decimal = rating_of(Decimal(1500))
    """[points] It is at most this, which is also that of an adult."""
    unknown: Optional[Decimal] = rating_of(None)
    """[points] That of an unknown age; without it that of an adult."""
    weight: Decimal = between(Decimal(1), 0, 1000, above=True)
    """[games] What the temporary rating weighs in the first pass."""

    def wrong(self) -> Iterator[Wrong]:
        """The lowest temporary rating must not be above the highest."""
        if self.least > self.most:
            yield "least", sentence("above_other", found=self.least, other="most", bound=self.most)


class BonusThreshold(Section):
    """A bonus: the part of the change above `factor` x sqrt(games)."""

    factor: Decimal = between(Decimal(0), 0, 1000)
    """[points] B, for the root of one game."""
    least_games: int = between(0, 0, 1000)
    """[games] With fewer there is no bonus."""
    least_root: int = between(0, 0, 1000)
    """[games] The least number under the root: fewer games count as this number."""
    most_meetings: int = between(0, 0, 1000)
    """[games] Whoever met an opponent more often gets no bonus; 0: no such rule."""


class Deviation(Section):
    """How certain a rating is: the rating deviation RD of Glicko, in points.

    Over t periods RD^2 grows by `growth`^2 x t. With `volatility`, Glicko-2 computes the growth.

    Facts: ``rd``; ``volatility``; ``periods``, how many periods ago both were computed (if
    missing, they are those at the start of this period).
    """

    rating: Decimal = between(Decimal(1500), 0, 9999, above=True)
    """[points] The rating with which a player without one starts."""
    start: Decimal = between(Decimal(350), 1, 9999)
    """[points] The deviation of such a player, and one that is not known."""
    most: Optional[Decimal] = between(None, 1, 9999)
    """[points] The deviation grows no further."""
    least: Decimal = rating_of(Decimal(0))
    """[points] The deviation falls no lower."""
    growth: Decimal = rating_of(Decimal(0))
    """[points] c: how the deviation grows from one period to the next."""
    unit: Optional[Decimal] = between(None, 10, 9999)
    """[points] One natural unit of the scale; without it that of `expectancy`, scale / ln 10."""
    interval: Decimal = between(Decimal("1.96"), 0, 10, above=True)
    """[deviations] So many to each side hold 95 % of the cases."""
    volatility: Optional[Decimal] = between(None, "0.001", 1)
    """[natural units] The volatility of a new player; with it the growth is that of Glicko-2."""
    tau: Decimal = between(Decimal("0.5"), "0.01", 10)
    """[natural units] Restrains the change of the volatility."""
    tolerance: Decimal = between(Decimal("0.000001"), "0.000000000001", "0.001")
    """[natural units] The iteration of the volatility ends at so small a step."""
    rounds: int = between(100, 10, 10_000)
    """[steps] The calculation ends after this number of steps in any case."""
