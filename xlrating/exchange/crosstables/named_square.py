"""The square table of a round robin with names instead of numbers as headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ..footers import sum_word
from ..grid import Grid
from .layout import Layout, list_columns
from .words import column_of, is_note, plain

#: With fewer players there is no round robin, and the headings could mean anything.
_LEAST = 3


def find_named_square(grid: Grid) -> Layout | None:
    """The square table in a grid; None if no row of headings names every player once.

    Columns are numbered like the players: by their column of numbers if it contains 1 to n.
    """
    for head in grid.head_rows:
        texts = grid.texts(head)
        name = next((at for at, text in enumerate(texts) if column_of(text)[0] == "name"), -1)
        if name >= 0 and len(texts) > _LEAST:
            names = list(_names(grid, head, name, texts))
            found = _named(texts, names) if len(names) >= _LEAST else {}
            if found:
                return _layout(grid, head, texts, found, len(names))
    return None


def _names(grid: Grid, head: int, name: int, texts: Sequence[str]) -> Iterator[str]:
    """The names below the headings, down to the first row without one."""
    for row in range(head + 1, len(grid.rows)):
        text = grid.text(row, name)
        if not text or is_note(text) or (sum_word(text) and text not in texts):
            return
        yield text


def _layout(
    grid: Grid, head: int, texts: Sequence[str], found: Mapping[int, int], n: int
) -> Layout:
    columns = list_columns(texts)
    number = next((one.at for one in columns if one.use == "no"), -1)
    shown = [grid.text(head + 1 + row, number).rstrip(".") for row in range(n)]
    is_numbered = number >= 0 and sorted(shown) == sorted(map(str, range(1, n + 1)))
    numbers = [*map(int, shown)] if is_numbered else range(1, n + 1)
    return Layout(grid, head, head + 1, tuple(
        one._replace(use="square", number=numbers[found[one.at]]) if one.at in found else one
        for one in columns
    ))  # fmt: skip


def _named(texts: Sequence[str], names: Sequence[str]) -> Mapping[int, int]:
    """Which heading names which player: all of them, in one way of writing; otherwise none.

    >>> _named(["Name", "Abel", "Bo", "Cai"], ["Abel, Anna", "Bo, Bob", "Cai, Cleo"])
    {1: 0, 2: 1, 3: 2}
    """
    heads = [plain(text) for text in texts]
    for ways in zip(*map(spellings_of, names)):
        if len({*ways}) == len(names) and all(heads.count(one) == 1 for one in ways):
            return {heads.index(one): row for row, one in enumerate(ways)}
    starts = [[at for at, head in enumerate(heads) if len(head) > 1 and name.startswith(head)]
              for name in map(plain, names)]  # fmt: skip
    if all(len(own) == 1 for own in starts) and len({own[0] for own in starts}) == len(names):
        return {own[0]: row for row, own in enumerate(starts)}
    return {}


def spellings_of(name: str) -> Iterator[str]:
    """The forms of a name as a heading: whole, last or first part, abbreviated, initials."""
    last, comma, first = (part.strip() for part in plain(name).partition(","))
    if not comma:
        *given, last = plain(name).split() or [""]
        first = " ".join(given)
    letters = [part[0] for part in re.split(r"[\s,.-]+", plain(name)) if part]
    yield from (plain(name), last, first, f"{first} {last}".strip(), f"{last} {first}".strip())
    yield from (f"{first[:1]}. {last}", f"{first[:1]}.{last}", f"{last} {first[:1]}.")
    yield from (f"{last}, {first[:1]}.", "".join(letters), "".join(reversed(letters)))
