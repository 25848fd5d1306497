"""`malaysia` against 《大马中国象棋棋手等级分计算法》: table, K, examples, titles, bonus."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_numbers import vectors
from workbooks import games

from xlrating.bulk import rate_period
from xlrating.engine.errors import ArgumentError, NotKnownError, NumberError, RatingError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.rating import rate
from xlrating.engine.report import Report
from xlrating.engine.results import read_result
from xlrating.engine.rules.ruleset import load
from xlrating.engine.sentences import sentences
from xlrating.engine.terms.coefficient import deciding
from xlrating.functions import (
    ABSENCE_PENALTY,
    BONUS,
    EXPLAIN_RATING,
    INITIAL_RATING,
    K_FACTOR,
    NEW_RATING,
    PERF_RATING,
    RATING_CHANGE,
    START_RATING,
    WE_TABLE,
)

RULES = "malaysia"
VECTORS = vectors("malaysia.json")

ratings = st.integers(100, 3000)
scores = st.sampled_from([0, 0.5, 1])


def player(no: int, rating: int | None = None, **more: Any) -> Player:
    """A player of a small event."""
    return Player(no, f"P{no}", None if rating is None else Decimal(rating), **more)


def new(report: Report) -> list[int | None]:
    """The new ratings, in the order of the players."""
    return [None if line.new is None else int(line.new) for line in report.lines]


# --- published numbers -------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["id"])
def test_vector(vector: dict[str, Any]) -> None:
    """Every number of the text: examples, K table, start ratings, bonus, last table row."""
    given_, wanted = vector["inputs"], vector["expected"]
    assert vector["tolerance"] == 0
    if vector["fn"] == "new_rating":
        final = given_["last_two_rounds"]
        one, other, score = given_["R"], given_["R_opp"], given_["score"]
        found = NEW_RATING(one, [other], [score], RULES, final_rounds=final)
        k = K_FACTOR(one, RULES, opponent=other, score=score, final_rounds=final)
        assert {"R_new": found, "K": k} == wanted
    elif vector["fn"] == "K_band":
        assert K_FACTOR(given_["R"], RULES) == wanted
    elif vector["fn"] == "initial_rating":
        assert START_RATING(given_["title"], RULES) == wanted
    elif vector["fn"] == "bonus":
        assert BONUS(given_["place"], RULES) == wanted
    else:
        assert vector["fn"] == "P_table"
        found = {"H": WE_TABLE(given_["D"], RULES), "L": WE_TABLE(-given_["D"], RULES)}
        assert found == wanted


def test_both_examples_as_events() -> None:
    """例子(一), 例子(二): seven rounds, the game in round 5 and in round 6, both players."""
    printed = {
        ("1-0", 5): [2252, 2048],
        ("1/2-1/2", 5): [2243, 2057],
        ("0-1", 5): [2231, 2069],
        ("1-0", 6): [2256, 2044],
        ("1/2-1/2", 6): [2240, 2060],
        ("0-1", 6): [2220, 2080],
    }
    for (result, round_), wanted in printed.items():
        event = Event((player(1, 2250), player(2, 2050)), games((round_, 1, 2, result)), rounds=7)
        assert new(rate(event, RULES)) == wanted


def test_table_as_printed() -> None:
    """数据表: 51 rows without gap; 198-206 gives 0.76, 734 gives 0.99, >734 gives 1.00."""
    steps = [d for d in range(1, 800) if WE_TABLE(d, RULES) != WE_TABLE(d - 1, RULES)]
    assert len(steps) == 50
    assert [WE_TABLE(d, RULES) for d in (197, 198, 206, 207)] == [0.75, 0.76, 0.76, 0.77]
    assert [WE_TABLE(d, RULES) for d in (0, 3, 4, 734, 735)] == [0.5, 0.5, 0.51, 0.99, 1]


# --- K by the result ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "final", "k"),
    [(1, False, 10), (0.5, False, 25), (0, False, 25), (1, True, 25), (0.5, True, 40)],
)
def test_k_by_result(score: float, final: bool, k: int) -> None:
    """如高分棋手胜 K 根据高分棋手; 低分棋手胜或和 K 根据低分棋手; 最后二轮 K+15."""
    assert K_FACTOR(2250, RULES, None, None, None, 2050, score, final) == k
    assert K_FACTOR(2050, RULES, None, None, None, 2250, 1 - score, final) == k


def test_k_needs_the_score() -> None:
    """K 的算法: with an opponent, K depends on the result."""
    with pytest.raises(ArgumentError, match="score"):
        K_FACTOR(2250, RULES, opponent=2050)
    with pytest.raises(NumberError):
        K_FACTOR(2250, RULES, opponent=2050, score=0.7)


def test_both_lost() -> None:
    """K 的算法: nobody won, so the lower player's rating decides for both."""
    event = Event((player(1, 2250), player(2, 2050)), games((1, 1, 2, "0-0")), rounds=9)
    line, other = rate(event, RULES).lines
    assert [line.games[0].k, other.games[0].k] == [25, 25]
    assert new(rate(event, RULES)) == [2231, 2044]  # 25 x -0.76 = -19, 25 x -0.24 = -6


