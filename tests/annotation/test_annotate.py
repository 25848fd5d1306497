"""Ratings in people's own workbooks: what is added is right, and nothing else has changed."""

from __future__ import annotations

import io
import re
import zipfile
from decimal import Decimal
from pathlib import Path

import pytest
from needs import EVERY, need
from office import Office, missing
from openpyxl import Workbook, load_workbook
from openpyxl.chart import BarChart
from openpyxl.comments import Comment
from openpyxl.styles import Font
from untouched import added, changes, of_parts

import xlrating
from xlrating.annotation import at_size
from xlrating.annotation.book import annotated
from xlrating.annotation.cells import Put, SheetCells
from xlrating.annotation.office import converted
from xlrating.cli import main
from xlrating.engine.errors import ArgumentError, FileError
from xlrating.engine.rating import rate
from xlrating.engine.report import Report
from xlrating.exchange.sheet_xml import SheetXml
from xlrating.exchange.sheets import open_sheets
from xlrating.reading import read_all

OWN = Path(__file__).parent / "own"
TESTS = Path(__file__).parents[1]
BOOKS = [
    *sorted(OWN.glob("*.xlsx")),
    TESTS / "exchange/world/cr-round-robin.xlsx",
    TESTS / "events/chess-results-april/crosstable.xlsx",
]
#: A whole file with what follows its name in the list of kinds.
_MACROS = b"application/vnd.ms-excel.sheet.macroEnabled.main+xml"
_PLAIN = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"


def reports(path: Path, rules: str = "elo") -> list[Report]:
    return [rate(event, rules) for event in read_all(path)]


def with_part(path: Path, name: str, data: bytes, replace: tuple[bytes, bytes]) -> bytes:
    """A workbook with another part, and a change in its list of kinds."""
    out = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for one in old.infolist():
            text = old.read(one)
            if one.filename == "[Content_Types].xml":
                text = text.replace(*replace)
            new.writestr(one, text)
        new.writestr(name, data)
    return out.getvalue()


@pytest.mark.in_turn
@pytest.mark.parametrize("path", BOOKS, ids=lambda one: one.stem)
def test_nothing_else_changes(path: Path) -> None:
    """Cells, their cached values, looks, comments, names and parts are equal before and after."""
    before = path.read_bytes()
    after = annotated(path, reports(path), columns=("rounded", "new", "clause"))
    assert changes(before, after) == []
    assert path.read_bytes() == before


def test_cells_written_in_another_way() -> None:
    """Attributes in another order, quotes of the other kind and cells without an address are read."""
    new = b'<c r="B1" s="4"><v>7</v></c>', b'<c r="D1" t="inlineStr"><is><t>a</t></is></c>'
    for row, old in (
        (b'<row r="1">%b<c r="C1"/>%b</row>', b'<c r="B1" s="4" t="s"><v>1</v></c>'),
        (b"<row r='1'><c/>%b<c/>%b</row>", b"<c t='s' s='4'><v>1</v></c>"),
    ):
        sheet = b"<worksheet><sheetData>" + row + b"</sheetData></worksheet>"
        cells = SheetCells("sheet", sheet % (old, b""))
        assert cells.filled(0, 0) == {1}
        assert [cells.style(0, col) for col in range(4)] == [0, 4, 0, 0]
        assert cells.with_cells({(0, 1): Put(Decimal(7), 4), (0, 3): Put("a")}) == sheet % new


@pytest.mark.parametrize("name", ["hidden", "coloured", "table", "season"])
def test_comments_come_beside_those_of_the_workbook(name: str, tmp_path: Path) -> None:
    """Each new rating has a comment with its reasons; those that were there stay, and all else."""
    path, out = OWN / f"{name}.xlsx", tmp_path / "out.xlsx"
    call = ["rate", str(path), "--rules", "fide", "--annotate", "--comments", "-o", str(out)]
    assert main(call) == 0
    assert changes(path.read_bytes(), out.read_bytes(), comments=True) == []
    old, new = comments_in(path), comments_in(out)
    assert old.items() <= new.items()
    told = {place: text for place, text in new.items() if place not in old}
    assert len(told) == sum(len(event.players) for event in read_all(path))
    values = load_workbook(out)
    for (sheet, place), text in told.items():
        assert f"= {values[sheet][place].value} (8.3.4)" in text


