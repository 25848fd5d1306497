"""`china-pro`: the Chinese professional regulation, and FIDE's example of 2003."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_numbers import differs, vectors

from xlrating.engine.errors import NotKnownError, RatingError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.explain import explanation
from xlrating.engine.lines import Line
from xlrating.engine.rating import rate
from xlrating.engine.rounding import half_up
from xlrating.engine.rules.frozen import changed
from xlrating.engine.rules.ruleset import load
from xlrating.engine.terms.average import averages_met, event_average, opponents_average
from xlrating.engine.terms.coefficient import k_factor
from xlrating.engine.terms.performance import first_rating_against
from xlrating.functions import (
    EVENT_AVERAGE,
    INITIAL_RATING,
    NEW_RATING,
    PERF_RATING,
    POOLED_RATING,
    RATING_CHANGE,
)

VECTORS = vectors("china_pro.json")
RULES = load("china-pro")

#: The example of FIDE's Handbook of November 2003: its procedure, and its table's d(P).
TEXT_2003 = "china-pro:round_robin=2003"
TABLE_2003 = "china-pro:round_robin=2003,below_half=plain"
FIELD = {
    "A": (2600, 8), "B": (2500, 7), "C": (None, 7), "D": (2400, 6), "E": (None, 6),
    "F": (2150, 4), "G": (2300, 3), "H": (None, 2), "I": (None, 1), "J": (2300, 1),
}  # fmt: skip

D = Decimal


def player(no: int, name: str, rating: Any = None, **more: Any) -> Player:
    """A player with a rating in whole points."""
    peak = more.pop("peak", None)
    return Player(
        no,
        name,
        None if rating is None else D(rating),
        peak=None if peak is None else D(peak),
        **more,
    )


def event_of(players: tuple[Player, ...], text: str, **facts: Any) -> Event:
    """An event from lines such as ``1 A B 1-0``: round, names of both players, result."""
    number = {p.name: p.no for p in players}
    games: list[Game] = []
    for line in filter(None, (line.strip() for line in text.splitlines())):
        round_, white, black, code = line.split(maxsplit=3)
        games.append(Game(int(round_), number[white], number[black], code))
    return Event(players, tuple(games), **facts)


def round_robin(field: dict[str, tuple[int | None, int]]) -> Event:
    """A round robin of wins and losses that gives each player the points wanted."""
    players = tuple(player(i, name, r) for i, (name, (r, _)) in enumerate(field.items(), 1))
    left = {i: score for i, (_, score) in enumerate(field.values(), 1)}
    games: list[Game] = []
    while len(left) > 1:
        best = max(left, key=lambda no: left[no])
        wins = left.pop(best)
        # The highest score beats the lowest ones and loses to the highest.
        for place, other in enumerate(sorted(left, key=lambda no: left[no])):
            won = place < wins
            games.append(Game(len(games) + 1, best, other, "1-0" if won else "0-1"))
            left[other] -= not won
    return Event(players, tuple(games), format="round-robin")


def ratings_of(inputs: dict[str, Any]) -> tuple[list[Decimal | None], list[Decimal], list[str]]:
    """Ratings, scores and names of a vector's players."""
    rows = inputs["players"]
    ratings = [None if r["R"] is None else D(r["R"]) for r in rows]
    return ratings, [D(r["score"]) for r in rows], [r["name"] for r in rows]


def _parts(v: dict[str, Any]) -> Any:
    ratings, scores, _ = ratings_of(v["inputs"])
    found = event_average(ratings, scores, RULES)
    differences = [int(d) for d in found.differences]
    parts = (found.rated, differences, found.difference, found.average)
    return dict(zip(("Rar", "dp", "dpa", "Ra"), parts, strict=True))


def _performances(v: dict[str, Any], new: bool) -> Any:
    ratings, scores, names = ratings_of(v["inputs"])
    rules = load(TABLE_2003)
    averages = [event_average(ratings, scores, rules).average] * len(names)
    if new:
        averages = list(averages_met(ratings, scores, rules))
    found = {}
    for name, rating, score, average in zip(names, ratings, scores, averages, strict=True):
        if rating is None:
            exact = first_rating_against(average, 9, score, rules, 9).exact
            assert exact is not None
            found[name] = half_up(exact)
    return found


