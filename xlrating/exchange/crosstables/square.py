"""The square table of a round robin: the cell in one player's row and another's column contains
what the first scored against the second, in one or more games.

It contains neither rounds nor colours. Columns are numbered like the players, by a
column of the table, or by row order.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import combinations
from operator import eq
from typing import NamedTuple

from ...engine.errors import ArgumentError, EventError, FileError, shown
from ...engine.event import Game
from ...engine.problem import make_error
from ...engine.results import RESULTS, Result, read_result
from ...engine.rounding import ZERO
from ...engine.scoring import STANDARD, Scoring
from ...engine.tournament.berger import pairings
from ..crosstable import check_points, strange_cell
from ..totals import SCORINGS, said_by
from .rounds import JoinedRounds, Numbering, Points
from .square_cells import DIAGONAL, Square, scores_of, signs_of

_RESULT = {(r.kind, r.white, r.black): r for r in RESULTS}
_TURNED = str.maketrans("wb", "bw")


class _SquareFound(NamedTuple):
    numbering: Numbering
    games: list[tuple[int, int, Result, int, str]]
    wrong: list[tuple[str, str, str, int, int]]
    waiting: int
    says_colours: bool = False


def join_square(
    square: Square,
    numberings: Sequence[Numbering],
    said: Sequence[Points],
    others: Sequence[Points],
) -> tuple[JoinedRounds, bool]:
    """The games of a square table, and whether everyone has met everyone.

    Raises `FileError` unless it has a column for each player, `ArgumentError` naming a cell
    that cannot be read, `EventError` naming a cell that contradicts another one or the points.
    """
    if list(square.columns) == list(numberings[0].numbers):
        square = _whole(square)
    n = len(square.rows)
    numbers = sorted(set(square.columns))
    unique = [one for one in numberings if len(set(one.numbers)) == n]
    fitting = [one for one in unique if sorted(one.numbers) == numbers] or (
        [one for one in unique if sorted(one.numbers) == list(range(1, n + 1))]
    )
    if not fitting or len(numbers) != n:
        place = square.rows[0][0][1] if square.rows and square.rows[0] else ""
        raise make_error(FileError, "read_square_size", place, players=n, columns=len(numbers))
    found = [_met(square, one) for one in fitting]
    whole = [one for one in found if not one.wrong]
    if len(whole) > 1 and len({tuple(_by_rows(one)) for one in whole}) > 1:
        headings = " / ".join(dict.fromkeys(one.numbering.heading for one in whole))
        place = square.rows[0][0][1]
        raise make_error(EventError, "read_two_numberings", place, columns=headings)
    if not whole:
        _refuse_doubled(square)
        _refuse(min(found, key=lambda one: len(one.wrong)))
    one = whole[0]
    column, scoring = _points_of(one, said, others)
    if said and column is None:
        _refuse_points(one, said[0])
    joined = JoinedRounds(
        _in_rounds(one, n), one.numbering, column, one.says_colours, said_by(scoring)
    )
    return joined, one.waiting == 0


def _whole(square: Square) -> Square:
    """The table with both halves, if all cells on one side of the diagonal are blank.

    The opponent's cell is then the mirror image.
    """
    rows = square.rows
    if any(len(row) != len(rows) for row in rows):
        return square
    below = [(row, col) for row in range(len(rows)) for col in range(row)]
    filled = [sum(bool(rows[a][b][0]) for a, b in half)
              for half in (below, [(col, row) for row, col in below])]  # fmt: skip
    if all(filled) or not any(filled):
        return square
    found, colours = [list(row) for row in rows], dict(square.colours)
    for row, col in below:
        one, other = ((row, col), (col, row)) if filled[0] else ((col, row), (row, col))
        text, where = rows[one[0]][one[1]]
        turned = "".join(sign[1] for sign in signs_of(text) or ())
        found[other[0]][other[1]] = (turned, where)
        colours[other] = colours.get(one, "").translate(_TURNED)
    return Square(found, square.columns, colours)


def _signs_are_results(square: Square) -> bool:
    """Whether a table is written in ``+``, ``=`` and ``-``.

    Raises `ArgumentError` with the first ``+`` if no draw and no digit tells it from a forfeit.
    """
    cells = [(text, where) for row in square.rows for text, where in row if scores_of(text)]
    texts = "".join(text for text, _ in cells)
    if any(sign in texts for sign in "1½0"):
        return False
    if "=" in texts:
        return True
    won = next(((text, where) for text, where in cells if "+" in text), None)
    if won is not None:
        words = {"found": shown(won[0]), "codes": "1-0, 1-0 F"}
        raise make_error(ArgumentError, "word_results", won[1], **words)
    return False


def _met(square: Square, numbering: Numbering) -> _SquareFound:
    """The scores of each pair of players, and every cell that does not fit."""
    of = {no: at for at, no in enumerate(numbering.numbers)}
    are_results = _signs_are_results(square)
    columns: dict[int, list[int]] = {}
    for at, no in enumerate(square.columns):
        columns.setdefault(no, []).append(at)
    found = _SquareFound(numbering, [], [], 0)
    waiting = coloured = 0
    for no, row in of.items():
        for at in columns.get(no, ()):
            text, where = square.rows[row][at]
            if text and not DIAGONAL.fullmatch(text):
                found.wrong.append(("read_square_self", text, where, no, no))
    for one, other in combinations(sorted(of), 2):
        sides = [
            [square.rows[of[a]][at] for at in columns.get(b, ())]
            for a, b in ((one, other), (other, one))
        ]
        read = [[scores_of(text, are_results) for text, _ in side] for side in sides]
        strange = [
            cell for side, of_side in zip(sides, read)
            for cell, scores in zip(side, of_side) if scores is None
        ]  # fmt: skip
        if strange:
            found.wrong.extend(("read_cell_square", *cell, one, other) for cell in strange)
            continue
        own, their = ([score for scores in side for score in scores or ()] for side in read)
        place = next((where for text, where in sides[0] if text), sides[0][0][1])
        results = [
            _RESULT.get((kind, score, score2)) if kind is kind2 else None
            for (score, kind), (score2, kind2) in zip(own, their)
        ]
        if len(own) != len(their) or None in results:
            texts = [" ".join(text for text, _ in side).strip() for side in sides]
            found.wrong.append(("read_square_differ", " / ".join(texts), place, one, other))
            continue
        waiting += not own
        first, second = (
            "".join(square.colours.get((of[a], at), "") for at in columns.get(b, ()))
            for a, b in ((one, other), (other, one))
        )
        if first != second.translate(_TURNED):
            found.wrong.append(("read_square_differ", f"{first} / {second}", place, one, other))
        coloured += len(first)
        for cycle, result in enumerate(results):
            if result is not None and first[cycle : cycle + 1] == "b":
                turned = _RESULT[result.kind, result.black, result.white]
                found.games.append((other, one, turned, cycle, place))
            elif result is not None:
                found.games.append((one, other, result, cycle, place))
    says_colours = bool(coloured) and coloured == len(found.games)
    return found._replace(waiting=waiting, says_colours=says_colours)


def _by_rows(found: _SquareFound) -> list[tuple[object, ...]]:
    of = {no: at for at, no in enumerate(found.numbering.numbers)}
    return sorted(
        (*sorted(((of[a], str(result.white)), (of[b], str(result.black)))), cycle)
        for a, b, result, cycle, _ in found.games
    )


def _in_rounds(found: _SquareFound, n: int) -> tuple[Game, ...]:
    """The games arranged in rounds in which nobody plays twice, as in the Berger table."""
    rounds = pairings(n)
    numbers = sorted(found.numbering.numbers)
    number = {
        frozenset((numbers[a - 1], numbers[b - 1])): at
        for at, pairs in enumerate(rounds, 1)
        for a, b in pairs
    }
    games = (
        Game(number[frozenset((a, b))] + cycle * len(rounds), a, b, result, where=where)
        for a, b, result, cycle, where in found.games
    )
    return tuple(sorted(games, key=lambda game: (game.round, game.white)))


def waiting_games(games: Sequence[Game], numbers: Sequence[int], cycles: int) -> tuple[Game, ...]:
    """The pending games of a round robin, in the rounds of `_in_rounds`."""
    there = {(game.round, game.white) for game in games}
    order = sorted(numbers)
    rounds = pairings(len(order))
    return tuple(
        Game(at + cycle * len(rounds), low, high, read_result(""))
        for cycle in range(cycles)
        for at, pairs in enumerate(rounds, 1)
        for a, b in pairs
        for low, high in [sorted((order[a - 1], order[b - 1]))]
        if (at + cycle * len(rounds), low) not in there
    )


def _totals(found: _SquareFound, scoring: Scoring = STANDARD) -> dict[int, Decimal]:
    total = dict.fromkeys(found.numbering.numbers, ZERO)
    for a, b, result, _, _ in found.games:
        total[a] += scoring.of(result) or ZERO
        total[b] += scoring.of(result, is_black=True) or ZERO
    return total


def _points_of(
    found: _SquareFound, said: Sequence[Points], others: Sequence[Points]
) -> tuple[Points | None, Scoring]:
    """The column that the games add up to, and its scoring; None and the usual one without any."""
    columns = said or [column for column in others if any(column.values)]
    for scoring in SCORINGS if said else SCORINGS[:1]:
        total = _totals(found, scoring)
        values = [total[no] for no in found.numbering.numbers]
        for column in columns:
            if list(column.values) == values:
                return column, scoring
    return None, STANDARD


def _refuse_doubled(square: Square) -> None:
    """Raise `EventError` if all cells are 2, 1 or 0: these don't show how many games they are."""
    cells = [
        (text, where)
        for row in square.rows
        for text, where in row
        if text and not DIAGONAL.fullmatch(text)
    ]
    won = next((where for text, where in cells if text == "2"), None)
    if won is not None and {text for text, _ in cells} <= {"2", "1", "0"}:
        raise make_error(EventError, "read_square_doubled", won)


def _refuse(found: _SquareFound) -> None:
    key, text, where, no, other = found.wrong[0]
    if key == "read_cell_square":
        raise strange_cell(key, text, where, no=no, other=other)
    raise make_error(EventError, key, where, found=shown(text), no=no, other=other)


def _refuse_points(found: _SquareFound, column: Points) -> None:
    numbers = found.numbering.numbers
    totals = [_totals(found, scoring) for scoring in SCORINGS]
    # The scoring is the one that fits most rows.
    total = max(totals, key=lambda one: sum(map(eq, map(one.get, numbers), column.values)))
    for at, no in enumerate(numbers):
        printed = column.values[at]
        if printed is None:
            raise make_error(EventError, "read_no_points", column.place(at))
        check_points(total[no], printed, column.place(at))
