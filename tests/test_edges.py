"""What small parts of the engine give at their edges: the bound itself, nothing at all, one alone."""

from __future__ import annotations

import math
import pickle
import random
import tomllib
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from xlrating.engine import aligned, columns, frames, tables, texts, tomlfile
from xlrating.engine.account import Account
from xlrating.engine.admission import exception, is_late, short_rates, whole_time
from xlrating.engine.called import numbers_called, ways_of
from xlrating.engine.editions import other_edition
from xlrating.engine.errors import RatingError, first_of, shown
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.explain import GAME_COLUMNS, explanation, game_rows
from xlrating.engine.formats import format_problems, times_met
from xlrating.engine.framed import _account, account_of_tables
from xlrating.engine.frames import names_of
from xlrating.engine.inspection import (
    _left,
    _reported,
    entry_doubts,
    hangs_on_day,
    inspected,
    rounds_to_come,
    unborn,
    unfinished,
)
from xlrating.engine.labels import aligned as aligned_labels
from xlrating.engine.lines import Line
from xlrating.engine.methods.field import _met_in_field
from xlrating.engine.methods.first_rating import _does_count
from xlrating.engine.near_names import near_names
from xlrating.engine.player_facts import age_doubts
from xlrating.engine.player_search import find_player
from xlrating.engine.problem import format_message
from xlrating.engine.problems import entries_apart
from xlrating.engine.rating import rate
from xlrating.engine.report_file import ReportFile
from xlrating.engine.results import RESULT_BY_CODE, read_result
from xlrating.engine.rounding import ROUNDINGS, exact, number_fact
from xlrating.engine.rules import carried, rulefile
from xlrating.engine.rules.extending import base_of, extended
from xlrating.engine.rules.frozen import Frozen, Limit, changed, one_of
from xlrating.engine.rules.references import parts
from xlrating.engine.rules.requirements import contradicting, lacking, restrict_to_method
from xlrating.engine.rules.ruleset import RuleSet, load
from xlrating.engine.rules.schema import build
from xlrating.engine.rules.sections import Coefficient, first
from xlrating.engine.rules.sections.change import PaceWeights
from xlrating.engine.rules.sections.event import EventTerms, Rate
from xlrating.engine.rules.wrong import _found
from xlrating.engine.scoring import Assigned, Scoring, key_of
from xlrating.engine.terms.average import event_average
from xlrating.engine.terms.coefficient import hangs_on_age, k_factor
from xlrating.engine.terms.curves import curve_of
from xlrating.engine.terms.expectancy import expected_score, rating_difference
from xlrating.engine.terms.floor import is_beyond_peak
from xlrating.engine.terms.performance import initial_rating
from xlrating.engine.terms.periods import period_of
from xlrating.engine.terms.provisional import first_special, special_by
from xlrating.engine.terms.volatility import _other_end
from xlrating.engine.tomlfile import from_json, to_json
from xlrating.engine.tournament.codes import modified
from xlrating.engine.tournament.direct_encounter import applied
from xlrating.engine.tournament.placing import placing
from xlrating.engine.tournament.playoffs import decided, joined
from xlrating.engine.tournament.prizes import Category
from xlrating.engine.tournament.scores import Scores
from xlrating.engine.tournament.standings import standings
from xlrating.engine.vocabulary.dates import day_of, is_span, read_date
from xlrating.engine.vocabulary.headings import are_headings, heading_of
from xlrating.engine.vocabulary.letters import without_apostrophe
from xlrating.engine.vocabulary.likeness import HeadedColumns, _of_game, could_be, understood
from xlrating.engine.vocabulary.lists import KnownList
from xlrating.engine.vocabulary.names import ALIKE, Spellings, same_by_initials, unmarked
from xlrating.engine.vocabulary.places import abroad, place_key
from xlrating.engine.vocabulary.slips import variants
from xlrating.engine.vocabulary.spans import days_in
from xlrating.engine.vocabulary.waiting import read_pool
from xlrating.federation.people import ListPeople


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


def _status(file: str = "", language: str = "en") -> str:
    """What is said of problems, while a file of a language is written."""
    if not file:
        return texts.say(language, "status_problems")
    with texts.sheets_named_in(file):
        return texts.say(language, "status_problems")


def _open_rounds(rounds: int) -> list[str]:
    """What is said of rounds to come after two."""
    return [format_message(one).partition(";")[0] for one in unfinished(_swiss(rounds))]


def _met(rules: RuleSet, rating: int | None, other: int, result: str) -> Event:
    """Two players of these ratings and their game."""
    people = (Player(1, "A", rating), Player(2, "B", other))
    return Event(people, (Game(1, 1, 2, result),), start=date(2025, 3, 1))


def _least(least: int) -> RuleSet:
    """US Chess with another floor under everybody; a draw with 100 makes a newcomer's 134.9."""
    rules = load("uscf")
    return changed(rules, peak_floor=changed(rules.peak_floor, absolute=Decimal(least)))  # type: ignore[no-any-return]


def _ingo(most: int) -> RuleSet:
    """Ingo numbers up to so much; the highest is the weakest."""
    rules = load("ingo")
    return changed(rules, weighting=changed(rules.weighting, most=Decimal(most)))  # type: ignore[no-any-return]


def _most(most: Decimal | None) -> RuleSet:
    """Malaysia, whose method knows no bound of K times games, with one."""
    rules = load("malaysia")
    return changed(rules, coefficient=changed(rules.coefficient, most=most))  # type: ignore[no-any-return]


def _by_age(k: int, per_point: str, grown: int) -> RuleSet:
    """FIDE with two rows of K: up to 18 years, and above."""
    rules = load("fide")
    row = changed(rules.need(Coefficient).rows[0], k=Decimal(grown), when={})
    young = changed(row, k=Decimal(k), per_point=Decimal(per_point), when={"age": "<=18"})
    return changed(rules, coefficient=changed(rules.coefficient, rows=(young, row)))  # type: ignore[no-any-return]


def _ids() -> Event:
    people = (Player(1, "Ann", 2000, id="a1"), Player(2, "Bob", 2000, id="b2"))
    return Event(people, (Game(1, 1, 2, "1-0"),))


def _of_number(bounds: str, key: str = "places") -> str:
    """The key that is refused of a rule file with a number to choose."""
    text = f'[change]\nplaces = 0\n[options.most]\nsets = "change.{key}"\n{bounds}\n'
    try:
        rulefile._check_options(tomllib.loads(text), "own.toml")
    except RatingError as error:
        return str(error).partition("key ")[2].partition(" ")[0]
    return ""


def _fide(**own: object) -> Any:
    """FIDE's rules, as the last edition before any amendment has them, with keys of one's own."""
    whole = {**rulefile.contents(rulefile.find("fide")), **own}
    return build(RuleSet, {key: whole[key] for key in whole if key in RuleSet._parts}, "own.toml")


def _own_file(text: str) -> str:
    """The key that is refused of a rule file that extends FIDE's."""
    raw = tomllib.loads(f'extends = "fide"\n{text}')
    try:
        rulefile._check_shape(raw, "own.toml")
        _fide(**raw)
    except RatingError as error:
        return str(error).partition("key ")[2].partition(" ")[0]
    return ""


def _leaving(result: str) -> Event:
    """A round robin of four in which the first, as White, has only results of this kind."""
    games = [Game(1, 1, 2, result), Game(2, 1, 3, result), Game(3, 1, 4, result)]
    others = [Game(1, 3, 4, "1-0"), Game(2, 2, 4, "1-0"), Game(3, 2, 3, "1-0")]
    return replace(_swiss(3), games=(*games, *others), format="round-robin")


def _understood(*headings: str, ignored: Any = (), hidden: Any = ()) -> Any:
    """What columns of ratings are taken for, where only the heading rating is known."""
    table = HeadedColumns(
        [*map(heading_of, headings)], headings, lambda at: [1850, 1900, 2004], (), hidden
    )
    return understood(table, {"rating": "rating"}, ignored)


def _end(surplus: float, rounds: int) -> object:
    """The other end that is found of a function that is 0 or more from -1 on down."""
    rule = changed(load("glicko2").deviation, rounds=rounds, tau=Decimal("0.5"))
    try:
        return _other_end(lambda x: -1 - x, 0.0, surplus, rule)
    except RatingError as error:
        return error.problem.key


def _titled(count: int) -> tuple[Player, ...]:
    return tuple(
        Player(no, f"P{no}", 2000, title=f"King {no}", where=f"row {no}")
        for no in range(1, count + 1)
    )


def _beginners(wins: int, draws: int) -> Event:
    """Two players after four games, the first with so many wins and draws, who draw."""
    facts = {"wins": wins, "draws": draws}
    people = (Player(1, "A", 1500, games=4, facts=facts), Player(2, "B", 1500, games=4))
    return Event(people, (Game(1, 1, 2, "½-½"),), start=date(2025, 3, 1))


def _weighted(weight: str) -> RuleSet:
    """Malaysia with another weight of every game."""
    rules = load("malaysia")
    return changed(rules, change=changed(rules.change, weight=Decimal(weight)))  # type: ignore[no-any-return]


