"""The results there are, and how people write them."""

from __future__ import annotations

from decimal import Decimal
from enum import Enum
from typing import Mapping, NamedTuple, Optional, Tuple

from .errors import ArgumentError, shown
from .rounding import HALF, ONE, ZERO
from .words.spellings import MEANT, UNCLEAR, plain_codes, plain_result


class Kind(Enum):
    """What a line in the games list is, as far as ratings care."""

    PLAYED = "played"
    UNRATED = "unrated"  # played, but not to be rated (TRF codes W, D, L)
    FORFEIT = "forfeit"  # an opponent was assigned, no move was made
    BYE = "bye"  # no opponent was assigned
    POSTPONED = "postponed"  # not played yet


class Result(NamedTuple):
    """A result as it is typed and listed: its code, what it is, and both scores."""

    code: str
    kind: Kind
    white: Optional[Decimal]
    black: Optional[Decimal]


#: Every result there is, in the order a list offers them. Codes never start with
#: = + - @ (a cell would take them for a formula) and hold no letters to translate but
#: F (forfeit), U (played, unrated) and BYE.
RESULTS: Tuple[Result, ...] = (
    Result("1-0", Kind.PLAYED, ONE, ZERO),
    Result("½-½", Kind.PLAYED, HALF, HALF),
    Result("0-1", Kind.PLAYED, ZERO, ONE),
    Result("1-0 F", Kind.FORFEIT, ONE, ZERO),
    Result("0-1 F", Kind.FORFEIT, ZERO, ONE),
    Result("0-0 F", Kind.FORFEIT, ZERO, ZERO),
    Result("BYE 1", Kind.BYE, ONE, None),
    Result("BYE ½", Kind.BYE, HALF, None),
    Result("BYE 0", Kind.BYE, ZERO, None),
    Result("POSTPONED", Kind.POSTPONED, None, None),
    Result("", Kind.POSTPONED, None, None),  # paired, no result yet
    # Seldom needed: results an arbiter decided, and games too short to be rated.
    Result("0-0", Kind.PLAYED, ZERO, ZERO),
    Result("½-0", Kind.PLAYED, HALF, ZERO),
    Result("0-½", Kind.PLAYED, ZERO, HALF),
    Result("1-0 U", Kind.UNRATED, ONE, ZERO),
    Result("½-½ U", Kind.UNRATED, HALF, HALF),
    Result("0-1 U", Kind.UNRATED, ZERO, ONE),
)

RESULT_BY_CODE: Mapping[str, Result] = {result.code: result for result in RESULTS}

#: The code of every plain spelling; two of them never share one.
CODE_OF: Mapping[str, str] = {
    **{plain: result.code for result in RESULTS for plain in plain_codes(result.code)},
    **MEANT,
}


def read_result(text: str) -> Result:
    """The result a person meant: ``1-0``, ``1:0``, ``1/2-1/2``, ``0,5``, ``+/-``, ``bye 1``.

    Raises `ArgumentError` for what is no result, and for what may be several.

    >>> read_result("1/2-1/2").code, read_result("=").code, read_result("+ : -").code
    ('½-½', '½-½', '1-0 F')
    """
    plain = plain_result(str(text))
    if plain in UNCLEAR:
        several = ", ".join(UNCLEAR[plain])
        raise ArgumentError(f"result {shown(text)} may be any of {several}; write one of these")
    if plain not in CODE_OF:
        codes = ", ".join(result.code for result in RESULTS[:10])
        raise ArgumentError(f"result {shown(text)} is not known; use one of {codes}")
    return RESULT_BY_CODE[CODE_OF[plain]]
