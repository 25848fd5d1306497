"""`check` of people's own workbooks: each wrong cell is named, with the likely reason; no right one.

Each workbook has one wrong cell, of five kinds of slips; the wrong numbers are calculated here.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import NamedTuple

import pytest
import xlsxwriter
from makes import ROBIN, SWISS
from openpyxl import Workbook, load_workbook

from xlrating.annotation.check import read_checked
from xlrating.annotation.relative import odd_ones, shifted
from xlrating.cli import main
from xlrating.engine.errors import EventError
from xlrating.engine.lines import Line
from xlrating.engine.rating import rate
from xlrating.exchange.sheets import open_sheets
from xlrating.reading import read, read_all

OWN = Path(__file__).parent / "own"
COLUMNS = ("Points", "Expected", "Change", "New rating", "Place")
FIRST = 3


class Slip(NamedTuple):
    """A wrong cell: its column, the player, the number there, and what is said of it."""

    column: str
    wrong: Callable[[Line], object]
    reason: str
    no: int = 2


def rounded(value: object) -> int:
    return int(Decimal(str(value)).quantize(Decimal(1), ROUND_HALF_UP))


def logistic(line: Line) -> float:
    """1/(1 + 10^(-D/400)), game by game."""
    own = float(line.player.rating or 0)
    return sum(1 / (1 + 10 ** ((float(game.opponent_rating or 0) - own) / 400))
               for game in line.games)  # fmt: skip


def with_k(k: int) -> Callable[[Line], object]:
    return lambda line: rounded(k * (line.gain or 0))


def each_game(line: Line) -> int:
    """The change of each game, rounded, and only then added."""
    return sum(rounded(abs(game.change or 0)) * (1 if (game.change or 0) > 0 else -1)
               for game in line.games)  # fmt: skip


def gap(limit: int | None) -> Callable[[Line], object]:
    """The sum of Elo's printed table with differences up to a limit."""
    from xlrating import WE_TABLE

    def expected(line: Line) -> object:
        own = line.player.rating or Decimal(0)
        real = [own - (game.opponent_rating or 0) for game in line.games]
        most = Decimal(limit or 9999)
        cut = [max(-most, min(most, one)) for one in real]
        return sum((Decimal(str(WE_TABLE(one, "elo"))) for one in cut), Decimal(0))

    return expected


def against_average(line: Line) -> object:
    """What one game against the average opponent gives, as many times as there are games."""
    from xlrating import WE_TABLE

    met = [game.opponent_rating or Decimal(0) for game in line.games]
    away = (line.player.rating or 0) - sum(met, Decimal(0)) / len(met)
    return len(met) * Decimal(str(WE_TABLE(away, "fide")))


def without_last(line: Line) -> object:
    return float(line.points - (line.games[-1].points or 0))


SLIPS = [
    ("fide", "robin", Slip("Expected", logistic, "logistic formula instead of the table")),
    ("fide", "swiss", Slip("Expected", logistic, "logistic formula instead of the table")),
    ("elo", "robin", Slip("Expected", logistic, "logistic formula instead of the table")),
    ("elo", "swiss", Slip("Expected", logistic, "logistic formula instead of the table", 5)),
    ("fide", "robin", Slip("Change", with_k(40), "K 40 instead of 20")),
    ("fide", "swiss", Slip("Change", with_k(10), "K 10 instead of 20", 3)),
    ("elo", "robin", Slip("Change", with_k(20), "K 20 instead of 30", 3)),
    ("elo", "swiss", Slip("Change", with_k(15), "K 15 instead of 30", 3)),
    ("fide", "robin", Slip("Change", each_game, "change of each game were rounded", 2)),
    ("fide", "swiss", Slip("Change", each_game, "change of each game were rounded", 4)),
    ("elo", "robin", Slip("New rating", lambda line: float(line.player.rating + line.change),  # type: ignore[operator]
                          "the change is not rounded", 3)),
    ("elo", "swiss", Slip("New rating", lambda line: float(line.player.rating + line.change),  # type: ignore[operator]
                          "the change is not rounded", 4)),
    ("fide", "robin", Slip("Expected", gap(None), "more than 400 points were not counted", 1)),
    ("fide", "robin", Slip("Expected", gap(None), "more than 400 points were not counted", 6)),
    ("elo", "robin", Slip("Expected", gap(400), "counted as 400 points at most", 1)),
    ("elo", "robin", Slip("Expected", gap(400), "counted as 400 points at most", 6)),
    ("fide", "robin", Slip("Points", without_last, "not that of the other rows", 3)),
    ("elo", "swiss", Slip("Points", without_last, "not that of the other rows", 2)),
    ("fide", "swiss", Slip("Place", lambda line: 8, "not that of the other rows", 2)),
    ("elo", "robin", Slip("Place", lambda line: 1, "not that of the other rows", 6)),
    ("fide", "robin", Slip("Expected", against_average, "average rating of the opponents")),
    ("fide", "swiss", Slip("Expected", lambda line: line.expected - line.games[-1].expected,  # type: ignore[operator]
                           "as if the game with Dahl, Ingrid were left out")),
    ("fide", "robin", Slip("New rating", lambda line: line.performance, "it is the performance")),
]  # fmt: skip


