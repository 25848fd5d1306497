"""Which rows below the headings are players: nothing else is one, and none is passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..footers import sum_word
from .layout import Layout
from .words import is_note

_WHOLE = re.compile(r"[1-9]\d{0,4}\.?|[1-9]\d{0,3}\s?[-–]\s?\d{1,4}\.?")
_NUMBER = re.compile(r"\d+([.,]\d+)?")

#: What says whose row it is.
_SOMEBODY = ("no", "rank", "name", "id", "rating")


class GridLine(NamedTuple):
    """A row of the grid and what it is: player, heading, title, footer or blank."""

    row: int
    kind: str


def lines_of_table(layout: Layout) -> Iterator[GridLine]:
    """What each row of the grid is, from the first to the last."""
    grid = layout.grid
    for row in range(layout.head):
        yield GridLine(row, "title" if any(map(_is_filled, _texts(layout, row))) else "blank")
    for row in range(layout.head, layout.body):
        yield GridLine(row, "heading")
    head = _texts(layout, layout.head)
    for row in range(layout.body, len(grid.rows)):
        yield GridLine(row, _kind(layout, row, head))


def _texts(layout: Layout, row: int) -> list[str]:
    return [layout.grid.text(row, at) for at in range(len(layout.grid.rows[row]))]


def _is_filled(text: str) -> bool:
    return text != ""


def _kind(layout: Layout, row: int, head: list[str]) -> str:
    texts = _texts(layout, row)
    if not any(texts):
        return "blank"
    if [text for text in texts if text] == [text for text in head if text]:
        return "heading"
    grid = layout.grid

    def has(*uses: str) -> bool:
        return any(grid.text(row, column.at) for column in layout.of(*uses))

    numbers = [grid.text(row, one.at) for one in layout.of("no", "rank")]
    is_numbered = any(map(_WHOLE.fullmatch, numbers))
    first = next(text for text in texts if text)
    named = next((grid.text(row, one.at) for one in layout.of("name")), "")
    entries = (grid.text(row, one.at) for one in layout.of("round", "square"))
    # Max, 12w1 is a player; the sums of a round are numbers.
    is_in_play = any(text and not _NUMBER.fullmatch(text) for text in entries)
    marks = (first, named)
    is_below = any(map(is_note, marks)) or (any(map(sum_word, marks)) and not is_in_play)
    if is_below and not is_numbered:
        return "footer"
    if layout.of(*_SOMEBODY) and not has(*_SOMEBODY):
        return "footer"  # sums and averages, of nobody
    if has("round", "square", "points"):
        return "player"
    # Whoever has a number, a rating or an ID is somebody, although nothing is said of games.
    if is_numbered and has("name", "id"):
        return "player"
    return "player" if has("name", "id") and has("rating", "id") else "footer"
