"""`uscf` against the examples of the approximating formulas, then the promises.

The formulas in one pass; test_uscf_event.py has the events in two.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from known_numbers import differs, vectors
from known_numbers import line_of as line_against

from xlrating.engine.errors import NotKnownError, RatingError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.lines import Line
from xlrating.engine.methods.us_chess_change import bonus_over_threshold, threshold
from xlrating.engine.rating import rate
from xlrating.engine.rules.ruleset import load
from xlrating.engine.terms.coefficient import multiplied
from xlrating.engine.terms.development import effective_games
from xlrating.engine.terms.floor import absolute_floor, ordinary_floor, rating_floor
from xlrating.engine.terms.provisional import special_rating
from xlrating.functions import (
    CONVERT_RATING,
    INITIAL_RATING,
    K_FACTOR,
    NEW_RATING,
    RATING_CHANGE,
    RATING_FLOOR,
)

RULES = load("uscf")
ONE = "uscf:passes=one"


def line_of(
    rating: int | None, opponents: Sequence[int | None], scores: Sequence[float],
    rules: str = ONE, **own: Any,
) -> Line:  # fmt: skip
    """The engine's line of one player against these opponents."""
    return line_against(rating, opponents, scores, rules, **own)


def _found(case: dict[str, Any]) -> Any:
    i, fn = case["inputs"], case["fn"]
    if fn in ("standard", "standard_with_bonus"):
        rules = f"uscf:bonus={i['B']}"
        if fn == "standard":
            return NEW_RATING(i["R"], i["opps"], i["scores"], rules, games=i["N"])
        return i["R"] + RATING_CHANGE(i["R"], i["opps"], i["scores"], rules, games=i["N"])
    if fn == "bonus":
        line = line_of(i["R"], i["opps"], i["scores"], f"{ONE},bonus={i['B']}", games=i["N"])
        return next(step.value for step in line.steps if step.key == "step_bonus_over")
    if fn == "special":
        draws = len(i["opps"]) - i["wins"] - i["losses"]
        scores = [1] * i["wins"] + [0] * i["losses"] + [0.5] * draws
        return NEW_RATING(i["R"], i["opps"], scores, "uscf", games=i["N"])
    if fn == "effective_games":
        return K_FACTOR(i["R"], "uscf", games=i["N"])
    if fn == "K":
        return multiplied(Decimal(i["N_eff"]), i["m"], Decimal(1), RULES)
    if fn == "bonus_threshold_B10":
        return threshold(i["m"], load("uscf:bonus=10"))
    edition = {"floor": "uscf", "floor_pre2008": "uscf@2007", "floor_2200": "uscf:max_floor=2200"}
    return RATING_FLOOR(i["peak"], edition[fn])


#: From an independent program that has the two halves of the older conversion exchanged.
REFUTED = ("V259",)
PUBLISHED = [c for c in vectors("glicko_dwz_uscf.json", "uscf") if c["id"] not in REFUTED]


@pytest.mark.parametrize("case", PUBLISHED, ids=lambda c: c["id"])
def test_published_number(case: dict[str, Any]) -> None:
    """Every published number of the vectors, to its tolerance."""
    assert not differs(_found(case), case["expected"], case["tolerance"])


def test_special_example_in_full() -> None:
    """Special rating formula, example: rounded from 1511.111, and the score can be a sum."""
    found = special_rating(
        Decimal(1500),
        Decimal(6),
        [Decimal(r) for r in (1400, 1550, 1650)],
        Decimal("1.5"),
        Decimal(400),
    )
    assert round(found, 3) == Decimal("1511.111")
    assert NEW_RATING(1500, [1400, 1550, 1650], 1.5, "uscf", games=6) == 1511


def test_special_up_to_eight_games() -> None:
    """ "A rating based on 8 or fewer games" is special; from 9 on it is standard."""
    keys = {n: line_of(1500, [1500], [1], games=n).steps[0].key for n in (0, 8, 9, 30, None)}
    assert keys == {
        0: "step_special", 8: "step_special", 9: "step_score", 30: "step_score", None: "step_score",
    }  # fmt: skip


def test_special_can_gain_by_losing() -> None:
    """ "A player could gain rating points by losing to a high rated player": so the formula is."""
    assert NEW_RATING(1000, [1800], [0], ONE, games=1) > 1000
    assert NEW_RATING(1500, [900], [1], ONE, games=4) < 1500


