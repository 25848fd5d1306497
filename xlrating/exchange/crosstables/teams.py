"""The games of team matches, board by board, as in chess-results' pairings of a team event.

``Bo. | 2 | Team A | Rtg | - | 1 | Team B | Rtg | 1½:½`` heads each match, and ``1.1 | FM | Ann |
2000 | - | | Dan | 1700 | 1 - 0`` is a game. Who had White is only shown by cell colours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from ...engine.errors import EventError, FileError, RatingError
from ...engine.problem import make_error
from ...engine.results import read_result
from ...engine.rounding import HALF, ZERO
from ..grid import Grid
from .above import is_from_site
from .pairing_heads import round_in
from .words import bare_number, column_of, key, side_of

_TEAMS = frozenset((
    "team", "mannschaft", "equipo", "équipe", "equipe", "squadra", "команда", "团体", "takım",
    "drużyna", "csapat", "tým", "družstvo", "đội", "チーム", "팀", "tim",
))  # fmt: skip
_BOARD = re.compile(r"\d{1,3}\.\d{1,2}")


class _Match(NamedTuple):
    """The columns of a match: the names, left of the ratings, and the result."""

    names: tuple[int, int]
    ratings: tuple[int, int]
    result: int


def without_teams(grid: Grid) -> Grid | None:
    """The grid with pairings of players instead of matches; None if it contains no match.

    Rows and columns keep their places: the heading of a match applies to its players. Raises
    `EventError` if the boards of a match do not add up to its result.
    """
    if not any(_match(grid, row) for row in grid.head_rows):
        return None
    rows: list[list[object]] = []
    match, head, boards = None, -1, list[int]()
    is_headed = False
    for row, cells in enumerate(grid.rows):
        texts = grid.texts(row)
        if found := _match(grid, row):
            _expect_result(grid, match, head, boards)
            match, head, boards = found, row, []
            # One line of headings per round; those of its other matches are remarks.
            rows.append([" ".join(filter(None, texts))] if is_headed else _headings(match))
            is_headed = True
        elif match and texts and _BOARD.fullmatch(texts[0]):
            boards.append(row)
            rows.append(["", *cells[1:]])
        else:
            is_headed = is_headed and not any(map(round_in, texts))
            rows.append(list(cells))
    _expect_result(grid, match, head, boards)
    return grid._replace(rows=rows)


def expect_no_composition(grid: Grid) -> None:
    """Raise `FileError` for the site's tables of teams, or of a team's players and their results.

    Neither names the opponents.
    """
    for row in grid.head_rows if is_from_site(grid) else ():
        texts = grid.texts(row)
        is_of_players = "name" in (parts := [column_of(text)[0] for text in texts])
        is_of_teams = not is_of_players and any(key(text) in _TEAMS for text in texts)
        is_board = is_of_players and side_of(texts[0]) == "board" and not parts[0]
        if any(map(bare_number, texts)) and (is_of_teams or is_board):
            error = make_error(FileError, "read_of_teams", grid.line(row))
            error.of_games = True
            raise error


def _expect_result(grid: Grid, match: _Match | None, head: int, boards: Sequence[int]) -> None:
    """Raise `EventError` if the boards do not add up to the points of the match, if it has any."""
    if match is None:
        return
    said = [_points(one) for one in re.split("[:-]", grid.text(head, match.result))]
    results = []
    for row in boards:
        try:
            results.append(read_result(grid.text(row, match.result)))
        except RatingError:
            return  # reported with the place when it is read
    scores = [(one.white, one.black) for one in results]
    if len(said) != 2 or None in said or any(None in one for one in scores):
        return
    total = [sum((one[side] or ZERO for one in scores), ZERO) for side in (0, 1)]
    if total != said:
        place = grid.at(head, match.result, "")
        words = {"total": f"{total[0]}:{total[1]}", "printed": grid.text(head, match.result)}
        raise make_error(EventError, "read_points_differ", place, **words)


def _points(text: str) -> Decimal | None:
    found = re.fullmatch(r"(\d{0,2})(½|[.,]5|[.,]0)?", text.strip())
    if not found or not text.strip():
        return None
    return Decimal(found[1] or 0) + (HALF if found[2] and found[2][-1] in "½5" else ZERO)


def _match(grid: Grid, row: int) -> _Match | None:
    """The columns of a row that heads a match; None for any other row."""
    if side_of(grid.text(row, 0)) != "board":
        return None
    texts = grid.texts(row)
    ratings = [at for at, text in enumerate(texts) if column_of(text)[0] == "rating"]
    filled = [at for at, text in enumerate(texts) if text]
    if len(ratings) != 2 or filled[-1] == ratings[1]:
        return None
    one, other = ratings
    is_between = any(texts[at] in ("-", "–", ":") for at in range(one + 1, other))
    return _Match((one - 1, other - 1), (one, other), filled[-1]) if is_between else None


def _headings(match: _Match) -> list[object]:
    found: list[object] = [""] * (match.result + 1)
    for at, heading in zip((*match.names, match.result), ("White", "Black", "Result")):
        found[at] = heading
    for at in match.ratings:
        found[at] = "Rtg"
    return found
