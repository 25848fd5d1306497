"""Reading a filled template: hostile and careless input is refused with its cell."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from live_office import Live, Step, entered
from needs import EVERY
from workbooks import EVENTS, games, plan_of, write

from xlrating.cli import main
from xlrating.engine.event import Event
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.texts import say, sheet_name
from xlrating.exchange import open_sheets
from xlrating.reading import read
from xlrating.workbook.compare import check
from xlrating.workbook.reader import read_contents
from xlrating.workbook.templates import empty


def championship() -> Event:
    """The event that the tests spoil: a few players of one, for it is saved again and again."""
    event = read(EVENTS / "us-championship-2025" / "games.csv")
    played = games((1, 4, 1, "½-½"), (1, 2, 3, "1-0"), (2, 3, 4, "½-½"), (2, 1, 2, "0-1"))
    return replace(event, players=event.players[:4], games=played, rounds=2, format="swiss")


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A filled workbook without faults."""
    folder = tmp_path_factory.mktemp("good")
    return write(plan_of(championship(), "fide@2025-10-01", engine=False), folder / "event.xlsx")


#: What is typed where, and what is said then.
TYPED: dict[str, tuple[str, object, str]] = {
    "player who does not exist": ("Games!D5", 5, "sheet Games, cell D5: there is no player with the number 5"),
    "same player twice in a round": ("Games!D6", 4, "player 4 appears twice in round 1"),
    "plays himself": ("Games!F5", 4, "player 4 is paired with themselves"),
    "rating as text": ("Players!F5", "strong", "sheet Players, cell F5: rating is 'strong', not a number"),
    "negative rating": ("Players!F5", -5, "sheet Players, cell F5: Rating is −5"),
    "rating of a billion": ("Players!F6", 1e9, "sheet Players, cell F6: Rating is 1000000000"),
    "rating NaN as text": ("Players!F6", "NaN", "sheet Players, cell F6: rating is 'NaN'"),
    "half a game before": ("Players!G5", 2.5, "sheet Players, cell G5: games so far is 2.5; a whole number"),
    "a sex that is none": ("Players!J6", "boy", "sheet Players, cell J6: sex is boy; m, f,"),
    "unknown result": ("Games!E7", "won", "sheet Games, cell E7: result won is unknown"),
    "round in words": ("Games!B5", "Round 4", "sheet Games, cell B5: round Round 4 is not a number; type just the number"),
    "round that does not exist": ("Games!B5", 12, "round 12 does not exist"),
    "bye with an opponent": ("Games!E5", "BYE 1", "BYE 1 is a bye but an opponent is given"),
    "opponent missing": ("Games!F5", None, "sheet Games, cell E5: result ½-½ needs two players"),
    "date that is none": ("Start!B19", "tomorrow", "sheet Start, cell B19: tomorrow is not a date"),
    "unknown tie-break": ("Start!B24", "Solkoff", "sheet Start, cell B24: tie-break is 'SOLKOFF'; one of BH-C1, BH, SB"),
}  # fmt: skip
#: What no person can do there, for it is locked or kept as text, but other programs do.
EDITED: dict[str, tuple[Step, str]] = {
    "result as number": (("number", "Games!E7", 45659), "sheet Games, cell E7: result 45659 is a number, perhaps a date"),
    "formula in a name": (("write", "Players!B5", "=1+1"), "sheet Players, cell B5: this input cell contains the formula '=1+1'"),
    "formula in a result": (("write", "Games!E5", '="1-0"'), "sheet Games, cell E5: this input cell contains the formula"),
    "formula in the size of a team": (("write", "Prizes!B12", "=1+2"), "sheet Prizes, cell B12: this input cell contains the formula '=1+2'"),
    "formula in the number of prizes": (("write", "Prizes!B13", "=1+2"), "sheet Prizes, cell B13: this input cell contains the formula '=1+2'"),
    "missing sheet": (("remove", "Games!B1"), "there is no sheet Games"),
    "renamed heading": (("write", "Players!F4", "Strength"), "sheet Players, cell F4: the heading is 'Strength', but the column 'Rating' is expected"),
    "unknown rules": (("write", "Start!B28", "fida"), "there is no rule set 'fida'; did you mean fide?"),
}  # fmt: skip


