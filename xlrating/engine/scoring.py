"""How many points results are worth in an event's table: 1, ½ and 0, or what its file says.

FIDE's report file gives them in records 162 and 299 (TRF-2026), JaVaFo in XXS, bbpPairings in BBW,
BBD, BBL, BBZ, BBF and BBU. Ratings ignore them: there a win is always 1.

They cover games and byes, including the pairing-allocated bye (PAB).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Dict, Mapping, NamedTuple, Optional, Tuple

from .errors import ArgumentError, shown
from .problem import make_error
from .results import GRANTED, Kind, Result
from .rounding import HALF, ONE, ZERO, exact

#: The points of each result, by JaVaFo's codes: wins, draws and losses over the board with
#: White and Black, forfeit wins and losses, requested byes of a full point, half a point and
#: zero points, the pairing-allocated bye; X is a game with an unknown result.
USUAL: Mapping[str, Decimal] = {
    **dict.fromkeys(("WW", "BW", "FW", "FPB", "PAB"), ONE),
    **dict.fromkeys(("WD", "BD", "HPB", "X"), HALF),
    **dict.fromkeys(("WL", "BL", "FL", "ZPB"), ZERO),
}
#: The letters of record 162. A full-point bye scores like a win, a half-point bye like a draw,
#: an absence like a zero-point bye and a forfeit loss.
LETTERS: Mapping[str, Tuple[str, ...]] = {
    "W": ("WW", "BW", "FW", "FPB"), "D": ("WD", "BD", "HPB"), "L": ("WL", "BL"),
    "A": ("FL", "ZPB"), "P": ("PAB",), "X": ("X",),
}  # fmt: skip
#: "P: same as W", "X: same as D", if the record does not give them.
AS: Mapping[str, str] = {"P": "W", "X": "D"}
#: The types of record 299 that are results.
TYPES: Mapping[str, Tuple[str, ...]] = {
    "W": ("WW", "BW"), "D": ("WD", "BD"), "L": ("WL", "BL"),
    "F": ("FPB",), "H": ("HPB",), "Z": ("ZPB",), "+": ("FW",), "-": ("FL",),
}  # fmt: skip
#: The round after which points for the event as a whole are added.
AFTER_ALL = 999


class Assigned(NamedTuple):
    """Special points for some players (record 299).

    `type` is the result that earns them, '' for points added or deducted; `round` is 0 for all
    rounds, `players` is empty for everyone.
    """

    type: str
    points: Decimal
    round: int = 0
    players: Tuple[int, ...] = ()

    def is_of(self, no: int, round: int) -> bool:
        """Whether they apply to a player in a round."""
        return self.round in (0, round) and (not self.players or no in self.players)


@dataclass(frozen=True)
class Scoring:
    """The points in an event's table: by result, and special ones of individual players.

    >>> from .results import read_result
    >>> half = Scoring({"PAB": HALF})
    >>> half.of(read_result("BYE 1")), half.of(read_result("FPB")), half.of(read_result("1-0"))
    (Decimal('0.5'), Decimal('1'), Decimal('1'))
    """

    points: Mapping[str, Decimal] = field(default_factory=dict, hash=False)
    assigned: Tuple[Assigned, ...] = ()

    def __post_init__(self) -> None:
        """Leave out whatever equals the usual points."""
        said = {key: value for key, value in self.points.items() if value != USUAL[key]}
        object.__setattr__(self, "points", said)

    @property
    def is_usual(self) -> bool:
        """Whether everything counts 1, ½ and 0."""
        return not self.points and not self.assigned

    @property
    def is_played_as_usual(self) -> bool:
        """Whether games and forfeits count as usual; byes may still differ."""
        byes = ("FPB", "HPB", "ZPB", "PAB", "X")
        return not self.assigned and all(key in byes for key in self.points)

    def worth(self, key: str) -> Decimal:
        """The points of one of the keys of `USUAL`."""
        return self.points.get(key, USUAL[key])

    @property
    def win(self) -> Decimal:
        """The points for a win; with White, if the colours differ."""
        return self.worth("WW")

    @property
    def draw(self) -> Decimal:
        """The points for a draw."""
        return self.worth("WD")

    def of(
        self, result: Result, is_black: bool = False, no: int = 0, round: int = 0
    ) -> Optional[Decimal]:
        """The points of one side for a result; None if there is no result yet.

        `no` and `round` identify the player, in case the event assigns points individually.
        """
        key = key_of(result, is_black)
        if key is None:
            return None
        for one in reversed(self.assigned):
            if one.type and key in TYPES[one.type] and one.is_of(no, round):
                return one.points
        return self.worth(key)

    def besides(self, no: int, last: int, is_over: bool = True) -> Decimal:
        """A player's extra points, such as a penalty or a bonus, up to round `last`."""
        return sum(
            (
                one.points
                for one in self.assigned
                if not one.type
                and (not one.players or no in one.players)
                and (one.round <= last or (one.round == AFTER_ALL and is_over))
            ),
            ZERO,
        )


#: The usual points: a win is 1, a draw ½.
STANDARD = Scoring()


def key_of(result: Result, is_black: bool = False) -> Optional[str]:
    """The key of `USUAL` for one side of a result; None if there is no result yet."""
    own = result.black if is_black else result.white
    if own is None:
        return None
    if result.kind is Kind.BYE:
        return "FPB" if result == GRANTED else {ONE: "PAB", HALF: "HPB", ZERO: "ZPB"}[own]
    if result.kind is Kind.FORFEIT:
        return "FW" if own == ONE else "FL"
    return ("B" if is_black else "W") + {ONE: "W", HALF: "D", ZERO: "L"}[own]


def letters_of(scoring: Scoring) -> Tuple[str, ...]:
    """The points as record 162 gives them, one letter each; empty if it cannot express them.

    >>> letters_of(Scoring({"PAB": HALF})), letters_of(Scoring({"BL": ONE}))
    (('W 1.0', 'D 0.5', 'L 0.0', 'P 0.5'), ())
    """
    if any(len({scoring.worth(key) for key in keys}) > 1 for keys in LETTERS.values()):
        return ()
    found = []
    for letter, keys in LETTERS.items():
        points, other = scoring.worth(keys[0]), AS.get(letter)
        usual = scoring.worth(LETTERS[other][0]) if other else USUAL[keys[0]]
        if letter in "WDL" or points != usual:
            found.append(f"{letter}{points:4.1f}")
    return tuple(found)


_SAID = re.compile(r"\s*([WDLAPX])\s*(\d{0,2}(?:\.\d{1,2})?)(?=\s|$)", re.IGNORECASE)


def read_scoring(text: str) -> Scoring:
    """The points stated by a text such as ``W 3.0 D 1.0 L 0.0``.

    Raises `ArgumentError` for any other text, and for a repeated letter.

    >>> read_scoring("W 3.0    D 1.0").worth("PAB")
    Decimal('3.0')
    """
    said: Dict[str, Decimal] = {}
    at, text = 0, text.rstrip()
    while at < len(text):
        found = _SAID.match(text, at)
        letter = found[1].upper() if found else ""
        if not found or not found[2] or letter in said:
            words = {"found": shown(text[at:].strip()), "example": "W 3.0    D 1.0    P 1.0"}
            raise make_error(ArgumentError, "read_trf_scoring", **words)
        said[letter], at = exact(found[2], "points"), found.end()
    said.update(
        {key: said[other] for key, other in AS.items() if key not in said and other in said}
    )
    return Scoring({key: points for letter, points in said.items() for key in LETTERS[letter]})
