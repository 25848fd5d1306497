"""The people, on a list or new, to whom the games in a file refer."""

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
    """The person with each number as ID, -1 for none; None unless all IDs are numbers."""
    ids = persons.before.parts["id"]
    if persons.knows_ids or not len(ids):
        return None
    known, tokens = ids.kinds, sent.tokens
    if not (isinstance(known, Figures) and isinstance(tokens, Figures)):
        return None
    first = np.full(len(known), -1)
    # The first of several is kept.
    first[ids.codes[::-1]] = np.arange(len(ids))[::-1]
    at = np.searchsorted(known.numbers, tokens.numbers).clip(max=len(first) - 1)
    is_known = known.numbers[at] == tokens.numbers
    return np.append(np.where(is_known, first[at], -1), -1)


def sides_of(sent: GamesTable, who: Any) -> tuple[Any, Any]:
    """The person with White in each game, and the one with Black; -1 for none."""
    # The last one is that of no token: -1.
    return who.take(sent.white), who.take(sent.black)


def who_play(sides: tuple[Any, ...], size: int) -> Any:
    """Whether each of `size` persons has a game, as an array of booleans.

    >>> who_play((np.array([0, 3]), np.array([3, -1])), 4).tolist()
    [True, False, False, True]
    """
    found = np.zeros(size + 1, dtype=bool)
    for side in sides:
        found[side] = True
    # The last one is nobody.
    return found[:-1]


def who_is_who(sent: GamesTable, persons: Persons) -> Any:
    """The person behind each token in the games, -1 if it is unclear.

    An ID on the list is that person; `Persons` decides everything else, event by event.
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
    # After all tokens comes the missing opponent.
    is_open[-1] = False
    rows[is_open] = -1
    asked = [
        (token, as_player(sent, token, no, row))
        for number in sent.events_of(is_open)
        for token, no, row in players_of(sent, number)
        if is_open[token]
    ]
    # An ID also identifies a name, whatever the order of the events.
    for has_id in (True, False):
        for token, player in asked:
            # Unclear tokens are reported for each event.
            if bool(player.id) == has_id and rows[token] < 0:
                number = persons.find(player)
                rows[token] = -1 if number is None else number
    return rows
