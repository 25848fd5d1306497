"""Players out of FIDE's monthly list, by their numbers."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..engine.errors import ArgumentError
from ..engine.rules.ruleset import load
from ..engine.texts import say
from ..exchange.fide_list import read_fide_list
from ..exchange.players import column_of
from ..exchange.table import read_table

if TYPE_CHECKING:
    import argparse

    from ..engine.event import Player

#: More are no event: a template has room for so many.
_MOST = 300
#: A person waits so many seconds before a count is shown, then sees it so often.
_WAIT, _EACH = 2.0, 0.2
#: Lines from one look at the clock to the next.
_LINES = 5000

_NUMBERS = re.compile(r"\s*\d+([,;\s]+\d+)*[,;\s]*")


def players_of_list(
    path: str, options: argparse.Namespace, most: int = _MOST
) -> tuple[Player, ...]:
    """The players that are named by number, in that order, with the rating of the rules' pace.

    Raises `ArgumentError` naming the numbers that are not on the list, and for more than `most`.
    """
    pace = load(options.rules).chosen.get("list", "standard")
    named = _ids(options.ids) if options.ids else None
    wanted = None if named is None else frozenset(named)
    found: dict[str, Player] = {}
    for player in _counted(read_fide_list(path, wanted, pace), options.language):
        if player is None:
            continue
        found[player.id] = player
        if named is None and len(found) > most:
            raise ArgumentError(
                f"the list has more than {most:,} players; add --ids with the numbers of those "
                "who are wanted, like 1503014,8603677, or a table of them",
                path,
            )
        if named is not None and len(found) == len(named):
            break
    missing = [one for one in named or () if one not in found]
    if missing:
        raise ArgumentError(f"no player has the number {', '.join(missing)}", path)
    listed = [found[one] for one in named] if named is not None else list(found.values())
    return tuple(replace(player, no=no) for no, player in enumerate(listed, 1))


def _ids(text: str) -> tuple[str, ...]:
    """The numbers, typed one after the other or in the column of numbers of a table."""
    # Several numbers are no file, and more letters than the name of one may have.
    numbers = re.findall(r"\d+", text)
    if _NUMBERS.fullmatch(text) and (len(numbers) > 1 or not Path(text).exists()):
        return tuple(dict.fromkeys(numbers))
    table = read_table(text)
    column = column_of(table, "id")
    if column not in table.headings:
        raise ArgumentError(
            "numbers like 1503014,8603677 are expected, or a table with a column ID of them",
            table.name,
        )
    return tuple(dict.fromkeys(filter(None, (row.text(column) for row in table.rows))))


def _counted(players: Iterable[Player | None], language: str) -> Iterator[Player | None]:
    """The same; on a terminal, with a count of the lines once it takes a while."""
    if not sys.stderr.isatty():
        yield from players
        return
    begun, shown = time.monotonic(), 0.0
    screen = getattr(sys.stderr, "stream", sys.stderr)
    for number, player in enumerate(players, 1):
        if number % _LINES == 0:
            now = time.monotonic()
            if now - begun > _WAIT and now - shown > _EACH:
                print(f"\r{say(language, 'list_read', n=number)}", end="", file=screen, flush=True)
                shown = now
        yield player
    if shown:
        print(file=screen)
