"""Promises of the engine, for every rule set; where a regulation breaks one, it says where."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import cache
from random import Random
from typing import Any

import pytest
from bulk.federations import references
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from test_arithmetic import period

from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.explain import explanation
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.rating import rate
from xlrating.engine.report import Report
from xlrating.engine.results import RESULT_BY_CODE
from xlrating.engine.rules import kept
from xlrating.engine.rules.ruleset import RuleSet, available, load
from xlrating.engine.terms.expectancy import (
    expected_score,
    expected_scores,
    rating_difference,
    win_draw_loss,
)
from xlrating.functions import K_FACTOR, NEW_RATING, PERF_RATING, WE_TABLE, all_functions
from xlrating.functions.help import example

#: Rule sets that rate events, and those that know an expected score for a difference.
RATING = [name for name in available() if load(name).method != "none"]
CURVED = [name for name in available() if load(name).expectancy is not None]

#: A lower number is the better one (Ingo formula (1): R = Rcp + (50 - P)).
REVERSED = {"ingo"}

#: The change is not K x (score - expected) with one K for both sides of every game:
#: averages (cxa-rapid 第八条, china-pro 1.41, elo-normal (3)), old rating left out or
#: mixed in (ingo, ecf-grading), deviations (glicko), bonus and development (uscf, dwz 4).
NOT_ZERO_SUM = {
    "cxa-rapid", "china-pro", "elo-normal", "ingo", "ecf-grading", "glicko", "glicko2", "uscf", "dwz",
}  # fmt: skip
#: Not even over one game, where averages are of one opponent and nobody has earned a bonus.
NEVER_ZERO_SUM = {"ingo", "ecf-grading", "glicko", "glicko2"}

ratings = st.integers(1400, 2800).map(Decimal)
codes = st.sampled_from(["1-0", "½-½", "0-1"])
BETTER = {"0-1": "½-½", "½-½": "1-0"}


@cache
def readings(name: str) -> tuple[str, ...]:
    """A rule set, also in each edition and by each of its choices."""
    return (name, *(one for one in references() if load(one).id == name and one != name))


@st.composite
def players(draw: Any, size: int) -> tuple[Player, ...]:
    """So many rated players with K, of whom anything else may be known."""
    return tuple(
        Player(
            no, f"p{no}", draw(ratings), k=Decimal(20), games=draw(st.none() | st.integers(0, 60)),
            born=draw(st.none() | st.integers(1940, 2015)),
            facts=draw(st.just({}) | st.fixed_dictionaries({"rd": st.integers(30, 350).map(Decimal)})),
        )
        for no in range(1, size + 1)
    )  # fmt: skip


@st.composite
def events(draw: Any) -> Event:
    """A small event in which everybody is rated and K is given."""
    size = draw(st.integers(2, 6))
    pairs = [(a, b) for a in range(1, size + 1) for b in range(a + 1, size + 1)]
    chosen = draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=8, unique=True))
    games = tuple(Game(number, a, b, draw(codes)) for number, (a, b) in enumerate(chosen, 1))
    return Event(draw(players(size)), games, start=date(2025, 3, 1))


EVENTS: SearchStrategy[Event] = events()


def taken(event: Event, rules: RuleSet) -> Event:
    """The event with ratings that the rule set takes: none below its lowest, none above its most."""
    least, most = rules.bounds
    size = 10 if most < 1000 else 1
    players = (replace(p, rating=max((p.rating or least) / size, least)) for p in event.players)
    return replace(event, players=tuple(players))


@pytest.mark.parametrize("name", CURVED)
def test_both_sides_expect_one_point(name: str) -> None:
    """The expected scores of the two sides sum to 1, each between 0 and 1; wins, draws and losses too."""
    for rules in map(load, readings(name)):
        if _is_cut(rules):
            continue
        for difference in (Decimal(number) / 2 for number in range(-3001, 3001, 61)):
            # nevzorov (4)-(6): White of one is Black of the other
            own, other = (
                expected_score(side * difference, rules, colour if rules.outcomes else "")
                for side, colour in ((1, "w"), (-1, "b"))
            )
            assert own + other == 1 or (rules.outcomes and abs(own + other - 1) < Decimal("1e-14"))
            assert 0 <= own <= 1
            if rules.outcomes:
                found = win_draw_loss(difference, rules)
                total = found.win + found.draw + found.loss
                assert abs(total - 1) < Decimal("1e-14") and found.draw >= 0


@pytest.mark.parametrize("name", CURVED)
def test_more_points_of_rating_never_expect_less(name: str) -> None:
    """The curve rises (falls for a scale where lower is better) and nothing else."""
    rules = load(name)
    shares = [
        expected_score(Decimal(d), rules, "w" if rules.outcomes else "")
        for d in range(-800, 801, 7)
    ]
    assert shares == sorted(shares, reverse=name in REVERSED)


@pytest.mark.parametrize("name", CURVED)
def test_games_together_expect_what_each_expects(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Expected scores are exact to the digit also when found before, or when very many are."""
    monkeypatch.setattr(kept, "MOST_REMEMBERED", 50)
    rules = load(name)
    differences = [Decimal(text) for d in range(-900, 901, 13) for text in (f"{d}", f"{d}.50")] * 2
    colours = ["w", "b"] * (len(differences) // 2)
    found = expected_scores(differences, colours, rules)
    each = [
        expected_score(one, rules, side) for one, side in zip(differences, colours, strict=True)
    ]
    assert list(map(str, found)) == list(map(str, each))


def test_what_is_remembered_is_bounded() -> None:
    """A process that rates for weeks keeps no more numbers than it needs, and they stay right."""
    squares = kept.Remembered[str, int](lambda text: int(text) ** 2)
    most = 0
    for number in range(kept.MOST_REMEMBERED + 10):
        assert squares[str(number)] == number * number
        most = max(most, len(squares))
    assert most == kept.MOST_REMEMBERED and len(squares) == 10


@pytest.mark.parametrize("name", [n for n in CURVED if load(n).percentage is not None])
def test_a_higher_share_never_stands_for_less(name: str) -> None:
    """The other direction rises as well."""
    rules = load(name)
    points = [rating_difference(Decimal(i) / 100, rules) for i in range(1, 100)]
    assert points == sorted(points, reverse=name in REVERSED)


@pytest.mark.parametrize("reference", references())
def test_order_of_players_and_games_does_not_matter(reference: str) -> None:
    """Players and games in another order give the same ratings, all together or one alone."""
    events, dice = _period(reference), Random(reference)
    mixed = [
        replace(one, players=tuple(dice.sample(one.players, len(one.players))),
                games=tuple(dice.sample(one.games, len(one.games)))) for one in events
    ]  # fmt: skip
    found = _numbers(rate(events, reference))
    assert _numbers(rate(mixed, reference)) == found
    alone = _numbers(rate(mixed, reference, only=[*found][-1]))
    assert alone.items() <= found.items() and len(alone) == 1


def _numbers(report: Report) -> dict[str, tuple[Decimal | None, ...]]:
    return {one.player.key: (one.new, one.change, one.performance) for one in report.lines}


def _period(reference: str) -> list[Event]:
    return period(references().index(reference) % 4, reference)


@pytest.mark.parametrize("reference", references())
def test_every_step_has_words(reference: str) -> None:
    """Every step of every player is told in each language, with its numbers in place."""
    report = rate(_period(reference), reference)
    for line in report.lines:
        for language in LANGUAGES:
            assert not {"{", "}"} & {*explanation(report, line, language)}


@pytest.mark.parametrize("name", [n for n in RATING if n not in NOT_ZERO_SUM])
@settings(max_examples=20, deadline=None)
@given(event=EVENTS, data=st.data())
def test_changes_under_equal_k_sum_to_zero(name: str, event: Event, data: st.DataObject) -> None:
    """What one side of a game wins the other loses, when both have the same K."""
    _expect_zero_sum(event, data.draw(_even(name)))


@pytest.mark.parametrize("name", [n for n in RATING if n not in NEVER_ZERO_SUM])
@settings(max_examples=20, deadline=None)
@given(event=EVENTS, data=st.data())
def test_changes_of_one_game_sum_to_zero(name: str, event: Event, data: st.DataObject) -> None:
    """So they do of one game alone, by averages and by development, too."""
    _expect_zero_sum(replace(event, games=event.games[:1]), data.draw(_even(name)))


def _even(name: str) -> SearchStrategy[str]:
    """The readings in which a cap (FIDE 8.3.1), and the rounding of a share, are those of both sides."""
    of = {one: load(one) for one in readings(name)}
    return st.sampled_from(
        [one for one, r in of.items() if not r.difference.favours_once and not _is_cut(r)]
    )


def _is_cut(rules: RuleSet) -> bool:
    """Whether digits of both sides' shares are left out: cxa-rapid 第八条（三）, share=truncated."""
    return rules.expectancy is not None and rules.expectancy.rounding == "down"


def _expect_zero_sum(event: Event, reference: str) -> None:
    event = taken(event, load(reference))
    # Above 2650 a player counts the real difference, the opponent the cap (FIDE 8.3.1).
    players = tuple(
        replace(p, rating=min(p.rating or Decimal(0), Decimal(2600)), games=50)
        for p in event.players
    )
    report = rate(replace(event, players=players), reference)
    total = sum((line.change or Decimal(0) for line in report.lines), Decimal(0))
    assert abs(total) < Decimal("1e-9")


@pytest.mark.parametrize("name", RATING)
@settings(max_examples=30, deadline=None)
@given(event=EVENTS, which=st.integers(0, 7), has_k=st.booleans(), data=st.data())
def test_a_better_result_never_costs(
    name: str, event: Event, which: int, has_k: bool, data: st.DataObject
) -> None:
    """The rating never falls when one result of the player improves."""
    reference = data.draw(st.sampled_from([n for n in readings(name) if not _may_cost(load(n))]))
    rules = load(reference)
    if not has_k and _finds_k(rules):
        event = replace(event, players=tuple(replace(one, k=None) for one in event.players))
    game = event.games[which % len(event.games)]
    if game.result.code not in BETTER:
        return
    better = replace(game, result=RESULT_BY_CODE[BETTER[game.result.code]])
    games = tuple(better if g is game else g for g in event.games)
    event = taken(event, rules)
    who = {player.no: player.key for player in event.players}[game.white]
    before = rate(event, reference).line(who).new
    after = rate(replace(event, games=games), reference).line(who).new
    assert before is not None and after is not None
    gained = before - after if name in REVERSED else after - before
    assert gained >= (Decimal("-1e-6") if rules.deviation else 0)


def _finds_k(rules: RuleSet) -> bool:
    """Whether the rules have a K for everybody."""
    table = rules.coefficient
    return table is None or table.over is not None or any(not row.when for row in table.rows)


def _may_cost(rules: RuleSet) -> bool:
    """Whether K goes by the result of each game, by the ratings of then (malaysia K 的算法)."""
    table = rules.coefficient
    return table is not None and table.of == "result" and rules.change.ratings != "before the event"


@pytest.mark.parametrize("name", available())
@pytest.mark.parametrize("bad", [float("nan"), float("inf"), "abc", True, None, ""])
def test_bad_numbers_are_named_errors(name: str, bad: object) -> None:
    """NaN, infinity, text, truth values and blanks give a named error, never a number."""
    calls: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
        (WE_TABLE, (bad, name)),
        (K_FACTOR, (bad, name)),
        (NEW_RATING, (bad, [2000], [1], name)),
        (NEW_RATING, (2000, [2000], [2], name)),
        (PERF_RATING, ([2000], [-1], name)),
        (K_FACTOR, (2000, name, -1)),
    ]
    for function, arguments in calls:
        with pytest.raises(RatingError):
            function(*arguments)


