"""The Excel add-in: xlwings' own code for Windows calls it; oletools and LibreOffice read its VBA."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import windows
from calc_cases import WRONG, Case, as_rows, as_shown, cases, flat, same
from office import ErrorValue

from xlrating.cli import main
from xlrating.engine.errors import RatingError
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.tomlfile import PACKAGE
from xlrating.functions import all_functions
from xlrating.functions.cells import ERRORS
from xlrating.hosts import wheel
from xlrating.hosts.excel import addin as excel
from xlrating.hosts.excel import vba_source as excel_vba

# --- the calls ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[Any]:
    """The COM server of xlwings that Excel's VBA calls, in Python."""
    with windows.xlwings() as xlwings:
        assert xlwings.func.__name__ == "xlfunc"  # the real decorator
        yield xlwings.com_server.XLPython()


def called(server: Any, name: str, arguments: list[Any], turn: int = 0) -> list[list[Any]]:
    """The cells that VBA gets; every second single value comes from a cell of a sheet."""
    given: list[Any] = []
    for place, value in enumerate(arguments):
        if value is None:
            given.append(windows.LEFT_OUT)
        elif isinstance(value, list):
            given.append(windows.Range(value))
        else:
            single = windows.com(value)
            given.append(windows.Range([[value]]) if (place + turn) % 2 else single)
    given += [windows.LEFT_OUT] * (len(all_functions()[name].parameters) - len(given))
    cells = windows.Range([[None]])
    found = server.CallUDF("xlrating.udfs", name, tuple(given), None, cells)
    rows = found if isinstance(found, list) else [[found]]
    return rows if isinstance(rows[0], list) else [rows]


def test_every_function_through_xlwings(server: Any) -> None:
    """Over a thousand calls as Excel makes them give what Python gives, cell by cell."""
    compared, wrong = 0, []
    for turn, case in enumerate(cases()):
        found = called(server, case.name, [as_shown(value) for value in case.arguments], turn)
        expected = as_rows(case.answered())
        for want, got in zip(flat(expected), flat(found), strict=True):
            compared += 1
            if not same(want, ErrorValue(got) if got in ERRORS else got):
                wrong.append(f"{case.name}{case.arguments}: {want!r}, Excel {got!r}")
    assert not wrong, f"{len(wrong)} of {compared}\n" + "\n".join(wrong[:20])
    assert compared > 1000
    assert {case.name for case in cases()} == set(all_functions())


@pytest.mark.parametrize("case", WRONG, ids=lambda case: f"{case.name}-{case.result}")
def test_the_same_error_everywhere(server: Any, case: Case) -> None:
    """What users get wrong shows the error promised, in Python as in Excel."""
    try:
        python: Any = all_functions()[case.name](*case.arguments)
    except RatingError as error:
        python = error.cell_error
    assert python == case.result
    expected = [["" if cell is None else cell for cell in row] for row in as_rows(case.result)]
    assert called(server, case.name, case.arguments) == expected


def test_explain_rating_tells_why(server: Any) -> None:
    """For each error of NEW_RATING one row: the sentence, and the error."""
    reasons = {
        "#REF!": "there is no rule set 'nope'",
        "#NUM!": "score is 7; 1, 0.5 or 0 is expected",
        "#N/A": "use GLICKO_RATING",
    }
    wrong = [case for case in WRONG if case.name == "NEW_RATING" and case.result in reasons]
    assert len(wrong) == len(reasons)
    for case in wrong:
        ((reason, error, _),) = called(server, "EXPLAIN_RATING", case.arguments)
        assert (error, reasons[error] in reason) == (case.result, True)


KINDS: list[tuple[list[Any], Any]] = [
    ([True], "fine"),
    ([datetime(1900, 7, 18)], 0.76),  # a number that its cell shows as a date
    (["#SPILL!"], "#VALUE!"),
    ([[[200], ["#SPILL!"]]], "#VALUE!"),
    ([[[200], ["#N/A"]]], "#VALUE!"),
    (["#N/A"], "#N/A"),
]
"""What a cell can hold besides numbers and text."""


@pytest.mark.parametrize(("arguments", "expected"), KINDS, ids=lambda value: str(value))
def test_other_kinds_of_cells(server: Any, arguments: list[Any], expected: Any) -> None:
    """TRUE is 1 and a date its number, as in Calc; errors of every kind are errors."""
    want = all_functions()["WE_TABLE"](1) if expected == "fine" else expected
    for turn in (0, 1):
        assert called(server, "WE_TABLE", arguments, turn) == [[want]]


# --- the file -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workbook as the command writes it."""
    path = tmp_path_factory.mktemp("excel") / "xlrating.xlsm"
    assert main(["addin", "excel", "-o", str(path)]) == 0
    return path


def test_settings_of_xlwings(book: Path) -> None:
    """The sheet tells xlwings the module of the functions, by the keys that its VBA asks for."""
    page = openpyxl.load_workbook(book)["xlwings.conf"]
    settings = {row[0]: row[1] for row in page.iter_rows(values_only=True) if row[0]}
    assert settings["UDF Modules"] == "xlrating.udfs"
    asked = next(m.source for m in excel_vba.modules() if m.name == "xlwings")
    for key, value in settings.items():
        assert f'GetConfig("{key.upper()}"' in asked, "no row can be empty, none unknown"
        assert value


