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
    """[points] Players below this are not on the list."""
    women: Optional[Decimal] = rating_of(None)
    """[points] The same for women."""
    keeps: bool = False
    """Such a player keeps the rating, which is not shown; otherwise the player is unrated again."""
    decimals: int = places_of(2)
    """[decimals] How many are shown of ratings that `change` does not round; calculations use the
    exact ratings."""

    def wrong(self) -> Iterator[Wrong]:
        """Keys that need the lower bound."""
        yield from self.only_with("least", "women", "keeps")


class Floor(Section):
    """The lowest possible rating."""

    least: Decimal = rating_of(...)
    """[points] The lowest rating."""
    women: Optional[Decimal] = rating_of(None)
    """[points] The lowest rating for women, if it is different."""


class PeakFloor(Section):
    """A player's own floor: the ordinary one, derived from the peak, for ratings based on
    `established` games or more; otherwise the absolute one.
    """

    below: Decimal = rating_of(Decimal(200))
    """[points] How far the ordinary floor is below the peak."""
    step: Decimal = between(Decimal(100), 1, 9999)
    """[points] The ordinary floor is rounded down to a multiple of this."""
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
    """[points] Added to it for each event (fact `events`) with at least `event_games` games."""
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
    """[part] The share of the own rating that is multiplied by K."""
    rounding: str = rounding_of("half up")
    """How the bonus is rounded."""
    places: int = places_of(2)
    """[decimals] The number of decimals the bonus is rounded to."""
    no_loss: str = one_of("before the bonus", "before the bonus", "after the bonus")
    """When a negative change is raised to zero."""


class AdjustedBand(Section):
    """The formula for ratings below a bound: `base` + `factor` x rating."""

    below: Decimal = rating_of(...)
    """[points] The band consists of ratings below this."""
    base: Decimal = between(Decimal(0), -9999, 9999)
    """[points] See `factor`."""
    factor: Decimal = between(Decimal(1), 0, 10)
    """[factor] It multiplies the rating."""


class Adjustment(Section):
    """A one-off adjustment of all ratings on a list, independent of events."""

    day: Decimal = between(Decimal(0), 0, 99991231)
    """[day] The day of the list, written 20240301; its events are rated before. 0: no list."""
    rows: Tuple[AdjustedBand, ...] = ()
    """The bands of ratings; the first that fits counts."""
    above_standard: Optional[Decimal] = between(None, -9999, 9999)
    """[points] On the list of another pace: no rating is lower than the standard one plus this."""
    rounding: str = rounding_of("half up")
    """How an adjusted rating is rounded."""

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
    """[part] The share of the rating that is lost."""
    of: str = one_of("penalty", "penalty", "rating")
    """What is rounded: the penalty before it is subtracted, or the remaining rating."""
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
    """The events between two lists are rated one after another, each from the ratings that the
    previous one gave; or together, all from those of the last list."""
    ratings: str = one_of("list before", "list before", "list at start")
    """Which ratings count in events that are rated together: those of the list before the next one,
    or those of the list in force when the event started."""
    newcomers: str = one_of("rated", "rated", "unrated to opponents")
    """With `list at start`: a player who had no rating then, and has one now, is rated from that
    one; for the opponents the player counts as rated, too, or as unrated."""
    missing: str = one_of("unrated", "unrated", "standard")
    """Players without a rating on the list of this pace enter an event unrated, or with their
    rating on the standard list."""
    order: str = one_of("highest first", "highest first", "lowest first")
    """Which ratings come first on a list."""

    def wrong(self) -> Iterator[Wrong]:
        """With ratings taken from the previous list, nobody can be new during an event."""
        if self.newcomers != "rated" and self.ratings != "list at start":
            yield "newcomers", sentence("idle_with_key", other=f"ratings = {self.ratings}")
