"""A list knows the events that it counts: none is rated twice without a word."""

from __future__ import annotations

import csv
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from workbooks import complete_round_robin, random_event, write

from xlrating.cli import main
from xlrating.event import Event, Game, Kind
from xlrating.ruleset import load
from xlrating.workbook.plan import filled

RULES = ("fide", "malaysia", "elo", "china-pro")
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
    games[at] = Game(games[at].round, games[at].white, games[at].black, code)  # type: ignore[arg-type]
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
        _write_csv(folder / f"{made.end} {stem}.csv", made)


def _write_csv(path: Path, made: Event) -> None:
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


# --- what the issue is about ------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
@pytest.mark.parametrize("rules", RULES)
def test_a_folder_that_is_rated_twice(
    rules: str, ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a list that counts an event refuses it by name; the list before it does not."""
    listed = write_list(LEAGUE, tmp_path / "list.csv")
    send(tmp_path / "sent", "league", LEAGUE, "csv")
    target = tmp_path / f"next.{ending}"
    assert make(listed, tmp_path / "sent", target, "--rules", rules) == 0
    capsys.readouterr()
    assert make(target, tmp_path / "sent", tmp_path / "again.xlsx", "--rules", rules) == 2
    err = capsys.readouterr().err
    assert "2025-10-05 league.csv: the list already counts this event" in err
    assert not (tmp_path / "again.xlsx").exists()
    # The same list again, from the one before it.
    assert make(listed, tmp_path / "sent", target, "--rules", rules, "--force") == 0


@pytest.mark.parametrize("second", FORMATS)
@pytest.mark.parametrize("first", FORMATS)
def test_an_event_that_is_sent_again_in_another_format(
    first: str, second: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: months later, in any format, it is the same event."""
    swiss = replace(random_event(3, 12, 5), name="Open", start=LEAGUE.start, end=LEAGUE.end)
    games = [g for g in swiss.games if g.result.kind is not Kind.POSTPONED]
    people = tuple(replace(p, id=str(90_000 + p.no)) for p in swiss.players)
    swiss = replace(swiss, games=tuple(games), players=people)
    listed = write_list(swiss, tmp_path / "list.csv")
    send(tmp_path / "1", "open", swiss, first)
    assert make(listed, tmp_path / "1", tmp_path / "l1.csv", "--rules", "fide") == 0
    league = replace(later(LEAGUE, 30), players=swiss.players[:8])
    send(tmp_path / "2", "league", league, second)
    assert make(tmp_path / "l1.csv", tmp_path / "2", tmp_path / "l2.xlsx", "--rules", "fide") == 0
    send(tmp_path / "3", "blitz", later(corrected(LEAGUE, 0, "0-1"), 60), second)
    send(tmp_path / "3", "left behind", swiss, second)
    capsys.readouterr()
    assert make(tmp_path / "l2.xlsx", tmp_path / "3", tmp_path / "l3.csv", "--rules", "fide") == 2
    err = capsys.readouterr().err
    assert err.count("already counts") == 1
    assert "left behind" in err and "open" in err
