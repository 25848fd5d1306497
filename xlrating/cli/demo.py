"""The command that writes a small federation to try everything on."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from ..engine.errors import ArgumentError
from ..engine.event import Event, Game, Player
from ..engine.problem import refusal
from ..engine.results import RESULT_BY_CODE
from ..engine.rules.ruleset import load
from ..engine.texts import say
from ..engine.tournament.berger import pairings
from ..exchange.csv_writer import write_csv
from ..exchange.files import AnyPath, write_together
from ..exchange.trf_writer import write_trf
from ..workbook.templates import filled
from .answering import wrote
from .outputs import workbook

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

#: Nobody is called so: the players, the strongest first.
NAMES = ("Amber", "Basil", "Cedar", "Dahlia", "Elm", "Fern", "Ginger", "Hazel")
#: As Basil is called in one event, where nobody knew the number.
OTHER_NAME = "Basilikum"
RULES = "fide@2025-10-01"

#: The two mistakes: the file, what stands there, and what should.
MISTAKES = (
    ("list.csv", "1003,Cedar,1990,50,2OOO", "1003,Cedar,1990,50,2000"),
    ("events/club-games.csv", "1,1,4,1-O", "1,1,4,1-0"),
)


def demo(options: argparse.Namespace) -> int:
    """Write a small federation to try everything on, with two mistakes in it, and say how."""
    top, found = Path(options.folder), files(options.language)
    if top.exists() and (not top.is_dir() or any(top.iterdir())):
        raise refusal(ArgumentError, "opt_demo_folder", str(top))
    for name in found:
        (top / name).parent.mkdir(parents=True, exist_ok=True)
    together: dict[AnyPath, bytes] = {top / name: data for name, data in found.items()}
    write_together(together)
    wrote(together)
    told = found["README.txt"].decode("utf-8")
    print(told, end="")
    return 0


def files(language: str = "en") -> dict[str, bytes]:
    """The files by their names in the folder."""
    players = [
        Player(no, name, Decimal(2300 - 100 * no), id=str(1000 + no), born=1990, games=50)
        for no, name in enumerate(NAMES, 1)
    ]
    rows = [f"{one.id},{one.name},{one.born},{one.games},{one.rating}\n" for one in players]
    games, own, _ = write_csv(_event(players[:4], "Club championship", date(2026, 1, 10)))
    report, _ = write_trf(_event(players[2:6], "Winter open", date(2026, 1, 24)))
    texts = {
        "list.csv": "id,name,born,games,rating\n" + "".join(rows),
        # One person under two names: what the register of a federation is for.
        "register.csv": f"id,other names\n1002,{OTHER_NAME}\n",
        "events/club-games.csv": games,
        "events/club-players.csv": own.replace(",1002,Basil,", f",,{OTHER_NAME},"),
        "events/winter.trf": report,
        "README.txt": say(language, "demo_readme"),
    }
    for file, wrong, right in MISTAKES:
        texts[file] = texts[file].replace(right, wrong, 1)
    february = filled(
        _event(players[4:], "February cup", date(2026, 2, 14)), load(RULES), language=language
    )
    found = {name: text.encode("utf-8") for name, text in texts.items()}
    return {**found, "events/february.xlsx": workbook(february)}


def _event(players: Sequence[Player], name: str, start: date) -> Event:
    """A round robin of these players: the better number wins, and every third game is drawn."""
    games = [
        Game(number, white, black, RESULT_BY_CODE[_result(white, black)])
        for number, pairs in enumerate(pairings(len(players)), 1)
        for white, black in pairs
    ]
    numbered = tuple(replace(one, no=no) for no, one in enumerate(players, 1))
    return Event(
        numbered, tuple(games), name=name, format="round-robin", rounds=len(players) - 1,
        start=start, end=start + timedelta(days=1), rules=RULES,
    )  # fmt: skip


def _result(white: int, black: int) -> str:
    if (white + black) % 3 == 0:
        return "½-½"
    return "1-0" if white < black else "0-1"
