"""Rounds headed by I, II, III or by dates: numbered in order if there are games below."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from ..grid import Grid
from .entries import is_bye, looks_like_game
from .layout import heads_games
from .named_square import spellings_of
from .square_cells import scores_of
from .words import bare_number, column_of, plain, round_named, round_of

#: From one round to the next, a season that passes New Year goes back by more months than this.
_HALF_YEAR = 5
_ROMAN = re.compile(r"[IVX]{1,5}\.?")
_DAY = re.compile(
    r"(?:\w{2,3}\.?,?\s)?(?:(?P<year>\d{4})\s?[-./年]\s?)?(?P<one>\d{1,2})\s?(?P<sign>[-./月])\s?"
    r"(?P<two>\d{1,2})(?:\s?[-./日]\s?(?P<last>\d{2,4})?)?\.?(?:[ T]\d{1,2}:\d\d(?::\d\d)?)?"
)


def with_rounds(grid: Grid) -> Grid:
    """The grid with headings such as ``Round 1 (I)`` and ``Round 1 (14.03.)`` for I and 14.03.

    Roman numerals above the scores of a square table are those of its players.
    """
    headings = _of_somebody(grid)
    joined = _on_one_row(grid, headings)
    if joined is not grid:
        grid, headings = joined, _of_somebody(joined)
    found = [(row, heads) for row in headings if (heads := _heads(grid, row))]
    if not found:
        return grid
    rows = list(grid.rows)
    for row, heads in found:
        rows[row] = [heads.get(at, cell) for at, cell in enumerate(rows[row])]
    return grid._replace(rows=rows)


def _of_somebody(grid: Grid) -> list[int]:
    """The rows with a heading of players' names or IDs."""
    return [row for row in grid.head_rows
            if any(column_of(text)[0] in ("name", "id") for text in grid.texts(row))]  # fmt: skip


def _on_one_row(grid: Grid, headings: Sequence[int]) -> Grid:
    """The grid with two rows of headings merged into one: ``Name | Rounds``, `` | R1 | R2``.

    `headings` are its rows with a heading of names or IDs.
    """
    for row in headings:
        if row + 1 == len(grid.rows):
            break
        upper = grid.texts(row)
        if "name" not in map(_part, upper) or heads_games(upper):
            continue
        lower = grid.texts(row + 1)
        pairs = list(zip_longest(upper, lower, fillvalue=""))
        is_below = all(not below or round_of(below) or bare_number(below) for _, below in pairs)
        joined = [below or above for above, below in pairs]
        if is_below and any(below and _part(above) != "name" for above, below in pairs) and (
            not any(below for above, below in pairs if _part(above)) and heads_games(joined)
        ):  # fmt: skip
            rows = [*grid.rows[:row], (), joined, *grid.rows[row + 2 :]]
            return grid._replace(rows=rows)
    return grid


def _part(text: str) -> str:
    return column_of(text)[0]


def _heads(grid: Grid, row: int) -> Mapping[int, str]:
    """The headings with numbers for Roman numerals or dates in a row, by column; else none."""
    texts = grid.texts(row)
    name = next((at for at, text in enumerate(texts) if _part(text) == "name"), None)
    if name is None:
        return {}  # IDs alone
    columns = _roman(texts) or _dated(texts)
    if not columns or any(map(round_of, texts)):
        return {}
    rows = range(row + 1, len(grid.rows))
    cells = [text for at in columns for below in rows if (text := grid.text(below, at))]
    if len(columns) > 2 and 2 * sum(bool(scores_of(plain(text))) for text in cells) > len(cells):
        return {at: str(number) for number, at in enumerate(columns, 1)} if _roman(texts) else {}
    names = {way for below in rows for way in spellings_of(grid.text(below, name)) if len(way) > 1}
    games = sum(looks_like_game(text) or is_bye(plain(text)) or _names(text, names)
                for text in cells)  # fmt: skip
    if 2 * games <= len(cells):
        return {}
    return {at: f"Round {number} ({texts[at]})" for number, at in enumerate(columns, 1)}


def _names(text: str, names: set[str]) -> bool:
    return any(part in names for part in re.split(r"[\s,;:()½+=-]+", plain(text)))


def _roman(texts: Sequence[str]) -> list[int]:
    """The columns headed by Roman numerals from I on, in order."""
    columns = [at for at, text in enumerate(texts) if _ROMAN.fullmatch(text)]
    numbers = [round_named(f"Round {texts[at]}") for at in columns]
    return columns if len(columns) > 1 and numbers == [*range(1, len(columns) + 1)] else []


def _dated(texts: Sequence[str]) -> list[int]:
    """The columns headed by dates in ascending order."""
    found = [(at, day) for at, text in enumerate(texts) if (day := _DAY.fullmatch(text))]
    days = [day for _, day in found]
    if len(days) == 1 and not (days[0]["year"] or days[0]["last"] or days[0][0].endswith(".")):
        return []  # a single number with decimals
    is_rising = any(map(_are_rising, zip(*(_readings(day) for day in days))))
    return [at for at, _ in found] if is_rising else []


def _readings(day: re.Match[str]) -> Iterator[tuple[int, int, int]]:
    """A date as year, month and day; without dots either number may be the month."""
    year, one, two = int(day["year"] or day["last"] or 0), int(day["one"]), int(day["two"])
    is_pointed = day["sign"] == "." and not day["year"]
    is_either = not (is_pointed or day["year"] or day["sign"] == "月")
    yield (year, two, one) if is_pointed else (year, one, two)
    yield (year, two, one) if is_pointed or is_either else (year, one, two)


def _are_rising(days: Sequence[tuple[int, int, int]]) -> bool:
    """Whether dates are valid and ascending; without years they may pass one New Year."""
    falls = [one[1] - other[1] for one, other in zip(days, days[1:]) if one > other]
    are_days = all(0 < month < 13 and 0 < day < 32 for _, month, day in days)
    may_pass = len(falls) == 1 and falls[0] > _HALF_YEAR and not any(day[0] for day in days)
    return are_days and (not falls or may_pass)
