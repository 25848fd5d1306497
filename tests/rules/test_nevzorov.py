"""`nevzorov` and `elo-normal`: formulas (2) to (6) of the article of 2004."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from statistics import NormalDist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_numbers import differs, vectors

from xlrating.engine.errors import (
    ArgumentError,
    NotKnownError,
    NumberError,
    RatingError,
    RuleSetError,
)
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.explain import explanation
from xlrating.engine.rating import rate
from xlrating.engine.rules.frozen import changed
from xlrating.engine.rules.ruleset import load
from xlrating.engine.rules.sections import Outcomes
from xlrating.engine.terms.expectancy import first_move_of, win_draw_loss
from xlrating.engine.terms.floor import ordinary_floor
from xlrating.engine.vocabulary.pace import read_pace
from xlrating.federation.next_list import next_list
from xlrating.federation.submissions import Submission
from xlrating.functions import (
    CALIBRATE,
    DP_TABLE,
    EXPECTED_SCORE,
    INITIAL_RATING,
    NEW_RATING,
    PERF_RATING,
    RATING_CHANGE,
    WE_TABLE,
    WIN_DRAW_LOSS,
)

VECTORS = [vector for name in ("nevzorov", "elo_normal") for vector in vectors(f"{name}.json")]
RULES = load("nevzorov")
D = Decimal


def _quantiles(v: dict[str, Any]) -> Any:
    found = first_move_of(v["inputs"]["z1"], v["inputs"]["z2"], RULES)
    return {"Delta": found.advantage, "delta": found.margin}


def _shares(v: dict[str, Any]) -> Any:
    # The shares that the calibrated values predict between equals are those counted.
    i = v["inputs"]
    advantage, margin = CALIBRATE(i["games"], i["white"], i["black"])[0]
    outcomes = changed(
        load("nevzorov").outcomes, first_move=D(str(advantage)), margin=D(str(margin))
    )
    found = win_draw_loss(D(0), changed(RULES, outcomes=outcomes))
    return {"white": found.win, "black": found.loss}


def _outcomes(v: dict[str, Any]) -> Any:
    row = WIN_DRAW_LOSS(v["inputs"]["R_white"], v["inputs"]["R_black"])[0]
    return dict(zip(("W", "D", "B"), row, strict=True))


def _new(v: dict[str, Any]) -> Any:
    i = v["inputs"]
    return NEW_RATING(i["R"], [i["R_opp"]], [i["score"]], "elo-normal", i["K"])


COMPUTE: dict[str, Callable[[dict[str, Any]], Any]] = {
    "P_normal": lambda v: WE_TABLE(v["inputs"]["D"], "nevzorov"),
    "D_for_P": lambda v: DP_TABLE(v["inputs"]["p"], "nevzorov"),
    "estimate_Delta_delta": _quantiles,
    "shares": _shares,
    "WDL": _outcomes,
    "elo_expected_ignoring_colour": lambda v: WE_TABLE(v["inputs"]["D"], "nevzorov"),
    "P_table": lambda v: WE_TABLE(v["inputs"]["D"], "elo-normal:digits=table"),
    "new_rating": _new,
}


@pytest.mark.parametrize("vector", VECTORS, ids=[v["id"] for v in VECTORS])
def test_vector(vector: dict[str, Any]) -> None:
    """(2) to (6): the published numbers, each to its tolerance."""
    assert not differs(COMPUTE[vector["fn"]](vector), vector["expected"], vector["tolerance"])


# --- by colour ---------------------------------------------------------------------------


def test_printed_pairing() -> None:
    """(4) to (6): 2560 with White against 2600 is even; 44 % without colours."""
    assert [round(p, 2) for p in WIN_DRAW_LOSS(2560, 2600)[0]] == [0.24, 0.52, 0.24]
    assert EXPECTED_SCORE(2560, 2600, "nevzorov", "w") == 0.5
    assert EXPECTED_SCORE(2600, 2560, "nevzorov", "b") == 0.5
    assert round(EXPECTED_SCORE(2560, 2600, "nevzorov"), 2) == 0.44
    assert round(EXPECTED_SCORE(2600, 2560, "nevzorov"), 2) == 0.56


def test_equals() -> None:
    """(4) to (6): between equals .286 .516 .198; with 41 and 197 .291 .509 .200."""
    assert [round(p, 4) for p in WIN_DRAW_LOSS(2500, 2500)[0]] == [0.2858, 0.5161, 0.1981]
    calculated = WIN_DRAW_LOSS(2500, 2500, "nevzorov:constants=calculated")[0]
    assert [round(p, 4) for p in calculated] == [0.2906, 0.5093, 0.2]
    assert round(EXPECTED_SCORE(2500, 2500, "nevzorov", "w"), 4) == 0.5439


def test_columns_of_pairings() -> None:
    """A column of pairings gives a row of three each; a blank leaves its row blank."""
    rows = WIN_DRAW_LOSS([2560, "", 2500], [2600, 2600, 2500])
    assert rows[0] == WIN_DRAW_LOSS(2560, 2600)[0]
    assert rows[1] == [None, None, None]
    with pytest.raises(ArgumentError):
        WIN_DRAW_LOSS([2560, 2500], [2600])


def test_change_by_colour() -> None:
    """(3) with (4) to (6): a win or draw with Black earns more than the same with White."""
    white = RATING_CHANGE(2600, [2600], [0.5], "nevzorov", 10, colours=["w"])
    black = RATING_CHANGE(2600, [2600], [0.5], "nevzorov", 10, colours=["b"])
    assert round(white, 3) == -0.439 and round(black, 3) == 0.439
    both = NEW_RATING(2600, [2600, 2600], [0.5, 0.5], "nevzorov", 10, colours=["w", "b"])
    assert both == 2600


def test_the_event_knows_the_colours() -> None:
    """(3) to (6): rating an event takes the colour from its games; both changes cancel out."""
    players = (Player(1, "A", D(2560), k=D(10)), Player(2, "B", D(2600), k=D(10)))
    report = rate(Event(players, (Game(1, 1, 2, "1-0"),)), "nevzorov")
    assert [line.change for line in report.lines] == [5, -5]
    other = rate(Event(players, (Game(1, 2, 1, "1-0"),)), "nevzorov")
    # Φ(-120/σ0) = .3357 won and Φ(-280/σ0) = .1611 lost, so .5873 is expected.
    assert round(other.lines[1].change or D(0), 3) == D("4.127")


def test_colours_in_cells() -> None:
    """Blanks drop out with their colour; a column of players takes a row of colours each."""
    games: tuple[list[Any], list[Any], list[Any]] = ([2600, "", 2500], [1, 1, 0], ["b", "w", "w"])
    assert NEW_RATING(2500, games[0], games[1], "nevzorov", 10, colours=games[2]) == NEW_RATING(
        2500, [2600, 2500], [1, 0], "nevzorov", 10, colours=["b", "w"]
    )
    one = NEW_RATING(2500, [2600], [1], "nevzorov", 10, colours=["b"])
    assert NEW_RATING(2500, [2400, 2600], ["", 1], "nevzorov", 10, colours=["w", "b"]) == one
    assert NEW_RATING(2500, ["", 2600], [1], "nevzorov", 10, colours=["", "b"]) == one
    two = NEW_RATING(
        [2500, 2400], [[2500], [2400]], [[1], [0]], "nevzorov", 10, colours=[["w"], ["b"]]
    )
    assert two[0] == NEW_RATING(2500, [2500], [1], "nevzorov", 10, colours="w")
    # Where colours do not matter they may be left out, also for a column of players.
    plain = NEW_RATING([2500, 2400], [[2500], [2400]], [[1], [0]], "elo-normal", 10)
    assert plain == [2505, 2395]
    for colours in (None, ["w"], ["w", "x"], ["w", ""]):
        with pytest.raises(ArgumentError):
            NEW_RATING(2500, [2500, 2600], [1, 0], "nevzorov", 10, colours=colours)


def test_what_a_rule_set_does_not_know() -> None:
    """A colour is #N/A where the regulation has no rule for it; K where it leaves K open."""
    calls: list[Callable[[], object]] = [
        lambda: EXPECTED_SCORE(2500, 2500, "fide", "w"),
        lambda: WIN_DRAW_LOSS(2500, 2500, "elo"),
        lambda: CALIBRATE(100, 30, 20, "elo-normal"),
        lambda: NEW_RATING(2500, [2500], [1], "nevzorov", colours="w"),
        lambda: NEW_RATING(2500, [2500], [1], "elo-normal"),
    ]
    for call in calls:
        with pytest.raises(NotKnownError):
            call()


