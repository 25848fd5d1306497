"""Files with the games of several events, or of none that says its rounds, in a folder of events."""

from __future__ import annotations

from pathlib import Path

import program_files as files
import pytest
from table_files import Rows, write

from xlrating.cli import main
from xlrating.engine.errors import FileError
from xlrating.federation.folder import fingerprints, read_folder
from xlrating.reading import read

PGN = """[Event "{event}"]
[Date "{date}"]
[Round "1"]
[White "{white}"]
[Black "{black}"]
[Result "{result}"]

1. e4 {result}

"""


@pytest.fixture
def sent(tmp_path: Path) -> Path:
    """A list, and a folder with three files: two of several events, one without rounds."""
    (tmp_path / "2026-01-01.csv").write_text("id,name,rating\n1,Abel,2000\n2,Bo,1900\n3,Cai,1800\n")
    folder = tmp_path / "events" / "north"
    folder.mkdir(parents=True)
    one = {"event": "Spring, open", "date": "2026.05.01", "white": "Abel", "black": "Bo"}
    other = {"event": "Autumn", "date": "2026.09.01", "white": "Cai", "black": "Bo"}
    text = PGN.format(**one, result="1-0") + PGN.format(**other, result="1/2-1/2")
    (folder / "games.pgn").write_text(text)
    (folder / "season.csv").write_text(
        "event,date,white,black,result\nCup,2026-01-02,Abel,Bo,1-0\nCup,2026-01-02,Bo,Abel,0-1\n"
        "League,2026-02-02,Abel,Cai,1-0\n"
    )
    (folder / "loose.csv").write_text("white,black,result,date\nAbel,Bo,1-0,2026-03-01\n")
    return tmp_path


def test_seasons_in_a_folder(sent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a folder takes each file that is taken alone; verify names the one that changed."""
    names = [one.file for one in read_folder(sent / "events", ())[0]]
    assert names == ["north/games.pgn, Spring, open", "north/games.pgn, Autumn", "north/loose.csv",
                     "north/season.csv, Cup", "north/season.csv, League"]  # fmt: skip
    made, listed, events = sent / "2026-12-01.csv", sent / "2026-01-01.csv", sent / "events"
    words = [str(listed), str(events), "--rules", "elo", "-o", str(made)]
    assert main(["federation", *words]) == 0
    assert "Events: 5, results counted: 12" in capsys.readouterr().out
    verify = ["federation", "verify", str(made), "--from", str(listed), str(events)]
    assert main(verify) == 0
    season = events / "north" / "season.csv"
    season.write_text(season.read_text().replace("Cai,1-0", "Cai,0-1"))
    assert main(verify) == 1
    assert "north/season.csv" in capsys.readouterr().out


def test_a_pgn_of_several_events_alone(sent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`federation` takes it by its name, too; `rate` says what to do."""
    games = str(sent / "events" / "north" / "games.pgn")
    assert main(["federation", str(sent / "2026-01-01.csv"), games, "--rules", "elo"]) == 0
    assert "Events: 2, results counted: 4" in capsys.readouterr().out
    assert main(["rate", games, "--rules", "elo"]) == 2
    assert "this command needs a separate file for each event" in capsys.readouterr().err


def test_what_belongs_to_an_event_is_in_its_fingerprint(tmp_path: Path) -> None:
    """The players of Swiss-Manager and the next pairs of Vega: another rating is another event."""
    own = {"a pairings.txt": files.SM_PAIRINGS, "a players.txt": files.SM_PLAYERS,
           "crosstable.txt": files.VEGA, "SortedPairs.txt": files.VEGA_PAIRS}  # fmt: skip
    for name, text in own.items():
        (tmp_path / name).write_text(text, "utf-8")
    events = [one.file for one in read_folder(tmp_path, ())[0]]
    data = {one.file: one.data for one in read_folder(tmp_path, ())[0]}
    assert fingerprints(tmp_path, events) == data and len(events) == 2
    for name in ("a players.txt", "SortedPairs.txt"):
        (tmp_path / name).write_text(own[name] + "\n", "utf-8")
    assert not {*fingerprints(tmp_path, events).values()} & {*data.values()}


def test_two_newcomers_whose_ids_look_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """00002 and 2, neither on the list: one person or two, which nobody but the officer knows."""
    (tmp_path / "list.csv").write_text("id,name,rating\n7,Abel,2000\n8,Bo,1900\n")
    (tmp_path / "cup.csv").write_text("round,white,black,result\n1,00002,7,1-0\n1,2,8,1-0\n")
    call = ["federation", str(tmp_path / "list.csv"), str(tmp_path / "cup.csv"), "--rules", "elo"]
    assert main(call) == 2
    assert "2 and 00002 are both new and look the same" in capsys.readouterr().err


def test_points_that_no_workbook_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three points for a win: the table is printed, and why no workbook was written."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cup.csv").write_text(
        "scoring: W 3.0 D 1.0 L 0.0\nround,white,black,result\n1,Abel,Bo,1-0\n2,Bo,Abel,1/2\n"
    )
    assert main(["rate", "cup.csv", "--rules", "elo"]) == 0
    out, err = capsys.readouterr()
    assert "no workbook was written" in err and " 1  Abel            4 " in out
    assert main(["rate", "cup.csv", "--rules", "elo", "-o", "cup.xlsx"]) == 2
    assert [one.name for one in tmp_path.iterdir()] == ["cup.csv"]


