"""How many points a result brings in the table of an event: 1, ½ and 0, or what its file says.

FIDE's report file says it under 162 and 299 (TRF-2026), JaVaFo under XXS, bbpPairings under BBW,
BBD, BBL, BBZ, BBF and BBU. Ratings never ask: there a win is 1 whatever the table gives for it.

Points of games and byes, those of the pairing-allocated bye (PAB) included.
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

#: The points of each result, by the codes of JaVaFo: wins, draws and losses over the board with
#: White and Black, forfeits won and lost, byes of a full point that was granted, of half a point,
#: of none, the bye that the pairing allocates; X is a game of which the result is not known.
USUAL: Mapping[str, Decimal] = {
    **dict.fromkeys(("WW", "BW", "FW", "FPB", "PAB"), ONE),
    **dict.fromkeys(("WD", "BD", "HPB", "X"), HALF),
    **dict.fromkeys(("WL", "BL", "FL", "ZPB"), ZERO),
}
#: What the letters of record 162 stand for. Points of a full-point bye are those of a win, of a
#: half-point bye those of a draw, of an absence those of a zero-point bye and of a forfeit lost.
LETTERS: Mapping[str, Tuple[str, ...]] = {
    "W": ("WW", "BW", "FW", "FPB"), "D": ("WD", "BD", "HPB"), "L": ("WL", "BL"),
    "A": ("FL", "ZPB"), "P": ("PAB",), "X": ("X",),
}  # fmt: skip
#: "P: same as W", "X: same as D", where the record does not say them.
AS: Mapping[str, str] = {"P": "W", "X": "D"}
#: The types of record 299 that are results.
TYPES: Mapping[str, Tuple[str, ...]] = {
    "W": ("WW", "BW"), "D": ("WD", "BD"), "L": ("WL", "BL"),
    "F": ("FPB",), "H": ("HPB",), "Z": ("ZPB",), "+": ("FW",), "-": ("FL",),
}  # fmt: skip
#: After this round stands what the event as a whole costs or brings.
AFTER_ALL = 999


class Assigned(NamedTuple):
    """Points out of the usual for some players (record 299).

    `type` is the result that brings them, '' for points added or taken away; `round` is 0 for all
    rounds, `players` empty for everybody.
    """

    type: str
    points: Decimal
    round: int = 0
    players: Tuple[int, ...] = ()

    def is_of(self, no: int, round: int) -> bool:
        """Whether a player has them in a round."""
        return self.round in (0, round) and (not self.players or no in self.players)


@dataclass(frozen=True)
class Scoring:
    """The points of an event's table, by result, and what single players have besides.

    >>> from .results import read_result
    >>> half = Scoring({"PAB": HALF})
    >>> half.of(read_result("BYE 1")), half.of(read_result("FPB")), half.of(read_result("1-0"))
    (Decimal('0.5'), Decimal('1'), Decimal('1'))
    """

    points: Mapping[str, Decimal] = field(default_factory=dict, hash=False)
    assigned: Tuple[Assigned, ...] = ()

    def __post_init__(self) -> None:
        """What is as usual is not said."""
        said = {key: value for key, value in self.points.items() if value != USUAL[key]}
        object.__setattr__(self, "points", said)

    @property
    def is_usual(self) -> bool:
        """Whether everything counts 1, ½ and 0."""
        return not self.points and not self.assigned

    @property
    def is_played_as_usual(self) -> bool:
        """Whether games do, forfeits too: byes alone may bring something else."""
        byes = ("FPB", "HPB", "ZPB", "PAB", "X")
        return not self.assigned and all(key in byes for key in self.points)

    def worth(self, key: str) -> Decimal:
        """The points of one of the keys of `USUAL`."""
        return self.points.get(key, USUAL[key])

    @property
    def win(self) -> Decimal:
        """The points awarded for a win; with White, where the colours differ."""
        return self.worth("WW")

    @property
    def draw(self) -> Decimal:
        """The points of a draw."""
        return self.worth("WD")

    def of(
        self, result: Result, is_black: bool = False, no: int = 0, round: int = 0
    ) -> Optional[Decimal]:
        """The points of one side of a result; None before there is one.

        `no` and `round` say whose it is, where the event assigns points to single players.
        """
        key = key_of(result, is_black)
        if key is None:
            return None
        for one in reversed(self.assigned):
            if one.type and key in TYPES[one.type] and one.is_of(no, round):
                return one.points
        return self.worth(key)

    def besides(self, no: int, last: int, is_over: bool = True) -> Decimal:
        """What a player has besides the results of the rounds up to one: a penalty, a bonus."""
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


#: A win is a point, a draw half of one.
STANDARD = Scoring()


def key_of(result: Result, is_black: bool = False) -> Optional[str]:
    """The key of `USUAL` for one side of a result; None before there is one."""
    own = result.black if is_black else result.white
    if own is None:
        return None
    if result.kind is Kind.BYE:
        return "FPB" if result == GRANTED else {ONE: "PAB", HALF: "HPB", ZERO: "ZPB"}[own]
    if result.kind is Kind.FORFEIT:
        return "FW" if own == ONE else "FL"
    return ("B" if is_black else "W") + {ONE: "W", HALF: "D", ZERO: "L"}[own]


def letters_of(scoring: Scoring) -> Tuple[str, ...]:
    """The points as record 162 says them, a letter each; none where it has no letters for them.

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
    """The points that a text like ``W 3.0 D 1.0 L 0.0`` says.

    Raises `ArgumentError` for any other, and for a letter that comes twice.

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