def _opponents(v: dict[str, Any]) -> Any:
    ratings, scores, names = ratings_of(v["inputs"])
    # Without anybody beyond the cap the first averages stand: no cap is reached at 9999.
    rules = changed(load(TABLE_2003), difference=changed(RULES.difference, cap=D(9999)))
    return dict(zip(names, averages_met(ratings, scores, rules), strict=True))


def _capped(v: dict[str, Any], reference: str) -> Any:
    ratings, scores, names = ratings_of(v["inputs"])
    return dict(zip(names, averages_met(ratings, scores, load(reference)), strict=True))


def _change(v: dict[str, Any]) -> Any:
    line = rate(round_robin(FIELD), TABLE_2003).line(v["inputs"]["player"])
    assert line.k == v["inputs"]["K"]
    return {"We": line.expected, "dR": line.change}


COMPUTE = {
    "Rn_weighted": lambda v: POOLED_RATING(v["inputs"]["Ru"], v["inputs"]["games"]),
    "Rar_dpa_Ra": _parts,
    "Ru_first_pass": lambda v: _performances(v, False),
    "Rc": _opponents,
    "Rc_new_with_350_cap (2003 table)": lambda v: _capped(v, TABLE_2003),
    "Rc_new_with_350_cap (older text, Ru below 50 % uses dp*n/(n+1))": lambda v: _capped(
        v, TEXT_2003
    ),
    "Ru_new": lambda v: _performances(v, True),
    "rated_change": _change,
}


@pytest.mark.parametrize("vector", VECTORS, ids=[v["id"] for v in VECTORS])
def test_vector(vector: dict[str, Any]) -> None:
    """1.21 to 1.44: every published number of the Handbook example and of clause 1.3."""
    assert not differs(COMPUTE[vector["fn"]](vector), vector["expected"], vector["tolerance"])


def test_all_rows_of_the_2003_example() -> None:
    """FIDE 2003: the changes of all six rated players and the R(u) of the four others."""
    report = rate(round_robin(FIELD), TABLE_2003)
    changes = {ln.player.name: ln.change for ln in report.lines if ln.player.rating is not None}
    assert changes == {
        "A": D("8.9"), "B": D("7"), "D": D("8.7"),
        "F": D("28.95"), "G": D("-13.05"), "J": D("-43.05"),
    }  # fmt: skip
    performances = {ln.player.name: ln.performance for ln in report.lines if ln.change is None}
    # C 2355 + 62.5, E 2352 + 37.5; H 2332 - 220; I 2286 - 351 is below 2005 and void (1.31).
    assert performances == {"C": D("2417.5"), "E": D("2389.5"), "H": D(2112), "I": None}


def test_the_same_field_under_the_source() -> None:
    """1.44: We = P(R - 2348) x 10 - 0.5 in the field of that example."""
    report = rate(round_robin(FIELD), "china-pro")
    expected = {ln.player.name: ln.expected for ln in report.lines if ln.player.rating is not None}
    # Differences 252, 152, 52, -198, -48, -48: .81 .70 .57 .24 .43 .43
    assert expected == {
        "A": D("7.6"), "B": D("6.5"), "D": D("5.2"), "F": D("1.9"), "G": D("3.8"), "J": D("3.8"),
    }  # fmt: skip


# --- a season that can be checked by hand ----------------------------------------------------

PLAYERS = (
    player(1, "A", 2390, games=40),
    player(2, "B", 2350, games=100, peak=2405),
    player(3, "C", 2300, games=25),
    player(4, "D", 2250, games=60),
    player(5, "E", 2200, games=200),
    player(6, "N"),
)
SWISS = event_of(
    PLAYERS,
    """
    1 A N 1-0
    1 B E 1-0
    1 C D ½-½
    2 A B ½-½
    2 C N 0-1
    2 D E 1-0
    3 A D 1-0
    3 B C 1-0
    3 N E 1-0
    4 A C 1-0
    4 B N 1-0
    4 D E 1-0 F
    """,
    name="Swiss",
    format="swiss",
)
ROUND_ROBIN = event_of(
    (*PLAYERS[:4], PLAYERS[5]),
    """
    1 B N 0-1
    1 C D 1-0
    2 A C 1-0
    2 N D 1-0
    3 A D ½-½
    3 B C ½-½
    4 A N 1-0
    4 B D 1-0
    5 A B ½-½
    5 C N ½-½
    """,
    name="Round robin",
    format="round-robin",
)
TEAM = event_of(
    (*PLAYERS, player(7, "G", 2600, games=300)),
    """
    1 A E 1-0
    1 B N 1-0
    1 C D 1-0
    2 D A ½-½
    2 C B 1-0 F
    2 E N 0-1
    3 G E 1-0
    """,
    name="Teams",
)
SEASON = rate((SWISS, ROUND_ROBIN, TEAM), "china-pro")


