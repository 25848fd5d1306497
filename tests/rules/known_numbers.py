"""The vectors of a file, and how a result is compared with one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from xlrating.engine.event import Event, Game, Player
from xlrating.engine.lines import Line
from xlrating.engine.rating import rate

#: FIDE 8.1.2 and 8.1.1, 表二 and 表一, Wertungsordnung Anhang 2.1: the bounds for .50 to .99 and back.
UPPER = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145,
    153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328,
    344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735,
]  # fmt: skip
DIFFERENCE = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322,
    336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677,
]  # fmt: skip

#: The result of a game by the score of the first player.
CODE = {1: "1-0", 0.5: "½-½", 0: "0-1"}

VECTORS = Path(__file__).parents[1] / "vectors"


def vectors(file: str, *systems: str) -> list[dict[str, Any]]:
    """The cases of a file, or those of these systems in it."""
    cases = json.loads((VECTORS / file).read_text("utf-8"))
    return [case for case in cases if not systems or case["system"] in systems]


def line_of(
    rating: Any, opponents: Sequence[Any], scores: Sequence[float], rules: str,
    start: date | None = None, **own: Any,
) -> Line:  # fmt: skip
    """The engine's line of one player, of whom `own` is known, against these opponents."""
    me = Player(1, "me", rating, **own)
    others = [Player(no, str(no), one) for no, one in enumerate(opponents, 2)]
    games = [Game(no, 1, no + 1, CODE[one]) for no, one in enumerate(scores, 1)]
    return rate(Event((me, *others), tuple(games), start=start), rules, only=me.key).lines[0]


def differs(found: Any, expected: Any, tolerance: Any, what: str = "") -> str:
    """What is further from the expected value than its tolerance; empty when nothing is."""
    if isinstance(expected, dict):
        if found.keys() != expected.keys():
            return f"{what} {found} instead of {expected}"
        limits = tolerance if isinstance(tolerance, dict) else dict.fromkeys(expected, tolerance)
        return "; ".join(
            filter(None, (differs(found[k], v, limits[k], k) for k, v in expected.items()))
        )
    if isinstance(expected, list):
        if len(found) != len(expected):
            return f"{what} {found} instead of {expected}"
        pairs = zip(found, expected, strict=True)
        return "; ".join(filter(None, (differs(f, e, tolerance, what) for f, e in pairs)))
    if abs(float(found) - float(expected)) <= float(tolerance) + 1e-12:
        return ""
    return f"{what} {found} instead of {expected}"
