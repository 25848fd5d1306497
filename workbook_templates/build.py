"""Build the ready-made workbooks of this folder, byte for byte the same each time.

python workbook_templates/build.py [FOLDER]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

from xlrating.event import Event
from xlrating.exchange import read
from xlrating.ruleset import load
from xlrating.workbook.book import build
from xlrating.workbook.plan import Plan, empty, filled
from xlrating.workbook.writer import to_bytes

HERE = Path(__file__).parent
EVENTS = HERE.parent / "tests" / "events"

#: Rule sets with templates, and the sizes that are ready-made.
RULES = (
    "elo", "fide", "cxa-rapid", "malaysia", "china-pro", "dwz", "elo-normal", "ingo", "nevzorov",
)  # fmt: skip
ROUND_ROBIN = (6, 8, 10, 12)
SWISS = ((60, 7),)


def us_championship() -> Event:
    """The 2025 US Championship: 12 players, 66 games; names are numbers."""
    event = read(EVENTS / "us-championship-2025" / "games.csv")
    players = tuple(replace(p, name=f"Player {p.no}", k=None) for p in event.players)
    return replace(
        event,
        players=players,
        name="US Championship 2025",
        format="round-robin",
        start=date(2025, 10, 12),
        end=date(2025, 10, 24),
    )


def tec_swiss() -> Event:
    """The 16-player Swiss of FIDE's tie-break exercises: byes, forfeits, a withdrawal."""
    event = read(EVENTS / "tec-swiss-2023" / "crosstable.csv")
    players = tuple(sorted(event.players, key=lambda player: player.no))
    return replace(event, players=players, name="Exercises in Tie-Breaking 2023", format="swiss")


def plans() -> Iterator[tuple[str, Plan]]:
    """Every workbook of the folder: its path in it and what it holds."""
    yield "examples/us-championship-2025.xlsx", filled(us_championship(), load("fide@2025-10-01"))
    yield "examples/tec-swiss-2023.xlsx", filled(tec_swiss(), load("fide@2022-01-01"))
    for rules in RULES:
        for players in ROUND_ROBIN:
            yield f"round_robin/{rules}-{players}.xlsx", empty("round-robin", rules, players)
        for players, rounds in SWISS:
            yield f"swiss/{rules}-{players}x{rounds}.xlsx", empty("swiss", rules, players, rounds)


def main(folder: Path = HERE) -> None:
    """Write every workbook below a folder."""
    for name, plan in plans():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(to_bytes(build(plan), plan.language))
        print(path)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
