"""What is written where: the cells next to each player's row, whatever then writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from ..engine.rules.ruleset import RuleSet
from ..engine.showing import decimals_of
from .room import Surface, Taken, free_columns
from .tables import Table, heading_of, kind_of, language_in, value_of
from .words import WORDS

Place = tuple[int, int]


class Addition(NamedTuple):
    """A cell to be written: its sheet and place, what it holds, and what it looks like.

    It looks like the cell `like`, numbers stand as in the cell `aligned`, in the format `format`;
    `numbers` is the cell whose format of numbers goes before that. A formula has no ``=``.
    """

    sheet: str
    place: Place
    value: Decimal | int | str | None
    like: Place
    aligned: Place | None = None
    numbers: Place | None = None
    format: str = ""
    formula: str = ""


#: A formula instead of a value, by the table, the column's key and the row; '' for none.
Formulas = Callable[[Table, str, int], str]


def no_formulas(table: Table, key: str, row: int) -> str:
    """All cells hold values."""
    return ""


def additions(
    tables: Sequence[Table],
    surfaces: Mapping[str, Surface],
    columns: Sequence[str],
    language: str | None = None,
    formulas: Formulas = no_formulas,
) -> list[Addition]:
    """The cells of the new columns of all tables, those of each table together.

    Raises `ArgumentError` where a sheet has no room for them.
    """
    found: list[Addition] = []
    taken: dict[str, list[Taken]] = {}

    def room(table: Table) -> int:
        own = taken.setdefault(table.account.sheet, [])
        surface = surfaces[table.account.sheet]
        where, n = table.account.place, len(columns)
        return free_columns(surface, table.extent, table.last, n, own, where)

    # Of tables side by side the one with room right next to it has that room.
    for table in sorted(tables, key=lambda one: room(one) - one.last):
        sheet, (first, last) = table.account.sheet, table.extent
        col = room(table)
        between = range(table.last + 1, col)
        is_apart = not surfaces[sheet].filled(first, last).isdisjoint(between) or any(
            one.left in between and one.first <= last and one.last >= first for one in taken[sheet]
        )
        taken[sheet].append(Taken(first, last, col, col + len(columns) - 1))
        for number, key in enumerate(columns):
            found += _column(table, key, col + number, is_apart, language, formulas)
    return found


def _column(
    table: Table, key: str, col: int, is_apart: bool, language: str | None, formulas: Formulas
) -> list[Addition]:
    own = language or language_in([one.heading for one in table.account.columns])
    heading, sheet = heading_of(key, own), table.account.sheet
    if is_apart:
        # Something else stands between: the heading says whose column it is.
        heading = WORDS.say(own, "apart", heading=heading, area=table.area)
    found = [Addition(sheet, (row, col), heading, (row, table.last)) for row in _tops(table.heads)]
    kind = kind_of(key)
    for row, line in table.rows.items():
        rating = (row, table.rating) if table.rating >= 0 else None
        is_number = kind not in ("text", "rank")
        found.append(
            Addition(
                sheet,
                (row, col),
                value_of(key, line, table.report, own),
                (row, table.last),
                rating if is_number else None,
                rating if kind in ("rating", "new") else None,
                format_of(kind, table.report.rules),
                formulas(table, key, row),
            )
        )
    return found


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
