"""Byes that bring what the event's file says (TRF-2026, 162), in live formulas."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from office import Office, differences_of
from workbooks import games, write

from xlrating.engine.errors import EventError
from xlrating.engine.event import Event, Player
from xlrating.engine.rules.ruleset import load
from xlrating.engine.scoring import Assigned, Scoring
from xlrating.engine.tournament.scores import Scores
from xlrating.exchange import open_sheets
from xlrating.workbook.compare import check
from xlrating.workbook.reader import read_contents
from xlrating.workbook.templates import filled, left_ties

HALF = Decimal("0.5")
PEOPLE = tuple(Player(no, f"Player {no}", 1500 + 100 * no) for no in range(1, 7))
#: Four rounds with every bye there is, one who left and one who never came.
LINES = games(
    (1, 1, 2, "1-0"), (1, 3, 4, "½-½"), (1, 5, None, "BYE 1"), (1, 6, None, "BYE 0"),
    (2, 5, 1, "0-1"), (2, 2, 3, "1-0"), (2, 4, None, "BYE 1 R"),
    (3, 1, 4, "½-½"), (3, 5, 3, "1-0 F"), (3, 2, None, "BYE ½"),
    (4, 4, 2, "0-1"), (4, 3, None, "BYE 1"), (4, 1, None, "BYE ½"), (4, 5, None, "BYE 0"),
)  # fmt: skip
SCORINGS = {
    "allocated": Scoring({"PAB": HALF}),
    "granted": Scoring({"FPB": HALF, "HPB": Decimal(0)}),
    "all": Scoring({"PAB": Decimal(0), "FPB": Decimal(1), "HPB": Decimal(1), "ZPB": HALF}),
}


@pytest.mark.in_turn
def test_the_table_follows_what_byes_bring(office: Office, tmp_path: Path) -> None:
    """Every cell of the workbook is what LibreOffice calculates, and it is read back the same."""
    paths = []
    for name, scoring in SCORINGS.items():
        event = Event(PEOPLE, LINES, name, rounds=4, scoring=scoring)
        path = write(filled(event, load("fide")), tmp_path / f"{name}.xlsx")
        paths.append(path)
        found = read_contents(open_sheets(path)).event
        assert found.scoring == scoring
        assert Scores(found).points == Scores(event).points
        assert check(open_sheets(path)).differences == ()
    assert differences_of(paths, office) == [[], [], []]


@pytest.mark.parametrize(
    "scoring",
    [
        Scoring({"WW": Decimal(3), "BW": Decimal(3)}),
        Scoring({"PAB": Decimal("0.25")}),
        Scoring({}, (Assigned("", Decimal(-1), 0, (1,)),)),
    ],
)
def test_what_no_workbook_holds_is_refused(scoring: Scoring) -> None:
    """A table that counted otherwise than the event would be a wrong one."""
    with pytest.raises(EventError, match="workbooks score games 1, ½ and 0"):
        filled(Event(PEOPLE, LINES, rounds=4, scoring=scoring), load("fide"))


@pytest.mark.parametrize(
    ("named", "kept"),
    [
        (("SB", "BH"), ("SB", "BH")),
        (("BH-C1", "ARO", "BH"), ("BH-C1",)),
        (("BH-C1", "BH", "SB", "DE"), ("BH-C1", "BH", "SB")),
        (("BH-C2",), ()),
    ],
)
def test_tie_breaks_without_formulas(named: tuple[str, ...], kept: tuple[str, ...]) -> None:
    """A workbook ranks up to the first that would not follow what is typed, and says so."""
    event = Event(PEOPLE, LINES, rounds=4, tie_breaks=named)
    plan = filled(event, load("fide"))
    assert plan.event.tie_breaks == kept
    assert [one.words["codes"] for one in left_ties(event, plan)] == (
        [", ".join(named[len(kept) :])] if named != kept else []
    )
    assert replace(event, tie_breaks=kept) == replace(plan.event, rules=event.rules)
