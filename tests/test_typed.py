"""The names of the package as a type checker sees them: mypy reads this file, pytest runs it."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import assert_type

import xlrating
from xlrating.engine.lines import Line
from xlrating.engine.results import Result

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
    told = {"Event", "Game", "Player", "RatingError", "Report", "RuleSet", "load", "rate", "read"}
    assert told == set(xlrating._ENGINE)
    assert all(getattr(xlrating, name) for name in told)
