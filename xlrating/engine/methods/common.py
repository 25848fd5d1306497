"""What all methods share: which games count, a player's facts, first ratings, final rounding."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from ..errors import NotKnownError, NumberError, RatingError, placed
from ..event import Event, Game, Player
from ..lines import GameLine, Line, Step, game_line, step_of
from ..problem import make_error
from ..results import Kind
from ..rounding import ONE, ROUNDINGS, ZERO, exact, fact_of, mean, number_fact
from ..rules.ruleset import RuleSet
from ..rules.sections import Coefficient
from ..terms.coefficient import Facts, k_factor, limited, multiplied
from ..terms.expectancy import is_rateable_gap
from ..terms.performance import performance
from ..terms.start import RATED_SINCE, is_foreign, is_marked, of_sex, start_of, start_rating
from ..vocabulary.sex import read_sex
from .numbers import rounded_change

Opt = Optional[Decimal]

#: The text key of the reason why a game of some kind is not rated.
NOT_RATED = {
    Kind.BYE: "not_bye",
    Kind.FORFEIT: "not_forfeit",
    Kind.POSTPONED: "not_postponed",
    Kind.UNRATED: "not_unrated_game",
}


def entries(
    events: Sequence[Event], only: Optional[str] = None
) -> Dict[str, List[Tuple[int, Player]]]:
    """For each person, their entries in the events: (event number, player as entered there)."""
    found: Dict[str, List[Tuple[int, Player]]] = {}
    for number, event in enumerate(events):
        for player in event.players:
            if only is None or player.key == only:
                found.setdefault(player.key, []).append((number, player))
    return found


def gathered(
    events: Sequence[Event],
    rules: RuleSet,
    only: Optional[str] = None,
    seen: Callable[[Player, List[GameLine], RuleSet], List[GameLine]] = lambda _, games, __: games,
) -> Iterator[Tuple[Player, Event, List[GameLine]]]:
    """Each person's last entry, its event, and their games of all events, passed through `seen`."""
    for appearances in entries(events, only).values():
        games: List[GameLine] = []
        for number, player in appearances:
            games += seen(player, game_lines(number, events[number], player, rules), rules)
        number, player = appearances[-1]
        yield player, events[number], games


def started(event: Event, ratings: Mapping[str, Opt]) -> Event:
    """The event with these ratings in place of the entered ones; `ratings` is keyed by person."""
    players = tuple(replace(player, rating=ratings[player.key]) for player in event.players)
    return replace(event, players=players)


def entry_rating(player: Player, rules: RuleSet) -> Opt:
    """A player's entry rating: their own, or the starting rating of their title or ladder."""
    if player.rating is None and rules.ladder is not None:
        return rules.ladder.least
    return player.rating if player.rating is not None else start_of(player, rules)


def start_step(player: Player, rating: Decimal, rules: RuleSet) -> List[Step]:
    """The step that explains the starting rating of an unrated player."""
    if player.rating is not None or rules.start is None:
        return []
    title = player.title or rules.start.untitled
    return [Step("step_start", rating, rules.start.clause, {"title": title})]


def game_lines(number: int, event: Event, player: Player, rules: RuleSet) -> List[GameLine]:
    """The player's rounds in one event; those not counted carry the reason."""
    found, no, own, by_no = [], player.no, player.rating, event.by_no
    # Speed: then all games of two rated players are rated.
    has_no_gap = own is not None and rules.difference.unrated_gap is None
    for game in event.games_of[no]:
        code, kind, white, black = game.result
        is_white = game.white == no
        other = game.black if is_white else game.white
        opponent = None if other is None else by_no.get(other)
        theirs = None if opponent is None else opponent.rating
        reason = NOT_RATED.get(kind, "")
        if reason and _counts_unplayed(game, rules):
            reason = ""
        if opponent is not None and opponent.facts and is_marked(opponent, RATED_SINCE):
            # Rated themselves, but their opponents are not: FIDE 8.2.4.
            theirs, reason = None, reason or "not_opponent_then"
        if not reason and (theirs is None or not has_no_gap):
            reason = _not_rated(own, theirs, event, rules)
        colour = "" if opponent is None else "w" if is_white else "b"
        points = white if is_white else black
        if kind is Kind.BYE:
            # Byes are not rated; tables show the points that the event gives for them.
            points = event.scoring.of(game.result, no=no, round=game.round)
        found.append(game_line((
            number, game.round, opponent, colour, code, points, reason, own, theirs,
            None, None, None, None, None, None,
        )))  # fmt: skip
    return found


