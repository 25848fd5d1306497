"""The lists of players and of games among the tables of a file, and which of them belongs to games.

A file may have several lists of the same players: those entered, standings, line-ups.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NoReturn

from ..engine.account import Account
from ..engine.errors import FileError, shown
from ..engine.problem import make_error
from ..engine.vocabulary.cell_forms import looks_like
from .crosstables.layout import heads_games
from .crosstables.words import column_of as part_of_player
from .grid import Grid
from .player_columns import column_of, rating_column
from .sheet_table import head_of, refuse_two_sheets, table_below, without_added
from .table import Row, Table, finished
from .tabular import ReadOptions

#: What a list of players is used for besides their numbers and names.
_FACTS = ("rating", "id", "born", "games", "peak", "k", "sex", "title", "federation")


def lists_in(grids: Sequence[Grid], asked: ReadOptions) -> tuple[list[Table], list[FileError]]:
    """The tables with headings among those of a file, and the errors of duplicate headings."""
    found: list[Table] = []
    twice: list[FileError] = []
    for grid in grids:
        if (head := head_of(grid)) < 0:
            continue
        try:
            found.append(finished(table_below(grid, head, asked)))
        except FileError as error:
            # After any other error, it counts as no table.
            if error.problem and error.problem.key == "read_heading_twice":
                twice.append(error)
    return found, twice


def has_ratings(table: Table) -> bool:
    """Whether a table is a list of names with ratings; standings may call their points so."""
    column = rating_column(table)
    if not {column, column_of(table, "name")} <= {*table.headings}:
        return False
    is_points = part_of_player(column)[0] == "points"
    return not is_points or looks_like([row.text(column) for row in table.rows]) == "rating"


def list_for(tables: Sequence[Table], names: Collection[str] = ()) -> Table | None:
    """The list of the players with these names, if given; None if there is none.

    Of several with ratings, it is the longest, and standings come last. Raises `FileError` if they
    disagree about a player.
    """
    people = [one for one in without_added(tables) if _holds_people(one) and one.rows]
    if names:
        people = [one for one in people if not {*_by_name(one)}.isdisjoint(names)]
    for kind in (has_ratings, _facts):
        people = [one for one in people if kind(one)] or people
    if len(people) > 1 and not all(map(has_ratings, people)):
        refuse_several([one.account for one in people])
    people.sort(key=lambda one: (-len(one.rows), -len(_facts(one)), _is_ranking(one)))
    for other in people[1:]:
        _expect_alike(people[0], other)
    return people[0] if people else None


def list_for_games(games: Table, lists: Sequence[Table]) -> Table | None:
    """The list of the players in these games, who are given by name or by number."""
    names = {row.text(side) for row in games.rows for side in ("white", "black")}
    others = [one for one in lists if not heads_games(one.written)]
    return list_for(lists, names) or list_for(others)


def _is_ranking(table: Table) -> bool:
    return any(part_of_player(text)[0] in ("rank", "points") for text in table.written)


def _holds_people(table: Table) -> bool:
    return {column_of(table, "name"), column_of(table, "id")} & set(table.headings) != set()


def _facts(table: Table) -> dict[str, str]:
    """The headings of what a list has about its players."""
    found = {fact: column_of(table, fact) for fact in _FACTS} | {"rating": rating_column(table)}
    return {fact: heading for fact, heading in found.items() if heading in table.headings}


def _by_name(table: Table) -> dict[str, Row]:
    name = column_of(table, "name")
    return {row.text(name): row for row in table.rows}


def _expect_alike(table: Table, other: Table) -> None:
    """Raise `FileError` if two lists disagree about a player."""
    first, headings = _by_name(table), _facts(table)
    for who, row in _by_name(other).items():
        for fact, heading in _facts(other).items() if who in first else ():
            texts = first[who].text(headings.get(fact, "")), row.text(heading)
            if fact in headings and texts[0] != texts[1]:
                one, two = (text or "–" for text in texts)
                words = {"what": heading, "who": shown(who), "one": one, "other": two}
                words["where"] = table.account.place
                raise make_error(FileError, "read_two_lists", row.at(heading), **words)


def names_of_tables(grids: Sequence[Grid]) -> list[tuple[str, str]]:
    """The names of tables for people, each with its sheet: ``Players``, or ``Players A3:F12``."""
    return [(f"{one.sheet} {one.area}".strip(), one.sheet) for one in grids]


def refuse_several(accounts: Sequence[Account]) -> NoReturn:
    """Raise `FileError`: any of these tables could be meant."""
    file, sheets = accounts[0].file, list(dict.fromkeys(one.sheet for one in accounts))
    if all(sheets) and len(sheets) == len(accounts) == 2:
        refuse_two_sheets(file, sheets)
    places = ", ".join(f"{one.sheet} {one.area}".strip() for one in accounts)
    raise make_error(FileError, "read_several_tables", file, places=places)
