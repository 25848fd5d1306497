"""A result in several columns: White's score and Black's, with or without a sign between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..engine.errors import ArgumentError, shown
from ..engine.problem import make_error
from ..engine.results import Result
from ..engine.vocabulary.cell_forms import are_between_scores, are_scores
from ..engine.vocabulary.headings import game_spellings
from .table import Table

#: Words in a result for the side that won.
_NAMES_SIDE = re.compile(r"[白红紅黑]|white|black|\bred\b|бел|ч[её]рн", re.IGNORECASE)


def columns_of_result(
    first: int, headings: Sequence[str], cells: Callable[[int], Sequence[object]]
) -> tuple[int, ...]:
    """The columns that make up the result, which starts in the column `first`.

    Usually that is the only one. Otherwise the others follow without a heading, or the last one is
    headed ``result``, too. `headings` are the parts that the columns mean, '' for a blank heading;
    `cells` returns the texts of a column.

    >>> columns_of_result(0, ["result", "", ""], [["1", "½"], [":", ":"], ["0", "½"]].__getitem__)
    (0, 1, 2)
    """
    found = [first]
    for col in range(first + 1, len(headings)) if are_scores(cells(first)) else ():
        is_next = col == found[-1] + 1 and not headings[col]
        if is_next and are_between_scores(cells(col)):
            found.append(col)
        elif (is_next or headings[col] == "result") and are_scores(cells(col)):
            return (*found, col)
    return (first,)


def with_scores(table: Table) -> Table:
    """A list of games in which such results have become the columns of both scores."""
    own = next((one for one in game_spellings("result") if one in table.headings), "")
    if not own:
        return table
    first = table.headings.index(own)
    columns = columns_of_result(
        first, table.headings, lambda col: [row.values[col] for row in table.rows]
    )
    if len(columns) == 1:
        return table
    names = {first: "white_score", columns[-1]: "black_score"}
    headings = tuple(names.get(at, name) for at, name in enumerate(table.headings))
    rows = tuple(row._replace(headings=headings) for row in table.rows)
    return table._replace(headings=headings, rows=rows)


def is_black_first(headings: Sequence[str]) -> bool:
    """Whether results may be those of Black, whose column is left of White's.

    Scores that are headed as White's are clear.

    >>> is_black_first(["black", "result", "white"]), is_black_first(["white", "black", "result"])
    (True, False)
    """
    parts = [name for name in headings if name in ("white", "black", "result", "white_score")]
    if sorted(parts) != ["black", "result", "white"]:
        return False
    return parts.index("black") < parts.index("white")


def expect_clear(result: Result, text: str, where: str) -> None:
    """Raise `ArgumentError` for a win where Black's column is left of White's.

    Read from left to right, 1-0 is a win of Black there. What names the winner is clear.
    """
    if result.white != result.black and not _NAMES_SIDE.search(text):
        raise make_error(ArgumentError, "read_black_first", where, found=shown(text))
