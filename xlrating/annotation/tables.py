"""The rated tables of a user's workbook: which row belongs to whom, and what is written into it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from ..engine.account import Account
from ..engine.columns import LINE_BY_KEY, NEW_DEVIATION, cell
from ..engine.errors import ArgumentError
from ..engine.event import Event, Player
from ..engine.lines import Line
from ..engine.problem import make_error
from ..engine.report import Report
from ..engine.sentences import sentences
from ..engine.texts import between, say
from ..engine.vocabulary.headings import OTHER_PACES
from ..exchange.addresses import address
from .cell_xml import Value
from .words import WORDS

#: The default columns next to each player.
USUAL = ("rounded", "new")
#: The column with the clauses that the calculation obeys.
CLAUSE = "clause"
#: The columns that are already in the table.
_THEIRS = ("no", "id", "name", "rating")
#: The columns that can be requested.
CHOICE = (*(key for key in LINE_BY_KEY if key not in _THEIRS), NEW_DEVIATION.key, CLAUSE)


class Place(NamedTuple):
    """The place of a table: the rows of its headings and of its players, and its columns.

    Rows and columns count from 0. `last` is the last column of the table, `rating` that of
    the ratings, -1 if it has none.
    """

    account: Account
    heads: tuple[int, ...]
    rows: tuple[int, ...]
    last: int
    rating: int

    @property
    def extent(self) -> tuple[int, int]:
        """The first row of the table and the last."""
        rows = (*self.heads, *self.rows)
        return min(rows), max(rows)

    @property
    def area(self) -> str:
        """The area of the table, in A1 notation."""
        first = min(one.number - 1 for one in self.account.columns)
        top, bottom = self.extent
        return f"{address(top, first)}:{address(bottom, self.last)}"


class RatedTable(NamedTuple):
    """A rated table: its event and report, its place, and the report line of each player's row.

    Its place also has the rows of people who do not play.
    """

    event: Event
    report: Report
    place: Place
    rows: Mapping[int, Line]

    @property
    def account(self) -> Account:
        """How the table was read."""
        return self.place.account

    @property
    def where(self) -> str:
        """Its sheet and area, which no other table has: tables next to each other share rows."""
        return f"{self.account.sheet} {self.place.area}"

    @property
    def title(self) -> str:
        """The name of the event, or the place of the table if it has none."""
        return self.event.name or self.where

    def value(self, key: str, row: int, language: str) -> Value:
        """The value of a column for the player of a row; None if there is none."""
        line, report = self.rows.get(row), self.report
        if line is None:
            return None
        if key == CLAUSE:
            found = [one.clause for one in sentences(line, language, report.rules) if one.clause]
            return between(language, ";").join(dict.fromkeys(found)) or None
        column = NEW_DEVIATION if key == NEW_DEVIATION.key else LINE_BY_KEY[key]
        value = cell(column, column.shown(line), report.rules, language)
        return value if isinstance(value, (Decimal, int)) or value is None else str(value)


def tables_of(reports: Sequence[Report]) -> Iterator[RatedTable]:
    """The tables of reports with a row for each player."""
    for report in reports:
        lines = {line.player.key: line for line in report.lines}
        for event in report.events:
            if table := table_of(event):
                account, keys = table
                place = place_of(account, rows_of(account, "player"))
                yield RatedTable(
                    event, report, place, {row: lines[keys[row]] for row in sorted(keys)}
                )


def table_of(event: Event) -> tuple[Account, Mapping[int, str]] | None:
    """How an event's table was read, and the key of the player in each row; None without a table.

    For games or pairings it is the list of players on another sheet, which may have more people.
    """
    account, players = event.account, event.players
    if account is None or not account.sheet or not account.columns:
        return None
    if rows := rows_of(account, "player"):
        keys = [player.key for player in players]
        return (account, dict(zip(rows, keys, strict=True))) if len(rows) == len(keys) else None
    for part in account.parts if players else ():
        listed = {f"{part.place}, row {row + 1}": row for row in rows_of(part, "player")}
        found = {listed[at]: one.key for one in players if (at := _listed_at(one)) in listed}
        if part.file == account.file and len(found) == len(players):
            return part, found
    return None


def _listed_at(player: Player) -> str:
    """The place of the row from which a player's rating, or else the player, was read."""
    return re.sub(r"cell [A-Z]+(\d+)$", r"row \1", player.places.get("rating", player.where))


def place_of(account: Account, rows: Sequence[int]) -> Place:
    """The place of a table whose players are in these rows."""
    headed = [one for one in account.columns if one.heading or one.use != "unused"]
    last = max(one.number - 1 for one in headed or account.columns)
    rating = next((one.number - 1 for one in account.columns if one.meaning == "rating"), -1)
    heads = tuple(one.first - 1 for one in account.lines if one.kind == "heading")
    return Place(account, heads, tuple(rows), last, rating)


def rows_of(account: Account, kind: str) -> list[int]:
    """The indexes from 0 of a file's rows of this kind."""
    return [row - 1 for one in account.lines if one.kind == kind
            for row in range(one.first, one.last + 1)]  # fmt: skip


def expect_columns(names: Sequence[str]) -> tuple[str, ...]:
    """The requested columns, each once. Raises `ArgumentError` for an unknown one."""
    for name in names:
        if name not in CHOICE:
            words = {"name": name, "names": ", ".join(CHOICE)}
            raise make_error(ArgumentError, "annotate_column", "--columns", **words)
    return tuple(dict.fromkeys(names))


def paced(key: str) -> tuple[str, str]:
    """The pace of a list's column, '' for the standard one, and its key at that pace.

    >>> paced("rapid_new"), paced("new")
    (('rapid', 'new'), ('', 'new'))
    """
    pace, _, own = key.partition("_")
    return (pace, own) if pace in OTHER_PACES else ("", key)


def heading_of(key: str, language: str) -> str:
    """The heading of a column in a language; it names the pace, unless that is the standard one."""
    pace, own = paced(key)
    # A column K would be read as the K that the user gives: for some rules that is another number.
    heading = say(language, "col_k_used" if own == "k" else f"col_{own}")
    if not pace:
        return heading
    return WORDS.say(language, "apart", heading=heading, area=say(language, f"pace_{pace}"))


@cache
def kind_of(key: str) -> str:
    """The kind of values in a column, such as ``rating`` or ``text``."""
    key = paced(key)[1]
    if key == CLAUSE:
        return "text"
    return NEW_DEVIATION.kind if key == NEW_DEVIATION.key else LINE_BY_KEY[key].kind
