"""Events: what contradicts itself is named with its place; careless values are read or refused."""

from __future__ import annotations

import pickle
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from xlrating.engine.errors import (
    ArgumentError,
    EventError,
    NotKnownError,
    NumberError,
    RatingError,
)
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.problems import format_message, problems
from xlrating.engine.rating import rate
from xlrating.engine.results import RESULTS, Kind, read_result
from xlrating.functions import all_functions


def two(**first: Any) -> tuple[Player, Player]:
    """Two players, the first with these facts besides."""
    return Player(1, "A", Decimal(2000), **first), Player(2, "B", Decimal(2100))


def problem(event: Event) -> str:
    """The key of the only problem of an event."""
    (found,) = problems(event)
    return found.key


GAME = Game(1, 1, 2, read_result("1-0"))


def test_problems_of_players() -> None:
    """The same number, ID or name twice, ratings and years that cannot be."""
    assert problems(Event(two(), (GAME,))) == ()
    assert problem(Event((*two(), Player(2, "C")))) == "player_twice"
    assert problem(Event((Player(1, "A", id="7"), Player(2, "B", id="7")))) == "id_twice"
    assert problem(Event((Player(1, "Li"), Player(2, "Li")))) == "name_twice"
    assert problems(Event((Player(1, "Li", id="1"), Player(2, "Li", id="2")))) == ()
    assert problems(Event((Player(1), Player(2)))) == ()
    # Some rules have ratings with decimals, and none have been named.
    assert problems(Event((Player(1, "A", Decimal("2000.5")),))) == ()
    assert problem(Event((Player(1, "A", Decimal(10000)),))) == "rating_out_of_range"
    assert problem(Event((Player(1, "A", Decimal(0)),))) == "rating_out_of_range"
    assert problem(Event(two(born=85))) == "born_out_of_range"
    assert problem(Event(two(born=2026), start=date(2025, 5, 1))) == "born_out_of_range"


def test_problems_of_games() -> None:
    """Unknown players and rounds, byes with opponents, a player twice in a round."""
    cases = {
        "player_unknown": Game(1, 1, 3, read_result("1-0")),
        "plays_self": Game(1, 1, 1, read_result("1-0")),
        "opponent_missing": Game(1, 1, None, read_result("1-0")),
        "bye_with_opponent": Game(1, 1, 2, read_result("BYE 1")),
        "round_unknown": Game(9, 1, 2, read_result("1-0")),
    }
    for key, game in cases.items():
        assert problem(Event(two(), (game,), rounds=3)) == key
    assert (
        problem(Event(two(), (GAME, Game(1, 1, None, read_result("BYE ½")))))
        == "player_twice_in_round"
    )
    with pytest.raises(EventError, match="there is no player with the number 3"):
        rate(Event(two(), (cases["player_unknown"],)), "elo")


def test_careless_values_are_read() -> None:
    """Ratings as int, float or text, results as text: what a cell would hold."""
    players = (Player(1, "A", 2000), Player(2, "B", "2100.5"))
    assert [player.rating for player in players] == [2000, Decimal("2100.5")]
    game = Game(1, 1, 2, "1/2-1/2")
    assert game.result.code == "½-½"
    assert rate(Event(players, (game,)), "elo").lines[0].n == 1


def test_players_games_and_events_are_values() -> None:
    """Promise: equal ones are one member of a set, pickled ones too, and nobody else's
    mapping changes them."""
    facts: dict[str, object] = {"stage": "final"}
    ann, bob = Player(1, "Ann", facts=facts), Player(2, "Bob", 2000)
    event = Event((ann, bob), (Game(1, 1, 2, "1-0", board=1),), facts=facts)
    for value in (ann, bob, *event.games, event):
        assert len({value, pickle.loads(pickle.dumps(value))}) == 1
    facts["stage"] = "heat"
    assert ann.facts == event.facts == {"stage": "final"}
    with pytest.raises(TypeError, match="positional"):
        Game(1, 1, 2, "1-0", 1)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    "make",
    [
        lambda: Player(1, "A", "strong"),
        lambda: Player(1, "A", True),
        lambda: Player(1, "A", float("nan")),
        lambda: Player("one"),  # type: ignore[arg-type]
        lambda: Player(1, games="x"),  # type: ignore[arg-type]
        lambda: Player(1, games=-5),
        lambda: Player(1, born="1990"),  # type: ignore[arg-type]
        lambda: Game("1", 1, 2, read_result("1-0")),  # type: ignore[arg-type]
        lambda: Game(1, 1, 2, "1-0", board=-2),
        lambda: Game(1, 1, 2, "1-0", board=1.5),  # type: ignore[arg-type]
        lambda: Game(1, 1, 2, "won"),
        lambda: rate(Event(two(), (GAME,)), 5),  # type: ignore[arg-type]
        lambda: rate(Event(two(), (GAME,)), "elo:model"),
    ],
)
def test_senseless_values_are_named_errors(make: Any) -> None:
    """Anything else is a RatingError that says what was found, never a traceback later."""
    with pytest.raises(RatingError):
        make()


