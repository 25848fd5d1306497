"""How a table writes its games, as formulas read them: the opponent, the points, the colour.

Each way is a formula and the same in Python: a table is live only where the two give, for every
cell, what its reader found.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from ..engine.rounding import HALF, ONE, ZERO, exact
from ..exchange.crosstables.grid import shown

#: Results as people type them, and cells that hold none.
_HALVES = ("½", "=", "1/2", "0.5", "0,5")
_POINTS = {"1": ONE, "0": ZERO, **dict.fromkeys(_HALVES, HALF)}
_NOTHING = ("", "*", "-", "--", "+", "x", "bye", "free")
#: Letters for White and for Black behind the number of an opponent, as in 12w1 and 5b½.
_WHITE, _BLACK = "w", "bs"
_PAIRED = re.compile(rf"(\d{{1,3}})([{_WHITE}{_BLACK}])(.{{1,3}})")
#: A letter or sign before the number of an opponent, as in W12, +5: what it is worth.
_SIGNS = {"w": ONE, "+": ONE, "l": ZERO, "-": ZERO, "d": HALF, "=": HALF}
_SIGNED = re.compile(r"([wld+=-])(\d{1,3})")


class Seen(NamedTuple):
    """What a cell says: the opponent's number, 0 for nobody; the points; whether as White."""

    opponent: int
    points: Decimal | None
    is_white: bool = False


NOBODY = Seen(0, None)


class Way(NamedTuple):
    """A way to write a game: by its parts in cells, whose addresses a formula is given.

    `parts` are the columns of a round that it needs, '' for one that has all. `opponent`, `points`
    and `white` are formulas in which `{0}`, `{1}` … stand for those cells, and `{no}` for the
    number over the column.
    """

    parts: tuple[str, ...]
    opponent: str
    points: str
    white: str

    def read(self, cells: Sequence[object], number: int) -> Seen | None:
        """What the cells say; None where the formulas would show an error."""
        texts = [shown(cell).strip().lower() for cell in cells]
        return _READ[WAYS.index(self)](texts, number)


def _points(cell: str) -> str:
    """The points that a cell with a result alone says; '' for none."""
    halves = ",".join(f'{cell}="{text}"' for text in _HALVES)
    text = f'IF({cell}="1",1,IF({cell}="0",0,IF(OR({halves}),0.5,{_nothing(cell)})))'
    # An empty cell is neither 0 nor a number that somebody typed.
    number = f"IF(OR({cell}=0,{cell}=0.5,{cell}=1),{cell},NA())"
    return f'IF({cell}="","",IF(ISNUMBER({cell}),{number},{text}))'


def _nothing(cell: str) -> str:
    """Nothing for a cell that holds none of a game, else an error that people see."""
    texts = ",".join(f'LOWER(TRIM({cell}))="{text}"' for text in _NOTHING)
    return f'IF(OR({texts}),"",NA())'


_COLOUR = (
    f'IFERROR(FIND("{_WHITE}",LOWER({{0}})),IFERROR(FIND("{_BLACK[0]}",LOWER({{0}})),'
    f'FIND("{_BLACK[1]}",LOWER({{0}}))))'
)
_SIGN = "LOWER(LEFT({0},1))"
_BEHIND = "MID({0}," + _COLOUR + "+1,3)"


def _behind() -> str:
    halves = ",".join(f'{_BEHIND}="{text}"' for text in _HALVES)
    return f'IF({_BEHIND}="1",1,IF({_BEHIND}="0",0,IF(OR({halves}),0.5,NA())))'


def _of_sign() -> str:
    won, lost, drawn = (
        ",".join(f'{_SIGN}="{sign}"' for sign, of in _SIGNS.items() if of == points)
        for points in (ONE, ZERO, HALF)
    )
    return f"IF(OR({won}),1,IF(OR({lost}),0,IF(OR({drawn}),0.5,NA())))"


#: A table with a column for each opponent; 12w1; W12; and columns of their own for the parts.
WAYS = (
    Way(("",), "{no}", _points("{0}"), "0"),
    Way(
        ("",),
        f'IF({{0}}="",0,IFERROR(VALUE(LEFT({{0}},{_COLOUR}-1)),{_nothing("{0}")}))',
        f'IF({{0}}="","",IF(ISNUMBER(VALUE(LEFT({{0}},{_COLOUR}-1))),{_behind()},{_nothing("{0}")}))',
        f'IF(ISNUMBER(FIND("{_WHITE}",LOWER({{0}}))),1,0)',
    ),
    Way(
        ("",),
        f'IF({{0}}="",0,IFERROR(VALUE(MID({{0}},2,3)),{_nothing("{0}")}))',
        f'IF({{0}}="","",IF(ISNUMBER(VALUE(MID({{0}},2,3))),{_of_sign()},NA()))',
        "0",
    ),
    Way(
        ("opponent", "colour", "result"),
        'IF({0}="",0,IFERROR(VALUE({0}),0))',
        _points("{2}"),
        f'IF(LOWER({{1}})="{_WHITE}",1,0)',
    ),
    Way(("opponent", "result"), 'IF({0}="",0,IFERROR(VALUE({0}),0))', _points("{1}"), "0"),
)


def _alone(texts: Sequence[str], number: int) -> Seen | None:
    if texts[0] in _POINTS:
        return Seen(number, _POINTS[texts[0]])
    return NOBODY if texts[0] in _NOTHING else None


def _paired(texts: Sequence[str], number: int) -> Seen | None:
    found = _PAIRED.fullmatch(texts[0])
    if found and found[3] in _POINTS:
        return Seen(int(found[1]), _POINTS[found[3]], found[2] in _WHITE)
    return NOBODY if texts[0] in _NOTHING else None


def _signed(texts: Sequence[str], number: int) -> Seen | None:
    if found := _SIGNED.fullmatch(texts[0]):
        return Seen(int(found[2]), _SIGNS[found[1]])
    return NOBODY if texts[0] == "" else None


def _in_parts(texts: Sequence[str], number: int) -> Seen | None:
    result = _alone(texts[-1:], 0)
    if result is None or result.points is None:
        return result
    if not texts[0].isdigit():
        return NOBODY
    return Seen(int(exact(texts[0])), result.points, texts[1] == _WHITE)


_READ = (_alone, _paired, _signed, _in_parts, _in_parts)
