"""What the functions cost in each program, against native formulas, in one run.

Printed, not asserted: how long it takes depends on the machine. Asserted: that every value is
Python's, and that a range is one formula.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ironcalc
import openpyxl
import windows
import xlsxwriter
from calc_cases import Case, as_rows, flat, same
from pyodide_lite import answers

from xlrating.engine.rules.ruleset import load
from xlrating.engine.rules.sections import Expectancy
from xlrating.functions import all_functions
from xlrating.hosts.lambdas import workbook as lambdas
from xlrating.hosts.lite import workbook as lite

CELLS, PLAYERS, GAMES = 10_000, 1_000, 9

#: Milliseconds by host and what was calculated.
Figures = dict[str, float]


def differences() -> list[float]:
    """Rating differences, half of them with a decimal."""
    chance = random.Random(1)
    return [
        chance.choice([chance.randint(-600, 600), round(chance.uniform(-600, 600), 1)])
        for _ in range(CELLS)
    ]


def field() -> tuple[list[list[int]], list[list[int]], list[list[float]]]:
    """Ratings, those of the opponents, and the scores."""
    chance = random.Random(2)
    own = [[chance.randint(1400, 2700)] for _ in range(PLAYERS)]
    others = [[chance.randint(1400, 2700) for _ in range(GAMES)] for _ in range(PLAYERS)]
    scores = [[chance.choice([1, 0.5, 0]) for _ in range(GAMES)] for _ in range(PLAYERS)]
    return own, others, scores


def python(name: str, *arguments: Any) -> list[Any]:
    """The values of Python, flat."""
    return flat(as_rows(all_functions()[name](*arguments)))


def timed(run: Callable[[], object]) -> float:
    """How many milliseconds it takes."""
    start = time.perf_counter()
    run()
    return (time.perf_counter() - start) * 1000


def shown(title: str, figures: Figures, native: str = "") -> None:
    """The figures as a table, in times of the native one where there is one."""
    print(f"\n{title}")
    for what, milliseconds in figures.items():
        times = f"{milliseconds / figures[native]:8.1f} x native" if native else ""
        print(f"  {what:54} {milliseconds:9.1f} ms {times}")


# --- LibreOffice ----------------------------------------------------------------------------------

#: The printed table, as a template's native formulas read it.
LOOKUP = "LOOKUP(ABS(A{0}),T!$A$1:$A${1},T!$B$1:$B${1})"
NATIVE = f"=IF(A{{0}}<0,ROUND(1-{LOOKUP},2),{LOOKUP})"

#: How LibreOffice is told to use one thread.
ONE_THREAD = "MAX_CONCURRENCY=1"

SHEETS: dict[str, tuple[str, str]] = {
    "native LOOKUP, 10 000 cells": ("WE_TABLE", NATIVE),
    "WE_TABLE, 10 000 cells": ("WE_TABLE", "=XLRATING.WE_TABLE(A{0})"),
    "WE_TABLE, one range of 10 000": ("WE_TABLE", f"{{=XLRATING.WE_TABLE(A1:A{CELLS})}}"),
    "NEW_RATING, 1 000 cells": ("NEW_RATING", '=XLRATING.NEW_RATING(A{0},B{0}:J{0},K{0}:S{0},"fide")'),
    "NEW_RATING, one range of 1 000 players": (
        "NEW_RATING",
        f'{{=XLRATING.NEW_RATING(A1:A{PLAYERS},B1:J{PLAYERS},K1:S{PLAYERS},"fide")}}',
    ),
}  # fmt: skip


def workbook(path: Path, name: str, formula: str) -> int:
    """A workbook of this formula in column U; how many formulas it has."""
    rows: list[list[Any]] = [[d] for d in differences()]
    if name == "NEW_RATING":
        rows = [[*a, *b, *c] for a, b, c in zip(*field(), strict=True)]
    curve = load("elo").need(Expectancy).upper
    with xlsxwriter.Workbook(str(path)) as book:
        page, table = book.add_worksheet("S"), book.add_worksheet("T")
        # Each bound is the last difference of its line.
        bounds = [0, *(bound + 0.0000001 for bound in curve)]
        table.write_column(0, 0, bounds)
        table.write_column(0, 1, [(50 + place) / 100 for place in range(len(bounds))])
        for row, values in enumerate(rows):
            page.write_row(row, 0, values)
            if not formula.startswith("{"):
                page.write_formula(row, 20, formula.format(row + 1, len(bounds)), None, "")
        if formula.startswith("{"):
            page.write_array_formula(0, 20, len(rows) - 1, 20, formula, None, "")
    cells = openpyxl.load_workbook(path)["S"].iter_cols(21, 21)
    return sum(cell.data_type == "f" for column in cells for cell in column)


def test_libreoffice(
    calculator_over_uno: Callable[..., str], echo_over_uno: Callable[..., str], tmp_path: Path
) -> None:
    """Promise: in one LibreOffice, cells and ranges of the add-in give what native formulas give.

    Native formulas are calculated in several threads, add-ins only in one: with one for all they
    can be compared. Beside them, what a Python function costs that does nothing at all: nothing
    in an add-in can be cheaper.
    """
    native = "native LOOKUP, 10 000 cells"
    expected = {
        "WE_TABLE": python("WE_TABLE", differences()),
        "NEW_RATING": python("NEW_RATING", *field(), "fide"),
    }
    opened, alone, threads = Figures(), Figures(), Figures()
    for what, (name, formula) in SHEETS.items():
        path, target = tmp_path / "sheet.xlsx", tmp_path / "calculated.xlsx"
        formulas = workbook(path, name, formula)
        assert formulas == (1 if "one range" in what else len(expected[name]))
        opened[what], threads[what] = load_and_again(calculator_over_uno(path, target))
        cells = openpyxl.load_workbook(target, data_only=True)["S"].iter_rows(
            min_col=21, max_col=21
        )
        assert all(map(same, expected[name], (cell.value for (cell,) in cells))), what
        _, alone[what] = load_and_again(calculator_over_uno(path, target, ONE_THREAD))
        if name == "WE_TABLE" and what != native:
            nothing = f"  a function that does nothing,{what.partition(',')[2]}"
            _, threads[nothing] = load_and_again(echo_over_uno(path, target))
            _, alone[nothing] = load_and_again(echo_over_uno(path, target, ONE_THREAD))
    shown("LibreOffice: opened, calculated for the first time", opened, native)
    shown("LibreOffice: calculated again, in one thread", alone, native)
    shown("LibreOffice: calculated again, native formulas in several threads", threads, native)


#: Formulas over whole columns, of which the first rows are filled. A single native one takes no
#: longer than what a processor's time is counted in.
TIMES = 25
WHOLE = {
    f"{TIMES} x native SUMPRODUCT(A:A*B:B)": "=SUMPRODUCT(A:A*B:B)",
    "NEW_RATING(2000, A:A, B:B)": '=XLRATING.NEW_RATING(2000,A:A,B:B,"fide",20)',
    "WE_TABLE(A:A)": "=XLRATING.WE_TABLE(A:A)",
    "WE_TABLE(A1:A400000)": "=XLRATING.WE_TABLE(A1:A400000)",
}


def test_whole_columns_in_libreoffice(
    calculator_over_uno: Callable[..., str], echo_over_uno: Callable[..., str], tmp_path: Path
) -> None:
    """Promise: what stands in a column is calculated, its million blank cells are passed over.

    LibreOffice makes a row of each cell for an add-in before it is asked: what a function that
    does nothing waits for, too. Seconds of a processor, for both to be compared on a busy machine.
    """
    others, scores = ([row[0] for row in rows[:100]] for rows in field()[1:])
    expected = {
        f"{TIMES} x native SUMPRODUCT(A:A*B:B)": sum(
            a * b for a, b in zip(others, scores, strict=True)
        ),
        "NEW_RATING(2000, A:A, B:B)": python("NEW_RATING", 2000, others, scores, "fide", 20)[0],
        "WE_TABLE(A:A)": python("WE_TABLE", others[0])[0],
        "WE_TABLE(A1:A400000)": python("WE_TABLE", others[0])[0],
    }
    path, target, figures = tmp_path / "sheet.xlsx", tmp_path / "calculated.xlsx", Figures()
    for what, formula in WHOLE.items():
        with xlsxwriter.Workbook(str(path)) as book:
            page = book.add_worksheet("S")
            page.write_column(0, 0, others)
            page.write_column(0, 1, scores)
            for column in range(TIMES if "native" in what else 1):
                page.write_formula(0, 3 + column, formula, None, "")
        _, figures[what] = load_and_again(calculator_over_uno(path, target), "processor:")
        assert same(expected[what], openpyxl.load_workbook(target, data_only=True)["S"]["D1"].value)
        if "NEW_RATING" in what:
            nothing = "  a function that does nothing, two columns"
            _, figures[nothing] = load_and_again(echo_over_uno(path, target), "processor:")
    shown("LibreOffice: whole columns", figures, next(iter(WHOLE)))


def load_and_again(said: str, kind: str = "seconds:") -> tuple[float, float]:
    """Milliseconds of loading, and of the fastest calculation after it."""
    load, *again = (float(word) * 1000 for word in said.partition(kind)[2].split()[:8])
    return load, min(again)


# --- Excel ----------------------------------------------------------------------------------------


def test_lambda(tmp_path: Path) -> None:
    """Promise: the LAMBDA names give what Python gives, in as many cells."""
    book = tmp_path / "lambda.xlsx"
    book.write_bytes(lambdas.workbook())
    share = "IF(A{0}<0,1,0)+IF(A{0}<0,-1,1)*(50+SUMPRODUCT(--(Curves!$A$2:$A$51<ABS(A{0}))))/100"
    formulas = {
        "native formula, 10 000 cells": f"=ROUND({share},2)",
        "WE_TABLE, 10 000 cells": "=WE_TABLE(A{0})",
    }
    expected, figures = python("WE_TABLE", differences()), Figures()
    for what, formula in formulas.items():
        model: Any = ironcalc.load_from_xlsx(str(book), "en", "UTC")
        model.new_sheet()
        for row, difference in enumerate(differences(), 1):
            model.set_user_input(3, row, 1, str(difference))
            model.set_user_input(3, row, 2, formula.format(row))
        figures[what] = timed(model.evaluate)
        found = [model.get_cell_value(3, row, 2) for row in range(1, CELLS + 1)]
        assert all(map(same, expected, found)), what
    shown("LAMBDA, in IronCalc", figures, "native formula, 10 000 cells")


def test_windows() -> None:
    """Promise: the calls of xlwings for Excel on Windows; without Excel and its COM."""
    figures = Figures()
    with windows.xlwings() as xlwings:
        server = xlwings.com_server.XLPython()

        def call(name: str, *given: Any) -> Any:
            missing = len(all_functions()[name].parameters) - len(given)
            arguments = (*given, *[windows.LEFT_OUT] * missing)
            return server.CallUDF("xlrating.udfs", name, arguments, None, windows.Range([[None]]))

        column = windows.Range([[d] for d in differences()])
        call("WE_TABLE", 200.0)
        figures["WE_TABLE, 10 000 cells"] = timed(
            lambda: [call("WE_TABLE", difference) for difference in differences()]
        )
        figures["WE_TABLE, one range of 10 000"] = timed(lambda: call("WE_TABLE", column))
        assert flat(call("WE_TABLE", column)) == python("WE_TABLE", differences())
        rated = [windows.Range(rows) for rows in field()]
        figures["NEW_RATING, one range of 1 000 players"] = timed(
            lambda: call("NEW_RATING", *rated, "fide")
        )
        expected = python("NEW_RATING", *field(), "fide")
        assert flat(call("NEW_RATING", *rated, "fide")) == expected
    shown("Excel on Windows: Python's part", figures)


def test_lite(pyodide: Path, tmp_path: Path) -> None:
    """Promise: the workbook for xlwings Lite, its code in Pyodide, with the same calls."""
    book = tmp_path / "lite.xlsx"
    book.write_bytes(lite.workbook())
    column = Case("WE_TABLE", [[[d] for d in differences()]])
    cells = [Case("WE_TABLE", [difference]) for difference in differences()[:1000]]
    players = Case("NEW_RATING", [*field(), "fide"])
    found = answers(tmp_path, pyodide, book, [cells[0], column, players, *cells])
    for case, rows in zip([column, players, *cells], found["values"][1:], strict=True):
        assert flat(rows) == flat(as_rows(case.expected()))
    milliseconds = found["milliseconds"][1:]
    shown("Lite, in Pyodide", {
        "WE_TABLE, one range of 10 000": milliseconds[0],
        "NEW_RATING, one range of 1 000 players": milliseconds[1],
        "WE_TABLE, 1 000 cells": sum(milliseconds[2:]),
    })  # fmt: skip
