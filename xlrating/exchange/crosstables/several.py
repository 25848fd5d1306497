"""All crosstables of a workbook: several on one sheet become separate grids.

People put one event below or next to another. Each grid keeps the places of its cells, and
contains nothing of the other tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..addresses import address
from .grid import Cells, Grid, shown
from .layout import find_layout, heads_games
from .round_heads import with_headings
from .words import bare_number, begin_of, column_of, parts_of, round_of

#: The maximum number of cells in a line above a table: a label, and its value.
_TITLE_CELLS = 2


def tables_in(grid: Grid) -> Iterator[Grid]:
    """The tables of games on a sheet, from top and left; empty if there is none."""
    grid, named = with_headings(grid)
    for strip in _strips(grid, named):
        yield from _stacked(strip, named)


def _strips(grid: Grid, named: Sequence[int]) -> Iterator[Grid]:
    """The sheet, or its parts next to each other whose tables begin in different rows."""
    heads = [row for row in named if heads_games(grid.texts(row))]
    sides = _gaps(grid.rows[min(heads) :]) if len(heads) > 1 else []
    # Without a gap, a table begins at its first heading.
    left = {next(at for at, cell in enumerate(grid.rows[row]) if _begins(cell)) for row in heads}
    sides = [part for side in sides for part in _cut(side, sorted(left))]
    begin = {side: [row for row in heads if _is_table(grid.rows[row], side)] for side in sides}
    are_several = len({tuple(rows) for rows in begin.values() if rows}) > 1
    if not are_several or any(_goes_on(grid, side, heads, of) for side, of in begin.items() if of):
        yield grid
        return
    for side in _joined(sides, [bool(begin[side]) for side in sides]):
        yield _between(grid, side)


def _goes_on(grid: Grid, side: range, heads: Sequence[int], begin: Sequence[int]) -> bool:
    """Whether headings that begin further left go on in these columns.

    `begin` are the rows in which tables of these columns begin.
    """
    for row in set(heads) - {*begin}:
        cells = grid.rows[row]
        is_next = side.start > 0 and _filled(cells[side.start - 1 : side.start + 1]) > 1
        number = _filled(cells[side.start : side.stop])
        is_title = number <= _TITLE_CELLS and not is_next and not _games(cells, side)
        above = max((at for at in begin if at < row), default=row)
        is_inside = above < row and all(
            _filled(own[side.start : side.stop]) for own in grid.rows[above:row]
        )
        if not (is_title or is_inside):
            return True
    return False


def _stacked(grid: Grid, named: Sequence[int]) -> Iterator[Grid]:
    """The tables of a sheet, or of a part of its columns, from top to bottom."""
    heads = _heads(grid, named)
    starts = [_start(grid, head, before) for before, head in zip([-1, *heads], heads)]
    for head, start, end in zip(heads, starts, [*starts[1:], len(grid.rows)]):
        block = _only(grid, range(start, end))
        sides = _sides(block, head)
        for side in sides:
            part = block if len(sides) == 1 else _between(block, side)
            part = _without_others(part, head)
            if find_layout(part, head + 1):
                yield part


def _heads(grid: Grid, named: Sequence[int]) -> list[int]:
    """The rows of headings that begin a table, except those that repeat the one above.

    `named` are the rows with a heading of names or IDs.
    """
    found: list[int] = []
    for row in named:
        if not heads_games(grid.texts(row)):
            continue
        if found and _continues(grid, found[-1], row):
            continue
        found.append(row)
    return found


def _continues(grid: Grid, head: int, row: int) -> bool:
    """Whether headings merely repeat those of the table above, as on a new page.

    In a new table the players' numbers start again.
    """
    texts = [[shown(cell) for cell in grid.rows[at]] for at in (head, row)]
    if texts[0] != texts[1]:
        return False
    counted = next((at for at, text in enumerate(texts[0])
                    if column_of(text)[0] in ("no", "rank")), None)  # fmt: skip
    if counted is None:
        return False
    above = {grid.text(at, counted) for at in range(head + 1, row)} - {""}
    return row + 1 < len(grid.rows) and grid.text(row + 1, counted) not in above


def _start(grid: Grid, head: int, before: int) -> int:
    """The first row of a table: its titles are directly above its headings."""
    if before < 0:
        return 0
    row = head
    while row - 1 > before and 0 < _filled(grid.rows[row - 1]) <= _TITLE_CELLS:
        row -= 1
    return row


def _filled(cells: Cells) -> int:
    return sum(bool(shown(cell)) for cell in cells)


def _sides(block: Grid, head: int) -> list[range]:
    """The columns of each table in a block; an empty column separates two."""
    sides = _gaps(block.rows[head:])
    parted = [part for side in sides for part in _parted(block.rows[head], side)]
    own = _joined(parted, [_is_table(block.rows[head], side) for side in parted])
    return own if len(own) > 1 else [range(max(map(len, block.rows), default=0))]


def _gaps(rows: Sequence[Cells]) -> list[range]:
    """The groups of adjacent columns with anything in these rows."""
    width = max(map(len, rows), default=0)
    empty = [at for at in range(width) if not any(at < len(row) and shown(row[at]) for row in rows)]
    edges = zip([-1, *empty], [*empty, width])
    return [range(left + 1, right) for left, right in edges if right - left > 1]


def _cut(side: range, columns: Sequence[int]) -> list[range]:
    """The parts of adjacent columns that begin at some of them."""
    edges = [side.start, *(at for at in columns if side.start < at < side.stop), side.stop]
    return [range(start, stop) for start, stop in zip(edges, edges[1:])]


def _joined(sides: Sequence[range], are_tables: Sequence[bool]) -> list[range]:
    """The columns of each table; what is no table belongs to the one to its left."""
    first = [side.start for side, is_table in zip(sides, are_tables) if is_table]
    if not first:
        return []
    stops = [*first[1:], sides[-1].stop]
    return [range(start, stop) for start, stop in zip([sides[0].start, *first[1:]], stops)]


def _parted(cells: Cells, side: range) -> Iterator[range]:
    """The columns of each table in a block of adjacent tables without a gap."""
    start = side.start
    for at in side:
        left, right = range(start, at), range(at, side.stop)
        if at < len(cells) and _begins(cells[at]) and (
            _games(cells, left) & _games(cells, right)
            and _is_table(cells, left) and _is_table(cells, right)
        ):  # fmt: skip
            yield left
            start = at
    yield range(start, side.stop)


def _begins(cell: object) -> bool:
    """Whether a heading is one of those at the left of a table."""
    return column_of(shown(cell))[0] in ("no", "rank", "id", "name")


def _games(cells: Cells, side: range) -> set[int]:
    """The rounds or opponents in the headings."""
    texts = [shown(cells[at]) for at in side if at < len(cells)]
    found = (round_of(text) for text in texts)
    return {one.number for one in found if one} | {*map(bare_number, texts)} - {0}


def _is_table(cells: Cells, side: range) -> bool:
    texts = [shown(cells[at]) for at in side if at < len(cells)]
    return bool(parts_of(texts) & {"name", "id"}) and heads_games(texts)


def _without_others(part: Grid, head: int) -> Grid:
    """The table without new columns of other tables, whose headings name these."""
    first = next((at for at, cell in enumerate(part.rows[head]) if shown(cell)), 0)
    own = ("", address(head, first))
    others = {
        at
        for cells in part.rows
        for at, cell in enumerate(cells)
        if type(cell) is str and cell.endswith((")", "）")) and begin_of(cell) not in own
    }
    if not others:
        return part
    rows = [["" if at in others else cell for at, cell in enumerate(row)] for row in part.rows]
    return part._replace(rows=rows)


def _only(grid: Grid, rows: range) -> Grid:
    cells: Sequence[Cells] = [row if at in rows else () for at, row in enumerate(grid.rows)]
    return grid._replace(rows=cells[: rows.stop])


def _between(block: Grid, side: range) -> Grid:
    rows = [[cell if at in side else "" for at, cell in enumerate(row)] for row in block.rows]
    return block._replace(rows=rows)