def _chain(length: int) -> Event:
    """A play-off in which each drew with the next one."""
    people = tuple(Player(no, f"P{no}", 2000) for no in range(1, length + 1))
    games = tuple(Game(1, no, no + 1, "½-½", playoff=True) for no in range(1, length))
    return Event(people, games)


def _tied_by_forfeit(code: str) -> Event:
    """Three with equal points: the second beat the first, who did not come, and drew with the fourth."""
    people = tuple(Player(no, f"P{no}", 2000) for no in range(1, 5))
    games = (
        (1, 2, 1, "1-0 F"),
        (1, 3, 4, "½-½"),
        (2, 1, 3, "1-0"),
        (2, 4, 2, "½-½"),
        (3, 1, 4, "½-½"),
    )
    return Event(
        people, tuple(Game(*game) for game in games), format="swiss", rounds=3, tie_breaks=(code,)
    )


def _weighing(rapid: str) -> RuleSet:
    """Elo with another weight of rapid games."""
    rules = load("elo")
    own = PaceWeights(rapid=Decimal(rapid))
    return changed(rules, change=changed(rules.change, weights=own))  # type: ignore[no-any-return]


def _newcomer(format: str) -> Event:
    """A newcomer who beats six players who meet nobody else."""
    people = (Player(1, "N"), *(Player(no, f"P{no}", 2000) for no in range(2, 8)))
    return Event(people, tuple(Game(no - 1, 1, no, "1-0") for no in range(2, 8)), format=format)


#: A list with names in one column or two.
_JOINED = KnownList(
    "own",
    "Own",
    (),
    {"name": ("whole", "full"), "born": ("born",)},
    {"name": ("last", "first", " ")},
    (),
)


def _sided(default: Any = ..., **given: str) -> Any:
    """A value of a class that is made now, with one part."""
    parts = {"__annotations__": {"side": str}, "side": one_of(default, "w", "b")}
    return type("Sided", (Frozen,), parts)(**given)


def _fails(ask: Callable[[], object], language: str = "") -> str:
    """The reason why nothing is given, in words."""
    with pytest.raises((RatingError, TypeError)) as caught:
        ask()
    problem = getattr(caught.value, "problem", None)
    return format_message(problem, language) if language and problem else str(caught.value)


def _refused(ask: Callable[[], object]) -> str:
    """The key of the reason."""
    with pytest.raises(RatingError) as caught:
        ask()
    return caught.value.problem.key  # type: ignore[no-any-return]


def _where(ask: Callable[[], object]) -> str:
    """The place that is named."""
    with pytest.raises(RatingError) as caught:
        ask()
    return caught.value.where


#: One is free, the others play.
FREE = Event(
    _swiss(1).players[:3], (Game(1, 1, None, "BYE 1"), Game(1, 2, 3, "1-0")), start=date(2025, 3, 1)
)


def _rounds(*numbers: int, rounds: int = 0) -> Event:
    """A Swiss of two with a game in each of these rounds."""
    played = tuple(Game(number, 1, 2, "1-0") for number in numbers)
    return Event(_swiss(1).players[:2], played, format="swiss", rounds=rounds)


def _told(event: Event, rules: str = "elo") -> list[str]:
    return [one.key for one in inspected(event, load(rules))]


def _placed(drawn: bool, facts: dict[str, Any], *own: dict[str, Any]) -> Event:
    """Three who all met: the first won, or all drew; a fourth has met nobody."""
    given = (*own, *[{}] * 4)
    people = tuple(Player(no, f"P{no}", 2100, sex="m", facts=given[no - 1]) for no in range(1, 5))
    results = ["½-½"] * 3 if drawn else ["1-0", "1-0", "0-1"]
    pairs = ((1, 1, 2), (2, 2, 3), (3, 3, 1))
    games = tuple(Game(*pair, result) for pair, result in zip(pairs, results, strict=True))
    return Event(people, games, format="swiss", rounds=3, facts=facts)


#: A woman of 2010 rated 1900, a man of 2011 without rating, somebody of whom nothing is known.
OF_AGE = (
    Player(1, "A", 1900, sex="f", born=2010, federation="Reds"), Player(2, "B", sex="m", born=2011),
    Player(3, "C"),
)  # fmt: skip
CATEGORIES: list[dict[str, Any]] = [
    {}, {"name": "All"}, {"sex": "f"}, {"born_from": 2010}, {"born_from": 2011}, {"born_until": 2010},
    {"born_until": 2009}, {"below": Decimal(1900)}, {"below": Decimal(1901)}, {"club": " reds"},
    {"sex": "f", "born_from": 2010, "born_until": 2010, "below": Decimal(2000), "club": "Reds"},
]  # fmt: skip

MET = [Game(1, 1, 2, "1-0"), Game(2, 2, 3, "1-0"), Game(3, 3, 1, "1-0")]
#: Of games, peak and facts some are known.
KNOWN = (
    Player(1, "P1", 2001, games=50, peak=2100, born=1990, facts={"bonus_place": 3, "index": 4}),
    Player(2, "P2", 2002, k=10), Player(3, "P3", 2003, games=0, peak=2003, born=1990, title="x"),
    Player(4, "P4", 2004, games=10, born=1990, facts={"absent": "-", "age": 30}),
)  # fmt: skip

#: Players whose K follows from their age, and one who is of age in every edition.
BORN = replace(
    _swiss(2),
    players=tuple(
        Player(no, f"P{no}", rating, born=born)
        for no, (rating, born) in enumerate(
            ((1900, 2015), (1900, 1950), (None, 2015), (2500, None)), 1
        )
    ),
)

#: Players with something that is odd at a bound, and without.
DOUBTS: list[tuple[str, dict[str, Any]]] = [
    *(("fide", {"rating": 2000, "k": k}) for k in (40, 41)),
    *(("fide", {"rating": rating}) for rating in (1400, 1399)),
    *(("cxa-rapid", {"rating": rating, "sex": "m"}) for rating in (2000, 1999)),
    *(("cxa-rapid", {"rating": rating, "sex": "f"}) for rating in (1800, 1799)),
    ("cxa-rapid", {"rating": 2100}),
    *(("malaysia", {"rating": None, "title": title}) for title in ("", "x", "国家大师")),
    *(("malaysia", {"rating": 2000, "title": title}) for title in ("", "x")),
    *(("cxa-rapid", {"rating": None, "sex": "m", "federation": unit, "title": title})
      for unit in ("广东", "越南", "?") for title in ("", "x", "国际大师", "大师")),
]  # fmt: skip


def _explained(*names: str) -> str:
    """The first player's calculation over Swiss events of these names."""
    report = rate([replace(_swiss(2), name=name) for name in names], "elo")
    return explanation(report, report.lines[0])


def _has_exception(day: date, minutes: int, increment: int) -> bool:
    rule = load("fide@2026-06-01").event
    assert rule is not None
    facts = {"minutes": Decimal(minutes), "increment": Decimal(increment)}
    return exception(replace(_swiss(2), start=day, facts=facts), rule) is not None


