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

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from desk import Desk
from office import ABSOLUTE, RELATIVE
from openpyxl.utils.cell import coordinate_to_tuple

Rows = list[list[object]]


class Entry(NamedTuple):
    """A text to type into a cell; row and column count from 0."""

    sheet: str
    row: int
    col: int
    text: str


def entered(place: str, value: object) -> Entry:
    """What is typed into a place such as Games!D5; None clears it."""
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


#: A step: what is done (`desk_script.Desk.do`, or save and open), where, and with what.
Step = tuple[Any, ...]


class Live(Desk):
    """One program as it is installed, and the workbook that is open in it."""

    def type(self, entries: Iterable[Entry]) -> list[str]:
        """Type into cells, one after another; what was typed there before."""
        before: list[str] = self.ask("type", list(entries))
        return before

    def after(self, path: Path, steps: Iterable[Step]) -> dict[str, list[list[Any]]]:
        """What all cells of a workbook show after steps of a person."""
        self.open(path)
        for what, *rest in steps:
            if what in ("open", "save"):
                getattr(self, what)(Path(rest[0]))
            else:
                self.ask("do", what, *rest)
        found: dict[str, list[list[Any]]] = self.ask("values", [])
        return found

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
        found: dict[str, Rows] = self.ask("values", list(sheets))
        return found

    def stale(self) -> list[tuple[str, int, int, object, object]]:
        """The cells that show something else after a full calculation: sheet, place, values."""
        found = [tuple(each) for each in self.ask("stale")]
        return [each for each in found if not _same(each[3], each[4])]

    def sort(self, sheet: str, area: tuple[int, int, int, int], col: int, falls: bool) -> None:
        """Sort an area (first column, first row, last column, last row) by one of its columns."""
        self.ask("sort", sheet, area, col, falls)

    def save(self, path: Path) -> Path:
        """Save a copy as .xlsx or .ods, as its name says; the workbook stays open."""
        self.ask("save", str(path))
        return path
