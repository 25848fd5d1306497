"""The judge judged: what `office` promises to the tests that trust it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import xlsxwriter
from office import (
    ErrorValue,
    Office,
    OfficeError,
    differences,
    differences_of,
    formula_cells,
    missing,
)

ROOT = Path(__file__).resolve().parent.parent
STALE: list[tuple[str, object, object]] = [
    ("=A1+1", 999, 6),
    ("=SUM(A1,B1)*2", 0, 22),
    ('=A2&"x"', "stale", "textx"),
    ('=A2&"x"', 12, "textx"),
    ("=A1&A1", 55, "55"),
    ('=IF(A1>3,"","low")', "stale", None),
    ('=IF(A1>3,"","low")', 0, None),
    ("=A1>3", False, True),
    ("=A2", "Text", "text"),
    ("=Z99", 5, 0),
    ("=A3", "stale", "#N/A"),
]
"""Formula, the wrong value written for it, the right one."""
RIGHT: list[tuple[str, object]] = [
    ("=A1+1", 6),
    ("=1/3", 1 / 3),
    ("=0.1+0.2-0.3", 0.1 + 0.2 - 0.3),
    ('=A2&"x"', "textx"),
    ("=A1&A1", "55"),
    ('=IF(A1>3,"","low")', ""),
    ("=A1>3", True),
    ("=A1<3", False),
    ("=DATE(2024,1,1)", 45292),
    ('=TEXT(A1/2,"0.0")', "2.5"),
]


def workbook(path: Path, formulas: list[tuple[str, object]], *, sheet: str = "Sheet") -> Path:
    """A workbook with 5, text and the text #N/A in A1:A3 and formulas with their values in B."""
    book = xlsxwriter.Workbook(str(path))
    page = book.add_worksheet(sheet)
    page.write_column("A1", [5, "text"])
    page.write_string("A3", "#N/A")
    for row, (formula, value) in enumerate(formulas):
        page.write_formula(row, 1, formula, None, value)
    book.close()
    return path


def tampered(path: Path, new: Path, old: bytes, wrong: bytes) -> Path:
    """A copy of a zipped document with old replaced by wrong in its sheets."""
    replaced = 0
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(new, "w") as target:
        for item in source.infolist():
            data = source.read(item)
            if item.filename == "content.xml" or item.filename.startswith("xl/worksheets/"):
                replaced += data.count(old)
                data = data.replace(old, wrong)
            target.writestr(item, data)
    assert replaced
    return new


def test_every_wrong_written_value_is_replaced_and_reported(office: Office, tmp_path: Path) -> None:
    """Numbers, texts, truth values: LibreOffice calculates instead of believing the file."""
    path = workbook(tmp_path / "stale.xlsx", [(formula, wrong) for formula, wrong, _ in STALE])
    (sheets,) = office.recalculate([path])
    values = [row[1] for row in sheets["Sheet"]]
    assert values == [right for _, _, right in STALE]
    assert not any(isinstance(value, ErrorValue) for value in values)
    found = differences(path, office)
    assert [line.partition(":")[0] for line in found] == [f"Sheet!B{n + 1}" for n in range(11)]
    assert found[0] == "Sheet!B1: written 999, LibreOffice 6"
    assert found[4] == "Sheet!B5: written 55, LibreOffice '55'"
    assert found[5] == "Sheet!B6: written 'stale', LibreOffice nothing"
    assert found[7] == "Sheet!B8: written FALSE, LibreOffice 1"


def test_right_values_are_no_differences(office: Office, tmp_path: Path) -> None:
    """Text, "", truth values, dates and rounding noise; the text #N/A in a cell is no error."""
    assert differences(workbook(tmp_path / "right.xlsx", RIGHT), office) == []


def test_numbers_are_compared_to_a_billionth(office: Office, tmp_path: Path) -> None:
    """A relative difference of 1e-10 is none, one of 1e-8 is one."""
    path = workbook(tmp_path / "near.xlsx", [("=A1*400", 2000.0000001), ("=A1*400", 2000.00001)])
    assert differences(path, office) == ["Sheet!B2: written 2000.00001, LibreOffice 2000"]


