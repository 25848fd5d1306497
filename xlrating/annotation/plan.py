"""The cells to write next to each player's row, independent of the way they are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..engine.languages import language_of_letters
from ..engine.rules.ruleset import RuleSet
from ..engine.showing import decimals_of
from ..exchange.addresses import column_letter
from ..exchange.crosstables.words import claim_of
from .cell_xml import Value
from .claims import VALUES
from .room import Surface, Taken, free_columns
from .tables import Place as TablePlace
from .tables import heading_of, kind_of
from .words import WORDS

Cell = tuple[int, int]


def no_formula(key: str, row: int) -> str:
    """'': no cell has a formula."""
    return ""


class Addition(NamedTuple):
    """A cell to be written on a sheet: its place, its content and its look.

    `table` is the last cell of its row in its table. It looks like the cell
    `like`, numbers are aligned as in the cell `aligned` and have the format `format`;
    `numbers` is the cell whose number format takes precedence. A formula has no ``=``.
    """

    place: Cell
    value: Value
    table: Cell
    like: Cell
    aligned: Cell | None = None
    numbers: Cell | None = None
    format: str = ""
    formula: str = ""
    is_array: bool = False


class TableRequest(NamedTuple):
    """What is requested for a table: its place, its rules, and the content of a column in a row.

    `value` gives the value of a column by its key, the row and the language; `formula` its formula
    without ``=``, '' for none; `is_array` says whether these are array formulas.
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

    A column that a table has already, with a heading and nothing below it, is filled.
    Raises `ArgumentError` if the sheet has no room for them.
    """
    found: list[Addition] = []
    taken: list[Taken] = []
    own = {id(one): empty_columns(one.place, surface, columns) for one in tables}

    def room(one: TableRequest) -> int:
        table, n = one.place, len(columns) - len(own[id(one)])
        return free_columns(surface, table.extent, table.last, n, taken, table.account.place)

    # Of tables side by side, the one with free columns right next to it gets them.
    for one in sorted(tables, key=lambda one: room(one) - one.place.last):
        table = one.place
        for key, filled in own[id(one)].items():
            found += _cells(one, key, filled, language, is_own=True)
        new = [key for key in columns if key not in own[id(one)]]
        if not new:
            continue
        first, last = table.extent
        col = room(one)
        between = range(table.last + 1, col)
        is_apart = not surface.filled(first, last).isdisjoint(between) or any(
            one.left in between and one.first <= last and one.last >= first for one in taken
        )
        taken.append(Taken(first, last, col, col + len(new) - 1))
        for number, key in enumerate(new):
            found += _column(one, key, col + number, is_apart, language)
    return found


def empty_columns(table: TablePlace, surface: Surface, columns: Sequence[str]) -> dict[str, int]:
    """The empty columns of a table whose headings already name what is requested, by their keys."""
    taken = surface.filled(min(table.rows), max(table.rows)) | surface.hidden()
    found: dict[str, int] = {}
    for one in table.account.columns:
        part, col = claim_of(one.heading), one.number - 1
        key = next((key for key in columns if key in VALUES.get(part, ())), "")
        if key and col not in taken:
            found.setdefault(key, col)
    return found


def last_cells(cells: Sequence[Addition]) -> dict[Cell, Cell]:
    """The last new cell of each row of a table, by the last cell of the table in it."""
    found: dict[Cell, Cell] = {}
    for one in cells:
        found[one.table] = max(found.get(one.table, one.place), one.place)
    return found


def set_apart(cells: Sequence[Addition]) -> list[str]:
    """For each table whose new columns are not right next to it, their letters."""
    found: dict[int, set[int]] = {}
    for one in cells:
        last, col = one.table[1], one.place[1]
        found.setdefault(last, set()).update([col] if col > last else [])
    return [
        ", ".join(map(column_letter, sorted(columns)))
        for last, columns in found.items()
        if columns and min(columns) > last + 1
    ]


def _column(
    asked: TableRequest, key: str, col: int, is_apart: bool, language: str | None
) -> list[Addition]:
    table = asked.place
    own = language or language_of_letters([one.heading for one in table.account.columns])
    heading = heading_of(key, own)
    if is_apart:
        # Other columns come between: the heading names the table.
        heading = WORDS.say(own, "apart", heading=heading, area=table.area)
    ends = [(row, table.last) for row in _tops(table.heads)]
    heads = [Addition((end[0], col), heading, end, end) for end in ends]
    return heads + _cells(asked, key, col, language)


def _cells(
    asked: TableRequest, key: str, col: int, language: str | None, is_own: bool = False
) -> list[Addition]:
    """The cells of a column in the rows of players; `is_own` if the table has it already."""
    table, found = asked.place, []
    own = language or language_of_letters([one.heading for one in table.account.columns])
    for row in table.rows:
        value, formula = asked.value(key, row, own), asked.formula(key, row)
        found.append(cell_of(asked, key, (row, col), row, value, formula, is_own))
    return found


def cell_of(
    asked: TableRequest, key: str, place: Cell, like: int, value: Value, formula: str = "",
    is_own: bool = False,
) -> Addition:  # fmt: skip
    """A cell of a column, which looks like the last cell of the table in the row `like`.

    With `is_own`, in a column that the table has already, it looks like the cell there.
    """
    table, kind = asked.place, kind_of(key)
    end = (like, table.last)
    if is_own:
        # The look that the user chose stays: the column's number format goes before ours.
        beside = (like, place[1])
        return Addition(
            place, value, end, beside, None, beside, format_of(kind, asked.rules), formula,
            bool(formula) and asked.is_array,
        )  # fmt: skip
    rating = (like, table.rating) if table.rating >= 0 else None
    is_number = kind not in ("text", "rank")
    return Addition(
        place,
        value,
        end,
        end,
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
    """The number format for a kind of column; '' for General."""
    decimals = decimals_of(rules)
    digits = "General" if decimals is None else "0." + "0" * decimals
    if kind in ("rating", "new"):
        return "" if decimals is None else digits
    if kind == "signed":
        return f"+{digits};-{digits};{digits}"
    return {"gain": "+0.00##;-0.00##;0.00", "share": "0.00##", "score": "0.0"}.get(kind, "")
