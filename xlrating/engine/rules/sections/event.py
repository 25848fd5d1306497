"""The conditions that a regulation sets for an event before its games are rated."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Iterator, Mapping, Optional, Tuple

from ..frozen import Frozen, between, written
from ..wrong import sentence
from .base import Section, Wrong, rating_of


class Rate(Section):
    """The minimum time for a game, in minutes."""

    rating: Optional[Decimal] = rating_of(None)
    """[points] For games in which a player has at least this rating; if omitted, for any game."""
    minutes: Decimal = between(..., 0, 1000)
    """[minutes] For each player, for the number of moves in `moves`."""


class ApprovedPace(Section):
    """A pace faster than `rates` that counts if the event is approved for it."""

    since: date
    """The first day on which such an event may start."""
    until: date
    """The day before which it must start."""
    minutes: Decimal = between(..., 0, 1000)
    """[minutes] The least time of a player at the beginning."""
    increment: Decimal = between(Decimal(0), 0, 1000)
    """[seconds] The least time added per move."""

    def wrong(self) -> Iterator[Wrong]:
        """The dates must be in order."""
        if self.since >= self.until:
            yield "until", sentence("not_after", found=self.until, other="since", bound=self.since)


class NationalEvent(Section):
    """An event named in the regulation."""

    id: str = written(..., "[a-z][a-z_]*", "king")
    """Its name in files."""
    names: Mapping[str, str]
    """Its name in en, zh, ru."""


class FactClauses(Frozen):
    """The clause that asks for each fact of an event, if it is not `clause`."""

    minutes: str = ""
    """The minutes of a player."""
    increment: str = ""
    """The seconds added per move."""
    arbiters: str = ""
    """The number of arbiters."""
    chief_arbiter: str = ""
    """The chief arbiter."""
    approved: str = ""
    """The approval."""
    filed: str = ""
    """The day of filing."""


class EventTerms(Section):
    """Which events may be rated, and which facts of an event must be given."""

    minutes_most: Optional[Decimal] = between(None, 0, 1000)
    """[minutes] The most time of a player at the beginning."""
    increment_most: Optional[Decimal] = between(None, 0, 1000)
    """[seconds] The most time added per move."""
    over: Optional[Decimal] = between(None, 0, 1000)
    """[minutes] A player's time for a game of `moves` moves, increments included, must be more than
    this."""
    at_least: Optional[Decimal] = between(None, 0, 1000)
    """[minutes] That time must be at least this."""
    below: Optional[Decimal] = between(None, 0, 1000)
    """[minutes] That time must be less than this."""
    up_to: Optional[Decimal] = between(None, 0, 1000)
    """[minutes] That time must be at most this."""
    moves: int = between(60, 1, 200)
    """[moves] The length of a game for `over`, `at_least`, `below`, `up_to` and
    `rates`."""
    rates: Tuple[Rate, ...] = ()
    """The least time of a player is that of the first row that fits the game."""
    approved_paces: Tuple[ApprovedPace, ...] = ()
    """Exceptions to `rates`, each for a limited period."""
    arbiters: int = between(0, 0, 99)
    """[arbiters] The least number of arbiters of the rank that the regulation names."""
    chief_arbiter: bool = False
    """There must be a chief arbiter."""
    approval: bool = False
    """The federation must have approved the event."""
    notice_months: int = between(0, 0, 24)
    """[months] How long before its first day the event must be filed."""
    national: Tuple[NationalEvent, ...] = ()
    """The events that the regulation names; an event must state which of them it is."""
    clauses: FactClauses = FactClauses()
    """The clause for each of these facts, if it is not `clause`."""

    def wrong(self) -> Iterator[Wrong]:
        """An exception needs minimum times to depart from, and approval."""
        yield from self.only_with("rates", "approved_paces")
        yield from self.only_with("approval", "approved_paces")

    @property
    def is_timed(self) -> bool:
        """Whether the time control matters."""
        bounds = (self.minutes_most, self.increment_most, self.over, self.at_least, self.below)
        return bool(self.rates) or any(bound is not None for bound in (*bounds, self.up_to))

    @property
    def least(self) -> Optional[Decimal]:
        """The least time of any game of this kind, in minutes; None if there is no limit."""
        of_all = (rate.minutes for rate in self.rates if rate.rating is None)
        return self.at_least if self.at_least is not None else next(of_all, None)

    @property
    def asked(self) -> Tuple[str, ...]:
        """The facts that must be given for an event, in the order of the Start sheet."""
        wanted = {
            "minutes": self.is_timed,
            "increment": self.is_timed,
            "arbiters": self.arbiters > 0,
            "chief_arbiter": self.chief_arbiter,
            "approved": self.approval,
            "filed": self.notice_months > 0,
            "national": bool(self.national),
        }
        return tuple(fact for fact, is_asked in wanted.items() if is_asked)

    def clause_of(self, fact: str) -> str:
        """The clause that asks for a fact."""
        return getattr(self.clauses, fact, "") or self.clause
