"""Two lists compared: whose rating changed, by how much, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from decimal import Decimal
from typing import NamedTuple

from ..engine.event import Player
from ..engine.problems import Problem
from ..engine.rounding import ZERO
from .aliases import what_of
from .changed_events import (
    ChangedEvent,
    changed_events,
    games_today,
    other_corrections,
    rated_before,
)
from .directory import plain_token
from .former import former
from .identity import MERGE, IdentityEntry, counted
from .ledger import LedgerEntry
from .paces import PACES, STANDARD
from .people import ListPeople
from .persons import Findings, Persons
from .rating_list import RatingList

_TOLD = 4  #: The maximum number of reasons per person.

#: Round and the two people of a game, as a ledger keys its results.
_Game = tuple[int, str, str]
#: An event, and the tokens of the people that a participant met there.
_Met = tuple[LedgerEntry, set[str]]


class ListDifference(NamedTuple):
    """A person whose rating differs, or who is on one list only, and the reasons.

    `pace` is that of the rating, '' for a list with only one, or for the standard one.
    """

    id: str
    name: str
    first: Decimal | None
    second: Decimal | None
    because: tuple[Problem, ...]
    pace: str = ""

    @property
    def change(self) -> Decimal | None:
        """The difference of the ratings; None unless there are two."""
        if self.first is None or self.second is None:
            return None
        return self.second - self.first


def differences(first: RatingList, second: RatingList) -> list[ListDifference]:
    """The people whose ratings differ between two lists, the largest difference first."""
    if not (first.several or second.several):
        return _moves(first, second)
    found = [
        move._replace(pace="" if pace == STANDARD else pace)
        for pace in PACES
        for move in _moves(_at_pace(first, pace), _at_pace(second, pace))
        # A person on one list only is reported once.
        if pace == STANDARD or (move.first, move.second) != (None, None)
    ]
    return sorted(found, key=lambda one: (-abs(one.change or ZERO), one.name))


def _at_pace(listed: RatingList, pace: str) -> RatingList:
    """A list as if it had only that pace, with that pace's events."""
    own = "" if pace == STANDARD else pace
    events = tuple(one for one in listed.ledger.events if one.pace == own)
    return listed._replace(
        players=listed.players.at_pace(pace),
        ledger=listed.ledger._replace(events=events),
    )


def _moves(first: RatingList, second: RatingList) -> list[ListDifference]:
    persons = Persons(second.players, Findings())
    for token, now in reversed(former(_counted(second))):
        persons.also_called(token, now)
    before = _by_person(first.players, persons)
    changed = changed_events(first, second, persons)
    old, new = (one.players.ratings().values() for one in (first, second))
    moved = {
        number: (
            None if (row := before.get(number)) is None else first.players[row],
            second.players[number] if number >= 0 else None,
        )
        for number in dict.fromkeys([*range(len(new)), *before])
        if number < 0 or number not in before or old[before[number]] != new[number]
    }
    reasons = _Reasons(
        persons,
        moved.keys(),
        _by_player(changed),
        _same_events(
            second, {one.event.mark for one in changed} | rated_before(first, second), persons
        ),
        _new_corrections((first, second), persons),
    )
    moves = [
        ListDifference(
            (there or here).id,  # type: ignore[union-attr]
            (there or here).name,  # type: ignore[union-attr]
            _rating(here),
            _rating(there),
            tuple(_because(number, reasons))[:_TOLD],
        )
        for number, (here, there) in moved.items()
    ]
    return sorted(moves, key=lambda one: (-abs(one.change or ZERO), one.name))


# --- who is who ----------------------------------------------------------------------------------


def _counted(listed: RatingList) -> list[IdentityEntry]:
    """The corrections that a list includes."""
    return list(map(counted, listed.ledger.made.corrections if listed.ledger.made else ()))


def _by_person(people: ListPeople, persons: Persons) -> dict[int, int]:
    """The rows of the first list by their number on the second; negative if not on it."""
    found: dict[int, int] = {}
    for row, (id_, name) in enumerate(people.named()):
        number = persons.of_person(id_, name)
        found.setdefault(-row - 1 if number is None else number, row)
    return found


def _rating(player: Player | None) -> Decimal | None:
    return None if player is None else player.rating


# --- why -----------------------------------------------------------------------------------------


