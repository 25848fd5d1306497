"""What Excel hands over besides ranges of numbers, through xlwings' own code for Windows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import openpyxl
import pytest
import windows
from calc_cases import cases
from test_excel import called

from xlrating.hosts.excel import addin as excel
from xlrating.hosts.excel import vba_source as excel_vba

NA, SPILL = windows.ERRORS["#N/A"], windows.ERRORS["#SPILL!"]
DAY_200 = datetime(1900, 7, 18, tzinfo=UTC)
"""The day whose number is 200, as pywin32 gives it: with a time zone."""


@pytest.fixture(scope="module")
def xlwings() -> Iterator[Any]:
    """The package as it is on Windows."""
    with windows.xlwings() as found:
        yield found


@pytest.fixture(scope="module")
def server(xlwings: Any) -> Any:
    """The COM server of xlwings that Excel's VBA calls, in Python."""
    return xlwings.com_server.XLPython()


def asked(server: Any, name: str, *arguments: Any) -> Any:
    """The answer for arguments as VBA has them: values and arrays of them, ranges."""
    from xlrating.functions import all_functions

    missing = len(all_functions()[name].parameters) - len(arguments)
    given = (*arguments, *[windows.LEFT_OUT] * missing)
    return server.CallUDF("xlrating.udfs", name, given, None, windows.Range([[None]]))


VARIANTS: list[tuple[str, tuple[Any, ...], Any]] = [
    # What a call of VBA or a constant like {1675;1890} hands over: arrays, not ranges.
    ("PERF_RATING", ((1675.0, 1890.0), (1.0, 0.5)), 1976),
    ("PERF_RATING", (((1675.0,), (1890.0,)), ((1.0,), (0.5,))), 1976),
    ("PERF_RATING", (((1675.0, 1890.0),), ((1.0, 0.5),)), 1976),
    # Empty: in an array, alone, and a text without a letter.
    ("PERF_RATING", ((1675.0, None, 1890.0), (1.0, None, 0.5)), 1976),
    ("WE_TABLE", (None,), "#VALUE!"),
    ("WE_TABLE", ("",), "#VALUE!"),
    ("WE_TABLE", (((200.0,), (None,)),), [[0.76], [""]]),
    # Errors.
    ("WE_TABLE", (NA,), "#N/A"),
    ("WE_TABLE", (SPILL,), "#VALUE!"),
    ("WE_TABLE", ((200.0, NA),), "#VALUE!"),
    # Dates are their numbers.
    ("WE_TABLE", (DAY_200,), 0.76),
    ("WE_TABLE", (windows.Range([[DAY_200], [200]]),), [[0.76], [0.76]]),
    # Cells shown as currency come as decimal numbers.
    ("WE_TABLE", (Decimal("200"),), 0.76),
    ("WE_TABLE", (windows.Range([[Decimal("200.0000")]]),), 0.76),
    ("WE_TABLE", (windows.Range([[Decimal("200")], [200]]),), [[0.76], [0.76]]),
    ("NEW_RATING", (windows.Range([[Decimal("2000")]]), 2000.0, 1.0, "elo", Decimal("20")), 2010),
    # Whole numbers of VBA and truth values.
    ("WE_TABLE", (200,), 0.76),
    ("WE_TABLE", (True,), 0.5),
]


@pytest.mark.parametrize(
    ("name", "arguments", "expected"), VARIANTS, ids=[str(at) for at in range(len(VARIANTS))]
)
def test_what_vba_hands_over(
    server: Any, name: str, arguments: tuple[Any, ...], expected: Any
) -> None:
    """Arrays, Empty, errors, dates and currency mean what their cells show."""
    assert asked(server, name, *arguments) == expected


def test_four_threads(server: Any) -> None:
    """Calls of four threads at once give what one after another gives."""
    some = cases()[::20]
    alone = [called(server, case.name, _plain(case.arguments)) for case in some]
    turns = list(range(len(some))) * 4
    with ThreadPoolExecutor(4) as threads:
        found = list(
            threads.map(lambda at: called(server, some[at].name, _plain(some[at].arguments)), turns)
        )
    assert len(some) > 40
    assert [alone[at] for at in turns] == found


def _plain(arguments: list[Any]) -> list[Any]:
    """Without the errors of cells, which these cases write as formulas."""
    return [value if isinstance(value, (int, float, str, list)) else None for value in arguments]


# --- paths ----------------------------------------------------------------------------------------


def _settings() -> dict[str, str]:
    from io import BytesIO

    page = openpyxl.load_workbook(BytesIO(excel.workbook()))["xlwings.conf"]
    return {str(row[0]).upper(): str(row[1]) for row in page.iter_rows(values_only=True) if row[0]}


@pytest.mark.parametrize(
    "place",
    [
        "https://d.docs.live.net/0123456789abcdef/等级分/xlrating.xlsm",
        "https://club-my.sharepoint.com/personal/x_club_org/Documents/xlrating.xlsm",
        "https://club.sharepoint.com/sites/Chess/Shared Documents/xlrating.xlsm",
        r"C:\Users\贺\Documents\等级分\xlrating.xlsm",
        r"C:\Users\a & b\it's\xlrating.xlsm",
    ],
)
def test_wherever_the_workbook_is(
    place: str, xlwings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: the server starts from OneDrive, SharePoint and folders in any letters.

    xlwings is handed the workbook's name in one text with its settings, put together as its VBA
    does, and looks for the workbook only where it shall find Python files beside it.
    """
    source = next(m.source for m in excel_vba.modules() if m.name == "xlwings")
    made = 'PYTHONPATH = AddExcelDir & ";" & ThisWorkbook.FullName & ";" & ThisWorkbook.FullName'
    assert made in source
    first = _settings()["ADD_WORKBOOK_TO_PYTHONPATH"]
    for name in ("OneDrive", "OneDriveConsumer", "OneDriveCommercial"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "path", ["here"])
    xlwings.utils.prepare_sys_path(";".join([first, place, place, "", "", "", ""]))
    assert sys.path == ["", "here"]
    if "://" in place:  # what the setting spares it; for SharePoint xlwings stumbles
        with pytest.raises((xlwings.XlwingsError, UnboundLocalError)):
            xlwings.utils.prepare_sys_path(";".join(["true", place, place, "", "", "", ""]))


def test_a_server_that_does_not_run() -> None:
    """Each function then says what the connection says, in its cell, and never a number."""
    functions = excel_vba.wrappers().split("\nFunction ")[1:]
    for function in functions:
        name = function.partition("(")[0]
        inside = function.partition("#If App")[2].partition("#Else")[0]
        assert "On Error GoTo failed" in inside
        assert f"{name} = Err.Description" in function.partition("failed:")[2]
    assert "Err.Raise 1000" in next(m.source for m in excel_vba.modules() if m.name == "xlwings")