def test_calibration() -> None:
    """8421 games, 2461 and 1696 won: 41.0 and 195.7; the text's coarser quantiles give 41, 197."""
    assert [round(x, 1) for x in CALIBRATE(8421, 2461, 1696)[0]] == [41.0, 195.7]
    assert CALIBRATE(100, 30, 30)[0][0] == 0
    # No draws: no margin is needed to win.
    assert CALIBRATE(100, 60, 40)[0][1] == 0


@given(st.integers(3, 5000), st.data())
def test_calibration_returns_the_counts(games: int, data: st.DataObject) -> None:
    """(4), (5): the calibrated model predicts the shares it was made from."""
    white = data.draw(st.integers(1, games - 2))
    black = data.draw(st.integers(1, games - 1 - white))
    advantage, margin = CALIBRATE(games, white, black)[0]
    deviation = 200 * math.sqrt(2)
    won = math.erfc((margin - advantage) / deviation / math.sqrt(2)) / 2
    lost = math.erfc((margin + advantage) / deviation / math.sqrt(2)) / 2
    assert won == pytest.approx(white / games) and lost == pytest.approx(black / games)


def test_calibration_from_shares() -> None:
    """Of one game a win is a share: 29.2 % and 20.1 %, as the text prints them, give 41.1, 195.9."""
    found = CALIBRATE(1, 0.292, 0.201)[0]
    assert [round(x, 2) for x in found] == [41.08, 195.95]
    assert CALIBRATE(1, 2461 / 8421, 1696 / 8421)[0] == pytest.approx(
        CALIBRATE(8421, 2461, 1696)[0], abs=1e-9
    )
    for games, white, black in ((1, 1, 0), (1, 0.6, 0.5), (2, 0.5, 0.2), (1, -0.1, 0.2)):
        with pytest.raises(NumberError):
            CALIBRATE(games, white, black)


