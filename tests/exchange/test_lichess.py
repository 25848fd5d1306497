"""What Lichess exports of a Swiss: games as JSON, results without games, the report file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from program_files import LICHESS, LICHESS_ARENA, LICHESS_SWISS

from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event
from xlrating.engine.rating import rate
from xlrating.reading import read

ONLINE = Path(__file__).parents[1] / "events" / "swiss-online" / "event.trf"


def event(folder: Path, text: str, name: str = "a.ndjson") -> Event:
    """The event of a text."""
    (folder / name).write_text(text, "utf-8")
    return read(folder / name)


def test_the_games_of_a_swiss(tmp_path: Path) -> None:
    """The last round comes first, and no game has a number: the times tell the rounds."""
    found = event(tmp_path, LICHESS)
    names = {player.no: player.name for player in found.players}
    assert {(g.round, names[g.white], names[g.black or 0], g.result.code) for g in found.games} == {
        (1, "Ann", "Bob", "1-0"), (1, "Cid", "Dot", "0-1"),
        (2, "Ann", "Dot", "½-½"), (2, "Bob", "Cid", "1-0"),
    }  # fmt: skip
    assert {(p.id, p.name, int(p.rating or 0), p.title) for p in found.players} == {
        ("ann", "Ann", 1650, ""), ("bob", "Bob", 1700, ""),
        ("cid", "Cid", 1500, ""), ("dot", "Dot", 2200, "FM"),
    }  # fmt: skip
    assert (found.format, found.says_rounds, str(found.start)) == ("swiss", False, "2026-01-01")
    assert found.facts == {"minutes": 10, "increment": 5}


def test_aborted_games_are_none(tmp_path: Path) -> None:
    """Nobody moved: no game, and the account says so."""
    found = event(tmp_path, LICHESS.replace('"status":"draw"', '"status":"aborted"'))
    assert len(found.games) == 3
    assert "aborted" in (found.account.unused if found.account else ())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (LICHESS_SWISS, r"a\.ndjson, line 1: .*points but no games; download its games"),
        (LICHESS_ARENA, r"a\.ndjson, line 1: .*arena"),
        (LICHESS.replace('"swiss":"abc12345"', '"tournament":"abc12345"'), "arena"),
        (LICHESS.replace('"swiss":"abc12345"', '"swiss":"other123"', 1), "line 2: the tag swiss"),
        (LICHESS.replace("1767290400000", '"soon"', 1), "line 1: createdAt is 'soon'"),
        (LICHESS.replace('"status":"mate"', '"status":"lost"'), "line 3: the status is 'lost'"),
        (LICHESS.replace('"rating":1650', '"rating":1650.5', 1), "whole number"),
        (LICHESS.replace('"rating":1650', '"rating":1651', 1), "1651"),
        (LICHESS.replace('"name":"Ann",', "", 1), "line 1: .*does not name its white player"),
        (LICHESS.replace('"standard"', '"atomic"'), "'atomic'"),
        (
            LICHESS.replace('"variant"', '"initialFen":"8/8/k7/8/8/K7/8/8 w - -","variant"'),
            "these are games of '8/8.*--ignore initialFen",
        ),
        (LICHESS.replace('"speed":"rapid"', '"speed":"correspondence"'), "--ignore speed"),
        (LICHESS.replace('"winner":"white",', "", 1), "line 2: the status is 'resign'"),
        (LICHESS[:-20], "line 4: the line is not valid JSON"),
        (LICHESS.replace('"id":"g4"', '"id":"g4","id":"g5"'), "line 1: .*twice"),
        (LICHESS.replace('"id":"g4"', '"oldRating":1800'), "column oldRating"),
    ],
)
def test_what_is_wrong_in_games_of_lichess(text: str, words: str, tmp_path: Path) -> None:
    """Results have no games, arenas no rounds; each error names its line."""
    with pytest.raises(RatingError, match=words):
        event(tmp_path, text)


def test_the_report_file_with_an_empty_round_more(tmp_path: Path) -> None:
    """Lichess writes the round to come: blank, or as a round without anybody. Both rate alike."""
    text = ONLINE.read_text("utf-8")
    before = read(ONLINE)
    lines = text.split("\n")
    for cell in ("          ", "         -"):
        more = [line.rstrip() for line in lines]
        width = max(len(line) for line in more if line.startswith("001"))
        more = [line.ljust(width) + cell if line.startswith("001") else line for line in more]
        found = event(tmp_path, "\n".join(more), "event.trf")
        played = [game for game in found.games if game.black is not None]
        assert played == [game for game in before.games if game.black is not None]
        assert found.rounds_played == before.rounds_played
        if not cell.strip():
            assert replace(found, where="", account=None) == replace(before, where="", account=None)
    assert rate(before, "elo").lines
