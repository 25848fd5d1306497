"""A single event whose players have ratings at several paces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ..engine.account import USED, Account
from ..engine.errors import ArgumentError
from ..engine.event import Event
from ..engine.problem import make_error
from ..engine.problems import Problem
from ..engine.rules.ruleset import load
from ..engine.vocabulary.headings import OTHER_PACES
from ..exchange.other_ratings import columns_of
from .paces import (
    STANDARD,
    are_several,
    at_pace,
    entering,
    has_lists,
    list_named,
    pace_of,
    pace_of_rules,
    with_list,
)


def at_own_pace(event: Event, reference: str) -> tuple[Event, str, list[Problem]]:
    """The event with ratings at its own pace, a reference to the rules of that list, and notices.
    These report players who enter with the standard rating instead, and ratings at paces for
    which the rules have no list. Nothing changes unless there are ratings at several paces.

    Raises `ArgumentError` if all ratings are of another pace, so that nobody would be rated.

    >>> from decimal import Decimal
    >>> from xlrating.engine.event import Player
    >>> ann = Player(1, "Ann", 2100, facts={"rapid_rating": Decimal(2050)})
    >>> found, rules, _ = at_own_pace(Event((ann,), pace="rapid"), "fide")
    >>> found.players[0].rating, rules
    (Decimal('2050'), 'fide:list=rapid')
    """
    columns = _headed(event.account)
    if not are_several((*columns, *(fact for player in event.players for fact in player.facts))):
        return event, reference, []
    pace = list_named(reference) or pace_of(event)
    if pace != STANDARD and has_lists(reference):
        reference = with_list(reference, pace)
    rules = load(reference)
    pace = pace_of_rules(rules)
    others = [*_at_other_paces(event, pace, columns, reference)]
    players = tuple(entering(player, rules) for player in event.players)
    is_headed = not columns or _part(pace) in columns
    if others and not is_headed and all(one.rating is None for one in players):
        raise make_error(ArgumentError, "paced_only_other", event.where, **others[0].words)
    clause = rules.calendar.clause if rules.calendar else ""
    told = [
        Problem("fed_stands_in", words, one.at("name"), one.no)
        for one, now in zip(event.players, players, strict=True)
        if event.games_of.get(one.no)
        and at_pace(one, pace).rating is None
        and (rating := now.rating) is not None
        for words in [{"name": one.name, "rating": rating, "clause": clause}]
    ]
    told += others if pace == STANDARD and not has_lists(reference) else []
    return replace(event, players=players), reference, told


def left_paces(account: Account | None, rules: str) -> list[Problem]:
    """Notices about unused ratings of a list, at paces for which the rules have no list."""
    columns = _headed(account)
    if has_lists(rules) or pace_of_rules(load(rules)) != STANDARD or "rating" not in columns:
        return []
    return [
        Problem("paced_other", {"used": columns["rating"], "other": other, "rules": rules}, "")
        for part in map(_part, OTHER_PACES)
        if (other := columns.get(part))
    ]


def _headed(account: Account | None) -> dict[str, str]:
    """The headings of the used columns of a file, and of files that belong to it, by meaning."""
    return {one.meaning: one.heading for one in columns_of(account) if one.use == USED}


def _at_other_paces(
    event: Event, pace: str, columns: Mapping[str, str], rules: str
) -> Iterator[Problem]:
    """A problem for each other pace at which a player's rating differs from that at `pace`."""
    for other in (one for one in (STANDARD, *OTHER_PACES) if one != pace):
        pairs = [(at_pace(one, other).rating, at_pace(one, pace).rating) for one in event.players]
        if any(rating not in (None, own) for rating, own in pairs):
            used, found = (columns.get(part, part) for part in map(_part, (pace, other)))
            words = {"used": used, "other": found, "rules": rules}
            yield Problem("paced_other", words, event.where)


def _part(pace: str) -> str:
    return "rating" if pace == STANDARD else f"{pace}_rating"