def test_a_value_never_written_is_a_difference(office: Office, tmp_path: Path) -> None:
    """A reader that does not calculate would see an empty cell where there is a number."""
    path = workbook(tmp_path / "unwritten.xlsx", [("=A1+1", "")])
    assert differences(path, office) == ["Sheet!B1: written nothing, LibreOffice 6"]


def test_an_error_is_a_difference_even_when_it_was_written(office: Office, tmp_path: Path) -> None:
    """Errors are never what a workbook should show, expected or not."""
    errors: list[tuple[str, object]] = [
        ("=1/0", "#DIV/0!"),
        ("=NA()", "#N/A"),
        ("=NO_SUCH_FUNCTION(1)", "#NAME?"),
        ("=INDEX(A1:A2,3)", "#VALUE!"),
        ("=B5", "#VALUE!"),
    ]
    path = workbook(tmp_path / "error.xlsx", errors)
    shown = ["#DIV/0!", "#N/A", "#NAME?", "Err:502", "Err:522"]
    assert differences(path, office) == [
        f"Sheet!B{row}: written {error}, LibreOffice {own}"
        for row, ((_, error), own) in enumerate(zip(errors, shown, strict=True), 1)
    ]
    values = [row[1] for row in office.recalculate([path])[0]["Sheet"]]
    assert values == [error for _, error in errors]
    assert all(isinstance(value, ErrorValue) for value in values)


def test_an_error_that_is_only_written_is_a_difference(office: Office, tmp_path: Path) -> None:
    """The first look at the file shows the error, though calculating it would not."""
    path = workbook(tmp_path / "written.xlsx", [("=A1+1", "#N/A")])
    assert differences(path, office) == ["Sheet!B1: written #N/A, LibreOffice 6"]


def test_an_error_without_a_formula_is_a_difference(office: Office, tmp_path: Path) -> None:
    """An error typed into a cell counts as well; the same characters as text do not."""
    path = workbook(tmp_path / "typed.xlsx", [])
    sheet = b'<c r="C1" t="e"><v>#N/A</v></c></row><row r="2"'
    path = tampered(path, tmp_path / "error.xlsx", b'</row><row r="2"', sheet)
    assert differences(path, office) == ["Sheet!C1: #N/A in a cell without a formula"]


def test_every_cell_of_an_array_formula_is_judged(office: Office, tmp_path: Path) -> None:
    """The cells after the first hold no formula text of their own."""
    path = tmp_path / "array.xlsx"
    book = xlsxwriter.Workbook(str(path))
    page = book.add_worksheet("Array")
    page.write_column("A1", [1, 2, 3])
    page.write_array_formula("B1:B3", "{=A1:A3*2}", None, 2)
    page.write_number("B2", 4)
    page.write_number("B3", 7)
    book.close()
    assert formula_cells(path)["Array"] == {
        (1, 2): ("=A1:A3*2", 2),
        (2, 2): ("=A1:A3*2", 4),
        (3, 2): ("=A1:A3*2", 7),
    }
    assert differences(path, office) == ["Array!B3: written 7, LibreOffice 6"]


def test_many_files_in_one_call_keep_their_order(office: Office, tmp_path: Path) -> None:
    """Also files of one name from two folders, and names a shell would choke on."""
    (tmp_path / "other").mkdir()
    paths = [
        workbook(tmp_path / "same.xlsx", [("=A1+1", 6)]),
        workbook(tmp_path / "other" / "same.xlsx", [("=A1+2", 6)], sheet="Wertung Ä'ß"),
        workbook(tmp_path / "-ein Näme, 100%.XLSX", [("=A1+3", 6)]),
    ]
    assert [[rows[0][1] for rows in book.values()] for book in office.recalculate(paths)] == [
        [6],
        [7],
        [8],
    ]
    assert differences_of(paths, office) == [
        [],
        ["Wertung Ä'ß!B1: written 6, LibreOffice 7"],
        ["Sheet!B1: written 6, LibreOffice 8"],
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "-ein Näme, 100%.XLSX",
        "other",
        "same.xlsx",
    ]


