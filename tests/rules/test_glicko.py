"""`glicko` and `glicko2` against the papers' examples, then the promises."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_numbers import differs, vectors

from xlrating.engine.errors import ArgumentError, NotKnownError, NumberError, RatingError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.explain import explanation
from xlrating.engine.lines import Line
from xlrating.engine.rating import rate
from xlrating.engine.report import Report
from xlrating.engine.rounding import exact
from xlrating.engine.rules.frozen import changed
from xlrating.engine.rules.ruleset import load
from xlrating.engine.rules.sections import Deviation
from xlrating.engine.terms.deviation import (
    Strength,
    aged,
    interval,
    predicted,
    updated,
    weighed,
    weight,
)
from xlrating.engine.terms.volatility import new_volatility
from xlrating.functions import (
    GLICKO_EXPECTED,
    GLICKO_RATING,
    NEW_RATING,
    RATING_DEVIATION,
    RATING_INTERVAL,
    WE_TABLE,
)

SYSTEMS = ("glicko", "glicko2")
CODES = ("0-1", "½-½", "1-0")


def strength(rating: float, deviation: float) -> Strength:
    """A strength without volatility."""
    return Strength(exact(rating), exact(deviation))


def player(no: int, rating: float | None, **facts: object) -> Player:
    """A player with these facts."""
    return Player(no, f"P{no}", None if rating is None else exact(rating), facts=facts)


def played(players: list[Player], *games: tuple[int, int, str]) -> Event:
    """An event of these games: white, black, result."""
    lines = [Game(i, w, b, code) for i, (w, b, code) in enumerate(games, 1)]
    return Event(tuple(players), tuple(lines))


def example(rules: str, volatility: float | None = None) -> list[Any]:
    """The worked example of both papers."""
    row: list[Any] = GLICKO_RATING(
        1500, 200, [1400, 1550, 1700], [30, 100, 300], [1, 0, 0], rules, volatility
    )[0]
    return row


def _update(case: dict[str, Any]) -> Any:
    i = case["inputs"]
    opponents, rds, scores = zip(*i["opps"], strict=True)
    rules = case["system"] + (f":tau={i['tau']}" if "tau" in i else "")
    row = GLICKO_RATING(
        i["r"], i["RD"], list(opponents), list(rds), list(scores), rules, i.get("vol")
    )[0]
    found = zip(("r", "RD", "vol"), row, strict=False)
    return {name: value for name, value in found if name in case["expected"]}


def _games(case: dict[str, Any]) -> dict[str, list[Decimal]]:
    rules = load("glicko")
    games = [
        weighed(exact(case["inputs"]["r"]), strength(r, rd), rules)
        for r, rd, _ in case["inputs"]["opps"]
    ]
    return {"g": [game.weight for game in games], "E": [game.expected for game in games]}


def _scaled(case: dict[str, Any]) -> dict[str, float]:
    # The example of Glicko-2 on its natural scale: 173.7178 points are one unit.
    row = example("glicko2", case["inputs"]["vol"])
    return {"mu": (row[0] - 1500) / 173.7178, "phi": row[1] / 173.7178}


CALLS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "update": _update,
    "update_full_precision": _update,
    "g_E_table": _games,
    "g": lambda c: [weight(exact(rd), load("glicko")) for rd in c["inputs"]["RD"]],
    "E": lambda c: _games(c)["E"],
    "expected_between": lambda c: GLICKO_EXPECTED(
        c["inputs"]["r"], c["inputs"]["RD"], c["inputs"]["r_opp"], c["inputs"]["RD_opp"]
    ),
    "decay": lambda c: RATING_DEVIATION(c["inputs"]["RD"], c["inputs"]["periods"]),
    "interval95": lambda c: RATING_INTERVAL(c["inputs"]["r"], c["inputs"]["RD"])[0],
    "mu_phi": _scaled,
}


@pytest.mark.parametrize(
    "case", vectors("glicko_dwz_uscf.json", *SYSTEMS), ids=lambda case: case["id"]
)
def test_published_number(case: dict[str, Any]) -> None:
    """Every number of the papers and of independent implementations, to its tolerance."""
    assert not differs(CALLS[case["fn"]](case), case["expected"], case["tolerance"])


def test_constants_of_growth() -> None:
    """Step 1: sqrt(50^2 + c^2), c 63.2 or 34.6, or no growth at all."""
    for choice, c in (("c63.2", 63.2), ("c34.6", 34.6), ("none", 0.0)):
        found = RATING_DEVIATION(50, 1, f"glicko:growth={choice}")
        assert found == pytest.approx(math.hypot(50, c), abs=1e-9)


@pytest.mark.parametrize("rules", ["glicko", "glicko2"])
def test_whole_ratings_of_a_list(rules: str) -> None:
    """Step 2, r' = 1464, as an option: the new rating is a whole number, halves up."""
    for own in (1500, 1501.4, 1502.8, 1490.3):
        for scores in ([1, 0, 0], [1, 1, 0], [0, 0.5, 0]):
            row = (own, 200, [1400, 1550, 1700], [30, 100, 300], scores)
            fine, whole = (
                GLICKO_RATING(*row, rules + name)[0][0] for name in ("", ":rounding=whole")
            )
            assert whole == math.floor(fine + 0.5)


