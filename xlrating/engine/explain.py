"""One player's whole calculation as text, step by step."""

from __future__ import annotations

from .columns import GAME_BY_KEY, text
from .lines import Line
from .report import Report
from .sentences import Sentence, sentences
from .showing import rating_text
from .texts import say


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
    return "\n".join([head, where, "", *columns(rows), "", *steps])


__all__ = ["Sentence", "columns", "explanation", "sentences", "width"]

#: The columns of an explanation; K and the change stand in its steps.
GAME_COLUMNS = (
    "round", "opponent", "colour", "result", "opponent_rating",
    "difference", "expected", "score", "gain", "note",
)  # fmt: skip


def columns(rows: list[list[str]], right: tuple[int, ...] = ()) -> list[str]:
    """Rows of cells as aligned lines of text; wide (CJK) letters count double."""
    widths = [max(width(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(
            " " * (widths[i] - width(cell)) + cell
            if i in right
            else cell + " " * (widths[i] - width(cell))
            for i, cell in enumerate(row)
        ).rstrip()
        for row in rows
    ]


def width(text: str) -> int:
    """The columns that a text takes up where Chinese letters are twice as wide.

    >>> width("ELO"), width("等级分")
    (3, 6)
    """
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