SILLY: tuple[object, ...] = (
    None, "", "abc", True, float("nan"), float("inf"), -1, 0, 10**30, 1e28, [], [[]], [1, "x"],
    [[1], [2, 3]], {"a": 1}, "elo:model=magic", object(),
)  # fmt: skip


@pytest.mark.parametrize("name", sorted(all_functions()))
def test_silly_arguments_are_named_errors(name: str) -> None:
    """Every function answers every silly argument with a value or a RatingError."""
    function = all_functions()[name]
    good: dict[str, object] = {
        "opponents": [2000, 2100], "scores": [1, 0], "ratings": [2000, 2100], "games": [5, 5],
        "white": [2000], "black": [2100], "players": [[1, "A", 2000], [2, "B", 2100]],
        "rds": [50, 60], "white_wins": 3, "black_wins": 2, "title": "特级大师", "share": 0.6,
        "score": 1, "place": 1, "periods": 1, "rd": 60, "opponent_rd": 60,
    }  # fmt: skip
    if name == "RATE_EVENT":
        good["games"] = [[1, 1, 2, "1-0"]]
    if name in (
        "CALIBRATE",
        "K_FACTOR",
        "NEW_RATING",
        "RATING_CHANGE",
        "RATING_FLOOR",
        "EXPLAIN_RATING",
    ):
        good["games"] = 30
    required = [p.name for p in function.parameters if not p.optional]
    base = {key: good.get(key, 2000) for key in required}
    for parameter in function.parameters:
        for silly in SILLY:
            try:
                function(**{**base, parameter.name: silly})
            except RatingError as error:
                assert str(error), (name, parameter.name, silly)


def test_numbers_beyond_reason_are_refused() -> None:
    """A number that no regulation can mean is an error, not a slip of the decimals."""
    from xlrating.functions import WE_TABLE

    with pytest.raises(NumberError, match=r"below 10\^12"):
        WE_TABLE(1e28)
    with pytest.raises(ArgumentError):
        WE_TABLE(object())  # type: ignore[call-overload]


def test_who_is_meant_in_a_report() -> None:
    """Several events number their players alike: a number that means two people means none."""
    game = (Game(1, 1, 2, read_result("1-0")),)
    ann, bob = Player(1, "Ann", 2000, id="71"), Player(2, "Bob", 2000, id="72")
    cid, dan = Player(1, "Cid", 2000, id="73"), Player(2, "Dan", 2000, id="1")
    report = rate((Event((ann, bob), game), Event((cid, dan), game)), "fide")
    for who in (1, "1", "2", "nobody"):
        with pytest.raises(
            NotKnownError, match=f"(no player {who!r}|{who!r} could be several)"
        ) as caught:
            report.line(who)
        named = [name for name in ("Ann", "Bob", "Cid", "Dan") if name in str(caught.value)]
        assert named == {1: ["Ann", "Cid"], "1": ["Ann", "Cid", "Dan"], "2": ["Bob", "Dan"]}.get(
            who, ["Ann", "Bob", "Cid", "Dan"]
        )
    assert [report.line(who).player.name for who in (71, "72", "dan", "C")] == [
        "Ann", "Bob", "Dan", "Cid",
    ]  # fmt: skip
    single = rate(Event((cid, dan), game), "fide")
    assert single.line(1).player.name == "Cid"
    with pytest.raises(
        NotKnownError, match=r"'1' could be several players: 1 Cid \(ID 73\), 2 Dan"
    ):
        single.line("1")


