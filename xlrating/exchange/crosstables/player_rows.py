"""One row per player and round, ``Player, Round, Opponent, Colour, Result``, as a crosstable.

Each game thus has two rows, one for each player, which must agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from ...engine.errors import EventError, FileError, RatingError, shown
from ...engine.event import Event
from ...engine.problem import make_error, place_word
from ...engine.vocabulary.dates import printed_date
from ...engine.vocabulary.headings import game_spellings
from ..event_lines import on_days
from ..files import AnyPath
from ..grid import Grid
from ..tabular import AS_IT_IS, ReadOptions
from .accounted import begun, columns_beside, is_blank
from .layout import CrosstableColumn, Layout, list_columns, without_ignored
from .reader import read_layout
from .words import column_of, key, part_of, round_named

_PARTS = ("opponent", "colour", "result")


class PlayerRows(NamedTuple):
    """A table with one row per player and round: its headings' row, and the columns it has.

    `games` has the indexes of the columns about games by part, `facts` those about players.
    """

    grid: Grid
    head: int
    games: Mapping[str, int]
    facts: tuple[CrosstableColumn, ...] = ()


@lru_cache(maxsize=1)
def _spelled() -> Mapping[str, str]:
    return {key(text): part for part in ("round", "date") for text in game_spellings(part)}


def find_player_rows(grid: Grid) -> PlayerRows | None:
    """The table of this kind in a grid, without `facts`; None if there is none.

    It has headings for player, round, opponent and result.
    """
    for head in grid.head_rows:
        texts = grid.texts(head)
        if [column_of(text)[0] for text in texts].count("name") != 1:
            continue
        parts = [_spelled().get(key(text), "") or part_of(text) for text in texts]
        games = {part: parts.index(part) for part in ("round", "date", *_PARTS)
                 if parts.count(part) == 1}  # fmt: skip
        if {"round", "opponent", "result"} <= {*games}:
            return PlayerRows(grid, head, games)
    return None


def _with_facts(table: PlayerRows, asked: ReadOptions) -> PlayerRows:
    """The table with the columns of its players that are used."""
    grid, head = table.grid, table.head
    layout = Layout(grid, head, head + 1, list_columns(grid.texts(head)))
    facts = (one for one in without_ignored(layout, asked.ignore).columns
             if one.at not in table.games.values())  # fmt: skip
    return table._replace(facts=tuple(
        one for one in facts if one.use and not one.use.startswith("other ")
    ))  # fmt: skip


def read_player_rows(table: PlayerRows, path: AnyPath, asked: ReadOptions = AS_IT_IS) -> Event:
    """The event in such a table, with its account. Raises like `read_layout`, and `EventError`
    for a player with two rows for a round, or with rows that disagree.
    """
    table = _with_facts(table, asked)
    grid, head = table.grid, table.head
    name = next(one.at for one in table.facts if one.use == "name")
    people: dict[str, dict[int, int]] = {}
    is_numbered = any(one.use in ("no", "id", "rank") for one in table.facts)
    rows = [row for row in range(head + 1, len(grid.rows)) if not is_blank(grid.rows[row])]
    for row in rows:
        number = grid.text(row, table.games["round"])
        round_ = int(number) if number.isdecimal() else round_named(number)
        if not round_ or not grid.text(row, name):
            raise make_error(FileError, "read_no_round", grid.line(row))
        own = people.setdefault(grid.text(row, name), {})
        opponent = grid.text(row, table.games["opponent"])
        if not is_numbered and opponent.strip("0").isdecimal():
            place = grid.at(row, table.games["opponent"], "opponent")
            raise make_error(EventError, "read_no_player", place, who=shown(opponent))
        first = next(iter(own.values()), row)
        differ = next((one for one in table.facts
                       if grid.text(first, one.at) != grid.text(row, one.at)), None)  # fmt: skip
        if round_ in own or differ:
            at = differ.at if differ else table.games["round"]
            words = {
                "who": shown(grid.text(row, name)),
                "other": place_word(grid.line(own.get(round_, first))),
            }
            raise make_error(EventError, "read_row_twice", grid.at(row, at, ""), **words)
        own[round_] = row
    event = read_layout(_crosstable(table, people), path, asked)
    used = {one.at: one.use for one in table.facts}
    used |= {at: part for part, at in table.games.items()}
    if "date" in table.games:
        event = on_days(event, _days(grid, table.games["date"], rows))
    kinds = {row: "blank" if is_blank(cells) else "title" for row, cells in enumerate(grid.rows)}
    kinds |= {head: "heading", **dict.fromkeys(rows, "game")}
    account = begun(grid, kinds, (), "games", columns_beside(grid, head, used, rows, asked))
    said = event.account.said if event.account else ()
    return replace(event, account=replace(account, said=said).counting(event.players, event.games))


def _days(grid: Grid, col: int, rows: Sequence[int]) -> Mapping[date | None, str]:
    """The days in a column, each with the first cell containing it."""
    found: dict[date | None, str] = {}
    for row in rows:
        place = grid.at(row, col, "date")
        try:
            found.setdefault(printed_date(grid.text(row, col)), place)
        except RatingError as error:
            raise error.at(place) from None
    return found


def _crosstable(table: PlayerRows, people: Mapping[str, Mapping[int, int]]) -> Layout:
    """The table with one row per player, whose cells keep their places."""
    grid, head = table.grid, table.head
    rounds = range(1, 1 + max((no for own in people.values() for no in own), default=0))
    games = [(no, part, table.games[part]) for no in rounds for part in _PARTS
             if part in table.games]  # fmt: skip
    columns = [one._replace(at=at) for at, one in enumerate(table.facts)]
    columns += [CrosstableColumn(len(table.facts) + at, f"Round {no} {part}", "round", no, part)
                for at, (no, part, _) in enumerate(games)]  # fmt: skip
    cells: list[list[tuple[int, int]]] = []
    for own in people.values():
        first = next(iter(own.values()))
        cells.append([(first, one.at) for one in table.facts])
        cells[-1] += [(own.get(no, -1), at) for no, _, at in games]
    body = [[grid.value(row, at) if row >= 0 else "" for row, at in line] for line in cells]

    def at(row: int, col: int, heading: str) -> str:
        source, column = cells[row - head - 1][col] if row > head else (row, col)
        return grid.at(max(source, head), column, heading)

    firsts = [line[0][0] for line in cells]
    return Layout(
        grid._replace(
            rows=[*grid.rows[:head], [one.heading for one in columns], *body],
            at=at,
            line=lambda row: grid.line(firsts[row - head - 1] if row > head else row),
            first=[*grid.first[: head + 1], *(grid.first[row] for row in firsts if grid.first)],
        ),
        head, head + 1, tuple(columns),
    )  # fmt: skip
