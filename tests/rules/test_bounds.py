"""The terms of regulations at their bounds: what is still within, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from xlrating.engine.errors import NotKnownError, RatingError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.lines import Line
from xlrating.engine.methods.common import coefficient_of, published
from xlrating.engine.rating import rate
from xlrating.engine.rounding import ZERO
from xlrating.engine.rules.frozen import changed
from xlrating.engine.rules.rulefile import available
from xlrating.engine.rules.ruleset import RuleSet, load
from xlrating.engine.rules.sections import Adjustment, Coefficient, Start
from xlrating.engine.scoring import Scoring
from xlrating.engine.terms.adjusting import adjusted
from xlrating.engine.terms.average import event_average
from xlrating.engine.terms.bonus import bonus, place_bonus
from xlrating.engine.terms.coefficient import hangs_on_age, limited, most_of_table
from xlrating.engine.terms.deviation import Strength, aged, updated, weight
from xlrating.engine.terms.expectancy import first_move, is_rateable_gap, rating_difference
from xlrating.engine.terms.floor import absolute_floor, is_beyond_peak, may_be_peak, ordinary_floor
from xlrating.engine.terms.performance import (
    approximations,
    first_rating_against,
    initial_rating,
    performance,
    pooled,
    whole_difference,
)
from xlrating.engine.terms.start import RATED_SINCE, asks_for_mark, is_foreign, start_of


def d(*numbers: object) -> list[Decimal]:
    """Exact numbers."""
    return [Decimal(str(one)) for one in numbers]


ONE, TWO, HALF = d(1, 2, 0.5)


def _first(rules: RuleSet, average: int, score: object) -> tuple[object, str]:
    """The first rating from so much of ten games, and what stands against it."""
    found = first_rating_against(Decimal(average), 10, Decimal(str(score)), rules)
    return found.rating, found.reason


def _beyond(rating: int | None, peak: int | None, rules: str = "fide") -> bool:
    return is_beyond_peak(Player(1, "A", rating, peak=peak), load(rules))


#: The clause and what it says, what is asked, and the answer.
BOUNDS: dict[str, tuple[Callable[[], object], object]] = {
    "a rating of one's own changes no performance unless the rules say so": (
        lambda: performance(d(1500), HALF, load("fide"), Decimal(2500)).rating, 1500,
    ),
    "China Pro 1.22-1.25: 2005 is a first performance, less is none": (
        lambda: [_first(load("china-pro"), average, 5) for average in (2005, 2004)],
        [(2005, ""), (None, "initial_void")],
    ),
    "FIDE 8.2.3: what reaches the highest first rating is not cut, what is above is": (
        lambda: [_first(load("fide"), average, 5) for average in (2200, 2201)],
        [(2200, ""), (2200, "initial_most")],
    ),
    "FIDE 8.2.3: the lowest rating of the list is one, less is none": (
        lambda: [_first(load("fide"), average, 5) for average in (1400, 1399)],
        [(1400, ""), (None, "initial_least")],
    ),
    "US Chess: who reaches the absolute floor is not lifted to it": (
        lambda: initial_rating(d(500), Decimal(0), load("uscf"))[-2:], (Decimal(100), ""),
    ),
    "performances of two events weigh by their games": (
        lambda: pooled([(Decimal(2000), 1), (Decimal(2300), 2)]), (Decimal(2200), 3),
    ),
    "a share of nothing or of everything stands for no whole difference": (
        lambda: [whole_difference(one, load("dwz")) for one in d(0, 1, -0.1, 1.1)], [None] * 4,
    ),
    "Malaysia, BONUS: 前八名": (
        lambda: [place_bonus(one, load("malaysia")) for one in d(1, 7, 8, 9)], [30, 6, 4, 0],
    ),
    "CXA 第十一条: the champion alone, and nobody after": (
        lambda: [bonus(one, load("cxa-rapid"), *d(2500, 10)) for one in (ONE, TWO)],
        [Decimal("25.00"), 0],
    ),
    "an average is that of two at least, who have the points of their games": (
        lambda: event_average(d(2400, 2400), d(1, 0), load("china-pro")).average, 2400,
    ),
    "US Chess: floors are of players with as many games as make a rating established": (
        lambda: [may_be_peak(one, load("uscf")) for one in (None, 25, 26)],
        [True, False, True],
    ),
    "nobody's rating is above the peak, on a ladder below it": (
        lambda: [
            _beyond(2000, 2000), _beyond(2001, 2000), _beyond(None, 2000), _beyond(2001, None),
        ],
        [False, True, False, False],
    ),
    "FIDE 8.3.3: K times games of 700 is allowed, 701 is not": (
        lambda: [limited(Decimal(k), n, load("fide")) for k, n in ((20, 35), (20, 36), (20, 0))],
        [20, 19, 20],
    ),
    "the largest K of a table, where it is a plain number": (
        lambda: {
            name: most_of_table(load(name))
            for name in ("fide", "malaysia", "dwz", "elo-normal", "rank-ladder")
        },
        {"fide": 40, "malaysia": 70, "dwz": None, "elo-normal": None, "rank-ladder": None},
    ),
    "FIDE 8.3.3: K 40 until the end of the year of the 18th birthday, under 2300": (
        lambda: [
            hangs_on_age({"rating": Decimal(rating)}, age, load("fide"))
            for rating, age in ((2299, 17), (2299, 18), (2299, 19), (2300, 17))
        ],
        [True, True, False, False],
    ),
    "Glicko: no period leaves the deviation as it is": (
        lambda: aged(Strength(*d(1500, 50)), Decimal(0), load("glicko")), 50,
    ),
}  # fmt: skip


@pytest.mark.parametrize("clause", BOUNDS)
def test_bounds(clause: str) -> None:
    """Promise: each clause of the table, at its bound."""
    asked, expected = BOUNDS[clause]
    assert asked() == expected


ABOVE = Adjustment(above_standard=ZERO)
BOUNDS.update(
    {
        "what an adjustment does not lift keeps its decimals": (
            lambda: adjusted(d(2100.5)[0], load("fide").need(Adjustment), Decimal(2500)),
            d(2100.5)[0],
        ),
        "FIDE rapid, 2024: nobody is below the standard rating, if there is one": (
            lambda: [adjusted(Decimal(1500), ABOVE, one) for one in (None, Decimal(1600), ONE)],
            [1500, 1600, 1500],
        ),
    }
)

#: What is refused, by the words of its reason.
REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "no deviation": (lambda: weight(Decimal(0), load("glicko")), "deviation"),
    "a deviation that is nothing to a computer": (
        lambda: updated(Strength(Decimal(1500), Decimal("1e-200")), [], load("glicko")),
        "a number above 0",
    ),
    "opponents too far apart to tell anything": (
        lambda: updated(
            Strength(*d(1500, 50)), [(Strength(Decimal(999_999), Decimal(30)), ONE)], load("glicko")
        ),
        "too far apart",
    ),
    "a side that won as good as all games": (
        lambda: first_move(Decimal(10**20), Decimal(10**20 - 1), ONE, load("nevzorov")), "every|all|one side",
    ),
    "a share above everything": (lambda: rating_difference(d(1.01)[0], load("fide")), "1.01"),
    "a full score by steps": (
        lambda: approximations(d(1500, 1500), TWO, load("dwz")), "no performance for 2 of 2",
    ),
    "no peak": (lambda: ordinary_floor(Decimal(0), load("uscf")), "peak is 0"),
    "fewer than no wins": (lambda: absolute_floor(Decimal(-1), ONE, ONE, load("uscf")), "from 0"),
    "place 0": (lambda: place_bonus(Decimal(0), load("malaysia")), "0"),
    "half a place": (lambda: place_bonus(d(1.5)[0], load("malaysia")), "1.5"),
    "a champion's bonus without K": (
        lambda: bonus(ONE, load("cxa-rapid"), Decimal(2500)), "rating",
    ),
    "an average of one": (lambda: event_average(d(2400), d(0), load("china-pro")), "two"),
    "ratings and scores that are not as many": (
        lambda: event_average(d(2400, 2400), d(1), load("china-pro")), "2",
    ),
    "an average of nobody rated": (
        lambda: event_average([None, None], d(1, 0), load("china-pro")), "rat",
    ),
    "half a place of a champion": (
        lambda: bonus(HALF, load("cxa-rapid"), *d(2500, 10)), "0.5",
    ),
    "more points than games": (
        lambda: event_average(d(2400, 2400), d(1.5, 0), load("china-pro")), "1.5",
    ),
    "a period before now": (lambda: aged(Strength(*d(1500, 50)), Decimal(-1), load("glicko")), "-1"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_refused(what: str) -> None:
    """Promise: what no regulation can mean is a named error, with the number found."""
    asked, words = REFUSED[what]
    with pytest.raises(RatingError, match=words):
        asked()


def test_no_performance_where_a_regulation_has_none() -> None:
    """Promise: a rule set without a performance gives none, whatever first ratings it has."""
    none = [
        name for name in available()
        if load(name).performance is None and load(name).pooled is None
    ]  # fmt: skip
    assert none
    for name in none:
        with pytest.raises(RatingError):
            performance(d(1500, 1600), ONE, load(name))


@pytest.mark.parametrize(
    ("own", "opponent", "is_rated"),
    [(2601, 2002, True), (2601, 2001, False), (2001, 2601, False), (2600, 2000, True)],
)
def test_600_points_apart(own: int, opponent: int, is_rated: bool) -> None:
    """FIDE, rapid and blitz from December 2024: "600 points or more shall not be rated if at least
    one of the players is rated above 2600"."""
    rules = load("fide:list=rapid")
    assert is_rateable_gap(Decimal(own), Decimal(opponent), rules) == is_rated
    assert is_rateable_gap(Decimal(own), Decimal(opponent), load("fide"))