@pytest.mark.parametrize(
    ("kind", "old", "wrong"), [("xlsx", b"<v>textx</v>", b"<v>stale</v>"), ("ods", b"textx", b"no")]
)
def test_files_of_libreoffice_itself_are_not_believed(
    office: Office, tmp_path: Path, kind: str, old: bytes, wrong: bytes
) -> None:
    """LibreOffice trusts the values in files it wrote most of all."""
    path = office.convert(workbook(tmp_path / "own.xlsx", [('=A2&"x"', "")]), kind)
    path = tampered(path, tmp_path / f"tampered.{kind}", old, wrong)
    assert office.recalculate([path])[0]["Sheet"][0][1] == "textx"


def test_a_file_that_is_no_workbook_is_an_error(office: Office, tmp_path: Path) -> None:
    """LibreOffice would import any text as a table and report success for anything else."""
    text = tmp_path / "text.xlsx"
    text.write_text("a,b\n1,2\n")
    with pytest.raises(OfficeError, match=r"text\.xlsx is not a workbook"):
        office.recalculate([text])
    with zipfile.ZipFile(tmp_path / "zip.xlsx", "w") as archive:
        archive.writestr("nothing", b"\0\1\2")
    with pytest.raises(OfficeError, match=r"could not convert .*zip\.xlsx"):
        office.recalculate([tmp_path / "zip.xlsx"])


def test_a_program_that_ended_is_started_again(office: Office, tmp_path: Path) -> None:
    """LibreOffice ends by itself once in a long while; the next workbook is opened none the less."""
    path = workbook(tmp_path / "one.xlsx", [("=A1+1", 0)])
    assert office.cells_of([path])[0]["Sheet"][1, 2].value == 6
    profile = (office.profile.parent / "desk").as_uri()
    subprocess.run(["pkill", "-KILL", "-f", f"soffice.bin.*{profile}"], check=True)
    assert office.cells_of([path])[0]["Sheet"][1, 2].value == 6
    command = [sys.executable, "-c", "import os; os.mkdir('ran') or os._exit(1)"]
    with pytest.raises(OfficeError, match="FileExistsError"):  # of the second time
        office._run(command)


def test_pictures_are_in_the_order_of_the_pages(office: Office, tmp_path: Path) -> None:
    """One PNG for each page, 2 before 10, and none left over from an earlier, longer document."""
    path = tmp_path / "pages.xlsx"
    for count in (11, 2):
        book = xlsxwriter.Workbook(str(path))
        for number in range(count):
            book.add_worksheet().write(0, 0, f"page {number + 1}")
        book.close()
        pages = office.pictures(path, tmp_path / "png")
        assert [int(page.stem.rpartition("-")[2]) for page in pages] == list(range(1, count + 1))
        assert sorted((tmp_path / "png").iterdir()) == sorted(pages)
        assert all(page.read_bytes().startswith(b"\x89PNG") for page in pages)


def test_a_machine_without_libreoffice_skips_but_never_in_ci(tmp_path: Path) -> None:
    """Where CI is set nothing passes unjudged; elsewhere the packages to install are named."""
    command = [sys.executable, "-m", "pytest", "-o", "addopts=", "-p", "no:cacheprovider", "-rs"]
    command += [f"{__file__}::test_right_values_are_no_differences", f"--basetemp={tmp_path / 't'}"]
    for ci, code, outcome in (("", 0, "1 skipped"), ("true", 1, "1 error")):
        bare = {
            "PATH": str(tmp_path),
            "CI": ci,
            "HOME": os.environ.get("HOME", "/"),
            "COLUMNS": "300",
        }
        run = subprocess.run(
            command, check=False, cwd=ROOT, env=bare, capture_output=True, text=True
        )
        assert (run.returncode, outcome in run.stdout) == (code, True), run.stdout + run.stderr
        assert (
            "apt-get install libreoffice-calc python3-uno poppler-utils fonts-noto-cjk"
            in run.stdout
        )


def test_nothing_is_missing_where_the_other_tests_ran(office: Office) -> None:
    """The sentence is empty exactly when there is a judge."""
    assert office.profile.is_dir()
    assert missing() == ""