def test_what_calibrate_finds_is_given_as_numbers() -> None:
    """(4) to (6) with numbers of one's own: in every function, and 41 and 197 as the text has."""
    own = "nevzorov:first_move=41,margin=197"
    assert WIN_DRAW_LOSS(2560, 2600, own) == WIN_DRAW_LOSS(
        2560, 2600, "nevzorov:constants=calculated"
    )
    found = CALIBRATE(8421, 2461, 1696)[0]
    calibrated = f"nevzorov:first_move={found[0]},margin={found[1]}"
    row = WIN_DRAW_LOSS(2500, 2500, calibrated)[0]
    assert row[0] == pytest.approx(2461 / 8421) and row[2] == pytest.approx(1696 / 8421)
    even = EXPECTED_SCORE(2500, 2500, calibrated, "w")
    assert even == pytest.approx((2461 + (8421 - 2461 - 1696) / 2) / 8421)
    changed_by = NEW_RATING(2500, [2500], [1], calibrated, 10, colours="w") - 2500
    assert changed_by == pytest.approx(10 * (1 - even))
    # Over a choice that names numbers, too; what is not given stays.
    assert load("nevzorov:constants=calculated,margin=180").need(Outcomes).margin == 180
    assert load("nevzorov:constants=calculated,margin=180").need(Outcomes).first_move == 41
    assert load("nevzorov:first_move=-12.5").need(Outcomes).first_move == D("-12.5")


def test_numbers_of_ones_own_are_part_of_the_name() -> None:
    """The reference says them again, in one spelling; a decimal comma is read, too."""
    assert load("nevzorov:margin=197.50,first_move=041").reference == (
        "nevzorov:first_move=41,margin=197.5"
    )
    assert load("nevzorov:first_move=41,08,margin=195,95").reference == (
        "nevzorov:first_move=41.08,margin=195.95"
    )
    assert load("nevzorov:first_move=").reference == "nevzorov"
    for wrong in ("first_move=x", "margin=-1", "margin=nan", "first_move=1e9", "first_move=4,1,2"):
        with pytest.raises(RuleSetError, match=wrong.partition("=")[0]):
            load(f"nevzorov:{wrong}")