def test_season_changes() -> None:
    """1.41, 1.44, 1.45: per event one average, one expected score; the changes are added.

    Swiss (the games against N, without rating, and the forfeit D - E do not count):
      A  opponents 2350 2250 2300, average 2300, D  +90 .62 x 3 = 1.86  score 2.5  K 15   +9.6
      B  opponents 2200 2390 2300, average 2297, D  +53 .57 x 3 = 1.71  score 2.5  K 10   +7.9
      C  opponents 2250 2350 2390, average 2330, D  -30 .46 x 3 = 1.38  score 0.5  K 25  -22
      D  opponents 2300 2200 2390, average 2297, D  -47 .43 x 3 = 1.29  score 1.5  K 15   +3.15
      E  opponents 2350 2250,      average 2300, D -100 .36 x 2 = 0.72  score 0    K 15  -10.8
    Round robin: R(ar) = 9290/4 = 2322.5; scores A 3, B 2, C 2, D 0.5, N 2.5 of 4 give shares
      .75 .5 .5 .13 and d(P) 193 0 0 -322, average -32.25; R(a) = 2322.5 + 32.25 x 4/5 = 2348.3
      A  D +42 .56 x 5 - 0.5 = 2.3   score 3    +10.5
      B  D  +2 .50 x 5 - 0.5 = 2.0   score 2      0
      C  D -48 .43 x 5 - 0.5 = 1.65  score 2     +8.75
      D  D -98 .37 x 5 - 0.5 = 1.35  score 0.5  -12.75
    Teams (B has no game to count; G and E are 400 apart and count as 350):
      A  2200 2250, average 2225, D +165 .72 x 2 = 1.44  score 1.5   +0.9
      C  2250,                    D  +50 .57             score 1    +10.75
      D  2300 2390, average 2345, D  -95 .37 x 2 = 0.74  score 0.5   -3.6
      E  2390 2550, average 2470, D -270 .17 x 2 = 0.34  score 0     -5.1
      G  2250,                    D +350 .89             score 1  K 10  +1.1
    """
    changes = {ln.player.name: ln.change for ln in SEASON.lines if ln.player.rating is not None}
    assert changes == {
        "A": D("21"), "B": D("7.9"), "C": D("-2.5"), "D": D("-13.2"), "E": D("-15.9"),
        "G": D("1.1"),
    }  # fmt: skip


def test_season_new_ratings() -> None:
    """1.46: the sum is rounded once to the nearest 5 or 0, a tie upward (C: 2297.5).

    2411, 2357.9, 2297.5, 2236.8, 2184.1, 2601.1.
    """
    new = {ln.player.name: ln.new for ln in SEASON.lines if ln.player.rating is not None}
    assert new == {"A": 2410, "B": 2360, "C": 2300, "D": 2235, "E": 2185, "G": 2600}


def test_season_newcomer() -> None:
    """1.22, 1.23, 1.3: three performances weighted by their games.

    Swiss 2 of 4, 50 %: average (2390 + 2300 + 2200 + 2350)/4 = 2310. Round robin 2.5 of 4, one
    half point over: 2348 + 12.5 = 2360.5. Teams 1 of 2: (2350 + 2200)/2 = 2275.
    (2310 x 4 + 2360.5 x 4 + 2275 x 2)/10 = 2323.2, published 2325.
    """
    line = SEASON.line("N")
    assert (line.performance, line.new, line.n) == (D("2323.2"), D(2325), 10)
    assert SEASON.players()[5].games == 10


def test_season_goes_on() -> None:
    """1.44a: after the list, A (2410) has K 10 for ever, C (33 games) 15, N (10 games) 25.

    Match A 1.5 C 0.5, D +110 .65: A 10 x (1.5 - 1.3) = +2, 2412 -> 2410;
    C 15 x (0.5 - 0.7) = -3, 2297 -> 2295. N beats D, 2325 against 2235, D +90 .62:
    25 x 0.38 = +9.5, 2334.5 -> 2335; D 15 x (0 - 0.38) = -5.7, 2229.3 -> 2230.
    """
    games = "1 A C ½-½\n2 C A 0-1\n1 N D 1-0"
    players = SEASON.players()
    report = rate(event_of(players, games), "china-pro")
    k = {name: report.line(name).k for name in "ACND"}
    assert k == {"A": 10, "C": 15, "N": 25, "D": 15}
    new = {name: report.line(name).new for name in "ACND"}
    assert new == {"A": 2410, "C": 2295, "N": 2335, "D": 2230}
    assert [p.games for p in players] == [49, 107, 33, 69, 204, 10, 301]


