"""The cells of a round robin's square table: scores, and colours if they are given."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from ...engine.results import CODE_OF, Kind
from ...engine.rounding import HALF, ONE, ZERO
from ...engine.vocabulary.spellings import plain_result
from ..crosstable import SCORES
from .words import words

#: The marks on the diagonal, besides blanks.
DIAGONAL = re.compile(r"[*x■█▓▒░●•#\\/×✕✖⬛-]{1,5}|n/a")
_DECIMAL = re.compile(r"(?<=[01])[.,]0(?!\d)")
_SEVERAL = re.compile(r"(?:[½01=+-][\s/;|]*)+")
_BETWEEN = re.compile(r"[\s/;|]")
_LETTER = re.compile(r"[^\W\d_½]")

#: What a score gives to the opponent.
_OTHER = {"1": "0", "0": "1", "½": "½", "+": "-", "-": "+", "=": "="}
#: The signs of both players for a forfeit, by the code of its result.
_FORFEITS = {"1-0 F": "+-", "0-1 F": "-+", "0-0 F": "--"}
#: Signs that are results if no cell of a table has a figure, and forfeits otherwise.
_SIGNS = {"+": ONE, "=": HALF, "-": ZERO}


Scores = Sequence[tuple[Decimal, Kind]]


class Square(NamedTuple):
    """The cells of a square table: rows of plain texts and places, and the column numbers.

    `colours` has the letters of cells that contain them, by row and column, w or b for each game.
    """

    rows: Sequence[Sequence[tuple[str, str]]]
    columns: Sequence[int]
    colours: Mapping[tuple[int, int], str] = {}


def scores_of(text: str, are_results: bool = False) -> Scores | None:
    """The scores in a cell, one per game; None if it contains something else.

    `are_results` says that ``+`` and ``-`` are results of played games.

    >>> [[str(score) for score, _ in scores_of(text)] for text in ("1", "½1", "1 0", "1:0", "")]
    [['1'], ['0.5', '1'], ['1', '0'], ['1'], []]
    """
    signs = signs_of(text)
    if signs is None:
        return None
    return tuple(
        (_SIGNS[own], Kind.PLAYED) if are_results and own in _SIGNS else SCORES[own]
        for own in (sign[0] for sign in signs)
    )


def signs_of(text: str) -> Sequence[str] | None:
    """The signs in a cell, own and opponent's for each game; None if it contains something else.

    >>> signs_of("½1"), signs_of("1:0"), signs_of("- : -"), signs_of("2:0")
    (['½½', '10'], ['10'], ['--'], None)
    """
    text = _DECIMAL.sub("", text)
    plain = plain_result(text)
    if "-" in plain[1:-1] and (code := CODE_OF.get(plain)):
        return [_FORFEITS.get(code) or code.replace("-", "")]
    if not _SEVERAL.fullmatch(text):
        return None if text else []
    return [one + _OTHER[one] for one in _BETWEEN.sub("", text)]


def without_colours(rows: Sequence[Sequence[tuple[str, str]]], columns: Sequence[int]) -> Square:
    """The table with colours split off, ``w½`` or ``1b``, if all of its cells are scores then.

    >>> square = without_colours([[("x", ""), ("w1", "")], [("b0", ""), ("x", "")]], [1, 2])
    >>> square.rows[0][1], square.colours
    (('1', ''), {(0, 1): 'w', (1, 0): 'b'})
    """
    texts = {text for row in rows for text, _ in row if text and not DIAGONAL.fullmatch(text)}
    letters = {one for text in texts for one in _LETTER.findall(text)}
    pairs = (pair for pair in words()["colours"]["pairs"] if letters and letters <= {*pair})
    pair = next(pairs, "")
    if not pair or not all(scores_of(_LETTER.sub("", text)) for text in texts):
        return Square(rows, columns)
    colours = {
        (row, col): "".join("wb"[pair.index(one)] for one in found)
        for row, cells in enumerate(rows) for col, (text, _) in enumerate(cells)
        if text in texts and (found := _LETTER.findall(text))
    }  # fmt: skip
    plain = [[(_LETTER.sub("", text).strip() if text in texts else text, where)
              for text, where in row] for row in rows]  # fmt: skip
    return Square(plain, columns, colours)


def looks_square(rows: Sequence[Sequence[tuple[str, str]]]) -> bool:
    """Whether most non-empty cells contain scores and nothing else: none names an opponent."""
    filled = [text for row in rows for text, _ in row if text and not DIAGONAL.fullmatch(text)]
    scores = sum(bool(scores_of(text)) for text in filled)
    return scores > 0 and 2 * scores >= len(filled)
