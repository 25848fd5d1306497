"""A list of players: what its headings mean, and the players below them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..engine.account import USED, Account
from ..engine.errors import ArgumentError, FileError, RatingError, first_of, placed, shown
from ..engine.event import Player
from ..engine.frames import calculated, columns_of, names_of, package_of
from ..engine.problem import make_error
from ..engine.tables import known_columns, player_rows
from ..engine.vocabulary.booleans import read_mark
from ..engine.vocabulary.headings import (
    MARKED,
    NUMBER_FACTS,
    OR_NONE,
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
from .sheets import open_sheets, where
from .table import Row, Table, read_table
from .tabular import AS_IT_IS, ReadOptions

_PARTS = ("no", "id", "name", "rating", "title", "sex", "federation", "born", "games", "peak", "k")

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
    facts = fact_columns(table)
    players = tuple(
        _player(table, row, index, facts, {}, False) for index, row in enumerate(table.rows, 1)
    )
    unknown = tuple(name for name in table.headings if name in unused - {*_shown_only()})
    return players, unknown, tuple(columns), account.counting(players)


@lru_cache(maxsize=64)
def columns_of_parts(headings: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """The headings of a table for each part of a player that it contains."""
    parts = (*_PARTS, *TEXT_FACTS, *NUMBER_FACTS, *WAITING)
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


def column_of(table: Table, fact: str) -> str:
    """The heading under which a table has a fact; the fact itself if it does not."""
    return _heading(table.headings, fact)


@lru_cache(maxsize=1024)
def _heading(headings: tuple[str, ...], fact: str) -> str:
    # Called for each cell.
    return next((name for name in spellings(fact) if name in headings), fact)


def rating_column(table: Table) -> str:
    """The heading of a table's ratings, possibly that of a monthly list; else ``rating``.

    Raises `FileError` if it only has the ratings of several monthly lists.
    """
    column = column_of(table, "rating")
    lists = [name for name in table.headings if RATING_LIST.fullmatch(name)]
    if column in table.headings or not lists:
        return column
    if len(lists) > 1:
        raise make_error(FileError, "read_lists", table.name, n=len(lists))
    return lists[0]


def players_of(table: Table, has_cells: bool = False) -> tuple[Player, ...]:
    """The players of a table; `read_players` describes columns and errors.

    With `has_cells`, messages name the cell of the part that they are about.
    """
    if not {column_of(table, "name"), column_of(table, "id")} & set(table.headings):
        found = first_of([name for name in table.headings if name])
        raise make_error(FileError, "read_headings", table.name, found=found)
    facts, cells = fact_columns(table), dict[str, str]()
    if has_cells:
        own = {part: column_of(table, part) for part in _PARTS[4:]}
        own |= {"rating": rating_column(table), **facts}
        cells = {part: column for part, column in own.items() if column in table.headings}
    return tuple(_player(table, row, at, facts, cells) for at, row in enumerate(table.rows, 1))


def _player(
    table: Table, row: Row, index: int, facts: Mapping[str, str], cells: Mapping[str, str],
    is_numbered: bool = True,
) -> Player:  # fmt: skip
    no = row.whole(column_of(table, "no")) if is_numbered else index
    if no is None and column_of(table, "no") in table.headings:
        raise make_error(ArgumentError, "read_no_number", row.at(column_of(table, "no")))
    player_id = id_of(row.text(column_of(table, "id")))
    column, own = rating_column(table), _facts(row, facts)
    rating, rests_on = row.provisional(column)
    games, index_of = row.whole(column_of(table, "games")), row.index_of(column)
    for beside, said, key in ((rests_on, games, "read_provisional_games"),
                              (index_of, own.get("index"), "read_index_differs")):  # fmt: skip
        if None not in (beside, said) and beside != said:
            words = {"found": shown(row.text(column)), "n": said}
            raise make_error(ArgumentError, key, row.at(column), **words)
    return Player(
        no=index if no is None else no,
        name=row.text(column_of(table, "name")) or player_id,
        rating=rating,
        id=player_id,
        games=rests_on if games is None else games,
        facts=own if index_of is None else {**own, "index": index_of},
        where=row.place,
        places={part: row.at(column) for part, column in cells.items()},
        **{part: read(row, column) for part, read, column in _said(table.headings)},
    )


#: The other parts of a player, with the methods that read their cells.
_READERS: Mapping[str, Callable[[Row, str], Any]] = {
    "title": Row.text, "sex": Row.sex, "federation": Row.text, "born": Row.year,
    "peak": lambda row, column: row.rating(column) or None, "k": Row.number,
}  # fmt: skip


@lru_cache(maxsize=16)
def _said(headings: tuple[str, ...]) -> list[tuple[str, Callable[[Row, str], Any], str]]:
    """The entries of `_READERS` for which a table with these headings has a column, and which."""
    columns = ((part, read, _heading(headings, part)) for part, read in _READERS.items())
    return [one for one in columns if one[2] in headings]


def fact_columns(table: Table) -> dict[str, str]:
    """The heading of each fact that a table has about players, by the fact's name."""
    names = (*TEXT_FACTS, *NUMBER_FACTS, *WAITING)
    return {name: column for name in names if (column := column_of(table, name)) in table.headings}


def _facts(row: Row, columns: Mapping[str, str]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, column in columns.items():
        if name in NUMBER_FACTS:
            number = row.rating(column) or None if name in OR_NONE else row.number(column)
            if number is not None:
                found[name] = number
        elif name in WAITING:
            try:
                waiting = WAITING[name](row.text(column))
            except RatingError as error:
                raise error.at(row.at(column)) from None
            if waiting:
                found[name] = waiting
        else:
            text = row.text(column)
            if name in MARKED:
                with placed(row.at(column)):
                    read_mark(text)
            if text:
                found[name] = text
    return found
