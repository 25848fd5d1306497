"""The workbook of LAMBDA names, calculated by IronCalc, against Python's values."""

from __future__ import annotations

import math
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ironcalc
import pytest
from calc_cases import SPELLINGS, UNKNOWN, same
from office import ErrorValue, formula_cells
from openpyxl.utils import get_column_letter

from xlrating.cli import main
from xlrating.engine.errors import RatingError
from xlrating.functions import all_functions, cells
from xlrating.functions.help import example
from xlrating.hosts import reference
from xlrating.hosts.lambdas import workbook as lambdas
from xlrating.hosts.lambdas.names import ARGUMENTS, stored
from xlrating.hosts.lambdas.rules import COLUMNS, NONE, collected, references

#: Calls of each function; XLRATING_LAMBDA_CALLS=10000 tries more.
CALLS = int(os.environ.get("XLRATING_LAMBDA_CALLS", "200"))
#: So many in one workbook: IronCalc holds some 90 kB for each call until the workbook goes.
BATCH = 1000

RULES = {row[0]: dict(zip(COLUMNS, row[1:], strict=True)) for row in collected().rows}
#: The column that says whether a rule set has all that a function needs.
NEEDS = {
    "K_FACTOR": "k_table",
    "NEW_RATING": "sums",
    "RATING_CHANGE": "sums",
    "PERF_RATING": "performs",
}
SUMS = [name for name, row in RULES.items() if row["sums"] is True]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workbook as the command writes it."""
    path = tmp_path_factory.mktemp("lambdas") / "lambdas.xlsx"
    assert main(["addin", "lambda", "-o", str(path)]) == 0
    return path


def opened(path: Path) -> Any:
    """The workbook in IronCalc."""
    return ironcalc.load_from_xlsx(str(path), "en", "UTC")


def test_the_file_is_the_same_each_time() -> None:
    """Two builds give the same bytes."""
    assert lambdas.workbook() == lambdas.workbook()


def test_arguments_are_those_of_the_registry() -> None:
    """Each function has the first arguments of the registry's, in the same order."""
    for name, arguments in ARGUMENTS.items():
        taken = [p.name for p in all_functions()[name].parameters]
        assert tuple(taken[: len(arguments)]) == arguments


def test_names_are_stored_as_excel_stores_them() -> None:
    """Every parameter is marked, no bracket is left, and no formula is too long for Excel."""
    for name, formula in lambdas.definitions().items():
        text = stored(formula)
        assert "[" not in text, name
        assert "{" not in text, name
        assert len(text) < 8192, name


def test_examples_show_what_python_gives(book: Path) -> None:
    """The values written for the examples are Python's, and IronCalc calculates the same."""
    cells, model = formula_cells(book)[reference.SHEET], opened(book)
    model.evaluate()
    called = [text.removeprefix("=").split("(")[0] for text, _ in cells.values()]
    assert called == list(ARGUMENTS)
    for (place, (text, claimed)), name in zip(cells.items(), called, strict=True):
        assert claimed == all_functions()[name](**example(name)), text
        assert model.get_cell_value(0, *place) == pytest.approx(claimed), text


def rating(rng: random.Random) -> float:
    """A rating, whole or with a decimal."""
    return rng.choice([rng.randint(1000, 2850), round(rng.uniform(1000, 2850), 1)])


def arguments(name: str, rng: random.Random) -> list[Any]:
    """Random arguments of one call; None is left out."""
    own, known = rating(rng), references()
    games = rng.choice([None, 0, 12, 29, 30, 100])
    age = rng.choice([None, 15, 18, 19, 40])
    peak = rng.choice([None, rng.randint(1300, 2700)])
    if name == "WE_TABLE":
        d = rng.choice([rng.randint(-900, 900), round(rng.uniform(-500, 500), 1)])
        return [d, rng.choice(known)]
    if name == "DP_TABLE":
        return [rng.choice([round(rng.random(), 4), rng.randint(0, 200) / 200]), rng.choice(known)]
    if name == "EXPECTED_SCORE":
        return [own, rating(rng), rng.choice(known)]
    if name == "K_FACTOR":
        return [own, rng.choice(known), games, age, peak]
    number = rng.randint(1, 11)
    others: list[float | None] = [rating(rng) for _ in range(number)]
    scores: Any = [rng.choice([1, 0.5, 0]) for _ in others]
    if rng.random() < 0.2:
        others[0] = rng.choice([None, 0])
    if name == "PERF_RATING":
        return [others, total_of(scores, rng), rng.choice(known)]
    if rng.random() < 0.05:
        scores[-1] = 0.3
    rules, k = rng.choice(SUMS), rng.choice([None, None, 10, 32.5])
    if RULES[rules]["unrated_gap"] == NONE:
        scores = total_of(scores, rng)
    return [own, others, scores, rules, k, games, age, peak]


