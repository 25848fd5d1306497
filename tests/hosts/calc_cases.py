"""Formulas for a spreadsheet program to calculate, and what Python says of each."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from office import ErrorValue

from xlrating.engine.errors import RatingError
from xlrating.engine.rules.ruleset import available, load
from xlrating.functions import all_functions
from xlrating.functions.cells import call


class Error(NamedTuple):
    """An argument that is an error: the formula that gives it."""

    formula: str


class Case(NamedTuple):
    """One formula: a function and its arguments; a nested list is a range."""

    name: str
    arguments: list[Any]
    result: Any = ...

    def expected(self) -> Any:
        """What Python gives, or the cell error."""
        if self.result is not ...:
            return self.result
        try:
            return all_functions()[self.name](*self.arguments)
        except RatingError as error:
            return error.cell_error

    def answered(self) -> Any:
        """What hosts give that call Python: Calc itself refuses a range that holds an error."""
        if self.result == "#VALUE!" and all_functions()[self.name].says_why:
            return call(self.name, [as_shown(value) for value in self.arguments])
        return self.expected()


def as_shown(value: Any) -> Any:
    """An argument of a case as cells hold it: an error is the text that its cell shows."""
    if isinstance(value, Error):
        return {"NA()": "#N/A", "1/0": "#DIV/0!"}[value.formula]
    return [[as_shown(cell) for cell in row] for row in value] if isinstance(value, list) else value


def examples() -> list[Case]:
    """All worked examples of all rule files."""
    found = []
    for name in available():
        for example in load(name).examples:
            function = all_functions()[example.call]
            joint = "" if example.options[:1] in ("@", ":", "") else ":"
            given = dict(zip((p.name for p in function.parameters), example.args, strict=False))
            given = {key: _plain(value) for key, value in given.items()}
            given["ruleset"] = name + joint + example.options
            places = [p.name for p in function.parameters]
            last = max(places.index(key) for key in given)
            arguments = [given.get(key) for key in places[: last + 1]]
            found.append(Case(example.call, arguments))
    return found


def _plain(value: Any) -> Any:
    """An example's argument as a cell or a column of cells holds it."""
    if isinstance(value, (list, tuple)):
        rows = [_plain(item) for item in value]
        return rows if any(isinstance(row, list) for row in rows) else [[item] for item in rows]
    return value if isinstance(value, (str, bool, int)) else float(value)


Maker = Callable[[random.Random], Any]


def _choice(*values: object) -> Maker:
    return lambda rng: rng.choice(values)


def _rating(rng: random.Random) -> Any:
    return rng.choice([rng.randint(900, 2850), round(rng.uniform(900, 2850), 1)])