#: Thirty players with IDs, the last of whom has a name of his own.
_LONG = ListPeople.of(
    Player(no, f"P {no}" if no < 30 else "Quinn", id=f"X{no}") for no in range(1, 31)
)
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
    "in a rule file they are called so in every language": (
        lambda: [getattr(_found(one), "key", "") for one in ({"k": 1}, [1, 2], "x")], ["rule_a_table", "rule_a_list_of", ""],
    ),
    "a number of more than 64 bits, which no rule file should hold, is not told digit by digit": (
        lambda: [isinstance(_found(2**bits), str) for bits in (63, 64)], [True, False],
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
    "one, few and many in Russian": (
        lambda: "".join(
            f"{texts.Count(n):а|б|в}"[-1]
            for n in (1, 2, 4, 5, 9, 10, 11, 14, 15, 19, 20, 21, 22, 25, 30, 100, 101, 102, 111, 120)
        ),
        "аббввввввввабвввабвв",
    ),
    "numbers as people write them": (
        lambda: [
            texts.number(one)
            for one in (*map(Decimal, ("1E+3", "1E-7", "0.00005", "1.2345", "1.23456", "-0.00001", "7")), 3)
        ],
        ["1000", "0", "0.0001", "1.2345", "1.2346", "0", "7", "3"],
    ),
    "sheets have their own names again after a file": (
        lambda: [_status(), _status("zh"), _status()], ["There are problems: see the sheet Check.", "There are problems: see the sheet 检查.", "There are problems: see the sheet Check."],
    ),
    "signs of changes": (
        lambda: [columns.signed(one) for one in (None, Decimal(0), Decimal("0.5"), Decimal(-1))],
        ["", "0", "+0.5", "−1"],
    ),
    "sides, who begins, and what a win has in tables": (
        lambda: [
            [columns.side(colour, load(name)) for colour in ("w", "b", "")]
            + [columns.begins(load(name)), columns.win_points(load(name))]
            for name in ("fide", "malaysia")
        ],
        [["w", "b", "", "white", 1], ["r", "b", "", "red", 2]],
    ),
    "the deviation stands next to the new rating": (
        lambda: [
            [one.key for one in columns.columns_of(load(name))][-3:]
            for name in ("fide", "glicko", "rank-ladder")
        ],
        [["rounded", "new", "performance"], ["new", "new_rd", "performance"], ["new", "performance", "rank"]],
    ),
    "cells and words of a report": (
        lambda: [
            [columns.text(one, value, load(name)) for name in ("fide", "nevzorov", "glicko")]
            for one, value in (
                (columns.LINE_BY_KEY["new"], Decimal("2000.6")), (columns.LINE_BY_KEY["change"], Decimal("0.65")),
                (columns.NEW_DEVIATION, Decimal("50.349")), (columns.GAME_BY_KEY["note"], "not_bye"),
                (columns.GAME_BY_KEY["colour"], "w"), (columns.GAME_BY_KEY["opponent"], Player(7, "A")),
                (columns.LINE_BY_KEY["rank"], {"en": "Guard"}), (columns.LINE_BY_KEY["new"], None),
            )
        ],
        [["2000.6", "2000.60", "2001"], ["+0.65", "+0.65", "+0.65"], ["50.35", "50.35", "50.35"], ["not counted: bye, no opponent", "not counted: bye, no opponent", "not counted: bye, no opponent"], ["w", "w", "w"], ["7 A", "7 A", "7 A"], ["Guard", "Guard", "Guard"], ["", "", ""]],
    ),
    "a report shows no score where nothing counts": (
        lambda: [
            [one.shown(line) for one in columns.LINE if one.counted]
            for line in rate(FREE, "fide").lines[:2]
        ],
        [[None, None, None], [Decimal("1"), Decimal("0.50"), Decimal("0.50")]],
    ),
    "a game in a frame": (
        lambda: [
            columns.in_frame(columns.GAME_BY_KEY[key], game, "zh")
            for game in _line("fide", FREE).games for key in ("note", "opponent", "result")
        ],
        ["不计：轮空，无对手", None, "BYE 1"],
    ),
    "rounds that are none, and rounds behind a gap": (
        lambda: [
            _told(_rounds(*numbers, rounds=rounds))
            for numbers, rounds in (
                ((1, 2), 2), ((1, 3), 2), ((0, 1), 0), ((0, 1), 2), ((999,), 0), ((1000,), 0), ((100,), 0),
                ((101,), 0), ((5, 105), 0), ((5, 106), 0), ((1,), 999), ((1,), 1000),
            )
        ],
        [[], ["round_unknown"], ["round_zero"], ["round_unknown"], ["round_alone"], ["round_too_high"], ["round_skipped"], ["round_alone"], ["round_skipped", "round_skipped"], ["round_alone"], [], ["round_too_high"]],
    ),
    "a day that ends before it begins": (
        lambda: [
            _told(replace(_swiss(2), start=start, end=end))
            for start, end in ((None, date(2025, 1, 1)), (date(2025, 1, 2), date(2025, 1, 1)),
                               (date(2025, 1, 1), date(2025, 1, 1)))
        ],
        [[], ["end_before_start"], []],
    ),
    "two who look the same": (
        lambda: [
            _told(Event(tuple(Player(no, name, id=own) for no, (name, own) in enumerate(pair, 1))))
            for pair in (
                (("A", "007"), ("B", "7")), (("A", "7"), ("B", "7")), (("A", "a7"), ("B", "а7")),
                (("Ann", ""), ("Аnn", "")), (("Ann", ""), ("ANN", "")), (("A", "7"), ("A", "")),
                (("Ann", "7"), ("Ann", "8")), (("Жанa", ""), ("B", "")), (("A", "Ж7a"), ("B", "1")),
            )
        ],
        [["ids_zeros"], ["id_twice"], ["ids_alike"], ["names_alike", "letters_mixed"], ["name_twice"], ["name_with_id"], [], ["letters_mixed"], []],
    ),
    "IDs that a list can tell apart are a player's matter, those that only look alike the event's": (
        lambda: [
            [(one.key, one.no) for one in inspected(
                Event((Player(1, "A", id="007"), Player(2, "B", id=own))), load("elo"))]
            for own in ("7", "00７")
        ],
        [[("ids_zeros", 2)], [("ids_alike", 0)]],
    ),
    "entries of two events that differ": (
        lambda: [
            (one.key, one.words["value"], one.words["other"], one.words["event"])
            for one in entries_apart(
                [replace(_swiss(2), name="A"),
                 replace(_swiss(2), players=(Player(1, "P1", None, k=10, peak=2100), Player(2, "P2", 2002)))]
            )
        ],
        [("entry_differs", "–", Decimal("2001"), "A")],
    ),
    "what is doubtful of one player": (
        lambda: [
            [one.key for one in entry_doubts(Player(1, "A", **parts), load(rules))]
            for rules, parts in DOUBTS
        ],
        [[], ["k_beyond_table"], [], ["rating_below_list"], [], ["rating_below_floor"], [], ["rating_below_floor"], ["sex_missing"], ["newcomer_unrated"], ["title_unknown"], ["title_unknown"], [], ["title_unknown"], [], ["title_unknown"], ["title_unknown"], ["title_unknown"], ["foreigner_unrated"], ["title_of_home"], [], ["title_of_home"], ["unit_unknown"], ["title_unknown", "unit_unknown"], ["title_unknown", "unit_unknown"], ["title_unknown", "unit_unknown"]],
    ),
    "a K and a rating that nobody has are told with their bounds": (
        lambda: [
            (one.key, one.words["low"], one.words["high"])
            for one in inspected(Event((Player(1, "A", 2000, k=1001), Player(2, "B", 9999.5))), load("elo"))
        ],
        [("number_out_of_range", 0, 200), ("rating_out_of_range", 100, 4000)],
    ),
    "days from which K follows": (
        lambda: [
            [one.key for one in inspected(replace(event, start=None), load(rules))]
            for rules in ("fide", "uscf", "elo")
            for event in (BORN, replace(BORN, games=()))
        ],
        [["day_missing"], ["event_missing"], ["day_missing_start"], [], [], []],
    ),
    "rounds are to come once one has been played": (
        lambda: [
            [one.key for one in rounds_to_come(event)] for event in (_swiss(3), replace(_swiss(3), games=()))
        ],
        [["rounds_open"], []],
    ),
    "points of a bounded ladder begin at its least": (
        lambda: [
            changed(rules, ladder=changed(rules.ladder, bounded=bounded, least=Decimal(5))).bounds
            for rules in [load("rank-ladder")] for bounded in (True, False)
        ],
        [(5, 1_000_000), (-1_000_000, 1_000_000)],
    ),
    "who has no name is told by the ID": (
        lambda: [
            one.words["name"] for who in (Player(1, "A", born=2024), Player(1, "", born=2024, id="x1"))
            for one in age_doubts(who, date(2025, 1, 1))
        ],
        ["A", "x1"],
    ),
    "events that weigh otherwise are steps of those who played in one": (
        lambda: [
            [(step.value, step.words["weight"]) for step in line.steps if step.key == "step_weight"]
            for line in rate(
                [replace(_swiss(2), pace="classical"), replace(_swiss(1), games=(Game(1, 1, 2, "1-0"),), pace="rapid")],
                _weighing("0.5"),
            ).lines
        ],
        [[(Decimal(1), 1), (Decimal("0.25"), Decimal("0.5"))], [(Decimal("-0.5"), 1), (Decimal("-0.25"), Decimal("0.5"))], [], []],
    ),
    "of a game without both, first the round is missing": (
        lambda: [
            _fails(lambda: Game(round, white, 2, "1-0")).partition(" ")[0]  # type: ignore[arg-type] # noqa: B023
            for round, white in ((None, None), (1, None), (None, 1))
        ],
        ["round", "white", "round"],
    ),
    "a forfeit is an encounter where that is said (6.1.1)": (
        lambda: [
            [(one.no, one.place) for one in standings(_tied_by_forfeit(code), load("fide"))] for code in ("DE", "DE-P")
        ],
        [[(1, 1), (2, 1), (4, 1), (3, 4)], [(2, 1), (4, 2), (1, 3), (3, 4)]],
    ),
    "later events count once one does, if the rules say so": (
        lambda: [
            _does_count([(Decimal(2000), Decimal(0), None)], False, under_way, first.Initial(event_bounds=bounds, event_games=3))
            for bounds in ("until one counts", "every event") for under_way in (True, False)
        ],
        [True, False, False, False],
    ),
    "a moment in a cell is its day": (
        lambda: frames.cell([datetime(2026, 5, 1, 10), date(2026, 5, 1)]), [date(2026, 5, 1)] * 2,
    ),
    "a yes or a no of each game, even by one letter, may say that it is unrated": (
        lambda: [_of_game("x", said, ()) for said in (["y", "n"], ["y", ""], ["yes", ""], ["y", "n", "?"])],
        ["unrated", "", "unrated", ""],
    ),
    "points of one player are those of nobody else, and of a round those of no other": (
        lambda: [
            Scoring(assigned=(Assigned("W", Decimal(3), round, players),)).of(read_result("1-0"), False, *asked)
            for round, players, asked in ((0, (1,), ()), (0, (1,), (1,)), (1, (), ()), (1, (), (0, 1)))
        ],
        [1, 3, 1, 3],
    ),
    "long columns have the cells that each line has, or '' where it has none": (
        lambda: {
            tuple(columns.cells_of(one, report.rules)(games)) in (
                tuple(made), tuple("" if cell is None else cell for cell in made)
            )
            for report in [rate(FREE, "fide")] for games in [[game for line in report.lines for game in line.games]]
            for one in columns.GAME for made in [[columns.cell(one, one.value(game), report.rules) for game in games]]
        },
        {True},
    ),
    "rows have no numbers for games that name somebody": (
        lambda: [
            numbers_called([{part: "2", "no": 1}, {part: "9", "no": 2}], ways_of([part]), ["1", "2"])
            for part in ("id", "name")
        ],
        [{"2": [1], "9": [2]}] * 2,
    ),
    "a method that rates game by game is no sum over a period, and is told which it is": (
        lambda: [
            [(key, why.words["wanted"]) for key, why in contradicting(changed(rules, change=changed(rules.change, each=each)))]
            for rules, each in ((load("malaysia"), "period"), (load("malaysia"), "game"), (load("elo"), "game"))
        ],
        [[("change.each", "game")], [], [("change.each", "period")]],
    ),
    "frames with other columns stay as they stand": (
        lambda: aligned_labels({"a": pd.DataFrame({"x": [1], "y": [2]}), "b": pd.DataFrame({"u": [3], "v": [4]})})["b"].values.tolist(),
        [[3, 4]],
    ),
    "those with its columns in another order get the order of the first": (
        lambda: aligned_labels({"a": pd.DataFrame({"x": [1], "y": [2]}), "b": pd.DataFrame({"y": [3], "x": [4]})})["b"].values.tolist(),
        [[4, 3]],
    ),
    "a time that rules ask for whatever the ratings is asked for without one": (
        lambda: [short_rates(Decimal(total), EventTerms(rates=(Rate(minutes=Decimal(60)),))) for total in (59, 60)],
        [[(0, 60)], []],
    ),
    "a date of rules that cannot be read is no part of their name": (
        lambda: [_refused(partial(parts, f"fide@{day}")) for day in ("x", "2025-13-01-1")], ["named_date_unread"] * 2,
    ),
    "names of twenty letters are alike if seventeen are, wherever the others stand": (
        lambda: Spellings(["abcxdefghyijklmzopqr"]).near("abcdeufghijvklmopwqr"), ["abcxdefghyijklmzopqr"],
    ),
    "so they are if they share but one pair of letters, which the longer one has again and again": (
        lambda: Spellings(["aaaaaaaa"]).near("aaaraaalaa"), ["aaaaaaaa"],
    ),
    "the order of games counts if K hangs on the last rounds, or all on the rating before a game": (
        lambda: [
            changed(
                rules, change=changed(rules.change, ratings=ratings),
                coefficient=None if last is None else changed(rules.coefficient, final_rounds=last),
            ).counts_in_order
            for rules in [load("malaysia")]
            for ratings in ("before the game", "before the event") for last in (2, 0, None)
        ],
        [True, True, True, True, False, False],
    ),
    "without a point the perfect performance is 800 below the lowest opponent (10.3)": (
        lambda: standings(replace(_swiss(1), games=(Game(1, 1, 2, "1-0"),), tie_breaks=("PTP",)))[1].ties,
        (Decimal(2001 - 800),),
    ),
    "an average of Buchholz has six decimals": (
        lambda: {
            one.ties[0].as_tuple().exponent for one in standings(replace(_swiss(2), tie_breaks=("AOB",)))
            if one.ties[0] is not None
        },
        {-6},
    ),
    "a play-off reaches five games far": (
        lambda: [
            key[0] for key in decided(Scores(_chain(7)), {no: no for no in range(1, 8)}).values()
        ],
        [-1] * 6 + [-2],
    ),
    "players are who they are, wherever they stand": (
        lambda: {Player(1, "A", 2000), Player(1, "A", 2000, where="row 2", places={"name": "cell B2"})},
        {Player(1, "A", 2000)},
    ),
    "an event is what it is, whatever its file says besides": (
        lambda: [
            (event == _swiss(2), "012 A" in repr(event), event.says_rounds)
            for event in [replace(_swiss(2), report=ReportFile(("012 A",), None), where="a.trf")]
        ],
        [(True, False, True)],
    ),
    "editions older and newer than the event": (
        lambda: [
            [one.key for one in other_edition(Event((), start=day), load(rules))]
            for rules, day in (
                ("fide@2024-03-01", date(2024, 3, 1)), ("fide@2024-03-01", date(2024, 2, 29)),
                ("fide@2024-03-01", date(2026, 1, 1)), ("fide@2024-03-01", None), ("elo", date(1950, 1, 1)),
            )
        ],
        [[], ["edition_older"], ["edition_newer"], [], []],
    ),
    "rounds before which there is none": (
        lambda: [
            _told(_rounds(*numbers)) for numbers in ((1, 3), (2, 3), (1, 2), (3,))
        ],
        [["round_skipped"], ["round_skipped"], [], ["round_skipped"]],
    ),
    "who was White is not known": (
        lambda: [
            _told(replace(_swiss(2), says_colours=known), rules)
            for known in (True, False) for rules in ("nevzorov", "elo")
        ],
        [[], [], ["colours_unsaid"], []],
    ),
    "a time of which the minutes or the increment are not known is not known": (
        lambda: [
            whole_time(replace(_swiss(2), facts=facts), EventTerms(moves=60))
            for facts in ({}, {"minutes": Decimal(90)}, {"increment": Decimal(30)}, {"minutes": Decimal(90), "increment": Decimal(30)})
        ],
        [None, None, None, 120],
    ),
    "an event that was filed so many months before": (
        lambda: [
            is_late(filed, date(2025, 3, 15), months)
            for filed, months in ((date(2025, 1, 15), 2), (date(2025, 1, 16), 2), (date(2024, 12, 15), 3),
                                  (date(2024, 12, 16), 3), (date(2024, 11, 30), 3), (date(2025, 3, 15), 0))
        ],
        [False, True, False, True, False, False],
    ),
    "in 2026, 45+30 or longer may be rated as standard chess": (
        lambda: [
            _has_exception(date(2026, 6, 1), *pace) for pace in ((45, 30), (60, 30), (44, 30), (45, 29))
        ] + [_has_exception(date(*day), 45, 30) for day in ((2025, 12, 31), (2026, 1, 1), (2026, 12, 31), (2027, 1, 1))],
        [True, True, False, False, False, True, True, False],
    ),
    "November and two months are January": (lambda: is_late(date(2024, 11, 20), date(2025, 1, 19), 2), True),
    "places with a bonus, champions and absences": (
        lambda: [
            [(one.key, one.no) for one in placing(_placed(drawn, facts, *own), load(rules))]
            for rules, drawn, facts, own in (
                ("malaysia", False, {"national": "king"}, [{"bonus_place": 8}]),
                ("malaysia", False, {"national": "king"}, [{"bonus_place": 1}, {"bonus_place": 2}]),
                ("malaysia", True, {"national": "king"}, []), ("malaysia", False, {"national": "king"}, []),
                ("malaysia", True, {}, []), ("malaysia", False, {}, [{"bonus_place": 1}]),
                ("malaysia", False, {"national": "no"}, [{"bonus_place": 1}]),
                ("malaysia", False, {}, [{"absent": "x"}]), ("elo", False, {}, [{"bonus_place": 1}]),
                ("cxa-rapid", False, {}, [{}, {"champion": "x"}]), ("cxa-rapid", True, {}, [{"champion": "x"}]),
            )
        ],
        [[("place_differs", 1)], [], [("place_shared", 3)], [], [], [("place_unsaid", 1)], [("place_elsewhere", 1)], [("absent_played_here", 1)], [], [("champion_not_first", 2)], []],
    ),
    "a category is what is said of it, and nobody's where nothing is": (
        lambda: [
            [Category(**said).says_nothing, *(Category(**said).fits(one, one.rating) for one in OF_AGE)]
            for said in CATEGORIES
        ],
        [[True, False, False, False], [True, False, False, False], [False, True, False, False], [False, True, True, False], [False, False, True, False], [False, True, False, False], [False, False, False, False], [False, False, False, False], [False, True, False, False], [False, True, False, False], [False, True, False, False]],
    ),
    "how often all met": (
        lambda: [
            times_met(Event(tuple(Player(no, str(no)) for no in range(1, 5)), tuple(games)))
            for games in (
                MET, MET[:2], MET[:1], [*MET, *MET], [*MET, MET[0]], [*MET, Game(4, 4, None, "BYE 1")],
                [*MET, Game(4, 1, 2, "1-0", playoff=True)], [*MET, Game(4, 1, 4, "1-0")], [],
            )
        ],
        [1, 0, 0, 2, 0, 1, 1, 0, 0],
    ),
    "who looks like a round robin is asked, once it is not said": (
        lambda: [
            len([*format_problems(Event(_swiss(1).players[:3], tuple(MET), format=format, says_format=said))])
            for format in ("swiss", "round-robin") for said in (True, False)
        ],
        [0, 1, 0, 0],
    ),
    "a table within so many columns": (
        lambda: [
            aligned.fitted([["Name of it", "New rating"], ["Alexander", "2000"], ["王伟", "12"]], (1,), most)
            for most in (None, 22, 21, 16, 15, 13, 5)
        ],
        [["Name of it  New rating", "Alexander         2000", "王伟                12"], ["Name of it  New rating", "Alexander         2000", "王伟                12"], ["Name of       New", "it         rating", "Alexander    2000", "王伟           12"], ["Name of      New", "it        rating", "Alexander   2000", "王伟          12"], ["Name of     New", "it       rating", "Alexand…   2000", "王伟         12"], ["Name of     New", "it       rating", "Alexand…   2000", "王伟         12"], ["Name of     New", "it       rating", "Alexand…   2000", "王伟         12"]],
    ),
    "of a text that is too wide as much is left as there is room for": (
        lambda: [aligned._cut(text, 8) for text in ("abcdefgh", "abcdefghi", "abcdefghij", "abcdefg等")],
        ["abcdefgh", "abcdefg…", "abcdefg…", "abcdefg…"],
    ),
    "a text in lines of so many columns": (
        lambda: [
            aligned.wrapped(text, most)
            for text, most in (("a bc def", 4), ("abcdef", 3), ("abc def", 3), ("", 3), ("等级分", 4), ("ab等", 4))
        ],
        [["a bc", "def"], ["abc", "def"], ["abc", "def"], [], ["等级", "分"], ["ab等"]],
    ),
    "players as the next event finds them": (
        lambda: [
            (one.rating, one.games, one.peak, one.title, dict(one.facts))
            for rules in ("fide", "malaysia", "rank-ladder")
            for one in rate(replace(_swiss(2), players=KNOWN), rules).players()
        ],
        [(Decimal("2021"), 52, Decimal("2100"), "", {"index": 4}), (Decimal("1997"), None, Decimal("2002"), "", {}), (Decimal("2003"), 1, Decimal("2003"), "x", {}), (Decimal("1984"), 12, Decimal("2004"), "", {}), (Decimal("2060"), 52, Decimal("2100"), "", {"index": 4}), (Decimal("1997"), None, Decimal("2002"), "", {}), (Decimal("2003"), 1, Decimal("2003"), "x", {}), (Decimal("1985"), 12, Decimal("2004"), "", {}), (Decimal("2003"), 52, Decimal("2100"), "", {"index": 4}), (Decimal("2001"), None, Decimal("2002"), "", {}), (Decimal("2003"), 1, Decimal("2003"), "x", {}), (Decimal("2003"), 12, Decimal("2004"), "", {})],
    ),
    "eight names are all shown, of nine the first eight": (
        lambda: [first_of("abcdefghi"[:size])[-4:] for size in (8, 9)], ["g, h", "h, …"],
    ),
    "a floor, and the most a number may be, are steps only of who would be beyond": (
        lambda: [
            any(step.key in ("step_floor", "step_most") for step in rate(_met(rules, *pair), rules).lines[0].steps)
            for rules, *pair in (
                (_least(135), None, 100, "½-½"), (_least(136), None, 100, "½-½"),
                (_ingo(150), 100, 100, "0-1"), (_ingo(149), 100, 100, "0-1"),
            )
        ],
        [False, True, False, True],
    ),
    "a key that a method does not read is refused, unless it is taken back with 0": (
        lambda: [
            [key for key, _ in contradicting(_most(most))] for most in (None, Decimal(0), Decimal(1))
        ],
        [[], [], ["coefficient.most"]],
    ),
    "a table and a curve may stand beside each other, if both rise": (
        lambda: [
            [key for key, _ in contradicting(changed(load("elo"), percentage=load(other).percentage))]
            for other in ("elo", "nevzorov", "ingo")
        ],
        [[], [], ["percentage.scale"]],
    ),
    "a round robin with formulas of its own needs the table of percentages": (
        lambda: [
            key for key, why in lacking(changed(load("china-pro"), percentage=None))
            if why.words["other"] == "average.round_robin"
        ],
        ["percentage"],
    ),
    "a whole number is a number of any length, and too large from so many digits on": (
        lambda: [exact(10**11), _refused(lambda: exact(10**12)), _refused(lambda: exact(10**5000))],
        [10**11, "number_large", "number_large"],
    ),
    "a fact is called by its key, elsewhere by its heading where it has one": (
        lambda: [
            _fails(partial(number_fact, {name: "x"}, name, "P1"), language)
            for name in ("index", "shirt") for language in ("en", "zh")
        ],
        ["index of P1 is the text 'x'; a number is expected", "P1：已计赛事数 是文本 'x'；应为数字",
         "shirt of P1 is the text 'x'; a number is expected", "P1：shirt 是文本 'x'；应为数字"],
    ),
    "shares that are rounded are those of no curve": (
        lambda: [curve_of(load(name)) is None for name in ("dwz", "elo-normal", "elo")], [True, False, True],
    ),
    "sixty letters of a value are shown, of more the first sixty": (
        lambda: [shown("x" * size) for size in (58, 59)],
        ["'" + "x" * 58 + "'", "'" + "x" * 59 + "…"],
    ),
    "a whole number of up to 64 bits is shown, of a longer one that it is long": (
        lambda: [shown(2**bits - less) for bits, less in ((63, 0), (64, 1), (64, 0))],
        [str(2**63), str(2**64 - 1), "a number of more than 19 digits"],
    ),
    "a place that is both at home and abroad is at home": (
        lambda: [abroad("越南队", ("CHN",), own) for own in ((), ("越南",))], [True, False],
    ),
    "K hangs on age where two of its rows differ for the rating": (
        lambda: [
            hangs_on_age({"rating": Decimal(rating)}, 15, _by_age(10, "0.01", 30)) for rating in (2000, 2100)
        ],
        [False, True],
    ),
    "a part with bounds must be given where nothing stands for it": (
        lambda: [_fails(_sided), _sided(side="w").side, _sided("b").side], ["Sided: side", "w", "b"],
    ),
    "all that stops an event is counted in the first error": (
        lambda: [
            _fails(partial(rate, _rounds(*numbers), "elo")).rpartition(" (")[2]
            for numbers in ((0, 1000), (0, 1000, 1001))
        ] + [_fails(lambda: rate(_rounds(0), "elo"))[-40:]],
        ["1 more after this one)", "2 more after this one)", "does not exist; rounds are numbered from 1"[-40:]],
    ),
    "a player is known by number in an event, and by ID in a list": (
        lambda: [
            explanation(report, report.lines[0], by_id=by_id).partition(",")[0]
            for report in [rate(_ids(), "elo")] for by_id in (False, True)
        ],
        ["Player 1: Ann", "a1 Ann"],
    ),
    "so are the opponents": (
        lambda: [
            game_rows(report.lines[0], report.rules, by_id=by_id)[0][GAME_COLUMNS.index("opponent")]
            for report in [rate(_ids(), "elo")] for by_id in (False, True)
        ],
        ["2 Bob", "b2 Bob"],
    ),
    "nobody scores more than one point a game, before a first rating": (
        lambda: _refused(lambda: initial_rating([Decimal(2000)] * 5, Decimal(6), load("fide"))), "score_in_games",
    ),
    "free rounds are no games of a table": (
        lambda: [
            account_of_tables((("name", "rating"), ("white", "black", "result")), (3, 5), byes, 0).games
            for byes in (0, 2)
        ],
        [5, 3],
    ),
    "tables without a column have no rows": (
        lambda: [(one.players, one.games) for one in (_account({}, {}, ()),)], [(0, 0)],
    ),
    "the name of a rank in a frame is that of the language": (
        lambda: [
            columns.in_frame(columns.LINE_BY_KEY["rank"], _line("rank-ladder", _swiss(2)), language)
            for language in ("en", "zh")
        ],
        ["Palace attendant", "常侍"],
    ),
    "a list has each part under one heading, or is put together": (
        lambda: [
            _JOINED.plain(headings)
            for headings in (["whole"], ["whole", "born"], ["last", "first"], ["born"], ["whole", "full"])
        ],
        [{"name": "whole"}, {"name": "whole", "born": "born"}, None, None, None],
    ),
    "modifiers of a tie-break": (
        lambda: [
            (made.low, made.high, made.limit, made.forfeits, made.fore, made.reversed)
            for made in map(modified, ("BH-C2", "BH-M1", "BH-P", "AOB-F", "KS-L-2", "TPN-R")) if made
        ],
        [(2, 0, 0, False, False, False), (1, 1, 0, False, False, False), (0, 0, 0, True, False, False),
         (0, 0, 0, False, True, False), (0, 0, -2, False, False, False), (0, 0, 0, False, False, True)],
    ),
    "a name is no short form of itself, nor of one with other parts": (
        lambda: [
            same_by_initials(plain, ["bo brandt", "b brandt", "bo c brandt"], ["b brandt"])
            for plain in ("bo brandt", "b brandt", "b c", "bo c brandt")
        ],
        [["b brandt"], ["bo brandt"], [], []],
    ),
    "the last day that a cell can hold": (
        lambda: [_refused(partial(day_of, 73416)), *map(day_of, (73415, 73415.5, 73414))],
        ["word_no_date", date(2100, 12, 31), date(2100, 12, 31), date(2100, 12, 30)],
    ),
    "the apostrophe of a formula": (
        lambda: [without_apostrophe(text) for text in ("'", "'=A1", "'t", "=A1", "''=")], ["'", "=A1", "'t", "=A1", "''="],
    ),
    "a result has a key for each side": (
        lambda: [key_of(RESULT_BY_CODE["1-0"], black) for black in (False, True)], ["WW", "BL"],
    ),
    "a cap that helps once is one": (
        lambda: [
            [key for key, _ in changed(load("fide").difference, exempt_from=None, cap=cap, favours_once=once).wrong()]
            for cap in (None, Decimal(400)) for once in (None, 0, 1)
        ],
        [[], [], ["favours_once"], [], [], []],
    ),
    "a number to choose has two bounds, which are numbers": (
        lambda: [_of_number(bounds) for bounds in ("low = 1\nhigh = 9", "low = 1", "low = 1\nhigh = true")],
        ["", "options.most.high", "options.most.high"],
    ),
    "a number to choose sets a key that there is": (
        lambda: [_of_number("low = 1\nhigh = 9", key) for key in ("places", "none")], ["", "options.most.sets"],
    ),
    "somebody who has always won or lost is rated as said of them": (
        lambda: [
            [step.key for step in rate(_beginners(*wins), "uscf").lines[0].steps][1]
            for wins in ((4, 0), (0, 0), (3, 0), (0, 1))
        ],
        ["step_special_won", "step_special_lost", "step_special_solved", "step_special_solved"],
    ),
    "a special rating weighs the games before it: ten at 1500 and a win, 11 (0.5 + x / 800) = 6": (
        lambda: round(special_by(Decimal(1500), Decimal(10), [Decimal(1500)], Decimal(1), load("uscf")), 9),
        Decimal("1536.363636364"),
    ),
    "nothing is expected against somebody 400 higher: 10 (0.5 + x / 800) = 6": (
        lambda: special_by(Decimal(1500), Decimal(10), [Decimal(2000)], Decimal(1), load("uscf")),
        Decimal(1580),
    ),
    "a source of one's own has no translations of the other": (
        lambda: extended({"source": "x"}, {}, lambda base, own: {**base, **own})["amendment"],
        [{"source": "x", "sources": {"zh": "", "ru": ""}}],
    ),
    "a text that a rule file has in English alone is that of every language": (
        lambda: dict(_fide(names={"en": "X"}).names), {"en": "X", "zh": "X", "ru": "X"},
    ),
    "a word without each of its letters": (lambda: variants("abc"), {"abc", "bc", "ac", "ab"}),
    "a large number is no day, and is shown with all its digits up to 19": (
        lambda: [_fails(partial(day_of, number)).partition(" is")[0] for number in (10**15 - 1, 10**15, 2**64)],
        ["999999999999999", "1000000000000000", "a number of more than 19 digits"],
    ),
    "what is rounded to nothing has no sign": (
        lambda: [str(rounded(Decimal("-0.004"), places)) for rounded in ROUNDINGS.values() for places in (0, 2)],
        ["0", "0.00", "0", "0.00", "0", "0.00", "-1", "-0.01", "-0.004", "-0.004"],
    ),
    "an account names its file, and the sheet where there is one": (
        lambda: [Account("a.xlsx", "table", sheet=sheet).place for sheet in ("", "Games")],
        ["a.xlsx", "a.xlsx, sheet Games"],
    ),
    "months are known by their names and by three letters": (
        lambda: [read_date(text) for text in ("3 September 2025", "3 Sep 2025", "3 Se 2025")],
        [date(2025, 9, 3), date(2025, 9, 3), None],
    ),
    "a rule file extends another of its folder, by its name alone": (
        lambda: [
            _refused(partial(base_of, name, Path("own.toml"), Path)) for name in (7, "", "a/b.toml", "b.toml")
        ],
        ["rule_key"] * 4,
    ),
    "numbers, games and years of players are whole numbers from 0 on": (
        lambda: [
            _refused(partial(Player, **{"no": 1, **wrong}))
            for wrong in list[dict[str, Any]](
                ({"no": -1}, {"no": 1.0}, {"games": -1}, {"games": True}, {"born": 1990.5})
            )
        ],
        ["read_whole_from_0"] * 5,
    ),
    "a game is told by its place, and by its parts where it has none": (
        lambda: [
            *(_where(partial(Game, 1, -2, 1, "1-0", where=where)) for where in ("row 3", "")),
            *(Game(1, 2, 1, "1-0", where=where, places=places).at("white")
              for where, places in (("row 3", {"white": "cell B3"}), ("row 3", {"black": "cell D3"}), ("", {}))),
        ],
        ["row 3", "a game", "cell B3", "row 3", "round 1, 2 - 1"],
    ),
    "who leaves a round robin before half of it loses by forfeit, whichever side they have": (
        lambda: [[one.no for one in _left(_leaving(result))] for result in ("0-1 F", "1-0 F", "0-1")],
        [[1], [], []],
    ),
    "a penalty counts from its round on, and one after the last round when all is over": (
        lambda: [
            Scoring(assigned=(Assigned("", Decimal(-1), round),)).besides(1, 3, is_over)
            for round in (3, 4, 999) for is_over in (True, False)
        ],
        [-1, -1, 0, 0, -1, 0],
    ),
    "a column that may matter is told with what is odd about it": (
        lambda: [
            _refused(partial(_understood, *headings, hidden=hidden)) for headings, hidden in (
                (["Old rating"], []), (["Old rating"], [0]), (["Rating", "Elo"], []), ([""], []),
            )
        ],
        ["read_column_like", "read_column_hidden", "read_column_second", "read_column_unnamed"],
    ),
    # The smallest table of games has no other known column.
    "a yes and a no of games may say which are rated": (
        lambda: _refused(partial(understood, HeadedColumns(
            ("white", "black", "x"), ("White", "Black", "X"), lambda at: ["yes", "no"]
        ), {"white": "white", "black": "black"})),
        "read_column_unread",
    ),
    "a hidden column may be left out, and is told": (
        lambda: [one.use for one in _understood("Rating", "Old rating", hidden=[1], ignored=["hidden"])],
        ["used", "ignored"],
    ),
    "a table of players is one with columns that have names": (
        lambda: [_refused(partial(names_of, one)) for one in (7, pd.Series([1]), np.array([[1]]))],
        ["frame_expected"] * 3,
    ),
    "China's round robin counts whom it has met without a rating, and forfeits by its choice": (
        lambda: [
            [_met_in_field(game._replace(reason=reason), changed(load("china-pro").average, unplayed=unplayed)).reason
             for reason in ("", "not_opponent_unrated", "not_forfeit", "not_bye")]
            for game in [_line("fide", _swiss(2)).games[0]] for unplayed in ("points", "swiss")
        ],
        [["", "", "", "not_bye"], ["", "", "not_forfeit", "not_bye"]],
    ),
    "a method asks for its sections": (
        lambda: [(key, why.key) for key, why in lacking(changed(load("uscf"), special=None))][:1],
        [("special", "rule_method_asks")],
    ),
    "a rating is beyond a peak that is worse, which in Ingo is a higher number": (
        lambda: [
            is_beyond_peak(Player(1, "A", 100, peak=peak), load(rules))
            for rules in ("ingo", "fide") for peak in (99, 100, 101)
        ],
        [False, False, True, True, False, False],
    ),
    "two columns of one part are both named": (
        lambda: _fails(partial(_understood, "Rating", "Elo"), "en").partition(";")[0],
        "the columns Rating and Elo both hold this: Rating",
    ),
    "choices differ": (
        lambda: _fails(
            lambda: rulefile._check_options({"options": {"pace": {"choices": ["a", "a"]}}}, "own.toml")
        ).partition("choices ")[2],
        "has one choice twice",
    ),
    "without passes nobody starts from a temporary rating": (
        lambda: first_special([Decimal(1500)], Decimal("0.5"), changed(load("uscf"), passes=None)),
        Decimal(1500),
    ),
    "who is equal to nobody has met no equals": (
        lambda: applied(Scores(_swiss(2)), {1: 1, 2: 2, 3: 3, 4: 3}).all_met, {3, 4},
    ),
    "of Chinese names of three characters one may differ": (
        lambda: [Spellings([name]).near(other) for name, other in (("王小明", "王大明"), ("王小", "王明"))],
        [["王小明"], []],
    ),
    "a weight other than 1 of K is a step": (
        lambda: [
            [(step.key, step.value) for step in rate(_swiss(2), _weighted(weight)).lines[2].steps][1]
            for weight in ("1", "0.5")
        ],
        [("step_game", Decimal(2003)), ("step_game_weight", Decimal(20))],
    ),
    "only rules with formulas for a round robin have an average of one": (
        lambda: _refused(lambda: event_average([Decimal(2000)], [Decimal(1)], load("cxa-rapid"))), "rules_lack",
    ),
    "a choice is one of those that the option has": (
        lambda: _fails(lambda: load("fide:list=xx")),
        "fide: option list cannot be 'xx'; choose from standard, rapid, blitz",
    ),
    "an option is given once": (
        lambda: _fails(lambda: load("fide:list=rapid,list=blitz")).partition(";")[0],
        "fide: option list is given twice",
    ),
    "rules are named in 4096 letters at most": (
        lambda: [len(parts("f" * 4096).name), _refused(lambda: parts("f" * 4097))], [4096, "named_long"],
    ),
    "of whom no row of K is, only what is known is told": (
        lambda: _fails(lambda: k_factor({"rating": None, "games": Decimal(3)}, load("cxa-rapid"))).partition(";")[0],
        "cxa-rapid, 第九条: there is no K for a player with no facts",
    ),
    "a period needs an event": (lambda: _fails(lambda: rate([], "fide")), "there is no event to rate"),
    "a frame has its texts in a language that there is": (
        lambda: _fails(lambda: rate(_swiss(2), "elo").to_frame("xx")), "language is 'xx'; choose en, zh, ru",
    ),
    "ten codes of results are named": (
        lambda: _fails(lambda: read_result("7-0")).rpartition(", ")[2], "POSTPONED",
    ),
    "a bound is included or not": (
        lambda: [
            Limit(low=low, high=high, above=above).expected.key
            for low, high, above in ((Decimal(0), None, False), (Decimal(0), None, True), (None, Decimal(9), False))
        ],
        ["rule_from", "rule_above", "rule_up_to"],
    ),
    "a bound that numbers must be above is not one of them": (
        lambda: [Limit(low=Decimal(0), above=above).allows(Decimal(0)) for above in (True, False)], [False, True],
    ),
    "a scale above 0 has the higher rating as the better one": (
        lambda: [
            [key for key, _ in contradicting(
                changed(load("nevzorov"), expectancy=changed(load("ingo").expectancy, scale=Decimal(scale)))
            )]
            for scale in (1, -1)
        ],
        [[], ["percentage.scale"]],
    ),
    "an id is of letters, digits and hyphens, and names are in languages that there are": (
        lambda: [_own_file(text) for text in ('id = "a b"', "id = 7", "", 'id = "a"\nnames = {xx = "A"}')],
        ["id", "id", "id", "names.xx"],
    ),
    "who scored less than was asked for is told so before how": (
        lambda: _refused(lambda: initial_rating([Decimal(2000)] * 2, Decimal(3), load("fide"))), "score_in_games",
    ),
    "newcomers of what is no round robin are told so": (
        lambda: [
            "step_not_round_robin" in [step.key for step in rate(_newcomer(format), "china-pro").lines[0].steps]
            for format in ("swiss", "round-robin")
        ],
        [False, True],
    ),
    "no two with IDs are one, however alike their names are": (
        lambda: [
            len(near_names([Player(1, "Brandt Bo"), Player(2, "B. Brandt", id=own)], [])) for own in ("", "7")
        ],
        [1, 0],
    ),
    "a game without result and without opponent is told with a dash": (
        lambda: [
            (one.key, one.words["code"])
            for one in inspected(Event((Player(1, "A"), Player(2, "B")), (Game(1, 1, None, ""),)), load("elo"))
        ],
        [("opponent_missing", "–")],
    ),
    "a day that is none is told as a day, not as a rule set": (
        lambda: _refused(lambda: parts("fide@soon")), "named_date_unread",
    ),
    "rows of players are counted from 1": (
        lambda: [(one["no"], one["where"]) for one in tables.player_rows({"name": ["A", "B"], "rating": [1, 2]})],
        [(1, "players, row 1"), (2, "players, row 2")],
    ),
    "a K that does not follow names the player's line": (
        lambda: _where(lambda: rate(
            Event((Player(1, "A", 1500, born=2012, where="row 1"), Player(2, "B", 1500)), (Game(1, 1, 2, "1-0"),)),
            "fide@2024-03-01",
        )),
        "row 1",
    ),
    "a performance found step by step needs expected scores": (
        lambda: [why.key for key, why in lacking(changed(load("dwz"), expectancy=None)) if key == "expectancy"],
        ["rule_method_asks", "rule_key_asks"],
    ),
    "who has no year of birth counts as an adult, or enters lower": (
        lambda: [unborn(load(rules)) for rules in ("uscf", "fide", "dwz")],
        ["born_missing_start", "born_missing", "born_missing"],
    ),
    "keys of a first rating and of percentages that contradict each other": (
        lambda: [
            [key for key, _ in changed(section, **given).wrong()]
            for section, given in (
                (load("fide").percentage, {"full": Decimal(676)}),
                (load("fide").percentage, {"full": Decimal(677)}),
                (load("fide@2013-01-01").initial, {"event_score": Decimal(0), "event_games": 0}),
                (load("fide@2013-01-01").initial, {"event_score": Decimal(0)}),
                (load("dwz").initial, {"performed": False}),
            )
        ],
        [["full"], [], ["event_bounds"], [], ["low"]],
    ),
    "a share so near 1 that it is shown as 1 has no rating difference either": (
        lambda: _refused(lambda: rating_difference(Decimal(1) - Decimal("1e-20"), load("elo:model=logistic"))),
        "difference_none",
    ),
    "a difference between two bounds of the table is in the row above": (
        lambda: [
            str(expected_score(Decimal(points), load("elo")))
            for points in ("16", "16.5", "17", "17.5")
        ],
        ["0.52", "0.52", "0.52", "0.53"],
    ),
    "a rule set without expected scores says so": (
        lambda: _refused(lambda: expected_score(Decimal(100), load("rank-ladder"))), "rules_lack",
    ),
    "a rule set has to be named": (lambda: _refused(lambda: rate(_swiss(2))), "opt_rules_named"),
    "a rating period of Glicko-2 looks for the other end as often as it may": (
        lambda: [_end(surplus, rounds) for surplus, rounds in ((2.0, 1), (0.0, 1), (0.0, 2))],
        [math.log(2), "volatility_unbounded", -1.0],
    ),
    "a day is no result": (
        lambda: [_refused(partial(read_result, day)) for day in ("1-Jan", "2000-01-01")], ["word_result_day"] * 2,
    ),
    "results in words": (
        lambda: [read_result(text).code for text in ("White wins", "Remis", "0-1 ff")], ["1-0", "½-½", "0-1 F"],
    ),
    "without a table of K no age matters": (
        lambda: hangs_on_day(Player(1, "A", 1500, born=2015), Event(()), load("glicko")), "",
    ),
    "names of sheets stand among the words of their language": (
        lambda: [_status(language, language) for language in ("en", "zh")],
        ["There are problems: see the sheet Check.", "存在问题：请见检查表。"],
    ),
    "play-offs are games of two players who are there": (
        lambda: joined(Scores(replace(
            _swiss(2), games=tuple(Game(3, 1, no, "1-0" if no else "BYE 1", playoff=True) for no in (None, 9, 3)),
        ))),
        {1: [3], 2: [], 3: [1], 4: []},
    ),
    "what a federation does not know is told of the first player who has it": (
        lambda: [
            (one.key, one.no, one.words["n"], one.words["value"], one.where)
            for one in _reported(Event(_titled(2)), load("fide"))
        ],
        [("report_title", 1, 2, "King 1", "row 1")],
    ),
    "FIDE's report is one of chess: no other game's titles are looked up": (
        lambda: [*_reported(Event(_titled(2)), load("china-pro"))], [],
    ),
    "before the games a newcomer has the rating that the rules give": (
        lambda: [replace(_line("elo", _swiss(2)), player=Player(1, "A", own), start=Decimal(1)).rating_before
                 for own in (None, 2000)],
        [1, 2000],
    ),
    "an event lasts five years at most": (
        lambda: [is_span(date(2020, 1, 1), date(2020, 1, 1) + timedelta(days=days)) for days in (1830, 1831)],
        [True, False],
    ),
    "words on both sides of a dash are no days": (
        lambda: [days_in(text) for text in ("Rapid – Open", "A-B")], [(None, None)] * 2,
    ),
    "a column with nothing but paces may matter, whatever it is called": (
        lambda: [
            could_be("type", cells, matters)
            for matters in (("pace",), ()) for cells in (["rapid", " Blitz", ""], ["rapid", "x"], [""])
        ],
        ["pace", "", "", "", "", ""],
    ),
    "of nine who are meant, eight are named, and that there are more": (
        lambda: [_fails(partial(find_player, "P", _LONG[:n])).endswith(", …") for n in (8, 9)], [False, True],
    ),
    "a name that nobody has is answered with one that is near": (
        lambda: [
            _refused(partial(find_player, who, (Player(1, "Meyer, Jo"), Player(2, "Lee, Ann"))))
            for who in ("Mayer, Jo", "Zzz")
        ],
        ["who_near", "who_none"],
    ),
    "games of two events stand below the names of these": (
        lambda: [line[:6] for line in _explained("Spring", "Autumn").splitlines()[3:10]],
        ["Round ", "Event ", "1     ", "2     ", "Event ", "1     ", "2     "],
    ),
    "somebody far down a list is found by the ID, the name, or its beginning": (
        lambda: [_LONG.row_of(who) for who in ("x25", "P 26", "P 2", "qui")], [24, 25, 1, 29],
    ),
    "columns of a federation's list mean what they mean in its files": (
        lambda: tables.known_columns(["ECF_code", "full_name", "gender", "revised_standard"]),
        {"id": "ECF_code", "name": "full_name", "sex": "gender", "rating": "revised_standard"},
    ),
}  # fmt: skip


