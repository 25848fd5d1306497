"""The LibreOffice add-in, installed in a real LibreOffice: its cells against Python's values."""

from __future__ import annotations

import io
import json
import math
import random
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import xlsxwriter
from calc_cases import Case, Error, as_rows, cases, examples, flat, same
from needs import need
from office import Rows, differences_of, formula_cells
from openpyxl import load_workbook
from user_office import UserOffice, lacking
from xlsxwriter.utility import xl_rowcol_to_cell

from xlrating.cli import main
from xlrating.engine import tomlfile
from xlrating.engine.errors import ArgumentError
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.rules.rulefile import FOLDER
from xlrating.engine.rules.ruleset import available
from xlrating.functions import all_functions
from xlrating.functions.help import argument_help, argument_name, function_help
from xlrating.hosts import reference
from xlrating.hosts.libreoffice import component as calc_component
from xlrating.hosts.libreoffice import extension as calc

# --- the file -----------------------------------------------------------------------------------


def test_only_the_engine_is_bundled() -> None:
    """Besides the engine and the functions only what reads a crosstable is inside.

    No writer, host or command line; every rule set as TOML and as JSON.
    """
    names = {n.removeprefix("pythonpath/xlrating/") for n in calc.parts()}
    units = {name.split("/")[0].removesuffix(".py") for name in names if name.endswith(".py")}
    assert units == {"__init__", "engine", "functions", "exchange", "stops", "xlrating_calc"}
    assert {"exchange/crosstables/reader.py", "exchange/crosstables/words.toml"} <= names
    assert not {"exchange/vega.py", "exchange/csv_writer.py", "exchange/pgn.py"} & names
    for name in available():
        assert {f"rulesets/{name}.toml", f"rulesets/{name}.toml.json"} <= names


def test_json_is_the_same_as_toml() -> None:
    """The rule files and texts, read back from their JSON, are the tables of the TOML."""
    for path in [*FOLDER.rglob("*.toml"), *(FOLDER.parent / "engine" / "texts").iterdir()]:
        tables = tomlfile.read(path)
        assert tomlfile.from_json(tomlfile.to_json(tables)) == tables, path.name


def test_wizard_texts() -> None:
    """Names, descriptions and the category of every function, in three languages."""
    oor = "{http://openoffice.org/2001/registry}"
    lang = "{http://www.w3.org/XML/1998/namespace}lang"
    root = ElementTree.fromstring(calc.configuration())
    nodes = {node.get(f"{oor}name"): node for node in root.iter("node")}

    def text(node: Any, key: str) -> dict[str, str]:
        found = node.find(f"prop[@{oor}name='{key}']")
        return {value.get(lang): value.text for value in found}

    for name, function in all_functions().items():
        described = text(nodes[name], "Description")
        assert described["en-US"] == function_help(name)
        assert described["zh-CN"] == function_help(name, "zh")
        assert text(nodes[name], "CompatibilityName")["en-US"] == f"XLRATING.{name}"
        assert set(text(nodes[name], "CategoryDisplayName")) == {"en-US", "zh-CN", "ru"}
        arguments = nodes[name].findall("node/node")
        assert len(arguments) == len(function.parameters)
        for argument, parameter in zip(arguments, function.parameters, strict=True):
            called = {"en-US": parameter.name, "ru": argument_name(parameter.name, "ru")}
            assert called.items() <= text(argument, "DisplayName").items()
            assert text(argument, "Description")["ru"] == argument_help(name, parameter.name, "ru")
        assert f" {name}(" in calc.idl()


def _python(version: str) -> str | None:
    found = shutil.which(f"python{version}")
    local = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    return str(local[-1]) if local else found


#: The Pythons of this machine, of those that spreadsheet programs carry.
PYTHONS = [sys.executable, *filter(None, (_python(f"3.{n}") for n in (8, 9, 10, 12, 13, 14)))]


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize("program", PYTHONS, ids=lambda path: Path(path).parents[1].name)
def test_bundle_runs_on_the_pythons_of_spreadsheet_programs(program: str, tmp_path: Path) -> None:
    """The bundled engine gives the examples of the rules in every Python found here."""
    _unpack(tmp_path)
    _run_examples([program, "-I", "-S", "-c"], tmp_path)


