"""What regulations print as a list: tables, days of editions, the readings taken first."""

from __future__ import annotations

import math
from decimal import Decimal
from statistics import NormalDist

import pytest
from known_numbers import DIFFERENCE, UPPER

from xlrating.engine.rules.options import each_choice
from xlrating.engine.rules.rulefile import contents, find
from xlrating.engine.rules.ruleset import _check_all, available, editions, load
from xlrating.engine.rules.sections import Expectancy, Percentage
from xlrating.engine.showing import decimals_of
from xlrating.engine.terms.periods import (
    are_of_the_start,
    are_rated_together,
    does_standard_count,
    is_lowest_first,
)
from xlrating.functions import DP_TABLE, WE_TABLE


@pytest.mark.parametrize("name", ["china-pro", "dwz", "elo", "fide"])
def test_the_tables_as_printed(name: str) -> None:
    """FIDE 8.1.1 and 8.1.2 (10.1a, 10.1b), 表一 and 表二, Anhang 2.1: fifty rows each way."""
    rules = load(name)
    assert list(rules.need(Expectancy).upper) == UPPER
    assert list(rules.need(Percentage).difference) == DIFFERENCE


def test_the_table_of_malaysia() -> None:
    """数据表: the same rows, but the last one ends at 734 (620-734, >734)."""
    assert list(load("malaysia").need(Expectancy).upper) == [*UPPER[:-1], 734]


@pytest.mark.parametrize(
    ("rules", "sigma"),
    [
        ("dwz:expectation=exact", 200 * math.sqrt(2)),
        ("elo:model=normal200r2", 200 * math.sqrt(2)),
        ("elo:model=normal2000_7", 2000 / 7),
        ("elo-normal", 200 * math.sqrt(2)),
        ("elo-normal:sigma=2000_7", 2000 / 7),
        ("nevzorov", 200 * math.sqrt(2)),
    ],
)
def test_normal_distributions(rules: str, sigma: float) -> None:
    """Anhang 2.1, 常态分布函数, (2) σ0 = σ√2: deviation 200√2 or 2000/7, with all digits."""
    curve = NormalDist(0, sigma)
    for difference in (20, 200, 400):
        assert WE_TABLE(difference, rules) == pytest.approx(curve.cdf(difference), abs=1e-11)
    for share in (0.57, 0.84):
        assert DP_TABLE(share, rules) == pytest.approx(curve.inv_cdf(share), abs=1e-8)


#: The first day of each edition: as the texts state it, or as its `reading` says.
EDITIONS = {
    "cxa-rapid": "2021-10-15",
    "dwz": "2014-05-30 2017-01-01",
    "fide": (
        "1971-07-01 2009-07-01 2011-07-01 2012-01-01 2012-07-01 2014-07-01 2022-01-01 2022-10-01 "
        "2024-03-01 2024-12-01 2025-10-01"
    ),
    "uscf": "2005-01-01 2008-01-01 2010-04-01 2013-01-01 2017-05-01 2023-02-01 2024-03-01 "
    "2025-01-01",
}


@pytest.mark.parametrize("name", available())
def test_days_of_editions(name: str) -> None:
    """Each edition begins on its day: 1.7.2009, 1.3.2024, 30. Mai 2014, May 1 2017 …"""
    assert " ".join(str(day) for day in editions(name)) == EDITIONS.get(name, "")


#: What the text says itself, or the reading nearest to it; the others are named when chosen.
FIRST_READINGS = {
    "china-pro": {
        "round_robin": "source", "all_rated": "mean", "below_half": "scaled", "cap": "everywhere",
        "averages": "whole", "full_score": "none", "unplayed": "swiss", "minimum": "none",
        "publication": "at once",
    },
    "cxa-rapid": {
        "champion": "separate", "average": "games", "share": "rounded", "double_forfeit": "rated",
        "start": "played", "untitled": "lowest",
    },
    "dwz": {
        "expectation": "places3", "coefficient": "whole", "first": "iterated", "shares": "exact", "upgrade": "",
    },
    "elo": {
        "model": "table", "steps": "rounded", "classes": "first", "rated": "event",
        "full_score": "none",
    },
    "elo-normal": {
        "sigma": "200r2", "gain": "points", "opponents": "average", "digits": "all",
        "rating": "exact",
    },
    "fide": {"list": "standard"},
    "glicko": {"growth": "c63.2", "least": "none", "rounding": "exact"},
    "glicko2": {"tau": "0.5", "most": "none", "rounding": "exact"},
    "ingo": {"practice": "formula", "limit": "none", "worst": "none", "digits": "all"},
    "malaysia": {
        "ratings": "sequential", "short_event": "raised", "ever2400": "off", "start": "given",
        "untitled": "unrated", "new_title": "ignored", "absence": "penalty", "forfeits": "unrated",
    },
    "nevzorov": {
        "constants": "rounded", "first_move": "", "margin": "", "sigma0": "", "update": "period",
        "pace": "classical", "rating": "exact",
    },
    "rank-ladder": {"short_loss": "loses", "within": "10", "floor": "0"},
    "uscf": {"passes": "two", "bonus": "dated", "max_floor": "2100"},
}  # fmt: skip


