"""The workbook of LAMBDA names, calculated by IronCalc, against Python's values."""

from __future__ import annotations

import math
import os
import random
import re
import runpy
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, product
from pathlib import Path
from typing import Any
from xml.sax.saxutils import unescape
from zipfile import ZipFile

import ironcalc
import lambda_calls
import openpyxl
import pytest
from calc_cases import HEADINGS, SPELLINGS, UNKNOWN
from excel_rules import FUNCTIONS
from live_office import Live
from needs import EVERY
from office import formula_cells
from openpyxl.utils import get_column_letter

from xlrating.cli import main
from xlrating.engine.aligned import width
from xlrating.engine.errors import RatingError
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.rules.ruleset import load
from xlrating.engine.texts import say
from xlrating.engine.tomlfile import PACKAGE
from xlrating.functions import all_functions, cells
from xlrating.functions.help import example, function_help, words
from xlrating.hosts import reference
from xlrating.hosts.job_page import NAMES
from xlrating.hosts.lambdas import names, performances
from xlrating.hosts.lambdas import workbook as lambdas
from xlrating.hosts.lambdas.calls import ARGUMENTS, NEED_THE_ENGINE, TERM_OF
from xlrating.hosts.lambdas.rules import references
from xlrating.hosts.lambdas.stored import stored

