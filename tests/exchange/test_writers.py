"""What `convert` writes is read back as the same event; what has no place there is told."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from workbooks import EVENTS, complete_round_robin, games, random_event

from xlrating.cli import main, outputs
from xlrating.engine.errors import EventError
from xlrating.engine.event import Event, Player
from xlrating.engine.results import RESULTS, Kind
from xlrating.engine.texts import say
from xlrating.exchange import read_trf
from xlrating.exchange.csv_writer import write_csv
from xlrating.exchange.trf_writer import write_trf
from xlrating.reading import read

REAL = [
    *sorted(EVENTS.glob("*/event.trf")),
    *sorted(EVENTS.glob("*/crosstable.*")),
    EVENTS / "us-championship-2025" / "games.csv",
]
#: Events as nobody plays them: missing games, byes, forfeits, results that arbiters gave.
RANDOM = [
    *(random_event(seed, 2 + seed % 15, 1 + seed % 9) for seed in range(40)),
    *(complete_round_robin(seed, 4 + seed) for seed in range(4)),
]


def lines(event: Event) -> Counter[tuple[int, int, int | None, str]]:
    """The games, whatever their order; one postponed and one not yet played are the same there."""
    return Counter(
        (game.round, game.white, game.black, game.result.code.replace("POSTPONED", ""))
        for game in event.games
    )


def said(event: Event) -> tuple[object, ...]:
    """What is said of an event besides players, games and facts."""
    return (
        event.name, event.place, event.start, event.end, event.rules, event.pace, event.format,
        event.says_format, event.tie_breaks, event.table_rounds,
    )  # fmt: skip


def in_trf(event: Event, folder: Path) -> Event:
    """The event written as TRF and read back."""
    path = folder / "event.trf"
    path.write_text(write_trf(event).text, "utf-8")
    return read_trf(path)


def in_csv(event: Event, folder: Path) -> Event:
    """The event written as two tables and read back."""
    written = write_csv(event)
    (folder / "cup-games.csv").write_text(written.games, "utf-8")
    (folder / "cup-players.csv").write_text(written.players, "utf-8")
    return read(folder / "cup-games.csv")


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.parent.name)
def test_real_events_come_back(path: Path, tmp_path: Path) -> None:
    """Players, games, format and dates of every real event; what is lost is what it says."""
    event = read(path)
    found = in_trf(event, tmp_path)
    assert lines(found) == lines(event)
    assert found.players == tuple(replace(player, k=None) for player in event.players)
    assert (found.name, found.place, found.start, found.end, found.format, found.rounds) == (
        event.name, event.place, event.start, event.end, event.format, event.table_rounds,
    )  # fmt: skip
    lost = set(write_trf(event).lost)
    assert lost <= {"k", "approved"}
    assert dict(found.facts) == {k: v for k, v in event.facts.items() if k not in lost}
    table = in_csv(event, tmp_path)
    assert (table.players, lines(table)) == (event.players, lines(event))
    assert said(table) == said(event)
    assert table.facts == event.facts


@pytest.mark.parametrize("number", range(len(RANDOM)))
def test_random_events_come_back(number: int, tmp_path: Path) -> None:
    """Every result there is, in any order, with gaps."""
    event = RANDOM[number]
    whole = replace(
        event,
        players=tuple(
            replace(p, rating=p.rating and Decimal(int(p.rating)), facts={}) for p in event.players
        ),
        games=tuple(game for game in event.games if not game.playoff),
    )
    found = in_trf(whole, tmp_path)
    assert lines(found) == lines(whole)
    assert [(p.no, p.name, p.rating, p.sex) for p in found.players] == [
        (p.no, p.name, p.rating, p.sex) for p in whole.players
    ]
    table = in_csv(event, tmp_path)
    assert table.games == event.games
    assert table.players == event.players


def test_each_result_has_its_code(tmp_path: Path) -> None:
    """TRF16, the codes of results: 1 = 0, + -, W D L, H U Z, a blank; each comes back as it is."""
    for result in RESULTS:
        if result.code == "POSTPONED":  # there is one code for a game without result
            continue
        other = None if result.kind is Kind.BYE else 2
        event = Event((Player(1, "A"), Player(2, "B")), games((1, 1, other, result.code)))
        assert in_trf(event, tmp_path).games == event.games, result.code


def test_columns_are_those_of_fide() -> None:
    """TRF16: sex in column 10, title 11-13, name 15-47, rating 49-52, and so on to round 1 at 92."""
    people = (
        Player(1, "Müller, Anna", Decimal(2412), "1234567", "WGM", "f", "GER", 1990),
        Player(22, "B", None),
    )
    event = Event(people, games((1, 1, 22, "½-½")), start=date(2026, 3, 1))
    line = write_trf(event).text.splitlines()[-2]
    expected = {
        (1, 3): "001", (5, 8): "1", (10, 10): "w", (11, 13): "WGM", (15, 47): "Müller, Anna",
        (49, 52): "2412", (54, 56): "GER", (58, 68): "1234567", (70, 79): "1990/00/00",
        (81, 84): "0.5", (86, 89): "1", (92, 95): "22", (97, 97): "w", (99, 99): "=",
    }  # fmt: skip
    assert {at: line[at[0] - 1 : at[1]].strip() for at in expected} == expected
    assert "042 2026/03/01" in write_trf(event).text


def test_the_report_says_the_kind_of_event() -> None:
    """TRF16, 092: a Swiss, said or taken for one, as the sheet TRF has it; not where that is asked."""
    swiss = replace(random_event(3, 12, 4), format="swiss", says_format=False)
    assert "092 Individual: Swiss-System\n" in write_trf(swiss).text
    met_all = replace(complete_round_robin(1, 6), format="swiss", says_format=False)
    assert "092" not in write_trf(met_all).text


def test_what_would_stand_there_as_something_else_is_refused() -> None:
    """Four columns hold a whole rating: 1850.5 (cxa-rapid) would be another number."""
    for player in (
        Player(1, "A", Decimal("1850.5")),
        Player(1, "A", Decimal(12345)),
        Player(12345, "A"),
    ):
        with pytest.raises(EventError):
            write_trf(Event((player,)))
    twice = Event((Player(1), Player(2)), games((1, 1, 2, "1-0"), (1, 2, 1, "1-0")))
    with pytest.raises(EventError, match="player 2 appears twice in round 1"):
        write_trf(twice)


def test_what_has_no_place_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Promise: nothing is lost without a word, in the language asked for; the rest is written."""
    (tmp_path / "cup-games.csv").write_text(
        "round,white,black,result,playoff\n1,1,2,1-0,\n2,2,1,1-0,x\n", "utf-8"
    )
    (tmp_path / "cup-players.csv").write_text(f"no,name,k\n1,{'x' * 40},40\n2,Bob,\n", "utf-8")
    out = tmp_path / "cup.trf"
    words = ["convert", str(tmp_path / "cup-games.csv"), "-o", str(out)]
    assert main([*words, "--language", "ru"]) == 0
    told = capsys.readouterr()
    heads = [say("ru", key) for key in ("col_playoff", "col_name", "col_k_given")]
    assert f"нет места для {', '.join(f'{head} (1)' for head in heads)}:" in told.err
    assert f"{out}: 2 игрока, 2 партии" in told.out
    assert [player.name for player in read(out).players] == ["x" * 33, "Bob"]
    # Never over a file, unless so said, nor over what is read.
    assert main(words) == 2
    assert main([*words, "--force"]) == 0
    assert main(["convert", str(out), "-o", str(out), "--force"]) == 2


