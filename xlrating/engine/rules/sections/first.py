"""Sections about performances and first ratings."""

from __future__ import annotations

from decimal import Decimal
from typing import Iterator, Optional, Tuple

from ..frozen import between, one_of, written
from .base import Section, Wrong, rating_of, rounding_of


class Performance(Section):
    """Performance rating: average of the opponents plus the difference for the share.

    `average_rounding` and `rounding` are names of `rounding.ROUNDINGS`. `iterated`: from
    there on corrected until the expected score at the performance is the real one, by the
    whole difference that a share stands for; `share_places` rounds the share first.
    `solved`: it is that rating itself. With `full_draw` a full score, or none, has a draw
    against oneself added, which makes it finite.
    """

    average_rounding: str = rounding_of("half up")
    rounding: str = rounding_of("half up")
    iterated: bool = False
    share_places: Optional[int] = between(None, 1, 15)
    solved: bool = False
    full_draw: bool = False


class Initial(Section):
    """The first rating of a player without one.

    `draws` draws against hypothetical opponents rated `draws_against` are added. Above
    50 % each half point gives `per_half_point`, if the regulation has it; otherwise,
    and below 50 %, the table of `Percentage` decides. `least_games` against rated
    opponents and a score of `least_score` are needed; `most` and `least` bound the
    result: more is cut, less is not published. A result that is below `void_below`
    before rounding counts for nothing. `scaled`: below 50 % in a round robin of n
    opponents the difference is taken n/(n+1) times.
    `performed`: the result is the performance of `Performance`, iterated where that is.
    `per_win`: each win counts as the opponent's rating plus, each loss minus this much.
    A result up to `low` becomes `low_base` + `low_factor` x result. The full score and
    none give no rating (`full` false) even where there is a number for them.
    Results of several events are pooled, those of the last `pool_months` months. A first
    event without a point is ``disregarded`` (`first_zero`) where the regulation says so;
    one with fewer points than `event_score` or fewer games than `event_games` in any case.
    """

    draws: int = between(0, 0, 100)
    draws_against: Decimal = rating_of(Decimal(0))
    per_half_point: Optional[Decimal] = between(None, 0, 1000)
    least_games: int = between(1, 1, 1000)
    least_score: Decimal = between(Decimal(0), 0, 1000)
    rounding: str = rounding_of("half up")
    most: Optional[Decimal] = rating_of(None)
    least: Optional[Decimal] = rating_of(None)
    average_rounding: str = rounding_of("none")
    void_below: Optional[Decimal] = rating_of(None)
    scaled: bool = False
    performed: bool = False
    per_win: Optional[Decimal] = rating_of(None)
    low: Optional[Decimal] = rating_of(None)
    low_base: Decimal = rating_of(Decimal(0))
    low_factor: Decimal = between(Decimal(1), 0, 10)
    full: bool = True
    pool_months: Optional[int] = between(None, 0, 1200)
    first_zero: str = one_of("counted", "counted", "disregarded")
    event_score: Decimal = between(Decimal(0), 0, 1000)
    event_games: int = between(0, 0, 1000)

    def wrong(self) -> Iterator[Wrong]:
        """Draws and their opponents, bounds in their order, low results."""
        yield from self.only_with("draws", "draws_against")
        yield from self.only_with("draws_against", "draws")
        yield from self.only_with("low", "low_base", "low_factor")
        if self.performed and self.per_win is not None:
            yield "per_win", "stands beside performed; only one of them makes the rating"
        if self.performed or self.per_win is not None:
            taken = "performed" if self.performed else "per_win"
            for key in ("draws", "per_half_point", "most", "least", "void_below", "scaled"):
                # A bound of 0 is a bound.
                if getattr(self, key) != self._defaults[key]:
                    yield key, f"has no effect with {taken}; leave one of the two out"
        elif self.low is not None:
            yield "low", "has no effect without performed or per_win"
        if self.least is not None and self.most is not None and self.least > self.most:
            yield "least", f"is {self.least}, above most, which is {self.most}"


class Pooled(Section):
    """The first rating from the performances of several events, weighted by their games.

    It is published after `least_games` games in all; until then the performances wait in
    the fact ``performances``: pairs of a performance and its number of games.
    """

    least_games: int = between(1, 1, 1000)


class StartRow(Section):
    """The rating that a title gives: `titles` are its spellings, the first as printed.

    `women` have their own value where it is given; a `foreign` row is for foreigners.
    """

    titles: Tuple[str, ...] = written((), r"\S(.*\S)?", "GM")
    rating: Decimal = between(..., 0, 9999, above=True)
    women: Optional[Decimal] = between(None, 0, 9999, above=True)
    foreign: bool = False

    def wrong(self) -> Iterator[Wrong]:
        """A row without title is nobody's."""
        if not self.titles:
            yield "titles", "is missing; a list of spellings is expected"


class Start(Section):
    """The rating with which a player without one starts, by title.

    Who has no title counts as `untitled`, if that is named. With `home`, codes of
    countries, foreigners have rows of their own and no rating without one: those with the
    fact ``foreign``; or else whose federation is, or begins with, a country or region (code
    or name) not in `home`, rather than one of the `home_places`; or, without either, a
    title of a foreign row. The fact ``new_title`` names a title awarded in the period; with
    `raises` the next list has at least its value.
    """

    rows: Tuple[StartRow, ...] = ()
    untitled: str = ""
    home: Tuple[str, ...] = written((), "[A-Z]{3}", "CHN")
    home_places: Tuple[str, ...] = written((), r"\S(.*\S)?", "广东")
    raises: bool = False

    def wrong(self) -> Iterator[Wrong]:
        """Rows, and who counts as untitled being in one of them."""
        if not self.rows:
            yield "rows", "is missing; a list of titles and their ratings is expected"
        titles = [title for row in self.rows for title in row.titles]
        if self.untitled and self.untitled not in titles:
            yield "untitled", f"is {self.untitled}, no title of the rows"
        if not self.home and any(row.foreign for row in self.rows):
            yield "home", "is missing; foreign rows need the codes of the countries at home"
