"""An event from two tables: its parts, and the account of how each column was used."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, List, Sequence, Tuple

from .account import KNOWN, UNUSED, USED, Account, AccountColumn, LineRange
from .frames import calculated, columns_of, names_of
from .tables import Row, entered, known_columns, said_of_event
from .vocabulary.headings import heading_of
from .vocabulary.likeness import follows


def of_frames(players: Any, games: Any, said: Row) -> Tuple[List[Row], List[Row], Row]:
    """The players' rows, the games' rows, and the event's other parts; `said` takes precedence.

    >>> cup = {"round": [1], "white": ["A"], "black": ["B"], "result": ["1-0"], "hall": ["x"]}
    >>> people = {"name": ["A", "B"], "rating": [1, 2], "club": ["x", "y"]}
    >>> of_frames(people, cup, {})[2]["account"].unused
    ('hall', 'club')
    """
    people, played = entered(players, games)
    known = {"account": _account(players, games, played), **said_of_event(games)}
    return people, played, {**known, **said}


def _account(players: Any, games: Any, played: Sequence[Row]) -> Account:
    byes = sum(row["black"] is None for row in played)
    pending = sum(row["result"] == "" for row in played)
    sizes = (
        max(map(len, columns_of(calculated(table)).values()), default=0)
        for table in (players, games)
    )
    tables = (names_of(calculated(players)), names_of(calculated(games)))
    return account_of_tables(tables, (*sizes,), byes, pending)


def account_of_tables(
    names: Sequence[Sequence[str]], sizes: Sequence[int], byes: int, pending: int
) -> Account:
    """The account of a table of players and a table of games, by column name.

    Unread columns that could matter have been rejected before this.
    """
    kinds = (("players", "player"), ("games", "game"))
    listed, found = (_of_table(own, size, *kind) for own, size, kind in zip(names, sizes, kinds))
    return replace(
        found, players=listed.players, games=found.games - byes, byes=byes, pending=pending,
        parts=(listed,),
    )  # fmt: skip


def _of_table(names: Sequence[str], size: int, kind: str, row: str) -> Account:
    parts = {name: part for part, name in known_columns(names, kind == "games").items()}
    known = "rating" in parts.values()
    found = tuple(
        AccountColumn(name, at, USED, parts[name]) if name in parts
        else AccountColumn(name, at, KNOWN if follows(heading_of(name), known) else UNUSED)
        for at, name in enumerate(names, 1)
    )  # fmt: skip
    lines = (LineRange(row, 1, size),) if size else ()
    return Account(kind, kind, columns=found, lines=lines, **{kind: size})  # type: ignore[arg-type]
