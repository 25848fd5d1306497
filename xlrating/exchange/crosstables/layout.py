"""The position of a crosstable in a grid: the row of its headings, and what each means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...engine.errors import FileError
from ...engine.errors import shown as quoted
from ...engine.problem import make_error
from ...engine.vocabulary.cell_forms import looks_like
from ...engine.vocabulary.headings import (
    NUMBER_FACTS,
    RATING_LIST,
    TEXT_FACTS,
    heading_of,
    spellings,
)
from ...engine.vocabulary.waiting import WAITING
from ..grid import Grid
from .compose import covered_by_rounds, parts_beside
from .first_names import behind_titles, has_numbers, names_in_two
from .pairing_heads import head_a_list
from .words import bare_number, calculated, claim_of, column_of, key, part_of, round_of

#: Parts of a player for which `words.toml` has no headings.
_FACTS = ("born", "games", "peak", "k", "format", *TEXT_FACTS, *NUMBER_FACTS, *WAITING)
#: A ladder of ranks has points where ratings would be, so such a heading may mean either.
_LADDER = ("积分", "очки лестницы")
#: Headings of columns that programs calculate: they show that a program wrote the table.
_OWN = ("w", "we", "w-we", "rtg+/-", "Elo+/-", "Rp", "Krtg+/-", "K*rtg+/-")


# The table of all headings is only read for crosstables, not by every command.
@lru_cache(maxsize=1)
def _ladder_keys() -> frozenset[str]:
    return frozenset(spellings("rating")) & frozenset(map(key, _LADDER))


@lru_cache(maxsize=1)
def _own_keys() -> frozenset[str]:
    return frozenset(map(key, _OWN))


class CrosstableColumn(NamedTuple):
    """A column: its index `at` in the rows, its heading, and what it was taken for.

    `use` is a part of a player, ``round`` or ``square`` with the `number` in its heading, a
    kind of calculated column, or '' if unknown; `part` is the part of a round
    with several columns.
    """

    at: int
    heading: str
    use: str
    number: int = 0
    part: str = ""


class Layout(NamedTuple):
    """A crosstable in a grid: rows from `head` up to `body` are its headings."""

    grid: Grid
    head: int
    body: int
    columns: tuple[CrosstableColumn, ...]

    def of(self, *uses: str) -> list[CrosstableColumn]:
        """The columns with these uses, from left to right."""
        return [column for column in self.columns if column.use in uses]

    def place(self, row: int, column: CrosstableColumn) -> str:
        """The place of a cell in words."""
        return self.grid.at(row, column.at, _shown(column.heading))

    def places(self, rows: Sequence[int], column: CrosstableColumn) -> list[str]:
        """The places of a column's cells in these rows."""
        return self.grid.places(rows, column.at, _shown(column.heading))


@lru_cache(maxsize=1024)
def _shown(heading: str) -> str:
    # Called for each cell.
    return heading_of(heading)


def find_layout(grid: Grid) -> Layout | None:
    """The crosstable in a grid; None if no row contains headings of rounds or opponents."""
    for head in grid.head_rows:
        texts = grid.texts(head)
        if sum(map(bool, texts)) < 2 or not heads_games(texts):
            continue
        texts = behind_titles(grid, head, texts)
        below = _heads_parts(grid, head, texts)
        ratings = [at for at, text in enumerate(texts) if _is_rating(grid, head, at, text)]
        columns = tuple(
            one._replace(use="")
            if one.use == "title" and not one.heading and has_numbers(grid, head, one.at)
            else one
            for one in _columns(texts, below, ratings)
        )
        return Layout(grid, head, head + (2 if below else 1), columns)
    return None


def _is_rating(grid: Grid, head: int, at: int, text: str) -> bool:
    """Whether a column with an ambiguous heading, like ``Loc``, contains ratings, not places.

    In French, Classement is either.
    """
    if key(text) not in ("loc", "classement"):
        return False
    below = [grid.text(row, at) for row in range(head + 1, len(grid.rows))]
    numbers = [int(text) for text in below if text.isdecimal()]
    is_grouped = looks_like(below) == "rating"
    return is_grouped or (bool(numbers) and max(numbers) > 3 * len(grid.rows))