def _not_rated(own: Opt, theirs: Opt, event: Event, rules: RuleSet) -> str:
    """The text key of the reason why a played game is not rated; '' if it is."""
    if theirs is None:
        return "not_opponent_unrated"
    if own is not None:
        return "" if is_rateable_gap(own, theirs, rules) else "not_gap"
    if rules.start is not None and rules.initial is None:
        return "not_own_unrated"
    return "not_match" if len(event.players) == 2 and rules.counted.match_of_rated else ""


def of_rated(games: Sequence[GameLine]) -> List[GameLine]:
    """The games, those before the first rating not counted: they have no expected score."""
    return [
        game._replace(reason="not_own_unrated")
        if game.own_rating is None and game.counted
        else game
        for game in games
    ]


def _counts_unplayed(game: Game, rules: RuleSet) -> bool:
    if game.result.kind is not Kind.FORFEIT:
        return False
    both_lost = game.result.white == game.result.black
    return rules.counted.double_forfeits if both_lost else rules.counted.forfeits


def facts_of(player: Player, event: Event, rules: RuleSet) -> Facts:
    """What the K table may ask about: rating, games, peak, age in the year of the event."""
    age = fact(player, "age")
    day = event.day(rules.dated_by)
    if age is None and player.born is not None and day is not None:
        age = Decimal(day.year - player.born)
    return {
        "rating": player.rating,
        "peak": player.peak,
        "games": None if player.games is None else Decimal(player.games),
        "age": age,
        "index": _index(player, rules),
    }


def fact(player: Player, name: str) -> Opt:
    """A numeric fact of the player beyond the typed fields; None if there is none."""
    return number_fact(player.facts, name, player.name or str(player.no))


def _index(player: Player, rules: RuleSet) -> Opt:
    """The fact ``index``: in how many events the player has been rated; None if unknown."""
    index = fact(player, "index")
    if rules.coefficient is None or rules.coefficient.development is None or index is None:
        return index
    if index < 0 or index % 1:
        what = fact_of("index", player.name or str(player.no))
        raise make_error(NumberError, "read_whole_from_0", column=what, found=str(index))
    return index


def rated_once_more(player: Player, n: int, rules: RuleSet) -> Mapping[str, object]:
    """The fact ``index`` after this event, one higher, if the regulation counts it."""
    rule = rules.coefficient
    index = _index(player, rules)
    if rule is None or rule.development is None or not n:
        return {}
    if index is None and player.rating is not None:
        return {}
    return {"index": (index or ZERO) + 1}


def coefficient_of(
    player: Player, event: Event, n: int, gain: Decimal, rules: RuleSet, kind: str = ""
) -> Tuple[Decimal, List[Step]]:
    """The coefficient with its steps; it is K itself, unless K depends on the number of games.

    `kind` is the text key of the step, if it is not the usual one for K or the coefficient.
    """
    rule = rules.need(Coefficient)
    kind = kind or ("step_k" if rule.over is None else "step_coefficient")
    if player.k is not None:
        k = exact(player.k, "K")
        steps = [Step(f"{kind}_given", k, rule.clause, {})]
    else:
        facts = dict(facts_of(player, event, rules), gain=gain if n else None)
        try:
            k, row = k_factor(facts, rules)
        except RatingError as error:
            place = player.places.get("k") or player.where
            raise (error.at(place) if place else error) from None
        words = {"why": row.summary, "games_known": player.games is not None}
        steps = [step_of((kind, k, row.clause or rule.clause, words))]
    most = limited(k, n, rules)
    if most != k:
        words = {"k": k, "n": n, "most": rule.most}
        steps.append(Step("step_k_limited", most, rule.clause, words))
    if rule.over is not None:
        words = {"over": rule.over, "coefficient": most, "n": n}
        with placed(player.places.get("k") or player.where):
            taken_times = multiplied(most, n, ONE, rules)
        steps.append(Step("step_multiplier", taken_times, rule.clause, words))
    return most, steps


