"""“Rate this workbook” on real templates; what stands for Excel holds them with openpyxl."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.styles import PatternFill
from workbooks import EVENTS, plan_of, write

from xlrating.engine.errors import FileError
from xlrating.exchange import open_sheets
from xlrating.hosts.excel.macro import MARK, RED, rate, said
from xlrating.reading import read
from xlrating.workbook.compare import check

#: The arguments of Excel's Protect after the first five, as its reference lists them.
ALLOW = (
    "FormattingCells", "FormattingColumns", "FormattingRows", "InsertingColumns", "InsertingRows",
    "InsertingHyperlinks", "DeletingColumns", "DeletingRows", "Sorting", "Filtering",
    "UsingPivotTables",
)  # fmt: skip
ALLOWED = [what in ("FormattingCells", "Sorting") for what in ALLOW]


class Sheet:
    """As much of xlwings' Sheet, and of Excel's behind it, as the macro uses."""

    def __init__(self, book: Book, page: Any) -> None:
        self.book, self.page, self.name = book, page, page.title
        self.password, self.protections = "", 0
        self.api = self
        allowed = zip((f"Allow{what}" for what in ALLOW), ALLOWED, strict=True)
        self.Protection = SimpleNamespace(**dict(allowed))
        self.ProtectContents = page.protection.sheet
        self.ProtectDrawingObjects, self.ProtectScenarios = True, False

    def range(self, address: str) -> Range:
        """A cell by its address."""
        return Range(self, address.replace("$", ""))

    @property
    def Comments(self) -> Any:  # noqa: N802
        """The notes of the sheet."""
        cells = [c.coordinate for row in self.page.iter_rows() for c in row if c.comment]
        notes = [Note(self.range(cell)) for cell in cells]
        return SimpleNamespace(Count=len(notes), Item=lambda number: notes[number - 1])

    def Unprotect(self, password: str) -> None:  # noqa: N802
        """Take the protection off."""
        if password != self.password:
            raise RuntimeError("The password you supplied is not correct.")
        self.ProtectContents = False

    def Protect(self, password: str, *given: bool) -> None:  # noqa: N802
        """Put it back, with the same password and the same permissions."""
        assert (password, list(given)) == (self.password, [True, True, False, False, *ALLOWED])
        self.ProtectContents, self.protections = True, self.protections + 1


class Range:
    """One cell: its fill, and its note."""

    def __init__(self, sheet: Sheet, address: str) -> None:
        self.sheet, self.cell, self.Address = sheet, sheet.page[address], address
        self.api = self

    @property
    def color(self) -> tuple[int, ...] | None:
        """The fill as red, green and blue."""
        fill = self.cell.fill
        return tuple(bytes.fromhex(fill.start_color.rgb[2:])) if fill.fill_type else None

    @color.setter
    def color(self, fill: tuple[int, ...] | str | None) -> None:
        assert not self.sheet.ProtectContents, "Excel refuses on a protected sheet"
        code = fill.removeprefix("#") if isinstance(fill, str) else bytes(fill or ()).hex()
        shown = {"fill_type": "solid", "start_color": code} if code else {}
        self.cell.fill = PatternFill(**shown)

    @property
    def Comment(self) -> Note | None:  # noqa: N802
        """The note, if there is one."""
        return Note(self) if self.cell.comment else None

    def AddComment(self, text: str) -> None:  # noqa: N802
        """Give it a note."""
        assert not self.sheet.ProtectContents, "Excel refuses on a protected sheet"
        assert not self.cell.comment, "Excel has one note for a cell"
        self.cell.comment = Comment(text, "")


class Note:
    """The note of a cell."""

    def __init__(self, cell: Range) -> None:
        self.Parent = cell

    def Text(self, text: str | None = None) -> str:  # noqa: N802
        """Its text, after it was replaced by another if one is given."""
        if text is not None:
            self.Parent.cell.comment = Comment(text, "")
        return str(self.Parent.cell.comment.text)

    def Delete(self) -> None:  # noqa: N802
        """Take it away."""
        assert not self.Parent.sheet.ProtectContents, "Excel refuses on a protected sheet"
        self.Parent.cell.comment = None


class Sheets(list[Sheet]):
    """The sheets, by number or name."""

    def __getitem__(self, name: Any) -> Any:
        return next(sheet for sheet in self if sheet.name == name)


class Book:
    """An open workbook; its cells hold values only, as `check` reads them from a saved copy."""

    def __init__(self, path: Path, name: str | None = None) -> None:
        self.values: Any = openpyxl.load_workbook(path, data_only=True)
        self.name = name or path.name
        self.sheets = Sheets(Sheet(self, page) for page in self.values.worksheets)
        self.api = SimpleNamespace(SaveCopyAs=self.values.save)

    def marks(self) -> dict[str, str]:
        """The notes by sheet and cell."""
        return {
            f"{sheet.name}!{note.Parent.Address}": note.Text()
            for sheet in self.sheets
            for note in map(sheet.Comments.Item, range(1, sheet.Comments.Count + 1))
        }


def opened(path: Path, name: str | None = None) -> Any:
    """The workbook of a file, open."""
    return Book(path, name)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The US Championship as a filled and saved template."""
    event = read(EVENTS / "us-championship-2025" / "games.csv")
    yield write(plan_of(event, "fide"), tmp_path_factory.mktemp("macro") / "event.xlsx")


