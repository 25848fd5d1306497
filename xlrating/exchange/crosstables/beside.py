"""A column of results beside each round: what 2, 1 and 0, or +, = and - mean there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .entries import is_bye
from .layout import CrosstableColumn, Layout
from .words import plain

#: A win is 2 in xiangqi; in a cell with a colour it cannot be two games.
_DOUBLED = {"2": "1", "1": "½", "0": "0"}
_SIGNS = {"+": "1", "=": "½", "-": "0", "−": "0", "–": "0"}
_OPPONENT = re.compile(r"\d+\W*[^\W\d]+|[^\W\d]+\W*\d+")


def scores_beside(
    layout: Layout, rows: Sequence[int], rounds: Sequence[Sequence[CrosstableColumn]]
) -> Mapping[str, str]:
    """The scores that results beside the rounds stand for, where they are not as usual.

    2 is a win if nothing else but 1 and 0 is there, and every opponent met has a colour: otherwise
    it may be two games. + and - are forfeits, unless the headings say +/=/-.
    """
    if any(len(columns) != 2 or columns[0].use == "square" for columns in rounds):
        return {}
    if all(
        "=" in result.heading and set(plain(result.heading)) <= {*_SIGNS, "/", " "}
        for _, result in rounds
    ):
        return _SIGNS
    cells = [
        (layout.grid.text(row, met.at), layout.grid.text(row, result.at))
        for met, result in rounds for row in rows
    ]  # fmt: skip
    scores = {score for _, score in cells}
    games = [met for met, score in cells if score == "2" and met and not is_bye(plain(met))]
    if games and scores <= {*_DOUBLED, ""} and all(map(_OPPONENT.fullmatch, games)):
        return _DOUBLED
    return {}