def test_comments_once_more(tmp_path: Path) -> None:
    """A copy with comments can be annotated again: no two boxes have one number."""
    one, two = tmp_path / "one.xlsx", tmp_path / "two.xlsx"
    for own, out in ((OWN / "coloured.xlsx", one), (one, two)):
        call = ["rate", str(own), "--rules", "elo", "--annotate", "--comments", "-o", str(out)]
        assert main([*call, "--sheet", "Crosstable"]) == 0
    assert len(comments_in(two)) == 2 * len(comments_in(one)) == 12
    with zipfile.ZipFile(two) as book:
        (boxes,) = (one for one in book.namelist() if one.endswith(".vml"))
        numbers = re.findall(rb'<v:shape [^>]*id="(_x0000_s\d+)"', book.read(boxes))
    assert len(numbers) == len({*numbers}) == 12


def comments_in(path: Path) -> dict[tuple[str, str], str]:
    """The texts of all comments, by sheet and address."""
    return {
        (sheet.title, cell.coordinate): cell.comment.text
        for sheet in load_workbook(path).worksheets
        for row in sheet.iter_rows() for cell in row if cell.comment
    }  # fmt: skip


@pytest.mark.in_turn
@pytest.mark.parametrize("name", ["hidden", "table"])
def test_the_program_shows_the_comments(name: str, tmp_path: Path) -> None:
    """LibreOffice finds every comment of the copy, new ones and old ones."""
    need(missing())
    out = tmp_path / "out.xlsx"
    call = ["rate", str(OWN / f"{name}.xlsx"), "--rules", "fide", "--annotate", "--comments"]
    assert main([*call, "-o", str(out)]) == 0
    opened = zipfile.ZipFile(io.BytesIO(converted("out.xlsx", out.read_bytes(), ".ods")))
    shown = opened.read("content.xml").count(b"<office:annotation ")
    assert shown == len(comments_in(out))


def test_the_longest_sheet_can_be_left_out(tmp_path: Path) -> None:
    """Without Audit the copy has the sheet Ratings alone; without --annotate there is no such choice."""
    call = ["rate", str(OWN / "coloured.xlsx"), "--rules", "elo", "--no-audit"]
    assert main([*call, "--annotate", "-o", str(tmp_path / "out.xlsx")]) == 0
    assert load_workbook(tmp_path / "out.xlsx").sheetnames == ["Crosstable", "Ratings"]
    assert main(call) == 2


@pytest.mark.parametrize("path", BOOKS if EVERY else BOOKS[:-1], ids=lambda one: one.stem)
def test_each_row_has_its_own_rating(path: Path) -> None:
    """In the row of a player stand the change and the new rating of that player."""
    found = reports(path)
    book = load_workbook(io.BytesIO(annotated(path, found)), data_only=True)
    for report in found:
        event = report.events[0]
        assert event.account is not None
        sheet = book[event.account.sheet]
        for line in report.lines:
            place = re.search(r"cell ([A-Z]+)(\d+)$", line.player.where)
            assert place is not None
            row = [cell.value for cell in sheet[int(place[2])]]
            assert line.player.name in row
            new = None if line.new is None else float(line.new)
            change = None if line.rounded is None else float(line.rounded)
            shown = [float(one) if isinstance(one, (int, float)) else one for one in row]
            at = [n for n in range(len(row) - 1) if shown[n : n + 2] == [change, new]]
            assert at or (change is None and new is None)


_PEOPLE: list[list[object]] = [
    ["Name", "Rating", "Born"], ["Dan", 1700, 2000], ["Eve", 1500, 1985], ["Ann", 1900, 1990],
    ["Bob", 1850, 1980],
]  # fmt: skip


