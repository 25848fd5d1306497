"""IDs that are texts of digits, as most are, converted to integers, which are found faster."""

from __future__ import annotations

from typing import Any

import numpy as np

from .fixed import ends

_ZERO, _NINE = b"09"
#: Integers with this many digits fit into 64 bits.
_DIGITS = 18


def numbers_written(column: Any) -> tuple[Any, Any] | None:
    """The integers in a column of texts, and which are not missing; None unless every
    text is the plain form of its number: digits only, without leading zeros.

    >>> import pandas as pd
    >>> numbers_written(pd.Series(["70", "8"], dtype="str"))[0]
    array([70,  8])
    >>> numbers_written(pd.Series(["70", "08"], dtype="str")) is None
    True
    """
    if column.dtype.storage != "pyarrow":
        return None
    import pyarrow
    from pyarrow import compute

    texts = pyarrow.array(column.array)
    if isinstance(texts, pyarrow.ChunkedArray):
        texts = texts.combine_chunks()
    width = {pyarrow.large_string(): np.int64, pyarrow.string(): np.int32}.get(texts.type)
    if width is None:
        return None
    _, bounds, letters = texts.buffers()
    first, last = np.frombuffer(bounds, width)[[texts.offset, texts.offset + len(texts)]].tolist()
    written = np.frombuffer(letters or b"", np.uint8)[first:last]
    has = len(texts) - texts.null_count
    if not 0 < has <= len(written) <= _DIGITS * has:
        return None
    if written.min() < _ZERO or written.max() > _NINE:
        return None
    try:
        values = compute.cast(texts, pyarrow.int64())
    except pyarrow.ArrowInvalid:
        return None
    known = np.ones(len(texts), dtype=bool)
    if texts.null_count:
        known, values = values.is_valid().to_numpy(zero_copy_only=False), values.fill_null(0)
    found = values.to_numpy()
    # No text is shorter than its number: if the total lengths agree, each of them does.
    low, high = ends(found[known] if texts.null_count else found)
    length = has
    for digits in range(1, len(str(high))):
        least = 10**digits
        length += has if least <= low else int(np.count_nonzero(found >= least))
    return (found, known) if length == len(written) else None
