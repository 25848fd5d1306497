"""Each game changes the rating at once: K x (score - expected score), rounded and added.

Every game starts from the ratings before it (or, if the rule set says so, before the
event); a period is rated one event after another (大马中国象棋棋手等级分计算法).
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from ..errors import placed
from ..event import Event, Player
from ..lines import GameLine, Line, Step
from ..results import RESULT_BY_CODE
from ..rounding import ROUNDINGS, ZERO
from ..rules.ruleset import RuleSet
from ..rules.sections import Absence, Coefficient
from ..terms.bonus import absence_penalty, place_bonus
from ..terms.coefficient import Facts, deciding, is_final, k_of_game
from ..terms.expectancy import counted_differences, expected_score
from ..terms.start import is_marked, waits_for_game
from ..tournament.placing import bonus_places, is_national, who_met
from .common import (
    Opt,
    entry_rating,
    facts_of,
    game_lines,
    performance_steps,
    performed,
    points_of,
    published,
    start_step,
    started,
)
from .first_rating import first_rating
from .paces import weight_of


class _Run(NamedTuple):
    """The state of one person during the period: the current rating, and how it came about."""

    player: Player
    rating: Opt = None
    start: Opt = None
    peak: Opt = None
    exact: Decimal = ZERO
    games: Tuple[GameLine, ...] = ()
    steps: Tuple[Step, ...] = ()

    def changed(self, change: Decimal, rounded: Decimal, *steps: Step) -> _Run:
        """The run after a change; the last step states the resulting rating."""
        assert self.rating is not None
        rating = self.rating + rounded
        # The rating before counts, too: a peak remains one if the next game is lost.
        reached = max(self.rating, rating)
        peak = reached if self.peak is None else max(self.peak, reached)
        told = (*self.steps, *steps[:-1], steps[-1]._replace(value=rating))
        return self._replace(rating=rating, peak=peak, exact=self.exact + change, steps=told)


class _Sides(NamedTuple):
    """The facts about a player and an opponent from which the K of a game is read."""

    own: Facts
    opponent: Facts


def rate(events: Sequence[Event], rules: RuleSet, only: Optional[str] = None) -> Tuple[Line, ...]:
    """One line per player of the events of a period, or just that of the player with key `only`."""
    runs: Dict[str, _Run] = {}
    away = _away(events, rules)
    for number, event in enumerate(events):
        for player in event.players:
            runs[player.key] = _entered(runs.get(player.key), player, rules)
        _play(number, event, runs, rules)
        places = bonus_places(event, rules)
        for player in event.players:
            with placed(player.at("bonus_place")):
                runs[player.key] = _with_bonus(places.get(player.no), runs[player.key], rules)
        for key in away.get(number, ()):
            runs[key] = _without_absent(runs[key], rules)
    return tuple(
        _line(run, events, rules) for key, run in runs.items() if only is None or key == only
    )


def _entered(run: Optional[_Run], player: Player, rules: RuleSet) -> _Run:
    """The player's run; it begins with the first event in which they have a rating."""
    if run is None:
        run = _Run(player, peak=player.peak)
    else:
        facts = {**run.player.facts, **player.facts}
        run = run._replace(player=replace(player, rating=run.player.rating, facts=facts))
    rating = entry_rating(player, rules) if run.rating is None else None
    if rating is None:
        return run
    steps = tuple(start_step(player, rating, rules))
    known = replace(run.player, rating=player.rating)
    return run._replace(player=known, rating=rating, start=rating, steps=steps)


def _play(number: int, event: Event, runs: Dict[str, _Run], rules: RuleSet) -> None:
    """Rate all games of an event round by round: a round starts from the ratings before it."""
    before = {player.key: runs[player.key].rating for player in event.players}
    opened = started(event, before)
    waiting = {p.key: game_lines(number, opened, p, rules) for p in opened.players}
    rounds = event.table_rounds
    for round_ in sorted({game.round for game in event.games}):
        if rules.change.ratings == "before the game":
            before = {key: runs[key].rating for key in before}
        final = is_final(round_, rounds, rules) and round_ <= rounds
        facts = {p.key: _facts(p, before[p.key], runs[p.key], event, rules) for p in event.players}
        for key, lines in waiting.items():
            for line in [game for game in lines if game.round == round_]:
                is_rated = facts[key]["rating"] is not None
                if is_rated and line.counted and line.opponent is not None:
                    sides = _Sides(facts[key], facts[line.opponent.key])
                    weight = weight_of(event, rules)
                    runs[key] = _rated(line, runs[key], sides, final, weight, rules)
                else:
                    runs[key] = runs[key]._replace(games=(*runs[key].games, line))


def _facts(player: Player, rating: Opt, run: _Run, event: Event, rules: RuleSet) -> Facts:
    return {**facts_of(player, event, rules), "rating": rating, "peak": run.peak}


