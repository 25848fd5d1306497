"""Rule files that extend others, and floors in the workbooks of every method."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from zipfile import ZipFile

import pytest
from needs import EVERY, some
from office import Office, differences_of
from workbooks import games, plan_of, random_event, write

from xlrating.cli import main
from xlrating.cli.rules_page import page
from xlrating.engine.errors import RuleSetError
from xlrating.engine.event import Event, Player
from xlrating.engine.rating import rate
from xlrating.engine.rules.carried import carried_in, to_carry
from xlrating.engine.rules.rulefile import available, tables_of
from xlrating.engine.rules.ruleset import editions, load
from xlrating.engine.terms.coefficient import k_factor
from xlrating.functions import K_FACTOR, NEW_RATING, WE_TABLE
from xlrating.reading import read

HEAD = """
extends = "{base}"
id = "club"
names.en = "Club list"
names.zh = "俱乐部等级分"
names.ru = "Клубный список"
source = "Club statutes, 2026"
"""
CLUB = (
    HEAD.format(base="fide")
    + """
[coefficient]
clause = "§ 3"
most = 0
[[coefficient.rows]]
k = 30
summary.en = "everybody"

[floor]
clause = "§ 4"
least = 1000

[[amendment]]
from = 2026-01-01
[[amendment.coefficient.rows]]
k = 25
"""
)


def written(folder: Path, text: str, name: str = "club.toml") -> str:
    """The path of such a file."""
    (folder / name).write_text(text, "utf-8")
    return str(folder / name)


def test_the_differences_hold_in_every_edition(tmp_path: Path) -> None:
    """Promise: a list of one's own says its K and floor only; all else is the base's, by date."""
    own = written(tmp_path, CLUB)
    for day in ("2005-01-01", "2015-01-01", "2024-03-01", "2025-10-01"):
        assert K_FACTOR([2500, 1500], f"{own}@{day}", 5) == [30, 30]
        assert WE_TABLE([-500, 0], f"{own}@{day}") == WE_TABLE([-500, 0], f"fide@{day}")
    assert K_FACTOR(1500, own) == 25  # its own amendment, over all of those of the base
    assert set(editions(own)) == {*editions("fide"), date(2026, 1, 1)}
    # FIDE has no floor; 1005 - 12.5 lies below this one.
    assert (NEW_RATING(1005, 1000, 0, own), NEW_RATING(1005, 1000, 0, "fide")) == (1000, 995)
    rules = load(f"{own}:list=rapid")
    assert rules.names["en"] == "Club list" and rules.source == "Club statutes, 2026"
    assert rules.calendar == load("fide@2026-01-01:list=rapid").calendar
    # What the base says of its K in words is not said of another.
    assert rules.coefficient is not None
    assert rules.coefficient.quote == "" and rules.coefficient.clause == "§ 3"
    assert k_factor({"rating": Decimal(1500)}, rules).value == 25


def test_a_file_that_extends_one_in_its_folder(tmp_path: Path) -> None:
    """Promise: chains of files are resolved; when one of them changes, so do the rules."""
    written(tmp_path, CLUB)
    text = HEAD.format(base="club.toml") + "[floor]\nleast = 1200\n"
    youth = written(tmp_path, text.replace('"club"', '"youth"'), "youth.toml")
    assert load(youth).floor is not None
    assert (NEW_RATING(1205, 1200, 0, youth), K_FACTOR(1500, youth)) == (1200, 25)
    written(tmp_path, CLUB.replace("k = 25", "k = 24"))
    assert K_FACTOR(1500, youth) == 24


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HEAD.format(base="fida"), "did you mean fide"),
        (HEAD.format(base="../fide.toml"), "key extends is '../fide.toml'; the id of a rule set"),
        (HEAD.format(base="club.toml"), "key extends leads back to itself"),
        (HEAD.format(base="no.toml"), "key extends is 'no.toml'"),
        ('extends = "fide"\nnames.en = "x"\n', "key id is missing"),
        (HEAD.format(base="fide") + "[flor]\nleast = 1\n", "flor"),
        (HEAD.format(base="fide") + "[coefficient]\nmost = -1\n", "coefficient.most"),
        (HEAD.format(base="fide") + "[ladder]\nwin = 1\n", "ladder"),
        (HEAD.format(base="fide") + '[[amendment]]\nwhen.no = "x"\n', "when.no names no option"),
        (HEAD.format(base=3), "key extends is '3'|no rule set"),
    ],
)
def test_what_is_refused(text: str, told: str, tmp_path: Path) -> None:
    """Bad input: a wrong base, a round of files, a key that the whole does not take."""
    with pytest.raises(RuleSetError, match=told):
        load(written(tmp_path, text))


def test_the_page_prints_the_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: the page has the numbers of one's own keys, and the base's clauses."""
    assert main(["rules", written(tmp_path, CLUB)]) == 0
    told = capsys.readouterr().out
    assert "[coefficient]   [§ 3]" in told and "[floor]   [§ 4]\n    least = 1000" in told
    assert "A difference of more than 400 points counts as 400" in told
    assert "K = 40 for all players" not in told