def _of_games(rules: str, *games: Game, **facts: Any) -> tuple[list[str], list[str]]:
    """The reasons of the first player's games and the keys of the steps; facts of the second."""
    people = (
        Player(1, "A", 2000),
        Player(2, "B", **{"rating": 1900, **facts}),
        Player(3, "C", 1800),
    )
    line = rate(Event(people, games, start=date(2025, 3, 1)), rules).lines[0]
    return [game.reason for game in line.games], [step.key for step in line.steps]


@pytest.mark.parametrize(
    ("rules", "result", "facts", "reasons"),
    [
        ("fide", "1-0", {}, [""]),
        ("fide", "1-0", {"facts": {RATED_SINCE: "x"}}, ["not_opponent_then"]),
        ("fide", "1-0 F", {"facts": {RATED_SINCE: "x"}}, ["not_forfeit"]),
        ("fide", "POSTPONED", {}, ["not_postponed"]),
        ("fide", "1-0 U", {}, ["not_unrated_game"]),
        ("elo", "0-0 F", {}, ["not_forfeit"]),
        ("cxa-rapid", "1-0 F", {}, [""]),
        ("cxa-rapid", "POSTPONED", {}, ["not_postponed"]),
        ("cxa-rapid", "1-0 U", {}, ["not_unrated_game"]),
        ("fide:list=rapid", "1-0", {"rating": 2601}, ["not_gap"]),
        ("fide:list=rapid", "1-0 F", {"rating": 2601}, ["not_forfeit"]),
        ("fide:list=rapid", "1-0", {"rating": None}, ["not_opponent_unrated"]),
    ],
)
def test_games_that_are_not_rated(
    rules: str, result: str, facts: dict[str, Any], reasons: list[str]
) -> None:
    """FIDE 8.2.4 and others: each game that does not count says why, for one reason."""
    assert _of_games(rules, Game(1, 1, 2, result), **facts)[0] == reasons


