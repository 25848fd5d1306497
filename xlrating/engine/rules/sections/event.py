"""What a regulation asks of an event before its games are rated."""

from __future__ import annotations

from decimal import Decimal
from typing import Mapping, Optional, Tuple

from ..frozen import Frozen, between, written
from .base import Section, rating_of


class Rate(Section):
    """The `minutes` that a game needs where one of the players has at least this `rating`."""

    rating: Optional[Decimal] = rating_of(None)
    minutes: Decimal = between(..., 0, 1000)


class NationalEvent(Section):
    """An event that the regulation names: its `id` in files, and its names."""

    id: str = written(..., "[a-z][a-z_]*", "king")
    names: Mapping[str, str]


class FactClauses(Frozen):
    """Where the regulation asks for each fact of an event; '' where the section says it."""

    minutes: str = ""
    increment: str = ""
    arbiters: str = ""
    chief_arbiter: str = ""
    approved: str = ""
    filed: str = ""


class EventTerms(Section):
    """Which events may be rated, and what must be said of one.

    The time of a player: `minutes_most` at the beginning and `increment_most` seconds a move;
    or, for a game of `moves` moves with what is added, `over`, `below` or `up_to` so many
    minutes in all, or at least those of the first of the `rates` that a game fits. At least
    so many `arbiters` of the rank the regulation names, a `chief_arbiter`, the `approval` of
    the federation, filed `notice_months` before the first day; and which of the `national`
    events it is. `clauses` says where each of these facts stands, if not in `clause`.
    """

    minutes_most: Optional[Decimal] = between(None, 0, 1000)
    increment_most: Optional[Decimal] = between(None, 0, 1000)
    over: Optional[Decimal] = between(None, 0, 1000)
    below: Optional[Decimal] = between(None, 0, 1000)
    up_to: Optional[Decimal] = between(None, 0, 1000)
    moves: int = between(60, 1, 200)
    rates: Tuple[Rate, ...] = ()
    arbiters: int = between(0, 0, 99)
    chief_arbiter: bool = False
    approval: bool = False
    notice_months: int = between(0, 0, 24)
    national: Tuple[NationalEvent, ...] = ()
    clauses: FactClauses = FactClauses()

    @property
    def is_timed(self) -> bool:
        """Whether the time of a player counts."""
        bounds = (self.minutes_most, self.increment_most, self.over, self.below, self.up_to)
        return bool(self.rates) or any(bound is not None for bound in bounds)

    @property
    def asked(self) -> Tuple[str, ...]:
        """The facts that must be known of an event, in the order of the Start sheet."""
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
        """Where the regulation asks for a fact."""
        return getattr(self.clauses, fact, "") or self.clause