@pytest.mark.parametrize(
    "sheets",
    [
        {"Games": [["Round", "White", "Black", "Result"], [1, "Ann", "Bob", "1-0"],
                   [2, "Dan", "Ann", "½-½"]]},
        {"Round 1": [["Board", "White", "Result", "Black"], [1, "Ann", "1-0", "Bob"]],
         "Round 2": [["Board", "White", "Result", "Black"], [1, "Dan", "½-½", "Ann"]]},
    ],
    ids=["games", "pairings"],
)  # fmt: skip
def test_players_on_another_sheet(
    sheets: dict[str, list[list[object]]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The ratings of games or pairings come next to the list of players, and are checked there.

    In the copy, Ratings and Audit are no other lists of people, and New rating next to Change is
    no rating that a player has. Who is not in the event has nothing, or the old rating.
    """
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in {**sheets, "People": _PEOPLE}.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    own, copy = tmp_path / "own.xlsx", tmp_path / "copy.xlsx"
    book.save(own)
    assert main(["rate", str(own), "--rules", "fide", "--annotate", "-o", str(copy)]) == 0
    assert changes(own.read_bytes(), copy.read_bytes()) == []
    rated = load_workbook(copy)
    assert rated.sheetnames == [*sheets, "People", "Ratings", "Audit"]
    assert {name: [[*row] for row in rated[name].values] for name in sheets} == sheets
    lines = {line.player.name: line for line in reports(own, "fide")[0].lines}
    new = {name: [line.rounded, line.new] for name, line in lines.items()}
    assert [[*row] for row in rated["People"].values] == [
        [*_PEOPLE[0], "Change", "New rating"],
        *([*row, *new.get(str(row[0]), [None, None])] for row in _PEOPLE[1:]),
    ]
    check = ["check", str(copy), "--rules", "fide"]
    assert main(check) == 0
    assert f"all {2 * len(lines)} cells agree" in capsys.readouterr().out
    rated["People"]["E4"] = 1907
    rated.save(copy)
    assert main(check) == 1
    assert "sheet People, cell E4: shows 1907" in capsys.readouterr().out


def test_the_copy_of_a_crosstable_without_ratings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of three sheets with ratings in the copy, the list that it had has those of its players."""
    book = Workbook()
    table: list[list[object]] = [["No", "Name", 1, 2], [1, "Ann", "*", 1], [2, "Bob", 0, "*"]]
    for rows in (table, [_PEOPLE[0], *_PEOPLE[3:]]):
        sheet = book.create_sheet("List")
        for row in rows:
            sheet.append(row)
    own, copy = tmp_path / "own.xlsx", tmp_path / "copy.xlsx"
    book.save(own)
    assert main(["rate", str(own), "--rules", "fide", "--annotate", "-o", str(copy)]) == 0
    assert main(["check", str(copy), "--rules", "fide", "--ignore", "New rating"]) == 0
    assert "all 4 cells agree" in capsys.readouterr().out


def test_two_tables_keep_apart() -> None:
    """Two events on one sheet, below and beside each other, and a season of sheets."""
    two, beside, season = (OWN / f"{name}.xlsx" for name in ("two", "beside", "season"))
    assert [one.events[0].name for one in reports(two)] == ["Group A", "Group B"]
    assert len(reports(beside)) == 2
    sheets = [one.events[0].account.sheet for one in reports(season) if one.events[0].account]
    assert sheets == ["January", "March", "June", "October"]
    cells = added(beside.read_bytes(), annotated(beside, reports(beside)))
    heads = {place: value for (_, place), value in cells.items() if place.endswith("2")}
    # The right one has room next to it; the columns of the left one say whose they are.
    assert heads == {
        "V2": "Change", "W2": "New rating",
        "X2": "Change (A2:J8)", "Y2": "New rating (A2:J8)",
    }  # fmt: skip


@pytest.mark.parametrize(("name", "columns"), [("table", "R, S"), ("beside", "X, Y"), ("two", "")])
def test_columns_far_away_are_told(
    name: str, columns: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """New columns that are not right next to their table are told, so that nobody looks for them."""
    call = ["rate", str(OWN / f"{name}.xlsx"), "--rules", "elo", "--annotate", "-o"]
    assert main([*call, str(tmp_path / "out.xlsx")]) == 0
    said = re.findall("the new columns are (.*): ", capsys.readouterr().err)
    assert said == [columns][: bool(columns)]


@pytest.mark.parametrize(
    ("name", "first"),
    [("hidden", "M"), ("table", "R"), ("coloured", "L"), ("filters", "H"), ("merged", "K")],
)
def test_columns_keep_out_of_the_way(name: str, first: str) -> None:
    """Hidden columns, tables, filters, merged cells, print areas and charts are passed over."""
    path = OWN / f"{name}.xlsx"
    cells = added(path.read_bytes(), annotated(path, reports(path)))
    assert min((re.sub(r"\d", "", place) for _, place in cells), key=lambda c: (len(c), c)) == first


def test_new_cells_look_like_their_neighbours() -> None:
    """Font, fill and border are those of the row; a change has its sign."""
    path = OWN / "coloured.xlsx"
    sheet = load_workbook(io.BytesIO(annotated(path, reports(path))))["Crosstable"]
    for row in range(3, 10):
        for col in "LM":
            for part in ("font", "fill", "border", "alignment"):
                own, next_to = (getattr(sheet[f"{at}{row}"], part) for at in (col, "K"))
                assert repr(own) == repr(next_to)
    assert sheet["L4"].number_format == "+General;-General;General"
    assert sheet["L3"].number_format == sheet["K3"].number_format


def test_headings_speak_as_the_workbook() -> None:
    """The language of the headings decides, or the one that is asked for."""
    for name, word in (("chinese", "新等级分"), ("russian", "Новый рейтинг")):
        path = OWN / f"{name}.xlsx"
        cells = added(path.read_bytes(), annotated(path, reports(path)))
        assert word in cells.values()
    cells = added(path.read_bytes(), annotated(path, reports(path), language="en"))
    assert "New rating" in cells.values()


def test_columns_are_as_wide_as_numbers_are_read() -> None:
    """A coefficient of 28 digits, as dwz has it, takes no more room than the four that are read."""
    found = annotated(OWN / "coloured.xlsx", reports(OWN / "coloured.xlsx", "dwz"))
    sheet = load_workbook(io.BytesIO(found))["Ratings"]
    widths = sheet.column_dimensions
    wide = {head.value: widths[head.column_letter].width for head in sheet[1]}
    assert wide["K"] == 9


def test_sheets_at_the_end() -> None:
    """Ratings and Audit stand behind theirs, with each step and its clause."""
    path = OWN / "season.xlsx"
    book = load_workbook(io.BytesIO(annotated(path, reports(path), columns=["new"])))
    assert book.sheetnames == ["Season", "January", "March", "June", "October", "Ratings", "Audit"]
    ratings = list(book["Ratings"].iter_rows(values_only=True))
    assert len(ratings) == 1 + 4 * 8
    assert ratings[0][0] == "Event" and ratings[1][0] == "January tournament"
    clauses = [row[-2] for row in book["Audit"].iter_rows(min_row=2, values_only=True)]
    assert sum(bool(one) for one in clauses) >= 4 * 8 * 5


@pytest.mark.parametrize("name", ["coloured", "two", "chinese", "russian"])
def test_annotated_twice(name: str, tmp_path: Path) -> None:
    """A copy can be read, and annotated again: its sheets get names of their own."""
    path, copy = OWN / f"{name}.xlsx", tmp_path / "copy.xlsx"
    copy.write_bytes(annotated(path, reports(path)))
    first, again = reports(path), reports(copy)
    assert [one.lines for one in first] == [one.lines for one in again]
    after = annotated(copy, again)
    assert changes(copy.read_bytes(), after) == []
    names = load_workbook(io.BytesIO(after)).sheetnames
    assert names[-2:] == [f"{one} (2)" for one in names[-4:-2]]


def test_macros_stay(tmp_path: Path) -> None:
    """A macro workbook keeps its macros, and its kind."""
    own = tmp_path / "own.xlsm"
    own.write_bytes(
        with_part(OWN / "coloured.xlsx", "xl/vbaProject.bin", b"macros", (_PLAIN, _MACROS))
    )
    out = tmp_path / "out.xlsm"
    assert main(["rate", str(own), "--rules", "elo", "--annotate", "-o", str(out)]) == 0
    assert changes(own.read_bytes(), out.read_bytes()) == []
    assert zipfile.ZipFile(out).read("xl/vbaProject.bin") == b"macros"
    other = tmp_path / "out.xlsx"
    assert main(["rate", str(own), "--rules", "elo", "--annotate", "-o", str(other)]) == 2
    assert not other.exists()


def test_the_strict_kind_of_file_stays_one(tmp_path: Path) -> None:
    """Strict Open XML has its own namespaces: nothing else changes, and new sheets are in them."""
    own, usual = tmp_path / "own.xlsx", b"http://schemas.openxmlformats.org/"
    strict = b"http://purl.oclc.org/ooxml/"
    pairs = [
        (usual + b"spreadsheetml/2006/main", strict + b"spreadsheetml/main"),
        (usual + b"officeDocument/2006/relationships", strict + b"officeDocument/relationships"),
    ]
    with zipfile.ZipFile(OWN / "coloured.xlsx") as old, zipfile.ZipFile(own, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            for one, other in pairs:
                text = text.replace(one, other)
            new.writestr(name, text)
    after = annotated(own, reports(own))
    assert list(of_parts(own.read_bytes(), after)) == []
    with zipfile.ZipFile(io.BytesIO(after)) as made:
        assert not any(usual + b"spreadsheetml" in made.read(one) for one in made.namelist()
                       if one.startswith("xl/"))  # fmt: skip
    copy = tmp_path / "copy.xlsx"
    copy.write_bytes(after)
    first, second = open_sheets(own), open_sheets(copy)
    assert list(second.names) == [*first.names, "Ratings", "Audit"]
    rows = zip(first.rows(first.first), second.rows(first.first), strict=True)
    assert all(list(new[: len(old)]) == list(old) for old, new in rows)


def test_what_cannot_be_kept_is_named(tmp_path: Path) -> None:
    """A signature would not hold: the command stops, unless somebody accepts that."""
    own = tmp_path / "own.xlsx"
    name = "_xmlsignatures/sig1.xml"
    own.write_bytes(with_part(OWN / "coloured.xlsx", name, b"<Signature/>", (b"", b"")))
    with pytest.raises(FileError, match="--drop signatures"):
        annotated(own, reports(own))
    with pytest.raises(ArgumentError, match="signatures, changes"):
        annotated(own, reports(own), dropped=["charts"])
    after = annotated(own, reports(own), dropped=["signatures"])
    assert changes(own.read_bytes(), after) == [f"{name} is gone"]


def test_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It never writes over the workbook, names wrong columns, and what does not go together."""
    own = tmp_path / "own.xlsx"
    own.write_bytes((OWN / "two.xlsx").read_bytes())
    before = own.read_bytes()
    call = ["rate", str(own), "--rules", "elo", "--annotate"]
    assert main([*call, "--json"]) == 2
    assert "does not go with --annotate" in capsys.readouterr().err
    assert main([*call[:-1], "--formulas"]) == 2
    assert "this option goes with --annotate" in capsys.readouterr().err
    assert main([*call, "-o", str(own), "--force"]) == 2
    assert main([*call, "-o", str(tmp_path / "o.xlsx"), "--columns", "news"]) == 2
    assert "there is no column news; choose from: points, " in capsys.readouterr().err
    assert own.read_bytes() == before and len(list(tmp_path.iterdir())) == 1
    assert main([*call, "-o", str(tmp_path / "o.xlsx"), "--columns", "k, new"]) == 0
    said = capsys.readouterr().out
    monkeypatch.chdir(tmp_path)
    assert main(call) == 0 and (tmp_path / "own-rated.xlsx").exists()
    assert "Group A" in said and "nothing else in it has changed" in said


def test_events_of_one_name_are_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each table that is printed has one title: sheets of one name say where they are."""
    book = Workbook()
    book.create_sheet("Second")
    for sheet in book:
        for row in (["Club Cup"], [], ["No", "Name", "Rating", 1, 2, "Points"],
                    [1, "Ann", 1900, "*", 1, 1], [2, "Bob", 1850, 0, "*", 0]):  # fmt: skip
            sheet.append(row)
    book.save(own := tmp_path / "own.xlsx")
    assert main(["rate", str(own), "--rules", "elo", "--annotate", "-o", f"{own}.xlsx"]) == 0
    said = [one for one in capsys.readouterr().out.splitlines() if one.startswith("Club Cup")]
    assert said == ["Club Cup", "Club Cup (Second A3:F5)"]


def test_sheets_that_were_rated_are_no_others() -> None:
    """Of a season all tables are read: "other sheets" in the line on one are those without any."""
    accounts = [one.account for one in read_all(OWN / "season.xlsx")]
    assert [one.others for one in accounts if one] == [("Season",)] * 4


@pytest.mark.parametrize("path", BOOKS if EVERY else BOOKS[::4], ids=lambda one: one.stem)
def test_an_open_workbook_gets_the_same(path: Path, tmp_path: Path) -> None:
    """`xlrating.annotate` writes the same cells and comments into a workbook of openpyxl."""
    found = reports(path)
    book = xlrating.annotate(load_workbook(path), found, columns=["new", "clause"], comments=True)
    xlrating.annotate(path, found, tmp_path / "out.xlsx", columns=["new", "clause"], comments=True)
    other, old = load_workbook(tmp_path / "out.xlsx"), load_workbook(path).sheetnames
    assert book.sheetnames == other.sheetnames
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                copy = other[sheet.title][cell.coordinate]
                value = float(cell.value) if isinstance(cell.value, Decimal) else cell.value
                assert (value, cell.number_format) == (copy.value, copy.number_format)
                assert getattr(cell.comment, "text", "") == getattr(copy.comment, "text", "")
                if value is not None and sheet.title in old:
                    assert cell.alignment.horizontal == copy.alignment.horizontal
                    assert repr(cell.fill) == repr(copy.fill)


def test_comments_beside_a_table_stay(tmp_path: Path) -> None:
    """A blank cell with a comment is no room, in a file and in an open workbook alike."""
    path, book = tmp_path / "own.xlsx", Workbook()
    for row in (["No", "Name", "Rtg", "1", "2", "Pts"], [1, "Ann", 1900, "*", 1, 1],
                [2, "Bob", 1850, 0, "*", 0]):  # fmt: skip
        book.active.append(row)
    book.active["H2"].comment = Comment("paid", "secretary")
    book.save(path)
    found = reports(path)
    xlrating.annotate(path, found, tmp_path / "out.xlsx", comments=True)
    opened = xlrating.annotate(load_workbook(path), found, comments=True)
    for sheet in (opened.worksheets[0], load_workbook(tmp_path / "out.xlsx").worksheets[0]):
        assert sheet["H2"].comment.text == "paid"
        assert [cell.value for cell in sheet[1]][6:] == [None, None, "Change", "New rating"]


@pytest.mark.in_turn
def test_opendocument(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, office: Office) -> None:
    """An .ods goes through LibreOffice and comes back with its cells and the new columns."""
    own, out = tmp_path / "own.ods", tmp_path / "out.ods"
    own.write_bytes(converted("own.xlsx", (OWN / "formulas.xlsx").read_bytes(), ".ods"))
    call = ["rate", str(own), "--rules", "elo", "--annotate", "--formulas", "-o"]
    assert main([*call, str(out)]) == 0
    before, after = open_sheets(own), open_sheets(out)
    assert after.names[:2] == before.names
    for sheet in before.names:
        for old, new in zip(before.rows(sheet), after.rows(sheet), strict=True):
            assert list(new[: len(old)]) == list(old)
    rows = after.rows("Tournament")
    assert rows[2][-2:] == ["Change", "New rating"] and rows[3][-2:] == [11, 2116]
    assert {place for place, _ in after.formulas("Tournament").items() if place[1] == 12}
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr("xlrating.exchange.libreoffice._USUAL", ())
    assert main([*call, str(tmp_path / "other.ods")]) == 2


@pytest.mark.parametrize(
    ("kind", "first"), [("merged", "O"), ("filter", "N"), ("chart", "U"), ("none", "L")]
)
def test_empty_areas_are_kept_too(kind: str, first: str, tmp_path: Path) -> None:
    """Merged cells, a filter and a chart with one corner are passed over, though empty."""
    book = load_workbook(OWN / "coloured.xlsx")
    if kind == "merged":
        book["Crosstable"].merge_cells("M5:N6")
    if kind == "filter":
        book["Crosstable"].auto_filter.ref = "B3:M9"
    if kind == "chart":
        # Nine columns wide, as its size says: no other corner does.
        book["Crosstable"].add_chart(BarChart(), "L4")
    path = tmp_path / "own.xlsx"
    book.save(path)
    cells = added(path.read_bytes(), annotated(path, reports(path)))
    assert min(re.sub(r"\d", "", place) for _, place in cells) == first
    opened = xlrating.annotate(load_workbook(path), reports(path))
    assert opened["Crosstable"][f"{first}3"].value == "Change"


def test_numbers_of_very_many_decimals_are_shown_with_four(tmp_path: Path) -> None:
    """K of DWZ is 800 / (E + n): exact in its cell, and shown with as many digits as in its step."""
    path, out = OWN / "hidden.xlsx", tmp_path / "o.xlsx"
    report = xlrating.rate(xlrating.read(path), "dwz")
    xlrating.annotate(path, report, out)
    opened = xlrating.annotate(load_workbook(path), report)
    k = next(line.k for line in report.lines if len(str(line.k)) > 10)
    for book in (load_workbook(out), opened):
        column = next(col for col in book["Audit"].columns if col[0].value == "K")
        cells = [cell for cell in column[1:] if cell.value is not None]
        assert any(abs(float(cell.value) - float(k or 0)) < 1e-12 for cell in cells)
        assert {cell.number_format for cell in cells if len(str(cell.value)) > 8} == {"0.0000"}
        assert {cell.number_format for cell in cells if len(str(cell.value)) < 4} <= {"General"}


def test_very_many_events_give_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Events rated one by one, and let go, give the cells that all of them together give."""
    call = ["rate", str(OWN / "season.xlsx"), "--rules", "elo", "--annotate", "--columns", "new,k"]
    told = []
    for name, many in (("usual", 2_000), ("at size", 0)):
        monkeypatch.setattr(at_size, "_MANY", many)
        assert main([*call, "-o", str(tmp_path / f"{name}.xlsx")]) == 0
        told.append(capfd.readouterr().err)
    books = [load_workbook(tmp_path / f"{name}.xlsx") for name in ("usual", "at size")]
    one, other = (
        {(sheet.title, cell.coordinate): (cell.value, cell.number_format, cell.font.b)
         for sheet in book for row in sheet for cell in row}
        for book in books
    )  # fmt: skip
    assert one == other and told[0] == told[1]
    assert any(place == ("Audit", "B2") for place in one)


def test_empty_columns_of_the_table_are_filled(tmp_path: Path) -> None:
    """Columns that wait for the numbers, headed and empty, get them: none is put beside them."""
    book = load_workbook(OWN / "coloured.xlsx")
    sheet = book.active
    assert sheet is not None and sheet["K3"].value == "Points"
    sheet["L3"], sheet["M3"] = "New rating", "Remarks"
    for row in range(4, 10):
        sheet.cell(row, 12).number_format = "0000"
        sheet.cell(row, 12).font = Font(italic=True)
    path = tmp_path / "own.xlsx"
    book.save(path)
    found = reports(path)
    new = [line.new for line in found[0].lines]
    for data in (path.read_bytes(), None):
        if data is not None:
            after = load_workbook(io.BytesIO(annotated(path, found, comments=True)))
        else:
            after = xlrating.annotate(load_workbook(path), found, comments=True)
        sheet = after["Crosstable"]
        assert [sheet.cell(row, 12).value for row in range(4, 10)] == new
        assert sheet["L4"].number_format == "0000" and sheet["L4"].font.i
        assert [cell.value for cell in sheet[3][10:]] == [
            "Points",
            "New rating",
            "Remarks",
            "Change",
        ]
        assert sheet["N4"].value == found[0].lines[0].rounded and sheet["N4"].comment is not None
    sheet = load_workbook(io.BytesIO(annotated(path, found, columns=["new"])))["Crosstable"]
    assert sheet.max_column == 13


def test_new_columns_are_printed_with_the_table(tmp_path: Path) -> None:
    """What is printed on pages that fit takes in the new columns; other sheets print as before."""
    book = load_workbook(OWN / "filters.xlsx")
    sheet = book.active
    assert sheet is not None
    sheet.print_area = "A1:G13"
    path = tmp_path / "own.xlsx"
    for is_fit, printed, first in ((True, "$A$1:$I$13", "H4"), (False, "$A$1:$G$13", "H4")):
        sheet.sheet_properties.pageSetUpPr.fitToPage = is_fit
        book.save(path)
        after = load_workbook(io.BytesIO(annotated(path, reports(path))))
        opened = xlrating.annotate(load_workbook(path), reports(path))
        for one in (after["Open"], opened["Open"]):
            assert str(one.print_area).rpartition("!")[2] == printed
            assert one[first].value == "Change"


def test_a_grown_print_area_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: only where it is true is it said that nothing else has changed."""
    book = load_workbook(OWN / "filters.xlsx")
    sheet = book.active
    assert sheet is not None
    path, out = tmp_path / "own.xlsx", str(tmp_path / "out.xlsx")
    for area, is_told in ((None, False), ("A1:G13", True)):
        sheet.sheet_properties.pageSetUpPr.fitToPage = True
        sheet.print_area = area
        book.save(path)
        call = ["rate", str(path), "--rules", "elo", "--annotate", "--force", "-o", out]
        assert main(call) == 0
        told = capsys.readouterr()
        notice = "sheet Open: the printed area now includes the new columns" in told.err
        ending = "apart from the area that is printed, nothing else in it has changed" in told.out
        assert (notice, ending) == (is_told, is_told)
        assert "nothing else in it has changed" in told.out


def test_columns_without_heading_and_hidden_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What may hold a rating stops by its letter; one word says that no hidden column matters.

    Ignored columns are listed, and an --ignore that no sheet needs is refused.
    """
    book = load_workbook(OWN / "season.xlsx")
    sheet = book["January"]
    sheet["J4"], sheet["K4"] = "Strength", "Form"
    for row in range(5, 13):
        for col in (9, 10, 11):
            sheet.cell(row, col).value = 1500 + row * col
    for letter in "JK":
        sheet.column_dimensions[letter].hidden = True
    own = tmp_path / "own.xlsx"
    book.save(own)
    call = ["rate", str(own), "--rules", "elo", "--annotate", "-o", str(tmp_path / "o.xlsx")]
    assert main(call) == 2
    said = capsys.readouterr().err
    assert "column I has no heading, but it may hold this: Rating" in said
    assert said.count("the hidden column") == 2 and "--ignore hidden" in said
    assert main([*call, "--ignore", "hidden"]) == 2
    assert "hidden column" not in capsys.readouterr().err
    assert main([*call, "--ignore", "hidden", "--ignore", "I", "--ignore", "Q"]) == 2
    assert "is called Q" in capsys.readouterr().err
    assert main([*call, "--ignore", "hidden", "--ignore", "I"]) == 0
    said = capsys.readouterr().err
    assert "not used: column I (no heading), Strength, Form" in said
    after = load_workbook(tmp_path / "o.xlsx")["January"]
    assert after["L4"].value == "Change" and after["J5"].value == 1550


def test_columns_hidden_in_opendocument() -> None:
    """The columns that nobody sees are known in the files of LibreOffice, too."""
    column = b'<table:table-column table:number-columns-repeated="2"/>'
    hidden = b'<table:table-column table:visibility="collapse"/>'
    xml = b'<table:table table:name="A">%b<table:table-row/></table:table>' % column
    xml += b'<table:table table:name="B &amp; C">%b%b<table:table-row/></table:table>' % (
        column, hidden,
    )  # fmt: skip
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("content.xml", xml)
    sheets = SheetXml(zipfile.ZipFile(out))
    assert sheets.hidden_columns("B & C") == [2] and sheets.hidden_columns("A") == []


def test_messages_name_the_cell_that_they_are_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a year of birth, a missing one and a rating are named by their own cells."""
    book = Workbook()
    for row in (["No.", "Name", "Born", "Rating", 1, 2, 3], [1, "Ann", 1950, 900, "*", 1, 0.5],
                [2, "Bob", 2012, 1850, 0, "*", 1], [3, "Cy", None, 1700, 0.5, 0, "*"]):  # fmt: skip
        book.active.append(row)
    monkeypatch.chdir(tmp_path)
    book.save("own.xlsx")
    assert main(["rate", "own.xlsx", "--rules", "dwz"]) == 2
    assert "sheet Sheet, cell C3: the year of birth is 2012" in capsys.readouterr().err
    assert main(["rate", "own.xlsx", "--rules", "fide", "--day", "2026-03-01"]) == 0
    told = capsys.readouterr().err
    assert "sheet Sheet, cell D2: worth checking: the rating is 900" in told
    assert "sheet Sheet, cell C4: worth checking: no year of birth" in told


@pytest.mark.parametrize(
    ("cells", "key"),
    [(("2红胜", "1黑负"), "calls a side 红: add for example --rules cxa-rapid"),
     (("2w1", "1b0"), "names no rule set; add for example --rules fide")],
)  # fmt: skip
def test_the_rules_that_are_offered_are_of_the_game(
    cells: tuple[str, str],
    key: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Promise: where a table calls its sides red and black, rules of xiangqi are offered."""
    book = Workbook()
    for no, cell in enumerate(("R1", *cells)):
        book.active.append(
            [no or "No.", f"P{no}" if no else "Name", 1900 if no else "Rating", cell]
        )
    monkeypatch.chdir(tmp_path)
    book.save("own.xlsx")
    assert main(["rate", "own.xlsx"]) == 2
    assert key in capsys.readouterr().err
