"""What people type, paste, sort and delete, in LibreOffice as they have it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from live_office import Live, Rows, Step
from needs import EVERY, some
from openpyxl.utils.cell import column_index_from_string
from workbooks import EVENTS, games, plan_of, write

from xlrating.cli import main
from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event, Player
from xlrating.engine.rating import rate
from xlrating.engine.results import read_result
from xlrating.engine.rules.ruleset import load
from xlrating.engine.texts import wording
from xlrating.exchange import open_sheets
from xlrating.reading import read
from xlrating.workbook.compare import check
from xlrating.workbook.formulas import results
from xlrating.workbook.sheets.start import ROW_OF
from xlrating.workbook.templates import empty, resized


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A filled workbook without faults."""
    event = read(EVENTS / "us-championship-2025" / "games.csv")
    plan = plan_of(event, "fide@2025-10-01", engine=False)
    return write(plan, tmp_path_factory.mktemp("good") / "event.xlsx")


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_a_workbook_with_a_deleted_row_is_read(
    ending: str, live: Live, good: Path, tmp_path: Path
) -> None:
    """LibreOffice then saves an empty last row of all, 1,048,576: no cell is there to delete."""
    saved = tmp_path / f"saved.{ending}"
    live.after(good, [("delete", "Games!B10"), ("save", str(saved))])
    assert len(read(saved).games) == len(read(good).games) - 1
    # It is no workbook of another version, of which little is compared.
    found = check(open_sheets(saved))
    assert found.differences == () and found.cells > 1000


#: Results as people write them, and the one spelling.
WRITTEN = {
    "1:0": "1-0", "1-0 ": "1-0", " 0 - 1": "0-1", "1/2-1/2": "½-½", "½": "½-½", "=": "½-½",
    "1": "1-0", "0": "0-1", "0,5": "½-½", "0.5-0.5": "½-½", "½:½": "½-½", "+/-": "1-0 F",
    "-:+": "0-1 F", "-/-": "0-0 F", "1–0": "1-0", "0-1f": "0-1 F", "１：０": "1-0", "和": "½-½",
}  # fmt: skip


def named_column(path: Path, name: str) -> int:
    """The column, from 0, of a named list."""
    area: str = openpyxl.load_workbook(path).defined_names[name].attr_text
    return int(column_index_from_string(area.split("$")[1])) - 1


