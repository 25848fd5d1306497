"""Sections about performances and first ratings."""

from __future__ import annotations

from decimal import Decimal
from typing import Optional, Tuple

from ..frozen import one_of
from .base import Section, rounding_of


class Performance(Section):
    """Performance rating: average of the opponents plus the difference for the share.

    `average_rounding` and `rounding` are names of `rounding.ROUNDINGS`. `iterated`: from
    there on corrected until the expected score at the performance is the real one.
    `solved`: it is that rating itself. With `full_draw` a full score, or none, has a draw
    against oneself added, which makes it finite.
    """

    average_rounding: str = rounding_of("half up")
    rounding: str = rounding_of("half up")
    iterated: bool = False
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

    draws: int = 0
    draws_against: Decimal = Decimal(0)
    per_half_point: Optional[Decimal] = None
    least_games: int = 1
    least_score: Decimal = Decimal(0)
    rounding: str = rounding_of("half up")
    most: Optional[Decimal] = None
    least: Optional[Decimal] = None
    average_rounding: str = rounding_of("none")
    void_below: Optional[Decimal] = None
    scaled: bool = False
    performed: bool = False
    per_win: Optional[Decimal] = None
    low: Optional[Decimal] = None
    low_base: Decimal = Decimal(0)
    low_factor: Decimal = Decimal(1)
    full: bool = True
    pool_months: Optional[int] = None
    first_zero: str = one_of("counted", "counted", "disregarded")
    event_score: Decimal = Decimal(0)
    event_games: int = 0


class Pooled(Section):
    """The first rating from the performances of several events, weighted by their games.

    It is published after `least_games` games in all; until then the performances wait in
    the fact ``performances``: pairs of a performance and its number of games.
    """

    least_games: int = 1


class StartRow(Section):
    """The rating that a title gives: `titles` are its spellings, the first as printed.

    `women` have their own value where it is given; a `foreign` row is for foreigners.
    """

    titles: Tuple[str, ...] = ()
    rating: Decimal = Decimal(0)
    women: Optional[Decimal] = None
    foreign: bool = False


class Start(Section):
    """The rating with which a player without one starts, by title.

    Who has no title counts as `untitled`, if that is named. With `home`, foreigners have
    rows of their own and no rating without one: those with the fact ``foreign``, or else
    a country code (three capital letters) not in `home`, or, without either, a title of
    a foreign row. The fact ``new_title`` names a title awarded in the period; with
    `raises` the next list has at least its value.
    """

    rows: Tuple[StartRow, ...] = ()
    untitled: str = ""
    home: Tuple[str, ...] = ()
    raises: bool = False
