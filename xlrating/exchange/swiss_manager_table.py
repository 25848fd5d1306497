"""The two text exports of Swiss-Manager as tables, and which two belong together.

Both have semicolons between their cells, and German headings in every language.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from ..engine.account import CHECKED, KNOWN, UNUSED, Account, AccountColumn, LineRange
from ..engine.errors import ArgumentError, FileError, RatingError
from ..engine.problem import make_error
from ..engine.rounding import exact
from ..engine.vocabulary.headings import heading_of
from ..engine.vocabulary.likeness import OF_GAMES, HeadedColumns, understood
from .files import AnyPath, decoded, head_of, lines_of
from .shape import cells_of_line, headings_of

PAIRINGS = ("Runde", "Brett", "NrW", "NrS", "ErgW", "ErgS", "Kontumaz")
PLAYERS = ("Nr", "Nachname", "Vorname")
#: The uses of the columns: read, compared, calculated from others, or irrelevant.
_READ: Mapping[str, str] = {
    "Runde": "round", "Brett": "board", "NrW": "white", "NrS": "black", "ErgW": "result",
    "ErgS": "result", "Kontumaz": "forfeit", "Nr": "no", "Nachname": "name", "Vorname": "name",
    "Name": "name", "Titel": "title", "Identnr": "id", "FideIdent": "id", "EloNat": "rating",
    "EloInt": "rating", "Geburt": "born", "Fed": "federation", "Sex": "sex",
}  # fmt: skip
_CHECKED = ("Erg", "ErgEloW", "ErgEloS", "Pkt")
_KNOWN = re.compile(r"Wtg\d+|Rang|Platz")
_NOT_NEEDED = ("IdentW", "IdentS", "Mnr", "Klub", "Klubnr", "Verein", "Atitel", "Typ", "Gruppe",
               "Land", "Mannschaft", "Notiz", "Adresse", "EMail", "Tel")  # fmt: skip
_ENDINGS = (".txt", ".csv")
#: How many characters suffice to recognise a file's headings.
_HEAD = 4096
#: The number of common characters that shows that two files belong together.
_ALIKE = 2


class ExportRow(NamedTuple):
    """A line of an export: its cells by heading, and its place in words."""

    cells: Mapping[str, str]
    place: str
    line: int

    def text(self, key: str) -> str:
        """The text of a cell, '' if the export has no such column."""
        return self.cells.get(key, "").strip()

    def at(self, key: str) -> str:
        """The place of a cell in words."""
        return f"{self.place}, column {key}" if key in self.cells else self.place

    def whole(self, key: str) -> int:
        """The whole number in a cell; raises `ArgumentError` with the place for anything else."""
        text = self.text(key)
        if not (text.isascii() and text.isdigit()):
            raise make_error(
                ArgumentError, "read_whole", self.at(key), column=key, found=repr(text)
            )
        return int(text)

    def number(self, key: str) -> Decimal:
        """A number with a decimal comma, 0 if blank; errors as for `whole`."""
        try:
            return exact(self.text(key).replace(",", ".") or "0", key)
        except RatingError as error:
            raise error.at(self.at(key)) from None


class Export(NamedTuple):
    """An export: its rows, and the account of its columns."""

    rows: tuple[ExportRow, ...]
    account: Account

    def without(self, columns: Collection[str]) -> Account:
        """The account with these columns marked as unnecessary, like those of the other rating."""
        return replace(self.account, columns=tuple(
            one._replace(use=UNUSED, meaning="") if one.heading in columns else one
            for one in self.account.columns
        ))  # fmt: skip


def has_headings(text: str, headings: Iterable[str]) -> bool:
    """Whether the first line of a text contains these headings."""
    first = next((line for line in lines_of(text[:_HEAD]) if line.strip()), "")
    return set(headings) <= {cell.strip() for cell in first.lstrip("\ufeff").split(";")}


def read_export(path: AnyPath, ignored: Iterable[str] = ()) -> Export:
    """An export as a table.

    Raises `FileError` for a line with more or fewer cells than headings, and for an
    unread column that may matter.
    """
    name = Path(path).name
    text, encoding = decoded(path)
    lines = [line.rstrip("\r\n") for line in lines_of(text)]
    head = next(at for at, line in enumerate(lines) if line.strip())
    written = [cell.strip() for cell in lines[head].split(";")]
    headings_of(written, name)
    rows = []
    for number, line in enumerate(lines[head + 1 :], head + 2):
        if line.strip():
            place = f"{name}, line {number}"
            cells = cells_of_line(line.split(";"), len(written), place)
            rows.append(ExportRow(dict(zip(written, cells, strict=True)), place, number))
    kind = "game" if set(written) >= set(PAIRINGS) else "player"
    account = Account(
        name, "swiss_manager", encoding, ";",
        columns=_columns(written, rows, set(ignored), name),
        lines=(LineRange("heading", head + 1, head + 1), LineRange(kind, head + 2, len(lines))),
    )  # fmt: skip
    return Export(tuple(rows), account)


def _columns(
    written: Sequence[str], rows: Sequence[ExportRow], ignored: Collection[str], name: str
) -> tuple[AccountColumn, ...]:
    known = {**_READ, **dict.fromkeys((*_CHECKED, *_NOT_NEEDED), "")}
    known |= {heading: "" for heading in written if _KNOWN.fullmatch(heading)}
    table = HeadedColumns(
        tuple(map(heading_of, written)), written, lambda at: [row.text(written[at]) for row in rows]
    )
    parts = {heading_of(heading): part for heading, part in known.items()}
    found = understood(table, parts, ignored, name, OF_GAMES)
    return tuple(one._replace(use=_use(one)) for one in found)


def _use(column: AccountColumn) -> str:
    """How a known column is used."""
    if column.heading in _CHECKED:
        return CHECKED
    if _KNOWN.fullmatch(column.heading):
        return KNOWN
    return UNUSED if column.heading in _NOT_NEEDED else column.use


def list_beside(path: Path) -> Path:
    """The list of players that belongs to these pairings: by content, then by name.

    A folder may contain the file pairs of several events, with names in any language. Two files
    belong together if their names contain the same numbers (such as dates), and share more letters
    at both ends than either does with any other file of the other kind.
    """
    others = [
        one
        for one in sorted(path.parent.iterdir())
        if one != path and one.suffix.lower() in _ENDINGS and one.is_file()
    ]
    found = [one for one in others if _is(one, PLAYERS)]
    own = [one for one in found if _numbers(one) in (_numbers(path), ())]
    rivals = [path, *(one for one in others if _is(one, PAIRINGS))]
    best = [one for one in _nearest(path, own) if path in _nearest(one, rivals)]
    if len(best) == 1 and len(_nearest(best[0], rivals)) == 1:
        return best[0]
    names = ", ".join(one.name for one in found) or "–"
    key = "read_sm_several" if own else "read_sm_nobody"
    raise make_error(FileError, key, path.name, found=names)


def _numbers(path: Path) -> tuple[str, ...]:
    return tuple(re.findall(r"\d+", path.stem))


def _nearest(path: Path, others: Sequence[Path]) -> list[Path]:
    """The files whose names begin and end most like this one's."""
    alike = {one: _alike(path.stem.lower(), one.stem.lower()) for one in others}
    most = max(alike.values(), default=0)
    # A single common letter, as in "rounds" and "players", means nothing.
    return [one for one, number in alike.items() if number == most or most < _ALIKE]


def _alike(one: str, other: str) -> int:
    """How many characters two names share at their beginning and at their end."""
    first = _common(one, other)
    return first + _common(one[first:][::-1], other[first:][::-1])


def _common(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _is(path: Path, headings: Iterable[str]) -> bool:
    try:
        return has_headings(head_of(path, _HEAD).decode("utf-8-sig", "replace"), headings)
    except FileError:
        return False
