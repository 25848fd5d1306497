"""The answers of rate, explain and check about an event."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ...engine.columns import GAME, LINE, columns_of, line_dict, text, win_points
from ...engine.explain import GAME_COLUMNS, game_rows
from ...engine.explain import headings as game_headings
from ...engine.problem import format_message, place_in
from ...engine.sentences import sentences
from ...engine.texts import is_text, say
from ...engine.vocabulary.headings import on_ladder
from ...exchange.account import as_json
from .answer import AnswerColumn, AnswerTable, at_of

if TYPE_CHECKING:
    from ...engine.event import Event
    from ...engine.lines import Line
    from ...engine.report import Report
    from ...engine.rules.ruleset import RuleSet

#: The text columns of games.
_TEXTS = ("opponent", "colour", "result", "note")


def heading(rules: RuleSet, key: str, language: str, is_usual: bool = True) -> str:
    """The heading of a column in a report's table, given the key of its text.

    `is_usual` says whether the event's points are 1, ½ and 0.
    """
    said = say(language, on_ladder(key, rules.ladder is not None))
    if key.endswith("_points") and win_points(rules) > 1 and is_usual:
        # Players know 2, 1 and 0, so the heading of the points used for rating says what they are.
        said += f" {say(language, 'col_points_one')}"
    return said


def ratings_table(report: Report, language: str) -> AnswerTable:
    """The rating table of an event; without the column of IDs if nobody has one."""
    rules, is_usual = report.rules, report.events[0].scoring.is_usual
    has_ids = any(ln.player.id not in ("", ln.player.name) for ln in report.lines)
    used = [one for one in columns_of(rules) if one.key != "id" or has_ids]
    columns = [
        AnswerColumn(
            one.key,
            heading(rules, f"col_{one.key}", language, is_usual),
            heading(rules, f"short_{one.key}", language, is_usual),
            one.kind != "text",
        )
        for one in used
    ]
    rows = [[text(one, one.shown(ln), rules, language) for one in used] for ln in report.lines]
    return AnswerTable("ratings", columns, rows, report.events[0].name)


def games_table(line: Line, rules: RuleSet, language: str, by_id: bool = False) -> AnswerTable:
    """The games of one player, as `explanation` shows them."""
    columns = [
        AnswerColumn(key, said, "", key not in _TEXTS)
        for key, said in zip(GAME_COLUMNS, game_headings(language), strict=True)
    ]
    return AnswerTable("games", columns, game_rows(line, rules, language, by_id))


def of_report(report: Report, language: str) -> dict[str, Any]:
    """The answer of rate: an event's own data and all its players, as values for JSON."""
    return {
        **of_event(report.events[0], report.rules, language),
        "events": [event.name for event in report.events],
        "headings": headings(report.rules, language, report.events[0].scoring.is_usual),
        "players": [of_line(line, report.rules, language) for line in report.lines],
    }


def of_player(report: Report, line: Line, language: str) -> dict[str, Any]:
    """The answer of explain: an event's own data and one of its players, as values for JSON."""
    return {
        **of_event(report.events[0], report.rules, language),
        "headings": headings(report.rules, language, report.events[0].scoring.is_usual),
        "player": of_line(line, report.rules, language),
    }


def of_event(event: Event, rules: RuleSet | None, language: str) -> dict[str, Any]:
    """An event's own data, its rules, and how its file was read, as values for JSON."""
    return {
        "title": event.name,
        "place": event.place,
        "day": str(event.day() or ""),
        "format": event.format,
        "pace": event.pace,
        **of_rules(rules, language),
        "read": as_json(event.account) if event.account else None,
    }


def of_rules(rules: RuleSet | None, language: str) -> dict[str, Any]:
    """A rule set's reference and its name, as values for JSON; both '' without rules."""
    return {
        "rules": rules.reference if rules else "",
        "rules_name": rules.names.get(language, rules.id) if rules else "",
    }


def of_line(line: Line, rules: RuleSet, language: str) -> dict[str, Any]:
    """A player with games, opponents, and the steps in words, as values for JSON."""
    found = line_dict(line)
    games = [
        {**plain, "opponent_id": game.opponent.id, "opponent_name": game.opponent.name}
        if game.opponent
        else plain
        for plain, game in zip(found["games"], line.games, strict=True)
    ]
    said = sentences(line, language, rules)
    steps = [{**step, "text": one.text} for step, one in zip(found["steps"], said, strict=True)]
    return {**found, "games": games, "steps": steps}


def headings(rules: RuleSet, language: str, is_usual: bool = True) -> dict[str, dict[str, str]]:
    """The headings for the values of players and games, by their JSON names."""
    found: dict[str, dict[str, str]] = {}
    for name, columns in (("players", LINE), ("games", GAME)):
        # A value without a heading of its own appears in no table.
        keys = {one.json: f"col_{one.key or one.json}" for one in columns if one.json}
        found[name] = {
            json: heading(rules, key, language, is_usual)
            for json, key in keys.items()
            if is_text(key)
        }
    return found


def of_check(found: Iterable[Any], cells: int, language: str) -> dict[str, Any]:
    """How many cells were compared, and those that differ, as values for JSON.

    They are differences of a template, or of a user's own workbook, which include reasons.
    """
    differences = [
        {
            "place": place_in(one.where, language),
            "at": at_of(one.where),
            "found": _plain(one.found),
            "expected": _plain(one.expected),
            "reasons": [format_message(reason, language) for reason in getattr(one, "reasons", ())],
        }
        for one in found
    ]
    return {"cells": cells, "differences": differences}


def _plain(value: object) -> object:
    return value if value is None or isinstance(value, (bool, int, float)) else str(value)
