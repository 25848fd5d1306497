"""TRF-2026: points of results, byes of both kinds, tie-breaks, and files written back as they were."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from workbooks import EVENTS

from xlrating.cli import main
from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event
from xlrating.engine.inspection import inspected
from xlrating.engine.rating import rate
from xlrating.engine.rules.ruleset import load
from xlrating.engine.scoring import Assigned, Scoring
from xlrating.engine.tournament.scores import Scores, shown_points
from xlrating.engine.tournament.standings import place_problems, standings
from xlrating.exchange.csv_writer import write_csv
from xlrating.exchange.trf import read_trf
from xlrating.exchange.trf_writer import write_trf
from xlrating.reading import read

TRF = EVENTS.parent / "trf"
ALL = [*sorted(TRF.glob("*.trf")), *sorted(EVENTS.glob("*/event.trf"))]
HALF = Decimal("0.5")


def read_lines(folder: Path, *lines: str) -> Event:
    """The event of a file with these lines."""
    path = folder / "event.trf"
    path.write_text("\n".join(("012 Open", *lines, "")), "utf-8")
    return read_trf(path)


def player(no: int, points: str, *rounds: str, title: str = "", place: str = "") -> str:
    """A line of a player."""
    head = f"001 {no:>4}  {title:>3} {f'Player {no}':<33} {2000:>4} FRA {'':>11} {'1990':<10} "
    return f"{head}{points:>4} {place:>4}  " + "  ".join(f"{text:<8}" for text in rounds)


def points(event: Event) -> list[Decimal]:
    """The points of the table, by the numbers of the players."""
    return [Scores(event).points[no] for no in event.by_no]


# --- files as people have them --------------------------------------------------------------------


def test_half_a_point_for_the_allocated_bye(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """162: "P: pairing-allocated-bye"; table, workbook and report have the points of the file."""
    source, book, out = TRF / "trf26-162-pab-half.trf", tmp_path / "a.xlsx", tmp_path / "b.trf"
    event = read(source)
    assert points(event) == [Decimal("2.5"), Decimal("1.5"), HALF]
    assert [line.points for line in rate(event, "fide").lines] == points(event)
    assert [one.no for one in standings(event)] == [1, 2, 3]
    assert main(["convert", str(source), "-o", str(book), "--rules", "fide"]) == 0
    assert main(["check", str(book)]) == 0
    assert "cells agree" in capsys.readouterr().out
    assert main(["convert", str(book), "-o", str(out)]) == 0
    assert "162  W 1.0    D 0.5    L 0.0    P 0.5\n" in out.read_text()
    assert points(read(out)) == points(event) == points(read(book))


def test_points_that_no_workbook_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """3 for a win: the table has them, a workbook is refused in words, nothing is counted otherwise."""
    event = read_lines(tmp_path, "162  W 3.0    D 1.0    L 0.0", player(1, "3.0", "   2 w 1"),
                       player(2, "0.0", "   1 b 0"))  # fmt: skip
    assert [line.points for line in rate(event, "fide").lines] == [3, 0]
    source, out = str(tmp_path / "event.trf"), str(tmp_path / "out.xlsx")
    assert main(["convert", source, "-o", out, "--rules", "fide"]) == 2
    assert "workbooks score games 1, ½ and 0, and byes" in capsys.readouterr().err
    assert main(["rate", source, "--rules", "fide", "--json"]) == 0


def test_both_byes_stay_apart(tmp_path: Path) -> None:
    """C.04.1: F was granted, U allocated; "at most once per round". TRF, CSV, workbook, TRF."""
    source = TRF / "trf-f-and-u.trf"

    def codes(event: Event) -> list[int]:
        found = write_trf(replace(event, report=None)).text
        return [found.count(f"0000 - {code}") for code in "FU"]

    event = read(source)
    assert codes(event) == [2, 3]
    tables = write_csv(event)
    (tmp_path / "cup-games.csv").write_text(tables.games, "utf-8")
    (tmp_path / "cup-players.csv").write_text(tables.players, "utf-8")
    assert codes(read(tmp_path / "cup-games.csv")) == [2, 3]
    book = tmp_path / "cup.xlsx"
    assert main(["convert", str(source), "-o", str(book), "--rules", "fide"]) == 0
    assert codes(read(book)) == [2, 3]
    assert "0000 - F" in write_trf(read(TRF / "trf-fullpoint-bye.trf")).text


def test_a_bye_of_the_round_being_played() -> None:
    """A bye that is known before its round counts once that is played, where the file has it so."""
    event = read(TRF / "trf-pab-of-open-round.trf")
    assert points(event) == [1, 0, 1]
    assert [line.points for line in rate(event, "fide").lines] == [1, 0, 1]
    assert (len(event.players), [g.result.code for g in event.games if g.round == 2]) == (
        3, ["BYE 1", ""],
    )  # fmt: skip


def test_tie_breaks_of_the_file() -> None:
    """212: "tie-breaks used to define standings": points, Sonneborn-Berger, Buchholz.

    Player 1 beat 4 (0.5) and 2 (2.0): 2.5; player 2 beat 3 (1.5) and 4 (0.5): 2. The file prints
    these two the other way round, which is told.
    """
    event = read(TRF / "trf26-tiebreaks.trf")
    assert event.tie_breaks == ("SB", "BH")
    found = {one.no: one.ties for one in standings(event)}
    assert [found[no] for no in (1, 2)] == [(Decimal("2.5"), Decimal(4)), (Decimal(2), Decimal(4))]
    assert list(found) == [1, 2, 3, 4]
    (told,) = place_problems(event)
    assert (told.key, told.words["same"], told.words["codes"]) == ("places_apart", 2, "SB, BH")


# --- written back ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ALL, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_files_come_back_byte_for_byte(path: Path) -> None:
    """Every record, field and blank; without the file it is the same event, too."""
    event = read_trf(path)
    with path.open(encoding="utf-8", newline="") as file:
        assert write_trf(event).text == file.read()


@pytest.mark.parametrize("path", ALL, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_event_is_written_by_itself(path: Path, tmp_path: Path) -> None:
    """Without its file an event is written in FIDE's columns and is the same when it is read."""
    event = read_trf(path)
    out = tmp_path / "out.trf"
    out.write_text(write_trf(replace(event, report=None)).text, "utf-8")
    found = read_trf(out)
    assert (found.players, found.games, found.scoring, found.tie_breaks) == (
        event.players, event.games, event.scoring, event.tie_breaks,
    )  # fmt: skip


