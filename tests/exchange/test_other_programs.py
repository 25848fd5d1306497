"""Texts of Vega and of Swiss-Manager, in the form in which these programs wrote them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from program_files import SM_PAIRINGS as PLAYED
from program_files import SM_PLAYERS as LISTED
from program_files import VEGA
from program_files import VEGA_PAIRS as PAIRS

from xlrating.engine.errors import ArgumentError, EventError, FileError
from xlrating.federation.folder import read_folder
from xlrating.reading import read


def files(folder: Path, **texts: str) -> Path:
    """The texts as files, by their names; the folder."""
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
    return folder


def lines(path: Path) -> list[tuple[int, int, int | None, str]]:
    """The games of the event in a file."""
    return [(g.round, g.white, g.black, g.result.code) for g in read(path).games]


def test_a_crosstable_of_vega(tmp_path: Path) -> None:
    """Numbers are those of the table; a forfeit has no colour; the pairings beside are to be played."""
    path = files(tmp_path, crosstable=VEGA, SortedPairs=PAIRS) / "crosstable.txt"
    event = read(path)
    assert [
        (p.no, p.name, int(p.rating or 0), p.title, p.federation) for p in event.players[:3]
    ] == [
        (1, "Baumann, Lukas", 2201, "FM", "SUI"),
        (2, "Dubois, Élise", 2044, "WFM", "FRA"),
        (3, "Chen, Wei", 1987, "", "CHN"),
    ]
    assert (event.players[5].no, event.players[5].rating) == (10, None)
    assert lines(path) == [
        (1, 2, 5, "1-0 F"), (1, 1, 4, "1-0"), (1, 3, None, "BYE ½"),
        (2, 2, None, "BYE 1"), (2, 3, 1, "½-½"), (2, 4, 5, "1-0"),
        (3, 1, 2, ""), (3, 4, 3, ""),
    ]  # fmt: skip
    assert (event.name, event.place, str(event.start)) == ("Open of the club", "Town", "2026-09-13")


def test_days_of_a_crosstable_of_vega(tmp_path: Path) -> None:
    """Vega prints the day before the month: 05/09/2026 to 07/09/2026 is September, on any day."""
    path = tmp_path / "crosstable.txt"

    def days(said: str) -> list[str]:
        path.write_text(VEGA.replace("13/09/2026, 15/09/2026", said), "utf-8")
        event = read(path)
        return [str(event.start), str(event.end), event.place]

    assert days("05/09/2026, 07/09/2026") == ["2026-09-05", "2026-09-07", "Town"]
    assert days("10/12/2026, 12/12/2026") == ["2026-12-10", "2026-12-12", "Town"]
    assert days("30/11/2026, 05/12/2026") == ["2026-11-30", "2026-12-05", "Town"]
    assert days("2026-12-10") == ["2026-12-10", "2026-12-10", "Town"]
    assert days("Hall 3") == ["None", "None", "Town - Hall 3"]
    for wrong in ("31/09/2026, 01/10/2026", "05/09/2026, soon", "09/13/2026"):
        with pytest.raises(ArgumentError, match=r"is not a date") as raised:
            days(wrong)
        assert raised.value.where == "crosstable.txt, line 2"


def test_a_crosstable_of_vega_in_which_a_win_is_2(tmp_path: Path) -> None:
    """Promise: the points say what a win brings; the one that does not fit is named in them."""
    path = tmp_path / "crosstable.txt"
    usual = read(files(tmp_path, crosstable=VEGA) / path.name)

    def doubled(line: str) -> str:
        return re.sub(r"(\d\.\d)( *\|)", lambda found: f"{2 * float(found[1]):.1f}{found[2]}", line)

    path.write_text("".join(map(doubled, VEGA.splitlines(keepends=True))), "utf-8")
    assert path.read_text("utf-8") != VEGA
    assert read(path) == usual
    path.write_text(path.read_text("utf-8").replace("FRA  4.0", "FRA  3.0"), "utf-8")
    with pytest.raises(EventError, match=r"the games give 4 points but 3"):
        read(path)


def test_what_is_wrong_in_a_crosstable_of_vega(tmp_path: Path) -> None:
    """An older table, a line cut off, points that the games do not give: each says what to do."""
    path = tmp_path / "crosstable.txt"
    for changed, error, words in (
        (VEGA.replace("  N NAME", " ID NAME"), FileError, "do not tell forfeits from games"),
        (VEGA.replace("+F5   +PAB", "+F5"), ArgumentError, "2 rounds behind a bar"),
        (VEGA.replace("FRA  2.0", "FRA  1.5"), EventError, "2 points but 1.5"),
        (VEGA.replace("+W4   =B3", "+W4   =X3"), ArgumentError, "not a crosstable entry"),
    ):
        path.write_text(changed, "utf-8")
        with pytest.raises(error, match=words):
            read(path)
    path.write_text(VEGA, "utf-8")
    files(tmp_path, SortedPairs=PAIRS.replace("Chen, Wei ", "Chen, Hui "))
    with pytest.raises(EventError, match="Chen, Hui is not in"):
        read(path)


def test_two_players_of_one_name_in_a_crosstable_of_vega(tmp_path: Path) -> None:
    """The pairings say names only: which of two people plays next cannot be told."""
    twins = VEGA.replace("Fischer, Jonas ", "Chen, Wei      ")
    pairs = PAIRS.replace("Fischer, Jonas", "Dubois, Élise ")
    path = files(tmp_path, crosstable=twins, SortedPairs=pairs) / "crosstable.txt"
    with pytest.raises(
        EventError,
        match=r"Chen, Wei appears 2 times in crosstable\.txt, and the pairings give no numbers",
    ):
        read(path)


def test_a_folder_has_events_of_other_programs(tmp_path: Path) -> None:
    """Every event is read, and a file that was read with one is none that was left out."""
    files(tmp_path, rounds=PLAYED, players=LISTED, note="Dear officer, ...\n")
    (tmp_path / "vega").mkdir()
    files(tmp_path / "vega", crosstable=VEGA, SortedPairs=PAIRS)
    found, wrong, other = read_folder(tmp_path, [])
    assert [one.file for one in found] == ["rounds.txt", "vega/crosstable.txt"] and not wrong
    assert [one.where for one in other] == ["note.txt"]


def test_texts_of_swiss_manager(tmp_path: Path) -> None:
    """Pairings by number, players beside them; FIDE's ratings and numbers where there are any."""
    path = files(tmp_path, rounds=PLAYED, players=LISTED) / "rounds.txt"
    event = read(path)
    assert [(p.name, p.rating, p.id, p.sex, p.born) for p in event.players] == [
        ("Brunner, Livia", 2447, "1300001", "f", 1992),
        ("Müller, Jan", None, "", "m", 1980),
        ("Huber", None, "", "", None),
        ("Keller, Urs", 1804, "1300002", "", None),
        ("Rossi, Anna", 1700, "1300003", "f", 2010),
    ]
    assert lines(path) == [
        (1, 1, 3, "1-0"), (1, 4, 2, "½-½"), (1, 5, None, "BYE 1"),
        (2, 2, 1, "0-0 F"), (2, 3, 5, "0-1 F"), (3, 5, 1, ""),
    ]  # fmt: skip
    assert read(tmp_path / "players.txt").players[0].name == "Brunner, Livia"
    (tmp_path / "players.txt").write_text(LISTED.replace(";2447;", ";0;").replace(";1804;", ";0;")
                                          .replace(";1700;", ";0;"), "utf-8")  # fmt: skip
    assert [(int(p.rating or 0), p.id) for p in read(path).players][:2] == [
        (2400, "77"),
        (1755, "78"),
    ]