def test_instructions(book: Path) -> None:
    """The first sheet says how to unblock and trust it, in three languages, and that Excel has not seen it."""
    page = openpyxl.load_workbook(book)["Instructions"]
    text = "\n".join(str(row[0]) for row in page.iter_rows(values_only=True) if row[0])
    for word in (
        "Unblock",
        "解除锁定",
        "Разблокировать",
        "Trust Center",
        "信任中心",
        "Ctrl+Shift+R",
    ):
        assert word in text
    for label in ("Tested without Excel", "未在 Excel 中测试", "Проверено без Excel"):
        assert label in text
    assert text.count(f"xlwings=={excel_vba.version()}") == 3
    assert page["B2"].value == "=WE_TABLE(200)"


def test_each_button_is_below_the_cell_that_shows_whether_it_works(book: Path) -> None:
    """Promise: in each language the button is in the cell below that of WE_TABLE(200), and fits it."""
    cells = openpyxl.load_workbook(book)["Instructions"]["B"]
    below = [cell.row for cell in cells if cell.value == "=WE_TABLE(200)"]
    with zipfile.ZipFile(book) as parts:
        drawn = parts.read("xl/drawings/vmlDrawing1.vml").decode()
    anchors = [[*map(int, one.split(","))] for one in re.findall("<x:Anchor>(.*?)<", drawn)]
    # Column, its pixels, row, its pixels: of the first corner and of the last.
    assert [one[:5] + one[6:] for one in anchors] == [[1, 0, n, 0, 1, n + 1, 0] for n in below]
    assert len(anchors) == len(LANGUAGES)


@pytest.mark.in_turn
def test_the_package_lies_beside_the_workbook(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: what the instructions install is a file that is there, and it is the whole package."""
    assert main(["addin", "excel", "-o", str(tmp_path / "xlrating.xlsm")]) == 0
    assert wheel.NAME in capsys.readouterr().out
    page = openpyxl.load_workbook(tmp_path / "xlrating.xlsm")["Instructions"]
    text = "\n".join(str(row[0]) for row in page.iter_rows(values_only=True) if row[0])
    assert text.count(f"pip install {wheel.NAME} ") == 3
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps"]
    target = str(tmp_path / "there")
    subprocess.run(
        [*install, "--target", target, str(tmp_path / wheel.NAME)], check=True, capture_output=True
    )
    asked = "import xlrating; print(xlrating.__file__, xlrating.WE_TABLE(200))"
    there = subprocess.run(
        [sys.executable, "-c", asked], cwd=target, capture_output=True, text=True, check=True
    )
    assert there.stdout.split() == [str(tmp_path / "there" / "xlrating" / "__init__.py"), "0.76"]

    def files(folder: Path) -> dict[str, bytes]:
        found = (path for path in folder.rglob("*") if path.is_file())
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in found
            if "__pycache__" not in path.parts
        }

    assert files(Path(target) / "xlrating") == files(PACKAGE)


def test_nobody_is_sent_for_a_package_that_is_not_published() -> None:
    """Promise: no word of ours installs xlrating by its name, which anybody might take."""
    said = [
        path.read_text("utf-8")
        for path in PACKAGE.rglob("*")
        if path.suffix in (".py", ".toml", ".md")
    ]
    said.append((PACKAGE.parent / "README.md").read_text("utf-8"))
    found = [re.findall(r"pip install [^\n&]*", text) for text in said]
    lines = [line for each in found for line in each]
    assert len(lines) >= 6
    assert [line for line in lines if re.search(r"xlrating(?!-\d)(\[|\s|\"|$)", line)] == []


def test_interpreter_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Written on Windows, the file names the Python that wrote it; elsewhere the one on the path."""
    assert excel._interpreter() == "pythonw"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "executable", str(Path("env") / "python.exe"))
    assert excel._interpreter() == str(Path("env") / "pythonw.exe")


# --- the command --------------------------------------------------------------------------------


def test_the_command_refuses_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another ending, an existing file, a computer without Excel, xlwings not installed."""
    path = tmp_path / "xlrating.xlsm"
    assert main(["addin", "excel", "-o", str(tmp_path / "xlrating.xlsx")]) == 2
    assert "must end with .xlsm" in capsys.readouterr().err
    assert main(["addin", "excel", "-o", str(path), "--install"]) == 2
    assert path.read_bytes() == excel.workbook()
    assert "--install needs Windows with Excel" in capsys.readouterr().err
    assert main(["addin", "excel", "-o", str(path)]) == 2
    assert "exists" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "xlwings", None)
    new = ["new", "swiss", "--rules", "elo", "--players", "4", "--functions", "excel"]
    for words in (["addin", "excel"], new):
        assert main([*words, "-o", str(path), "--force"]) == 2
        assert "pip install xlwings" in capsys.readouterr().err
