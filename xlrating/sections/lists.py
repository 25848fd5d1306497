"""Sections about rating lists: floors, bonuses, penalties, dates."""

from __future__ import annotations

from decimal import Decimal
from typing import Optional, Tuple

from ..frozen import one_of
from .base import Section, rounding_of


class Published(Section):
    """What a list shows: below `least` (`women`: for women) a player is not on it.

    Such a player is without rating again, or `keeps` it unshown.
    """

    least: Optional[Decimal] = None
    women: Optional[Decimal] = None
    keeps: bool = False


class Floor(Section):
    """No rating falls below `least` (`women`: for women)."""

    least: Decimal = Decimal(0)
    women: Optional[Decimal] = None


class PeakFloor(Section):
    """A rating never falls below its floor.

    The ordinary floor is `below` points under the peak, down to a multiple of `step`, if
    that is at least `least`, and at most `most`; for ratings of `established` games and
    more. Otherwise the absolute floor: `absolute` + `per_win`, `per_draw`, `per_event`
    times the facts ``wins``, ``draws``, ``events`` (rated so far), up to `absolute_most`.
    """

    below: Decimal = Decimal(200)
    step: Decimal = Decimal(100)
    least: Decimal = Decimal(0)
    most: Decimal = Decimal(0)
    established: int = 0
    absolute: Decimal = Decimal(0)
    absolute_most: Decimal = Decimal(0)
    per_win: Decimal = Decimal(0)
    per_draw: Decimal = Decimal(0)
    per_event: Decimal = Decimal(0)
    event_games: int = 0


class Bonus(Section):
    """Points for places 1, 2, ... of certain events, added once, without K.

    The fact ``bonus_place`` of a player in an event is the final place there, given only
    in an event that carries the bonus.
    """

    places: Tuple[Decimal, ...] = ()


class Champion(Section):
    """What the winner of an event gets besides: `share` x own rating x K; and no loss.

    `no_loss` says what is not let fall below zero: the change ``before the bonus`` or
    ``after the bonus``. The fact ``champion`` marks the winner in their event.
    """

    share: Decimal = Decimal(0)
    rounding: str = rounding_of("half up")
    places: int = 2
    no_loss: str = one_of("before the bonus", "before the bonus", "after the bonus")


class Absence(Section):
    """`share` of the rating is taken from who stayed away without reason: the fact ``absent``.

    `of` says what is rounded: the ``penalty`` before it is taken off, or the ``rating`` left.
    """

    share: Decimal = Decimal(0)
    of: str = one_of("penalty", "penalty", "rating")
    rounding: str = rounding_of("half away from zero")


class ListDay(Section):
    """A list published on `day` for the events ending from `first` to `last`, each MM-DD."""

    day: str = ""
    first: str = ""
    last: str = ""


class Calendar(Section):
    """When lists are published, and which events each of them covers.

    The events between two lists are rated ``one after another``, each from the ratings that
    the one before gives, or ``together`` from those of the list before. `order` says who
    stands first on a list.
    """

    lists: Tuple[ListDay, ...] = ()
    rated: str = one_of("one after another", "one after another", "together")
    order: str = one_of("highest first", "highest first", "lowest first")
