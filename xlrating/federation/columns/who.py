"""Who of a list, or new, the games of a file mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Any

import numpy as np

from ...engine.event import Player
from ..persons import Findings, Persons, plain_name, plain_token
from .cells import Figures
from .games import Sent, as_player
from .people import Listed, plain_ids


def who_is_who(sent: Sent, listed: Listed, found: Findings) -> Any:
    """The row of the person whom each token of the games means, -1 where it is not clear.

    An ID that is on the list is that person; all else is for `Persons` to say, who are made of
    those only whom it may be about.
    """
    rows = np.append(_rows_of(sent.tokens, listed), -1)
    digits = set(filter(str.isdecimal, listed.parts["name"].tolist()))
    is_open = rows[:-1] < 0
    if digits:
        is_open |= np.array([one.isdecimal() and one in digits for one in sent.tokens], dtype=bool)
    if is_open.any():
        rows[:-1][is_open] = -1
        first = _first_rows(sent)
        order = sorted(np.flatnonzero(is_open).tolist(), key=lambda at: int(first[at]))
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
    return np.array([*map(by_id.get, plain_ids(tokens), repeat(-1))], dtype=np.int64)


def _ask(
    sent: Sent, open_: Sequence[int], first: Any, listed: Listed, rows: Any, found: Findings
) -> None:
    asked = {
        at: as_player(sent.tokens[at], at + 1, sent.columns.place(int(first[at]))) for at in open_
    }
    about = _about(asked, listed)
    persons = Persons([listed.player(row) for row in about], found)
    for has_id in (True, False):
        for at, player in asked.items():
            if bool(player.id) != has_id:
                continue
            number = persons.find(player)
            if number is None:
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
    """The row of the file in which each token first stands."""
    found = np.full(len(sent.tokens) + 1, sent.size)
    for side in (sent.black, sent.white):
        np.minimum.at(found, side, np.arange(sent.size))
    return found


def _about(asked: Mapping[int, Player], listed: Listed) -> list[int]:
    """Those of the list whom these players may be, or be a misspelling of."""
    rows: set[int] = set()
    new = []
    for player in asked.values():
        named = listed.by_name.get(plain_name(player.name), [])
        rows.update(named)
        row = listed.by_id.get(plain_ids([player.name])[0])
        if row is not None:
            rows.add(row)
        elif not named:
            new.append(plain_token(player.name))
    if new:
        rows |= _near(new, listed)
    return sorted(rows)


#: Letters are counted by what is left of their number.
_LETTERS = 64
#: Two names that are as alike as `Persons` asks about share so many of their letters at least.
_SHARED = 0.5


def _near(names: Sequence[str], listed: Listed) -> set[int]:
    """Everybody whose name has so many letters of one of these that it may be alike."""
    known = list(listed.by_name)
    counts = np.array([_counts(name) for name in known], dtype=np.uint8)
    lengths = counts.sum(axis=1, dtype=np.int64)
    found: set[int] = set()
    for name in names:
        own = np.array(_counts(name), dtype=np.uint8)
        size = int(own.sum())
        near = np.flatnonzero(abs(lengths - size) <= _SHARED * size)
        shared = np.minimum(counts[near], own).sum(axis=1, dtype=np.int64)
        least = 0.7 if name.isascii() else _SHARED
        alike = near[2 * shared >= least * (lengths[near] + size)]
        for at in alike.tolist():
            found.update(listed.by_name[known[at]])
    return found


def _counts(name: str) -> list[int]:
    counts = [0] * _LETTERS
    for letter in name:
        counts[ord(letter) % _LETTERS] += 1
    return [min(count, 255) for count in counts]
