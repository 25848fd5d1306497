"""The change from one event by the US Chess formulas, given the opponents' ratings.

Special for the first games; then standard, R + K (S - E) + bonus, K = 800 / (N' + m).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from typing import List, Mapping, NamedTuple, Optional, Sequence, Tuple

from ..event import Event, Player
from ..lines import GameLine, Line, Step
from ..rounding import HALF, ONE, ZERO, mean
from ..rules.ruleset import RuleSet
from ..rules.sections import BonusThreshold, Coefficient, Expectancy, PeakFloor, Special
from ..terms.coefficient import multiplied
from ..terms.development import effective_games
from ..terms.expectancy import expected_score
from ..terms.provisional import special_by
from .common import coefficient_of, fact, points_of, rated_once_more


class EventEntry(NamedTuple):
    """A player in an event: the games, and `start`, the player's own rating in all of them."""

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
        """The opponents' ratings in the rated games."""
        return [game.opponent_rating or ZERO for game in self.counted]

    @property
    def before(self) -> Optional[Decimal]:
        """The number of games before the event, None if unknown; 0 for a newcomer."""
        player = self.player
        known = None if player.games is None else Decimal(player.games)
        return ZERO if player.rating is None else known

    @property
    def history(self) -> int:
        """1 if all known earlier games were won, -1 if all were lost, otherwise 0."""
        player = self.player
        wins, draws = fact(player, "wins"), fact(player, "draws")
        if player.rating is None or not player.games or wins is None or draws is None:
            return 0
        return 1 if wins == player.games else -1 if wins == draws == 0 else 0

    def against(self, ratings: Mapping[str, Decimal]) -> EventEntry:
        """This entry with other opponents' ratings."""
        games = [
            game._replace(opponent_rating=ratings[game.opponent.key])
            if game.counted and game.opponent is not None
            else game
            for game in self.games
        ]
        return self._replace(games=games)


def bonus_over_threshold(change: Decimal, games: int, rules: RuleSet) -> Decimal:
    """By how much a change exceeds B x sqrt(max(games, 4)); only from three games on.

    >>> from xlrating.engine.rules.ruleset import load
    >>> [str(bonus_over_threshold(Decimal(30), n, load("uscf@2020"))) for n in (4, 2)]
    ['2', '0']
    """
    rule = rules.need(BonusThreshold)
    if games < rule.least_games:
        return ZERO
    return max(ZERO, change - threshold(games, rules))


def threshold(games: int, rules: RuleSet) -> Decimal:
    """B x sqrt(max(games, 4)): above this change there is a bonus.

    >>> from xlrating.engine.rules.ruleset import load
    >>> round(threshold(5, load("uscf@2005")), 2)
    Decimal('22.36')
    """
    rule = rules.need(BonusThreshold)
    return rule.factor * Decimal(max(games, rule.least_root)).sqrt()


def change_of(entry: EventEntry, rules: RuleSet) -> Tuple[Line, Decimal]:
    """The line of a pass before rounding, and the exact change of the rating."""
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
            **career(player, entry.games, rules),
        },
    )
    if not counted:
        return replace(line, steps=(Step("step_no_games", None, "", {}),)), ZERO
    games, history = entry.before, entry.history
    rule = rules.need(Special)
    if games is None or (games > rule.games and not (rule.solved and history)):
        return _standard(line, entry.start, entry.event, rules)
    if rule.solved and rules.need(Coefficient).effective is not None:
        games = effective_games(entry.start, games, rules)
    value = special_by(entry.start, games, met, line.score, rules, history)
    words = {"games": games, "rating": entry.start, "n": line.n, "average": line.average}
    words.update(more=2 * line.score - line.n, per_win=rule.per_win, score=line.score)
    key = "step_special"
    if rule.solved:
        key = ("step_special_solved", "step_special_won", "step_special_lost")[history]
    return replace(line, steps=(Step(key, value, rule.clause, words),)), value - entry.start


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
        Step("step_expected", expected, rules.need(Expectancy).clause, words),
        Step("step_gain", gain, rules.change.clause, words),
        *steps,
        Step("step_change", change, rules.change.clause, words),
    ]
    rule = rules.need(BonusThreshold)
    met = Counter(game.opponent.key for game in games if game.counted and game.opponent)
    often = rule.most_meetings and max(met.values(), default=0) > rule.most_meetings
    more = ZERO if often else bonus_over_threshold(change, n, rules)
    if more:
        words = {"change": change, "factor": rule.factor, "threshold": threshold(n, rules)}
        steps.append(Step("step_bonus_over", more, rule.clause, words))
    line = replace(line, games=tuple(games), expected=expected, gain=gain, k=k, steps=tuple(steps))
    return line, change + more


def career(player: Player, games: Sequence[GameLine], rules: RuleSet) -> dict[str, object]:
    """The facts wins, draws and events after this event, if they were known before."""
    rule = rules.need(PeakFloor)
    new = rules.passes is not None and player.rating is None and not player.games
    known = {name: ZERO if new else fact(player, name) for name in ("wins", "draws", "events")}
    counted = [game for game in games if game.counted]
    now = {
        "wins": sum(game.points == ONE for game in counted),
        "draws": sum(game.points == HALF for game in counted),
        "events": int(len(counted) >= rule.event_games),
    }
    return {name: old + now[name] for name, old in known.items() if old is not None}