def test_what_changed_is_written_anew(tmp_path: Path) -> None:
    """Other lines stay as they were, comments and what programs add among them."""
    lines = ("112 Deputy", "202 BH", "### note", player(1, "1.0", "   2 w 1", title="g"),
             player(2, "0.0", "   1 b 0", title="f"), "XXC white1")  # fmt: skip
    event = read_lines(tmp_path, *lines)
    named = replace(event, name="Cup", start=None, place="Town", tie_breaks=("SB",))
    found = write_trf(
        replace(named, players=(replace(event.players[0], title="IM"), event.players[1]))
    )
    assert found.text.splitlines() == [
        "012 Cup", "112 Deputy", "### note", "022 Town", "212 PTS,SB",
        player(1, "1.0", "   2 w 1", title="IM").replace("1990      ", "1990/00/00").replace("1.0     ", "1.0    1").rstrip(),
        lines[4], "XXC white1",
    ]  # fmt: skip


# --- records --------------------------------------------------------------------------------------


def won(first: str = "", second: str = "") -> tuple[str, str]:
    """A game that player 1 won, then the byes of both: one allocated, one of half a point."""
    return player(1, first, "   2 w 1", "0000 - U"), player(2, second, "   1 b 0", "0000 - H")


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ([], (2, HALF)),
        (["162  W 3.0    D 1.0"], (6, 1)),  # P as W
        (["162  W 3.0    D 1.0    L 0.5    P 1.5"], (Decimal("4.5"), Decimal("1.5"))),
        (["162  w3.0 d 1.0"], (6, 1)),
        (["XXS W=3", "XXS D=1"], (4, 1)),  # JaVaFo: PAB is 1 unless it is named
        (["XXS WW=2 BL=.5"], (3, 1)),
        (["BBW  3.0", "BBD  1.0"], (6, 1)),  # bbpPairings: BBU as BBW
        (["BBW  3.0", "BBU  1.0"], (4, HALF)),
        (["299 W         3.0  001    1"], (4, HALF)),
        (["299 W         3.0"], (4, HALF)),
        (["299          -0.5  000    2"], (2, 0)),
        (["299           0.5  999    2"], (2, 1)),
        (["162  W 1.0", "XXS W=1"], (2, HALF)),
    ],
)
def test_points_of_results(
    tmp_path: Path, records: list[str], expected: tuple[Decimal, ...]
) -> None:
    """162, 299 (TRF-2026), XXS (JaVaFo), BBW … (bbpPairings); the points column agrees with them."""
    event = read_lines(tmp_path, *records, *won(*(f"{one:.1f}" for one in expected)))
    assert tuple(shown_points(event).values()) == expected
    out = write_trf(replace(event, report=None)).text
    (tmp_path / "out.trf").write_text(out, "utf-8")
    assert shown_points(read_trf(tmp_path / "out.trf")) == shown_points(event)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["162  W x"], "line 2: 'W x' does not say how many points"),
        (["162  W 1.0    W 2.0"], "line 2: 'W 2.0' does not say"),
        (["XXS Q=2"], "line 2: 'Q=2' does not say"),
        (["162  W 2.0", "XXS W=3"], "line 3: "),
        (["299 W      03.0  000    1"], "line 2: 'W      03.0  000    1' does not say"),
        (["299 D         3.0  001    1"], "line 2: player 1 has no result D in round 1"),
        (["299           1.0  001    7"], "line 2: there is no player '7'"),
        (["062 3"], "line 2: the file says 3 players (062) but has 2 lines 001"),
        (["101    3      Lost"], "line 2: the line begins with '101', which is not a TRF record"),
        (["Open of the town"], "line 2: the line begins with 'Ope'"),
        (["142 3", "XXR 4"], "line 3: "),
        (["142 x"], "line 2: columns 5 to 7 hold 'x'"),
        (["092 Swiss System", "192 FIDE_ROUNDROBIN"], "line 3: "),
        (["202 BH", "212 PTS,SB"], "line 3: "),
        (["012 Another"], "line 2: "),
        (["042 2026/05/02", "052 2026/05/01"], "line 3: the event lasts from 2026-05-02"),
        (["042 2006/05/01", "052 2026/05/01"], "line 3: the event lasts from 2006-05-01"),
    ],
)
def test_contradictions_name_the_line(tmp_path: Path, lines: list[str], words: str) -> None:
    """Whatever could change a number and is not as FIDE says stops, with the line."""
    with pytest.raises(RatingError) as caught:
        read_lines(tmp_path, *lines, *won())
    assert f"event.trf, {words}" in str(caught.value)


