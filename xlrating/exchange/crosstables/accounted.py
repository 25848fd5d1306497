"""The account of a crosstable or another table: what each column and each row was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ...engine.account import (
    CHECKED,
    IGNORED,
    KNOWN,
    UNUSED,
    USED,
    Account,
    FileStatement,
    LineRange,
)
from ...engine.account import AccountColumn as Accounted
from ...engine.errors import FileError
from ...engine.event import Event
from ...engine.problem import make_error
from ...engine.problems import Problem
from ...engine.vocabulary.cell_forms import looks_like
from ...engine.vocabulary.headings import heading_of
from ...engine.vocabulary.likeness import OF_GAMES, HeadedColumns, understood
from ..addresses import column_letter
from ..grid import Grid, shown
from ..looks import cells_struck, rows_hidden
from ..tabular import ReadOptions
from .above import LabelLine as SaidLine
from .first_names import FIRST_NAME
from .layout import CrosstableColumn, Layout
from .words import calculated, column_of, key

#: The kinds of columns that follow from others, or that do not affect any number.
_KNOWN = ("tie_breaks", "rating_change", "group")
#: The kinds of columns of which only one is read: numbers, places and points in the event.
_OF_TABLE = ("no", "rank", "points")
#: National ratings next to FIDE's, and FIDE IDs next to national ones.
_BESIDE = ("other rating", "other id")


def account_of(
    layout: Layout,
    kinds: Mapping[int, str],
    rows: Sequence[int],
    used: Mapping[int, str],
    said: Sequence[SaidLine],
    asked: ReadOptions,
) -> Account:
    """The account of a table that was read.

    `kinds` says what each row is, `rows` are those of the players, `used` says how columns were
    used if that depends on the games, `said` are the lines above with facts about the event.
    Raises `FileError` for an unknown column that may contain what a number depends on.
    """
    columns = {one.at: _of_column(layout, one, rows, used) for one in layout.columns}
    left = [one for one in layout.columns if columns[one.at] is None]
    found = _unknown(layout.grid, left, rows, asked, layout.head)
    known = (one for one in columns.values() if one is not None)
    every = (_with_cells(layout.grid, rows, one) for one in (*known, *found))
    return begun(layout.grid, kinds, said, "crosstable", every)


def _with_cells(grid: Grid, rows: Sequence[int], column: Accounted) -> Accounted:
    """A column, with its cells if it follows from others."""
    if column.use != KNOWN:
        return column
    return column._replace(printed=tuple(grid.text(row, column.number - 1) for row in rows))


def begun(
    grid: Grid,
    kinds: Mapping[int, str],
    said: Sequence[SaidLine],
    kind: str,
    columns: Iterable[Accounted],
) -> Account:
    """The account of a grid with these columns, and with the kind of each row."""
    rows = {**kinds, **{one.row: "said" for one in said if one.row >= 0}}
    return Account(
        grid.name,
        kind,
        encoding=grid.encoding,
        separator=grid.separator,
        sheet=grid.sheet,
        area=grid.area,
        others=grid.others,
        columns=tuple(sorted(columns, key=lambda one: one.number)),
        lines=_lines(grid, rows),
        said=tuple(FileStatement(one.part, one.text, one.where) for one in said),
        doubts=tuple(_looks(grid, rows)),
    )


def _looks(grid: Grid, kinds: Mapping[int, str]) -> Iterator[Problem]:
    """The doubts about players or games that a page hides or strikes through."""
    rows = {row for row, kind in kinds.items() if kind in ("player", "game")}
    hidden = rows.intersection(grid.hidden_rows)
    if hidden:
        yield from rows_hidden(hidden, grid.line(min(hidden)))
    struck = [(row, col) for row, col in grid.struck if row in rows]
    if struck:
        yield from cells_struck(struck, grid.line(min(struck)[0]))


def counted(event: Event, account: Account) -> Event:
    """The event with its account, completed with the numbers of players and games."""
    return replace(event, account=account.counting(event.players, event.games))


def _of_column(
    layout: Layout, column: CrosstableColumn, rows: Sequence[int], used: Mapping[int, str]
) -> Accounted | None:
    """How a column was used; None if it is not understood."""
    use, meaning = column.use, column.use
    number = column.at + 1
    if column.use in ("round", "square"):
        meaning = f"{column.use} {column.number} {column.part}".strip()
        return Accounted(column.heading, number, USED, meaning)
    cells = [layout.grid.text(row, column.at) for row in rows]
    if use == "rank" and not layout.of("rating") and _are_ratings(cells):
        return None
    if column.at in used:
        return Accounted(column.heading, number, used[column.at], meaning)
    if use in _OF_TABLE and not layout.of("rating") and looks_like(cells) == "rating":
        return None  # Points next to Score: in xiangqi, rating points
    if use in _OF_TABLE or use in _BESIDE:
        return Accounted(column.heading, number, KNOWN if use in _BESIDE else UNUSED, "")
    first = min((one.at for one in layout.of("round", "square")), default=column.at)
    if use == "rating_change" and column.at < first and not layout.of("rating"):
        if looks_like(cells) == "rating":
            return None  # Ra left of the games: programs put what they calculate behind them
    if use in _KNOWN:
        return Accounted(column.heading, number, KNOWN)
    if use.startswith("other "):
        _expect_alike(layout, column, use.removeprefix("other "), rows)
        return Accounted(column.heading, number, CHECKED, use.removeprefix("other "))
    if not use:
        return None
    return Accounted(column.heading, number, USED, "name" if use == FIRST_NAME else meaning)


def _are_ratings(cells: Sequence[str]) -> bool:
    """Whether a column headed as places has ratings: no table has only places from 1000 on."""
    return looks_like(cells) == "rating" and all(len(text) > 3 for text in cells if text)


def _expect_alike(layout: Layout, column: CrosstableColumn, use: str, rows: Sequence[int]) -> None:
    """Raise `FileError` if two columns for one part of a player disagree."""
    first = layout.of(use)[0]
    grid = layout.grid
    if any(grid.text(row, first.at) != grid.text(row, column.at) for row in rows):
        words = {"columns": f"{first.heading} / {column.heading}", "part": use}
        raise make_error(FileError, "read_both_mean", grid.line(layout.head), **words)


def _unknown(
    grid: Grid,
    columns: Sequence[CrosstableColumn],
    rows: Sequence[int],
    asked: ReadOptions,
    head: int,
) -> list[Accounted]:
    hidden = grid.hidden() if columns else ()
    table = HeadedColumns(
        ["" if one.use in (*_OF_TABLE, "rating_change") else key(one.heading) for one in columns],
        [one.heading for one in columns],
        lambda at: [grid.text(row, columns[at].at) for row in rows],
        [column_letter(one.at) if grid.sheet else f"#{one.at + 1}" for one in columns],
        [at for at, one in enumerate(columns) if one.at in hidden],
    )
    found = understood(table, {}, asked.ignore, grid.line(head), OF_GAMES)
    return [one._replace(number=columns[one.number - 1].at + 1) for one in found]


def columns_beside(
    grid: Grid, head: int, used: Mapping[int, str], rows: Sequence[int], asked: ReadOptions
) -> list[Accounted]:
    """The account of each column of a table of pairings.

    `used` has the meanings of the columns that are read by index from 0, after ``=`` for those
    that are only compared.
    """
    found, left = [], []
    for at in range(len(grid.rows[head])):
        heading = grid.text(head, at)
        if at in used:
            use = CHECKED if used[at].startswith("=") else USED
            found.append(Accounted(heading, at + 1, use, used[at].lstrip("=")))
        elif calculated(heading) or column_of(heading)[0]:
            use = IGNORED if heading_of(heading) in map(heading_of, asked.ignore) else KNOWN
            found.append(_with_cells(grid, rows, Accounted(heading, at + 1, use)))
        else:
            left.append(CrosstableColumn(at, heading, ""))
    return [*found, *_unknown(grid, left, rows, asked, head)]


def _lines(grid: Grid, kinds: Mapping[int, str]) -> tuple[LineRange, ...]:
    """The rows as lines of the file; consecutive ones of a kind become one range."""
    found: list[LineRange] = []
    last = len(grid.lines) or len(grid.rows)
    for row in range(len(grid.rows)):
        first = end = row + 1
        if grid.first:
            first = grid.first[row]
            end = grid.first[row + 1] - 1 if row + 1 < len(grid.rows) else last
        kind = kinds.get(row, "blank")
        if found and found[-1].kind == kind:
            found[-1] = found[-1]._replace(last=end)
        else:
            found.append(LineRange(kind, first, end))
    return tuple(found)


def is_blank(cells: Sequence[object]) -> bool:
    """Whether a row is empty."""
    return not any(map(shown, cells))