def test_k_given_replaces_the_rule() -> None:
    """A K set by hand goes before the table and the last two rounds."""
    assert NEW_RATING(2250, [2050], [1], RULES, 20, final_rounds=1) == 2255  # 20 x 0.24 = 4.8
    assert RATING_CHANGE(2250, [2050], [1], RULES, 20) == 4.8


# --- an event by hand ---------------------------------------------------------------------


def match(rules: str = RULES, **facts: Any) -> Report:
    """Four games of two players; the last two rounds are 3 and 4."""
    event = Event(
        (player(1, 1790, facts=facts), player(2, 1810)),
        games((1, 1, 2, "1-0"), (2, 1, 2, "1/2-1/2"), (3, 2, 1, "0-1"), (4, 2, 1, "1-0")),
        rounds=4,
    )
    return rate(event, rules)


def test_event_by_hand() -> None:
    """棋手等级分基础: R0 is the rating before one game, so each game starts from the last.

    1. 1790-1810, D 20: .47/.53. The lower player wins: K by 1790 = 40.
       40 x .53 = 21.2 -> 21: 1811, 1789.
    2. 1811-1789, D 22: .53/.47. A draw: K by 1789 = 40. 40 x -.03 = -1.2 -> -1: 1810, 1790.
    3. 1810-1790, D 20: .53/.47. The higher player wins: K by 1810 = 25, + 15 = 40.
       40 x .47 = 18.8 -> 19: 1829, 1771.
    4. 1829-1771, D 58: .58/.42. The lower player wins: K by 1771 = 40, + 15 = 55.
       55 x -.58 = -31.9 -> -32: 1797, 1803.
    """
    report = match()
    one, two = report.lines
    assert new(report) == [1797, 1803]
    assert [g.rounded for g in one.games] == [21, -1, 19, -32]
    assert [g.k for g in one.games] == [g.k for g in two.games] == [40, 40, 40, 55]
    assert [g.own_rating for g in one.games] == [1790, 1811, 1810, 1829]
    assert [one.change, one.rounded, one.n, one.score] == [Decimal("6.9"), 7, 4, Decimal("2.5")]


def test_frozen_ratings() -> None:
    """Option ratings=frozen: 1790 and 1810 in all four games.

    1. 40 x .53 -> 21. 2. draw, K 40: 40 x .03 = 1.2 -> 1. 3. lower wins, K 55:
    55 x .53 = 29.15 -> 29. 4. higher wins, K 25 + 15: 40 x -.47 = -18.8 -> -19.
    """
    report = match(RULES + ":ratings=frozen")
    assert new(report) == [1822, 1778]
    assert [g.rounded for g in report.lines[0].games] == [21, 1, 29, -19]