def points_of(lines: Sequence[GameLine]) -> Decimal:
    """Points as in the tables: byes and forfeits count, pending games do not."""
    return sum([line.points for line in lines if line.points is not None], ZERO)


def performed(lines: Sequence[GameLine], rules: RuleSet) -> Tuple[Opt, Opt]:
    """Average opponent and performance over the counted games; None for what does not exist."""
    counted = [line for line in lines if not line.reason]
    return performed_in(counted, points_of(counted), rules)


def performed_in(counted: Sequence[GameLine], score: Decimal, rules: RuleSet) -> Tuple[Opt, Opt]:
    """The same for games that are all counted, with this score."""
    opponents = [line.opponent_rating for line in counted if line.opponent_rating is not None]
    rule = rules.performance
    if not opponents or rule is None:
        return None, None
    try:
        found = performance(opponents, score, rules)
    except NotKnownError:
        return ROUNDINGS[rule.average_rounding](mean(opponents), 0), None
    return found.average, found.rating


def performance_steps(
    n: int, score: Decimal, average: Opt, performance: Opt, rules: RuleSet
) -> List[Step]:
    """The steps for Rc and Rp: the average opponent, and the performance if there is one."""
    if average is None or rules.performance is None:
        return []
    words: Dict[str, object] = {"n": n, "score": score, "average": average}
    steps = [step_of(("step_rc", average, rules.performance.clause, words))]
    if performance is not None:
        words = {**words, "difference": performance - average}
        steps.append(step_of(("step_rp", performance, rules.performance.clause, words)))
    return steps


def settle(line: Line, change: Decimal, rules: RuleSet, start: Opt = None) -> Line:
    """Turn the exact change of a period into the new rating, as the regulation rounds it.

    `start` is the starting rating of an unrated player who is rated from one.
    """
    rule = rules.change
    old = (line.player.rating if start is None else start) or ZERO
    rounded = rounded_change(old, change, line.n, rules)
    new = old + rounded
    steps = list(line.steps)
    if line.n or change:
        key = "step_unrounded" if rule.rounding == "none" else "step_new"
        steps.append(Step(key, new, rule.clause, {"old": old, "change": rounded, "exact": change}))
    settled = line.changed(change=change, rounded=rounded, new=new, steps=tuple(steps))
    return published(settled, rules)


def published(line: Line, rules: RuleSet) -> Line:
    """The new rating as the next list shows it: after a new title, the floor and the minimum."""
    player, new, steps = line.player, line.new, list(line.steps)
    assert new is not None
    sex = read_sex(player.sex)
    title = str(player.facts.get("new_title") or "")
    if title and rules.start is not None and rules.start.raises:
        value = start_rating(title, rules, sex, is_foreign(player, rules.start))
        new = max(new, value)
        words = {"title": title, "least": value}
        steps.append(Step("step_new_title", new, rules.start.clause, words))
    floor = None if rules.floor is None else of_sex(rules.floor, sex, player.rating)
    if rules.floor is not None and floor is not None and new < floor:
        new = floor
        steps.append(Step("step_floor", new, rules.floor.clause, {"least": floor}))
    rule = rules.published
    least = of_sex(rule, sex, player.rating)
    listed = least is None or new >= least
    if not listed:
        key = "step_unshown" if rule.keeps else "step_unlisted"
        steps.append(Step(key, None, rule.clause, {"least": least}))
    # Speed: most players have none of these facts.
    if len(steps) == len(line.steps):
        return line
    return line.changed(new=new, listed=listed, steps=tuple(steps))
