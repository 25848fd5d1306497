"""The register of people: whoever is entered by another number or name is the person of the list."""

from __future__ import annotations

import csv
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest

from xlrating.cli import main
from xlrating.engine.errors import RatingError
from xlrating.exchange import read_players
from xlrating.federation.identity import read_identity

LIST = """id,name,rating,games
101,"Lee-Wong, Ann",2000,50
102,Bob,1900,50
103,王伟,1950,50
104,Dan,1800,50
"""
REGISTER = """ID,FIDE ID,Other IDs,Name,Other names
101,5800013,77; old-12,"Lee-Wong, Ann","Lee, Ann; 李安"
103,8600001,,王伟,Wang Wei；Wei Wang (Beijing)
"""


def _event(folder: Path, day: str, *lines: tuple[str, str, str, str, str]) -> None:
    """Games as ID and name of White and Black, and the result, with the players beside."""
    folder.mkdir(exist_ok=True)
    people = list(dict.fromkeys([pair for w, wn, b, bn, _ in lines for pair in ((w, wn), (b, bn))]))
    with (folder / f"{day}-games.csv").open("w", encoding="utf-8") as file:
        rows = [
            (at, people.index((w, wn)) + 1, people.index((b, bn)) + 1, result)
            for at, (w, wn, b, bn, result) in enumerate(lines, 1)
        ]
        csv.writer(file).writerows([("round", "white", "black", "result"), *rows])
    with (folder / f"{day}-players.csv").open("w", encoding="utf-8") as file:
        numbered = [(at, *pair) for at, pair in enumerate(people, 1)]
        csv.writer(file).writerows([("no", "id", "name"), *numbered])


def _made(folder: Path, register: str = REGISTER) -> int:
    (folder / "list.csv").write_text(LIST, "utf-8")
    (folder / "register.csv").write_text(register, "utf-8")
    words = ["federation", "list.csv", "sent", "--rules", "fide", "--register", "register.csv"]
    paths = [
        str(folder / one) if one in ("list.csv", "sent", "register.csv") else one for one in words
    ]
    return main([*paths, "-o", str(folder / "next.csv"), "--force"])


def test_a_player_is_entered_by_any_number_or_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the FIDE number, an old number and an alias: all games are the ones of the list's line."""
    # Against 102 in all: what the same games give where everybody is entered by the list's own.
    plain = tmp_path / "plain"
    plain.mkdir()
    ann, bob, wang = ("101", "Lee-Wong, Ann"), ("102", "Bob"), ("103", "王伟")
    _event(plain / "sent", "2025-11-02", (*ann, *bob, "1-0"), (*bob, *wang, "1-0"))
    _event(plain / "sent", "2025-11-09", (*bob, *ann, "½-½"))
    _event(plain / "sent", "2025-11-16", (*ann, *bob, "0-1"))
    assert _made(plain) == 0
    capsys.readouterr()
    other = tmp_path / "other"
    other.mkdir()
    _event(other / "sent", "2025-11-02", ("5800013", "Lee, A.", *bob, "1-0"),
           (*bob, "", "Wei Wang (Beijing)", "1-0"))  # fmt: skip
    _event(other / "sent", "2025-11-09", (*bob, "OLD-12", "Ann Lee", "½-½"))
    _event(other / "sent", "2025-11-16", ("", "李安", *bob, "0-1"))
    assert _made(other) == 0
    said = capsys.readouterr().out
    assert (other / "next.csv").read_bytes() == (plain / "next.csv").read_bytes()
    assert "5800013 is Lee-Wong, Ann (101) by the ledger" in said
    assert "李安 is Lee-Wong, Ann (101) by the ledger" in said
    assert "not on the list" not in said
    verify = ["federation", "verify", str(other / "next.csv"), "--from", str(other / "list.csv")]
    assert main([*verify, str(other / "sent")]) == 0
    made = {player.id: player for player in read_players(other / "next.csv")}
    assert sorted(made) == ["101", "102", "103", "104"]
    assert made["101"].games == 53 and made["101"].rating != Decimal(2000)


@pytest.fixture
def made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A folder with a list that was made with a register, which lies in a folder of its own now."""
    _event(tmp_path / "sent", "2025-11-02", ("5800013", "Lee, A.", "102", "Bob", "1-0"))
    assert _made(tmp_path) == 0
    capsys.readouterr()
    (tmp_path / "office").mkdir()
    (tmp_path / "register.csv").rename(tmp_path / "office" / "people.csv")
    return tmp_path


def _verified(folder: Path, *words: str) -> int:
    said = [folder / "next.csv", "--from", folder / "list.csv", folder / "sent"]
    return main(["federation", "verify", *map(str, said), *words])


def test_a_list_has_the_entries_that_it_needs(made: Path) -> None:
    """Promise: a list keeps what the ledger said; it is verified without the file, or with it under
    any name."""
    assert _verified(made) == 0
    assert _verified(made, "--ledger", str(made / "office" / "people.csv")) == 0


def test_another_ledger_is_named(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: an entry that was changed since is named, and what comes out otherwise by cells."""
    people = made / "office" / "people.csv"
    people.write_text(REGISTER.replace("5800013", "5800014"), "utf-8")
    assert _verified(made, "--ledger", str(people)) == 1
    said = capsys.readouterr().out
    assert (
        "correction 1: is – | #101 | number | Lee-Wong, Ann | 5800013 | –, but recalculated" in said
    )
    assert "next.csv, line 2, column Rating: is 2007, but recalculated 2000" in said