#: For one cell: what stands for the argument of each name.
SINGLE: dict[str, Maker] = {
    "difference": lambda rng: rng.choice([rng.randint(-900, 900), rng.uniform(-500, 500)]),
    "share": lambda rng: rng.choice([rng.random(), rng.randint(0, 100) / 100, 1, 0, 1.2]),
    "rating": _rating,
    "opponent": _rating,
    "opponent_rd": lambda rng: rng.randint(30, 350),
    "rd": lambda rng: rng.randint(30, 350),
    "volatility": _choice(None, 0.06, 0.055),
    "periods": _choice(0, 1, 3, 20, 2.5),
    "colour": _choice(None, "w", "b", "w", "x"),
    "white_wins": lambda rng: rng.randint(1, 300),
    "black_wins": lambda rng: rng.randint(1, 300),
    "games": _choice(None, 0, 12, 29, 30, 100),
    "age": _choice(None, 15, 18, 19, 40),
    "peak": lambda rng: rng.choice([None, rng.randint(1300, 2700)]),
    "score": _choice(1, 0.5, 0, 0.3),
    "final_rounds": _choice(None, 0, 1),
    "index": _choice(None, 0, 3, 25),
    "k": _choice(None, None, 10, 20, 32.5),
    "sex": _choice(None, "f", "m", "F"),
    "language": _choice(None, "en", "zh", "ru"),
    "title": _choice("国际大师", "国家大师", "特级国际大师", "GM", "nobody", "一级棋士"),
    "place": _choice(1, 2, 3, 8, 9, 0, 1.5),
    "points": lambda rng: rng.randint(0, 120),
    "moves": _choice(None, 9, 10, 30),
    "to": _choice(None, "elo", "ingo", "dwz", "fide"),
    "format": _choice(None, "swiss", "round-robin"),
    "rounds": _choice(None, None, 2, 5),
    "ignore": _choice(None, "Club"),
    "day": _choice(None, "2025-10-12", 45000),
    "ruleset": lambda rng: rng.choice([*[None] * 40, "fide", "nope", *available()]),
}
#: For the games of one player, or the players of one event: one of these in each cell.
MANY: dict[str, Maker] = {
    "opponents": _rating,
    "ratings": _rating,
    "white": _rating,
    "black": _rating,
    "scores": _choice(1, 0.5, 0),
    "colours": _choice("w", "b"),
    "rds": lambda rng: rng.randint(30, 350),
    "games": lambda rng: rng.randint(3, 12),
}
OWN: dict[tuple[str, str], Maker] = {
    ("EVENT_AVERAGE", "scores"): _choice(1.5, 2, 2.5),
    ("CALIBRATE", "games"): lambda rng: rng.randint(600, 900),
    ("RATING_CLASS", "rating"): lambda rng: rng.choice([_rating(rng), rng.randint(0, 120)]),
    ("CONVERT_RATING", "rating"): lambda rng: rng.choice([_rating(rng), rng.randint(20, 250)]),
}


def value_of(name: str, argument: str, rng: random.Random) -> Any:
    """One random value for one cell."""
    return (OWN.get((name, argument)) or SINGLE[argument])(rng)


def game_of(name: str, argument: str, rng: random.Random) -> Any:
    """One random value for one of several games."""
    return (OWN.get((name, argument)) or MANY[argument])(rng)


def single_case(name: str, rng: random.Random) -> Case:
    """One result: each argument a cell, those of several games a column or a row."""
    function, number = all_functions()[name], rng.randint(1, 11)
    flat, arguments = rng.random() < 0.3, []
    event = (_crosstable if rng.random() < 0.5 else _event)(rng) if function.blocks else {}
    for p in function.parameters:
        if p.name in function.blocks:
            arguments.append(event[p.name])
        elif p.name in function.rows:
            if p.optional and rng.random() < 0.7:
                arguments.append(None)
                continue
            cells = [game_of(name, p.name, rng) for _ in range(number)]
            if rng.random() < 0.1:
                cells[0] = None
            arguments.append([cells] if flat else [[cell] for cell in cells])
        else:
            arguments.append(value_of(name, p.name, rng))
    while arguments and arguments[-1] is None and rng.random() < 0.7:
        arguments.pop()
    return Case(name, arguments)


def column_case(name: str, rng: random.Random) -> Case | None:
    """A column of results, with a blank and a text among the cells; None if none is possible."""
    function, high, number = all_functions()[name], 6, 4
    if not function.each:
        return None
    arguments: list[Any] = []
    for p in function.parameters:
        if p.name in function.rows:
            full = not p.optional or rng.random() < 0.3
            rows = [[game_of(name, p.name, rng) for _ in range(number)] for _ in range(high)]
            arguments.append(rows if full else None)
        elif p.name in function.each and (not p.optional or rng.random() < 0.3):
            column = [[value_of(name, p.name, rng)] for _ in range(high)]
            if p.name == function.each[0]:
                column[1], column[2] = [None], ["text"]
            arguments.append(column)
        else:
            arguments.append(value_of(name, p.name, rng))
    return Case(name, arguments)


def _event(rng: random.Random) -> dict[str, Any]:
    """Players and games of a small event; the results vary from call to call."""
    players = [[no, f"P{no}", 1500 + 70 * no] for no in range(1, 7)]
    results = ["1-0", "½-½", "0-1", 1, 0.5, 0]
    pairs = [(1, 1, 2), (1, 3, 4), (1, 5, 6), (2, 1, 3), (2, 2, 5), (2, 4, 6)]
    return {"players": players, "games": [[*pair, rng.choice(results)] for pair in pairs]}