def test_first_rating_is_special_with_no_games() -> None:
    """ "If the player is unrated, set N = 0 and Rpre = 0": 100 % and 0 % have a rating, too."""
    assert INITIAL_RATING([1400, 1550, 1650], [1, 0, 0.5], "uscf") == 1533
    assert INITIAL_RATING([1400, 1500], [1, 1], ONE) == 1850
    line = line_of(None, [1400, None, 1500], [1, 1, 1])
    assert line.first and line.n == 2 and line.new == 1850


def test_no_first_rating_below_the_absolute_floor() -> None:
    """The absolute floor is under everybody, also who comes in with no game won."""
    assert INITIAL_RATING([150, 120, 110], [0, 0, 0], ONE) == 100
    assert INITIAL_RATING([150, 120, 110], [0, 0, 0], "uscf") == 100
    line = line_of(None, [150, 120, 110], [0, 0, 0])
    assert line.first and line.new == 100


def test_a_provisional_season_is_a_fold() -> None:
    """report.players() feeds the next event: N grows by the games counted."""
    event = Event(
        (Player(1, "new"), Player(2, "a", Decimal(1500)), Player(3, "b", Decimal(1600))),
        (Game(1, 1, 2, "1-0"), Game(2, 1, 3, "0-1")),
    )
    after = rate(event, ONE).players()[0]
    assert after.rating == 1550 and after.games == 2
    assert rate(replace(event, players=(after, *event.players[1:])), ONE).lines[0].new == 1550


def test_effective_games() -> None:
    """N* = 50/sqrt(.662 + .00000739 (2569 - R)^2) up to 2355, 50 above; N' the smaller of N, N*."""
    for rating in (300, 1300, 1700, 2355):
        expected = 50 / math.sqrt(0.662 + 0.00000739 * (2569 - rating) ** 2)
        assert float(effective_games(Decimal(rating), None, RULES)) == pytest.approx(
            expected, abs=1e-9
        )
    assert K_FACTOR([2355, 2356, 2800], "uscf")[1:] == [50, 50]
    assert K_FACTOR(2800, "uscf", games=12) == 12


def test_standard_example_in_full() -> None:
    """Standard rating formula, example of June 2015: 1300 + 94.40 + 70.40 = 1464.80."""
    line = line_of(
        1300, [1250, 1400, 1500, 1550], [1, 0.5, 1, 1], "uscf@2015-06-01:passes=one", games=45
    )
    assert line.change is not None and line.new == 1465
    assert float(line.change) == pytest.approx(164.80488826172, abs=1e-9)
    parts = {step.key: float(step.value or 0) for step in line.steps}
    assert parts["step_change"] == pytest.approx(94.40244413086, abs=1e-9)
    assert parts["step_bonus_over"] == pytest.approx(70.40244413086, abs=1e-9)


@pytest.mark.parametrize(
    ("day", "factor"),
    [
        ("2005-04-11", 10), ("2009-06-01", 6), ("2015-06-01", 12), ("2017-04-30", 12),
        ("2017-05-01", 14), ("2023-01-31", 14), ("2023-02-01", 12), ("2024-12-31", 12),
        ("2025-01-01", 10), ("2026-01-01", 10),
    ],
)  # fmt: skip
def test_bonus_factor_by_date(day: str, factor: int) -> None:
    """B: 14 for events ending from 1 May 2017, 12 again from 1 February 2023, 10 "all … 2025"."""
    on = date.fromisoformat(day)
    assert load("uscf", on).bonus_threshold == load(f"uscf@{day}").bonus_threshold
    assert threshold(4, load(f"uscf@{day}")) == 2 * factor
    assert threshold(4, load(f"uscf@{day}:bonus=14")) == 28


def test_bonus_asks_for_three_games() -> None:
    """Bonus: from 3 games on, the root of at least 4."""
    rules = load("uscf:bonus=12")
    assert [bonus_over_threshold(Decimal(100), m, rules) for m in (2, 3, 4, 9)] == [0, 76, 76, 64]
    assert bonus_over_threshold(Decimal(20), 4, rules) == 0


