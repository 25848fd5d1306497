"""An event as two CSV tables, of its games and its players, which `tables` can read back."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from ..engine.event import Event
from ..engine.frames import Typed
from ..engine.tables import game_table, player_table
from .event_lines import lines_of_event
from .text_cells import text_cell


class Tables(NamedTuple):
    """The two tables as CSV, and the facts that they cannot contain, counted by name."""

    games: str
    players: str
    lost: Counter[str]


def write_csv(event: Event) -> Tables:
    """The tables of an event; reading both back gives the same event except for what is `lost`.

    A text that a spreadsheet would treat as a formula gets an apostrophe.

    >>> from xlrating.engine.event import Event, Game, Player
    >>> cup = Event((Player(1, "A", 2000), Player(2, "B")), (Game(1, 1, 2, "1-0"),))
    >>> print(write_csv(cup).games)
    format: swiss
    round,white,black,result
    1,1,2,1-0
    <BLANKLINE>
    """
    lines, said = lines_of_event(event)
    lost = Counter(key for key, value in event.facts.items() if value not in ("", None))
    lost.update(["rules"] if event.rules else [])
    lost.update([] if event.scoring.is_usual else ["scoring"])
    # A line has a column for results, but none for points assigned to single players.
    said -= {"scoring"} if event.scoring.assigned else set()
    return Tables(
        _written([[line] for line in lines]) + _table(*game_table(event.games)),
        _table(*player_table(event.players)),
        Counter({key: number for key, number in lost.items() if key not in said}),
    )


#: How many columns are written even if they are empty.
_ALWAYS = 4


def _table(columns: list[Typed], rows: list[list[Any]]) -> str:
    """A table with its first columns, and those of the others that are not empty."""
    used = [
        at
        for at in range(len(columns))
        if at < _ALWAYS or any(_cell(row[at]) != "" for row in rows)
    ]
    cells = ([_cell(row[at]) for at in used] for row in rows)
    return _written([[columns[at][0] for at in used], *cells])


def _written(rows: Iterable[Iterable[object]]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    return buffer.getvalue()


def _cell(value: object) -> object:
    if value is None or value is False:
        return ""
    return "x" if value is True else text_cell(value)