@pytest.mark.parametrize("name", available())
def test_first_readings(name: str) -> None:
    """Who chooses nothing has the text's own number wherever it has one."""
    assert dict(load(name).chosen) == FIRST_READINGS.get(name, {})


@pytest.mark.parametrize("name", available())
def test_the_game(name: str) -> None:
    """Regulations of xiangqi say red, the others white."""
    xiangqi = ("china-pro", "cxa-rapid", "malaysia", "rank-ladder")
    assert load(name).game == ("xiangqi" if name in xiangqi else "chess")


#: A rating with a digit more or less is a typing error; these have other ratings, or points.
SCALES = {
    "cxa-rapid": (1800, 4000),  # 第六条（三）
    "ecf-grading": (-100, 500), "ingo": (-100, 500), "glicko": (1, 9999), "glicko2": (1, 9999),
    "rank-ladder": (0, 1_000_000),  # 草民=0
}  # fmt: skip


@pytest.mark.parametrize("name", available())
def test_ratings_that_a_player_may_bring(name: str) -> None:
    """From 100, the lowest floor of any, to 4000; 第六条（三）: from 1800.0; Ingo lies below 350."""
    assert load(name).bounds == tuple(map(Decimal, SCALES.get(name, (100, 4000))))


@pytest.mark.parametrize("name", available())
def test_lists_of_whole_numbers(name: str) -> None:
    """FIDE rounds the change (8.3.4), so its list has whole numbers; others do not say so of what
    a player brings, or round the rating itself (DWZ 4.9.1)."""
    assert load(name).scale.whole is (name == "fide")


#: What is shown of ratings that are not rounded: as the text prints or expects them.
DECIMALS = {"ecf-grading": 0, "elo-normal": 2, "glicko": 0, "glicko2": 2, "ingo": 1, "nevzorov": 2}


@pytest.mark.parametrize("name", DECIMALS)
def test_decimals_shown(name: str) -> None:
    """Glicko prints 1464, Glicko-2 1464.05, Невзоров one or two decimals, Ingo 109.1."""
    assert decimals_of(load(name)) == DECIMALS[name]


#: Where the changes of all events since the last list are added to the rating of that list.
TOGETHER = (
    "china-pro", "cxa-rapid", "ecf-grading", "elo-normal", "fide", "glicko", "glicko2", "ingo",
    "nevzorov",
)  # fmt: skip


@pytest.mark.parametrize("name", available())
def test_events_between_two_lists(name: str) -> None:
    """1.45 "∑ΔR", 第五条, 8.3.4 "for a Rating Period", (3): together; else each from the one before."""
    rules = load(name)
    assert are_rated_together(rules) is (name in TOGETHER)
    # 9.11 "is used for events commencing": the list in force then; 1.45 names R(0), the list before.
    assert are_of_the_start(rules) is (name == "fide")
    # «Более низкий рейтинг более сильному игроку».
    assert is_lowest_first(rules) is (name == "ingo")


@pytest.mark.parametrize(
    ("rules", "counts"),
    [
        ("fide@2011-12-31:list=rapid", False),
        ("fide@2012-01-01:list=rapid", True),
        ("fide@2012-01-01:list=blitz", True),
        ("fide@2024-02-29:list=blitz", True),
        ("fide@2024-03-01:list=rapid", True),
        ("fide@2024-03-01:list=blitz", True),
        ("fide@2024-03-01", False),
        ("elo", False),
    ],
)
def test_the_standard_rating_at_another_pace(rules: str, counts: bool) -> None:
    """7.2.1: "their standard rating is used for rating calculation"; from the first lists, 2012."""
    assert does_standard_count(load(rules)) is counts


def test_places_at_home() -> None:
    """第十二条: 31 provinces, then what lies below them and the trades, each group in its order."""
    start = load("cxa-rapid").start
    assert start is not None
    places = start.home_places
    groups = [places[:31], places[31:363], places[363:710], places[710:]]
    assert [len(group) for group in groups] == [31, 332, 347, 22]
    assert (places[0], places[30], places[31], places[363]) == ("上海", "黑龙江", "七台河", "万宁")
    assert all(list(group) == sorted(group) for group in groups[:3])
    assert groups[3][0] == "煤矿" and groups[3][-1] == "八一"


@pytest.mark.parametrize("name", available())
def test_every_edition_and_choice_loads(name: str) -> None:
    """A file of the package is as right as one of somebody's own: on every day, with every choice."""
    _check_all(find(name), None)
    # One by one they are what the program offers.
    assert all(load(f"{name}:{choice}") for choice in each_choice(contents(find(name))))


def test_each_list_of_fide_has_its_name() -> None:
    """B.02 and its chapter on rapid and blitz: three lists, which a workbook says apart."""
    names = [load(f"fide:list={one}").names["en"] for one in ("standard", "rapid", "blitz")]
    assert names == ["FIDE rating", "FIDE rapid rating", "FIDE blitz rating"]
