"""`dwz` against the official calculations of the Deutscher Schachbund, then the promises."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from random import Random
from statistics import NormalDist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_numbers import VECTORS, differs, vectors
from known_numbers import line_of as line_against

from xlrating.engine.errors import NotKnownError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.lines import Line
from xlrating.engine.rating import rate
from xlrating.engine.rounding import half_up
from xlrating.engine.rules.ruleset import load
from xlrating.engine.terms.coefficient import multiplied
from xlrating.engine.terms.expectancy import expected_score
from xlrating.functions import (
    EXPECTED_SCORE,
    EXPLAIN_RATING,
    INITIAL_RATING,
    K_FACTOR,
    NEW_RATING,
    PERF_RATING,
    WE_TABLE,
)

OLD = "dwz@2015-06-01"
SCORES = {"W": 1, "D": 0.5, "L": 0}


def line_of(
    rating: int | None, opponents: Sequence[int | None], scores: Sequence[float],
    rules: str = "dwz", **own: Any,
) -> Line:  # fmt: skip
    """The engine's line of one player against these opponents, in an event of 2024."""
    return line_against(rating, opponents, scores, rules, date(2024, 5, 1), **own)


def official() -> list[dict[str, str]]:
    """The official calculations."""
    with (VECTORS / "dwz-official.csv").open(encoding="utf-8") as file:
        next(file)
        return list(csv.DictReader(file))


@pytest.mark.parametrize("row", official(), ids=lambda row: row["code"])
def test_official_calculation(row: dict[str, str]) -> None:
    """New rating, expected score and performance as the official scoresheets print them."""
    opponents = [int(r) for r in row["opponents"].split()]
    scores = [SCORES[letter] for letter in row["results"].split()]
    line = line_of(int(row["old_rating"]), opponents, scores, k=Decimal(row["E"]))
    assert line.expected == Decimal(row["expected_points"])
    assert line.new == Decimal(row["new_rating"])
    assert line.performance == Decimal(row["performance"])


@pytest.mark.parametrize("row", official(), ids=lambda row: row["code"])
def test_official_coefficient(row: dict[str, str]) -> None:
    """Anhang 1.2: E comes out of the formula, too: 24 is that of a junior, 30 that of adults."""
    age = 18 if row["E"] == "24" else 30
    assert K_FACTOR(int(row["old_rating"]), "dwz", age=age) == int(row["E"])


def _summary(case: dict[str, Any]) -> Decimal:
    i = case["inputs"]
    gain = Decimal(str(i["W"])) - Decimal(str(i["We"]))
    e = Decimal(str(K_FACTOR(i["R"], "dwz", age=30)))
    return half_up(i["R"] + multiplied(e, i["n"], gain, load("dwz")))


def _found(case: dict[str, Any]) -> Any:
    i = case["inputs"]
    if case["fn"] == "from_summary":
        return _summary(case)
    if case["fn"] == "event_logistic_variant":
        rules = "dwz:expectation=logistic,coefficient=unrounded"
        return NEW_RATING(i["R"], [i["R_opp"]], [i["score"]], rules, age=i["age"], index=i["index"])
    line = line_of(i["R"], i["opps"], i["scores"], k=Decimal(i["E"]))
    return {"We": line.expected, "R_new": line.new}


@pytest.mark.parametrize("case", vectors("glicko_dwz_uscf.json", "dwz"), ids=lambda c: c["id"])
def test_published_number(case: dict[str, Any]) -> None:
    """Every published number of the vectors, to its tolerance."""
    assert not differs(_found(case), case["expected"], case["tolerance"])


def test_probability_is_normal_to_three_places() -> None:
    """3.3.1, Anhang 2.1, Anhang 2.4: P(D) = HU(Phi(|D| / (200 sqrt 2)), 3); the other side gets the rest."""
    curve = NormalDist(0, 200 * math.sqrt(2))
    for difference in range(736):
        p = WE_TABLE(difference, "dwz")
        assert abs(p - curve.cdf(difference)) <= 0.0005 + 1e-9
        assert p * 1000 == pytest.approx(round(p * 1000), abs=1e-9)
        assert p + WE_TABLE(-difference, "dwz") == pytest.approx(1, abs=1e-12)


