"""The sheets of a file are named in its language, whatever language its texts are in."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from languages import shared
from openpyxl.utils.cell import range_boundaries
from workbooks import fitted, random_event, write

from xlrating.cli import main
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.results import RESULTS, read_result
from xlrating.engine.rules.ruleset import load
from xlrating.engine.texts import keys, say, sheet_name, sheets_named_in, wording
from xlrating.engine.tournament.prizes import SHARINGS
from xlrating.engine.tournament.tie_breaks import CHOICES, tie_break_of
from xlrating.engine.vocabulary.letters import visible
from xlrating.engine.vocabulary.spellings import in_language
from xlrating.exchange import open_sheets
from xlrating.exchange.template import READ
from xlrating.reading import read
from xlrating.workbook.book import build
from xlrating.workbook.compare import check
from xlrating.workbook.file.grid import Book, Cell
from xlrating.workbook.file.writer import to_bytes
from xlrating.workbook.formulas import results
from xlrating.workbook.reader import read_contents
from xlrating.workbook.table import FIRST_ROW
from xlrating.workbook.templates import empty, resized

#: Sheets that a template may have.
_ALL = [key.removeprefix("tab_") for key in keys("tab_")]


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_what_is_refused_names_the_sheets_of_the_file(
    spoken: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: what a command refuses is said with the names that the sheets have in the file."""
    book = build(empty("swiss", "elo", 4, 2, language="zh"))
    book.sheet("Paste").put(FIRST_ROW, 1, Cell("nobody", style="input_text"))
    path = tmp_path / "wrong.xlsx"
    path.write_bytes(to_bytes(book, "zh"))
    for command in ("rate", "check"):
        assert main([command, str(path), "--language", spoken]) == 2
        told = capsys.readouterr().err
        with sheets_named_in("zh"):
            assert say(spoken, "paste_unread") in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_sheets_need_no_quotes(language: str) -> None:
    """Promise: the names of a file's sheets are one word of letters each, and differ."""
    names = [sheet_name(language, key) for key in _ALL]
    assert all(name.isalpha() and len(name) <= 31 for name in names)
    assert len({name.casefold() for name in names}) == len(names)


@pytest.mark.in_turn
@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_are_named_in_the_language_of_the_file(language: str, tmp_path: Path) -> None:
    """Promise: a new file has sheets in its language, and keeps them whatever language is chosen."""
    event = fitted(random_event(5, 8, 3), "cxa-rapid", 5)
    rules = load("cxa-rapid").reference
    plan = resized(event, load(rules), (), 0, 0, language="en", file_language=language)
    path = write(plan, tmp_path / "event.xlsx")
    sheets = open_sheets(path)
    assert sheets.names[:3] == tuple(sheet_name(language, key) for key in READ)
    contents = read_contents(sheets)
    assert (contents.language, contents.file_language) == ("en", language)
    assert contents.event.games == read(path).games
    assert len(contents.event.games) == len(event.games)
    assert check(sheets).differences == ()
    # No formula and no link leads to a sheet that is not there.
    with zipfile.ZipFile(path) as parts:
        parts_read = [n for n in parts.namelist() if n.endswith(".xml")]
        text = "".join(parts.read(name).decode() for name in parts_read)
    led_to = set(re.findall(r'(?<!\w)([^\W\d_]+)!(?=[$A-Z"])', text))
    assert led_to <= set(sheets.names)


def _texts(book: Book) -> Iterator[tuple[str, str]]:
    for sheet in book.sheets:
        if not sheet.hidden and sheet.key != "TRF":  # whose lines are in the words of the format
            for place in sheet.cells:
                cell = sheet.cells[place]
                if isinstance(cell.value, str) and cell.style != "clause":
                    yield sheet.key, cell.value


@pytest.mark.in_turn
@pytest.mark.parametrize("language", ["zh", "ru"])
@pytest.mark.parametrize("rules", ["cxa-rapid", "malaysia", "fide", "nevzorov", "glicko"])
@pytest.mark.parametrize("kind", ["swiss", "round-robin"])
def test_no_text_calls_a_sheet_by_another_name(kind: str, rules: str, language: str) -> None:
    """Promise: who reads Chinese or Russian finds the sheet that a sentence names."""
    others = (
        sheet_name("en", key) for key in _ALL if sheet_name(language, key) != sheet_name("en", key)
    )
    keys = "|".join(others)
    english = re.compile(f"(?<![A-Za-z])({keys})(?![A-Za-z])")
    book = build(empty(kind, rules, 4, language=language))
    assert [said for said in _texts(book) if english.search(said[1])] == []