def test_weights_of_faster_games() -> None:
    """Sonas, as quoted: 0.29 for 30 minutes, 0.18 for 5; game by game and in the sum."""
    full = RATING_CHANGE(2500, [2600], [1], "nevzorov", 10, colours="w")
    assert RATING_CHANGE(2500, [2600], [1], "nevzorov:pace=30 minutes", 10, colours="w") == (
        pytest.approx(full * 0.29)
    )
    assert RATING_CHANGE(2500, [2600], [1], "nevzorov:pace=5 minutes", 10, colours="w") == (
        pytest.approx(full * 0.18)
    )
    players = (Player(1, "A", D(2560), k=D(10)), Player(2, "B", D(2600), k=D(10)))
    event = Event(players, (Game(1, 1, 2, "1-0"),))
    line = rate(event, "nevzorov:pace=5 minutes").lines[0]
    assert line.games[0].change == line.change == D("0.9")


def test_paces_of_one_period() -> None:
    """Sonas: «рассматривать все партии […] с разными коэффициентами», 1, 0,29 and 0,18."""
    players = (Player(1, "A", D(2560), k=D(10)), Player(2, "B", D(2600), k=D(10)))
    won = (Game(1, 1, 2, "1-0"),)  # W − W_e = 0.5
    events = [Event(players, won, pace=pace) for pace in ("classical", "rapid", "blitz")]
    line = rate(events, "nevzorov").lines[0]
    assert [game.change for game in line.games] == [5, D("1.45"), D("0.9")]
    assert (line.gain, line.change) == (D("1.5"), D("7.35"))
    told = explanation(rate(events, "nevzorov"), line, "ru")
    assert "0,29" in told.replace("0.29", "0,29") and "блиц" in told
    # An event that does not say its pace has the one of the option.
    for option, change in (("", "5"), (":pace=5 minutes", "0.9")):
        assert rate(Event(players, won), f"nevzorov{option}").lines[0].change == D(change)
    mixed = rate([Event(players, won), events[1]], "nevzorov:pace=5 minutes").lines[0]
    assert mixed.change == D("0.9") + D("1.45")
    # Rule sets that do not ask for the pace rate as ever.
    assert (
        rate(events, "elo").lines[0].change
        == rate([Event(players, won)] * 3, "elo").lines[0].change
    )


def test_the_list_of_a_period_weighs_the_paces() -> None:
    """Sonas: «за отчетный период»: its events together, each by its pace."""
    players = (Player(1, "A", D(2560), k=D(10)), Player(2, "B", D(2600), k=D(10)))
    cups = []
    for pace, code in (("classical", "1-0"), ("blitz", "0-1")):
        games = (Game(1, 1, 2, code),)
        event = Event(players, games, name=pace, start=date(2026, 2, 1), pace=pace)
        cups.append(Submission(f"{pace}.csv", event))
    found = next_list(players, cups, "nevzorov")
    assert {e.player.name: e.player.rating for e in found.entries} == {
        "A": D("2564.1"), "B": D("2595.9"),
    }  # fmt: skip


# --- a deviation of one's own, and a rating after each game ------------------------------------------


def test_a_deviation_of_ones_own() -> None:
    """(2), (4)-(6): σ0 = 300 in all curves, both directions, by colour and in CALIBRATE."""
    own, curve = "nevzorov:sigma0=300", NormalDist(0, 300)
    assert WE_TABLE(100, own) == pytest.approx(curve.cdf(100), abs=1e-12)
    assert DP_TABLE(0.84, own) == pytest.approx(curve.inv_cdf(0.84), abs=1e-9)
    win, draw, loss = WIN_DRAW_LOSS(2560, 2600, own)[0]
    assert (win, loss) == pytest.approx((curve.cdf(-200), curve.cdf(-200)), abs=1e-12)
    assert win + draw + loss == 1
    usual = CALIBRATE(8421, 2461, 1696)[0]
    for found, known in zip(CALIBRATE(8421, 2461, 1696, own)[0], usual, strict=True):
        assert float(found) == pytest.approx(float(known) * 300 / math.sqrt(80000), abs=1e-9)
    assert load(own).reference == own
    # Elo's 2000/7, with as many digits as somebody types.
    assert WE_TABLE(100, "nevzorov:sigma0=285.714") == pytest.approx(
        NormalDist(0, 285.714).cdf(100), abs=1e-12
    )