@pytest.mark.parametrize(
    ("rules", "new"), [("fide", 2023), ("elo", 2034), ("dwz", 2028), ("china-pro", 2015)]
)
def test_games_before_the_rating_of_a_period_do_not_count(rules: str, new: int) -> None:
    """Nothing is expected without a rating: only the games with one make K, score and change."""
    game = (Game(1, 1, 2, read_result("1-0")), Game(2, 3, 1, read_result("0-1")))
    others = Player(2, "o", 2000), Player(3, "p", 2100)
    autumn, winter = (Event((Player(1, "me", own, id="7"), *others), game) for own in (None, 2000))
    line = rate((autumn, winter), rules, only="7").lines[0]
    alone = rate(winter, rules, only="7").lines[0]
    assert [game.reason for game in line.games] == ["not_own_unrated"] * 2 + [""] * 2
    assert (line.n, line.score, line.expected) == (alone.n, alone.score, alone.expected)
    assert (line.k, line.new) == (alone.k, Decimal(new))
    assert (line.gain, line.performance) == (line.score - (line.expected or 0), alone.performance)


def test_every_result_has_the_points_of_its_code() -> None:
    """What is typed and listed: points of White and Black, one for a bye, none to come."""
    half = Decimal("0.5")
    found = {one.code: (one.white, one.black) for one in RESULTS}
    assert len(found) == len(RESULTS) == 18
    assert {code: found[code] for code in ("½-0", "0-1 F", "0-0 F", "BYE ½", "½-½ U", "", "BYE 1 R")} == {
        "½-0": (half, 0), "0-1 F": (0, 1), "0-0 F": (0, 0), "BYE ½": (half, None),
        "½-½ U": (half, half), "": (None, None), "BYE 1 R": (1, None),
    }  # fmt: skip
    assert all((one.white is None) == (one.kind is Kind.POSTPONED) for one in RESULTS)
    assert all((one.black is None) == (one.kind in (Kind.POSTPONED, Kind.BYE)) for one in RESULTS)


def test_entries_that_differ_within_a_period_are_told() -> None:
    """One person has one rating in a period: which of two counts hangs on the method, so it is told."""
    game = (Game(1, 1, 2, read_result("1-0")),)
    ann, bob = Player(1, "Ann", 2000, id="7", k=20), Player(2, "Bob", 2100, peak=2150)
    autumn = Event((ann, bob), game, "Autumn")
    other = Player(1, "Ann", 2500, id="7", k=40), Player(2, "Bob", None, peak=2200)
    report = rate((autumn, Event(other, game, "Winter")), "fide")
    assert [format_message(one) for one in report.notices] == [
        "Rating of Ann is 2500 here but 2000 in Autumn, an event of the same period; correct one of the two",
        "K (if fixed) of Ann is 40 here but 20 in Autumn, an event of the same period; correct one of the two",
        "Rating of Bob is – here but 2100 in Autumn, an event of the same period; correct one of the two",
        "Peak rating of Bob is 2200 here but 2150 in Autumn, an event of the same period; correct one of "
        "the two",
    ]
    assert not any(one.stops for one in report.notices)
    assert all("{" not in format_message(one, code) for one in report.notices for code in LANGUAGES)
    same = Player(1, "Ann", 2000, id="7"), bob
    assert rate((autumn, Event(same, game, "Winter")), "fide").notices == ()


def test_events_rated_as_one_are_told() -> None:
    """DWZ 3.5 rates each event by itself; as one, a game of the second changes what the first gives."""
    game = (Game(1, 1, 2, read_result("1-0")),)
    people = Player(1, "Ann", 2000, id="7"), Player(2, "Bob", 2100, id="8")
    events = Event(people, game, "Autumn"), Event(people, game, "Winter")
    (notice,) = rate(events, "dwz").notices
    assert format_message(notice).startswith(
        "2 events are rated as one; dwz@2017-01-01 rates each by itself"
    )
    assert not notice.stops
    assert rate(events, "fide").notices == rate(events[:1], "dwz").notices == ()
