"""Sections about rating lists: floors, bonuses, penalties, dates."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Iterator, Optional, Tuple

from ..frozen import between, one_of, written
from .base import Section, Wrong, places_of, rating_of, rounding_of


class Published(Section):
    """What a list shows: below `least` (`women`: for women) a player is not on it.

    Such a player is without rating again, or `keeps` it unshown. Ratings that `Change` does
    not round are shown with so many `decimals`; the exact ones are what is calculated with.
    """

    least: Optional[Decimal] = rating_of(None)
    women: Optional[Decimal] = rating_of(None)
    keeps: bool = False
    decimals: int = places_of(2)

    def wrong(self) -> Iterator[Wrong]:
        """What goes with the bound."""
        yield from self.only_with("least", "women", "keeps")


class Floor(Section):
    """No rating falls below `least` (`women`: for women)."""

    least: Decimal = rating_of(...)
    women: Optional[Decimal] = rating_of(None)


class PeakFloor(Section):
    """A rating never falls below its floor.

    The ordinary floor is `below` points under the peak, down to a multiple of `step`, if
    that is at least `least`, and at most `most`; for ratings of `established` games and
    more. Otherwise the absolute floor: `absolute` + `per_win`, `per_draw`, `per_event`
    times the facts ``wins``, ``draws``, ``events`` (rated so far), up to `absolute_most`.
    """

    below: Decimal = rating_of(Decimal(200))
    step: Decimal = between(Decimal(100), 1, 9999)
    least: Decimal = rating_of(Decimal(0))
    most: Decimal = rating_of(Decimal(0))
    established: int = between(0, 0, 1000)
    absolute: Decimal = rating_of(Decimal(0))
    absolute_most: Decimal = rating_of(Decimal(0))
    per_win: Decimal = between(Decimal(0), 0, 1000)
    per_draw: Decimal = between(Decimal(0), 0, 1000)
    per_event: Decimal = between(Decimal(0), 0, 1000)
    event_games: int = between(0, 0, 1000)


class Bonus(Section):
    """Points for places 1, 2, ... of certain events, added once, without K.

    The fact ``bonus_place`` of a player in an event is the final place there, given only
    in an event that carries the bonus.
    """

    places: Tuple[Decimal, ...] = between((), 0, 1000)

    def wrong(self) -> Iterator[Wrong]:
        """Nobody gets a bonus for no place."""
        if not self.places:
            yield "places", "is missing; the points for places 1, 2, ... are expected"


class Champion(Section):
    """What the winner of an event gets besides: `share` x own rating x K; and no loss.

    `no_loss` says what is not let fall below zero: the change ``before the bonus`` or
    ``after the bonus``. The fact ``champion`` marks the winner in their event.
    """

    share: Decimal = between(..., 0, 1)
    rounding: str = rounding_of("half up")
    places: int = places_of(2)
    no_loss: str = one_of("before the bonus", "before the bonus", "after the bonus")


class Absence(Section):
    """`share` of the rating is taken from who stayed away without reason: the fact ``absent``.

    `of` says what is rounded: the ``penalty`` before it is taken off, or the ``rating`` left.
    """

    share: Decimal = between(..., 0, 1)
    of: str = one_of("penalty", "penalty", "rating")
    rounding: str = rounding_of("half away from zero")


#: A day of every year.
_DAY = r"[01]\d-[0-3]\d"


class ListDay(Section):
    """A list published on `day` for the events ending from `first` to `last`, each MM-DD."""

    day: str = written(..., _DAY, "07-01")
    first: str = written(..., _DAY, "01-01")
    last: str = written(..., _DAY, "03-31")

    def wrong(self) -> Iterator[Wrong]:
        """Days of the calendar, the first one first."""
        for key in ("day", "first", "last"):
            month, day = map(int, getattr(self, key).split("-"))
            try:
                date(2023, month, day)
            except ValueError:
                yield key, f"is {getattr(self, key)}, no day of every year"
        if self.first > self.last:
            yield "first", f"is {self.first}, after last, which is {self.last}"


class Calendar(Section):
    """When lists are published, and which events each of them covers.

    The events between two lists are rated ``one after another``, each from the ratings that
    the one before gives, or ``together`` from those of the list before. `order` says who
    stands first on a list.
    """

    lists: Tuple[ListDay, ...] = ()
    rated: str = one_of("one after another", "one after another", "together")
    order: str = one_of("highest first", "highest first", "lowest first")
