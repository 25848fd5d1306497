"""Who of a list, or new, the games of a file mean."""

from __future__ import annotations

from itertools import repeat
from typing import Any

import numpy as np

from ..directory import id_tokens
from ..persons import Persons
from .as_events import as_player, players_of
from .games import GamesTable


def who_is_who(sent: GamesTable, persons: Persons) -> Any:
    """The number of the person whom each token of the games means, -1 where it is not clear.

    An ID that is on the list is that person; all else is for `Persons` to say, event by event.
    """
    tokens = sent.tokens
    rows = np.array([*map(persons.by_id.get, id_tokens(tokens), repeat(-1)), -1], dtype=np.int64)
    digits = persons.figures
    is_open = rows < 0
    if digits:
        is_open[:-1] |= np.array([one.isdecimal() and one in digits for one in tokens], dtype=bool)
    # Behind all tokens stands nobody.
    is_open[-1] = False
    rows[is_open] = -1
    events = np.unique(sent.event[is_open[sent.white] | is_open[sent.black]]).tolist()
    asked = [
        (token, as_player(sent, token, no, row))
        for number in events
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
