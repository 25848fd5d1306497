"""Reading lists from their files; those that xlrating wrote, with all of their sheets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

from ..engine.columns import GAME_BY_KEY, LINE_BY_KEY
from ..engine.errors import ArgumentError, FileError
from ..engine.event import Player
from ..engine.languages import LANGUAGES
from ..engine.problem import make_error
from ..engine.rounding import exact
from ..engine.terms.periods import is_lowest_first
from ..engine.texts import say
from ..engine.vocabulary.headings import OTHER_PACES, SEARCHED, heading_of, spellings
from ..engine.vocabulary.letters import without_apostrophe
from ..engine.vocabulary.names import plain_name
from ..exchange import open_sheets
from ..exchange.files import SHEETS, AnyPath
from ..exchange.player_columns import column_of
from ..exchange.players import list_of
from ..exchange.sheets import Sheets
from ..exchange.table import Row, Table, read_table
from ..federation.former import former
from ..federation.identity import BAN, INACTIVE, counted
from ..federation.ledger_files import read_ledger, said_of
from ..federation.next_list import ListError
from ..federation.own_columns import CLUBS
from ..federation.paces import at_pace
from ..federation.rating_list import day_of_list
from .published import PublishedEntry, PublishedList, Values
from .rules_of import rules_named

#: The columns of the additional sheets, and those that identify each sheet.
_SHEETS = {
    "changes": (("event", *LINE_BY_KEY), ("name", "new")),
    "games": (("id", "name", "event", *GAME_BY_KEY), ("name", "round", "opponent", "result")),
    "steps": (("id", "name", "event", "step", "clause"), ("name", "step")),
}

_DAY = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_RULES = re.compile(r"\(([^()]+)\)\s*$")


def read_published(path: AnyPath) -> PublishedList:
    """The list in a file.

    Raises `FileError` and `ArgumentError` with the cell, like reading it for the next list, and
    `ListError` with everything that has been edited since it was written.
    """
    table = read_table(path, is_list=True)
    known = said_of(path)
    players = list_of(path, table, table.headings if known.made else ())[0]
    ledger = read_ledger(path, table, known)
    if ledger.changed:
        raise ListError(ledger.changed)
    name = Path(path).name
    sheets = open_sheets(path) if Path(path).suffix.lower() in SHEETS else None
    title = _title(sheets) if sheets else ""
    found = _RULES.search(title)
    rules = ledger.made.rules if ledger.made else found[1] if found else ""
    entries = _entries(players, table, rules)
    rows: dict[str, dict[str, tuple[Values, ...]]] = {}
    unclear: set[str] = set()
    for kind in _SHEETS if sheets else ():
        assert sheets is not None
        own = _sheet(sheets, kind)
        if own is not None:
            rows[kind] = _by_token(own, entries, unclear)
    made = ledger.made
    # An edited title goes unnoticed; the date in the list's own data decides. The
    # edition of the rules contains a date, too.
    said = (made.day if made else None) or _day(title.removesuffix(found[0]) if found else title)
    day = said or day_of_list(Path(path), ledger) or _day(name)
    return PublishedList(
        name, day, rules, _language(table), entries, ledger.events, rows, "games" in rows,
        frozenset(unclear), made.missing if made else (),
        tuple(former(map(counted, made.corrections if made else ()))),
    )  # fmt: skip


def with_reasons(one: PublishedList, sheets: Mapping[str, Iterable[Values]]) -> PublishedList:
    """A list with the rows of its sheets, for files that do not contain them."""
    unclear: set[str] = set()
    rows = {kind: _by_token(own, one.entries, unclear) for kind, own in sheets.items()}
    return replace(one, rows=rows, has_sheets=True, unclear=frozenset(unclear))


def _title(sheets: Sheets) -> str:
    rows = sheets.rows(sheets.first)
    return str(rows[0][0]) if rows and rows[0] else ""


def _day(text: str) -> date | None:
    """The date in a title, or in the name of a file.

    >>> _day("2025-11-01.csv"), _day("list.csv")
    (datetime.date(2025, 11, 1), None)
    """
    for year, month, day in _DAY.findall(text):
        try:
            return date(int(year), int(month), int(day))
        except ValueError:
            continue
    return None


def _language(table: Table) -> str:
    """The language of a list's headings."""
    heads = {code: heading_of(say(code, "col_name")) for code in LANGUAGES}
    return next((code for code, head in heads.items() if head in table.headings), "en")


