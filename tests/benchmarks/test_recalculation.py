"""The largest Swiss, 300 players and 15 rounds: the size of its file, and how fast it calculates."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from live_office import Entry, Live
from workbooks import fitted, plan_of, random_event, write

from xlrating.engine.rules.ruleset import available, load
from xlrating.workbook.book import build
from xlrating.workbook.file.writer import to_bytes
from xlrating.workbook.native import is_native
from xlrating.workbook.plan import Plan
from xlrating.workbook.templates import empty

#: What the file may weigh, in bytes. Most of it are formulas that rows may not share: those
#: that refer to other sheets, and those that show nothing (see `xlrating.workbook.file.xlsx`).
MOST = 2_000_000
#: What it may weigh with nobody in it, when no row has a value to share a formula by.
MOST_EMPTY = 2_000_000


def packed(plan: Plan, path: Path) -> Path:
    """A workbook as the package writes it: `workbooks.write` packs quickly, a tenth larger."""
    path.write_bytes(to_bytes(build(plan), plan.language))
    return path


@pytest.mark.parametrize("rules", ["fide", "cxa-rapid", "malaysia", "dwz"])
def test_largest_swiss(rules: str, over_uno: Callable[..., str], tmp_path: Path) -> None:
    """Promise: about 2 MB. Printed: seconds to write, to load and to calculate every cell."""
    event = replace(fitted(random_event(1, 300, 15), rules, 1), start=date(2026, 3, 1))
    start = time.perf_counter()
    path = packed(plan_of(event, rules), tmp_path / "largest.xlsx")
    written = time.perf_counter() - start
    said = over_uno(path, tmp_path / "calculated.xlsx").partition("seconds:")[2]
    load, *full = map(float, said.split()[:8])
    size = path.stat().st_size
    print(
        f"\n{rules}: {size / 1e6:.2f} MB, written in {written:.1f} s, loaded in {load:.1f} s, "
        f"calculated in {min(full):.2f} s"
    )
    assert size < MOST


@pytest.mark.parametrize("rules", [name for name in available() if is_native(load(name))])
def test_largest_template(rules: str, over_uno: Callable[..., str], tmp_path: Path) -> None:
    """Printed: what the empty template weighs under each rule set, and a whole calculation."""
    path = packed(empty("swiss", rules, 300, 15), tmp_path / "empty.xlsx")
    said = over_uno(path, tmp_path / "calculated.xlsx").partition("seconds:")[2]
    _, *full = map(float, said.split()[:8])
    size = path.stat().st_size
    print(f"\n{rules}: {size / 1e6:.2f} MB, calculated in {min(full):.2f} s")
    assert size < MOST_EMPTY


def test_one_result_typed(live: Live, tmp_path: Path) -> None:
    """Printed: seconds until a result typed into the full workbook is in the tables."""
    event = replace(fitted(random_event(1, 300, 15), "fide", 1), start=date(2026, 3, 1))
    live.open(write(plan_of(event, "fide"), tmp_path / "largest.xlsx"))
    took = []
    for number in range(9):
        start = time.perf_counter()
        live.type([Entry("Games", 4, 4, ("1-0", "0-1")[number % 2])])
        live.values("Standings")
        took.append(time.perf_counter() - start)
    print(f"\none result: {statistics.median(took):.2f} s")
    assert live.values("Standings")["Standings"]
