"""A preview goes on without what cannot be used, and says on top of everything what is missing."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterable
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

import pytest
from lists import LEAGUE, corrected, later, make, send, write_list

from xlrating.cli import main
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.vocabulary import names as spellings
from xlrating.engine.vocabulary.names import Spellings
from xlrating.exchange.sheets import open_sheets
from xlrating.federation.columns import near
from xlrating.federation.ledger_files import read_ledger


@pytest.fixture
def season(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A list, a good event, and four that are not: damaged, contradictory, a copy, a wrong cell."""
    write_list(LEAGUE, tmp_path / "list.csv")
    sent = tmp_path / "sent"
    send(sent, "league", LEAGUE, "csv")
    send(sent, "next league", later(corrected(LEAGUE, 0, "0-1"), 30), "trf")
    shutil.copy(sent / "2025-10-05 league.csv", sent / "2025-10-05 zcopy.csv")
    (sent / "broken.xlsx").write_bytes(b"PK\x03\x04 no workbook")
    (sent / "2025-10-09 cell.csv").write_text("round,white,black,result\n1,90001,90002,9-9\n")
    (sent / "2025-10-10 self.csv").write_text(
        "round,white,black,result\n1,90001,90001,1-0\n1,90003,90004,1-0\n"
    )
    capsys.readouterr()
    return tmp_path


WRONG = ("broken.xlsx", "2025-10-09 cell.csv", "2025-10-10 self.csv", "2025-10-05 zcopy.csv")


def test_everything_is_told_at_once(season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: without --preview nothing is made, and all problems are told, copies included."""
    assert make(season / "list.csv", season / "sent", season / "next.csv", "--rules", "fide") == 2
    err = capsys.readouterr().err
    assert all(f"\n{name}" in f"\n{err}" for name in WRONG)
    assert "no list is written until you have fixed the above (4)" in err
    assert not (season / "next.csv").exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_preview(language: str, season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: the rest is rated; on screen, in the list and on every sheet it stands first."""
    whole = season / "whole"
    shutil.copytree(season / "sent", whole)
    for name in WRONG:
        (whole / name).unlink()
    words = ("--rules", "fide", "--language", language)
    assert make(season / "list.csv", whole, season / "whole.csv", *words) == 0
    capsys.readouterr()
    for name in ("next.csv", "next.xlsx"):
        target = season / name
        assert make(season / "list.csv", season / "sent", target, *words, "--preview") == 0
        out = capsys.readouterr().out.splitlines()
        assert "(4)" in out[0] or "4" in out[0]
        assert all(any(name in line for line in out[1:5]) for name in WRONG)
        found = read_ledger(target)
        assert found.contents.digest == read_ledger(season / "whole.csv").contents.digest
        assert found.made and len(found.made.missing) == 4
    head = (season / "next.csv").read_text("utf-8-sig").splitlines()[:6]
    assert [line.startswith("# ") for line in head] == [True] * 5 + [False]
    assert out[0] == head[0][2:]
    sheets = open_sheets(season / "next.xlsx")
    for name in sheets.names:
        top = sheets.rows(name)[:2]
        assert str(top[0][0]).startswith(out[0]), name
        assert all(wrong in str(top[1][0]) for wrong in WRONG)


def test_a_preview_leaves_out_what_a_comma_is_in(tmp_path: Path) -> None:
    """The file of a problem is found whatever its name is, that of the players beside it, too."""
    write_list(LEAGUE, tmp_path / "list.csv")
    sent = tmp_path / "sent"
    send(sent, "league", LEAGUE, "csv")
    games = "round,white,black,result\n1,90001,90001,1-0\n1,90003,90004,1-0\n"
    (sent / "2025-10-10 Open, Berlin.csv").write_text(games)
    (sent / "2025-10-11 Cup, 2_games.csv").write_text("round,white,black,result\n1,1,2,1-0\n")
    people = "no,id,name,rating\n1,90001,A,\n2,90001,B,\n"
    (sent / "2025-10-11 Cup, 2_players.csv").write_text(people)
    words = ("--rules", "fide", "--preview")
    assert make(tmp_path / "list.csv", sent, tmp_path / "next.csv", *words) == 0
    made = read_ledger(tmp_path / "next.csv").made
    assert made and len(made.missing) == 2


def test_no_list_follows_from_a_preview(season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a preview is no list: none is made from it, not even another preview."""
    words = (season / "sent", season / "next.csv", "--rules", "fide", "--preview")
    assert make(season / "list.csv", *words) == 0
    (season / "more").mkdir()
    for target, more in (("a.csv", ()), ("b.csv", ("--preview",))):
        said = (season / "more", season / target, "--rules", "fide", *more)
        assert make(season / "next.csv", *said) == 2
        assert "this is a preview that lacks some events" in capsys.readouterr().err
    verified = ["verify", season / "next.csv", "--from", season / "list.csv", season / "sent"]
    assert main(["federation", *map(str, verified)]) == 0


# --- names that may be misspelt -------------------------------------------------------------------


_PARTS = ["an", "bo", "ka", "li", "mo", "ne", "ri", "sa", "to", "vi", "er", "on", "ov", "sen", "é"]


def named(chance: random.Random, size: int) -> list[str]:
    """Names of a list."""

    def part() -> str:
        return "".join(chance.choices(_PARTS, k=chance.randint(1, 4)))

    return [f"{part()}, {part()}".title() for _ in range(size)]


def misspelt(chance: random.Random, name: str) -> str:
    """The name with some letters that are others."""
    letters = list(name)
    for _ in range(chance.randint(0, 4)):
        letters[chance.randrange(len(letters))] = chance.choice("aeounst ")
    return "".join(letters)


def test_names_that_are_nearly_alike() -> None:
    """Nothing is lost by not comparing with every name: what difflib finds among all is found."""
    chance = random.Random(11)
    names = named(chance, 1500)
    known = Spellings(names)
    plain: dict[str, list[str]] = {}
    for one in names:
        plain.setdefault(spellings.unmarked(one), []).append(one)
    alike = 0
    for _ in range(150):
        wrong = misspelt(chance, chance.choice(names))
        found = get_close_matches(spellings.unmarked(wrong), plain, 3, 0.85)
        assert known.near(wrong) == [one for key in found for one in plain[key]]
        alike += bool(found)
    assert alike > 50


def test_names_of_a_long_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of any size looks at few names, and at all that are nearly alike."""
    monkeypatch.setattr(near, "_NAMES", 100)
    chance = random.Random(12)
    names = [*named(chance, 350), "王小明", "1002"]
    wanted = [
        *(misspelt(chance, chance.choice(names)) for _ in range(60)),
        "王晓明",
        "–",
        "10000001",
        "a" * 300,
    ]
    known, asked = Spellings(names), list[int]()

    class Counted(Spellings):
        def __init__(self, names: Iterable[str]) -> None:
            super().__init__(few := [*names])
            asked.append(len(few))

    monkeypatch.setattr(near, "Spellings", Counted)
    few = near.Near(names)
    for name in wanted:
        assert few.near(name) == known.near(name), name
    assert 40 < sum(asked) < len(wanted) * len(names) / 20
    assert few.near("") == [] and near.Near([]).near("Bo") == []


def test_a_newcomer_is_compared_with_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing grows faster than people: names that share no pairs of letters are not looked at."""
    names = [f"{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}{n:05}" for n in range(20_000)]
    known = Spellings(names)
    assert len(known._candidates("qz 12345")) < 400
    assert replace(LEAGUE.players[0], name="王小明").name in Spellings(["王小明"]).near("王晓明")
