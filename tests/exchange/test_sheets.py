"""The one door to workbooks: cells keep their place, and no file does harm."""

from __future__ import annotations

import math
import re
import struct
import zipfile
from collections.abc import Callable
from datetime import date, datetime, time
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter
from table_files import write

from xlrating.engine.errors import FileError
from xlrating.exchange.addresses import address
from xlrating.exchange.binary_sheets import _records
from xlrating.exchange.book import OpenedBook
from xlrating.exchange.sheets import open_sheets, where
from xlrating.exchange.unknown import Unknown

_NUMBER = 'office:value-type="float" office:value="1.5"'


def _xlsx(tmp_path: Path, sheet_data: str = "", **cells: object) -> Path:
    """A workbook with these cells, or with this XML in place of its cells."""
    book = openpyxl.Workbook()
    for name, value in cells.items():
        book.active[name] = value
    path = tmp_path / "event.xlsx"
    book.save(path)
    if sheet_data:
        members = _members(path)
        xml = members["xl/worksheets/sheet1.xml"].decode()
        xml = re.sub(r"<sheetData.*(</sheetData>|/>)", "<PLACE/>", xml, count=1, flags=re.S)
        xml = re.sub(r"<PLACE/>.*", f"<sheetData>{sheet_data}</sheetData></worksheet>", xml)
        members["xl/worksheets/sheet1.xml"] = xml.encode()
        _zip(path, members)
    return path


