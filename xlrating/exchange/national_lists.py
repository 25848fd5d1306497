"""Federations' rating lists: their rows converted to those of a list with our own headings.

The headings of each are in `engine/vocabulary/headings.toml`. A member of several clubs
has a row for each: still one person, so the rows must agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from ..engine.errors import ArgumentError, EventError, FileError, shown
from ..engine.problem import make_error, place_word
from ..engine.vocabulary.headings import spellings
from ..engine.vocabulary.lists import KnownList, list_of_headings
from .row import PROVISIONAL

#: A rating with its number of games: 1641/17 in the golden database, 1641P17 in crosstables.
_GAMES = {"rating": "games", "rapid_rating": "rapid_games", "blitz_rating": "blitz_games"}
#: Entries that mean no title, and no rating.
NOTHING = ("-", "unr", "unrated")


Own = TypeVar("Own", bound="_Row")


class _Row(Protocol):
    @property
    def place(self) -> str: ...
    @property
    def values(self) -> Sequence[object]: ...
    @property
    def column_place(self) -> Callable[[int], str]: ...
    def text(self, column: str, /) -> str: ...
    def at(self, column: str, /) -> str: ...
    @property
    def _replace(self) -> Callable[..., Any]: ...


class _Part(NamedTuple):
    """A part of a player and the headings of the columns it is composed of."""

    name: str
    columns: tuple[str, ...]
    sign: str | None = None

    def text(self, row: _Row) -> str:
        """The text in a row: the first non-empty column, or two of them joined."""
        texts = list(filter(None, map(row.text, self.columns)))
        if self.sign is not None:
            return self.sign.join(texts)
        found = texts[0] if texts else ""
        return "" if found.lower() in NOTHING else found


class Arranged(NamedTuple):
    """How a federation's columns are converted to our own.

    `headings` are the new ones, `places` the column that each comes from.
    """

    known: KnownList
    headings: tuple[str, ...]
    places: tuple[int, ...]
    parts: tuple[_Part, ...]
    rest: tuple[int, ...]

    def row(self, row: Own) -> Own:
        """A row of the list with the new headings.

        Raises `ArgumentError` with the cell for a rating that cannot be read.
        """
        at, places = row.column_place, self.places
        return cast(
            Own,
            row._replace(
                headings=self.headings,
                values=self._cells(row),
                column_place=lambda i: at(places[i]),
            ),
        )

    def _cells(self, row: _Row) -> tuple[object, ...]:
        texts: list[object] = []
        games: list[object] = []
        for part in self.parts:
            text = part.text(row)
            if self.known.provisional and part.name in _GAMES:
                text, number = _provisional(text, part.columns[0], row)
                games.append(number)
            texts.append(text)
        return (*texts, *games, *(row.values[at] for at in self.rest))


def arranged(headings: Sequence[str]) -> Arranged | None:
    """The conversion for a list with these headings; None if it is no known federation's.

    Raises `FileError` for a column with the same meaning as one of the list's own.
    """
    known = list_of_headings(headings)
    if known is None:
        return None
    parts = tuple(_parts(known, headings))
    used = {*known.unused, *(column for part in parts for column in part.columns)}
    rest = tuple(at for at, name in enumerate(headings) if name not in used)
    for part in parts:
        if twice := [headings[at] for at in rest if headings[at] in spellings(part.name)]:
            words = {"columns": " / ".join((part.columns[0], *twice)), "part": part.name}
            raise make_error(FileError, "read_both_mean", known.title, **words)
    paced = [part for part in parts if known.provisional and part.name in _GAMES]
    names = (*(part.name for part in parts), *(_GAMES[part.name] for part in paced))
    columns = (headings.index(part.columns[0]) for part in (*parts, *paced))
    return Arranged(known, (*names, *(headings[at] for at in rest)), (*columns, *rest), parts, rest)


def _parts(known: KnownList, headings: Sequence[str]) -> Iterator[_Part]:
    there = set()
    for name, names in known.columns.items():
        if columns := tuple(one for one in names if one in headings):
            there.add(name)
            yield _Part(name, columns)
    for name, (one, other, sign) in known.joined.items():
        if name not in there and {one, other} <= {*headings}:
            yield _Part(name, (one, other), sign)


def _provisional(text: str, heading: str, row: _Row) -> tuple[str, str]:
    """A rating, and the number of games if it is provisional, otherwise ''."""
    if found := PROVISIONAL.fullmatch(text):
        return found[1], found[2]
    plain = text.rstrip("*")
    if plain and not (plain.isascii() and plain.isdigit()):
        words = {"column": heading, "found": shown(text)}
        raise make_error(ArgumentError, "read_provisional", row.at(heading), **words)
    return plain, ""


def each_once(rows: Iterable[Own], headings: Sequence[str]) -> Iterator[Own]:
    """The rows of a federation's list with each person once.

    Raises `EventError` with both places for rows of one ID that differ.
    """
    first: dict[str, Own] = {}
    for row in rows:
        key = row.text("id")
        other = first.setdefault(key, row) if key else row
        if other is row:
            yield row
            continue
        column = next((name for name in headings if row.text(name) != other.text(name)), None)
        if column is not None:
            words = {"id": shown(key), "other": place_word(other.place), "column": column}
            raise make_error(EventError, "read_list_twice", row.at(column), **words)
