"""A list of players: what its headings mean, and the players below them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..engine.account import USED, Account
from ..engine.errors import ArgumentError, FileError, first_of
from ..engine.event import Player
from ..engine.frames import calculated, columns_of, names_of, package_of
from ..engine.problem import make_error
from ..engine.tables import known_columns, player_rows
from ..engine.vocabulary.headings import (
    NUMBER_FACTS,
    OTHER_PACES,
    RATING_LIST,
    TEXT_FACTS,
    heading_of,
    own_first,
    spellings,
    written_beside,
)
from ..engine.vocabulary.letters import id_of
from ..engine.vocabulary.likeness import refuse_unread
from ..engine.vocabulary.waiting import WAITING
from .files import SHEETS, AnyPath
from .player_columns import PARTS, column_of, player_columns, player_in
from .sheets import open_sheets, where
from .table import Row, Table, read_table
from .tabular import AS_IT_IS, ReadOptions

#: Columns that a list shows but recalculates each time.
SHOWN_ONLY = ("place", *(f"{pace}{part}" for pace in ("", *(f"{one}_" for one in OTHER_PACES))
                         for part in ("listed", "rounded", "n")))  # fmt: skip

#: A number in an event; federations' IDs are longer.
NUMBER = re.compile(r"[1-9][0-9]{0,3}")


def read_players(path: AnyPath, asked: ReadOptions = AS_IT_IS) -> tuple[Player, ...]:
    """The players in a list, a .csv file or the first sheet of a workbook.

    Headings: no, id, name, rating, title, sex, federation, born, games, peak, k, and the
    facts of single regulations: champion, new_title, foreign, absent, bonus_place, index,
    rd, … Without ``no`` players are numbered in row order. Raises `FileError` if the
    file is no such list, and `ArgumentError` or `NumberError` with the cell.
    """
    table = read_table(path, asked=asked)
    account_of_players(table)
    return players_of(table)


def read_list(
    path: Any, asked: ReadOptions = AS_IT_IS
) -> tuple[tuple[Player, ...], tuple[str, ...]]:
    """The players of a rating list, and the headings of unknown columns.

    A list is a file, or a frame of pandas, polars or pyarrow. This is stricter than `read_players`,
    because missing facts would be lost: it must have a column of ratings, no two columns for one
    fact, and no formula with an empty result.
    """
    if package_of(path):
        return _list_of_frame(path)
    return list_of(path, read_table(path, True, asked))[:2]


def list_of(
    path: AnyPath, table: Table, kept: Iterable[str] = ()
) -> tuple[tuple[Player, ...], tuple[str, ...], tuple[str, ...], Account]:
    """The players in a list's table, the unknown headings, the parts of a
    player that it has columns for, and its account; `kept` are columns that stay on the list.
    """
    columns = columns_of_parts(table.headings)
    for part, found in columns.items():
        if len(set(found)) > 1:
            raise make_error(
                FileError, "read_both_mean", table.name, columns=" / ".join(found), part=part
            )
    # If there are no ratings, name the column that may contain them first.
    account = table.understood("list", _known(columns), kept=kept)
    if "rating" not in columns:
        raise make_error(FileError, "read_no_ratings", table.name)
    nobody = [row for row in table.rows if not _name_or_id(table, row)]
    if nobody:
        raise make_error(ArgumentError, "read_nobody", nobody[0].place)
    known = {heading_of(one.heading) for one in account.columns if one.use == USED}
    known |= {*_shown_only()}
    unused = {heading_of(one.heading) for one in account.columns if one.use != USED}
    _refuse_empty_formulas(path, table, known)
    # Places are assigned anew: the column of numbers does not matter.
    own = player_columns(table)._replace(no="")
    players = tuple(player_in(row, index, own) for index, row in enumerate(table.rows, 1))
    unknown = tuple(name for name in table.headings if name in unused - {*_shown_only()})
    return players, unknown, tuple(columns), account.counting(players)


@lru_cache(maxsize=64)
def columns_of_parts(headings: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """The headings of a table for each part of a player that it contains."""
    parts = (*PARTS, *TEXT_FACTS, *NUMBER_FACTS, *WAITING)
    every = {part: [name for name in spellings(part) if name in headings] for part in parts}
    found = {part: own_first(part, names) for part, names in every.items()}
    found["rating"] += tuple(name for name in headings if RATING_LIST.fullmatch(name))
    return {part: names for part, names in found.items() if names}


def _known(columns: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The part of a player that each heading means; '' for columns that a list recalculates."""
    shown = dict.fromkeys(_shown_only(), "")
    return shown | {name: part for part, names in columns.items() for name in names[:1]}


