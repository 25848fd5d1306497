"""The formulas of US Chess: special for the first games, then standard, in one pass or more.

Standard: R + K (S - E) + bonus, K = 800 / (N' + m). Where the rules have passes, players
without rating are rated together with all others, and each pass takes the opponents with
the ratings that the one before gave them. Events are rated one by one; several given
together count as one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from typing import Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from ..coefficient import multiplied
from ..development import effective_games
from ..event import Event, Player
from ..expectancy import expected_score
from ..floor import absolute_floor, rating_floor
from ..provisional import special_by, temporary_rating
from ..report import GameLine, Line, Step
from ..rounding import HALF, ONE, ROUNDINGS, ZERO, mean
from ..ruleset import RuleSet
from ..sections import BonusThreshold, Passes, PeakFloor, Special
from .common import (
    coefficient_of,
    fact,
    facts_of,
    gathered,
    points_of,
    rated_once_more,
    settle,
)
from .first_rating import first_rating


def rate(events: Sequence[Event], rules: RuleSet, only: Optional[str] = None) -> Tuple[Line, ...]:
    """The lines of an event: every player, or one of them."""
    if rules.passes is not None:
        return _in_passes(events, rules, only)
    lines = []
    for player, event, games in gathered(events, rules, only):
        if player.rating is None:
            line = first_rating(player, games, events, rules)
            lines.append(replace(line, facts={**line.facts, **_career(player, games, rules)}))
        else:
            entry = _Entry(player, event, games, player.rating)
            lines.append(_rated(entry, rules))
    return tuple(lines)


class _Entry(NamedTuple):
    """A player in an event: the games, and the own rating in all of them."""

    player: Player
    event: Event
    games: List[GameLine]
    start: Decimal

    @property
    def counted(self) -> List[GameLine]:
        """The games that are rated."""
        return [game for game in self.games if game.counted]

    @property
    def met(self) -> List[Decimal]:
        """The opponents' ratings in them."""
        return [game.opponent_rating or ZERO for game in self.counted]

    def against(self, ratings: Mapping[str, Decimal]) -> _Entry:
        """The same with the opponents rated so."""
        games = [
            game._replace(opponent_rating=ratings[game.opponent.key])
            if game.counted and game.opponent is not None
            else game
            for game in self.games
        ]
        return self._replace(games=games)


def _in_passes(events: Sequence[Event], rules: RuleSet, only: Optional[str]) -> Tuple[Line, ...]:
    """The lines of an event in which everybody, rated or not, is rated against everybody."""
    rule: Passes = rules.need("passes")
    entries = [_entered(*found, rules) for found in gathered(events, rules)]
    ratings = {entry.player.key: entry.start for entry in entries}
    # Only to rate the opponents in the first pass.
    first: Dict[str, Decimal] = dict(ratings)
    for entry in entries:
        if entry.player.rating is None and entry.counted:
            met, score = entry.against(ratings).met, points_of(entry.counted)
            first[entry.player.key] = special_by(entry.start, rule.weight, met, score, rules)
    ratings = first
    for _ in range(rule.times - 1):
        ratings = {
            entry.player.key: entry.start + _change(entry.against(ratings), rules)[1]
            for entry in entries
        }
    return tuple(
        (_newcomer if entry.player.rating is None else _rated)(entry.against(ratings), rules)
        for entry in entries
        if only is None or entry.player.key == only
    )


def _entered(player: Player, event: Event, games: Sequence[GameLine], rules: RuleSet) -> _Entry:
    """A player with the rating before the event, or a temporary one; the unrated are opponents."""
    counted = [
        game._replace(reason="") if game.reason == "not_opponent_unrated" else game
        for game in games
    ]
    start = player.rating
    if start is None:
        start = temporary_rating(facts_of(player, event, rules)["age"], rules.need("passes"))
    return _Entry(player, event, counted, start)


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


def _rated(entry: _Entry, rules: RuleSet) -> Line:
    """The line of a player with a rating."""
    line, change = _change(entry, rules)
    if not entry.counted:
        return settle(line, ZERO, rules)
    line = replace(line, steps=(*_pass_steps(rules), *line.steps))
    return _floored(settle(line, change, rules), rules)


def _newcomer(entry: _Entry, rules: RuleSet) -> Line:
    """The line of a player without rating: the special rating, in which no game weighs for it."""
    line, change = _change(entry, rules)
    rule: Passes = rules.need("passes")
    if not entry.counted:
        return line
    rounding = rules.change
    value = entry.start + change
    new = ROUNDINGS[rounding.rounding](value, rounding.places)
    steps = [
        Step("step_temporary", entry.start, rule.clause, {}),
        *_pass_steps(rules),
        *line.steps,
        Step("step_first_published", new, rounding.clause, {"exact": value}),
    ]
    floor, floors = absolute_floor(ZERO, ZERO, ZERO, rules), rules.need("peak_floor")
    if new < floor:
        new = floor
        steps.append(Step("step_floor", floor, floors.clause, {"least": floor}))
    return replace(line, new=new, steps=tuple(steps))


def _pass_steps(rules: RuleSet) -> List[Step]:
    rule = rules.passes
    if rule is None or rule.times == 1:
        return []
    return [Step("step_passes", None, rule.clause, {"times": rule.times})]


def _change(entry: _Entry, rules: RuleSet) -> Tuple[Line, Decimal]:
    """The line of a pass before anything is rounded, and the change of the rating."""
    player, counted, met = entry.player, entry.counted, entry.met
    line = Line(
        player=player,
        games=tuple(entry.games),
        points=points_of(entry.games),
        n=len(counted),
        score=points_of(counted),
        average=mean(met) if met else None,
        facts={
            **rated_once_more(player, len(counted), rules),
            **_career(player, entry.games, rules),
        },
    )
    if not counted:
        return replace(line, steps=(Step("step_no_games", None, "", {}),)), ZERO
    games, history = _before(player), _history(player)
    rule: Special = rules.need("special")
    if games is None or (games > rule.games and not (rule.solved and history)):
        return _standard(line, entry.start, entry.event, rules)
    if rule.solved and rules.need("coefficient").effective is not None:
        games = effective_games(entry.start, games, rules)
    value = special_by(entry.start, games, met, line.score, rules, history)
    words = {"games": games, "rating": entry.start, "n": line.n, "average": line.average}
    words.update(more=2 * line.score - line.n, per_win=rule.per_win, score=line.score)
    key = "step_special"
    if rule.solved:
        key = ("step_special_solved", "step_special_won", "step_special_lost")[history]
    return replace(line, steps=(Step(key, value, rule.clause, words),)), value - entry.start


def _before(player: Player) -> Optional[Decimal]:
    """The games before the event, None where they are not known; a newcomer has none."""
    if player.rating is None:
        return ZERO
    return None if player.games is None else Decimal(player.games)


def _history(player: Player) -> int:
    """1 for a player who has won all games so far, -1 for one who has lost all, as far as known."""
    wins, draws = fact(player, "wins"), fact(player, "draws")
    if player.rating is None or not player.games or wins is None or draws is None:
        return 0
    return 1 if wins == player.games else -1 if wins == draws == 0 else 0


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
    new = rules.passes is not None and player.rating is None and not player.games
    known = {name: ZERO if new else fact(player, name) for name in ("wins", "draws", "events")}
    counted = [game for game in games if game.counted]
    now = {
        "wins": sum(game.points == ONE for game in counted),
        "draws": sum(game.points == HALF for game in counted),
        "events": int(len(counted) >= rule.event_games),
    }
    return {name: old + now[name] for name, old in known.items() if old is not None}
