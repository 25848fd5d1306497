"""The data in the columns of a crosstable: players, their numbers, places and points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...engine.errors import ArgumentError, EventError, RatingError
from ...engine.event import Event
from ...engine.problem import make_error
from ...engine.results import Kind
from ...engine.vocabulary.headings import RATING_LIST, heading_of, spellings
from ..decimals import DecimalFormat
from ..grid import shown
from ..player_columns import column_of
from ..players import NUMBER
from ..sheet_table import as_line
from ..table import Row, Table
from ..unknown import Unknown
from .first_names import FIRST_NAME
from .layout import CrosstableColumn, Layout
from .rounds import JoinedRounds, Numbering, Points

#: The uses of columns that do not become part of a list of players.
_NOT_OF_PLAYERS = (
    "no", "rank", "points", "round", "square", "tie_breaks", "rating_change", "group", FIRST_NAME,
    "",
)  # fmt: skip


#: The pseudo-columns for numbering by ID, or by row order.
BY_ID, BY_ROWS = "id", ""


def table_of(layout: Layout, rows: Sequence[int]) -> Table:
    """The players' columns in the form of a list of players."""
    used = [
        one
        for one in layout.columns
        if one.use not in _NOT_OF_PLAYERS and not one.use.startswith("other ")
    ]
    headings = tuple(_heading(one) for one in used)
    grid = layout.grid
    numbers = DecimalFormat(
        (shown(cell) for row in rows for cell in grid.rows[row]), decimal=grid.decimal
    )

    cells = zip(*(layout.places(rows, one) for one in used)) if used else ((),) * len(rows)
    return Table(
        grid.name,
        headings,
        tuple(
            Row(headings, [_value(layout, row, one) for one in used], place, own.__getitem__,
                numbers)
            for row, place, own in zip(rows, _places_of(layout, rows), cells)
        ),
        _above(layout),
        tuple(one.heading for one in used),
    )  # fmt: skip


def _above(layout: Layout) -> tuple[str, ...]:
    """The lines of a text above the headings; of one of several tables, with its own cells only."""
    grid = layout.grid
    if not grid.first:
        return ()
    if grid.area:
        return tuple(map(as_line, grid.rows[: layout.head]))
    return tuple(grid.lines[: grid.first[layout.head] - 1])


def _heading(column: CrosstableColumn) -> str:
    """The heading in a list of players that means the same; the column's own if known there."""
    own = heading_of(column.heading)
    is_known = own in spellings(column.use) or RATING_LIST.fullmatch(own)
    return own if is_known else column.use


def _places_of(layout: Layout, rows: Sequence[int]) -> list[str]:
    """The places of players: the lines in a text, otherwise the cells with the names."""
    name = next(iter(layout.of("name")), None)
    if layout.grid.lines or name is None:
        return [layout.grid.line(row) for row in rows]
    return layout.places(rows, name)


def _value(layout: Layout, row: int, column: CrosstableColumn) -> object:
    cells = layout.grid.rows[row]
    value = cells[column.at] if column.at < len(cells) else ""
    # A cell merged with the row above may be meant for both players, so using it is an error;
    # a place is shared by both.
    if isinstance(value, Unknown) and value.is_below and column.use != "rank":
        return value
    found = layout.grid.value(row, column.at)
    first = layout.of(FIRST_NAME) if column.use == "name" else ()
    if not first:
        return found
    return ", ".join(filter(None, (shown(found), layout.grid.text(row, first[0].at))))


def _row(layout: Layout, row: int, column: CrosstableColumn, numbers: DecimalFormat) -> Row:
    return Row(
        (heading_of(column.heading),), (_value(layout, row, column),), layout.grid.line(row),
        lambda _: layout.place(row, column), numbers,
    )  # fmt: skip


def with_ids(layout: Layout, rows: Sequence[int]) -> Layout:
    """A square table's layout in which numbers that no opponent's column has are IDs.

    A club's own numbers, such as 编号 0012, are headed like starting numbers.
    """
    columns = sorted(one.number for one in layout.of("square"))
    if not columns or layout.of("round", "id") or len(layout.of("no")) != 1:
        return layout
    (own,) = layout.of("no")
    cells = [layout.grid.text(row, own.at).rstrip(".") for row in rows]
    if not all(map(str.isdecimal, cells)) or len(set(cells)) < len(cells):
        return layout
    if sorted(map(int, cells)) in (columns, [*range(1, len(rows) + 1)]):
        return layout
    return layout._replace(columns=tuple(
        one._replace(use="id") if one is own else one for one in layout.columns
    ))  # fmt: skip