def _rated(
    line: GameLine, run: _Run, sides: _Sides, final: bool, weight: Decimal, rules: RuleSet
) -> _Run:
    """The run after one game, whose change is rounded and added."""
    mine, theirs = sides.own["rating"], sides.opponent["rating"]
    assert mine is not None and theirs is not None and line.points is not None
    difference = counted_differences(mine, [theirs], rules)[0]
    expected = expected_score(difference, rules, line.colour)
    gain = line.points - expected
    k, step = _coefficient(line, run, sides, final, rules)
    rule = rules.change
    change = k * gain * weight
    rounding = ROUNDINGS[rule.rounding]
    rounded = rounding(change, rule.places)
    if rule.of == "rating":
        assert run.rating is not None
        rounded = rounding(run.rating + change, rule.places) - run.rating
    words = dict(step.words, k=k * weight, score=line.points, expected=expected)
    words.update(old=run.rating, exact=change, change=rounded)
    game = line._replace(
        own_rating=mine,
        opponent_rating=theirs,
        difference=difference,
        expected=expected,
        gain=gain,
        k=k,
        change=change,
        rounded=rounded,
    )
    told = [step]
    if weight != 1:
        told.append(Step("step_game_weight", k * weight, rule.clause, {"k": k, "weight": weight}))
    key = "step_game_exact" if rule.rounding == "none" else "step_game"
    run = run.changed(change, rounded, *told, Step(key, None, rule.clause, words))
    return run._replace(games=(*run.games, game))


def _coefficient(
    line: GameLine, run: _Run, sides: _Sides, final: bool, rules: RuleSet
) -> Tuple[Decimal, Step]:
    """K of a game, and the step that says whose rating determines it."""
    table = rules.need(Coefficient)
    own, opponent = sides
    words: Dict[str, object] = {"round": line.round, "opponent": opponent["rating"]}
    words["own"] = own["rating"]
    if run.player.k is not None:
        return run.player.k, Step("step_game_k_given", run.player.k, table.clause, words)
    result = RESULT_BY_CODE[line.result]
    white, black = result.white or ZERO, result.black or ZERO
    scores = (white, black) if line.colour == "w" else (black, white)
    k, row = k_of_game(own, opponent, scores, rules, final)
    by = own if row in table.own else deciding(own, opponent, scores, rules)
    words.update(by=by["rating"], why=row.summary, more=table.final_more)
    key = "step_game_k_final" if final else "step_game_k"
    return k, Step(key, k, row.clause or table.clause, words)


def _with_bonus(place: Opt, run: _Run, rules: RuleSet) -> _Run:
    """The run after the bonus of an event, which follows its games."""
    if run.rating is None or rules.bonus is None or place is None:
        return run
    points = place_bonus(place, rules)
    words: Dict[str, object] = {"place": place, "bonus": points}
    return run.changed(points, points, Step("step_bonus", None, rules.bonus.clause, words))


def _away(events: Sequence[Event], rules: RuleSet) -> Mapping[int, Sequence[str]]:
    """The persons who lose points for absence, by the last event of the year.

    "如有一名棋手无故缺席一年所有的 3 个全国赛", "棋手只須出席 3 个比赛的一个比赛": once a year,
    after its events, and never for a player who met an opponent in a national one.
    """
    if rules.absence is None:
        return {}
    years: Dict[Optional[int], List[int]] = {}
    for number, event in enumerate(events):
        day = event.day(rules.dated_by)
        years.setdefault(None if day is None else day.year, []).append(number)
    found = {}
    for numbers in years.values():
        own = [events[number] for number in numbers]
        there = {
            event.by_no[no].key for event in own if is_national(event) for no in who_met(event)
        }
        people = (player for event in own for player in event.players)
        marked = dict.fromkeys(one.key for one in people if is_marked(one, "absent"))
        found[numbers[-1]] = [key for key in marked if key not in there]
    return found


def _without_absent(run: _Run, rules: RuleSet) -> _Run:
    """The run after the penalty of a year, which follows its events."""
    if run.rating is None:
        return run
    rule, points = rules.need(Absence), absence_penalty(run.rating, rules)
    words: Dict[str, object] = {"penalty": points, "share": rule.share * 100}
    return run.changed(-points, -points, Step("step_absence", None, rule.clause, words))


def _line(run: _Run, events: Sequence[Event], rules: RuleSet) -> Line:
    counted = [game for game in run.games if game.counted]
    waits = waits_for_game(run.player, len(counted), rules)
    if run.rating is None or run.start is None or waits:
        return first_rating(run.player, run.games, events, rules)
    ks = {game.k for game in counted}
    rounded = run.rating - run.start
    steps = run.steps if counted else (Step("step_no_games", None, "", {}), *run.steps)
    words = {"old": run.start, "change": rounded, "exact": run.exact}
    n, score = len(counted), points_of(counted)
    average, performance = performed(run.games, rules)
    if counted or run.exact:
        # Each game was rounded: the rounded sum would be another number.
        key = "step_unrounded" if rules.change.rounding == "none" else "step_new_games"
        steps = (*steps, Step(key, run.rating, rules.change.clause, words))
    # A peak reached during the event remains, whatever came after.
    line = Line(
        player=replace(run.player, peak=run.peak),
        games=run.games,
        points=points_of(run.games),
        n=n,
        score=score,
        expected=sum((game.expected or ZERO for game in counted), ZERO),
        gain=sum((game.gain or ZERO for game in counted), ZERO),
        k=ks.pop() if len(ks) == 1 else None,
        change=run.exact,
        rounded=rounded,
        new=run.rating,
        start=run.start if run.player.rating is None else None,
        average=average,
        performance=performance,
        steps=(*performance_steps(n, score, average, performance, rules), *steps),
    )
    return published(line, rules)