def test_floors() -> None:
    """Ordinary floors from 1200 to 2100; below them 100 to 150 by games played."""
    peaks = [1250, 1399, 1400, 1653, 1799, 1800, 1941, 2299, 2300, 2450]
    assert RATING_FLOOR(peaks) == [100, 100, 1200, 1400, 1500, 1600, 1700, 2000, 2100, 2100]
    assert RATING_FLOOR([1588, 1600, 1653, 1941], "uscf@2007") == [100, 1400, 1400, 1700]
    # "This applies only to events that end on or after 4/1/2010."
    peaks = [1399, 1400, 1499, 1500, 1599, 1600]
    assert RATING_FLOOR(peaks, "uscf@2010-03-31") == [100] * 5 + [1400]
    assert RATING_FLOOR(peaks, "uscf@2010-04-01") == [100, 1200, 1200, 1300, 1300, 1400]
    assert RATING_FLOOR(1941, "uscf", 25) == 100
    assert RATING_FLOOR(1941, "uscf", 26) == 1700


def test_absolute_floor() -> None:
    """min(100 + 4 wins + 2 draws + events of three games, 150)."""
    counts = [(0, 0, 0), (3, 1, 1), (10, 4, 2), (12, 4, 2)]
    found = [absolute_floor(Decimal(w), Decimal(d), Decimal(e), RULES) for w, d, e in counts]
    assert found == [100, 115, 150, 150]
    assert rating_floor(Decimal(900), None, RULES, Decimal(3)) == 112


def test_new_rating_stops_at_the_floor() -> None:
    """The rating "cannot go below" the floor; a floor of one's own is the fact `floor`."""
    lost: list[int | None] = [1700] * 6
    line = line_of(1705, lost, [0] * 6, games=60, peak=Decimal(1941))
    assert line.new == 1700 and line.rounded == -5 and line.steps[-1].key == "step_peak_floor"
    assert (line.change or 0) < -60
    assert (line_of(1705, lost, [0] * 6, games=20, peak=Decimal(1941)).new or 0) < 1700
    assert line_of(1705, lost, [0] * 6, games=20, facts={"floor": 1650}).new == 1650
    assert line_of(101, [150] * 3, [0] * 3, games=60, facts={"wins": 1}).new == 104
    assert NEW_RATING(1705, lost, [0] * 6, "uscf", games=60, peak=1941) == 1700


def test_career_facts_go_along() -> None:
    """Wins, draws and events of three games are counted on where they are known."""
    facts = {"wins": 3, "draws": 1, "events": 1}
    line = line_of(1500, [1500] * 3, [1, 0.5, 0], games=60, facts=facts)
    assert line.facts == {"wins": 4, "draws": 2, "events": 2}
    assert line_of(1500, [1500] * 3, [1, 0.5, 0], games=60).facts == {}


def test_conversion_from_fide() -> None:
    """Rule 28D1 (2025): 1.5667 F - 1073 up to 2000, 1.02 F + 20 above; the way back is not given."""
    found = CONVERT_RATING([1500, 1840, 2000, 2000.5, 2235], "fide", "uscf")
    assert found == [1277.05, 1809.728, 2060.4, 2060.51, 2299.7]
    with pytest.raises(NotKnownError):
        CONVERT_RATING(2000, "uscf", "fide")


def test_conversion_from_fide_before_march_2024() -> None:
    """Initial rating from FIDE: 0.94 F + 180 up to 2000, 1.02 F + 20 above; both 2060 at 2000."""
    found = CONVERT_RATING([1500, 1999.5, 2000, 2000.5, 2235], "fide", "uscf@2024-02-29")
    assert found == [1590, 2059.53, 2060, 2060.51, 2299.7]


@pytest.mark.parametrize("old", [1000, 1400, 1900, 1999])
def test_both_conversions_are_one_before_and_after_the_rise(old: int) -> None:
    """1 March 2024: 0.94 F + 180 of the old rating is 1.5667 F - 1073 of the raised one.

    So the formula of today says which half of the older one is which. FIDE raised F to
    F + 0.4 (2000 - F); 0.94 / 0.6 is 1.56667 and 180 - 0.94 x 800 / 0.6 is -1073.33.
    """
    raised = old + Decimal("0.4") * (2000 - old)
    before = CONVERT_RATING(old, "fide", "uscf@2024-02-29")
    assert abs(CONVERT_RATING(raised, "fide", "uscf") - before) < Decimal("0.5")