def test_largest_difference_counted() -> None:
    """Anhang 2.1: the table ends at 735; a larger difference counts as that."""
    assert EXPECTED_SCORE(2500, 1000, "dwz") == EXPECTED_SCORE(1735, 1000, "dwz") == 0.995
    most = NormalDist(0, 200 * math.sqrt(2)).cdf(735)
    assert EXPECTED_SCORE(2500, 1000, "dwz:expectation=exact") == pytest.approx(most, abs=1e-12)


def test_expectations_to_choose() -> None:
    """Anhang 2.1: printed table of two places, logistic approximation; 3.3.1: exact formula."""
    assert WE_TABLE(100, "dwz") == 0.638
    assert WE_TABLE(100, "dwz:expectation=printed") == 0.64
    assert WE_TABLE(400, "dwz:expectation=logistic") == pytest.approx(10 / 11, abs=1e-12)
    # Where the printed table and the approximation differ: .849.
    assert WE_TABLE(300, "dwz:expectation=printed") == 0.85
    # All digits are fifteen, those of a cell.
    exact = Decimal(NormalDist(0, 200 * math.sqrt(2)).cdf(100))
    assert expected_score(Decimal(100), load("dwz:expectation=exact")) == half_up(exact, 15)
    near = 1 / (1 + Decimal(10) ** Decimal("-0.25"))
    assert expected_score(Decimal(100), load("dwz:expectation=logistic")) == half_up(near, 15)


def coefficient(
    rating: int, age: int | None, score: float, index: int | None = 20, rules: str = "dwz"
) -> Decimal:
    """E of a player of this age who wins (1) or loses (0) against an equal."""
    facts: dict[str, object] = {} if index is None else {"index": index}
    if age is not None:
        facts["age"] = age
    line = line_of(rating, [rating], [score], rules, facts=facts)
    found: Decimal | None = next(s.value for s in line.steps if s.key == "step_coefficient")
    assert found is not None
    return found


def test_coefficient_by_age() -> None:
    """Anhang 1.2: J = 5 to 20 years, 10 from 21 to 25, 15 above; unknown age counts as above 25."""
    # (1.8)^4 = 10.4976; up to 20 years times 0.9 after a win.
    assert coefficient(1800, 20, 0) == 15
    assert coefficient(1800, 20, 1) == 14
    assert [coefficient(1800, age, 1) for age in (21, 25, 26, None)] == [20, 20, 25, 25]
    # Anhang 2.4 (2014) has the same three ages.
    ages = (20, 21, 25, 26, None)
    assert [coefficient(1800, age, 1, rules=OLD) for age in ages] == [14, 20, 20, 25, 25]


def test_accelerating_factor() -> None:
    """Anhang 1.2: fB = Ro/2000 from 0.5 to 1, up to 20 years, for W >= We."""
    assert coefficient(800, 15, 1) == 5  # (0.4096 + 5) x 0.5 = 2.7, at least 5
    assert coefficient(1500, 15, 1) == 8  # (5.0625 + 5) x 0.75 = 7.55
    assert coefficient(1500, 15, 0.5) == 8  # W = We
    assert coefficient(1500, 15, 0) == 10
    assert coefficient(2100, 15, 1) == 24  # 19.4481 + 5, fB at most 1
    assert coefficient(1500, 15, 0, rules=OLD) == 8  # Anhang 2.4 (2014): without condition


