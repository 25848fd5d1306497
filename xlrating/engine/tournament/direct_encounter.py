"""The direct encounter of FIDE C.07, article 6: the games among players who are still tied.

Where all of them have met, the points of those games rank them (6.2). Of a Swiss group in which
games are missing, who is alone at the top of these standings whatever the missing games would have
brought is ranked first, and so on; then the article is applied to the others anew (6.3).
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Dict, List, Mapping, NamedTuple, Sequence, Set, Tuple

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


class EncounterRanking(NamedTuple):
    """What one application of article 6 finds of each player, among those of the same rank.

    `points` are those of the games among them, `most` what they could be had all met; `above` is
    how many others can have at least the points of the player; `ranked_by_6_3` are those who are
    ranked although games are missing (6.3), `all_met` those of groups in which all have met.
    """

    points: Mapping[int, Decimal]
    most: Mapping[int, Decimal]
    above: Mapping[int, int]
    ranked_by_6_3: Set[int]
    all_met: Set[int]
    ranks: Ranks


def applied(
    scores: Scores, ranks: Ranks, *, by_6_3: bool = True, forfeits: bool = False
) -> EncounterRanking:
    """One application of article 6 to every group of equals; without 6.3 where not `by_6_3`.

    With `forfeits` these are games between the two who were paired (6.1.1).

    Who met more than once has the average of those games (6.1.2), so that thirds of a point
    are added up, in any order: what differs does so before the last of `PLACES` decimals.
    """
    points: Dict[int, Decimal] = dict.fromkeys(ranks, ZERO)
    most: Dict[int, Decimal] = dict.fromkeys(ranks, ZERO)
    above: Dict[int, int] = dict.fromkeys(ranks, 0)
    ranked_by_6_3: Set[int] = set()
    all_met: Set[int] = set()
    finer, win = dict(ranks), scores.scoring.win
    for rank, tied in _groups(ranks).items():
        if len(tied) == 1:
            continue
        met = {no: _against_equals(scores, ranks, no, forfeits) for no in tied}
        for no in tied:
            points[no] = _points_among(met[no])
            most[no] = points[no] + win * (len(tied) - 1 - len(met[no]))
        for no in tied:
            above[no] = sum(most[other] >= points[no] for other in tied) - 1
        if all(len(met[no]) == len(tied) - 1 for no in tied):
            all_met.update(tied)
            for no in tied:
                finer[no] = rank + sum(points[other] > points[no] for other in tied)
        elif by_6_3 and not scores.event.is_round_robin:
            sure = _alone(above, tied)
            ranked_by_6_3.update(sure)
            for no in tied:
                finer[no] = rank + (above[no] if no in sure else len(sure))
    return EncounterRanking(points, most, above, ranked_by_6_3, all_met, finer)


def _alone(above: Mapping[int, int], tied: Sequence[int]) -> Set[int]:
    """6.3: who is first whatever happens, who is second when somebody is; and so on.

    One whom nobody can reach, one whom only that one can, …: below a player with n above stand
    exactly n, whose own numbers are 0 to n - 1.
    """
    found = set()
    for no in tied:
        ahead = [above[other] for other in tied if above[other] < above[no]]
        if sorted(ahead) == list(range(above[no])):
            found.add(no)
    return found


def direct_encounter(
    scores: Scores, ranks: Ranks, *, forfeits: bool = False
) -> Tuple[Mapping[int, Decimal], Ranks]:
    """Article 6: the points among equals, where it decides or could, and the ranks after it.

    It is applied again to the smaller ties that it leaves (6.2, 6.3).
    """
    first = last = applied(scores, ranks, forfeits=forfeits)
    while last.ranks != ranks:
        ranks = last.ranks
        last = applied(scores, ranks, forfeits=forfeits)
    shown = first.all_met | first.ranked_by_6_3
    return {no: points for no, points in first.points.items() if no in shown}, ranks


def _groups(ranks: Ranks) -> Mapping[int, List[int]]:
    found: Dict[int, List[int]] = {}
    for no, rank in ranks.items():
        found.setdefault(rank, []).append(no)
    return found


def _against_equals(
    scores: Scores, ranks: Ranks, no: int, forfeits: bool
) -> Mapping[int, List[Decimal]]:
    found: Dict[int, List[Decimal]] = {}
    for played in scores.rounds[no]:
        other = played.opponent
        # 6.1.1: a forfeit counts only where pairings are pre-determined (15.2).
        counts = played.met or forfeits or scores.event.is_round_robin
        if other is not None and counts and ranks.get(other) == ranks[no]:
            found.setdefault(other, []).append(played.points)
    return found


def _points_among(met: Mapping[int, Sequence[Decimal]]) -> Decimal:
    return half_away(sum((sum(own, ZERO) / len(own) for own in met.values()), ZERO), PLACES)