def faulty(name: str, good: Path, live: Live, path: Path) -> Path:
    """The good workbook with one of the faults, as saved by a program that calculates."""
    if name in EDITED:
        live.after(good, [EDITED[name][0], ("save", path)])
        return path
    place, value, _ = TYPED[name]
    live.open(good)
    live.type([entered(place, value)])
    return live.save(path)


@pytest.mark.in_turn
@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", [*TYPED, *EDITED])
def test_bad_input_is_one_sentence(
    name: str, good: Path, live: Live, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each fault gives one sentence with sheet and cell, exit code 2, and no output file."""
    path, message = faulty(name, good, live, tmp_path / "in.xlsx"), (TYPED | EDITED)[name][-1]
    output = tmp_path / "out.xlsx"
    before = path.read_bytes()
    assert main(["rate", str(path), "-o", str(output)]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert not output.exists()
    assert path.read_bytes() == before


def test_files_that_are_no_workbooks(
    good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Truncated, renamed, empty, huge: one sentence with the file's name, exit code 2."""
    data = good.read_bytes()
    bomb = tmp_path / "bomb.xlsx"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"0" * (300 * 2**20))
    files = {
        "truncated.xlsx": data[: len(data) // 2],
        "old.xlsx": bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 600,
        "empty.xlsx": b"",
        "text.xlsx": b"round;white;black",
        "bomb.xlsx": bomb.read_bytes(),
    }
    for name, content in files.items():
        path = tmp_path / name
        path.write_bytes(content)
        assert main(["rate", str(path), "-o", str(tmp_path / "out.xlsx")]) == 2
        error = capsys.readouterr().err
        assert (name in error, error.count("\n")) == (True, 1), error
    assert main(["rate", str(tmp_path / "nowhere.xlsx")]) == 2
    assert main(["rate", str(tmp_path)]) == 2
    assert not (tmp_path / "out.xlsx").exists()


def test_inserted_columns_and_rows_are_found(good: Path, tmp_path: Path, office: Any) -> None:
    """Sheets are read by their headings: hidden or added columns and sheets do no harm."""

    book = openpyxl.load_workbook(good)
    book["Players"].column_dimensions["C"].hidden = True
    book.create_sheet("My notes")["A1"] = "hello"
    book["Players"]["Z4"] = "Club"
    book.save(tmp_path / "edited.xlsx")
    contents = read_contents(open_sheets(office.convert(tmp_path / "edited.xlsx", "xlsx")))
    assert contents.event == read_contents(open_sheets(good)).event


def test_formula_like_names_stay_text(tmp_path: Path) -> None:
    """A name that starts like a formula is text in the workbook and in CSV."""
    event = championship()
    players = (replace(event.players[0], name='=HYPERLINK("x")'), *event.players[1:])
    path = write(plan_of(replace(event, players=players), "fide"), tmp_path / "event.xlsx")
    book = openpyxl.load_workbook(path)
    assert book["Players"]["B5"].data_type == "s"
    assert read(path).players[0].name == '=HYPERLINK("x")'


def test_empty_template_is_read(tmp_path: Path) -> None:
    """A template without players is an event without players, not an error."""
    path = write(empty("swiss", "elo", 8, 5), tmp_path / "empty.xlsx")
    contents = read_contents(open_sheets(path))
    assert (contents.event.players, contents.event.games) == ((), ())
    assert (len(contents.numbers), contents.rounds) == (8, 5)


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("format_", ["swiss", "round-robin"])
def test_the_format_is_in_the_language_of_the_workbook(
    format_: str, language: str, live: Live, tmp_path: Path
) -> None:
    """Promise: Start shows the format in words; older workbooks, which show its code, are read.

    One of each format is made as they were, and all where every case is asked for.
    """
    plan = empty(format_, "china-pro", 4, language=language)
    path = write(plan, tmp_path / "empty.xlsx")
    start = sheet_name(language, "Start")
    shown = [row[1] for row in open_sheets(path).rows(start)]
    assert say(language, f"format_{format_}") in shown and format_ not in shown
    assert read(path).format == format_
    if not EVERY and language != ("zh" if format_ == "swiss" else "ru"):
        return
    row = shown.index(say(language, f"format_{format_}")) + 1
    cells = {f"B{row}": format_, f"E{row}": "", "E1": ""}
    older = tmp_path / "older.xlsx"
    edits = [("write", f"{start}!{cell}", value) for cell, value in cells.items()]
    live.after(path, [*edits, ("save", older)])
    assert read(older).format == format_
    assert check(open_sheets(older)).differences == ()