def test_a_text_names_the_same_sheets_in_each_language() -> None:
    """Promise: a sentence in any language names the sheets as the file does."""
    named = {
        key: [frozenset(re.findall(r"{(tab_[a-z]+)}", text)) for text in own.values()]
        for key, own in shared().items()
    }
    naming = {key: sheets[0] for key, sheets in named.items() if sheets[0]}
    assert len(naming) > 40
    assert {key for key, sheets in named.items() if len(set(sheets)) > 1} == set()
    for file_language in LANGUAGES:
        with sheets_named_in(file_language):
            for key, sheets in naming.items():
                for text in wording(key).values():
                    assert all(say(file_language, tab) in text for tab in sheets), (key, text)


def test_a_sheet_is_named_as_the_file_has_it() -> None:
    """Promise: whoever reads an English file in Russian finds Players there, and no Игроки."""
    keys = "|".join(sheet_name("en", key) for key in _ALL)
    named = re.compile(rf"\b(?:[Oo]n|[Ss]ee|sheet) (?:{keys})\b")
    assert {key: own["en"] for key, own in shared().items() if named.search(own["en"])} == {}


def test_no_text_of_a_workbook_begins_or_ends_with_a_blank() -> None:
    """LibreOffice takes such blanks off when it saves a file as .ods: formulas put them between."""
    cells = build(empty("swiss", "cxa-rapid", 4)).sheet("Texts").cells
    words = (place for place in cells if place[1] <= len(LANGUAGES) + 1)  # beside them are others
    texts = [value for place in words if isinstance(value := cells[place].value, str)]
    assert len(texts) > 500 and [text for text in texts if text != text.strip()] == []


@pytest.mark.in_turn
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["check", "rate"])
def test_commands_name_the_sheets_of_the_file(
    command: str, language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: what the command line tells of a Chinese or Russian file is found in it."""
    event = replace(fitted(random_event(5, 8, 3), "elo", 5), rounds=5)
    plan = resized(event, load("elo"), (), 5, 0, language="en", file_language=language)
    path = write(plan, tmp_path / "event.xlsx")
    output = ["-o", str(tmp_path / "rated.xlsx")] if command == "rate" else []
    assert main([command, str(path), "--language", "en", *output]) == 0
    told = capsys.readouterr().err
    assert f"(Rounds on {sheet_name(language, 'Start')})" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_offer_words_of_the_language(language: str) -> None:
    """Promise: results, tie-breaks, titles and sexes are offered in the file's own words."""
    book = build(empty("swiss", "cxa-rapid", 4, 2, language=language))
    offered = [visible(text) for text in _cells(book, "results_offered")]
    assert offered == _cells(book, "rules_result_code")
    assert [read_result(text).code for text in offered] == list(results.CODES)
    titles = _cells(book, "rules_title_offered")
    lists = [rule.source for rule in book.sheet("Start").validations if rule.kind == "list"]
    start = [text for source in lists[:3] for text in source.split(",")]
    sexes = [rule.source for rule in book.sheet("Players").validations if rule.hint == "hint_sex"]
    found = "".join([*offered, *start, *titles])
    others = {"zh": "[A-Za-zА-я]", "ru": "[A-Za-z]{3}", "en": "[А-я]"}[language]
    if language != "ru":  # Russian has no word for some of the Chinese titles.
        assert not re.search(others, found)
    prizes = [rule.source for rule in book.sheet("Prizes").validations if rule.kind == "list"]
    assert sexes + prizes[:1] == [{"en": "m,f", "zh": "男,女", "ru": "м,ж"}[language]] * 2
    assert prizes[1:] == [",".join(say(language, f"sharing_{key}") for key in SHARINGS)]
    assert len(titles) >= 9


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_result_completes_another(language: str) -> None:
    """Findings: LibreOffice completes what is typed by what stands above; below a first forfeit
    1-0 became 1-0 F. What is offered, or there already, begins as no other result does."""
    game = Game(1, 1, 2, "1-0 F")
    event = Event(tuple(Player(no, f"P{no}") for no in (1, 2)), (game,), rounds=2)
    plan = resized(event, load("elo"), (), 2, 0, language="en", file_language=language)
    book = build(plan)
    offered = _cells(book, "results_offered")
    assert not [(one, other) for one, other in permutations(offered, 2) if other.startswith(one)]
    typed = {str(cell.value) for cell in book.sheet("Games").cells.values()
             if cell.style.startswith("input_center")}  # fmt: skip
    assert offered[3] in typed <= {*offered, ""}


def _cells(book: Book, name: str) -> list[str]:
    tab, _, area = book.names[name].partition("!")
    sheet = next(one for one in book.sheets if one.name == tab)
    left, top, _, bottom = range_boundaries(area)
    return [str(sheet.cells[row, left - 1].value) for row in range(top - 1, bottom)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_read_in_every_file(language: str) -> None:
    """Promise: codes and names of any language are taken wherever they are typed."""
    for result in RESULTS:
        assert read_result(in_language(result.code, language)) == result
        assert read_result(in_language(result.code, language).lower().replace(" ", "")) == result
    for codes in CHOICES.values():
        for code in codes:
            assert tie_break_of(say(language, f"tie_{code}")) == tie_break_of(code.lower()) == code
