"""Promises of the engine, for every rule set; where a regulation breaks one, it says where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.rating import rate
from xlrating.engine.results import RESULT_BY_CODE
from xlrating.engine.rules import kept
from xlrating.engine.rules.ruleset import RuleSet, available, load
from xlrating.engine.terms.expectancy import expected_score, expected_scores, rating_difference
from xlrating.functions import K_FACTOR, NEW_RATING, PERF_RATING, WE_TABLE

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

#: A better result can cost: K goes by the result of each game (malaysia K 的算法), the
#: event's average depends on the scores (china-pro 1.21b).
NOT_MONOTONE = {"malaysia", "china-pro"}

ratings = st.integers(1400, 2800).map(Decimal)
codes = st.sampled_from(["1-0", "½-½", "0-1"])
BETTER = {"0-1": "½-½", "½-½": "1-0"}


def rules_for(name: str) -> RuleSet:
    """The rule set; Ingo-like numbers are used as they are."""
    return load(name)


@st.composite
def events(draw: Any) -> Event:
    """A small event in which everybody is rated and K is given."""
    size = draw(st.integers(2, 6))
    players = tuple(
        Player(no, f"p{no}", draw(ratings), games=50, k=Decimal(20)) for no in range(1, size + 1)
    )
    pairs = [(a, b) for a in range(1, size + 1) for b in range(a + 1, size + 1)]
    chosen = draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=8, unique=True))
    games = tuple(
        Game(number, a, b, RESULT_BY_CODE[draw(codes)]) for number, (a, b) in enumerate(chosen, 1)
    )
    return Event(players, games)


EVENTS: SearchStrategy[Event] = events()


def taken(event: Event, rules: RuleSet) -> Event:
    """The event with ratings that the rule set takes: none below its lowest, none above its most."""
    least, most = rules.bounds
    size = 10 if most < 1000 else 1
    players = (replace(p, rating=max((p.rating or least) / size, least)) for p in event.players)
    return replace(event, players=tuple(players))


@pytest.mark.parametrize("name", CURVED)
@settings(max_examples=30, deadline=None)
@given(difference=st.integers(-1500, 1500))
def test_both_sides_expect_one_point(name: str, difference: int) -> None:
    """The expected scores of the two sides sum to 1, each between 0 and 1."""
    rules = rules_for(name)
    if rules.outcomes is not None:  # nevzorov (4)-(6): White of one is Black of the other
        own = expected_score(Decimal(difference), rules, "w")
        other = expected_score(Decimal(-difference), rules, "b")
    else:
        own = expected_score(Decimal(difference), rules)
        other = expected_score(Decimal(-difference), rules)
    assert abs(own + other - 1) < Decimal("1e-12")
    assert 0 <= own <= 1


@pytest.mark.parametrize("name", CURVED)
def test_more_points_of_rating_never_expect_less(name: str) -> None:
    """The curve rises (falls for a scale where lower is better) and nothing else."""
    rules = rules_for(name)
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
    rules = rules_for(name)
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
    rules = rules_for(name)
    points = [rating_difference(Decimal(i) / 100, rules) for i in range(1, 100)]
    assert points == sorted(points, reverse=name in REVERSED)


@pytest.mark.parametrize("name", RATING)
@settings(max_examples=15, deadline=None)
@given(event=EVENTS, order=st.randoms(use_true_random=False))
def test_order_of_players_does_not_matter(name: str, event: Event, order: Any) -> None:
    """Players listed in another order get the same ratings."""
    rules = rules_for(name)
    event = taken(event, rules)
    shuffled = list(event.players)
    order.shuffle(shuffled)
    before = {line.player.no: line.new for line in rate(event, rules).lines}
    after = {
        line.player.no: line.new
        for line in rate(replace(event, players=tuple(shuffled)), rules).lines
    }
    assert before == after


@pytest.mark.parametrize("name", [n for n in RATING if n not in NOT_ZERO_SUM])
@settings(max_examples=20, deadline=None)
@given(event=EVENTS)
def test_changes_under_equal_k_sum_to_zero(name: str, event: Event) -> None:
    """What one side of a game wins the other loses, when both have the same K."""
    rules = rules_for(name)
    # Above 2650 a player counts the real difference, the opponent the cap (FIDE 8.3.1).
    players = tuple(
        replace(p, rating=min(p.rating or Decimal(0), Decimal(2600)), k=Decimal(20))
        for p in event.players
    )
    report = rate(replace(event, players=players), rules)
    total = sum((line.change or Decimal(0) for line in report.lines), Decimal(0))
    assert abs(total) < Decimal("1e-9")


@pytest.mark.parametrize("name", [n for n in RATING if n not in NOT_MONOTONE])
@settings(max_examples=20, deadline=None)
@given(event=EVENTS, which=st.integers(0, 7))
def test_a_better_result_never_costs(name: str, event: Event, which: int) -> None:
    """The rating never falls when one result of the player improves."""
    game = event.games[which % len(event.games)]
    if game.result.code not in BETTER:
        return
    better = replace(game, result=RESULT_BY_CODE[BETTER[game.result.code]])
    games = tuple(better if g is game else g for g in event.games)
    rules = rules_for(name)
    event = taken(event, rules)
    who = {player.no: player.key for player in event.players}[game.white]
    before = rate(event, rules).line(who).new
    after = rate(replace(event, games=games), rules).line(who).new
    assert before is not None and after is not None
    assert (after <= before) if name in REVERSED else (after >= before)


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
