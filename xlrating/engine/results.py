"""All possible results, and the ways people write them.

Forfeits (1-0 F), byes (BYE 1, BYE 0, and BYE ½, the half-point bye), unplayed and postponed
games are included.
"""

from __future__ import annotations

import re
from decimal import Decimal
from enum import Enum
from typing import Mapping, NamedTuple, Optional, Tuple

from .errors import ArgumentError, shown
from .problem import make_error
from .rounding import HALF, ONE, ZERO
from .vocabulary.spellings import A_DAY, A_TIME, IN_WORDS, MEANT, UNCLEAR, plain_codes, plain_result


class Kind(Enum):
    """The kind of a line in the games list, as far as ratings are concerned."""

    PLAYED = "played"
    UNRATED = "unrated"  # played, but not to be rated (TRF codes W, D, L)
    FORFEIT = "forfeit"  # an opponent was assigned, no move was made
    BYE = "bye"  # no opponent was assigned
    POSTPONED = "postponed"  # not played yet

    # Members are singletons; the hash of `Enum` would be slow, as it is needed for each game.
    __hash__ = object.__hash__


class Result(NamedTuple):
    """A result as typed and listed: its code, its kind, and both scores."""

    code: str
    kind: Kind
    white: Optional[Decimal]
    black: Optional[Decimal]


_POINTS = {"1": ONE, "½": HALF, "0": ZERO}


def _result(kind: Kind, code: str) -> Result:
    """The result whose code contains the points: White's, and Black's if there is a Black."""
    white, black, *_ = [*(_POINTS[sign] for sign in code if sign in _POINTS), None, None]
    return Result(code, kind, white, black)


#: Every result there is, in the order a list offers them. Codes never start with
#: = + - @ (a cell would take them for a formula) and hold no letters to translate but
#: F (forfeit), U (played, unrated), BYE and R. A bye of a full point is what the pairing allocates
#: (TRF code U) or, with R, what was requested and granted (code F): the pairing rules tell them
#: apart (C.04.1), and an event may score them differently (TRF-2026, record 162).
RESULTS: Tuple[Result, ...] = tuple(
    _result(kind, code)
    for kind, codes in (
        (Kind.PLAYED, ("1-0", "½-½", "0-1")),
        (Kind.FORFEIT, ("1-0 F", "0-1 F", "0-0 F")),
        (Kind.BYE, ("BYE 1", "BYE ½", "BYE 0")),
        (Kind.POSTPONED, ("POSTPONED", "")),  # "" is paired, and has no result yet
        # Rare: results decided by an arbiter, and games too short to be rated.
        (Kind.PLAYED, ("0-0", "½-0", "0-½")),
        (Kind.UNRATED, ("1-0 U", "½-½ U", "0-1 U")),
        (Kind.BYE, ("BYE 1 R",)),
    )
    for code in codes
)

RESULT_BY_CODE: Mapping[str, Result] = {result.code: result for result in RESULTS}

#: Byes by their points under the usual scoring; a full-point one is the allocated one.
BYES: Mapping[Decimal, Result] = {
    result.white: result
    for result in reversed(RESULTS)
    if result.kind is Kind.BYE and result.white is not None
}
#: The full-point bye that was requested and granted.
GRANTED = RESULT_BY_CODE["BYE 1 R"]

#: The code of each plain spelling; no two codes share one.
CODE_OF: Mapping[str, str] = {
    **{plain: result.code for result in RESULTS for plain in plain_codes(result.code)},
    **MEANT,
}


def read_result(text: str) -> Result:
    """The result a person meant: ``1-0``, ``1:0``, ``1/2-1/2``, ``0,5``, ``+/-``, ``bye 1``.

    Raises `ArgumentError` for a text that is no result or could be several.

    >>> read_result("1/2-1/2").code, read_result("=").code, read_result("+ : -").code
    ('½-½', '½-½', '1-0 F')
    """
    plain = plain_result(str(text))
    if plain in UNCLEAR:
        several = ", ".join(UNCLEAR[plain])
        raise make_error(ArgumentError, "word_results", found=shown(text), codes=several)
    if plain in IN_WORDS:
        return RESULT_BY_CODE[IN_WORDS[plain]]
    if A_DAY.fullmatch(plain):
        raise make_error(ArgumentError, "word_result_day", found=shown(text))
    if plain not in CODE_OF and A_TIME.fullmatch(text.strip()):
        raise make_error(ArgumentError, "word_result_time", found=shown(text))
    if plain not in CODE_OF:
        codes = ", ".join(result.code for result in RESULTS[:10])
        raise make_error(ArgumentError, "word_result", found=shown(text), codes=codes)
    return RESULT_BY_CODE[CODE_OF[plain]]


def of_two(result: Result, score: Result, where: str = "") -> Result:
    """The result of a game for which White's score is also given; a blank one is ignored.

    Raises `ArgumentError` if the two contradict each other.

    >>> of_two(read_result("1-0 F"), read_result("1")).code
    '1-0 F'
    """
    if result.code and score.code and result.white != score.white:
        words = {"result": result.code, "score": "–" if score.white is None else score.white}
        raise make_error(ArgumentError, "read_two_results", where, **words)
    return result if result.code else score


def read_score(text: str) -> Result:
    """The result for White's score, as tables of numbers give it.

    Raises `ArgumentError` as `read_result` does.

    >>> read_score("1.0").code, read_score("0.5").code
    ('1-0', '½-½')
    """
    return read_result(re.sub(r"([01])[.,]0+", r"\1", text.strip()))
