"""Audit shows the rounds of one player, on paper too: the one who is asked for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from office import Office, differences
from workbooks import fitted, plan_of, random_event, write

from xlrating.exchange import open_sheets
from xlrating.workbook.book import build
from xlrating.workbook.compare import check


@pytest.mark.parametrize("asked", [3, "", 99])
def test_the_player_asked_for(asked: int | str, office: Office, tmp_path: Path) -> None:
    """Formulas show the engine's games of that player; `check` reads whom a file asks for. A number
    that nobody has is told of, and the first player stays."""
    plan = plan_of(fitted(random_event(2, 8, 3), "fide", 2), "fide", engine=False)
    path = write(replace(plan, player_asked=asked), tmp_path / "event.xlsx")
    assert differences(path, office) == []
    assert check(open_sheets(path)).differences == ()
    cells = build(replace(plan, player_asked=asked)).sheet("Audit").cells
    place = plan.numbers.index(3) if asked == 3 else 0
    assert str(cells[0, 1].shown).startswith(f"Audit: {plan.numbers[place]} ")
    assert ("Enter a number" in str(cells[1, 1].shown)) == (asked == 99)
