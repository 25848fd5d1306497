"""The event in a crosstable, of any program and in any file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ...engine.account import CHECKED, USED
from ...engine.errors import FileError, RatingError
from ...engine.event import Event, Player
from ...engine.problem import make_error
from ...engine.vocabulary.spans import days_in
from ..event_lines import in_its_format, on_days, with_lines
from ..files import AnyPath
from ..grid import shown
from ..player_columns import column_of
from ..players import players_of
from ..shape import cells_of_line
from ..tabular import AS_IT_IS, ReadOptions
from ..undated import with_day_above
from .above import LabelLine, is_from_site, said_above, with_said
from .accounted import account_of, counted
from .beside import scores_beside
from .colours import side_in
from .columns import (
    BY_ID,
    numberings_of,
    perhaps_points,
    places_of,
    points_of,
    table_of,
    with_ids,
    without_counts,
)
from .compose import composed
from .layout import CrosstableColumn, Layout, expect_rounds, without_ignored
from .named_opponents import by_numbers
from .plain_cells import as_texts
from .rounds import JoinedRounds, Numbering, RoundCells, join
from .rows import lines_of_table
from .square import join_square, waiting_games
from .square_cells import looks_square, without_colours

#: A complete date in the heading of a round.
_DAY = re.compile(r"\d{4}[-./年]\d{1,2}[-./月]\d{1,2}日?|\d{1,2}[./]\d{1,2}[./]\d{4}")


def read_layout(layout: Layout, path: AnyPath, asked: ReadOptions = AS_IT_IS) -> Event:
    """The event in a crosstable found in a file, with its account.

    Raises `FileError` if rounds or players are missing, `ArgumentError` naming a cell
    that cannot be read, and `EventError` naming a cell that contradicts another one: the two
    halves of a game, or the games and the points.
    """
    layout = without_ignored(layout, asked.ignore)
    kinds = {line.row: line.kind for line in lines_of_table(layout)}
    rows = [row for row, kind in kinds.items() if kind == "player"]
    if not rows:
        raise make_error(FileError, "read_crosstable_nobody", layout.grid.line(layout.head))
    for row in rows if layout.grid.lines else ():
        line = [str(cell) for cell in layout.grid.rows[row]]
        cells_of_line(line, len(layout.columns), layout.grid.line(row))
    rounds, layout = expect_rounds(layout), with_ids(layout, rows)
    table = table_of(layout, rows)
    players = players_of(table, has_cells=not layout.grid.lines)
    numberings = numberings_of(layout, rows, table)
    said = [points_of(layout, rows, column) for column in layout.of("points")]
    others = [] if said else perhaps_points(layout, rows)
    cells = _round_cells(layout, rows, rounds)
    grid_of_numbers = layout.of("square")
    says_all = False
    square = without_colours(
        [list(zip(*one)) for one in zip(*_cells(layout, rows, grid_of_numbers, is_round=False))],
        [one.number for one in grid_of_numbers],
    )
    if grid_of_numbers and not layout.of("round") and looks_square(square.rows):
        joined, says_all = join_square(square, numberings, said, others)
        event = _of_square(players, joined, says_all)
    else:
        names = [row.text(column_of(table, "name")) for row in table.rows]
        if named := by_numbers(cells.texts, names, numberings[0].numbers):
            cells, numberings = cells._replace(texts=named), numberings[:1]
        joined = join(cells, numberings, said, others)
        event = Event(
            players=_numbered(players, joined.numbering),
            games=joined.games,
            rounds=len(rounds),
            says_format=False,
            says_colours=joined.says_colours,
            scoring=joined.scoring,
        )
    event, counts = without_counts(layout, rows, event)
    event = replace(event, printed_places=places_of(layout, rows, joined))
    used = {**_used(layout, joined), counts: CHECKED}
    grid, lines = layout.grid, list[LabelLine]()
    is_own = bool(grid.lines) and not is_from_site(grid)
    if not is_own:
        event, lines = with_said(replace(event, where=grid.name), said_above(grid, layout.head))
    account = account_of(layout, kinds, rows, used, lines, asked)
    account = replace(account, side=side_in(set[str]().union(*cells.texts))[0])
    event = counted(event, account)
    if not is_own:
        return with_day_above(_on_days(event, layout), _texts_above(layout))
    lined = _on_days(in_its_format(with_lines(event, table, Path(path)), table), layout)
    lined = with_day_above(lined, _texts_above(layout))
    return lined if lined.says_format else replace(lined, says_format=event.says_format)


def _texts_above(layout: Layout) -> Iterator[tuple[str, str]]:
    """The texts above a table's headings, with their places."""
    grid = layout.grid
    for line in grid.above:
        yield from ((shown(cell), grid.name) for cell in line)
    for at, row in enumerate(grid.rows[: layout.head]):
        yield from ((shown(cell), grid.line(at)) for cell in row)


