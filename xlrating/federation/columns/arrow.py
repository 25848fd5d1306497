"""Columns of a plain file, read by pyarrow or pandas: texts by kind, whole numbers as integers.

Files that these might not represent exactly are read as texts, or line by line, instead.
"""

from __future__ import annotations

import csv
import warnings
from collections.abc import Collection, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from ...bulk.fixed import begins, blocks
from ...bulk.shape import HeadingLine
from ...exchange.shape import headings_of
from ..column import Column, Figures, TextColumn
from .cells import as_numbers, column_of

#: Texts with more bytes per row than this are hardly repeated, and are not counted; so many rows
#: are looked at to be sure.
_LONG, _SAMPLE = 8, 1000
#: How many bytes are parsed at a time, and how many determine the type of a column.
_PART, _FIRST = 2**22, 2**18


class NamedColumns(NamedTuple):
    """Headings, the number of rows below them, and the columns in this order."""

    heads: Sequence[str]
    size: int
    columns: Sequence[Column]


def in_csv(path: Path, head: HeadingLine) -> NamedColumns | None:
    """The columns of a CSV file; None if a character of a cell could be lost.

    Raises `FileError` for a duplicate heading.
    """
    heads = next(csv.reader([head.line.decode("utf-8-sig")], delimiter=head.separator), [])
    headings_of(heads, path.name)
    if not all(heads) or len({*heads}) < len(heads):
        return None
    # By numpy, whose memory comes in larger pages: ordinary memory takes longer than the reading.
    letters = np.fromfile(path, dtype=np.uint8, offset=head.start + len(head.line))
    quotes, returns, zeros = _times(b'"\r\0', letters)
    data = letters.data
    if zeros or (returns and bytes(data).count(b"\r\n") != returns):
        return None
    try:
        try:
            found = _by_arrow(data, heads, head.separator)
        except ImportError:
            found = _by_pandas(data, heads, head.separator)
    except (ValueError, OverflowError):
        return None
    return found if _fill(found, data, quotes, returns) else None


def _times(signs: bytes, letters: Any) -> list[int]:
    """How often each sign occurs; for frequent ones `bytes.count` takes four times as long.

    >>> _times(b"aX", np.frombuffer(b"banana", dtype=np.uint8))
    [3, 0]
    """
    found = [0] * len(signs)
    for block in blocks(len(letters)):
        for at, sign in enumerate(signs):
            found[at] += int(np.count_nonzero(letters[block] == sign))
    return found


def _by_arrow(data: memoryview, heads: list[str], separator: str) -> NamedColumns:
    import pyarrow as pa
    from pyarrow import csv as arrow

    parse = arrow.ParseOptions(delimiter=separator, ignore_empty_lines=False)
    read = arrow.ReadOptions(column_names=heads, block_size=_PART)

    def parsed(some: Any, types: Any) -> Any:
        # Lines with more or fewer cells are rejected, and so are cells of another type.
        convert = arrow.ConvertOptions(column_types=types, null_values=[""])
        return arrow.read_csv(pa.py_buffer(some), read, parse, convert)

    texts = pa.dictionary(pa.int32(), pa.string())
    first = parsed(_first_lines(data), None).schema
    types = {one.name: one.type if pa.types.is_integer(one.type) else texts for one in first}
    return _columns(parsed(data, types))


def _by_pandas(data: memoryview, heads: list[str], separator: str) -> NamedColumns:
    def parsed(some: Any, types: Any) -> Any:
        with warnings.catch_warnings():
            # Surplus cells would otherwise go unnoticed.
            warnings.simplefilter("ignore", pd.errors.ParserWarning)
            return pd.read_csv(
                BytesIO(some), sep=separator, names=heads, dtype=types, na_filter=False,
                skip_blank_lines=False, index_col=False, low_memory=False,
            )  # fmt: skip

    first = parsed(_first_lines(data), None).dtypes
    frame = parsed(data, {one: "int64" if first[one].kind == "i" else object for one in heads})
    return NamedColumns(heads, len(frame), [column_of(frame[one]) for one in heads])


def in_parquet(path: Path, games: bool = False) -> NamedColumns | None:
    """The columns of a Parquet file; None if pandas has to read it, or to explain the error.

    Texts of `games` are counted: there are many more of these than of players.
    """
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        return None
    try:
        said = parquet.read_metadata(path)
        schema = said.schema.to_arrow_schema()
        texts = [one.name for one in schema if pa.types.is_string(one.type)]
        every = [*texts, *(one.name for one in schema if pa.types.is_large_string(one.type))]
        indexes = (schema.pandas_metadata or {}).get("index_columns", ())
        if len({*schema.names}) < len(schema.names) or any(isinstance(one, str) for one in indexes):
            return None
        long = () if games else [text for text in every if _are_long(said, text)]
        counted = [text for text in texts if text not in long]
        return _columns(parquet.read_table(path, read_dictionary=counted), long)
    except (OSError, pa.ArrowException):
        return None


def _are_long(said: Any, name: str) -> bool:
    """Whether a column of a Parquet file has room for a text of its own in each row."""
    groups = (said.row_group(at) for at in range(said.num_row_groups))
    chunks = (group.column(at) for group in groups for at in range(group.num_columns))
    sizes = [one.total_uncompressed_size for one in chunks if one.path_in_schema == name]
    return bool(sum(sizes) > _LONG * said.num_rows)


def _first_lines(data: memoryview) -> memoryview:
    if len(data) <= _FIRST:
        return data
    return data[: bytes(data[:_FIRST]).rfind(b"\n") + 1]


