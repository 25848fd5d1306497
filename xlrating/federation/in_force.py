"""The list in force when an event started: an event that comes late is rated from its ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from ..engine.event import Player
from ..engine.report import Report
from ..engine.rules.ruleset import RuleSet
from ..engine.terms.periods import (
    are_newcomers_unrated,
    are_of_the_start,
    are_rated_together,
    does_standard_count,
)
from .ledger import Held
from .persons import Findings, Persons
from .provenance import Source
from .submissions import Joined

#: The pace whose columns have no word before them.
STANDARD = "standard"


class InForce(NamedTuple):
    """A list that was in force from its day on."""

    day: date
    players: tuple[Player, ...]
    source: Source


class Before(NamedTuple):
    """What is known of the lists before: the `day` of the last one, and those before that.

    `called` are former names and IDs of people, each with what tells them now. `standard` are the
    standard ratings of the people of the last one, by number, where that is of another pace;
    `sent` are the events of other paces that the next list counts, too. Where the people are only
    some of a list, `with_k` says of each pace how many of all have a K, and where the first stands.
    `is_part` is one pace of several, whose list is not adjusted by itself.
    """

    day: date | None = None
    lists: tuple[InForce, ...] = ()
    called: tuple[tuple[str, str], ...] = ()
    standard: Mapping[int, Decimal] = {}
    sent: tuple[Held, ...] = ()
    with_k: Mapping[str, tuple[int, str]] = {}
    is_part: bool = False


#: Nothing is known.
BEFORE = Before()


def is_late(one: Joined, rules: RuleSet, day: date | None) -> bool:
    """Whether an event started before the list of that day, and the rules ask for its own."""
    return starts_before(one.event.day("start"), rules, day)


def starts_before(start: date | None, rules: RuleSet, day: date | None) -> bool:
    """The same for an event that started then."""
    if not (are_of_the_start(rules) and are_rated_together(rules)):
        return False
    return start is not None and day is not None and start < day


def lend(
    events: Sequence[Joined], rules: RuleSet, before: Before, persons: Persons, found: Findings
) -> dict[int, Player]:
    """The standard rating for who plays and has none at this pace, where the rules say so.

    What they had comes back, by person, for those who have played no rated game in the end.
    """
    if not (before.standard and does_standard_count(rules)):
        return {}
    lent: dict[int, Player] = {}
    for one in events:
        for player in one.event.players:
            number = one.numbers.get(player.no)
            if number is None or number in lent or number not in before.standard:
                continue
            now, rating = persons.now[number], before.standard[number]
            if now.rating is None:
                lent[number] = now
                # New to this list, whatever is known of the standard one.
                persons.now[number] = replace(now, rating=rating, games=now.games or 0)
                assert rules.calendar is not None
                words = {"name": now.name, "rating": rating, "clause": rules.calendar.clause}
                found.notice("fed_stands_in", player.at("name"), **words)
    return lent


def take_back(lent: Mapping[int, Player], reports: Sequence[Report], persons: Persons) -> None:
    """Take the rating from whoever has played no game with it that counts.

    It is no peak either: it was never published on this list.
    """
    played = {line.player.key for one in reports for line in one.lines if line.n}
    for number, had in lent.items():
        now = persons.now[number]
        if now.key not in played:
            persons.now[number] = replace(now, rating=None, games=had.games, peak=had.peak)
        else:
            peaks = [one for one in (had.peak, now.rating) if one is not None]
            persons.now[number] = replace(now, peak=max(peaks, default=None))


def with_lists(
    events: Sequence[Joined], rules: RuleSet, before: Before, persons: Persons, found: Findings
) -> list[Joined]:
    """The events, late ones with the ratings of their list; what is missing is told."""
    ratings: dict[date, dict[int, Decimal | None]] = {}
    return [
        _with_its_list(one, rules, before, persons, found, ratings)
        if is_late(one, rules, before.day)
        else one
        for one in events
    ]


def _with_its_list(
    one: Joined,
    rules: RuleSet,
    before: Before,
    persons: Persons,
    found: Findings,
    ratings: dict[date, dict[int, Decimal | None]],
) -> Joined:
    start = one.event.day("start")
    assert start is not None
    known = [each for each in before.lists if each.day <= start]
    if not known:
        found.is_wrong("fed_no_earlier", one.file, start=start, day=before.day)
        return one
    listed = max(known, key=lambda each: each.day)
    if listed.day not in ratings:
        ratings[listed.day] = _ratings(listed, persons)
    found.notice("fed_from_earlier", one.file, start=start, day=listed.day)
    then: dict[int, Decimal | None] = {}
    since = set[int]()
    for player in one.event.players:
        number = one.numbers.get(player.no)
        if number is None:
            continue
        rating, now = ratings[listed.day].get(number), persons.now[number].rating
        if rating is None and number < persons.listed and now is not None:
            # Rated since: without a rating for these games nothing could be said of them.
            words = {"name": persons.now[number].name, "day": listed.day, "rating": now}
            if are_newcomers_unrated(rules) and rules.calendar is not None:
                since.add(number)
                words["clause"] = rules.calendar.clause
            key = "fed_rated_since" if number in since else "fed_unrated_then"
            found.notice(key, player.at("name"), **words)
            rating = now
        then[number] = rating if number < persons.listed else now
    return one._replace(then=then, listed=listed.day, since=frozenset(since))


def _ratings(listed: InForce, persons: Persons) -> dict[int, Decimal | None]:
    """The ratings of an earlier list, by the persons of today."""
    found: dict[int, Decimal | None] = {}
    for player in listed.players:
        number = persons.of_player(player)
        if number is not None:
            found.setdefault(number, player.rating)
    return found
