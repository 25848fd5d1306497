"""Change of an event = K x (W - N x P), P being the expected share against the average opponent.

Own rating, opponents' ratings and K are those before the period for all of its events; the
changes of the events are added and rounded once (CXA rapid, articles 7 to 11).
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from ..event import Event, Player
from ..lines import GameLine, Line, Step
from ..rounding import ZERO
from ..rules.ruleset import RuleSet
from ..rules.sections import Average, Expectancy
from ..terms.average import opponents_average
from ..terms.bonus import champion_bonus, champion_change
from ..terms.expectancy import expected_score
from ..terms.start import is_marked, waits_for_game
from .common import (
    Opt,
    coefficient_of,
    entries,
    entry_rating,
    game_lines,
    points_of,
    settle,
    start_step,
    started,
)
from .first_rating import first_rating
from .playoff import as_one_game, table_points


class EventPart(NamedTuple):
    """One player's event: name, entry with the entry rating, games, table points, steps."""

    name: str
    player: Player
    games: List[GameLine]
    points: Decimal
    steps: List[Step]

    @property
    def counted(self) -> List[GameLine]:
        """The games that are rated."""
        return [game for game in self.games if game.counted]


def rate(events: Sequence[Event], rules: RuleSet, only: Optional[str] = None) -> Tuple[Line, ...]:
    """One line per player of the events of a period, or just that of the player with key `only`."""
    opened = _opened(events, rules)
    entered = entries(events, only)
    lines = []
    for key, appearances in entries(opened, only).items():
        parts = [_part(number, opened[number], player, rules) for number, player in appearances]
        (_, first), (number, last) = entered[key][0], entered[key][-1]
        facts = {name: value for _, p in entered[key] for name, value in p.facts.items()}
        who = replace(last, rating=first.rating, facts=facts)
        rating = appearances[-1][1].rating
        n = sum(len(part.counted) for part in parts)
        if rating is None or waits_for_game(who, n, rules):
            lines.append(
                first_rating(who, [game for part in parts for game in part.games], events, rules)
            )
        else:
            lines.append(_rated(who, rating, opened[number], parts, n, rules))
    return tuple(lines)


def _opened(events: Sequence[Event], rules: RuleSet) -> List[Event]:
    """The events with everyone's rating before the period, or starting rating."""
    ratings: Dict[str, Opt] = {}
    opened = []
    for event in events:
        for player in event.players:
            if ratings.get(player.key) is None:
                ratings[player.key] = entry_rating(player, rules)
        opened.append(started(event, ratings))
    return opened


def _part(number: int, event: Event, player: Player, rules: RuleSet) -> EventPart:
    games = game_lines(number, event, player, rules)
    points = table_points(event, player, games)
    games, steps = as_one_game(event, player, games, rules)
    return EventPart(event.name, player, games, points, steps)


def _rated(
    who: Player, rating: Decimal, event: Event, parts: Sequence[EventPart], n: int, rules: RuleSet
) -> Line:
    steps = start_step(who, rating, rules)
    k, k_steps = coefficient_of(replace(who, rating=rating), event, n, ZERO, rules)
    steps += k_steps
    change, games = ZERO, []
    for part in parts:
        if len(parts) > 1:
            steps.append(Step("step_event", None, "", {"name": part.name}))
        part_change, part_games, part_steps = _changed(part, rating, k, rules)
        change += part_change
        games += part_games
        steps += part_steps
    if len(parts) > 1:
        steps.append(Step("step_total", change, rules.change.clause, {"events": len(parts)}))
    counted = [game for game in games if game.counted]
    score = points_of(counted)
    expected = sum((game.expected or ZERO for game in counted), ZERO)
    line = Line(
        player=who,
        games=tuple(games),
        points=sum((part.points for part in parts), ZERO),
        n=n,
        score=score,
        average=_average(counted, rules) if len(parts) == 1 else None,
        expected=expected,
        gain=score - expected,
        k=k,
        start=rating if who.rating is None else None,
        steps=tuple(steps),
    )
    return settle(line, change, rules, rating)


def _changed(
    part: EventPart, rating: Decimal, k: Decimal, rules: RuleSet
) -> Tuple[Decimal, List[GameLine], List[Step]]:
    """The change of one event, its games with their share of it, and the steps."""
    counted, steps = part.counted, list(part.steps)
    change, games = ZERO, part.games
    average = _average(counted, rules)
    if average is None:
        steps.append(Step("step_no_games", None, "", {}))
    else:
        difference = rating - average
        share = expected_score(difference, rules)
        n, score = len(counted), points_of(counted)
        expected = n * share
        gain = score - expected
        change = k * gain
        words: Dict[str, object] = {"n": n, "own": rating, "average": average, "share": share}
        words.update(difference=difference, score=score, expected=expected, gain=gain, k=k)
        steps += [
            Step("step_ra", average, rules.need(Average).clause, words),
            Step("step_p", share, rules.need(Expectancy).clause, words),
            Step("step_we", expected, rules.need(Expectancy).clause, words),
            Step("step_gain", gain, rules.change.clause, words),
            Step("step_change", change, rules.change.clause, words),
        ]
        games = [_with_share(game, difference, share, k) for game in part.games]
    if rules.champion is not None and is_marked(part.player, "champion"):
        bonus = champion_bonus(rating, k, rules)
        words = {"change": change, "rating": rating, "k": k, "bonus": bonus}
        words["share"] = rules.champion.share
        change = champion_change(change, rating, k, rules)
        apart = rules.champion.no_loss == "before the bonus"
        key = "step_champion" if apart else "step_champion_together"
        steps.append(Step(key, change, rules.champion.clause, words))
    return change, games, steps


def _with_share(game: GameLine, difference: Decimal, share: Decimal, k: Decimal) -> GameLine:
    if not game.counted or game.points is None:
        return game
    gain = game.points - share
    return game._replace(difference=difference, expected=share, gain=gain, k=k, change=k * gain)


def _average(counted: Sequence[GameLine], rules: RuleSet) -> Opt:
    if not counted:
        return None
    met = [(game.opponent, game.opponent_rating) for game in counted]
    ratings = [rating for _, rating in met if rating is not None]
    if rules.need(Average).over == "opponents":
        people = {player.key: rating for player, rating in met if player is not None}
        ratings = [rating for rating in people.values() if rating is not None]
    return opponents_average(None, ratings, rules)