def list_columns(texts: Sequence[str]) -> tuple[CrosstableColumn, ...]:
    """The columns of a list of players, by their headings."""
    return _columns(texts, {})


def heads_games(texts: Sequence[str]) -> bool:
    """Whether a row of cells contains the headings of a table of games."""
    parts = [column_of(text)[0] for text in texts if text]
    if not any(parts):
        return False  # called for each of the first rows
    if head_a_list(texts):
        return False
    is_named = "name" in parts or "id" in parts
    if any(map(round_of, texts)):
        return is_named or any(parts)
    numbers = sum(bool(bare_number(text)) for text in texts)
    return bool(numbers) and (is_named or sum(map(bool, parts)) > 1)


def _heads_parts(grid: Grid, head: int, texts: Sequence[str]) -> Mapping[int, str]:
    """A second row of headings, ``Opp``, ``Col``, ``Res`` under each round, by column.

    Empty if there is no such row.
    """
    if head + 1 >= len(grid.rows):
        return {}
    under = {
        at: grid.text(head + 1, at)
        for at in range(len(grid.rows[head + 1]))
        if at >= len(texts) or not texts[at] or round_of(texts[at])
    }
    filled = {at: text for at, text in under.items() if text}
    parts = {at: part for at, text in filled.items() if (part := part_of(text))}
    # There may be people's own columns in between.
    return filled if len(parts) > 1 and 2 * len(parts) > len(filled) else {}


def _columns(
    texts: Sequence[str], below: Mapping[int, str], ratings: Sequence[int] = ()
) -> tuple[CrosstableColumn, ...]:
    found: list[CrosstableColumn] = []
    is_program = any(key(text) in _own_keys() for text in texts)
    last: CrosstableColumn | None = None
    beside, covered = parts_beside(texts), covered_by_rounds(texts)
    uses = {**dict.fromkeys(ratings, "rating"), **names_in_two(texts)}
    for at, text in enumerate(texts):
        # Programs put what they calculate after the games; columns before them are data.
        is_behind = any(one.use in ("round", "square") for one in found)
        column = _column(at, text, is_program and is_behind)
        column = column._replace(use=uses.get(at, column.use))
        part = beside.get(at, "") or part_of(below.get(at, ""))
        if column.use == "round" and part:
            column = column._replace(part=part)
        if at in below and not part:
            column = CrosstableColumn(at, below[at], "")
        elif at in beside and last is not None:
            column = last._replace(at=at, heading=text, part=part)
        elif not text and last is not None and (at in below or at <= covered):
            # A single heading may cover all columns of a round, or of an opponent met twice.
            column = last._replace(at=at, heading=last.heading, part=part)
        last = column if column.use in ("round", "square") else None
        found.append(column)
    return _preferred(_with_title(found))


def _column(at: int, text: str, is_program: bool) -> CrosstableColumn:
    if at_round := round_of(text):
        return CrosstableColumn(at, text, "round", at_round.number, at_round.part)
    if number := bare_number(text):
        return CrosstableColumn(at, text, "square", number)
    if part := column_of(text)[0]:
        return CrosstableColumn(at, text, part)
    if RATING_LIST.fullmatch(heading_of(text)):
        return CrosstableColumn(at, text, "rating")
    kind = calculated(text)
    if not (kind and is_program):
        own = heading_of(text)
        fact = next((fact for fact in _FACTS if own in spellings(fact)), "")
        if fact and text:
            return CrosstableColumn(at, text, fact)
    return CrosstableColumn(at, text, kind)


def _with_title(columns: Sequence[CrosstableColumn]) -> list[CrosstableColumn]:
    """The columns including the title, which has no heading; it is left of the name."""
    found = list(columns)
    for left, column in zip(columns, columns[1:]):
        if column.use == "name" and not left.heading and not left.use:
            found[left.at] = left._replace(use="title")
    return found