def test_brake() -> None:
    """Anhang 1.2: SBr = e^((1300 - Ro)/150) - 1 for Ro < 1300 and W < We, at any age."""
    # 1.0^4 + 15 + e^2 - 1 = 22.389
    assert coefficient(1000, 40, 0) == 22
    assert coefficient(1000, 40, 0.5) == 16
    assert coefficient(1000, 15, 0) == 12
    assert coefficient(400, 40, 0) == 150  # e^6 - 1 + ..., at most 150
    assert coefficient(1300, 40, 0) == 18
    # Anhang 2.4 (2014): juniors only, W <= We.
    assert coefficient(1000, 40, 0, rules=OLD) == 16
    assert coefficient(1000, 15, 0.5, rules=OLD) == 9  # 6 x 0.5 + 6.389 = 9.39
    # Jugendliche bis 20 Jahre: 9.39 at 20, 1 + 10 without the brake at 21.
    assert [coefficient(1000, age, 0, rules=OLD) for age in (20, 21)] == [9, 11]


def test_coefficient_with_all_digits() -> None:
    """Anhang 1.2: fB = Ro / 2000 and SBr = e^((1300 - Ro)/150) - 1, before they are rounded."""
    exact = "dwz:coefficient=unrounded"
    assert coefficient(1500, 15, 1, rules=exact) == Decimal("7.546875")  # 10.0625 x 0.75
    braked = coefficient(1000, 40, 0, rules=exact)
    assert float(braked) == pytest.approx(15 + math.exp(2), abs=1e-9)
    # "Nur für R0 < 1300": at 1299 it adds 0.0067, at 1300 nothing.
    braked = coefficient(1299, 40, 0, rules=exact)
    assert float(braked) == pytest.approx(1.299**4 + 14 + math.exp(1 / 150), abs=1e-9)
    assert coefficient(1300, 40, 0, rules=exact) == Decimal("17.8561")


def test_a_rating_is_a_whole_number() -> None:
    """4.9.1, 3.5.2: also where somebody brings one with a decimal."""
    assert NEW_RATING(1600.4, [1600], [0.5], "dwz") == 1600


def test_bounds_of_the_coefficient() -> None:
    """Anhang 1.2: 5 <= E <= 30, up to index 5 at most 5 x index; not with the brake."""
    assert coefficient(2300, 40, 1) == 30
    assert [coefficient(2300, 40, 1, index) for index in (0, 1, 3, 5, 6, None)] == [
        5,
        5,
        15,
        25,
        30,
        30,
    ]
    assert coefficient(1000, 40, 0, 1) == 22
    assert K_FACTOR([1891, 2300], "dwz", index=[2, 9]) == [10, 30]


def test_index_grows_by_events() -> None:
    """2.2.4: the index is 1 after the first evaluation and grows by 1 with each."""
    first = line_of(None, [1500] * 5, [1, 0, 0.5, 1, 0])
    assert first.facts == {"index": 1}
    assert line_of(1500, [1500], [1], facts={"index": 7}).facts == {"index": 8}
    assert line_of(1500, [], [], facts={"index": 7}).facts == {}
    assert line_of(1500, [1500], [1]).facts == {}


def test_unrated_opponents_and_forfeits_do_not_count() -> None:
    """Games against players without rating, and forfeits, are left out."""
    line = line_of(1600, [1500, None, 1700], [1, 1, 0])
    assert (line.n, line.games[1].reason) == (2, "not_opponent_unrated")
    event = Event(
        (Player(1, "a", Decimal(1500)), Player(2, "b", Decimal(1500))), (Game(1, 1, 2, "1-0 F"),)
    )
    assert [line.new for line in rate(event, "dwz").lines] == [1500, 1500]


def test_first_rating() -> None:
    """3.4, 4.10: from 5 games, neither 100 % nor 0 %; it is the performance Rh."""
    opponents, scores = [1300, 1540, 1200, 1290, 1400], [1, 0.5, 0, 1, 1]
    assert INITIAL_RATING(opponents, scores, "dwz") == PERF_RATING(opponents, scores, "dwz") == 1505
    # The one-step estimate Rp = Rc + D(p): 1346 + 148.
    assert INITIAL_RATING(opponents, scores, "dwz:first=one_step") == 1494
    for wrong in ([1] * 5, [0] * 5, [1, 0, 0, 0]):
        with pytest.raises(NotKnownError):
            INITIAL_RATING(opponents[: len(wrong)], wrong, "dwz")
    with pytest.raises(NotKnownError, match="no first rating for 5 of 5"):
        INITIAL_RATING(opponents, [1] * 5, "dwz")
    line = line_of(None, opponents, scores)
    assert line.first and line.new == 1505
    assert line_of(None, opponents, [1] * 5).new is None


