"""What is written where: the cells next to each player's row, whatever then writes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..engine.languages import language_of_letters
from ..engine.rules.ruleset import RuleSet
from ..engine.showing import decimals_of
from ..exchange.addresses import column_letter
from .cell_xml import Value
from .room import Surface, Taken, free_columns
from .tables import Place as TablePlace
from .tables import heading_of, kind_of
from .words import WORDS

Cell = tuple[int, int]


def no_formula(key: str, row: int) -> str:
    """All cells hold values."""
    return ""


class Addition(NamedTuple):
    """A cell to be written on a sheet: its place, what it holds, and what it looks like.

    It looks like the cell `like`, numbers stand as in the cell `aligned`, in the format `format`;
    `numbers` is the cell whose format of numbers goes before that. A formula has no ``=``.
    """

    place: Cell
    value: Value
    like: Cell
    aligned: Cell | None = None
    numbers: Cell | None = None
    format: str = ""
    formula: str = ""
    is_array: bool = False


class TableRequest(NamedTuple):
    """What is asked for of a table: its place, its rules, and what a column has in a row.

    `value` gives the value of a column by its key, the row and the language; `formula` one without
    ``=``, '' for none, which is one of arrays where they are.
    """

    place: TablePlace
    rules: RuleSet
    value: Callable[[str, int, str], Value]
    formula: Callable[[str, int], str] = no_formula
    is_array: bool = False


def additions(
    tables: Sequence[TableRequest],
    surface: Surface,
    columns: Sequence[str],
    language: str | None = None,
) -> list[Addition]:
    """The cells of the new columns of all tables of a sheet, those of each table together.

    Raises `ArgumentError` where the sheet has no room for them.
    """
    found: list[Addition] = []
    taken: list[Taken] = []

    def room(table: TablePlace) -> int:
        where, n = table.account.place, len(columns)
        return free_columns(surface, table.extent, table.last, n, taken, where)

    # Of tables side by side the one with room right next to it has that room.
    for one in sorted(tables, key=lambda one: room(one.place) - one.place.last):
        table = one.place
        first, last = table.extent
        col = room(table)
        between = range(table.last + 1, col)
        is_apart = not surface.filled(first, last).isdisjoint(between) or any(
            one.left in between and one.first <= last and one.last >= first for one in taken
        )
        taken.append(Taken(first, last, col, col + len(columns) - 1))
        for number, key in enumerate(columns):
            found += _column(one, key, col + number, is_apart, language)
    return found


def last_cells(cells: Sequence[Addition]) -> dict[Cell, Cell]:
    """The last new cell of each row of a table, by the cell that it looks like."""
    found: dict[Cell, Cell] = {}
    for one in cells:
        found[one.like] = max(found.get(one.like, one.place), one.place)
    return found


def set_apart(cells: Sequence[Addition]) -> list[str]:
    """The columns of new cells that do not stand right next to their table, for each table."""
    found: dict[int, set[int]] = {}
    for one in cells:
        found.setdefault(one.like[1], set()).add(one.place[1])
    return [
        ", ".join(map(column_letter, sorted(columns)))
        for last, columns in found.items()
        if min(columns) > last + 1
    ]


def _column(
    asked: TableRequest, key: str, col: int, is_apart: bool, language: str | None
) -> list[Addition]:
    table = asked.place
    own = language or language_of_letters([one.heading for one in table.account.columns])
    heading = heading_of(key, own)
    if is_apart:
        # Something else stands between: the heading says whose column it is.
        heading = WORDS.say(own, "apart", heading=heading, area=table.area)
    found = [Addition((row, col), heading, (row, table.last)) for row in _tops(table.heads)]
    for row in table.rows:
        value, formula = asked.value(key, row, own), asked.formula(key, row)
        found.append(cell_of(asked, key, (row, col), row, value, formula))
    return found


def cell_of(
    asked: TableRequest, key: str, place: Cell, like: int, value: Value, formula: str = ""
) -> Addition:
    """A cell of a column; it looks like the cells of the row `like`."""
    table, kind = asked.place, kind_of(key)
    rating = (like, table.rating) if table.rating >= 0 else None
    is_number = kind not in ("text", "rank")
    return Addition(
        place,
        value,
        (like, table.last),
        rating if is_number else None,
        rating if kind in ("rating", "new") else None,
        format_of(kind, asked.rules),
        formula,
        bool(formula) and asked.is_array,
    )


def _tops(heads: Sequence[int]) -> list[int]:
    """The first row of each group of heading rows."""
    return [row for row in heads if row - 1 not in heads]


def format_of(kind: str, rules: RuleSet) -> str:
    """The format of the numbers of a kind of column; '' for that of any cell."""
    decimals = decimals_of(rules)
    digits = "General" if decimals is None else "0." + "0" * decimals
    if kind in ("rating", "new"):
        return "" if decimals is None else digits
    if kind == "signed":
        return f"+{digits};-{digits};{digits}"
    return {"gain": "+0.00##;-0.00##;0.00", "share": "0.00##", "score": "0.0"}.get(kind, "")