def _preferred(columns: Sequence[CrosstableColumn]) -> tuple[CrosstableColumn, ...]:
    """The columns with only one per part of a player: the best known one."""
    points = [one for one in columns if one.use == "points"]
    has_rating = any(one.use == "rating" for one in columns)
    ladder = [one for one in points if key(one.heading) in _ladder_keys()]
    if ladder and len(points) > len(ladder) and not has_rating:
        columns = [one._replace(use="rating") if one in ladder else one for one in columns]
    if not any(one.use == "rating" for one in columns):
        # If it is the only rating of a table, it cannot follow from others.
        columns = [one._replace(use="") if claim_of(one.heading) == "new" else one
                   for one in columns]  # fmt: skip
    best: dict[str, CrosstableColumn] = {}
    for one in columns:
        if one.use and one.use not in ("round", "square", "points", "no", "rank"):
            other = best.get(one.use)
            if other is None or _order(one) < _order(other):
                best[one.use] = one
    kinds = ("tie_breaks", "rating_change", "group")
    return tuple(
        one
        if one.use in ("", "round", "square", "points", "no", "rank", *kinds)
        or best[one.use] == one
        else one._replace(use=f"other {one.use}")
        for one in columns
    )


def without_ignored(layout: Layout, ignored: Iterable[str]) -> Layout:
    """The layout without these columns, if others hold the same part of a player.

    The best known one of the others is used then. A part that would have no column is kept, except
    for K, which the regulation has, too.
    """
    left_out = set(map(heading_of, ignored))
    plain = [one._replace(use=one.use.removeprefix("other ")) for one in layout.columns]
    twice = {one.use.removeprefix("other ") for one in layout.columns if one.use[:6] == "other "}
    kept = {one.use for one in plain if heading_of(one.heading) not in left_out}
    left = [
        one._replace(use="")
        if one.use in (twice & kept | {"k"}) and heading_of(one.heading) in left_out
        else one
        for one in plain
    ]
    return layout if left == plain else layout._replace(columns=_preferred(left))


def _order(column: CrosstableColumn) -> tuple[int, int]:
    return column_of(column.heading)[1], column.at


def expect_rounds(layout: Layout) -> Mapping[int, list[CrosstableColumn]]:
    """The columns of each round, from the first to the last.

    Raises `FileError` if one is missing, or two columns have the same heading.
    """
    rounds: dict[int, list[CrosstableColumn]] = {}
    for column in layout.of("round", "square"):
        rounds.setdefault(column.number, []).append(column)
    if sorted(rounds) != list(range(1, len(rounds) + 1)):
        raise make_error(FileError, "read_rounds", layout.grid.line(layout.head), n=len(rounds))
    for number, columns in rounds.items():
        columns = rounds[number] = _with_opponent(columns)
        _expect_parts(layout, columns, alike=len(set(map(len, rounds.values()))) == 1)
    return rounds


def _with_opponent(columns: list[CrosstableColumn]) -> list[CrosstableColumn]:
    """The columns of a round; ``R1`` next to ``R1 Result`` is the opponent's."""
    parts = [one.part for one in columns]
    if parts.count("") == 1 and "result" in parts:
        return [one if one.part else one._replace(part="opponent") for one in columns]
    return columns


def _expect_parts(layout: Layout, columns: Sequence[CrosstableColumn], alike: bool) -> None:
    """Reject duplicate headings of a round, unless for its parts, or for opponents met twice."""
    headed = [one for one in columns if layout.grid.text(layout.head, one.at)]
    parts = {one.part for one in headed if one.part}
    is_square = alike and all(one.use == "square" for one in columns)
    if len(headed) > 1 and len(parts) < len(headed) and not is_square:
        words = {
            "columns": " / ".join(quoted(one.heading) for one in headed),
            "part": f"round {columns[0].number}",
        }
        raise make_error(FileError, "read_both_mean", layout.grid.line(layout.head), **words)
