"""Sections about the rating curve: differences, expected scores, averages."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Iterator, Optional, Sequence, Tuple, Union

from ..frozen import between, one_of
from ..wrong import sentence
from .base import MODELS, Section, Wrong, places_of, rating_of, rounding_of

#: A printed table has a row for each of .50, .51, ... .99.
ROWS = 50
#: A scale closer to 0 would turn every difference into all or nothing.
_LEAST_SCALE = 50


def scale_of(default: Decimal) -> Any:
    """A field that is the scale of a curve, in points."""
    return between(default, -100_000, 100_000)


def variance_of(default: Decimal) -> Any:
    """A field that is the variance of a normal curve, in square points."""
    return between(default, 100, 100_000_000)


def _idle_in_curve(rule: Union[Expectancy, Percentage], table: str) -> Tuple[str, ...]:
    """The keys of models that are not chosen."""
    number = {"table": table, "normal": "variance"}.get(rule.model, "scale")
    return tuple(key for key in (table, "scale", "variance") if key != number)


def _wrong_curve(rule: Union[Expectancy, Percentage], table: str) -> Iterator[Wrong]:
    """Problems with the keys of the chosen model."""
    rows: Sequence[int] = getattr(rule, table)
    if rule.model in ("logistic", "linear") and abs(rule.scale) < _LEAST_SCALE:
        yield "scale", sentence("small_scale", found=rule.scale, least=_LEAST_SCALE)
    if rule.model != "table":
        return
    if len(rows) != ROWS:
        yield table, sentence("rows", n=len(rows), rows=ROWS)
    for place in range(1, len(rows)):
        first, second = rows[place - 1], rows[place]
        if second <= first:
            share = f".{50 + place}"
            yield table, sentence("not_greater", found=second, share=share, before=first)


class Expectancy(Section):
    """Difference -> expected score."""

    model: str = one_of("table", *MODELS)
    """The printed table, the curve with `scale` points for odds of 10 to 1, the normal
    distribution, or a straight line."""
    upper: Tuple[int, ...] = rating_of(())
    """[points] The printed upper bound of each row, from .50 up in steps of .01; above the last it
    is 1."""
    scale: Decimal = scale_of(Decimal(400))
    """[points] Logistic: for odds of 10 to 1; linear: for the whole of 100 %. Negative if lower
    ratings are better."""
    variance: Decimal = variance_of(Decimal(80000))
    """[square points] The variance of the difference, for the normal distribution."""
    places: Optional[int] = between(None, 1, 15)
    """[decimals] The number of decimals the expected score is rounded to."""
    rounding: str = rounding_of("half up")
    """How it is rounded."""

    def wrong(self) -> Iterator[Wrong]:
        """Problems with the keys of the model."""
        return _wrong_curve(self, "upper")

    def idle(self) -> Tuple[str, ...]:
        """The keys of other models, and the rounding of values that are not rounded."""
        return (*_idle_in_curve(self, "upper"), *(("rounding",) if self.places is None else ()))


class Outcomes(Section):
    """Win, draw and loss probabilities by colour, from a normally distributed advantage."""

    variance: Decimal = variance_of(Decimal(80000))
    """[square points] The variance of the advantage."""
    first_move: Decimal = between(Decimal(0), -9999, 9999)
    """[points] What moving first is worth."""
    margin: Decimal = rating_of(Decimal(0))
    """[points] A greater advantage wins the game, a smaller one leaves it drawn."""


class Percentage(Section):
    """Share of points -> difference, the reverse direction."""

    model: str = one_of("table", *MODELS)
    """As in `expectancy`. With the table the share is first rounded half up to two places."""
    difference: Tuple[int, ...] = rating_of(())
    """[points] The printed values for .50, .51, ... .99."""
    scale: Decimal = scale_of(Decimal(400))
    """[points] As in `expectancy`."""
    variance: Decimal = variance_of(Decimal(80000))
    """[square points] As in `expectancy`."""
    full: Optional[Decimal] = rating_of(None)
    """[points] The value for 1.00 (negative for 0.00); if omitted, the regulation gives none."""

    def idle(self) -> Tuple[str, ...]:
        """The keys of other models."""
        return _idle_in_curve(self, "difference")

    def wrong(self) -> Iterator[Wrong]:
        """Problems with the keys of the model; 50 % must give 0, 100 % the largest difference."""
        yield from _wrong_curve(self, "difference")
        if self.model == "table" and self.difference and self.difference[0] != 0:
            yield "difference", sentence("begins", found=self.difference[0])
        if self.model == "table" and self.full is not None and self.difference:
            if self.full < self.difference[-1]:
                yield "full", sentence("less_than", found=self.full, bound=self.difference[-1])


class Difference(Section):
    """How the difference of two ratings is counted: caps, and gaps that are not rated."""

    cap: Optional[Decimal] = between(None, 0, 9999, above=True)
    """[points] A larger difference counts as this."""
    exempt_from: Optional[Decimal] = rating_of(None)
    """[points] Players with at least this rating count the real difference."""
    favours_once: Optional[int] = between(None, 0, 1000)
    """[games] In how many games of an event the cap may help the higher-rated player, the largest
    differences first; 0: in all."""
    unrated_gap: Optional[Decimal] = between(None, 0, 9999, above=True)
    """[points] A game with at least this difference is not rated if a player is above
    `unrated_above`."""
    unrated_above: Optional[Decimal] = rating_of(None)
    """[points] See `unrated_gap`; 0: for all players."""

    def wrong(self) -> Iterator[Wrong]:
        """Keys that need a cap; and a gap needs the ratings that it is about."""
        yield from self.only_with("cap", "exempt_from")
        if self.favours_once:
            yield from self.only_with("cap", "favours_once")
        yield from self.only_with("unrated_gap", "unrated_above")
        if self.unrated_gap is not None and self.unrated_above is None:
            yield "unrated_gap", sentence("without_above")


class Average(Section):
    """The average rating that a method of averages uses for the expected score."""

    per: str = one_of("event", "event", "period")
    """One average for each event, or one for the whole period."""
    rounding: str = rounding_of("half up")
    """How every average is rounded."""
    places: int = places_of(0)
    """[decimals] The number of decimals every average is rounded to."""
    over: str = one_of("games", "games", "opponents")
    """An opponent met twice counts twice, or once."""
    round_robin: str = one_of("", "", "event", "opponents")
    """In a round robin, the average is that of all players, the player and the unrated included; or
    that of the player's opponents, derived from it; or (empty) as in any other event."""
    all_rated: str = one_of("estimate", "estimate", "mean")
    """If all players of a round robin are rated, the average is their mean, or the same estimate
    from results that unrated players require."""
    capped: bool = False
    """The cap on a difference also applies to the difference from the event's average."""
    unplayed: str = one_of("swiss", "swiss", "points")
    """A round robin with a forfeit is rated as a Swiss, or the forfeit counts as a game."""
    rated_part: Decimal = between(Decimal(0), 0, 1)
    """[part] The share of a round robin's players that must be rated."""
    rated_least: int = between(0, 0, 1000)
    """[players] How many must be rated, if it has fewer players than `rated_least_below`."""
    rated_least_below: int = between(0, 0, 1000)
    """[players] See `rated_least`."""

    def wrong(self) -> Iterator[Wrong]:
        """Keys that only apply to round robins."""
        yield from self.only_with("round_robin", "capped", "unplayed", "rated_part")
        yield from self.only_with("rated_least_below", "rated_least")
