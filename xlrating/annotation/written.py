"""How a table writes its games, as formulas read them: the opponent, the points, the colour.

Each notation has formulas and the same in Python. A table gets formulas only if these give, for
every cell, what the file's reader found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import NamedTuple

from ..engine.rounding import HALF, ONE, ZERO, exact
from ..exchange.crosstables.plain_cells import CHINESE
from ..exchange.crosstables.words import words
from ..exchange.grid import shown

#: Results in the usual spellings, and cells without a game.
_HALVES = ("½", "=", "1/2", "0.5", "0,5")
_POINTS = {"1": ONE, "0": ZERO, **dict.fromkeys(_HALVES, HALF)}
_NOTHING = ("", "*", "-", "--", "+", "x", "bye", "free")
#: The Chinese ones, which follow the colour.
_CHINESE = {text: _POINTS.get(result, HALF) for text, result in CHINESE.items()}
#: The points for a letter or sign before the number of an opponent, as in W12, +5.
_SIGNS = {"w": ONE, "+": ONE, "l": ZERO, "-": ZERO, "d": HALF, "=": HALF}
_SIGNED = re.compile(r"([wld+=-])(\d{1,3})")


class WrittenGame(NamedTuple):
    """The content of a cell: the opponent's number, 0 for nobody; the points; whether White."""

    opponent: int
    points: Decimal | None
    is_white: bool = False


NOBODY = WrittenGame(0, None)


class GameSpelling(NamedTuple):
    """A notation for games: the cells that a game consists of, and formulas that read them.

    `parts` are the columns of a round, '' for a single one that has it all. `opponent`, `points`
    and `white` are formulas in which `{0}`, `{1}` … are those cells, `{no}` the number
    at the head of the column and `{own}` the player's own. `reads` does the same in Python, from
    the texts of the cells and these two numbers.
    """

    parts: tuple[str, ...]
    opponent: str
    points: str
    white: str
    reads: Callable[[Sequence[str], int, int], WrittenGame | None]

    def read(self, cells: Sequence[object], number: int, own: int) -> WrittenGame | None:
        """The game in these cells; None if the formulas would show an error."""
        return self.reads([shown(cell).strip().lower() for cell in cells], number, own)


def _points(cell: str) -> str:
    """The formula for the points in a cell with nothing but a result; its value is '' for none."""
    halves = ",".join(f'{cell}="{text}"' for text in _HALVES)
    text = f'IF({cell}="1",1,IF({cell}="0",0,IF(OR({halves}),0.5,{_nothing(cell)})))'
    # An empty cell is neither 0 nor a number that somebody typed.
    number = f"IF(OR({cell}=0,{cell}=0.5,{cell}=1),{cell},NA())"
    return f'IF({cell}="","",IF(ISNUMBER({cell}),{number},{text}))'


def _nothing(cell: str) -> str:
    """The formula for a cell without a result: empty if it means no game, else a visible error."""
    texts = ",".join(f'LOWER(TRIM({cell}))="{text}"' for text in _NOTHING)
    return f'IF(OR({texts}),"",NA())'


_SIGN = "LOWER(LEFT({0},1))"


def _paired(pair: str) -> GameSpelling:
    """The notation of opponent's number, letter of the own colour, result: 12w1, 5б½, 7红胜."""
    white, black = pair[0], pair[1]
    results = {**_POINTS, **(_CHINESE if white > "\u2fff" else {})}
    at = f'IFERROR(FIND("{white}",LOWER({{0}})),FIND("{black}",LOWER({{0}})))'
    number, behind = f"VALUE(LEFT({{0}},{at}-1))", f"MID({{0}},{at}+1,3)"
    won, lost, drawn = (
        ",".join(f'{behind}="{text}"' for text, of in results.items() if of == points)
        for points in (ONE, ZERO, HALF)
    )
    points = f"IF(OR({won}),1,IF(OR({lost}),0,IF(OR({drawn}),0.5,NA())))"
    pattern = re.compile(rf"(\d{{1,3}})([{pair}])(.{{1,3}})")

    def reads(texts: Sequence[str], number: int, own: int) -> WrittenGame | None:
        found = pattern.fullmatch(texts[0])
        if found and found[3] in results:
            return WrittenGame(int(found[1]), results[found[3]], found[2] == white)
        return NOBODY if texts[0] in _NOTHING else None

    return GameSpelling(
        ("",),
        f'IF({{0}}="",0,IFERROR({number},{_nothing("{0}")}))',
        f'IF({{0}}="","",IF(ISNUMBER({number}),{points},{_nothing("{0}")}))',
        f'IF(ISNUMBER(FIND("{white}",LOWER({{0}}))),1,0)',
        reads,
    )


def _of_sign() -> str:
    won, lost, drawn = (
        ",".join(f'{_SIGN}="{sign}"' for sign, of in _SIGNS.items() if of == points)
        for points in (ONE, ZERO, HALF)
    )
    return f"IF(OR({won}),1,IF(OR({lost}),0,IF(OR({drawn}),0.5,NA())))"


def _alone(texts: Sequence[str], number: int, own: int) -> WrittenGame | None:
    # Any mark in the cell of a player against themselves.
    if texts[0] in _NOTHING or number == own:
        return NOBODY
    return WrittenGame(number, _POINTS[texts[0]]) if texts[0] in _POINTS else None


def _signed(texts: Sequence[str], number: int, own: int) -> WrittenGame | None:
    if found := _SIGNED.fullmatch(texts[0]):
        return WrittenGame(int(found[2]), _SIGNS[found[1]])
    return NOBODY if texts[0] == "" else None


def _in_parts(texts: Sequence[str], number: int, own: int) -> WrittenGame | None:
    result = _alone(texts[-1:], 0, own)
    if result is None or result.points is None:
        return result
    if not texts[0].isdigit():
        return NOBODY
    return WrittenGame(int(exact(texts[0])), result.points, texts[1] == "w")


#: The notations: a column for each opponent; 12w1; W12; and separate columns for the parts.
WAYS = (
    GameSpelling(("",), "{no}", f'IF({{no}}={{own}},"",{_points("{0}")})', "0", _alone),
    *(_paired(pair) for pair in words()["colours"]["pairs"]),
    GameSpelling(
        ("",),
        f'IF({{0}}="",0,IFERROR(VALUE(MID({{0}},2,3)),{_nothing("{0}")}))',
        f'IF({{0}}="","",IF(ISNUMBER(VALUE(MID({{0}},2,3))),{_of_sign()},NA()))',
        "0",
        _signed,
    ),
    GameSpelling(
        ("opponent", "colour", "result"),
        'IF({0}="",0,IFERROR(VALUE({0}),0))',
        _points("{2}"),
        'IF(LOWER({1})="w",1,0)',
        _in_parts,
    ),
    GameSpelling(
        ("opponent", "result"), 'IF({0}="",0,IFERROR(VALUE({0}),0))', _points("{1}"), "0", _in_parts
    ),
)