def _fill(found: NamedColumns, data: memoryview, quotes: int, returns: int) -> bool:
    """Whether the texts of all cells and the separators add up to exactly the file's length.

    An integer is never longer than its original text. Cells with quotation marks or line
    breaks are left to other readers.
    """
    texts = [one.kinds for one in found.columns if not isinstance(one.kinds, Figures)]
    if quotes and any(mark in text for text in map("".join, texts) for mark in '"\n'):
        return False
    between = found.size * len(found.columns) - (not data or data[-1] != ord("\n"))
    return sum(map(_bytes_of, found.columns)) + between + quotes + returns == len(data)


def _bytes_of(column: Column) -> int:
    """The total length of all cells' texts in bytes."""
    lengths = _lengths(column.kinds)
    if len(lengths) and lengths.min() == lengths.max():
        return len(column) * int(lengths[0])
    return int(lengths.take(column.codes).sum())


#: The numbers at which the number of digits increases.
_TENS = 10 ** np.arange(1, 19)


def _lengths(kinds: Sequence[Any]) -> Any:
    """The length of each kind of cell in bytes."""
    if isinstance(kinds, Figures):
        numbers = kinds.numbers
        return np.searchsorted(_TENS, abs(numbers), side="right") + 1 + (numbers < 0)
    texts = kinds if "".join(kinds).isascii() else map(str.encode, kinds)
    return np.array(list(map(len, texts)) or [0], dtype=np.int64)


def _columns(table: Any, long: Collection[str] = ()) -> NamedColumns:
    heads = table.column_names
    found = [_column(table, name, name in long) for name in heads]
    return NamedColumns(heads, table.num_rows, found)


def _column(table: Any, name: str, is_long: bool) -> Column:
    """A column of texts, not counted if it `is_long`."""
    import pyarrow as pa

    own = table.column(name)
    if pa.types.is_integer(own.type) and not own.null_count:
        return column_of(pd.Series(own.to_numpy(), copy=False))
    if is_long and (found := _uncounted(own)) is not None:
        return found
    if pa.types.is_string(own.type):
        own = own.dictionary_encode()
    if not (pa.types.is_dictionary(own.type) and pa.types.is_string(own.type.value_type)):
        return column_of(table.select([name]).to_pandas()[name])
    own = own.combine_chunks()
    texts = TextColumn(own.dictionary.to_pylist())
    places = own.indices.fill_null(len(texts)) if own.null_count else own.indices
    codes = places.to_numpy().astype(np.int64)
    known = TextColumn([*texts, ""]) if own.null_count else texts
    return as_numbers(_in_order(codes, known, len(texts)))


def _uncounted(own: Any) -> Column | None:
    """A column of texts, each row with its own; None if texts are repeated or may be numbers."""
    sample = own.slice(0, _SAMPLE).to_pylist()
    if own.null_count or len({*sample}) < len(sample) or any(map(str.isdecimal, sample)):
        return None
    texts = TextColumn(own.to_pylist())
    vars(texts)["arrow"] = own.combine_chunks().cast("large_string")
    return Column(np.arange(len(texts)), texts)


def _in_order(codes: Any, texts: Sequence[str], named: int) -> Column:
    """The column with its kinds in order of occurrence, blank cells last."""
    if len(texts) == len(codes) and (codes == np.arange(len(codes))).all():
        return Column(codes, texts)
    first = np.full(len(texts), 3 * len(codes))
    for part in blocks(len(codes)):
        # Further on, hardly any are new; a value is new where another one ends.
        at = begins(codes[part])
        rows = at[first.take(codes[part].take(at)) > len(codes)][::-1] + part.start
        first[codes[rows]] = rows
        if first.max() < len(codes):
            break
    occurs = first < len(codes)
    first[named:] += len(codes)
    if occurs.all() and (first[1:] > first[:-1]).all():
        return Column(codes, texts)
    order = np.argsort(first, kind="stable")[: int(occurs.sum())]
    place = np.empty(len(texts), dtype=np.int64)
    place[order] = np.arange(len(order))
    return Column(place.take(codes), TextColumn(texts[at] for at in order.tolist()))


def arrow_texts(kinds: Sequence[Any]) -> Any:
    """The texts as a pyarrow array, which converts integers itself; kept with columns of texts."""
    import pyarrow as pa

    if isinstance(kinds, TextColumn) and "arrow" in vars(kinds):
        return vars(kinds)["arrow"]
    found = pa.array(kinds.numbers if isinstance(kinds, Figures) else kinds)
    found = found.cast(pa.large_string())
    if isinstance(kinds, TextColumn):
        vars(kinds)["arrow"] = found
    return found


def rows_by_text(column: Column) -> Any:
    """The rows sorted by their texts, as Python sorts these; None without pyarrow."""
    try:
        import pyarrow as pa
        from pyarrow import compute
    except ImportError:
        return None
    texts = arrow_texts(column.kinds).take(pa.array(column.codes))
    return compute.sort_indices(texts).to_numpy().astype(np.int64)


def joined_lines(cells: Sequence[Column]) -> str:
    """All lines of these cells, from columns with codes. Raises `ImportError` without pyarrow."""
    import pyarrow as pa
    from pyarrow import compute

    columns = [arrow_texts(one.kinds).take(pa.array(one.codes)) for one in cells]
    none, comma, end = (pa.scalar(one, pa.large_string()) for one in ("", ",", "\n"))
    last = compute.binary_join_element_wise(columns.pop(), none, end)
    found = compute.binary_join_element_wise(*columns, last, comma)
    return found.buffers()[2].to_pybytes().decode()  # type: ignore[no-any-return]