def book(path: Path, kind: str, rules: str, slip: Slip | None) -> None:
    """A workbook with formulas for what follows from the games, one of them wrong."""
    _write(path, kind, {})
    report = rate(read(path), rules)
    right = {}
    for line in report.lines:
        places = [1 + sum(other.points > line.points for other in report.lines)]
        own = (line.points, line.expected, line.rounded, line.new, *places)
        right[line.player.no] = [float(one) for one in own if one is not None]
    texts = {}
    if slip is not None:
        at = COLUMNS.index(slip.column)
        right[slip.no][at] = float(str(slip.wrong(report.line(slip.no))))
        if slip.column == "Change":
            # What is calculated from it is wrong, too.
            right[slip.no][3] = float(report.line(slip.no).player.rating or 0) + right[slip.no][2]
        texts = {(slip.no, at): "=Work!A1"}
    _write(path, kind, right, texts)


def _write(
    path: Path, kind: str, values: dict[int, list[float]], odd: dict[tuple[int, int], str] | None = None
) -> None:  # fmt: skip
    rows = ROBIN if kind == "robin" else SWISS
    heads = range(1, 7) if kind == "robin" else [f"R{n}" for n in range(1, 4)]
    with xlsxwriter.Workbook(str(path)) as made:
        sheet = made.add_worksheet("Table")
        sheet.write_row(
            FIRST - 1, 0, ["No.", "Name", "Rating", *heads, *(COLUMNS if values else ())]
        )
        for no, (name, rating, cells) in enumerate(rows, 1):
            own = ["*" if cell is None else cell for cell in cells]
            sheet.write_row(FIRST + no - 1, 0, [no, name, rating, *own])
            for at, value in enumerate(values.get(no, ())):
                line = FIRST + no
                text = (odd or {}).get((no, at), f"=Work!{'BCDEF'[at]}{line}")
                sheet.write_formula(line - 1, 3 + len(own) + at, text, None, value)
        made.add_worksheet("Work")