@pytest.mark.parametrize("bad", ["0", "-300", "9", "4001", "x", "1e3x", "nan"])
def test_no_deviation(bad: str) -> None:
    """Bad input: σ0 has bounds, and they are said."""
    with pytest.raises(RuleSetError, match=r"option sigma0 is .*; a number from 10 to 4000"):
        load(f"nevzorov:sigma0={bad}")


def _after_each_game(
    ratings: dict[int, float], rounds: list[list[tuple[int, int, float]]],
    weight: float = 1, sigma: float = math.sqrt(80000),
) -> dict[int, float]:  # fmt: skip
    """Formula (3) with (4) to (6), K = 10, in floats: every round from the ratings before it."""
    curve = NormalDist(0, sigma)
    for games in rounds:
        before = dict(ratings)
        for white, black, score in games:
            own, other = before[white], before[black]
            win = curve.cdf(own - other - 200 + 40)
            loss = curve.cdf(other - own - 200 - 40)
            change = 10 * weight * (score - win - (1 - win - loss) / 2)
            ratings[white] += change
            ratings[black] -= change
    return ratings


ROUNDS = [[(1, 2, 1.0), (3, 4, 0.5)], [(2, 3, 0.0), (4, 1, 0.5)], [(1, 3, 0.0), (4, 2, 1.0)]]
FIELD = {1: 2560.0, 2: 2600.0, 3: 2500.0, 4: 2450.0}


def _cup(number: int, pace: str = "", rounds: int = 3) -> Event:
    players = tuple(Player(no, f"P{no}", D(int(own)), k=D(10)) for no, own in FIELD.items())
    code = {1.0: "1-0", 0.5: "½-½", 0.0: "0-1"}
    games = tuple(
        Game(round_, white, black, code[score])
        for round_, pairs in enumerate(ROUNDS[:rounds], 1)
        for white, black, score in pairs
    )
    day = date(2026, 2, number)
    return Event(players, games, name=f"Cup {number}", start=day, end=day, pace=pace)


def test_k_of_a_function_is_enough_after_each_game() -> None:
    """(3): K is the user's; a worksheet function asks for one K only, whoever the opponents are."""
    given = (2466, [2747], [0.5])
    found = NEW_RATING(*given, "nevzorov:update=game", 20, colours=["w"])
    assert found == pytest.approx(NEW_RATING(*given, "nevzorov", 20, colours=["w"]))


@pytest.mark.parametrize(
    ("options", "weight", "sigma"),
    [("", 1.0, math.sqrt(80000)), (",sigma0=300", 1.0, 300.0),
     (",pace=5 minutes", 0.18, math.sqrt(80000))],
)  # fmt: skip
def test_a_rating_after_each_game(options: str, weight: float, sigma: float) -> None:
    """2, (3): «рейтинг следует пересчитывать после каждой партии»: rounds by hand, sum unchanged."""
    report = rate(_cup(1), f"nevzorov:update=game{options}")
    expected = _after_each_game(dict(FIELD), ROUNDS, weight, sigma)
    assert {line.player.no: float(line.new or 0) for line in report.lines} == pytest.approx(
        expected, abs=1e-9
    )
    # After each game is not at the end: the second game starts from other ratings.
    plain = rate(_cup(1), f"nevzorov:update=period{options}")
    assert [line.new for line in plain.lines] != [line.new for line in report.lines]
    told = explanation(report, report.lines[0], "en")
    assert "not rounded" in told and ("0.18" in told) == (weight != 1)


def test_a_rating_after_each_game_goes_on_in_the_next_event() -> None:
    """2, (3): two events of a list, the later one first in the folder: one chain of rounds."""
    cups = [Submission("a.csv", _cup(5, "blitz", 2)), Submission("b.csv", _cup(3, "classical"))]
    found = next_list(_cup(1).players, cups, "nevzorov:update=game")
    expected = _after_each_game(_after_each_game(dict(FIELD), ROUNDS), ROUNDS[:2], 0.18)
    got = {int(e.player.name[1:]): float(e.player.rating or 0) for e in found.entries}
    assert got == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("text", "pace"),
    [
        ("慢棋", "classical"),
        ("Standard", "classical"),
        ("快棋", "rapid"),
        (" Блиц ", "blitz"),
        ("", ""),
    ],
)
def test_pace_as_people_write_it(text: str, pace: str) -> None:
    """The names of the paces in three languages."""
    assert read_pace(text) == pace


