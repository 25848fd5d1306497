"""What people type, paste, sort and delete, in LibreOffice as they have it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typing_person import Person, Step
from workbooks import EVENTS, plan_of, write

from xlrating.exchange import open_sheets, read
from xlrating.workbook.compare import check


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


#: Results as people write them, and the one spelling.
WRITTEN = {
    "1:0": "1-0", "1-0 ": "1-0", " 0 - 1": "0-1", "1/2-1/2": "½-½", "½": "½-½", "=": "½-½",
    "1": "1-0", "0": "0-1", "0,5": "½-½", "0.5-0.5": "½-½", "½:½": "½-½", "+/-": "1-0 F",
    "-:+": "0-1 F", "-/-": "0-0 F", "1–0": "1-0", "0-1f": "0-1 F", "１：０": "1-0", "和": "½-½",
}  # fmt: skip


def test_results_as_people_write_them(person: Person, good: Path, tmp_path: Path) -> None:
    """Pasted results are understood by formulas and reader alike; Audit shows the one spelling."""
    steps: list[Step] = [("paste", f"Games!F{row}", text) for row, text in enumerate(WRITTEN, 5)]
    steps += [("number", "Games!F30", 1), ("number", "Games!F31", 0), ("number", "Games!F32", 0.5)]
    saved = tmp_path / "saved.xlsx"
    (shown,) = person.do([(good, [*steps, ("save", str(saved))])])
    expected = [*WRITTEN.values(), "1-0", "0-1", "½-½"]
    event = read(saved)
    rows = [*range(5, 5 + len(WRITTEN)), 30, 31, 32]
    lines = {game.at("result").rpartition("F")[2]: game for game in event.games}
    assert [lines[str(row)].result.code for row in rows] == expected
    audited = {(row[2], row[0]): row[6] for row in shown["Audit"][4:]}
    games = [lines[str(row)] for row in rows]
    assert [audited[game.round, game.white] for game in games] == expected
    assert [row[9] for row in shown["Games"][4:] if row[9]] == []
    assert check(open_sheets(saved)).differences == ()


#: Pasted results that are none, and a part of what is said about them.
NO_RESULTS = {
    "-": "result - may be any of 0-1, 0-1 F, POSTPONED",
    "+": "result + may be any of 1-0, 1-0 F",
    "bye": "may be any of BYE 1, BYE ½, BYE 0",
    "2:0": "result 2:0 is not known",
    "?": "result ? is not known",
    "1*": "result 1* is not known",
}


def test_what_may_mean_several_results_is_named(person: Person, good: Path) -> None:
    """What is no result, and what may be several, is named with its line, and not guessed."""
    steps: list[Step] = [("paste", f"Games!F{row}", text) for row, text in enumerate(NO_RESULTS, 5)]
    steps.append(("number", "Games!F20", 45659))
    (shown,) = person.do([(good, steps)])
    said = [str(row[9]) for row in shown["Games"][4:] if row[9]]
    expected = [*NO_RESULTS.values(), "result 45659 is a number, perhaps a date"]
    assert len(said) == len(expected)
    assert [part in text for part, text in zip(expected, said, strict=True)] == [True] * len(said)
