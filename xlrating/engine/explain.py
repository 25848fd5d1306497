"""One player's whole calculation as text, step by step."""

from __future__ import annotations

from .aligned import aligned
from .columns import GAME_BY_KEY, text
from .lines import Line
from .report import Report
from .sentences import sentences
from .showing import rating_text
from .texts import say

#: The columns of an explanation; K and the change stand in its steps.
GAME_COLUMNS = (
    "round", "opponent", "colour", "result", "opponent_rating",
    "difference", "expected", "score", "gain", "note",
)  # fmt: skip


def explanation(report: Report, line: Line, language: str = "en") -> str:
    """One player's whole calculation as text: the games, then the steps with clauses."""
    player = line.player
    rules = report.rules
    own = player.rating
    rating = say(language, "unrated") if own is None else rating_text(own, rules)
    head = say(language, "explain_head", no=player.no, name=player.name, rating=rating)
    name = rules.names.get(language, rules.id)
    where = say(language, "explain_rules", name=name, reference=rules.reference)
    shown = [GAME_BY_KEY[key] for key in GAME_COLUMNS]
    rows = [[say(language, f"col_{one.key}") for one in shown]]
    rows += [[text(one, one.value(game), rules, language) for one in shown] for game in line.games]
    steps = [
        f"  {item.text}" + (f"   [{item.clause}]" if item.clause else "")
        for item in sentences(line, language, rules)
    ]
    return "\n".join([head, where, "", *aligned(rows), "", *steps])
