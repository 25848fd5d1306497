"""Files of Parquet, read in groups of rows: the columns that pandas reads, cell by cell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pandas.testing import assert_frame_equal
from pyarrow import parquet

from xlrating.bulk.parquet import frame_of

SIZE = 1000
COLUMNS: dict[str, Any] = {
    "white": np.arange(SIZE),
    "black": np.arange(SIZE, 0, -1, dtype=np.int16),
    "white_score": np.tile([1, 0.5], SIZE // 2),
    "gaps": [None, 7] * (SIZE // 2),
    "not_numbers": np.tile([np.nan, 2400.5], SIZE // 2),
    "event": ["Open", None] * (SIZE // 2),
    "marked": [True, False] * (SIZE // 2),
}


def kept(path: Path, columns: dict[str, Any], rows: int) -> Path:
    parquet.write_table(pa.table(columns), path, row_group_size=rows)
    return path


@pytest.mark.parametrize("rows", [SIZE, 300, 1])
def test_every_column_is_that_of_pandas(rows: int, tmp_path: Path) -> None:
    """However many groups of rows there are, no cell stands elsewhere, and gaps stay gaps."""
    path = kept(tmp_path / "games.parquet", COLUMNS, rows)
    assert_frame_equal(frame_of(path), pd.read_parquet(path))


@pytest.mark.parametrize("names", [["white"], ["event"], list(COLUMNS)], ids=len)
def test_without_rows(names: list[str], tmp_path: Path) -> None:
    """A month without games has columns all the same."""
    path = kept(tmp_path / "games.parquet", {name: COLUMNS[name][:0] for name in names}, SIZE)
    found = frame_of(path)
    assert list(found) == names and len(found) == 0


def test_numbers_that_pandas_wrote(tmp_path: Path) -> None:
    """Nullable columns, and rows that have names of their own, are columns as any other."""
    path = tmp_path / "players.parquet"
    frame = pd.DataFrame({"no": [3, 4], "rating": pd.array([2400, None], dtype="Int64")})
    frame.set_index(pd.Index(["a", "b"])).to_parquet(path)
    found = frame_of(path)
    assert found["no"].tolist() == [3, 4]
    assert found["rating"].isna().tolist() == [False, True]
