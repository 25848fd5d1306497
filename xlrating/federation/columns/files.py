"""Files of columns, CSV or Parquet: their cells as texts, and where each stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ...engine.errors import ArgumentError, FileError, RatingError
from ...engine.frames import cell
from ...engine.tables import meant, text_of
from ...engine.words.headings import heading_of, spellings
from ...exchange.decimals import Numbers
from ...exchange.files import CSV, AnyPath, existing
from ...exchange.table import Row

PARQUET = ".parquet"
#: Numbers as they are written where commas part the cells.
CSV_NUMBERS = Numbers(decimal=".")
#: What a file of games of any size ends in.
ENDINGS = (*CSV, PARQUET)


@dataclass(frozen=True)
class Column:
    """A column of texts: each kind of cell once, and which of them stands in each row."""

    codes: Any
    kinds: Sequence[str]

    def having(self, rows: Any) -> Column:
        """Some of the rows."""
        return Column(self.codes[rows], self.kinds)

    def texts(self) -> list[str]:
        """The text of each row."""
        found = np.empty(len(self.kinds), dtype=object)
        found[:] = self.kinds
        return found[self.codes].tolist()  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Columns:
    """The columns of a file that mean something, by their parts; `others` mean nothing here."""

    path: Path
    parts: dict[str, Column]
    rows: Any
    others: tuple[str, ...] = ()
    headings: tuple[tuple[str, str], ...] = ()

    @property
    def size(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    def place(self, row: int) -> str:
        """The place of a row in words."""
        kind = "row" if self.path.suffix.lower() == PARQUET else "line"
        return f"{self.path.name}, {kind} {self.rows[row]}"

    def having(self, rows: Any) -> Columns:
        """Some of the rows."""
        parts = {name: column.having(rows) for name, column in self.parts.items()}
        return Columns(self.path, parts, self.rows[rows], self.others, self.headings)

    def each(self, part: str, read: Callable[[Row, str], Any], missing: Any = None) -> Any:
        """What a reader of tables finds in each row of a column, asked once for each kind of cell.

        An error names the first row that has such a cell.
        """
        column = self.parts.get(part)
        if column is None:
            return [missing] * self.size
        if read is Row.text and are_plain(column.kinds):
            return column.texts()
        numbers = Numbers(column.kinds, "." if self.path.suffix.lower() == ".csv" else "")
        found = np.empty(len(column.kinds), dtype=object)
        for at, kind in enumerate(column.kinds):
            try:
                found[at] = read(Row((part,), (kind,), "", lambda _: "", numbers), part)
            except RatingError as error:
                first = int((column.codes == at).argmax())
                raise error.at(f"{self.place(first)}, column {self.named(part)}") from None
        return found[column.codes].tolist()

    def named(self, part: str) -> str:
        """The heading of a part."""
        return dict(self.headings).get(part, part)


def are_plain(texts: Sequence[str]) -> bool:
    """Whether `Row.text` would leave all of these as they are."""
    joined = "\n".join(texts)
    if not joined.replace("\n", "").isascii() or not joined.replace("\n", "").isprintable():
        return False
    framed = f"\n{joined}\n"
    return not any(one in framed for one in ("\n ", " \n", "\n'"))


def read_columns(path: AnyPath, games: bool = False, more: Iterable[str] = ()) -> Columns:
    """The columns of a CSV or Parquet file.

    `more` are parts that are read besides those of players. Raises `FileError` when the file
    cannot be read or has two columns for one thing.
    """
    file = existing(path)
    frame = _read(file)
    heads = [str(name) for name in frame.columns]
    try:
        parts = meant(heads, games)
    except ArgumentError as error:
        raise FileError(error.message, file.name) from None
    shown = {heading_of(head): head for head in heads}
    for part in more:
        own = [shown[name] for name in spellings(part) if name in shown]
        if own:
            parts.setdefault(part, own[0])
    known = set(parts.values())
    first = 1 if file.suffix.lower() == PARQUET else 2
    rows = np.arange(len(frame)) + first
    columns = {part: _column(frame.iloc[:, heads.index(name)]) for part, name in parts.items()}
    found = Columns(
        file, columns, rows, tuple(one for one in heads if one not in known), tuple(parts.items())
    )
    blank = np.ones(len(frame), dtype=bool)
    for column in columns.values():
        if not blank.any():
            break
        blank &= np.array([not kind for kind in column.kinds] or [True])[column.codes]
    return found.having(~blank) if blank.any() else found


def _read(path: Path) -> Any:
    """A frame whose cells are the texts of the file, or numbers that are written no other way."""
    try:
        if path.suffix.lower() == PARQUET:
            return pd.read_parquet(path)
        with path.open("rb") as file:
            data = file.read()
        head = data.removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0]
        separator = max(",;\t", key=lambda one: head.count(one.encode()))
        frame = _parsed(path, separator)
        if _may_lose(frame, data, separator):
            frame = _parsed(path, separator, dtype=str, na_filter=False)
        return frame
    except UnicodeDecodeError:
        raise FileError(
            "the file is not plain text in UTF-8; save it as CSV UTF-8, and try again", path.name
        ) from None
    except (ValueError, OSError, ImportError) as error:
        raise FileError(f"the file cannot be read: {str(error).strip()}", path.name) from None


def _parsed(path: Path, separator: str, **more: Any) -> Any:
    return pd.read_csv(
        path, sep=separator, keep_default_na=False, na_values=[""], skip_blank_lines=False,
        encoding="utf-8-sig", **more,
    )  # fmt: skip


def _may_lose(frame: Any, data: bytes, separator: str) -> bool:
    """Whether some cell would not be the same text again after it was read as a number."""
    kinds = {column.dtype.kind for _, column in frame.items()}
    if "b" in kinds:
        return True
    if "f" in kinds and any(word in data for word in (b"nan", b"NaN", b"inf", b"Inf")):
        return True
    letters = np.frombuffer(data, dtype=np.uint8)
    between = (letters[:-2] == ord(separator)) | (letters[:-2] == ord("\n"))
    starts = np.flatnonzero(between)
    first, second = letters[starts + 1], letters[starts + 2]
    quoted = first == ord('"')
    digit = np.where(quoted, second, first)
    # A sign, or a 0 before other figures.
    sign = (digit == ord("+")).any()
    return bool(sign or _begins_with_zero(letters, starts + 1 + quoted))


def _begins_with_zero(letters: Any, at: Any) -> bool:
    at = at[at + 1 < len(letters)]
    zeros = at[letters[at] == ord("0")]
    then = letters[zeros + 1]
    return bool(((then >= ord("0")) & (then <= ord("9"))).any())


def _column(column: Any) -> Column:
    """The texts of a column."""
    if column.dtype.kind == "f":
        # Whole numbers in a column with gaps.
        column = column.astype("Int64") if _is_whole(column) else column
    codes, kinds = pd.factorize(column, use_na_sentinel=True)
    if kinds.dtype.kind in "iu":
        texts = list(map(str, kinds.tolist()))
    elif str(kinds.dtype) == "str":
        texts = kinds.tolist()
    else:
        texts = [_text(one) for one in kinds]
    if (codes < 0).any():
        codes = np.where(codes < 0, len(texts), codes)
        texts.append("")
    return Column(codes, texts)


def _is_whole(column: Any) -> bool:
    known = column[column.notna()]
    return bool((known == known.round()).all() and (known.abs() < 2**53).all())


def _text(value: object) -> str:
    found = cell(value)
    return "" if found is None else text_of(found)
