"""Glicko and Glicko-2: all players of a period at once, from the strengths at its start.

Several events form one period. A player's strength is the one in their first entry.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Dict, List, Mapping, Optional, Sequence, Tuple

from ..event import Event, Player
from ..lines import GameLine, Line, Step
from ..rounding import ONE, ZERO, mean
from ..rules.ruleset import RuleSet
from ..rules.sections import Deviation, Expectancy
from ..terms.deviation import Strength, Updated, at_start, interval, updated
from .common import entries, fact, game_lines, points_of, settle

Strengths = Mapping[str, Strength]

#: The parts of a strength other than the rating: facts of the player.
OF_STRENGTH = ("rd", "periods", "volatility")


def rate(events: Sequence[Event], rules: RuleSet, only: Optional[str] = None) -> Tuple[Line, ...]:
    """One line per player of the events of a period, or just that of the player with key `only`."""
    starts: Dict[str, Strength] = {}
    for event in events:
        for player in event.players:
            if player.key not in starts:
                starts[player.key] = starting(player, rules)
    at_start = [_with_strengths(event, starts) for event in events]
    lines = []
    for appearances in entries(events, only).values():
        games: List[GameLine] = []
        for number, player in appearances:
            games += game_lines(number, at_start[number], player, rules)
        lines.append(_line(appearances[0][1], games, starts, rules))
    return tuple(lines)


def starting(player: Player, rules: RuleSet) -> Strength:
    """A player's strength at the start of the period; unknown parts are those of a new player."""
    rd, periods, volatility = (fact(player, name) for name in OF_STRENGTH)
    return at_start(player.rating, rd, periods, volatility, rules)


def _with_strengths(event: Event, starts: Strengths) -> Event:
    """The event with the ratings at the start of the period, unrated players included."""
    ratings = [starts[player.key].rating for player in event.players]
    pairs = zip(event.players, ratings)
    return replace(
        event, players=tuple(p if p.rating is own else replace(p, rating=own) for p, own in pairs)
    )


def _line(player: Player, games: Sequence[GameLine], starts: Strengths, rules: RuleSet) -> Line:
    own = starts[player.key]
    counted = [game for game in games if game.counted]
    met = [(starts[g.opponent.key], g.points or ZERO) for g in counted if g.opponent]
    found = updated(own, met, rules)
    weighed = iter(found.games)
    shown = []
    for game in games:
        if game.counted:
            weight, expected = next(weighed)
            gain = (game.points or ZERO) - expected
            k = found.factor * weight
            game = game._replace(
                own_rating=own.rating,
                difference=own.rating - (game.opponent_rating or ZERO),
                expected=expected,
                gain=gain,
                k=k,
                change=k * gain,
            )
        shown.append(game)
    opponents = [game.opponent_rating for game in counted if game.opponent_rating is not None]
    expected_all = sum((game.expected for game in found.games), ZERO)
    score = points_of(counted)
    line = Line(
        player=player,
        games=tuple(shown),
        points=points_of(games),
        n=len(counted),
        score=score,
        average=mean(opponents) if opponents else None,
        expected=expected_all if counted else None,
        gain=score - expected_all if counted else None,
        steps=tuple(_steps(player, own, found, score, rules)),
    )
    if player.rating is None and not counted:
        return line
    facts: Dict[str, object] = {"rd": found.strength.deviation, "periods": ONE}
    if found.strength.volatility is not None:
        facts["volatility"] = found.strength.volatility
    return replace(settle(line, found.change, rules, own.rating), facts=facts)


def _steps(
    player: Player, own: Strength, found: Updated, score: Decimal, rules: RuleSet
) -> List[Step]:
    rule = rules.need(Deviation)
    steps = []
    if player.rating is None:
        words = {"rating": own.rating, "deviation": own.deviation}
        steps.append(Step("step_new_player", None, rule.clause, words))
    steps.append(Step("step_deviation_start", own.deviation, rule.clause, {}))
    if not found.games:
        steps.append(Step("step_no_games", None, "", {}))
    else:
        n = len(found.games)
        expected = sum((game.expected for game in found.games), ZERO)
        steps.append(Step("step_score", score, "", {"n": n}))
        steps.append(Step("step_expected", expected, rules.need(Expectancy).clause, {}))
        steps.append(Step("step_deviation_games", found.spread, rule.clause, {}))
    if found.strength.volatility is not None:
        steps.append(Step("step_volatility", found.strength.volatility, rule.clause, {}))
    low, high = interval(found.strength, rules)
    words = {"low": low, "high": high}
    steps.append(Step("step_deviation_new", found.strength.deviation, rule.clause, words))
    if found.games:
        words = {"factor": found.factor}
        steps.append(Step("step_change_weighed", found.change, rules.change.clause, words))
    return steps