def test_a_list_of_games_is_written_with_its_players(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The two tables are found together again; names that look like formulas stay texts."""
    (tmp_path / "cup.trf").write_text(
        write_trf(
            Event((Player(1, "=1+1", Decimal(2000)), Player(2, "@b")), games((1, 1, 2, "1-0")))
        ).text
    )
    source = str(tmp_path / "cup.trf")
    assert main(["convert", source, "-o", str(tmp_path / "cup.csv")]) == 2
    assert "games.csv or X-games.csv" in capsys.readouterr().err
    assert main(["convert", source, "-o", str(tmp_path / "cup-games.csv")]) == 0
    assert "'=1+1" in (tmp_path / "cup-players.csv").read_text("utf-8")
    found = read(tmp_path / "cup-games.csv")
    assert [player.name for player in found.players] == ["=1+1", "@b"]
    assert found.players[0].rating == 2000


def test_an_event_becomes_a_template(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """An event of another program, in formulas: what is typed on is calculated on."""
    path, out = EVENTS / "swiss-online" / "event.trf", tmp_path / "cup.xlsx"
    assert main(["convert", str(path), "-o", str(out)]) == 2
    assert "--rules fide" in capsys.readouterr().err
    assert main(["convert", str(path), "-o", str(out), "--rules", "fide"]) == 0
    found = read(out)
    assert lines(found) == lines(read(path))
    assert main(["check", str(out)]) == 0


def test_players_are_put_before_their_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: stopped between two files, no games stand beside the players of another event."""
    put: list[str] = []
    monkeypatch.setattr(outputs, "write_together", lambda files, force: put.extend(map(str, files)))
    event = Path(__file__).parents[1] / "events" / "swiss-52-players" / "event.trf"
    assert main(["convert", str(event), "-o", str(tmp_path / "cup-games.csv")]) == 0
    assert [Path(one).name for one in put] == ["cup-players.csv", "cup-games.csv"]
