"""What people's hands do to a workbook: what is seen in the cells to type into is what counts.

A formula that names a cell follows it when somebody cuts, drags or pastes it. So none does: every
cell to type into is read by its place, through a range whose ends nobody can move.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from live_office import Live
from needs import EVERY
from openpyxl.utils.cell import coordinate_to_tuple
from references import Formula, References
from workbooks import write

from xlrating.engine.rules.ruleset import available, load
from xlrating.engine.texts import sheet_name
from xlrating.workbook.book import build
from xlrating.workbook.file.grid import Book, Cell
from xlrating.workbook.library import COLUMNS
from xlrating.workbook.plan import Plan
from xlrating.workbook.table import FIRST_ROW, HEAD_ROW
from xlrating.workbook.templates import empty

FORMATS = ("round-robin", "swiss")
#: One of each kind of formulas, and with choices, play-offs, a number of one's own.
SOME = ("fide", "malaysia", "china-pro", "nevzorov", "rank-ladder")
RULES = [name for name in available() if load(name).method != "none"] if EVERY else SOME


def template(rules: str, format: str) -> Plan:
    """A small template."""
    return empty(format, rules, 6, None if format == "round-robin" else 3)


@pytest.mark.in_turn
@pytest.mark.sampled(3)
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("rules", RULES)
def test_nothing_hangs_on_a_cell_to_type_into(rules: str, format: str) -> None:
    """Promise: no formula, mark or validation refers to a single one, none to a range whose end is
    nothing but such cells; and no range has a formula in it that follows from it. None has a decimal
    in the text of a criterion, which is no number where a comma is written."""
    book = build(template(rules, format))
    found = References(book)
    hanging = {
        (one.sheet, one.place, one.text[:60])
        for one in (*found.cells, *found.others)
        if any(map(found.hangs, found.of(one)))
    }
    assert hanging == set()
    names = {name for name in book.names if any(map(found.hangs, found.of(_named(name))))}
    assert names == set()
    assert found.circular() == []
    typed = {(one.sheet, one.place) for one in found.cells if found.is_typed(one.sheet, *one.place)}
    assert typed == set(), "a cell to type into holds a formula"
    assert [one for one in found.cells if re.search(r'"[<>=]+-?\d*\.\d', one.text)] == []


def _named(name: str) -> Formula:
    return Formula("", (0, 0), name)


@pytest.mark.parametrize(
    ("formula", "hangs"),
    [("$E$5", True), ("SUM($E$5:$E$9)", True), ("INDEX($D$5:$F$5,2)", True),
     ("INDEX($A$5:$G$5,5)", False), ("SUM($E$4:$E$99)", False), ("SUM(games_result)", False)],
)  # fmt: skip
def test_the_search_finds_what_hangs(formula: str, hangs: bool) -> None:
    """A single cell, and a range with an end of cells that are typed into; no other."""
    found = References(build(template("elo", "round-robin")))
    one = Formula(sheet_name("en", "Games"), (0, 0), formula)
    assert any(map(found.hangs, found.of(one))) is hangs


def test_the_search_finds_loops() -> None:
    """A range with a formula in it that follows from the range."""
    book = build(template("elo", "round-robin"))
    assert References(book).circular() == []
    book.sheet("Games").put(FIRST_ROW, 99, Cell("", "=INDEX($A$5:$ZZ$5,1)"))
    assert References(book).circular() != []


#: In dwz and glicko2, whose steps are looked for, no step listens to those of other players.
_MOST_MESSAGES = {"fide": 280_000, "uscf": 350_000, "dwz": 330_000, "glicko2": 310_000}
_TYPED = [*_MOST_MESSAGES] if EVERY else ["fide", "uscf"]


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize("rules", _TYPED)
def test_what_typing_costs_has_a_bound(rules: str) -> None:
    """Promise: typing stays fast. LibreOffice tells each formula of each cell that changes in a
    range it looks at: so many messages, and no clock."""
    book = build(empty("swiss", rules, 30, 7))
    sheet, row, col, _, _ = typed_areas(book)["games_result"]
    assert References(book).messages(sheet, row + 10, col) < _MOST_MESSAGES[rules]


# --- hands ----------------------------------------------------------------------------------------

#: What is typed where, by the names of the cells: whoever types makes mistakes, too.
_VALUES: dict[str, tuple[object, ...]] = {
    "games_result": ("1-0", "0-1", "½-½", "1:0", "ничья", "won", "1-0 F"),
    "games_white": (1, 2, 3, 4, "Kberg", "nobody"), "games_black": (1, 2, 5, 6, "Lberg", 99),
    "games_round": (1, 2, 3, 9), "games_board": (1, 2, 7.5),
    "players_name": ("Kberg", "Lberg", "Quigley, Una", "Barnes, Tom"),
    "players_id": ("8001", "8002", "77", 8001), "players_rating": (1500, 2100, "1800\u00a0", "?"),
    "players_born": (1990, 2012, 20), "players_title": ("FM", "GM"),
    "event_name": ("Cup", "Open"), "event_start": (46000.0, "2026-10-10", "10.10.2026"),
    "event_end": (46002.0, "2026-10-12"), "event_place": ("Poole",), "file_rounds": (2, 3, 99),
    "event_language": ("English", "中文", "Русский"),
    "prizes_sex": ("f", "m", "?"), "prizes_name": ("Girls", "U20"), "prizes_from": (2000, 1990),
    "prizes_below": (1900, 1600), "prizes_team": (2, 3),
    "library": ("Name", "Rating", "ID", "Quigley, Una", "Barnes, Tom", "8001", 1741, 2399),
}  # fmt: skip


def typed_areas(book: Book) -> dict[str, tuple[str, int, int, int, int]]:
    """The cells to type into, by name: sheet, first row and column, last row and column."""
    found = {}
    for name, area in book.inputs.items():
        sheet, _, cells = area.partition("!")
        first, _, last = cells.replace("$", "").partition(":")
        top, left = coordinate_to_tuple(first)
        bottom, right = coordinate_to_tuple(last or first)
        found[name] = (sheet, top - 1, left - 1, bottom - 1, right - 1)
    library = sheet_name(book.file_language, "Library")
    found["library"] = (library, HEAD_ROW, 0, FIRST_ROW + 2, COLUMNS - 1)
    return found


def gestures(book: Book, seed: int, count: int) -> Iterator[tuple[object, ...]]:
    """Random gestures on cells to type into; of a list more than of a single cell."""
    chance, areas = random.Random(seed), typed_areas(book)
    lists = [
        name for name in areas if re.match("games_|players_|library|prizes_(name|sex|from)", name)
    ]

    def inside(name: str, high: int = 1) -> tuple[str, int, int, int, int]:
        sheet, top, left, bottom, right = areas[name]
        row = chance.randint(top, max(top, min(bottom - high + 1, top + 8)))
        col = chance.randint(left, right)
        return sheet, row, col, min(bottom, row + high - 1), col

    for _ in range(count):
        what = chance.choice(["type"] * 5 + ["cut"] * 4 + ["copy", "delete", "fill", "undo"])
        name = chance.choice(lists * 3 + list(areas))
        values = _VALUES.get(name, ("x", 1))
        if what == "undo":
            yield ("undo",)
        elif what == "type":
            yield what, inside(name), chance.choice(values)
        elif what in ("delete", "fill"):
            yield what, inside(name, chance.randint(1, 3))
        else:
            first = inside(name, chance.randint(1, 3))
            sheet, top, left, bottom, right = areas[name]
            row = chance.randint(top, max(top, min(bottom, top + 8) - (first[3] - first[1])))
            col = chance.randint(left, right)
            yield what, first, (sheet, row, col, row + first[3] - first[1], col)


#: Templates that hands are laid on, the file they are saved as, and the seed of what is done.
KINDS = [("fide", "round-robin", ".xlsx", 1), ("malaysia", "swiss", ".ods", 2)]
if EVERY:
    KINDS = [
        (rules, format, ending, seed)
        for rules in ("fide", "malaysia", "china-pro", "nevzorov", "rank-ladder", "dwz")
        for format in FORMATS
        for ending in (".xlsx", ".ods")
        for seed in range(20)
    ]


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize(("rules", "format", "ending", "seed"), KINDS)
def test_what_is_seen_counts(
    rules: str, format: str, ending: str, seed: int, quiet: Live, tmp_path: Path
) -> None:
    """Promise: after sixty cuts, copies, deletions, blocks, fills and undone ones every cell shows
    what it shows in a fresh file with the same contents; each paste arrived."""
    plan = template(rules, format)
    book, path = build(plan), write(plan, tmp_path / "new.xlsx")
    if ending != ".xlsx":
        quiet.open(path)
        path = quiet.save(tmp_path / f"new{ending}")
    done, typed = list(gestures(book, seed, 60)), list(typed_areas(book).values())
    assert quiet.ask("handle", str(path), done, typed) == []