def test_unknown_pace() -> None:
    """What is no pace is named with what there is."""
    with pytest.raises(ArgumentError, match="classical, rapid, blitz"):
        read_pace("quick")
    with pytest.raises(ArgumentError):
        Event((), pace="quick")


def test_what_rounds_nothing_is_exact() -> None:
    """(3), (1), Step 2, Formulas: no text states a rounding; each value against its own formula."""
    met, scores = [1787, 2025, 2310], [1, 1, 0.5]
    share = 2.5 / 3
    normal = NormalDist(0, math.sqrt(80000))
    mean = sum(met) / 3
    performed = PERF_RATING(met, scores, "nevzorov")
    assert performed == pytest.approx(mean + normal.inv_cdf(share), abs=1e-9)
    new = NEW_RATING(2000, met, scores, "elo-normal", 10)
    assert new == pytest.approx(2000 + 10 * (2.5 - 3 * normal.cdf(2000 - mean)), abs=1e-9)
    performed = PERF_RATING(met, [1, 0.5, 0.5], "chessmetrics")
    assert performed == pytest.approx(mean + (2 / 3 - 0.5) * 850, abs=1e-9)
    solved = PERF_RATING(met, scores, "thompson")
    assert sum(1 / (1 + 10 ** ((r - solved) / 400)) for r in met) == pytest.approx(2.5, abs=1e-9)
    ingo = NEW_RATING(110, [100, 120, 140], [1, 1, 0.5], "ingo")
    assert ingo == pytest.approx(120 + 50 - 100 * share, abs=1e-9)
    assert PERF_RATING(met, scores, "nevzorov:rating=whole") == 2314


def test_elo_rounds_nothing_or_to_whole_numbers() -> None:
    """(3), RN=Rср+ ΔN: all digits, or (rating=whole) whole numbers, halves up."""
    opponents = [1600, 1601, 1601]  # 1600.67, half of the points
    for function in (PERF_RATING, INITIAL_RATING):
        assert function(opponents, 1.5, "elo-normal") == pytest.approx(4802 / 3)
        assert function(opponents, 1.5, "elo-normal:rating=whole") == 1601
        assert function([1600, 1601], 1, "elo-normal:rating=whole") == 1601
    assert NEW_RATING(1600.4, [1600.4], [0.5], "elo-normal:rating=whole", 20) == 1600


def test_floor_as_the_text_tells_it() -> None:
    """USCF: «рейтинга 2450, то уже ниже порога 2200 он не опустится»."""
    assert ordinary_floor(D(2450), RULES) == 2200
    # 200 below, down to a hundred; no lower than 100, no higher than 2200.
    found = {peak: ordinary_floor(D(peak), RULES) for peak in (299, 300, 2299, 2300, 2700)}
    assert found == {299: None, 300: 100, 2299: 2000, 2300: 2100, 2700: 2200}


def test_bounds_of_the_numbers_to_choose() -> None:
    """(4)-(6): the first move is worth -400 to 400, a win needs 0 to 2000."""
    for name, low, high in (("first_move", -400, 400), ("margin", 0, 2000)):
        for bound in (low, high):
            assert getattr(load(f"nevzorov:{name}={bound}").need(Outcomes), name) == bound
        for bound in (low - 1, high + 1):
            with pytest.raises(RuleSetError, match=f"a number from {low} to {high}"):
                load(f"nevzorov:{name}={bound}")


def test_whole_ratings() -> None:
    """(3), rating=whole: the new rating and the performance are whole numbers, halves up."""
    for own in (2560, 2560.4, 2471.9):
        for opponents, scores in (([2601, 2500], [1, 0.5]), ([2450, 2701], [0, 0.5])):
            row = (own, opponents, scores)
            exact = NEW_RATING(*row, "nevzorov", 10, colours=["w", "b"])
            whole = NEW_RATING(*row, "nevzorov:rating=whole", 10, colours=["w", "b"])
            assert whole == math.floor(exact + 0.5)
            exact = PERF_RATING(opponents, scores, "nevzorov")
            assert PERF_RATING(opponents, scores, "nevzorov:rating=whole") == math.floor(
                exact + 0.5
            )


