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
    """A game forfeited by both players counts for both."""
    playoff_as_one: bool = False
    """The play-off games of two players in an event count as one game, won by the player with more
    points, or by Black if a drawn last game leaves them level."""
    match_of_rated: bool = False
    """A match, which is an event of two players, counts only if both are rated."""


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
    """What is rounded: the change before it is added, or the new rating."""
    rounding: str = rounding_of("half away from zero")
    """How it is rounded."""
    places: int = places_of(0)
    """[decimals] The number of decimals it is rounded to."""
    each: str = one_of("period", "period", "game")
    """When it is rounded and added: once for the period, or after each game."""
    ratings: str = one_of("before the game", "before the game", "before the event")
    """With `each` = game: the ratings from which a game is calculated."""
    per: str = one_of("points", "points", "share")
    """What K multiplies: the points gained, or the share of points."""
    weight: Decimal = between(Decimal(1), 0, 100, above=True)
    """[factor] It multiplies the change."""
    weights: Optional[PaceWeights] = None
    """Used instead of `weight` if the pace of the event is known."""


class Weighting(Section):
    """The weighted mean of a performance and the old rating, which becomes the new rating."""

    parts: str = one_of("fixed", "fixed", "games")
    """The weights: `performance` and `old`; or the number of games for the performance, and the
    coefficient for the old rating."""
    performance: Decimal = between(Decimal(1), 0, 1000, above=True)
    """[parts] The weight of the performance."""
    old: Decimal = between(Decimal(0), 0, 1000)
    """[parts] The weight of the old rating; 0 if it is not used."""
    most: Optional[Decimal] = rating_of(None)
    """[points] The highest possible rating."""


class Special(Section):
    """The new rating of a player with few games before the event: an average of the old rating,
    counted once per game it is based on, and each opponent's, raised for a win, lowered for a loss.

    If `solved`, it also applies to players who have won, or lost, all games so far (facts ``wins``
    and ``draws``).
    """

    games: int = between(0, 0, 1000)
    """[games] The most games before the event with which a player is rated by this formula."""
    per_win: Decimal = between(Decimal(400), 0, 9999, above=True)
    """[points] Added to the opponent's rating for a win, subtracted for a loss."""
    solved: bool = False
    """The result is the rating at which the expected score equals the actual one; against an
    opponent `per_win` points away, 1 or 0 is expected."""
    most: Optional[Decimal] = rating_of(None)
    """[points] The result is at most this."""


class Passes(Section):
    """How often the formulas run over an event; each pass uses opponents' ratings from the last.

    A player's own rating stays the one before the event. Unrated players start with a temporary
    one. For the first pass it is improved by the special formula; afterwards it weighs nothing.
    """

    times: int = between(2, 1, 9)
    """[passes] The number of passes."""
    per_year: Decimal = between(Decimal(0), 0, 1000)
    """[points] The temporary rating per year of age."""
    least: Decimal = rating_of(Decimal(0))
    """[points] The lowest temporary rating."""
    most: Decimal = rating_of(Decimal(1500))
    """[points] The highest temporary rating, which is also that of an adult."""
    unknown: Optional[Decimal] = rating_of(None)
    """[points] The temporary rating if the age is unknown; if omitted, that of an adult."""
    weight: Decimal = between(Decimal(1), 0, 1000, above=True)
    """[games] The weight of the temporary rating in the first pass."""

    def wrong(self) -> Iterator[Wrong]:
        """The lowest temporary rating must not be above the highest."""
        if self.least > self.most:
            yield "least", sentence("above_other", found=self.least, other="most", bound=self.most)


class BonusThreshold(Section):
    """A bonus: the part of the change above `factor` x sqrt(games)."""

    factor: Decimal = between(Decimal(0), 0, 1000)
    """[points] B, the factor of the square root."""
    least_games: int = between(0, 0, 1000)
    """[games] The least number of games with which there is a bonus."""
    least_root: int = between(0, 0, 1000)
    """[games] The least number under the root: fewer games count as this number."""
    most_meetings: int = between(0, 0, 1000)
    """[games] A player who met an opponent more often gets no bonus; 0: no such rule."""


class Deviation(Section):
    """How certain a rating is: the rating deviation RD of Glicko, in points.

    Over t periods RD^2 grows by `growth`^2 x t. With `volatility`, Glicko-2 computes the growth.

    Facts: ``rd``; ``volatility``; ``periods``, how many periods ago both were computed (if
    missing, they are those at the start of this period).
    """

    rating: Decimal = between(Decimal(1500), 0, 9999, above=True)
    """[points] The rating with which an unrated player starts."""
    start: Decimal = between(Decimal(350), 1, 9999)
    """[points] The deviation of an unrated player, and of one whose deviation is unknown."""
    most: Optional[Decimal] = between(None, 1, 9999)
    """[points] The largest deviation."""
    least: Decimal = rating_of(Decimal(0))
    """[points] The smallest deviation."""
    growth: Decimal = rating_of(Decimal(0))
    """[points] c: how the deviation grows from one period to the next."""
    unit: Optional[Decimal] = between(None, 10, 9999)
    """[points] One natural unit of the scale; if omitted, that of `expectancy`: scale / ln 10."""
    interval: Decimal = between(Decimal("1.96"), 0, 10, above=True)
    """[deviations] How many to each side make up the 95 % interval."""
    volatility: Optional[Decimal] = between(None, "0.001", 1)
    """[natural units] The volatility of a new player; with it the growth is that of Glicko-2."""
    tau: Decimal = between(Decimal("0.5"), "0.01", 10)
    """[natural units] Restrains the change of the volatility."""
    tolerance: Decimal = between(Decimal("0.000001"), "0.000000000001", "0.001")
    """[natural units] The iteration for the volatility ends when its interval is no longer than
    this."""
    rounds: int = between(100, 10, 10_000)
    """[steps] The maximum number of steps."""
