"""Which rows below the headings are players: every row is classified, none is passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..footers import sum_word
from ..unknown import is_uncalculated
from .layout import Layout
from .words import is_note

_WHOLE = re.compile(r"[1-9]\d{0,4}\.?|[1-9]\d{0,3}\s?[-–]\s?\d{1,4}\.?")
_NUMBER = re.compile(r"\d+([.,]\d+)?")

#: The columns that identify a player.
_SOMEBODY = ("no", "rank", "name", "id", "rating")
_USES = (*_SOMEBODY, "round", "square", "points")


class GridLine(NamedTuple):
    """A row of the grid and its kind: player, heading, title, footer or blank."""

    row: int
    kind: str


def lines_of_table(layout: Layout) -> Iterator[GridLine]:
    """The kind of each row of the grid, from the first to the last."""
    grid = layout.grid
    for row in range(layout.head):
        yield GridLine(row, "title" if any(map(_is_filled, _texts(layout, row))) else "blank")
    for row in range(layout.head, layout.body):
        yield GridLine(row, "heading")
    kind_of = _KindOfRow(layout)
    for row in range(layout.body, len(grid.rows)):
        yield GridLine(row, kind_of(_texts(layout, row)))


def _texts(layout: Layout, row: int) -> list[str]:
    """The cells as texts; a formula that was never calculated is not blank."""
    cells, texts = layout.grid.rows[row], layout.grid.texts(row)
    if all(texts):
        return texts
    return [text or ("?" if is_uncalculated(cell) else "") for text, cell in zip(texts, cells)]


def _is_filled(text: str) -> bool:
    return text != ""


class _KindOfRow:
    """Classifies rows by the texts of their cells."""

    def __init__(self, layout: Layout) -> None:
        self._head = list(filter(None, _texts(layout, layout.head)))
        at = {use: [one.at for one in layout.columns if one.use == use] for use in _USES}
        self._numbers, self._names = at["no"] + at["rank"], at["name"]
        self._somebody = [col for use in _SOMEBODY for col in at[use]]
        self._entries = at["round"] + at["square"]
        self._games = self._entries + at["points"]
        self._called, self._known = at["name"] + at["id"], at["rating"] + at["id"]

    def __call__(self, texts: list[str]) -> str:
        filled = list(filter(None, texts))
        if not filled:
            return "blank"
        if filled == self._head:
            return "heading"

        def of(columns: list[int]) -> list[str]:
            return [texts[at] for at in columns if at < len(texts)]

        is_numbered = any(map(_WHOLE.fullmatch, of(self._numbers)))
        if not is_numbered and self._is_below(filled[0], texts):
            return "footer"
        if self._somebody and not any(of(self._somebody)):
            return "footer"  # sums and averages
        if not (is_numbered or any(of(self._called)) or any(of(self._entries))):
            return "footer"  # including the sum of the ratings
        if any(of(self._games)):
            return "player"
        # A row with a number, a rating or an ID is a player, even without games.
        is_somebody = is_numbered or any(of(self._known))
        return "player" if any(of(self._called)) and is_somebody else "footer"

    def _is_below(self, first: str, texts: list[str]) -> bool:
        """Whether a row without a number is a note or a sum, judging by its first text or name."""
        marks = (first, next((texts[at] for at in self._names if at < len(texts)), ""))
        entries = (texts[at] for at in self._entries if at < len(texts))
        # Max, 12w1 is a player; the sums of a round are numbers.
        is_in_play = any(text and not _NUMBER.fullmatch(text) for text in entries)
        return any(map(is_note, marks)) or (any(map(sum_word, marks)) and not is_in_play)