def test_bundle_runs_without_toml_reader(tmp_path: Path) -> None:
    """The same where `tomllib` cannot be imported; a user's own TOML file is refused in words."""
    _unpack(tmp_path)
    _run_examples([sys.executable, "-I", "-S", "-c"], tmp_path, "sys.modules['tomllib'] = None\n")
    (tmp_path / "own.toml").write_text('id = "own"')
    said = _python_says(
        [sys.executable, "-I", "-S", "-c"],
        f"import sys; sys.modules['tomllib'] = None; sys.path[:0] = [{str(tmp_path)!r} + "
        "'/pythonpath']\nfrom xlrating import WE_TABLE, RatingError\n"
        f"try: WE_TABLE(1, {str(tmp_path / 'own.toml')!r})\nexcept RatingError as e: print(e)",
    )
    assert "cannot read TOML; use a rule set that comes with the program" in said


def _unpack(folder: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(calc.extension())) as archive:
        archive.extractall(folder)


def _run_examples(command: list[str], folder: Path, first: str = "") -> None:
    """Every worked example through the component, as Calc calls it; the values are Python's."""
    calls = [(c.name, [_given(a) for a in c.arguments]) for c in examples()]
    program = (
        f"import sys, json\n{first}sys.path.insert(0, {str(folder)!r})\n"
        "import xlrating_calc\nassert 'uno' not in sys.modules\n"
        "deep = lambda v: tuple(map(deep, v)) if isinstance(v, list) else v\n"
        f"for name, args in json.loads({json.dumps(json.dumps(calls))}):\n"
        "    print(json.dumps(xlrating_calc.call(name, deep(args))))\n"
    )
    found = [json.loads(line) for line in _python_says(command, program).splitlines()]
    for case, rows in zip(examples(), found, strict=True):
        expected = as_rows(case.expected())
        for want, got in zip(flat(expected), flat(rows), strict=True):
            assert same(want, got if got != "" else None), case


def _given(value: object) -> object:
    return value if isinstance(value, list) or value is None else [[value]]