#: Arguments that are texts, and those that are whole numbers.
_TEXTS = ("ruleset", "language", "format", "to", "ignore", "title", "players", "day")
_COUNTS = (
    "games",
    "age",
    "index",
    "moves",
    "place",
    "points",
    "rounds",
    "white_wins",
    "black_wins",
)
#: Arguments that decide nothing in the call, may be negative, or a truth value.
_IDLE = [("K_FACTOR", "score"), ("RATING_DEVIATION", "volatility"), ("BONUS", "k")]
_ANY = {-5: [("WE_TABLE", "difference"), ("CONVERT_RATING", "rating")],
        True: [(name, "final_rounds") for name in all_functions()]}  # fmt: skip


@pytest.mark.parametrize("name", [n for n, one in all_functions().items() if not one.explains])
@pytest.mark.parametrize("bad", [float("nan"), float("inf"), float("-inf"), "text", True, -5, 2.5])
def test_bad_arguments_are_named_errors(name: str, bad: Any) -> None:
    """So they do in every argument of every function; negative numbers and broken counts, too."""
    function, given, wrong = all_functions()[name], example(name), {}
    for argument in (one.name for one in function.parameters if one.name not in _TEXTS):
        own = given.get(argument)
        cells = [bad, *own[1:]] if isinstance(own, list) else bad
        is_right = (name, argument) in (*_IDLE, *_ANY.get(bad, ()))
        if not is_right and (bad != 2.5 or argument in _COUNTS):
            with suppress(RatingError):
                wrong[argument] = function(**{**given, argument: cells})
    assert wrong == {}


@pytest.mark.parametrize("name", RATING)
def test_an_event_without_games_changes_nothing(name: str) -> None:
    """No game, no change: every rating stays (a floor or penalty aside)."""
    players = (
        Player(1, "a", Decimal(2100), k=Decimal(20)),
        Player(2, "b", Decimal(2200), k=Decimal(20)),
    )
    event = taken(Event(players), load(name))
    report = rate(event, name)
    assert [line.new for line in report.lines] == [player.rating for player in event.players]
