"""What comes out of a printer: which event it is on every page, no page without anything on it."""

from __future__ import annotations

import re
import subprocess
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from io import BytesIO
from pathlib import Path

import pytest
from needs import EVERY
from office import Office
from workbooks import FOLDER, TEMPLATES, fitted, natives, plan_of, random_event, write

from xlrating.engine.aligned import width
from xlrating.engine.event import Event
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.rules.ruleset import load
from xlrating.engine.texts import say, sheet_name
from xlrating.engine.vocabulary.headings import on_ladder
from xlrating.workbook.book import build
from xlrating.workbook.file.grid import Book, Cell, Sheet
from xlrating.workbook.file.looks import STYLES
from xlrating.workbook.file.paper import LEAST, Paper, paper_of
from xlrating.workbook.file.screen import pixels
from xlrating.workbook.file.writer import to_bytes
from xlrating.workbook.layout import SHEETS
from xlrating.workbook.plan import Plan
from xlrating.workbook.sheets import event_line
from xlrating.workbook.table import FIRST_ROW, HEAD_ROW, NOTE_ROW
from xlrating.workbook.templates import empty, resized

#: The event that the pages of the guide are counted for: 22 players in a file for 60.
PLAYERS, PLACES, ROUNDS = 22, 60, 7
#: Rule sets whose Ratings have columns for each step of the average method.
WIDEST = ("cxa-rapid", "china-pro", "elo-normal")


def sunday(language: str = "en", rules: str = "fide") -> Plan:
    """A club's Swiss with all that happens, typed into the template for 60 players and 7 rounds."""
    template = empty("swiss", rules, PLACES, ROUNDS)
    event = replace(
        fitted(random_event(5, PLAYERS, ROUNDS), rules, 3),
        name="Sunday Swiss",
        place="Town hall",
        start=date(2026, 3, 7),
        end=date(2026, 3, 8),
        rules=template.rules.reference,
        facts={"chief_arbiter": "A. Biter"},
    )
    games = sorted(event.games, key=lambda game: game.round)
    lines = (*games, *(None for _ in range(template.game_rows - len(games))))
    return resized(
        event, load(rules), template.numbers, ROUNDS, len(lines), lines, language=language
    )


