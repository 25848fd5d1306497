"""The workbook for xlwings Lite: its own code, read back from the file, run as the add-in runs it.

The add-in is a web page in Excel, with Python as Pyodide in it; here Pyodide runs under Node with
the same package xlwings. What Excel does with the file is not tested: there is no Excel.
"""

from __future__ import annotations

import json
import re
import uuid
from pathlib import Path
from typing import Any

import pytest
from calc_cases import Case, as_rows, cases, flat, same
from office import ErrorValue, formula_cells
from openpyxl import load_workbook
from pyodide_lite import answers, carried

from xlrating.cli import main
from xlrating.functions import all_functions
from xlrating.functions.help import argument_help, function_help
from xlrating.hosts import reference
from xlrating.hosts.job_page import NAMES
from xlrating.hosts.lite import workbook as lite


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workbook as the command writes it."""
    path = tmp_path_factory.mktemp("lite") / "lite.xlsx"
    assert main(["addin", "lite", "-o", str(path)]) == 0
    return path


def test_the_workbook_carries_what_the_add_in_saves(book: Path) -> None:
    """All code is inside, within what Office keeps for an add-in; only xlwings is asked for."""
    files = carried(book)
    own = files.pop("xlwingsWorkbookId")
    assert files == {
        "main.py": lite.main(),
        "requirements.txt": "xlwings<1.0.0\n",
        "pyodideVersion": "314.0.0",
        "addinVersion": "1.0.0.103",
        "xlwingsSettingsWorkbook": {"startupBehavior": "taskpane"},
    }
    # Documented are 2 MB, about 1 MB have been seen to work.
    assert len(json.dumps(files)) < 900_000
    first, *jobs, names = load_workbook(book).sheetnames
    assert (first, len(jobs), names) == (reference.SHEET, 6, NAMES)
    other = book.with_name("other.xlsx")
    other.write_bytes(lite.workbook("ru"))
    assert str(uuid.UUID(own)) == own != carried(other)["xlwingsWorkbookId"]


def test_it_says_what_it_loads(book: Path) -> None:
    """Promise: the first sheet names what the first start loads, and what works offline."""
    page = load_workbook(book)[reference.SHEET]
    notes = [str(row[0]) for row in page.iter_rows(max_row=6, max_col=1, values_only=True)]
    said = " ".join(notes)
    for word in ("Microsoft's store", "jsDelivr", "PyPI", "Without internet", "works offline"):
        assert word in said


@pytest.mark.parametrize("host", ["lambda", "lite"])
def test_a_workbook_is_only_opened(
    host: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What concerns LibreOffice only is refused with the reason, and nothing is written."""
    path = tmp_path / "book.xlsx"
    assert main(["addin", host, "-o", str(path), "--install"]) == 2
    assert "--install: this workbook needs no installation" in capsys.readouterr().err
    assert main(["addin", host, "-o", str(path), "--sheet", str(path)]) == 2
    assert "--sheet: the workbook already shows every function" in capsys.readouterr().err
    assert not path.exists()


# --- Pyodide --------------------------------------------------------------------------------------


def _as_shown(value: Any) -> Any:
    """A cell of an answer as Excel shows it."""
    if isinstance(value, dict):
        assert value["type"] == "Error", value
        return ErrorValue(_ERRORS[value["errorType"]])
    return value


_ERRORS = {
    "Div0": "#DIV/0!",
    "NotAvailable": "#N/A",
    "Name": "#NAME?",
    "Num": "#NUM!",
    "Ref": "#REF!",
    "Value": "#VALUE!",
}


def sheet_cases(book: Path) -> list[Case]:
    """The example formulas as they stand in the file, with the cells they refer to."""
    page: Any = load_workbook(book)[reference.SHEET]
    found: dict[str, Case] = {}
    for text, _ in formula_cells(book)[reference.SHEET].values():
        match = re.fullmatch(r"=_xldudf_XLRATING_(\w+)\((.*)\)", text)
        assert match, text
        areas = match[2].split(",") if match[2] else []
        found[match[1]] = Case(match[1], [_value(page[area]) if area else None for area in areas])
    return list(found.values())


def _value(cells: Any) -> Any:
    """What openpyxl gives for an area: a cell, or rows of cells."""
    if isinstance(cells, tuple):
        return [[cell.value for cell in row] for row in cells]
    return cells.value


@pytest.mark.in_turn
def test_every_function_in_pyodide(book: Path, pyodide: Path, tmp_path: Path) -> None:
    """All functions in over a thousand calls, and the sheet's own formulas; none differs."""
    shown, asked = sheet_cases(book), cases()
    found = answers(tmp_path, pyodide, book, [*shown, *asked])
    assert {case.name for case in shown} == {case.name for case in asked} == set(all_functions())
    wrong, cells = [], 0
    for case, rows in zip([*shown, *asked], found["values"], strict=True):
        expected = as_rows(case.answered())
        assert [len(row) for row in rows] == [len(row) for row in expected], case
        for want, got in zip(flat(expected), map(_as_shown, flat(rows)), strict=True):
            cells += 1
            if not same(want, got):
                wrong.append(f"{case.name}{case.arguments}: {want!r}, Pyodide {got!r}")
    print(f"\n{cells} cells of {len(found['values'])} calls compared")
    assert not wrong, f"{len(wrong)} of {cells}\n" + "\n".join(wrong[:20])
    assert cells >= 1000
    claimed = [value for _, value in formula_cells(book)[reference.SHEET].values()]
    values = [cell for rows in found["values"][: len(shown)] for cell in flat(rows)]
    assert all(map(same, values, claimed))
    assert len(values) == len(claimed)
    _check_what_excel_is_told(found["meta"]["functions"])


def _check_what_excel_is_told(functions: list[dict[str, Any]]) -> None:
    """Names, help and optional arguments are those of the registry."""
    assert {one["name"] for one in functions} == {f"XLRATING.{name}" for name in all_functions()}
    for one in functions:
        name = one["name"].partition(".")[2]
        assert one["description"] == function_help(name)
        told = [(p["name"], p["description"], "optional" in p) for p in one["parameters"]]
        assert told == [
            (p.name, argument_help(name, p.name), p.optional)
            for p in all_functions()[name].parameters
        ]
