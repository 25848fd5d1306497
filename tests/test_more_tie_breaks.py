"""The tie-breaks of C.07 that files name and templates do not offer, each against other programs."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from workbooks import EVENTS, games

from xlrating.engine.errors import ArgumentError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.rounding import half_up
from xlrating.engine.scoring import Scoring
from xlrating.engine.tournament.codes import modified
from xlrating.engine.tournament.cuts import SumPart, total
from xlrating.engine.tournament.scores import Scores, listed_points
from xlrating.engine.tournament.standings import standings
from xlrating.engine.tournament.tie_breaks import (
    VIRTUAL,
    chosen,
    has_virtual,
    offered,
    read_tie_breaks,
    tie_name,
    value_of,
)
from xlrating.exchange.table import read_table
from xlrating.reading import read

SWISS = Path(__file__).parent / "trf" / "every-unplayed-round.trf"
EXERCISES = EVENTS / "tec-swiss-2023" / "crosstable.csv"

#: By the tie-break program of FIDE's Technical Commission (gacrux 1.11), players 1 to 10; a dash
#: where there is none. The same program agreed on 41,055 values of 160 other made-up events.
VALUES = {
    "BH": "19.5 20.0 20.0 14.0 15.5 17.5 20.5 18.5 0.0 19.5",
    "BH-C1": "16.5 17.5 17.0 11.0 12.5 17.0 16.5 15.5 0.0 17.0",
    "BH-C2": "14.0 15.0 14.0 7.5 12.0 14.0 16.0 15.0 0.0 14.0",
    "BH-M1": "12.5 12.5 13.0 7.0 9.0 13.0 11.5 10.5 0.0 13.0",
    "BH-M2": "6.0 6.5 6.5 1.0 5.5 6.5 7.0 6.0 0.0 6.0",
    "AOB": "19.00 17.13 19.50 18.88 18.80 16.50 18.10 17.60 - 19.67",
    "SB": "11.00 6.75 12.75 5.75 7.75 1.50 13.00 7.00 0.00 15.50",
    "SB-C1": "8.50 4.25 11.25 5.25 7.50 1.50 12.50 6.50 0.00 13.00",
    "SB-C2": "7.00 1.75 8.25 4.75 5.00 1.50 10.75 6.50 0.00 10.00",
    "SB-M1": "6.50 4.25 11.25 3.25 4.00 1.50 7.50 6.50 0.00 9.00",
    "ARO": "2137 1922 1658 2298 1953 1990 2141 2093 - 1957",
    "ARO-C1": "2258 2029 1687 2473 2041 2087 2276 2151 - 2135",
    "ARO-M1": "2139 1864 1602 2461 1888 1997 2214 2048 - 1771",
    "TPR": "2137 1600 1533 2491 2025 1624 2381 2165 - 2082",
    "PTP": "2139 1472 1526 2597 2066 1449 2539 2189 - 2154",
    "APRO": "1885 2184 2228 1807 1938 2311 1973 1858 - 2049",
    "APPO": "1901 2239 2289 1727 1888 2398 1973 1852 - 2067",
    "WIN": "2 2 3 2 2 0 3 2 0 5",
    "WON": "1 0 0 2 2 0 3 2 0 2",
    "BPG": "3 1 1 2 1 3 3 4 0 1",
    "BWG": "1 0 0 2 1 0 2 1 0 1",
    "PS": "10.0 13.0 13.5 15.0 9.5 0.5 12.5 11.5 0.0 20.0",
    "PS-C1": "9.5 12.0 12.5 14.0 9.5 0.5 12.5 10.5 0.0 19.0",
    "PS-C2": "9.0 10.0 11.5 12.0 8.5 0.5 11.5 9.5 0.0 17.0",
    "REP": "5 6 6 4 5 5 5 5 0 6",
    "STD": "3.5 2.5 4.0 3.5 3.0 0.5 4.0 3.0 0.0 5.0",
    "BH-P": "19.5 20.0 20.0 14.5 16.5 17.5 21.5 20.5 0.0 19.5",
    "BH-C1-P": "16.5 17.5 17.0 11.5 16.0 17.0 21.0 20.0 0.0 17.0",
    "SB-P": "11.00 6.75 12.75 5.75 7.75 1.50 13.00 7.00 0.00 15.50",
    "FB": "19.5 21.0 19.0 14.0 15.5 17.0 20.0 19.0 0.0 19.0",
    "FB-C1": "16.5 18.0 16.0 11.0 12.5 16.5 16.5 16.0 0.0 16.0",
    "FB-M1": "12.5 12.5 12.5 7.5 9.5 13.0 11.0 10.5 0.0 12.5",
    "AOB-F": "18.88 17.00 19.50 18.75 19.10 16.50 17.70 17.20 - 20.00",
}  # fmt: skip


def values(event: Event, code: str) -> dict[int, Decimal | None]:
    """What a tie-break gives to everybody."""
    scores = Scores(event)
    return {no: value_of(code)(scores, no) for no in event.by_no}


@pytest.mark.parametrize("code", VALUES)
def test_as_the_program_of_fide_has_them(code: str) -> None:
    """C.07 (2026), 6 to 10, 14 and 16: byes of all kinds, forfeits, a player who never came."""
    expected = [None if text == "-" else Decimal(text) for text in VALUES[code].split()]
    places = max(-int(e.as_tuple().exponent) for e in expected if e is not None)
    found = values(read(SWISS), code).values()
    assert [v if v is None else half_up(v, places) for v in found] == expected


@pytest.mark.parametrize("code", ["ARO", "TPR", "APRO", "PTP", "APPO"])
def test_published_exercises(code: str) -> None:
    """10.1 to 10.5: what FIDE's exercises print for all 16 players of their Swiss."""
    table = read_table(EXERCISES)
    printed = {int(row.text("id")): Decimal(row.text(code.lower())) for row in table.rows}
    found = values(replace(read(EXERCISES), format="swiss", start=date(2023, 9, 1)), code)
    assert found == printed


