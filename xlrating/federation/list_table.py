"""A rating list as a table: what it shows, and what it keeps for the next time."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from decimal import Decimal
from typing import NamedTuple

from ..engine.rounding import plain
from ..engine.rules.ruleset import RuleSet
from ..engine.terms.ladder import rank_of
from ..engine.texts import say
from ..engine.words.headings import NUMBER_FACTS, OTHER_PACES, on_ladder, texts_of
from ..engine.words.waiting import TEXTS
from ..exchange.text_cells import text_cell
from .columned import Table
from .entry import Entry
from .next_list import NextList

Value = Callable[[Entry], object]


def _field(name: str) -> Value:
    return lambda entry: getattr(entry.player, name)


def _fact(name: str) -> Value:
    return lambda entry: entry.player.facts.get(name)


def _paced(pace: str) -> dict[str, Value]:
    """The columns of another pace that are not facts of a person."""

    def of(value: Value) -> Value:
        return lambda entry: value(entry.paces[pace]) if pace in entry.paces else None

    return {
        f"{pace}_rating": _fact(f"{pace}_rating"),
        f"{pace}_listed": of(_kept),
        f"{pace}_rounded": of(lambda entry: entry.change),
        f"{pace}_n": of(lambda entry: entry.n or None),
    }


def _waiting(name: str) -> Value:
    return lambda entry: TEXTS[name](entry.player.facts.get(name, ()))


class Words(NamedTuple):
    """The key of a text that a cell shows."""

    key: str


def _words(key: str, is_said: object) -> Words | None:
    return Words(key) if is_said else None


def _kept(entry: Entry) -> Words | None:
    if entry.unplaced and entry.listed:
        return Words(f"list_{entry.unplaced}")
    return _words("fed_kept", entry.player.rating is not None and not entry.listed)


def _rank(entry: Entry, rules: RuleSet, language: str) -> str:
    rank = None if entry.player.rating is None else rank_of(entry.player.rating, rules)
    return "" if rank is None else rank.names[language]


#: Every column there may be, by its part or text; `Words` are said in the language of the list.
_COLUMNS: dict[str, Value] = {
    "place": lambda entry: None if entry.unplaced else entry.player.no,
    **{name: _field(name) for name in ("id", "name", "federation", "title")},
    "sex": lambda entry: _words(f"sex_{entry.player.sex[:1].lower()}", entry.player.sex),
    "born": _field("born"),
    "rating": _field("rating"),
    "listed": _kept,
    "rounded": lambda entry: entry.change,
    "n": lambda entry: entry.n or None,
    **{name: value for pace in OTHER_PACES for name, value in _paced(pace).items()},
    **{name: _field(name) for name in ("games", "peak", "k")},
    **{name: _fact(name) for name in ("foreign", *NUMBER_FACTS)},
    **{name: _waiting(name) for name in TEXTS},
}

ALWAYS = ("place", "id", "name", "rating", "rounded", "n")


def list_table(found: NextList, language: str = "en") -> Table:
    """The columns with their headings and the rows, without columns where nobody has anything."""
    if found.columns is not None:
        return found.columns.table(language)
    shown = dict(_COLUMNS)
    is_ladder = found.rules.ladder is not None
    if is_ladder:
        shown["rank"] = lambda entry: _rank(entry, found.rules, language)
    rows = [[value(entry) for value in shown.values()] for entry in found.entries]
    always = (*ALWAYS, *(f"{pace}_rating" for pace in found.paces))
    used = [
        at
        for at, key in enumerate(shown)
        if key in always or any(row[at] not in (None, "") for row in rows)
    ]
    keys = [key for at, key in enumerate(shown) if at in used]
    headings = [say(language, on_ladder(texts_of(key)[0], is_ladder)) for key in keys]
    own = found.own
    table = [
        [*(_cell(row[at], language) for at in used), *own.of(entry.player)]
        for row, entry in zip(rows, found.entries, strict=True)
    ]
    return [*keys, *("own" for _ in own.headings)], [*headings, *own.headings], table


def _cell(value: object, language: str) -> str | int | float:
    """A value as a file holds it: numbers as numbers, nothing as nothing."""
    if isinstance(value, Words):
        return say(language, value.key)
    if isinstance(value, Decimal):
        return plain(value)
    return value if isinstance(value, int) else "" if value is None else str(value)


def on_top(found: NextList, language: str) -> list[str]:
    """What stands above everything that is written of a preview; nothing of a list."""
    missing = found.made.missing if found.made else ()
    if not missing:
        return []
    return [
        say(language, "fed_preview", n=len(missing)),
        *(say(language, "fed_missing", what=one) for one in missing),
    ]


def list_csv(found: NextList, language: str = "en", table: Table | None = None) -> str:
    """The list as CSV, which is read as the list of the next time; `table` where it is made."""
    buffer = io.StringIO()
    # Lines that are no part of the table, on top where nobody misses them.
    buffer.writelines(f"# {one}\n" for one in on_top(found, language))
    if found.columns is not None and table is None:
        return buffer.getvalue() + found.columns.csv(language)
    writer = csv.writer(buffer, lineterminator="\n")
    _, headings, rows = table or list_table(found, language)
    writer.writerow([text_cell(heading) for heading in headings])
    writer.writerows([text_cell(value) for value in row] for row in rows)
    return buffer.getvalue()