def test_points_are_those_of_the_games(tmp_path: Path) -> None:
    """The points column is held against the event's own points, whatever these are."""
    with pytest.raises(RatingError, match=r"line 3: the games give 3 points but .* say 1"):
        read_lines(
            tmp_path, "162  W 3.0", player(1, "1.0", "   2 w 1"), player(2, "0.0", "   1 b 0")
        )


def test_points_while_an_event_goes_on(tmp_path: Path) -> None:
    """A game without result is nothing yet, or half a point (162, X), for all players alike."""
    for first, second in (("1.0", "0.0"), ("1.5", "0.5")):
        lines = player(1, first, "   2 w 1", "   2 b  "), player(2, second, "   1 b 0", "   1 w  ")
        assert points(read_lines(tmp_path, *lines)) == [1, 0]
    lines = player(1, "1.5", "   2 w 1", "   2 b  "), player(2, "0.0", "   1 b 0", "   1 w  ")
    with pytest.raises(RatingError, match="columns 81 to 84"):
        read_lines(tmp_path, *lines)


@pytest.mark.parametrize(
    ("title", "meant"),
    [("g", "GM"), ("gf", "WGM"), ("mf", "WIM"), ("ff", "WFM"), ("cf", "WCM"), ("wg", "WGM"),
     ("c", "CM"), ("WFM", "WFM"), ("gm", "GM")],
)  # fmt: skip
def test_titles(tmp_path: Path, title: str, meant: str) -> None:
    """The first edition has letters; programs write gf, mf, ff and cf for women's titles."""
    assert read_lines(tmp_path, player(1, "", title=title)).players[0].title == meant


