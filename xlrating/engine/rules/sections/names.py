"""Sections about names and choices: classes, ladders, conversions, options, examples."""

from __future__ import annotations

from decimal import Decimal
from typing import Iterator, Mapping, Optional, Tuple

from ..frozen import Frozen, between, written
from .base import NOTHING, Section, Wrong


class Scale(Frozen):
    """The ratings, or points, that a player may bring: from `least` to `most`.

    Anything else is a typing error, or a number of another system; no regulation says so, and
    `reading` says why these bounds.
    """

    least: Decimal = Decimal(1)
    most: Decimal = Decimal(9999)
    reading: Mapping[str, str] = NOTHING


class RatingClass(Section):
    """A name for all ratings from `least` up to the next class."""

    least: Decimal = Decimal(0)
    names: Mapping[str, str]


class Ladder(Section):
    """Points after each game instead of ratings, never below `least` if `bounded`.

    A game of at most `short_moves` moves is short and gives `short_win`, `short_loss`.
    """

    win: Decimal = Decimal(0)
    draw: Decimal = Decimal(0)
    loss: Decimal = Decimal(0)
    short_moves: int = between(0, 0, 10_000)
    short_win: Decimal = Decimal(0)
    short_loss: Decimal = Decimal(0)
    bounded: bool = True
    least: Decimal = Decimal(0)


class Conversion(Section):
    """Another scale: a rating `to` = `base` + `factor` x this rating.

    With `of` instead, this rating = `base` + `factor` x a rating `of` the other rule set,
    for those `above` a bound, if given.
    """

    to: str = ""
    base: Decimal = Decimal(0)
    factor: Decimal = Decimal(1)
    of: str = ""
    above: Optional[Decimal] = None

    def wrong(self) -> Iterator[Wrong]:
        """One other scale."""
        if bool(self.to) == bool(self.of):
            yield "to", "or of names the other rule set; one of the two is expected"


class Option(Section):
    """A decision the caller may take: its `choices`, the first being the default.

    With `sets` instead, a key such as ``outcomes.margin``, it is a number from `low` to `high`
    that goes before the one of the rules.
    """

    choices: Tuple[str, ...] = written((), r"[^,;:=@\s]+( [^,;:=@\s]+)*", "rounded")
    sets: str = ""
    low: Decimal = Decimal(0)
    high: Decimal = Decimal(0)

    @property
    def default(self) -> str:
        """The choice of who makes none."""
        return "" if self.sets else self.choices[0]

    @property
    def offered(self) -> str:
        """What may be chosen, in a line: ``half | whole``, ``0 … 100``."""
        return f"{self.low} … {self.high}" if self.sets else " | ".join(self.choices)


class Example(Section):
    """A worked example, harvested as test and documentation: a call and what it gives.

    `places` rounds the result before it is compared, where only so much is printed;
    `printed` tells a published number from one derived by the rule.
    """

    call: str = ""
    args: Tuple[object, ...] = ()
    options: str = ""
    gives: object = None
    places: Optional[int] = None
    printed: bool = False