def test_ratings_decide_nothing_among_the_unrated() -> None:
    """10: with unrated players nobody has a value, and all who are equal share a place."""
    event = read(SWISS)
    unrated = replace(event, players=(replace(event.players[0], rating=None), *event.players[1:]))
    for code in ("ARO", "ARO-C1", "TPR", "PTP", "APRO", "APPO", "RTNG"):
        assert set(values(unrated, code).values()) == {None}
    places = [one.place for one in standings(replace(unrated, tie_breaks=("ARO",)))]
    assert places == [one.place for one in standings(replace(unrated, tie_breaks=()))]


def test_limits_of_koya() -> None:
    """9.2, 14.5: L+1 raises the limit of half the points by half a point, L-1 lowers it."""
    people = tuple(Player(no, str(no), 2000) for no in range(1, 5))
    lines = ((1, 1, 4, "1-0"), (1, 2, 3, "½-½"), (2, 4, 3, "0-1"), (2, 1, 2, "½-½"),
             (3, 2, 4, "½-½"), (3, 3, 1, "½-½"))  # fmt: skip
    event = Event(people, games(*lines), format="round-robin")
    # 2, 1.5, 2, 0.5 points; half of three is 1.5.
    assert values(event, "KS") == {1: 1, 2: 1, 3: 1, 4: Decimal("0.5")}
    assert values(event, "KS-L+1") == {1: Decimal("0.5"), 2: 1, 3: Decimal("0.5"), 4: 0}
    assert values(event, "KS-L-1") == values(event, "KS")
    assert values(event, "KS-L-2") == {1: 2, 2: Decimal("1.5"), 3: 2, 4: Decimal("0.5")}


def test_orders() -> None:
    """7.8, 10.6: the lowest pairing number and the highest rating first; R turns both round."""
    event = read(SWISS)
    tied = replace(event, games=(), rounds=0)
    by = {
        code: [one.no for one in standings(replace(tied, tie_breaks=(code,)))]
        for code in ("TPN", "TPN-R", "RTNG", "RTNG-R")
    }
    assert by["TPN"] == list(range(1, 11)) == by["TPN-R"][::-1]
    assert by["RTNG"][:3] == [2, 6, 3] and by["RTNG-R"][:3] == [1, 8, 7]


