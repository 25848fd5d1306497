"""What every method needs: which games count, a player's facts, first ratings, the ending."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Dict, List, Optional, Sequence, Tuple

from ..coefficient import Facts
from ..errors import NotKnownError
from ..event import Event, Game, Kind, Player
from ..expectancy import is_rateable_gap
from ..performance import FirstRating, initial_rating, performance
from ..report import GameLine, Line, Step
from ..rounding import ROUNDINGS, ZERO, mean
from ..ruleset import RuleSet

Opt = Optional[Decimal]

#: Why a line of the games list is not rated, by what it is.
_NOT_RATED = {
    Kind.BYE: "not_bye",
    Kind.FORFEIT: "not_forfeit",
    Kind.POSTPONED: "not_postponed",
    Kind.UNRATED: "not_unrated_game",
}


def entries(
    events: Sequence[Event], only: Optional[str] = None
) -> Dict[str, List[Tuple[int, Player]]]:
    """Per person their entries in the events: (event number, player as entered there)."""
    found: Dict[str, List[Tuple[int, Player]]] = {}
    for number, event in enumerate(events):
        for player in event.players:
            if only is None or player.key == only:
                found.setdefault(player.key, []).append((number, player))
    return found


def game_lines(number: int, event: Event, player: Player, rules: RuleSet) -> List[GameLine]:
    """The player's rounds in one event, each counted or with the reason why not."""
    return [_game_line(number, event, player, game, rules) for game in event.games_of[player.no]]


def _game_line(number: int, event: Event, player: Player, game: Game, rules: RuleSet) -> GameLine:
    is_white = game.white == player.no
    other = game.black if is_white else game.white
    opponent = event.by_no.get(other) if other is not None else None
    own = player.rating
    theirs = opponent.rating if opponent else None
    reason = _NOT_RATED.get(game.result.kind, "")
    if not reason and theirs is None:
        reason = "not_opponent_unrated"
    if not reason and own is not None and theirs is not None:
        if not is_rateable_gap(own, theirs, rules):
            reason = "not_gap"
    return GameLine(
        event=number,
        round=game.round,
        opponent=opponent,
        colour="" if opponent is None else "w" if is_white else "b",
        result=game.result.code,
        points=game.result.white if is_white else game.result.black,
        reason=reason,
        own_rating=own,
        opponent_rating=theirs,
    )


def facts_of(player: Player, event: Event) -> Facts:
    """What the K table may ask: rating, games, peak, age (list year minus year of birth)."""
    age = player.facts.get("age")
    day = event.start or event.end
    if age is None and player.born is not None and day is not None:
        age = day.year - player.born
    return {
        "rating": player.rating,
        "peak": player.peak,
        "games": None if player.games is None else Decimal(player.games),
        "age": None if age is None else Decimal(str(age)),
    }


def points_of(lines: Sequence[GameLine]) -> Decimal:
    """Points of the tables: byes and forfeits count, games to come do not."""
    return sum((line.points for line in lines if line.points is not None), ZERO)


def performed(lines: Sequence[GameLine], rules: RuleSet) -> Tuple[Opt, Opt]:
    """Average opponent and performance over the counted games, None where there is none."""
    counted = [line for line in lines if line.counted]
    opponents = [line.opponent_rating for line in counted if line.opponent_rating is not None]
    rule = rules.performance
    if not opponents or rule is None:
        return None, None
    try:
        found = performance(opponents, points_of(counted), rules)
    except NotKnownError:
        return ROUNDINGS[rule.average_rounding](mean(opponents), 0), None
    return found.average, found.rating


def settle(line: Line, change: Decimal, rules: RuleSet) -> Line:
    """Turn the exact change of a period into the new rating, as the regulation rounds it."""
    rule = rules.change
    old = line.player.rating or ZERO
    rounding = ROUNDINGS[rule.rounding]
    new = rounding(old + change, rule.places) if rule.of == "rating" else None
    rounded = rounding(change, rule.places) if new is None else new - old
    new = old + rounded
    steps = list(line.steps)
    steps.append(
        Step("step_new", new, rule.clause, {"old": old, "change": rounded, "exact": change})
    )
    least = rules.published.least
    listed = least is None or new >= least
    if not listed:
        steps.append(Step("step_unlisted", None, rules.published.clause, {"least": least}))
    return replace(line, change=change, rounded=rounded, new=new, listed=listed, steps=tuple(steps))


def first_rating(player: Player, lines: Sequence[GameLine], rules: RuleSet) -> Line:
    """The line of a player without rating: the first rating, or why there is none yet.

    Results pooled from earlier events (``facts["pool"]``) count along.
    """
    counted = [line for line in lines if line.counted]
    pool = [(line.opponent_rating, line.points) for line in counted]
    pool += list(player.facts.get("pool", ()))  # type: ignore[call-overload]
    opponents = [rating for rating, _ in pool if rating is not None]
    score = sum((points for _, points in pool if points is not None), ZERO)
    average, rating = performed(lines, rules)
    line = Line(
        player=player,
        games=tuple(lines),
        points=points_of(lines),
        n=len(counted),
        score=points_of(counted),
        average=average,
        performance=rating,
    )
    if rules.initial is None:
        return replace(line, steps=(Step("step_no_initial", None, "", {}),))
    if not opponents:
        return replace(line, steps=(Step("initial_none", None, rules.initial.clause, {}),))
    try:
        first = initial_rating(opponents, score, rules)
    except NotKnownError:
        words = {"score": score, "games": len(opponents)}
        return replace(line, steps=(Step("initial_full", None, rules.initial.clause, words),))
    return replace(line, new=first.rating, steps=tuple(_first_steps(first, rules)))


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
        )
        steps.append(Step(first.reason, first.rating, rule.clause, words))
    return steps
