"""The event of a crosstable, of whatever program and in whatever file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from ...engine.account import CHECKED, USED
from ...engine.errors import ArgumentError, FileError, RatingError
from ...engine.event import Event, Player
from ...engine.problem import refusal
from ...engine.words.headings import RATING_LIST, heading_of, spellings
from ..decimals import Numbers
from ..event_lines import in_its_format, with_lines
from ..files import AnyPath
from ..players import NUMBER, column_of, players_of
from ..shape import cells_of_line
from ..table import Row, Table
from ..tabular import AS_IT_IS, Asked
from .above import Line, is_from_site, said_above, with_said
from .accounted import account_of, counted
from .compose import composed
from .entries import as_text
from .grid import shown
from .layout import Column, Layout, expect_rounds
from .rounds import Joined, Numbering, Points, join
from .rows import lines_of_table
from .square import Square, join_square, looks_square, waiting_games

#: What a player of a crosstable is made of: the parts of which it has columns.
_NOT_OF_PLAYERS = (
    "no", "rank", "points", "round", "square", "tie_breaks", "rating_change", "group", "",
)  # fmt: skip


def read_layout(layout: Layout, path: AnyPath, asked: Asked = AS_IT_IS) -> Event:
    """The event of a crosstable that was found in a file, with its account.

    Raises `FileError` where rounds are missing or there is nobody, `ArgumentError` with the cell
    that cannot be read, and `EventError` with the cell that contradicts another one: the two
    halves of a game, or the games and the points.
    """
    kinds = {line.row: line.kind for line in lines_of_table(layout)}
    rows = [row for row, kind in kinds.items() if kind == "player"]
    if not rows:
        raise refusal(FileError, "read_crosstable_nobody", layout.grid.line(layout.head))
    for row in rows if layout.grid.lines else ():
        cells = [str(cell) for cell in layout.grid.rows[row]]
        cells_of_line(cells, len(layout.columns), layout.grid.line(row))
    rounds = expect_rounds(layout)
    table = _table(layout, rows)
    players = players_of(table)
    numberings = _numberings(layout, rows, table)
    said = [_points(layout, rows, column) for column in layout.of("points")]
    others = _perhaps_points(layout, rows)
    texts = _texts(layout, rows, rounds)
    grid_of_numbers = layout.of("square")
    says_all = False
    if grid_of_numbers and _is_square(layout, texts, rows):
        square = Square(
            [[_text(layout, row, one, is_round=False) for one in grid_of_numbers] for row in rows],
            [one.number for one in grid_of_numbers],
        )
        joined, says_all = join_square(square, numberings, said, others)
        event = _of_square(players, joined, says_all)
    else:
        joined = join(texts, numberings, said, others)
        event = Event(
            players=_numbered(players, joined.numbering),
            games=joined.games,
            rounds=len(rounds),
            says_format=False,
            says_colours=joined.says_colours,
        )
    event = replace(event, printed_places=_places(layout, rows, joined))
    used = _used(layout, joined)
    grid, lines = layout.grid, list[Line]()
    is_own = bool(grid.lines) and not is_from_site(grid)
    if not is_own:
        event, lines = with_said(replace(event, where=grid.name), said_above(grid, layout.head))
    event = counted(event, account_of(layout, kinds, rows, used, lines, asked))
    if not is_own:
        return event
    lined = in_its_format(with_lines(event, table, Path(path)), table)
    return lined if lined.says_format else replace(lined, says_format=event.says_format)


def _used(layout: Layout, joined: Joined) -> dict[int, str]:
    """How the columns were used that the games decide about: numbers, places, points."""
    found: dict[int, str] = {}
    for column in layout.of("no", "rank"):
        if column.heading == joined.numbering.heading:
            found[column.at] = USED
    for column in layout.of("rank")[:1]:
        found[column.at] = USED
    if joined.points is not None:
        headed = (one for one in layout.columns if one.heading == joined.points.heading)
        column = next(one for one in headed if one.use in ("points", "tie_breaks", ""))
        found[column.at] = CHECKED
    if joined.numbering.heading == _BY_ID:
        found.update({column.at: USED for column in layout.of("id")})
    return found


def people_of(layout: Layout, rows: Sequence[int]) -> tuple[Player, ...]:
    """The players of a list, by their own numbers or in its order."""
    table = _table(layout, rows)
    return _numbered(players_of(table), _numberings(layout, rows, table)[0])


def _of_square(players: Sequence[Player], joined: Joined, is_whole: bool) -> Event:
    numbered = _numbered(players, joined.numbering)
    n = len(players)
    pairs = len({frozenset((game.white, game.black)) for game in joined.games})
    is_all = is_whole or 4 * pairs > n * (n - 1)
    games = joined.games
    if is_all and not is_whole:
        cycles = 1 + max((game.round - 1) // (n - 1 + n % 2) for game in games)
        games = (*games, *waiting_games(games, joined.numbering.numbers, cycles))
    return Event(
        players=numbered,
        games=games,
        format="round-robin" if is_all else "swiss",
        says_format=is_whole,
        says_rounds=False,
        says_colours=False,
    )


def _numbered(players: Sequence[Player], numbering: Numbering) -> tuple[Player, ...]:
    found = []
    for player, no in zip(players, numbering.numbers, strict=True):
        # Programs print 0 for no number.
        player = replace(player, no=no, id=player.id if player.id.strip("0") else "")
        if numbering.heading == _BY_ID:
            # Opponents are named by this column, so it numbers the players of the event.
            player = replace(player, id="", name="" if player.name == str(no) else player.name)
        found.append(player)
    return tuple(found)


_BY_ID = "id"
_BY_ROWS = ""


def _table(layout: Layout, rows: Sequence[int]) -> Table:
    """The parts of the players as a list of players has them."""
    used = [
        one
        for one in layout.columns
        if one.use not in _NOT_OF_PLAYERS and not one.use.startswith("other ")
    ]
    headings = tuple(_heading(one) for one in used)
    grid = layout.grid
    numbers = Numbers(
        (shown(cell) for row in rows for cell in grid.rows[row]), decimal=grid.decimal
    )

    def place(row: int, at: int) -> str:
        return layout.place(row, used[at])

    return Table(
        grid.name,
        headings,
        tuple(
            Row(headings, [_value(layout, row, one) for one in used], _place_of(layout, row),
                partial(place, row), numbers)
            for row in rows
        ),
        tuple(grid.lines[: grid.first[layout.head] - 1]) if grid.first else (),
        tuple(one.heading for one in used),
    )  # fmt: skip


def _heading(column: Column) -> str:
    """The heading under which a list of players has the same: its own where it is known there."""
    own = heading_of(column.heading)
    is_known = own in spellings(column.use) or RATING_LIST.fullmatch(own)
    return own if is_known else column.use


def _place_of(layout: Layout, row: int) -> str:
    """The place of a player: of a text the line, else the cell of the name."""
    name = next(iter(layout.of("name")), None)
    if layout.grid.lines or name is None:
        return layout.grid.line(row)
    return layout.place(row, name)


def _value(layout: Layout, row: int, column: Column) -> object:
    cells = layout.grid.rows[row]
    value = cells[column.at] if column.at < len(cells) else ""
    return "" if not shown(value) else value


def _row(layout: Layout, row: int, column: Column, numbers: Numbers) -> Row:
    return Row(
        (heading_of(column.heading),), (_value(layout, row, column),), layout.grid.line(row),
        lambda _: layout.place(row, column), numbers,
    )  # fmt: skip


def _numberings(layout: Layout, rows: Sequence[int], table: Table) -> list[Numbering]:
    """The ways in which the table may number its players.

    Raises `ArgumentError` with the cell for a number that cannot be read.
    """
    found: list[Numbering] = []
    for column in layout.of("no"):
        numbers = []
        for row in rows:
            one = _row(layout, row, column, Numbers())
            number = _whole(one, column)
            if number is None:
                raise refusal(ArgumentError, "read_no_number", one.at(heading_of(column.heading)))
            numbers.append(number)
        found.append(Numbering(column.heading, numbers))
    ids = [row.text(column_of(table, "id")) for row in table.rows]
    if not found and all(map(NUMBER.fullmatch, ids)):
        found.append(Numbering(_BY_ID, list(map(int, ids))))
    for column in layout.of("rank"):
        ranks = [_whole(_row(layout, row, column, Numbers()), column) for row in rows]
        if None not in ranks and len(set(ranks)) == len(ranks):
            found.append(Numbering(column.heading, [rank for rank in ranks if rank is not None]))
    if not found or not (layout.of("no") and not layout.of("rank")):
        found.append(Numbering(_BY_ROWS, range(1, len(rows) + 1)))
    different = {tuple(one.numbers): one for one in reversed(found)}
    return [one for one in found if different.get(tuple(one.numbers)) is one]


def _whole(row: Row, column: Column) -> int | None:
    """The whole number in a cell, ``3.`` and the first place of ``3-5`` too."""
    text = row.text(heading_of(column.heading)).rstrip(".")
    head, sign, tail = text.partition("-")
    if sign and head.strip().isdecimal() and tail.strip().isdecimal():
        return int(head)
    is_plain = text.isascii() and text.isdigit() and len(text) < 9
    return int(text) if is_plain else row.whole(heading_of(column.heading))


def _places(layout: Layout, rows: Sequence[int], joined: Joined) -> dict[int, int]:
    """The places; who shares one with the player above has no number of their own."""
    found: dict[int, int] = {}
    last = 0
    for column in layout.of("rank")[:1]:
        for no, row in zip(joined.numbering.numbers, rows, strict=True):
            # Without a rank the order of the rows is not said to be the final one.
            last = _whole(_row(layout, row, column, Numbers()), column) or last
            if last:
                found[no] = last
    return found


def _points(layout: Layout, rows: Sequence[int], column: Column) -> Points:
    numbers = Numbers(
        (layout.grid.text(row, column.at) for row in rows), decimal=layout.grid.decimal
    )
    found = [_row(layout, row, column, numbers) for row in rows]
    return Points(
        column.heading,
        [row.points(heading_of(column.heading)) for row in found],
        [row.at(heading_of(column.heading)) for row in found],
    )


def _perhaps_points(layout: Layout, rows: Sequence[int]) -> list[Points]:
    """The columns of numbers that may be the points: organisers hide them behind TB1."""
    found = []
    for column in layout.of("tie_breaks", ""):
        try:
            found.append(_points(layout, rows, column))
        except RatingError:
            continue
    return [one for one in found if None not in one.values]


def _text(layout: Layout, row: int, column: Column, is_round: bool = True) -> tuple[str, str]:
    where = layout.place(row, column)
    cells = layout.grid.rows[row]
    value = cells[column.at] if column.at < len(cells) else ""
    return as_text(value, where, is_round), where


def _texts(
    layout: Layout, rows: Sequence[int], rounds: Mapping[int, Sequence[Column]]
) -> list[list[tuple[str, str]]]:
    """The cells of the rounds, one for each round, from however many columns it has."""
    return [
        [
            composed([(one.part, *_text(layout, row, one, len(columns) == 1)) for one in columns])
            for _, columns in sorted(rounds.items())
        ]
        for row in rows
    ]


def _is_square(
    layout: Layout, texts: Sequence[Sequence[tuple[str, str]]], rows: Sequence[int]
) -> bool:
    """Whether numbers alone head the columns of opponents: the cells tell, none names one."""
    if layout.of("round"):
        return False
    plain = [[_text(layout, row, one, False) for one in layout.of("square")] for row in rows]
    scores = looks_square(plain)
    filled = sum(bool(text) for row in plain for text, _ in row)
    return 2 * scores >= filled and bool(scores)