def total_of(scores: list[float], rng: random.Random) -> Any:
    """The scores, or now and then their sum, at times an impossible one."""
    if len(scores) == 1 or rng.random() > 0.2:
        return scores
    return sum(scores) + rng.choice([0, 0, 0, 0.25])


def test_the_sheet_holds_these_rule_sets() -> None:
    """The systems with a table of K and a sum over the games work in full."""
    assert {"elo", "fide", "fide:list=rapid", "elo:model=logistic", "elo:steps=exact"} <= set(SUMS)
    for name in ("china-pro", "cxa-rapid", "malaysia"):
        assert RULES[name]["k_table"] != NONE


@pytest.mark.parametrize("name", ARGUMENTS)
def test_python_and_the_names_agree(book: Path, name: str) -> None:
    """Random arguments for every function, ranges with blanks, missing facts, every rule set."""
    rng, values = random.Random(name), 0
    wrong: list[str] = []
    for start in range(0, CALLS, BATCH):
        asked = [arguments(name, rng) for _ in range(start, min(start + BATCH, CALLS))]
        wanted = [expected(name, given) for given in asked]
        for given, want, got in zip(asked, wanted, calculated(book, name, asked), strict=True):
            if isinstance(want, ErrorValue):
                agree = isinstance(got, str) and got.startswith("#")
            elif isinstance(want, (int, float)) and isinstance(got, float):
                # A sum of normal shares that nearly cancels keeps the noise of IronCalc's curve.
                agree = math.isclose(want, got, rel_tol=1e-9, abs_tol=1e-8)
            else:
                agree = same(want, got)
            if not agree:
                wrong.append(f"{name}{given}: {want!r}, IronCalc {got!r}")
        values += sum(not isinstance(want, ErrorValue) for want in wanted)
    assert not wrong, f"{len(wrong)} of {CALLS}\n" + "\n".join(wrong[:20])
    # Many rule sets have no table of K, and many hands of results no performance.
    assert values > CALLS / 4


def calculated(book: Path, name: str, asked: list[list[Any]]) -> Iterator[object]:
    """What IronCalc shows for calls of one function, in a workbook of their own."""
    model = opened(book)
    model.new_sheet()
    model.new_sheet()
    model.rename_sheet(4, "Data")
    sheet, used = 3, 0
    for row, given in enumerate(asked, 1):
        texts = []
        for value in given:
            if isinstance(value, list):
                used += 1
                texts.append(place(model, sheet + 1, used, value))
            else:
                texts.append(written(value))
        while texts and not texts[-1]:
            texts.pop()
        model.set_user_input(sheet, row, 1, f"={name}({','.join(texts)})")
    model.evaluate()
    return (model.get_cell_value(sheet, row, 1) for row in range(1, len(asked) + 1))


def test_a_column_of_players_is_one_call(book: Path) -> None:
    """Promise: NEW_RATING over a range of players is one formula, a row of games for each."""
    rng, model = random.Random(3), opened(book)
    model.new_sheet()
    model.rename_sheet(3, "Data")
    asked, top = [], 1
    for _ in range(40):
        number, games = rng.randint(2, 6), rng.randint(1, 7)
        own = [rng.choice([None, *[rng.randint(1200, 2700)] * 5]) for _ in range(number)]
        met = [
            [rng.choice([None, *[rng.randint(1200, 2700)] * 6]) for _ in range(games)] for _ in own
        ]
        got = [[rng.choice([1, 0.5, 0]) for _ in range(games)] for _ in own]
        k = rng.choice([None, [[rng.choice([10, 20, 40])] for _ in own]])
        rules, name = rng.choice(SUMS), rng.choice(["NEW_RATING", "RATING_CHANGE"])
        for row in range(number):
            for col, value in enumerate(
                [own[row], *met[row], *got[row], k[row][0] if k else None], 1
            ):
                if value is not None:
                    model.set_user_input(3, top + row, col, str(value))
        last, scores = top + number - 1, games + 2
        areas = [(1, 1), (2, games + 1), (scores, scores + games - 1), (scores + games,) * 2]
        texts = [f"{get_column_letter(a)}{top}:{get_column_letter(b)}{last}" for a, b in areas]
        given = f'{",".join(texts[:3])},"{rules}"' + (f",{texts[3]}" if k else "")
        model.set_user_input(3, top, 30, f"={name}({given})")
        want = all_functions()[name]([[r] for r in own], met, got, rules, k)
        asked += [(given, top + row, cell) for row, (cell,) in enumerate(want)]
        top += number + 1
    model.evaluate()
    wrong = []
    for given, row, cell in asked:
        found = model.get_cell_value(3, row, 30)
        is_error = isinstance(cell, str) and cell.startswith("#")
        if is_error != (isinstance(found, str) and found.startswith("#")) or (
            not is_error and not near(cell, found)
        ):
            wrong.append((given, row, cell, found))
    assert wrong == []


def near(one: Any, other: Any) -> bool:
    """Equal but for the noise of the normal curve; a blank is empty."""
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-8)
    return (one or "") == (other or "")