def test_the_highest_floor() -> None:
    """Rating floors: 2100, or 2200 for an Original Life Master, however high the peak."""
    assert RATING_FLOOR([2299, 2300, 2700], "uscf") == [2000, 2100, 2100]
    assert RATING_FLOOR([2399, 2400, 2700], "uscf:max_floor=2200") == [2100, 2200, 2200]


def test_a_rating_is_a_whole_number() -> None:
    """ "The final result is rounded to an integer", also where one with a decimal is brought."""
    assert NEW_RATING(1600.4, [1600.4], [0.5], "uscf", None, None, 40) == 1600


@pytest.mark.parametrize("factor", [14, 12, 10, 6])
def test_the_bonus_factor_to_choose(factor: int) -> None:
    """Bonus: a B that is chosen goes before that of the day, whichever it is."""
    for day in ("2005-06-01", "2010-01-01", "2018-01-01", "2024-01-01", "2026-01-01"):
        rules = load(f"uscf@{day}:bonus={factor}")
        assert threshold(4, rules) == 2 * factor


def test_events_that_raise_the_absolute_floor() -> None:
    """Rating floors: "1 point for every event in which they played three or more games"."""
    people = tuple(Player(no, f"p{no}", Decimal(1500), games=40) for no in (1, 2, 3, 4))
    for games, events in ((2, 0), (3, 1)):
        played = tuple(Game(no, 1, no + 1, "1-0") for no in range(1, games + 1))
        event = Event(
            (replace(people[0], facts={"wins": 0, "draws": 0, "events": 0}), *people[1:]), played
        )
        assert rate(event, "uscf").lines[0].facts["events"] == events


def test_unrated_opponents_and_forfeits_do_not_count() -> None:
    """Only games against rated opponents enter the approximation."""
    line = line_of(1600, [1500, None, 1700], [1, 1, 0], games=30)
    assert line.n == 2 and line.score == 1
    event = Event(
        (Player(1, "a", Decimal(1500)), Player(2, "b", Decimal(1500))), (Game(1, 1, 2, "1-0 F"),)
    )
    assert [line.new for line in rate(event, "uscf").lines] == [1500, 1500]


def test_changes_of_the_games_make_the_change() -> None:
    """The audit: K (S - E) of the games sums to the change before the bonus."""
    line = line_of(1500, [1400, 1550, 1700], [1, 0, 0], games=31)
    parts = sum((game.change or Decimal(0) for game in line.games), Decimal(0))
    assert float(parts) == pytest.approx(float(line.change or 0), abs=1e-12)


# --- promises -----------------------------------------------------------------------------


def test_bonus_breaks_the_sum() -> None:
    """Bonus: the winner's extra points are nobody's loss; none after three meetings."""
    players = tuple(Player(no, f"p{no}", Decimal(1500), games=60) for no in range(1, 6))
    games = tuple(Game(i, 1, i + 1, "1-0") for i in range(1, 5))
    report = rate(Event(players, games), "uscf")
    assert sum(line.change or Decimal(0) for line in report.lines) > 0
    for times, extra in ((2, True), (3, False)):
        met = tuple(replace(g, black=2) if g.round <= times else g for g in games)
        line = rate(Event(players, met), "uscf").lines[0]
        assert any(step.key == "step_bonus_over" for step in line.steps) == extra


def test_edition_goes_by_the_last_day() -> None:
    """Bonus: "effective with tournaments ending on May 1 or later", "that ended after (or on)"."""
    players = tuple(Player(no, f"p{no}", Decimal(1600), games=50) for no in range(2, 6))
    me = Player(1, "me", Decimal(1500), games=50)
    games = tuple(Game(i, 1, i + 1, "1-0") for i in range(1, 5))
    days = {
        (date(2017, 4, 29), date(2017, 5, 1)): 1671,
        (date(2017, 4, 28), date(2017, 4, 30)): 1675,
        (date(2023, 1, 28), date(2023, 2, 2)): 1675,
    }
    for (start, end), new in days.items():
        event = Event((me, *players), games, start=start, end=end)
        assert rate(event, ONE).lines[0].new == new


def test_floor_asks_for_a_rating() -> None:
    """A floor comes from a peak above 0: of none at all, and of 0, there is no floor to tell."""
    rules = load("uscf")
    assert ordinary_floor(Decimal("0.01"), rules) is None
    for peak in (0, -1):
        with pytest.raises(RatingError, match="a number above 0 is expected"):
            ordinary_floor(Decimal(peak), rules)
