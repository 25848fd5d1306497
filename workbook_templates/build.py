"""Build the ready-made workbooks of this folder, the same each time.

python workbook_templates/build.py [FOLDER]
python workbook_templates/build.py --all FOLDER     every rule set, size and language
python workbook_templates/build.py --evidence FILE  the workbook that other programs are tested with
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from datetime import date
from itertools import product
from pathlib import Path
from typing import NamedTuple

from xlrating.engine.event import Event, Game, Player
from xlrating.engine.languages import LANGUAGE, LANGUAGES
from xlrating.engine.results import RESULT_BY_CODE
from xlrating.engine.rules.ruleset import load
from xlrating.engine.tournament.berger import pairings
from xlrating.reading import read
from xlrating.workbook import evidence
from xlrating.workbook.book import build
from xlrating.workbook.file.writer import to_bytes
from xlrating.workbook.plan import Plan
from xlrating.workbook.templates import empty, filled

HERE = Path(__file__).parent
EVENTS = HERE.parent / "tests" / "events"

#: Rule sets that rate events.
RULES = (
    "elo", "fide", "fide:list=rapid", "fide:list=blitz", "cxa-rapid", "malaysia", "china-pro",
    "dwz", "elo-normal", "ingo", "nevzorov", "rank-ladder", "ecf-grading", "glicko", "glicko2",
    "uscf",
)  # fmt: skip
#: Every size: players of a round robin, once and twice; players and rounds of a Swiss.
ROUND_ROBIN = tuple(range(3, 17))
SWISS = ((8, 5), (16, 5), (30, 7), (60, 7), (120, 9))
#: What is committed: these in the language of their users, in one size of each format. A full set
#: would weigh some forty megabytes at every change.
SHIPPED = {
    "fide": "en", "elo": "en", "dwz": "en", "ingo": "en",
    "malaysia": "zh", "cxa-rapid": "zh", "china-pro": "zh", "nevzorov": "ru",
}  # fmt: skip
SHIPPED_SIZES = ((10, 0), (30, 7))


def stem(rules: str) -> str:
    """What the files of a rule set begin with: fide-rapid for fide:list=rapid."""
    return rules.replace(":list=", "-")


class Template(NamedTuple):
    """A template: rule set, language, places, rounds of a Swiss or 0, and how often all meet."""

    rules: str
    language: str
    players: int
    rounds: int = 0
    cycles: int = 1

    @property
    def format(self) -> str:
        """The format of the event."""
        return "swiss" if self.rounds else "round-robin"

    @property
    def name(self) -> str:
        """Its path in the folder; templates in English have no folder of their own."""
        folder = self.format.replace("-", "_")
        if self.language != "en":
            folder = f"{self.language}/{folder}"
        size = f"{self.players}x{self.rounds}" if self.rounds else str(self.players)
        twice = "-twice" if self.cycles == 2 else ""
        return f"{folder}/{stem(self.rules)}-{size}{twice}.xlsx"

    @property
    def plan(self) -> Plan:
        """The plan of the workbook."""
        once = self.players - 1 + self.players % 2
        rounds = self.rounds or self.cycles * once
        return empty(self.format, self.rules, self.players, rounds, language=self.language)


def shipped() -> Iterator[Template]:
    """The templates that are committed."""
    for (rules, language), (players, rounds) in product(SHIPPED.items(), SHIPPED_SIZES):
        yield Template(rules, language, players, rounds)


def every() -> Iterator[Template]:
    """Every rule set, size and language."""
    for language, rules in product(LANGUAGES, RULES):
        for players, cycles in product(ROUND_ROBIN, (1, 2)):
            yield Template(rules, language, players, cycles=cycles)
        for players, rounds in SWISS:
            yield Template(rules, language, players, rounds)


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
            games.append(Game(number, red, black, RESULT_BY_CODE[code], board=board))
    return Event(
        tuple(players),
        tuple(games),
        name="示例循环赛",
        format="round-robin",
        rounds=7,
        start=date(2026, 3, 7),
        end=date(2026, 3, 8),
    )


def examples() -> Iterator[tuple[str, Plan]]:
    """The filled workbooks: path in the folder and what each holds."""
    yield "examples/us-championship-2025.xlsx", filled(us_championship(), load("fide@2025-10-01"))
    yield "examples/tec-swiss-2023.xlsx", filled(tec_swiss(), load("fide@2022-01-01"))
    for rules in INVENTED:
        yield f"examples/{rules}.xlsx", filled(invented(rules), load(rules), language="zh")


def made(template: Template) -> bytes:
    """The file of a template."""
    return to_bytes(build(template.plan), template.language)


def readme_table() -> str:
    """What is shipped, as the README of the folder shows it: one row per rule set."""
    rows = ["| rule set | language | round robin | Swiss |", "| --- | --- | --- | --- |"]
    for rules, language in SHIPPED.items():
        names = [Template(rules, language, *size).name for size in SHIPPED_SIZES]
        links = " | ".join(f"[`{name}`]({name})" for name in names)
        rows.append(f"| `{rules}` | {LANGUAGE[language].name} | {links} |")
    return "\n".join(rows)


def main(folder: Path = HERE, *, whole: bool = False) -> None:
    """Write every workbook below a folder, on all cores."""
    listed = tuple(every() if whole else shipped())
    files = {name: to_bytes(build(plan), plan.language) for name, plan in examples()}
    with ProcessPoolExecutor() as several:
        found = several.map(made, listed, chunksize=8)
        files |= {one.name: data for one, data in zip(listed, found, strict=True)}
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        print(path)


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("folder", nargs="?", type=Path, default=HERE)
    asked.add_argument(
        "--all", type=Path, metavar="FOLDER", help="write every rule set, size and language there"
    )
    asked.add_argument(
        "--evidence", type=Path, metavar="FILE", help="write the workbook that is sent to members"
    )
    asked.add_argument("--table", action="store_true", help="print the table of the README")
    options = asked.parse_args()
    if options.table:
        print(readme_table())
    elif options.evidence:
        options.evidence.write_bytes(evidence.to_file())
    else:
        main(options.all or options.folder, whole=options.all is not None)
