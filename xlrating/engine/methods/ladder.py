"""Points after each game, in round order; the opponent's strength does not matter.

The lines after clause 1.46 of 《中国象棋专业棋手等级分计算方法》: 赢方得1分,输方得-1分。
"""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, List, Optional, Sequence, Tuple

from ..event import Event, Player
from ..lines import GameLine, Line, Step
from ..rules.ruleset import RuleSet
from ..rules.sections import Ladder
from ..terms.ladder import ladder_gain, ladder_points, rank_of
from .common import entries, entry_rating, game_lines, points_of, started


def rate(events: Sequence[Event], rules: RuleSet, only: Optional[str] = None) -> Tuple[Line, ...]:
    """One line per player of the events of a period, or just that of the player with key `only`."""
    known = [
        started(event, {player.key: entry_rating(player, rules) for player in event.players})
        for event in events
    ]
    return tuple(_line(appearances, known, rules) for appearances in entries(events, only).values())


def _line(
    appearances: Sequence[Tuple[int, Player]], events: Sequence[Event], rules: RuleSet
) -> Line:
    """A player's progress through the period, from the points in their first entry."""
    rule = rules.need(Ladder)
    first, last = appearances[0][1], appearances[-1][1]
    start = entry_rating(first, rules)
    assert start is not None
    points = start
    games: List[GameLine] = []
    steps: List[Step] = []
    if first.rating is None:
        steps.append(Step("step_ladder_start", start, rule.clause, {}))
    for number, player in appearances:
        event = events[number]
        lines = game_lines(number, event, event.by_no[player.no], rules)
        for game, line in zip(event.games_of[player.no], lines):
            if line.counted and (score := line.points) is not None:
                after = ladder_points(points, score, rules, game.moves)
                line = line._replace(own_rating=points, change=after - points)
                key = "step_ladder" if game.moves is None else "step_ladder_moves"
                told: Dict[str, object] = {"round": game.round, "result": line.result}
                told.update(moves=game.moves, change=line.change, old=points)
                steps.append(Step(key, after, rule.clause, told))
                if after != points + ladder_gain(score, rules, game.moves):
                    steps.append(Step("step_floor", after, rule.clause, {"least": rule.least}))
                points = after
            games.append(line)
    counted = [game for game in games if game.counted]
    change = points - start
    if counted:
        words = {"old": start, "exact": change, "change": change}
        steps.append(Step("step_new", points, rule.clause, words))
    else:
        steps.append(Step("step_no_games", None, "", {}))
    rank = rank_of(points, rules)
    if rank is not None:
        steps.append(Step("step_rank", points, rank.clause, {"rank": rank.names}))
    return Line(
        player=replace(last, rating=first.rating),
        games=tuple(games),
        points=points_of(games),
        n=len(counted),
        score=points_of(counted),
        change=change,
        rounded=change,
        new=points,
        start=start if first.rating is None else None,
        rank=None if rank is None else rank.names,
        steps=tuple(steps),
    )