#: Calls of each function, and of each method where one rates a player.
CALLS = int(os.environ.get("XLRATING_LAMBDA_CALLS", "5000" if EVERY else "40"))
#: Another seed asks other calls; a difference names its own, and says whether it is there alone.
SEED = os.environ.get("XLRATING_LAMBDA_SEED", "")
#: So many in one workbook: IronCalc holds some 90 kB for each call until the workbook goes.
BATCH = 1000
MADE = names.made(needed="{name} needs the engine")
REFERENCES = references()
#: The rule sets for which each function has something, and why the others have nothing.
COVERED = {
    name: [one for one, reason in zip(REFERENCES, reasons, strict=True) if not reason]
    for name, reasons in MADE.refusals.items()
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workbook as the command writes it."""
    path = tmp_path_factory.mktemp("lambdas") / "lambdas.xlsx"
    assert main(["addin", "lambda", "-o", str(path)]) == 0
    return path


@lru_cache(maxsize=1)
def opened_with_sheets(path: Path) -> bytes:
    """The workbook with a sheet for formulas and one for values, as IronCalc keeps it.

    To add them takes six times as long as to load it again.
    """
    model: Any = ironcalc.load_from_xlsx(str(path), "en", "UTC")
    for at, name in enumerate(("Calls", "Data"), len(model.get_worksheets_properties())):
        model.new_sheet()
        model.rename_sheet(at, name)
    kept: bytes = model.to_bytes()
    return kept


class Model:
    """The workbook in IronCalc, with formulas on a sheet of its own and values on another."""

    def __init__(self, path: Path) -> None:
        self.model: Any = ironcalc.load_from_bytes(opened_with_sheets(path), "en")
        *self.sheets, _, _ = (sheet["name"] for sheet in self.model.get_worksheets_properties())
        self.calls, self.data = len(self.sheets), len(self.sheets) + 1
        self.used, self.row = 0, 1

    def ask(self, formula: str, high: int = 1) -> int:
        """Write a formula that fills so many rows; the row where it stands."""
        row, self.row = self.row, self.row + high
        self.model.set_user_input(self.calls, row, 1, formula)
        return row

    def place(self, rows: Iterable[Iterable[Any]]) -> str:
        """Rows of cells with these values, and their address."""
        top = self.used + 1
        for values in rows:
            self.used += 1
            wide = 0
            for wide, value in enumerate(values, 1):
                if value is not None:
                    self.model.set_user_input(self.data, self.used, wide, str(value))
        first, last = f"Data!$A${top}", f"${get_column_letter(wide)}${self.used}"
        return first if last == f"$A${top}" else f"{first}:{last}"

    def calculated(self) -> None:
        """Calculate all that was asked."""
        self.model.evaluate()

    def value(self, row: int, col: int = 1) -> Any:
        """What a cell of the calls shows."""
        return self.model.get_cell_value(self.calls, row, col)

    def values(self, formulas: Iterable[str]) -> list[Any]:
        """What single formulas show."""
        rows = [self.ask(formula) for formula in formulas]
        self.calculated()
        return [self.value(row) for row in rows]

    def argument(self, value: Any) -> str:
        """An argument: the address of a list, else as one types it."""
        return self.place(rows_of(value)) if isinstance(value, list) else written(value)

    def call(self, name: str, given: list[Any]) -> str:
        """The formula of a call; lists are rows of cells."""
        texts = list(map(self.argument, given))
        while texts and not texts[-1]:
            texts.pop()
        return f"={name}({','.join(texts)})"


def rows_of(cells_: list[Any]) -> list[list[Any]]:
    """A row of cells, or rows of them, as rows."""
    return cells_ if isinstance(cells_[0], list) else [cells_]


def written(value: object) -> str:
    """An argument as one types it."""
    if isinstance(value, str):
        return f'"{value}"'
    return "" if value is None else repr(value)


def shown(name: str, given: list[Any]) -> list[list[Any]]:
    """What the function shows in every other program, as rows of cells."""
    arguments = [rows_of(value) if isinstance(value, list) else value for value in given]
    return [list(row) for row in cells.call(name, arguments)]


def agree(want: Any, got: Any) -> bool:
    """Equal but for the noise of the normal curve; a blank is empty, an error an error."""
    if isinstance(want, str) and want.startswith("#"):
        return isinstance(got, str) and got.startswith("#")
    if isinstance(want, (int, float)) and isinstance(got, (int, float)):
        # A sum of normal shares that nearly cancels keeps the noise of IronCalc's curve.
        return math.isclose(want, got, rel_tol=1e-9, abs_tol=1e-8)
    return bool((want or "") == (got or ""))


#: A call: the function and its arguments.
Call = tuple[str, list[Any]]


def answers(book: Path, asked: Iterable[Call]) -> list[tuple[list[list[Any]], list[list[Any]]]]:
    """What Python shows for each call, and what IronCalc shows for all of them in one workbook."""
    model, waiting = Model(book), []
    for name, given in asked:
        want = shown(name, given)
        waiting.append((want, model.ask(model.call(name, given), len(want))))
    model.calculated()
    return [
        (want, [[model.value(top + i, 1 + j) for j in range(len(r))] for i, r in enumerate(want)])
        for want, top in waiting
    ]


def differences(book: Path, asked: Iterable[Call]) -> Iterator[str]:
    """The calls that IronCalc answers otherwise than Python, and what it answers to each alone."""
    asked = list(asked)
    for start in range(0, len(asked), BATCH):
        batch = asked[start : start + BATCH]
        for place, (want, got) in enumerate(answers(book, batch)):
            if not all(map(agree, chain(*want), chain(*got))):
                name, given = batch[place]
                ((_, alone),) = answers(book, [batch[place]])
                yield (
                    f"{name}{given}: {want!r}, IronCalc {got!r}, alone {alone!r}; "
                    f"call {start + place} of seed {SEED!r}"
                )


# --- the file -----------------------------------------------------------------------------------


def test_the_functions_are_those_of_the_registry() -> None:
    """Every function is there, with all its arguments; two say that they need the engine."""
    assert {*NEED_THE_ENGINE} == {"RATE_EVENT", "EXPLAIN_RATING"}
    assert {*ARGUMENTS, *NEED_THE_ENGINE} == {*all_functions()}
    for name, arguments in ARGUMENTS.items():
        assert arguments == tuple(p.name for p in all_functions()[name].parameters)


#: What a program takes for a cell: A1 to XFD1048576, and R1C1 in each way of writing it.
_LIKE_A_CELL = re.compile(r"(?i)[a-z]{1,3}\d+|r\d*(?:c\d*)?|c\d*")


def test_names_are_within_the_limits_of_excel() -> None:
    """Lengths, levels and names that Excel takes: its published specifications and limits.

    No parameter is called like a worksheet function, in whatever case.
    """
    taken = set()
    for name, formula in MADE.names.items():
        text = stored(formula)
        assert not re.search(r"[\[\]]|\{\w", text), name
        assert len(text) < 8192, name
        assert deepest(text) <= 64, name
        assert re.fullmatch(r"[A-Z][A-Z_]*|XLR(?:\.[A-Z][A-Z_]*\d*)+", name), name
        taken |= set(re.findall(r"_xl[po][mp]\.(\w+)", text))
        for call in re.findall(r"XLR[\w.]+(?=\()", text):
            assert call in MADE.names, (name, call)
    assert taken
    assert [one for one in sorted(taken) if _LIKE_A_CELL.fullmatch(one)] == []
    # A program may take LET(n,2,N(x)+n) for a call of the number n.
    assert sorted(one for one in taken if one.upper() in FUNCTIONS) == []


def test_names_have_help_and_helpers_are_hidden(book: Path) -> None:
    """Each function's name has its help sentence; what only serves the functions is hidden."""
    with ZipFile(book) as file:
        text = file.read("xl/workbook.xml").decode("utf-8")
    found = re.findall(r'<definedName name="([^"]+)"(?: (hidden|comment)="([^"]*)")?>', text)
    assert {name for name, _, _ in found} >= set(MADE.names)
    for name, kind, value in found:
        if name in MADE.names:
            helps = ("hidden", "1") if name.startswith("XLR.") else ("comment", function_help(name))
            assert (kind, unescape(value, {"&quot;": '"'})) == helps


def deepest(formula: str) -> int:
    """How many levels deep the functions of a formula are nested."""
    depth = most = 0
    for sign in re.sub('"[^"]*"', "", formula):
        depth += (sign == "(") - (sign == ")")
        most = max(most, depth)
    return most


def test_every_call_has_the_arguments_of_its_name() -> None:
    """A name is called with as many values as it takes, or fewer where some may be left out."""
    takes = {name: arguments_of(text) for name, text in MADE.names.items()}
    for name, text in MADE.names.items():
        for found in re.finditer(r"(XLR[\w.]+)\(", re.sub('"[^"]*"', '""', text)):
            given = count_of(re.sub('"[^"]*"', '""', text), found.end())
            assert given == takes[found[1]], (name, found[1])


def arguments_of(formula: str) -> int:
    """How many parameters a LAMBDA has."""
    return len(re.match(r"LAMBDA\(((?:\[?[a-z]\w*\]?,)*)", formula)[1].split(",")) - 1  # type: ignore[index]


def count_of(text: str, start: int) -> int:
    """How many values stand in the parentheses that open before a place."""
    depth, count = 1, 1
    for sign in text[start:]:
        depth += (sign in "({") - (sign in ")}")
        count += sign == "," and depth == 1
        if depth == 0:
            return count
    raise AssertionError(text)


@pytest.mark.in_turn
def test_without_a_game_the_rating_stays(book: Path) -> None:
    """What rules round is the rating after games: an old one with decimals keeps them without."""
    asked: list[Call] = [
        ("NEW_RATING", [old, [None], [None], rules])
        for rules in ("elo", "dwz", "uscf", "china-pro", "cxa-rapid")
        for old in (2100.25, 2100.67)
    ]
    asked += [
        ("GLICKO_RATING", [old, 80, [None], [None], [None], rules])
        for rules in ("glicko:rounding=whole", "glicko2:rounding=whole")
        for old in (2100.25, 2100.67)
    ]
    for (name, given), (want, got) in zip(asked, answers(book, asked), strict=True):
        assert want[0][0] == given[0] and all(map(agree, want[0], got[0])), (name, given, got)


@pytest.mark.in_turn
def test_examples_show_what_python_gives(book: Path) -> None:
    """The values written for the examples are Python's, and IronCalc calculates the same."""
    formulas, model = formula_cells(book)[reference.SHEET], Model(book)
    model.calculated()
    called = [text.removeprefix("=").split("(")[0] for text, _ in formulas.values()]
    assert list(dict.fromkeys(called)) == list(ARGUMENTS)
    first: dict[str, Any] = {}
    for (place, (text, claimed)), name in zip(formulas.items(), called, strict=True):
        first.setdefault(name, claimed)
        if name == "RULE_SETS":
            continue  # IronCalc takes the rest of a range that the file holds for somebody's own
        assert agree(claimed, model.model.get_cell_value(0, *place)), (text, place)
    for name, claimed in first.items():
        found = all_functions()[name](**example(name))
        while isinstance(found, list):
            found = found[0]
        assert agree(found, claimed), name


#: What a sheet that uses the functions needs besides itself, as its users are told.
COPIED_WITH_IT = {NAMES, names.RULES, names.LISTS}


def test_four_sheets_are_all_that_a_copy_needs(book: Path) -> None:
    """Promise: a sheet that uses the functions reads itself and the three copied with it."""
    sheets = "|".join(map(re.escape, openpyxl.load_workbook(book, read_only=True).sheetnames))
    place = re.compile(rf"(?:'({sheets})'|\b({sheets}))!")

    def read(text: str) -> set[str]:
        return {quoted or plain for quoted, plain in place.findall(text)}

    seen = set[str]()
    for sheet, cells_of in formula_cells(book).items():
        for text, _ in cells_of.values():
            seen |= read(text) - {sheet}
    for name, text in MADE.names.items():
        seen |= read(text)
        assert {*re.findall(r"XLR\.[A-Z][\w.]*", text)} <= MADE.names.keys(), name
    assert seen == COPIED_WITH_IT


def test_names_go_along_with_a_sheet_in_libreoffice(book: Path, live: Live) -> None:
    """Promise: no name that the functions need stays behind when a sheet is copied.

    LibreOffice calculates none of them; it takes along what the names name, too, and they go on
    reading the workbook that they come from.
    """
    live.open(book)
    own, copied = live.ask("copied", ["One player"])
    needed, left = set[str](), {"NEW_RATING", "PERF_RATING", "K_FACTOR"}
    while left:
        needed |= left
        left = {one for name in left for one in re.findall(r"XLR\.[A-Z][\w.]*", own[name])} - needed
    assert len(needed) > 100 and needed <= copied.keys()
    home = re.escape(f"'{book.as_uri()}'#")
    assert {name: re.sub(home, "", copied[name]) for name in needed} == {n: own[n] for n in needed}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_to_start_from(tmp_path: Path, language: str) -> None:
    """Every answer on the sheets of the jobs is Python's, and is what IronCalc calculates.

    Why a function has nothing for a rule set is said in the workbook's language, too, and what is
    said above the functions is seen whole.
    """
    path = tmp_path / "jobs.xlsx"
    assert main(["addin", "lambda", "--language", language, "-o", str(path)]) == 0
    page = openpyxl.load_workbook(path)[reference.SHEET]
    for row, note in enumerate(lambdas.HOST.notes, 2):
        cell = page.cell(row, 1)
        assert cell.value == words(note)[language] and cell.alignment.wrap_text
        # The columns are as wide as 190 letters.
        assert page.row_dimensions[row].height >= 12 * math.ceil(width(str(cell.value)) / 190)
        assert f"A{row}:J{row}" in map(str, page.merged_cells.ranges)
    with ZipFile(path) as file:
        reason = say(language, "rules_lack", rules="fide", part=say(language, "part_classes"))
        assert reason in file.read("xl/sharedStrings.xml").decode("utf-8")
    model: Any = ironcalc.load_from_xlsx(str(path), "en", "UTC")
    model.evaluate()
    sheets = [sheet["name"] for sheet in model.get_worksheets_properties()]
    compared = dict[str, int]()
    for sheet, found in formula_cells(path).items():
        if sheet == reference.SHEET:
            continue
        for place, (text, claimed) in found.items():
            # What would be wrong is said in words; here nothing is.
            is_hint = text.startswith(("=IF(AND(", "=IF(IFERROR("))
            assert is_hint or (claimed in (None, "")) == text.startswith("=IF(ISNA("), (sheet, text)
            got = model.get_cell_value(sheets.index(sheet), *place)
            assert agree(claimed, got), (sheet, place, text, claimed, got)
            assert not str(claimed).startswith("#"), (sheet, text)
            compared[sheet] = compared.get(sheet, 0) + 1
    assert list(compared) == sheets[1:6]


def test_each_sheet_to_start_from_names_the_clause(book: Path) -> None:
    """Promise: where the regulation has the rule behind the answer is on each sheet, in its last line."""
    pages = openpyxl.load_workbook(book).worksheets[1:6]
    assert [page.cell(page.max_row, 1).value for page in pages] == ["Clause"] * 5


def test_a_sheet_to_start_from_is_headed_and_its_answers_are_seen(book: Path) -> None:
    """Promise: each column to type in says what it is of, and the numbers found are in bold."""
    page = openpyxl.load_workbook(book)["No rating yet"]
    assert [cell.value for cell in page[6]][:2] == ["Opp. rating", "Score"]
    answers = [page.cell(page.max_row - back, 2) for back in (1, 2)]
    assert all(cell.value and cell.font.b for cell in answers)


def test_an_error_on_a_sheet_is_said_in_words(book: Path) -> None:
    """Promise: who leaves out what the rules need, or types what cannot be, reads what to do."""
    texts = formula_cells(book)["One player"]
    ((row, col),) = [at for at, (text, _) in texts.items() if text.startswith("=IF(ISNA(")]
    sheet, said = Model(book).sheets.index("One player"), []
    for rules, rating in (("elo-normal", "2203"), ("fide", "2203"), ("malaysia", "99999")):
        opened = Model(book).model
        for at, value in ((4, rules), (5, rating), (7, ""), (8, "")):
            opened.set_user_input(sheet, at, 2, value)
        opened.evaluate()
        error = str(opened.get_cell_value(sheet, row, 2))
        said.append((error, opened.get_cell_value(sheet, row, col)))
    assert [error.startswith("#") for error, _ in said] == [True, False, True]
    assert [key for _, key in said] == [words("job_missing")["en"], "", words("job_wrong")["en"]]


def test_what_is_left_empty_is_said(book: Path) -> None:
    """Promise: where the answer depends on a fact that is not given, the sheet says what it means."""
    texts = formula_cells(book)["One player"]
    places = [at for at, (text, _) in texts.items() if text.startswith("=IF(AND(")]
    model = Model(book)
    sheet, opened = model.sheets.index("One player"), model.model
    for rules, given, asked in (
        ("fide", "", ["games", "born", "peak"]), ("fide", "30", []), ("elo", "", []),
        ("nevzorov", "30", ["colours"]), ("dwz", "", ["born"]),
    ):  # fmt: skip
        for row, value in ((4, rules), (7, given), (8, given), (9, given)):
            opened.set_user_input(sheet, row, 2, value)
        opened.evaluate()
        said = {opened.get_cell_value(sheet, *place) for place in places} - {"", None}
        assert said == {words(f"job_no_{fact}")["en"] for fact in asked}, rules


def test_a_list_says_what_its_rules_ask_for(book: Path) -> None:
    """Promise: a line above a list names each fact that its rules ask for; an error is in words."""
    texts = formula_cells(book)["A whole list"]
    ((row, col),) = [at for at, (text, _) in texts.items() if text.startswith("=IF(IFERROR(")]
    reasons = [at for at, (text, _) in texts.items() if text.startswith("=IF(ISNA(")]
    assert len(reasons) == 3
    model = Model(book)
    sheet, opened = model.sheets.index("A whole list"), model.model
    for rules, asked in (
        ("fide", ["games", "born", "peak"]), ("glicko", []),
    ):  # fmt: skip
        opened.set_user_input(sheet, 4, 2, rules)
        opened.evaluate()
        said = opened.get_cell_value(sheet, row, col) or ""
        for fact in ("games", "born", "peak") if rules != "glicko" else ():
            assert (words(f"job_empty_{fact}")["en"] in said) == (fact in asked), (rules, said)
        wrong = {opened.get_cell_value(sheet, *place) or "" for place in reasons}
        assert wrong == ({words("job_missing")["en"]} if rules == "glicko" else {""}), rules
    opened.set_user_input(sheet, 4, 2, "nevzorov")
    opened.evaluate()
    assert words("job_else_colours")["en"] in opened.get_cell_value(sheet, row, col)


def test_other_rules_typed_into_a_sheet(book: Path) -> None:
    """As a volunteer does: other rules in the cell for them, and the answer is theirs."""
    given = [2203, [2250, 2104, 2398, 1987, 2311], [1, 0.5, 0, 1, 0.5]]
    cells_of = formula_cells(book)["One player"]
    (place,) = [one for one, (text, _) in cells_of.items() if text.startswith("=NEW_RATING")]
    found, model = {}, Model(book)
    for rules in ("malaysia", "cxa-rapid", "fide", "china-pro", "dwz", "uscf"):
        model.model.set_user_input(model.sheets.index("One player"), 4, 2, rules)
        model.calculated()
        found[rules] = model.model.get_cell_value(model.sheets.index("One player"), *place)
        want = all_functions()["NEW_RATING"](*given, rules, None, 40, 15)
        assert found[rules] == pytest.approx(want), rules
    assert len(set(found.values())) > 3


def test_a_volunteer_finds_the_printed_number(book: Path) -> None:
    """Promise: rules, rating and games typed over the example give what the regulations print.

    例子(二) of Malaysia, a game in the last rounds with eleven empty rows below it; 第八条（六） of the
    CXA; a junior of FIDE, K 40 by 8.3.3.
    """
    texts, model = formula_cells(book)["One player"], Model(book)
    sheet, opened = model.sheets.index("One player"), model.model
    ((row, col),) = [one for one, (text, _) in texts.items() if text.startswith("=NEW_RATING")]
    cxa = [(2389.57, one) for one in (1, 1, 1, 1, 1, 1, 0.5, 0, 0)]
    junior = [(1700, 1), (1755, 0.5), (1580, 1), (1810, 0), (1690, 1)]
    for rules, rating, facts, games, want in (
        ("malaysia", 2250, {10: 1}, [(2050, 1)], 2256),
        ("cxa-rapid", 2450.3, {}, cxa, 2468.2), ("fide", 1622, {7: 31, 8: 14}, junior, 1684),
    ):  # fmt: skip
        typed = {4: rules, 5: rating, **dict.fromkeys(range(6, 11), ""), **facts}
        for at, value in typed.items():
            opened.set_user_input(sheet, at, 2, str(value))
        for at in range(12):
            for part in (0, 1):
                value = games[at][part] if at < len(games) else ""
                opened.set_user_input(sheet, 13 + at, 1 + part, str(value))
        opened.evaluate()
        assert opened.get_cell_value(sheet, row, col) == pytest.approx(want), rules
        told = opened.get_cell_value(sheet, row + 2, col + 1) or ""
        assert told == (words("job_no_each")["en"] if rules == "malaysia" else ""), rules


# --- every function for every rule set ----------------------------------------------------------


@pytest.mark.in_turn
def test_each_name_works_or_is_refused_in_words(book: Path) -> None:
    """Promise: what the engine gives for a rule set the formulas give, for every name there is.

    Where there is nothing, the sheet has the engine's own words, and the function #N/A.
    """
    asked, refused, lacking = [], 0, []
    for name, reasons in MADE.refusals.items():
        rng = random.Random(name)
        for rules, reason in zip(REFERENCES, reasons, strict=True):
            if reason:
                refused += 1
                said = refusals(name, rules)
                if reason not in said or "" in said:
                    lacking.append(f"{name} {rules}: {reason}; the engine: {said}")
            else:
                asked.append((name, given_value(name, rules, rng)))
    assert lacking == []
    assert list(differences(book, asked)) == []
    assert (len(asked) > 1000, refused > 1000) == (True, True)


def given_value(name: str, rules: str, rng: random.Random) -> list[Any]:
    """A call that Python gives a value for."""
    for _ in range(300):
        given = lambda_calls.call(name, rules, rng)
        if not str(shown(name, given)[0][0]).startswith("#"):
            return given
    raise AssertionError(f"{name} gives nothing for {rules}")


def refusals(name: str, rules: str) -> set[str]:
    """The words with which the engine refuses some calls by these rules; '' for a value."""
    rng, found = random.Random(rules), set()
    for _ in range(8):
        try:
            all_functions()[name](*lambda_calls.call(name, rules, rng))
        except RatingError as error:
            found.add(str(error))
        else:
            found.add("")
    return found


def test_the_sheet_says_what_works(capsys: pytest.CaptureFixture[str]) -> None:
    """The sheet Coverage has a row for each name, and every function of the rules; it is printed."""
    covered = lambdas.covered(MADE)
    runpy.run_module("xlrating.hosts.lambdas")
    assert capsys.readouterr().out.splitlines() == ["\t".join(row) for row in covered]
    assert [row[0] for row in covered[1:]] == REFERENCES
    assert [*covered[0][1:]] == [*TERM_OF]
    assert {cell for row in covered[1:] for cell in row[1:] if cell == "✓"} == {"✓"}


def test_python_and_the_names_agree(book: Path) -> None:
    """Random arguments for every function, with blanks and missing facts."""
    asked = []
    for name in ARGUMENTS:
        rng, rules = random.Random(name + SEED), COVERED.get(name, REFERENCES)
        calls = 0 if name in ("NEW_RATING", "RATING_CHANGE") else CALLS
        for _ in range(1 if name == "RULE_SETS" else calls):
            asked.append((name, lambda_calls.call(name, rng.choice(rules), rng)))
    assert list(differences(book, asked)) == []


def test_every_method_rates_as_python_does(book: Path) -> None:
    """The same of the two functions that rate a player, for every method."""
    methods, asked = defaultdict(list), []
    for rules in COVERED["NEW_RATING"]:
        methods[load(rules).method].append(rules)
    assert len(methods) > 5
    for name, method in product(("NEW_RATING", "RATING_CHANGE"), methods):
        rng, named = random.Random(f"{name}{method}{SEED}"), methods[method]
        asked += [(name, lambda_calls.call(name, rng.choice(named), rng)) for _ in range(CALLS)]
    assert list(differences(book, asked)) == []


def test_any_argument_may_be_a_column(book: Path) -> None:
    """Promise: a column in place of each argument that may be one gives what Python gives."""
    asked = []
    for name in (name for name in ARGUMENTS if all_functions()[name].each):
        rng, rules = random.Random(name + SEED), COVERED.get(name, REFERENCES)
        for _ in range(CALLS // 8):
            asked.append((name, lambda_calls.columns(name, rng.choice(rules), rng)))
    assert list(differences(book, asked)) == []


def test_the_same_kind_of_error(book: Path) -> None:
    """What is wrong is told apart as in every program, in nearly all of the random calls."""
    rng, model, asked = random.Random(7), Model(book), []
    for name in (name for name in ARGUMENTS if name != "RULE_SETS"):
        for _ in range(CALLS):
            given = lambda_calls.call(name, rng.choice(REFERENCES), rng)
            want = shown(name, given)[0][0]
            if isinstance(want, str) and want.startswith("#"):
                asked.append((want, model.ask(model.call(name, given)), name, given))
    model.calculated()
    other = [(name, given, want) for want, row, name, given in asked if model.value(row) != want]
    assert len(other) < len(asked) / 20, other


def test_a_column_of_players_is_one_call(book: Path) -> None:
    """Promise: NEW_RATING over a range of players is one formula, a row of games for each."""
    rng, opened = random.Random(3), Model(book)
    model, data = opened.model, opened.data
    sums = [
        one
        for one in COVERED["NEW_RATING"]
        if load(one).method == "sum over games" and "nevzorov" not in one
    ]
    asked, top = [], 1
    for _ in range(40):
        number, games = rng.randint(2, 6), rng.randint(1, 7)
        own = [rng.choice([None, *[rng.randint(1200, 2700)] * 5]) for _ in range(number)]
        met = [
            [rng.choice([None, *[rng.randint(1200, 2700)] * 6]) for _ in range(games)] for _ in own
        ]
        got = [[rng.choice([1, 0.5, 0]) for _ in range(games)] for _ in own]
        k = rng.choice([None, [[rng.choice([10, 20, 40])] for _ in own]])
        rules, name = rng.choice(sums), rng.choice(["NEW_RATING", "RATING_CHANGE"])
        for row in range(number):
            for col, value in enumerate(
                [own[row], *met[row], *got[row], k[row][0] if k else None], 1
            ):
                if value is not None:
                    model.set_user_input(data, top + row, col, str(value))
        last, scores = top + number - 1, games + 2
        areas = [(1, 1), (2, games + 1), (scores, scores + games - 1), (scores + games,) * 2]
        texts = [f"{get_column_letter(a)}{top}:{get_column_letter(b)}{last}" for a, b in areas]
        given = f'{",".join(texts[:3])},"{rules}"' + (f",{texts[3]}" if k else "")
        model.set_user_input(data, top, 30, f"={name}({given})")
        want = all_functions()[name]([[r] for r in own], met, got, rules, k)
        asked += [(given, top + row, cell) for row, (cell,) in enumerate(want)]
        top += number + 1
    model.evaluate()
    wrong = []
    for given, row, cell in asked:
        found = model.get_cell_value(data, row, 30)
        if not agree(cell, found):
            wrong.append((given, row, cell, found))
    assert wrong == []


# --- ways of calling ----------------------------------------------------------------------------


def test_rules_are_named_as_everywhere(book: Path) -> None:
    """Promise: names as people type them; * and ? stand for themselves; else an error of its own."""
    typed = [*SPELLINGS, *UNKNOWN, "   ", "中国象棋专业棋手等级分", "ELO : Model = Logistic"]
    found = Model(book).values(f'=RATING_CHANGE(2000,2100,1,"{one}",10)' for one in typed)
    for name, got in zip(typed, found, strict=True):
        want = cells.call("RATING_CHANGE", [2000, 2100, 1, name, 10])[0][0]
        assert agree(want, got), name
        assert got == want if isinstance(want, str) else True, name
    assert "#REF!" in found


#: Left out arguments, arrays, a sum instead of scores, errors.
WAYS: list[tuple[str, object]] = [
    ("=WE_TABLE(200)", 0.76),
    ('=WE_TABLE(200,"")', 0.76),
    ("=SUM(WE_TABLE({200;-200}))", 1),
    ('=NEW_RATING(2250,{2100,1900},1.5,"fide")', 2248),
    ('=WE_TABLE(200,"nope")', "#REF!"),
    ("=DP_TABLE(2)", "#NUM!"),
    ('=WE_TABLE("x")', "#VALUE!"),
    ('=PERF_RATING({1675,1890},1.5,"elo:model=logistic")', 1974),
    ("=K_FACTOR(2250)", 17.5),
    # Who has once reached a rating has it in the next game, too.
    ('=NEW_RATING(2402,{1573,1627},{0,0.5},"malaysia:ever2400=on")', 2387),
    # A link to an empty cell shows 0: an opponent without rating.
    ("=PERF_RATING({2000;0},{0.5;0})", 2000),
    ('=NEW_RATING(2000,{2000;0},{1;1},"fide",20)', 2010),
    ('=NEW_RATING(2000,{2000;0},1,"fide",20)', 2010),
    ("=SUM(EXPECTED_SCORE({2000;0},2000))", 0.5),
    ("=SUM(K_FACTOR({2250;0}))", 17.5),
    # A link to an empty cell: no age, and no K.
    ('=K_FACTOR(2200,"fide",100,0)', 20),
    ('=SUM(NEW_RATING({2200;2200},{2200;2200},{1;1},"fide",{0;40},100,{0;0}))', 4430),
    ("=PERF_RATING({2000;20000},{1;0})", "#NUM!"),
    ("=RATE_EVENT(A1:A2)", "RATE_EVENT"),
    ("=EXPLAIN_RATING(2000,{2000},{1})", "EXPLAIN_RATING"),
    ('=INDEX(EXPLAIN_RATING(2250,{2100,1900},1.5,"fide"),1,2)', 2248),
    ('=INDEX(EXPLAIN_RATING(2000,{2000},{1},"fide"),1,3)', 10),
]


def test_ways_of_calling(book: Path) -> None:
    """Each way of calling shows what Python gives."""
    found = Model(book).values(formula for formula, _ in WAYS)
    for (formula, want), got in zip(WAYS, found, strict=True):
        if isinstance(want, str) and not want.startswith("#"):
            assert isinstance(got, str), formula
            assert got.startswith(want), formula
        else:
            assert agree(want, got) and (want == got or not isinstance(want, str)), formula


#: Columns that end in blanks: the formula, and what it fills, or a single value.
COLUMNS: list[tuple[str, Any]] = [
    ("WE_TABLE(Data!A1:A20000)", [0.76, "", 0.24]),
    ("DP_TABLE(Data!C1:C20000)", [0, 0, 0]),
    ("EXPECTED_SCORE(2000,Data!B1:B20000)", [0.5, 0.76]),
    ("EXPECTED_SCORE(Data!B1:B20000,Data!B1:B20000)", [0.5, 0.5]),
    ('K_FACTOR(Data!B1:B20000,"fide")', [20, 20]),
    ('NEW_RATING(2000,Data!B1:B20000,Data!C1:C20000,"fide",20)', 1995),
    ('NEW_RATING(Data!B1:B20000,Data!B1:B20000,Data!C1:C20000,"fide",20)', [2000, 1800, ""]),
    ("PERF_RATING(Data!B1:B20000,Data!C1:C20000)", 1900),
    ("WE_TABLE(Data!D1:D20000)", ["", ""]),
    ("WE_TABLE(Data!A1:A10000)", [0.76, "", 0.24, *[""] * 9997]),
]


def test_blanks_at_the_end_of_a_column_are_cut(book: Path) -> None:
    """Promise: a column that ends in thousands of blanks ends with its last cell, everywhere."""
    model = Model(book)
    for column, texts in enumerate(["200  -200", "2000 1800", "0.5 0.5 0.5"], 1):
        for row, text in enumerate(texts.split(" "), 1):
            model.model.set_user_input(model.data, row, column, text)
    asked = []
    for formula, values in COLUMNS:
        if isinstance(values, list):
            rows = [model.ask(f"=ROWS({formula})")]
            rows += [model.ask(f"=INDEX({formula},{i})") for i in range(1, min(5, len(values) + 1))]
            asked.append((formula, [len(values), *values[:4]], rows))
        else:
            asked.append((formula, [values], [model.ask(f"={formula}")]))
    model.calculated()
    for formula, values, rows in asked:
        assert all(agree(want, model.value(row)) for want, row in zip(values, rows, strict=True)), (
            formula
        )


def test_a_heading_is_skipped_as_everywhere(book: Path) -> None:
    """Promise: a column may be given with its heading; what only looks like one is an error."""
    model, asked = Model(book), []
    for name, given, want in HEADINGS:
        texts = [model.place(v) if isinstance(v, list) else written(v) for v in given]
        high = len(want) if isinstance(want, list) else 1
        asked.append((name, want, model.ask(f"={name}({','.join(texts)})", high)))
    model.calculated()
    for name, want, top in asked:
        rows = want if isinstance(want, list) else [[want]]
        got = [[model.value(top + i, 1 + j) for j in range(len(row))] for i, row in enumerate(rows)]
        assert all(map(agree, chain(*rows), chain(*got))), (name, want, got)


# What is wrong by itself: a blank, a text, another rule set.
# fmt: off
WRONG: list[tuple[str, list[Any]]] = [
    ("WE_TABLE", [None]), ("WE_TABLE", ["x"]), ("WE_TABLE", [200, "nope"]),
    ("DP_TABLE", [None]), ("DP_TABLE", ["x"]),
    ("K_FACTOR", [None]), ("K_FACTOR", [0]), ("K_FACTOR", ["x"]),
    ("K_FACTOR", [2000, "fide", "x"]), ("K_FACTOR", [2000, "fide", None, None, "x"]),
    ("K_FACTOR", ["2250"]),
    ("EXPECTED_SCORE", [2000, None]), ("EXPECTED_SCORE", [0, 2000]),
    ("NEW_RATING", [None, 1900, 1]), ("NEW_RATING", [0, 1900, 1]),
    ("NEW_RATING", ["x", 1900, 1]), ("NEW_RATING", ["x", None, None]),
    ("NEW_RATING", [2000, "x", 1]), ("NEW_RATING", [2000, 1900, "x"]),
    ("NEW_RATING", [2000, None, None]), ("NEW_RATING", [2000, 2100, None, "fide"]), ("NEW_RATING", [2000, 1900, 1, "elo", "x"]),
    ("NEW_RATING", [2000, 1900, 1, "fide", None, "x"]),
    ("NEW_RATING", [2000, 1900, 1, "nope"]), ("NEW_RATING", [2000, 1900, 1, "glicko"]),
    ("NEW_RATING", [2000, 1900, 7, "fide"]),
    ("RATING_CHANGE", ["x", None, None, "elo", 10]),
    ("K_FACTOR", [99]), ("K_FACTOR", [20000]), ("K_FACTOR", [2000, "fide", None, None, 20000]),
    ("K_FACTOR", [2000, "fide", None, None, 0]), ("EXPECTED_SCORE", [2000, 20000]),
    ("NEW_RATING", [2000, 20000, 1, "fide"]), ("NEW_RATING", [20000, 2000, 1, "fide"]),
    ("PERF_RATING", [20000, 0.5]),
    ("PERF_RATING", [None, 1]), ("PERF_RATING", [1900, "x"]), ("PERF_RATING", ["x", 1]),
]
# fmt: on


def test_wrong_calls(book: Path) -> None:
    """Promise: a blank, a text, a wrong rule set give the same error as in every program."""
    texts = [
        f"={name}({','.join('Z99' if one is None else written(one) for one in given)})"
        for name, given in WRONG
    ]
    found = Model(book).values(texts)
    want = [cells.call(name, [[[one]] for one in given])[0][0] for name, given in WRONG]
    wrong = [
        (text, w, got) for text, w, got in zip(texts, want, found, strict=True) if not agree(w, got)
    ]
    assert wrong == []
    kinds = [(text, w, got) for text, w, got in zip(texts, want, found, strict=True) if w != got]
    assert [one for one in kinds if isinstance(one[1], str)] == []


# --- rules of one's own -------------------------------------------------------------------------


def own_file(folder: Path, was: str, becomes: str) -> Path:
    """Rules of a club: those of Malaysia with another K."""
    text = (PACKAGE / "rulesets" / "malaysia.toml").read_text("utf-8")
    assert was in text
    path = folder / "club.toml"
    path.write_text(text.replace(was, becomes, 1), "utf-8")
    return path


@pytest.mark.in_turn
def test_a_rule_file_has_its_formulas(tmp_path: Path) -> None:
    """Promise: a federation's own rule file is among the rules of the workbook made for it."""
    rules, path = own_file(tmp_path, "\nk = 25\n", "\nk = 33\n"), tmp_path / "own.xlsx"
    assert (
        main(["addin", "lambda", "--rules", str(rules), "--language", "zh", "-o", str(path)]) == 0
    )
    # The sheets to start from offer it.
    assert openpyxl.load_workbook(path)[NAMES]["A1"].value == "club"
    given = [2100, [2250, 2050], [1, 0.5]]
    model = Model(path)
    rows = [
        model.ask(model.call("NEW_RATING", [*given, name]))
        for name in ("club", " CLUB", "malaysia")
    ]
    model.calculated()
    want = all_functions()["NEW_RATING"](*given, str(rules))
    assert want != all_functions()["NEW_RATING"](*given, "malaysia")
    assert [model.value(row) for row in rows] == [
        want, want, all_functions()["NEW_RATING"](*given, "malaysia"),
    ]  # fmt: skip


#: Of other rules only what is different: a floor for all; then K since a day, over that.
_EXTENDS = """
extends = "{base}"
id = "{name}"
names.en = "Rules of {name}"
source = "Statutes"
"""
_FLOOR = '[floor]\nclause = "4"\nleast = 1990\n'
_LATER = """
[[amendment]]
from = 2026-01-01
[[amendment.coefficient.rows]]
k = 33
"""


def test_a_first_rating_by_points_for_a_win(tmp_path: Path) -> None:
    """`initial.per_win` needs no special formula: Elo's "400 points for each win" is one by itself."""
    text = (PACKAGE / "rulesets" / "elo.toml").read_text("utf-8")
    path = tmp_path / "club.toml"
    path.write_text(text.replace("[initial]\n", "[initial]\nper_win = 400\n", 1), "utf-8")
    assert "(total+(2*score-played)*{first_per_win})/played" in performances.first(load(str(path)))


@pytest.mark.in_turn
def test_files_that_extend_others_have_their_formulas(tmp_path: Path) -> None:
    """Promise: of a file that extends rules, or another file, every edition has its formulas."""
    texts = {"club": ("fide", _FLOOR), "youth": ("club", _LATER), "us": ("uscf", _FLOOR)}
    files = {}
    for name, (base, more) in texts.items():
        files[name] = tmp_path / f"{name}.toml"
        above = f"{base}.toml" if base in texts else base
        files[name].write_text(_EXTENDS.format(base=above, name=name) + more, "utf-8")
    path = tmp_path / "own.xlsx"
    given = [word for file in files.values() for word in ("--rules", str(file))]
    assert main(["addin", "lambda", *given, "-o", str(path)]) == 0
    model, asked = Model(path), []
    for name, days in (
        ("club", ("", "@2024-03-01")),
        ("youth", ("", "@2024-03-01")),
        ("us", ("",)),
    ):
        for day, score in product(days, (0, 1)):
            call = [2000, [2250, 2050], [score, score]]
            row = model.ask(model.call("NEW_RATING", [*call, name + day]))
            asked.append(
                (name + day, row, all_functions()["NEW_RATING"](*call, f"{files[name]}{day}"))
            )
    model.calculated()
    wrong = [
        (name, want, model.value(row)) for name, row, want in asked if model.value(row) != want
    ]
    assert wrong == []
    # Each says something of its own: the floor, and K of today.
    assert {want for _, _, want in asked if want == 1990}
    assert len({want for _, _, want in asked}) > 3


def test_rules_that_are_there_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A name that the workbook has is told, and so is a program that reads rule files itself."""
    path = tmp_path / "own.xlsx"
    rules = tmp_path / "elo.toml"
    rules.write_text((PACKAGE / "rulesets" / "elo.toml").read_text("utf-8"), "utf-8")
    assert main(["addin", "lambda", "--rules", str(rules), "-o", str(path)]) == 2
    assert "elo is the name of other rules" in capsys.readouterr().err
    assert main(["addin", "lite", "--rules", str(rules), "-o", str(path)]) == 2
    assert "leave out --rules" in capsys.readouterr().err
    assert not path.exists()