@pytest.mark.parametrize("rules", ["glicko", "glicko2"])
def test_expected_score_against_a_sure_rating(rules: str) -> None:
    """Step 2, Step 3: 1 / (1 + 10^(-(r - rj)/400))."""
    assert WE_TABLE(400, rules) == pytest.approx(10 / 11, abs=1e-12)


def test_constants_of_the_volatility() -> None:
    """Step 1: "between 0.3 and 1.2", 0.5 as in the example; Step 5: epsilon 0.000001 is enough."""
    for tenths in range(3, 13):
        rule = load(f"glicko2:tau={tenths / 10}").need(Deviation)
        assert rule.tau == Decimal(tenths) / 10
    assert load("glicko2").need(Deviation).tau == Decimal("0.5")
    assert load("glicko2").need(Deviation).tolerance == Decimal("0.000001")


def test_glicko_example_with_its_parts() -> None:
    """Steps 1 and 2, example: d = 231.67 from rounded parts, 231.70 in full; 1464 and 151.4."""
    me = strength(1500, 200)
    met = [
        (strength(1400, 30), Decimal(1)),
        (strength(1550, 100), Decimal(0)),
        (strength(1700, 300), Decimal(0)),
    ]
    found = updated(me, met, load("glicko"))
    assert float(found.spread or 0) == pytest.approx(231.67, abs=0.04)
    assert round(found.strength.rating) == 1464
    assert round(found.strength.deviation, 1) == Decimal("151.4")


def test_glicko2_example_in_full() -> None:
    """Steps 1 to 8 (Step 3, Steps 7 and 8, Step 8), example calculation: 1464.06, 151.52, 0.05999 rounded on the way; in full as below."""
    rating, deviation, volatility = example("glicko2")
    assert rating == pytest.approx(1464.0507, abs=1e-4)
    assert deviation == pytest.approx(151.5165, abs=1e-4)
    assert volatility == pytest.approx(0.0599960, abs=1e-7)


def test_growth_of_the_deviation() -> None:
    """Step 1: sqrt(RD^2 + c^2 t), 350 at most; 50 comes back to 350 in 30 periods."""
    assert RATING_DEVIATION([50, 50, 200], [0, 1, 30]) == [
        50,
        pytest.approx(80.5868, abs=1e-4),
        350,
    ]
    assert RATING_DEVIATION(50, 30) == pytest.approx(350, abs=0.3)
    assert RATING_DEVIATION(50, 100, "glicko:growth=c34.6") == pytest.approx(350, abs=0.5)
    assert RATING_DEVIATION(50, 5, "glicko:growth=none") == 50


def test_growth_in_glicko2_is_the_volatility() -> None:
    """Step 6, a player who does not compete: phi' = sqrt(phi^2 + sigma^2), per period."""
    grown = math.sqrt(200**2 + 4 * (0.06 * 173.7178) ** 2)
    assert RATING_DEVIATION(200, 4, "glicko2", 0.06) == pytest.approx(grown, abs=1e-9)
    assert RATING_DEVIATION(350, 1, "glicko2") > 350
    assert RATING_DEVIATION(350, 1, "glicko2:most=rd350") == 350


