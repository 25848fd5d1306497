"""Players from FIDE's monthly list, by ID."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..engine.account import USED, Account, AccountColumn
from ..engine.errors import ArgumentError
from ..engine.problem import make_error
from ..engine.rules.ruleset import load
from ..engine.terms.periods import pace_of_list
from ..exchange.fide_list import read_fide_list
from ..exchange.other_ratings import heading_doubts
from ..exchange.player_columns import column_of
from ..exchange.table import read_table
from ..federation.paces import STANDARD
from .event_input import tell
from .progress import Progress

if TYPE_CHECKING:
    import argparse

    from ..engine.event import Player

#: An event cannot have more: a template has no more lines.
_MOST = 300

_NUMBERS = re.compile(r"\s*\d+([,;\s]+\d+)*[,;\s]*")


def players_of_list(
    path: str, options: argparse.Namespace, most: int = _MOST
) -> tuple[Player, ...]:
    """The players with the given IDs, in that order, with their ratings at the rules' pace.

    Raises `ArgumentError` naming the IDs that are not on the list, and for more than `most`.
    """
    own = AccountColumn("FIDE rating", 0, USED, "rating")
    tell(heading_doubts(options.rules, Account(path, "list", columns=(own,))), options.language)
    pace = pace_of_list(load(options.rules)) or STANDARD
    named = _ids(options.ids) if options.ids else None
    wanted = None if named is None else frozenset(named)
    found: dict[str, Player] = {}
    with Progress(options.language, "fed_progress_reading") as progress:
        for line, player in enumerate(read_fide_list(path, wanted, pace), 1):
            progress.count(line, 0)
            if player is None:
                continue
            found[player.id] = player
            if named is None and len(found) > most:
                raise make_error(ArgumentError, "opt_fide_long", path, most=f"{most:,}")
            if named is not None and len(found) == len(named):
                break
    missing = [one for one in named or () if one not in found]
    if missing:
        raise make_error(ArgumentError, "opt_fide_missing", path, ids=", ".join(missing))
    listed = [found[one] for one in named] if named is not None else list(found.values())
    # FIDE's K is no coefficient from which K follows.
    table = load(options.rules).coefficient
    if table is not None and table.over is not None:
        listed = [replace(player, k=None) for player in listed]
    return tuple(replace(player, no=no) for no, player in enumerate(listed, 1))


def _ids(text: str) -> tuple[str, ...]:
    """The IDs, typed one after another or in the column of IDs of a table."""
    # A list of several IDs is no file name, and may be longer than one can be.
    numbers = re.findall(r"\d+", text)
    if _NUMBERS.fullmatch(text) and (len(numbers) > 1 or not Path(text).exists()):
        return tuple(dict.fromkeys(numbers))
    table = read_table(text)
    column = column_of(table, "id")
    if column not in table.headings:
        raise make_error(ArgumentError, "opt_fide_ids", table.name)
    return tuple(dict.fromkeys(filter(None, (row.text(column) for row in table.rows))))
