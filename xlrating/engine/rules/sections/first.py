"""Sections about performances and first ratings."""

from __future__ import annotations

from decimal import Decimal
from typing import Iterator, Optional, Tuple

from ..frozen import between, one_of, written
from ..wrong import lacks, sentence
from .base import Section, Wrong, rating_of, rounding_of


class Performance(Section):
    """Performance rating: average of the opponents plus the difference for the share."""

    average_rounding: str = rounding_of("half up")
    """How the average of the opponents is rounded."""
    rounding: str = rounding_of("half up")
    """How the result is rounded."""
    iterated: bool = False
    """Corrected by the whole difference for a share until the expected score at the performance is
    the actual one."""
    share_places: Optional[int] = between(None, 1, 15)
    """[decimals] The number of decimals the share is rounded to in each of these steps."""
    solved: bool = False
    """The rating itself at which the expected score is the actual one."""
    full_draw: bool = False
    """If all points or none were scored, a draw against oneself is added, which makes the result
    finite."""


class Initial(Section):
    """The first rating of an unrated player.

    Results of several events are pooled until there are enough games.
    """

    draws: int = between(0, 0, 100)
    """[games] The number of draws against hypothetical opponents that are added."""
    draws_against: Decimal = rating_of(Decimal(0))
    """[points] The rating of these opponents."""
    per_half_point: Optional[Decimal] = between(None, 0, 1000)
    """[points] Added for each half point above 50 %; if omitted, and below 50 %, `percentage`
    decides."""
    least_games: int = between(1, 1, 1000)
    """[games] The least number of games against rated opponents."""
    least_score: Decimal = between(Decimal(0), 0, 1000)
    """[score] The least score."""
    rounding: str = rounding_of("half up")
    """How the result is rounded."""
    most: Optional[Decimal] = rating_of(None)
    """[points] A higher result is lowered to this."""
    least: Optional[Decimal] = rating_of(None)
    """[points] A lower result is not published."""
    average_rounding: str = rounding_of("none")
    """How the average of the opponents is rounded."""
    void_below: Optional[Decimal] = rating_of(None)
    """[points] A result that is lower before rounding is void."""
    scaled: bool = False
    """Below 50 % in a round robin with n opponents, the difference is multiplied by n/(n+1)."""
    performed: bool = False
    """The result is the performance of `performance`."""
    per_win: Optional[Decimal] = rating_of(None)
    """[points] Each win counts as the opponent's rating plus this, each loss as the rating minus
    this."""
    low: Optional[Decimal] = rating_of(None)
    """[points] A result up to this becomes `low_base` + `low_factor` x result."""
    low_base: Decimal = rating_of(Decimal(0))
    """[points] See `low`."""
    low_factor: Decimal = between(Decimal(1), 0, 10)
    """[factor] See `low`."""
    full: bool = True
    """Whether all points, or none, give a rating."""
    pool_months: Optional[int] = between(None, 0, 1200)
    """[months] Results of this number of months, the last ones, are pooled."""
    period_months: Optional[int] = between(None, 1, 12)
    """[months] The length of a rating period, counted from January; `pool_months` then are whole
    periods. If omitted, they are counted from month to month."""
    first_zero: str = one_of("counted", "counted", "disregarded")
    """What becomes of a first event without a point."""
    first_score: Decimal = between(Decimal(0), 0, 1000)
    """[score] A first event with fewer points is disregarded."""
    event_score: Decimal = between(Decimal(0), 0, 1000)
    """[score] An event with fewer points is disregarded."""
    event_games: int = between(0, 0, 1000)
    """[games] An event with fewer games is disregarded."""
    event_bounds: str = one_of("every event", "every event", "until one counts")
    """Which events `event_score` and `event_games` apply to: every event, or those until one
    counts."""

    @property
    def judges_first(self) -> bool:
        """Whether a first event may be disregarded: still the first, but its games do not count."""
        return self.first_zero == "disregarded" or self.first_score > 0

    def wrong(self) -> Iterator[Wrong]:
        """Problems with draws and their opponents, the order of bounds, and low results."""
        yield from self.only_with("draws", "draws_against")
        yield from self.only_with("draws_against", "draws")
        yield from self.only_with("low", "low_base", "low_factor")
        yield from self.only_with("pool_months", "period_months")
        if self.event_bounds != "every event" and not (self.event_score or self.event_games):
            yield (
                "event_bounds",
                sentence("idle_without_both", one="event_score", other="event_games"),
            )
        if self.performed and self.per_win is not None:
            yield "per_win", sentence("rating_twice", other="performed")
        if self.performed or self.per_win is not None:
            taken = "performed" if self.performed else "per_win"
            for key in ("draws", "per_half_point", "most", "least", "void_below", "scaled"):
                # A bound of 0 is also a bound.
                if getattr(self, key) != self._defaults[key]:
                    yield key, sentence("idle_with", other=taken)
        elif self.low is not None:
            yield "low", sentence("idle_without_both", one="performed", other="per_win")
        if self.least is not None and self.most is not None and self.least > self.most:
            yield "least", sentence("above_other", found=self.least, other="most", bound=self.most)


class Pooled(Section):
    """The first rating from the performances of several events, weighted by their games.

    Until it is published, the performances are kept in the fact ``performances``: pairs of a
    performance and its number of games.
    """

    least_games: int = between(1, 1, 1000)
    """[games] The total number of games from which on it is published."""


class StartRow(Section):
    """The starting rating for a title."""

    titles: Tuple[str, ...] = written((), r"\S(.*\S)?", "GM")
    """The title in all its spellings, the first as printed."""
    rating: Decimal = between(..., 0, 9999, above=True)
    """[points] The starting rating."""
    women: Optional[Decimal] = between(None, 0, 9999, above=True)
    """[points] The starting rating for women, if it is different."""
    foreign: bool = False
    """The row is for foreigners."""

    def wrong(self) -> Iterator[Wrong]:
        """A row needs a title."""
        if not self.titles:
            yield "titles", lacks(sentence("spellings"))


class Start(Section):
    """The starting rating of an unrated player, by title.

    The fact ``new_title`` names a title awarded in the period.
    """

    rows: Tuple[StartRow, ...] = ()
    """The titles and their ratings."""
    untitled: str = ""
    """The title that counts for a player without title; empty: no rating without title."""
    home: Tuple[str, ...] = written((), "[A-Z]{3}", "CHN")
    """Codes of the countries at home. If given, foreigners use only rows marked `foreign`, and have
    no rating without one. A player is foreign if (1) the fact `foreign` says so; else (2) the
    federation is or begins with a country or region not at home; else (3) the title occurs only in
    foreign rows."""
    home_places: Tuple[str, ...] = written((), r"\S(.*\S)?", "广东")
    """Regions and places at home: a player whose federation begins with one of them is no
    foreigner."""
    given: str = one_of("at once", "at once", "first game")
    """When it becomes the player's rating: at once, games or none; or with the first game that
    counts, before which there is no rating."""
    raises: bool = False
    """After a new title, the rating on the next list is at least the starting rating for it."""

    def wrong(self) -> Iterator[Wrong]:
        """There must be rows, and the title of untitled players must be in one of them."""
        if not self.rows:
            yield "rows", lacks(sentence("titles"))
        titles = [title for row in self.rows for title in row.titles]
        if self.untitled and self.untitled not in titles:
            yield "untitled", sentence("no_title", found=self.untitled)
        if not self.home and any(row.foreign for row in self.rows):
            yield "home", sentence("no_home")