def test_bonus_follows_the_games() -> None:
    """BONUS: added once after the games, without K; only where the event carries it."""
    assert new(match(bonus_place=2)) == [1797 + 25, 1803]
    assert new(match(bonus_place="9")) == [1797, 1803]
    for wrong in (0, -1, 1.5, "first"):
        with pytest.raises(RatingError):
            match(bonus_place=wrong)


def test_two_events_are_one_chain() -> None:
    """R0: the second event starts where games and bonus of the first one ended."""
    first = match(bonus_place=2)
    second = Event(first.players(), games((1, 1, 2, "1-0")), rounds=5)
    apart = rate(second, RULES)
    start = Event(
        (player(1, 1790, facts={"bonus_place": 2}), player(2, 1810)),
        first.events[0].games,
        rounds=4,
    )
    # The rating entered for the second event of a period is not asked.
    entered = Event((player(1, 1700), player(2, 1700)), second.games, rounds=5)
    together = rate([start, entered], RULES)
    # 1822-1803, D 19: .53; the higher wins, K 25: 25 x .47 = 11.75 -> 12.
    assert new(apart) == new(together) == [1834, 1791]
    assert [together.lines[0].rounded, together.lines[0].player.rating] == [44, 1790]
    assert apart.lines[0].player.facts.get("bonus_place") is None


def test_short_events() -> None:
    """最后二轮: an event of two rounds consists of them; option short_event=plain: not."""
    event = Event((player(1, 2250), player(2, 2050)), games((1, 1, 2, "1-0")), rounds=2)
    assert new(rate(event, RULES)) == [2256, 2044]
    assert new(rate(event, RULES + ":short_event=plain")) == [2252, 2048]
    assert NEW_RATING(2250, [2050], [1], RULES + ":short_event=plain", final_rounds=1) == 2256
    # Three rounds are not fewer than three: the last two have K 25.
    three = Event(
        (player(1, 2250), player(2, 2050)),
        games(*((no, 1, 2, "1-0") for no in (1, 2, 3))),
        rounds=3,
    )
    for rules in (RULES, RULES + ":short_event=plain"):
        assert [game.k for game in rate(three, rules).lines[0].games] == [10, 25, 25]


def test_last_rounds_in_a_column() -> None:
    """最后二轮: rows stay rounds when one of them is blank; a play-off is no round, its K plain."""
    # Rounds 1 to 4, round 4 not played: only round 3 is one of the last two.
    blank = NEW_RATING(2250, [2050, 2050, 2050, ""], [1, 1, 1, ""], RULES, final_rounds=2)
    assert blank == 2250 + 2 + 2 + 6  # D 200, 202, 204: 10 x .24, 10 x .24, 25 x .24
    # Round 2 not played: rounds 3 and 4 are the last two.
    blank = NEW_RATING(2250, [2050, "", 2050, 2050], [1, "", 1, 1], RULES, final_rounds=2)
    assert blank == 2250 + 2 + 6 + 6  # D 200, 202, 208: 10 x .24, 25 x .24, 25 x .23 = 5.75
    assert NEW_RATING(2250, [2050] * 2, [1, 1], RULES, final_rounds=True) == 2250 + 6 + 6
    playoff = Game(5, 1, 2, read_result("1-0"), playoff=True)
    event = Event((player(1, 2250), player(2, 2050)), (*games((3, 1, 2, "1-0")), playoff), rounds=4)
    assert [game.k for game in rate(event, RULES).lines[0].games] == [25, 10]
    for wrong in (3, -1, 1.5, "x"):
        with pytest.raises(RatingError):
            NEW_RATING(2250, [2050] * 4, [1] * 4, RULES, final_rounds=wrong)
    with pytest.raises(NumberError):
        NEW_RATING(2250, [2050], [1], RULES, final_rounds=2)


def test_one_total_is_not_enough() -> None:
    """K 的算法: a sum of points does not tell who was beaten."""
    with pytest.raises(ArgumentError, match="each"):
        NEW_RATING(2250, [2050, 2100], 1.5, RULES)
    assert NEW_RATING(2250, [2050], 1, RULES) == 2252


# --- titles, absence, what is not rated ---------------------------------------------------