def test_what_is_wrong_in_texts_of_swiss_manager(tmp_path: Path) -> None:
    """No list, two of them, half points that no line gives, results that are none."""
    path = files(tmp_path, rounds=PLAYED) / "rounds.txt"
    with pytest.raises(FileError, match="found: –"):
        read(path)
    files(tmp_path, players=LISTED, again=LISTED)
    with pytest.raises(FileError, match=r"not clear .*again\.txt, players\.txt"):
        read(path)
    assert len(read(path, tmp_path / "again.txt").players) == 5
    (tmp_path / "again.txt").unlink()
    files(tmp_path, players=LISTED.replace(";0,5;;4;", ";1;;4;"))
    with pytest.raises(EventError, match="byes"):
        read(path)
    files(tmp_path, players=LISTED, rounds=PLAYED.replace("1;0;;1:0", "1;1;;1:1", 1))
    with pytest.raises(ArgumentError, match="the result is 1:1"):
        read(path)
    files(tmp_path, rounds=PLAYED.replace(";4;2;", ";4;9;"))
    with pytest.raises(EventError, match="player 9 is not in"):
        read(path)


def test_two_pairs_of_swiss_manager_in_one_folder(tmp_path: Path) -> None:
    """Which list belongs to which pairings is seen from their names, in any language; or asked."""
    other = LISTED.replace("Brunner", "Weber")

    def names(pairs: str, **texts: str) -> list[str]:
        for file in tmp_path.iterdir():
            file.unlink()
        for name, text in texts.items():
            (tmp_path / f"{name.replace('_', ' ')}.txt").write_text(text, "utf-8")
        return [player.name for player in read(tmp_path / f"{pairs}.txt").players][:1]

    both = {"2025-01-09_sm_pairings": PLAYED, "2025-01-09_sm_players": LISTED,
            "2025-02-13_sm_pairings": PLAYED, "2025-02-13_sm_players": other}  # fmt: skip
    assert names("2025-01-09 sm pairings", **both) == ["Brunner, Livia"]
    assert names("2025-02-13 sm pairings", **both) == ["Weber, Livia"]
    words = {"Paarungen_Open": PLAYED, "Spieler_Open": LISTED,
             "Paarungen_U14": PLAYED, "Spieler_U14": other}  # fmt: skip
    assert names("Paarungen U14", **words) == ["Weber, Livia"]
    assert names("Paarungen Open", **words) == ["Brunner, Livia"]
    chinese = {"甲组_对阵": PLAYED, "甲组_棋手": LISTED, "乙组_对阵": PLAYED, "乙组_棋手": other}
    assert names("乙组 对阵", **chinese) == ["Weber, Livia"]
    with pytest.raises(FileError, match=r"not clear which list .*a\.txt, b\.txt"):
        names("x", x=PLAYED, a=LISTED, b=other)
    # The list of another day is none of this one, even where it is alone.
    alone = {"2025-01-09_p": PLAYED, "2025-02-13_q": other}
    with pytest.raises(FileError, match="a file with the players is needed in the same folder"):
        names("2025-01-09 p", **alone)
    assert names("2025-01-09 p", **{"2025-01-09_p": PLAYED, "people": LISTED}) == ["Brunner, Livia"]


def test_the_day_of_an_event_in_the_name_of_its_folder(tmp_path: Path) -> None:
    """`2025-01-09 Club night/pairings.txt` is of that day, as `2025-01-09 pairings.txt` is."""
    night, other = tmp_path / "2025-01-09 Club night", tmp_path / "2025-02"
    for folder in (night, other):
        folder.mkdir()
        files(folder, pairings=PLAYED, players=LISTED)
    (night / "2025-01-16 rapid.csv").write_text("round,white,black,result\n1,A,B,1-0\n", "utf-8")
    found, wrong, _ = read_folder(tmp_path, [])
    assert not wrong
    assert {one.file: str(one.day) for one in found} == {
        "2025-01-09 Club night/2025-01-16 rapid.csv": "2025-01-16",
        "2025-01-09 Club night/pairings.txt": "2025-01-09",
        "2025-02/pairings.txt": "None",
    }
