"""How long a folder of events takes, beside calamine alone over the same files, in one run.

Printed, not asserted: how long it takes depends on the machine. As many files as in the promise:
XLRATING_FOLDER=1000 for templates, five times as many lists of games.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from python_calamine import CalamineWorkbook
from workbooks import complete_round_robin, plan_of, random_event, write

from xlrating.exchange.children import end_all
from xlrating.federation.folder import read_folder

FILES = int(os.environ.get("XLRATING_FOLDER", "20"))


def seconds(what: Callable[..., object], *given: object) -> float:
    """How long it takes."""
    start = time.perf_counter()
    what(*given)
    return time.perf_counter() - start


def raw(folder: Path) -> None:
    """All sheets of all files, by calamine alone."""
    for path in folder.iterdir():
        with CalamineWorkbook.from_path(path) as book:
            for name in book.sheet_names:
                book.get_sheet_by_name(name).to_python()


def read(folder: Path, number: int) -> None:
    """All events of the folder, by new processes."""
    end_all()
    found, wrong, other = read_folder(folder, [])
    assert (len(found), wrong, other) == (number, [], [])


def copies(folder: Path, sources: Iterable[Path], number: int) -> Path:
    """A folder with so many copies of some files."""
    folder.mkdir()
    for source in sources:
        for one in range(number):
            shutil.copy(source, folder / f"{one}{source.name}")
    return folder


def test_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: templates in at most four times what calamine takes, twice the files in 2.2 times."""
    shown = []
    events = {"8 players": complete_round_robin(8, 8), "60 players": random_event(60, 60, 7)}
    for name, event in events.items():
        made = write(plan_of(event, "fide@2025-10-01"), tmp_path / f"{name}.xlsx")
        half, all_ = (copies(tmp_path / f"{name} {n}", [made], n) for n in (FILES // 2, FILES))
        alone = seconds(raw, all_)
        first, second = seconds(read, half, FILES // 2), seconds(read, all_, FILES)
        shown.append(
            f"{FILES} templates, {name}: {second:.2f} s, {second / alone:.1f} times calamine alone; "
            f"{second / first:.1f} times half of them"
        )
    lists = [tmp_path / "-games.csv", tmp_path / "-players.csv"]
    lists[0].write_text("round,white,black,result\n1,1,2,1-0\n2,2,1,½-½\n", "utf-8")
    lists[1].write_text("no,name,rating\n1,Anna,2000\n2,Boris,1900\n", "utf-8")
    number = FILES * 5 // 2
    half, all_ = (copies(tmp_path / f"lists {n}", lists, n) for n in (number // 2, number))
    first, second = seconds(read, half, number // 2), seconds(read, all_, number)
    shown.append(
        f"{2 * number} lists of games and of players: {second:.2f} s, {second / first:.1f} times "
        "half of them"
    )
    with capsys.disabled():
        print("", *shown, sep="\n")
