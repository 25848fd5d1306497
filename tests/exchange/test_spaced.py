"""Crosstables in plain text, whose columns blanks part: as SwissSys and WinTD print them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from xlrating.cli import main
from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event
from xlrating.federation.folder import read_folder
from xlrating.reading import read

SWISSSYS = """\
SwissSys Standings. Club Open: Open

 #   Place  Name            Rtng  Post  Rd 1  Rd 2  Rd 3  Tot
 1   1-2    Lee, Ann        2100  2105  W4    D2    W3    2.5
 2          Roy, Bob        2000  2005  W5    D1    W4    2.5
 3   6      Fox, Cid        1900  1880  D6    L4    L1    0.5
 4   4-5    Elm, Dot        1800  1790  L1    W3    L2    1.0
 5   3      Ash, Eve              1690  L2    W6    D6    1.5
 6   4-5    Oak, Flo        1600  1590  D3    L5    D5    1.0
"""
WINTD = """\
Club Championship

No.  Name                 Rate     1     2     3  Total
-------------------------------------------------------
 1.  Lee, Ann             2100    W4    D2    W3    2.5
 2.  Roy, Bob             2000    W5    D1    W4    2.5
 3.  Fox, Cid             1900    D6    L4    L1    0.5
 4.  Elm, Dot             1800    L1    W3    L2    1.0
 5.  Ash, Eve Of The Wood 1700    L2    W6    D6    1.5
 6.  Oak, Flo                     D3    L5    D5    1.0
"""
GAMES = {
    (1, 1, 4, "1-0"), (1, 2, 5, "1-0"), (1, 3, 6, "½-½"), (2, 1, 2, "½-½"), (2, 3, 4, "0-1"),
    (2, 5, 6, "1-0"), (3, 1, 3, "1-0"), (3, 2, 4, "1-0"), (3, 5, 6, "½-½"),
}  # fmt: skip


def event(folder: Path, text: str) -> Event:
    """The event of a text."""
    (folder / "a.txt").write_text(text, "utf-8")
    return read(folder / "a.txt")


@pytest.mark.parametrize(
    ("text", "ratings"),
    [(SWISSSYS, [2100, 2000, 1900, 1800, 0, 1600]), (WINTD, [2100, 2000, 1900, 1800, 1700, 0])],
)
def test_columns_are_told_by_their_headings(text: str, ratings: list[int], tmp_path: Path) -> None:
    """A blank cell leaves its place free, and a long name ends before the heading of the next."""
    found = event(tmp_path, text)
    assert {(g.round, g.white, g.black, g.result.code) for g in found.games} == GAMES
    assert [int(player.rating or 0) for player in found.players] == ratings
    assert [player.name for player in found.players][0::4] == (
        ["Lee, Ann", "Ash, Eve"] if text is SWISSSYS else ["Lee, Ann", "Ash, Eve Of The Wood"]
    )


def test_what_is_wrong_in_plain_text(tmp_path: Path) -> None:
    """Points that games do not give, and two cells below one heading, are named by their line."""
    with pytest.raises(RatingError, match=r"a\.txt, line 4"):
        event(tmp_path, SWISSSYS.replace("W4    D2    W3    2.5", "W4    D2    W3    3.0"))
    with pytest.raises(RatingError, match=r"a\.txt, line 6.*one heading"):
        event(tmp_path, SWISSSYS.replace("6      Fox, Cid ", "6      Fox  Cid "))


def test_pasted_on_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`check -` reads what is pasted."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(WINTD.encode())))
    assert main(["check", "-"]) == 0
    assert "6 players" in capsys.readouterr().out


def test_a_folder_has_crosstables_in_plain_text(tmp_path: Path) -> None:
    """A text with a crosstable is an event, a letter is none."""
    (tmp_path / "2026-01-02 open.txt").write_text(SWISSSYS, "utf-8")
    (tmp_path / "letter.txt").write_text("Dear officer,\n\nhere are  two  files.\n", "utf-8")
    found, wrong, other = read_folder(tmp_path, [])
    assert [one.file for one in found] == ["2026-01-02 open.txt"]
    assert not wrong
    assert [one.where for one in other] == ["letter.txt"]