def _by_player(
    changed: Iterable[ChangedEvent],
) -> dict[str, list[tuple[ChangedEvent, list[_Game]]]]:
    """The changed events by participant, with the games of each."""
    found: dict[str, list[tuple[ChangedEvent, list[_Game]]]] = {}
    for one in changed:
        own: dict[str, list[_Game]] = {}
        for game in {**one.mine, **one.theirs}:
            for token in {*game[1:]}:
                own.setdefault(token, []).append(game)
        for token, games in own.items():
            found.setdefault(token, []).append((one, games))
    return found


def _same_events(second: RatingList, changed: Set[str], persons: Persons) -> dict[str, list[_Met]]:
    """The events that both lists count, by participant, with the people each of them met there.

    Events with one of the fingerprints in `changed` are left out.
    """
    found: dict[str, list[_Met]] = {}
    for event in second.ledger.events:
        if event.mark in changed:
            continue
        met: dict[str, set[str]] = {}
        for _, one, other in games_today(event, persons):
            met.setdefault(one, set()).add(other)
            met.setdefault(other, set()).add(one)
        for token, others in met.items():
            found.setdefault(token, []).append((event, others - {token}))
    return found


def _new_corrections(lists: Sequence[RatingList], persons: Persons) -> dict[int, list[Problem]]:
    """The corrections that only one of the two lists includes, by person."""
    had = set(lists[1].ledger.made.corrections if lists[1].ledger.made else ())
    found: dict[int, list[Problem]] = {}
    for text in other_corrections(lists):
        one = counted(text)
        words = {"day": one.day, "what": what_of(one), "old": one.old or "–", "new": one.new}
        words["reason"] = one.reason or "–"
        key = "diff_correction" if text in had else "diff_correction_gone"
        tokens = (one.who, f"#{one.new}", one.new) if one.what == MERGE else (one.who,)
        for number in dict.fromkeys(map(persons.of_token, tokens)):
            if number is not None:
                found.setdefault(number, []).append(Problem(key, words, ""))
    return found


class _Reasons(NamedTuple):
    """Possible reasons for changes: by number (`moved`, `corrections`) or token of a person."""

    persons: Persons
    moved: Set[int]
    changed: dict[str, list[tuple[ChangedEvent, list[_Game]]]]
    same: dict[str, list[_Met]]
    corrections: dict[int, list[Problem]]


def _because(number: int, reasons: _Reasons) -> Iterator[Problem]:
    yield from reasons.corrections.get(number, ())
    if number < 0:
        yield Problem("diff_not_there", {}, "")
        return
    persons = reasons.persons
    token = plain_token(persons.token(number))
    changed = reasons.changed.get(token, ())
    for one, games in changed:
        yield from _of_event(one, games, persons)
    if changed or number in reasons.corrections:
        return
    for event, met in reasons.same.get(token, ()):
        opponents = map(persons.of_token, sorted(met))
        known = [n for n in opponents if n is not None and n in reasons.moved]
        if known:
            # First those whose own rating was corrected: the others follow from them.
            known.sort(key=lambda n: n not in reasons.corrections)
            more = Problem("diff_more", {"n": len(known) - 1}, "") if len(known) > 1 else ""
            words = {"event": _label(event), "name": persons.now[known[0]].name, "more": more}
            yield Problem("diff_through", words, "")


def _of_event(one: ChangedEvent, games: Sequence[_Game], persons: Persons) -> Iterator[Problem]:
    """The reasons from a changed event for the person whose games these are."""
    label = _label(one.event)
    if one.key != "diff_corrected":
        yield Problem(one.key, {"event": label, "n": len(games)}, "")
        return
    other = sorted(game for game in games if one.mine.get(game) != one.theirs.get(game))
    for game in other[:2]:
        names = [_name(each, persons) for each in game[1:]]
        words = {"event": label, "round": game[0], "one": names[0], "other": names[1],
                 "old": one.mine.get(game, "–"), "new": one.theirs.get(game, "–")}  # fmt: skip
        yield Problem("diff_corrected", words, "")
    if not other:
        yield Problem("diff_in_corrected", {"event": label}, "")


def _label(event: LedgerEntry) -> str:
    return event.title or event.file


def _name(token: str, persons: Persons) -> str:
    number = persons.of_token(token)
    return token if number is None else persons.now[number].name