def test_start_ratings() -> None:
    """大马应用的等级分制度, 自动转换等级分: spellings; 大马国手 alone has two values and is refused."""
    assert START_RATING("大马国手(国庆日赛冠军)", RULES) == 2050
    assert START_RATING(["gm", " International  Master ", "State player"], RULES) == [
        2350,
        2250,
        1500,
    ]
    assert START_RATING("国际大师/大马州手", RULES) == 2250
    for unknown in ("大马国手", "国家大师", "1500"):
        with pytest.raises(NotKnownError, match="特级大师"):
            START_RATING(unknown, RULES)


@pytest.mark.parametrize(
    ("rating", "titles"),
    {
        2350: "特级大师|Grandmaster|GM|гроссмейстер",
        2250: "国际大师|International Master|IM|международный мастер",
        2150: (
            "大马国手（棋王赛及万能全国赛冠军）|大马国手（棋王赛冠军）|大马国手（万能全国赛冠军）|"
            "棋王赛及万能全国赛冠军|棋王赛冠军|万能全国赛冠军|National player (Chess King, Wanneng)|"
            "National player (Chess King)|National player (Wanneng)"
        ),
        2050: "大马国手（国庆日赛冠军）|国庆日赛冠军|National player (National Day)",
        1500: "大马州手|State player",
    }.items(),
)
def test_every_title_has_its_start_rating(rating: int, titles: str) -> None:
    """自动转换等级分: the five rows of the table, each in every spelling."""
    for title in titles.split("|"):
        assert START_RATING(title, RULES) == rating, title


def test_player_starts_from_the_title() -> None:
    """一开始，每个大马棋手会提供一个等级分: rated from the first game on."""
    event = Event((player(1, title="国际大师"), player(2, 2050)), games((1, 1, 2, "1-0")), rounds=7)
    report = rate(event, RULES)
    assert new(report) == [2252, 2048]
    assert report.lines[0].first
    assert "国际大师" in sentences(report.lines[0])[0].text
    assert report.players()[0].rating == 2252


def test_a_start_rating_needs_no_game() -> None:
    """一开始，每个大马棋手会提供一个等级分: a bye is enough, or nothing; start=played asks for a game.

    In the national events places bring a bonus, which is none without a rating.
    """
    people = (
        player(1, title="国际大师", facts={"bonus_place": 1}),
        player(2, 2000),
        player(3, title="大马州手"),
    )
    event = Event(people, games((1, 1, None, "BYE 1")), facts={"national": "king"})
    assert new(rate(event, RULES)) == [2280, 2000, 1500]
    report = rate(event, RULES + ":start=played")
    assert new(report) == [None, 2000, None]
    (step,) = sentences(report.lines[2])
    assert "大马州手, 1500" in step.text and step.clause == "大马应用的等级分制度"
    assert [one.rating for one in report.players()] == [None, 2000, None]
    # With a game both start from their titles: 2250 against 2000, K 10 + 15, .81.
    played = Event(people, games((1, 1, 2, "1-0")), facts={"national": "king"})
    assert new(rate(played, RULES + ":start=played")) == [2285, 1995, None]


def test_player_without_title_or_rating() -> None:
    """The table names titles only: without one, no rating; option untitled=1500 gives one."""
    event = Event((player(1), player(2, 1500)), games((1, 1, 2, "1-0")), rounds=7)
    report = rate(event, RULES)
    assert new(report) == [None, 1500]
    assert [line.games[0].reason for line in report.lines] == [
        "not_own_unrated",
        "not_opponent_unrated",
    ]
    assert sentences(report.lines[0])[0].clause == "大马应用的等级分制度"
    # 1500-1500: K 40, 40 x .5 = 20.
    assert new(rate(event, RULES + ":untitled=1500")) == [1520, 1480]


def test_new_title() -> None:
    """一开始: the table is for the beginning; option new_title=raises lifts, never lowers."""
    assert new(match(new_title="国际大师")) == [1797, 1803]
    assert new(match(RULES + ":new_title=raises", new_title="国际大师")) == [2250, 1803]
    assert new(match(RULES + ":new_title=raises", new_title="大马州手")) == [1797, 1803]
    assert match(new_title="国际大师").players()[0].title == "国际大师"


