"""The parts of an answer: notices with their places, tables with headings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...engine.errors import RatingError
from ...engine.languages import LANGUAGES
from ...engine.problem import NOTICES, PLACE, Problem, format_message, place_in
from ...engine.texts import sheets_named_in
from ...exchange.template import language_at

#: The severities of notices.
ERROR, DOUBT, NOTE = "error", "doubt", "note"


class Notice(NamedTuple):
    """A message in a language, with its severity, its code, and its place as `at` splits it.

    `player` is the number of the player concerned, 0 if there is none.
    """

    severity: str
    code: str
    place: str
    at: Mapping[str, str]
    text: str
    player: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The notice as plain values; `player` only if there is one."""
        found = {**self._asdict(), "at": dict(self.at)}
        if not self.player:
            del found["player"]
        return found


class AnswerColumn(NamedTuple):
    """A column of a table: its key, its headings, and whether it contains numbers."""

    key: str
    heading: str
    short: str = ""
    is_number: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The column as plain values for JSON."""
        short = self.short or self.heading
        return {"key": self.key, "heading": self.heading, "short": short, "number": self.is_number}


class AnswerTable(NamedTuple):
    """A table for people to read: every cell is text."""

    name: str
    columns: Sequence[AnswerColumn]
    rows: Sequence[Sequence[str]]
    title: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The table as plain values for JSON."""
        return {
            "name": self.name,
            "title": self.title,
            "columns": [one.to_dict() for one in self.columns],
            "rows": [list(row) for row in self.rows],
        }


@dataclass(frozen=True)
class Answer:
    """A command's answer; `own` are the values specific to the command."""

    command: str
    language: str = LANGUAGES[0]
    exit_code: int = 0
    notices: Sequence[Notice] = ()
    tables: Sequence[AnswerTable] = ()
    text: Sequence[str] = ()
    files: Sequence[str] = ()
    own: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The complete answer as plain values for JSON."""
        return {
            "command": self.command,
            "language": self.language,
            "exit_code": self.exit_code,
            "notices": [one.to_dict() for one in self.notices],
            "tables": [one.to_dict() for one in self.tables],
            "text": list(self.text),
            "files": list(self.files),
            **self.own,
        }


def notice(problem: Problem, language: str, severity: str = "") -> Notice:
    """A problem as a notice; if it is worth checking its severity is doubt, otherwise note.

    >>> notice(Problem("plays_self", {"no": 3}, "a.csv, line 2", 3), "ru", ERROR).place
    'a.csv, строка 2'
    """
    known = DOUBT if problem.key in NOTICES else NOTE
    place, at = place_in(problem.where, language), at_of(problem.where)
    with sheets_named_in(language_at(problem.where, "")):
        text = format_message(problem, language)
    return Notice(severity or known, problem.key, place, at, text, problem.no)


def notices_of(error: RatingError, language: str) -> Iterable[Notice]:
    """A notice for each error contained in an error."""
    for one in (error, *error.others):
        if one.problem is None:
            place = place_in(one.where, language)
            yield Notice(ERROR, type(one).__name__, place, at_of(one.where), one.message)
        else:
            yield notice(one.problem._replace(where=one.where), language, ERROR)


def at_of(where: str) -> dict[str, str]:
    """The parts of a place.

    >>> at_of("a.xlsx, sheet Games, cell D7"), at_of("")
    ({'file': 'a.xlsx', 'sheet': 'Games', 'cell': 'D7'}, {})
    """
    first, *rest = re.split(PLACE, where)
    parts = dict(zip(rest[::2], (text.strip() for text in rest[1::2]), strict=True))
    return {"file": first, **parts} if first else parts
