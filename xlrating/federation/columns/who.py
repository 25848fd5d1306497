"""Who of a list, or new, the games of a file mean."""

from __future__ import annotations

from itertools import repeat
from typing import Any

import numpy as np

from ..column import Figures
from ..directory import id_tokens
from ..persons import Persons
from .as_events import as_player, players_of
from .games import GamesTable


def _by_numbers(sent: GamesTable, persons: Persons) -> Any:
    """The person who has each number for an ID, -1 for none; None where not all IDs are numbers."""
    ids = persons.before.parts["id"]
    if persons.knows_ids or not len(ids):
        return None
    known, tokens = ids.kinds, sent.tokens
    if not (isinstance(known, Figures) and isinstance(tokens, Figures)):
        return None
    first = np.full(len(known), -1)
    # The first one of several stays.
    first[ids.codes[::-1]] = np.arange(len(ids))[::-1]
    at = np.searchsorted(known.numbers, tokens.numbers).clip(max=len(first) - 1)
    is_known = known.numbers[at] == tokens.numbers
    return np.append(np.where(is_known, first[at], -1), -1)


def who_is_who(sent: GamesTable, persons: Persons) -> Any:
    """The number of the person whom each token of the games means, -1 where it is not clear.

    An ID that is on the list is that person; all else is for `Persons` to say, event by event.
    """
    tokens = sent.tokens
    rows = _by_numbers(sent, persons)
    if rows is None:
        found = map(persons.by_id.get, id_tokens(tokens), repeat(-1))
        rows = np.array([*found, -1], dtype=np.int64)
    digits = persons.figures
    is_open = rows < 0
    if digits:
        is_open[:-1] |= np.array([one.isdecimal() and one in digits for one in tokens], dtype=bool)
    # Behind all tokens stands nobody.
    is_open[-1] = False
    rows[is_open] = -1
    asked = [
        (token, as_player(sent, token, no, row))
        for number in sent.events_of(is_open)
        for token, no, row in players_of(sent, number)
        if is_open[token]
    ]
    # An ID tells who is meant by a name, whatever the order of the events.
    for has_id in (True, False):
        for token, player in asked:
            # What is not clear is told of each event.
            if bool(player.id) == has_id and rows[token] < 0:
                number = persons.find(player)
                rows[token] = -1 if number is None else number
    return rows
