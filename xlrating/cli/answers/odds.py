"""The answer of a simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.texts import say
from .answer import AnswerColumn, AnswerTable

if TYPE_CHECKING:
    from ...engine.rules.ruleset import RuleSet

#: How many places have a column in the table; the answer has all of them.
SHOWN = 4


def of_odds(found: Any, rules: RuleSet, n: int, seed: int, left: int) -> dict[str, Any]:
    """The odds of each player, and the parameters of the simulation, as values for JSON."""
    return {
        "rules": rules.reference, "n": n, "seed": seed, "games": left,
        "players": [_player(row) for row in found.to_dict(orient="records")],
    }  # fmt: skip


def _player(row: dict[str, Any]) -> dict[str, Any]:
    places = [share for key, share in row.items() if key.startswith("place_")]
    return {**{key: row[key] for key in ("no", "name", "points", "place")}, "places": places}


def odds_table(found: Any, language: str) -> AnswerTable:
    """The players by mean place, with the shares of the first places in percent."""
    shown = [f"place_{at}" for at in range(1, min(SHOWN, len(found)) + 1)]
    columns = [
        AnswerColumn("no", say(language, "col_no"), "", True),
        AnswerColumn("name", say(language, "col_name")),
        AnswerColumn("points", say(language, "col_points"), "", True),
        AnswerColumn("place", say(language, "sim_mean_place"), "", True),
        *(
            AnswerColumn(key, say(language, "sim_place", n=at), "", True)
            for at, key in enumerate(shown, 1)
        ),
    ]
    ordered = found.sort_values(["place", "no"], kind="stable")
    rows = [
        [
            str(row["no"]), row["name"], f"{row['points']:.2f}",
            f"{row['place']:.2f}",
            *(f"{100 * row[key]:.1f} %" for key in shown),
        ]
        for row in ordered.to_dict(orient="records")
    ]  # fmt: skip
    return AnswerTable("odds", columns, rows)
