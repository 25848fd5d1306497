"""First ratings: results pooled over events until they are enough, as FIDE 7.1.4 has it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Dict, List, Optional, Sequence, Tuple

from ..errors import NotKnownError
from ..event import Event, Player
from ..lines import GameLine, Line, Step
from ..rounding import ZERO
from ..rules.ruleset import RuleSet
from ..terms.performance import FirstRating, initial_rating
from .common import performed, points_of, rated_once_more

#: Results that wait for a first rating: opponent's rating, points, day of the event.
Pool = List[Tuple[Decimal, Decimal, Optional[date]]]


def pooled_results(
    player: Player, lines: Sequence[GameLine], events: Sequence[Event], rules: RuleSet
) -> Pool:
    """The results that a first rating is made of: those waiting, then event by event."""
    rule = rules.initial
    pool: Pool = list(player.facts.get("pool", ()))  # type: ignore[call-overload]
    if rule is None:
        return pool
    for number, event in enumerate(events):
        day = event.day(rules.dated_by)
        if rule.pool_months is not None and day is not None:
            pool = [one for one in pool if not _is_older(one[2], day, rule.pool_months)]
        played: Pool = [
            (line.opponent_rating, line.points, day)
            for line in lines
            if line.counted and line.event == number
            if line.opponent_rating is not None and line.points is not None
        ]
        score = sum((points for _, points, _ in played), ZERO)
        zero_start = not pool and not score and rule.first_zero == "disregarded"
        if not zero_start and score >= rule.event_score and len(played) >= rule.event_games:
            pool += played
    return pool


def _is_older(then: Optional[date], now: date, months: int) -> bool:
    """Whether a day lies more than so many months back; a day not known does not."""
    return then is not None and (now.year - then.year) * 12 + now.month - then.month > months


def first_rating(
    player: Player, lines: Sequence[GameLine], events: Sequence[Event], rules: RuleSet
) -> Line:
    """The line of a player without rating: the first rating, or why there is none yet.

    Results pooled from earlier events (``facts["pool"]``) count along; while there is no
    rating they and the new ones wait for the next event.
    """
    counted = [line for line in lines if line.counted]
    before = len(player.facts.get("pool", ()))  # type: ignore[arg-type]
    pool = pooled_results(player, lines, events, rules)
    opponents = [rating for rating, _, _ in pool]
    score = sum((points for _, points, _ in pool), ZERO)
    average, rating = performed(lines, rules)
    line = Line(
        player=player,
        games=tuple(lines),
        points=points_of(lines),
        n=len(counted),
        score=points_of(counted),
        average=average,
        performance=rating,
        taken=max(0, len(pool) - before),
        facts={"pool": tuple(pool)} if pool else {},
    )
    if rules.initial is None and rules.start is not None:
        key = "step_no_start" if player.title else "step_no_title"
        words: Dict[str, object] = {"title": player.title}
        return replace(line, steps=(Step(key, None, rules.start.clause, words),))
    if rules.initial is None:
        return replace(line, steps=(Step("step_no_initial", None, "", {}),))
    clause = rules.initial.clause
    if not counted and not opponents:
        return replace(line, steps=(Step("initial_none", None, clause, {}),))
    if not opponents:
        words = {"score": line.score, "least_score": rules.initial.least_score}
        return replace(line, steps=(Step("initial_disregarded", None, clause, words),))
    try:
        first = initial_rating(opponents, score, rules)
    except NotKnownError:
        words = {"score": score, "games": len(opponents)}
        return replace(line, steps=(Step("initial_full", None, clause, words),))
    facts = rated_once_more(player, len(counted), rules) if first.rating else line.facts
    return replace(line, new=first.rating, facts=facts, steps=tuple(_first_steps(first, rules)))


def _first_steps(first: FirstRating, rules: RuleSet) -> List[Step]:
    rule = rules.initial
    assert rule is not None
    words: Dict[str, object] = {"games": first.games, "score": first.score}
    steps = []
    if first.average is not None:
        if rule.draws:
            words_draws = {"draws": rule.draws, "against": rule.draws_against}
            steps.append(Step("step_initial_draws", None, rule.clause, words_draws))
        steps.append(Step("step_initial_average", first.average, rule.clause, words))
        words_share = {"share": first.share}
        steps.append(Step("step_initial_difference", first.difference, rule.clause, words_share))
        words_sum = {"average": first.average, "difference": first.difference, "exact": first.exact}
        steps.append(Step("step_initial", first.rating, rule.clause, words_sum))
    if first.reason:
        words.update(
            least_games=rule.least_games,
            least_score=rule.least_score,
            most=rule.most,
            least=rule.least,
            exact=first.exact,
            low=rule.low,
            low_base=rule.low_base,
            low_factor=rule.low_factor,
        )
        steps.append(Step(first.reason, first.rating, rule.clause, words))
    return steps