def test_absence() -> None:
    """注: 3 % is taken off, rounded half away; option absence=rating rounds what is left."""
    table = {2350: (2279, 2280), 2250: (2182, 2183), 2150: (2085, 2086), 2050: (1988, 1989)}
    for rating, (taken, left) in {**table, 1500: (1455, 1455)}.items():
        assert rating - ABSENCE_PENALTY(rating, RULES) == taken
        assert rating - ABSENCE_PENALTY(rating, RULES + ":absence=rating") == left
        event = Event((player(1, rating, facts={"absent": True}), player(2, 1500)))
        report = rate(event, RULES)
        assert new(report) == [taken, 1500]
        assert report.players()[0].facts == {}
        # No sentence says that the rating stays the same, nor any of somebody who loses nothing.
        told = [[one.text for one in sentences(line)] for line in report.lines]
        assert [len(texts) for texts in told] == [3, 1] and "same" not in str(told)
    assert new(match(absent="否")) == [1797, 1803]


def test_forfeits_and_byes() -> None:
    """Not mentioned: not rated; option forfeits=rated counts a forfeit, never a bye."""
    lines = games((1, 1, 2, "1-0 F"), (2, 1, None, "BYE 1"), (2, 2, None, "BYE 0"))
    event = Event((player(1, 2250), player(2, 2050)), lines, rounds=7)
    assert new(rate(event, RULES)) == [2250, 2050]
    assert new(rate(event, RULES + ":forfeits=rated")) == [2252, 2048]
    # Both stayed away: nobody won, as in a game that both lost.
    both = Event((player(1, 2250), player(2, 2050)), games((1, 1, 2, "0-0 F")), rounds=9)
    assert new(rate(both, RULES)) == [2250, 2050]
    assert new(rate(both, RULES + ":forfeits=rated")) == [2231, 2044]


def test_ever_2400() -> None:
    """永远确定 K = 10 belongs to the Chinese system; option ever2400=on gives that player K 10."""
    assert NEW_RATING(2050, [2250], [0.5], RULES, peak=2400) == 2057
    assert NEW_RATING(2050, [2250], [0.5], RULES + ":ever2400=on", peak=2400) == 2053
    event = Event(
        (player(1, 2050, peak=Decimal(2410)), player(2, 2250)),
        games((1, 1, 2, "1/2-1/2")),
        rounds=7,
    )
    for peak, k in ((2399, 25), (2400, 10)):
        assert K_FACTOR(2050, RULES + ":ever2400=on", None, None, peak, 2250, 0.5) == k
    # Player 1: 10 x .26 = 2.6 -> 3; player 2: 25 x -.26 = -6.5 -> -7.
    assert new(rate(event, RULES + ":ever2400=on")) == [2053, 2243]
    # 最后二轮 K+15 给各棋手等级分, to every player: 25 x .26 = 6.5 -> 7; 40 x -.26 = -10.4.
    last = Event(event.players, games((7, 1, 2, "1/2-1/2")), rounds=7)
    assert new(rate(last, RULES + ":ever2400=on")) == [2057, 2240]


def test_what_the_rule_set_does_not_have() -> None:
    """The text knows no performance and no first rating from results."""
    for function in (PERF_RATING, INITIAL_RATING):
        with pytest.raises(NotKnownError):
            function([2000], [1], RULES)
    for penalty in (BONUS, ABSENCE_PENALTY):
        with pytest.raises(NotKnownError):
            penalty(2000, "elo")
    with pytest.raises(NotKnownError):
        START_RATING("GM", "elo")


def test_explanation_names_every_clause() -> None:
    """Each game has two sentences: whose rating gives K, and the change; three languages."""
    for language in ("en", "zh", "ru"):
        rows = EXPLAIN_RATING(2250, [2050, ""], [0.5, ""], RULES, language=language)
        assert [row[1:] for row in rows] == [[25, "K 的算法"], [2243, "范例"], [2243, "范例"]]
    assert "−6.5" in rows[1][0]
    report = match(bonus_place=1, absent=True, new_title="国际大师")
    assert all(sentences(line, language) for line in report.lines for language in ("zh", "ru"))


