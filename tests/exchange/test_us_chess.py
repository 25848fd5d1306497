"""The crosstables of US Chess as text."""

from __future__ import annotations

from pathlib import Path

import pytest
from program_files import US_CHESS, US_DUAL

from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event
from xlrating.reading import read


def event(folder: Path, text: str) -> Event:
    """The event of a text."""
    (folder / "us.txt").write_text(text, "utf-8")
    return read(folder / "us.txt")


def test_two_lines_for_each_player(tmp_path: Path) -> None:
    """Games from both sides, colours from the second line, byes and forfeits by their letters."""
    found = event(tmp_path, US_CHESS)
    assert [(g.round, g.white, g.black, g.result.code) for g in found.games] == [
        (1, 1, 3, "1-0"), (1, 4, 2, "0-1"),
        (2, 2, 1, "½-½"), (2, 3, None, "BYE 1"), (2, 4, None, "BYE 0"),
        (3, 1, 4, "1-0"), (3, 2, None, "BYE ½"),
    ]  # fmt: skip
    assert [(p.name, p.id, p.rating and int(p.rating), p.games) for p in found.players] == [
        ("ANN LEE", "10000001", 1794, None), ("BOB ROY", "10000002", 1641, 17),
        ("CID FOX", "10000003", None, None), ("DOT ELM", "10000004", 917, None),
    ]  # fmt: skip
    days = (str(found.start), str(found.end))
    assert (found.name, found.place, days) == (
        "SPRING OPEN (202603011234)", "AUSTIN, TX  78701", ("2026-03-01", "2026-03-02"),
    )  # fmt: skip


def test_a_forfeit_with_an_opponent(tmp_path: Path) -> None:
    """``X  4`` against ``F   3`` is one forfeit."""
    text = US_CHESS.replace("|X    |U", "|X   4|U").replace("|F    |L", "|F   3|L")
    games = {(g.round, g.white, g.black, g.result.code) for g in event(tmp_path, text).games}
    assert (2, 3, 4, "1-0 F") in games


def test_walls_may_be_missing(tmp_path: Path) -> None:
    """Some copies lose the lines of hyphens, or blank letters of rounds without a game."""
    plain = event(tmp_path, US_CHESS)
    bare = "\n".join(line for line in US_CHESS.split("\n") if not line.startswith("---"))
    assert event(tmp_path, bare) == plain
    assert (
        event(tmp_path, US_CHESS.replace("|U    |", "|     |").replace("|H    |", "|H--- |"))
        == plain
    )


def test_an_event_that_counts_for_two_ratings(tmp_path: Path) -> None:
    """Regular first, quick on the third line; of quick ones alone these are the ratings."""
    found = event(tmp_path, US_DUAL).players[0]
    assert (int(found.rating or 0), found.facts) == (1794, {"rapid_rating": 1500, "rapid_games": 9})
    quick = US_DUAL.replace("10000001 / R: 1794   ->1801", "10000001 /                 ").replace(
        "10000002 / R: 1641   ->1634", "10000002 /                 "
    )
    one, other = event(tmp_path, quick).players
    assert [(int(p.rating or 0), p.games, p.facts) for p in (one, other)] == [
        (1500, 9, {}), (1610, None, {}),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("|2.5  |", "|3.0  |", r"line 9: the games give 2\.5 points but 3 are printed"),
        ("|W   3|D", "|W   4|D", "line 9, round 1: .*cell"),
        ("|W    |B    |W    |", "|B    |B    |W    |", "round 1"),
        ("|L   1|X    |", "|L   1|Y    |", "line 15, round 2: .*not a round's entry"),
        ("|X    |U    |\n", "|X    |\n", "line 15: this line is not part of the crosstable"),
        ("R: 1794   ->", "R: 17x4   ->", "line 10: .*should look like"),
        ("    3 | CID", "    5 | CID", "line 15: the number is 5, but should be 3"),
        ("| CID FOX", "|        ", "line 15: the line has no name"),
        ("|  1  |  2  |  3  |", "|  1  |  3  |  2  |", "line 7: the second line of the headings"),
        ("thru 2026-03-02", "to 2 March", "line 4: .*is not a date"),
        ("    3 | CID", "a letter\n    3 | CID", "line 15: this line is not part"),
    ],
)
def test_what_is_wrong_in_a_crosstable(old: str, new: str, words: str, tmp_path: Path) -> None:
    """Each error names the line and what is expected there."""
    text = US_CHESS.replace(old, new, 1)
    assert text != US_CHESS
    with pytest.raises(RatingError, match=words):
        event(tmp_path, text)


def test_several_sections(tmp_path: Path) -> None:
    """Each section is an event of its own."""
    with pytest.raises(RatingError, match=r"us\.txt, line 28: a second section begins here"):
        event(tmp_path, US_CHESS + US_CHESS)
