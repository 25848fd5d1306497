"""Every rule file that loads works in every command and template: files that nobody wrote.

``XLRATING_RULE_FILES=10000`` makes that many; ``XLRATING_RULE_SEED`` begins elsewhere.
"""

from __future__ import annotations

import contextlib
import io
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from generated_rules import each_file
from needs import EVERY
from office import Office, differences_of

from xlrating.cli import main
from xlrating.engine.rules.ruleset import load
from xlrating.workbook.native import is_native

#: How many files; how many workbooks are recalculated in one start of the program.
FILES = int(os.environ.get("XLRATING_RULE_FILES", "50" if EVERY else "5"))
SEED = int(os.environ.get("XLRATING_RULE_SEED", "1"))
BATCH = 200

PLAYERS = """\
no,name,rating,born,games,peak,sex,title
1,Ann,2412.5,1980,400,2500,f,GM
2,Bob,2100,2010,12,,m,IM
3,Cy,,2001,,,m,
4,Di,1650,,29,1700,f,国家大师
5,Ed,1200,1960,0,,,
"""
SWISS = """\
round,white,black,result
1,1,2,1-0
1,3,4,½-½
1,5,,BYE 1
2,2,3,0-1
2,4,1,½-½
2,5,3,POSTPONED
3,1,5,1-0 F
3,2,4,0-0 F
3,3,,BYE ½
"""
LEAGUE = """\
format: round robin
round,white,black,result
1,1,4,½-½
1,2,3,1-0
2,4,3,0-1
2,1,2,1-0
3,2,4,½-½
3,3,1,0-1
"""

#: Functions of cells, with arguments; the rule set comes last.
CALLS = (
    ("WE_TABLE", "-120"),
    ("DP_TABLE", "0.7"),
    ("K_FACTOR", "1900"),
    ("NEW_RATING", "2000", "2100,1850,1500", "1,0.5,0"),
    ("PERF_RATING", "2100,1850,1500", "1,0.5,0"),
    ("INITIAL_RATING", "2100,1850,1500,1700,1600", "1,0.5,0,1,0"),
    ("RATING_CHANGE", "1400", "2100,1850", "1,0"),
)


def said_by(words: list[str]) -> tuple[int, str]:
    """Run a command as from the shell; exceptions that are not the program's own come through."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    return code, err.getvalue()


def goes_through(text: str, folder: Path, number: int) -> Iterator[Path]:
    """Send one rule file through all commands; the workbooks that native formulas fill."""
    path = folder / f"rules{number}.toml"
    path.write_text(text, "utf-8")
    rules = str(path)
    native, rates = is_native(load(rules)), load(rules).method != "none"

    def run(*words: str) -> bool:
        code, said = said_by([str(word) for word in words])
        assert code in (0, 2), (words, said)
        assert code == 0 or "\nxlrating: " in f"\n{said}", (words, said)
        # What is wrong with a file is said when it is loaded, and it was loaded.
        assert "key " not in said, (words, said)
        return code == 0

    for call, *arguments in CALLS:
        run("call", call, *arguments, rules)
    assert run("rules", rules)
    for name in ("swiss", "league"):
        given = (str(folder / f"{name}.csv"), "--players", str(folder / "players.csv"))
        if name == "league":
            given = (str(folder / "league.csv"), "--players", str(folder / "four.csv"))
        both = (*given, "--rules", rules)
        made = folder / f"{name}{number}.xlsx"
        works = run("rate", *both, "--csv")
        assert run("explain", given[0], "2", *both[1:]) is works
        assert run("rate", *both, "-o", str(made)) is works
        if works:
            assert run("check", str(made))
            if native:
                yield made
    run("federation", str(folder / "list.csv"), str(folder / "events"), "--rules", rules)
    for format, size in (("swiss", "5"), ("round-robin", "4")):
        empty = folder / f"{format}{number}.xlsx"
        words = ("new", format, "--rules", rules, "--players", size, "-o", str(empty))
        # Where formulas do not compute all that is asked for, a template holds values.
        assert run(*words, *(("--rounds", "2") if format == "swiss" else ())) is rates
        if native:
            yield empty


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an event of each kind, and a list with events since."""
    (tmp_path / "players.csv").write_text(PLAYERS, "utf-8")
    (tmp_path / "four.csv").write_text("".join(PLAYERS.splitlines(True)[:5]), "utf-8")
    (tmp_path / "swiss.csv").write_text(SWISS, "utf-8")
    (tmp_path / "league.csv").write_text(LEAGUE, "utf-8")
    events = tmp_path / "events"
    events.mkdir()
    (tmp_path / "list.csv").write_text(PLAYERS, "utf-8")
    games = "round,white,black,result\n1,Ann,Bob,1-0\n1,Cy,Di,½-½\n2,Bob,Cy,0-1\n2,Di,Ann,0-1\n"
    (events / "2026-02-01 cup.csv").write_text(games, "utf-8")
    return tmp_path


@pytest.mark.in_turn
def test_every_file_that_loads_works(folder: Path, office: Office) -> None:
    """No traceback in any command; what formulas compute is what the engine computes."""
    outcomes: Counter[str] = Counter()
    waiting: list[tuple[Path, str]] = []

    def recalculate() -> None:
        outcomes["recalculated"] += len(waiting)
        found = differences_of([path for path, _ in waiting], office)
        wrong = [
            (text, cells[:5]) for (_, text), cells in zip(waiting, found, strict=True) if cells
        ]
        for path, _ in waiting:
            path.unlink()
        waiting.clear()
        assert not wrong, f"{len(wrong)} workbooks\n" + "\n".join(map(str, wrong[0]))

    def works(text: str) -> None:
        number = outcomes["loaded"]
        try:
            for made in goes_through(text, folder, number):
                waiting.append((made, text))
        except Exception as error:
            raise AssertionError(f"{type(error).__name__}: {error}\n{text}") from error
        outcomes["loaded"] += 1
        for made in folder.glob(f"*{number}.xlsx"):
            if made not in [path for path, _ in waiting]:
                made.unlink()
        if len(waiting) >= BATCH:
            recalculate()

    each_file(FILES, SEED, folder / "loaded.toml", works, outcomes)
    recalculate()
    print(dict(outcomes))
    assert outcomes["loaded"] > FILES / 4