@pytest.mark.in_turn
def test_cells_that_differ_are_marked(template: Path) -> None:
    """Exactly the cells that `check` names: red, with the engine's value, the sheet locked as before."""
    book = opened(template)
    ratings = book.sheets["Ratings"]
    true = ratings.page["L5"].value
    ratings.page["L5"] = 2800
    book.sheets["Rules"].page["C12"] = "other"
    before = {cell: ratings.range(cell).color for cell in ("L5", "L6")}
    assert before["L5"], "a cell with a fill of its own"
    book.values.save(template.with_name("changed.xlsx"))
    found = check(open_sheets(template.with_name("changed.xlsx")))
    message = rate(book)
    assert message.startswith(f"event.xlsx: {len(found.differences)} of {found.cells} cells differ")
    assert set(book.marks()) == {f"{d.sheet}!{d.cell}" for d in found.differences}
    assert set(book.marks()) >= {"Ratings!L5", "Rules!C12"}
    assert f"the engine has {true}, the cell shows 2800" in book.marks()["Ratings!L5"]
    assert ratings.range("L5").color == RED
    assert ratings.range("L6").color == before["L6"]
    assert (ratings.ProtectContents, ratings.protections) == (True, 1)
    assert book.sheets["Audit"].protections == 0

    # Corrected, and run again: nothing is left of the marks.
    ratings.page["L5"] = true
    assert "1 of" in rate(book)
    assert set(book.marks()) == {"Rules!C12"}
    assert ratings.range("L5").color == before["L5"]
    assert ratings.ProtectContents


@pytest.mark.in_turn
def test_a_users_own_note_stays(template: Path) -> None:
    """The mark is added below it, and taken off again."""
    book = opened(template)
    cell = book.sheets["Ratings"].range("L5")
    cell.cell.comment = Comment("ask the arbiter", "")
    true, cell.cell.value = cell.cell.value, 2800
    rate(book)
    assert cell.Comment and cell.Comment.Text().startswith(f"ask the arbiter\n{MARK}the engine")
    rate(book)
    assert cell.Comment.Text().count(MARK) == 1
    cell.cell.value = true
    assert "cells agree with the engine" in rate(book)
    assert cell.Comment.Text() == "ask the arbiter"


def test_a_workbook_that_was_never_saved(template: Path) -> None:
    """It has a name without an ending; the unsaved values are what is rated."""
    book = opened(template, "Book1")
    book.sheets["Ratings"].page["L5"] = 2800
    assert rate(book).startswith("Book1: 1 of")


def test_a_workbook_named_in_other_letters(template: Path) -> None:
    """The copy that is read has its name, whatever its letters."""
    assert rate(opened(template, "2025 年冠军赛 – Турнир.xlsx")).startswith(
        "2025 年冠军赛 – Турнир"
    )


@pytest.mark.in_turn
def test_it_answers_in_the_language_of_the_workbook(tmp_path: Path) -> None:
    """The message and the notes are in the language that the first sheet is set to."""
    event = read(EVENTS / "us-championship-2025" / "games.csv")
    book = opened(write(plan_of(event, "fide", language="zh"), tmp_path / "event.xlsx"))
    assert "个单元格与引擎一致" in rate(book)
    book.sheets["等级分"].page["L5"] = 2800
    rate(book)
    assert "引擎的值为" in book.marks()["等级分!L5"]
    assert "1 个与引擎不同" in said(_open(book))


def test_a_password_is_named(template: Path) -> None:
    """A sheet locked with a password is left alone; the user is told which and what to do."""
    book = opened(template)
    sheet = book.sheets["Ratings"]
    sheet.password = "secret"
    sheet.page["L5"] = 2800
    with pytest.raises(FileError, match=r"event.xlsx, sheet Ratings: .*password; take it off"):
        rate(book)
    assert sheet.ProtectContents


def _open(*books: Any, front: int = 0) -> Any:
    """The book of the macro, in an Excel with these others."""
    own = SimpleNamespace(name="xlrating.xlsm", sheets=[SimpleNamespace(name="Instructions")])
    opened = [own, *books]

    class Open(list[Any]):
        active = opened[front]

    own.app = SimpleNamespace(books=Open(opened))
    return own


@pytest.mark.in_turn
def test_which_workbook_is_rated(template: Path) -> None:
    """The one template that is open, of several the one in front; else a sentence on what to do."""
    one, two = opened(template, "one.xlsx"), opened(template, "two.xlsx")
    other = SimpleNamespace(name="budget.xlsx", sheets=[SimpleNamespace(name="Sheet1")])
    assert said(_open(one, other)).startswith("one.xlsx: all ")
    assert said(_open(one, other, front=2)).startswith("one.xlsx: all ")
    assert said(_open(one, two, front=2)).startswith("two.xlsx: all ")
    for caller in (_open(), _open(other, front=1), _open(one, two)):
        assert said(caller).startswith("no template is open")
