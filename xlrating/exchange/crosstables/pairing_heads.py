"""The headings of tables of pairings, and the rounds they belong to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple, NoReturn

from ...engine.errors import FileError
from ...engine.problem import make_error
from ...engine.vocabulary.headings import game_spellings, heading_of
from ..grid import Grid
from ..result_columns import columns_of_result
from .first_names import behind_titles
from .words import column_of, key, plain, round_of, side_of, words


@lru_cache(maxsize=1)
def _of_games() -> frozenset[str]:
    """Columns that only lists of games have."""
    return frozenset(map(key, (*game_spellings("round"), *game_spellings("date"))))


def _says_when(texts: Sequence[str]) -> bool:
    return any(key(text) in _of_games() for text in texts)


def head_a_list(texts: Sequence[str]) -> bool:
    """Whether these are headings of a list of games, whatever other columns it has.

    >>> head_a_list(["Round", "White", "Black", "R1"]), head_a_list(["White", "Black", "R1"])
    (True, False)
    """
    return {"white", "black"} <= {*map(side_of, texts)} and _says_when(texts)


class SideColumns(NamedTuple):
    """The columns of White or of Black; -1 if missing."""

    name: int
    no: int
    rating: int
    title: int
    points: int


class PairingHead(NamedTuple):
    """A row of headings: its round, its columns, and the row that names the round, -1 if none.

    `results` are the columns of the result: usually one, or White's score, ``:``, Black's score.
    """

    grid: Grid
    row: int
    round: int
    board: int
    results: tuple[int, ...]
    white: SideColumns
    black: SideColumns
    said: int = -1


def heads_of(grids: Sequence[Grid], ignored: Iterable[str] = ()) -> Iterator[PairingHead]:
    """The headings of all rounds, without ratings in `ignored` columns if there are others.

    Raises `FileError` if a round is not named, or occurs twice.
    """
    seen: dict[int, PairingHead] = {}
    left_out = frozenset(map(heading_of, ignored))
    for grid in grids:
        for head in _heads_of(grid, left_out):
            if head.round in seen:
                _refuse_twice(seen[head.round], head)
            seen[head.round] = head
            yield head


def are_rounds(grids: Sequence[Grid]) -> bool:
    """Whether tables on several sheets are the rounds of one event: by the sheets, or each once."""
    sheets = {grid.sheet for grid in grids}
    rounds = {*map(round_in, sheets)}
    if 0 not in rounds and len(rounds) == len(sheets):
        return True
    try:
        heads = [*heads_of(grids)]
    except FileError:
        return False
    names: dict[str, set[str]] = {}
    for head in heads:
        names.setdefault(head.grid.sheet, set()).update(_names_below(head))
    first, *others = names.values()
    return not any(first.isdisjoint(one) for one in others)


def _refuse_twice(first: PairingHead, second: PairingHead) -> NoReturn:
    """Raise `FileError` for a round with two tables: of one event, or of two."""
    if {*_names_below(first)}.isdisjoint(_names_below(second)):
        places = ", ".join(one.grid.line(one.row) for one in (first, second))
        raise make_error(FileError, "read_several_tables", first.grid.name, places=places)
    place = second.grid.line(second.row)
    raise make_error(FileError, "read_pairings_twice", place, round=second.round)


def _names_below(head: PairingHead) -> Iterator[str]:
    """The names below the headings, down to the first row without one."""
    for row in range(head.row + 1, len(head.grid.rows)):
        if not (name := head.grid.text(row, head.white.name)):
            return
        yield from (name, head.grid.text(row, head.black.name))


def _heads_of(grid: Grid, left_out: Set[str]) -> Iterator[PairingHead]:
    said, at = round_in(grid.sheet), -1
    for line in grid.above:
        said = next((found for cell in line if (found := round_in(str(cell)))), said)
    for row in range(len(grid.rows)):
        sides = sides_of(grid, row, left_out)
        if sides is None:
            texts = list(filter(None, grid.texts(row)))
            if len(texts) <= 2 and (found := next(filter(None, map(round_in, texts)), 0)):
                said, at = found, row
            continue
        if not said:
            raise make_error(FileError, "read_pairings_round", grid.line(row))
        yield sides._replace(round=said, said=at)
        said, at = 0, -1


def sides_of(
    grid: Grid, row: int, left_out: Set[str] = frozenset(), may_be_list: bool = False
) -> PairingHead | None:
    """The columns of a row of headings; None if it is not one.

    Ratings under a heading that is `left_out` are used if there are no others. Headings of a list
    of games are none, unless they are asked for.
    """
    texts = grid.texts(row)
    if sum(map(bool, texts)) < 3:
        return None
    texts = behind_titles(grid, row, texts)
    sides = [side_of(text) for text in texts]
    if _says_when(texts) and not may_be_list:
        return None  # this is a list of games
    parts = [column_of(text)[0] for text in texts]
    if "white" in sides and "black" in sides:
        white, black = sides.index("white"), sides.index("black")
    elif parts.count("name") == 2:
        white = parts.index("name")
        black = parts.index("name", white + 1)
    else:
        return None
    result = next((at for at in range(white + 1, len(texts)) if sides[at] == "result"), -1)
    if result < 0:
        return None
    # The result is between the two players, or after both.
    games = [*takewhile(lambda at: grid.text(at, white), range(row + 1, len(grid.rows)))]
    headings = [side or text for side, text in zip(sides, texts)]
    results = columns_of_result(result, headings, lambda col: [grid.text(at, col) for at in games])
    parted = min(result, black)

    def side(name: int, low: int, high: int, prefer: Sequence[int]) -> SideColumns:
        near = [at for at in prefer if low <= at < high]
        title = name - 1 if name and not texts[name - 1] and name - 1 not in results else -1
        ratings = [at for at in near if parts[at] == "rating"]
        kept = [at for at in ratings if heading_of(texts[at]) not in left_out]
        return SideColumns(
            name,
            next((at for at in near if parts[at] == "no"), -1),
            # Of the best known ones, not of two systems for the two players.
            min(kept or ratings, key=lambda at: column_of(texts[at])[1], default=-1),
            title,
            next((at for at in near if parts[at] == "points"), -1),
        )

    n = len(texts)
    by_white = side(white, 0, parted, [*range(white - 1, -1, -1), *range(white + 1, n)])
    low = black if parted == black else parted + 1
    by_black = side(black, low, n, [*range(black + 1, n), *range(black - 1, -1, -1)])
    board = next((at for at in range(white) if sides[at] == "board" and at != by_white.no), -1)
    return PairingHead(grid, row, 0, board, results, by_white, by_black)


@lru_cache(maxsize=1)
def _in_text() -> tuple[re.Pattern[str], ...]:
    long = {plain(word) for of in words()["round"].values() for word in of if len(word) > 2}
    one_of = "|".join(sorted(map(re.escape, long | {"轮", "輪"}), key=len, reverse=True))
    return (
        re.compile(rf"(?<!\w)(?P<no>\d{{1,2}})[.\s°ºaª-]*(?:\w{{0,3}}\s)?(?:{one_of})(?!\w)"),
        re.compile(rf"(?<!\w)(?:{one_of})[\s.:#№n°-]*(?P<no>\d{{1,2}})(?!\d)"),
        re.compile(r"第(?P<no>\d{1,2})[轮輪]"),
    )


def round_in(text: str) -> int:
    """The round named in a line; 0 if there is none.

    >>> round_in("Round 3 on 2026/02/13 at 18:00"), round_in("3. Runde am 13.02.2026")
    (3, 3)
    """
    if found := round_of(text):
        return found.number
    plain_text = plain(text)
    matches = (pattern.search(plain_text) for pattern in _in_text())
    return next((int(found["no"]) for found in matches if found), 0)
