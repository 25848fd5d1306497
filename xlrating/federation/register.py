"""The register of people: the numbers and the names that somebody has besides those of the list.

A line a person: the number on the list (``id``), other numbers (``other IDs``, or a column
``FIDE ID``), and other names (``other names``), several of them parted by semicolons::

    id,FIDE ID,other IDs,name,other names
    1042,5800013,77; old-12,"Lee-Wong, Ann","Lee, Ann; 李安"

Whoever is entered in an event by one of these numbers or names is the person of the list. What
changes on the list itself, a name or a merge of two lines, is a correction, not the register's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ..engine.account import Account
from ..engine.errors import ArgumentError, FileError
from ..engine.event import Event, Player
from ..engine.languages import LANGUAGES
from ..engine.problem import refusal
from ..engine.texts import say
from ..engine.words.headings import heading_of, spellings
from ..engine.words.names import plain_name
from ..exchange.files import AnyPath
from ..exchange.table import Row, Table, read_table
from .directory import plain_id
from .people import People
from .persons import Findings
from .provenance import Source
from .submissions import Submitted

#: The columns of other numbers and names, by the texts that head them.
_OTHER = {"world": "reg_fide", "ids": "reg_ids", "names": "reg_names"}
#: What parts several of them in a cell.
_BETWEEN = (";", "；", "\n")


class Registered(NamedTuple):
    """A person: the number on the list, the name, other numbers and names, and the line's place."""

    id: str
    name: str
    ids: tuple[str, ...]
    names: tuple[str, ...]
    where: str = ""


class Register:
    """The people of a register, to be found by any of their numbers and names."""

    def __init__(
        self, people: Sequence[Registered], file: str = "register", account: Account | None = None
    ) -> None:
        """`account` is how each part of the file was used."""
        self.people, self.file, self.account = tuple(people), file, account
        self._by_id: dict[str, Registered] = {}
        self._by_name: dict[str, list[Registered]] = {}
        for one in people:
            for number in (one.id, *one.ids):
                other = self._by_id.setdefault(plain_id(number), one)
                if other is not one:
                    words = {"number": number, "name": other.name or other.id, "place": other.where}
                    raise refusal(ArgumentError, "read_register_twice", one.where, **words)
            for name in {plain_name(name) for name in one.names}:
                self._by_name.setdefault(name, []).append(one)

    @property
    def source(self) -> Source:
        """What a list that is made with it says of it: the people, whatever file they stand in.

        >>> one, other = Registered("7", "Ann", ("77",), ()), Registered("8", "Bob", (), ("Rob",))
        >>> Register([one, other]).source == Register([other, one]).source
        True
        """
        rows = sorted(one[:-1] for one in self.people)
        text = json.dumps(rows, ensure_ascii=False)
        return Source(self.file, None, sha256(text.encode("utf-8", "replace")).hexdigest())

    def of_id(self, number: str) -> Registered | None:
        """The person with this number."""
        return self._by_id.get(plain_id(number))

    def of_name(self, name: str) -> Registered | None:
        """The one person who has this other name."""
        found = self._by_name.get(plain_name(name), [])
        return found[0] if len(found) == 1 else None


def read_register(path: AnyPath) -> Register:
    """The register in a table, .csv or a workbook.

    Raises `FileError` when it has no column of other numbers or names, `ArgumentError` with the
    line for one without a number and for a number of two people.
    """
    table = read_table(path)
    columns = {part: _column(table, key) for part, key in _OTHER.items()}
    own = next((h for h in _ids() if h in table.headings and h != columns["world"]), "")
    if not own or not any(columns.values()):
        heads = ", ".join(say("en", key) for key in _OTHER.values())
        raise refusal(FileError, "read_register", table.name, columns=heads)
    name = next((head for head in spellings("name") if head in table.headings), "")
    known = {head for key in _OTHER.values() for head in _headings(key)}
    table.refuse_slips({own, name, *columns.values()}, known)
    people = [_registered(row, own, name, columns) for row in table.rows]
    parts = {"id": own, "name": name, **columns}
    account = table.understood("register", {head: part for part, head in parts.items() if head}, ())
    return Register(people, Path(path).name, account.counting(people))


def _ids() -> Iterable[str]:
    """The headings of the number of the list, that of FIDE last: it may be the only one."""
    world = {"fide_id", "fideid", "fide_no", *_headings(_OTHER["world"])}
    return sorted(spellings("id"), key=lambda head: head in world)


def _column(table: Table, key: str) -> str:
    return next((head for head in _headings(key) if head in table.headings), "")


def _headings(key: str) -> list[str]:
    return [heading_of(say(language, key)) for language in LANGUAGES]


def _registered(row: Row, own: str, name: str, columns: dict[str, str]) -> Registered:
    number = row.text(own)
    if not number:
        raise refusal(ArgumentError, "read_register_number", row.place)
    ids = [one for part in ("world", "ids") for one in _several(row.text(columns[part]))]
    ids = [one for one in dict.fromkeys(ids) if plain_id(one) != plain_id(number)]
    return Registered(
        number, row.text(name), tuple(ids), tuple(_several(row.text(columns["names"]))), row.place
    )


def _several(text: str) -> list[str]:
    """The parts of a cell.

    >>> _several("77; old-12；9")
    ['77', 'old-12', '9']
    """
    for sign in _BETWEEN[1:]:
        text = text.replace(sign, _BETWEEN[0])
    return [part.strip() for part in text.split(_BETWEEN[0]) if part.strip()]


def as_listed(
    events: Sequence[Submitted], listed: People, register: Register, found: Findings
) -> list[Submitted]:
    """The events with everybody entered under the number that the list has.

    What is told: who was found by the register, and, as wrong, two lines of the list that the
    register says are one person.
    """
    on_list: dict[str, Player] = {}
    lines: dict[str, Player] = {}
    names: set[str] = set()
    for row, (id_, name) in enumerate(listed.named()):
        names.add(plain_name(name or id_))
        person = register.of_id(id_) if id_ else None
        if person is None:
            continue
        player = listed[row]
        other = lines.setdefault(person.id, player)
        if other is not player:
            words = {"id": other.id, "other": player.id, "name": person.name or player.name}
            found.is_wrong("reg_two_lines", player.at("id"), **words)
        on_list[person.id] = other
    return [
        one._replace(event=_entered(one.event, on_list, names, register, found)) for one in events
    ]


def _entered(
    event: Event, on_list: dict[str, Player], names: set[str], register: Register, found: Findings
) -> Event:
    players = []
    for player in event.players:
        person = register.of_id(player.id) if player.id else None
        if not player.id and plain_name(player.name) not in names:
            # A list of games may call a player by the number.
            person = register.of_name(player.name) or register.of_id(player.name)
        if person is None:
            players.append(player)
            continue
        line = on_list.get(person.id)
        number = line.id if line else person.id
        name = line.name if line else person.name or player.name
        if plain_id(number) != plain_id(player.id):
            words = {"found": player.id or player.name, "id": number, "name": name}
            found.notice("reg_found", player.at("id" if player.id else "name"), **words)
        players.append(replace(player, id=number, name=name))
    return replace(event, players=tuple(players))
