"""Templates that call the functions beside the native formulas: the judges are the programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import ironcalc
import openpyxl
import pytest
import windows
from iron_calc import in_its_words
from needs import EVERY
from office import Office, differences_of, formula_cells
from sheet_values import ErrorValue, stored
from user_office import UserOffice
from workbooks import complete_round_robin, fitted, random_event, with_playoffs

from xlrating.cli import main
from xlrating.engine.errors import NotKnownError
from xlrating.engine.event import Event
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.rules.ruleset import load
from xlrating.engine.texts import say, sheet_name
from xlrating.exchange import open_sheets
from xlrating.exchange.template import named
from xlrating.hosts import HOSTS, host_of, variants
from xlrating.hosts.lambdas.workbook import asks_no_more
from xlrating.reading import read
from xlrating.workbook.compare import check
from xlrating.workbook.native import is_native
from xlrating.workbook.plan import Plan
from xlrating.workbook.sheets.engine import HOST, PROBE, STATE_ROW, functions_of
from xlrating.workbook.table import NOTE_ROW
from xlrating.workbook.templates import empty, filled

RULES = ("fide", "malaysia", "cxa-rapid", "china-pro", "dwz", "elo", "ingo")
DAY = date(2026, 2, 1)


def plans(rules: tuple[str, ...] = RULES) -> dict[str, Plan]:
    """Empty templates, and random events with everything that the rules ask about a player.

    In an ordinary run one of them for each rule set, in turn.
    """
    found = {}
    for seed, name in enumerate(rules):
        language = LANGUAGES[seed % 3]
        pinned = load(load(name).reference)
        events = {
            "swiss": random_event(seed + 70, 9 + seed, 5),
            "round robin": complete_round_robin(seed, 6),
        }
        if not EVERY:
            del events[("round robin", "swiss")[seed % 2]]
        if pinned.counted.playoff_as_one:
            events["play-offs"] = with_playoffs(complete_round_robin(seed, 5), seed)
        for kind, event in events.items():
            event = replace(fitted(event, name, seed), rules=pinned.reference, start=DAY)
            try:
                found[f"{name} {kind}"] = filled(event, pinned, language=language)
            except NotKnownError:  # the rules know no average for such a field
                continue
        if EVERY or seed == 0:
            found[f"{name} empty"] = empty("swiss", name, 7, 3, language=language)
    return found


def as_typed(plan: Plan, path: Path) -> Event:
    """The event of a plan, with what a sheet asks and nobody has said."""
    unsaid = dict.fromkeys(read(path).facts, "")
    return replace(plan.event, facts={**unsaid, **plan.event.facts})


def written(plans: dict[str, Plan], host: str, folder: Path) -> list[Path]:
    """The workbooks for a program."""
    end = "xlsm" if host == "excel" else "xlsx"
    paths = [folder / f"{host}-{number}.{end}" for number, _ in enumerate(plans)]
    for path, plan in zip(paths, plans.values(), strict=True):
        path.write_bytes(variants.workbook(plan, host))
    return paths


def agreed(path: Path) -> list[object]:
    """What the last of the engine's columns shows."""
    values = stored(path)
    page = values[named([*values], "Ratings")]
    texts = [say(language, "col_agrees") for language in LANGUAGES]
    column = next(col for (row, col), cell in page.items() if row == 4 and cell.value in texts)
    return [cell.value for (row, col), cell in page.items() if row > 4 and col == column]


# --- LibreOffice ----------------------------------------------------------------------------------


