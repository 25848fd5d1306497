"""One player's complete calculation as text, step by step."""

from __future__ import annotations

from typing import Iterator, List, Optional, Sequence

from .aligned import fitted
from .columns import GAME_BY_KEY, text
from .errors import in_line
from .event import Player
from .lines import Line
from .report import Report
from .rules.ruleset import RuleSet
from .sentences import sentences
from .showing import rating_text
from .texts import say

#: The columns of an explanation; K and the change appear in its steps.
GAME_COLUMNS = (
    "round", "opponent", "colour", "result", "opponent_rating",
    "difference", "expected", "score", "gain", "note",
)  # fmt: skip


def explanation(
    report: Report,
    line: Line,
    language: str = "en",
    by_id: bool = False,
    columns: Optional[int] = None,
) -> str:
    """One player's complete calculation as text: the games, then the steps with their clauses.

    Opponents appear with their numbers in the event or, with `by_id`, in the list, because numbers
    of several events mean nothing. The table of games is at most `columns` wide.
    """
    player = line.player
    rules = report.rules
    own = player.rating
    rating = say(language, "unrated") if own is None else rating_text(own, rules)
    if by_id:
        head = say(language, "explain_head_listed", who=_listed(player), rating=rating)
    else:
        head = say(language, "explain_head", no=player.no, name=player.name, rating=rating)
    name = rules.names.get(language, rules.id)
    where = say(language, "explain_rules", name=name, reference=rules.shown)
    rows = [headings(language), *game_rows(line, rules, language, by_id)]
    steps = [
        f"  {item.text}" + (f"   [{item.clause}]" if item.clause else "")
        for item in sentences(line, language, rules)
    ]
    lines = fitted(rows, columns=columns)
    titles, lines = lines[: -len(line.games) or None], lines[len(lines) - len(line.games) :]
    return "\n".join(
        [head, where, "", *titles, *_by_event(report, line, lines, language), "", *steps]
    )


def headings(language: str) -> List[str]:
    """The headings of the games' columns."""
    return [say(language, f"col_{key}") for key in GAME_COLUMNS]


def game_rows(
    line: Line, rules: RuleSet, language: str = "en", by_id: bool = False
) -> List[List[str]]:
    """The games of a line as texts, one row per game, in the order of `GAME_COLUMNS`."""
    shown = [GAME_BY_KEY[key] for key in GAME_COLUMNS]
    rows = [[text(one, one.value(game), rules, language) for one in shown] for game in line.games]
    if by_id:
        at = GAME_COLUMNS.index("opponent")
        for row, game in zip(rows, line.games):
            row[at] = "" if game.opponent is None else _listed(game.opponent)
    return rows


def _listed(player: Player) -> str:
    """A player's ID and name, as far as they exist, as a list shows them."""
    return " ".join(dict.fromkeys(filter(None, (player.id, player.name))))


def _by_event(report: Report, line: Line, lines: Sequence[str], language: str) -> Iterator[str]:
    """The games' lines grouped by event, because round numbers repeat."""
    before: Optional[int] = None
    for game, text_ in zip(line.games, lines):
        event = report.events[game.event]
        if game.event != before and (name := event.name or event.where):
            yield say(language, "step_event", name=in_line(name))
        before = game.event
        yield text_
