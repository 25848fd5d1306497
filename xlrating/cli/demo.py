"""The command demo: writes a small federation for trying everything."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ..engine.errors import ArgumentError
from ..engine.event import Event, Game, Player
from ..engine.problem import make_error
from ..engine.results import RESULT_BY_CODE
from ..engine.rules.ruleset import load
from ..engine.texts import say
from ..engine.tournament.berger import pairings
from ..exchange.csv_writer import write_csv
from ..exchange.files import AnyPath, write_together
from ..exchange.trf_writer import write_trf
from ..workbook.file.grid import Book, Cell, Sheet
from ..workbook.file.writer import to_bytes
from ..workbook.templates import filled
from .answering import wrote
from .outputs import workbook

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from ..workbook.file.grid import Value

#: Fictional players, the strongest first.
NAMES = ("Amber", "Basil", "Cedar", "Dahlia", "Elm", "Fern", "Ginger", "Hazel")
#: Basil's name in an event where nobody knew his ID.
OTHER_NAME = "Basilikum"
RULES = "fide@2025-10-01"

#: The two mistakes: the file, the wrong text, and the right one.
MISTAKES = (
    ("mistakes/list.csv", "1003,Cedar,1990,50,2OOO", "1003,Cedar,1990,50,2000"),
    ("mistakes/events/club-games.csv", "1,1,4,1-O", "1,1,4,1-0"),
)

#: FIDE's required facts about an event: for a standard one, and for a rapid one.
FACTS = {"minutes": 90, "increment": 30, "chief_arbiter": "Juniper", "approved": "yes"}
RAPID = FACTS | {"minutes": 25, "increment": 5}

#: The settings for making a month's list, and a federation's own rules.
PERIOD = """rules = "fide"
rapid = ["*winter*"]
ledger = "../ledger.csv"
kind = "csv"
publish = "site"
title = "Our federation"
"""
FEDERATION = """extends = "fide"
id = "federation"
names.en = "Our federation"
names.zh = "本协会"
names.ru = "Наша федерация"
source = "Statutes of our federation, 2026"

