"""The approximating formulas of US Chess: special for the first games, then standard.

Standard: R + K (S - E) + bonus, K = 800 / (N' + m). Events are rated one by one; several
given together count as one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from typing import Optional, Sequence, Tuple

from ..coefficient import multiplied
from ..event import Event, Player
from ..expectancy import expected_score
from ..floor import rating_floor
from ..performance import special_rating
from ..report import GameLine, Line, Step
from ..rounding import HALF, ONE, ZERO, mean
from ..ruleset import RuleSet
from ..sections import BonusThreshold, PeakFloor, Special
from .common import (
    coefficient_of,
    fact,
    gathered,
    points_of,
    rated_once_more,
    settle,
)
from .first_rating import first_rating


def rate(events: Sequence[Event], rules: RuleSet, only: Optional[str] = None) -> Tuple[Line, ...]:
    """The lines of an event: every player, or one of them."""
    lines = []
    for player, event, games in gathered(events, rules, only):
        if player.rating is None:
            line = first_rating(player, games, events, rules)
            lines.append(replace(line, facts={**line.facts, **_career(player, games, rules)}))
        else:
            lines.append(_rated(player, player.rating, event, games, rules))
    return tuple(lines)


def bonus(change: Decimal, games: int, rules: RuleSet) -> Decimal:
    """What a change exceeds B x sqrt(games) by, at least four under the root; from three games on.

    >>> from xlrating.ruleset import load
    >>> bonus(Decimal(30), 4, load("uscf@2020")), bonus(Decimal(30), 2, load("uscf@2020"))
    (Decimal('2'), Decimal('0'))
    """
    rule: BonusThreshold = rules.need("bonus_threshold")
    if games < rule.least_games:
        return ZERO
    return max(ZERO, change - threshold(games, rules))


def threshold(games: int, rules: RuleSet) -> Decimal:
    """B x sqrt(max(games, 4)): the change beyond which there is a bonus.

    >>> from xlrating.ruleset import load
    >>> round(threshold(5, load("uscf@2005")), 2)
    Decimal('22.36')
    """
    rule: BonusThreshold = rules.need("bonus_threshold")
    return rule.factor * Decimal(max(games, rule.least_root)).sqrt()


def _rated(
    player: Player, rating: Decimal, event: Event, games: Sequence[GameLine], rules: RuleSet
) -> Line:
    counted = [game for game in games if game.counted]
    opponents = [game.opponent_rating or ZERO for game in counted]
    score = points_of(counted)
    line = Line(
        player=player,
        games=tuple(games),
        points=points_of(games),
        n=len(counted),
        score=score,
        average=mean(opponents) if opponents else None,
        facts={**rated_once_more(player, len(counted), rules), **_career(player, games, rules)},
    )
    rule: Special = rules.need("special")
    if not counted:
        none = replace(line, steps=(Step("step_no_games", None, "", {}),))
        return settle(none, ZERO, rules)
    if player.games is not None and player.games <= rule.games:
        before = Decimal(player.games)
        value = special_rating(rating, before, opponents, score, rule.per_win)
        words = {"games": before, "rating": rating, "n": line.n, "average": line.average}
        words.update(more=2 * score - line.n, per_win=rule.per_win)
        line = replace(line, steps=(Step("step_special", value, rule.clause, words),))
        change = value - rating
    else:
        line, change = _standard(line, rating, event, rules)
    return _floored(settle(line, change, rules), rules)


def _standard(line: Line, rating: Decimal, event: Event, rules: RuleSet) -> Tuple[Line, Decimal]:
    n, games = line.n, []
    expected = ZERO
    for game in line.games:
        if game.counted and game.points is not None:
            difference = rating - (game.opponent_rating or ZERO)
            share = expected_score(difference, rules)
            expected += share
            game = game._replace(difference=difference, expected=share, gain=game.points - share)
        games.append(game)
    gain = line.score - expected
    coefficient, steps = coefficient_of(line.player, event, n, gain, rules)
    k = multiplied(coefficient, n, ONE, rules)
    games = [
        game._replace(k=k, change=multiplied(coefficient, n, game.gain, rules))
        if game.gain is not None
        else game
        for game in games
    ]
    change = multiplied(coefficient, n, gain, rules)
    words = {"n": n, "score": line.score, "expected": expected, "gain": gain, "k": k}
    steps = [
        Step("step_score", line.score, "", words),
        Step("step_expected", expected, rules.need("expectancy").clause, words),
        Step("step_gain", gain, rules.change.clause, words),
        *steps,
        Step("step_change", change, rules.change.clause, words),
    ]
    rule: BonusThreshold = rules.need("bonus_threshold")
    met = Counter(game.opponent.key for game in games if game.counted and game.opponent)
    often = rule.most_meetings and max(met.values(), default=0) > rule.most_meetings
    more = ZERO if often else bonus(change, n, rules)
    if more:
        words = {"change": change, "factor": rule.factor, "threshold": threshold(n, rules)}
        steps.append(Step("step_bonus_over", more, rule.clause, words))
    line = replace(line, games=tuple(games), expected=expected, gain=gain, k=k, steps=tuple(steps))
    return line, change + more


def _floored(line: Line, rules: RuleSet) -> Line:
    """The new rating, not below the player's floor."""
    rule: PeakFloor = rules.need("peak_floor")
    player, new = line.player, line.new
    if new is None or player.rating is None:
        return line
    peak = player.rating if player.peak is None else max(player.peak, player.rating)
    games = None if player.games is None else Decimal(player.games)
    won, drawn, events = (fact(line.player, name) or ZERO for name in ("wins", "draws", "events"))
    floor = rating_floor(peak, games, rules, won, drawn, events)
    floor = max(floor, fact(player, "floor") or ZERO)
    if new >= floor:
        return line
    steps = (*line.steps, Step("step_peak_floor", floor, rule.clause, {"peak": peak}))
    return replace(line, new=floor, rounded=floor - player.rating, steps=steps)


def _career(player: Player, games: Sequence[GameLine], rules: RuleSet) -> dict[str, object]:
    """The facts wins, draws and events after this event, where they were known before."""
    rule: PeakFloor = rules.need("peak_floor")
    known = {name: fact(player, name) for name in ("wins", "draws", "events")}
    counted = [game for game in games if game.counted]
    now = {
        "wins": sum(game.points == ONE for game in counted),
        "draws": sum(game.points == HALF for game in counted),
        "events": int(len(counted) >= rule.event_games),
    }
    return {name: old + now[name] for name, old in known.items() if old is not None}
