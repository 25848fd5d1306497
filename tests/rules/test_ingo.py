"""`ingo`: R = average + (50 - per cent), where the lower number is the stronger player."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from known_numbers import differs, vectors

from xlrating.engine.errors import NotKnownError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.explain import explanation
from xlrating.engine.rating import rate
from xlrating.functions import (
    CONVERT_RATING,
    DP_TABLE,
    INITIAL_RATING,
    NEW_RATING,
    PERF_RATING,
    RATING_CHANGE,
    WE_TABLE,
    WIN_DRAW_LOSS,
)

VECTORS = vectors("ingo.json")


def _formula(v: dict[str, Any]) -> Any:
    return v["inputs"]["R_avg"] + DP_TABLE(v["inputs"]["percent"] / 100, "ingo")


def _quarter(v: dict[str, Any]) -> Any:
    i = v["inputs"]
    opponents = [i["avg"]] * i["games"]
    return {
        "performance": PERF_RATING(opponents, i["points"], "ingo"),
        "R_new": NEW_RATING(i["R_old"], opponents, i["points"], "ingo:practice=quarter"),
    }


def _weighted(v: dict[str, Any]) -> Any:
    i = v["inputs"]
    age = {10: 20, 15: 21, 20: 26}[i["E"]]
    rules = "ingo:practice=weighted"
    by_age = NEW_RATING(i["I"], i["opps"], i["scores"], rules, age=age)
    assert by_age == NEW_RATING(i["I"], i["opps"], i["scores"], rules, i["E"])
    return by_age


COMPUTE = {
    "ingo_formula": _formula,
    "quarter_rule": _quarter,
    "to_elo": lambda v: CONVERT_RATING(v["inputs"]["ingo"], "ingo", "elo"),
    "from_elo": lambda v: CONVERT_RATING(v["inputs"]["elo"], "elo", "ingo"),
    "weighted_rule": _weighted,
}


@pytest.mark.parametrize("vector", VECTORS, ids=[v["id"] for v in VECTORS])
def test_vector(vector: dict[str, Any]) -> None:
    """(1), (perf × n + I × E) / (n + E), German practice: the published numbers, each to its tolerance."""
    assert not differs(COMPUTE[vector["fn"]](vector), vector["expected"], vector["tolerance"])


def test_old_number_is_not_used() -> None:
    """(1): «Предыдущий рейтинг игрока не учитывался в его новом рейтинге»."""
    assert NEW_RATING(10, [100, 120], [1, 0], "ingo") == 110
    assert NEW_RATING(290, [100, 120], [1, 0], "ingo") == 110


def test_first_number() -> None:
    """(1): «или впервые устанавливался»: a first number by the same formula, any percentage."""
    assert INITIAL_RATING([100, 120], [1, 1], "ingo") == 60
    assert INITIAL_RATING([100, 120], [0, 0], "ingo") == 160
    players = (Player(1, "N"), Player(2, "A", Decimal(100)), Player(3, "B", Decimal(120)))
    games = (Game(1, 1, 2, "1-0"), Game(2, 1, 3, "½-½"))
    report = rate(Event(players, games), "ingo:practice=weighted")
    # 110 + 50 - 75; the opponents have no rated opponent and keep their numbers.
    assert [line.new for line in report.lines] == [85, 100, 120]


def test_period_has_one_average() -> None:
    """(1): all games of the period make one average and one percentage."""
    pair = (Player(1, "A", Decimal(110)), Player(2, "B", Decimal(100)))
    other = (Player(1, "A", Decimal(110)), Player(2, "C", Decimal(160)))
    first = Event(pair, (Game(1, 1, 2, "1-0"),))
    second = Event(other, (Game(1, 1, 2, "1-0"), Game(2, 2, 1, "1-0")))
    # (100 + 160 + 160)/3 = 140, 2 of 3: 50 - 66.7
    new = rate((first, second), "ingo:digits=whole").line("A").new
    assert new == 123


def test_limit_on_opponents() -> None:
    """Practice: opponents count at most 40 (chess) or 50 (xiangqi) away from one's own number."""
    for limit, new in (("none", 160), ("40", 120), ("50", 125)):
        assert NEW_RATING(100, [100, 220], [0.5, 0.5], f"ingo:limit={limit}") == new


def test_worst_number() -> None:
    """Practice: no number above 300."""
    assert NEW_RATING(290, [280], [0], "ingo") == 330
    assert NEW_RATING(290, [280], [0], "ingo:worst=300") == 300
    assert INITIAL_RATING([280], [0], "ingo:worst=300") == 300


