"""Check a workbook: every cell it shows against the engine's value for that cell."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ..engine.errors import FileError, RatingError
from ..engine.inspection import inspected, refuse, unfinished
from ..engine.problem import Problem, make_error
from ..engine.rating import rules_on
from ..engine.rules.carried import CarriedRules, to_carry
from ..engine.rules.references import parts
from ..engine.rules.rulefile import tables_of
from ..engine.texts import sheets_named_in
from ..engine.vocabulary.letters import letters
from ..exchange.addresses import address
from ..exchange.sheets import Sheets, where
from ..exchange.template import named
from . import made_by
from .book import builder_of
from .builder import Builder
from .file.grid import Book, Cell, Cells, Place, Sheet, stored
from .layout import PAGES, lay_out
from .plan import Plan
from .reader import WorkbookContents, read_contents
from .sheets import audit, round_page, rule_file
from .sheets.asking import asked_in
from .sheets.engine import are_calculated, functions_of, has_engine_columns
from .sheets.rules import CLAUSE
from .sheets.rules import add as add_rules
from .sheets.start import add_start
from .table import HEAD_ROW, MIRROR
from .templates import resized

#: Cells agree when they differ by no more than a spreadsheet's own noise.
TOLERANCE = 1e-9
#: Fewer formulas in a row than this may all show nothing by accident.
_BARE = 4


class CellDifference(NamedTuple):
    """One cell that differs from the engine's value."""

    where: str
    found: object
    expected: object
    sheet: str
    cell: str


class WorkbookCheck(NamedTuple):
    """The result of a check: differences, how many cells were compared, doubts about the event."""

    differences: tuple[CellDifference, ...]
    cells: int
    notices: tuple[Problem, ...]


def changed_rules(sheets: Sheets) -> tuple[CellDifference, ...]:
    """The cells of the Rules sheet that differ from the regulation; () for another layout."""
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
    # Headings or clauses that differ mean that another version laid out the cells.
    is_of_now = next(_differences(sheets, sheet, words), None) is None
    there = [one for run in _runs(numbers) if _is_there(sheets, sheet, run) for one in run]
    return tuple(_differences(sheets, sheet, there)) if is_of_now else ()


def other_beside(sheets: Sheets) -> str:
    """The name of the rule file next to a workbook if it differs from the one in it, else ''."""
    if not named(sheets.names, rule_file.KEY):
        return ""
    reference = read_contents(sheets).event.rules
    own = Path(parts(reference).name)
    beside = sheets.path.parent / own.name
    if not isinstance(reference, CarriedRules) or not beside.is_file():
        return ""
    try:
        is_same = to_carry(tables_of(str(beside))) == reference.tables
    except RatingError:  # an invalid one is a different one in any case
        is_same = False
    return "" if is_same else own.name


def _runs(cells: Sequence[tuple[Place, Cell]]) -> list[list[tuple[Place, Cell]]]:
    """Adjacent cells in a row: the lines of tables that are next to each other."""
    found: list[list[tuple[Place, Cell]]] = []
    for (row, col), cell in sorted(cells, key=lambda one: one[0]):
        if found and found[-1][-1][0] == (row, col - 1):
            found[-1].append(((row, col), cell))
        else:
            found.append([((row, col), cell)])
    return found


def _is_there(sheets: Sheets, sheet: Sheet, run: Sequence[tuple[Place, Cell]]) -> bool:
    """Whether a file has a row of a table at all: another version may have had fewer."""
    rows = sheets.rows(sheet.name)
    return len(run) < 2 or any(_shown(rows, place) != "" for place, _ in run)


def check(sheets: Sheets) -> WorkbookCheck:
    """Recompute a filled template and compare every cell that is not typed by a person.

    Raises `FileError` when the sheets no longer have the template's layout, or were
    saved without calculated values.
    """
    contents = read_contents(sheets)
    plan = replace(plan_of(sheets, contents), other_results=contents.other_results)
    builder = builder_of(plan)
    lay_out(builder)
    book = builder.book
    told = (*unfinished(contents.event), *inspected(plan.event, plan.rules))
    if not made_by.is_of_now(sheets, book):
        return _by_player(sheets, builder, told)
    if not are_calculated(sheets):
        # The program that saved the file lacks the functions: their cells are not compared.
        for sheet in book.sheets:
            still = {place: cell for place, cell in sheet.cells.items() if not cell.live}
            sheet.cells = Cells(still)
    book.sheets = [
        sheet for sheet in book.sheets if sheet.name in sheets.names or sheet.key not in PAGES
    ]
    _same_layout(sheets, book.sheets)
    # Of the hidden sheets only Rounds is compared: pages show its players and rounds one at a time.
    # Next to charts there are headings only, placed where the charts of an empty file end.
    shown = [sheet for sheet in book.sheets if not sheet.charts]
    shown = [sheet for sheet in shown if not sheet.hidden or sheet.key == "Rounds"]
    found, cells = list[CellDifference](), 0
    for sheet in shown:
        calculated = _calculated(sheet)
        found += _differences(sheets, sheet, calculated)
        cells += len(calculated)
    # A changed rule is the cause, the ratings that follow it the effect.
    rules = book.sheet("Rules").name
    found.sort(key=lambda difference: difference.sheet != rules)
    blank = sum(difference.found == "" for difference in found)
    if blank and blank == _formulas(book):
        raise make_error(FileError, "file_no_values", sheets.path.name)
    for sheet in shown:
        _refuse_bare_rows(sheets, sheet)
    return WorkbookCheck(tuple(found), cells, told)


