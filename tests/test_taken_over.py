"""`new --from EVENT`: events of other programs go on in a template, half played as they are."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from workbooks import EVENTS, complete_round_robin, random_event, write

from xlrating.cli import main
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.results import RESULT_BY_CODE
from xlrating.engine.rules.ruleset import load
from xlrating.exchange import open_sheets
from xlrating.exchange.trf_writer import write_trf
from xlrating.reading import read
from xlrating.workbook.compare import check
from xlrating.workbook.reader import read_contents
from xlrating.workbook.templates import empty, resized, taken_over

REAL = [
    *sorted(EVENTS.glob("*/event.trf")),
    *sorted(EVENTS.glob("*/crosstable.*")),
    EVENTS / "us-championship-2025" / "games.csv",
]


def lines(event: Event) -> Counter[tuple[int, int, int | None, str]]:
    """The games, whatever their order."""
    return Counter((g.round, g.white, g.black, g.result.code) for g in event.games)


def taken(source: Path, folder: Path, *words: str) -> Event:
    """The event of the template that is made out of a file, in which no cell is wrong."""
    format = "round-robin" if read(source).is_round_robin else "swiss"
    out = folder / f"{source.stem}-new.xlsx"
    rules = "fide:list=rapid" if "chess-results" in source.parent.name else "fide"
    named = ["new", format, "--rules", rules, "--from", str(source), "-o", str(out)]
    assert main([*named, *words]) == 0
    assert check(open_sheets(out)).differences == ()
    return read(out)


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.parent.name)
def test_real_events_are_taken_over(path: Path, tmp_path: Path) -> None:
    """Promise: all events in tests/events become templates and are read back equal."""
    event, found = read(path), taken(path, tmp_path)
    assert lines(found) == lines(event)
    keys = ["no", "name", "rating", "id", "title", "federation", "k"]
    # An edition without ages does not ask for them.
    keys += ["born"] if any(player.born for player in found.players) else []
    assert [[getattr(p, key) for key in keys] for p in found.players] == [
        [getattr(p, key) for key in keys] for p in event.players
    ]
    assert (found.name, found.place, found.start, found.end, found.rounds, found.format) == (
        event.name, event.place, event.start, event.end, event.table_rounds, event.format,
    )  # fmt: skip


def half(event: Event) -> Event:
    """The event up to its third round, which is paired and not played, of so many rounds."""
    games = [game for game in event.games if game.round <= 3]
    nothing = RESULT_BY_CODE[""]
    games = [
        replace(game, result=nothing) if game.round == 3 and game.black else game
        for game in games
        if game.round < 3 or game.black
    ]
    return replace(event, games=tuple(games), rounds=event.table_rounds)


@pytest.mark.parametrize("kind", ["swiss", "round-robin"])
def test_half_played_as_they_are(kind: str, tmp_path: Path) -> None:
    """Games without result stay pairings to be played; there is room for players and rounds."""
    event = half(random_event(3, 9, 6) if kind == "swiss" else complete_round_robin(2, 6))
    whole = replace(event, players=tuple(replace(p, k=None) for p in event.players))
    path = tmp_path / "half.trf"
    path.write_text(write_trf(whole).text, "utf-8")
    found = taken(path, tmp_path, "--players", "12")
    expected = lines(read(path))
    if kind == "round-robin":
        # Those to come follow the table of Berger.
        assert len(found.games) == 15
        assert lines(found) - expected == Counter(
            line for line in lines(found) if line[0] > 3 and line[3] == ""
        )
        expected = lines(found)
    assert lines(found) == expected
    assert sum(game.round == 3 and not game.result.code for game in found.games) >= 3
    assert found.rounds == event.table_rounds


@pytest.mark.parametrize("by_berger", [True, False])
def test_a_round_robin_goes_on_to_its_last_round(by_berger: bool, tmp_path: Path) -> None:
    """Four players meet twice and have played two rounds; and so do those of another pairing.

    By the table of Berger the games to come are paired, else there are lines to pair them in.
    """
    event = complete_round_robin(5, 4, 2)
    games = [game for game in event.games if game.round <= 2]
    if not by_berger:
        games = [replace(game, round=3 - game.round) for game in games]
    people = tuple(replace(player, k=None) for player in event.players)
    event = replace(event, players=people, games=tuple(games), rounds=6)
    plan = taken_over(event, load("elo"))
    assert plan.game_rows == 12 and plan.rounds == plan.own_rounds == 6
    found = Counter(line.round for line in plan.lines if line)
    assert found == Counter({1: 2, 2: 2} | (dict.fromkeys(range(3, 7), 2) if by_berger else {}))
    assert Counter(games) <= Counter(line for line in plan.lines if line)
    pairs = Counter((line.white, line.black) for line in plan.lines if line)
    assert all(count == 1 for count in pairs.values())
    # What is made of it is read again, free lines and all.
    path = write(plan, tmp_path / "on.xlsx")
    assert check(open_sheets(path)).differences == ()
    assert len(read_contents(open_sheets(path)).lines) == 12


def test_what_it_says(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Fewer rounds than were played are refused; a workbook's players go into the next event."""
    source, out = EVENTS / "swiss-online" / "event.trf", tmp_path / "new.xlsx"
    words = ["new", "swiss", "--rules", "fide", "--from", str(source), "-o", str(out)]
    assert main([*words, "--rounds", "1"]) == 2
    assert "the event already has" in capsys.readouterr().err
    assert main([*words, "--tie-breaks", "SB"]) == 0
    assert " games" in capsys.readouterr().out
    assert read(out).tie_breaks == ("SB",)
    words[words.index(str(source))] = str(out)
    words[-1] = str(tmp_path / "next.xlsx")
    assert main(words) == 0
    assert read(words[-1]).games == ()
    # What is wrong with an event is said as such.
    broken = tmp_path / "broken.trf"
    broken.write_text(source.read_text("utf-8").replace("w 1", "w 0", 1), "utf-8")
    words[words.index(str(out))] = str(broken)
    assert main([*words, "--force"]) == 2
    assert "broken.trf, line" in capsys.readouterr().err