def test_whole_numbers() -> None:
    """Practice: 109.1 is shown as 109."""
    opponents = [120] * 11
    assert NEW_RATING(110, opponents, 7, "ingo:practice=quarter,digits=whole") == 109
    assert round(RATING_CHANGE(110, opponents, 7, "ingo:practice=quarter"), 2) == -0.91


def test_conversion_goes_back_and_forth() -> None:
    """Elo = 2840 - 8 Ingo, both ways, and only where a rule set says so."""
    assert CONVERT_RATING([0, 80, 7.5]) == [2840, 2200, 2780]
    assert CONVERT_RATING(CONVERT_RATING(123), "elo", "ingo") == 123
    with pytest.raises(NotKnownError):
        CONVERT_RATING(2000, "elo", "nevzorov")


def test_no_colours() -> None:
    """What the regulation does not know is not invented."""
    with pytest.raises(NotKnownError):
        WIN_DRAW_LOSS(100, 120, "ingo")


def test_the_number_of_parts_is_explained_as_a_coefficient() -> None:
    """E by age: 20 at 26 years and more; it is a coefficient, no K."""
    me = Player(1, "A", Decimal(100), born=1980)
    games = (Game(1, 1, 2, "1-0"),)
    event = Event((me, Player(2, "B", Decimal(120))), games, start=date(2025, 5, 1))
    report = rate(event, "ingo:practice=weighted")
    keys = [step.key for step in report.lines[0].steps]
    assert [key for key in keys if "coefficient" in key] == ["step_coefficient"]
    assert "K =" not in explanation(report, report.lines[0])


def test_nothing_is_rounded() -> None:
    """(1): averages, performances and first numbers have all digits; a point is one per cent."""
    opponents = [100, 101, 101]  # 100.67, half of the points
    for found in (
        PERF_RATING(opponents, 1.5, "ingo"),
        NEW_RATING(90, opponents, 1.5, "ingo"),
        INITIAL_RATING(opponents, 1.5, "ingo"),
    ):
        assert found == pytest.approx(302 / 3)
    assert WE_TABLE([0, 10, -10, 50, 51], "ingo") == [0.5, 0.4, 0.6, 0, 0]


def test_whole_numbers_half_up() -> None:
    """Option digits=whole: 100.67 becomes 101, also a first number, and where one has a decimal."""
    for rules in ("ingo:digits=whole", "ingo:digits=whole,practice=quarter"):
        assert INITIAL_RATING([100, 101, 101], 1.5, rules) == 101
        assert INITIAL_RATING([100, 101], 1, rules) == 101
    assert NEW_RATING(90.4, [100, 101], 1, "ingo:digits=whole") == 101
    # The strongest numbers lie below 0: 10.5 - 50.
    assert NEW_RATING(20, [10, 11], 2, "ingo:digits=whole") == -39
    assert INITIAL_RATING([10, 11], 2, "ingo:digits=whole") == -39


def test_parts_by_age() -> None:
    """E by age: 10 to 20 years, 15 to 25, 20 above, in (perf × n + I × E) / (n + E)."""
    for age, e in ((20, 10), (21, 15), (25, 15), (26, 20)):
        found = NEW_RATING(100, [120], [0.5], "ingo:practice=weighted", age=age)
        assert found == pytest.approx((120 + 100 * e) / (1 + e))


def test_changes_need_not_sum_to_zero() -> None:
    """(1) has no K: the old numbers are forgotten, and with them their sum."""
    players = (Player(1, "A", Decimal(100)), Player(2, "B", Decimal(140)))
    report = rate(Event(players, (Game(1, 1, 2, "1-0"),)), "ingo")
    assert [line.new for line in report.lines] == [90, 150]
    draw = rate(Event(players, (Game(1, 1, 2, "½-½"),)), "ingo:practice=quarter")
    assert [line.change for line in draw.lines] == [10, -10]


def test_a_half_that_is_the_sum_of_sixths_is_rounded_up() -> None:
    """Option digits=whole: 671 / 6 + 50 - 500 / 6 is 78.5, and not 78.4999…97, which gives 78."""
    opponents = [110, 110, 110, 110, 110, 121]
    assert PERF_RATING(opponents, 5, "ingo") == 78.5
    assert INITIAL_RATING(opponents, 5, "ingo:digits=whole") == 79
    assert NEW_RATING(100, opponents, 5, "ingo:digits=whole") == 79


def test_whole_numbers_are_rounded_once() -> None:
    """Option digits=whole: only the new number is rounded: 3/4 x 101 + 1/4 x 106.6 = 102.4."""
    assert NEW_RATING(101, [106.6], [0.5], "ingo:practice=quarter,digits=whole") == 102
