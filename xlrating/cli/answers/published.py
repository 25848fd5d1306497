"""The answers of check and explain about a published list: its lines, and reasons for numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...engine.columns import GAME_BY_KEY, signed
from ...engine.errors import in_line
from ...engine.explain import GAME_COLUMNS
from ...engine.player_search import find_player
from ...engine.texts import number, say
from ...engine.vocabulary.names import plain_name
from ...publishing.published import PublishedEntry, PublishedList
from ...publishing.reading import number_of
from ...publishing.steps import ListSteps
from ...publishing.words import translated
from .answer import AnswerColumn, AnswerTable

#: The columns of every list.
_COLUMNS = ("place", "id", "name", "rating", "rounded", "n")


def list_table(found: PublishedList, language: str) -> AnswerTable:
    """The lines of a list as it shows them."""
    columns = [
        AnswerColumn(key, say(language, f"col_{key}"), "", key not in ("id", "name"))
        for key in _COLUMNS
    ]
    return AnswerTable("list", columns, [_cells(one) for one in found.entries])


def _cells(one: PublishedEntry) -> list[str]:
    """The texts of a line, in column order."""
    player = one.player
    return [
        str(one.place or ""), player.id, player.name,
        "" if player.rating is None else number(player.rating),
        signed(one.change), str(one.n or ""),
    ]  # fmt: skip


def entry_of(found: PublishedList, who: str) -> PublishedEntry:
    """The entry of a person on a list, by ID or name.

    Raises `NotKnownError` unless exactly one matches.
    """
    people = [one.player for one in found.entries]
    return found.entries[find_player(who, people, has_numbers=False, plain=plain_name)]


def reasons(found: PublishedList, one: PublishedEntry, language: str) -> list[dict[str, str]]:
    """The steps that the list records for a person: event, sentence, clause."""
    said = ListSteps(found.language, found.rules)
    return [
        {"event": str(row.get("event", "")), "text": step.text, "clause": step.clause}
        for row in found.of("steps", one.token)
        for step in [said.said(str(row.get("step", "")), str(row.get("clause", "")), language)]
    ]


def of_listed(found: PublishedList, one: PublishedEntry, language: str) -> dict[str, Any]:
    """A person on a published list, with the steps that it records, as values for JSON."""
    rating = one.player.rating
    return {
        "day": str(found.day or ""),
        "rules": found.rules,
        "player": {
            "id": one.player.id,
            "name": one.player.name,
            "rating": None if rating is None else float(rating),
            "steps": reasons(found, one, language),
        },
    }


def games_table(found: PublishedList, one: PublishedEntry, language: str) -> AnswerTable:
    """The games that the list records for a person, without empty columns."""
    rows = found.of("games", one.token)
    keys = [key for key in GAME_COLUMNS if any(row.get(key, "") != "" for row in rows)]
    columns = [
        AnswerColumn(key, say(language, f"col_{key}"), "", GAME_BY_KEY[key].kind not in _TEXTS)
        for key in keys
    ]
    cells = [[_text(row.get(key, ""), found.language, language) for key in keys] for row in rows]
    return AnswerTable("games", columns, cells)


#: The kinds of text columns.
_TEXTS = ("player", "side", "result", "note")


def _text(cell: object, of: str, language: str) -> str:
    value = number_of(cell)
    return translated(str(cell or ""), of, language) if value is None else number(value)


def explanation(found: PublishedList, one: PublishedEntry, language: str) -> str:
    """A person's calculations as recorded in the list, event by event."""
    return "\n".join(_lines(found, one, reasons(found, one, language), language))


def _lines(
    found: PublishedList, one: PublishedEntry, steps: Sequence[dict[str, str]], language: str
) -> Iterator[str]:
    rating = say(language, "unrated") if one.player.rating is None else number(one.player.rating)
    who = " ".join(dict.fromkeys(filter(None, (one.player.id, one.player.name))))
    yield say(language, "explain_head_listed", who=who, rating=rating)
    if not steps:
        yield say(language, "fed_no_part", name=one.player.name)
    event = None
    for step in steps:
        if step["event"] != event:
            event = step["event"]
            yield ""
            yield say(language, "step_event", name=in_line(event))
        yield f"  {step['text']}" + (f"   [{step['clause']}]" if step["clause"] else "")
