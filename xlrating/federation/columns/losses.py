"""Whether reading the cells of a CSV as numbers has lost a letter of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...bulk.shape import HeadingLine
from ..column import Column, Figures


def _kind(column: Any) -> str:
    """Numbers of a kind, truth values, texts (t), or anything (O)."""
    if column.dtype == object:
        return "O"
    return str(column.dtype.kind) if isinstance(column.dtype, np.dtype) else "t"


def may_lose(frame: Any, columns: Sequence[Column], head: HeadingLine, path: Path) -> bool:
    """Whether some cell would not be the same text again after it was read as a number."""
    kinds = {_kind(column) for _, column in frame.items()}
    if not kinds & set("iufbO"):
        return False
    if not kinds & set("fbO") and _is_as_long(frame, columns, head, path):
        # A whole number is never longer than what was written: no cell has lost a letter.
        return False
    # A decimal point may be one of thousands where commas do not part the cells; what is neither
    # text nor number is a number too long, or a truth value.
    if kinds & set("bO") or ("f" in kinds and head.separator != ","):
        return True
    data = path.read_bytes()
    letters = np.frombuffer(data, dtype=np.uint8)
    if "f" in kinds and (
        any(word in data for word in (b"nan", b"NaN", b"inf", b"Inf")) or _has_powers(letters)
    ):
        return True
    before = letters[:-2]
    starts = np.flatnonzero(
        (before == ord(head.separator)) | (before == ord("\n")) | (before == ord("\r"))
    )
    first = starts + 1 + (letters[starts + 1] == ord('"'))
    at = _behind_blanks(letters, first, head.separator)
    # A sign, or a 0 before other figures; -0 is none, either.
    if (letters[at] == ord("+")).any() or _begins_with_zero(letters, at):
        return True
    minus = at[letters[at] == ord("-")] + 1
    return bool((letters[minus[minus < len(letters)]] == ord("0")).any())


def _has_powers(letters: Any) -> bool:
    """Whether a number of a power of ten stands somewhere: 2e3."""
    at = np.flatnonzero((letters[1:-1] | 32) == ord("e")) + 1
    return bool((_is_figure(letters[at - 1]) & (letters[at + 1] <= ord("9"))).any())


def _is_figure(letters: Any) -> Any:
    return (letters >= ord("0")) & (letters <= ord("9"))


def _behind_blanks(letters: Any, at: Any, separator: str) -> Any:
    """Where cells begin behind the blanks before them, which reading a number leaves out."""
    blanks = [ord(one) for one in " \t" if one != separator]
    found = [at]
    while len(at := at[np.isin(letters[at], blanks) & (at + 1 < len(letters))] + 1):
        found.append(at)
    return np.concatenate(found)


def _is_as_long(frame: Any, columns: Sequence[Column], head: HeadingLine, path: Path) -> bool:
    """Whether the texts of all cells, with what stands between them, fill the file.

    Quotation marks are counted on neither side. Only where no line can be short, as one that
    another sign ends may be, and letters are as long as they are here: what one lacks could hide
    what another one has lost.
    """
    with path.open("rb") as file:
        file.seek(head.start + len(head.line))
        data = file.read()
    if b"\r" in data or not head.letters.startswith("utf-8"):
        return False
    size = len(frame) * len(columns) - (not data.endswith(b"\n"))
    # Most files have none, which is found out many times as fast as how many there are.
    marks = data.count(b'"') if b'"' in data else 0
    return size + sum(map(text_bytes, columns)) == len(data) - marks


def text_bytes(column: Column) -> int:
    """How many bytes the texts of all cells are long, without quotation marks."""
    lengths = _lengths(column.kinds)
    if len(lengths) and lengths.min() == lengths.max():
        return len(column) * int(lengths[0])
    return int(np.bincount(column.codes, minlength=len(lengths)) @ lengths)


#: Where numbers begin that have one figure more.
_TENS = 10 ** np.arange(1, 19)


def _lengths(kinds: Sequence[Any]) -> Any:
    """How many bytes each kind of cell is long."""
    if isinstance(kinds, Figures):
        numbers = kinds.numbers
        return np.searchsorted(_TENS, abs(numbers), side="right") + 1 + (numbers < 0)
    texts = kinds if (joined := "".join(kinds)).isascii() else map(str.encode, kinds)
    marks = [text.count('"') for text in kinds] if '"' in joined else 0
    return np.array(list(map(len, texts)) or [0], dtype=np.int64) - marks


def _begins_with_zero(letters: Any, at: Any) -> bool:
    at = at[at + 1 < len(letters)]
    zeros = at[letters[at] == ord("0")]
    return bool(_is_figure(letters[zeros + 1]).any())
