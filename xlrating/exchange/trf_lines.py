"""The lines of FIDE's report file: records, columns, and characters counted as bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from ..engine.errors import ArgumentError, shown
from ..engine.problem import make_error
from .files import AnyPath, decoded, lines_of
from .trf_layout import FIELDS, GAPS

#: The end-of-file mark of old programs.
_END = "\x1a"


class TrfLine(NamedTuple):
    """A line with its place; columns count from 1, as in FIDE's description."""

    text: str
    place: str
    number: int = 0

    @property
    def tag(self) -> str:
        """The number of the record, or the letters used by programs and federations."""
        return self.text[:3]

    @property
    def said(self) -> str:
        """The text after the record number."""
        return self.text[3:].strip()

    def field(self, first: int, last: int) -> str:
        """The text in these columns."""
        return self.text[first - 1 : last].strip()

    def fact(self, key: str) -> str:
        """A fact of a player, from its columns."""
        return self.field(FIELDS[key].first, FIELDS[key].last)

    def whole(self, first: int, last: int, what: str) -> int:
        """The whole number in these columns; `ArgumentError` for anything else."""
        text = self.field(first, last)
        if not (text.isascii() and text.isdigit()):
            words = {"first": first, "last": last, "found": shown(text), "what": what}
            raise make_error(ArgumentError, "read_trf_columns", self.place, **words)
        return int(text)


class TrfLines(NamedTuple):
    """All lines of a file, and those with contents by their records."""

    raw: tuple[str, ...]
    by_tag: Mapping[str, Sequence[TrfLine]]
    encoding: str = ""

    def one(self, tag: str) -> TrfLine | None:
        """The line of a record that may occur only once.

        Raises `ArgumentError` if two of them differ.
        """
        found = self.by_tag.get(tag, ())
        other = next((line for line in found if line.said != found[0].said), None)
        if other is not None:
            words = {"what": tag, "other": found[0].place}
            raise make_error(ArgumentError, "read_said_twice", other.place, **words)
        return found[0] if found else None

    def said(self, tag: str) -> str:
        """The text of a record that may occur only once, '' if there is none."""
        found = self.one(tag)
        return found.said if found else ""

    def place(self, tag: str) -> str:
        """The place of the record's first line in words; '' if there is none."""
        found = self.by_tag.get(tag)
        return found[0].place if found else ""

    def of(self, *tags: str) -> list[TrfLine]:
        """The lines of several records, in order."""
        found = (line for tag in tags for line in self.by_tag.get(tag, ()))
        return sorted(found, key=lambda line: line.number)


def lines_in(path: AnyPath) -> TrfLines:
    """The lines of a file; raises `FileError` if it is not text."""
    text, encoding = decoded(path)
    name, raw = Path(path).name, lines_of(text)
    found: dict[str, list[TrfLine]] = {}
    for number, text in enumerate(raw, 1):
        line = TrfLine(text.rstrip("\r\n"), f"{name}, line {number}", number)
        if line.text.strip(f" \t{_END}"):
            found.setdefault(line.tag, []).append(line)
    return TrfLines(tuple(raw), found, encoding)


def aligned(line: TrfLine) -> TrfLine:
    """A player's line with its facts in their columns; raises an error if they are shifted."""
    if _fits(line.text):
        return line
    # Columns count letters, however many code points one takes.
    if _fits(composed := normalize("NFC", line.text)):
        return line._replace(text=composed)
    # Some programs count an accented letter as the two bytes it takes in UTF-8.
    as_bytes = line.text.encode("utf-8")
    if _fits(as_bytes.decode("latin-1")):
        first, last = FIELDS["name"].first - 1, FIELDS["name"].last
        name = as_bytes[first:last].decode("utf-8", "replace").ljust(last - first)
        rest = as_bytes[last:].decode("utf-8", "replace")
        return line._replace(text=as_bytes[:first].decode("utf-8", "replace") + name + rest)
    column = next(gap for gap in GAPS if line.text[gap - 1 : gap].strip())
    words = {"column": column, "found": repr(line.text[column - 1])}
    raise make_error(ArgumentError, "read_trf_blank", line.place, **words)


def _fits(text: str) -> bool:
    return not any(text[gap - 1 : gap].strip() for gap in GAPS)
