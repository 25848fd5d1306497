"""Mistakes show at once: in the row, on Check with the cell, and as a red light."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import openpyxl
import pytest
from office import Office
from workbooks import EVENTS, plan_of, write

from xlrating.exchange import read

#: What is typed where, the sheet and row that must tell, and a part of the message.
MISTAKES: dict[str, tuple[dict[str, Any], str, str]] = {
    "unknown player": ({"Games!C5": 13}, "Games", "there is no player with number 13"),
    "plays himself": ({"Games!G5": 12}, "Games", "player 12 is paired with themselves"),
    "twice in a round": ({"Games!C6": 12}, "Games", "player 12 appears twice in round 1"),
    "unknown result": ({"Games!F5": "1:0"}, "Games", "result 1:0 is not known"),
    "bye with opponent": (
        {"Games!F5": "BYE 1"},
        "Games",
        "BYE 1 is a bye but an opponent is given",
    ),
    "opponent missing": ({"Games!G5": None}, "Games", "needs two players"),
    "no such round": ({"Games!A5": 12}, "Games", "round 12 does not exist"),
    "rating as text": ({"Players!F5": "strong"}, "Players", "Rating is strong"),
    "negative rating": ({"Players!F5": -5}, "Players", "Rating is -5"),
    "same ID": ({"Players!C6": "2020009"}, "Players", "players 1 and 2 have the same ID 2020009"),
    "same name": (
        {"Players!C5": None, "Players!C6": None, "Players!B6": "2020009"},
        "Players",
        "players 1 and 2 have the same name 2020009",
    ),
    "born after the event": ({"Players!I5": 2050}, "Players", "year of birth is 2050"),
    "no date": ({"Start!B13": "soon"}, "Start", "a day on the sheet Start is no date"),
}


@pytest.fixture(scope="module")
def recalculated(office: Office, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The workbook of an event without faults, with each mistake typed in, calculated."""
    folder = tmp_path_factory.mktemp("mistakes")
    event = read(EVENTS / "us-championship-2025" / "games.csv")
    good = write(
        plan_of(replace(event, format="swiss", start=date(2025, 10, 12)), "fide", engine=False),
        folder / "good.xlsx",
    )
    paths = []
    for number, (typed, _, _) in enumerate(MISTAKES.values()):
        book = openpyxl.load_workbook(good)
        for place, value in typed.items():
            sheet, address = place.split("!")
            book[sheet][address] = value
        paths.append(folder / f"{number}.xlsx")
        book.save(paths[-1])
    return dict(zip(MISTAKES, office.recalculate(paths), strict=True))


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_shown_at_once(name: str, recalculated: dict[str, Any]) -> None:
    """The row says what is wrong, Check lists it with its cell, the light turns red."""
    _, sheet, message = MISTAKES[name]
    sheets = recalculated[name]
    listed = [row[:2] for row in sheets["Check"][11:] if row[1]]
    assert any(message in str(text) for _, text in listed), listed
    assert all(str(place).startswith(sheet) for place, _ in listed), listed
    if sheet != "Start":
        assert any(message in str(cell) for row in sheets[sheet] for cell in row)
    assert "There are problems" in str(sheets["Start"])
