"""What two lists count differently: events on one of them only or corrected, and corrections."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from ..engine.vocabulary.names import plain_name
from .copies import by_people_of_today
from .identity import TELLING, counted
from .ledger import Games, LedgerEntry, mark_of
from .persons import Persons
from .rating_list import RatingList


class ChangedEvent(NamedTuple):
    """An event on one list only, or with different games: the key of its text."""

    key: str
    event: LedgerEntry
    mine: Games
    theirs: Games


def games_today(event: LedgerEntry, persons: Persons) -> Games:
    """The games of an event by people's identifiers on the second list."""
    return by_people_of_today(event.games, persons, {})


def changed_events(first: RatingList, second: RatingList, persons: Persons) -> list[ChangedEvent]:
    """The events that only one of two lists counts, or that they count with different games."""
    mine = {one.mark: one for one in first.ledger.events}
    theirs = {one.mark: one for one in second.ledger.events}
    gone = {
        mark: (one, games_today(one, persons)) for mark, one in mine.items() if mark not in theirs
    }
    alike: dict[str, list[str]] = {}
    for mark, (one, games) in gone.items():
        for key in _keys(one, games):
            alike.setdefault(key, []).append(mark)
    found = []
    for mark, event in theirs.items():
        if mark in mine:
            continue
        games = games_today(event, persons)
        by_games, *by_name = (
            [gone[mark] for mark in alike.get(key, ()) if mark in gone]
            for key in _keys(event, games)
        )
        # Equal games of people with new identifiers are the same event.
        same = by_games[0] if games and by_games else None
        named = (one for alikes in by_name for one in alikes if _is_of(*one, event, games))
        was = same or next(named, None)
        if was is None:
            found.append(ChangedEvent("diff_new", event, {}, games))
            continue
        del gone[was[0].mark]
        if same is None:
            found.append(ChangedEvent("diff_corrected", event, was[1], games))
    found += [ChangedEvent("diff_gone", one, games, {}) for one, games in gone.values()]
    return found


def _keys(event: LedgerEntry, games: Games) -> list[str]:
    """Keys shared by events that may be the same: their games, the file name, the title."""
    title = [f"title {plain_name(event.title)}"] if event.title else []
    return [f"games {mark_of(games)}", f"file {event.file}", *title]


def _is_of(one: LedgerEntry, mine: Games, other: LedgerEntry, theirs: Games) -> bool:
    """Whether two events with one file or name are versions of one: mostly equal games.

    The games are given by people's present identifiers.
    """
    if not (one.record and other.record):
        return True
    shared = len(mine.items() & theirs.items())
    return 2 * shared >= min(len(mine), len(theirs))


def rated_before(first: RatingList, second: RatingList) -> set[str]:
    """The fingerprints of events that both lists counted before anything that differs.

    If nothing does that the lists know of, their ratings differed from the start.
    """
    events = [one.ledger.events for one in (first, second)]
    known = [{one.mark for one in own} for own in events]
    days = [counted(text).day for text in other_corrections((first, second))]
    if known[0] == known[1] and not days:
        return set()
    bases = [one.ledger.made.base if one.ledger.made else None for one in (first, second)]
    starts = [one.day if one is not None else None for one in bases]
    # An entry of this period counts for all its events, whatever their days.
    bounds = [None if day is None or None in starts else min(day, *filter(None, starts))
              for day in days]  # fmt: skip
    begun = (takewhile(lambda one: one.mark in known[0] & known[1], own) for own in events)
    both = set.intersection(*({one.mark for one in own} for own in begun))
    return {
        one.mark for one in events[1]
        if one.mark in both
        and all(one.last is not None and day is not None and one.last < day for day in bounds)
    }  # fmt: skip


def other_corrections(lists: Sequence[RatingList]) -> list[str]:
    """The corrections that only one of the two lists includes, but for those that only name."""
    own = [set(one.ledger.made.corrections if one.ledger.made else ()) for one in lists]
    return [text for text in sorted(own[0] ^ own[1]) if counted(text).what not in TELLING]