def pages(pdf: Path, language: str) -> list[tuple[str, str]]:
    """The sheet of each page, by the name that its footer has, and what stands on it."""
    command = ["pdftotext", "-layout", str(pdf), "-"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = [page for page in text.split("\f") if page.strip()]
    keys = {sheet_name(language, key): key for key in SHEETS}
    return [(keys[page.split()[-2]], page) for page in found]


def stated() -> tuple[Counter[str], Counter[str]]:
    """The pages by sheet that the guide to the templates states, and those with free places only."""
    guide = (FOLDER / "README.md").read_text("utf-8")
    table = guide.partition("| sheet | pages |")[2].partition("\n\n")[0]
    rows = re.findall(r"\| (\w+) \| (\d+) \| (\d*)", table)
    counted = Counter({name: int(count) for name, count, _ in rows})
    return counted, Counter({name: int(free) for name, _, free in rows if free})


@pytest.mark.in_turn
def test_pages_of_a_sunday(office: Office, tmp_path: Path) -> None:
    """Promise: 22 players in the file for 60 print so many pages a sheet as the guide says, each
    with the event, its place, days and arbiter, and no others without anything on them."""
    languages = LANGUAGES if EVERY else ("en",)
    paths = [write(sunday(code), tmp_path / f"{code}.xlsx") for code in languages]
    for language, pdf in zip(languages, office.convert_all(paths, "pdf"), strict=True):
        found = pages(pdf, language)
        counted = Counter(name for name, _ in found)
        # The words of a regulation are longer in one language than in the other.
        most, free = stated()
        assert counted.keys() == most.keys(), "the guide's table of pages has other sheets"
        assert all(counted[name] <= most[name] for name in most), (language, counted)
        assert language != "en" or counted == most
        # Neither seen nor to be copied: TRF has its comments so.
        assert [name for name, text in found if "###" in text and name != "TRF"] == []
        line = event_line.text_of(sunday(language).event, language)
        # A report names the event in its first lines.
        others = ("Start", "Slips", "TRF", "Library", "Paste")
        assert [name for name, text in found if name not in others and line not in text] == []
        # Each page but those of the guide has a player on it.
        names = [event.name for event in sunday().event.players]
        lists = (
            "Players", "Games", "Round", "Lists", "Slips", "Cards", "Standings", "Crosstable",
            "Ratings",
        )  # fmt: skip
        bare = [n for n, text in found if n in lists and not any(name in text for name in names)]
        assert Counter(bare) == free
        book = build(sunday(language))
        assert list(_cut(book, found)) == []
        report = "".join("".join(text.split()) for name, text in found if name == "TRF")
        lines = (str(cell.shown) for cell in book.sheet("TRF").cells.values())
        # A line went on beyond the page, with the last rounds.
        assert [one for one in lines if "".join(one.split()) not in report] == []


@pytest.mark.in_turn
def test_no_number_is_too_wide_for_its_column(office: Office, tmp_path: Path) -> None:
    """Promise: every number is read, under each rule set: "###" stood in place of a K that is a
    quotient, as of DWZ and US Chess, and of their averages and ratings with decimals.
    """
    event = fitted(random_event(5, 8, 5), "elo", 3)
    people = [replace(player, rating=player.rating and player.rating + Decimal("0.1"))
              for player in event.players]  # fmt: skip
    decimal = replace(event, players=tuple(people))
    paths = []
    for rules in natives() if EVERY else ("dwz", "glicko", "uscf"):
        own = decimal if rules == "uscf" else fitted(event, rules, 3)
        paths.append(write(plan_of(own, rules), tmp_path / f"{rules}.xlsx"))
    for pdf in office.convert_all(paths, "pdf"):
        wide = [name for name, text in pages(pdf, "en") if "###" in text and name != "TRF"]
        assert wide == [], pdf.name


def _cut(book: Book, found: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Words of headings and notes, the longest lines of a page, that are not printed whole."""
    for sheet in (one for one in book.sheets if not one.hidden):
        printed = "\n".join(text for key, text in found if key == sheet.key)
        said = [
            str(cell.shown)
            for (row, col), cell in sheet.cells.single.items()
            if (row == HEAD_ROW and sheet.print_left <= col < sheet.print_columns)
            or (row, col) == (NOTE_ROW, sheet.print_left)
            if row >= sheet.print_top and col not in sheet.hidden_columns
        ]
        # A hyphen ends a line, and so does any Chinese letter.
        words = (word for text in said for word in text.replace("-", "- ").split())
        one_line = (word for word in words if width(word) == len(word))
        yield from ((sheet.key, word) for word in one_line if word not in printed)


def test_widths_are_counted_in_letters_that_every_machine_has() -> None:
    """Widths follow the file's first font: without Calibri LibreOffice made all columns wider by
    two sevenths, and what fits on a page so much smaller."""
    with zipfile.ZipFile(BytesIO(to_bytes(build(empty("swiss", "elo", 4))))) as archive:
        looks = archive.read("xl/styles.xml").decode()
    first = looks.partition("<font>")[2].partition("</font>")[0]
    assert '<sz val="10"/>' in first and '<name val="Arial"/>' in first
    # Of a scheme it would be another one's.
    assert "scheme" not in looks


@pytest.mark.in_turn
@pytest.mark.sampled(3)
@pytest.mark.parametrize("rules", TEMPLATES)
def test_the_ratings_of_sixty_can_be_read(rules: str) -> None:
    """Ratings of 60 places is one page in letters of seven points and more, of the widest tables
    of six and a half; performance and note, which Standings and Audit have, give way."""
    sheet = build(empty("swiss", rules, PLACES, ROUNDS)).sheet("Ratings")
    paper = paper_of(sheet)
    assert paper.pages == 1
    room = {False: 537, True: 784}[paper.across]
    printed = pixels(
        sheet.widths[col] for col in range(sheet.print_columns) if col not in sheet.hidden_columns
    )
    assert room / (printed * 0.75) >= (0.64 if rules in WIDEST else 0.7)
    shown = [sheet.cells[HEAD_ROW, col].shown for col in range(sheet.print_columns)]
    assert say("en", on_ladder("col_new", rules == "rank-ladder")) in shown
    few = build(empty("swiss", rules, 8, ROUNDS)).sheet("Ratings")
    assert few.cells[HEAD_ROW, few.print_columns - 1].shown == say("en", "col_note")


def test_names_are_read_whole_where_they_hang() -> None:
    """A name beside a filled cell is made smaller, not cut: on the pages of a round, with prizes.

    A slip says first which round it is: of a long event name the end is cut.
    """
    long = "Praggnanandhaa, Rameshbabu Vaishali"
    plan = sunday()
    people = tuple(replace(player, name=f"{long} {player.no}") for player in plan.event.players)
    event = replace(plan.event, players=people, name="An Event with a Name of Many Long Words")
    book = build(resized(event, plan.rules, plan.numbers, ROUNDS, len(plan.lines), plan.lines))
    for key in ("Round", "Lists", "Slips", "Cards", "Standings", "Prizes"):
        sheet = book.sheet(key)
        named = [
            cell.style
            for (_, col), cell in sheet.cells.items()
            if col not in sheet.hidden_columns and str(cell.shown).startswith(long)
        ]
        assert named and all(STYLES[style].get("shrink") for style in named), (key, set(named))
    head = str(book.sheet("Slips").cells[FIRST_ROW + 1, 0].shown)
    assert re.match(rf"Round \d · {event.name}$", head)


@pytest.mark.parametrize(("played", "seen"), [(0, 30), (1, 27)])
def test_lines_to_type_into_that_are_seen(played: int, seen: int) -> None:
    """A new file shows all its lines; once results are entered only the next five free ones."""
    plan = sunday()
    lines = plan.lines if played else ()
    event = replace(plan.event, games=plan.event.games if played else ())
    made = resized(event, plan.rules, tuple(range(1, 31)), ROUNDS, len(plan.lines), lines)
    players = build(made).sheet("Players")
    above = [cell for (row, _), cell in players.cells.items() if row == HEAD_ROW - 1]
    assert [cell.value for cell in above if cell.style == "helper" and cell.value] == [seen]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_between_formulas_fits(language: str) -> None:
    """Why a player has no board, on the list of names, is read whole in every language."""
    byes = ("round_bye_full", "round_bye_half", "round_bye_zero")
    keys = (
        *byes,
        *(f"{key}_xiangqi" for key in byes),
        "round_absent",
        "round_to_come",
        "round_free",
    )
    wide = build(empty("swiss", "fide", 4)).sheet("Lists").widths[8]
    assert max(width(say(language, key)) for key in keys) <= wide


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_for_the_screen_is_not_on_the_page(language: str) -> None:
    """A text on the left of what is printed ends there: half a sentence went on over the page."""
    for sheet in build(empty("swiss", "cxa-rapid", 4, language=language)).sheets:
        for (row, col), cell in sheet.cells.single.items():
            if sheet.hidden or col >= sheet.print_left or (row, col) in sheet.joined:
                continue
            nearest = (at for at in range(col + 1, sheet.print_left) if (row, at) in sheet.cells)
            room = sum(sheet.widths[at] for at in range(col, next(nearest, sheet.print_left)))
            small = 0.75 if cell.style == "note" else 1
            fits = width(str(cell.shown)) * small <= room
            assert fits or STYLES[cell.style].get("text_wrap"), cell.shown


@pytest.mark.parametrize("format", ["swiss", "round-robin"])
def test_event_on_every_sheet(format: str) -> None:
    """Promise: every sheet that people see, but Start, says in one line which event it is;
    a report has a record for each of these, the Library is of no event, and Paste of another
    program."""
    for rules in ("fide", "cxa-rapid", "malaysia"):
        book = build(empty(format, rules, 8))
        shown = [sheet for sheet in book.sheets if not sheet.hidden and sheet.says_event]
        formulas = {s.key: s.cells[event_line.ROW, s.print_left].formula for s in shown}
        assert set(formulas.values()) == {"=event_line"}, formulas
        others = {s.key for s in book.sheets if not s.hidden} - {s.key for s in shown}
        assert others - {"TRF", "Paste"} == {"Start", "Slips", "Library"}
        assert ("Paste" in others) is (format == "swiss")
        for sheet in shown:
            assert sheet.repeat_row is None or sheet.repeat_from == event_line.ROW, sheet.name


def test_line_of_an_event() -> None:
    """One day once, no day none; blanks inside as a formula leaves them."""
    day = date(2026, 3, 7)
    event = Event((), name=" Spring  Cup ", start=day, end=day, place="Club")
    assert event_line.text_of(event, "en") == "Spring Cup · Club · 7 March 2026"
    event = replace(event, start=None, facts={"chief_arbiter": "王"}, place="")
    assert event_line.text_of(event, "zh") == "Spring Cup · 2026年3月7日 · 裁判长：王"


def test_paper() -> None:
    """Upright where it fits, across where letters would be too small, on the fewest pages."""

    def of(wide: float, rows: int, landscape: bool | None = None) -> Paper:
        columns = dict.fromkeys(range(10), wide / 10)
        return paper_of(
            Sheet("", widths=columns, print_columns=10, print_rows=rows, landscape=landscape)
        )

    assert of(90, 30) == of(90, 60) == Paper(False, 1)
    assert of(180, 30) == Paper(True, 1)
    assert of(150, 60) == Paper(False, 1)
    assert of(150, 130) == Paper(False, 2)
    assert of(150, 30, landscape=False) == Paper(False, 1)
    # Wider than can be read on any page: across, as many pages as it needs at that size.
    assert of(400, 20).across and of(400, 20).pages == 1
    # 115 rounds: no number of pages makes upright as wide.
    assert of(1500, 40) == of(3000, 40) == Paper(True, 1)
    assert of(400, 2000) == Paper(True, 22)
    assert 0.5 < LEAST < 0.8


def test_pages_side_by_side() -> None:
    """Upright where that makes no more pages, a little smaller where it makes fewer."""

    def of(wide: float, rows: int) -> Paper:
        sheet = Sheet("", widths={0: wide, 1: 20}, print_columns=2, print_rows=80, page_break=1)
        for col in range(2):
            sheet.put(rows - 1, col, Cell("last"))
        return paper_of(sheet)

    assert of(100, 40) == Paper(False, 0, 80)
    # 61 rows have room on an upright page, 41 on one across, at four fifths.
    assert of(100, 61) == Paper(False, 0, 80) and of(100, 66) == Paper(False, 0, 74)
    assert of(140, 40) == Paper(False, 0, 70)
    # No letters below seven points for it.
    assert of(100, 100).scale == 80


@pytest.mark.in_turn
def test_no_page_of_rules_has_headings_alone(office: Office, tmp_path: Path) -> None:
    """Clauses and tables fill so many pages; a table is not torn, and no page is without a number."""
    counted = {"malaysia": 2, "cxa-rapid": 2, "dwz": 2, "china-pro": 3}
    paths = [write(empty("swiss", rules, 8, 5), tmp_path / f"{rules}.xlsx") for rules in counted]
    for rules, pdf in zip(counted, office.convert_all(paths, "pdf"), strict=True):
        found = [text for name, text in pages(pdf, "en") if name == "Rules"]
        assert len(found) == counted[rules], rules
        assert rules != "malaysia" or ("Place" in found[1] and "Bonus" in found[1])
