"""The answers of the federation commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...engine.columns import signed
from ...engine.problem import format_message
from ...engine.rounding import exact, plain
from ...engine.sentences import in_sentences
from ...engine.texts import number
from ...exchange.account import as_json
from ...federation.difference_table import table_of
from ...federation.list_table import list_table
from .answer import AnswerColumn, AnswerTable, notice
from .events import headings, of_line, of_rules

if TYPE_CHECKING:
    from decimal import Decimal

    from ...engine.account import Account
    from ...federation.differences import ListDifference
    from ...federation.entry import ListedPerson
    from ...federation.ledger_files import Ledger
    from ...federation.next_list import NextList
    from ...federation.submissions import Submission
    from ...federation.verify import Verified

#: The columns shown with a sign.
_SIGNED = ("rounded", "rapid_rounded", "blitz_rounded")


def list_as_table(found: NextList, language: str) -> AnswerTable:
    """The next list as it is written, with every cell as text."""
    keys, heads, rows = list_table(found, language)
    are_numbers = [not any(isinstance(row[at], str) and row[at] for row in rows)
                   for at in range(len(keys))]  # fmt: skip
    columns = [
        AnswerColumn(key, head, "", is_number)
        for key, head, is_number in zip(keys, heads, are_numbers, strict=True)
    ]
    cells = [[_text(key, cell) for key, cell in zip(keys, row, strict=True)] for row in rows]
    return AnswerTable("list", columns, cells)


def _text(key: str, cell: str | int | float) -> str:
    if isinstance(cell, str):
        return cell
    value = exact(cell)
    return signed(value) if key in _SIGNED else number(value)


def of_list_facts(found: NextList, language: str) -> dict[str, Any]:
    """The next list's date, rules, events, and numbers of people, as values for JSON."""
    return {
        "day": str(found.day or ""),
        **of_rules(found.rules, language),
        "numbers": {"events": len(found.events), **found.numbers()},
        "events": [_of_submitted(one) for one in found.events],
        "headings": headings(found.rules, language),
    }


def of_list(found: NextList, language: str, read: Sequence[Account] = ()) -> dict[str, Any]:
    """The next list, and the people its events concern, as values for JSON.

    `read` are the accounts of the files used.
    """
    return {
        **of_list_facts(found, language),
        "players": [
            of_entry(one, found, language)
            for one in found.entries
            if one.every_line or one.adjusted
        ],
        "read": [as_json(one) for one in read],
    }


def of_entry(entry: ListedPerson, found: NextList, language: str) -> dict[str, Any]:
    """A person on the next list, with every calculation behind the ratings, as values for JSON."""
    player = entry.player
    return {
        "no": player.no,
        "id": player.id,
        "name": player.name,
        "before": _plain(entry.before),
        "rating": _plain(player.rating),
        "change": _plain(entry.change),
        "counted_games": entry.results,
        "listed": entry.is_shown,
        "new": entry.is_new,
        "calculations": [
            {"events": [event.name or event.where for event in report.events],
             "rules": report.rules.reference, **of_line(line, report.rules, language)}
            for report, line in entry.every_line
        ],
        "adjusted": [
            {"text": one.text, "value": _plain(one.value), "clause": one.clause}
            for one in in_sentences(entry.adjusted, language, found.rules)
        ],
    }  # fmt: skip


def of_ledger(found: Ledger) -> dict[str, Any]:
    """A list's own data as values for JSON: people, events, and what it was made from."""
    made = found.made
    base = made.base if made else None
    return {
        "people": len(found.contents.rows),
        "events": [{"file": one.file, "title": one.title} for one in found.events],
        "rules": made.rules if made else "",
        "day": str((made and made.day) or ""),
        "base": {"file": base.file, "day": str(base.day or "")} if base else None,
        "version": made.version if made else "",
    }


def of_verified(found: Verified, language: str) -> dict[str, Any]:
    """How many cells were compared, and all differences found, as values for JSON."""
    return {
        "cells": found.cells,
        "differences": [notice(one, language).to_dict() for one in found.differences],
    }


def moves_table(moves: Sequence[ListDifference], language: str) -> AnswerTable:
    """The people whose ratings differ between two lists."""
    heads, *rows = table_of(moves, language)
    keys = ("id", "name", "first", "second", "change", "because", "pace")
    columns = [
        AnswerColumn(key, str(head), "", key in ("first", "second", "change"))
        for key, head in zip(keys, heads, strict=False)
    ]
    return AnswerTable("differences", columns, [[str(cell) for cell in row] for row in rows])


def of_moves(moves: Sequence[ListDifference], language: str) -> dict[str, Any]:
    """The differences between two lists for JSON, with numbers as numbers."""
    return {
        "moves": [
            {
                "id": one.id,
                "name": one.name,
                "first": _plain(one.first),
                "second": _plain(one.second),
                "change": _plain(one.change),
                "because": [format_message(cause, language) for cause in one.because],
                "pace": one.pace,
            }
            for one in moves
        ]
    }


def _of_submitted(one: Submission) -> dict[str, Any]:
    event, (players, games) = one.event, one.size
    return {
        "file": one.file,
        "title": one.title or event.name,
        "day": str(one.day or ""),
        "pace": event.pace,
        "players": players,
        "games": games,
    }


def _plain(value: Decimal | None) -> int | float | None:
    return None if value is None else plain(value)
