"""Several tables on one sheet, next to each other: each is read, wherever its headings are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from openpyxl import Workbook

from xlrating.cli import main
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


_SWISS = (("No.", "Name", "Rating", "R1", "R2", "R3"), (1, "A", 1850, "4b0", "2w0", "3b½"),
          (2, "B", 1760, "3b0", "1b1", "4w1"), (3, "C", 1680, "2w1", "4w1", "1w½"),
          (4, "D", 1450, "1w1", "3b0", "2b0"))  # fmt: skip


def swiss(row: int, col: int) -> Cells:
    """The cells of a Swiss of four without points."""
    return ((row + at, col + to, value) for at, line in enumerate(_SWISS)
            for to, value in enumerate(line))  # fmt: skip


@pytest.mark.parametrize("place", [(1, 12), (4, 10), (4, 11), (9, 12), (5, 7)])
def test_a_remark_to_the_right_takes_no_games(place: tuple[int, int], tmp_path: Path) -> None:
    """Promise: nothing is dropped in silence: with a remark beyond three columns the last round was."""
    path = book(tmp_path / "own.xlsx", swiss(3, 1), iter([(*place, "a remark")]))
    (event,) = read_all(path)
    assert len(event.games) == 6


def test_empty_columns_between_rounds_take_no_games(tmp_path: Path) -> None:
    """Promise: nothing is dropped in silence: four columns for a round had no game."""
    cells = ((row, col + (col > 4) * 3, value) for row, col, value in swiss(1, 1))
    (event,) = read_all(book(tmp_path / "own.xlsx", cells))
    assert len(event.games) == 6


@pytest.mark.parametrize("second", [(8, 2), (8, 4), (8, 5), (8, 6), (7, 4), (12, 9)])
def test_tables_below_each_other_may_begin_in_any_column(
    second: tuple[int, int], tmp_path: Path
) -> None:
    """Promise: several events on one sheet are each read, with all rounds of both."""
    for tables in ((swiss(1, 1), swiss(*second)), (swiss(1, second[1]), swiss(second[0], 1))):
        events = read_all(book(tmp_path / "own.xlsx", *tables))
        assert [len(event.games) for event in events] == [6, 6]


@pytest.mark.parametrize("place", [(1, 8), (3, 8), (6, 7), (7, 7)])
@pytest.mark.parametrize("kind", ["swiss", "robin"])
def test_new_columns_of_another_table_are_none_of_this_one(
    kind: str, place: tuple[int, int], tmp_path: Path
) -> None:
    """Promise: a copy with ratings is read as its workbook is, wherever its tables begin."""
    own, out = tmp_path / "own.xlsx", tmp_path / "out.xlsx"
    lower, right = place
    if kind == "swiss":
        book(own, swiss(1, right), swiss(lower, 1))
    else:
        book(own, table(1, right, "A"), table(lower, 1, "B"))
    call = ["--rules", "elo"]
    assert main(["rate", str(own), *call, "--annotate", "-o", str(out)]) == 0
    assert main(["check", str(out), *call]) == 0
    before, after = read_all(own), read_all(out)
    assert [one.games for one in before] == [one.games for one in after]