def _python_says(command: list[str], program: str) -> str:
    done = subprocess.run([*command, program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_results_are_kept_only_where_they_stay_right(tmp_path: Path) -> None:
    """A rule file that comes later is found; numbers, texts and tables are not mixed up."""
    path = tmp_path / "own.toml"
    asked = (((200.0,),), ((str(path),),))
    assert math.isnan(calc_component.call("WE_TABLE", asked)[0][0])
    shutil.copy(FOLDER / "elo.toml", path)
    assert calc_component.call("WE_TABLE", asked) == ((0.76,),)
    for value in (200.0, "200", 200, 200.0):
        assert calc_component.call("WE_TABLE", (((value,),), None)) == ((0.76,),)
    function = all_functions()["WIN_DRAW_LOSS"]
    first = function(2000, 1900, "nevzorov")
    first[0] = "changed"
    assert function(2000, 1900, "nevzorov")[0] != "changed"
    assert all_functions()["WE_TABLE"](1) == all_functions()["WE_TABLE"](1.0)
    with pytest.raises(ArgumentError):
        all_functions()["WE_TABLE"](True)


def test_only_the_last_large_ranges_are_kept() -> None:
    """Promise: a range that is asked for again is there; many large ones do not fill the memory."""
    ask = calc_component.method("WE_TABLE")
    ranges = [tuple((float(start + step),) for step in range(200)) for start in range(6)]
    first = [ask(rows, None) for rows in ranges]
    assert ask(ranges[5], None) is first[5]
    assert ask(ranges[0], None) is not first[0]
    assert ask(ranges[0], None) == first[0]


def test_results_in_a_column_are_kept_by_what_cells_hold() -> None:
    """Promise: a row of games like one before has its result; one that only looks so has not."""
    rate = all_functions()["NEW_RATING"]
    for score, expected in ((1, 1513), (True, "#VALUE!"), (1.0, 1513), ("x", "#VALUE!")):
        assert rate([1500, None], [[1600], [1600]], [[score], [1]], "fide") == [expected, None]
    kept = all_functions()["WE_TABLE"]
    assert kept([[200, ""], ["x", 0]]) == [[0.76, None], ["#VALUE!", 0.5]]
    kept([[200, ""], ["x", 0]])[0][0] = "changed"
    assert kept([[200, ""], ["x", 0]])[0][0] == 0.76


# --- the workbook -------------------------------------------------------------------------------


class Sheet:
    """A workbook of formulas, with the ranges they refer to on a sheet of their own."""

    def __init__(self, path: Path) -> None:
        self.book = xlsxwriter.Workbook(str(path))
        self.formulas = self.book.add_worksheet("Formulas")
        self.data = self.book.add_worksheet("Data")
        self.row = self.used = 0
        self.rng = random.Random(1)
        self.places: list[tuple[Case, int, list[list[Any]]]] = []

    def add(self, case: Case) -> None:
        """The formula with every cell of its result, an array formula where there are several."""
        text = f"=XLRATING.{case.name}({','.join(map(self._argument, case.arguments))})"
        rows = as_rows(case.expected())
        high, wide = len(rows), len(rows[0])
        if (high, wide) == (1, 1):
            self.formulas.write_formula(self.row, 0, text, None, "")
        else:
            last = self.row + high - 1
            self.formulas.write_array_formula(self.row, 0, last, wide - 1, f"{{{text}}}", None, "")
            for row in range(self.row, last + 1):
                for column in range(wide):
                    if (row, column) != (self.row, 0):
                        self.formulas.write_string(row, column, "")
        self.places.append((case, self.row, rows))
        self.row += high

    def _argument(self, value: Any) -> str:
        if value is None:
            return ""
        if isinstance(value, Error):
            return value.formula
        if isinstance(value, list) or self.rng.random() < 0.3:
            return self._range(value if isinstance(value, list) else [[value]])
        if isinstance(value, str):
            return '"' + value.replace('"', '""') + '"'
        return repr(value)

    def _range(self, rows: list[list[Any]]) -> str:
        """The place of these cells on the sheet of data, where they are written."""
        first = self.used
        for i, row in enumerate(rows):
            for j, value in enumerate(row):
                if isinstance(value, Error):
                    self.data.write_formula(first + i, j, f"={value.formula}", None, "#N/A")
                elif isinstance(value, str):
                    self.data.write_string(first + i, j, value)
                elif value is not None:
                    self.data.write(first + i, j, value)
        self.used += len(rows)
        last = xl_rowcol_to_cell(first + len(rows) - 1, len(rows[0]) - 1)
        if rows[0][0] is not None and len(rows) == len(rows[0]) == 1:
            return f"Data!{last}"
        # Of one empty cell too: A1:A1 is an empty cell to Calc, A1 a 0.
        return f"Data!{xl_rowcol_to_cell(first, 0)}:{last}"


def differences(sheet: Sheet, rows: Rows) -> tuple[int, list[str]]:
    """How many cells were compared, and those that are not what Python gives."""
    cells, found = 0, []
    for case, first, expected in sheet.places:
        for i, line in enumerate(expected):
            for j, want in enumerate(line):
                row = rows[first + i] if first + i < len(rows) else []
                got = row[j] if j < len(row) else None
                cells += 1
                if not same(want, got):
                    found.append(f"{case.name}{case.arguments} [{i},{j}]: {want!r}, Calc {got!r}")
    return cells, found


# --- LibreOffice --------------------------------------------------------------------------------


@pytest.mark.in_turn
def test_every_function_in_calc(calculator: UserOffice, tmp_path: Path) -> None:
    """All functions in over a thousand cells; saved, reopened and calculated again too."""
    path = tmp_path / "functions.xlsx"
    sheet = Sheet(path)
    for case in cases():
        sheet.add(case)
    sheet.book.close()
    cells, found = differences(sheet, calculator.recalculate([path])[0]["Formulas"])
    print(f"\n{cells} cells of {len(sheet.places)} formulas compared")
    assert not found, f"{len(found)} of {cells}\n" + "\n".join(found[:20])
    assert cells >= 1000
    assert {case.name for case in cases()} == set(all_functions())
    saved = calculator.convert(path, "xlsx")
    document = calculator.convert(saved, "ods")
    for again in calculator.recalculate([saved, document]):
        assert differences(sheet, again["Formulas"]) == (cells, [])


def test_the_calls_are_not_all_refused() -> None:
    """Every function gives a value in at least one cell in ten, with and without ranges."""
    for name in all_functions():
        given = [as_rows(case.expected()) for case in cases() if case.name == name]
        values = [v for v in given if any(not str(c).startswith("#") for c in flat(v))]
        assert len(values) >= len(given) / 10, name


WAYS: list[tuple[str, object]] = [
    ('=IFERROR(XLRATING.DP_TABLE(1),"none")', "none"),
    ("=ISNA(XLRATING.DP_TABLE(1))", True),
    ("=XLRATING.WE_TABLE(200)+1", 1.76),
    ("=SUM(XLRATING.WE_TABLE(A1:A2))", 1),
    # An empty cell is left out, where no rule means a 0.
    ('=XLRATING.NEW_RATING(2000,{2100;1900},{1;0.5},"fide",A9)', 2010),
    ("=XLRATING.WE_TABLE(200,A9)", 0.76),
    # A game without score is none, a loss is one; both by their cells as one types them.
    ('=XLRATING.NEW_RATING(2000,2100,A9,"fide")', 2000),
    ('=XLRATING.NEW_RATING(2000,2100,A3,"fide")', 1993),
    ('=XLRATING.NEW_RATING(2000,2100,0,"fide")', 1993),
    ('=XLRATING.NEW_RATING(2000,2100,IF(TRUE(),A9),"fide")', 2000),
    ('=XLRATING.NEW_RATING(2000,2100,INDEX(A1:A9,9),"fide")', 2000),
    ('=XLRATING.NEW_RATING(2000,A9,1,"fide")', 2000),
    ('=XLRATING.NEW_RATING(2000,{2100,1900},{0.5,1},"fide")', 2010),
    ('=XLRATING.NEW_RATING(2000,2100,A4,"fide")', 2003),
    ("=XLRATING.PERF_RATING(2100,A9)", "#NUM!"),
    ("=XLRATING.LADDER_POINTS(49,A9)", "#VALUE!"),
    ("=XLRATING.WE_TABLE(A9)", "#VALUE!"),
    ('=XLRATING.DP_TABLE(A9,"fide")', "#VALUE!"),
    ("=XLRATING.RATING_CLASS(A9)", "#VALUE!"),
    ("=XLRATING.WE_TABLE(A3)", 0.5),
    # Games may be 0, so there it must be written as a range.
    ('=XLRATING.K_FACTOR(2250,"fide",A9:A9)', 20),
    ('=XLRATING.K_FACTOR(2250,"fide",A9)', 40),
    ("=XLRATING.WE_TABLE()", "#VALUE!"),
    ("=XLRATING.WE_TABLE(1,2,3)", "#VALUE!"),
    ('=XLRATING.K_FACTOR(2250,"malaysia",,,,2050,0.5,TRUE())', 40),
]
"""What Calc makes of a formula: inside others, with empty cells, with too few arguments."""


def test_calcs_own_ways(calculator: UserOffice, tmp_path: Path) -> None:
    """Calc's own rules on arguments lead to the right values or to errors, never to others."""
    path = tmp_path / "ways.xlsx"
    book = xlsxwriter.Workbook(str(path))
    page = book.add_worksheet("S")
    page.write_column("A1", [200, -200, 0])
    page.write_number("A4", 0.5, book.add_format({"num_format": "# ?/?"}))
    for row, (formula, _) in enumerate(WAYS):
        page.write_formula(row, 2, formula, None, "")
    book.close()
    rows = calculator.recalculate([path])[0]["S"]
    assert [f for (f, want), row in zip(WAYS, rows, strict=True) if not same(want, row[2])] == []


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize(("locale", "sign"), [("de-DE", ","), ("ar-EG", "\u066b")])
def test_decimals_of_every_country(locale: str, sign: str, tmp_path: Path) -> None:
    """Promise: where halves are written 0,5 a half point is one: texts carry the country's sign."""
    need(lacking())
    path = tmp_path / "halves.xlsx"
    book = xlsxwriter.Workbook(str(path))
    page = book.add_worksheet("S")
    page.write_column("A1", [0.5, 1, 0.5, 1234567.25])
    page.write_formula("C1", '=XLRATING.RATING_CHANGE(2000,2000,A1,"fide",10)', None, "")
    page.write_formula("C2", '=XLRATING.NEW_RATING(2000,{2000;2000},A2:A3,"fide",10)', None, "")
    page.write_formula("C3", "=XLRATING.DP_TABLE(0.75)", None, "")
    page.write_formula("C4", '=TEXT(A1,"@")', None, "")
    book.close()
    with tempfile.TemporaryDirectory(prefix="xlrating-locale-") as folder:
        Path(folder).chmod(0o755)
        made = UserOffice(folder)
        settings = made.profile / "user" / "registrymodifications.xcu"
        settings.write_text(settings.read_text("utf-8").replace("en-US", locale), "utf-8")
        made.install(calc.extension())
        rows = made.recalculate([path])[0]["S"]
        made.close()
    assert [row[2] for row in rows] == [0, 2005, 193, f"0{sign}5"]


def test_the_reference_sheet_calculates(calculator: UserOffice, tmp_path: Path) -> None:
    """Each function's example is a formula; Calc gives the value that the file claims."""
    paths = [tmp_path / f"{language}.xlsx" for language in LANGUAGES]
    for path, language in zip(paths, LANGUAGES, strict=True):
        path.write_bytes(reference.workbook(calc.HOST, language))
        texts = [text for text, _ in formula_cells(path)[reference.SHEET].values()]
        called = {text.removeprefix("=XLRATING.").split("(")[0] for text in texts}
        assert called == set(all_functions())
        first = [row[0] for row in load_workbook(path)[reference.SHEET].iter_rows(values_only=True)]
        assert f"[{argument_name('final_rounds', language)}]" in first
    assert differences_of(paths, calculator) == [[], [], []]


# --- the command --------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["", f"Identifier: {calc._IDENTIFIER}"])
def test_only_what_is_installed_is_removed(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise: uninstalling twice is as once, and says whether there was anything."""
    asked: list[tuple[str, ...]] = []

    def answer(*words: str) -> Any:
        asked.append(words)
        return SimpleNamespace(returncode=0, stdout=said, stderr="")

    monkeypatch.setattr(calc, "_asked", answer)
    assert calc.uninstall() is bool(said)
    assert asked[1:] == [("remove", calc._IDENTIFIER)] * bool(said)


def test_the_command_writes_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`xlrating addin libreoffice` writes it; --install without unopkg says what to do."""
    path = tmp_path / "xlrating.oxt"
    assert main(["addin", "libreoffice", "-o", str(path)]) == 0
    assert path.read_bytes() == calc.extension()
    assert main(["addin", "libreoffice", "-o", str(path)]) == 2
    sheet, words = tmp_path / "functions.xlsx", ["--language", "ru", "--force"]
    assert main(["addin", "libreoffice", "-o", str(path), "--sheet", str(sheet), *words]) == 0
    assert sheet.read_bytes() == reference.workbook(calc.HOST, "ru")
    monkeypatch.setattr(calc, "_unopkg", lambda: None)
    assert main(["addin", "libreoffice", "-o", str(path), "--force", "--install"]) == 2
    assert "unopkg, LibreOffice's installer of extensions, is not found" in capsys.readouterr().err
    refuses = tmp_path / "unopkg"
    refuses.write_text("#!/bin/sh\necho 'ERROR: not as root' >&2\nexit 1\n")
    refuses.chmod(0o755)
    monkeypatch.setattr(calc, "_unopkg", lambda: str(refuses))
    assert main(["addin", "libreoffice", "-o", str(path), "--force", "--install"]) == 2
    assert "ERROR: not as root" in capsys.readouterr().err