# --- clause by clause ------------------------------------------------------------------------


def line_of(rating: int | None, opponents: list[int], codes: str, rules: str = "china-pro") -> Line:
    """One player's line in a Swiss: W, D, L for each opponent."""
    me = player(1, "me", rating, games=50)
    others = [player(i, str(i), r) for i, r in enumerate(opponents, 2)]
    result = {"W": "1-0", "D": "½-½", "L": "0-1"}
    games = [Game(i, 1, i + 1, result[c]) for i, c in enumerate(codes, 1)]
    return rate(Event((me, *others), tuple(games)), rules).lines[0]


def test_cap_before_the_average() -> None:
    """1.41: each opponent more than 350 away counts as 350 away, then the mean is taken."""
    assert opponents_average(D(2400), [D(2300), D(1800)], RULES) == 2175
    assert opponents_average(D(2000), [D(2300), D(2500)], RULES) == 2325
    assert opponents_average(None, [D(2300), D(1800)], RULES) == 2050


def test_cap_in_a_round_robin() -> None:
    """1.41: the difference from the field's average is 350 at most, unless the option says no."""
    # Rated 2600 and 1700, scores 2 and 1 of 3: d(P) 125 and -125; Ra 2150, D 450 and -450.
    field = {"A": (2600, 2), "B": (1700, 1), "C": (None, 2), "D": (None, 1)}
    by_option = {}
    for reference in ("china-pro", "china-pro:cap=opponents"):
        by_option[reference] = rate(round_robin(field), reference).line("A").expected
    # .89 x 4 - 0.5 and .94 x 4 - 0.5
    assert by_option == {"china-pro": D("3.06"), "china-pro:cap=opponents": D("3.26")}


def test_below_half_in_a_swiss() -> None:
    """1.24: R(u) = R(a) + d(P), not scaled: 2 of 8 against 2400 is 2400 - 193."""
    line = line_of(None, [2400] * 8, "WWLLLLLL")
    assert line.performance == 2207
    assert line.new == 2205


def test_below_half_in_a_round_robin() -> None:
    """1.25: R(u) = R(a) + d(P) n/(n+1): H of the example 2348 - 220 x 9/10 = 2150."""
    report = rate(round_robin(FIELD), "china-pro")
    assert report.line("H").performance == 2150
    assert report.line("I").performance == D("2032.1")
    assert rate(round_robin(FIELD), "china-pro:below_half=plain").line("H").performance == 2128


def test_first_performance_under_2005_is_void() -> None:
    """1.31: compared before rounding; the void one leaves nothing, later ones count."""
    # 25 % of 8 against 2197: 2197 - 193 = 2004; against 2198: 2005.
    void = line_of(None, [2197] * 8, "WWLLLLLL")
    assert (void.new, void.n, void.performance) == (None, 0, None)
    assert line_of(None, [2198] * 8, "WWLLLLLL").new == 2005
    low = event_of((player(1, "N"), player(2, "X", 1900)), "1 N X ½-½")
    high = event_of((player(1, "N"), player(2, "Y", 2300)), "1 N Y ½-½")
    assert rate((low, high), "china-pro").line("N").new == 2300
    # Once one stands, 1900 counts: (2300 + 1900)/2.
    assert rate((high, low), "china-pro").line("N").new == 2100


def test_void_only_by_the_exact_number() -> None:
    """1.31: 2004.75 would be 2005 when rounded, and is void."""
    rules = "china-pro:averages=exact"
    assert line_of(None, [2004, 2005, 2005, 2005], "WDDL", rules).new is None
    with pytest.raises(NotKnownError):
        INITIAL_RATING([2004, 2005, 2005, 2005], [1, 0.5, 0.5, 0], rules)
    assert POOLED_RATING([2004.9, 2400], [5, 5]) == 2400
    assert POOLED_RATING([2400, 2004.9], [5, 5]) == 2200


