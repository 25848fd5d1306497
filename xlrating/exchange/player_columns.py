"""The columns from which a list's players are read, and the player in each of its rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ..engine.errors import ArgumentError, FileError, RatingError, placed, shown
from ..engine.event import Player
from ..engine.problem import make_error
from ..engine.vocabulary.booleans import read_mark
from ..engine.vocabulary.headings import (
    MARKED,
    NUMBER_FACTS,
    OR_NONE,
    RATING_LIST,
    TEXT_FACTS,
    spellings,
)
from ..engine.vocabulary.letters import id_of
from ..engine.vocabulary.waiting import WAITING
from .table import Row, Table

#: The parts of a player that most lists have.
PARTS = ("no", "id", "name", "rating", "title", "sex", "federation", "born", "games", "peak", "k")


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


class PlayerColumns(NamedTuple):
    """The headings under which a list has the parts of its players; '' for those it lacks.

    `others` are further parts with the methods that read their cells, `facts` the headings of
    facts; `cells` are the headings of the parts for which messages name the cell.
    """

    no: str
    id: str
    name: str
    rating: str
    games: str
    others: Sequence[tuple[str, Callable[[Row, str], Any], str]]
    facts: Mapping[str, str]
    cells: Mapping[str, str]


def player_columns(table: Table, has_cells: bool = False) -> PlayerColumns:
    """The columns of a table's players; with `has_cells`, messages name the cells of their parts.

    Raises `FileError` as `rating_column` does.
    """
    there = {part: column_of(table, part) for part in PARTS} | {"rating": rating_column(table)}
    there = {part: column for part, column in there.items() if column in table.headings}
    names = (*TEXT_FACTS, *NUMBER_FACTS, *WAITING)
    columns = {name: column_of(table, name) for name in names}
    facts = {name: column for name, column in columns.items() if column in table.headings}
    own = {part: column for part, column in there.items() if part not in ("no", "id", "name")}
    no, id_, name, rating, games = (
        there.get(part, "") for part in ("no", "id", "name", "rating", "games")
    )
    return PlayerColumns(
        no,
        id_,
        name,
        rating,
        games,
        others=[(part, read, there[part]) for part, read in _READERS.items() if part in there],
        facts=facts,
        cells={**own, **facts} if has_cells else {},
    )


def player_in(row: Row, index: int, columns: PlayerColumns) -> Player:
    """The player in a row, numbered `index` if the list has no numbers.

    Raises `ArgumentError` or `NumberError` with the cell.
    """
    no = row.whole(columns.no) if columns.no else index
    if no is None:
        raise make_error(ArgumentError, "read_no_number", row.at(columns.no))
    player_id = id_of(row.text(columns.id)) if columns.id else ""
    own, column = _facts(row, columns.facts), columns.rating
    rating, rests_on = row.provisional(column) if column else (None, None)
    games = row.whole(columns.games) if columns.games else None
    index_of = row.index_of(column) if column else None
    for beside, said, key in ((rests_on, games, "read_provisional_games"),
                              (index_of, own.get("index"), "read_index_differs")):  # fmt: skip
        if beside is not None and said is not None and beside != said:
            words = {"found": shown(row.text(column)), "n": said}
            raise make_error(ArgumentError, key, row.at(column), **words)
    return Player(
        no=no,
        name=(row.text(columns.name) if columns.name else "") or player_id,
        rating=rating,
        id=player_id,
        games=rests_on if games is None else games,
        facts=own if index_of is None else {**own, "index": index_of},
        where=row.place,
        places={part: row.at(column) for part, column in columns.cells.items()},
        **{part: read(row, column) for part, read, column in columns.others},
    )


#: The other parts of a player, with the methods that read their cells.
_READERS: Mapping[str, Callable[[Row, str], Any]] = {
    "title": Row.text, "sex": Row.sex, "federation": Row.text, "born": Row.year,
    "peak": lambda row, column: row.rating(column) or None, "k": Row.number,
}  # fmt: skip


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
