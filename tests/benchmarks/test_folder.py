"""How long a folder of events takes, beside calamine alone over the same files, in one run.

Printed, not asserted: seconds of a processor, those of all processes, and how long it takes, which
depends on the machine and on how many cores it has. As many files as in the promise:
XLRATING_FOLDER=1000 for templates, five times as many lists of games.
"""

from __future__ import annotations

import os
import resource
import shutil
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import pytest
from python_calamine import CalamineWorkbook
from workbooks import complete_round_robin, plan_of, random_event, write

from xlrating.exchange.workers import end_all
from xlrating.federation.folder import read_folder

FILES = int(os.environ.get("XLRATING_FOLDER", "20"))


class Taken(NamedTuple):
    """Seconds of a processor, and on the clock."""

    calculated: float
    waited: float

    def of(self, other: Taken) -> str:
        """How many times another one."""
        both = (one / of for one, of in zip(self, other, strict=True))
        return "{:.1f} times ({:.1f} on the clock)".format(*both)


def taken(what: Callable[..., object], *given: object) -> Taken:
    """How long it takes; processes that were started and have ended count."""

    def used() -> float:
        both = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        return sum(one.ru_utime + one.ru_stime for one in both)

    start, before = time.perf_counter(), used()
    what(*given)
    return Taken(used() - before, time.perf_counter() - start)


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
    end_all()


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
        alone = taken(raw, all_)
        first, second = taken(read, half, FILES // 2), taken(read, all_, FILES)
        shown.append(
            f"{FILES} templates, {name}: {second.calculated:.1f} s of a processor, "
            f"{second.of(alone)} calamine alone; {second.of(first)} half of them"
        )
    lists = [tmp_path / "-games.csv", tmp_path / "-players.csv"]
    lists[0].write_text("round,white,black,result\n1,1,2,1-0\n2,2,1,½-½\n", "utf-8")
    lists[1].write_text("no,name,rating\n1,Anna,2000\n2,Boris,1900\n", "utf-8")
    number = FILES * 5 // 2
    half, all_ = (copies(tmp_path / f"lists {n}", lists, n) for n in (number // 2, number))
    first, second = taken(read, half, number // 2), taken(read, all_, number)
    shown.append(
        f"{2 * number} lists of games and of players: {second.calculated:.1f} s of a processor, "
        f"{second.of(first)} half of them"
    )
    with capsys.disabled():
        print("", *shown, sep="\n")
