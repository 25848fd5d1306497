"""The recipes of the contributor's guide, carried out on a copy of the package as they are written.

`tests/test_another_language.py` does it for a language, `tests/test_docs.py` for a federation.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path

import contribution
import pytest
from needs import LONGEST

from xlrating.engine.tomlfile import PACKAGE

ROOT = PACKAGE.parent

_ARROWS = '''"""Games of the program Arrows: ``Ann > Bo`` is a win for Ann, who had White."""

from __future__ import annotations

from ..engine.account import USED, Account, LineRange
from ..engine.event import Event
from ..engine.results import RESULT_BY_CODE
from .files import AnyPath, decoded, lines_of
from .played import NamedSide, Played, event_of


def looks_like_arrows(text: str) -> bool:
    return " > " in text[:80]


def read_arrows(path: AnyPath) -> Event:
    games = []
    for number, line in enumerate(lines_of(decoded(path)[0]), 1):
        white, black = (NamedSide(name) for name in line.strip().split(" > "))
        games.append(Played(number, white, black, RESULT_BY_CODE["1-0"], None, f"line {number}"))
    return event_of(games, account=Account(str(path), "arrows"))
'''

_ABACUS = '''"""The functions in the program Abacus, which calls them ``ABACUS.NEW_RATING``."""

from __future__ import annotations

from ..workbook.file.writer import to_bytes
from . import reference
from .host import Host

HOST = Host(
    make=lambda _, language: reference.workbook(HOST, language),
    write=to_bytes,
    title="abacus_title",
    typed="ABACUS.",
    stored="ABACUS_",
)
'''

#: What each recipe adds: by file what stands in the place of a text, or at the end of the file.
RECIPES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "a column of the report": {
        "engine/columns.py": (
            '    ReportColumn("performance"',
            '    ReportColumn("won", "int", lambda line: sum(g.points == 1 for g in line.games), "won"),\n'
            '    ReportColumn("performance"',
        ),
        "engine/texts/en.toml": ("", 'col_won = "Games won"\nshort_won = "Won"\n'),
        "engine/texts/zh.toml": ("", 'col_won = "胜局数"\nshort_won = "胜"\n'),
        "engine/texts/ru.toml": ("", 'col_won = "Выиграно партий"\nshort_won = "Выигр."\n'),
    },
    "a function": {
        "functions/expectation.py": (
            "",
            '\n\n@worksheet(each=("difference",))\n'
            'def SURPLUS(difference: Any, ruleset: str = "elo") -> Decimal:\n'
            '    """How far the expected score is above one half."""\n'
            '    return expected_score(exact(difference), load(ruleset)) - Decimal("0.5")\n',
        ),
        "functions/help.toml": (
            "",
            '[fn.SURPLUS]\nen = "How far the expected score is above one half."\n'
            'zh = "预期得分超出0.5的部分。"\nru = "На сколько ожидаемый результат выше половины."\n'
            "[example.SURPLUS]\ndifference = 200\ngives = 0.26\n",
        ),
    },
    "a host": {
        "hosts/abacus.py": ("", _ABACUS),
        "hosts/__init__.py": ('    "lite"', '    "abacus": "abacus",\n    "lite"'),
        "functions/help.toml": (
            "[text.lite_title]",
            '[text.abacus_title]\nen = "In Abacus"\nzh = "在 Abacus 中"\nru = "В Abacus"\n[text.lite_title]',
        ),
        "cli/texts/en.toml": ("", 'host_abacus = "a workbook for Abacus"\n'),
        "cli/texts/zh.toml": ("", 'host_abacus = "用于 Abacus 的工作簿"\n'),
        "cli/texts/ru.toml": ("", 'host_abacus = "книга для Abacus"\n'),
        "workbook/texts/en.toml": ("", 'live_missing_abacus = "Abacus is not here."\n'),
        "workbook/texts/zh.toml": ("", 'live_missing_abacus = "没有 Abacus。"\n'),
        "workbook/texts/ru.toml": ("", 'live_missing_abacus = "Abacus нет."\n'),
    },
    "a key of a regulation": {
        "engine/rules/sections/change.py": (
            "    weights: Optional[PaceWeights]",
            "    more: Decimal = between(Decimal(0), -100, 100)\n"
            '    """[points] Added to every change."""\n'
            "    weights: Optional[PaceWeights]",
        ),
        "engine/methods/common.py": (
            "    old = (line.player.rating if start",
            "    change += rule.more\n    old = (line.player.rating if start",
        ),
    },
    "a tie-break": {
        "engine/tournament/values.py": (
            '    "SB": berger,',
            '    "SB": berger,\n    "MET": lambda scores, no, code: Decimal(len(ratings.met(scores, no))),',
        ),
        "engine/tournament/codes.py": ('("TPR", ', '("MET", "TPR", '),
        "engine/texts/en.toml": ("", 'tie_MET = "Opponents met"\n'),
        "engine/texts/zh.toml": ("", 'tie_MET = "对手数"\n'),
        "engine/texts/ru.toml": ("", 'tie_MET = "Число соперников"\n'),
    },
    "a federation's list": {
        "engine/vocabulary/headings.toml": (
            "",
            '[lists.island]\ntitle = "Island"\ntold_by = ["islander", "strength"]\nunused = ["tide"]\n'
            '[lists.island.columns]\nname = ["islander"]\nrating = ["strength"]\n',
        )
    },
    "a fact about players": {
        "workbook/facts.py": (
            '    Fact("born"',
            '    Fact("shirt", "whole", lambda rules: True, 0, 99, is_field=False),\n    Fact("born"',
        ),
        "engine/vocabulary/headings.py": ('    "bonus_place",', '    "shirt", "bonus_place",'),
        "engine/texts/en.toml": ("", 'col_shirt = "Shirt"\nhint_shirt = "the number"\n'),
        "engine/texts/zh.toml": ("", 'col_shirt = "球衣号"\nhint_shirt = "号码"\n'),
        "engine/texts/ru.toml": ("", 'col_shirt = "Майка"\nhint_shirt = "номер"\n'),
    },
    "a file of another program": {
        "exchange/arrows.py": ("", _ARROWS),
        "exchange/texts/en.toml": ("", 'kind_arrows = "games of Arrows"\n'),
        "exchange/texts/zh.toml": ("", 'kind_arrows = "Arrows 的对局"\n'),
        "exchange/texts/ru.toml": ("", 'kind_arrows = "партии Arrows"\n'),
        "reading.py": (
            "    (looks_like_vega, ",
            "    (looks_like_arrows, _as_it_is(read_arrows)),\n    (looks_like_vega, ",
        ),
    },
}

#: What is done with it afterwards, and lines that this prints.
USES: Mapping[str, tuple[str, Sequence[str]]] = {
    "a column of the report": (
        """
        import pandas
        from xlrating import bulk
        players = pandas.DataFrame({"id": ["a", "b", "c"], "rating": [2000, 1900, 1800]})
        games = pandas.DataFrame({"white": ["a", "b"], "black": ["b", "c"], "result": [1, 0.5]})
        for rules in ("elo", "malaysia", "glicko2", "cxa-rapid"):
            print(rules, bulk.rate_period(players, games, rules)["won"].tolist())
        run("rate", "games.csv", "--rules", "elo")
        """,
        [
            "elo [1, 0, 0]",
            "malaysia [1, 0, 0]",
            "glicko2 [1, 0, 0]",
            "cxa-rapid [1, 0, 0]",
            "No  Name  Rating  Pts    Rc  n  W    We   W−We   K     K×  +/−   New  Won  Rp",
            "exit 0",
        ],
    ),
    "a function": (
        """
        import xlrating
        print(xlrating.SURPLUS([200, -200]))
        run("call", "SURPLUS", "200")
        for host, ending in (("libreoffice", ".oxt"), ("lambda", ".xlsx")):
            run("addin", host, "-o", host + ending)
        """,
        [
            "[0.26, -0.26]",
            "0.26",
            "exit 0",
            "written: libreoffice.oxt",
            "exit 0",
            "written: lambda.xlsx",
            "exit 0",
        ],
    ),
    "a host": (
        """
        import zipfile
        run("addin", "--help")
        run("addin", "abacus", "-o", "functions.xlsx")
        run("new", "swiss", "--rules", "elo", "--players", "4", "--rounds", "3", "--functions", "abacus",
            "-o", "live.xlsx")
        parts = zipfile.ZipFile("live.xlsx")
        whole = "".join(parts.read(name).decode() for name in parts.namelist() if "sheet" in name)
        print("ABACUS_RATE_EVENT" in whole, "Abacus is not here." in whole)
        """,
        [
            "  abacus              a workbook for Abacus",
            "written: functions.xlsx",
            "live.xlsx: Swiss, 4 players, 3 rounds, elo",
            "True True",
        ],
    ),
    "a key of a regulation": (
        """
        Path("more.toml").write_text('id = "more"\\nextends = "elo"\\n[change]\\nmore = 5\\n')
        run("rate", "games.csv", "--rules", "more.toml", "-o", "more.xlsx")
        run("check", "more.xlsx")
        """,
        [
            " 1  Ann     1700    1  1900  1  1  0.24  +0.76  30  +27.8  +28  1728    1",
            "exit 0",
            "exit 0",
        ],
    ),
    "a tie-break": (
        """
        from xlrating.engine.tournament.standings import standings
        from xlrating.reading import read
        from dataclasses import replace
        for one in standings(replace(read("games.csv"), tie_breaks=("MET",))):
            print(one.no, *one.ties)
        """,
        ["1 1", "2 1"],
    ),
    "a federation's list": (
        """
        Path("list.csv").write_text("islander,strength,tide\\nAnn,1900,high\\nBo,1700,low\\n")
        run("read", "list.csv")
        """,
        [
            "found: 2 players",
            "column 1, islander: used (name)",
            "column 2, strength: used (rating)",
            "column 3, tide: not used",
            "exit 0",
        ],
    ),
    "a fact about players": (
        """
        run("new", "swiss", "--rules", "elo", "--players", "4", "--rounds", "3", "-o", "new.xlsx")
        from xlrating.exchange.sheets import open_sheets
        rows = open_sheets("new.xlsx").rows("Players")
        print(*{cell for row in rows for cell in row if cell == "Shirt"})
        """,
        ["exit 0", "Shirt"],
    ),
    "a file of another program": (
        """
        Path("club.txt").write_text("Ann > Bo\\nBo > Cy\\n")
        run("read", "club.txt")
        """,
        ["kind: games of Arrows", "exit 0"],
    ),
}

SCRIPT = """
import sys
import textwrap
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from xlrating.cli import main

