"""The identity ledger: dated entries on who people are, bans, inactivity, transfers and the like.

A line has a person's ID or name, which fact it is about, the old and the new value, the reason, and
the source::

    date,id,name,what,old,new,reason,source
    2025-11-03,12345,,rating,2105,2150,decision of the board of 1 November,minutes 7
    2025-11-05,,"Lee, Ann",name,"Lee, Ann","Lee-Wong, Ann",married,
    2025-11-09,99,,merge,,12345,one person with two numbers,
    2025-11-10,12345,,FIDE ID,,5800013,registered,FIDE
    2025-11-12,777,,ban,,not listed,decision of the ethics commission,case 3/2025

*What* is a heading of lists, or one of `DONE`. An older form, the register, has no dates and one
line per person: ``ID``, ``FIDE ID``, ``Other IDs``, ``Name``, ``Other names``; semicolons separate.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from ..engine.account import UNUSED, Account
from ..engine.errors import ArgumentError, FileError, RatingError
from ..engine.languages import LANGUAGES
from ..engine.problem import make_error
from ..engine.texts import say
from ..engine.vocabulary.cell_forms import are_days
from ..engine.vocabulary.dates import day_of
from ..engine.vocabulary.headings import TEXT_FACTS, heading_of, spellings
from ..engine.vocabulary.likeness import is_harmless
from ..exchange.files import AnyPath
from ..exchange.players import SHOWN_ONLY
from ..exchange.table import Row, Table, line_of, read_table
from .contents import PARTS
from .directory import plain_id, plain_token
from .provenance import not_ours

#: The columns, by the texts that head them, and those of the older form.
COLUMNS: Mapping[str, str] = {
    "day": "corr_day", "id": "col_id", "name": "col_name", "what": "corr_what", "old": "corr_old",
    "new": "corr_new", "reason": "corr_reason", "source": "corr_source",
}  # fmt: skip
OF_REGISTER = {"id": "col_id", "world": "reg_fide", "ids": "reg_ids", "name": "col_name",
               "names": "reg_names"}  # fmt: skip
_NEEDED = ("day", "what", "new", "reason")
#: The separators of several numbers or names in a cell.
_BETWEEN = (";", "；", "\n")

#: Entries that are no facts of a person but actions: see the guide to this folder.
MERGE, SPLIT, ENTER, TRANSFER = "merge", "split", "enter", "transfer"
NUMBER, ALIAS = "number", "alias"
BAN, INACTIVE, ACTIVE = "ban", "inactive", "active"
DONE = (MERGE, SPLIT, ENTER, TRANSFER, NUMBER, ALIAS, BAN, INACTIVE, ACTIVE)
#: Entries that identify people, whatever their date: other numbers and names.
TELLING = (NUMBER, ALIAS)
#: Entries that hold until the next one of these about the same person.
STANDING = (BAN, INACTIVE, ACTIVE)
#: How a list shows people who are banned or inactive; the first one is the default.
UNPLACED, UNLISTED = "unplaced", "unlisted"

#: The sign for nothing at the ends of an entry, where programs cut blanks.
_NONE = "–"

_FACTS = (*(part for part in PARTS if part not in SHOWN_ONLY), *TEXT_FACTS)


class IdentityEntry(NamedTuple):
    """A line of the ledger: one change concerning the person with the token `who`, dated `day`.

    If `who` is an ID, `name` is the name in the same line. For `ENTER` and the numbers and names
    of a register, `old` is the person's name.
    """

    day: date | None
    who: str
    what: str
    old: str
    new: str
    reason: str
    source: str = ""
    where: str = ""
    name: str = ""

    def __str__(self) -> str:
        """The text in which a list stores the entry."""
        parts = [str(self.day or _NONE), *self[1:5], self.reason or _NONE, self.source]
        return " | ".join(parts if self.source else parts[:-1])


class IdentityLedger(NamedTuple):
    """The entries of a file by date, and how each part of the file was used."""

    entries: tuple[IdentityEntry, ...]
    account: Account


def counted(text: str) -> IdentityEntry:
    """The entry in a text that a list stores, the inverse of `str`.

    Raises `ArgumentError` for any other text.

    >>> counted("2025-11-20 | #7 | rating |  | 2222 | decision of the board").new
    '2222'
    """
    try:
        day, who, what, old, new, reason, *source = text.split(" | ")
        known = None if day == _NONE else date.fromisoformat(day)
    except ValueError:
        raise not_ours(text) from None
    said = "" if reason == _NONE else reason
    return IdentityEntry(known, who, what, old, new, said, " | ".join(source))


def read_identity(path: AnyPath) -> IdentityLedger:
    """The ledger in a table, .csv or a sheet, in its present form or as a register.

    Raises `FileError` or `ArgumentError` with the cell that cannot be read, and for a number of
    two people.
    """
    table = read_table(path)
    is_dated = any(head in table.headings for head in heads_of("what", COLUMNS))
    columns = _columns(table, COLUMNS if is_dated else OF_REGISTER)
    if is_dated:
        entries = tuple(_dated(row, columns) for row in table.rows)
    else:
        entries = tuple(one for row in table.rows for one in _registered(row, columns))
    expect_single_numbers(entries)
    known = {head: part for part, head in columns.items()}
    account = table.understood("corrections" if is_dated else "register", known, ())
    if is_dated:
        _expect_one_day(account, table)
    else:
        idle = {row.place for row in table.rows} - {one.where for one in entries}
        account = account.counting(table.rows).without("nothing more", sorted(map(line_of, idle)))
    return IdentityLedger(in_order(entries), account)


def _expect_one_day(account: Account, table: Table) -> None:
    """Raise `ArgumentError` for a second column of dates: only that of the entry counts."""
    for one in account.columns:
        is_idle = one.use == UNUSED and not is_harmless(heading_of(one.heading))
        if is_idle and are_days(row.values[one.number - 1] for row in table.rows):
            raise make_error(ArgumentError, "read_corr_days", account.file, column=one.heading)


def in_order(entries: Iterable[IdentityEntry]) -> tuple[IdentityEntry, ...]:
    """Entries by date, those without one first."""
    return tuple(sorted(entries, key=lambda one: one.day or date.min))


def expect_single_numbers(entries: Iterable[IdentityEntry]) -> None:
    """Raise `ArgumentError` if a number belongs to two people."""
    whose: dict[str, IdentityEntry] = {}
    for one in entries:
        for token in (one.who, f"#{one.new}") if one.what == NUMBER else ():
            other = whose.setdefault(plain_token(token), one)
            if plain_token(other.who) != plain_token(one.who):
                words = {"number": token[1:], "place": other.where}
                words["name"] = other.old or other.who.lstrip("#")
                raise make_error(ArgumentError, "read_register_twice", one.where, **words)


# --- the columns ---------------------------------------------------------------------------------


def heads_of(part: str, expected: Mapping[str, str]) -> list[str]:
    """The headings that a column may have, in every language."""
    own = [part, *(heading_of(say(language, expected[part])) for language in LANGUAGES)]
    return [*own, *spellings(part)] if part in ("id", "name") else own


def _columns(table: Table, expected: Mapping[str, str]) -> dict[str, str]:
    found, known = dict[str, str](), dict[str, None]()  # a slip is nearest to our own words
    # The only column of numbers may be that of FIDE IDs.
    for part in sorted(expected, key=lambda part: part != "world"):
        own = [head for head in heads_of(part, expected) if head not in found.values()]
        known |= dict.fromkeys(own)
        if heading := next((name for name in own if name in table.headings), None):
            found[part] = heading
    if "world" in found and "id" not in found:
        found["id"] = found.pop("world")
    table.refuse_slips({*found.values()}, known)
    if expected is OF_REGISTER:
        if "id" not in found or not {"world", "ids", "names"} & found.keys():
            heads = ", ".join(say("en", OF_REGISTER[part]) for part in ("world", "ids", "names"))
            raise make_error(FileError, "read_register", table.name, columns=heads)
        return found
    missing = ", ".join(say("en", COLUMNS[part]) for part in _NEEDED if part not in found)
    if missing or not {"id", "name"} & found.keys():
        missing = missing or "ID or name"
        raise make_error(FileError, "read_corr_columns", table.name, columns=missing)
    return found


# --- a line --------------------------------------------------------------------------------------


def _registered(row: Row, columns: Mapping[str, str]) -> Iterator[IdentityEntry]:
    """The entries for the other numbers and names in a line of a register."""
    who = row.text(columns["id"])
    if not who:
        raise make_error(ArgumentError, "read_register_number", row.place)
    name = _plain(row.text(columns.get("name", "")))
    said = {part: _several(row.text(columns.get(part, ""))) for part in ("world", "ids", "names")}
    ids = [one for one in (*said["world"], *said["ids"]) if plain_id(one) != plain_id(who)]
    found = [(NUMBER, one) for one in ids] + [(ALIAS, one) for one in said["names"]]
    for what, text in dict.fromkeys(found):
        yield IdentityEntry(None, f"#{_plain(who)}", what, name, text, "", where=row.place)


def _several(text: str) -> list[str]:
    """The parts of a cell.

    >>> _several("77; old-12；9")
    ['77', 'old-12', '9']
    """
    for sign in _BETWEEN[1:]:
        text = text.replace(sign, _BETWEEN[0])
    return [_plain(part) for part in text.split(_BETWEEN[0]) if part.strip()]


def _plain(text: str) -> str:
    """A text without repeated blanks and `|`, which separates the texts of a stored entry."""
    return " ".join(text.replace("|", "/").split())


def _dated(row: Row, columns: Mapping[str, str]) -> IdentityEntry:
    def text(part: str) -> str:
        return _plain(row.text(columns[part])) if part in columns else ""

    try:
        day = day_of(row.value(columns["day"]))
        if day is None:
            raise make_error(ArgumentError, "read_corr_date")
    except RatingError as error:
        raise error.at(row.at(columns["day"])) from None
    who = (text("id") and f"#{text('id')}") or text("name")
    if not who:
        raise make_error(ArgumentError, "read_corr_nobody", row.place)
    if not text("reason"):
        raise make_error(ArgumentError, "read_corr_reason", row.at(columns["reason"]))
    what = _what(text("what"))
    if what is None:
        found = repr(text("what"))
        raise make_error(ArgumentError, "read_corr_what", row.at(columns["what"]), found=found)
    new, name = text("new"), text("name") if text("id") else ""
    if what in (MERGE, SPLIT, TRANSFER, *TELLING, "name", "rating") and not new:
        raise make_error(ArgumentError, "read_corr_new", row.at(columns["new"]))
    if what in (BAN, INACTIVE):
        new = _listing(new, row.at(columns["new"]))
    old = name or text("old") if what == ENTER else text("old")
    return IdentityEntry(
        day, who, what, old, new, text("reason"), text("source"), row.at(columns["new"]), name
    )


def _what(text: str) -> str | None:
    word = heading_of(text)
    for done in DONE:
        more = {NUMBER: ("reg_fide", "reg_ids"), ALIAS: ("reg_names",)}.get(done, ())
        if word == done or word in _words((f"corr_{done}", *more)):
            return done
    return next((part for part in _FACTS if word in spellings(part)), None)


def _listing(text: str, where: str) -> str:
    """How a list shows somebody banned or inactive: `UNPLACED` or `UNLISTED`."""
    word = heading_of(text)
    for way in (UNPLACED, UNLISTED):
        if word in {"" if way == UNPLACED else way, way, *_words((f"corr_{way}",))}:
            return way
    ways = ", ".join(say("en", f"corr_{way}") for way in (UNPLACED, UNLISTED))
    raise make_error(ArgumentError, "read_corr_listing", where, found=repr(text), ways=ways)


def _words(keys: Sequence[str]) -> set[str]:
    return {heading_of(say(language, key)) for key in keys for language in LANGUAGES}
