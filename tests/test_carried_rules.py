"""Rule files in workbooks: a template carries its own, and is rated by it wherever it lies."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from office import Office
from test_extends import CLUB, HEAD, written
from workbooks import plan_of, random_event, write

from xlrating.cli import main
from xlrating.engine.errors import RuleSetError
from xlrating.engine.event import Event
from xlrating.engine.rating import rate
from xlrating.engine.results import Kind
from xlrating.engine.rules.carried import CarriedRules, carried_in, to_carry
from xlrating.engine.rules.rulefile import available, tables_of
from xlrating.engine.rules.ruleset import RuleSet, load
from xlrating.engine.tomlfile import from_json, to_json
from xlrating.exchange import read_players
from xlrating.reading import read
from xlrating.workbook.sheets.rule_file import _pieces

YOUTH = HEAD.format(base="club.toml").replace('"club"', '"youth"') + "[floor]\nleast = 1200\n"


def without_id(rules: RuleSet) -> dict[str, object]:
    """All that a rule set says, but where it lies; its worked examples rate nothing."""
    return {k: v for k, v in vars(rules).items() if k not in ("id", "examples")}


def event_of(seed: int) -> Event:
    """A seeded event whose players have a K of their own; all games are played."""
    event = random_event(seed, 7, 4)
    people = tuple(replace(p, k=Decimal(20), born=1980) for p in event.players)
    played = tuple(game for game in event.games if game.result.kind is Kind.PLAYED)
    return replace(
        event, games=played, players=people, start=date(2026, 2, 1), end=date(2026, 2, 2)
    )


@pytest.fixture
def moved(tmp_path: Path) -> Path:
    """A workbook made with a file that extends another one, in a folder without either."""
    (tmp_path / "author").mkdir()
    written(tmp_path / "author", CLUB)
    own = written(tmp_path / "author", YOUTH, "youth.toml")
    (tmp_path / "club").mkdir()
    write(plan_of(event_of(3), own), tmp_path / "club" / "cup.xlsx")
    (tmp_path / "author").rename(tmp_path / "gone")
    return tmp_path / "club" / "cup.xlsx"


@pytest.mark.parametrize("name", available())
def test_the_text_is_the_file(name: str) -> None:
    """Promise: what a workbook carries is the whole file, number by number: no digit is lost."""
    tables = tables_of(name)
    assert from_json(to_json(tables)) == tables
    carried = load(carried_in(Path(f"{name}.xlsx"), "own.toml", to_carry(tables), ""))
    assert without_id(carried) == without_id(load(name))
    assert carried.shown.partition("@")[0] == "own.toml"


def test_numbers_of_many_digits() -> None:
    """Promise: a number with more digits than a float prints stays that number."""
    tables = {"k": Decimal("0.12345678901234567890"), "n": Decimal("1E+3")}
    assert from_json(to_json(tables)) == tables


def test_a_moved_workbook_is_rated_as_where_it_was_made(moved: Path, tmp_path: Path) -> None:
    """Promise: without the rule file and the one it extends every number is the same, and checked."""
    event = read(moved)
    assert isinstance(event.rules, CarriedRules)
    own = str(tmp_path / "gone" / "youth.toml")
    assert without_id(load(event.rules)) == without_id(load(own, date(2026, 2, 1)))
    there, here = rate(event, own), rate(event)
    assert [line.new for line in here.lines] == [line.new for line in there.lines]
    assert here.rules.floor is not None and here.rules.floor.least == 1200
    assert main(["check", str(moved)]) == 0


def test_nothing_of_the_author(moved: Path) -> None:
    """Promise: the workbook names the file, and no folder of whoever made it."""
    with ZipFile(moved) as archive:
        texts = [archive.read(name).decode("utf-8", "replace") for name in archive.namelist()]
    assert any("youth.toml" in text for text in texts)
    assert not any("author" in text and "toml" in text for text in texts)


@pytest.mark.in_turn
def test_saved_by_another_program(office: Office, moved: Path) -> None:
    """Promise: LibreOffice keeps the rules in the file, as .xlsx and as .ods."""
    expected = [line.new for line in rate(read(moved)).lines]
    for kind in ("xlsx", "ods"):
        saved = office.convert(moved, kind)
        assert [line.new for line in rate(read(saved)).lines] == expected


def test_a_folder_of_them(moved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: the list is rated by the file of the list; workbooks that carry the same are fine."""
    own = tmp_path / "gone" / "youth.toml"
    people = read(moved).players
    rows = [f"{1000 + p.no},{p.name},{p.rating or ''},50" for p in people]
    base = tmp_path / "list.csv"
    base.write_text("\n".join(["id,name,rating,games", *rows]), "utf-8")
    words = ["federation", str(base), str(moved.parent), "--swiss", "*", "--day", "2026-03-01"]
    assert main([*words, "--rules", str(own), "-o", str(tmp_path / "a.csv")]) == 0
    told = capsys.readouterr()
    assert "made for" not in told.out + told.err and len(read_players(tmp_path / "a.csv")) == 7
    own.write_text(own.read_text("utf-8").replace("1200", "1250"), "utf-8")
    assert main([*words, "--rules", str(own), "-o", str(tmp_path / "b.csv")]) == 0
    told = capsys.readouterr()
    assert (
        "was made for youth.toml@2026-01-01, whose rules differ from those" in told.out + told.err
    )
    # Whoever sends events in does not say which rules the list has.
    assert main([*words, "-o", str(tmp_path / "c.csv")]) == 2
    assert "'youth.toml'; add --rules FILE" in capsys.readouterr().err


