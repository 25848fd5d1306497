"""The direct encounter of FIDE C.07, article 6: the games among players who are still tied.

Not carried: article 6.3, which can put one player of a Swiss group first although not all
of the group have met; there the group stays tied.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Dict, List, Mapping, Set, Tuple

from ..rounding import ZERO, half_away
from .scores import Scores

#: Decimals to which the points among equals are compared.
PLACES = 6

#: The rank that a player's group of equals begins with, by number.
Ranks = Mapping[int, int]


def ranked(keys: Mapping[int, Any]) -> Ranks:
    """1 and the number of players with a greater key, for every player.

    >>> ranked({7: 2, 8: 3, 9: 2})
    {7: 2, 8: 1, 9: 2}
    """
    ordered = sorted(keys.values(), reverse=True)
    first: Dict[Any, int] = {}
    for rank, key in enumerate(ordered, 1):
        first.setdefault(key, rank)
    return {no: first[key] for no, key in keys.items()}


def met_of_group(scores: Scores, ranks: Ranks) -> Mapping[int, int]:
    """How many others of the same rank each player has met."""
    return {no: len(_against_equals(scores, ranks, no)) for no in ranks}


def decidable(ranks: Ranks, met: Mapping[int, int]) -> Set[int]:
    """The players who share a rank with others and have all met each other (6.2)."""
    groups = _groups(ranks)
    return {
        no
        for tied in groups.values()
        if len(tied) > 1 and all(met[other] == len(tied) - 1 for other in tied)
        for no in tied
    }


def direct_points(scores: Scores, ranks: Ranks, within: Set[int]) -> Mapping[int, Decimal]:
    """6.1: points in the games with players of the same rank; 0 for those who are alone.

    Who met more than once has the average of those games (6.1.2), so that thirds of a point
    are added up, in any order: what differs does so before the last of `PLACES` decimals.
    """
    return {no: _points_among(scores, ranks, no) if no in within else ZERO for no in ranks}


def _points_among(scores: Scores, ranks: Ranks, no: int) -> Decimal:
    met = _against_equals(scores, ranks, no)
    return half_away(sum((sum(own, ZERO) / len(own) for own in met.values()), ZERO), PLACES)


def split(ranks: Ranks, points: Mapping[int, Decimal]) -> Ranks:
    """The ranks after the standings of those games."""
    groups = _groups(ranks)
    return {
        no: rank + sum(points[other] > points[no] for other in groups[rank])
        for no, rank in ranks.items()
    }


def direct_encounter(scores: Scores, ranks: Ranks) -> Tuple[Mapping[int, Decimal], Ranks]:
    """Article 6: the points among equals, where it applies, and the ranks after it.

    It is applied again to the smaller ties that it leaves (6.2).
    """
    within = decidable(ranks, met_of_group(scores, ranks))
    first = points = direct_points(scores, ranks, within)
    while (finer := split(ranks, points)) != ranks:
        ranks = finer
        points = direct_points(scores, ranks, within)
    return {no: points for no, points in first.items() if no in within}, ranks


def _groups(ranks: Ranks) -> Mapping[int, List[int]]:
    found: Dict[int, List[int]] = {}
    for no, rank in ranks.items():
        found.setdefault(rank, []).append(no)
    return found


def _against_equals(scores: Scores, ranks: Ranks, no: int) -> Mapping[int, List[Decimal]]:
    found: Dict[int, List[Decimal]] = {}
    for played in scores.rounds[no]:
        other = played.opponent
        # 6.1.1: a forfeit counts only where pairings are pre-determined (15.2).
        counts = played.met or scores.event.is_round_robin
        if other is not None and counts and ranks.get(other) == ranks[no]:
            found.setdefault(other, []).append(played.points)
    return found