def test_the_points_of_a_bye_are_those_of_the_event() -> None:
    """TRF-2026, record 162: the table has the points that the event gives for a bye."""
    event = Event((Player(1, "A", 2000),), (Game(1, 1, None, "BYE 1"),))
    for scoring, points in ((Scoring(), 1), (Scoring({"PAB": HALF}), HALF)):
        assert rate(replace(event, scoring=scoring), "fide").lines[0].points == points


def test_a_fact_that_is_no_number_names_the_player() -> None:
    """Promise: whoever has a word where a number must be is found by name."""
    with pytest.raises(RatingError, match="wins of B"):
        _of_games("uscf", Game(1, 2, 1, "1-0"), facts={"wins": "many"}, games=30)


def _published(rules: str, new: object, **facts: Any) -> tuple[list[str], bool]:
    """The steps that a new rating gets on its way to the list, and whether the list has it."""
    player = Player(1, "A", 2100, **facts)
    line = published(Line(player, (), ZERO, 1, ZERO, new=Decimal(str(new))), load(rules))
    return [step.key for step in line.steps], line.listed


@pytest.mark.parametrize(
    ("rules", "new", "sex", "steps", "is_listed"),
    [
        ("fide", 1400, "m", [], True),
        ("fide", 1399, "m", ["step_unlisted"], False),
        ("cxa-rapid", 2000.1, "m", [], True),
        ("cxa-rapid", 2000, "m", ["step_unshown"], False),
        ("cxa-rapid", 1999.9, "m", ["step_floor", "step_unshown"], False),
        ("cxa-rapid", 1800.1, "f", [], True),
        ("cxa-rapid", 1799, "f", ["step_floor", "step_unshown"], False),
    ],
)
def test_the_bounds_of_a_list(
    rules: str, new: float, sex: str, steps: list[str], is_listed: bool
) -> None:
    """FIDE 7.1, CXA 第五条, 第六条（三）: what is lifted to the floor, and what no list shows."""
    assert _published(rules, new, sex=sex) == (steps, is_listed)