@pytest.mark.in_turn
def test_one_call_rates_the_event_in_calc(calculator: UserOffice, tmp_path: Path) -> None:
    """LibreOffice calculates everything anew: native, engine and Python's values are equal."""
    made = plans(RULES if EVERY else ("fide", "cxa-rapid"))
    assert any("round robin" in name for name in made)
    assert any("play-offs" in name for name in made)
    paths = written(made, "libreoffice", tmp_path)
    found = differences_of(paths, calculator)
    assert {k: cells[:5] for k, cells in zip(made, found, strict=True) if cells} == {}
    for path, plan in zip(paths, made.values(), strict=True):
        called = [text for cells in formula_cells(path).values() for text, _ in cells.values()]
        assert len({text for text in called if "RATE_EVENT" in text}) == 1
        assert set(agreed(path)) == {"✓"}
        assert check(open_sheets(path)).differences == ()
        assert read(path) == as_typed(plan, path)


def test_the_call_follows_what_is_typed(calculator: UserOffice, tmp_path: Path) -> None:
    """Players, a birth year and results typed into an empty template: both sides agree."""
    path = written({"": empty("round-robin", "fide", 4)}, "libreoffice", tmp_path)[0]
    book = openpyxl.load_workbook(path)
    book["Start"]["B19"] = "2025-11-02"
    heads = [cell.value for cell in openpyxl.load_workbook(path, data_only=True)["Players"][4]]
    typed = [("Ann", 2000, 2012), ("Bo", 1900, None), ("Cy", None, None)]
    for row, values in enumerate(typed, 5):
        for column, value in zip(("Name", "Rating", "Year of birth"), values, strict=True):
            book["Players"].cell(row, heads.index(column) + 1).value = value
    for row in book["Games"].iter_rows(min_row=5, max_row=10):
        row[4].value = "1-0" if 4 not in (row[3].value, row[5].value) else None
    book.save(tmp_path / "typed.xlsx")
    sheets = calculator.shown(tmp_path / "typed.xlsx")
    head, *rows = (row for row in sheets["Ratings"][3:7])
    shown = [dict(zip(head, row, strict=True)) for row in rows]
    assert [row["Agrees"] for row in shown] == ["✓"] * 3
    assert [row["Engine: new"] for row in shown] == [row["New rating"] for row in shown]
    assert shown[0]["K"] == 40
    assert shown[0]["Engine: change"] != 0


@pytest.mark.in_turn
def test_without_the_add_in_nothing_is_said(office: Office, tmp_path: Path) -> None:
    """No add-in: the engine's columns are blank, a line says what to install, `check` agrees."""
    made = plans(("fide", "malaysia"))
    paths = written(
        {k: made[k] for k in ("malaysia round robin", "fide empty")}, "libreoffice", tmp_path
    )
    paths += written({"": made["fide swiss"]}, "lambda", tmp_path)
    for saved in office.convert_all(paths, "xlsx"):
        assert check(open_sheets(saved)).differences == ()
        assert set(agreed(saved)) == {None}
        values = stored(saved)
        ratings, engine = (values[named([*values], key)] for key in ("Ratings", "Engine"))
        assert not any(isinstance(cell.value, ErrorValue) for cell in ratings.values())
        host = engine[STATE_ROW + 1, HOST + 1].value
        texts = [say(language, f"live_missing_{host}") for language in LANGUAGES]
        assert ratings[NOTE_ROW + 1, 1].value in texts


@pytest.mark.in_turn
def test_an_event_that_cannot_be_rated(calculator: UserOffice, tmp_path: Path) -> None:
    """A player who meets himself: no table, no false alarm, and a line that says where to look."""
    path = written({"": plans(("fide",))["fide swiss"]}, "libreoffice", tmp_path)[0]
    book = openpyxl.load_workbook(path)
    book["Games"]["F5"] = book["Games"]["D5"].value
    book["Games"]["E5"] = "1-0"
    book.save(path)
    values = calculator.shown(path)
    assert values["Engine"][STATE_ROW][PROBE] == 0.5
    assert values["Ratings"][NOTE_ROW][0] == say("en", "live_waits")
    assert "≠" not in [cell for row in values["Ratings"] for cell in row]


