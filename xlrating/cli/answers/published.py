"""What check and explain answer of a published list: its lines, and why a number is what it is."""

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

#: The columns that every list has.
_COLUMNS = ("place", "id", "name", "rating", "rounded", "n")


def list_table(found: PublishedList, language: str) -> AnswerTable:
    """The lines of a list as it shows them."""
    columns = [
        AnswerColumn(key, say(language, f"col_{key}"), "", key not in ("id", "name"))
        for key in _COLUMNS
    ]
    return AnswerTable("list", columns, [_cells(one) for one in found.entries])


def _cells(one: PublishedEntry) -> list[str]:
    """The texts of a line, in the order of the columns."""
    player = one.player
    return [
        str(one.place or ""), player.id, player.name,
        "" if player.rating is None else number(player.rating),
        signed(one.change), str(one.n or ""),
    ]  # fmt: skip


def entry_of(found: PublishedList, who: str) -> PublishedEntry:
    """Somebody on a list, by ID or name.

    Raises `NotKnownError` when not exactly one is meant.
    """
    people = [one.player for one in found.entries]
    return found.entries[find_player(who, people, has_numbers=False, plain=plain_name)]


def reasons(found: PublishedList, one: PublishedEntry, language: str) -> list[dict[str, str]]:
    """The steps that the list keeps of somebody: event, sentence, clause."""
    said = ListSteps(found.language, found.rules)
    return [
        {"event": str(row.get("event", "")), "text": step.text, "clause": step.clause}
        for row in found.of("steps", one.token)
        for step in [said.said(str(row.get("step", "")), str(row.get("clause", "")), language)]
    ]


def of_listed(found: PublishedList, one: PublishedEntry, language: str) -> dict[str, Any]:
    """What is known of somebody on a list."""
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
    """The games that the list keeps of somebody, without columns where there is nothing."""
    rows = found.of("games", one.token)
    keys = [key for key in GAME_COLUMNS if any(row.get(key, "") != "" for row in rows)]
    columns = [
        AnswerColumn(key, say(language, f"col_{key}"), "", GAME_BY_KEY[key].kind not in _TEXTS)
        for key in keys
    ]
    cells = [[_text(row.get(key, ""), found.language, language) for key in keys] for row in rows]
    return AnswerTable("games", columns, cells)


#: Kinds of columns whose cells are no numbers.
_TEXTS = ("player", "side", "result", "note")


def _text(cell: object, of: str, language: str) -> str:
    value = number_of(cell)
    return translated(str(cell or ""), of, language) if value is None else number(value)


def explanation(found: PublishedList, one: PublishedEntry, language: str) -> str:
    """Somebody's calculations as the list says them, event by event."""
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
