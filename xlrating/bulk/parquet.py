"""Parquet files as frames: numbers go from the file directly into their final columns.

Ten million games fill hundreds of megabytes, and allocating memory takes most of the time: each
row group is put into place while it is in the cache, and nothing is stored twice.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from .fixed import at_once, threads_for


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
        found = {
            name: np.empty(file.metadata.num_rows, dtype=dtype) for name, dtype in plain.items()
        }
    starts = np.append(0, np.cumsum(sizes, dtype=np.int64)).tolist()

    def fill(numbers: range) -> None:
        # A reader is for one thread.
        with ParquetFile(path) as own:
            for number in numbers:
                rows = slice(starts[number], starts[number + 1])
                group = own.read_row_group(number, columns=list(plain), use_threads=False)
                for name, column in found.items():
                    if group[name].null_count:
                        raise ValueError(f"column {name} says of itself that it has no gaps")
                    column[rows] = group[name].to_numpy()

    threads = threads_for(groups)
    at_once([partial(fill, range(first, groups, threads)) for first in range(threads)])
    others = [name for name in names if name not in plain]
    if others:
        rest = pd.read_parquet(path, columns=others, to_pandas_kwargs={"split_blocks": True})
        found |= {name: column.array for name, column in rest.items()}
    made = {name: found[name] for name in names if name in found}
    return pd.DataFrame(made, copy=False)


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
