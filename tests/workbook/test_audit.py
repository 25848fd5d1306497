"""Audit shows the rounds of one player, on paper too: the one who is asked for."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from office import Office, differences, differences_of
from workbooks import fitted, games, plan_of, random_event, write

from xlrating.engine.event import Event, Player
from xlrating.exchange import open_sheets
from xlrating.workbook.book import build
from xlrating.workbook.compare import check


@pytest.mark.sampled(2)
@pytest.mark.parametrize("asked", [3, "player 3", 99])
def test_the_player_asked_for(asked: int | str, office: Office, tmp_path: Path) -> None:
    """Formulas show the engine's games of that player; `check` reads whom a file asks for. A name
    finds its player, too; a number that nobody has is told of, and the first player stays."""
    plan = plan_of(fitted(random_event(2, 8, 3), "fide", 2), "fide", engine=False)
    path = write(replace(plan, player_asked=asked), tmp_path / "event.xlsx")
    assert differences(path, office) == []
    assert check(open_sheets(path)).differences == ()
    cells = build(replace(plan, player_asked=asked)).sheet("Audit").cells
    place = plan.numbers.index(3) if asked != 99 else 0
    assert str(cells[0, 1].shown).startswith(f"Audit: {plan.numbers[place]} ")
    assert ("There is no player 99" in str(cells[1, 1].shown)) == (asked == 99)


@pytest.mark.in_turn
def test_where_numbers_come_from(office: Office, tmp_path: Path) -> None:
    """8.3.1, 7.2.3, C.07 16: the real difference of a capped one, each step of a first rating, and
    why an opponent's points count for more in the tie-breaks than they are on Standings. A list may
    number its players beyond a thousand: the round of a line is still found."""
    ann, bo, cy, di = 1, 1002, 2003, 4
    people = tuple(
        Player(no, name, rating and Decimal(rating))
        for no, name, rating in (
            (ann, "Ann", 2000),
            (bo, "Bo", 1500),
            (cy, "Cy", None),
            (di, "Di", 1900),
        )
    )
    played = games((1, ann, bo, "1-0"), (1, di, cy, "1-0"), (2, di, ann, "0-1"), (2, cy, bo, "0-1"))
    played += games((3, cy, ann, "½-½"), (3, bo, None, "BYE 1"), (3, di, None, "BYE 0"))
    played += games((4, cy, ann, "0-1"), (4, bo, None, "BYE 1"), (4, di, None, "BYE 0"))
    played += games((5, cy, bo, "½-½"), (5, ann, None, "BYE 1"), (5, di, None, "BYE 0"))
    event = Event(people, played, format="swiss", rounds=5, start=date(2026, 5, 1))
    plan = plan_of(event, "fide", engine=False)
    asked = {no: replace(plan, player_asked=no) for no in (ann, cy)}
    paths = [write(each, tmp_path / f"{no}.xlsx") for no, each in asked.items()]
    assert differences_of(paths, office) == [[], []]
    told = {
        no: [str(cell.shown) for cell in build(each).sheet("Audit").cells.values()]
        for no, each in asked.items()
    }
    assert "500 counts as 400 (8.3.1)" in told[ann]
    # 1900 went after a point in two rounds; a dummy has no more than a draw in each of five.
    assert {text for text in told[ann] if text.startswith("Round ")} == {
        "Round 2, tie-breaks: the opponent has 1, counts 2.5: rounds not played count as draws "
        "(C.07, 16.3)",
        "Round 5, tie-breaks: no game; a dummy opponent of 2.5 counts (C.07, 16.4)",
    }
    # One of five: (1900 + 1500 + 2000 + 2000 + 1500 + 2 x 1800) / 7 and 2 / 7, which is -158.
    steps = told[cy][told[cy].index("Average with 2 draws against 1800") :]
    assert [text[:6] for text in steps[1:6:2]] == ["1785.7", "0.2857", "-158"], steps[:7]
    assert not any("counts as" in text for text in told[cy])