def test_a_rebuilt_list_says_which_entries_it_is_without(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a list that is made again without its ledger is not replaced in silence."""
    (made / "sent").rename(made / "2025-12-01")
    paths = [made / "list.csv", made / "2025-12-01", "-o", made / "lists"]
    words = ["federation", "rebuild", *map(str, paths), "--rules", "fide", "--kind", "csv"]
    assert main([*words, "--register", str(made / "office" / "people.csv")]) == 0
    assert main([*words, "--force"]) == 0
    said = capsys.readouterr().out
    assert "the previous list includes but this one does not (--ledger): 8; the first:" in said
    assert "#101 | number | Lee-Wong, Ann | 5800013" in said


def test_an_event_sent_twice_by_other_numbers_is_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: no event is rated twice, whatever numbers its people have in it."""
    ann, bob, dan = ("101", "Lee-Wong, Ann"), ("102", "Bob"), ("104", "Dan")
    fide = ("5800013", "Lee, Ann")
    for day, who in (("2025-11-02", ann), ("2025-11-03", fide)):
        _event(tmp_path / "sent", day, (*who, *bob, "1-0"), (*bob, *dan, "1-0"), (*dan, *who, "0-1"),
               (*bob, *who, "½-½"), (*dan, *bob, "1-0"), (*who, *dan, "1-0"))  # fmt: skip
    assert _made(tmp_path) == 2
    assert "2025-11-03-games.csv" in capsys.readouterr().err
    assert not (tmp_path / "next.csv").exists()


def test_two_lines_of_one_person(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the list has twice is told, and no list is made of it: nobody guesses which counts."""
    _event(tmp_path / "sent", "2025-11-02", ("101", "Lee-Wong, Ann", "102", "Bob", "1-0"))
    assert _made(tmp_path, "id,other IDs\n101,104\n") == 2
    said = capsys.readouterr().err
    assert "the ledger says that 101 and 104 are one person" in said and "list.csv, line 5" in said


def test_a_name_of_the_list_is_nobodys_alias(tmp_path: Path) -> None:
    """Somebody on the list is called by their name, whoever has it for another one."""
    _event(tmp_path / "sent", "2025-11-02", ("", "Bob", "", "Dan", "1-0"))
    assert _made(tmp_path, "id,other names\n101,Bob\n") == 0
    made = {player.id: player for player in read_players(tmp_path / "next.csv")}
    assert (made["101"].rating, made["102"].games) == (Decimal(2000), 51)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "id,name\n1,Ann\n",
            "a register has the columns ID and one or more of: FIDE ID, Other IDs",
        ),
        ("id,other IDs\n1,7\n2,8; 7\n", "the number 7 also belongs to 1 (r.csv, line 2)"),
        ("id,other IDs\n,7\n", "r.csv, line 2: the line has no ID from the list"),
    ],
)
def test_a_register_that_cannot_be(tmp_path: Path, text: str, said: str) -> None:
    """What is wrong with a register is told with its line."""
    (tmp_path / "r.csv").write_text(text)
    with pytest.raises(RatingError) as caught:
        read_identity(tmp_path / "r.csv")
    assert said in f"{caught.value.where}: {caught.value.message}"


@pytest.mark.parametrize(
    "heads",
    [
        ("ID", "FIDE ID", "Other IDs", "Name", "Other names"),
        ("注册号", "国际棋联ID", "其他注册号", "姓名", "其他姓名"),
        ("ID", "ID ФИДЕ", "Другие ID", "Фамилия, имя", "Другие имена"),
    ],
)
def test_headings_in_three_languages(tmp_path: Path, heads: tuple[str, ...]) -> None:
    """A register may be a workbook, its headings in any language."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(heads)
    sheet.append([101, 5800013, "77", "Ann", "Lee, Ann"])
    book.save(tmp_path / "r.xlsx")
    found = read_identity(tmp_path / "r.xlsx").entries
    assert {(one.who, one.old) for one in found} == {("#101", "Ann")}
    assert [one.new for one in found] == ["5800013", "77", "Lee, Ann"]
