"""Two lists side by side: whose rating moved, by how much, and because of what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from decimal import Decimal
from typing import NamedTuple

from ..engine.event import Player
from ..engine.problems import Problem
from ..engine.rounding import ZERO
from .copies import by_people_of_today
from .corrections import Correction, counted, former
from .ledger import Games, Held
from .listed import Listed
from .paces import PACES, STANDARD, at_pace
from .persons import Findings, Persons, plain_name, plain_token

#: So many causes are told of one person.
_TOLD = 4


class Move(NamedTuple):
    """A person whose rating is another one, or who is on one list only, and why.

    `pace` is that of the rating, '' for the one of a list that has no others, or the standard one.
    """

    id: str
    name: str
    first: Decimal | None
    second: Decimal | None
    because: tuple[Problem, ...]
    pace: str = ""

    @property
    def change(self) -> Decimal | None:
        """What the rating moved by; None where there is one rating or none."""
        if self.first is None or self.second is None:
            return None
        return self.second - self.first


class _Changed(NamedTuple):
    """An event that is on one list only, or on both with other games: the key of its text."""

    key: str
    event: Held
    mine: Games
    theirs: Games


def differences(first: Listed, second: Listed) -> list[Move]:
    """Whose rating moved from the first list to the second, the greatest move first."""
    if not (first.several or second.several):
        return _moves(first, second)
    found = [
        move._replace(pace="" if pace == STANDARD else pace)
        for pace in PACES
        for move in _moves(_at_pace(first, pace), _at_pace(second, pace))
        # Who is on one list only is told once.
        if pace == STANDARD or (move.first, move.second) != (None, None)
    ]
    return sorted(found, key=lambda one: (-abs(one.change or ZERO), one.name))


def _at_pace(listed: Listed, pace: str) -> Listed:
    """A list as if it had that pace only, with the events of it."""
    own = "" if pace == STANDARD else pace
    events = tuple(one for one in listed.ledger.events if one.pace == own)
    return listed._replace(
        players=tuple(at_pace(player, pace) for player in listed.players),
        ledger=listed.ledger._replace(events=events),
    )


def _moves(first: Listed, second: Listed) -> list[Move]:
    persons = Persons(second.players, Findings())
    for token, now in reversed([pair for one in _counted(second) for pair in former(one)]):
        persons.also_called(token, now)
    before = _by_person(first.players, persons)
    changed = _changed_events(first, second, persons)
    numbers = dict.fromkeys([*range(len(second.players)), *before])
    moved = {
        number: (before.get(number), _at(second.players, number))
        for number in numbers
        if _rating(before.get(number)) != _rating(_at(second.players, number))
        or (before.get(number) is None) != (_at(second.players, number) is None)
    }
    same = _same_events(second, {one.event.mark for one in changed}, persons)
    corrections = _new_corrections(first, second, persons)
    moves = [
        Move(
            (there or here).id,  # type: ignore[union-attr]
            (there or here).name,  # type: ignore[union-attr]
            _rating(here),
            _rating(there),
            tuple(_because(number, persons, changed, same, moved, corrections))[:_TOLD],
        )
        for number, (here, there) in moved.items()
    ]
    return sorted(moves, key=lambda one: (-abs(one.change or ZERO), one.name))


# --- who is who ----------------------------------------------------------------------------------


def _counted(listed: Listed) -> list[Correction]:
    """The corrections that a list counts."""
    return list(map(counted, listed.ledger.made.corrections if listed.ledger.made else ()))


def _number(player: Player, persons: Persons) -> int | None:
    number = persons.of_token(f"#{player.id}") if player.id else None
    return persons.of_token(player.name) if number is None else number


def _by_person(players: Sequence[Player], persons: Persons) -> dict[int, Player]:
    """The players of the first list by their number on the second; below 0 who is not on it."""
    found: dict[int, Player] = {}
    for at, player in enumerate(players, 1):
        number = _number(player, persons)
        found.setdefault(-at if number is None else number, player)
    return found


def _at(players: Sequence[Player], number: int) -> Player | None:
    return players[number] if number >= 0 else None


def _rating(player: Player | None) -> Decimal | None:
    return None if player is None else player.rating


# --- why -----------------------------------------------------------------------------------------


def _today(event: Held, persons: Persons) -> Games:
    """The games of an event by what tells people on the second list."""
    return by_people_of_today(event.games, persons, {})


def _changed_events(first: Listed, second: Listed, persons: Persons) -> list[_Changed]:
    mine = {one.mark: one for one in first.ledger.events}
    theirs = {one.mark: one for one in second.ledger.events}
    gone = [(one, _today(one, persons)) for mark, one in mine.items() if mark not in theirs]
    found = []
    for mark, event in theirs.items():
        if mark in mine:
            continue
        games = _today(event, persons)
        # The same games of people who are called otherwise now are the same event.
        same = next((each for each in gone if games and each[1] == games), None)
        was = same or next((each for each in gone if _is_of(*each, event, games)), None)
        if was is None:
            found.append(_Changed("diff_new", event, {}, games))
            continue
        gone.remove(was)
        if same is None:
            found.append(_Changed("diff_corrected", event, was[1], games))
    found += [_Changed("diff_gone", one, games, {}) for one, games in gone]
    return found


def _is_of(one: Held, mine: Games, other: Held, theirs: Games) -> bool:
    """Whether two events are one that was corrected: of one file or name, mostly the same games.

    The games are those of both by the people of today.
    """
    if one.file != other.file and (
        not one.title or plain_name(one.title) != plain_name(other.title)
    ):
        return False
    if not (one.record and other.record):
        return True
    shared = len(mine.items() & theirs.items())
    return 2 * shared >= min(len(mine), len(theirs))


def _same_events(second: Listed, changed: Set[str], persons: Persons) -> dict[str, list[Held]]:
    """The events that both lists count, by the people in them; not those with these marks."""
    found: dict[str, list[Held]] = {}
    for event in second.ledger.events:
        if event.mark not in changed:
            for token in {token for _, *pair in _today(event, persons) for token in pair}:
                found.setdefault(token, []).append(event)
    return found


def _new_corrections(first: Listed, second: Listed, persons: Persons) -> dict[int, list[Problem]]:
    """The corrections that one of the lists counts only, by person."""
    own = [set(one.ledger.made.corrections if one.ledger.made else ()) for one in (first, second)]
    found: dict[int, list[Problem]] = {}
    for text in sorted(own[0] ^ own[1]):
        day, who, what, old, new, reason, *_ = counted(text)
        words = {"day": day, "what": what, "old": old or "–", "new": new, "reason": reason}
        key = "diff_correction" if text in own[1] else "diff_correction_gone"
        for token in (who, f"#{new}", new) if what == "merge" else (who,):
            number = persons.of_token(token)
            if number is not None:
                found.setdefault(number, []).append(Problem(key, words, ""))
    return found


def _because(
    number: int,
    persons: Persons,
    changed: Iterable[_Changed],
    same: dict[str, list[Held]],
    moved: dict[int, tuple[Player | None, Player | None]],
    corrections: dict[int, list[Problem]],
) -> Iterator[Problem]:
    yield from corrections.get(number, ())
    if number < 0:
        yield Problem("diff_not_there", {}, "")
        return
    token = plain_token(persons.token(number))
    found = False
    for one in changed:
        games = _own_games(one, token)
        if games:
            found = True
            yield from _of_event(one, games, token, persons)
    if found or number in corrections:
        return
    for event in same.get(token, ()):
        others = sorted(_met(_today(event, persons), token))
        known = [n for n in map(persons.of_token, others) if n is not None and n in moved]
        if known:
            words = {"event": _label(event), "name": persons.now[known[0]].name}
            words["more"] = f" +{len(known) - 1}" if len(known) > 1 else ""
            yield Problem("diff_through", words, "")


def _own_games(one: _Changed, token: str) -> list[tuple[int, str, str]]:
    """The games of a person in a changed event, those that differ first."""
    own = [game for game in {**one.mine, **one.theirs} if token in game[1:]]
    return sorted(own, key=lambda game: (one.mine.get(game) == one.theirs.get(game), game))


def _of_event(
    one: _Changed, games: Sequence[tuple[int, str, str]], token: str, persons: Persons
) -> Iterator[Problem]:
    label = _label(one.event)
    if one.key != "diff_corrected":
        yield Problem(one.key, {"event": label, "n": len(games)}, "")
        return
    other = [game for game in games if one.mine.get(game) != one.theirs.get(game)]
    for game in other[:2]:
        names = [_name(each, persons) for each in game[1:]]
        words = {"event": label, "round": game[0], "one": names[0], "other": names[1],
                 "old": one.mine.get(game, "–"), "new": one.theirs.get(game, "–")}  # fmt: skip
        yield Problem("diff_corrected", words, "")
    if not other:
        yield Problem("diff_in_corrected", {"event": label}, "")


def _met(games: Games, token: str) -> set[str]:
    return {other for _, *pair in games if token in pair for other in pair if other != token}


def _label(event: Held) -> str:
    return event.title or event.file


def _name(token: str, persons: Persons) -> str:
    number = persons.of_token(token)
    return token if number is None else persons.now[number].name
