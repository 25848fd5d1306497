"""The columns of a report, once: the terminal, CSV and lists take them from here."""

from __future__ import annotations

from typing import Callable, List, Tuple

from .report import Line, Report

#: The columns, by their text key, and the value each takes from a line.
COLUMNS: Tuple[Tuple[str, Callable[[Line], object]], ...] = (
    ("no", lambda line: line.player.no),
    ("id", lambda line: line.player.id),
    ("name", lambda line: line.player.name),
    ("rating", lambda line: line.brought),
    ("points", lambda line: line.points),
    ("average", lambda line: line.average),
    ("n", lambda line: line.n),
    ("score", lambda line: line.score if line.n else None),
    ("expected", lambda line: line.expected if line.n else None),
    ("gain", lambda line: line.gain if line.n else None),
    ("k", lambda line: line.k),
    ("change", lambda line: line.change),
    ("rounded", lambda line: line.rounded),
    ("new", lambda line: line.new),
    ("performance", lambda line: line.performance),
    ("rank", lambda line: line.rank),
)


def columns_of(report: Report) -> List[Tuple[str, Callable[[Line], object]]]:
    """The columns of a report: ranks where the rule set has a ladder of them."""
    has_ranks = report.rules.ladder is not None
    return [column for column in COLUMNS if has_ranks or column[0] != "rank"]
