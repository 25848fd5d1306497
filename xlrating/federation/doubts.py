"""Doubts about the events of a period, with its people as on the list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from datetime import date

from ..engine.editions import mixed_editions, other_edition
from ..engine.event import Event
from ..engine.inspection import counts_as_adult, inspected, rounds_to_come, unborn
from ..engine.player_facts import doubts_of
from ..engine.problems import Problem
from ..engine.rules.references import parts
from ..engine.rules.ruleset import RuleSet
from ..engine.terms.periods import are_rated_together
from .directory import Directory
from .identity import IdentityEntry
from .people import ListPeople
from .persons import Findings, Persons
from .submissions import ResolvedEvent, Submission

#: Doubts reported with newcomers, with the list's K, or once for all events; others only matter
#: when an event is sent in or its table is shown, which a list does not.
_IGNORED = {
    "names_near", "age_unlikely", "born_swapped", "ids_zeros", "letters_mixed", "name_loose",
    "edition_newer", "edition_older",
    "report_event_federation", "report_federation", "report_name", "report_title", "places_apart",
    "born_missing", "born_missing_start", "left_before_half", "notice_absent", "notice_bye",
    "notice_colour", "notice_colours", "notice_late", "k_given", "k_unused", "coefficient_given",
}  # fmt: skip


def of_event(one: ResolvedEvent, now: Event, rules: RuleSet, reference: str) -> Iterator[Problem]:
    """The doubts about an event, with its players as they are `now`."""
    yield from rounds_to_come(one.event)
    ignored = _ignored(rules)
    for problem in inspected(now, rules):
        if not problem.stops and problem.key not in ignored:
            yield problem
    yield from of_edition(one.event, rules, reference)


def of_edition(event: Event, rules: RuleSet, reference: str) -> Iterator[Problem]:
    """A notice if an event is not rated by the edition of its day; `rules` is that of the last.

    Rules that rate events one after another rate each by its own, unless the reference pins one.
    """
    if parts(reference).date:
        yield from other_edition(event, rules)
    elif are_rated_together(rules):
        yield from mixed_editions([event], rules)


def _ignored(rules: RuleSet) -> Set[str]:
    """Doubts that only matter for a single event."""
    return _IGNORED if rules.has_round_robin else {*_IGNORED, "looks_round_robin"}


def tell_doubts(
    events: Sequence[ResolvedEvent], persons: Persons, rules: RuleSet, reference: str,
    found: Findings,
) -> None:  # fmt: skip
    """Report the doubts about events, with their players as on the list and in the events."""
    ageless: dict[int, str] = {}
    for one in events:
        now = one.as_now(persons, True)
        found.notices += of_event(one, now, rules, reference)
        for player in now.players:
            if counts_as_adult(player, now, rules):
                ageless.setdefault(one.numbers[player.no], player.at("born"))
    if ageless:
        # Reported once for all events: the year of birth belongs to the list.
        found.notice(unborn(rules), next(iter(ageless.values())), n=len(ageless))
    tell_people(events, persons, found, {*range(len(persons.now))})


def tell_people(
    events: Iterable[ResolvedEvent],
    persons: Persons,
    found: Findings,
    aged: Set[int],
    others: Iterable[int] = (),
) -> None:
    """Report what is odd about people, once each.

    These are people whose age may be implausible at some event, and `others`.
    """
    odd: dict[int, list[Problem]] = {}
    left = {*aged, *others}
    for one in events:
        for player in one.players_among(left) if left else ():
            number = one.numbers[player.no]
            now = persons.entered(number, player, False)
            if number < persons.listed:
                now = replace(now, where=persons.now[number].where, places={})
            odd[number] = [told._replace(no=0) for told in doubts_of(now, one.event.day())]
            if odd[number] or number not in aged:
                left.discard(number)
    found.notices += [problem for _, several in sorted(odd.items()) for problem in several]


def refuse_numbers(events: Sequence[Submission], persons: Directory, found: Findings) -> None:
    """Reject starting numbers as identifiers: the list of players with them is missing."""
    for one in events:
        if one.columns is not None and not one.columns.may_be_numbers:
            continue
        players = one.whole.players
        texts = [player.id for player in players if player.id == player.name]
        if len(texts) == len(players) and persons.lacks_numbers(texts):
            found.is_wrong("fed_nameless", one.file, no=1, n=len(texts))
            found.files.add(one.file)


def tell_titles(
    entries: Iterable[IdentityEntry], begun: date | None, rules: RuleSet, found: Findings
) -> None:
    """Report titles entered since the list of `begun`, if the rules give new ones a rating.

    An entered title corrects the list; only a new one raises the rating.
    """
    if rules.start is None or not rules.start.raises:
        return
    for one in entries:
        if begun is None or one.day is None or one.day > begun:
            words = {"name": one.name or one.who.lstrip("#"), "title": one.new}
            found.notice("corr_title", one.where, **words, clause=rules.start.clause)


def beyond_bounds(people: ListPeople, rules: RuleSet) -> Iterator[Problem]:
    """Errors for people with a new rating from which no next list could be made."""
    low, high = rules.bounds
    beyond = people.ratings().rows(lambda one: one is not None and not low <= one <= high)
    for player in map(people.__getitem__, beyond):
        words = {"name": player.name, "rating": player.rating, "low": low, "high": high}
        yield Problem("fed_beyond_bounds", words, player.where)


def tell_same_day(events: Sequence[ResolvedEvent], found: Findings) -> None:
    """Report events on the same day that share players: their order then matters."""
    before: dict[tuple[date | None, int], list[str]] = {}
    for one in events:
        played = [(one.event.day("end"), number) for number in set(one.numbers.values())]
        shared = Counter(file for key in played for file in before.get(key, ()))
        for file, n in shared.items():
            found.notice("fed_same_day", one.file, other=file, n=n)
        for key in played:
            before.setdefault(key, []).append(one.file)


def tell_ratings(
    events: Sequence[ResolvedEvent], persons: Persons, together: bool, found: Findings
) -> None:
    """Report events that were played with other ratings than those on the list.

    If events are rated one after another, the list applies to a player's first one.
    """
    seen: set[int] = set()
    for one in events:
        for player in one.event.players:
            number = one.numbers[player.no]
            now = persons.now[number]
            rating = one.then.get(number, now.rating)
            is_told = together or number not in seen
            seen.add(number)
            if is_told and number < persons.listed and player.rating not in (None, rating):
                listed = "–" if rating is None else rating
                words = {"name": now.name, "rating": player.rating, "listed": listed}
                found.notice("fed_other_rating", player.at("rating"), **words)


def tell_standing(
    events: Sequence[ResolvedEvent],
    persons: Persons,
    standing: Mapping[str, IdentityEntry],
    found: Findings,
) -> None:
    """Report players who are banned or inactive according to the ledger: their games count."""
    numbers = {persons.of_token(token): one for token, one in standing.items()}
    known = {number: one for number, one in numbers.items() if number is not None}
    for event in events if known else ():
        for player in event.players_among(known.keys()):
            one, day = known[event.numbers[player.no]], event.event.day("end")
            if one.day is not None and day is not None and one.day <= day:
                words = {"name": persons.now[event.numbers[player.no]].name, "day": one.day}
                found.notice(f"corr_{one.what}_plays", player.at("name"), **words)