def by_the_text(opponents: list[int], score: float) -> list[int]:
    """Anhang 1.1.1, 1.1.2: the ratings from Rp = Rc + D(p) on, each improved by D' = D(p').

    p' = 0,5 + (W - We)/n, D whole (3.2), P(D) with three places; it ends where D' is 0, or
    leads back to a rating that was left.
    """
    curve, n = NormalDist(0, 200 * math.sqrt(2)), len(opponents)

    def share(difference: int) -> Fraction:
        thousandths = math.floor(1000 * curve.cdf(min(735, abs(difference))) + 0.5)
        return Fraction(thousandths if difference >= 0 else 1000 - thousandths, 1000)

    found: list[int] = []
    rating = (2 * sum(opponents) + n) // (2 * n)
    p = Fraction(score) / n
    while True:
        rating += math.floor(curve.inv_cdf(float(p)) + 0.5)
        if rating in found:
            return found
        found.append(rating)
        p = Fraction(1, 2) + (Fraction(score) - sum(share(rating - r) for r in opponents)) / n


@pytest.mark.parametrize("seed", range(300))
def test_performance_by_the_text(seed: int) -> None:
    """Anhang 1.1.2, "p' = 0,5 + (W - We) / n": the share is not rounded; first ratings with it."""
    chance = Random(seed)
    middle, width = chance.randint(900, 2300), chance.choice((40, 150, 400))
    opponents = [middle + chance.randint(-width, width) for _ in range(chance.randint(5, 11))]
    score = chance.randint(1, 2 * len(opponents) - 1) / 2
    performed = by_the_text(opponents, score)[-1]
    assert PERF_RATING(opponents, score, "dwz") == performed
    assert INITIAL_RATING(opponents, score, "dwz") == (
        performed if performed > 800 else half_up(700 + Decimal(performed) / 8)
    )


def test_a_performance_that_turns_in_a_circle() -> None:
    """Anhang 1.1.3: 1471 expects too little, 1472 too much; no step leads back to 1471."""
    opponents = [1377, 1240, 1666, 1286, 1410]
    assert by_the_text(opponents, 3)[-2:] == [1471, 1472]
    assert PERF_RATING(opponents, 3, "dwz") == 1472


def test_shares_of_three_places() -> None:
    """Anhang 1.1.2: p' to three places goes on where D(p') is under half a point."""
    opponents = [1666, 1667, 1691, 1715, 1879]
    assert PERF_RATING(opponents, 4, "dwz") == by_the_text(opponents, 4)[-1] == 1970
    assert PERF_RATING(opponents, 4, "dwz:shares=places3") == 1971


def test_opponents_too_far_apart() -> None:
    """Anhang 1.1.2: p' below 0 is no share of points; there is no performance, and no error else."""
    opponents = [3500, 3000, 100, 500, 100, 100]
    with pytest.raises(NotKnownError, match="too far apart"):
        PERF_RATING(opponents, 0.5, "dwz")
    line = line_of(1500, opponents, [0.5, 0, 0, 0, 0, 0])
    assert (line.new is not None, line.performance) == (True, None)


def test_low_first_rating() -> None:
    """A first result up to 800 becomes 700 + R/8."""
    opponents = [700] * 5
    performed = PERF_RATING(opponents, [1, 0, 0, 0, 0], "dwz")
    assert performed == 462
    assert INITIAL_RATING(opponents, [1, 0, 0, 0, 0], "dwz") == 758  # 757.75
    assert INITIAL_RATING([800] * 6, [1, 0, 0.5, 1, 0, 0.5], "dwz") == 800  # 700 + 100
    assert INITIAL_RATING([801] * 6, [1, 0, 0.5, 1, 0, 0.5], "dwz") == 801