def _entered(players: dict[str, list[Any]], games: dict[str, list[Any]]) -> object:
    """Players and games of two tables, those that are not named here as they mostly are."""
    people = {"name": ["Ann", "Bob", "Cid", "Cid"], "rating": [2000, 1900, 1800, 1700], **players}
    played = {"round": [1], "white": ["Ann"], "black": ["Bob"], "result": ["1-0"], **games}
    known = {name: column for name, column in people.items() if column}
    return tables.entered(known, {name: column for name, column in played.items() if column})


def _wrong(players: dict[str, list[Any]], games: dict[str, list[Any]]) -> str:
    with pytest.raises(RatingError) as caught:
        _entered(players, games)
    return caught.value.problem.key if caught.value.problem else str(caught.value).partition(";")[0]


#: Columns of players and of games, and what is wrong with them.
WRONG: list[tuple[dict[str, list[Any]], dict[str, list[Any]], str]] = [
    ({"rating": [True, 1, 1, 1]}, {}, "read_truth_value"),
    ({"k": [True] * 4}, {}, "read_truth_value"),
    ({"index": [True] * 4}, {}, "read_truth_value"),
    ({"born": [True] * 4}, {}, "read_truth_value"),
    ({"rating": []}, {}, "players has no column rating"),
    ({"name": []}, {}, "players has no column id or name"),
    ({}, {"round": [True]}, "read_truth_value"),
    ({}, {"moves": [True]}, "read_truth_value"),
    ({}, {"board": [True]}, "read_truth_value"),
    ({}, {"white": []}, "games has no column white"),
    ({}, {"round": []}, "games has no column round"),
    ({}, {"result": []}, "games has no column result"),
    ({}, {"round": [None]}, "read_no_round"),
    ({}, {"white": [None]}, "read_no_white"),
    ({}, {"white": ["Dee Long"]}, "games, row 1: white 'Dee Long' is none of the players"),
    ({}, {"white": ["Cid"]}, "games, row 1: white 'Cid' is several of the players"),
    ({}, {"black": ["\u0410nn"]}, "read_player_alike"),
    ({"name": ["Ann Lee", "Bob", "C", "D"]}, {"white": ["Ann Leo"]}, "read_player_near"),
    ({}, {"white_score": [0]}, "read_two_results"),
    ({}, {"result": ["7-0"]}, "word_result"),
    ({}, {"playoff": ["perhaps"]}, "word_mark"),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_columns_that_contradict_or_mean_nothing(number: int) -> None:
    """Promise: what two tables cannot mean is refused with its reason."""
    players, games, reason = WRONG[number]
    assert _wrong(players, games) == reason


#: Columns of players and of games, and what of the first row is made of them.
MADE: list[tuple[dict[str, list[Any]], dict[str, list[Any]], dict[str, object]]] = [
    ({"id": [7.0, 8, 9, 10]}, {}, {"id": "7"}), ({"rating": [0, 0, 0, 0]}, {}, {"rating": None}),
    ({"peak": [0, 0, 0, 0]}, {}, {"peak": None}), ({"games": [12.0, 0, 0, 0]}, {}, {"games": 12}),
    ({"k": [10.5, 0, 0, 0]}, {}, {"k": 10.5}), ({"sex": ["W", "", "", ""]}, {}, {"sex": "f"}),
    ({"title": [7, "", "", ""]}, {}, {"title": "7"}), ({"born": ["1990-05-01", 0, 0, 0]}, {}, {"born": 1990}),
    ({"index": [6, 0, 0, 0]}, {}, {"facts": {"index": 6}}), ({"absent": [1, 0, 0, 0]}, {}, {"facts": {"absent": "1"}}),
    ({"no": [5, 6, 7, 8]}, {}, {"no": 5, "where": "players, row 1"}),
    ({"name": [], "id": ["a", "b", "c", "d"]}, {"white": ["a"], "black": ["b"]}, {"name": "a"}),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(MADE)))