def numberings_of(layout: Layout, rows: Sequence[int], table: Table) -> list[Numbering]:
    """The ways in which the table may number its players.

    Raises `ArgumentError` with the cell for a number that cannot be read.
    """
    found: list[Numbering] = []
    for column in layout.of("no"):
        numbers = []
        for row in rows:
            number = _whole(layout, row, column)
            if number is None:
                raise make_error(ArgumentError, "read_no_number", layout.place(row, column))
            numbers.append(number)
        found.append(Numbering(column.heading, numbers, column.at))
    ids = [row.text(column_of(table, "id")) for row in table.rows]
    if not found and all(map(NUMBER.fullmatch, ids)):
        found.append(Numbering(BY_ID, list(map(int, ids))))
    for column in layout.of("rank"):
        ranks = [_whole(layout, row, column) for row in rows]
        if None not in ranks and len(set(ranks)) == len(ranks):
            numbers = [rank for rank in ranks if rank is not None]
            found.append(Numbering(column.heading, numbers, column.at))
    if not found or not (layout.of("no") and not layout.of("rank")):
        found.append(Numbering(BY_ROWS, range(1, len(rows) + 1)))
    different = {tuple(one.numbers): one for one in reversed(found)}
    return [one for one in found if different.get(tuple(one.numbers)) is one]


def _whole(layout: Layout, at: int, column: CrosstableColumn) -> int | None:
    """The whole number in a cell, even ``3.``; for shared places like ``3-5`` the first one."""
    value = _value(layout, at, column)
    if type(value) is float and value.is_integer() and 0 <= value < 10**6:
        return int(value)  # Speed: as in nearly all sheets.
    row, heading = _row(layout, at, column, DecimalFormat()), heading_of(column.heading)
    text = row.text(heading).rstrip(".")
    head, sign, tail = (part.strip() for part in text.partition("-"))
    is_shared = column.use == "rank" and sign and head.isdecimal() and tail.isdecimal()
    if is_shared and 0 < int(head) < int(tail) < 10**6:
        return int(head)
    is_plain = text.isascii() and text.isdigit() and len(text) < 9
    return int(text) if is_plain else row.whole(heading)


def places_of(layout: Layout, rows: Sequence[int], joined: JoinedRounds) -> dict[int, int]:
    """The place of each player, by number; a blank or 0 repeats that of the player above."""
    found: dict[int, int] = {}
    last = 0
    for column in layout.of("rank")[:1]:
        for no, row in zip(joined.numbering.numbers, rows):
            # Without ranks, the row order need not be the final one.
            last = _whole(layout, row, column) or last
            if last:
                found[no] = last
    return found


def without_counts(layout: Layout, rows: Sequence[int], event: Event) -> tuple[Event, int]:
    """The event without players' numbers of games if these count its own, and their column, or -1.

    ``games`` are those before the event, but programs use the same heading for those in it.
    Raises `EventError` if the column counts the event's games for most players, but not for all.
    """
    column = next(iter(layout.of("games")), None)
    said = {one.no: one.games for one in event.players if one.games is not None}
    if column is None or not said:
        return event, -1
    counts = [
        {no: sum(no in (game.white, game.black) for game in event.games
                 if game.result.kind in kinds) for no in said}
        for kinds in ((Kind.PLAYED,), (Kind.PLAYED, Kind.FORFEIT), tuple(Kind))
    ]  # fmt: skip
    own = max(counts, key=lambda one: sum(one[no] == n for no, n in said.items()))
    if 2 * sum(own[no] == n > 0 for no, n in said.items()) <= len(said):
        return event, -1
    for row, player in zip(rows, event.players):
        if player.no in said and own[player.no] != player.games:
            words = {"total": own[player.no], "printed": player.games}
            raise make_error(EventError, "read_games_differ", layout.place(row, column), **words)
    return replace(
        event, players=tuple(replace(one, games=None) for one in event.players)
    ), column.at


def points_of(layout: Layout, rows: Sequence[int], column: CrosstableColumn) -> Points:
    """A column read as points, including ``2½``; errors as for `Row.points`."""
    numbers = DecimalFormat(
        (layout.grid.text(row, column.at) for row in rows), decimal=layout.grid.decimal
    )
    found = [_row(layout, row, column, numbers) for row in rows]
    return Points(
        column.heading,
        [row.points(heading_of(column.heading)) for row in found],
        lambda at: layout.place(rows[at], column),
        column.at,
    )


def perhaps_points(layout: Layout, rows: Sequence[int]) -> list[Points]:
    """The numeric columns that may be the points: organisers hide them behind TB1."""
    found = []
    for column in layout.of("tie_breaks", ""):
        try:
            found.append(points_of(layout, rows, column))
        except RatingError:
            continue
    return [one for one in found if None not in one.values]