def _members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _zip(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def _ods(tmp_path: Path, rows: str, manifest: str = "") -> Path:
    office = "urn:oasis:names:tc:opendocument:xmlns:"
    content = (
        f'<office:document-content xmlns:office="{office}office:1.0" '
        f'xmlns:table="{office}table:1.0" xmlns:text="{office}text:1.0"><office:body>'
        f'<office:spreadsheet><table:table table:name="Games">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    manifest_xml = (
        f'<manifest:manifest xmlns:manifest="{office}manifest:1.0"><manifest:file-entry '
        'manifest:full-path="/" manifest:media-type='
        f'"application/vnd.oasis.opendocument.spreadsheet"/>{manifest}</manifest:manifest>'
    )
    return _zip(
        tmp_path / "event.ods",
        {
            "mimetype": b"application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": manifest_xml.encode(),
            "content.xml": content.encode(),
        },
    )


def test_places_read_as_in_the_spreadsheet() -> None:
    """Indexes from 0 become the names a user sees."""
    assert [address(0, 0), address(6, 3), address(9, 25), address(0, 16383)] == [
        "A1",
        "D7",
        "Z10",
        "XFD1",
    ]
    assert where(Path("/a/event.xlsx"), "Games", 6, 3) == "event.xlsx, sheet Games, cell D7"


def test_empty_first_rows_and_columns_keep_their_place(tmp_path: Path) -> None:
    """Row index 0 is sheet row 1 and column index 0 is column A, whatever is empty."""
    for path in (
        _xlsx(tmp_path, C4=1.5),
        _ods(
            tmp_path,
            '<table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>'
            '<table:table-row><table:table-cell table:number-columns-repeated="2"/>'
            f"<table:table-cell {_NUMBER}/></table:table-row>"
            '<table:table-row table:number-rows-repeated="1048572">'
            '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
        ),
    ):
        sheets = open_sheets(path)
        rows = sheets.rows(sheets.names[0])
        assert len(rows) == 4
        assert rows[3] == ["", "", 1.5]


def test_values_come_as_documented(tmp_path: Path) -> None:
    """Numbers are floats, errors are known as such, and the rest keeps its kind."""
    path = _xlsx(
        tmp_path,
        A1=3,
        B1="x",
        C1=True,
        D1=date(2025, 1, 2),
        E1=datetime(2025, 1, 2, 3, 4),
        F1=time(1, 2),
        G1="#N/A",
        H1="end",
    )
    row = open_sheets(path).rows("Sheet")[0]
    assert row == [
        3.0,
        "x",
        True,
        date(2025, 1, 2),
        datetime(2025, 1, 2, 3, 4),
        time(1, 2),
        Unknown("#N/A"),
        "end",
    ]
    assert isinstance(row[0], float)
    assert [type(value) for value in row[6:]] == [Unknown, str]


def test_nan_and_infinity_pass_through(tmp_path: Path) -> None:
    """What is no number is handed on for the reader to refuse, not hidden."""
    path = _xlsx(tmp_path, '<row r="1"><c r="A1"><v>NaN</v></c><c r="B1"><v>1e400</v></c></row>')
    first, second = open_sheets(path).rows("Sheet")[0]
    assert isinstance(first, float)
    assert math.isnan(first)
    assert second == math.inf


def test_formulas_by_place(tmp_path: Path) -> None:
    """Formula cells are known by row and column; text that looks like one is not."""
    sheets = open_sheets(_xlsx(tmp_path, B3="=1+1", C3="plain"))
    assert sheets.formulas("Sheet") == {(2, 1): "=1+1"}
    assert sheets.rows("Sheet")[2] == ["", "", "plain"]


def test_formulas_and_errors_of_ods(tmp_path: Path) -> None:
    """Repeated cells and rows, notes and other sheets do not shift what is found."""
    error = 'office:value-type="string" table:formula="of:=NA()"'
    note = "<office:annotation><text:p>#N/A</text:p></office:annotation>"
    rows = (
        '<table:table-row table:number-rows-repeated="3"><table:table-cell '
        f'table:number-columns-repeated="2" {_NUMBER}/></table:table-row>'
        f'<table:table-row><table:table-cell table:number-columns-repeated="2" {_NUMBER}>{note}'
        f"<text:p>1.5</text:p></table:table-cell><table:table-cell {error}>"
        '<text:p>#N/A</text:p></table:table-cell><table:table-cell table:formula="of:=1+1"/>'
        "</table:table-row>"
    )
    sheets = open_sheets(_ods(tmp_path, rows))
    assert sheets.names == ("Games",)
    assert sheets.formulas("Games") == {(3, 2): "=NA()", (3, 3): "=1+1"}
    found = sheets.rows("Games")[3]
    assert found == [1.5, 1.5, "#N/A", ""]
    assert [type(value) for value in found] == [float, float, Unknown, Unknown]


def test_an_ods_cell_without_type_is_the_text_that_it_shows(tmp_path: Path) -> None:
    """Promise: what libraries write for a rating is no empty cell, whose player would be unrated."""
    cells = (
        "<table:table-cell><text:p>2400</text:p></table:table-cell>"
        '<table:table-cell office:value-type="float"><text:p>2300</text:p></table:table-cell>'
        '<table:table-cell table:style-name="ce1"/>'
        f"<table:table-cell {_NUMBER}/>"
    )
    sheets = open_sheets(_ods(tmp_path, f"<table:table-row>{cells}</table:table-row>"))
    assert sheets.rows("Games")[0][:3] == ["2400", "2300", ""]
    texts = '<table:table-cell office:value-type="string"><text:p><![CDATA[2400]]></text:p></table:table-cell>'
    with pytest.raises(FileError, match="damaged"):
        open_sheets(_ods(tmp_path, f"<table:table-row>{texts}</table:table-row>")).rows("Games")


def test_merged_cells(tmp_path: Path) -> None:
    """Cells under a merged one are no empty cells, unless the merged one is empty itself."""
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (["title", ""], ["a", 1], ["b", ""], ["", ""], ["c", 3]):
        sheet.append(row)
    for area in ("A1:B1", "B2:B3", "A4:B4"):
        sheet.merge_cells(area)
    book.save(tmp_path / "event.xlsx")
    rows = open_sheets(tmp_path / "event.xlsx").rows("Sheet")
    assert rows == [["title", ""], ["a", 1], ["b", ""], ["", ""], ["c", 3]]
    unknown = [(row, col) for row, cells in enumerate(rows) for col, cell in enumerate(cells)
               if isinstance(cell, Unknown)]  # fmt: skip
    assert unknown == [(0, 1), (2, 1)]
    spanned = f'<table:table-cell table:number-rows-spanned="2" {_NUMBER}/>'
    lines = f"<table:table-row>{spanned}</table:table-row>"
    lines += f"<table:table-row><table:covered-table-cell/><table:table-cell {_NUMBER}/></table:table-row>"
    sheets = open_sheets(_ods(tmp_path, lines))
    assert [type(row[0]) for row in sheets.rows("Games")] == [float, Unknown]


def test_rows_that_hold_only_what_is_unknown(tmp_path: Path) -> None:
    """Formulas without values below the last value are still there."""
    sheets = open_sheets(_xlsx(tmp_path, A1=1, C3="=1+1"))
    assert sheets.rows("Sheet") == [[1.0, "", ""], ["", "", ""], ["", "", Unknown("")]]


def test_unknown_sheet_is_named(tmp_path: Path) -> None:
    """The message says which sheets there are."""
    with pytest.raises(FileError, match="no sheet 'Games'; the file's sheets are Sheet"):
        open_sheets(_xlsx(tmp_path, A1=1)).rows("Games")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"round,white\n", "not a workbook"),
        (b"\xd0\xcf\x11\xe0" + bytes(600), "cut off or damaged"),
        (
            b"\xd0\xcf\x11\xe0" + bytes(600) + "EncryptedPackage".encode("utf-16-le"),
            "encrypted; remove the password",
        ),
        (b"PK\x03\x04" + bytes(99), "cut off or damaged"),
    ],
)
def test_other_files_are_told_apart(tmp_path: Path, data: bytes, words: str) -> None:
    """Each kind of wrong file gets its own sentence, with the file's name."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(data)
    with pytest.raises(FileError, match=rf"^event\.xlsx: .*{words}"):
        open_sheets(path)


@pytest.mark.parametrize(
    ("value", "seen"),
    [("><v>24<!-- x -->00</v>", None), ("><v><![CDATA[2400]]></v>", None),
     ("><v>24&#48;0</v>", None), (' t="inlineStr"><v>2400</v>', None),
     ("><!-- x --><v>2400</v>", 2400),
     (' t="inlineStr"><is><t><![CDATA[2400]]></t></is>', "2400")],
)  # fmt: skip
def test_a_number_is_read_whole_or_not_at_all(value: str, seen: object, tmp_path: Path) -> None:
    """Promise: what no spreadsheet writes makes no other rating, and nobody unrated in silence."""
    path = write(tmp_path, [["Name", "Rating"], ["Ann", 2400]], "xlsx")
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, xml in parts.items():
            archive.writestr(name, xml.replace(b"><v>2400</v>", value.encode()))
    if seen is not None:
        assert open_sheets(path).rows("Sheet")[1] == ["Ann", seen]
        return
    with pytest.raises(FileError, match="damaged"):
        open_sheets(path).rows("Sheet")


@pytest.mark.parametrize("kind", ["xlsx", "xlsb", "ods"])
def test_one_letter_that_is_not_what_was_saved(kind: str, tmp_path: Path) -> None:
    """Promise: no text of a damaged file is read: the sum of all texts is checked, too."""
    path = write(tmp_path, [["Name", "Rating"], ["Ann", "2100"]], kind)
    old, new = ("2100", "2700")
    if kind == "xlsb":
        old, new = (text.encode("utf-16-le").decode("latin-1") for text in (old, new))
    data = path.read_bytes()
    path.write_bytes(data.replace(old.encode("latin-1"), new.encode("latin-1"), 1))
    assert path.read_bytes() != data
    with pytest.raises(FileError, match="damaged"):
        sheets = open_sheets(path)
        sheets.rows(sheets.first)


def test_an_error_that_stands_in_a_binary_workbook(tmp_path: Path) -> None:
    """Promise: an error is told as the program shows it, also where no formula gives it."""
    path = write(tmp_path, [["Ann", "#DIV/0!"], ["Bob", "#N/A"]], "xlsb")
    assert [str(row[1]) for row in open_sheets(path).rows("Sheet1")] == ["#DIV/0!", "#N/A"]


def test_the_sign_that_a_file_is_open(tmp_path: Path) -> None:
    """What Excel keeps beside an open workbook is told as that; a workbook may be called so."""
    path = tmp_path / "~$event.xlsx"
    path.write_bytes(b"\x05Ann  " + bytes(158))
    with pytest.raises(FileError, match=r"a lock file: event\.xlsx is open in a program"):
        open_sheets(path)
    _xlsx(tmp_path, A1=1).rename(path)
    assert open_sheets(path).names


def test_missing_and_folder(tmp_path: Path) -> None:
    """A missing file and a folder are refused."""
    with pytest.raises(FileError, match="no such file"):
        open_sheets(tmp_path / "none.xlsx")
    with pytest.raises(FileError, match="a folder"):
        open_sheets(tmp_path)


def test_every_cut_is_a_file_error(tmp_path: Path) -> None:
    """A workbook cut off at any length is refused, never a traceback."""
    path = _xlsx(tmp_path, A1=1)
    data = path.read_bytes()
    for length in range(1, len(data), 97):
        path.write_bytes(data[:length])
        with pytest.raises(FileError):
            open_sheets(path)


def test_damaged_parts_are_file_errors(tmp_path: Path) -> None:
    """Parts that break the parsers end as one sentence."""
    broken = _xlsx(tmp_path, '<row r="1"><c r="A1" t="s"><v>99</v></c></row>')
    with pytest.raises(FileError, match="damaged"):
        open_sheets(broken).rows("Sheet")
    members = _members(_xlsx(tmp_path, A1="=1"))
    for part in ("xl/worksheets/sheet1.xml", "xl/_rels/workbook.xml.rels"):
        spoilt = members | {part: members[part][:-9]}
        with pytest.raises(FileError, match="damaged"):
            open_sheets(_zip(tmp_path / "event.xlsx", spoilt)).formulas("Sheet")


def _bomb(tmp_path: Path) -> Path:
    return _zip(tmp_path / "event.xlsx", {"xl/workbook.xml": bytes(30 * 2**20)})


def _crowd(tmp_path: Path) -> Path:
    return _zip(tmp_path / "event.xlsx", {f"xl/{number}": b"" for number in range(2001)})


def _corner(tmp_path: Path) -> Path:
    cells = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
    return _xlsx(tmp_path, cells)


def _wide_name(tmp_path: Path) -> Path:
    return _xlsx(tmp_path, "<row r='1'><c s='0' r='AAAAAAA1'><v>1</v></c></row>")


def _ods_corner(tmp_path: Path) -> Path:
    return _ods(
        tmp_path,
        '<table:table-row table:number-rows-repeated="100000"><table:table-cell/></table:table-row>'
        '<table:table-row><table:table-cell table:number-columns-repeated="16383"/>'
        f"<table:table-cell {_NUMBER}/></table:table-row>",
    )


@pytest.mark.parametrize("build", [_bomb, _crowd, _corner, _wide_name, _ods_corner])
def test_files_that_fill_the_memory_are_refused(
    tmp_path: Path, build: Callable[[Path], Path]
) -> None:
    """Zip bombs and cells in the last corner are refused, and it is said what they are."""
    with pytest.raises(
        FileError,
        match=r"(is|are) allowed; check where|has at most \d+ MB|delete the stray|is damaged",
    ):
        _first_sheet(build(tmp_path))
    # Where there is no other process, before a parser sees them.
    with pytest.raises(
        FileError, match=r"(is|are) allowed; check where|has at most \d+ MB|delete the stray"
    ):
        OpenedBook("event.xlsx", next(tmp_path.iterdir()).read_bytes(), is_strict=True)


def _first_sheet(path: Path) -> list[list[object]]:
    sheets = open_sheets(path)
    return sheets.rows(sheets.first)


def test_the_records_of_a_sheet_end_with_it() -> None:
    """[MS-XLS] 2.1.4: EOF ends a substream; what follows it in the file is of the next sheet."""
    cell, end = struct.pack("<HHHH", 0x0201, 4, 7, 0), struct.pack("<HH", 0x0A, 0)
    stream = cell + end + cell + end
    assert [kind for kind, _ in _records(stream, 0)] == [0x0201, 0x0A]
    assert [kind for kind, _ in _records(stream, len(cell))] == [0x0A]


@pytest.mark.parametrize(
    ("rows", "place"),
    [
        ("<row><c r='AAAAAA'/></row>", "AAAAAA1"),
        (f"<row r='999998'/><row/><row>{5 * '<c/>'}</row>", "E1000000"),
    ],
)
def test_rows_and_cells_without_a_place_follow_those_before(
    tmp_path: Path, rows: str, place: str
) -> None:
    """ECMA-376 18.3.1.4, .73: `r` may be missing; the corner that is refused is the true one."""
    with pytest.raises(FileError, match=rf"\b{place}\b"):
        OpenedBook("event.xlsx", _xlsx(tmp_path, rows).read_bytes(), is_strict=True)


def test_a_table_of_texts_may_be_empty(tmp_path: Path) -> None:
    """LibreOffice writes one into a workbook that holds numbers alone: it counts no text at all."""
    members = _members(_xlsx(tmp_path, A1=1))
    path = _zip(
        tmp_path / "event.xlsx", members | {"xl/sharedStrings.xml": b'<sst uniqueCount="0"/>'}
    )
    book = OpenedBook("event.xlsx", path.read_bytes(), is_strict=True)
    assert book.rows("Sheet") == [[1.0]]


def test_small_files_may_be_packed_tightly(tmp_path: Path) -> None:
    """A high ratio alone, as of a sheet of blanks, is no bomb."""
    members = _members(_xlsx(tmp_path, A1=1))
    path = _zip(tmp_path / "event.xlsx", members | {"xl/blank.bin": bytes(2**20)})
    assert open_sheets(path).rows("Sheet") == [[1.0]]


def test_charts_have_neither_rows_nor_formulas(tmp_path: Path) -> None:
    """A sheet that is only a chart is empty, not an error."""
    book = xlsxwriter.Workbook(tmp_path / "event.xlsx")
    book.add_worksheet("Games").write("A1", 1)
    chart = book.add_chart({"type": "line"})
    chart.add_series({"values": "=Games!$A$1:$A$2"})
    book.add_chartsheet("Chart").set_chart(chart)
    book.close()
    sheets = open_sheets(tmp_path / "event.xlsx")
    assert sheets.rows("Chart") == []
    assert sheets.formulas("Chart") == {}


def test_other_zips_are_refused(tmp_path: Path) -> None:
    """A zip without a workbook, and an encrypted .ods, are named for what they are."""
    with pytest.raises(FileError, match="zip file contains no workbook"):
        open_sheets(_zip(tmp_path / "event.xlsx", {"word/document.xml": b"<a/>"}))
    text = {"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": b"<a/>"}
    with pytest.raises(FileError, match="zip file contains no workbook"):
        open_sheets(_zip(tmp_path / "event.ods", text))
    with pytest.raises(FileError, match="encrypted"):
        open_sheets(_ods(tmp_path, "", "<manifest:encryption-data/>"))


def test_links_in_a_sheet_are_no_cells(tmp_path: Path) -> None:
    """The name space ``xmlns:r=`` of nearly every sheet is not taken for a column HTTP."""
    members = _members(_xlsx(tmp_path, A1=1, A90000=1))
    sheet = members["xl/worksheets/sheet1.xml"]
    members["xl/worksheets/sheet1.xml"] = sheet.replace(
        b"<worksheet ", b'<worksheet xmlns:r="http://schemas.openxmlformats.org/x" ', 1
    )
    sheets = open_sheets(_zip(tmp_path / "event.xlsx", members))
    assert len(sheets.rows("Sheet")) == 90000


def test_a_stream_is_not_kept_open(tmp_path: Path) -> None:
    """The file can be replaced while its sheets are in use."""
    path = _xlsx(tmp_path, A1="=1", B1=2)
    sheets = open_sheets(path)
    path.unlink()
    assert sheets.rows("Sheet") == [["", 2.0]]
    assert sheets.formulas("Sheet") == {(0, 0): "=1"}