def test_publication_after_nine_games() -> None:
    """1.3: with that option performances wait, with their games, for the next period."""
    rules = "china-pro:publication=9 games"
    first = event_of((player(1, "N"), player(2, "X", 2300)), "1 N X ½-½")
    waiting = rate(first, rules)
    assert waiting.line("N").new is None
    newcomer = waiting.players()[0]
    assert newcomer.facts == {"performances": ((D(2300), 1),)}
    others = tuple(player(i, str(i), 2400) for i in range(2, 10))
    games = "\n".join(f"{i} N {i} ½-½" for i in range(2, 10))
    report = rate(event_of((newcomer, *others), games), rules)
    # (2300 x 1 + 2400 x 8)/9 = 2388.9
    assert report.line("N").new == 2390
    assert report.players()[0].games == 9
    assert not report.players()[0].facts["performances"]


def test_k_table() -> None:
    """1.44a: 25 until 30 games, then 15, and 10 for ever from 2400."""
    rows = [(2450, 29, 2450, 25), (2350, 30, 2390, 15), (2350, 30, 2400, 10), (2400, 30, None, 10)]
    for rating, games, peak, k in rows:
        facts = {"rating": D(rating), "games": D(games), "peak": None if peak is None else D(peak)}
        assert k_factor(facts, RULES).value == k


#: Table 2, as Elo prints it: the largest difference of each row, .50 to .99; 1 above the last.
ROWS = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip


def league(seed: int) -> tuple[Event, list[int], list[Fraction], int]:
    """A random round robin of rated players, with their ratings, points and the cycles."""
    chance = Random(seed)
    count, cycles = chance.randint(3, 14), chance.choice((1, 1, 2))
    ratings = [chance.randint(2000, 2700) for _ in range(count)]
    points = [Fraction(0)] * count
    games: list[Game] = []
    for _ in range(cycles):
        for one in range(count):
            for two in range(one):
                # Some win all their games: the strongest of every fifth league.
                code = (
                    "1-0"
                    if seed % 5 == 0 and one == count - 1
                    else chance.choice(("1-0", "0-1", "½-½"))
                )
                share = {"1-0": Fraction(1), "0-1": Fraction(0), "½-½": Fraction(1, 2)}[code]
                points[one] += share
                points[two] += 1 - share
                games.append(Game(len(games) + 1, one + 1, two + 1, code))
    people = tuple(player(i, f"P{i}", r, games=40) for i, r in enumerate(ratings, 1))
    return Event(people, tuple(games), format="round-robin"), ratings, points, cycles


