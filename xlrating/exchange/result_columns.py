"""A result in several columns: White's score and Black's, with or without a sign between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..engine.vocabulary.cell_forms import are_between_scores, are_scores
from ..engine.vocabulary.headings import game_spellings
from .table import Table


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
