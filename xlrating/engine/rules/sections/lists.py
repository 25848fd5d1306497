"""Sections about rating lists: floors, bonuses, penalties, dates."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Iterator, Optional, Tuple

from ..frozen import between, one_of, written
from ..wrong import lacks, sentence
from .base import Section, Wrong, places_of, rating_of, rounding_of


class Published(Section):
    """What a list shows: rounding, and the lowest rating that is published."""

    least: Optional[Decimal] = rating_of(None)
    """[points] A player below it is not on the list."""
    women: Optional[Decimal] = rating_of(None)
    """[points] The same for women."""
    keeps: bool = False
    """Such a player keeps the rating unshown; otherwise is without rating again."""
    decimals: int = places_of(2)
    """[decimals] Ratings that `change` does not round are shown with so many; the exact ones are
    what is calculated with."""

    def wrong(self) -> Iterator[Wrong]:
        """Keys that need the lower bound."""
        yield from self.only_with("least", "women", "keeps")


class Floor(Section):
    """The lowest possible rating."""

    least: Decimal = rating_of(...)
    """[points] The lowest rating."""
    women: Optional[Decimal] = rating_of(None)
    """[points] That for women, where it is another."""


class PeakFloor(Section):
    """A player's own floor: the ordinary one, derived from the peak, for ratings based on
    `established` games or more; otherwise the absolute one.
    """

    below: Decimal = rating_of(Decimal(200))
    """[points] The ordinary floor lies so much under the peak."""
    step: Decimal = between(Decimal(100), 1, 9999)
    """[points] It is taken down to a multiple of this."""
    least: Decimal = rating_of(Decimal(0))
    """[points] There is an ordinary floor if it is at least this."""
    most: Decimal = rating_of(Decimal(0))
    """[points] The ordinary floor is at most this."""
    established: int = between(0, 0, 1000)
    """[games] The least number of games of a rating with an ordinary floor."""
    absolute: Decimal = rating_of(Decimal(0))
    """[points] The absolute floor of a player without games."""
    absolute_most: Decimal = rating_of(Decimal(0))
    """[points] The absolute floor is at most this."""
    per_win: Decimal = between(Decimal(0), 0, 1000)
    """[points] Added to the absolute floor for each win so far (fact `wins`)."""
    per_draw: Decimal = between(Decimal(0), 0, 1000)
    """[points] Added to it for each draw (fact `draws`)."""
    per_event: Decimal = between(Decimal(0), 0, 1000)
    """[points] Added to it for each event (fact `events`) of `event_games` and more."""
    event_games: int = between(0, 0, 1000)
    """[games] See `per_event`."""


class Bonus(Section):
    """Points for the places of certain events, added once, without K.

    The fact ``bonus_place`` of a player in an event is the final place there; it is only given
    in an event that carries the bonus.
    """

    places: Tuple[Decimal, ...] = between((), 0, 1000)
    """[points] For places 1, 2, ..."""

    def wrong(self) -> Iterator[Wrong]:
        """There must be at least one place."""
        if not self.places:
            yield "places", lacks(sentence("places"))


class Champion(Section):
    """The bonus of an event's winner, `share` x own rating x K, and protection from a loss.

    The fact ``champion`` marks the winner in their event.
    """

    share: Decimal = between(..., 0, 1)
    """[part] Of the own rating, times K."""
    rounding: str = rounding_of("half up")
    """How the bonus is rounded."""
    places: int = places_of(2)
    """[decimals] The number of decimals the bonus is rounded to."""
    no_loss: str = one_of("before the bonus", "before the bonus", "after the bonus")
    """When the change is not let fall below zero."""


class AdjustedBand(Section):
    """The formula for ratings below a bound: `base` + `factor` x rating."""

    below: Decimal = rating_of(...)
    """[points] Of ratings lower than this."""
    base: Decimal = between(Decimal(0), -9999, 9999)
    """[points] See `factor`."""
    factor: Decimal = between(Decimal(1), 0, 10)
    """[factor] Times the rating."""


class Adjustment(Section):
    """A one-off adjustment of all ratings on a list, independent of events."""

    day: Decimal = between(Decimal(0), 0, 99991231)
    """[day] On the list of this day, written 20240301, after its events; 0: on none."""
    rows: Tuple[AdjustedBand, ...] = ()
    """The bands of ratings; the first that fits counts."""
    above_standard: Optional[Decimal] = between(None, -9999, 9999)
    """[points] On the list of another pace: no rating is lower than the standard one plus this."""
    rounding: str = rounding_of("half up")
    """How a rating is rounded then."""

    @property
    def on(self) -> Optional[date]:
        """The date of the list; None if there is none."""
        whole = int(self.day)
        try:
            return date(whole // 10000, whole // 100 % 100, whole % 100) if whole else None
        except ValueError:
            return None

    def wrong(self) -> Iterator[Wrong]:
        """There must be a valid date, and something to adjust."""
        if self.day and self.on is None:
            yield "day", sentence("no_day", found=self.day)
        if not self.rows and self.above_standard is None:
            yield "rows", lacks(sentence("bands"))


class Absence(Section):
    """A penalty for unexcused absence (the fact ``absent``): a fraction of the rating."""

    share: Decimal = between(..., 0, 1)
    """[part] Of the rating."""
    of: str = one_of("penalty", "penalty", "rating")
    """What is rounded: the penalty before it is taken off, or the rating left."""
    rounding: str = rounding_of("half away from zero")
    """How it is rounded."""


#: A day of every year, as month and day.
_DAY = r"[01]\d-[0-3]\d"


class ListDay(Section):
    """A list and the events it covers."""

    day: str = written(..., _DAY, "07-01")
    """The day of every year on which it is published."""
    first: str = written(..., _DAY, "01-01")
    """It covers the events ending from this day on."""
    last: str = written(..., _DAY, "03-31")
    """It covers the events ending up to this day."""

    def wrong(self) -> Iterator[Wrong]:
        """The dates must be valid and in order."""
        for key in ("day", "first", "last"):
            month, day = map(int, getattr(self, key).split("-"))
            try:
                date(2023, month, day)
            except ValueError:
                yield key, sentence("no_day_of_year", found=getattr(self, key))
        if self.first > self.last:
            yield "first", sentence("after_other", found=self.first, other="last", bound=self.last)


class Calendar(Section):
    """When lists are published, and which events each of them covers."""

    lists: Tuple[ListDay, ...] = ()
    """The lists of a year."""
    rated: str = one_of("one after another", "one after another", "together")
    """The events between two lists are rated each from the ratings that the one before gives, or
    all from those of the list before."""
    ratings: str = one_of("list before", "list before", "list at start")
    """Whose ratings count in an event rated together with others: those of the list before the next
    one, or of the list in force when the event started."""
    newcomers: str = one_of("rated", "rated", "unrated to opponents")
    """With `list at start`: who had no rating then, and has one now, is rated from that one in the
    event; for the opponents they are rated, too, or unrated."""
    missing: str = one_of("unrated", "unrated", "standard")
    """Who has no rating on the list of this pace enters an event unrated, or with the rating of the
    standard list."""
    order: str = one_of("highest first", "highest first", "lowest first")
    """Who stands first on a list."""

    def wrong(self) -> Iterator[Wrong]:
        """With ratings taken from the previous list, nobody can be new during an event."""
        if self.newcomers != "rated" and self.ratings != "list at start":
            yield "newcomers", sentence("idle_with_key", other=f"ratings = {self.ratings}")
