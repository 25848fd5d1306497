"""The crosstable that chess-results.com exports to a spreadsheet.

Above the table stand lines ``Date : 2025/04/30``; in it a player's number is the number
of the row, because the rank is left blank where it is shared.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import NamedTuple

from ..engine.errors import EventError, FileError, RatingError
from ..engine.event import Event, Player
from ..engine.problem import refusal
from ..engine.words.dates import printed_date
from ..engine.words.formats import format_in
from ..engine.words.headings import heading_of
from ..engine.words.marks import MARK
from .crosstable import Cell, assemble, check_points, parse_cell
from .sheets import Sheets, where
from .table import Row
from .time_controls import read_time

#: The headings stand below some twenty lines about the event.
_HEAD_LINES = 60
_ROUND = re.compile(r"(\d+)\.\s?rd\.?")
_SITE = "chess-results"


class _Table(NamedTuple):
    sheets: Sheets
    sheet: str
    head: int
    headings: tuple[str, ...]

    @property
    def rounds(self) -> list[str]:
        return [heading for heading in self.headings if _ROUND.fullmatch(heading)]


def looks_like_chess_results(sheets: Sheets) -> bool:
    """Whether a workbook holds the crosstable that `read_chess_results` reads."""
    return _find_table(sheets) is not None


def read_chess_results(sheets: Sheets) -> Event:
    """The event of a "Final Ranking crosstable" export.

    Raises `FileError` when the workbook holds none, `ArgumentError` with the cell when a
    cell cannot be read, and `EventError` with the cell when the two views of a game
    disagree or the games do not give the points printed.
    """
    table = _find_table(sheets)
    if table is None:
        raise refusal(FileError, "read_no_crosstable", sheets.path.name)
    body = _body(table)
    rows = [(no, _cells(table, row)) for no, row in enumerate(body, 1)]
    facts = _facts(table)
    start, end = _days(table, facts)
    format_ = format_in(facts.get("tournament type", ""))
    return Event(
        players=tuple(_player(row, no) for no, row in enumerate(body, 1)),
        games=assemble(rows),
        name=facts.get("name", ""),
        format=format_ or "swiss",
        says_format=bool(format_),
        printed_places=_places(body),
        rounds=_number_of_rounds(table, facts),
        start=start,
        end=end,
        place=facts.get("location", ""),
        facts=_facts_of_event(facts),
        where=table.sheets.path.name,
    )


def _facts_of_event(facts: Mapping[str, str]) -> dict[str, object]:
    """Rate of play, chief arbiter, and whether FIDE has the event, as far as the file says so."""
    found: dict[str, object] = {}
    time = next((value for word, value in facts.items() if word.startswith("time control")), "")
    if (read := read_time(time)) is not None:
        found["minutes"], found["increment"] = read
    if facts.get("chief arbiter"):
        found["chief_arbiter"] = facts["chief arbiter"]
    if facts.get("fide-event-id"):
        found["approved"] = MARK
    return found


def _find_table(sheets: Sheets) -> _Table | None:
    for sheet in sheets.visible:
        for head, row in enumerate(sheets.rows(sheet)[:_HEAD_LINES]):
            table = _Table(sheets, sheet, head, tuple(map(heading_of, row)))
            if table.rounds and {"name", "pts"} <= set(table.headings):
                return table
    return None


def _body(table: _Table) -> list[Row]:
    """The players' rows: down to the first that is blank in all columns of the table."""
    body: list[Row] = []
    path, sheet = table.sheets.path, table.sheet
    for line, values in enumerate(table.sheets.rows(sheet)[table.head + 1 :], table.head + 1):
        row = Row(table.headings, values, "", partial(where, path, sheet, line))
        if not any(row.text(column) for column in ("name", "pts", *table.rounds)):
            break
        body.append(row)
    return body


def _places(body: list[Row]) -> dict[int, int]:
    """The places; who shares one with the player above has no number of their own."""
    column = next((name for name in ("rk", "rank") if name in body[0].headings), "") if body else ""
    found: dict[int, int] = {}
    last = 0
    for no, row in enumerate(body, 1):
        # Without a rank the order of the rows is not said to be the final one.
        last = row.whole(column) or last
        if last:
            found[no] = last
    return found


def _player(row: Row, no: int) -> Player:
    rating = next((name for name in ("rtg", "rtgi", "elo") if name in row.headings), "rtg")
    # The title has no heading of its own; it stands left of the name.
    title = row.headings.index("name") - 1
    return Player(
        no=no,
        name=row.text("name"),
        rating=row.number(rating) or None,
        id=row.text("fideid"),
        title=str(row.values[title]).strip() if title >= 0 and not row.headings[title] else "",
        sex=row.sex("sex"),
        federation=row.text("fed"),
        where=row.at("name"),
    )


def _cells(table: _Table, row: Row) -> list[Cell | None]:
    cells = [parse_cell(row.value(column), row.at(column)) for column in table.rounds]
    printed = row.points("pts")
    if printed is None:
        raise refusal(EventError, "read_no_points", row.at("pts"))
    check_points(cells, printed, row.at("pts"))
    return cells


def _facts(table: _Table) -> dict[str, str]:
    """The lines above the table by their words; the event's name stands second, alone."""
    facts: dict[str, str] = {}
    for row in table.sheets.rows(table.sheet)[: table.head]:
        text = str(row[0]).strip() if row else ""
        word, colon, value = text.partition(" : ")
        if colon:
            facts.setdefault(word.strip().lower(), value.strip())
        elif text and _SITE not in text.lower():
            facts.setdefault("name", text)
    return facts


def _days(table: _Table, facts: Mapping[str, str]) -> tuple[date | None, date | None]:
    """The first day and the last: ``2025/04/30`` or ``2025/05/02 to 2025/05/04``."""
    # One blank for many: each of them would be looked at as the first.
    texts = re.split(" (?:to|-|–) ", " ".join(facts.get("date", "").split()))
    try:
        pairs = zip(texts, reversed(texts), strict=True)
        first, *last = (printed_date(text, beside=other) for text, other in pairs)
    except RatingError as error:
        rows = table.sheets.rows(table.sheet)
        line = next(at for at, row in enumerate(rows) if str(row[0]).lower().startswith("date"))
        raise error.at(where(table.sheets.path, table.sheet, line, 0)) from None
    return first, last[-1] if last else first


def _number_of_rounds(table: _Table, facts: Mapping[str, str]) -> int:
    printed = re.fullmatch(r"\d{1,3}", facts.get("number of rounds", ""))
    return max(int(printed[0]) if printed else 0, len(table.rounds))