def test_another_file_beside(moved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: the rules that the formulas were made of are used, and a file that differs is named."""
    words = ["rate", str(moved), "--csv"]
    assert main(words) == 0
    plain = capsys.readouterr()
    assert "in the same folder" not in plain.err
    (moved.parent / "club.toml").write_text(CLUB, "utf-8")
    beside = moved.parent / "youth.toml"
    beside.write_text(YOUTH.replace("1200", "2900"), "utf-8")
    assert main(words) == 0
    found = capsys.readouterr()
    assert found.out == plain.out
    assert "youth.toml in the same folder differs from the rules in the workbook" in found.err
    assert main([*words, "--rules", str(beside)]) == 0
    assert capsys.readouterr().out != plain.out
    beside.write_text(YOUTH, "utf-8")
    assert main(words) == 0
    assert "in the same folder" not in capsys.readouterr().err
    # One that cannot be read is another one.
    beside.write_text(YOUTH + "[", "utf-8")
    assert main(words) == 0
    assert "youth.toml in the same folder differs" in capsys.readouterr().err


def test_chosen_in_the_workbook(tmp_path: Path) -> None:
    """Promise: with a choice made on Rules the workbook's own rules are the ones that choose."""
    own = written(tmp_path, HEAD.format(base="nevzorov") + "[change]\nweight = 0.5\n")
    plan = plan_of(replace(event_of(4), rules=""), f"{own}:rating=whole")
    path = write(plan, tmp_path / "n.xlsx")
    (tmp_path / "club.toml").unlink()
    event = read(path)
    assert isinstance(event.rules, CarriedRules) and event.rules.endswith(":rating=whole")
    assert load(event.rules).change.weight == Decimal("0.5")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "not valid TOML"),
        ("[1]", "it is no table"),
        ('{"id":null}', "null is no value"),
        ('{"id":"x","names":{"en":"X"},"k":NaN}', "NaN is no value"),
        ('{"id":"x","names":{"en":"X"},"source":"x","game":"go","method":"none"}', "game"),
        ('{"id":"x","since":{"$date":"soon"}}', "soon"),
        ('{"id":{"$number":"x"}}', "not valid TOML"),
        ('{"extends":"club.toml","id":"x"}', "key extends is 'club.toml'"),
        ("[" * 5000, "nested too deeply|not valid TOML"),
        ('{"id":"' + "x" * 1_000_001 + '"}', "larger than"),
    ],
)
def test_hostile_texts(text: str, told: str) -> None:
    """Bad input: whatever somebody writes into that sheet is told as of a rule file, or refused."""
    with pytest.raises(RuleSetError, match=told):
        load(carried_in(Path("t.xlsx"), "own.toml", text, "t.xlsx, sheet Start, cell B9"))


def test_changed_in_the_sheet(moved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: rules changed in the hidden sheet are not those of Rules: the workbook says so."""
    changed = moved.with_name("changed.xlsx")
    with ZipFile(moved) as old, ZipFile(changed, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            text = old.read(name)
            if name.startswith("xl/worksheets/"):
                # The last one is the floor that the file itself has.
                text = b'"least":1300'.join(text.rsplit(b'"least":1200', 1))
            new.writestr(name, text)
    assert load(read(changed).rules).floor != load(read(moved).rules).floor
    assert main(["rate", str(changed), "--csv"]) == 0
    assert "changed.xlsx, sheet Rules" in capsys.readouterr().err


def test_pieces() -> None:
    """Promise: no cell begins or ends with a blank, which a program might take off."""
    chance = random.Random(1)
    text = "".join(chance.choice("ab ") for _ in range(50_000)).strip()
    pieces = list(_pieces(text))
    assert "".join(pieces) == text and all(p == p.strip() and len(p) <= 8000 for p in pieces)
