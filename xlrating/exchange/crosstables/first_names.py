"""Names in two columns of a crosstable, last and first, and titles in a column without heading."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.vocabulary.headings import heading_of
from ...engine.vocabulary.lists import NAMES, list_of_headings
from ...engine.vocabulary.reported import is_title
from ..grid import Grid
from .words import column_of, side_of

#: The use of the column with the first names; that with the last names is the name.
FIRST_NAME = "first_name"


def names_in_two(texts: Sequence[str]) -> dict[int, str]:
    """The uses of the columns with last and first names, by index; empty if names are in one.

    >>> names_in_two(["Nr", "Name", "Vorname", "DWZ"]), names_in_two(["No", "Name"])
    ({1: 'name', 2: 'first_name'}, {})
    """
    found = [heading_of(text) for text in texts]
    known = list_of_headings(found)
    if known is None or known.key != NAMES:
        return {}
    last, first, _ = known.joined["name"]
    return {found.index(last): "name", found.index(first): FIRST_NAME}


def behind_titles(grid: Grid, head: int, texts: Sequence[str]) -> list[str]:
    """The headings of a row, moved to the right from titles to names that have no heading.

    One heading may cover both columns.
    """
    found = list(texts)
    for at, text in enumerate(texts):
        is_last = at + 1 == len(texts)
        if not text or (not is_last and texts[at + 1]):
            continue
        if column_of(text)[0] != "name" and side_of(text) not in ("white", "black"):
            continue
        left, right = _below(grid, head, at), _below(grid, head, at + 1)
        # Headings may be repeated.
        if all(map(is_title, {*left} - {"", text})) and any(map(_is_word, right)):
            found[at : at + 2] = "", text
    return found


def has_numbers(grid: Grid, head: int, col: int) -> bool:
    """Whether a column has numbers below its heading, so that they are no titles."""
    return any(map(str.isdecimal, _below(grid, head, col)))


def _below(grid: Grid, head: int, col: int) -> list[str]:
    return [grid.text(row, col) for row in range(head + 1, len(grid.rows))]


def _is_word(text: str) -> bool:
    return any(map(str.isalpha, text))