@pytest.mark.in_turn
def test_check_names_what_the_functions_gave(calculator: UserOffice, tmp_path: Path) -> None:
    """With functions at work, a changed rule is seen: ≠ in the sheet, the cells in `check`."""
    plan = plans(("fide",))["fide swiss"]
    people = tuple(replace(player, k=None) for player in plan.event.players)
    plan = filled(replace(plan.event, players=people), plan.rules)
    path = written({"": plan}, "libreoffice", tmp_path)[0]
    book = openpyxl.load_workbook(path)
    for row in book["Rules"].iter_rows(min_col=3, max_col=3):
        if row[0].value in (10, 20, 40):
            row[0].value += 1
    book.save(path)
    saved = calculator.convert(path, "xlsx")
    assert "≠" in agreed(saved)
    differing = check(open_sheets(saved)).differences
    assert any(difference.found == "≠" for difference in differing)


@pytest.mark.in_turn
@pytest.mark.parametrize("host", HOSTS)
def test_the_file_is_the_same_each_time(host: str) -> None:
    """Two builds of the functions give the same bytes."""
    make = host_of(host).make
    assert make("pythonw", "en") == make("pythonw", "en")


@pytest.mark.parametrize("host", HOSTS)
def test_file_says_whose_functions_it_calls(host: str, tmp_path: Path) -> None:
    """A program is one value: what of it shapes the sheet Engine is read there, not by its name."""
    path = written({"": plans(("fide",))["fide swiss"]}, host, tmp_path)[0]
    found = functions_of(open_sheets(path))
    assert found is not None
    assert (found.host, found.by_player) == (host, host_of(host).by_player)
    # No condition is empty.
    formulas = [each for cells in formula_cells(path).values() for each, _ in cells.values()]
    assert not [each for each in formulas if "IF(," in each]


# --- LAMBDA ---------------------------------------------------------------------------------------


@pytest.mark.in_turn
def test_lambda_names_rate_each_player(tmp_path: Path) -> None:
    """IronCalc calculates the names: the new rating of every rated player is Python's."""
    names = ("fide", "elo:model=logistic", "fide@2012-07-01:list=blitz")
    made = {name: plan for name, plan in plans(names).items() if EVERY or "empty" not in name}
    compared = 0
    for path, plan in zip(written(made, "lambda", tmp_path), made.values(), strict=True):
        assert check(open_sheets(path)).differences == ()
        model: Any = ironcalc.load_from_xlsx(str(in_its_words(path)), "en", "UTC")
        model.evaluate()
        sheets = [sheet["name"] for sheet in model.get_worksheets_properties()]
        formulas = formula_cells(path)
        engine, ratings = (named([*formulas], key) for key in ("Engine", "Ratings"))
        cells = formulas[engine]
        for (row, col), (text, claimed) in cells.items():
            got = model.get_cell_value(sheets.index(engine), row, col)
            if "_RATING" not in text and "RATING_" not in text:
                continue
            compared += claimed is not None
            assert got == (pytest.approx(claimed, abs=1e-8) if claimed is not None else ""), text
        assert sum(claimed == "✓" for _, claimed in formulas[ratings].values()) == sum(
            player.rating is not None for player in plan.event.players
        )
    assert compared > 30


def test_other_rules_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Rules that the LAMBDA names do not have in full: one sentence, no file."""
    path = tmp_path / "new.xlsx"
    for name in RULES:
        code = main(["new", "swiss", "--rules", name, "--functions", "lambda", "-o", str(path)])
        assert (code == 0) is asks_no_more(load(name)) is path.exists()
        if code:
            assert "choose --functions libreoffice, excel or lite" in capsys.readouterr().err
        path.unlink(missing_ok=True)
    assert not is_native(load("uscf:passes=one"))
    event = replace(random_event(1, 6, 3), rules="uscf:passes=one")
    games = tmp_path / "games.csv"
    lines = [f"{g.round},{g.white},{g.black},{g.result.code}" for g in event.games if g.black]
    games.write_text("round,white,black,result\n" + "\n".join(lines), "utf-8")
    words = [
        "rate",
        str(games),
        "--rules",
        "uscf:passes=one",
        "--functions",
        "lite",
        "-o",
        str(path),
    ]
    assert (main(words), path.exists()) == (2, False)
    assert "leave --functions out" in capsys.readouterr().err


# --- Excel ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[Any]:
    """The COM server of xlwings that Excel's VBA calls, in Python."""
    with windows.xlwings() as xlwings:
        yield xlwings.com_server.XLPython()


