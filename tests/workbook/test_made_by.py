"""A workbook of another version: it is said in a line, and what can be compared is compared."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from workbooks import games, random_event, write

from xlrating.cli import main
from xlrating.engine.errors import ArgumentError, FileError
from xlrating.engine.event import Event, Player
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.rules.ruleset import load
from xlrating.exchange import open_sheets
from xlrating.workbook import made_by
from xlrating.workbook.book import build
from xlrating.workbook.compare import changed_rules, check
from xlrating.workbook.file.writer import to_bytes
from xlrating.workbook.library import Library
from xlrating.workbook.plan import Plan
from xlrating.workbook.reader import read_contents
from xlrating.workbook.sheets.start_columns import MEANT
from xlrating.workbook.templates import empty, filled, resized

#: As the program made it before there were Round, Library and a version in the file.
BEFORE = Path(__file__).parent / "before" / "china-pro.xlsx"


def version(plan: Plan) -> object:
    """What a workbook says of itself."""
    return build(plan).sheet("Start").cells[0, MEANT].shown


@pytest.mark.in_turn
def test_a_workbook_of_before_is_compared_by_player(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """C21: its moved cells are not called wrong; its ratings are, where they are."""
    found = check(open_sheets(BEFORE))
    assert (found.differences, found.cells, found.notices[0].key) == ((), 90, "made_before")
    assert main(["check", str(BEFORE)]) == 0
    said = capsys.readouterr()
    assert "earlier version" in said.err and "convert china-pro.xlsx" in said.err
    assert "all 90 cells agree" in said.out
    # Nor are those of its rules, when it is rated.
    assert main(["rate", str(BEFORE), "-o", str(tmp_path / "rated.xlsx")]) == 0
    assert "Rules" not in capsys.readouterr().err

    book = openpyxl.load_workbook(BEFORE, data_only=True)
    sheet = book["Ratings"]
    column = next(cell.column for cell in sheet[4] if cell.value == "新等级分")
    sheet.cell(6, column).value += 1
    place = sheet.cell(6, column).coordinate
    book.save(wrong := tmp_path / "wrong.xlsx")
    found = check(open_sheets(wrong))
    assert [(one.sheet, one.cell) for one in found.differences] == [("Ratings", place)]
    assert main(["check", str(wrong)]) == 1


def test_without_its_ratings_nothing_is_claimed(tmp_path: Path) -> None:
    """What cannot be found is named; a check of nothing does not end well."""
    book = openpyxl.load_workbook(BEFORE, data_only=True)
    book["Ratings"]["A4"] = "Nr"
    book.save(path := tmp_path / "event.xlsx")
    with pytest.raises(
        ArgumentError, match=r"sheet Ratings, cell A4: the heading is 'Nr', but the column"
    ):
        check(open_sheets(path))
    book.remove(book["Ratings"])
    book.save(path)
    with pytest.raises(FileError, match="the sheet Ratings is missing"):
        check(open_sheets(path))


def test_it_goes_into_the_sheets_of_today(tmp_path: Path) -> None:
    """`convert` makes a workbook of now of it: same places, same language, with a Library."""
    out, contents = tmp_path / "now.xlsx", read_contents(open_sheets(BEFORE))
    assert main(["convert", str(BEFORE), "-o", str(out)]) == 0
    sheets = open_sheets(out)
    found = check(sheets)
    assert found.differences == () and found.cells > 4000
    assert not [one for one in found.notices if one.key.startswith("made")]
    now = read_contents(sheets)
    assert (now.numbers, now.rounds, len(now.lines)) == (
        contents.numbers, contents.rounds, len(contents.lines),
    )  # fmt: skip
    assert (now.language, now.file_language) == (contents.language, contents.file_language)
    assert contents.library is None and now.library is not None and now.library.is_empty
    assert [one.name for one in now.event.players] == [one.name for one in contents.event.players]


def test_what_is_not_played_yet_stays_to_be_played(tmp_path: Path) -> None:
    """Out of a template `convert` keeps free places and lines, pairings, the Library and what of
    its players was typed."""
    club = Library(("ID", "Name", "Rating"), ((7.0, "Ann", 1810.0),))
    free = empty("swiss", "elo", 10, 4, language="ru")
    event = replace(free.event, players=(Player(2, "Ann", Decimal(1810), id="7"),))
    plan = resized(event, free.rules, free.numbers, 4, free.game_rows, language="ru")
    plan = replace(plan, library=club, typed={2: frozenset({"id"})})
    source, out = write(plan, tmp_path / "event.xlsx"), tmp_path / "now.xlsx"
    assert main(["convert", str(source), "-o", str(out), "--language", "zh"]) == 0
    before, now = (read_contents(open_sheets(path)) for path in (source, out))
    assert (now.numbers, now.lines, now.typed) == (before.numbers, before.lines, before.typed)
    assert now.library == before.library
    ann = now.event.by_no[2]
    assert (ann.name, str(ann.rating)) == ("Ann", "1810") and now.typed[2] == {"id"}
    assert (before.file_language, now.file_language, now.language) == ("ru", "zh", "zh")


@pytest.mark.in_turn
def test_the_version_does_not_hang_on_what_is_typed() -> None:
    """Only where cells stand makes it another one: not players, results, languages, lists."""
    event = random_event(5, 9, 4)
    rules = load("fide")
    plan = resized(event, rules, tuple(range(1, 11)), 5, 30)
    bare = resized(replace(event, players=(), games=()), rules, tuple(range(1, 11)), 5, 30)
    own = version(plan)
    assert version(bare) == own and str(own).startswith("xlrating ")
    for file_language in LANGUAGES:
        plans = (replace(plan, language=one, file_language=file_language) for one in LANGUAGES)
        assert len(set(map(version, plans))) == 1
    assert version(replace(plan, library=Library(("Name",), (("Ann",),)), round_asked=1)) == own
    # A line put in or taken out is not the version's doing.
    assert version(resized(event, rules, tuple(range(1, 11)), 5, 33)) == own
    assert version(replace(plan, engine=True)) != own


def test_another_version_says_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A version that is not this one is told by what the file says of it."""
    plan = filled(random_event(5, 6, 2), load("elo"))
    with monkeypatch.context() as patch:
        patch.setattr(made_by, "__version__", "9.8.7")
        path = write(plan, tmp_path / "later.xlsx")
    assert main(["check", str(path), "--language", "ru"]) == 0
    assert "другой версией (xlrating 9.8.7 " in capsys.readouterr().err