def _crosstable(rng: random.Random) -> dict[str, Any]:
    """A crosstable as people have it; in one of some a cell contradicts another."""
    n, scores = 5, [1, 0.5, 0]
    table: list[list[Any]] = [["*"] * n for _ in range(n)]
    for i in range(n):
        for j in range(i):
            table[i][j] = rng.choice(scores)
            table[j][i] = 1 - table[i][j]
    if rng.random() < 0.3:
        table[1][0] = rng.choice(["x?", 1, None])
    rows = [[no, f"Игрок {no}", 1500 + 70 * no, *own] for no, own in enumerate(table, 1)]
    title = [["Club championship", *[None] * (n + 2)]] if rng.random() < 0.5 else []
    return {"players": [*title, ["No", "Name", "Rating", *range(1, n + 1)], *rows], "games": None}


def refused_cases(name: str) -> Iterator[Case]:
    """Text for a number, a missing argument, errors as arguments and within a range."""
    function = all_functions()[name]
    rng = random.Random(name)
    base = single_case(name, rng).arguments
    for place, p in enumerate(function.parameters):
        if p.optional:
            continue
        given = [*base[:place], None, *base[place + 1 :]]
        if p.name not in function.rows + function.blocks:
            given[place] = "some text"
            yield Case(name, list(given))
            given[place] = Error("NA()")
            yield Case(name, list(given), "#N/A")
            given[place] = Error("1/0")
            yield Case(name, list(given), "#DIV/0!")
        given[place] = [[1], [Error("NA()")]]
        yield Case(name, list(given), "#VALUE!")
        break
    optional = [place for place, p in enumerate(function.parameters) if p.name == "ruleset"]
    for place in optional:
        filled = [*base, *[None] * 12][: place + 1]
        yield Case(name, [*filled[:place], "no such rules"])


GAMES: list[Any] = [[[2100], [1900]], [[1], [0.5]]]

#: FIDE's rules as people name them, and what names none.
SPELLINGS = (
    *(" FIDE ", "Ｆide", "国际棋联等级分", "рейтинг  ФИДЕ", "FIDE rating"),
    *("Fide@2025-10-01", "FIDE : List = Rapid", "ＦＩＤＥ：ｌｉｓｔ＝ｒａｐｉｄ"),
)
UNKNOWN = ("f*", "fide?", "fid", "fide:list=slow", "fide:list=r*", "cxa-rapid@2001")

#: What users get wrong, and what every host must show for it.
WRONG: list[Case] = [
    Case("NEW_RATING", [2000, *GAMES, "nope"], "#REF!"),
    Case("NEW_RATING", ["strong", *GAMES, "fide"], "#VALUE!"),
    Case("NEW_RATING", [2000, [[2100], ["weak"]], GAMES[1], "fide"], "#VALUE!"),
    Case("NEW_RATING", [2000, [[2100], [1900], [2000]], GAMES[1], "fide"], "#VALUE!"),
    Case("NEW_RATING", [2000, GAMES[0], [[1], [7]], "fide"], "#NUM!"),
    Case("NEW_RATING", [2000, *GAMES, "glicko"], "#N/A"),
    Case("NEW_RATING", [2000, *GAMES, [["fide"], ["elo"]]], "#VALUE!"),
    Case("NEW_RATING", [None, *GAMES, "fide"], "#VALUE!"),
    Case("NEW_RATING", [2000, [[2100], [None]], [[1], [None]], "fide"], 2013),
    Case("NEW_RATING", [2000, 2100, [[None]], "fide"], 2000),
    Case("NEW_RATING", [2000, 2100, 0, "fide"], 1993),
    # Names of rules as people type them; a wildcard is none.
    *(Case("RATING_CHANGE", [2000, *GAMES, name, 10], 5) for name in SPELLINGS),
    *(Case("RATING_CHANGE", [2000, *GAMES, name], "#REF!") for name in UNKNOWN),
    Case("EXPECTED_SCORE", [[[2000], [2100]], [[2000], [2100], [2200]]], "#VALUE!"),
    Case("WE_TABLE", [[[200], [None], ["x"]], "fide"], [[0.76], [None], ["#VALUE!"]]),
    Case("WE_TABLE", [[[200], [100]], [["fide"]]], [[0.76], [0.64]]),
]


