"""What people type, paste, sort and delete, in LibreOffice as they have it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typing_person import Person
from workbooks import EVENTS, plan_of, write

from xlrating.exchange import read


@pytest.fixture(scope="module")
def person(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Somebody with a fresh LibreOffice."""
    return Person(tmp_path_factory.mktemp("person"))


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A filled workbook without faults."""
    event = read(EVENTS / "us-championship-2025" / "games.csv")
    plan = plan_of(event, "fide@2025-10-01", engine=False)
    return write(plan, tmp_path_factory.mktemp("good") / "event.xlsx")


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_a_workbook_with_a_deleted_row_is_read(
    ending: str, person: Person, good: Path, tmp_path: Path
) -> None:
    """LibreOffice then saves an empty last row of all, 1,048,576: no cell is there to delete."""
    saved = tmp_path / f"saved.{ending}"
    person.do([(good, [("delete", "Games!A10"), ("save", str(saved))])])
    assert len(read(saved).games) == len(read(good).games) - 1
