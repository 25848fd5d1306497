"""Tie-breaks of FIDE C.07: the published exercises, and what the articles promise."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from workbooks import EVENTS, complete_round_robin, games, random_event

from xlrating.engine.errors import ArgumentError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.results import read_result
from xlrating.engine.tournament.direct_encounter import applied, direct_encounter
from xlrating.engine.tournament.scores import Scores
from xlrating.engine.tournament.standings import place_problems, standings
from xlrating.engine.tournament.tie_breaks import CHOICES, OF_PLAYER, VIRTUAL
from xlrating.engine.tournament.virtual_opponent import score_against
from xlrating.exchange.sheets import open_sheets
from xlrating.reading import read

#: "Exercises in Tie-Breaking" (C.07 as of 2023): number -> value in the 16-player Swiss.
EXERCISES: dict[str, dict[int, float]] = {
    "BH": {1: 12.5, 2: 13, 3: 15.5, 4: 15, 5: 8.5, 6: 12, 7: 14.5, 8: 13.5, 9: 9, 10: 13,
           11: 13.5, 12: 11.5, 13: 14, 14: 11, 15: 12, 16: 12.5},
    "BH-C1": {1: 11, 3: 13, 4: 11.5, 5: 7.5, 7: 12.5, 8: 12, 9: 7.5, 11: 12, 12: 9.5, 13: 12,
              14: 9, 15: 11, 16: 11},
    "SB": {1: 8, 2: 9.5, 3: 10.5, 4: 9.75, 5: 4.25, 6: 6.5, 7: 3.25, 8: 5.25, 9: 2.25, 10: 1.5,
           11: 5.75, 12: 4, 13: 4.25, 14: 4.5, 15: 3.5, 16: 7.25},
    "WIN": {1: 2, 2: 3, 3: 2, 4: 2, 5: 2, 6: 3, 7: 1, 8: 2, 9: 1, 10: 1, 11: 2, 12: 2, 13: 1,
            14: 2, 15: 2, 16: 3},
    "BWG": {1: 1, 2: 1, 3: 1, 4: 1, 5: 0, 6: 1, 7: 0, 8: 0, 9: 0, 10: 1, 11: 0, 12: 0, 13: 1,
            14: 1, 15: 1, 16: 1},
    "PS": {1: 11, 2: 13, 3: 11, 4: 11.5, 5: 5, 6: 6, 7: 6, 8: 8.5, 9: 2.5, 10: 4, 11: 5.5,
           12: 7, 13: 7, 14: 6, 15: 7, 16: 10.5},
}  # fmt: skip

#: What the bounds of 16.4.1 and 16.4.2 (from March 2026) change in it: a half-point bye of no. 4
#: and a full one of no. 6 (dummy 2.5), a forfeit of no. 11 against no. 9 (dummy 1.5).
SINCE_2026: dict[str, dict[int, float]] = {
    "BH": {4: 14, 6: 11.5, 11: 12.5},
    "BH-C1": {11: 11},
    "SB": {4: 9.25, 6: 6, 11: 4.75},
}


def exercise(day: date) -> Event:
    event = read(Path(EVENTS) / "tec-swiss-2023" / "crosstable.csv")
    return replace(event, format="swiss", start=day)


def test_every_tie_break_has_published_values() -> None:
    """A new one is named here; Koya and the virtual opponents have tests of their own below."""
    assert set(EXERCISES) == set(OF_PLAYER) - {"KS", "PO", *VIRTUAL}


@pytest.mark.parametrize("code", EXERCISES)
def test_published_exercises(code: str) -> None:
    """Every tie-break printed in the exercises, under the edition they were written for."""
    scores = Scores(exercise(date(2023, 9, 1)))
    found = {no: float(OF_PLAYER[code](scores, no)) for no in EXERCISES[code]}
    assert found == EXERCISES[code]


@pytest.mark.parametrize("code", EXERCISES)
def test_bounded_dummies(code: str) -> None:
    """16.4.1, 16.4.2: from March 2026 a dummy never exceeds the opponent, nor draws all along."""
    scores = Scores(exercise(date(2026, 3, 1)))
    found = {no: float(OF_PLAYER[code](scores, no)) for no in EXERCISES[code]}
    assert found == EXERCISES[code] | SINCE_2026.get(code, {})


def chess_results(month: str) -> tuple[Event, dict[int, tuple[float, float, float]]]:
    """A real event and the three tie-breaks printed for each player: DE, Buchholz Cut-1, Buchholz."""
    path = Path(EVENTS) / f"chess-results-{month}" / "crosstable.xlsx"
    sheets = open_sheets(path)
    rows = [row for row in sheets.rows(sheets.first) if str(row[2]).startswith("Player ")]
    return read(path), {no: tuple(row[-3:]) for no, row in enumerate(rows, 1)}  # type: ignore[misc]


@pytest.mark.parametrize(("month", "players"), [("april", 67), ("august", 107)])
def test_tie_breaks_as_they_were_published(month: str, players: int) -> None:
    """C.02, 13.15: Buchholz and its Cut-1 are the printed ones for all, byes and absences included."""
    event, printed = chess_results(month)
    scores = Scores(event)
    for at, code in ((1, "BH-V-C1"), (2, "BH-V")):
        found = {no: float(OF_PLAYER[code](scores, no)) for no in event.by_no}
        assert found == {no: values[at] for no, values in printed.items()}
    assert len(printed) == players


#: Of the places that files of real events print, how many agree, by their tie-breaks here and by
#: those of before 2023. The two TRF files were made while the events went on, or by a generator:
#: their order within a point group is that of the list.
PLACES = {
    "chess-results-april/crosstable.xlsx": (43, 67, 67),
    "chess-results-august/crosstable.xlsx": (57, 107, 107),
    "swiss-52-players/event.trf": (13, 17, 52),
    "swiss-60-generated-cr-lines/event.trf": (16, 20, 60),
}


@pytest.mark.parametrize("file", PLACES)
def test_places_as_they_were_published(file: str) -> None:
    """The order that a file gives is told where it is another; by older tie-breaks it is as it was."""
    event = read(Path(EVENTS) / file)
    today, older, all_ = PLACES[file]
    (problem,) = place_problems(event)
    assert (problem.key, problem.words["same"], problem.words["of"]) == (
        "places_apart",
        today,
        all_,
    )
    shown = list(place_problems(replace(event, tie_breaks=("DE", "BH-V-C1", "BH-V"))))
    assert [one.words["same"] for one in shown] == ([] if older == all_ else [older])
    # Without tie-breaks all who are equal in points share a place, and every printed one fits.
    assert list(place_problems(replace(event, tie_breaks=()))) == []


def test_a_place_that_all_with_as_many_points_share() -> None:
    """=RANK(points) gives one place to all with as many points: that is no other order."""
    people = tuple(Player(no, f"Player {no}") for no in range(1, 5))
    played = games(
        (1, 1, 2, "1-0"), (1, 3, 4, "½-½"), (2, 1, 3, "1-0"), (2, 2, 4, "1-0"),
        (3, 1, 4, "½-½"), (3, 2, 3, "½-½"),
    )  # fmt: skip
    event = Event(people, played, format="swiss", tie_breaks=("SB",))
    # Players 4 and 3 have one point each, and Sonneborn-Berger parts them.
    apart = {(4, 3): 0, (3, 3): 0, (3, 4): 2, (4, 4): 1}
    for (third, fourth), number in apart.items():
        printed = {1: 1, 2: 2, 3: third, 4: fourth}
        told = list(place_problems(replace(event, printed_places=printed)))
        assert [one.words["same"] for one in told] == ([4 - number] if number else []), printed


def test_byes_of_rounds_to_come_are_no_rounds_yet() -> None:
    """16.1.1: who leaves after round 2 of 7 has BYE 0 in the others; they have not been for anybody.

    All tie-breaks of the others are those without these lines, and so are those of the player.
    """
    people = tuple(Player(no, f"Player {no}") for no in range(1, 7))
    played = games(
        (1, 1, 2, "1-0"), (1, 3, 4, "½-½"), (1, 5, 6, "0-1"),
        (2, 1, 6, "½-½"), (2, 3, 2, "1-0 F"), (2, 4, None, "BYE ½"),
    )  # fmt: skip
    gone = games(*((number, 6, None, "BYE 0") for number in range(3, 8)))
    now = Scores(Event(people, played, rounds=7))
    said = Scores(Event(people, (*played, *gone), format="swiss", rounds=7))
    assert now.last == said.last == 2 and not said.event.is_over
    for code in ("BH", "BH-C1", "SB", "WIN", "PS", "BH-V", "BH-V-C1", "SB-V"):
        assert [OF_PLAYER[code](said, no) for no in range(1, 7)] == [
            OF_PLAYER[code](now, no) for no in range(1, 7)
        ], code
    # What they bring counts with their round, too: the table is that after round 2.
    given = games((3, 2, None, "BYE 1"), (4, 3, None, "BYE ½"))
    asked = Scores(Event(people, (*played, *gone, *given), format="swiss", rounds=7))
    for code in ("BH", "BH-C1", "SB", "WIN", "PS", "BH-V", "BH-V-C1", "SB-V"):
        assert [OF_PLAYER[code](asked, no) for no in range(1, 7)] == [
            OF_PLAYER[code](now, no) for no in range(1, 7)
        ], code
    assert asked.points == now.points
    # With the third round they count, as voluntary unplayed rounds do.
    third = Scores(Event(people, (*played, *games((3, 1, 3, "1-0")), *gone), rounds=7))
    assert (third.last, third.present[6], len(third.rounds[6])) == (3, 2, 3)


def test_forfeits_of_rounds_to_come_begin_no_round() -> None:
    """Who leaves a round robin after round 1 loses the others by forfeit: after round 1 nothing of
    it counts yet, and a game that was put off keeps no round from being the next one.
    """
    people = tuple(Player(no, f"Player {no}") for no in range(1, 5))
    first = ((1, 1, 4, "1-0"), (1, 2, 3, "POSTPONED"))
    gone = ((2, 4, 3, "0-1 F"), (3, 2, 4, "1-0 F"))
    waiting = ((2, 1, 2, ""), (3, 3, 1, ""))

    def scores(*lines: tuple[int, int, int | None, str]) -> Scores:
        return Scores(Event(people, games(*lines), format="round-robin", rounds=3))

    now = scores(*first, *gone, *waiting)
    assert (now.last, now.event.waiting_round) == (1, 2)
    assert dict(now.points) == {1: 1, 2: 0, 3: 0, 4: 0}
    # With the first game over the board the forfeit of its round counts, and only that.
    second = scores(*first, *gone, (2, 1, 2, "½-½"), (3, 3, 1, ""))
    assert (second.last, second.event.waiting_round) == (2, 3)
    assert dict(second.points) == {1: Decimal("1.5"), 2: Decimal("0.5"), 3: 1, 4: 0}
    # A game played before its round counts as any, and its round has begun.
    early = scores(*first, *gone, (2, 1, 2, ""), (3, 3, 1, "1-0"))
    assert (early.last, early.event.waiting_round) == (3, 2)
    assert dict(early.points) == {1: 1, 2: 1, 3: 2, 4: 0}
    # Nothing waits: whatever stands there has been, forfeits alone included.
    over = scores((1, 1, 4, "1-0 F"), (1, 2, 3, "1-0 F"))
    assert (over.last, over.event.waiting_round) == (1, None)


def test_virtual_opponents_of_the_regulation() -> None:
    """13.15.2: a no-show in round 3 of 9 after 1.5 of 2 gives 2.5 after it and 5.5 at the end."""
    people = tuple(Player(no, f"Player {no}") for no in range(1, 5))
    lines = [(1, 1, 2, "1-0"), (2, 3, 1, "½-½"), (3, 1, 4, "0-1 F")]
    others = [(number, 2, 3, "½-½") for number in range(4, 10)]
    for rounds, score in ((3, "2.5"), (9, "5.5")):
        event = Event(people, games(*lines, *others[: rounds - 3]), rounds=rounds)
        scores = Scores(event)
        third = scores.rounds[1][2]
        assert score_against(scores, 1, third) == Decimal(score)
    # Example 2: the opponent does not come in round 6, after 3.5 of 5: 3.5 and 5 of 9.
    lines = [(n, 1, 2, "1-0" if n < 4 else "½-½" if n == 4 else "0-1") for n in range(1, 6)]
    lines.append((6, 1, 3, "1-0 F"))
    for rounds, score in ((6, "3.5"), (9, "5")):
        later = [(number, 2, 3, "½-½") for number in range(7, rounds + 1)]
        scores = Scores(Event(people, games(*lines, *later), rounds=rounds))
        assert score_against(scores, 1, scores.rounds[1][5]) == Decimal(score)


def test_withdrawal_counts_as_draws_for_opponents() -> None:
    """16.3.2: no. 12, absent in the last two rounds, is worth 3 to opponents, not 2."""
    scores = Scores(exercise(date(2026, 3, 1)))
    assert scores.points[12] == 2
    assert scores.adjusted[12] == 3
    assert scores.adjusted[14] == scores.points[14]  # a bye that a game follows


def four(*lines: tuple[int, int, int | None, str]) -> Event:
    people = tuple(Player(no, f"Player {no}") for no in range(1, 5))
    return Event(people, games(*lines), format="round-robin", rounds=3)


def test_forfeits_in_a_round_robin_are_games() -> None:
    """15.2: a forfeit counts as a regular game for Sonneborn-Berger and direct encounter."""
    event = four((1, 1, 4, "1-0 F"), (1, 2, 3, "½-½"), (2, 4, 3, "0-1"), (3, 2, 4, "1-0"))
    scores = Scores(event)
    assert [OF_PLAYER["SB"](scores, no) for no in (1, 2, 3)] == [
        0,
        Decimal("0.75"),
        Decimal("0.75"),
    ]
    assert direct_encounter(scores, {1: 1, 4: 1})[0][1] == 1
    assert direct_encounter(Scores(replace(event, format="swiss")), {1: 1, 4: 1})[0] == {}


#: Four players with three points of six rounds: B beat A and D and drew with C, who beat D and drew
#: with A; A and D never met. B has 2½ of these games, C 2, A ½ and D 0.
TIED = games(
    (1, 1, 2, "½-½"), (1, 3, 5, "1-0"), (1, 4, 6, "1-0"), (2, 1, 4, "1-0"), (2, 3, 2, "½-½"),
    (3, 1, 3, "1-0"), (3, 2, 4, "1-0"), (4, 1, 5, "½-½"), (4, 2, 6, "1-0"), (4, 3, 7, "1-0"),
    (5, 3, 6, "½-½"), (5, 4, 5, "1-0"), (6, 4, 7, "1-0"),
)  # fmt: skip


def a_tie_of_four(format: str = "swiss") -> Event:
    """B, C, A and D are numbers 1 to 4; 5 to 7 only lose to them."""
    people = tuple(Player(no, f"Player {no}", Decimal(2000)) for no in range(1, 8))
    return Event(people, TIED, "Tied", format, 6, tie_breaks=("DE",))


def test_6_3_ranks_who_is_first_whatever_happens() -> None:
    """C.07, 6.3: whoever is alone at the top of the separate standings whatever the missing games
    bring is first, the next one second; the others stay level. In a Swiss only."""
    places = {one.no: one.place for one in standings(a_tie_of_four())}
    assert [places[no] for no in (1, 2, 3, 4)] == [1, 2, 3, 3]
    shown = {one.no: one.ties[0] for one in standings(a_tie_of_four())}
    assert [shown[no] for no in (1, 2, 3)] == [Decimal("2.5"), Decimal(2), None]
    everybody = {one.no: one.place for one in standings(a_tie_of_four("round-robin"))}
    assert [everybody[no] for no in (1, 2, 3, 4)] == [1, 1, 1, 1]
    # One game less, and the second could still be reached.
    others = tuple(game for game in TIED if {game.white, game.black} != {2, 4})
    points = applied(Scores(replace(a_tie_of_four(), games=others)), dict.fromkeys((1, 2, 3, 4), 1))
    assert points.ranked_by_6_3 == {1}


def test_6_3_is_applied_anew_to_the_others() -> None:
    """C.07, 6.3: once somebody is placed, those who are left and have all met are ranked by 6.2."""
    lines = games(
        (1, 1, 2, "1-0"), (2, 1, 3, "1-0"), (3, 2, 4, "1-0"), (4, 3, 2, "½-½"), (5, 3, 4, "½-½")
    )
    event = Event(tuple(Player(no) for no in range(1, 5)), lines, rounds=5)
    _, ranks = direct_encounter(Scores(event), dict.fromkeys(range(1, 5), 1))
    assert ranks == {1: 1, 2: 2, 3: 3, 4: 4}


@given(st.integers(min_value=0, max_value=10**6))
def test_6_3_against_every_outcome(seed: int) -> None:
    """C.07, 6.3: nobody else is placed first than who is first in each outcome of the games missing."""
    chance, size = random.Random(seed), 5
    pairs = list(combinations(range(1, size + 1), 2))
    played = chance.sample(pairs, chance.randint(5, 10))
    codes = ("1-0", "0-1", "½-½", "1-0")
    lines = games(*((1, *pair, chance.choice(codes)) for pair in played))
    event = Event(tuple(Player(no) for no in range(1, size + 1)), lines)
    found = applied(Scores(event), dict.fromkeys(range(1, size + 1), 1))
    missing = [pair for pair in pairs if pair not in played]
    tops = set()
    for outcome in product((Decimal(0), Decimal("0.5"), Decimal(1)), repeat=len(missing)):
        points = dict(found.points)
        for (one, other), score in zip(missing, outcome, strict=True):
            points[one] += score
            points[other] += 1 - score
        best = max(points.values())
        first = [no for no, own in points.items() if own == best]
        tops.add(first[0] if len(first) == 1 else None)
    alone = tops.pop() if len(tops) == 1 else None
    firsts = [no for no, rank in found.ranks.items() if rank == 1]
    if missing:
        assert [no for no in found.ranked_by_6_3 if found.above[no] == 0] == (
            [alone] if alone else []
        )
    assert alone is None or firsts == [alone]


def test_a_play_off_decides_where_it_is_named() -> None:
    """3: points of play-off games go after the points of the table, where the event names them."""
    event = four((1, 1, 2, "½-½"), (1, 3, 4, "½-½"))
    final = (
        Game(2, 3, 1, read_result("1-0"), playoff=True),
        Game(2, 4, 2, read_result("0-1"), playoff=True),
    )
    event = replace(event, games=(*event.games, *final), tie_breaks=("PO",))
    assert [(one.no, one.place) for one in standings(event)] == [(2, 1), (3, 1), (1, 3), (4, 3)]
    assert {one.points for one in standings(event)} == {Decimal("0.5")}
    unnamed = replace(event, tie_breaks=())
    assert [(one.no, one.place) for one in standings(unnamed)] == [(2, 1), (3, 1), (1, 3), (4, 3)]


#: Players 1, 2 and 3 have a point each; wins put them in this order, 4 has none.
LEVEL = ((1, 4, 1, "0-1"), (1, 3, None, "BYE ½"), (2, 2, 4, "1-0"), (2, 3, None, "BYE ½"))


@pytest.mark.parametrize(
    ("played", "rules", "order"),
    [
        ([(3, 1, "1-0")], "", [3, 1, 2, 4]),
        ([(2, 1, "1-0")], "", [2, 1, 3, 4]),
        # What is level leaves the order of the tie-breaks; of xiangqi the last draw is Black's.
        ([(3, 1, "½-½")], "", [1, 3, 2, 4]),
        ([(1, 3, "½-½")], "cxa-rapid", [3, 1, 2, 4]),
        ([(3, 1, "½-½")], "cxa-rapid", [1, 3, 2, 4]),
        ([(1, 3, "1-0"), (1, 3, "½-½")], "cxa-rapid", [1, 3, 2, 4]),
        ([(1, 3, "½-½"), (3, 1, "1-0")], "cxa-rapid", [3, 1, 2, 4]),
        # Players of other points, and games to come, decide nothing.
        ([(4, 1, "1-0")], "", [1, 2, 3, 4]),
        ([(3, 1, "")], "", [1, 2, 3, 4]),
        # By way of 2, who met both.
        ([(2, 1, "1-0"), (3, 2, "1-0")], "", [2, 3, 1, 4]),
    ],
)
def test_a_play_off_decides_among_those_who_played_it(
    played: list[tuple[int, int, str]], rules: str, order: list[int]
) -> None:
    """2.2, 3.1: of players with equal points, whatever tie-breaks are named; all others stay."""
    event = replace(four(*LEVEL), tie_breaks=("WIN", "BWG"), rounds=2, rules=rules)
    last = [
        Game(3 + number, white, black, read_result(text), playoff=True)
        for number, (white, black, text) in enumerate(played)
    ]
    found = standings(replace(event, games=(*event.games, *last)))
    assert [one.no for one in found] == order


def test_direct_encounter_is_applied_again_to_smaller_ties() -> None:
    """6.2: 1 and 2 are equal among all four; their own game decides. 3 and 4 likewise."""
    event = four(
        (1, 1, 2, "1-0"), (1, 3, 4, "½-½"), (2, 3, 1, "1-0"),
        (2, 2, 4, "1-0"), (3, 1, 4, "1-0"), (3, 2, 3, "1-0"),
    )  # fmt: skip
    points, ranks = direct_encounter(Scores(event), dict.fromkeys(range(1, 5), 1))
    assert points == {1: 2, 2: 2, 3: Decimal("1.5"), 4: Decimal("0.5")}
    assert ranks == {1: 1, 2: 2, 3: 3, 4: 4}


def test_two_games_of_the_same_players_count_as_their_average() -> None:
    """6.1.2: who met twice has half the sum of both games."""
    event = replace(four((1, 1, 2, "1-0"), (2, 2, 1, "½-½")), rounds=6)
    points, ranks = direct_encounter(Scores(event), {1: 1, 2: 1})
    assert (points, ranks) == ({1: Decimal("0.75"), 2: Decimal("0.25")}, {1: 1, 2: 2})


def test_thirds_of_a_point_tie_in_any_order() -> None:
    """6.1.2: three meetings give thirds; players equal in them stay equal."""
    codes = {"w": "1-0", "d": "½-½", "l": "0-1"}
    lines, number = [], 0
    for white, black, results in ((1, 2, "wdl"), (2, 3, "wdl"), (3, 1, "ldw"), (1, 4, "wwd"),
                                  (2, 4, "wdw"), (3, 4, "dww")):  # fmt: skip
        for result in results:
            number += 1
            lines.append((number, white, black, codes[result]))
    scores = Scores(replace(four(*lines), rounds=number))
    points, ranks = direct_encounter(scores, dict.fromkeys(range(1, 5), 1))
    assert points[1] == points[2] == points[3]
    assert ranks == {1: 1, 2: 1, 3: 1, 4: 4}


def test_koya_counts_opponents_with_half_of_what_was_possible() -> None:
    """9.2: points against those with at least 50 % of the possible score."""
    event = four(
        (1, 1, 4, "1-0"), (1, 2, 3, "1-0"), (2, 4, 3, "0-1"),
        (2, 1, 2, "½-½"), (3, 2, 4, "1-0"), (3, 3, 1, "0-1"),
    )  # fmt: skip
    scores = Scores(event)
    assert [OF_PLAYER["KS"](scores, no) for no in (1, 2, 3, 4)] == [
        Decimal("0.5"),
        Decimal("0.5"),
        0,
        0,
    ]


def test_chosen_tie_breaks_order_the_table() -> None:
    """4.2: the list applies in its order; the default of the format without one."""
    event = exercise(date(2026, 3, 1))
    assert [s.no for s in standings(event)][:5] == [2, 3, 4, 1, 16]
    by_wins = standings(replace(event, tie_breaks=("WIN",)))[:5]
    assert [(s.place, s.no) for s in by_wins] == [(1, 2), (2, 16), (3, 3), (3, 4), (3, 1)]


def test_tie_break_of_the_other_format_is_refused() -> None:
    """Article 8: Buchholz must not be used in round robins; what is not known is named."""
    event = replace(complete_round_robin(1, 4), tie_breaks=("BH",))
    with pytest.raises(ArgumentError, match=r"'BH'.*choose from DE, SB"):
        standings(event)


@given(st.integers(0, 10**6), st.sampled_from(["swiss", "round-robin"]), st.randoms())
def test_standings_do_not_depend_on_the_order_of_lines(
    seed: int, format: str, chance: object
) -> None:
    """Promise: shuffled games give the same table."""
    event = random_event(seed, 7, 4) if format == "swiss" else complete_round_robin(seed, 6)
    event = replace(event, format=format, tie_breaks=CHOICES[format][:3])
    lines = list(event.games)
    chance.shuffle(lines)  # type: ignore[attr-defined]
    assert standings(replace(event, games=tuple(lines))) == standings(event)


@given(st.integers(0, 10**6))
def test_berger_counted_game_by_game(seed: int) -> None:
    """9.1 the other way round: each game gives its points times the opponent's score."""
    event = complete_round_robin(seed, 6)
    scores = Scores(event)
    total = sum(OF_PLAYER["SB"](scores, player.no) for player in event.players)
    assert total == sum(
        (g.result.white or 0) * scores.points[g.black or 0]
        + (g.result.black or 0) * scores.points[g.white]
        for g in event.games
    )
