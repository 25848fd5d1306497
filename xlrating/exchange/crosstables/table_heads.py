"""The headings of all tables of a sheet, wherever each begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from .layout import heads_games
from .pairing_heads import head_a_list
from .words import bare_number, begin_of, column_of, part_of, round_of, side_of

Texts = Sequence[str]

#: The most lines of titles above a table that others have at their right.
_TITLES = 3


class TableHead(NamedTuple):
    """The headings of a table: their row, their columns, their kind, and its first row.

    `name` is the column of names, `counted` are those of numbers, places, boards and rounds.
    """

    row: int
    cols: range
    kind: str
    name: int
    counted: tuple[int, ...]
    ratings: tuple[int, ...]
    start: int = 0

    def is_across(self, other: TableHead) -> bool:
        """Whether two tables have a column in common."""
        return self.cols.start < other.cols.stop and other.cols.start < self.cols.stop

    def is_row(self, texts: Texts) -> bool:
        """Whether a row has somebody of this table, and not the headings of another."""
        name = texts[self.name] if self.name < len(texts) else ""
        if not name or _is_heading(name):
            return False
        counts, ratings = ([texts[at] for at in own if at < len(texts)]
                           for own in (self.counted, self.ratings))  # fmt: skip
        is_counted = not self.counted or any(counts)
        return is_counted and all(map(_has_digit, filter(None, (*counts, *ratings))))


def kind_of(texts: Texts) -> str:
    """What kind of table these are all headings of; '' if there is none, or some are missing.

    >>> kind_of(["No.", "Name", "R1"]), kind_of(["White", "Result"]), kind_of(["Name", "Elo"])
    ('crosstable', '', 'people')
    """
    parts = [part for text in texts if text and (part := column_of(text)[0])]
    sides = {*map(side_of, texts)}
    is_paired = {"white", "black"} <= sides or parts.count("name") == 2
    if head_a_list(texts):
        return "games"
    if "result" in sides and is_paired:
        return "pairings"
    if {"name", "id"}.isdisjoint(parts):
        return ""
    if heads_games(texts):
        return "crosstable"
    if "opponent" in map(part_of, texts):
        return "rows"
    is_pairing = not sides.isdisjoint(("white", "black", "result"))
    known = {*parts, *sides} - {""}
    return "people" if len(known) > 1 and not is_pairing else ""


def heads_in(rows: Sequence[Texts]) -> list[TableHead]:
    """The headings of all tables, except those that repeat the ones above."""
    # Speed: many cells are equal, and most end with a digit, as no such heading does.
    cells = set[str]().union(*rows) - {""}
    named = {text for text in cells if not text[-1].isnumeric() and _names(text)}
    found: list[TableHead] = []
    for row, texts in enumerate(rows):
        if named.isdisjoint(texts):
            continue
        for head in _heads_of(row, _without_titles(_without_rows(texts, found), rows[row + 1 :])):
            before = reversed(range(len(found)))
            above = next((at for at in before if found[at].is_across(head)), -1)
            if above < 0 or not _continues(rows, found[above], head):
                found.append(head)
            elif head.cols.stop > found[above].cols.stop:
                found[above] = found[above]._replace(cols=head.cols)
    return found


def _without_rows(texts: Texts, heads: Sequence[TableHead]) -> Texts:
    """A row without what it has of the tables above it."""
    found = list(texts)
    below: list[TableHead] = []
    for head in reversed(heads):
        if not any(map(head.is_across, below)) and head.is_row(texts):
            found = ["" if at in head.cols else text for at, text in enumerate(found)]
        below.append(head)
    return found


def _without_titles(texts: Texts, below: Sequence[Texts]) -> Texts:
    """A row without new columns of any table, and titles of those with headings `below`."""
    return ["" if text and (_is_title(at, below) or begin_of(text)) else text
            for at, text in enumerate(texts)]  # fmt: skip


def _is_title(at: int, below: Sequence[Texts]) -> bool:
    """Whether a table begins in this column below a cell, or below another title there."""
    for texts in below[:_TITLES]:
        if at >= len(texts) or not texts[at]:
            return False
        if _begins(texts[at]):
            stop = next((col for col in range(at, len(texts)) if not texts[col]), len(texts))
            return bool(_kind(texts, range(at, stop))) and _is_first(texts[at:stop])
        if at + 1 < len(texts) and texts[at + 1]:
            return False
    return False


def _heads_of(row: int, texts: Texts) -> Iterator[TableHead]:
    """The headings of each table in a row."""
    for cols in _pieces(texts):
        parts = {at: column_of(texts[at])[0] for at in cols}
        counted = tuple(at for at, part in parts.items()
                        if part in ("no", "rank") or _counts(texts[at]))  # fmt: skip
        ratings = tuple(at for at, part in parts.items() if part == "rating")
        named = [at for at, part in parts.items() if part == "name"]
        name = (named or [at for at in cols if _names(texts[at])])[0]
        yield TableHead(row, cols, _kind(texts, cols), name, counted, ratings)


def _names(text: str) -> bool:
    """Whether a heading is one of those for players of which a table has at least one."""
    return column_of(text)[0] in ("name", "id") or side_of(text) == "white"


def _begins(text: str) -> bool:
    """Whether a heading is one of those at the left of a table."""
    return bool(text) and (
        column_of(text)[0] in ("no", "rank", "id", "name")
        or side_of(text) == "white"
        or _counts(text)
    )


def _is_heading(text: str) -> bool:
    return bool(column_of(text)[0] or side_of(text) or round_of(text) or bare_number(text))


def _counts(text: str) -> bool:
    """Whether a heading is that of boards, rounds or days."""
    return side_of(text) == "board" or head_a_list((text, "White", "Black"))


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _is_word(text: str) -> bool:
    return _is_heading(text) and not bare_number(text)


def _kind(texts: Texts, cols: range) -> str:
    return kind_of(texts[cols.start : cols.stop])


def _pieces(texts: Texts) -> list[range]:
    """The columns of each table with headings in a row."""
    found: list[range] = []
    for cols in chain.from_iterable(_parted(texts, run) for run in _runs(texts)):
        if not found and not any(map(_is_word, texts[cols.start : cols.stop])):
            continue  # cells of a table above, beyond its headings
        if found and not _are_two(texts, found[-1], cols):
            # What is no table belongs to the one to its left.
            found[-1] = range(found[-1].start, cols.stop)
        else:
            found.append(cols)
    return [_narrow(texts, cols) for cols in found if _kind(texts, cols)]


def _narrow(texts: Texts, cols: range) -> range:
    """The columns of a table without single cells further right that are no headings."""
    runs = [*_runs(texts[cols.start : cols.stop])]
    while (
        len(runs) > 1 and len(runs[-1]) == 1 and not _is_heading(texts[cols.start + runs[-1].start])
    ):
        runs.pop()
    return range(cols.start, cols.start + runs[-1].stop)


def _runs(texts: Texts) -> Iterator[range]:
    """The adjacent headings in a row."""
    edges = [-1, *(at for at, text in enumerate(texts) if not text), len(texts)]
    yield from (range(one + 1, end) for one, end in zip(edges, edges[1:]) if end - one > 1)


def _parted(texts: Texts, run: range) -> Iterator[range]:
    """The headings of each table among adjacent ones."""
    start = run.start
    for at in run:
        if (
            _begins(texts[at])
            and not _is_first_name(texts, at)
            and _are_two(texts, range(start, at), range(at, run.stop))
            and _is_first(texts[at : run.stop])
        ):
            yield range(start, at)
            start = at
    yield range(start, run.stop)


def _are_two(texts: Texts, left: range, right: range) -> bool:
    """Whether headings next to each other are those of two tables, each with its own players."""
    if not (_kind(texts, left) and _kind(texts, right)):
        return False
    by_id = [not any(_names(texts[at]) and column_of(texts[at])[0] != "id" for at in cols)
             for cols in (left, right)]  # fmt: skip
    return by_id[0] == by_id[1]


def _is_first_name(texts: Texts, at: int) -> bool:
    """Whether a heading of names follows another one: last names, and first names."""
    return at > 0 and column_of(texts[at])[0] == column_of(texts[at - 1])[0] == "name"


def _is_first(texts: Texts) -> bool:
    """Whether a table may begin with the first heading: up to a name none is repeated."""
    until = next(at for at, text in enumerate(texts) if _names(text))
    parts = [column_of(text)[0] or side_of(text) or text for text in texts[: until + 1]]
    return len({*parts}) == len(parts)


def _continues(rows: Sequence[Texts], above: TableHead, head: TableHead) -> bool:
    """Whether headings merely repeat those of the table above, as on a new page.

    Those of pairings are repeated for each round. In any other new table the players' numbers
    start again.
    """
    if above.cols.start != head.cols.start:
        return False
    if above.kind == head.kind == "pairings":
        return True
    texts, first = (rows[row][head.cols.start : head.cols.stop] for row in (head.row, above.row))
    if texts != first:
        return False
    counted = next((at for at, text in zip(head.cols, texts)
                    if column_of(text)[0] in ("no", "rank")), None)  # fmt: skip
    if counted is None or head.row + 1 == len(rows):
        return head.kind != "crosstable"
    numbers = {row[counted] for row in rows[above.row + 1 : head.row] if counted < len(row)} - {""}
    after = rows[head.row + 1]
    return counted >= len(after) or after[counted] not in numbers
