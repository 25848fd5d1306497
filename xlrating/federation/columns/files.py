"""Column files, CSV or Parquet: their cells as texts, and their places."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ...bulk.shape import HeadingLine, head_of_csv, uneven_lines
from ...engine.account import Record
from ...engine.errors import ArgumentError, FileError, RatingError
from ...engine.problem import error_of, make_error
from ...engine.tables import known_columns
from ...engine.vocabulary.headings import heading_of, spellings
from ...exchange.decimals import DecimalFormat
from ...exchange.files import AnyPath, existing, is_kept, unreadable
from ...exchange.parquet import PARQUET, parquet_frame
from ...exchange.result_columns import is_black_first
from ...exchange.table import Row
from ...exchange.threads import threads
from ..column import Column, Figures, are_plain
from .arrow import NamedColumns, in_csv, in_parquet
from .cells import column_of
from .letters import letters_of

#: Readers that interpret a few digits only as the number.
_COUNTS = (Row.number, Row.whole, Row.rating)


@dataclass(frozen=True)
class FileColumns:
    """The known columns of a file, by part.

    The `others` are unknown here, by heading.
    """

    path: Path
    parts: dict[str, Column]
    rows: Any
    others: Mapping[str, Column] = field(default_factory=dict)
    headings: tuple[tuple[str, str], ...] = ()
    #: The decimal separator if known, as in `exchange.table`: commas separate the cells.
    decimal: str = ""
    #: The word for a row in messages.
    row: str = "line"
    #: All headings in order.
    written: tuple[str, ...] = ()
    #: Headings of irrelevant columns in a federation's list.
    unused: tuple[str, ...] = ()
    #: Irrelevant contents of a FIDE list.
    records: tuple[Record, ...] = ()

    @property
    def size(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def place(self, row: int) -> str:
        """The place of a row in words."""
        return f"{self.path.name}, {self.row} {self.rows[row]}"

    def having(self, rows: Any) -> FileColumns:
        """The same columns with only the given rows."""
        parts, others = (
            {name: column.take(rows).without_others() for name, column in columns.items()}
            for columns in (self.parts, self.others)
        )
        return replace(self, parts=parts, rows=self.rows[rows], others=others)

    def kinds(self, part: str, read: Callable[[Row, str], Any]) -> Sequence[Any]:
        """The result of a table reader for each kind of cell in a column.

        Errors name the first row with such a cell.
        """
        column = self.parts[part]
        if read is Row.text and are_plain(column.kinds):
            return column.kinds
        if read in _COUNTS and isinstance(column.kinds, Figures) and column.kinds.are_short:
            numbers = column.kinds.numbers.tolist()
            return numbers if read is Row.whole else list(map(Decimal, numbers))
        decimals = DecimalFormat(column.kinds, self.decimal)
        found = []
        for at, kind in enumerate(column.kinds):
            try:
                found.append(read(Row((part,), (kind,), "", lambda _: "", decimals), part))
            except RatingError as error:
                first = int((column.codes == at).argmax())
                raise error.at(f"{self.place(first)}, column {self.named(part)}") from None
        return found

    def numbers(
        self, part: str, read: Callable[[Row, str], Any], none: Any, rows: Any = slice(None)
    ) -> Any:
        """The number that a reader finds in each row, or some of them, `none` for nothing."""
        found = [none if one is None else one for one in self.kinds(part, read)]
        return np.array(found or [none], dtype=type(none)).take(self.parts[part].codes[rows])

    def named(self, part: str) -> str:
        """The heading of a part."""
        return dict(self.headings).get(part, part)


def read_columns(path: AnyPath, games: bool = False, more: Iterable[str] = ()) -> FileColumns:
    """The columns of a CSV or Parquet file.

    `more` are parts to read besides those of players. Raises `FileError` if the file
    cannot be read or has two columns for one part.
    """
    file = existing(path)
    is_parquet = file.suffix.lower() == PARQUET
    head = HeadingLine() if is_parquet else head_of_csv(file)
    if not (is_parquet or games):
        head = head._replace(letters=letters_of(file, head))
    (heads, size, cells), numbers = _read(file, head, games)
    parts = _meant(file, heads, games)
    if games and is_black_first(sorted(parts, key=lambda part: heads.index(parts[part]))):
        # Whether a game has a winner is found line by line.
        raise make_error(FileError, "read_black_first", file.name, found="1-0")
    shown = {heading_of(head): head for head in heads}
    for part in more:
        own = [shown[name] for name in spellings(part) if name in shown]
        if own:
            parts.setdefault(part, own[0])
    known = set(parts.values())
    rows = (
        numbers if numbers is not None else np.arange(size) + (1 if is_parquet else head.above + 2)
    )
    columns = {part: cells[heads.index(name)] for part, name in parts.items()}
    others = {
        head: own
        for head, own in zip(heads, cells, strict=True)
        if head not in known and (any(own.kinds) or not is_unnamed(head))
    }
    found = FileColumns(
        file, columns, rows, others, tuple(parts.items()),
        "." if head.separator == "," else "", "row" if is_parquet else "line", tuple(heads),
    )  # fmt: skip
    blank = np.ones(size, dtype=bool)
    # These columns have a number in every row.
    blank &= not any(isinstance(column.kinds, Figures) for column in columns.values())
    for column in columns.values():
        if not blank.any():
            break
        blank &= np.array([not kind.strip() for kind in column.kinds] or [True])[column.codes]
    return found.having(~blank) if blank.any() else found


#: pandas' name for a column without heading.
is_unnamed = re.compile(r"Unnamed: \d+").fullmatch


def _meant(path: Path, heads: Iterable[str], games: bool) -> dict[str, str]:
    """The heading of each part that a file has."""
    try:
        parts = known_columns(heads, games)
        # Only frames hold ages; in a file, which is read later, one may matter.
        return {part: head for part, head in parts.items() if part != "age"}
    except ArgumentError as error:
        raise error_of(error.problem._replace(where=path.name), FileError) from None


def _read(path: Path, head: HeadingLine, games: bool) -> tuple[NamedColumns, Any]:
    """Columns whose cells are the texts in the file; for Parquet, what these would be.

    Also its line numbers, None if they are consecutive.
    """
    try:
        if not head.separator:
            return in_parquet(path, games) or _with_columns(parquet_frame(path)), None
        if head.letters == HeadingLine().letters and (found := in_csv(path, head)):
            return found, None
        lines = uneven_lines(path, head)
        if lines is not None:
            written = zip(*lines.rows, strict=True) if lines.rows else [()] * len(lines.headings)
            columns = [pd.Series(column, dtype=object) for column in written]
            frame = pd.concat(columns, axis=1, keys=range(len(columns)))
            named = frame.set_axis(_named(lines.headings), axis=1)
            return _with_columns(named), np.array(lines.numbers, dtype=np.int64)
        return _with_columns(_as_texts(path, head)), None
    except UnicodeDecodeError:
        raise make_error(FileError, "file_no_text", path.name) from None
    except (OSError, ImportError) as error:
        raise _unreadable(path, error) from None
    except ValueError as error:
        why = str(error).strip()
        raise make_error(FileError, "file_broken", path.name, why=why) from None


def _named(headings: Sequence[str]) -> list[str]:
    """Headings as pandas names columns: missing ones by position."""
    return [head or f"Unnamed: {at}" for at, head in enumerate(headings)]


def _unreadable(path: Path, error: Exception) -> FileError:
    if isinstance(error, OSError) and is_kept(error):
        return unreadable(path.name, error)
    return make_error(FileError, "file_not_read", path.name, why=str(error).strip())


def _as_texts(path: Path, head: HeadingLine) -> Any:
    """A frame of all cells as written."""
    with warnings.catch_warnings():
        # For blank cells after the last heading, which are checked.
        warnings.simplefilter("ignore", pd.errors.ParserWarning)
        return pd.read_csv(
            path, sep=head.separator, skiprows=head.above, dtype=object, na_filter=False,
            skip_blank_lines=False, index_col=False, encoding=head.letters,
        )  # fmt: skip


def _with_columns(frame: Any) -> NamedColumns:
    with threads() as pool:
        # Each column is counted on its own.
        columns = list(pool.map(column_of, (column for _, column in frame.items())))
    return NamedColumns([str(name) for name in frame.columns], len(frame), columns)
