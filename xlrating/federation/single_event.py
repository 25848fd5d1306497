"""A single event rated with players from a list of several paces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..engine.event import Event
from ..engine.problems import Problem
from ..engine.rules.ruleset import load
from .paces import (
    STANDARD,
    are_several,
    at_pace,
    entering,
    has_lists,
    list_named,
    pace_of,
    with_list,
)


def at_own_pace(
    event: Event, reference: str, columns: Iterable[str]
) -> tuple[Event, str, list[Problem]]:
    """An event of people from a list with these columns: if it has several paces, with
    the ratings at the event's own, by the rules of that list; players who enter with the
    standard rating instead are reported.

    >>> from decimal import Decimal
    >>> from xlrating.engine.event import Player
    >>> ann = Player(1, "Ann", 2100, facts={"rapid_rating": Decimal(2050)})
    >>> found, rules, _ = at_own_pace(Event((ann,), pace="rapid"), "fide", ["rapid_rating"])
    >>> found.players[0].rating, rules
    (Decimal('2050'), 'fide:list=rapid')
    """
    if not are_several(columns):
        return event, reference, []
    pace = list_named(reference) or pace_of(event)
    if pace != STANDARD and has_lists(reference):
        reference = with_list(reference, pace)
    rules = load(reference)
    players = tuple(entering(player, rules) for player in event.players)
    clause = rules.calendar.clause if rules.calendar else ""
    told = [
        Problem("fed_stands_in", words, one.at("name"), one.no)
        for one, now in zip(event.players, players, strict=True)
        if event.games_of.get(one.no)
        and at_pace(one, pace).rating is None
        and (rating := now.rating) is not None
        for words in [{"name": one.name, "rating": rating, "clause": clause}]
    ]
    return replace(event, players=players), reference, told
