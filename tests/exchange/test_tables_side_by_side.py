"""Several tables on one sheet, next to each other: each is read, wherever its headings are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from openpyxl import Workbook

from xlrating.reading import read_all

Cells = Iterator[tuple[int, int, object]]
_SCORES = (("*", 1, "½"), (0, "*", 1), ("½", 0, "*"))


def table(row: int, col: int, first: str) -> Cells:
    """The cells of a round robin of three whose headings begin at this row and column."""
    for at, heading in enumerate(("No.", "Name", "Rating", 1, 2, 3)):
        yield row, col + at, heading
    for no, scores in enumerate(_SCORES, 1):
        for at, value in enumerate((no, f"{first}{no}", 2000 - 50 * no, *scores)):
            yield row + no, col + at, value


def book(path: Path, *cells: Cells) -> Path:
    """A workbook with these cells on its only sheet."""
    made = Workbook()
    for some in cells:
        for row, col, value in some:
            made.active.cell(row, col, value)
    made.save(path)
    return path


@pytest.mark.parametrize("second", [(3, 8), (3, 7), (2, 9), (5, 8), (6, 8), (9, 8)])
@pytest.mark.parametrize("is_lower_left", [False, True])
def test_headings_in_different_rows(
    second: tuple[int, int], is_lower_left: bool, tmp_path: Path
) -> None:
    """Promise: several events on one sheet are each read; a heading among rows of the other stopped."""
    row, col = second
    rows = (row, 1) if is_lower_left else (1, row)
    path = book(tmp_path / "own.xlsx", table(rows[0], 1, "A"), table(rows[1], col, "B"))
    events = read_all(path)
    assert [[one.name for one in event.players] for event in events] == [
        ["A1", "A2", "A3"], ["B1", "B2", "B3"]
    ]  # fmt: skip
    assert [len(event.games) for event in events] == [3, 3]


@pytest.mark.parametrize("row", [1, 3])
def test_a_column_behind_a_gap_belongs_to_its_table(row: int, tmp_path: Path) -> None:
    """Promise: nothing is dropped in silence: a K after an empty column counts as in one table alone."""
    factors = [(1, 8, "K"), *((1 + no, 8, 10) for no in (1, 2, 3))]
    path = book(tmp_path / "own.xlsx", table(1, 1, "A"), iter(factors), table(row, 10, "B"))
    first, second = read_all(path)
    assert [one.k for one in first.players] == [10, 10, 10]
    assert [one.k for one in second.players] == [None, None, None]
