"""Who of a list, or new, the games of a file mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from typing import Any

import numpy as np

from ...engine.event import Player
from ..directory import id_tokens, plain_token
from ..persons import Findings, Persons, without_decimals
from ..register import Register
from ..spellings import ALIKE, Spellings, plain_name, unmarked
from .as_events import as_player
from .cells import Figures
from .games import Sent
from .people import Listed


def who_is_who(sent: Sent, listed: Listed, found: Findings) -> Any:
    """The row of the person whom each token of the games means, -1 where it is not clear.

    An ID that is on the list is that person; all else is for `Persons` to say, who are made of
    those only whom it may be about.
    """
    rows = np.append(_rows_of(sent.tokens, listed), -1)
    names = [*listed.parts["name"].tolist(), *(was for was, _ in listed.called)]
    digits = set(filter(str.isdecimal, names))
    is_open = rows[:-1] < 0
    if digits:
        is_open |= np.array([one.isdecimal() and one in digits for one in sent.tokens], dtype=bool)
    if is_open.any():
        rows[:-1][is_open] = -1
        first = _first_rows(sent)
        # Who plays only in events that do not count for the list is nobody to ask for.
        is_open &= first[:-1] < sent.size
        order = sorted(
            np.flatnonzero(is_open).tolist(),
            key=lambda at: (int(sent.event[first[at]]), int(first[at])),
        )
        _ask(sent, order, first, listed, rows, found)
    return rows


def _rows_of(tokens: Sequence[str], listed: Listed) -> Any:
    """The row of each ID, the first one of several; -1 of what is none."""
    ids = listed.columns.parts.get("id")
    if not len(tokens) or ids is None:
        return np.full(len(tokens), -1)
    if isinstance(tokens, Figures) and isinstance(ids.kinds, Figures) and len(ids.codes):
        first = np.full(len(ids.kinds), -1)
        first[ids.codes[::-1]] = np.arange(len(ids.codes))[::-1]
        at = np.searchsorted(ids.kinds.numbers, tokens.numbers).clip(max=len(first) - 1)
        return np.where(ids.kinds.numbers[at] == tokens.numbers, first[at], -1)
    by_id = listed.by_id
    return np.array([*map(by_id.get, id_tokens(tokens), repeat(-1))], dtype=np.int64)


def _ask(
    sent: Sent, open_: Sequence[int], first: Any, listed: Listed, rows: Any, found: Findings
) -> None:
    asked = {at: as_player(sent, at, at + 1, int(first[at])) for at in open_}
    about = _about(asked, listed)
    persons = Persons([listed.player(row) for row in about], found)
    for was, now in reversed(listed.called):
        persons.also_called(was, now)
    for has_id in (True, False):
        for at, player in asked.items():
            if bool(player.id) != has_id:
                continue
            number = persons.find(player)
            if number is None:
                for row in _further_rows(sent, at):
                    # It is told of each event.
                    persons.find(as_player(sent, at, at + 1, row))
                continue
            if number < len(about):
                rows[at] = about[number]
                listed.parts["id"][about[number]] = persons.now[number].id
            else:
                made = persons.now[number]
                rows[at] = -2 - number
                asked[at] = made
    added: dict[int, int] = {}
    new: list[Player] = []
    for at, player in asked.items():
        if rows[at] < -1:
            number = int(-2 - rows[at])
            if number not in added:
                added[number] = listed.size + len(new)
                new.append(player)
            rows[at] = added[number]
    listed.add(new)


def _first_rows(sent: Sent) -> Any:
    """Of each token the first row of the first event in which it stands."""
    order = np.argsort(sent.event, kind="stable")
    found = np.full(len(sent.tokens) + 1, sent.size)
    for side in (sent.black, sent.white):
        np.minimum.at(found, side[order], np.arange(sent.size))
    return np.append(order, sent.size)[found]


def _further_rows(sent: Sent, token: int) -> list[int]:
    """The first row of a token in each event but the first that it stands in."""
    rows = np.flatnonzero((sent.white == token) | (sent.black == token))
    _, first = np.unique(sent.event[rows], return_index=True)
    return rows[first[1:]].tolist()  # type: ignore[no-any-return]


def _about(asked: Mapping[int, Player], listed: Listed) -> list[int]:
    """Those of the list whom these players may be, or be a misspelling of."""
    # And all whom a former name or the one of now may mean.
    tokens = [token for pair in listed.called for token in pair]
    rows = {row for token in tokens for row in listed.named(token)}
    rows |= {row for token in tokens if (row := listed.of_token(token)) is not None}
    new = []
    for player in asked.values():
        named = listed.named(player.name)
        rows.update(named)
        whole = listed.with_id(without_decimals(player.name))
        rows |= {one for one in (whole, listed.with_id_like(player.name)) if one is not None}
        row = listed.with_id(player.name)
        if row is not None:
            rows.add(row)
        elif not named:
            new.append(player.name)
    if new:
        rows |= _near(new, listed)
    return sorted(rows)


def concerned(players: Iterable[Player], tokens: Iterable[str], listed: Listed) -> Any:
    """Everybody of a list whom `Persons` may ask about for these players, and whom tokens mean."""
    ids, names, new = set[str](), set[str](), dict[str, str]()
    for player in players:
        name = player.name or player.id
        ids.update(id_tokens([player.id, name, *map(without_decimals, (player.id, name))]))
        names.update((plain_name(name), plain_name(player.id)))
        new[plain_name(name)] = name
    for token in tokens:
        (ids if token.startswith("#") else names).add(plain_token(token))
    parts = listed.parts
    rows = {row for row, one in enumerate(id_tokens(parts["id"].tolist())) if one and one in ids}
    for row, name in enumerate(map(plain_name, parts["name"].tolist())):
        if name in names:
            rows.add(row)
            new.pop(name, None)
    known = {plain_name(parts["id"][row]) for row in rows}
    if others := [name for plain, name in new.items() if plain not in known]:
        rows |= _near(others, listed)
    looks = (listed.with_id_like(player.id, player.name) for player in players)
    rows |= {row for row in looks if row is not None}
    return np.array(sorted(rows), dtype=np.int64)


def registered(
    players: Iterable[Player], register: Register | None, listed: Listed
) -> list[Player]:
    """Everybody as whom a register may know these players: see `register.as_listed`.

    And those of it who have two lines of a list.
    """
    if register is None:
        return []
    people = [
        person
        for player in players
        for text in (player.id, player.name)
        for person in (register.of_id(text), register.of_name(text))
        if person is not None
    ]
    lines: dict[str, int] = {}
    for text in filter(None, listed.parts["id"].tolist()):
        if (person := register.of_id(text)) is not None:
            lines[person.id] = lines.get(person.id, 0) + 1
            if lines[person.id] == 2:
                people.append(person)
    named = {(number, person.name) for person in people for number in (person.id, *person.ids)}
    return [Player(0, name, id=number) for number, name in sorted(named)]


#: Letters are counted by what is left of their number.
_LETTERS = 64
#: So many names of a list, and of those that are looked for, at a time.
_NAMES, _WANTED = 10_000, 1_000


def _near(names: Sequence[str], listed: Listed) -> set[int]:
    """Everybody whom `Persons` would name as one of whom these may be a misspelling."""
    known = list(map(unmarked, listed.parts["name"].tolist()))
    rows: set[int] = set()
    for first in range(0, len(names), _WANTED):
        part = names[first : first + _WANTED]
        for name, found in zip(part, _alike(list(map(unmarked, part)), known), strict=True):
            called: dict[str, list[int]] = {}
            for row in found:
                called.setdefault(str(listed.parts["name"][row]), []).append(row)
            for one in Spellings(called).near(name):
                rows.update(called[one])
    return rows


def _alike(names: Sequence[str], known: Sequence[str]) -> list[list[int]]:
    """The places of the names that share so many letters with each of these, all `unmarked`."""
    own = _counts(names)
    sizes, least = own.sum(axis=1, dtype=np.int64), np.array(list(map(_least, names)))
    # Two names share the first a of one and the other, the second a, and so on.
    most = own.max(axis=0).tolist()
    nth = [(letter, n) for letter, times in enumerate(most) for n in range(1, times + 1)]
    letters, numbers = np.array(nth, dtype=np.int64).reshape(-1, 2).T
    has = (own[:, letters] >= numbers).astype(np.float32).T
    found: list[list[int]] = [[] for _ in names]
    for first in range(0, len(known), _NAMES):
        counts = _counts(known[first : first + _NAMES])
        shared = (counts[:, letters] >= numbers).astype(np.float32) @ has
        both = counts.sum(axis=1, dtype=np.int64)[:, np.newaxis] + sizes
        at, of = np.nonzero(2 * shared >= least * both)
        for row, name in zip((at + first).tolist(), of.tolist(), strict=True):
            found[name].append(row)
    return found


def _least(text: str) -> float:
    """How great a part of their letters two names share that are alike: see `Spellings`."""
    return ALIKE - 1e-9 if text.isascii() else 0.5


def _counts(names: Sequence[str]) -> Any:
    """How often each name has each letter."""
    letters = np.frombuffer("".join(names).encode("utf-32-le"), dtype=np.uint32) % _LETTERS
    row = np.repeat(np.arange(len(names)), list(map(len, names)))
    size = len(names) * _LETTERS
    found = np.bincount(row * _LETTERS + letters, minlength=size).reshape(-1, _LETTERS)
    return found.clip(max=255).astype(np.uint8)