def test_rules_of_before_are_no_changed_ones(tmp_path: Path) -> None:
    """A line that the tables of the sheet Rules did not have yet was changed by nobody."""
    book = build(empty("swiss", "china-pro", 4, 3))
    sheet, path = book.sheet("Rules"), tmp_path / "before.xlsx"
    row, col = next(at for at, cell in sheet.cells.single.items() if cell.shown == "BYE 1 R")
    line = {at: sheet.cells[row, at] for at in range(col, col + 4) if (row, at) in sheet.cells}
    for at, cell in line.items():
        sheet.put(row, at, replace(cell, value="", formula=""))
    path.write_bytes(to_bytes(book))
    assert changed_rules(open_sheets(path)) == ()
    sheet.put(row, col + 1, replace(line[col + 1], value=2))
    path.write_bytes(to_bytes(book))
    assert changed_rules(open_sheets(path)) != ()


def test_free_places_make_no_other_version() -> None:
    """Promise: `check` compares every cell of an event that is over and has free places: charts
    have fewer players then than in the empty template, and stand elsewhere."""
    people = tuple(Player(no, f"P{no}", Decimal(1800 + no)) for no in range(1, 5))
    lines = games((1, 1, 2, "1-0"), (1, 3, 4, "½-½"))
    event = Event(people, lines, format="swiss", rounds=1)
    plan = resized(event, load("elo"), tuple(range(1, 31)), 1, 17)
    assert version(plan) == version(empty("swiss", "elo", 30, 1))
