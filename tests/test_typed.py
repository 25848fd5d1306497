"""The names of the package as a type checker sees them: mypy reads this file, pytest runs it."""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import assert_type

import pytest

import xlrating
from xlrating.engine.lines import Line
from xlrating.engine.results import Result
from xlrating.functions.stubs import stubs

GAMES = Path(__file__).parent / "events" / "us-championship-2025" / "games.csv"


def test_the_public_names_have_types() -> None:
    """Promise: what `xlrating.X` gives is known before it runs."""
    rules = xlrating.load("fide")
    assert_type(rules, xlrating.RuleSet)
    event = xlrating.read(GAMES)
    assert_type(event, xlrating.Event)
    assert_type(event.players, tuple[xlrating.Player, ...])
    assert_type(event.games, tuple[xlrating.Game, ...])
    assert_type(event.start, date | None)
    report = xlrating.rate(event, rules)
    assert_type(report, xlrating.Report)
    line = report.line(event.players[0].no)
    assert_type(line, Line)
    assert_type(line.new, Decimal | None)
    error: Exception = xlrating.RatingError("no rule set of this name")
    assert isinstance(error, xlrating.RatingError)


def test_values_are_made_of_what_people_have() -> None:
    """Promise: numbers and results as people write them pass a type checker; decimals come out."""
    ann = xlrating.Player(1, "Ann", rating=2400, k="20")
    assert_type(ann.rating, Decimal | None)
    game = xlrating.Game(1, 1, 2, "1-0", board=3)
    assert_type(game.result, Result)
    assert (ann.rating, ann.k, game.result.code) == (Decimal(2400), Decimal(20), "1-0")


def test_every_public_name_is_there() -> None:
    """What a type checker is told and what the package gives are the same names."""
    for path, text in stubs().items():
        assert path.read_text("utf-8") == text, "run: python -m xlrating.functions.stubs"
    assert {*dir(xlrating)} == {*xlrating.__all__, "__version__"}
    assert all(getattr(xlrating, name) for name in xlrating.__all__)


@pytest.mark.in_turn
def test_wrong_uses_are_errors_to_pyright_too() -> None:
    """Of `tests/typing`, mypy is asked with everything else; each marked line, and no other, is
    an error to pyright as well."""
    folder = Path(__file__).with_name("typing")
    asked = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "-p", str(folder)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "0 errors, 0 warnings, 0 informations"), (
        done.stdout + done.stderr
    )


def test_the_pages_of_the_public_names(tmp_path: Path) -> None:
    """Each public name has a section that says what it is for; no function is a mere object, and
    none a page of its own."""
    script = Path(__file__).parents[1] / ".ci" / "pages.py"
    subprocess.run([sys.executable, script, tmp_path], check=True)
    page = (tmp_path / "xlrating.html").read_text("utf-8")
    for name in [*xlrating.__all__]:
        assert name == "bulk" or f'<section id="{name}">' in page, name
    assert "WorksheetFunction" not in page
    assert "rounded as the regulation says" in page
    pages = {path.name: path.read_text("utf-8") for path in (tmp_path / "xlrating").rglob("*.html")}
    assert pages.keys() == {"bulk.html"}
    for name in xlrating.bulk.__all__:
        assert f'<section id="{name}">' in pages["bulk.html"], name
