"""Sections about names and choices: classes, ladders, conversions, options, examples."""

from __future__ import annotations

from decimal import Decimal
from typing import Iterator, Mapping, Optional, Tuple

from ..frozen import Frozen, between, written
from ..wrong import sentence
from .base import NOTHING, Section, Wrong


class Scale(Frozen):
    """The range of ratings, or points, that a player may enter with.

    Anything else is a typing error, or a number from another system; regulations do not state it.
    """

    least: Decimal = Decimal(1)
    """[points] The lowest rating."""
    most: Decimal = Decimal(9999)
    """[points] The highest rating."""
    whole: bool = False
    """Whether lists have whole numbers only: then one with decimals is no published rating."""
    reading: Mapping[str, str] = NOTHING
    """The reason for these bounds."""


class RatingClass(Section):
    """A class: a name for all ratings up to the next class."""

    least: Decimal = Decimal(0)
    """[points] From this rating on."""
    names: Mapping[str, str]
    """The name in en, zh, ru."""


class Ladder(Section):
    """Points after each game instead of ratings."""

    win: Decimal = Decimal(0)
    """[points] For a win."""
    draw: Decimal = Decimal(0)
    """[points] For a draw."""
    loss: Decimal = Decimal(0)
    """[points] For a loss."""
    short_moves: int = between(0, 0, 10_000)
    """[moves] A game of at most this many moves is short; 0: no game is."""
    short_win: Decimal = Decimal(0)
    """[points] For a win in a short game."""
    short_loss: Decimal = Decimal(0)
    """[points] For a loss in a short game."""
    bounded: bool = True
    """The points never fall below `least`."""
    least: Decimal = Decimal(0)
    """[points] The fewest points."""


class Conversion(Section):
    """A conversion to or from another scale."""

    to: str = ""
    """The other scale: a rating there = `base` + `factor` x this rating."""
    base: Decimal = Decimal(0)
    """[points] See `to` and `of`."""
    factor: Decimal = Decimal(1)
    """[factor] See `to` and `of`."""
    of: str = ""
    """The other rule set, the other way round: this rating = `base` + `factor` x a rating there."""
    above: Optional[Decimal] = None
    """[points] With `of`: for ratings there above this; the first conversion that fits counts."""

    def wrong(self) -> Iterator[Wrong]:
        """Exactly one other scale must be named, by `to` or by `of`."""
        if bool(self.to) == bool(self.of):
            yield "to", sentence("to_or_of")


class Option(Section):
    """A decision that the regulation leaves to the user."""

    choices: Tuple[str, ...] = written((), r"[^,;:=@\s]+( [^,;:=@\s]+)*", "rounded")
    """What may be chosen; the first is the default."""
    sets: str = ""
    """Instead of choices: a key such as `outcomes.margin`; the choice is a number that replaces the
    one in the rules."""
    also: Tuple[str, ...] = ()
    """With `sets`: further keys that the number sets."""
    squared: bool = False
    """With `sets`: the keys are set to the square of the number."""
    low: Decimal = Decimal(0)
    """[number] With `sets`: the smallest number."""
    high: Decimal = Decimal(0)
    """[number] With `sets`: the largest number."""

    @property
    def default(self) -> str:
        """The choice used if none is made."""
        return "" if self.sets else self.choices[0]

    @property
    def offered(self) -> str:
        """The possible choices, in one line: ``half | whole``, ``0 … 100``."""
        return f"{self.low} … {self.high}" if self.sets else " | ".join(self.choices)


class Example(Section):
    """A worked example from the regulation, used as test and as documentation."""

    call: str = ""
    """The function."""
    args: Tuple[object, ...] = ()
    """Its arguments, in their order; an empty text for one that is left out."""
    options: str = ""
    """The edition and choices, such as `@2022-01-01` or `bonus=12`."""
    gives: object = None
    """The result."""
    places: Optional[int] = None
    """[decimals] The result is rounded to this many before it is compared, if no more are
    printed."""
    printed: bool = False
    """Whether the source prints the number; otherwise it follows from the rule."""