def by_the_mean(ratings: list[int], points: list[Fraction], cycles: int) -> list[tuple[Any, ...]]:
    """1.41, 1.43, 1.44, 1.46 by the text: 总平均等级分, change and new rating of everybody."""
    count = len(ratings)
    average = (2 * sum(ratings) + count) // (2 * count)
    found = []
    for rating, score in zip(ratings, points, strict=True):
        away = max(-350, min(350, rating - average))
        row = next((i for i, bound in enumerate(ROWS) if abs(away) <= bound), 50)
        share = Fraction(50 + row, 100) if away >= 0 else Fraction(50 - row, 100)
        expected = cycles * (share * count - Fraction(1, 2))
        change = (10 if rating >= 2400 else 15) * (score - expected)
        found.append((average, change, 5 * ((rating + change + Fraction(5, 2)) // 5)))
    return found


@pytest.mark.parametrize("seed", range(300))
def test_mean_where_everybody_is_rated(seed: int) -> None:
    """1.41: 总平均等级分; the estimate of 1.21b is for a field that has unrated players."""
    event, ratings, points, cycles = league(seed)
    lines = rate(event, "china-pro").lines
    found = [(line.average, line.change, line.new) for line in lines]
    assert found == by_the_mean(ratings, points, cycles)


def test_four_equal_players() -> None:
    """1.41: the average of four times 2500 is 2500, whatever the results."""
    field: dict[str, tuple[int | None, int]] = {
        "A": (2500, 3),
        "B": (2500, 1),
        "C": (2500, 1),
        "D": (2500, 1),
    }
    report = rate(round_robin(field), "china-pro")
    assert {line.average for line in report.lines} == {D(2500)}
    assert EVENT_AVERAGE([2500] * 4, [3, 1, 1, 1]) == 2500
    text = explanation(report, report.line("A"))
    assert "Average of the round robin, all 4 players rated: 2500   [1.21, 1.41]" in text
    # The other reading: d(P) is 0.33 three times, the full score needs a number.
    estimated = rate(round_robin(field), "china-pro:all_rated=estimate,full_score=677")
    assert estimated.line("A").average == 2443  # 2500 - (677 - 3 x 125) / 4 x 3/4


def test_the_estimate_for_a_field_with_unrated_players() -> None:
    """1.21b: with one player unrated the default and the option agree."""
    for rules in ("china-pro", "china-pro:all_rated=estimate"):
        assert EVENT_AVERAGE([2600, 2500, "", 2400], [2, 2, 1, 1], rules) == 2469


def test_full_score_of_a_rated_player() -> None:
    """1.21b: the table has no d(P) for 100 %; the regulation gives no average without a choice."""
    field = {"A": (2400, 2), "B": (2300, 1), "C": (None, 0)}
    with pytest.raises(NotKnownError, match="100 %"):
        rate(round_robin(field), "china-pro")
    report = rate(round_robin(field), "china-pro:full_score=800")
    # R(ar) 2350, d(P) 800 and 0, R(a) = 2350 - 400 x 2/3 = 2083.3
    assert report.line("A").average == 2083
    assert report.line("C").performance is None  # 2083 - 800 x 2/3 is under 2005


def test_performance_by_function() -> None:
    """1.22-1.24: what the page prints as performance, the function gives: R(u)."""
    assert PERF_RATING([2350, 2340, 2360, 2350], [1, 0.5, 0.5, 0], "china-pro") == 2350
    # 7 of 9: five half points more than half; the average is 2347.
    opponents = [2350, 2340, 2360, 2350, 2340, 2350, 2340, 2352, 2350]
    assert PERF_RATING(opponents, 7, "china-pro") == 2410.5
    assert PERF_RATING([2400], [1], "china-pro") == 2412.5
    assert PERF_RATING([2350, 2351, 2351], 1.5, "china-pro") == 2351  # of an average of 2350.67
    assert PERF_RATING([2400, 2400, 2400, 2400], 1, "china-pro") == 2207  # d(.25) = -193
    with pytest.raises(NotKnownError, match="0 %"):
        PERF_RATING([2400], [0], "china-pro")
    people = tuple(player(i, f"P{i}", r) for i, r in enumerate([None, *opponents], 1))
    games = tuple(Game(i, 1, i + 1, "1-0" if i < 8 else "0-1") for i in range(1, 10))
    assert rate(Event(people, games), "china-pro").lines[0].performance == D("2410.5")


def test_round_robin_with_a_forfeit() -> None:
    """1.41: its formulas need every pair; else it is rated as a Swiss, or the point counts."""
    players = tuple(player(i, n, r) for i, (n, r) in enumerate((("A", 2400), ("B", 2300)), 1))
    players += (player(3, "C", 2200),)
    event = event_of(players, "1 A B ½-½\n2 A C 1-0\n3 B C 1-0 F", format="round_robin")
    line = rate(event, "china-pro").line("A")
    assert (line.average, line.expected) == (D(2250), D("1.4"))  # .70 x 2
    assert rate(event, "china-pro").line("B").n == 1
    counted = rate(event, "china-pro:unplayed=points").line("A")
    assert (counted.average, counted.expected) == (D(2300), D("1.42"))  # .64 x 3 - 0.5
    estimated = "china-pro:all_rated=estimate,unplayed=points,full_score=677"
    counted = rate(event, estimated).line("A")
    # shares .75 .75 0: d(P) 193 193 -677, R(a) = 2300 + 97 x 2/3 = 2364.7; .55 x 3 - 0.5
    assert (counted.average, counted.expected) == (D(2365), D("1.15"))


def test_double_round_robin() -> None:
    """1.44: n is the number of opponents; met twice, the expected score is that of two cycles."""
    players = tuple(player(i, n, r) for i, (n, r) in enumerate((("A", 2400), ("B", 2300)), 1))
    players += (player(3, "C", 2200),)
    single = "1 A B ½-½\n2 A C 1-0\n3 B C ½-½"
    double = single + "\n4 B A ½-½\n5 C A 0-1\n6 C B ½-½"
    once = rate(event_of(players, single, format="round-robin"), "china-pro").line("A")
    twice = rate(event_of(players, double, format="round-robin"), "china-pro").line("A")
    assert once.expected is not None and twice.expected == 2 * once.expected
    assert twice.average == once.average


def test_minimum_of_fide() -> None:
    """B.02.06 (2003) as an option: 3 rated opponents and a point; 4 rated of fewer than 10."""
    rules = "china-pro:minimum=2003"
    assert line_of(None, [2300, 2300], "WD", rules).new is None
    assert line_of(None, [2300] * 3, "DLL", rules).new is None
    assert line_of(None, [2300] * 3, "WLL", rules).new == 2175  # 33 %: -125
    field = {"A": (2400, 2), "B": (2300, 1), "C": (None, 2), "D": (None, 1)}
    assert rate(round_robin(field), "china-pro").line("A").n == 3
    assert rate(round_robin(field), rules).line("A").n == 1


def test_averages_of_whole_numbers() -> None:
    """Option averages: 2349.6 is taken as 2350 before 12.5 is added, or as it is (1.23, 1.32)."""
    for opponents, scores, whole, exact in (
        ([2349, 2349, 2350, 2350, 2350], "WWWLL", 2365, 2360),  # 2350 + 12.5, 2349.6 + 12.5
        ([2352, 2352, 2353, 2353, 2353], "WWDLL", 2355, 2355),
        ([2352, 2352, 2352, 2353, 2353], "WWDLL", 2350, 2350),  # 2352.4
    ):
        assert line_of(None, opponents, scores).new == whole
        assert line_of(None, opponents, scores, "china-pro:averages=exact").new == exact
        points = sum({"W": 1, "D": 0.5, "L": 0}[code] for code in scores)
        assert INITIAL_RATING(opponents, points, "china-pro") == whole
        assert INITIAL_RATING(opponents, points, "china-pro:averages=exact") == exact
    line = line_of(2300, [2352, 2353, 2353, 2353, 2352], "WWDLL", "china-pro:averages=exact")
    assert line.average == D("2352.6")


@pytest.mark.parametrize(
    ("full", "average"), [("677", "2061.5"), ("735", "2032.5"), ("800", "2000")]
)
def test_numbers_for_a_full_score(full: str, average: str) -> None:
    """1.21b: R(a) = R(ar) - d(Pa) n/(n+1), with the last difference of the table, its end, or 800."""
    rules = f"china-pro:full_score={full},averages=exact"
    assert EVENT_AVERAGE([2400, ""], [1, 0], rules) == float(average)


def test_nine_games_until_publication() -> None:
    """Option publication (1.3): performances wait until there are 9 games."""
    rules = "china-pro:publication=9 games"
    assert line_of(None, [2300] * 8, "WDWDWDWD", rules).new is None
    assert line_of(None, [2300] * 9, "WDWDWDWDW", rules).new is not None


@pytest.mark.parametrize(
    ("players", "rated", "enough"),
    [(12, 4, True), (12, 3, False), (9, 4, True), (9, 3, False), (10, 4, True), (10, 3, False)],
)
def test_rated_players_of_a_round_robin(players: int, rated: int, enough: bool) -> None:
    """B.02.06 (2003): a third of the players are rated; 4 where fewer than 10 take part."""
    field: dict[str, tuple[int | None, int]] = {
        f"p{no}": (2300 if 1 <= no <= rated else None, players - 1 - no) for no in range(players)
    }
    line = rate(round_robin(field), "china-pro:minimum=2003").line("p1")
    # Otherwise the games against rated players count, as in a Swiss.
    assert line.n == (players if enough else rated) - 1


def test_worksheet_functions() -> None:
    """The functions of a cell give the engine's numbers, blanks included."""
    ratings = [r if r is not None else "" for r, _ in FIELD.values()]
    assert EVENT_AVERAGE(ratings, [score for _, score in FIELD.values()]) == 2348
    # 2350 2400 1950 2250 (1900 is 400 away), average 2238, .59 x 4 = 2.36, K 15
    assert RATING_CHANGE(2300, [2350, 2400, 1900, 2250], [1, 0.5, 1, 0], "china-pro") == 2.1
    assert NEW_RATING(2300, [2350, 2400, 1900, 2250], [1, 0.5, 1, 0], "china-pro") == 2300
    with pytest.raises(RatingError, match="no score"):
        EVENT_AVERAGE([2400, 2300], [1, ""])
    with pytest.raises(NotKnownError):
        EVENT_AVERAGE([2400, 2300], [1, 0], "fide")
    with pytest.raises(NotKnownError):
        POOLED_RATING([2400], [5], "fide")


# --- promises ----------------------------------------------------------------------------------

RATING = st.integers(2000, 2800)
SCORE = st.sampled_from("WDL")


def test_a_better_result_can_cost_in_a_round_robin() -> None:
    """1.21b breaks it: the own share of points moves the average that one is held against.

    Alone with a rating: 0.5 of 2 (25 %, -193) puts the field at 2130 + 193 x 2/3 = 2259 and
    earns 15 x (0.5 - (.33 x 3 - 0.5)) = +0.15; 1 of 2 puts it at 2130 and earns nothing.
    """
    changes = []
    for code in ("0-1", "½-½"):
        players = (player(1, "A", 2130, games=50), player(2, "X"), player(3, "Y"))
        games = f"1 A X ½-½\n2 A Y {code}\n3 X Y ½-½"
        report = rate(event_of(players, games, format="round-robin"), "china-pro")
        changes.append(report.line("A").change)
    assert changes == [D("0.15"), 0]


@given(st.lists(st.tuples(RATING, SCORE), min_size=1, max_size=11))
def test_first_performance_never_falls(games: list[tuple[int, str]]) -> None:
    """1.22 to 1.24: a better result never gives a lower R(u) in an event."""
    opponents, codes = [r for r, _ in games], "".join(c for _, c in games)
    better = codes.replace("L", "D", 1) if "L" in codes else codes.replace("D", "W", 1)
    before, after = line_of(None, opponents, codes), line_of(None, opponents, better)
    if before.performance is not None:
        assert after.performance is not None and after.performance >= before.performance


def test_a_better_first_event_can_cost() -> None:
    """1.31 breaks it across events: a void performance leaves only the better one to count."""
    second = event_of((player(1, "N"), player(2, "Y", 2500)), "1 N Y ½-½")
    new = []
    for rating in (2004, 2005):
        first = event_of((player(1, "N"), player(2, "X", rating)), "1 N X ½-½")
        new.append(rate((first, second), "china-pro").line("N").new)
    assert new == [2500, 2255]  # (2005 + 2500)/2 = 2252.5


def test_changes_need_not_sum_to_zero() -> None:
    """1.41, 1.44: P is read once for an average, so that the table's steps do not cancel out."""
    event = rate(round_robin(FIELD), "china-pro")
    gains = [ln.gain for ln in event.lines if ln.gain is not None]
    assert sum(gains) != 0
    pair = event_of((player(1, "A", 2400), player(2, "B", 2300)), "1 A B 1-0")
    assert sum(ln.gain or 0 for ln in rate(pair, "china-pro").lines) == 0


@pytest.mark.parametrize("rating", ["NaN", "Infinity", "-5", "0", "12000"])
def test_no_number_from_impossible_ratings(rating: str) -> None:
    """A rating that is none is refused with the player's place, in every rule set."""
    for rules, other in (
        ("china-pro", 2300),
        ("elo-normal", 2300),
        ("nevzorov", 2300),
        ("ingo", 100),
    ):
        # In Ingo 0 and -5 are numbers of very strong players.
        given = "-101" if rules == "ingo" and rating in ("-5", "0") else rating
        players = (player(1, "A", given, k=D(10)), player(2, "B", other, k=D(10)))
        with pytest.raises(RatingError, match="player 1"):
            rate(event_of(players, "1 A B 1-0"), rules)


def test_no_number_from_impossible_counts() -> None:
    """Negative and broken counts, scores above the games, one player alone, no rating at all."""
    calls: list[Callable[[], object]] = [
        lambda: EVENT_AVERAGE([2400, 2300], [2, 0]),
        lambda: EVENT_AVERAGE([2400, 2300], [-1, 1]),
        lambda: EVENT_AVERAGE([2400, "", 2300], [1, 5, 1]),
        lambda: EVENT_AVERAGE([2400, 2300], [1]),
        lambda: EVENT_AVERAGE([2400, 2300], [1, ""]),
        lambda: EVENT_AVERAGE([2400], [0]),
        lambda: EVENT_AVERAGE(["", ""], [0.5, 0.5]),
        lambda: POOLED_RATING([2400], [-5]),
        lambda: POOLED_RATING([2400], [2.5]),
        lambda: POOLED_RATING([2400], [0]),
        lambda: POOLED_RATING([2400, 2300], [5]),
    ]
    for call in calls:
        with pytest.raises(RatingError):
            call()