def account_of_players(table: Table) -> Account:
    """The account of a list of players; `FileError` if an unread column may matter."""
    known = _known(columns_of_parts(table.headings))
    account = table.understood("players", {**written_beside(table.headings), **known})
    return account.counting(table.rows)


def _list_of_frame(frame: Any) -> tuple[tuple[Player, ...], tuple[str, ...]]:
    """The players in a frame whose columns are headings, and the unknown headings."""
    frame = calculated(frame)
    columns = columns_of(frame)
    parts = known_columns(names_of(frame))
    if "rating" not in parts:
        raise make_error(FileError, "read_columns", "the frame", columns=", ".join(columns) or "–")
    known = {*parts.values(), *(name for name in columns if heading_of(name) in _shown_only())}
    refuse_unread([name for name in columns if name not in known], parts, columns, False)
    rows = player_rows({name: columns[name] for part, name in parts.items() if part != "no"})
    for row in rows:
        if not row["name"]:
            raise make_error(ArgumentError, "read_nobody", row["where"])
    return tuple(Player(**row) for row in rows), tuple(n for n in columns if n not in known)


def _name_or_id(table: Table, row: Row) -> str:
    name, found = column_of(table, "name"), id_of(row.text(column_of(table, "id")))
    return row.text(name) or id_as_name(found, name in table.headings)


def id_as_name(own: str, has_names: bool) -> str:
    """The ID as name of a person without one; a lone word in a list with names is none.

    >>> id_as_name("1001", True), id_as_name("Women", True), id_as_name("Bo7", False)
    ('1001', '', 'Bo7')
    """
    return "" if has_names and not any(map(str.isdigit, own)) else own


def _refuse_empty_formulas(path: AnyPath, table: Table, known: Set[str]) -> None:
    """Reject formulas with an empty result, which would look like a missing rating."""
    if Path(path).suffix.lower() not in SHEETS:
        return
    sheets = open_sheets(path)
    name = sheets.first
    rows = sheets.rows(name)
    read = {at for at, heading in enumerate(table.headings) if heading in known}
    for (row, col), formula in sorted(sheets.formulas(name).items()):
        # Formulas in lines prepared for more players may be empty.
        cells = rows[row] if row < len(rows) else []
        if col in read and col < len(cells) and cells[col] == "" and any(map(_is_filled, cells)):
            words = {"formula": repr(formula[:40])}
            raise make_error(FileError, "cell_formula_blank", where(path, name, row, col), **words)


def _is_filled(value: object) -> bool:
    return str(value).strip() != ""


def _shown_only() -> list[str]:
    return [name for part in SHOWN_ONLY for name in spellings(part)]


def players_of(table: Table, has_cells: bool = False) -> tuple[Player, ...]:
    """The players of a table; `read_players` describes columns and errors.

    With `has_cells`, messages name the cell of the part that they are about.
    """
    if not {column_of(table, "name"), column_of(table, "id")} & set(table.headings):
        found = first_of([name for name in table.headings if name])
        raise make_error(FileError, "read_headings", table.name, found=found)
    if not table.rows:
        return ()
    columns = player_columns(table, has_cells)
    return tuple(player_in(row, at, columns) for at, row in enumerate(table.rows, 1))