def test_interval_of_the_second_paper_is_two_deviations() -> None:
    """Glicko-2: "the player's rating minus twice the RD"; 1850 and 50 give 1750 to 1950."""
    assert RATING_INTERVAL(1850, 50, "glicko2") == [[1750, 1950]]


def test_least_deviation_is_an_option() -> None:
    """Option `least`: the deviation never falls below 30."""
    games = [1500] * 40, [30] * 40, [1, 0] * 20
    assert GLICKO_RATING(1500, 30, *games)[0][1] < 30
    assert GLICKO_RATING(1500, 30, *games, "glicko:least=rd30")[0][1] == 30


def test_tau_restrains_the_volatility() -> None:
    """Step 1, tau: a larger constant lets the volatility change more after a surprise."""
    surprise = [2000] * 8, [50] * 8, [1] * 8
    small, large = (
        GLICKO_RATING(1500, 60, *surprise, f"glicko2:tau={tau}", 0.06)[0][2]
        for tau in ("0.3", "1.2")
    )
    assert 0.06 < float(str(small)) < float(str(large))


def test_a_volatility_that_is_not_found_is_a_named_error() -> None:
    """Step 5: the iteration ends after so many rounds with an error, never with a number."""
    with pytest.raises(NumberError, match="no bound in 0 steps"):
        new_volatility(1.15, 0.06, 1.78, 0.5, changed(Deviation(), rounds=0))
    with pytest.raises(NumberError, match="not found in 1 rounds"):
        new_volatility(0.3, 0.06, 1.78, 5.0, changed(Deviation(), rounds=1))


@pytest.mark.parametrize("rules", SYSTEMS)
def test_all_players_are_updated_at_once(rules: str) -> None:
    """Rating period: each player by the strengths at its start, in any number of events."""
    people = [player(1, 1500, rd=200), player(2, 1400, rd=30), player(3, 1550, rd=100)]
    games = [(1, 2, "1-0"), (2, 3, "½-½"), (3, 1, "1-0")]
    whole = rate(played(people, *games), rules)
    parts = rate([played(people, *games[:1]), played(people, *games[1:])], rules)
    for one, two in zip(whole.lines, parts.lines, strict=True):
        assert (one.new, one.facts) == (two.new, two.facts)
    assert rate(played(people, *games), rules, only="P2").lines[0] == whole.lines[1]
    line = whole.lines[0]
    row = GLICKO_RATING(1500, 200, [1400, 1550], [30, 100], [1, 0], rules)[0]
    assert [float(line.new or 0), float(str(line.facts["rd"]))] == row[:2]


def test_a_period_has_one_start() -> None:
    """The strengths are those of the first entry, also for the games of a later event."""
    later = [player(1, 1900, rd=40), player(2, 1400, rd=30)]
    early = [player(1, 1500, rd=200), player(2, 1400, rd=30)]
    event = played(early, (1, 2, "1-0"))
    both = rate([event, played(later, (1, 2, "0-1"))], "glicko").lines
    assert [line.new for line in both] == [
        line.new for line in rate(played(early, (1, 2, "1-0"), (1, 2, "0-1")), "glicko").lines
    ]


@pytest.mark.parametrize("rules", SYSTEMS)
def test_new_players_start_with_1500_and_350(rules: str) -> None:
    """ "If the player is unrated, set the rating to 1500 and the RD to 350": they count, too."""
    event = played([player(1, None), player(2, 1500, rd=350)], (1, 2, "1-0"))
    first, second = rate(event, rules).lines
    assert first.first and first.n == second.n == 1
    assert float(first.new or 0) - 1500 == pytest.approx(1500 - float(second.new or 0))
    assert first.steps[0].key == "step_new_player"


def test_a_newcomer_without_games_stays_without_rating() -> None:
    """Nothing was played: there is no first rating."""
    assert rate(played([player(1, None)]), "glicko").lines[0].new is None