@pytest.mark.in_turn
def test_results_as_people_write_them(live: Live, good: Path, tmp_path: Path) -> None:
    """Pasted results are understood by formulas and reader alike, as the one spelling."""
    steps: list[Step] = [("paste", f"Games!E{row}", text) for row, text in enumerate(WRITTEN, 5)]
    steps += [("number", "Games!E30", 1), ("number", "Games!E31", 0), ("number", "Games!E32", 0.5)]
    saved = tmp_path / "saved.xlsx"
    shown = live.after(good, [*steps, ("save", str(saved))])
    expected = [*WRITTEN.values(), "1-0", "0-1", "½-½"]
    event = read(saved)
    rows = [*range(5, 5 + len(WRITTEN)), 30, 31, 32]
    lines = {game.at("result").rpartition("E")[2]: game for game in event.games}
    assert [lines[str(row)].result.code for row in rows] == expected
    col = {key: named_column(saved, f"rounds_{key}") for key in ("round", "result_at")}
    known = ("", *results.CODES)
    rounds = len({row[col["round"]] for row in shown["Rounds"][4:]})
    audited = {
        (row[col["round"]], at // rounds + 1): known[int(row[col["result_at"]])]
        for at, row in enumerate(shown["Rounds"][4:])
    }
    games = [lines[str(row)] for row in rows]
    assert [audited[game.round, game.white] for game in games] == expected
    # No result is told of, but a colour among those that were typed.
    told = "worth checking: player 3 has the same colour in three games in a row"
    problem = named_column(saved, "games_problem")
    assert [row[problem] for row in shown["Games"][4:] if row[problem]] == [told]
    assert check(open_sheets(saved)).differences == ()


def test_any_spelling_may_be_typed(good: Path) -> None:
    """Results are offered as a list, and another spelling is not refused: only a paste passed."""
    rules = openpyxl.load_workbook(good)["Games"].data_validations.dataValidation
    offered = [(rule.type, bool(rule.showErrorMessage)) for rule in rules if "E5" in rule.sqref]
    assert offered == [("list", False)]


#: Pasted results that are none, and a part of what is said about them.
NO_RESULTS = {
    "-": "result - could mean any of 0-1, 0-1 F, POSTPONED",
    "+": "result + could mean any of 1-0, 1-0 F",
    "bye": "could mean any of BYE 1, BYE ½, BYE 0",
    "2:0": "result 2:0 is unknown",
    "?": "result ? is unknown",
    "1*": "result 1* is unknown",
}


def test_what_may_mean_several_results_is_named(live: Live, good: Path) -> None:
    """What is no result, and what may be several, is named with its line, and not guessed."""
    steps: list[Step] = [("paste", f"Games!E{row}", text) for row, text in enumerate(NO_RESULTS, 5)]
    steps.append(("number", "Games!E20", 45659))
    shown = live.after(good, steps)
    problem = named_column(good, "games_problem")
    said = [str(row[problem]) for row in shown["Games"][4:] if row[problem]]
    expected = [*NO_RESULTS.values(), "result 45659 is a number, perhaps a date"]
    assert len(said) == len(expected)
    assert [part in text for part, text in zip(expected, said, strict=True)] == [True] * len(said)


# --- days ----------------------------------------------------------------------------------------

#: What is typed or pasted for the first day: the day that it is.
DAYS = {
    "2025-11-15": "2025-11-15", "15.11.2025": "2025-11-15", "15/11/2025": "2025-11-15",
    "2025/11/15": "2025-11-15", "2025年11月15日": "2025-11-15", "20251115": "2025-11-15",
    "5.3.2025": "2025-03-05", " 15. 11. 2025 г.": "2025-11-15", "29.02.2024": "2024-02-29",
}  # fmt: skip
#: What is no day, or may be two, and a part of what is said about it.
NO_DAYS = {
    "10/12/2025": "could be two different dates", "soon": "is not a date", "2025": "2025 is not a date",
    "30.02.2025": "is not a date", "15.11.25": "is not a date", "2025-13-01": "is not a date",
}  # fmt: skip


@pytest.fixture(scope="module")
def juniors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with players whose K follows from their age."""
    people = tuple(
        Player(no, f"Player {no}", Decimal(1800 + no), born=2005 + no) for no in range(1, 5)
    )
    lines = ((1, 1, 2, "1-0"), (1, 3, 4, "½-½"), (2, 1, 3, "0-1"), (2, 4, 2, "1-0"))
    event = Event(people, games(*lines), format="swiss", rounds=2)
    plan = plan_of(replace(event, start=date(2025, 10, 12)), "fide@2025-10-01", engine=False)
    return write(plan, tmp_path_factory.mktemp("j") / "j.xlsx")


def broken(sheets: dict[str, Rows]) -> list[object]:
    """What cells show whose formulas cannot be calculated; what is not known yet is #N/A."""
    values = (value for rows in sheets.values() for row in rows for value in row)
    return [value for value in values if re.fullmatch(r"Err:5\d\d|#[A-Z/0]+[!?]", str(value))]


@pytest.mark.in_turn
def test_a_day_in_any_usual_style(live: Live, juniors: Path, tmp_path: Path) -> None:
    """Each style, pasted as text or typed, is the same day for formulas, reader and `check`.

    Every sixth of them, and all in both ways where every case is asked for.
    """
    live.open(juniors)
    ways = [
        (text, day, *way)
        for text, day in DAYS.items()
        # Eight figures that are typed are a number, which is named (below).
        for way in (("paste", text, "xlsx"),
                    ("paste" if text.isdigit() else "type", text.strip(), "ods"))
    ]  # fmt: skip
    for number, (text, day, way, words, ending) in enumerate(some(ways, 6)):
        # Each takes the place of the one before.
        live.ask("do", way, day_cell(), words)
        path, sheets = live.save(tmp_path / f"{number}.{ending}"), live.values()
        assert str(read(path).start) == day, text
        assert check(open_sheets(path)).differences == (), text
        assert not broken(sheets)
        assert "There are problems" not in str(sheets["Start"]), text


@pytest.mark.in_turn
def test_what_is_no_day_is_named(
    live: Live, juniors: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is not a date stands beside its cell and on Check with a link; no formula breaks.

    Every third is saved and rated, and all where every case is asked for.
    """
    cell = day_cell()
    typed: list[tuple[Step, str]] = [(("paste", cell, text), "xlsx") for text in NO_DAYS]
    typed += [(("number", cell, value), "ods") for value in (2025, 20251115)]
    expected = [*NO_DAYS.values(), "2025 is not a date", "20251115 is not a date"]
    live.open(juniors)
    for number, ((step, ending), said) in enumerate(zip(typed, expected, strict=True)):
        # Each takes the place of the one before.
        live.ask("do", *step)
        if EVERY or number % 3 == 0:
            live.save(tmp_path / f"{number}.{ending}")
        sheets = live.values()
        assert said in str(sheets["Start"])
        places = {row[0] for row in sheets["Check"][13:] if said in str(row[1])}
        assert places == {cell}, said
        assert "There are problems" in str(sheets["Start"])
        assert not broken(sheets)
        for saved in tmp_path.glob(f"{number}.*"):
            assert main(["rate", str(saved), "-o", str(tmp_path / "out.xlsx")]) == 2
            assert f"sheet Start, cell {cell.partition('!')[2]}" in capsys.readouterr().err
    # Of a text and of a number.
    assert {path.suffix for path in tmp_path.iterdir()} == {".xlsx", ".ods"}


@pytest.mark.in_turn
def test_juniors_without_a_day(
    live: Live, juniors: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """8.3.3: K = 40 until the year of the 18th birthday; without a day nobody is taken for older."""
    saved = tmp_path / "saved.xlsx"
    steps: list[Step] = [("paste", day_cell(), ""), ("save", str(saved))]
    sheets = live.after(juniors, steps)
    # Who was born in 2006 was 19 when the edition came into force. It is the day that is missing.
    told = [f"the year of birth is {year}" for year in (2007, 2008, 2009)]
    rows = [row[:2] for row in sheets["Check"][13:] if "year of birth" in str(row[1])]
    day = f"Start!B{ROW_OF['event_start'] + 1}"
    assert [(place, str(words)[: len(told[0])]) for place, words in rows] == [
        (day, words) for words in told
    ]
    assert "There are problems" in str(sheets["Start"])
    # No K is shown that may be another.
    told_there = wording("note_unread")["en"].split("{")[0]
    assert str(sheets["Ratings"]).count(told_there) > 3
    output = str(tmp_path / "out.xlsx")
    assert main(["rate", str(saved), "-o", output]) == 2
    assert "the year of birth is 2007" in capsys.readouterr().err
    assert main(["rate", str(saved), "-o", output, "--day", "12.10.2025"]) == 0


def day_cell() -> str:
    """The cell of the first day."""
    return f"Start!B{ROW_OF['event_start'] + 1}"


def test_a_known_day_is_a_real_date(live: Live, juniors: Path, tmp_path: Path) -> None:
    """Files hold a number that is shown as a date, and a typed one is a number, too."""
    event = replace(read(juniors), start=date(2025, 10, 12), end=date(2025, 10, 25))
    path = write(plan_of(event, "fide@2025-10-01", engine=False), tmp_path / "event.xlsx")
    cell = openpyxl.load_workbook(path)["Start"][day_cell().partition("!")[2]]
    assert (cell.is_date, cell.value.date()) == (True, date(2025, 10, 12))
    assert read(path).start == date(2025, 10, 12)
    sheets = live.after(path, [("type", day_cell(), "2025-11-15")])
    assert sheets["Start"][ROW_OF["event_start"]][1] == 45976


@pytest.mark.in_turn
def test_a_day_before_spreadsheets_count_days(live: Live, good: Path, tmp_path: Path) -> None:
    """11 January 1886 has no number in a sheet: it stands as text, and is understood."""
    event = replace(read(good), start=date(1886, 1, 11), rules="")
    path = write(plan_of(event, "elo", engine=False), tmp_path / "event.xlsx")
    saved = tmp_path / "saved.xlsx"
    live.after(path, [("save", str(saved))])
    assert read(saved).start == date(1886, 1, 11)
    assert check(open_sheets(saved)).differences == ()


# --- rounds --------------------------------------------------------------------------------------


@pytest.mark.in_turn
def test_the_rounds_of_an_event_with_fewer_than_the_sheet_has(live: Live, tmp_path: Path) -> None:
    """Art. 7, +15 in the last two rounds: those of the event, not those of the sheet."""
    people = tuple(Player(no, f"P{no}", Decimal(2000 + 50 * no)) for no in range(1, 7))
    lines = [(r, w, b, "1-0") for r in range(1, 6) for w, b in ((1, 2), (3, 4), (5, 6))]
    event = Event(people, games(*lines), format="swiss", rounds=7)
    path = write(plan_of(event, "malaysia", engine=False), tmp_path / "event.xlsx")
    rounds = f"Start!B{ROW_OF['file_rounds'] + 1}"
    names = ["five.xlsx", "four.xlsx", "eight.xlsx"]
    jobs: list[tuple[Path, list[Step]]] = [
        (path, [("number", rounds, number), ("save", str(tmp_path / name))])
        for number, name in zip((5, 4, 8), names, strict=True)
    ]
    five, four, eight = (live.after(*job) for job in jobs)
    read_back = read(tmp_path / "five.xlsx")
    assert read_back.rounds == 5
    assert check(open_sheets(tmp_path / "five.xlsx")).differences == ()
    # Nobody is asked for: the first player.
    at = five["Audit"][3].index("K")
    ks = {row[1]: row[at] for row in five["Audit"][4:11]}
    assert ks[4] - ks[3] == 15
    csv_file = tmp_path / "games.csv"
    csv_file.write_text("round,white,black,result,white_rating,black_rating\n" + "".join(
        f"{r},{w},{b},{result},{2000 + 50 * w},{2000 + 50 * b}\n" for r, w, b, result in lines
    ))  # fmt: skip
    from_csv = rate(read(csv_file), "malaysia")
    assert [line.new for line in from_csv.lines] == [line.new for line in rate(read_back).lines]
    assert "round 5 does not exist; the event has rounds 1 to 4" in str(four["Check"])
    with pytest.raises(RatingError, match="round 5 does not exist"):
        rate(read(tmp_path / "four.xlsx"))
    assert "8 rounds: a whole number from 1 to 7" in str(eight["Check"])
    with pytest.raises(RatingError, match="8 rounds: a whole number from 1 to 7"):
        read(tmp_path / "eight.xlsx")


def test_a_round_robin_once_round_in_a_sheet_for_two(live: Live, tmp_path: Path) -> None:
    """The pairings of rounds that the event has not are no open games."""
    pairs = empty("round-robin", "fide", 4, 6).lines
    lines = tuple(replace(g, result=read_result("1-0" if g.round < 4 else "")) for g in pairs if g)
    people = tuple(Player(no, f"P{no}", Decimal(1900 + no)) for no in range(1, 5))
    event = Event(people, lines, format="round-robin", rounds=6)
    path = write(plan_of(event, "fide", engine=False), tmp_path / "event.xlsx")
    steps: list[Step] = [("number", f"Start!B{ROW_OF['file_rounds'] + 1}", 3)]
    saved = tmp_path / "saved.xlsx"
    sheets = live.after(path, [*steps, ("save", str(saved))])
    assert "all results entered" in str(sheets["Start"])
    assert (len(read(saved).games), read(saved).rounds) == (6, 3)
    assert check(open_sheets(saved)).differences == ()


# --- lines of Games ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def swiss(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Swiss of four players and two rounds, with free lines."""
    people = tuple(Player(no, f"P{no}", Decimal(2000 + 100 * no)) for no in range(1, 5))
    lines = games((1, 1, 2, "1-0"), (1, 3, 4, "0-1"), (2, 1, 3, "½-½"), (2, 4, 2, "1-0"))
    event = Event(people, lines, format="swiss", rounds=2)
    plan = resized(event, load("fide@2025-10-01"), tuple(range(1, 7)), 2, 8, lines)
    return write(plan, tmp_path_factory.mktemp("swiss") / "swiss.xlsx")


#: What is typed, without a result, into the first free line of Games, the cell that Check names,
#: a part of what it says, and of what `rate` says.
HALF_LINES: dict[str, tuple[list[Step], str, str]] = {
    "nobody has 0": ([("number", "Games!D9", 0), ("number", "Games!F9", 4)], "there is no player with the number 0", "D9"),
    "nobody has 99": ([("number", "Games!D9", 1), ("number", "Games!F9", 99)], "there is no player with the number 99", "F9"),
    "a free place": ([("number", "Games!D9", 6), ("number", "Games!F9", 99)], "there is no player with the number 6", "D9"),
    "a name": ([("paste", "Games!D9", "P9"), ("number", "Games!F9", 2)], "there is no player with the number P9", "D9"),
    "one player": ([("number", "Games!D9", 1)], "the second player's number is missing", "F9"),
    "the other player": ([("number", "Games!F9", 1)], "the first player's number is missing", "D9"),
}  # fmt: skip


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", HALF_LINES)
def test_a_line_that_is_no_whole_game_is_named(
    name: str, live: Live, swiss: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mistyped player vanishes nowhere: Check names the line, and `rate` the cell."""
    typed, said, cell = HALF_LINES[name]
    saved = tmp_path / "saved.xlsx"
    steps = [("number", "Games!B9", 2), *typed, ("save", str(saved))]
    sheets = live.after(swiss, steps)
    listed = {row[0]: row[1] for row in sheets["Check"][13:] if row[1]}
    # A line that is being typed is no mistake yet; its game has no result.
    assert said in listed[f"Games!{cell}"]
    red = name != "one player"
    assert ("There are problems" in str(sheets["Start"])) == red
    assert main(["rate", str(saved), "-o", str(tmp_path / "out.xlsx")]) == 2
    assert f"sheet Games, cell {cell}" in capsys.readouterr().err


@pytest.mark.in_turn
def test_games_without_result_are_listed_with_their_lines(
    live: Live, swiss: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An open game is named on Check with its cell, and by `rate` with its place."""
    saved = tmp_path / "saved.xlsx"
    steps = [("paste", "Games!E6", ""), ("paste", "Games!E8", "postponed"), ("save", str(saved))]
    sheets = live.after(swiss, steps)
    rows = [row[:2] for row in sheets["Check"][13:] if str(row[0]).startswith("Games")]
    listed = {str(place): text for place, text in rows}
    assert listed == {
        "Games!E6": "round 1, 3 P3 – 4 P4: no result yet",
        "Games!E8": "round 2, 4 P4 – 2 P2: postponed",
    }
    assert check(open_sheets(saved)).differences == ()
    for command in (["check", str(saved)], ["rate", str(saved), "-o", str(tmp_path / "out.xlsx")]):
        assert main(command) == 0
        error = capsys.readouterr().err
        assert "games without result, this one first: 2" in error
        assert "sheet Games, cell E6" in error


@pytest.mark.in_turn
def test_rounds_without_results_are_told_by_every_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where rounds count (the Malaysian bonus), a sheet with fewer played says so everywhere."""
    people = tuple(Player(no, f"Player {no}", Decimal(1500 + no)) for no in range(1, 5))
    lines = games((1, 1, 2, "1-0"), (1, 3, 4, "1-0"), (2, 1, 3, "0-1"), (2, 2, 4, "½-½"))
    event = Event(people, lines, format="swiss", rounds=4)
    path = write(plan_of(event, "malaysia", engine=False), tmp_path / "event.xlsx")
    for command in (["check", str(path)], ["rate", str(path), "-o", str(tmp_path / "out.xlsx")]):
        assert main(command) == 0
        error = capsys.readouterr().err
        assert "no results in rounds 3 to 4" in error and "sheet Start, cell B27" in error
    one = write(plan_of(replace(event, rounds=3), "malaysia", engine=False), tmp_path / "3.xlsx")
    assert main(["check", str(one)]) == 0
    assert "no results in round 3; if" in capsys.readouterr().err
    over = write(plan_of(replace(event, rounds=2), "malaysia", engine=False), tmp_path / "2.xlsx")
    assert main(["check", str(over)]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.in_turn
@pytest.mark.parametrize("row", [5, 7, 13])
def test_a_line_put_in_between_is_named(row: int, live: Live, swiss: Path) -> None:
    """A line without formulas, inside the list, above or below it, is no game to any formula."""
    steps: list[Step] = [("insert", f"Games!B{row}")]
    steps += [
        ("number", f"Games!{col}{row}", value) for col, value in (("B", 2), ("D", 1), ("F", 4))
    ]
    sheets = live.after(swiss, [*steps, ("paste", f"Games!E{row}", "1-0")])
    listed = {row[0]: row[1] for row in sheets["Check"][13:] if row[1]}
    assert "the formulas of this line are gone" in listed[f"Games!B{row}"]
    assert "There are problems" in str(sheets["Start"])


# --- sorting -------------------------------------------------------------------------------------


@pytest.mark.in_turn
@pytest.mark.parametrize("columns", ["A:K", "A:F"])
def test_players_keep_their_numbers(columns: str, live: Live, swiss: Path) -> None:
    """Games name players by number: a sort that would take the numbers along is refused."""
    first, _, last = columns.partition(":")
    field = ord("F") - ord(first)
    area = f"Players!{first}5:{last}10"
    before = live.after(swiss, [])
    after = live.after(swiss, [("sort", area, field)])
    assert after == before


def test_the_list_would_be_sorted_if_nothing_were_locked(live: Live, swiss: Path) -> None:
    """The step of the test above does sort: ratings alone, which no lock is in, change places."""
    sheets = live.after(swiss, [("sort", "Players!F5:G8", 0)])
    assert [row[5] for row in sheets["Players"][4:8]] == [2400, 2300, 2200, 2100]
