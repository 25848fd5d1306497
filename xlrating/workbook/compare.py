"""Check a workbook: every cell it shows against the engine's value for that cell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ..engine.errors import FileError
from ..engine.inspection import inspected, refuse, unfinished
from ..engine.problems import Problem
from ..engine.rating import rules_on
from ..engine.texts import sheets_named_in
from ..exchange.addresses import address
from ..exchange.sheets import Sheets, where
from ..exchange.template import named
from . import made_by
from .book import builder_of
from .builder import Builder
from .file.grid import Book, Cell, Cells, Place, Sheet, stored
from .layout import PAGES, lay_out
from .plan import Plan
from .reader import Contents, read_contents
from .sheets.completion import doubts
from .sheets.engine import are_calculated, functions_of, has_engine_columns
from .sheets.round_page import asked_in
from .sheets.rules import CLAUSE
from .sheets.rules import add as add_rules
from .sheets.start import add_start
from .table import HEAD_ROW
from .templates import resized

#: Cells agree when they differ by no more than a spreadsheet's own noise.
TOLERANCE = 1e-9


class Difference(NamedTuple):
    """One cell that shows something else than the engine computes."""

    where: str
    found: object
    expected: object
    sheet: str
    cell: str


class Checked(NamedTuple):
    """What a check found, how many cells it compared, and what is doubtful in the event."""

    differences: tuple[Difference, ...]
    cells: int
    notices: tuple[Problem, ...]


def changed_rules(sheets: Sheets) -> tuple[Difference, ...]:
    """The cells of the Rules sheet that are not those of the regulation."""
    contents = read_contents(sheets)
    # Without players: the sheet does not depend on them, and the file's own rules, which
    # another choice may replace, need not be able to rate them.
    bare = replace(contents, event=replace(contents.event, players=(), games=()))
    builder = builder_of(plan_of(sheets, bare))
    with sheets_named_in(builder.plan.fixed_language):
        add_start(builder)
        sheet = add_rules(builder)
    if sheet.name not in sheets.names:
        return ()
    words, numbers = list[tuple[Place, Cell]](), list[tuple[Place, Cell]]()
    for place, cell in _calculated(sheet):
        is_clause = place[1] == CLAUSE and not cell.formula
        (words if is_clause or cell.style == "head" else numbers).append((place, cell))
    # Where headings and clauses are others, the cells stand as another version had them.
    is_of_now = next(_differences(sheets, sheet, words), None) is None
    return tuple(_differences(sheets, sheet, numbers)) if is_of_now else ()


def check(sheets: Sheets) -> Checked:
    """Recompute a filled template and compare every cell that is not typed by a person.

    Raises `FileError` when the sheets no longer have the template's layout, or were
    saved without calculated values.
    """
    contents = read_contents(sheets)
    plan = plan_of(sheets, contents)
    builder = builder_of(plan)
    lay_out(builder)
    book = builder.book
    told = (*unfinished(contents.event), *inspected(plan.event, plan.rules), *doubts(plan))
    if not made_by.is_of_now(sheets, book):
        return _by_player(sheets, builder, told)
    if not are_calculated(sheets):
        # The program that saved the file has not the functions: nothing is claimed there.
        for sheet in book.sheets:
            still = {place: cell for place, cell in sheet.cells.items() if not cell.live}
            sheet.cells = Cells(still)
    book.sheets = [
        sheet for sheet in book.sheets if sheet.name in sheets.names or sheet.key not in PAGES
    ]
    _same_layout(sheets, book.sheets)
    # Of what is hidden that of every player and round: people see it for one of them at a time.
    shown = [sheet for sheet in book.sheets if not sheet.hidden or sheet.key == "Rounds"]
    found, cells = list[Difference](), 0
    for sheet in shown:
        calculated = _calculated(sheet)
        found += _differences(sheets, sheet, calculated)
        cells += len(calculated)
    # A changed rule is the cause, the ratings that follow it the effect.
    rules = book.sheet("Rules").name
    found.sort(key=lambda difference: difference.sheet != rules)
    blank = sum(difference.found == "" for difference in found)
    if blank and blank == _formulas(book):
        raise FileError(
            "the workbook was saved without calculated values; open it in a spreadsheet "
            "program, save it, and check again",
            sheets.path.name,
        )
    return Checked(tuple(found), cells, told)


def _by_player(sheets: Sheets, builder: Builder, told: tuple[Problem, ...]) -> Checked:
    """What can be compared of the workbook of another version: the ratings of each player."""
    shown = list(made_by.of_players(sheets, builder))
    name = named(sheets.names, "Ratings")
    found = (
        Difference(
            where(sheets.path, name, one.row, one.col),
            one.found,
            stored(one.expected),
            name,
            address(one.row, one.col),
        )
        for one in shown
        if not _equal(one.found, Cell(one.expected))
    )
    said = made_by.said_in(sheets)
    key, words = "made_before", dict[str, object](file=sheets.path.name, n=len(shown))
    if said:
        key, words = "made_by_other", {**words, "version": said}
    return Checked(tuple(found), len(shown), (Problem(key, words, sheets.path.name), *told))


def plan_of(sheets: Sheets, contents: Contents) -> Plan:
    """The workbook that a file is, as this version makes it."""
    rules = rules_on(contents.event.rules, contents.event)
    event = contents.event
    refuse(event, rules)
    plan = resized(
        event,
        rules,
        contents.numbers,
        contents.rounds,
        len(contents.lines),
        contents.lines,
        playoffs=contents.playoffs,
        language=contents.language,
        file_language=contents.file_language,
        engine=has_engine_columns(sheets),
    )
    return replace(
        plan,
        functions=functions_of(sheets),
        round_asked=asked_in(sheets),
        player_asked=asked_in(sheets, "Audit", "audit_asked"),
        library=contents.library,
        asked=contents.asked,
    )


def _calculated(sheet: Sheet) -> list[tuple[Place, Cell]]:
    """The cells of a sheet, those to type into aside, in reading order."""
    cells = sheet.cells
    found = ((place, cells[place]) for place in sorted(cells))
    return [(place, cell) for place, cell in found if not cell.style.startswith("input")]


def _formulas(book: Book) -> int:
    """How many formulas show something."""
    return sum(cell.shown != "" for sheet in book.sheets for _, cell in sheet.formulas())


def _differences(
    sheets: Sheets, sheet: Sheet, cells: list[tuple[Place, Cell]]
) -> Iterator[Difference]:
    """Those of these cells of a sheet that show something else."""
    rows = sheets.rows(sheet.name)
    for (row, col), cell in cells:
        shown = rows[row][col] if row < len(rows) and col < len(rows[row]) else ""
        if not _equal(shown, cell):
            place = where(sheets.path, sheet.name, row, col)
            yield Difference(place, shown, cell.shown, sheet.name, address(row, col))


def _same_layout(sheets: Sheets, built: list[Sheet]) -> None:
    for sheet in built:
        name = sheet.name
        if name not in sheets.names:
            raise FileError(f"the sheet {name} is missing; it cannot be checked", sheets.path.name)
    for sheet in built:
        rows = sheets.rows(sheet.name)
        for row, col in sorted(place for place in sheet.cells if place[0] == HEAD_ROW):
            cell = sheet.cells[row, col]
            if not cell.style.startswith("head") or sheet.hidden:
                continue
            shown = rows[row][col] if row < len(rows) and col < len(rows[row]) else ""
            if shown != "" and not _equal(shown, cell):
                raise FileError(
                    f"the heading is {shown!r}, {cell.shown!r} is expected: rows or columns were "
                    "moved, so cells cannot be compared; rate the file to get a fresh workbook",
                    where(sheets.path, sheet.name, row, col),
                )


def _equal(shown: object, cell: Cell) -> bool:
    expected = cell.shown
    if isinstance(expected, (int, float)) and isinstance(shown, (int, float)):
        return abs(shown - expected) <= TOLERANCE * max(1.0, abs(expected))
    return str(shown if shown is not None else "").strip() == str(expected).strip()
