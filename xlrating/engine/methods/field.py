"""Which games share one average: those of an event, of a period, or of a whole round robin."""

from __future__ import annotations

from decimal import Decimal
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from ..errors import NotKnownError
from ..event import Event, Player
from ..lines import GameLine, Step
from ..results import Kind
from ..rules.ruleset import RuleSet
from ..rules.sections import Average
from ..terms.average import averages_met, event_average
from .common import entries, game_lines, points_of


class Field(NamedTuple):
    """A round robin rated as a whole: cycles, opponents per player, and each player's average."""

    cycles: int
    met: int
    averages: Dict[int, Decimal]
    step: Step


class AverageGroup(NamedTuple):
    """The games of one player that share one average: those of an event or of the period."""

    name: str
    player: Player
    event: Event
    field: Optional[Field]
    games: List[GameLine]

    @property
    def counted(self) -> List[GameLine]:
        """The games that are rated."""
        return [game for game in self.games if game.counted]

    def is_broken(self, rules: RuleSet) -> bool:
        """Whether this was meant to be a round robin but cannot be rated as one."""
        rule = rules.need(Average)
        return bool(rule.round_robin) and self.event.is_round_robin and self.field is None


def groups_of(
    events: Sequence[Event], rules: RuleSet, only: Optional[str] = None
) -> List[List[AverageGroup]]:
    """For each person, the groups of their games; each group has its own average."""
    rule = rules.need(Average)
    fields = [_field(event, rules) for event in events]
    found = []
    for appearances in entries(events, only).values():
        groups = []
        for number, player in appearances:
            event = events[number]
            games = game_lines(number, event, player, rules)
            if fields[number] is not None:
                games = [_met_in_field(game, rule) for game in games]
            groups.append(AverageGroup(event.name, player, event, fields[number], games))
        if rule.per == "period":
            last = groups[-1]
            games = [game for group in groups for game in group.games]
            groups = [last._replace(name="", games=games)]
        found.append(groups)
    return found


def _field(event: Event, rules: RuleSet) -> Optional[Field]:
    """The event as a round robin, or None if it is rated like any other event."""
    rule = rules.need(Average)
    if not rule.round_robin or not event.is_round_robin:
        return None
    cycles = _cycles(event, rule)
    rated = sum(player.rating is not None for player in event.players)
    players = len(event.players)
    small = players < rule.rated_least_below
    enough = rated >= (rule.rated_least if small else players * rule.rated_part)
    if not cycles or not rated or not enough:
        return None
    ratings = [player.rating for player in event.players]
    scores = [_score(event, player, rules) for player in event.players]
    try:
        found = event_average(ratings, scores, rules, cycles)
        averages = [found.average] * players
        if rule.round_robin == "opponents":
            averages = list(averages_met(ratings, scores, rules, cycles))
    except NotKnownError as error:
        raise error.at(f"event {event.name}" if event.name else "the round robin") from None
    words = {"rated": found.rated, "n": players - 1, "players": players}
    key = "step_event_mean" if found.difference is None else "step_event_average"
    step = Step(key, found.average, rule.clause, {**words, "difference": found.difference})
    numbers = [player.no for player in event.players]
    return Field(cycles, players - 1, dict(zip(numbers, averages)), step)


def _score(event: Event, player: Player, rules: RuleSet) -> Decimal:
    games = [_met_in_field(g, rules.need(Average)) for g in game_lines(0, event, player, rules)]
    return points_of([game for game in games if game.counted])


def _cycles(event: Event, rule: Average) -> int:
    """How often everyone met everyone; 0 if they did not."""
    as_games = (Kind.PLAYED, Kind.FORFEIT) if rule.unplayed == "points" else (Kind.PLAYED,)
    met: Dict[Tuple[int, int], int] = {}
    for game in event.games:
        if game.result.kind is Kind.BYE:
            continue  # in a field of odd size everyone has a free round
        if game.result.kind not in as_games or game.black is None:
            return 0
        pair = (min(game.white, game.black), max(game.white, game.black))
        met[pair] = met.get(pair, 0) + 1
    players = len(event.players)
    times = set(met.values())
    return times.pop() if len(met) == players * (players - 1) // 2 and len(times) == 1 else 0


def _met_in_field(game: GameLine, rule: Average) -> GameLine:
    # 1.21b: "有等级分棋手和无等级分棋手的成绩都要计算".
    counts = game.reason == "not_opponent_unrated"
    if rule.unplayed == "points" and game.reason == "not_forfeit":
        counts = True
    return game._replace(reason="") if counts else game
