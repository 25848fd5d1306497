"""`cxa-rapid` against 《象棋棋手快棋等级分计算与实施办法（试行）》 of 15 October 2021."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_numbers import vectors
from workbooks import games

from xlrating.engine.errors import NotKnownError, NumberError, RatingError, RuleSetError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.explain import explanation
from xlrating.engine.rating import rate
from xlrating.engine.report import Report
from xlrating.engine.results import read_result
from xlrating.engine.rules.ruleset import load
from xlrating.engine.rules.sections import Calendar
from xlrating.engine.sentences import sentences
from xlrating.engine.terms.bonus import champion_change
from xlrating.engine.terms.periods import list_date, period_of
from xlrating.engine.terms.start import of_sex, start_of
from xlrating.functions import (
    BONUS,
    EXPECTED_SCORE,
    INITIAL_RATING,
    K_FACTOR,
    NEW_RATING,
    PERF_RATING,
    RATING_CHANGE,
    START_RATING,
)

RULES = "cxa-rapid"
VECTORS = vectors("cxa_rapid.json")


def man(no: int, rating: str | None = None, **more: Any) -> Player:
    """A man of a small event."""
    return Player(no, f"P{no}", None if rating is None else Decimal(rating), sex="M", **more)


def new(report: Report) -> list[str | None]:
    """The new ratings as the list prints them, in the order of the players."""
    return [None if line.new is None else str(line.new) for line in report.lines]


# --- published numbers -------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["id"])
def test_vector(vector: dict[str, Any]) -> None:
    """Every number of the text: K bands, standard values, floors; and two derived changes."""
    given_, wanted, kind = vector["inputs"], vector["expected"], vector["fn"]
    found: Any
    if kind == "K_band":
        found = K_FACTOR(given_["R"], RULES)
    elif kind in ("standard_value", "foreign_first_rating"):
        title = given_["title"]
        found = {sex: START_RATING(title, RULES, sex) for sex in "MF"}
        for half in title.split("/"):
            assert found == {sex: START_RATING(half, RULES, sex) for sex in "MF"}
    elif kind == "floor":
        rules = load(RULES)
        assert rules.floor is not None
        found = {"M": rules.floor.least, "F": rules.floor.women}
        found["published_min_M"] = rules.published.least
        found["published_min_F"] = rules.published.women
        found = {key: float(value) for key, value in found.items()}
    elif kind == "event_change":
        n, own, average = given_["N"], given_["Ro"], given_["Ra"]
        found = {"P": EXPECTED_SCORE(own, average, RULES), "K": K_FACTOR(own, RULES)}
        found["We"] = float(Decimal(str(found["P"])) * n)
        found["dR"] = RATING_CHANGE(own, [average] * n, given_["W"], RULES)
        wanted = pytest.approx(wanted, abs=vector["tolerance"], rel=0)
    else:
        assert kind == "champion"
        change, own, k = (Decimal(str(given_[name])) for name in ("dR_normal", "Ro", "K"))
        found = {"dR": float(champion_change(change, own, k, load(RULES)))}
        wanted = pytest.approx(wanted, abs=vector["tolerance"], rel=0)
    assert found == wanted


# --- chapter 2: calendar, standard values, floors -----------------------------------------


@pytest.mark.parametrize(
    ("end", "listed"),
    [
        (date(2023, 10, 1), date(2024, 1, 1)),
        (date(2023, 12, 31), date(2024, 1, 1)),
        (date(2024, 1, 1), date(2024, 10, 1)),
        (date(2024, 9, 30), date(2024, 10, 1)),
        (date(2024, 10, 1), date(2025, 1, 1)),
    ],
)
def test_calendar(end: date, listed: date) -> None:
    """第五条: 1 January for October to December before it, 1 October for January to September."""
    assert list_date(end, load(RULES)) == listed
    with pytest.raises(NotKnownError):
        list_date(end, load("malaysia"))


@given(st.dates(date(2022, 1, 1), date(2099, 12, 31)))
def test_every_day_has_one_list(day: date) -> None:
    """第五条: the periods follow each other without gap, and every list follows its period."""
    period = period_of(day, load(RULES))
    assert period.first <= day <= period.last < period.list_date
    assert period.last + timedelta(days=1) == period.list_date
    assert period_of(period.list_date, load(RULES)).first == period.list_date


def test_in_force() -> None:
    """第十四条: on trial from 15 October 2021, not before."""
    assert load(RULES, date(2021, 10, 15)).reference == "cxa-rapid@2021-10-15"
    with pytest.raises(RuleSetError):
        load(RULES, date(2021, 10, 14))


def test_first_timer_plays_with_the_standard_value() -> None:
    """第八条（一）: opponents meet the standard value, K is its band; women have their own."""
    woman = Player(2, "B", sex="女", title="国家大师")  # 2250.0, K 20
    event = Event((man(1, title="棋协大师"), woman), games((1, 1, 2, "1/2-1/2")))
    report = rate(event, RULES)
    one, two = report.lines
    # 2350 - 2250: P .64; 15 x -.14 = -2.10, 20 x .14 = 2.80.
    assert [one.average, one.k, one.change] == [2250, 15, Decimal("-2.10")]
    assert [two.average, two.k, two.change] == [2350, 20, Decimal("2.80")]
    assert new(report) == ["2347.9", "2252.8"]
    assert one.first and two.first and one.player.rating is None
    assert "棋协大师" in sentences(one)[0].text


def test_the_standard_value_waits_for_the_first_calculation() -> None:
    """第六条（一）, 首次计算: a game that counts gives a rating, a bye does not; a new title neither."""
    people = (
        man(1, title="国家大师", facts={"new_title": "特级大师"}),
        man(2, "2300.0"),
        man(3, title="棋协大师"),
    )
    event = Event(people, games((1, 1, None, "BYE 1"), (1, 2, 3, "1-0 F")))
    report = rate(event, RULES)
    # 2300 - 2350: P .43, K 15.
    assert new(report) == [None, "2308.6", "2341.5"]
    assert (report.lines[0].k, report.lines[0].start, report.lines[0].n) == (None, None, 0)
    assert "国家大师" in sentences(report.lines[0])[0].text
    assert [one.title for one in report.players()] == ["特级大师", "", "棋协大师"]
    assert new(rate(event, RULES + ":start=given")) == ["2550.0", "2308.6", "2341.5"]
    # 双方弃权 of two events: one that counts is enough.
    both = rate([event, Event(people, games((1, 1, 2, "½-½")))], RULES)
    assert both.lines[0].n == 1 and both.lines[0].start == 2450


def test_home_player_without_title() -> None:
    """第六条: 二级棋士（含）以下 holds who has no title; option untitled=unrated."""
    event = Event((man(1), man(2, "2000.0")), games((1, 1, 2, "1-0")))
    assert new(rate(event, RULES)) == ["2012.5", "2000.0"]
    assert new(rate(event, RULES + ":untitled=unrated")) == [None, "2000.0"]


def test_foreigners() -> None:
    """第十二条: three titles have a rating; games against any other foreigner are void."""
    people = (
        man(1, "2400.0"),
        man(2, federation="MAS", title="GM"),
        man(3, federation="MAS"),
        man(4, title="棋联大师"),
        man(5, facts={"foreign": "x"}, title="国家大师"),
        man(6, federation="广东"),
        man(7, "2100.0", federation="HKG"),
    )
    lines = games((1, 1, 3, "0-1"), (1, 2, 4, "1/2-1/2"), (1, 5, 7, "1-0"), (2, 1, 6, "1-0"))
    report = rate(Event(people, lines), RULES)
    assert new(report) == ["2401.4", "2547.4", None, "2353.9", None, "2000.0", "2100.0"]
    assert [game.reason for game in report.lines[0].games] == ["not_opponent_unrated", ""]
    assert report.lines[2].games[0].reason == "not_own_unrated"
    assert report.lines[2].n == 0
    assert sentences(report.lines[2])[0].clause == "第六条, 第十二条"
    assert report.players()[2].rating is None


def test_titles_and_sexes() -> None:
    """第六条: several titles, the highest; unknown titles and sexes are refused."""
    assert START_RATING("地协大师/一级运动员", RULES) == 2350
    assert START_RATING(["国际健将", "三级棋士"], RULES, ["f", "男"]) == [2350, 2000]
    assert START_RATING("特级大师", RULES) == 2550
    with pytest.raises(NotKnownError):
        START_RATING("国际级裁判", RULES)
    with pytest.raises(RatingError):
        START_RATING("国家大师", RULES, "x")


#: 第六条, the standard values of men and women, with the titles of both systems; and 第十二条.
STANDARD = {
    (2550, 2350): "特级大师|国际健将|特级大师、国际健将|Grandmaster|GM|гроссмейстер",
    (2450, 2250): "国家大师|运动健将|国家大师、运动健将|National Master|NM|мастер",
    (2350, 2150): "棋协大师|一级运动员|棋协大师、一级运动员|Association Master",
    (2250, 2050): "地协大师|二级运动员|地协大师、二级运动员|Regional Master",
    (2150, 1950): "一级棋士|三级运动员|一级棋士、三级运动员",
    (2000, 1800): (
        "二级棋士（含）以下|二级棋士|三级棋士|四级棋士|五级棋士|六级棋士|七级棋士|八级棋士|九级棋士|"
        "十级棋士|十一级棋士|十二级棋士|十三级棋士|十四级棋士|十五级棋士|十六级棋士"
    ),
}
ABROAD = {
    (2550, 2350): "国际特级大师|International Grandmaster|Grandmaster|GM|гроссмейстер",
    (2450, 2250): "国际大师|International Master|IM|международный мастер",
    (2350, 2150): "棋联大师|Federation Master|FM|мастер федерации",
}


@pytest.mark.parametrize("federation", ["CHN", "VIE"])
def test_every_title_has_its_standard_value(federation: str) -> None:
    """第六条, 第十二条: each spelling, men and women, at home and abroad; no title counts on both sides."""
    own, other = (STANDARD, ABROAD) if federation == "CHN" else (ABROAD, STANDARD)
    for values, titles in own.items():
        for title in titles.split("|"):
            for sex, value in zip("mf", values, strict=True):
                player = Player(1, "A", title=title, federation=federation, sex=sex)
                assert start_of(player, load(RULES)) == value, title
    both = "|".join(own.values()).split("|")
    for title in "|".join(other.values()).split("|"):
        if title not in both:
            assert start_of(Player(1, "A", title=title, federation=federation), load(RULES)) is None


def test_days_of_the_lists() -> None:
    """第五条: 1月1日至9月30日 for the list of 10月1日, 10月1日至12月31日 for that of 1月1日."""
    found = [(one.day, one.first, one.last) for one in load(RULES).need(Calendar).lists]
    assert found == [("10-01", "01-01", "09-30"), ("01-01", "10-01", "12-31")]


def test_last_decimals() -> None:
    """第八条: P of 400 points, two decimals; the rating, one; 第十一条: the bonus, two decimals."""
    # .595 lies at 66.83 points.
    assert EXPECTED_SCORE(2450, Decimal("2383.16"), RULES) == 0.6
    assert EXPECTED_SCORE(2450, Decimal("2383.2"), RULES) == 0.59
    assert NEW_RATING(2450.34, [2450.34], [0.5], RULES) == 2450.3
    assert BONUS(1, RULES, 2450.4) == 36.76  # 2450.4 x 0.015 = 36.756


def test_the_first_day() -> None:
    """自2021年10月15日起: an event counts by its last day (第五条), also one that began before it."""
    people = (man(1, "2300.0"), man(2, "2300.0"))
    played = games((1, 1, 2, "1-0"))
    first, last = date(2021, 10, 10), date(2021, 10, 15)
    assert rate(Event(people, played, start=first, end=last), RULES).lines[0].new is not None
    with pytest.raises(RuleSetError, match="2021-10-15"):
        rate(Event(people, played, start=first, end=date(2021, 10, 14)), RULES)


def test_floor_and_publication() -> None:
    """第六条（三）, 第五条: a rating stops at the floor, is kept, and not published there."""
    men = (man(1, "2003.0"), man(2, "2000.0"))
    report = rate(Event(men, games((1, 1, 2, "0-1"))), RULES)
    # P .50: 25 x .5 = 12.5; 2003 - 12.5 = 1990.5, so 2000.0.
    assert new(report) == ["2000.0", "2012.5"]
    assert [line.listed for line in report.lines] == [False, True]
    assert [player.rating for player in report.players()] == [2000, Decimal("2012.5")]
    assert NEW_RATING(2005, [2005], [0], RULES, sex="F") == 1992.5
    assert NEW_RATING(2005, [2005], [0], RULES) == 2000
    # A rating below 2000.0 can only be a woman's.
    assert NEW_RATING([1850, 1805], [[1850], [1805]], [[0], [0]], RULES) == [1837.5, 1800]


def test_new_title() -> None:
    """第六条（二）: at the next list the standard value, or the rating if that is higher."""
    for title, wanted in (("国家大师", "2450.0"), ("地协大师", "2350.0")):
        event = Event((man(1, "2350.0", facts={"new_title": title}), man(2, "2350.0")))
        report = rate(event, RULES)
        assert new(report)[0] == wanted
        assert [report.players()[0].title, report.players()[0].facts] == [title, {}]


# --- chapter 3: what counts ---------------------------------------------------------------


def test_average_is_taken_per_game() -> None:
    """第八条（二）: an opponent met twice counts twice; option average=opponents once."""
    lines = games((1, 1, 2, "1-0"), (2, 2, 1, "1-0"), (3, 1, 3, "1-0"))
    event = Event((man(1, "2400.0"), man(2, "2500.0"), man(3, "2301.0")), lines)
    assert rate(event, RULES).lines[0].average == Decimal("2433.67")
    assert rate(event, RULES + ":average=opponents").lines[0].average == Decimal("2400.50")


def test_share_is_rounded() -> None:
    """第八条（三）: two decimals, rounded; option share=truncated cuts both sides."""
    # 1/(1 + 10^(-60.73/400)) = .5865; the other side .4135.
    assert EXPECTED_SCORE(2450.3, 2389.57, RULES) == 0.59
    assert EXPECTED_SCORE(2389.57, 2450.3, RULES) == 0.41
    assert EXPECTED_SCORE(2450.3, 2389.57, RULES + ":share=truncated") == 0.58
    assert EXPECTED_SCORE(2389.57, 2450.3, RULES + ":share=truncated") == 0.41
    # No difference is too large to count in full: 1/(1 + 10^(-800/400)) = .990.
    assert EXPECTED_SCORE(2800, 2000, RULES) == 0.99


def test_forfeits_count_and_byes_do_not() -> None:
    """第七条, 第十条: a forfeit counts in N, W and Ra; 轮空 in none; 0-0 F is an option."""
    lines = games((1, 1, 2, "1-0 F"), (2, 1, None, "BYE 1"), (3, 1, 2, "0-0 F"))
    event = Event((man(1, "2400.0"), man(2, "2400.0")), lines)
    line = rate(event, RULES).lines[0]
    assert [line.n, line.score, line.points, line.change] == [2, 1, 2, 0]
    line = rate(event, RULES + ":double_forfeit=unrated").lines[0]
    assert [line.n, line.score, line.change] == [1, 1, Decimal("7.50")]


@pytest.mark.parametrize(
    ("results", "first"),
    [
        (["1-0"], 1),
        (["1/2-1/2"], 0),  # 1 is Red: Black wins the drawn game
        (["1-0", "1/2-1/2"], 1),
        (["1/2-1/2", "1/2-1/2"], 1),  # 2 is Red in the second game
        (["1-0", "1-0", "1/2-1/2"], 0),  # one win each, then a draw with 1 as Red
        (["1-0", "1-0"], 0.5),  # one win each: nobody has won the play-off
        (["0-1", "0-1", "0-1"], 0),
        (["1-0 F"], 1),
    ],
)
def test_playoff_is_one_game(results: list[str], first: float) -> None:
    """第七条: 加赛对局（附加赛和棋按黑胜）只计算1局; colours change from game to game."""
    playoff = tuple(
        Game(2 + i, 1 if i % 2 == 0 else 2, 2 if i % 2 == 0 else 1, read_result(text), playoff=True)
        for i, text in enumerate(results)
    )
    event = Event(
        (man(1, "2400.0"), man(2, "2400.0")), (*games((1, 1, 2, "1/2-1/2")), *playoff), rounds=1
    )
    one, two = rate(event, RULES).lines
    assert [one.n, two.n] == [2, 2]
    assert [float(one.score), float(two.score)] == [0.5 + first, 1.5 - first]
    assert [one.points, two.points] == [Decimal("0.5"), Decimal("0.5")]
    assert [g.counted for g in one.games] == [True] + [False] * (len(results) - 1) + [True]
    assert one.change == Decimal(str(15 * (first - 0.5)))


def test_champion() -> None:
    """第十一条: 不降分, then 1‰ x K of the old rating; option champion=together."""
    facts = {"champion": "是"}
    event = Event((man(1, "2450.3", facts=facts), man(2, "2300.0")), games((1, 1, 2, "1/2-1/2")))
    # P .70: 15 x -.20 = -3.00. 2450.3 x .001 x 15 = 36.7545 -> 36.75.
    assert rate(event, RULES).lines[0].change == Decimal("36.75")
    assert new(rate(event, RULES)) == ["2487.1", "2303.0"]
    assert rate(event, RULES + ":champion=together").lines[0].change == Decimal("33.75")
    assert rate(event, RULES).players()[0].facts == {}
    assert BONUS([1, 2], RULES, [2500, 2500]) == [25, 0]
    with pytest.raises(RatingError):
        BONUS(1, RULES)


def test_rating_ends_on_a_tie() -> None:
    """第八条（六）: one decimal, 四舍五入: 2450.3 + 17.85 = 2468.15 becomes 2468.2."""
    assert NEW_RATING(2450.3, [2389.57] * 9, 6.5, RULES) == 2468.2


def test_opening_values_hold_for_the_period() -> None:
    """第九条: K and Ro do not change within a period, whatever the second entry says."""
    first = Event((man(1, "2499.0"), man(2, "2499.0")), games((1, 1, 2, "1-0")), name="one")
    second = Event((man(1, "2510.0"), man(2, "2499.0")), games((1, 1, 2, "1-0")), name="two")
    line = rate([first, second], RULES).lines[0]
    assert [line.k, line.change, line.player.rating] == [15, 15, 2499]
    assert [game.own_rating for game in line.games] == [2499, 2499]
    assert str(line.new) == "2514.0"


# --- a season by hand ---------------------------------------------------------------------


def season() -> tuple[Event, Event, Event]:
    """Three events of October to December 2023; the first begins in September."""
    a = man(1, "2520.0", id="A", title="国家大师")
    b = man(2, "2400.0", id="B", title="棋协大师")
    c = Player(3, "C", Decimal("1850.0"), id="C", sex="F", title="二级棋士")
    n = man(4, id="N", title="棋协大师")
    f = man(5, id="F", federation="MAS")
    d = man(6, "2003.0", id="D")
    one = Event(
        (Player(1, "A", Decimal("2520.0"), id="A", sex="M", facts={"champion": True}), b, n, f),
        games(
            (1, 1, 2, "1-0"), (1, 4, 5, "1-0"), (2, 1, 5, "1-0"),
            (2, 2, 4, "1/2-1/2"), (3, 4, 1, "0-1"), (3, 5, 2, "0-1"),
        ),
        name="Cup", start=date(2023, 9, 29), end=date(2023, 10, 2),
    )  # fmt: skip
    playoff = (
        Game(4, 4, 2, read_result("1/2-1/2"), playoff=True),
        Game(5, 2, 4, read_result("1/2-1/2"), playoff=True),
    )
    two = Event(
        (
            Player(2, "B", Decimal("2400.0"), id="B", sex="M", facts={"new_title": "国家大师"}),
            c,
            man(4, id="N", title="棋协大师", facts={"champion": True}),
        ),
        (
            *games(
                (1, 2, 3, "1-0 F"), (1, 4, None, "BYE 1"), (2, 3, 4, "1-0"),
                (2, 2, None, "BYE 1"), (3, 4, 2, "1-0"), (3, 3, None, "BYE 1"),
            ),
            *playoff,
        ),
        name="Open", rounds=3, start=date(2023, 11, 18), end=date(2023, 11, 19),
    )  # fmt: skip
    three = Event(
        (a, c, d),
        games((1, 1, 3, "1-0"), (2, 3, 1, "1/2-1/2"), (3, 3, 6, "1-0")),
        name="Club",
        start=date(2023, 12, 30),
        end=date(2023, 12, 31),
    )
    return one, two, three


def test_season_by_hand() -> None:
    """第五条 to 第十二条 in one period: list of 1 January 2024.

    Cup. F is a foreigner without title: games 1-5, 4-5, 5-2 are void (第十二条).
      A 2520.0 K 10: opponents 2400.0 2350.0, Ra 2375.00, D 145, P .70 (.6974);
        N 2, We 1.40, W 2: 10 x .60 = 6.00; champion + 2520.0 x .001 x 10 = 25.20: +31.20
      B 2400.0 K 15: 2520.0 2350.0, Ra 2435.00, D -35, P .45 (.4498);
        We .90, W .5: 15 x -.40 = -6.00
      N newcomer, 棋协大师 2350.0, K 15: 2400.0 2520.0, Ra 2460.00, D -110, P .35 (.3468);
        We .70, W .5: 15 x -.20 = -3.00
    Open. C lost to B without play; byes do not count; B and N played off, two draws, N
    Black in the second one: N's win, one game.
      B: 1850.0 (won) 2350.0 (lost) 2350.0 (play-off lost), Ra 2183.33, D 216.67, P .78
        (.7768); N 3, We 2.34, W 1: 15 x -1.34 = -20.10
      N: 1850.0 (lost) 2400.0 (won) 2400.0 (play-off won), Ra 2216.67, D 133.33, P .68
        (.6830); We 2.04, W 2: 15 x -.04 = -0.60; champion: 0 + 2350.0 x .001 x 15 = +35.25
      C woman 1850.0 K 25: 2400.0 (lost) 2350.0 (won), Ra 2375.00, D -525, P .05 (.0464);
        We .10, W 1: 25 x .90 = +22.50
    Club. A and C meet twice: both games count in the averages.
      A: 1850.0 1850.0, Ra 1850.00, D 670, P .98 (.9793); We 1.96, W 1.5: 10 x -.46 = -4.60
      C: 2520.0 2520.0 2003.0, Ra 2347.67, D -497.67, P .05 (.0539);
        N 3, We .15, W 1.5: 25 x 1.35 = +33.75
      D 2003.0 K 25: 1850.0, D 153, P .71 (.7070); We .71, W 0: 25 x -.71 = -17.75

    A 2520.0 + 31.20 - 4.60 = 2546.6
    B 2400.0 - 6.00 - 20.10 = 2373.9; new title 国家大师: 2450.0
    C 1850.0 + 22.50 + 33.75 = 1906.25 -> 1906.3
    N 2350.0 - 3.00 + 35.25 = 2382.25 -> 2382.3
    D 2003.0 - 17.75 = 1985.25 -> floor 2000.0, not published
    """
    events = season()
    assert {list_date(event.end, load(RULES)) for event in events if event.end} == {
        date(2024, 1, 1)
    }
    report = rate(events, RULES)
    lines = {line.player.id: line for line in report.lines}
    assert {key: None if line.new is None else str(line.new) for key, line in lines.items()} == {
        "A": "2546.6", "B": "2450.0", "N": "2382.3", "F": None, "C": "1906.3", "D": "2000.0",
    }  # fmt: skip
    assert {key: str(line.change) for key, line in lines.items()} == {
        "A": "26.60", "B": "-26.10", "N": "32.25", "F": "None", "C": "56.25", "D": "-17.75",
    }  # fmt: skip
    assert {key: line.k for key, line in lines.items()} == {
        "A": 10, "B": 15, "N": 15, "F": None, "C": 25, "D": 25,
    }  # fmt: skip
    assert {key: line.listed for key, line in lines.items()} == {
        "A": True, "B": True, "N": True, "F": True, "C": True, "D": False,
    }  # fmt: skip
    assert [lines[key].n for key in "ABNFCD"] == [4, 5, 5, 0, 5, 1]


def test_season_tells_its_reasons() -> None:
    """Every step has its clause, and the games their share of the change, in three languages."""
    report = rate(season(), RULES)
    for line in report.lines:
        for language in ("en", "zh", "ru"):
            assert explanation(report, line, language)
        counted = [game for game in line.games if game.counted]
        if counted and not line.player.facts.get("champion"):
            assert sum(game.change or 0 for game in counted) == line.change
    told = [sentence.clause for sentence in sentences(report.line("N"), "zh")]
    assert told[:2] == ["第六条, 第十二条", "第九条"]
    assert "第十一条" in told and "第七条, 第十条" in told
    assert "第六条（三）" in [s.clause for s in sentences(report.line("D"))]


def test_next_period_starts_from_the_list() -> None:
    """第九条: the new list gives Ro and K of the next period; a kept rating is not lost.

    D 2000.0 draws C 1906.3: D P .63, 25 x -.13 = -3.25, stays 2000.0; C P .37,
    25 x .13 = 3.25, 1909.55 -> 1909.6. B, 2450.0, has K 15; the title is 国家大师.
    """
    players = {player.id: player for player in rate(season(), RULES).players()}
    assert [players["B"].title, players["B"].facts] == ["国家大师", {}]
    assert players["F"].rating is None
    event = Event((players["C"], players["D"]), games((1, 3, 6, "1/2-1/2")), end=date(2024, 3, 1))
    assert new(rate(event, RULES)) == ["1909.6", "2000.0"]
    assert list_date(date(2024, 3, 1), load(RULES)) == date(2024, 10, 1)


def test_an_event_need_not_sum_to_zero() -> None:
    """第八条（二）: with averages the changes of an event under equal K need not sum to zero."""
    people = tuple(
        man(no, r, k=Decimal(20)) for no, r in ((1, "2700.0"), (2, "2400.0"), (3, "2000.0"))
    )
    lines = games((1, 1, 2, "1-0"), (2, 2, 3, "1-0"), (3, 3, 1, "0-1"))
    assert sum(line.change or 0 for line in rate(Event(people, lines), RULES).lines) != 0


def test_what_the_rule_set_does_not_have() -> None:
    """The text knows no performance and no first rating from results."""
    for function in (PERF_RATING, INITIAL_RATING):
        with pytest.raises(NotKnownError):
            function([2000], [1], RULES)
    # 第六条: 1800 is the least rating.
    with pytest.raises(NumberError):
        K_FACTOR(1799.9, RULES)


def test_the_bound_of_whom_nobody_calls_man_or_woman() -> None:
    """Below the bound of men only a woman can be; who stands on it is counted as a man."""
    rule = load("cxa-rapid").floor
    assert rule is not None and rule.least is not None and rule.women is not None
    assert of_sex(rule, "", rule.least) == rule.least
    assert of_sex(rule, "", rule.least - Decimal("0.1")) == rule.women