_OTHERS, _SCORES = [[2100], [1900]], [[1], [0.5]]
#: Columns with a heading, which every host skips; a slip or a forgotten heading is no heading.
HEADINGS: list[Case] = [
    Case("NEW_RATING", [2000, [["Opponent"], *_OTHERS], [["Score"], *_SCORES], "fide", 10], 2005),
    Case("NEW_RATING", [2000, [["对手", 2100, 1900]], [["得分", 1, 0.5]], "fide", 10], 2005),
    Case("NEW_RATING", [2000, [["Opponent"], *_OTHERS], [[1], *_SCORES], "fide", 10], "#VALUE!"),
    Case("NEW_RATING", [2000, [["2l00"], *_OTHERS], [["1,o"], *_SCORES], "fide", 10], "#VALUE!"),
    Case("NEW_RATING", [2000, [["?"], *_OTHERS], [["-"], *_SCORES], "fide", 10], "#VALUE!"),
    Case(
        "NEW_RATING",
        [[["Рейтинг"], [2000]], [["R1", "R2"], [2100, 1900]], [["S1", "S2"], [1, 0.5]], "fide",
         [["K"], [10]]],
        [[None], [2005]],
    ),
    Case("RATING_CHANGE", [2000, [["Opponent"], [2000]], [["Score"], [1]], "nevzorov", 20,
                           *[None] * 3, [["Colour"], ["b"]]], 10.8773186790063),
    Case("WE_TABLE", [[["Difference"], [200], ["x"]]], [[None], [0.76], ["#VALUE!"]]),
    Case("WE_TABLE", [[["Difference", 100], [200, 0]]], [["#VALUE!", 0.64], [0.76, 0.5]]),
    Case("PERF_RATING", [[["Opponents"], [1675], [1890]], [["Scores"], *_SCORES]], 1976),
    Case("K_FACTOR", [[["Rating"], [2250]], "fide", [["Games"], [5]]], [[None], [40]]),
]  # fmt: skip


@functools.lru_cache(maxsize=1)
def cases() -> list[Case]:
    """Everything that is asked of LibreOffice; the same every time."""
    rng = random.Random(20261121)
    found = examples() + WRONG + HEADINGS
    # Where NEW_RATING gives an error, EXPLAIN_RATING says why; Calc itself refuses a call in
    # which an argument is left out that must be there.
    told = [case for case in WRONG if case.name == "NEW_RATING" and case.arguments[0] is not None]
    found += [case._replace(name="EXPLAIN_RATING", result=...) for case in told]
    for name, function in all_functions().items():
        singles = 40 if function.parameters else 1
        found += [single_case(name, rng) for _ in range(singles)]
        found += [case for _ in range(6) if (case := column_case(name, rng))]
        found += refused_cases(name)
    return found


def same(want: object, got: object) -> bool:
    """Numbers to 1e-9, text and errors exactly, nothing and "" alike."""
    if isinstance(want, str) and want.startswith("#"):
        # A NaN is how the component hands an error to Calc.
        nan = isinstance(got, float) and math.isnan(got)
        return nan or (isinstance(got, ErrorValue) and got == want)
    if isinstance(got, ErrorValue) or (isinstance(got, float) and math.isnan(got)):
        return False
    if isinstance(want, (int, float)) and isinstance(got, (int, float)):
        return math.isclose(want, got, rel_tol=1e-9, abs_tol=1e-12)
    return (want if want != "" else None) == (got if got != "" else None)


def as_rows(value: Any) -> list[list[Any]]:
    """A result as rows of cells."""
    if not isinstance(value, list):
        return [[value]]
    return [row if isinstance(row, list) else [row] for row in value]


def flat(rows: Any) -> list[Any]:
    """All cells of rows, one after another."""
    return [cell for row in rows for cell in row]