def _refuse_bare_rows(sheets: Sheets, sheet: Sheet) -> None:
    """Raise a `FileError` for a row without its formulas, which somebody inserted.

    Everything below it has moved by a line and would otherwise be reported cell by cell.
    """
    rows, by_row = sheets.rows(sheet.name), defaultdict[int, list[object]](list)
    for place, cell in _calculated(sheet):
        if cell.shown != "":
            by_row[place[0]].append(_shown(rows, place))
    for row, values in by_row.items():
        if len(values) >= _BARE and set(values) == {""}:
            at = f"{sheets.path.name}, sheet {sheet.name}, row {row + 1}"
            raise make_error(FileError, "check_bare_row", at)


def _by_player(sheets: Sheets, builder: Builder, told: tuple[Problem, ...]) -> WorkbookCheck:
    """The check of a workbook of another version: only the players' ratings can be compared."""
    shown = list(made_by.of_players(sheets, builder))
    name = named(sheets.names, "Ratings")
    found = (
        CellDifference(
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
    return WorkbookCheck(tuple(found), len(shown), (Problem(key, words, sheets.path.name), *told))


def plan_of(sheets: Sheets, contents: WorkbookContents) -> Plan:
    """The plan by which this version would build the workbook that was read."""
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
        round_asked=asked_in(sheets, round_page.SHEET, round_page.ASKED),
        player_asked=asked_in(sheets, audit.SHEET, audit.ASKED),
        library=contents.library,
        typed=contents.typed,
    )


def _calculated(sheet: Sheet) -> list[tuple[Place, Cell]]:
    """The cells of a sheet in reading order, without input cells and their mirrors."""
    cells = sheet.cells
    found = ((place, cells[place]) for place in sorted(cells))
    return [(place, cell) for place, cell in found if not cell.style.startswith(("input", MIRROR))]


def _formulas(book: Book) -> int:
    """How many formulas of a book show something."""
    return sum(cell.shown != "" for sheet in book.sheets for _, cell in sheet.formulas())


def _differences(
    sheets: Sheets, sheet: Sheet, cells: list[tuple[Place, Cell]]
) -> Iterator[CellDifference]:
    """Those of the given cells that show something else in the file."""
    rows = sheets.rows(sheet.name)
    for place, cell in cells:
        shown = _shown(rows, place)
        if not _equal(shown, cell):
            at = where(sheets.path, sheet.name, *place)
            yield CellDifference(at, shown, cell.shown, sheet.name, address(*place))


def _same_layout(sheets: Sheets, built: list[Sheet]) -> None:
    """Raise a `FileError` if cells are not where they are expected."""
    for sheet in built:
        if sheet.name not in sheets.names:
            raise make_error(FileError, "check_sheet_gone", sheets.path.name, name=sheet.name)
    for sheet in built:
        for place in _moved(sheets.rows(sheet.name), sheet):
            shown = _shown(sheets.rows(sheet.name), place)
            words = {"found": repr(shown), "expected": repr(sheet.cells[place].shown)}
            key = "check_moved" if shown != "" else "check_no_heading"
            raise make_error(FileError, key, where(sheets.path, sheet.name, *place), **words)


def _moved(rows: list[list[object]], sheet: Sheet) -> Iterator[Place]:
    """The places of headings and labels that are not the expected ones."""
    if sheet.hidden:
        return
    places = sorted(place for place in sheet.cells if place[0] == HEAD_ROW)
    heads = [place for place in places if sheet.cells[place].style.startswith("head")]
    if heads and all(_shown(rows, place) == "" for place in heads):
        yield heads[0]
    for place in heads:
        shown = _shown(rows, place)
        if shown != "" and not _equal(shown, sheet.cells[place]):
            yield place
    labels = {place: cell for place, cell in sheet.cells.single.items() if cell.style == "label"}
    texts = {cell.shown for cell in labels.values() if cell.shown}
    for place in sorted(labels):
        shown = _shown(rows, place)
        if shown in texts and not _equal(shown, labels[place]):
            yield place


def _shown(rows: list[list[object]], place: Place) -> object:
    row, col = place
    return rows[row][col] if row < len(rows) and col < len(rows[row]) else ""


def _equal(shown: object, cell: Cell) -> bool:
    expected = cell.shown
    if isinstance(expected, (int, float)) and isinstance(shown, (int, float)):
        return abs(shown - expected) <= TOLERANCE * max(1.0, abs(expected))
    found, told = _letters(shown), _letters(expected)
    # Excel counts a letter beyond U+FFFF as two, and pads a line with one blank less.
    is_beyond = any(letter > "\uffff" for letter in told)
    return found == told or (is_beyond and found.split() == told.split())


def _letters(value: object) -> str:
    """A text for comparison: line breaks become blanks, decimal commas points."""
    return re.sub(r"(?<=\d),(?=\d)", ".", letters(str(value if value is not None else "")).strip())