def test_results_below_five_games_wait() -> None:
    """3.4.2, Restpartien: too few games are taken along to the next event."""
    event = Event(
        (Player(1, "new"), *(Player(i, str(i), Decimal(1500)) for i in range(2, 5))),
        tuple(Game(i, 1, i + 1, "½-½") for i in range(1, 4)),
    )
    report = rate(event, "dwz")
    assert report.lines[0].new is None
    assert rate(replace(event, players=report.players()), "dwz").lines[0].new == 1500


def test_waiting_results_are_dropped_after_two_years() -> None:
    """3.4.2, Restpartien: kept for 24 months, to the end of the month."""
    people = (Player(1, "new"), *(Player(i, str(i), Decimal(1500)) for i in range(2, 5)))
    played = tuple(Game(i, 1, i + 1, "½-½") for i in range(1, 4))
    waiting = rate(Event(people, played, start=date(2022, 3, 5)), "dwz").players()
    for day, pooled in ((date(2024, 3, 31), True), (date(2024, 4, 1), False)):
        line = rate(Event(waiting, played, start=day), "dwz").lines[0]
        assert (line.new is not None) == pooled


def test_performance_of_the_full_score_is_not_known() -> None:
    """The texts give no difference for 100 % and 0 %."""
    for scores in ([1, 1], [0, 0]):
        with pytest.raises(NotKnownError):
            PERF_RATING([1500, 1600], scores, "dwz")


def test_explained() -> None:
    """E and K are steps of their own, with their clause."""
    rows = EXPLAIN_RATING(1891, [1900] * 8, 4.5, "dwz")
    assert ["K = 800 / (28 + 8) = 22.2222", 800 / 36, "Anhang 1.2"] in rows


# --- promises -----------------------------------------------------------------------------

ratings = st.integers(700, 2700)
rounds = st.lists(st.tuples(ratings, st.sampled_from([0, 0.5, 1])), min_size=1, max_size=9)


@given(ratings, rounds)
def test_performance_expects_the_score(rating: int, games: list[tuple[int, float]]) -> None:
    """3.2, Rh: there the expected score is the real one, as near as whole numbers go."""
    score = sum(s for _, s in games)
    if score in (0, len(games)):
        return
    opponents = [r for r, _ in games]
    found = PERF_RATING(opponents, score, "dwz")
    curve = NormalDist(0, 200 * math.sqrt(2))
    if max(abs(found - r) for r in opponents) > 700:
        return  # beyond the table the cap flattens the curve
    expected = sum(curve.cdf(found - r) for r in opponents)
    assert expected == pytest.approx(score, abs=0.004 * len(games))


def test_age_goes_by_the_last_day() -> None:
    """Anhang 1.2: the age is the year of the end of the event minus the year of birth."""
    me = Player(1, "me", Decimal(1500), born=1999)
    others = tuple(Player(i, f"p{i}", Decimal(1500)) for i in (2, 3, 4))
    games = tuple(Game(i, 1, i + 1, "1-0") for i in (1, 2, 3))
    event = Event((me, *others), games, start=date(2019, 12, 27), end=date(2020, 1, 3))
    assert rate(event, "dwz").lines[0].new == 1567


def test_a_result_without_points_waits_too() -> None:
    """3.4, Restpartien: 0 of 2 and then 3.5 of 4 make a first rating of 3.5 in 6."""
    others = tuple(Player(i, f"p{i}", Decimal(1500)) for i in range(2, 6))
    lost = tuple(Game(i, 1, i + 1, "0-1") for i in (1, 2))
    codes = ["1-0", "1-0", "1-0", "½-½"]
    won = tuple(Game(i, 1, i + 1, code) for i, code in enumerate(codes, 1))
    first = rate(Event((Player(1, "me"), *others), lost), "dwz").players()[0]
    line = rate(Event((first, *others), won), "dwz").lines[0]
    assert (
        line.new
        == rate([Event((Player(1, "me"), *others), g) for g in (lost, won)], "dwz").lines[0].new
    )
    assert line.new is not None
