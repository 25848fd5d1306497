"""The columns and codes of FIDE's report file (TRF), for reading, writing and formulas.

Record 001 is a player's line. Columns are counted from 1 as in FIDE's description; each round
takes ten of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

from ..engine.results import GRANTED, Kind, Result
from ..engine.rounding import HALF, ONE, ZERO
from ..engine.vocabulary.reported import NAME_ROOM


class TrfField(NamedTuple):
    """The first and last column of a fact, and its alignment."""

    first: int
    last: int
    align: str = "<"

    @property
    def width(self) -> int:
        """The number of characters."""
        return self.last - self.first + 1


#: A player's line, after its record number 001.
FIELDS: Mapping[str, TrfField] = {
    "no": TrfField(5, 8, ">"),
    "sex": TrfField(10, 10),
    "title": TrfField(11, 13, ">"),
    "name": TrfField(15, 14 + NAME_ROOM),
    "rating": TrfField(49, 52, ">"),
    "federation": TrfField(54, 56),
    "id": TrfField(58, 68, ">"),
    "born": TrfField(70, 79),
    "points": TrfField(81, 84, ">"),
    "place": TrfField(86, 89, ">"),
}
FIRST_ROUND, ROUND_WIDTH = 92, 10
#: The parts of a round: opponent, colour and result, counted from its first column.
OPPONENT, COLOUR, RESULT = TrfField(1, 4, ">"), TrfField(6, 6), TrfField(8, 8)

#: Columns that FIDE leaves blank between two facts; the name may contain anything.
GAPS = tuple(
    at
    for at in range(4, FIRST_ROUND)
    if not any(field.first <= at <= field.last for field in FIELDS.values())
)
#: The largest number and rating.
MOST = 10 ** FIELDS["rating"].width - 1

GAME_CODES: Mapping[str, tuple[Decimal, Kind]] = {
    "1": (ONE, Kind.PLAYED),
    "=": (HALF, Kind.PLAYED),
    "0": (ZERO, Kind.PLAYED),
    "W": (ONE, Kind.UNRATED),
    "D": (HALF, Kind.UNRATED),
    "L": (ZERO, Kind.UNRATED),
    "+": (ONE, Kind.FORFEIT),
    "-": (ZERO, Kind.FORFEIT),
    "": (ZERO, Kind.POSTPONED),
}
#: Results without an opponent, by points: FIDE's code comes first; programs also write codes of
#: games. F is a requested full-point bye.
BYE_CODES: Mapping[Decimal, str] = {ONE: "U+1WF", HALF: "H=D", ZERO: "Z-0L"}
GRANTED_CODE = "F"
_CODES = {(kind, score): code for code, (score, kind) in GAME_CODES.items()}
#: What precedes the code if there is no opponent.
NOBODY = "0000 - "
TYPES = {"swiss": "Individual: Swiss-System", "round-robin": "Individual: Round-Robin"}


def code_of(result: Result, is_black: bool = False) -> str:
    """The code of a result from one side; a blank if there is none.

    >>> from xlrating.engine.results import read_result
    >>> [code_of(read_result(text)) for text in ("1-0", "BYE 1", "FPB", "")]
    ['1', 'U', 'F', ' ']
    """
    score = result.black if is_black else result.white
    if score is None:
        return " "
    if result.kind is Kind.BYE:
        return GRANTED_CODE if result == GRANTED else BYE_CODES[score][0]
    return _CODES[result.kind, score]


def line_of(facts: Mapping[str, str], rounds: str = "") -> str:
    """A player's line, with facts in their columns and the rounds after them.

    >>> line_of({"no": "7", "name": "Ann", "rating": "1987"})[:60]
    '001    7      Ann                               1987        '
    """
    line = "001"
    for key, field in FIELDS.items():
        line = f"{line:<{field.first - 1}}{facts.get(key, ''):{field.align}{field.width}}"
    return f"{line:<{FIRST_ROUND - 1}}{rounds}"


def round_of(opponent: int | None, colour: str, code: str) -> str:
    """The ten columns of a round in a player's line.

    >>> round_of(12, "w", "="), round_of(None, "", "H")
    ('  12 w =  ', '0000 - H  ')
    """
    text = NOBODY if opponent is None else f"{opponent:>{OPPONENT.width}} {colour} "
    return f"{text}{code}".ljust(ROUND_WIDTH)
