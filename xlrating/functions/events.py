"""Functions that rate a whole event from two ranges."""

from __future__ import annotations

from typing import Any, List, Sequence

from ..errors import ArgumentError
from ..registry import worksheet
from ..rounding import HALF, ONE, ZERO, exact
from ..ruleset import load
from .arguments import is_blank, number_or_none, whole_number

#: The columns of the table, by their text key and the name of the line's value.
_COLUMNS = (
    ("n", "n"),
    ("score", "score"),
    ("expected", "expected"),
    ("k", "k"),
    ("change", "change"),
    ("new", "new"),
    ("performance", "performance"),
)


@worksheet(blocks=("players", "games"))
def RATE_EVENT(
    players: Any,
    games: Any,
    ruleset: str = "elo",
    format: str = "swiss",
    language: str = "en",
) -> List[List[object]]:
    """The rating table of a whole event, with a row of headings.

    Arguments: players, a row each with number, name and rating (blank: without rating);
    games, a row each with round, number of White, number of Black (blank for a bye) and
    result, as text like 1-0, ½-½, 0-1 F, BYE 1, or as White's score; format, swiss or
    round-robin, where the regulation tells them apart.

    >>> RATE_EVENT([[1, "A", 2000], [2, "B", 2000]], [[1, 1, 2, "1-0"]], "fide")[1][-2:]
    [2010, 2800]
    """
    from ..event import Event, Game, Player
    from ..rating import rate
    from ..texts import say

    people = []
    for row in _rows(players, 3, "players"):
        number = _needed(row[0], "number")
        rating = number_or_none(row[2], "rating")
        people.append(Player(number, "" if is_blank(row[1]) else str(row[1]), rating))
    played = []
    for row in _rows(games, 4, "games"):
        black = whole_number(row[2], "number of Black")
        other = None if black is None else int(black)
        played.append(
            Game(_needed(row[0], "round"), _needed(row[1], "number of White"), other, _read(row[3]))
        )
    report = rate(Event(tuple(people), tuple(played), format=format), load(ruleset))
    heads: List[object] = [say(language, f"col_{key}") for key in ("no", "name", "rating")]
    table = [heads + [say(language, f"col_{key}") for key, _ in _COLUMNS]]
    for line in report.lines:
        player = line.player
        found: List[object] = [player.no, player.name, player.rating]
        table.append(found + [getattr(line, name) for _, name in _COLUMNS])
    return table


def _rows(block: Sequence[Sequence[Any]], width: int, what: str) -> List[Sequence[Any]]:
    """The rows of a range that are not empty; narrower ranges are refused."""
    found = [row for row in block if not all(is_blank(cell) for cell in row)]
    if any(len(row) < width for row in found):
        raise ArgumentError(f"{what} has {len(found[0])} columns; {width} are expected")
    return found


def _needed(value: Any, what: str) -> int:
    number = whole_number(value, what)
    if number is None:
        raise ArgumentError(f"{what} is missing; a whole number is expected")
    return int(number)


def _read(value: Any) -> Any:
    """A result as text, or as the score of White."""
    from ..event import RESULT_BY_CODE, read_result

    if isinstance(value, str):
        return read_result(value)
    if is_blank(value):
        return RESULT_BY_CODE[""]
    code = {ONE: "1-0", HALF: "½-½", ZERO: "0-1"}.get(exact(value, "result"))
    if code is None:
        raise ArgumentError(f"result is {value}; 1, 0.5, 0 or a text like 1-0 is expected")
    return RESULT_BY_CODE[code]