@pytest.mark.in_turn
@pytest.mark.parametrize(("rules", "kind", "slip"), SLIPS, ids=range(1, len(SLIPS) + 1))
def test_a_slip_is_named(
    rules: str, kind: str, slip: Slip, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The wrong cell, what follows from it, the likely reason, and nothing else."""
    book(tmp_path / "own.xlsx", kind, rules, slip)
    assert main(["check", str(tmp_path / "own.xlsx"), "--rules", rules]) == 1
    *told, total = capsys.readouterr().out.splitlines()
    width = 6 if kind == "robin" else 3
    cell = f"{chr(ord('A') + 3 + width + COLUMNS.index(slip.column))}{FIRST + slip.no}"
    assert f"sheet Table, cell {cell}: " in told[0] and slip.reason in told[0]
    follows = [f"follows from cell {cell}"] if slip.column == "Change" else []
    assert [one.partition("; ")[2] for one in told[1:]] == follows
    assert total.startswith(f"{1 + len(follows)} of ")


LOGISTIC = "as with the logistic formula instead of the table"


@pytest.mark.parametrize(
    ("rules", "kind", "no", "wrong", "told"),
    [
        # -12 is also what K 40 gives with no difference cut to 400 points.
        ("fide", "swiss", 8, -12, ["as with K 40 instead of 20"]),
        # 14 is also what K 30 gives with the logistic formula.
        ("elo", "robin", 1, 14, ["as with K 30 instead of 24.75"]),
        ("elo", "robin", 1, 19, [LOGISTIC, "as with K 40 instead of 24.75"]),
        ("fide", "robin", 1, 18, ["as if differences of more than 400 points were not counted as "
                                  "400", "as with K 40 instead of 20"]),
    ],
)  # fmt: skip
def test_one_slip_goes_before_two(
    rules: str, kind: str, no: int, wrong: int, told: list[str], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """K alone where it gives the number; only where it does not another rule with it, K last."""
    book(tmp_path / "own.xlsx", kind, rules, Slip("Change", lambda line: wrong, "", no))
    assert main(["check", str(tmp_path / "own.xlsx"), "--rules", rules]) == 1
    first = capsys.readouterr().out.splitlines()[0]
    assert first.partition("; ")[2].partition(", its formula")[0] == ", ".join(told)


@pytest.mark.parametrize(
    ("factor", "told"), [("K", "average rating of the opponents"), ("20", "K 20 instead of 24.75")]
)
def test_a_k_in_the_formula_is_named_first(
    factor: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """9 is what K 20 gives, and the average of the opponents: the formula alone can tell."""
    path = tmp_path / "own.xlsx"
    _write(path, "robin", {})
    lines = rate(read(path), "elo").lines
    right = {line.player.no: [float(line.points), float(line.expected or 0), float(line.rounded or 0)]
             for line in lines}  # fmt: skip
    assert rounded(20 * (lines[0].gain or 0)) == 9 != right[1][2]
    right[1][2] = 9
    texts = {(no, 2): f"=ROUND({factor if no == 1 else 30}*(B{no}-C{no}),0)" for no in right}
    _write(path, "robin", right, texts)
    assert main(["check", str(path), "--rules", "elo"]) == 1
    wrong, total = capsys.readouterr().out.splitlines()
    assert told in wrong.partition(", its formula")[0] and total.startswith("1 of ")


@pytest.mark.parametrize("kind", ["robin", "swiss"])
@pytest.mark.parametrize("rules", ["fide", "elo", "elo:model=logistic", "fide@2023-01-01"])
def test_no_false_alarm(
    rules: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the engine gives is right in every cell."""
    book(tmp_path / "own.xlsx", kind, rules, None)
    assert main(["check", str(tmp_path / "own.xlsx"), "--rules", rules]) == 0
    assert "cells agree with the engine" in capsys.readouterr().out


def test_rated_forfeits_are_recognised(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An expected score with a game that nobody played: the likely reason says so."""
    rows = [(1, "Ann", 2000, "2w+", "3b1", 1.5), (2, "Bob", 1900, "1b-", "4w1", 0.64),
            (3, "Cid", 1800, "4b1", "1w0", 1.09), (4, "Dan", 1700, "3w0", "2b0", 0.6)]  # fmt: skip
    path = tmp_path / "own.xlsx"
    with xlsxwriter.Workbook(str(path)) as made:
        sheet = made.add_worksheet()
        for at, row in enumerate([("No.", "Name", "Rating", "R1", "R2", "Expected"), *rows]):
            sheet.write_row(at, 0, row)
        # 0.76 and 0.64 of two games instead of 0.76 of one.
        sheet.write("F2", 1.4)
    assert main(["check", str(path), "--rules", "fide"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert "cell F2: " in told[0] and "won or lost by forfeit were rated" in told[0]


def test_formulas_are_compared_as_copies() -> None:
    """A formula copied down is the same; a name, a text and a fixed cell are no moving ones."""
    assert shifted('=IF(B4="A1",Sheet1!$C$1,ROUND1(B4)+A$1)', 3) == (
        '=IF(B7="A1",Sheet1!$C$1,ROUND1(B7)+A$1)'
    )
    formulas = {(row, 3): f"=SUM(A{row + 1}:C{row + 1})" for row in range(5)}
    formulas[2, 3] = "=SUM(A3:B3)"
    del formulas[4, 3]
    assert odd_ones(formulas, range(5), 3) == {
        2: ("=SUM(A3:B3)", "=SUM(A3:C3)"), 4: ("", "=SUM(A5:C5)"),
    }  # fmt: skip


@pytest.mark.parametrize("name", ["two", "coloured"])
def test_nothing_but_points(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Tables without ratings of their own, one or several: read, compared, and told of once."""
    assert main(["check", str(OWN / f"{name}.xlsx"), "--rules", "fide"]) == 0
    said = capsys.readouterr()
    players = sum(len(event.players) for event in read_all(OWN / f"{name}.xlsx"))
    assert said.out.startswith(f"{players} players, ")
    assert "it has no new ratings, changes or expected scores to check" in said.out
    lines = [one for one in said.err.splitlines() if "no year of birth" in one]
    assert len({*lines}) == len(lines) > 0


def test_one_reason_of_many_cells_is_summed_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A column by another formula: each cell is named, and one line says the reason of all."""
    book(tmp_path / "own.xlsx", "robin", "elo:model=logistic", None)
    assert main(["check", str(tmp_path / "own.xlsx"), "--rules", "elo"]) == 1
    *cells, alike, total = capsys.readouterr().out.splitlines()
    why = "as with the logistic formula instead of the table"
    assert alike == f"{sum(why in one for one in cells)} of these cells: {why}"
    assert total.startswith(f"{len(cells)} of ")


def test_new_columns_belong_to_their_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Columns that stand apart from their table, next to another one, are not that one's."""
    own, path, out = load_workbook(OWN / "beside.xlsx"), tmp_path / "own.xlsx", tmp_path / "o.xlsx"
    own["Both"].insert_cols(12, 2)
    own["Both"]["K3"] = "after a playoff"
    own.save(path)
    assert main(["rate", str(path), "--rules", "fide", "--annotate", "-o", str(out)]) == 0
    capsys.readouterr()
    assert [cell.value for cell in load_workbook(out)["Both"][2]][11:13] == [
        "Change (A2:J8)", "New rating (A2:J8)"
    ]  # fmt: skip
    for command in (
        ["check", str(out)],
        ["rate", str(out), "-o", str(path), "--force", "--annotate"],
    ):
        assert main([*command, "--rules", "fide"]) == 0


def test_a_table_is_checked_on_its_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: what was rated with --day is checked with it; without it the message asks for it."""
    monkeypatch.chdir(tmp_path)
    book = Workbook()
    for row in (["No.", "Name", "Born", "Rating", 1, 2, 3], [1, "Ann", 1950, 1900, "*", 1, 0.5],
                [2, "Bob", 2012, 1850, 0, "*", 1], [3, "Cy", 1980, 1700, 0.5, 0, "*"]):  # fmt: skip
        book.active.append(row)
    book.save("own.xlsx")
    rules, day = ["--rules", "dwz"], ["--day", "2026-03-01"]
    assert main(["rate", "own.xlsx", *rules, *day, "--annotate", "-o", "out.xlsx"]) == 0
    capsys.readouterr()
    assert main(["check", "out.xlsx", *rules]) == 2
    assert (
        "enter the day of the event (--day; in a template, sheet Start)" in capsys.readouterr().err
    )
    assert main(["check", "out.xlsx", *rules, *day]) == 0
    assert "all 6 cells agree with the engine" in capsys.readouterr().out


def test_a_template_has_its_own_day(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a day that the file itself says is never ignored in silence."""
    path = str(tmp_path / "t.xlsx")
    assert main(["new", "swiss", "--rules", "fide", "--players", "2", "-o", path]) == 0
    assert main(["check", path, "--day", "2026-01-01"]) == 2
    assert "leave out --rules, --format and --tie-breaks (also --pace" in capsys.readouterr().err


def test_points_that_are_no_slips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table with more wrong points than anybody types is refused with the place of one."""
    path, own = tmp_path / "own.xlsx", Workbook()
    for row in (["No", "Name", "Rtg", "1", "2", "Pts"], [1, "Ann", 1900, "*", 1, 5],
                [2, "Bob", 1850, 0, "*", 7]):  # fmt: skip
        own.active.append(row)
    own.save(path)
    assert [one.found for one in read_checked(open_sheets(path))[1]] == ["5", "7"]
    monkeypatch.setattr("xlrating.annotation.check._MOST", 1)
    with pytest.raises(EventError, match="cell F3"):
        read_checked(open_sheets(path))


def test_a_copy_with_its_people_on_another_sheet_knows_its_own_columns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: what --annotate wrote next to a list of people is read, checked and written again."""
    monkeypatch.chdir(tmp_path)
    book = Workbook()
    for row in (["round", "white", "black", "result"], [1, "Ann", "Bob", "1-0"]):
        book.active.append(row)
    people = book.create_sheet("People")
    for row in (["Name", "Rating"], ["Ann", 2000], ["Bob", 1900]):
        people.append(row)
    book.save("own.xlsx")
    for language in ("en", "zh", "ru"):
        out, rules = f"{language}.xlsx", ["--rules", "elo", "--language", language]
        assert main(["rate", "own.xlsx", *rules, "--annotate", "-o", out]) == 0
        for words in (["read", out], ["rate", out, *rules, "--csv"], ["check", out, *rules]):
            assert main(words) == 0, capsys.readouterr().err
    # Without changes next to them new ratings may be those that count.
    (tmp_path / "p.csv").write_text("Name,Rating,New rating\nAnn,2000,2011\nBob,1900,1889\n")
    (tmp_path / "g.csv").write_text("round,white,black,result\n1,Ann,Bob,1-0\n")
    assert main(["rate", "g.csv", "--players", "p.csv", "--rules", "elo", "--csv"]) == 2


def test_without_a_regulation_ratings_are_said_to_be_unchecked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: nobody is told that there is nothing to check where only the regulation is missing."""
    rated = tmp_path / "rated.xlsx"
    call = ["rate", str(OWN / "coloured.xlsx"), "--rules", "fide", "--annotate", "-o", str(rated)]
    assert main(call) == 0
    told = []
    for file, *rules in ((rated,), (OWN / "coloured.xlsx",), (rated, "--rules", "fide")):
        capsys.readouterr()
        assert main(["check", str(file), *rules]) == 0
        told.append(capsys.readouterr().out)
    assert "not checked: Change, New rating. Name the regulation" in told[0]
    assert "it has no new ratings, changes or expected scores to check" in told[1]
    assert "agree with the engine" in told[2]


def test_what_is_not_compared_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: nothing is dropped in silence: "all cells agree" never hides a cell with a wrong number."""
    path, own = tmp_path / "own.xlsx", Workbook()
    for row in (["No.", "Name", "Rating", 1, 2, "New rating", "Rp", "Glück", "Phone"],
                [1, "Ann", 1900, "*", 1, 1909, 1, 2, ""],
                [2, "Bob", 1850, 0, "*", "about 1840", 1, 2, "12 34"]):  # fmt: skip
        own.active.append(row)
    own.save(path)
    assert main(["check", str(path), "--rules", "fide"]) == 0
    said = capsys.readouterr()
    assert "sheet Sheet: not compared with the engine: Rp, Glück\n" in said.err
    assert "cell F3: not compared: the cell has no number\n" in said.err
    assert "all 1 cells agree" in said.out
    own.active["F3"] = "=C3-9"
    own.save(path)
    assert main(["check", str(path), "--rules", "fide"]) == 0
    assert "cell F3: not compared: the formula has never been calculated" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("new", "expected"),
    [("Nieuwe rating", "Verwacht"), ("Új Élő", "Várható"), ("Yeni Elo", "Beklenen"),
     ("Nytt rating", "Förväntat"), ("新等级分", "预期"), ("Нов рейтинг", "Ожидаемые")],
)  # fmt: skip
def test_headings_of_many_languages_are_compared(
    new: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: columns for new ratings and expected scores are compared, whatever their language."""
    path, own = tmp_path / "own.xlsx", Workbook()
    for row in (["No.", "Name", "Rating", 1, 2, new, expected], [1, "Ann", 1900, "*", 1, 1910, 0.6],
                [2, "Bob", 1850, 0, "*", 1841, 0.43]):  # fmt: skip
        own.active.append(row)
    own.save(path)
    assert main(["check", str(path), "--rules", "fide"]) == 1
    told = capsys.readouterr().out
    assert "cell F2: " in told and "cell G2: " in told
    assert told.endswith("2 of 4 cells differ\n")


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
@pytest.mark.parametrize("rules", ["dwz", "uscf", "fide"])
@pytest.mark.parametrize("has_people", [False, True])
def test_a_calculated_k_is_not_read_as_a_given_one(
    has_people: bool, rules: str, language: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Promise: a copy with ratings is rated as its workbook is; DWZ took the K in it for a coefficient."""
    monkeypatch.chdir(tmp_path)
    book = Workbook()
    if has_people:
        rows: list[list[object]] = [["round", "white", "black", "result"], [1, "Ann", "Bob", "1-0"]]
        people = book.create_sheet("People")
        for row in (["Name", "Rating", "Born"], ["Ann", 1800, 1990], ["Bob", 1700, 2010]):
            people.append(row)
    else:
        rows = [["No.", "Name", "Rating", "Born", 1, 2], [1, "Ann", 1800, 1990, "*", 1],
                [2, "Bob", 1700, 2010, 0, "*"]]  # fmt: skip
    for row in rows:
        book.active.append(row)
    book.save("own.xlsx")
    call = ["--rules", rules, "--day", "2026-01-01", "--language", language]
    columns = ["--columns", "points,k,expected,gain,change,rounded,new,performance"]
    assert main(["rate", "own.xlsx", *call, "--annotate", "-o", "out.xlsx", *columns]) == 0
    assert main(["check", "out.xlsx", *call]) == 0
    capsys.readouterr()
    said = [main(["rate", file, *call, "--csv"]) or capsys.readouterr().out
            for file in ("own.xlsx", "out.xlsx")]  # fmt: skip
    assert said[0] == said[1] != ""