def test_points_of_the_event() -> None:
    """TRF-2026, 162: 3 for a win and 1 for a draw count in every tie-break made of points.

    16.4.2 bounds a dummy by draws in all rounds, 16.3.2 counts rounds after a withdrawal as draws;
    standard points (7.7) are those of 1, ½ and 0 again.
    """
    event = read(SWISS)
    three = Scoring({**dict.fromkeys(("WW", "BW", "FW", "FPB", "PAB"), Decimal(3)),
                     **dict.fromkeys(("WD", "BD", "HPB"), Decimal(1))})  # fmt: skip
    other = replace(event, scoring=three)
    points = Scores(other).points
    assert points[1] == 1 + 0 + 1 + 3 + 1 + 3 and points[9] == 0
    assert values(other, "STD") == values(event, "STD")
    assert values(other, "WIN") == values(event, "WIN")
    assert values(other, "TPR") == values(event, "TPR")
    scores = Scores(other)
    assert scores.adjusted[9] == 6  # six rounds as draws
    assert scores.against(1, scores.rounds[1][0]) == 6  # a dummy draws six times
    half = replace(event, scoring=Scoring({"PAB": Decimal("0.5")}))
    assert Scores(half).points[10] == Scores(event).points[10] - Decimal("0.5")
    assert values(half, "WIN")[10] == 4


def _of_three(*lines: tuple[int, int, int | None, str], **given: object) -> Event:
    people = tuple(Player(no, str(no), 2000) for no in (1, 2, 3))
    return replace(Event(people, games(*lines), start=date(2026, 5, 1)), **given)  # type: ignore[arg-type]


def test_rounds_of_a_round_robin_are_its_games() -> None:
    """15.2: the odd one out has no round, neither a dummy's nor one to be elected."""
    byes = _of_three((1, 1, 2, "1-0"), (1, 3, None, "bye 1"), (2, 1, 3, "½-½"), (2, 2, None, "bye 0"),
                     (3, 2, 3, "0-1 F"), (3, 1, None, "bye ½"), format="round-robin")  # fmt: skip
    assert values(byes, "REP") == {1: 2, 2: 1, 3: 2}
    # Koya: half of two games.
    assert values(byes, "KS") == {1: Decimal("0.5"), 2: 0, 3: Decimal("0.5")}
    scores = Scores(byes)
    assert scores.adjusted == scores.points
    assert [one.opponent for one in scores.rounds[1]] == [2, 3]


def test_both_lost() -> None:
    """7.7: as many points as the opponent are half a standard point, also where they are none."""
    event = _of_three((1, 1, 2, "0-0"), (1, 3, None, "bye ½"))
    assert values(event, "STD") == {1: Decimal("0.5"), 2: Decimal("0.5"), 3: Decimal("0.5")}


def test_the_first_round_may_be_missed() -> None:
    """16.1.1: "all rounds in which they are absent" are zero-point byes, the first one, too."""
    event = _of_three((1, 1, 2, "1-0"), (2, 3, 1, "1-0"), (2, 2, None, "pab"))
    # A dummy with the one point of the player, and player 1 with one.
    assert values(event, "BH")[3] == 2
    assert [one.number for one in Scores(event).rounds[3]] == [1, 2]
    # A virtual opponent has 1.5 points, which nobody scored against; player 1 has one.
    assert values(event, "BPG")[3] == 0
    assert values(event, "SB-V")[3] == 1


def test_a_voluntary_round_is_cut_as_soon_as_it_is_not_lower() -> None:
    """16.5.1: "as long as such contribution is not lower than the least significant value"."""
    half, one, two = Decimal("1.5"), Decimal(1), Decimal(2)
    parts = [SumPart(one, one), SumPart(two, one, True), SumPart(half, half)]
    assert total(parts, 2) == half
    # A half, though of the greater score, is lower than the 1 that is cut.
    assert total([SumPart(one, one), SumPart(two, one / 2, True)], 1) == one / 2


