"""Play-off games: those between two players in an event may count as a single game."""

from __future__ import annotations

from decimal import Decimal
from typing import Dict, List, Sequence, Tuple

from ..event import Event, Player
from ..lines import GameLine, Step
from ..results import RESULT_BY_CODE
from ..rounding import HALF, ONE, ZERO
from ..rules.ruleset import RuleSet
from .common import points_of


def table_points(event: Event, player: Player, lines: Sequence[GameLine]) -> Decimal:
    """Points as in the tables: a play-off breaks a tie and adds no points."""
    games = event.games_of[player.no]
    return points_of([line for game, line in zip(games, lines) if not game.playoff])


def as_one_game(
    event: Event, player: Player, lines: Sequence[GameLine], rules: RuleSet
) -> Tuple[List[GameLine], List[Step]]:
    """The player's rounds with each play-off as a single game, if the regulation says so.

    `lines` are those of `game_lines`, in the order of ``event.games_of``. The last game
    of a play-off represents all of it, with the winner's point; the others do not count.
    """
    found = list(lines)
    steps: List[Step] = []
    if not rules.counted.playoff_as_one:
        return found, steps
    playoffs: Dict[str, List[int]] = {}
    for place, (game, line) in enumerate(zip(event.games_of[player.no], lines)):
        if game.playoff and line.counted and line.opponent is not None:
            playoffs.setdefault(line.opponent.key, []).append(place)
    for places in playoffs.values():
        played = [lines[place] for place in places]
        points = _points(played)
        for place in places[:-1]:
            found[place] = found[place]._replace(reason="not_playoff")
        found[places[-1]] = found[places[-1]]._replace(points=points)
        opponent = lines[places[-1]].opponent
        words = {"n": len(places), "opponent": opponent.name if opponent else ""}
        key = "step_playoff_drawn" if _is_level(played) else "step_playoff"
        steps.append(Step(key, points, rules.counted.clause, words))
    return found, steps


def _points(lines: Sequence[GameLine]) -> Decimal:
    """1 for the winner of a play-off; if a drawn last game leaves it level, Black wins."""
    lead = _lead(lines)
    if _is_level(lines):
        return ONE if lines[-1].colour == "b" else ZERO
    return ONE if lead > 0 else HALF if lead == 0 else ZERO


def _is_level(lines: Sequence[GameLine]) -> bool:
    """Whether a drawn last game leaves a play-off level."""
    return _lead(lines) == 0 and RESULT_BY_CODE[lines[-1].result].white == HALF


def _lead(lines: Sequence[GameLine]) -> Decimal:
    lead = ZERO
    for line in lines:
        result = RESULT_BY_CODE[line.result]
        assert result.white is not None and result.black is not None
        white_lead = result.white - result.black
        lead += white_lead if line.colour == "w" else -white_lead
    return lead