def test_k_that_is_limited_or_missing_is_told() -> None:
    """FIDE 8.3.3: K x n above 700 is told as a step; a player without K is named by the line."""
    player, event = Player(1, "A", 2200, games=50, born=1980, where="line 7"), Event(())
    for n, steps in ((35, ["step_k"]), (36, ["step_k", "step_k_limited"])):
        found = coefficient_of(player, event, n, Decimal(0), load("fide"))[1]
        assert [step.key for step in found] == steps
    users = next(
        name for name in available()
        if load(name).coefficient is not None and not load(name).need(Coefficient).rows
        and not load(name).need(Coefficient).effective
    )  # fmt: skip
    with pytest.raises(NotKnownError, match=r"^line 7"):
        coefficient_of(player, event, 1, Decimal(0), load(users))


def test_an_average_beside_no_performance_is_rounded_as_with_one() -> None:
    """DWZ: of opponents of 1500 and 1501 the average is 1501, won or not."""
    for result in ("1-0", "½-½"):
        games = tuple(Game(no - 1, 1, no, result) for no in (2, 3))
        people = (Player(1, "A", 1800), Player(2, "B", 1500), Player(3, "C", 1501))
        lines = rate(Event(people, games, start=date(2025, 3, 1)), "dwz").lines
        assert lines[0].average == 1501


def _field(*rest: Game, rules: str = "china-pro:round_robin=source") -> list[str]:
    """The steps of the first of three, or four, who all met; byes and such come besides."""
    people = tuple(Player(no, f"P{no}", 2400 + no) for no in range(1, 4))
    games = (Game(1, 1, 2, "1-0"), Game(2, 2, 3, "½-½"), Game(3, 3, 1, "½-½"), *rest)
    event = Event(people, games, "Cup", "round-robin", games[-1].round, start=date(2025, 3, 1))
    return [step.key for step in rate(event, rules).lines[0].steps]