# --- properties ---------------------------------------------------------------------------


@given(ratings, ratings, st.sampled_from(["1-0", "½-½", "0-1"]), st.booleans())
def test_a_game_changes_both_by_the_same(one: int, other: int, result: str, final: bool) -> None:
    """范例: both changes are equal and opposite, since K is common and halves go away from zero."""
    event = Event(
        (player(1, one), player(2, other)), games((1, 1, 2, result)), rounds=2 if final else 9
    )
    lines = rate(event, RULES).lines
    assert lines[0].rounded is not None and lines[1].rounded is not None
    assert lines[0].rounded + lines[1].rounded == 0


@given(ratings, ratings, st.booleans())
def test_a_better_result_never_costs(one: int, other: int, final: bool) -> None:
    """R1 = R0 + K(W - We): in one game win >= draw >= loss, whichever K the result chooses."""
    found = [NEW_RATING(one, [other], [score], RULES, final_rounds=final) for score in (0, 0.5, 1)]
    assert all(worse <= better for worse, better in pairwise(found))


def test_a_better_result_can_cost_later() -> None:
    """K table: over several games a half point can cost, when it lifts a player out of K 40.

    1799 against 1819, .47: a draw gives 40 x .03 = 1.2 -> 1, 1800; the win after it K 25,
    1825. A loss gives 25 x -.47 = -11.75 -> -12, 1787; the win after it K 40, 1827.
    """
    assert NEW_RATING(1799, [1819, 2600], [0.5, 1], RULES) == 1825
    assert NEW_RATING(1799, [1819, 2600], [0, 1], RULES) == 1827


def test_who_brings_2400_and_loses_keeps_k_10() -> None:
    """等级分一经达到 2400 的棋手，以后即使再降 (option ever2400=on): in the next game of the event, too."""
    rules = "malaysia:ever2400=on"
    assert NEW_RATING(2402, [1573, 1627], [0, 0.5], rules) == 2402 - 10 - 5
    people = (player(1, 2402), player(2, 1573), player(3, 1627))
    lost = Event(people, games((1, 1, 2, "0-1"), (2, 1, 3, "½-½")), rounds=9)
    assert rate(lost, rules).lines[0].new == 2387
    table = {"round": [1, 2], "white": [1, 1], "black": [2, 3], "result": ["0-1", "½-½"]}
    found = rate_period({"no": [1, 2, 3], "rating": [2402, 1573, 1627]}, table, load(rules))
    # An event of two rounds: 最后二轮 K+15, so K is 25 in both.
    assert found["new"][0] == 2402 - 25 - 13


def test_a_peak_inside_an_event_stays() -> None:
    """等级分一经达到 2400 的棋手 (option ever2400=on): also when the event ends lower."""
    rules = "malaysia:ever2400=on"
    people = (player(1, 2399), player(2, 2100))
    event = Event(people, games((1, 1, 2, "1-0"), (2, 1, 2, "1-0"), (3, 2, 1, "1-0")), rounds=9)
    report = rate(event, rules)
    assert report.lines[0].new is not None and report.lines[0].new < 2400
    peak = report.players()[0].peak
    assert peak is not None and peak >= 2400


@pytest.mark.parametrize("unknown", [0, 1])
def test_k_of_a_game_needs_both_ratings(unknown: int) -> None:
    """Clause K 的算法: the higher rated decides, and of one rating nobody can say whose it is."""
    facts: list[dict[str, Decimal | None]] = [{"rating": Decimal(2000)}, {"rating": Decimal(2000)}]
    facts[unknown]["rating"] = None
    scores = Decimal(1), Decimal(0)
    with pytest.raises(NotKnownError, match="K needs the ratings of both"):
        deciding(facts[0], facts[1], scores, load("malaysia"))
