"""Ratings written into somebody's own large workbook, next to openpyxl's own load and save of it.

Printed, not asserted: how long it takes depends on the machine. Asserted: that all is in it.
"""

from __future__ import annotations

import random
import resource
import time
from pathlib import Path

import openpyxl
import xlsxwriter

from xlrating.annotation.book import annotated
from xlrating.engine.rating import rate
from xlrating.reading import read_all

SHEETS, PLAYERS, ROUNDS = 50, 400, 9


def season(path: Path) -> None:
    """A workbook with a Swiss event on each sheet: 20,000 rows, 180,000 results."""
    chance = random.Random(1)
    with xlsxwriter.Workbook(str(path)) as book:
        for number in range(1, SHEETS + 1):
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


def memory() -> int:
    """The most megabytes that this process had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def test_annotate_costs_as_openpyxl_does(tmp_path: Path) -> None:
    """Promise: 50 sheets of 400 rows, with a row for each game: 1.5 x openpyxl's load and save."""
    path = tmp_path / "season.xlsx"
    season(path)
    figures: list[tuple[str, float, int]] = []

    def step(what: str, start: float, before: int) -> None:
        figures.append((what, time.process_time() - start, memory() - before))

    start, before = time.process_time(), memory()
    openpyxl.load_workbook(path).save(tmp_path / "saved.xlsx")
    step("openpyxl: load and save", start, before)
    start, before = time.process_time(), memory()
    events = read_all(path)
    step("read the events", start, before)
    start, before = time.process_time(), memory()
    reports = [rate(one, "elo") for one in events]
    step("rate them", start, before)
    for what, audit in (("without Audit", False), ("with Audit", True)):
        start, before = time.process_time(), memory()
        (tmp_path / "rated.xlsx").write_bytes(annotated(path, reports, audit=audit))
        step(f"annotate {what}", start, before)
    print(f"\n{'':28}seconds of a processor; megabytes more than before")
    for what, seconds, more in figures:
        times = seconds / figures[0][1]
        print(f"  {what:26} {seconds:6.2f} s  {times:5.2f} x openpyxl  {more:5} MB more")
    rated = openpyxl.load_workbook(tmp_path / "rated.xlsx", read_only=True)
    assert rated.sheetnames[-2:] == ["Ratings", "Audit"]
    rows = [sum(1 for _ in rated[name].iter_rows()) - 1 for name in rated.sheetnames[-2:]]
    assert rows == [SHEETS * PLAYERS, SHEETS * PLAYERS * ROUNDS]