def test_the_call_in_excel(server: Any, tmp_path: Path) -> None:
    """The formula of the file, with its ranges as Excel hands them over, gives the sheet's cells."""
    made = {k: plan for k, plan in plans(("fide", "malaysia")).items() if "empty" not in k}
    for path, plan in zip(written(made, "excel", tmp_path), made.values(), strict=True):
        book = openpyxl.load_workbook(path, data_only=True, keep_vba=True)
        assert book.vba_archive is not None
        tabs = {key: sheet_name(plan.language, key) for key in ("Engine", "Players")}
        text, _ = formula_cells(path)[tabs["Engine"]][4, 1]
        assert text.startswith(f"=RATE_EVENT({tabs['Players']}!$A$4:")
        areas = text.removeprefix("=RATE_EVENT(").split(",")[:2]
        given: list[Any] = []
        for area in areas:
            sheet, _, cells = area.replace("$", "").partition("!")
            rows = book[sheet][cells]
            given.append(windows.Range([[cell.value for cell in row] for row in rows]))
        start = plan.event.start.isoformat() if plan.event.start else windows.LEFT_OUT
        given += [plan.rules.reference, plan.event.format, plan.language, float(plan.rounds), start]
        found = server.CallUDF("xlrating.udfs", "RATE_EVENT", tuple(given), None, given[0])
        shown = [["" if c is None else c for c in row[:10]] for row in _below(book[tabs["Engine"]])]
        assert found == shown
        assert check(open_sheets(path)).differences == ()


def _below(page: Any) -> list[tuple[Any, ...]]:
    return list(page.iter_rows(min_row=4, values_only=True))


@pytest.mark.in_turn
def test_each_program_has_its_own_call(tmp_path: Path) -> None:
    """One builder: the files differ in how the function is named, and in what they carry."""
    plan = plans(("fide",))["fide swiss"]
    texts = {}
    for host in HOSTS:
        path = written({"": plan}, host, tmp_path)[0]
        assert path.read_bytes() == variants.workbook(plan, host)
        texts[host] = {text.split("(")[0] for text, _ in formula_cells(path)["Engine"].values()}
        assert read(path) == as_typed(plan, path)
    assert "=XLRATING.RATE_EVENT" in texts["libreoffice"]
    assert "=RATE_EVENT" in texts["excel"]
    assert "=_xldudf_XLRATING_RATE_EVENT" in texts["lite"]
    assert "=WE_TABLE" in texts["lambda"]


# --- the command ----------------------------------------------------------------------------------


def test_the_commands(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`new` and `rate` write the variant; a rated one keeps its name's end; `check` agrees."""
    new = tmp_path / "new.xlsx"
    words = ["--rules", "fide", "--functions", "libreoffice"]
    assert main(["new", "round-robin", "--players", "4", *words, "-o", str(new)]) == 0
    assert main(["check", str(new)]) == 0
    games = Path(__file__).parents[1] / "events" / "us-championship-2025" / "games.csv"
    rated = tmp_path / "rated.xlsx"
    assert main(["rate", str(games), *words, "-o", str(rated)]) == 0
    assert main(["check", str(rated)]) == 0
    assert set(agreed(rated)) == {"✓"}
    words[-1] = "excel"
    capsys.readouterr()
    assert main(["new", "round-robin", *words, "-o", str(new), "--force"]) == 2
    assert "must end with .xlsm" in capsys.readouterr().err
