"""Ready-made sheets, one for each job: input cells, the answer, and the clause.

All function workbooks have them; their formulas call the functions of their program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..engine.rules.ruleset import RuleSet, available, load
from ..exchange.addresses import address
from ..functions.help import words
from ..workbook.facts import asked as facts_of
from .host import Host
from .job_page import FACTS, GAMES, NAMES, RESULTS, JobPage
from .looks import LOOKS


def write(
    book: Any, host: Host, language: str = "en", files: Mapping[str, str] | None = None
) -> None:
    """Add the sheets to an XlsxWriter workbook; the rules in `files`, by name, come first."""
    keys = [key for key in _JOBS if key != "event" or not host.by_player]
    pages = {key: book.add_worksheet(words(f"job_{key}")[language]) for key in keys}
    rules = {name: load(reference) for name, reference in (files or {}).items()}
    rules |= {name: load(name) for name in available()}
    # Visible, because a sheet copied elsewhere needs it, and hidden sheets cannot be selected.
    names = book.add_worksheet(NAMES)
    names.set_column(0, 1, 30)
    for row, (name, one) in enumerate(rules.items()):
        first = one.initial.clause if one.initial is not None else ""
        clause = one.change.clause or (one.deviation.clause if one.deviation is not None else "")
        names.write_row(row, 0, [name, one.names.get(language, one.names["en"]), clause, first])
        names.write_row(row, 4, [int(fact in asked_of(one)) for fact in FACTS])
    looks = {key: book.add_format(look) for key, look in LOOKS.items()}
    names.set_column(4, 3 + len(FACTS), 3)
    for key, page in pages.items():
        _JOBS[key](JobPage(page, looks, host, language, len(rules), key))


def asked_of(rules: RuleSet) -> set[str]:
    """The facts about a player that these rules ask for, including colours and a K per game."""
    others = {"colours": bool(rules.outcomes), "each": rules.method == "game by game"}
    return {fact.key for fact in facts_of(rules)} | {key for key in others if others[key]}


def _facts(
    page: JobPage, rules: str, rating: float, **facts: object
) -> tuple[dict[str, str], list[object]]:
    """The input lines for a player: their cells and contents, by the functions' arguments."""
    cells = {"rules": page.ask_rules(rules), "rating": page.ask("col_rating", rating)}
    for key in ("k", "games", "age", "peak", "final"):
        cells[key] = page.ask(
            {"k": "job_k", "age": "job_age", "final": "job_final"}.get(key, f"col_{key}"),
            facts.get(key),
        )
        hinted = {"age": "born"}.get(key, key)
        if hinted in FACTS:
            is_shown = facts.get(key) is None and hinted in asked_of(load(rules))
            page.hint(page.row - 1, 2, cells["rules"], hinted, f'{cells[key]}=""', is_shown)
    # LibreOffice passes an empty cell as 0, unless it is a range.
    cells["games"] = f"{cells['games']}:{cells['games']}"
    return cells, [facts.get(key) for key in ("k", "games", "age", "peak")]


def _player(page: JobPage) -> None:
    """The sheet for one player's event: new rating, change, K, performance."""
    rating, rules = 2203, "fide"
    cells, known = _facts(page, rules, rating, games=40, age=15)
    games = [
        (2250, 1, None),
        (2104, 0.5, None),
        (2398, 0, None),
        (1987, 1, None),
        (2311, 0.5, None),
    ]
    met, got, sides = page.ask_games(games, ("col_opponent_rating", "col_score", "col_colour"))
    few = f"COUNTA({met})>COUNTA({sides})"
    page.hint(page.row - GAMES - 1, 3, cells["rules"], "colours", few, is_shown=False)
    opponents, scores = [game[0] for game in games], [game[1] for game in games]
    page.row += 1
    own = [cells[key] for key in ("rules", "k", "games", "age", "peak")]
    games_of = page.played([met, got, sides])
    asked = [cells["rating"], *games_of[:2], *own, games_of[2], cells["final"]]
    given = [rating, opponents, scores, rules, *known]
    page.answer("col_new", "NEW_RATING", asked, given)
    page.answer("job_change", "RATING_CHANGE", asked, given)
    factor = [cells["rating"], *(cells[key] for key in ("rules", "games", "age", "peak"))]
    page.answer("col_k", "K_FACTOR", factor, [rating, rules, *known[1:]])
    page.hint(page.row - 1, 2, cells["rules"], "each", "TRUE", is_shown=False)
    page.answer(
        "col_performance", "PERF_RATING", [met, got, cells["rules"]], [opponents, scores, rules]
    )
    page.clause(cells["rules"], rules)


def _newcomer(page: JobPage) -> None:
    """The sheet for an unrated player: first rating and performance."""
    rules = "fide"
    cell = page.ask_rules(rules)
    games = [(1902, 1), (1877, 1), (1884, 1), (2012, 0), (1832, 0)]
    met, got = page.ask_games(games, ("col_opponent_rating", "col_score"))
    given = [[game[0] for game in games], [game[1] for game in games], rules]
    page.row += 1
    page.answer("job_first", "INITIAL_RATING", [met, got, cell], given)
    page.answer("col_performance", "PERF_RATING", [met, got, cell], given)
    page.clause(cell, rules, is_first=True)