def run(*words):
    try:
        code = main([*words])
    except SystemExit as stop:
        code = stop.code
    print("exit", code, flush=True)
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with all of it."""
    copy = tmp_path_factory.mktemp("recipes") / "xlrating"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("*.pyc.*", "*.pyi"))
    for edits in RECIPES.values():
        for name, (before, after) in edits.items():
            path = copy / name
            whole = path.read_text("utf-8") if path.exists() else ""
            assert whole.count(before) == 1 or not before, f"{name}: {before}"
            made = whole.replace(before, after) if before else whole + after
            path.write_text(made, "utf-8")
    reading = copy / "reading.py"
    found = "from .exchange.workers import"
    added = "from .exchange.arrows import looks_like_arrows, read_arrows\n"
    reading.write_text(reading.read_text("utf-8").replace(found, added + found, 1), "utf-8")
    return copy.parent


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize("recipe", USES)
def test_the_recipe_works_as_it_is_written(recipe: str, package: Path, tmp_path: Path) -> None:
    """Promise of the guide: these lines are all that it takes, in every part of the program."""
    (tmp_path / "games.csv").write_text(
        "round,white,white_rating,result,black,black_rating\n1,Ann,1700,1-0,Bo,1900\n"
    )
    script, lines = USES[recipe]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT + textwrap.dedent(script), str(package)],
        cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=LONGEST,
    )  # fmt: skip
    said = done.stdout.splitlines()
    missing = [line for line in lines if line not in said]
    assert (missing, done.returncode) == ([], 0), done.stdout + done.stderr


def test_all_that_is_lacking_is_told_at_once(tmp_path: Path) -> None:
    """Promise of the guide: one command names every promise that does not hold, not the first alone,
    each with what was found; and it asks the tests that there are.
    """
    assert [
        name for name in contribution.TESTS if not Path(ROOT, name.split("::")[0]).exists()
    ] == []
    promises = tmp_path / "test_promises.py"
    promises.write_text(
        'def test_a() -> None:\n    """Tables are whole."""\n    assert "island" in "elo"\n\n'
        "def test_b() -> None:\n    pass\n\n"
        'def test_c() -> None:\n    """Help is there."""\n    assert not ["zh"]\n'
    )
    done = subprocess.run(
        [sys.executable, "-m", "tests.contribution", str(promises)],
        cwd=ROOT, capture_output=True, encoding="utf-8", timeout=LONGEST,
    )  # fmt: skip
    said = done.stdout
    assert done.returncode == 1, said + done.stderr
    found = [
        said.index(text) for text in ("Tables are whole.", "'island' in 'elo'", "Help is there.")
    ]
    assert found == sorted(found) and "2 of the promises" in said and "test_b" not in said
