"""The workbook with which members say what their program makes of the sheets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ironcalc
import pytest
from excel_rules import broken_rules
from iron_calc import in_its_words
from live_office import Live, entered

from xlrating import __version__
from xlrating.workbook import evidence

ROOT = Path(__file__).parents[2]
#: The yellow cell that the first sheet names.
RESULT = "Games!E10"


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evidence") / "evidence.xlsx"
    path.write_bytes(evidence.to_file())
    return path


def test_the_line_of_a_program_that_calculates(sent: Path, live: Live) -> None:
    """One result and a name are typed in LibreOffice as it is installed: no cell differs."""
    live.open(sent)
    assert any(RESULT in str(cell.value) for cell in evidence.book().sheets[0].cells.values())

    def line() -> list[str]:
        rows = live.values(evidence.SHEET)[evidence.SHEET]
        return next(str(row[0]) for row in rows if f"{__version__} |" in str(row[0])).split(" | ")

    assert line()[-1] == "result not chosen"
    live.type([entered(RESULT, "1-0"), entered(f"{evidence.SHEET}!A11", "LibreOffice 7.4")])
    made, program, answers, letter, cells = line()
    assert made == f"xlrating {__version__}" and program.startswith("LibreOffice 7.4 (")
    assert (answers, letter) == ("answers 11111111", "letter 1")
    assert cells.startswith("cells 0 of ") and int(cells.split()[-1]) > 1500


@pytest.mark.in_turn
def test_the_line_of_a_program_that_does_not(sent: Path) -> None:
    """IronCalc knows less: the line says which answers differ, and where the first cell does."""
    model: Any = ironcalc.load_from_xlsx(str(in_its_words(sent)), "en", "UTC", "en")
    sheets = [sheet.name for sheet in evidence.book().sheets]
    sheet, row, col, typed = entered(RESULT, "1-0")
    model.set_user_input(sheets.index(sheet), row + 1, col + 1, typed)
    model.evaluate()
    *_, answers, letter, cells = model.get_cell_value(0, 16, 1).split(" | ")
    assert "0" in answers and letter in ("letter 1", "letter 2")
    assert " first " in cells and not cells.startswith("cells 0 of")


def test_excel_has_nothing_against_it(sent: Path) -> None:
    """Excel's limits and [MS-XLS] 2.5.198.118, as for every other file."""
    assert broken_rules(sent) == []


def test_the_form_asks_for_the_line() -> None:
    """The line goes into the form of the project that the workbook names."""
    form = (ROOT / ".github" / "ISSUE_TEMPLATE" / "spreadsheet_program.yml").read_text("utf-8")
    assert form.startswith("name: A spreadsheet program") and "id: line" in form
