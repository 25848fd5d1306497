"""Build the ready-made workbooks of this folder, byte for byte the same each time.

python workbook_templates/build.py [FOLDER]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

from xlrating.engine.event import RESULT_BY_CODE, Event, Game, Player
from xlrating.engine.rules.ruleset import load
from xlrating.engine.tournament.berger import pairings
from xlrating.reading import read
from xlrating.workbook.book import build
from xlrating.workbook.file.writer import to_bytes
from xlrating.workbook.plan import Plan
from xlrating.workbook.templates import empty, filled

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


#: Invented events: ratings, titles and facts of eight numbered players, by rule set.
INVENTED: dict[str, dict[str, tuple[object, ...]]] = {
    "malaysia": {
        "rating": (2350, 2262, 2150, 2075, 1880, 1712, 1500, 1460),
        "bonus_place": (1, 2, 3, 4, 5, 6, 7, 8),
    },
    "cxa-rapid": {
        "rating": (2561.4, 2478.0, 2450.3, 2391.7, 2350.0, 2240.6, 2006.2, None),
        "title": (
            "特级大师",
            "国家大师",
            "国家大师",
            "棋协大师",
            "棋协大师",
            "地协大师",
            "",
            "一级棋士",
        ),
        "sex": ("m", "m", "f", "m", "m", "f", "m", "m"),
        "champion": ("x", "", "", "", "", "", "", ""),
    },
    "china-pro": {
        "rating": (2485, 2430, 2405, 2370, 2345, 2290, 2235, None),
        "games": (240, 96, 31, 75, 28, 54, 60, 0),
        "peak": (2510, 2430, 2415, 2370, 2345, 2310, 2235, None),
    },
}
FACTS = ("bonus_place", "champion")


def invented(rules: str) -> Event:
    """A round robin of eight numbered players, the stronger scoring a little more."""
    columns = INVENTED[rules]
    players = []
    for index in range(8):
        known = {key: values[index] for key, values in columns.items()}
        facts = {key: known.pop(key) for key in FACTS if known.get(key, "") != ""}
        known = {key: value for key, value in known.items() if key not in FACTS}
        players.append(Player(index + 1, f"棋手{index + 1}", facts=facts, **known))  # type: ignore[arg-type]
    games = []
    for number, pairs in enumerate(pairings(8), 1):
        for board, (red, black) in enumerate(pairs, 1):
            # Draws between neighbours; else the better number wins, with a few upsets.
            lead = black - red
            code = (
                "½-½" if abs(lead) < 2 or (red * black) % 7 == 3 else "1-0" if lead > 0 else "0-1"
            )
            if (red + 2 * black) % 11 == 5:
                code = {"1-0": "0-1", "0-1": "1-0"}.get(code, code)
            games.append(Game(number, red, black, RESULT_BY_CODE[code], board))
    return Event(
        tuple(players),
        tuple(games),
        name="示例循环赛",
        format="round-robin",
        rounds=7,
        start=date(2026, 3, 7),
        end=date(2026, 3, 8),
    )


def plans() -> Iterator[tuple[str, Plan]]:
    """Every workbook of the folder: its path in it and what it holds."""
    yield "examples/us-championship-2025.xlsx", filled(us_championship(), load("fide@2025-10-01"))
    yield "examples/tec-swiss-2023.xlsx", filled(tec_swiss(), load("fide@2022-01-01"))
    for rules in INVENTED:
        yield f"examples/{rules}.xlsx", filled(invented(rules), load(rules), language="zh")
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