@pytest.mark.parametrize("rules", SYSTEMS)
def test_without_games_only_the_deviation_changes(rules: str) -> None:
    """Step 6: "the player's rating and volatility parameters remain the same, but the RD increases"."""
    line = rate(played([player(1, 1600, rd=100, periods=1)]), rules).lines[0]
    assert line.new == 1600
    assert Decimal(str(line.facts["rd"])) > 100
    if rules == "glicko2":
        assert line.facts["volatility"] == Decimal("0.06")


def test_periods_since_the_deviation() -> None:
    """Step 1: t periods since; in Glicko-2 the period's own growth is part of the update."""
    line = rate(played([player(1, 1600, rd=50, periods=2)]), "glicko").lines[0]
    assert float(str(line.facts["rd"])) == pytest.approx(math.sqrt(50**2 + 2 * 63.2**2))
    line = rate(played([player(1, 1600, rd=50, periods=2)]), "glicko2").lines[0]
    step = 0.06 * 173.7178
    assert float(str(line.facts["rd"])) == pytest.approx(math.sqrt(50**2 + 2 * step**2))


@pytest.mark.parametrize("rules", SYSTEMS)
def test_a_season_is_a_fold(rules: str) -> None:
    """report.players() feeds the next period: strengths go along, one period older."""
    event = played([player(1, 1500, rd=80), player(2, 1600, rd=80)], (1, 2, "1-0"))
    report = rate(event, rules)
    again = report.players()[0]
    assert again.rating == report.lines[0].new
    assert again.facts["rd"] == report.lines[0].facts["rd"]
    assert again.facts["periods"] == 1
    following = rate(replace(event, players=report.players()), rules).lines[0]
    if rules == "glicko":
        start = aged(strength(1500, float(str(again.facts["rd"]))), Decimal(1), load(rules))
        assert following.steps[0].value == start


def test_forfeits_and_byes_do_not_count() -> None:
    """Only games played are game outcomes."""
    people = [player(1, 1500, rd=80), player(2, 1600, rd=80)]
    lines = rate(played(people, (1, 2, "1-0 F")), "glicko").lines
    assert [line.n for line in lines] == [0, 0]
    assert lines[0].new == 1500 and lines[0].points == 1


def test_changes_of_the_games_make_the_change() -> None:
    """The audit: K x (score - expected) of the games sums to the change of the line."""
    people = [player(1, 1500, rd=200), player(2, 1400, rd=30), player(3, 1550, rd=100)]
    line = rate(played(people, (1, 2, "1-0"), (3, 1, "1-0")), "glicko2").lines[0]
    parts = sum((game.change or Decimal(0) for game in line.games), Decimal(0))
    assert float(parts) == pytest.approx(float(line.change or 0), abs=1e-9)
    assert line.new == Decimal(1500) + (line.change or 0)


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
def test_explained_in_three_languages(language: str) -> None:
    """Every step has its words and its clause; one gives what the games change."""
    report = rate(played([player(1, None), player(2, 1500, rd=60)], (1, 2, "½-½")), "glicko2")
    for line in report.lines:
        assert "step_change_weighed" in [step.key for step in line.steps]
        assert "[Steps" in explanation(report, line, language)


def test_other_functions_name_the_right_one() -> None:
    """NEW_RATING cannot know the deviations: it names GLICKO_RATING."""
    with pytest.raises(NotKnownError, match="GLICKO_RATING"):
        NEW_RATING(1500, [1500], [1], "glicko")
    with pytest.raises(NotKnownError, match="no rule for rating deviations"):
        GLICKO_RATING(1500, 50, [1500], [50], [1], "elo")
    with pytest.raises(NotKnownError, match="no volatility"):
        GLICKO_RATING(1500, 50, [1500], [50], [1], "glicko", 0.06)


def test_blank_rows_are_left_out() -> None:
    """A game without opponent, deviation or score is not counted."""
    row = GLICKO_RATING(1500, 200, [1400, "", 1550], [30, 40, None], [1, 1, 1])
    assert row == GLICKO_RATING(1500, 200, [1400], [30], [1])


# --- promises -----------------------------------------------------------------------------