# --- files that nobody wrote ---------------------------------------------------------------------


def changes(chance: random.Random) -> tuple[str, dict[str, Decimal]]:
    """A few sections of one's own, and what they say."""
    said = {
        "k": Decimal(chance.randint(1, 80)), "floor": Decimal(chance.randint(100, 1500)),
        "published": Decimal(chance.randint(0, 1400)), "start": Decimal(chance.randint(800, 2400)),
    }  # fmt: skip
    parts = [
        f"[coefficient]\nmost = 0\n[[coefficient.rows]]\nk = {said['k']}\n",
        f"[floor]\nleast = {said['floor']}\n",
        f"[published]\nleast = {said['published']}\n",
        f'[start]\n[[start.rows]]\ntitles = ["Club master"]\nrating = {said["start"]}\n',
    ]
    kept = [name for name in said if chance.random() < 0.6]
    text = "".join(part for name, part in zip(said, parts, strict=True) if name in kept)
    return text, {name: said[name] for name in kept}


#: Sections that none of these files changes.
OTHERS = (
    "method", "game", "expectancy", "percentage", "difference", "change", "performance", "initial",
    "average", "pooled", "weighting", "counted", "bonus", "champion", "absence", "adjustment",
    "calendar", "event", "ladder", "deviation", "special", "passes", "bonus_threshold",
    "peak_floor", "classes", "scale", "options",
)  # fmt: skip


@pytest.mark.parametrize("block", range(20 if EVERY else 1))
def test_generated_files(block: int, tmp_path: Path) -> None:
    """Promise: whatever rule set is extended, the result is it with these sections changed.

    It is refused by file and key, or rates, is printed with its numbers, and goes into a workbook
    whole.
    """
    chance, taken = random.Random(block), 0
    for number in range(50 if EVERY else 25):
        base = chance.choice(available())
        text, said = changes(chance)
        name = f"own{number}.toml"
        own = written(tmp_path, HEAD.format(base=base) + text, name)
        try:
            rules = load(own)
        except RuleSetError as error:
            # A table of K next to one that is computed, a title twice, or a bound without use.
            assert name in str(error)
            continue
        taken += 1
        plain = load(base)
        found = {
            "k": rules.coefficient.rows[0].k if "k" in said and rules.coefficient else None,
            "floor": rules.floor.least if "floor" in said and rules.floor else None,
            "published": rules.published.least, "start": rules.start and rules.start.rows[0].rating,
        }  # fmt: skip
        assert {key: found[key] for key in said} == said
        assert "floor" in said or rules.floor == plain.floor
        assert [one for one in OTHERS if getattr(rules, one) != getattr(plain, one)] == []
        printed = page(own)
        for key, value in said.items():
            assert re.search(rf"(?<![\d.]){value}(?![\d.])", printed), (base, key, value)
        carried = load(carried_in(tmp_path / "t.xlsx", name, to_carry(tables_of(own)), ""))
        parts = {k: v for k, v in vars(rules).items() if k not in ("id", "examples")}
        assert {key: getattr(carried, key) for key in parts} == parts
        if rules.method == "sum over games":
            assert _changes(own) == _changes(base)
    assert taken > 10