def test_a_field_with_free_rounds_is_a_round_robin() -> None:
    """China Pro 1.21: in an odd field everybody has a free round; twice against one is no field."""
    assert "step_not_round_robin" not in _field()
    assert "step_not_round_robin" not in _field(
        Game(1, 3, None, "BYE 0"), Game(3, 2, None, "BYE 1")
    )
    assert "step_not_round_robin" in _field(Game(4, 1, 2, "1-0"))


def test_who_has_no_rating_and_no_game() -> None:
    """FIDE 8.2: without a game there is no first rating, and that is all there is to say."""
    steps = rate(Event((Player(1, "A", None),)), "fide").lines[0].steps
    assert [step.key for step in steps] == ["initial_none"]


def test_an_event_without_games_says_so() -> None:
    """Promise: whoever only had a bye reads that no game counts."""
    for rules in ("cxa-rapid", "fide", "malaysia", "china-pro", "glicko", "dwz"):
        assert "step_no_games" in _of_games(rules, Game(1, 1, None, "BYE 1"))[1]


CXA = load("cxa-rapid")
#: Titles, sex, federation and facts of somebody without rating, and what is found of them.
STARTS: list[tuple[dict[str, Any], tuple[object, ...]]] = [
    ({"title": "国家大师", "sex": "m"}, (2450, False, False)),
    ({"title": "国家大师", "sex": "f"}, (2250, False, False)),
    ({"title": "国际大师", "federation": "MAS"}, (2450, True, False)),
    ({"title": "国家大师", "federation": "MAS"}, (None, True, False)),
    ({"title": "国际大师", "facts": {"foreign": "x"}}, (2450, True, False)),
    ({"title": "国际大师", "facts": {"foreign": "no"}}, (None, False, False)),
    ({"title": "国际大师", "facts": {"foreign": ""}}, (2450, True, False)),
    ({"title": "国际大师"}, (2450, True, False)),
    ({"title": "特级大师、国家大师"}, (2550, False, False)),
    ({}, (2000, False, False)),
    ({"federation": "CHN"}, (2000, False, False)),
    ({"federation": "Phoenix"}, (2000, False, True)),
    ({"federation": "Phoenix", "rating": 2100}, (2000, False, False)),
    (
        {"federation": "Phoenix", "rating": 2100, "facts": {"new_title": "国家大师"}},
        (2000, False, True),
    ),
    ({"federation": "Phoenix", "facts": {"foreign": "x"}}, (None, True, False)),
    ({"federation": "ABC"}, (None, True, True)),
]


@pytest.mark.parametrize("number", range(len(STARTS)))
def test_who_starts_where(number: int) -> None:
    """CXA 第六条: the start rating of a title, for men and women, at home and abroad."""
    parts, expected = STARTS[number]
    rule = CXA.need(Start)
    player = Player(1, "A", **{"rating": None, **parts})
    found = (start_of(player, CXA), is_foreign(player, rule), asks_for_mark(player, rule))
    assert found == expected


@pytest.mark.parametrize("parts", [{}, {"facts": {"foreign": "x"}}, {"federation": "VIE"}])
def test_a_title_where_nobody_is_foreign(parts: dict[str, Any]) -> None:
    """Malaysia: a title has one value, which a list's word about foreigners does not take away."""
    assert start_of(Player(1, "A", title="GM", **parts), load("malaysia")) == 2350


@pytest.mark.parametrize(("of", "new"), [("change", 1991), ("rating", 1992)])
def test_what_is_rounded_after_a_game(of: str, new: int) -> None:
    """Malaysia: -8.5 is -9, so 2000 becomes 1991; rounded as a rating, 1991.5 would be 1992."""
    rules = load("malaysia")
    rules = changed(rules, change=changed(rules.change, of=of))
    people = (Player(1, "A", 2000), Player(2, "B", 2115))
    event = Event(people, (Game(1, 1, 2, "0-1"),), start=date(2025, 3, 1))
    assert rate(event, rules).lines[0].new == new