def test_degenerate_constants() -> None:
    """A negative margin or no spread at all is an error, never a number."""
    for change in ({"margin": D(-1)}, {"variance": D(0)}, {"variance": D(-1)}):
        outcomes = changed(RULES.outcomes, **change)
        with pytest.raises(NumberError):
            win_draw_loss(D(0), changed(RULES, outcomes=outcomes))


# --- Elo's model -------------------------------------------------------------------------------


def test_printed_model() -> None:
    """(2): Φ(20/σ0) = 0.53, and about 280 points for 84 %."""
    assert round(WE_TABLE(20, "elo-normal"), 2) == 0.53
    assert round(DP_TABLE(0.84, "elo-normal"), 1) == 281.3
    assert round(WE_TABLE(250, "elo-normal"), 4) == 0.8116
    assert round(WE_TABLE(250, "elo-normal:sigma=2000_7"), 4) == 0.8092


def test_against_the_average() -> None:
    """(3): the share is expected against the average of all opponents; K times points or shares."""
    # 1650 against 1270, 1550, 2050: average 1623.3, Φ(26.67/282.84) = .53756, x 3 = 1.6127
    opponents, scores = [1270, 1550, 2050], [1, 1, 0.5]
    assert round(NEW_RATING(1650, opponents, scores, "elo-normal", 10), 3) == 1658.873
    shares = RATING_CHANGE(1650, opponents, scores, "elo-normal:gain=shares", 30)
    assert shares == pytest.approx(RATING_CHANGE(1650, opponents, scores, "elo-normal", 10))
    # Game by game .9104 + .6382 + .0786 = 1.6273
    assert NEW_RATING(1650, opponents, scores, "elo-normal:opponents=each,rating=whole", 10) == 1659
    each = RATING_CHANGE(1650, opponents, scores, "elo-normal:opponents=each", 10)
    assert each == RATING_CHANGE(1650, opponents, scores, "elo:model=normal200r2", 10)


def test_period_has_one_average() -> None:
    """(3): «средний рейтинг всех соперников» of the games of the period, not of each event."""
    me = Player(1, "A", D(1600), k=D(20))
    first = Event((me, Player(2, "B", D(1400))), (Game(1, 1, 2, "1-0"),))
    second = Event((me, Player(2, "C", D(1800))), (Game(1, 1, 2, "0-1"),))
    line = rate((first, second), "elo-normal", only="A").line("A")
    assert (line.average, line.expected, line.change) == (D(1600), D(1), D(0))


def test_performance() -> None:
    """RN = Rср + ΔN, for performance and for a player without rating."""
    assert round(PERF_RATING([1600] * 4, 3, "elo-normal"), 1) == 1790.8
    players = (Player(1, "N"), Player(2, "A", D(1600), k=D(20)))
    games = (Game(1, 1, 2, "½-½"),)
    assert rate(Event(players, games), "elo-normal").line("N").new == 1600
    full = (Game(1, 1, 2, "1-0"),)
    assert rate(Event(players, full), "elo-normal").line("N").new is None


def test_changes_against_averages_need_not() -> None:
    """(3) «усредненного соперника»: the curve at an average is not the average of the curve."""
    players = tuple(Player(i, str(i), D(r), k=D(16)) for i, r in enumerate((1400, 1600, 2400), 1))
    games = (Game(1, 1, 2, "½-½"), Game(2, 2, 3, "½-½"))
    report = rate(Event(players, games), "elo-normal")
    assert abs(sum((line.change or D(0) for line in report.lines), D(0))) > 1


@pytest.mark.parametrize(
    "counts", [(0, 0, 0), (100, 0, 10), (100, 10, 0), (100, 60, 60), (10, 20, 1), (-1, 1, 1)]
)
def test_no_calibration_from_impossible_counts(counts: tuple[float, float, float]) -> None:
    """Negative, broken or too many wins, or none on one side: a named error."""
    with pytest.raises(RatingError):
        CALIBRATE(*counts)
