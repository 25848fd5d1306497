"""Parquet files as frames: numbers go from the file directly into their final columns.

Ten million games fill hundreds of megabytes, and allocating memory takes most of the time: a few
rows at a time are put into place while they are in the cache, and nothing is stored twice.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from .fixed import at_once, threads_for

#: How many rows are read at a time.
_ROWS = 2**16


def frame_of(path: Path) -> Any:
    """The frame in a file.

    Raises `ValueError` and `OSError` as `pandas.read_parquet` does.
    """
    try:
        from pyarrow.parquet import ParquetFile
    except ImportError:
        return pd.read_parquet(path)
    with ParquetFile(path) as file:
        names, groups = file.schema_arrow.names, file.num_row_groups
        plain = _plain(file)
        if len(set(names)) < len(names) or not plain:
            return pd.read_parquet(path)
        sizes = [file.metadata.row_group(at).num_rows for at in range(groups)]
        found = {name: _column(file.metadata.num_rows, kind) for name, kind in plain.items()}
    starts = np.append(0, np.cumsum(sizes, dtype=np.int64)).tolist()

    def fill(first: int, end: int) -> None:
        at, numbers = starts[first], range(first, end)
        # A reader is for one thread.
        with ParquetFile(path) as own:
            for part in own.iter_batches(_ROWS, [*numbers], [*plain], use_threads=False):
                rows = slice(at, at + part.num_rows)
                for name, column in found.items():
                    if part[name].null_count:
                        raise ValueError(f"column {name} says of itself that it has no gaps")
                    column[rows] = part[name].to_numpy()
                at = rows.stop

    threads = threads_for(groups)
    edges = [groups * share // threads for share in range(threads + 1)]
    at_once([partial(fill, first, end) for first, end in pairwise(edges)])
    others = [name for name in names if name not in plain]
    if others:
        rest = pd.read_parquet(path, columns=others, to_pandas_kwargs={"split_blocks": True})
        found |= {name: column.array for name, column in rest.items()}
    made = {name: found[name] for name in names if name in found}
    return pd.DataFrame(made, copy=False)


def _column(rows: int, kind: Any) -> Any:
    """A column to be filled, in memory that pyarrow keeps for the next one."""
    from pyarrow import allocate_buffer

    return np.frombuffer(allocate_buffer(rows * np.dtype(kind).itemsize), dtype=kind)


def rows_in(path: Path) -> int:
    """The number of rows in a file; 0 if it cannot be read."""
    try:
        from pyarrow.parquet import read_metadata

        return int(read_metadata(path).num_rows)
    except (ImportError, OSError, ValueError):
        return 0


def _plain(file: Any) -> dict[str, Any]:
    """The numeric columns without gaps, and their types."""
    from pyarrow import types

    gaps: dict[str, int] = {}
    for group in map(file.metadata.row_group, range(file.num_row_groups)):
        for column in map(group.column, range(group.num_columns)):
            said = column.statistics
            known = said is not None and said.has_null_count
            name = column.path_in_schema
            gaps[name] = gaps.get(name, 0) + (said.null_count if known else 1)
    return {
        field.name: field.type.to_pandas_dtype()
        for field in file.schema_arrow
        if (types.is_integer(field.type) or types.is_floating(field.type))
        and gaps.get(field.name) == 0
    }
