"""The identity ledger applied to a list: the resulting lines, and who each identifier means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from ..engine.event import Player
from ..engine.vocabulary.names import plain_name
from .aliases import other_aliases, what_of
from .directory import Alias, plain_token, token_of
from .facts import fact_of, read_fact, with_fact
from .former import former
from .identity import (
    ACTIVE,
    ALIAS,
    ENTER,
    MERGE,
    NUMBER,
    SPLIT,
    STANDING,
    TELLING,
    TRANSFER,
    IdentityEntry,
    counted,
)
from .merging import merged
from .people import Lines, ListPeople, people_of
from .persons import Findings, Persons

#: Former identifiers, and the present ones.
_CALLED = ("id", "name")


class CorrectedList(NamedTuple):
    """A list after the ledger, and what the ledger says about its people.

    `called` maps former names and IDs to present identifiers; `aliases` are these
    and all other IDs and names, with the entries that define them. `standing` are the entries that
    ban or deactivate people, by plain token. `counted` are the entries that the list
    includes, as text; `clubs` are new clubs of people who changed, by plain token.
    """

    players: ListPeople
    called: tuple[tuple[str, str], ...]
    counted: tuple[str, ...]
    aliases: tuple[Alias, ...] = ()
    standing: Mapping[str, IdentityEntry] = {}
    clubs: Mapping[str, str] = {}


def applied(
    players: Sequence[Player],
    entries: Iterable[IdentityEntry],
    held: Iterable[str] | None,
    day: date | None,
    found: Findings,
    since: date | None = None,
) -> CorrectedList:
    """The list of `since` with all entries up to a `day` that it does not include yet.

    It includes those that it `held`; a list not made by xlrating, which held None, includes all up
    to its own day. Entries that do not fit are reported: an unknown person, or another old value;
    and those that come too late for the list of their day. IDs and names identify people whatever
    their dates; without a ledger, those of the entries that the list `held` do.

    >>> ann = Player(1, "Ann", id="7")
    >>> right = counted("2025-11-03 | #7 | name | Ann | Ann Lee | typing error")
    >>> applied([ann], [right], (), None, Findings()).players[0].name
    'Ann Lee'
    """
    people, given, known = people_of(players), list(entries), list(map(counted, held or ()))
    other = [one for one in given if one.what not in TELLING]
    telling = [one for one in given if one.what in TELLING]
    telling = telling or [one for one in known if one.what in TELLING]
    before = [one for one in known if one.what not in TELLING]
    if not (other or telling or before):
        return CorrectedList(people, (), ())
    made = _Applying(people, before, found)
    done, later, had = set(map(_key, before)), list[IdentityEntry](), list[IdentityEntry]()
    for one in other:
        if _key(one) in done:
            continue
        if day is not None and one.day is not None and one.day > day:
            words = {"day": one.day, "who": one.who.lstrip("#"), "what": what_of(one)}
            found.notice("corr_later", one.where, **words)
            later.append(one)
        elif _is_past(one, since) and held is None:
            had.append(one._replace(old=one.old or one.name))
        else:
            _tell_late(one, before, since, found)
            made.apply(one)
    if had:
        found.notice("corr_had", had[0].where, n=len(had), day=since)
    made.done[:0] = had
    # People with this name later are already known by it.
    telling += [
        one._replace(what=NUMBER if one.what == "id" else ALIAS, old=one.name)
        for one in later if one.what in _CALLED
    ]  # fmt: skip
    others = other_aliases(telling, later, made.players, made.persons, found)
    called = former(made.done)
    own = (Alias(*pair, "", one.day, what_of(one)) for pair, one in reversed(called.items()))
    return CorrectedList(
        people.with_lines(made.players), tuple(called), tuple(map(str, (*made.done, *telling))),
        (*own, *others), made.standing(),
        {made.token(number): club for number, club in made.clubs.items()},
    )  # fmt: skip


def _is_past(one: IdentityEntry, since: date | None) -> bool:
    return since is not None and one.day is not None and one.day <= since


def _tell_late(
    one: IdentityEntry, before: Iterable[IdentityEntry], since: date | None, found: Findings
) -> None:
    """Report an entry that the list of its day lacks, or has with another value."""
    if not _is_past(one, since):
        return
    was = [other.new for other in before if _key(other)[:3] == _key(one)[:3]]
    words = {"who": one.who.lstrip("#"), "what": what_of(one), "day": one.day, "list": since}
    found.notice("corr_changed" if was else "corr_late", one.where, **words, was="".join(was[-1:]))


def _key(one: IdentityEntry) -> tuple[object, ...]:
    """The identity of an entry: reasons may be reworded, and missing values filled in."""
    return one.day, plain_token(one.who), one.what, one.new


class _Applying:
    """A list being changed: its lines, None for one merged into another.

    `done` are the entries included, `persons` resolves identifiers.
    """

    def __init__(self, players: ListPeople, before: list[IdentityEntry], found: Findings) -> None:
        self.players = Lines(players)
        self.done = before
        self._found, self._clubs = found, players.clubs()
        self.clubs: dict[int, str] = {}
        # Duplicate names are reported when the list is read.
        self.persons = Persons(players, Findings())
        for token, now in reversed(former(before)):
            self.persons.also_called(token, now)

    def apply(self, one: IdentityEntry) -> None:
        """Apply an entry, or report why it cannot be applied; it is stored with the old value.

        Afterwards the person can also be found by the former name or ID.
        """
        self.done.append(one)
        if one.what == ENTER:
            self._enter(one)
            return
        number = self._number(one.who, one)
        player = None if number is None else self.players[number]
        if number is None or player is None:
            return
        names = {plain_name(player.name), plain_name(one.name)}
        if one.name and len(names) > 1 and self.persons.of_token(one.name) != number:
            who: dict[str, object] = {"name": one.who[1:], "old": one.name, "found": player.name}
            self._found.is_wrong("corr_old_differs", one.where, **who)
        elif one.what == MERGE:
            self._merge(number, player, one)
        elif one.what == SPLIT:
            self._split(number, player, one)
        elif one.what == TRANSFER:
            self._transfer(number, player, one)
        elif one.what not in STANDING:
            self._change(number, player, one, one.what)

    def _transfer(self, number: int, player: Player, one: IdentityEntry) -> None:
        """Change the club if the list has clubs, otherwise the federation."""
        if self._clubs is None:
            self._change(number, player, one, "federation")
            return
        was = self.clubs.get(number, self._clubs[number] if number < len(self._clubs) else "")
        if one.old and one.old != was:
            self._tell_old(player, one, was)
        self.clubs[number] = one.new

    def _tell_old(self, player: Player, one: IdentityEntry, was: object) -> None:
        words = {"name": player.name, "old": one.old, "found": str(was or "–")}
        self._found.is_wrong("corr_old_differs", one.where, **words)

    def _change(self, number: int, player: Player, one: IdentityEntry, part: str) -> None:
        was = fact_of(player, part)
        if one.old and was != fact_of(read_fact(player, part, one.old, one.where), part):
            self._tell_old(player, one, was)
            return
        read = read_fact(player, part, one.new, one.where)
        self.players[number] = with_fact(player, read, part)
        if one.what in _CALLED:
            mark = "#" if one.what == "id" else ""
            self.persons.also_called(mark + one.new, self.persons.token(number))
            self.done[-1] = one._replace(old=one.old or str(was or ""))

    def _merge(self, number: int, player: Player, one: IdentityEntry) -> None:
        """Merge a line into another one, which keeps its own rating and gets the games of both.

        The entry is stored with the merged line's name, which files may still use.
        """
        other = self._number(self._token(one.new), one)
        stays = None if other is None else self.players[other]
        if other is None or stays is None:
            return
        if other == number:
            self._found.is_wrong("corr_nobody", one.where, name=one.new)
            return
        self.players[number] = None
        self.players[other] = merged(player, stays)
        self.persons.merge(number, other)
        self.done[-1] = one._replace(old=" ".join(player.name.replace("|", "/").split()))

    def _split(self, number: int, player: Player, one: IdentityEntry) -> None:
        """Add a line for a person whose games are in another line; it has no rating yet."""
        name, id_ = one.old or one.new, one.new if one.old else ""
        for token in (f"#{one.new}", one.new, one.old):
            self.persons.forget(number, token)
        if self._add(Player(0, name, id=id_, where=one.where), one):
            words: dict[str, object] = {"name": name, "other": player.name}
            self._found.notice("corr_was_split", one.where, **words)

    def _enter(self, one: IdentityEntry) -> None:
        name, id_ = one.who.lstrip("#"), one.who[1:] if one.who.startswith("#") else ""
        entered = Player(0, one.old or name, id=id_, where=one.where)
        read = read_fact(entered, "rating", one.new, one.where)
        self._add(with_fact(entered, read, "rating"), one)

    def _add(self, player: Player, one: IdentityEntry) -> bool:
        """Add a person to the list; reports an error if there already is one."""
        token = f"#{player.id}" if player.id else player.name
        if self.persons.of_token(token) is not None:
            self._found.is_wrong("corr_is_there", one.where, name=player.key)
            return False
        self.persons.find(player)
        self.players.append(player)
        return True

    def _token(self, text: str) -> str:
        """The ID if it exists, otherwise the name."""
        return f"#{text}" if self.persons.of_token(f"#{text}") is not None else text

    def _number(self, token: str, one: IdentityEntry) -> int | None:
        number = self.persons.of_token(token)
        if number is None or self.players[number] is None:
            name = token.removeprefix("#")
            self._found.is_wrong("corr_nobody", one.where, name=name)
            return None
        return number

    def token(self, number: int) -> str:
        """The present identifier of a person; '' for a line merged into another."""
        line = self.players[number]
        return "" if line is None else plain_token(token_of(line.id, line.key))

    def standing(self) -> dict[str, IdentityEntry]:
        """Who is banned or inactive: the last such entry, by present identifier."""
        found: dict[str, IdentityEntry] = {}
        for one in self.done:
            number = self.persons.of_token(one.who) if one.what in STANDING else None
            line = None if number is None else self.players[number]
            if number is not None and line is not None:
                found[self.token(number)] = one
        return {token: one for token, one in found.items() if one.what != ACTIVE}