def _list(page: JobPage) -> None:
    """The sheet for a whole list, one row per player."""
    rules, number = "elo", 5
    page.narrow(9)
    cell = page.ask_rules(rules)
    headed = {"games": "col_games", "born": "job_age", "peak": "col_peak", "colours": ""}
    page.hints(cell, headed)
    before = ("col_name", "col_rating", "job_k", "col_games", "job_age", "col_peak")
    games_of = [*["col_opponent_rating"] * number, *["col_score"] * number]
    page.heads([*before, *games_of, "col_new", "job_change"])
    rows = [
        ("A", 2105, None, 120, 34, None, (2200, 1990, 2054), (0.5, 1, 0)),
        ("B", 1850, 20, 15, 16, None, (1700, 1925, 2054, 1801), (1, 1, 0, 0.5)),
        ("C", 1640, None, 4, 12, 1655, (1700, 1480), (0, 1)),
    ]
    first = len(before)
    for name, rating, k, games, age, peak, met, got in rows:
        values = [name, rating, k, games, age, peak, *_padded(met, number), *_padded(got, number)]
        for col, value in enumerate(values):
            page.page.write(page.row, col, value, page.looks["input_text" if col == 0 else "input"])
        at = [address(page.row, col) for col in range(len(values))]
        met_at, got_at = at[first : first + number], at[first + number :]
        own = [f"{met_at[0]}:{met_at[-1]}", f"{got_at[0]}:{got_at[-1]}"]
        asked = [at[1], *own, cell, at[2], f"{at[3]}:{at[3]}", at[4], at[5]]
        given = [rating, list(met), list(got), rules, k, games, age, peak]
        for col, function in enumerate(("NEW_RATING", "RATING_CHANGE"), len(values)):
            page.call(page.row, col, function, asked, given)
        page.reason(page.row, len(values) + 2, address(page.row, len(values)))
        page.row += 1
    page.row += 1
    page.clause(cell, rules)


def _padded(values: Sequence[object], number: int) -> list[object]:
    return [*values, *[None] * (number - len(values))]


def _what_if(page: JobPage) -> None:
    """The sheet with the new rating after one more game, for each result and opponent."""
    rating, rules = 2150, "malaysia"
    cells, known = _facts(page, rules, rating)
    page.row += 1
    page.heads(("col_opponent_rating", "job_win", "job_draw", "job_loss", "col_expected"))
    own = [cells[key] for key in ("rules", "k", "games", "age", "peak")]
    for opponent in range(1750, 2600, 100):
        page.page.write(page.row, 0, opponent, page.looks["input"])
        met = address(page.row, 0)
        for col, score in enumerate(RESULTS, 1):
            asked = [cells["rating"], met, str(score), *own, "", cells["final"]]
            page.call(page.row, col, "NEW_RATING", asked, [rating, opponent, score, rules, *known])
        page.call(
            page.row,
            4,
            "EXPECTED_SCORE",
            [cells["rating"], met, cells["rules"]],
            [rating, opponent, rules],
        )
        page.row += 1
    page.row += 1
    page.clause(cells["rules"], rules)


def _forecast(page: JobPage) -> None:
    """The sheet with the probabilities that the side moving first wins, draws and loses."""
    rules = "nevzorov"
    cell = page.ask_rules(rules)
    white, black = page.ask("job_white", 2560), page.ask("job_black", 2600)
    page.row += 1
    for part, key in enumerate(("job_win", "job_draw", "job_loss"), 1):
        page.page.write_string(page.row, 0, page.say(key), page.looks["function"])
        page.call(page.row, 1, "WIN_DRAW_LOSS", [white, black, cell], [2560, 2600, rules], part)
        page.row += 1
    asked, given = [white, black, cell, '"w"'], [2560, 2600, rules, "w"]
    page.answer("col_expected", "EXPECTED_SCORE", asked, given)
    page.clause(cell, rules)


def _event(page: JobPage) -> None:
    """The sheet for a whole event, from a crosstable as people have it."""
    rules = "fide"
    cell = page.ask_rules(rules)
    page.row += 1
    rows: list[list[object]] = [
        [1, "A", 2105, "*", 1, 0.5, 1], [2, "B", 1850, 0, "*", 1, 0.5],
        [3, "C", 1912, 0.5, 0, "*", 1], [4, "D", 1640, 0, 0.5, 0, "*"],
    ]  # fmt: skip
    heads = [page.say(key) for key in ("col_no", "col_name", "col_rating")]
    table = [[*heads, 1, 2, 3, 4], *rows]
    top = page.row
    for row in table:
        for col, value in enumerate(row):
            look = "input_text" if isinstance(value, str) else "input"
            page.page.write(page.row, col, value, page.looks["head" if row is table[0] else look])
        page.row += 1
    area = f"{address(top, 0, 'rc')}:{address(page.row - 1, len(heads) + 3, 'rc')}"
    page.row += 1
    form, language = '"round-robin"', f'"{page.language}"'
    asked = [area, "", cell, form, language]
    page.table("RATE_EVENT", asked, [table, None, rules, "round-robin", page.language])
    page.row += 1
    page.clause(cell, rules)


_JOBS: Mapping[str, Callable[[JobPage], None]] = {
    "player": _player,
    "newcomer": _newcomer,
    "list": _list,
    "event": _event,
    "what_if": _what_if,
    "forecast": _forecast,
}