def expected(name: str, given: list[Any]) -> object:
    """What Python gives; an error of any kind is one, and so is what the sheet does not hold."""
    rules = given[ARGUMENTS[name].index("ruleset")]
    if name in NEEDS and RULES[rules][NEEDS[name]] in (NONE, False):
        return ErrorValue("#N/A")
    try:
        found: object = all_functions()[name](*given)
    except RatingError as error:
        return ErrorValue(error.cell_error)
    return found


def place(model: Any, sheet: int, row: int, values: list[Any]) -> str:
    """A row of cells with these values, and its address."""
    for column, value in enumerate(values, 1):
        if value is not None:
            model.set_user_input(sheet, row, column, str(value))
    return f"Data!A{row}:{chr(ord('A') + len(values) - 1)}{row}"


def written(value: object) -> str:
    """An argument as one types it."""
    if isinstance(value, str):
        return f'"{value}"'
    return "" if value is None else repr(value)


@pytest.mark.parametrize(
    "typed", [*SPELLINGS, *UNKNOWN, "   ", "中国象棋专业棋手等级分", "ELO : Model = Logistic"]
)
def test_rules_are_named_as_everywhere(book: Path, typed: str) -> None:
    """Promise: names as people type them; * and ? stand for themselves; else an error of its own."""
    model = opened(book)
    model.new_sheet()
    model.set_user_input(3, 1, 1, f'=RATING_CHANGE(2000,2100,1,"{typed}",10)')
    model.evaluate()
    shown = cells.call("RATING_CHANGE", [2000, 2100, 1, typed, 10])[0][0]
    found = model.get_cell_value(3, 1, 1)
    if typed == "中国象棋专业棋手等级分":  # known, but the sheet does not hold all of it
        assert found == "#N/A"
    elif isinstance(shown, str):
        assert (found, shown) == ("#REF!", "#REF!")
    else:
        assert found == pytest.approx(shown)


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("=WE_TABLE(200)", 0.76),
        ('=WE_TABLE(200,"")', 0.76),
        ("=SUM(WE_TABLE({200;-200}))", 1),
        ('=NEW_RATING(2250,{2100,1900},1.5,"fide")', 2248),
        ('=WE_TABLE(200,"nope")', "#REF!"),
        ("=DP_TABLE(2)", "#NUM!"),
        ('=WE_TABLE("x")', "#VALUE!"),
        ('=PERF_RATING({1675,1890},1.5,"elo:model=logistic")', 1974),
        ("=K_FACTOR(2250)", 17.5),
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
    ],
)
def test_ways_of_calling(book: Path, formula: str, value: object) -> None:
    """Left out arguments, arrays, a sum instead of scores, errors."""
    model = opened(book)
    model.new_sheet()
    model.set_user_input(3, 1, 1, formula)
    model.evaluate()
    assert model.get_cell_value(3, 1, 1) == (
        pytest.approx(value) if isinstance(value, (int, float)) else value
    )


@pytest.mark.parametrize(
    ("formula", "values"),
    [
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
    ],
)
def test_blanks_at_the_end_of_a_column_are_cut(
    book: Path, formula: str, values: float | list[Any]
) -> None:
    """Promise: a column that ends in thousands of blanks ends with its last cell, everywhere."""
    model = opened(book)
    model.new_sheet()
    model.rename_sheet(3, "Data")
    for column, texts in enumerate(["200  -200", "2000 1800", "0.5 0.5 0.5"], 1):
        for row, text in enumerate(texts.split(" "), 1):
            model.set_user_input(3, row, column, text)
    model.new_sheet()
    if not isinstance(values, list):
        model.set_user_input(4, 1, 1, f"={formula}")
        model.evaluate()
        assert model.get_cell_value(4, 1, 1) == values
        return
    model.set_user_input(4, 1, 1, f"=ROWS({formula})")
    for row in range(1, 5):
        model.set_user_input(4, 1 + row, 1, f"=INDEX({formula},{row})")
    model.evaluate()
    assert model.get_cell_value(4, 1, 1) == len(values)
    found = [model.get_cell_value(4, 1 + row, 1) for row in range(1, 1 + min(4, len(values)))]
    assert [value or "" for value in found] == [
        pytest.approx(value) if value else "" for value in values[:4]
    ]


@pytest.mark.parametrize(
    ("name", "given"),
    [
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
    ],
)  # fmt: skip
def test_wrong_calls(book: Path, name: str, given: list[Any]) -> None:
    """Promise: a blank, a text, a wrong rule set give the same error as in every program."""
    model = opened(book)
    model.new_sheet()
    texts = ["Z99" if value is None else written(value) for value in given]
    model.set_user_input(3, 1, 1, f"={name}({','.join(texts)})")
    model.evaluate()
    shown = cells.call(name, [[[value]] for value in given])
    assert model.get_cell_value(3, 1, 1) == shown[0][0]