def test_an_event_twice_in_one_file(sent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: each remedy can be carried out: to remove one of two files was said of the only one."""
    games = sent / "season.csv"
    games.write_text(
        "event,date,round,white,black,result\nCup,2026-01-02,1,Abel,Bo,1-0\nCup,2026-01-02,2,Bo,Cai,1-0\n"
        "Cup again,2026-01-02,1,Abel,Bo,1-0\nCup again,2026-01-02,2,Bo,Cai,1-0\n"
    )
    words = ["federation", str(sent / "2026-01-01.csv"), str(games), "--rules", "elo"]
    made = ["-o", str(sent / "next.csv")]
    assert main([*words, *made]) == 2
    err = capsys.readouterr().err
    assert "the same event as season.csv, Cup; keep only one of the two, or" in err
    assert "files" not in err
    assert main([*words, *made, "--new-event", "season.csv, Cup again"]) == 0
    games.write_text("".join(games.read_text().splitlines(keepends=True)[:3]))
    assert main([*words, *made, "--force"]) == 0


#: Games of one event or two, and what is said where they cannot be read.
SAID = {
    "event,date,round,white,black,result,format\nCup,2026-01-02,1,Abel,Bo,1-0,round robin\n": "",
    "event,date,round,white,black,result\nCup,2026-01-02,1,Abel,Bo,1-0\n,2026-01-02,1,Cai,,1\n"
    "League,2026-02-02,1,Abel,Cai,1-0\n": "this game names no event, but others do",
}


@pytest.mark.parametrize("games", SAID)
def test_a_folder_says_what_a_file_says(
    games: str, sent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: one file and a folder with it are one; a column of formats stopped the file alone,
    and a game without an event was told in the folder to be in a file of its own.
    """
    events = sent / "other"
    events.mkdir()
    (events / "season.csv").write_text(games, "utf-8")
    found = []
    for own in (events, events / "season.csv"):
        made = sent / f"{own.name}.next"
        words = [str(sent / "2026-01-01.csv"), str(own), "--rules", "elo", "-o", f"{made}.csv"]
        found.append((main(["federation", *words]), SAID[games] in capsys.readouterr().err))
    assert found == [(2 if SAID[games] else 0, True)] * 2


@pytest.mark.parametrize("kind", ["csv", "xlsx", "ods", "xls"])
def test_a_sheet_of_games_is_as_good_as_a_text(
    kind: str, sent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: games are read from any file with a table. From a sheet, numbers were nobody's IDs,
    games of two events stopped, and so did headings repeated on its second page.
    """
    heads = ["event", "date", "round", "white", "black", "result"]
    games: Rows = [
        ["Cup", "2026-01-02", 1, 1, 2, "1-0"],
        heads,
        ["Open", "2026-02-02", 1, 3, 2, "½-½"],
    ]
    events = sent / "other"
    events.mkdir()
    write(events, [heads, *games], kind, "season")
    made = sent / "next.csv"
    words = [str(sent / "2026-01-01.csv"), str(events), "--rules", "elo", "-o", str(made)]
    assert main(["federation", *words]) == 0, capsys.readouterr().err
    assert (
        "Events: 2, results counted: 4 (one per player and game; elo); players on the list: 3"
        in capsys.readouterr().out
    )


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_scores_in_an_unknown_column_of_a_sheet(kind: str, tmp_path: Path) -> None:
    """Promise: a column that may hold results stops; 1 is 1 in a text, and was 1.0 in a sheet."""
    games: Rows = [
        ["2026-01-02", 1, "Abel", "Bo", "1-0", 1],
        ["2026-01-02", 2, "Bo", "Cai", "½-½", 0.5],
    ]
    rows = [["date", "round", "white", "black", "result", "x"], *games]
    with pytest.raises(FileError, match="the column x, but it may hold this: Result"):
        read(write(tmp_path, rows, kind, "games"))
