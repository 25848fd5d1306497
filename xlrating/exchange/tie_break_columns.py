"""The tie-break columns that a program printed, and which tie-break each of them is.

The heading, such as TB1, rarely says so: it is the one that reproduces every value.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from ..engine.event import Event
from ..engine.results import Kind
from ..engine.rounding import ZERO, half_away
from ..engine.tournament.scores import Scores
from ..engine.tournament.tie_breaks import is_known, value_of

#: The tie-breaks that programs print most often come first; one wrong value rules one out.
_CODES = (
    "BH", "BH-C1", "SB", "WIN", "BH-V", "BH-V-C1", "SB-V", "BWG", "PS", "KS", "BPG", "WON", "REP",
    "ARO", "TPR", "APRO", "PTP", "APPO", "AOB", "BH-C2", "BH-M1", "BH-M2", "FB", "FB-C1", "ARO-C1",
    "PS-C1", "STD", "RTNG",
)  # fmt: skip


def tie_break_of(printed: Sequence[Decimal | None], event: Event, scores: Scores) -> str:
    """The code of the tie-break with these values for the players, in order; otherwise ""."""
    # Several may be 0 throughout: the direct encounter often is.
    for code in _CODES if any(printed) else ():
        value = value_of(code) if is_known(code, event) else None
        numbered = zip(event.players, printed, strict=True)
        if value and all(is_as_printed(value(scores, one.no), own) for one, own in numbered):
            return code
    encounters = _encounters(event, scores)
    numbered = zip(event.players, printed, strict=True)
    return "DE" if all(is_as_printed(encounters[one.no], own) for one, own in numbered) else ""


def _encounters(event: Event, scores: Scores) -> dict[int, Decimal]:
    """Each player's points against all with equal points; 0 if they have not all met.

    C.07, 6: the direct encounter, as chess-results prints it.
    """
    own = {player.no: scores.points[player.no] for player in event.players}
    found = {}
    for no, points in own.items():
        tied = {other for other, theirs in own.items() if theirs == points} - {no}
        met: dict[int, Decimal] = {}
        for game in event.games_of.get(no, ()):
            other = game.black if game.white == no else game.white
            score = game.result.white if game.white == no else game.result.black
            if other in tied and score is not None and game.result.kind is Kind.PLAYED:
                met[other] = met.get(other, ZERO) + score
        found[no] = sum(met.values(), ZERO) if met.keys() == tied else ZERO
    return found


def is_as_printed(value: Decimal | None, printed: Decimal | None) -> bool:
    """Whether a value equals the printed one, to its number of decimals; 0 may be a blank.

    >>> is_as_printed(Decimal("0.125"), Decimal("0.13")), is_as_printed(None, Decimal(1))
    (True, False)
    """
    if value is None or printed is None:
        return not printed and not value
    exponent = printed.as_tuple().exponent
    return isinstance(exponent, int) and half_away(value, max(0, -exponent)) == printed