def _used(layout: Layout, joined: JoinedRounds) -> dict[int, str]:
    """How columns were used if the games decide about it: numbers, places, points."""
    found: dict[int, str] = {}
    for column in layout.of("no", "rank"):
        if column.at == joined.numbering.at:
            found[column.at] = USED
    for column in layout.of("rank")[:1]:
        found[column.at] = USED
    if joined.points is not None:
        found[joined.points.at] = CHECKED
    if joined.numbering.heading == BY_ID:
        found.update({column.at: USED for column in layout.of("id")})
    return found


def people_of(layout: Layout, rows: Sequence[int]) -> tuple[Player, ...]:
    """The players of a list, by their own numbers or in order."""
    table = table_of(layout, rows)
    return _numbered(players_of(table), numberings_of(layout, rows, table)[0])


def _of_square(players: Sequence[Player], joined: JoinedRounds, is_whole: bool) -> Event:
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
        says_order=n < 3,
        says_colours=joined.says_colours,
        scoring=joined.scoring,
    )


def _numbered(players: Sequence[Player], numbering: Numbering) -> tuple[Player, ...]:
    found = []
    for player, no in zip(players, numbering.numbers):
        # Programs print 0 for a missing number.
        own_id = player.id if player.id.strip("0") else ""
        if (no, own_id) != (player.no, player.id):
            player = replace(player, no=no, id=own_id)
        if numbering.heading == BY_ID:
            # Opponents refer to this column, so it numbers the players of the event.
            player = replace(player, id="", name="" if player.name == str(no) else player.name)
        found.append(player)
    return tuple(found)


def _cells(
    layout: Layout, rows: Sequence[int], columns: Sequence[CrosstableColumn], is_round: bool = True
) -> RoundCells:
    """The cells of these columns, row by row."""
    if not columns:
        return RoundCells([[] for _ in rows], [[] for _ in rows])
    places = list(zip(*(layout.places(rows, one) for one in columns)))
    texts = []
    for row, own in zip(rows, places):
        cells = layout.grid.rows[row]
        values = [cells[one.at] if one.at < len(cells) else "" for one in columns]
        texts.append(as_texts(values, own, is_round))
    return RoundCells(texts, places)


def _round_cells(
    layout: Layout, rows: Sequence[int], rounds: Mapping[int, Sequence[CrosstableColumn]]
) -> RoundCells:
    """The cells of the rounds, one per round, composed from any number of columns."""
    columns_of = [columns for _, columns in sorted(rounds.items())]
    if all(len(columns) == 1 for columns in columns_of):
        return _cells(layout, rows, [columns[0] for columns in columns_of])
    scores = scores_beside(layout, rows, columns_of)

    def cell(row: int, columns: Sequence[CrosstableColumn]) -> tuple[str, str]:
        is_alone = len(columns) == 1
        (texts,), (places,) = _cells(layout, [row], columns, is_alone)
        if is_alone:
            return texts[0], places[0]
        texts = [texts[0], *(scores.get(text, text) for text in texts[1:])]
        return composed([*zip((one.part for one in columns), texts, places)])

    found = [[cell(row, columns) for columns in columns_of] for row in rows]
    return RoundCells(*([[one[at] for one in row] for row in found] for at in (0, 1)))


def _on_days(event: Event, layout: Layout) -> Event:
    """The event with the days in the headings of its rounds, if all have one."""
    found = [_DAY.search(one.heading) for one in layout.of("round")]
    texts = [day[0] for day in found if day]
    if not texts or len(texts) < len(found):
        return event
    try:
        days = days_in(f"{texts[0]} to {texts[-1]}")
    except RatingError:
        return event  # ambiguous dates
    return on_days(event, dict.fromkeys(days, layout.grid.line(layout.head)))
