"""Lists and events as files of every kind, for the tests of a federation's lists."""

from __future__ import annotations

import csv
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

from workbooks import complete_round_robin, write

from xlrating.cli import main
from xlrating.engine.event import Event, Game
from xlrating.engine.results import Kind
from xlrating.engine.rules.ruleset import load
from xlrating.workbook.templates import filled

FORMATS = ("csv", "trf", "xlsx")

LEAGUE = complete_round_robin(5, 8)
LEAGUE = replace(
    LEAGUE,
    name="League",
    start=date(2025, 10, 3),
    end=date(2025, 10, 5),
    players=tuple(
        replace(
            p,
            id=str(90_000 + p.no),
            rating=Decimal(2000 + 10 * p.no),
            k=None,
            peak=None,
            born=1990,
            games=50,
        )
        for p in LEAGUE.players
    ),
)


def later(made: Event, days: int) -> Event:
    """The event so many days later."""
    assert made.start and made.end
    return replace(made, start=made.start + timedelta(days), end=made.end + timedelta(days))


def corrected(made: Event, at: int, code: str) -> Event:
    """The event with another result of one game."""
    games = list(made.games)
    games[at] = Game(games[at].round, games[at].white, games[at].black, code)
    return replace(made, games=tuple(games))


# --- an event as three kinds of files ---------------------------------------------------------


def send(folder: Path, stem: str, made: Event, kind: str) -> None:
    """Put an event into the folder as a file of this kind."""
    folder.mkdir(exist_ok=True)
    assert made.end
    if kind == "xlsx":
        write(filled(made, load("fide@2025-10-01")), folder / f"{stem}.xlsx")
    elif kind == "trf":
        (folder / f"{stem}.trf").write_text(trf(made), "utf-8")
    else:
        write_csv(folder / f"{made.end} {stem}.csv", made)


def write_csv(path: Path, made: Event) -> None:
    """The event as a list of games."""
    names = {player.no: player.id for player in made.players}
    rows = [
        (g.round, names[g.white], names[g.black] if g.black else "", g.result.code)
        for g in made.games
    ]
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("round", "white", "black", "result"), *rows])


_TRF = {
    Kind.PLAYED: {Decimal(1): "1", Decimal("0.5"): "=", Decimal(0): "0"},
    Kind.UNRATED: {Decimal(1): "W", Decimal("0.5"): "D", Decimal(0): "L"},
    Kind.FORFEIT: {Decimal(1): "+", Decimal(0): "-"},
    Kind.BYE: {Decimal(1): "F", Decimal("0.5"): "H", Decimal(0): "Z"},
}


def trf(made: Event) -> str:
    """The event as FIDE's report file."""
    days = [f"042 {made.start:%Y/%m/%d}", f"052 {made.end:%Y/%m/%d}"]
    lines = [f"012 {made.name}", *days]
    for player in made.players:
        cells, points = [], Decimal(0)
        for number in range(1, made.last_round + 1):
            own = [g for g in made.games_of[player.no] if g.round == number]
            if not own or (own[0].result.kind is Kind.POSTPONED):
                cells.append(" " * 8)
                continue
            game, is_white = own[0], own[0].white == player.no
            score = game.result.white if is_white else game.result.black
            points += score or 0
            opponent = game.black if is_white else game.white
            code = _TRF[game.result.kind][score or Decimal(0)]
            if opponent is None:
                cells.append(f"0000 - {code}")
            else:
                cells.append(f"{opponent:4} {'w' if is_white else 'b'} {code}")
        head = f"001 {player.no:4} {'':5}{player.name:33} {player.rating or 0:4} {'':3} "
        head += f"{player.id:>11} {'':10} {points:4.1f} {0:4}  "
        lines.append(head + "  ".join(cells))
    return "\n".join(lines) + "\n"


def write_list(made: Event, path: Path) -> Path:
    """The first list: everybody of an event."""
    rows = [(p.id, p.name, 2000 + 10 * p.no, 50, "GM", "m", 1990, "China") for p in made.players]
    heads = ("id", "name", "rating", "games", "title", "sex", "born", "federation")
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([heads, *rows])
    return path


def make(listed: Path, folder: Path, target: Path, *words: object) -> int:
    """Make the next list."""
    said = ["federation", listed, folder, "-o", target, *words]
    return main([str(word) for word in said])
