"""An unrated player: a performance per event, then their mean weighted by games."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Dict, List, Optional, Sequence, Tuple

from ..errors import NotKnownError
from ..lines import GameLine, Line, Step
from ..rounding import ROUNDINGS
from ..rules.ruleset import RuleSet
from ..rules.sections import Average, Initial
from ..terms.average import opponents_average
from ..terms.performance import FirstRating, first_rating_against, pooled
from .common import points_of
from .field import AverageGroup

#: A performance and its number of games.
Result = Tuple[Decimal, int]


def unrated(groups: Sequence[AverageGroup], rules: RuleSet) -> Line:
    """The line of an unrated player.

    Performances of earlier periods, from ``facts["performances"]``, are included.
    """
    player = groups[-1].player
    results: List[Result] = list(player.facts.get("performances", ()))  # type: ignore[call-overload]
    steps: List[Step] = []
    games: List[GameLine] = []
    for group in groups:
        first, own_steps = _performance(group, bool(results), rules)
        if len(groups) > 1 and group.counted:
            steps.append(Step("step_event", None, "", {"name": group.name}))
        steps += own_steps
        if first is not None and first.exact is not None:
            results.append((first.exact, first.games))
            games += group.games
        else:
            games += [g._replace(reason="not_performed") if g.counted else g for g in group.games]
    counted = [game for game in games if game.counted]
    line = Line(
        player=player,
        games=tuple(games),
        points=points_of(games),
        n=len(counted),
        score=points_of(counted),
        steps=tuple(steps),
    )
    return _published(line, results, rules) if results else line


def _performance(
    group: AverageGroup, established: bool, rules: RuleSet
) -> Tuple[Optional[FirstRating], List[Step]]:
    """R(u), the performance in one event; None, with the reason in the steps, if there is none."""
    rule = rules.initial
    if rule is None:
        return None, [Step("step_no_initial", None, "", {})]
    ratings = [g.opponent_rating for g in group.counted if g.opponent_rating is not None]
    n, score = len(group.counted), points_of(group.counted)
    words: Dict[str, object] = {"games": n, "score": score, "void_below": rule.void_below}
    words.update(least_games=rule.least_games, least_score=rule.least_score)
    reason = ""
    if not ratings:
        reason = "initial_none"
    elif group.field is None and n < rule.least_games:
        reason = "initial_games_met"
    elif score < rule.least_score:
        reason = "initial_score"
    if reason:
        return None, [Step(reason, None, rule.clause, words)]
    if group.field is None:
        met, average = None, opponents_average(None, ratings, rules)
        steps = [Step("step_average", average, rules.need(Average).clause, {"n": n})]
        if group.is_broken(rules):
            steps.insert(0, Step("step_not_round_robin", None, rules.need(Average).clause, {}))
    else:
        met, average = group.field.met, group.field.averages[group.player.no]
        steps = [group.field.step]
        if rules.need(Average).round_robin == "opponents":
            words_met = {"n": met}
            steps.append(Step("step_average_met", average, rules.need(Average).clause, words_met))
    try:
        first = first_rating_against(average, n, score, rules, met)
    except NotKnownError:
        return None, [*steps, Step("initial_full", None, rule.clause, words)]
    words.update(average=average, difference=first.difference, share=first.share)
    words.update(exact=first.exact)
    steps.append(Step("step_initial_difference", first.difference, rule.clause, words))
    steps.append(Step("step_performance", first.exact, rule.clause, words))
    if first.reason == "initial_void" and not established:
        # 1.31: "如果棋手的首次表现分少于2005分,其成绩无效"; later ones count at any level.
        return None, [*steps, Step(first.reason, None, rule.clause, words)]
    return first, steps


def _published(line: Line, results: Sequence[Result], rules: RuleSet) -> Line:
    """The first published rating from all performances, or the reason why it is not due yet."""
    exact, games = pooled(results)
    initial, rule = rules.need(Initial), rules.pooled
    least = 1 if rule is None else rule.least_games
    clause = initial.clause if rule is None else rule.clause
    words = {"events": len(results), "games": games, "least_games": least, "exact": exact}
    line = replace(line, performance=exact)
    if games < least:
        steps = (*line.steps, Step("initial_games", None, clause, words))
        return replace(line, steps=steps, facts={"performances": tuple(results)})
    new = ROUNDINGS[initial.rounding](exact, 0)
    key = "step_pooled" if len(results) > 1 else "step_first_published"
    steps = (*line.steps, Step(key, new, clause, words))
    return replace(line, new=new, steps=steps, facts={"performances": ()})
