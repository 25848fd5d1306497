"""First ratings: results are pooled over events until there are enough, as in FIDE 7.1.4.

The first rating of an unrated player follows from the opponents' ratings and the score.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Dict, FrozenSet, List, NamedTuple, Optional, Sequence, Tuple

from ..errors import NotKnownError
from ..event import Event, Player
from ..lines import GameLine, Line, Step
from ..rounding import HALF, ZERO, tidy
from ..rules.ruleset import RuleSet
from ..rules.sections import Initial
from ..terms.performance import FirstRating, initial_rating
from ..terms.start import start_of
from .common import performed, points_of, rated_once_more

#: Results kept for a first rating: opponent's rating, points, day of the event. An entry without
#: a rating only records that there was an earlier event.
Pool = List[Tuple[Optional[Decimal], Decimal, Optional[date]]]


class FirstResults(NamedTuple):
    """The results behind a first rating, how many of them are new, and the numbers of the events
    that are disregarded."""

    opponents: List[Decimal]
    score: Decimal
    taken: int
    waiting: Pool
    disregarded: FrozenSet[int] = frozenset()


def pooled_results(
    player: Player, lines: Sequence[GameLine], events: Sequence[Event], rules: RuleSet
) -> FirstResults:
    """The results that a first rating is based on: those kept so far, then event by event."""
    rule = rules.initial
    if rule is None:
        return FirstResults([], ZERO, 0, [])
    pool: Pool = list(player.facts.get("pool", ()))  # type: ignore[call-overload]
    taken, disregarded = 0, set()
    for number, event in enumerate(events):
        day = event.day(rules.dated_by)
        played: Pool = [
            (line.opponent_rating, line.points, day)
            for line in lines
            if line.counted and line.event == number
            if line.opponent_rating is not None and line.points is not None
        ]
        if not played:
            continue
        is_first = not pool
        kept = [one for one in pool if one[0] is not None and not is_older(one[2], day, rule)]
        if _does_count(played, is_first, bool(kept), rule):
            kept += played
            taken += len(played)
        else:
            disregarded.add(number)
        if kept or not rule.judges_first:
            pool = kept
        else:
            # The next event is no longer the first.
            pool = [(None, ZERO, day if is_first else pool[0][2])]
    waiting = [(rating, points) for rating, points, _ in pool if rating is not None]
    score = sum((points for _, points in waiting), ZERO)
    # The oldest results are dropped first, in a long period also some of its own.
    taken = min(taken, len(waiting))
    return FirstResults(
        [rating for rating, _ in waiting], score, taken, pool, frozenset(disregarded)
    )


def _does_count(played: Pool, is_first: bool, is_under_way: bool, rule: Initial) -> bool:
    """Whether an event's results count; `is_under_way` says that others are on record already."""
    score = sum((points for _, points, _ in played), ZERO)
    if is_first and not score and rule.first_zero == "disregarded":
        return False
    if is_first and score < rule.first_score:
        return False
    if is_under_way and rule.event_bounds == "until one counts":
        return True
    return score >= rule.event_score and len(played) >= rule.event_games


def is_older(then: Optional[date], now: Optional[date], rule: Initial) -> bool:
    """Whether results from `then` are too old on `now`; an unknown day is not too old."""
    if then is None or now is None or rule.pool_months is None:
        return False
    first, last = then.year * 12 + then.month - 1, now.year * 12 + now.month - 1
    if rule.period_months is None:
        return last - first > rule.pool_months
    periods = last // rule.period_months - first // rule.period_months + 1
    return periods * rule.period_months > rule.pool_months


def first_rating(
    player: Player, lines: Sequence[GameLine], events: Sequence[Event], rules: RuleSet
) -> Line:
    """The line of an unrated player: the first rating, or why there is none yet.

    Results pooled from earlier events (``facts["pool"]``) are included; until there is a
    rating, they and the new ones are kept for the next event.
    """
    opponents, score, taken, pool, disregarded = pooled_results(player, lines, events, rules)
    met = [line for line in lines if line.counted]
    lines = [
        line._replace(reason="not_disregarded")
        if line.counted and line.event in disregarded
        else line
        for line in lines
    ]
    counted = [line for line in lines if line.counted]
    average, rating = performed(lines, rules)
    line = Line(
        player=player,
        games=tuple(lines),
        points=points_of(lines),
        n=len(counted),
        score=points_of(counted),
        average=average,
        performance=rating,
        taken=taken,
        facts={"pool": tuple(pool)} if pool else {},
    )
    if rules.initial is None and rules.start is not None:
        start = start_of(player, rules)
        key = "step_no_start" if player.title else "step_no_title"
        words: Dict[str, object] = {"title": player.title or rules.start.untitled, "start": start}
        if start is not None:
            key = "step_start_waits"
        return replace(line, steps=(Step(key, None, rules.start.clause, words),))
    if rules.initial is None:
        return replace(line, steps=(Step("step_no_initial", None, "", {}),))
    clause = rules.initial.clause
    if not met and not opponents:
        return replace(line, steps=(Step("initial_none", None, clause, {}),))
    if not opponents:
        words = {"score": points_of(met)}
        return replace(line, steps=(Step("initial_disregarded", None, clause, words),))
    try:
        first = initial_rating(opponents, score, rules)
    except NotKnownError:
        words = {"score": score, "games": len(opponents)}
        return replace(line, steps=(Step("initial_full", None, clause, words),))
    facts = rated_once_more(player, len(counted), rules) if first.rating else line.facts
    steps = (*_waited(pool[: len(pool) - taken], clause), *_first_steps(first, rules))
    return replace(line, new=first.rating, facts=facts, steps=steps)


def _waited(results: Pool, clause: str) -> List[Step]:
    """The steps for results of earlier events, which no game of this event shows."""
    waited = [(rating, points) for rating, points, _ in results if rating is not None]
    if not waited:
        return []
    words: Dict[str, object] = {
        "n": len(waited),
        "score": tidy(sum((points for _, points in waited), ZERO)),
        "ratings": ", ".join(str(tidy(rating)) for rating, _ in waited),
    }
    return [Step("step_initial_waited", None, clause, words)]


def _first_steps(first: FirstRating, rules: RuleSet) -> List[Step]:
    rule = rules.initial
    assert rule is not None
    words: Dict[str, object] = {"games": first.games, "score": first.score}
    steps = []
    if first.average is not None:
        with_draws = dict(words)
        if rule.draws:
            words_draws = {"draws": rule.draws, "against": rule.draws_against}
            steps.append(Step("step_initial_draws", None, rule.clause, words_draws))
            with_draws["games"] = first.games + rule.draws
            with_draws["score"] = first.score + rule.draws * HALF
        steps.append(Step("step_initial_average", first.average, rule.clause, with_draws))
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
