"""Large files of columns: a cell has the text of the file, in whatever part of it it stands."""

from __future__ import annotations

import csv
import warnings
from pathlib import Path

import pytest

from xlrating.federation.columns.files import read_columns

#: A file of so many lines is read in several parts: by one thread, and by several.
SIZES = (400_000, 900_000)
#: After many lines of whole numbers.
LAST = {
    "letters": "A7",
    "zeros": "007",
    "a long number": "9999999999999999999",
    "a longer number": "99999999999999999999",
    "a mark": "True",
    "nothing": "",
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("last", LAST.values(), ids=LAST)
def test_the_last_cell_is_as_it_was_written(last: str, size: int, tmp_path: Path) -> None:
    """ "Values are never silently guessed": a part of numbers makes no number of another text."""
    path = tmp_path / "games.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(["white", "black", "result"])
        file.write("17,18,1-0\n" * size)
        lines.writerow([last, "19", "0-1"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        columns = read_columns(path, True)
    found = columns.parts["white"]
    assert columns.size == size + 1
    assert found.kinds[found.codes[-1]] == last
    assert found.kinds[found.codes[0]] == "17"