def _entries(players: Sequence[Player], table: Table, rules: str) -> tuple[PublishedEntry, ...]:
    """The lines in list order; a list without numbers is ordered by rating."""
    kept = {heading_of(say(code, "fed_kept")) for code in LANGUAGES}
    standings = {
        heading_of(say(code, f"list_{way}")): way for way in (BAN, INACTIVE) for code in LANGUAGES
    }
    club = next((name for name in CLUBS if name in table.headings), "")
    found: list[PublishedEntry] = []
    for player, row in zip(players, table.rows, strict=True):
        said = heading_of(row.text(column_of(table, "listed")))
        standing = standings.get(said, "")
        is_shown = player.rating is not None and said not in kept and not standing
        place = _place(table, row) if is_shown else None
        n = row.whole(column_of(table, "n"))
        change = row.number(column_of(table, "rounded"))
        paced = {
            pace: PublishedEntry(
                at_pace(player, pace), None, row.number(column_of(table, f"{pace}_rounded")),
                row.whole(column_of(table, f"{pace}_n")), row.text(club),
            )
            for pace in OTHER_PACES
            if heading_of(row.text(column_of(table, f"{pace}_listed"))) not in kept
            and isinstance(player.facts.get(f"{pace}_rating"), Decimal)
        }  # fmt: skip
        place = place if is_shown else None
        found.append(PublishedEntry(player, place, change, n, row.text(club), paced, standing))
    rated = [one for one in found if one.player.rating is not None]
    if column_of(table, "place") in table.headings:
        return tuple(found)
    known = rules_named(rules)
    sign = 1 if known and is_lowest_first(known) else -1
    rated.sort(key=lambda one: (sign * (one.player.rating or 0), one.player.name))
    numbered = {id(one): place for place, one in enumerate(rated, 1) if one.place is not None}
    placed = [replace(one, place=numbered[id(one)]) for one in rated if id(one) in numbered]
    return (*placed, *(one for one in found if id(one) not in numbered))


def _place(table: Table, row: Row) -> int | None:
    """The place of a rated player; in a list without numbers it follows from the rating."""
    column = column_of(table, "place")
    if column not in table.headings:
        return 0
    place = row.whole(column)
    if place is None:
        raise make_error(ArgumentError, "pub_no_place", row.at(column))
    return place


# --- the other sheets ----------------------------------------------------------------------------


def _sheet(sheets: Sheets, kind: str) -> list[Values] | None:
    """The rows of a sheet by the keys of its columns; None if the workbook lacks the sheet."""
    named = [say(language, f"fed_sheet_{kind}") for language in LANGUAGES]
    name = next((one for one in sheets.names if one in named), None)
    if name is None:
        return None
    rows = sheets.rows(name)
    keys, needed = _SHEETS[kind]
    for number, row in enumerate(rows[:SEARCHED]):
        shown = [heading_of(value) for value in row]
        columns = {key: shown.index(head) for key in keys for head in _spelt(key) if head in shown}
        if set(needed) <= columns.keys():
            return [
                {key: row[columns[key]] if key in columns else "" for key in keys}
                for row in rows[number + 1 :]
                if any(value != "" for value in row)
            ]
    if not any(str(value).strip() for row in rows[1:] for value in row):
        return []
    raise make_error(FileError, "pub_headings", f"{sheets.path.name}, sheet {name}")


def _spelt(key: str) -> tuple[str, ...]:
    return tuple(reversed(spellings(key))) + tuple(
        heading_of(say(language, f"col_{key}")) for language in LANGUAGES
    )


def _by_token(
    rows: Iterable[Values], entries: Sequence[PublishedEntry], unclear: set[str]
) -> dict[str, tuple[Values, ...]]:
    """The rows of each player, by ID, otherwise by a name that only one player has."""
    by_id = {_text(one.player.id): one.token for one in entries if one.player.id}
    by_name: dict[str, list[str]] = {}
    for one in entries:
        by_name.setdefault(plain_name(one.player.name), []).append(one.token)
    found: dict[str, list[Values]] = {}
    for row in rows:
        token = by_id.get(_text(row.get("id", "")))
        name = plain_name(_text(row.get("name", "")))
        if token is None:
            named = by_name.get(name, [])
            if len(named) != 1:
                unclear.update(named)
                continue
            token = named[0]
        found.setdefault(token, []).append(row)
    return {token: tuple(own) for token, own in found.items()}


def _text(value: object) -> str:
    """A cell as text, with people's numbers as written."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return without_apostrophe(str(value).strip())


def number_of(value: object) -> Decimal | None:
    """The number in a cell of these sheets; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        return None
    return exact(value, "value")
