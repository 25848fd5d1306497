"""What small parts of the engine give at their edges: the bound itself, nothing at all, one alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal

import pytest

from xlrating.engine import columns, tables
from xlrating.engine.errors import RatingError, shown
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.inspection import unfinished
from xlrating.engine.lines import Line
from xlrating.engine.problem import format_message
from xlrating.engine.rating import rate
from xlrating.engine.rules.frozen import changed
from xlrating.engine.rules.requirements import restrict_to_method
from xlrating.engine.rules.ruleset import RuleSet, load
from xlrating.engine.terms.periods import period_of
from xlrating.engine.tomlfile import to_json
from xlrating.engine.vocabulary.headings import are_headings
from xlrating.engine.vocabulary.places import place_key
from xlrating.engine.vocabulary.waiting import read_pool


def _listed_on(day: str) -> RuleSet:
    """CXA rapid with its first list on another day."""
    rules = load("cxa-rapid")
    assert rules.calendar is not None
    first = changed(rules.calendar.lists[0], day=day)
    lists = (first, *rules.calendar.lists[1:])
    return changed(rules, calendar=changed(rules.calendar, lists=lists))  # type: ignore[no-any-return]


def _swiss(rounds: int) -> Event:
    people = tuple(Player(no, f"P{no}", Decimal(2000 + no)) for no in range(1, 5))
    games = (Game(1, 1, 2, "1-0"), Game(1, 3, 4, "½-½"), Game(2, 4, 1, "0-1"))
    return Event(people, games, format="swiss", rounds=rounds, start=date(2025, 3, 1))


def _line(rules: str, event: Event) -> Line:
    return rate(event, rules).lines[0]


def _open_rounds(rounds: int) -> list[str]:
    """What is said of rounds to come after two."""
    return [format_message(one).partition(";")[0] for one in unfinished(_swiss(rounds))]


#: What is promised, what is asked, and the answer.
EDGES: dict[str, tuple[Callable[[], object], object]] = {
    "a list of the last day of its period is that of a year later, as it counts the whole": (
        lambda: period_of(date(2024, 3, 1), _listed_on("09-30")).list_date, date(2025, 9, 30),
    ),
    "one word that is known heads no table, two do": (
        lambda: [are_headings(one) for one in (["Name", "x"], ["Name", "Elo"], ["Name", "name"])],
        [False, True, False],
    ),
    "a place that ends in Chinese is looked for by letters, wherever else it has them": (
        lambda: [place_key(one) for one in ("上海U16", "A队", "Viet Nam", "")],
        ["上海u16 ", "a队", "viet nam ", " "],
    ),
    "a table and a list are shown by their size alone": (
        lambda: [shown(one) for one in ({"k": 1}, [1, 2])], ["a table", "a list of 2"],
    ),
    "a result that waits without its day has none": (
        lambda: read_pool("2100:1; 0"), ((Decimal(2100), Decimal(1), None), (None, Decimal(0), None)),
    ),
    "the rounds of a Swiss that nobody has played yet are named": (
        lambda: [_open_rounds(rounds) for rounds in (2, 3, 5)],
        [[], ["no results in round 3"], ["no results in rounds 3 to 5"]],
    ),
    "JSON has a rank where the rules have ranks, and there only": (
        lambda: [
            "rank" in columns.line_dict(_line(rules, _swiss(2))) for rules in ("fide", "rank-ladder")
        ],
        [False, True],
    ),
    "columns of games have words of their own": (
        lambda: tables.known_columns(["ronda", "white", "black", "result"], True)["round"], "ronda",
    ),
    "a table with some columns of a result, or without K, is one of players": (
        lambda: [
            tables.refuse_result(names, parts)
            for names, parts in (
                ([*tables._OF_RESULT][1:], {"k"}), (tables._OF_RESULT, {"rating"}), ([], {"k"}),
            )
        ],
        [None] * 3,
    ),
    "columns of a federation's list mean what they mean in its files": (
        lambda: tables.known_columns(["ECF_code", "full_name", "gender", "revised_standard"]),
        {"id": "ECF_code", "name": "full_name", "sex": "gender", "rating": "revised_standard"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("promise", EDGES)
def test_edges(promise: str) -> None:
    """Promise: what each line of the table says."""
    asked, expected = EDGES[promise]
    assert asked() == expected


#: What is refused, and words of the reason.
REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "a list with names in two columns": (
        lambda: tables.known_columns(["UNIQUE_NO", "SURNAME", "FIRSTNAME", "BDATE", "RATING"]),
        "list",
    ),
    "the result of a period as its players": (
        lambda: tables.refuse_result(tables._OF_RESULT, {"k"}),
        "result of a period",
    ),
    "what has no exact JSON form": (lambda: to_json({"k": object()}), "no exact JSON form"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused(what: str) -> None:
    """Promise: it is refused, with the reason."""
    asked, words = REFUSED[what]
    with pytest.raises((RatingError, TypeError), match=words):
        asked()


def test_what_a_method_does_not_see() -> None:
    """Promise: rule sets that differ only in what their method never reads are one to it."""
    rules = load("malaysia")
    more = changed(rules, percentage=load("fide").percentage)
    assert more != rules and restrict_to_method(more) == restrict_to_method(rules)
