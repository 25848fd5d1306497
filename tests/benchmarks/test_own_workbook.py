"""Ratings written into somebody's own large workbook, next to openpyxl's own load and save of it.

Printed, not asserted: how long it takes depends on the machine. Asserted: that all is in it.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import openpyxl
import xlsxwriter

SHEETS, PLAYERS, ROUNDS = 50, 400, 9


def season(path: Path, sheets: int = SHEETS) -> None:
    """A workbook with a Swiss event on each sheet: of all 50, 20,000 rows and 180,000 results."""
    chance = random.Random(1)
    with xlsxwriter.Workbook(str(path)) as book:
        for number in range(1, sheets + 1):
            rows = [[no, f"Player {number} {no}", chance.randint(1200, 2400)]
                    for no in range(1, PLAYERS + 1)]  # fmt: skip
            for _ in range(ROUNDS):
                order = chance.sample(rows, PLAYERS)
                for white, black in zip(order[::2], order[1::2], strict=True):
                    result = chance.choice(("1", "½", "0"))
                    white.append(f"{black[0]}w{result}")
                    black.append(f"{white[0]}b{ {'1': '0', '0': '1'}.get(result, '½') }")
            sheet = book.add_worksheet(f"Event {number}")
            sheet.write_row(
                0, 0, ["No.", "Name", "Rating", *(f"Rd {r + 1}" for r in range(ROUNDS))]
            )
            for at, row in enumerate(rows, 1):
                sheet.write_row(at, 0, row)


def figures(command: list[str], compiled: Path) -> tuple[float, float]:
    """Seconds of a processor and the most megabytes of a command, its own processes included.

    What is installed is compiled once, and not at each run: into the folder `compiled`.
    """
    own = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    own["PYTHONPYCACHEPREFIX"] = str(compiled)
    running = subprocess.Popen(
        command, env=own, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, used = os.wait4(running.pid, 0)
    running.returncode = os.waitstatus_to_exitcode(status)
    assert running.returncode == 0, command
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def test_annotate_costs_as_openpyxl_does(tmp_path: Path) -> None:
    """Promise: the whole command, next to a program that loads and saves with openpyxl.

    50 sheets of 400 rows; the Audit has a row for each of 180,000 results.
    """
    path, rated = tmp_path / "season.xlsx", tmp_path / "rated.xlsx"
    season(path)
    saves = f"import openpyxl; openpyxl.load_workbook({str(path)!r}).save({str(rated)!r})"
    rates = [sys.executable, "-m", "xlrating", "rate", str(path), "--rules", "elo", "--annotate",
             "--force", "-o", str(rated)]  # fmt: skip
    small = tmp_path / "small.xlsx"
    season(small, sheets=1)
    for command in (["-c", saves], ["-m", "xlrating", "rate", str(small), *rates[5:]]):
        figures([sys.executable, *command], tmp_path / "compiled")
    own = figures([sys.executable, "-c", saves], tmp_path / "compiled")
    print("\nopenpyxl: {:.2f} s of a processor, {:.0f} MB".format(*own))
    for what, call in (("without Audit", [*rates, "--no-audit"]), ("with Audit", rates)):
        seconds, memory = figures(call, tmp_path / "compiled")
        print(f"  {what:14} {seconds:6.2f} s  {seconds / own[0]:5.2f} x, "
              f"{memory:5.0f} MB  {memory / own[1]:5.2f} x")  # fmt: skip
    book = openpyxl.load_workbook(rated, read_only=True)
    assert book.sheetnames[-2:] == ["Ratings", "Audit"]
    rows = [sum(1 for _ in book[name].iter_rows()) - 1 for name in book.sheetnames[-2:]]
    assert rows == [SHEETS * PLAYERS, SHEETS * PLAYERS * ROUNDS]
