"""Play-offs decide the order of the players in them (FIDE C.07, 2.2 and 3).

The event's own regulation says which tied players qualify, before or after other tie-breaks
(3.1.2); by the time of the calculation it has been applied. A play-off thus needs no entry among
the tie-breaks: players of equal points connected by its games are placed together at the place of
the best of them, in the order of their points in it; nothing else changes. If an event lists
PO, the points from play-offs count at that position.
"""

from __future__ import annotations

from typing import Dict, List, Mapping, Tuple

from ..rounding import HALF, ZERO
from .scores import Scores

#: Players this many games apart are in the same play-off: a knock-out of eight.
REACH = 5

#: The best place in the play-off, the score in it, and the place without it.
Key = Tuple[int, int, int]


def joined(scores: Scores) -> Mapping[int, List[int]]:
    """Each player's opponents in play-offs, if equal on points; only games with results count."""
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
    """A player's points in play-offs, in quarters; with `draw_is_black`, one quarter more for
    drawing the last game as Black.

    A lead is at least two quarters, so the extra one decides only if everything else is
    level.
    """
    own = [game for game in scores.playoffs if no in (game.white, game.black)]
    points = sum(scores.playoff_points.get(no, ()), ZERO)
    is_ahead = bool(own) and own[-1].black == no and own[-1].result.black == HALF
    return int(4 * points) + int(draw_is_black and is_ahead)


def decided(
    scores: Scores, ranks: Mapping[int, int], draw_is_black: bool = False
) -> Dict[int, Key]:
    """Each player's sort key, greatest first, from `ranks` by tie-breaks and the play-offs."""
    near, tops = joined(scores), dict(ranks)
    for _ in range(REACH):
        tops = {no: min([top, *(tops[other] for other in near[no])]) for no, top in tops.items()}
    return {
        no: (-tops[no], scored(scores, no, draw_is_black) if near[no] else 0, -rank)
        for no, rank in ranks.items()
    }