[coefficient]
clause = "§ 3"
most = 0
[[coefficient.rows]]
k = 30
summary.en = "everybody"
"""
#: The columns of FIDE's list.
_FIDE = (
    "ID Number      Name                                                         Fed Sex Tit  "
    "WTit OTit           SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)


def demo(options: argparse.Namespace) -> int:
    """Write a small federation for trying everything, with two mistakes in it, and say how."""
    top, found = Path(options.folder), files(options.written)
    if top.exists() and (not top.is_dir() or any(top.iterdir())):
        raise make_error(ArgumentError, "opt_demo_folder", str(top))
    for name in found:
        (top / name).parent.mkdir(parents=True, exist_ok=True)
    together: dict[AnyPath, bytes] = {top / name: data for name, data in found.items()}
    write_together(together)
    wrote(together)
    told = found["README.txt"].decode("utf-8")
    print(told, end="")
    return 0


def files(language: str = "en") -> dict[str, bytes]:
    """The files of the demo by their paths in its folder."""
    players = [
        Player(no, name, Decimal(2300 - 100 * no), id=str(1000 + no), born=1990, games=50)
        for no, name in enumerate(NAMES, 1)
    ]
    club = _event(players[:4], "Club championship", date(2026, 1, 10))
    winter = _event(players[2:6], "Winter open", date(2026, 1, 24))
    february = _event(players[4:], "February cup", date(2026, 2, 14))
    spring = _event(players[2:6], "Spring open", date(2026, 3, 14))
    unfinished = replace(spring, games=tuple(
        game if game.round < spring.rounds else replace(game, result=RESULT_BY_CODE[""])
        for game in spring.games
    ))  # fmt: skip
    heads = ("id", "name", "born", "games", "rating")
    rows = [(one.id, one.name, one.born, one.games, one.rating) for one in players]
    games, own, _ = write_csv(club)
    texts = {
        "list.csv": _csv(heads, rows),
        # One person under two names, which a federation's ledger resolves.
        "ledger.csv": "date,id,name,what,old,new,reason\n"
        f"2026-01-12,1002,Basil,other name,,{OTHER_NAME},so entered at the club championship\n",
        "games.csv": _games((winter, february)),
        "players_list.txt": "\n".join([_FIDE, *map(_fide_line, players), ""]),
        "federation.toml": FEDERATION,
        "events/club-games.csv": games,
        "events/club-players.csv": own.replace(",1002,Basil,", f",,{OTHER_NAME},"),
        "events/winter.trf": write_trf(winter)[0],
        "spring.trf": write_trf(unfinished)[0],
        "monthly/period.toml": PERIOD,
        "monthly/2026-01-01.csv": _csv((*heads, "rapid_rating"), [(*row, "") for row in rows]),
        "monthly/2026-01/winter.trf": write_trf(replace(winter, facts=RAPID))[0],
        "README.txt": say(language, "demo_readme"),
    }
    for file, wrong, right in MISTAKES:
        texts[file] = texts[file.partition("/")[2]].replace(right, wrong, 1)
    texts["mistakes/events/club-players.csv"] = texts["events/club-players.csv"]
    found = {name: text.encode("utf-8") for name, text in texts.items()}
    filled_in = workbook(filled(february, load(RULES), language=language))
    return found | {
        "events/february.xlsx": filled_in,
        "monthly/2026-02/february.xlsx": filled_in,
        "list.xlsx": _plain_book("2026", [heads, *rows]),
        "own.xlsx": _plain_book("Winter open", list(_crosstable(winter))),
    }


def _csv(heads: Sequence[object], rows: Sequence[Sequence[object]]) -> str:
    return "".join(",".join(map(str, row)) + "\n" for row in (heads, *rows))


def _games(events: Sequence[Event]) -> str:
    """The games of several events as one CSV file."""
    heads = ("event", "date", "round", "white", "black", "result")
    return _csv(heads, [
        (one.name, one.start, game.round, one.by_no[game.white].id,
         one.by_no[game.black or 0].id, game.result.code)
        for one in events for game in one.games
    ])  # fmt: skip


def _fide_line(player: Player) -> str:
    rating = f"{player.rating}  3   20 "
    return (
        f"{player.id:15}{player.name:61}MAS M   {'':25}{rating}{'0     0   0  ' * 2}{player.born}  "
    )


def _crosstable(event: Event) -> Iterator[Sequence[object]]:
    """A crosstable as clubs keep it, with opponent, colour and result in one cell."""
    rounds = range(1, event.rounds + 1)
    yield ("No", "Name", "Rtg", *rounds, "Pts")
    for player in event.players:
        cells, points = list[str](), Decimal(0)
        for game in sorted(event.games, key=lambda one: one.round):
            if player.no in (game.white, game.black):
                is_white = player.no == game.white
                score = game.result.white if is_white else game.result.black
                points += score or 0
                other = game.black if is_white else game.white
                sign = {Decimal(0): "0", Decimal(1): "1"}.get(score or Decimal(0), "½")
                cells.append(f"{other}{'w' if is_white else 'b'}{sign}")
        yield (player.no, player.name, player.rating, *cells, points)


def _plain_book(name: str, rows: Sequence[Sequence[object]]) -> bytes:
    """A workbook with a single table, as people make them."""
    sheet = Sheet(name, locked=False)
    for row, cells in enumerate(rows):
        for col, value in enumerate(cells):
            sheet.put(row, col, Cell(cast("Value", value)))
    return to_bytes(Book(title=name, sheets=[sheet]))


def _event(players: Sequence[Player], name: str, start: date) -> Event:
    """A round robin of these players: the lower number wins, and every third game is drawn."""
    games = [
        Game(number, white, black, RESULT_BY_CODE[_result(white, black)])
        for number, pairs in enumerate(pairings(len(players)), 1)
        for white, black in pairs
    ]
    numbered = tuple(replace(one, no=no) for no, one in enumerate(players, 1))
    return Event(
        numbered, tuple(games), name=name, format="round-robin", rounds=len(players) - 1,
        start=start, end=start + timedelta(days=1), rules=RULES, facts=FACTS,
    )  # fmt: skip


def _result(white: int, black: int) -> str:
    if (white + black) % 3 == 0:
        return "½-½"
    return "1-0" if white < black else "0-1"