def test_unknown_tie_breaks_are_told(tmp_path: Path) -> None:
    """202 and 212: the order of the file up to the first that has no values here; the rest is told."""
    event = read_lines(tmp_path, "212 PTS,BH/C1,OTHER_X,BH", *won())
    assert event.tie_breaks == ("BH-C1",)
    told = [one for one in inspected(event, load("fide")) if one.key == "trf_ties"]
    assert [(one.words, one.stops) for one in told] == [({"codes": "OTHER_X, BH"}, False)]


def test_counts_and_days_that_are_not_so(tmp_path: Path) -> None:
    """072 and 132 change no number: they are told."""
    event = read_lines(
        tmp_path, "042 2026/05/01", "052 2026/05/02", "072 1",
        "132" + " " * 88 + "26/05/01  26/06/02", *won(),
    )  # fmt: skip
    assert event.report is not None
    assert [one.key for one in event.report.doubts] == ["trf_rated", "trf_day"]


def test_penalties_are_assigned() -> None:
    """299 without a type: "penalty/bonus" in a round, or for the event as a whole (999)."""
    one = Assigned("", Decimal(-1), 2, (3,))
    assert one.is_of(3, 2) and not one.is_of(3, 1) and not one.is_of(4, 2)


def test_points_in_a_list_of_games(tmp_path: Path) -> None:
    """What 162 says a list of games says in a line; what single players are given has no place."""
    event = read(TRF / "trf26-162-pab-half.trf")
    tables = write_csv(event)
    assert "scoring: W 1.0 D 0.5 L 0.0 P 0.5\n" in tables.games and not tables.lost
    (tmp_path / "cup-games.csv").write_text(tables.games, "utf-8")
    (tmp_path / "cup-players.csv").write_text(tables.players, "utf-8")
    assert read(tmp_path / "cup-games.csv").scoring == event.scoring
    fined = replace(event, scoring=Scoring({}, (Assigned("", Decimal(-1), 0, (1,)),)))
    assert write_csv(fined).lost["scoring"] == 1


#: A win, a draw, an allocated bye and one of a draw, where a win counts 2.
DOUBLED = """\
012 Cup
042 2025/11/01
092 Individual: Swiss-System
162  W 2.0    D 1.0    L 0.0
001    1      Ann                               2100                             3.0    1     2 w 1     3 b =
001    2      Bob                               2000                             2.0    2     1 b 0  0000 - U
001    3      Cid                               1900                             2.0    3  0000 - H     1 w =
"""


@pytest.mark.parametrize("said", [True, False])
def test_a_workbook_of_points_that_are_doubled(
    said: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """162 `W 2.0 D 1.0`, or totals alone: the workbook counts 1, ½ and 0, as of the same table."""
    source, book, new = tmp_path / "a.trf", tmp_path / "a.xlsx", tmp_path / "n.xlsx"
    source.write_text(DOUBLED if said else DOUBLED.replace("162  W 2.0    D 1.0    L 0.0\n", ""))
    assert points(read(source)) == [3, 2, 2]
    for words in (
        ["convert", str(source), "-o", str(book)],
        ["new", "swiss", "--from", str(source), "-o", str(new)],
    ):
        assert main([*words, "--rules", "fide@2025-10-01"]) == 0
    assert points(read(book)) == [Decimal("1.5"), 1, 1]
    assert main(["check", str(book)]) == 0
    changes = [
        [line.new for line in rate(read(one), "fide@2025-10-01").lines] for one in (source, book)
    ]
    assert changes[0] == changes[1]
    out = tmp_path / "b.trf"
    assert main(["convert", str(source), "-o", str(out)]) == 0
    assert ("162  W 2.0" in out.read_text()) is said and points(read(out)) == [3, 2, 2]
