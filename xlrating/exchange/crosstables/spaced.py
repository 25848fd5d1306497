"""A table in plain text with columns separated by blanks, as SwissSys and WinTD print it.

Two blanks or more separate cells. A cell belongs to the heading above it: names begin
at the same position, numbers often end there, and a blank cell leaves its space free.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...engine.errors import ArgumentError
from ...engine.problem import make_error
from ..files import lines_of
from ..grid import Grid
from .layout import find_layout
from .words import bare_number, calculated, column_of, round_of

_CELL = re.compile(r"\S+(?: \S+)*")
#: A result and the opponent's number, which some programs print in separate columns.
_APART = re.compile(r"(?<= )([WLDXF])( +)(\d{1,3})(?!\S)")
#: Lines of signs above and below tables.
_WALL = re.compile(r"[\s|+=_–—-]*")


class _Piece(NamedTuple):
    text: str
    first: int
    last: int


def is_spaced(text: str) -> bool:
    """Whether a line of a text contains the headings of a crosstable separated by blanks."""
    return (
        find_layout(_grid("", [[piece.text for piece in row] for row in _rows(text)])) is not None
    )


def spaced_grid(name: str, text: str) -> Grid | None:
    """The table in a text with columns separated by blanks; None without such headings.

    Raises `ArgumentError` with the line for a row with two cells below one heading.
    """
    pieces = _rows(text)
    rows: list[Sequence[str]] = [[piece.text for piece in row] for row in pieces]
    grid = _grid(name, rows)
    found = find_layout(grid)
    if found is None:
        return None
    for at, row in enumerate(pieces[found.head + 1 :], found.head + 1):
        if len(row) > 1:
            rows[at] = _below(row, pieces[found.head], grid.line(at))
    return _grid(name, rows)


def _rows(text: str) -> list[list[_Piece]]:
    lines = (_closed_up(line.rstrip("\r\n").expandtabs()) for line in lines_of(text))
    return [[] if _WALL.fullmatch(line) else _pieces(line) for line in lines]


def _closed_up(line: str) -> str:
    """A line in which separated results and opponents, ``W   4``, are joined."""
    if len(_APART.findall(line)) < 2:
        return line
    return _APART.sub(lambda found: f"{found[1]}{found[3]}{found[2]}", line)


def _grid(name: str, rows: Sequence[Sequence[str]]) -> Grid:
    def line(row: int) -> str:
        return f"{name}, line {row + 1}"

    return Grid(name, "", rows, lambda row, _, heading: f"{line(row)}, column {heading}", line)


def _pieces(line: str) -> list[_Piece]:
    found = [_Piece(one[0], one.start(), one.end()) for one in _CELL.finditer(line)]
    if sum(_is_heading(part) for one in found for part in one.text.split()) < 3:
        return found
    return [part for one in found for part in _headings_in(one)]


def _headings_in(piece: _Piece) -> list[_Piece]:
    """The headings separated by single blanks, if each word is one but not all together."""
    words = piece.text.split()
    if len(words) < 2 or _is_heading(piece.text) or not all(map(_is_heading, words)):
        return [piece]
    return [_Piece(one[0], piece.first + one.start(), piece.first + one.end())
            for one in re.finditer(r"\S+", piece.text)]  # fmt: skip


def _is_heading(text: str) -> bool:
    is_round = bool(round_of(text) or bare_number(text))
    return is_round or bool(column_of(text)[0] or calculated(text))


def _below(row: Sequence[_Piece], heads: Sequence[_Piece], where: str) -> list[str]:
    """The texts of a row, each in the column of the heading above it."""
    found = [""] * len(heads)
    last = -1
    for piece in (part for one in row for part in _apart(one, heads)):
        near = min(range(len(heads)), key=lambda at: _distance(piece, heads[at]))
        if near <= last:
            raise make_error(ArgumentError, "read_spaced", where, found=piece.text)
        found[near], last = piece.text, near
    return found


def _apart(piece: _Piece, heads: Sequence[_Piece]) -> list[_Piece]:
    """A piece that extends below a second heading, cut before the word there."""
    under = [head for head in heads if head.first < piece.last and piece.first < head.last]
    words = [_Piece(one[0], piece.first + one.start(), piece.first + one.end())
             for one in re.finditer(r"\S+", piece.text)]  # fmt: skip
    cuts = [
        word.first
        for head in under[1:]
        for word in words[1:]
        if head.first < word.last and word.first < head.last
    ][:1]
    if not cuts:
        return [piece]
    at = cuts[0] - piece.first
    rest = _Piece(piece.text[at:], cuts[0], piece.last)
    return [_Piece(piece.text[:at].rstrip(), piece.first, cuts[0] - 1), *_apart(rest, heads)]


def _distance(piece: _Piece, head: _Piece) -> int:
    """The distance between a cell and a heading: 0 if both begin or end at the same position."""
    gap = max(head.first - piece.last, piece.first - head.last, -1) + 1
    return min(abs(piece.first - head.first), abs(piece.last - head.last)) + 100 * gap