def test_points_on_the_list() -> None:
    """Promise: a play-off and what has no result yet add nothing to the points of the table."""
    event = _of_three((1, 1, 2, "1-0"), (2, 1, 3, "postponed"), (3, 1, None, "bye ½"))
    decided = replace(event, games=(*event.games, Game(4, 1, 2, "1-0", playoff=True)))
    assert listed_points(decided, 1) == Decimal("1.5")
    assert Scores(decided).playoff_points == {1: [Decimal(1)], 2: [Decimal(0)]}


@pytest.mark.parametrize(("ahead", "draws"), [("bye 1", "0.5"), ("bye 0", "0.5"), ("", "0")])
def test_who_comes_again(ahead: str, draws: str) -> None:
    """16.3.2: a bye that only such rounds follow counts as a draw, not one before a game to come.

    What is known of a round that has not begun is no presence yet.
    """
    last = (3, 1, 2, "") if not ahead else (3, 1, None, ahead)
    event = _of_three((1, 1, 2, "1-0"), (2, 1, None, "bye 0"), (2, 2, 3, "1-0"), last)
    scores = Scores(event)
    assert scores.last == 2
    assert scores.adjusted[1] - scores.points[1] == Decimal(draws)


def test_what_older_rules_have_is_offered_where_it_is_named() -> None:
    """Before 2023 a virtual opponent stood for unplayed rounds of a Swiss, and of nothing else."""
    old = _of_three(tie_breaks=("BH-V", "WIN"))
    assert has_virtual(old) and offered(old)[-3:] == VIRTUAL
    assert chosen(old) == ("BH-V", "WIN")
    new = replace(old, tie_breaks=("BH",))
    assert not has_virtual(new) and not set(offered(new)) & set(VIRTUAL)
    assert not has_virtual(replace(old, tie_breaks=None))
    round_robin = replace(old, format="round-robin")
    assert not has_virtual(round_robin) and not set(offered(round_robin)) & set(VIRTUAL)
    with pytest.raises(ArgumentError, match="BH-V") as refused:
        chosen(round_robin)
    assert "SB-V" not in str(refused.value)
    with pytest.raises(ArgumentError, match="SB-V"):
        chosen(replace(old, tie_breaks=("best",)))


def test_a_tie_break_is_named_once() -> None:
    """Promise: a second time it decides nothing, so something else was meant."""
    with pytest.raises(ArgumentError, match="BH, WIN, BH"):
        chosen(_of_three(tie_breaks=("BH", "WIN", "BH")))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("BH/C1", "BH-C1"),
        ("bh/m2", "BH-M2"),
        ("GE", "REP"),
        ("KS/L+1", "KS-L+1"),
        ("AOB/F", "AOB-F"),
    ],
)
def test_codes_of_files(text: str, code: str) -> None:
    """The list of mandatory tie-breaks writes a stroke; whatever the letters."""
    assert read_tie_breaks(text) == (code,)
    assert chosen(Event((), format="swiss" if code[:2] != "KS" else "round-robin",
                        tie_breaks=(code,))) == (code,)  # fmt: skip


@pytest.mark.parametrize(
    "code", ["BH-C3", "TPR-C1", "BH-C1-C2", "BH-C1-M1", "DE-R", "OTHER_X", "BH:GP"]
)
def test_what_is_no_tie_break(code: str) -> None:
    """14: only sums are cut, by one or two values, once."""
    assert modified(code) is None
    with pytest.raises(ArgumentError):
        chosen(Event((), tie_breaks=(code,)))


@pytest.mark.parametrize(
    ("code", "format"), [("BH-C2", "round-robin"), ("FB", "round-robin"), ("KS-L+1", "swiss")]
)
def test_of_the_other_format(code: str, format: str) -> None:
    """8: "must not be used in round-robins"; 9.2: Koya is for round robins."""
    with pytest.raises(ArgumentError):
        chosen(Event((), format=format, tie_breaks=(code,)))


def test_names() -> None:
    """A name of its own, or that of the tie-break with its modifiers."""
    assert tie_name("BH-C1", "en") == "Buchholz Cut-1"
    assert tie_name("FB-M1", "en") == "Fore Buchholz M1"
    assert tie_name("OTHER", "en") == "OTHER"
