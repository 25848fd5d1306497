"""Play-offs decide the order of those who played them (FIDE C.07, 2.2 and 3).

Which of the tied players qualify, before or after other tie-breaks, the event's own regulation
says (3.1.2); either way it is done once the games are played. So a play-off needs no name among
the tie-breaks: equal points given, those who are joined by its games come together at the place of
the best of them, in the order of their points in it; all else stays as it was. Where an event names
PO, the points of play-offs stand where it names them.
"""

from __future__ import annotations

from typing import Dict, List, Mapping, Tuple

from ..rounding import HALF, ZERO
from .scores import Scores

#: So many games away somebody is still in the same play-off: a knock-out of eight.
REACH = 5

#: The place of the best in the play-off, what was scored there, and the place without it.
Key = Tuple[int, int, int]


def joined(scores: Scores) -> Mapping[int, List[int]]:
    """Whom each player of equal points met in play-offs; only games with a result count."""
    found: Dict[int, List[int]] = {no: [] for no in scores.points}
    for game in scores.playoffs:
        white, black = game.white, game.black
        if black is None or white not in found or black not in found:
            continue
        if scores.points[white] == scores.points[black]:
            found[white].append(black)
            found[black].append(white)
    return found


def scored(scores: Scores, no: int, draw_is_black: bool) -> int:
    """Quarters of the points in play-offs; one more for who drew the last game as Black.

    A lead is at least two quarters, so that this game tells who goes ahead only where all else is
    level.
    """
    own = [game for game in scores.playoffs if no in (game.white, game.black)]
    points = sum(scores.playoff_points.get(no, ()), ZERO)
    is_ahead = bool(own) and own[-1].black == no and own[-1].result.black == HALF
    return int(4 * points) + int(draw_is_black and is_ahead)


def decided(
    scores: Scores, ranks: Mapping[int, int], draw_is_black: bool = False
) -> Dict[int, Key]:
    """Keys to rank by, greatest first: `ranks` after the tie-breaks, and the play-offs."""
    near, tops = joined(scores), dict(ranks)
    for _ in range(REACH):
        tops = {no: min([top, *(tops[other] for other in near[no])]) for no, top in tops.items()}
    return {
        no: (-tops[no], scored(scores, no, draw_is_black) if near[no] else 0, -rank)
        for no, rank in ranks.items()
    }