def test_columns_of_players(number: int) -> None:
    """Promise: numbers, texts and marks of a table are those of a player."""
    players, games, expected = MADE[number]
    found: Any = _entered(players, games)
    first = found[0][0]
    assert {name: first.get(name) for name in expected} == expected


def test_columns_of_games() -> None:
    """Promise: results, scores, play-offs and free rounds of a table are those of games."""
    played: dict[str, list[Any]] = {
        "round": [1.0, 2, 3], "white": ["Ann", "Bob", "Bob"],
        "black": ["Bob", None, "Ann"],
        "result": ["1-0", "BYE ½", ""], "white_score": [None, None, 0.5], "playoff": ["x", 0, None],
    }  # fmt: skip
    found: Any = _entered({"name": ["Ann", "Bob", "C", "D"]}, played)
    keys = ("round", "white", "black", "result", "playoff")
    assert [tuple(game.get(key) for key in keys) for game in found[1]] == [
        (1, 1, 2, "1-0", True),
        (2, 2, None, "BYE ½", False),
        (3, 2, 1, "½-½", None),
    ]


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
    "what JSON has and a rule file has not": (lambda: from_json('{"a": null}'), "null is no value"),
    "the same within a list": (lambda: from_json('{"a": [1, null]}'), "null is no value"),
    "what has no exact JSON form": (lambda: to_json({"k": object()}), "no exact JSON form"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused(what: str) -> None:
    """Promise: it is refused, with the reason."""
    asked, words = REFUSED[what]
    with pytest.raises((RatingError, TypeError, ValueError), match=words):
        asked()


@pytest.mark.parametrize(
    ("names", "parts"),
    [([*tables._OF_RESULT][1:], {"k"}), (tables._OF_RESULT, {"rating"}), ([], {"k"})],
)
def test_players_that_are_no_result(names: list[str], parts: set[str]) -> None:
    """Promise: a table with some columns of a result, or without K, is one of players."""
    tables.refuse_result(names, parts)


def test_names_that_are_nearly_alike() -> None:
    """Promise: of a long list the names that are asked are those that a comparison with all finds."""
    by = random.Random(5)
    made = [
        "".join(by.choices("abn ", (3, 3, 3, 1), k=by.randrange(4, 13))).strip() for _ in range(150)
    ]
    names = list(dict.fromkeys(filter(None, map(unmarked, made))))
    asked = Spellings(names)
    found = {name: get_close_matches(name, names, 3, ALIKE) for name in names}
    assert sum(len(alike) > 1 for alike in found.values()) > 20
    assert {name: asked.near(name) for name in names} == found


def test_carried_rules_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise: rules that a workbook carries are known wherever they go, so in a worker of a season."""
    own = carried.carried_in(Path("cup.xlsx"), "own.toml", '{"id":"own"}', "cell B9")
    sent = pickle.dumps(own)
    monkeypatch.setattr(carried, "_KNOWN", {})
    arrived = pickle.loads(sent)
    assert (arrived, arrived.tables, arrived.where) == (own, '{"id":"own"}', "cell B9")
    assert carried.text_of(Path(own)) == '{"id":"own"}'


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_text_that_there_is_not(language: str) -> None:
    """Promise: whoever asks for one is told which (`say`)."""
    with pytest.raises(KeyError, match="no_such_text"):
        texts.say(language, "no_such_text")


def test_rules_for_a_python_that_reads_no_toml(tmp_path: Path) -> None:
    """Promise: where Python cannot read TOML, the same tables are read from JSON next to the file."""
    path = tmp_path / "own.toml"
    path.write_text("a = 1")
    with pytest.raises(RatingError, match="toml_python"):
        tomlfile._read_json(path)
    (tmp_path / "own.toml.json").write_text(to_json({"a": Decimal("0.10")}))
    assert tomlfile._read_json(path) == {"a": Decimal("0.1")}


def test_a_file_that_is_no_rule_file(tmp_path: Path) -> None:
    """Promise: a rule file has up to a million bytes, and what is wrong in one has its place."""
    path = tmp_path / "own.toml"
    path.write_bytes(b"#" * 1_000_000)
    assert tomlfile.read(path) == {}
    path.write_bytes(b"#" * 1_000_001)
    assert "1000000" in _fails(lambda: tomlfile.read(path)).replace(",", "").replace(" ", "")
    path.write_text("a = 1\nb = = 2\n")
    assert "own.toml, line 2, column 5: " in _fails(lambda: tomlfile.read(path))


def test_what_a_method_does_not_see() -> None:
    """Promise: rule sets that differ only in what their method never reads are one to it."""
    rules = load("malaysia")
    passes = load("uscf")
    assert restrict_to_method(changed(passes, initial=None)) == restrict_to_method(passes)
    more = changed(rules, percentage=load("fide").percentage)
    assert more != rules and restrict_to_method(more) == restrict_to_method(rules)