@pytest.mark.in_turn
@pytest.mark.parametrize("kind", ["swiss", "round-robin"])
def test_a_file_fitted_to_its_players(kind: str, tmp_path: Path) -> None:
    """`convert --fit`: the same event and the same file, without places, lines, rounds left free."""
    whole = complete_round_robin(2, 5) if kind == "round-robin" else half(random_event(3, 9, 6))
    template = empty(
        kind, "elo", 6 if kind == "round-robin" else 30, 7 if kind == "swiss" else None
    )
    event = replace(whole, rules=template.rules.reference)
    plan = resized(
        event, template.rules, template.numbers, 7, 120, (*event.games, None), language="ru"
    )
    large, fit = write(plan, tmp_path / "large.xlsx"), tmp_path / "fit.xlsx"
    assert main(["convert", str(large), "-o", str(fit), "--fit"]) == 0
    assert lines(read(fit)) == lines(read(large)) and read(fit).players == read(large).players
    checked, contents = check(open_sheets(fit)), read_contents(open_sheets(fit))
    assert checked.differences == () and contents.file_language == "ru"
    assert contents.numbers == tuple(player.no for player in event.players)
    assert None not in contents.lines and contents.rounds == event.rounds


def test_only_a_template_is_fitted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A report has no free places: somebody meant another output."""
    source = EVENTS / "us-championship-2025" / "games.csv"
    assert main(["convert", str(source), "-o", str(tmp_path / "out.trf"), "--fit"]) == 2
    assert "name an output that ends in .xlsx" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_day_of_an_event_may_be_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Findings: a list of games without its day could be rated with --day, but become no template."""
    games, out = tmp_path / "games.csv", tmp_path / "out.xlsx"
    games.write_text("round,white,black,result\n1,1,2,1-0\n", "utf-8")
    (tmp_path / "players.csv").write_text(
        "no,name,rating,born\n1,A,1500,2010\n2,B,1600,\n", "utf-8"
    )
    words = ["new", "swiss", "--rules", "fide", "--players", "6", "-o", str(out), "--force"]
    assert main([*words, "--from", str(games)]) == 2
    assert (
        "enter the day of the event (--day; in a template, sheet Start)" in capsys.readouterr().err
    )
    for source in (["--from", str(games)], []):
        assert main([*words, *source, "--day", "2022-05-02"]) == 0
        assert check(open_sheets(out)).differences == ()
        found = read(out)
        assert (found.start, found.end) == (date(2022, 5, 2), None)
        assert (found.rules, len(found.games)) == ("fide@2022-01-01", len(source) // 2)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("format", "size"), [("swiss", ("--players", "10", "--rounds", "5")),
                         ("round-robin", ("--players", "6", "--rounds", "10"))],
)  # fmt: skip
def test_next_month_is_as_the_last(
    format: str, size: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: next month without retyping: the language and size of the workbook stay."""
    april, may = tmp_path / "april.xlsx", str(tmp_path / "may.xlsx")
    new = ["new", format, "--rules", "fide"]
    assert main([*new, *size, "--language", "ru", "-o", str(april)]) == 0
    assert main([*new, "--from", str(april), "-o", may]) == 0
    found, before = read_contents(open_sheets(may)), read_contents(open_sheets(april))
    assert (found.language, found.numbers, found.rounds) == ("ru", before.numbers, before.rounds)
    assert main([*new, "--from", str(april), "--players", "8", "-o", may, "--force"]) == 0
    assert len(read_contents(open_sheets(may)).numbers) == 8
    players = tmp_path / "list.csv"
    players.write_text("name,rating\nAnn,2000\nBob,1900\nCai,1800\n")
    capsys.readouterr()
    assert main([*new, "--from", str(players), "--players", "2", "-o", may, "--force"]) == 2
    assert "you asked for 2 places, but 3 players" in capsys.readouterr().err


def test_what_next_month_does_not_know_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: no rating of a half-played event, and no result that waits, is taken in silence."""
    people = (
        Player(1, "Ann", Decimal(2000), games=40), Player(2, "Bob", Decimal(1900), games=40),
        Player(3, "Cai"), Player(4, "Dan", Decimal(1800), games=40),
    )  # fmt: skip
    played = (
        Game(1, 1, 2, "1-0"), Game(1, 3, 4, "½-½"),
        Game(2, 1, 4, ""), Game(2, 2, 3, ""),
    )  # fmt: skip
    event = Event(people, played, "April", rounds=2, start=date(2025, 11, 1))
    april = write(taken_over(event, load("fide")), tmp_path / "april.xlsx")
    new = ["new", "swiss", "--rules", "fide", "--from", str(april), "-o"]
    assert main([*new, str(tmp_path / "may.xlsx")]) == 0
    said = capsys.readouterr().err
    assert "games without result, this one first: 2" in said
    assert "left out: Cai;" in said
    assert main(["rate", str(april), "-o", str(tmp_path / "rated.xlsx")]) == 0
    assert "\n3 Cai: No first rating yet: 1 of 5 games" in capsys.readouterr().out