ratings = st.integers(1, 3500)
deviations = st.integers(20, 350)
rounds = st.lists(
    st.tuples(ratings, deviations, st.sampled_from([0, 1, 2])), min_size=1, max_size=8
)


def line_after(own: tuple[int, int], games: list[tuple[int, int, int]], rules: str) -> Line:
    """One player's line after these games: rating, deviation, half points."""
    people = [player(1, own[0], rd=own[1])]
    people += [player(no, r, rd=rd) for no, (r, rd, _) in enumerate(games, 2)]
    results = [(1, no, CODES[half]) for no, (_, _, half) in enumerate(games, 2)]
    report: Report = rate(played(people, *results), rules)
    return report.lines[0]


@given(ratings, deviations, ratings, deviations)
def test_expectations_sum_to_one(one: int, rd_one: int, two: int, rd_two: int) -> None:
    """Both sides of a prediction sum to 1."""
    first, second = strength(one, rd_one), strength(two, rd_two)
    for name in SYSTEMS:
        rules = load(name)
        assert predicted(first, second, rules) + predicted(second, first, rules) == 1


@given(st.tuples(ratings, deviations), rounds)
def test_games_lower_the_deviation_of_glicko(
    own: tuple[int, int], games: list[tuple[int, int, int]]
) -> None:
    """Step 2: 1/RD'^2 = 1/RD^2 + 1/d^2, so RD' is never above RD."""
    after = Decimal(str(line_after(own, games, "glicko").facts["rd"]))
    assert after <= Decimal(own[1])


def test_points_are_not_conserved() -> None:
    """Step 2 weighs by deviations: the two sides' changes do not sum to zero."""
    event = played([player(1, 1500, rd=50), player(2, 1500, rd=300)], (1, 2, "1-0"))
    one, two = rate(event, "glicko").lines
    assert one.change is not None and two.change is not None
    assert abs(one.change) < abs(two.change)


@pytest.mark.parametrize("bad", [-5, 0])
def test_senseless_deviations_are_named_errors(bad: Any) -> None:
    """Deviations not above 0 give a RatingError, never a number."""
    for rules in SYSTEMS:
        with pytest.raises(RatingError):
            GLICKO_RATING(1500, bad, [1500], [50], [1], rules)
        with pytest.raises(RatingError):
            GLICKO_RATING(1500, 50, [1500], [bad], [1], rules)
        with pytest.raises(RatingError):
            RATING_DEVIATION(bad, 1, rules)
        with pytest.raises(RatingError):
            RATING_INTERVAL(1500, bad, rules)
    with pytest.raises(RatingError):
        GLICKO_RATING(1500, 50, [1500], [50], [1], "glicko2", bad)


def test_interval_is_symmetric() -> None:
    """Rating +- 1.96 RD."""
    low, high = interval(strength(1500, 100), load("glicko"))
    assert (low, high) == (Decimal(1304), Decimal(1696))


def test_a_column_of_players_has_a_row_for_each() -> None:
    """A range in gives a range out: each player's own games, a blank or an error in its row."""
    met: list[list[Any]] = [
        [1400, 1550, 1700],
        [1500, None, None],
        [1500, None, None],
        [1500, None, None],
    ]
    rds: list[list[Any]] = [[30, 100, 300], [50, None, None], [50, None, None], [50, None, None]]
    scores: list[list[Any]] = [[1, 0, 0], [0.5, None, None], [1, None, None], [1, None, None]]
    found = GLICKO_RATING([1500, 1600, None, 99999], [200, 100, 50, 50], met, rds, scores)
    assert found == [
        *GLICKO_RATING(1500, 200, met[0], rds[0], scores[0]),
        *GLICKO_RATING(1600, 100, [1500], [50], [0.5]),
        [None, None],
        ["#NUM!", "#NUM!"],
    ]
    assert RATING_INTERVAL([[1500], [1850]], [[30], [50]]) == [[1441.2, 1558.8], [1752, 1948]]
    with pytest.raises(ArgumentError, match="give one column"):
        RATING_INTERVAL([[1500, 1600]], [[30, 40]])
