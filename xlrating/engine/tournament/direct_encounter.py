"""The direct encounter of FIDE C.07, article 6: games between players who are still tied.

If all of them have met, the points from those games rank them (6.2). In a Swiss group with
missing games, a player who would be alone at the top of these standings whatever the results of
the missing games is ranked first, and so on; then the article is applied to the rest again (6.3).
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Dict, List, Mapping, NamedTuple, Sequence, Set, Tuple

from ..rounding import ZERO, half_away
from .scores import Scores

#: The precision for comparing points among equals, in decimals.
PLACES = 6

#: For each player's number, the rank at which the group of equals begins.
Ranks = Mapping[int, int]


def ranked(keys: Mapping[int, Any]) -> Ranks:
    """For every player, 1 plus the number of players with a greater key.

    >>> ranked({7: 2, 8: 3, 9: 2})
    {7: 2, 8: 1, 9: 2}
    """
    ordered = sorted(keys.values(), reverse=True)
    first: Dict[Any, int] = {}
    for rank, key in enumerate(ordered, 1):
        first.setdefault(key, rank)
    return {no: first[key] for no, key in keys.items()}


class EncounterRanking(NamedTuple):
    """The outcome of one application of article 6 for each player, among those of the same rank.

    `points` are those from games among them, `most` the possible points if all had met; `above` is
    how many others could have at least the player's points; `ranked_by_6_3` are the players
    ranked although games are missing (6.3), `all_met` those of groups in which everyone has met.
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
    """One application of article 6 to every group of equals; 6.3 only if `by_6_3`.

    With `forfeits`, these count as games between the two who were paired (6.1.1).

    Players who met more than once get the average of those games (6.1.2), so thirds of a point
    are added, in any order: real differences are larger than the last of `PLACES` decimals.
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
    """6.3: the players sure to be first, sure to be second behind such a first, and so on.

    One player nobody can reach, one only that player can reach, …: a player with n above qualifies
    if exactly n of the tied players have fewer above, namely 0 to n - 1.
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
    """Article 6: points among equals if they decide or could decide, and the resulting ranks.

    The article is applied again to the smaller ties that remain (6.2, 6.3).
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
        # 6.1.1: a forfeit counts only if pairings are pre-determined (15.2).
        counts = played.met or forfeits or scores.event.is_round_robin
        if other is not None and counts and ranks.get(other) == ranks[no]:
            found.setdefault(other, []).append(played.points)
    return found


def _points_among(met: Mapping[int, Sequence[Decimal]]) -> Decimal:
    return half_away(sum((sum(own, ZERO) / len(own) for own in met.values()), ZERO), PLACES)
