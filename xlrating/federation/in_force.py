"""The list in force when an event started: a late event is rated with its ratings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from ..engine.event import Player
from ..engine.rules.ruleset import RuleSet
from ..engine.terms.periods import (
    are_newcomers_unrated,
    are_of_the_start,
    are_rated_together,
    does_standard_count,
)
from .directory import Alias, plain_token, token_of
from .identity import IdentityEntry
from .ledger import LedgerEntry
from .people import ListPeople
from .persons import Findings, Persons
from .provenance import Source
from .submissions import ResolvedEvent


class InForce(NamedTuple):
    """A list that was in force from its date on."""

    day: date
    players: ListPeople
    source: Source
    #: How a person on it enters an event.
    entering: Callable[[Player], Player] = lambda player: player

    def rating(self, row: int) -> Decimal | None:
        """The rating with which a person enters an event."""
        return self.entering(self.players[row]).rating


class Before(NamedTuple):
    """What is known about earlier lists: the `day` of the previous one, and those before it.

    `ledger` are the events it counts; `called` maps former names and IDs of people to their
    present identifiers; `aliases` are all others, from the identity ledger, and
    `standing` are its entries about bans and inactivity. `standard` are the standard ratings of
    the people on the previous list, by number, if it is for another pace; `sent` are the events at
    other paces that the next list also counts. `is_part` means one pace of several, not
    adjusted separately.
    """

    day: date | None = None
    lists: tuple[InForce, ...] = ()
    called: tuple[tuple[str, str], ...] = ()
    aliases: tuple[Alias, ...] = ()
    standing: Mapping[str, IdentityEntry] = {}
    ledger: Sequence[LedgerEntry] = ()
    standard: Sequence[Decimal | None] = ()
    sent: tuple[LedgerEntry, ...] = ()
    is_part: bool = False

    def standard_of(self, number: int) -> Decimal | None:
        """The standard rating of a person."""
        return self.standard[number] if number < len(self.standard) else None


#: The lines of earlier lists, by date and present person.
Rows = dict[date, dict[int, int]]

#: Nothing is known.
BEFORE = Before()


def is_late(one: ResolvedEvent, rules: RuleSet, day: date | None) -> bool:
    """Whether an event started before the list of that date, and the rules use its own list."""
    return starts_before(one.event.day("start"), rules, day)


def starts_before(start: date | None, rules: RuleSet, day: date | None) -> bool:
    """Whether an event that began on `start` is rated by an earlier list than that of `day`."""
    if not (are_of_the_start(rules) and are_rated_together(rules)):
        return False
    return start is not None and day is not None and start < day


def lend(
    events: Sequence[ResolvedEvent],
    rules: RuleSet,
    before: Before,
    persons: Persons,
    found: Findings,
) -> dict[int, Player]:
    """Use standard ratings for players without one at this pace, if the rules say so.

    It is the one "at the beginning" of their first event (7.2.1): for a late event that
    of the list in force then. Returns the previous facts by person, for those who turn out to
    have played no rated game.
    """
    if not (before.standard and does_standard_count(rules)):
        return {}
    assert rules.calendar is not None
    lent: dict[int, Player] = {}
    late = {one.file for one in events if is_late(one, rules, before.day)}
    left = persons.without_rating()
    if not late:
        left = {number for number in left if before.standard_of(number) is not None}
    rows: Rows = {}
    for one in events:
        is_own = one.file in late
        listed, row_of = _at_start(one, before, persons, rows) if is_own else (None, {})
        for player in one.players_among(left):
            number = one.numbers[player.no]
            rating = None if is_own else before.standard_of(number)
            if listed is not None and number in row_of:
                rating = listed.rating(row_of[number])
            if rating is None:
                continue
            left.discard(number)
            now = lent[number] = persons.now[number]
            # New to this list, whatever their standard rating.
            persons.now[number] = replace(now, rating=rating, games=now.games or 0)
            words = {"name": now.name, "rating": rating, "clause": rules.calendar.clause}
            found.notice("fed_stands_in", player.at("name"), **words)
    return lent


def take_back(lent: Mapping[int, Player], played: Set[int], persons: Persons) -> None:
    """Remove the borrowed rating of those who `played` no game that counts.

    It is no peak either: it was never published on this list.
    """
    for number, had in lent.items():
        now = persons.now[number]
        if number not in played:
            persons.now[number] = replace(now, rating=None, games=had.games, peak=had.peak)
        else:
            peaks = [one for one in (had.peak, now.rating) if one is not None]
            persons.now[number] = replace(now, peak=max(peaks, default=None))


def with_lists(
    events: Sequence[ResolvedEvent],
    rules: RuleSet,
    before: Before,
    persons: Persons,
    found: Findings,
) -> list[ResolvedEvent]:
    """The events, late ones with the ratings of their list; missing lists are reported."""
    rows: Rows = {}
    return [
        _with_its_list(one, rules, before, persons, found, rows)
        if is_late(one, rules, before.day)
        else one
        for one in events
    ]


def _with_its_list(
    one: ResolvedEvent,
    rules: RuleSet,
    before: Before,
    persons: Persons,
    found: Findings,
    rows: Rows,
) -> ResolvedEvent:
    start = one.event.day("start")
    listed, row_of = _at_start(one, before, persons, rows)
    if listed is None:
        found.is_wrong("fed_no_earlier", one.file, start=start, day=before.day)
        return one
    found.notice("fed_from_earlier", one.file, start=start, day=listed.day)
    then: dict[int, Decimal | None] = {}
    since = set[int]()
    for player in one.event.players:
        number = one.numbers.get(player.no)
        if number is None:
            continue
        rating = listed.rating(row_of[number]) if number in row_of else None
        now = persons.now[number].rating
        if rating is None and number < persons.listed and now is not None:
            # Rated since then: these games would otherwise be without a rating.
            words = {"name": persons.now[number].name, "day": listed.day, "rating": now}
            if are_newcomers_unrated(rules) and rules.calendar is not None:
                since.add(number)
                words["clause"] = rules.calendar.clause
            key = "fed_rated_since" if number in since else "fed_unrated_then"
            found.notice(key, player.at("name"), **words)
            rating = now
        then[number] = rating if number < persons.listed else now
    return one._replace(then=then, listed=listed.day, since=frozenset(since))


def _at_start(
    one: ResolvedEvent, before: Before, persons: Persons, rows: Rows
) -> tuple[InForce | None, dict[int, int]]:
    """The list in force when an event started, and its lines by present person."""
    start = one.event.day("start")
    known = [each for each in before.lists if start is not None and each.day <= start]
    if not known:
        return None, {}
    listed = max(known, key=lambda each: each.day)
    if listed.day not in rows:
        rows[listed.day] = _rows(listed, before, persons)
    return listed, rows[listed.day]


def _rows(listed: InForce, before: Before, persons: Persons) -> dict[int, int]:
    """The lines of an earlier list, by present person.

    Of two lines merged since, it is the one that stays, as its rating stays; the other one only if
    that was without a rating.
    """
    merged = {plain_token(one.token) for one in before.aliases if one.what.key == "corr_merge"}
    found: dict[int, int] = {}
    for is_merged in (False, True):
        for row, (id_, name) in enumerate(listed.players.named()):
            if (plain_token(token_of(id_, id_ or name)) in merged) != is_merged:
                continue
            number = persons.of_person(id_, name)
            if number is not None and (number not in found or listed.rating(found[number]) is None):
                found[number] = row
    return found
