"""All tables of a sheet: several of them become separate grids, wherever each begins.

People put events, lists of players and standings below or next to each other. A table is found by
its headings. To it belong the titles directly above them, and the cells below and to the right up
to the next table. Each grid keeps the places of its cells, and contains nothing of other tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key

from ..addresses import address
from ..grid import Grid, shown
from .above import is_from_site, label_of
from .pairing_heads import round_in
from .table_heads import TableHead, heads_in
from .words import begin_of

#: More columns than any sheet has.
_NO_END = 2**20


def tables_in(grid: Grid) -> list[Grid]:
    """The tables of a sheet, from top and left; the sheet itself if it has no two."""
    rows = [*map(grid.texts, range(len(grid.rows)))]
    heads = heads_in(rows)
    if len(heads) < 2:
        return [grid._replace(top=_first(rows, 0))]
    heads = [_from_left(rows, head, heads) for head in heads]
    heads = [_with_titles(rows, head, heads) for head in heads]
    site = is_from_site(grid)
    found = [
        (head, _without_others(_part(grid, areas, site), head.row))
        for head, areas in zip(heads, _areas(heads, len(rows)))
    ]
    return [part for _, part in sorted(found, key=cmp_to_key(_order))]


def _order(one: tuple[TableHead, Grid], other: tuple[TableHead, Grid]) -> int:
    """The order of two tables: from the top if they share a column, otherwise from the left."""
    first, second = one[0], other[0]
    if first.is_across(second):
        return first.row - second.row
    return first.cols.start - second.cols.start


def _from_left(
    rows: Sequence[Sequence[str]], head: TableHead, heads: Sequence[TableHead]
) -> TableHead:
    """The headings with the columns at their left that have none, but cells below."""
    below = [one.row for one in heads if one.row > head.row and one.is_across(head)]
    body = rows[head.row + 1 : min(below, default=len(rows))]
    left = max((one.cols.stop for one in heads if one.cols.stop <= head.cols.start), default=0)
    at = head.cols.start
    while at > left and any(row[at - 1] for row in body if at - 1 < len(row)):
        at -= 1
    # Without a gap, they belong to the table to the left.
    return head._replace(cols=range(at, head.cols.stop)) if at > left else head


def _with_titles(
    rows: Sequence[Sequence[str]], head: TableHead, heads: Sequence[TableHead]
) -> TableHead:
    """The headings with the first row of their table: its titles are directly above."""
    others = [one for one in heads if one.row < head.row and one.is_across(head)]
    above, start = max((one.row for one in others), default=-1), head.row
    nearest = [one for one in others if one.row == above]
    while start - 1 > above and not any(one.is_row(rows[start - 1]) for one in nearest):
        if not _is_title(_cells(rows[start - 1], head.cols)):
            break
        start -= 1
    if head.kind == "pairings" and start == head.row:
        # The name of a round may be separated by blank lines.
        further = start - 1
        while further > above and not _cells(rows[further], head.cols):
            further -= 1
        if further > above and any(map(round_in, _cells(rows[further], head.cols))):
            start = further
    return head._replace(start=start)


def _cells(row: Sequence[str], cols: range) -> list[str]:
    return [text for text in row[cols.start : cols.stop] if text]


def _is_title(texts: Sequence[str]) -> bool:
    """Whether the cells of a line are a title, or a label with its value."""
    if len(texts) == 1:
        return any(map(str.isalpha, texts[0]))
    is_label = len(texts) == 2 and (texts[0].endswith((":", "：")) or label_of(texts[0]))
    return bool(is_label) or (len(texts) == 2 and any(map(round_in, texts)))


def _areas(heads: Sequence[TableHead], height: int) -> list[list[tuple[range, range]]]:
    """The rows and columns of each table: until one below begins, up to one to the right."""
    found: list[list[tuple[range, range]]] = [[] for _ in heads]
    starts = sorted({one.start for one in heads})
    # What is above all tables belongs to the first.
    active = [min(range(len(heads)), key=lambda at: (heads[at].start, heads[at].cols.start))]
    for start, end in zip([0, *starts], [*starts, height]):
        new = [at for at, one in enumerate(heads) if one.start == start and at not in active]
        kept = [at for at in active if not any(heads[at].is_across(heads[one]) for one in new)]
        active = sorted([*kept, *new], key=lambda at: heads[at].cols.start)
        lefts = [0, *(heads[at].cols.start for at in active[1:])]
        for at, left, right in zip(active, lefts, [*lefts[1:], _NO_END]):
            if end > start:
                found[at].append((range(start, end), range(left, right)))
    return found


def _part(grid: Grid, areas: Sequence[tuple[range, range]], site: bool) -> Grid:
    """The grid of one table, with its areas only."""
    top = areas[0][0].start
    rows: list[Sequence[object]] = [()] * top
    for lines, cols in areas:
        for cells in grid.rows[lines.start : lines.stop]:
            is_whole = cols.start == 0 and cols.stop >= len(cells)
            rows.append(
                cells if is_whole else [c if at in cols else "" for at, c in enumerate(cells)]
            )
    top = _first(rows, top)
    found = grid._replace(rows=rows, top=top, site=site)
    return found._replace(area=_area_of(found))


def _first(rows: Sequence[Sequence[object]], top: int) -> int:
    """The first row with anything, from the row `top` on."""
    return next((row for row in range(top, len(rows)) if any(map(shown, rows[row]))), top)


def _area_of(grid: Grid) -> str:
    """The cells of a table, from its first to its last: ``A3:F12``."""
    filled = [(row, col) for row in range(grid.top, len(grid.rows))
              for col, cell in enumerate(grid.rows[row]) if shown(cell)]  # fmt: skip
    rows, cols = zip(*filled)
    return f"{address(min(rows), min(cols))}:{address(max(rows), max(cols))}"


def _without_others(part: Grid, head: int) -> Grid:
    """The table without new columns of other tables, whose headings name these."""
    first = next((at for at, cell in enumerate(part.rows[head]) if shown(cell)), 0)
    own = ("", address(head, first))
    others = {
        at
        for cells in part.rows[part.top :]
        for at, cell in enumerate(cells)
        if type(cell) is str and cell.endswith((")", "）")) and begin_of(cell) not in own
    }
    if not others:
        return part
    rows = [["" if at in others else cell for at, cell in enumerate(row)] for row in part.rows]
    return part._replace(rows=rows)
