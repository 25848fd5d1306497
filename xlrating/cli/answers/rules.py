"""The answer of the command rules."""

from __future__ import annotations

from typing import Any

from ...engine.rounding import plain
from ...engine.rules.ruleset import available, editions, load
from ...engine.texts import say
from .answer import AnswerColumn, AnswerTable


def rules_table(language: str) -> AnswerTable:
    """A table of all rule sets."""
    keys = ("rules", "name", "editions", "compared")
    columns = [AnswerColumn(key, say(language, f"rules_head_{key}")) for key in keys]
    rows = []
    for name in available():
        rules = load(name)
        days = ", ".join(str(day) for day in editions(name))
        rows.append([name, rules.names.get(language, name), days, str(rules.compared or "")])
    return AnswerTable("rules", columns, rows)


def of_rule_set(reference: str, language: str) -> dict[str, Any]:
    """A rule set's names, source, editions, and options, as values for JSON."""
    rules = load(reference)
    low, high = rules.bounds
    return {
        "rules": rules.reference,
        "rules_name": rules.names.get(language, rules.id),
        "game": rules.game,
        "source": rules.sources.get(language) or rules.source,
        "compared": str(rules.compared or ""),
        "editions": [str(day) for day in editions(reference)],
        "ratings": {"low": plain(low), "high": plain(high)},
        "options": [
            {
                "key": key,
                "offered": str(one.offered),
                "clause": one.clause,
                "text": one.summary.get(language) or one.summary.get("en", ""),
            }
            for key, one in rules.options.items()
        ],
    }
