"""LibreOffice as people have it: workbooks are typed into, and nothing is forced to calculate.

`office.Office` asks whether formulas and the values written beside them agree, and has to make the
program calculate everything for that. What people see is another question: their program
believes the values of a file and calculates only what follows from what they type. `Live` is that
program, with a new profile of its own defaults::

    live.open(template)
    live.type([("Players", 4, 1, "A name"), ("Games", 4, 5, "1-0")])
    live.save(copy)
    assert live.stale() == []
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from needs import LONGEST
from office import ABSOLUTE, RELATIVE, OfficeError, soffice
from openpyxl.utils.cell import coordinate_to_tuple

PYTHON = "/usr/bin/python3"
Rows = list[list[object]]


class Entry(NamedTuple):
    """A text to type into a cell; row and column count from 0."""

    sheet: str
    row: int
    col: int
    text: str


def entered(place: str, value: object) -> Entry:
    """What is typed into a place such as Games!C5; None clears it."""
    sheet, address = place.split("!")
    row, col = coordinate_to_tuple(address)
    return Entry(sheet, row - 1, col - 1, "" if value is None else str(value))


def _same(one: object, other: object) -> bool:
    """Whether two values differ by no more than a file keeps: 15 digits, no blanks at the end."""
    if isinstance(one, str) and isinstance(other, str):
        return one.rstrip() == other.rstrip()
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=RELATIVE, abs_tol=ABSOLUTE)
    return one == other


#: Workbooks after which the program is started again: it keeps something of each.
_OFTEN = 25


class Live:
    """One program and the workbook that is open in it."""

    def __init__(self, folder: Path) -> None:
        """Start LibreOffice with a new profile in a folder."""
        self._folder, self._opened = folder, 0
        self._start()

    def _start(self) -> None:
        script = str(Path(__file__).with_name("live_script.py"))
        command = [PYTHON, script, str(soffice()), (self._folder / "profile").as_uri()]
        # Settings of this shell that would reach LibreOffice, or the Python beside it.
        hidden = ("PYTHONPATH", "PYTHONHOME", "LANGUAGE", "DISPLAY", "WAYLAND_DISPLAY")
        kept = {name: value for name, value in os.environ.items() if name not in hidden}
        self._said = (self._folder / "said").open("ab")
        self._process = subprocess.Popen(
            command,
            env=kept | {"LC_ALL": "C.UTF-8", "SAL_USE_VCLPLUGIN": "svp"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            text=True,
        )

    def open(self, path: Path) -> None:
        """Open a workbook; the one before is closed without being saved."""
        self._opened += 1
        if self._opened % _OFTEN == 0:
            self.close()
            self._start()
        self._ask("open", str(path))

    def type(self, entries: Iterable[Entry]) -> list[str]:
        """Type into cells, one after another; what was typed there before."""
        before: list[str] = self._ask("type", list(entries))
        return before

    @contextmanager
    def typed(self, *entries: Entry) -> Iterator[None]:
        """What is typed stands there for a while."""
        before = self.type(entries)
        try:
            yield
        finally:
            # Whoever fails leaves no mistake for the next.
            again = [entry._replace(text=text) for entry, text in zip(entries, before, strict=True)]
            self.type(reversed(again))

    def values(self, *sheets: str) -> dict[str, Rows]:
        """What all cells of these sheets show, or of all sheets, from A1."""
        found: dict[str, Rows] = self._ask("values", list(sheets))
        return found

    def stale(self) -> list[tuple[str, int, int, object, object]]:
        """The cells that show something else after a full calculation: sheet, place, values."""
        found = [tuple(each) for each in self._ask("stale")]
        return [each for each in found if not _same(each[3], each[4])]

    def sort(self, sheet: str, area: tuple[int, int, int, int], col: int, falls: bool) -> None:
        """Sort an area (first column, first row, last column, last row) by one of its columns."""
        self._ask("sort", sheet, area, col, falls)

    def save(self, path: Path) -> Path:
        """Save a copy as .xlsx or .ods, as its name says; the workbook stays open."""
        self._ask("save", str(path))
        return path

    def close(self) -> None:
        """End the program."""
        self._process.communicate(timeout=LONGEST)
        self._said.close()

    def _ask(self, name: str, *arguments: object) -> Any:
        assert self._process.stdin and self._process.stdout
        watch = threading.Timer(LONGEST, self._process.kill)
        watch.start()
        try:
            self._process.stdin.write(json.dumps([name, arguments]) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        finally:
            watch.cancel()
        if not line:
            raise OfficeError(f"LibreOffice ended at {name}{arguments!r}"[:300])
        answer = json.loads(line)
        if "error" in answer:
            raise OfficeError(f"{name}: {answer['error']}")
        return answer["gives"]