def _changes(rules: str) -> list[Decimal | None]:
    """What three players of an event gain, each with a K of their own."""
    people = tuple(Player(n, f"P{n}", Decimal(1500 + 100 * n), k=Decimal(20)) for n in (1, 2, 3))
    pairs = games((1, 1, 2, "1-0"), (2, 2, 3, "1/2-1/2"), (3, 3, 1, "0-1"))
    report = rate(Event(people, pairs, start=date(2026, 2, 1)), rules)
    return [line.change for line in report.lines]


# --- floors --------------------------------------------------------------------------------------


@pytest.mark.in_turn
def test_a_floor_in_the_workbooks_of_every_method(office: Office, tmp_path: Path) -> None:
    """Promise: `[floor]` keeps native formulas; LibreOffice and the engine agree in every cell."""
    made = {}
    for seed, (base, least) in enumerate(
        (("fide", 2000), ("china-pro", 2000), ("malaysia", 1900), ("dwz", 1900), ("elo", 2100),
         ("ingo", 120), ("nevzorov", 2000))
    ):  # fmt: skip
        for women in ("", f"women = {least - 100}\n") if base in ("fide", "china-pro") else ("",):
            text = HEAD.format(base=base) + f"[floor]\nleast = {least}\n{women}"
            own = written(tmp_path, text, f"{base}{len(women)}.toml")
            event = random_event(seed, 7, 4)
            people = tuple(
                Player(
                    p.no, p.name, Decimal(least + 3 * p.no - 6) if p.rating else p.rating,
                    sex="fm"[p.no % 2] if women else "", k=Decimal(20), born=1980,
                    facts={"foreign": "-"} if base == "cxa-rapid" else {},
                )
                for p in event.players
            )  # fmt: skip
            event = replace(event, players=people, start=date(2026, 2, 1))
            plan = plan_of(event, own, ("en", "zh", "ru")[seed % 3])
            assert plan.native, base
            made[f"{base}{women}"] = plan
    made = dict(some(made.items(), 4))
    paths = [write(plan, tmp_path / f"{number}.xlsx") for number, plan in enumerate(made.values())]
    found = zip(made, differences_of(paths, office), strict=True)
    assert {name: cells[:3] for name, cells in found if cells} == {}
    floors = [
        line.steps for plan in made.values() if plan.report for line in plan.report.lines
        if any(step.key == "step_floor" for step in line.steps)
    ]  # fmt: skip
    assert len(floors) >= len(made)


def test_a_template_does_not_say_where_the_rule_file_lies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a workbook names a rule file, not the folders of whoever made it; beside it, it works."""
    folder = tmp_path / "secret folder"
    folder.mkdir()
    own, made = written(folder, CLUB), folder / "t.xlsx"
    words = ["new", "swiss", "--rules", own, "--players", "4", "--rounds", "1", "-o", str(made)]
    assert main(words) == 0
    with ZipFile(made) as archive:
        texts = [archive.read(name).decode("utf-8", "replace") for name in archive.namelist()]
    assert any("club.toml" in text for text in texts)
    assert not any("secret folder" in text for text in texts)
    assert "secret folder/club.toml" not in capsys.readouterr().err
    # Moved with its rule file to another folder, it is read there.
    other = tmp_path / "other"
    folder.rename(other)
    assert read(other / "t.xlsx").rules.endswith("club.toml@2026-01-01")
    assert load(read(other / "t.xlsx").rules).floor is not None
