"""What is wrong or doubtful in an event is told, and one definition says which of the two it is."""

from __future__ import annotations

import ast
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from workbooks import games

from xlrating.cli import main
from xlrating.engine import admission, editions, formats, inspection
from xlrating.engine.aligned import width
from xlrating.engine.errors import EventError
from xlrating.engine.event import Event, Player
from xlrating.engine.inspection import inspected
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.problems import NOTICES, format_message
from xlrating.engine.rating import rate
from xlrating.engine.rules.ruleset import available, load
from xlrating.engine.texts import wording
from xlrating.engine.tournament import standings

#: Four players of a Swiss of three rounds, who end in the order of their numbers.
LINES = games(
    (1, 1, 4, "1-0"), (1, 2, 3, "1-0"), (2, 1, 2, "1-0"), (2, 3, 4, "1-0"),
    (3, 3, 1, "0-1"), (3, 4, 2, "0-1"),
)  # fmt: skip


def four(*own: dict[str, Any], rating: int = 2200) -> Event:
    """The four players, the first of them with these parts and facts."""
    fields = ("rating", "title", "sex", "k", "name", "id", "federation", "born", "peak", "games")
    people = []
    for no in range(1, 5):
        given = own[no - 1] if no <= len(own) else {}
        parts = {key: value for key, value in given.items() if key in fields}
        facts = {key: value for key, value in given.items() if key not in fields}
        known = {"name": f"Player {no}", "rating": Decimal(rating), "sex": "m", "born": 1980}
        people.append(Player(no, facts=facts, **{**known, **parts}))
    return Event(tuple(people), LINES, rounds=3)


#: What rule sets ask to be said of an event, and what meets it.
SAID: dict[str, dict[str, object]] = {
    "cxa-rapid": {
        "minutes": Decimal(15), "increment": Decimal(10), "arbiters": 2, "approved": "x",
        "filed": date(2019, 1, 1),
    },
    "malaysia": {"national": "king"},
    "fide": {
        "minutes": Decimal(90), "increment": Decimal(30), "chief_arbiter": "A", "approved": "x",
    },
}  # fmt: skip


def said(event: Event, reference: str) -> Event:
    """The event with all that the rule set asks of it."""
    name = reference.partition("@")[0].partition(":")[0]
    return replace(event, facts=SAID.get(name, {}))


#: The event, the rule set, and what is told: key, number of the player.
FOUND: dict[str, tuple[Event, str, list[tuple[str, int]]]] = {
    "nothing": (four({"champion": "x"}), "cxa-rapid", []),
    "place given twice": (
        four({"bonus_place": 1}, {"bonus_place": 1}), "malaysia", [("place_twice", 2)],
    ),
    "place beyond the table": (four({"bonus_place": 9}), "malaysia", [("place_beyond", 1)]),
    "place against the order": (four({"bonus_place": 2}), "malaysia", [("place_differs", 1)]),
    "absent who played": (four({"absent": "x"}), "malaysia", [("absent_played", 1)]),
    "no champion": (four(), "cxa-rapid", [("champion_none", 0)]),
    "three champions": (
        four(*[{"champion": "x"}] * 3), "cxa-rapid",
        [("champion_several", 2), ("champion_several", 3)],
    ),
    "a woman and a man": (
        four({"champion": "x", "sex": "f"}, {"champion": "x"}), "cxa-rapid", [],
    ),
    "two women": (
        four({"champion": "x", "sex": "f"}, {"champion": "x", "sex": "女"}), "cxa-rapid",
        [("champion_several", 2)],
    ),
    "a woman and a man, both behind": (
        four({}, {"champion": "x", "sex": "f"}, {"champion": "x"}), "cxa-rapid",
        [("champion_not_first", 2)],
    ),
    "champion in last place": (
        four({}, {}, {}, {"champion": "x"}), "cxa-rapid", [("champion_not_first", 4)],
    ),
    "no sex": (four({"sex": "", "champion": "x"}), "cxa-rapid", [("sex_missing", 1)]),
    "two without a sex": (
        four({"champion": "x"}, {"sex": ""}, {"sex": ""}), "cxa-rapid", [("sex_missing", 2)],
    ),
    "a rating that only a woman has": (
        four({"champion": "x"}, {"rating": Decimal(1900)}), "cxa-rapid", [("rating_below_floor", 2)],
    ),
    "a woman's rating": (
        four({"champion": "x"}, {"rating": Decimal(1900), "sex": "f"}), "cxa-rapid", [],
    ),
    "a foreigner without title": (
        four({"champion": "x"}, {"rating": None, "federation": "越南"}), "cxa-rapid",
        [("foreigner_unrated", 2)],
    ),
    "a foreigner with a title": (
        four({"champion": "x"}, {"rating": None, "federation": "越南", "title": "国际大师"}),
        "cxa-rapid", [],
    ),
    "no year of birth": (four({}, {"born": None}, {"born": None}), "dwz", [("born_missing", 2)]),
    "no year of birth, K given": (four({"born": None, "k": Decimal(25)}), "dwz", []),
    "no year of birth above juniors' K": (four({"born": None}, rating=2400), "fide", []),
    "no year of birth under 2300": (four({}, {"born": None}), "fide", [("born_missing", 2)]),
    "neither rating nor title": (four({"rating": None}), "malaysia", [("newcomer_unrated", 1)]),
    "newcomers have 1500": (four({"rating": None}), "malaysia:untitled=1500", []),
    "unknown title": (
        four({"title": "国家大帅"}), "malaysia", [("title_unknown", 1)],
    ),
    "name in another case": (four({"name": "player  2"}), "elo", [("name_twice", 0)]),
    "name in full width": (four({"name": "Ｐｌａｙｅｒ　２"}), "elo", [("name_twice", 0)]),
    "name with loose accents": (four({"name": "Q\u0301"}), "elo", [("name_loose", 1)]),
    "name with accents of both kinds": (
        four({"name": "Jose\u0301"}, {"name": "José"}), "elo", [("name_twice", 0)],
    ),
    # Only three capital letters are a federation, eight titles a title of FIDE's report.
    "federations of no report": (
        four({"federation": "FRA"}, {"federation": "England"}, {"federation": "Eng"}), "fide",
        [("report_federation", 2)],
    ),
    "titles of no report": (
        four({"title": "WGM"}, {"title": "FMM"}, {"title": "МФ"}, {"title": "gm"}), "dwz",
        [("report_title", 2)],
    ),
    # TRF has no line for such a player: whoever sends the event in has to know before.
    "names longer than a report takes": (
        four({"name": 33 * "x"}, {"name": 34 * "y"}, {"name": 35 * "z"}), "fide",
        [("report_name", 2), ("report_name", 3)],
    ),
    "no report of xiangqi": (
        four({"federation": "Jakarta", "title": "M"}), "malaysia", [("title_unknown", 1)],
    ),
    "who left before half": (
        replace(four(), format="round-robin", says_format=True, games=games(
            (1, 1, 4, "1-0"), (1, 2, 3, "1-0"), (2, 4, 3, "0-1 F"), (2, 1, 2, "1-0"),
            (3, 2, 4, "1-0 F"), (3, 3, 1, "0-1"),
        )),
        "elo", [("left_before_half", 4)],
    ),
    "who left at half": (
        # Three games of six are not less than half.
        replace(four(), format="round-robin", says_format=True, rounds=6, games=(*LINES, *games(
            (4, 4, 1, "0-1 F"), (4, 3, 2, "0-1"), (5, 2, 1, "0-1"), (5, 4, 3, "0-1 F"),
            (6, 1, 3, "1-0"), (6, 2, 4, "1-0 F"),
        ))),
        "elo", [],
    ),
    "who left after half": (
        replace(four(), format="round-robin", says_format=True, games=games(
            (1, 1, 4, "1-0"), (1, 2, 3, "1-0"), (2, 4, 3, "0-1"), (2, 1, 2, "1-0"),
            (3, 2, 4, "1-0 F"), (3, 3, 1, "0-1"),
        )),
        "elo", [],
    ),
    "a round that was left out": (
        replace(four(), games=tuple(
            replace(game, round=4) if game.round == 3 else game for game in LINES
        ), rounds=4), "elo", [("round_skipped", 0)],
    ),
    "two of one name with IDs": (
        four({"name": "Li", "id": "1"}, {"name": "LI", "id": "2"}), "elo", [],
    ),
    "one of one name with an ID": (
        four({"name": "Li", "id": "1"}, {"name": "LI"}), "elo", [("name_with_id", 2)],
    ),
    "K 400": (four({"k": Decimal(400)}), "fide", [("number_out_of_range", 0)]),
    "K 60 where 40 is the most": (four({"k": Decimal(60)}), "fide", [("k_beyond_table", 1)]),
    "rating 23": (four({"rating": Decimal(23)}), "fide", [("rating_out_of_range", 0)]),
    "rating below the list": (
        four({"rating": Decimal(1399)}), "fide", [("rating_below_list", 1)],
    ),
    "a rating above the peak": (
        four({"rating": Decimal(2100), "peak": Decimal(2050)}), "fide", [("rating_beyond_peak", 1)],
    ),
    "a provisional rating above the peak": (
        four({"rating": Decimal(2100), "peak": Decimal(2050), "games": 20}), "uscf", [],
    ),
    "IDs but for zeros": (four({"id": "007"}, {"id": "7"}), "elo", [("ids_zeros", 2)]),
    "of no age": (
        replace(four({"born": 1911}, {"born": 1911, "rating": Decimal(1980)}, {"born": 2024}),
                start=date(2026, 3, 1)),
        "elo", [("age_unlikely", 1), ("born_swapped", 2), ("age_unlikely", 3)],
    ),
}  # fmt: skip

STOPPING = {
    "name_twice", "number_out_of_range", "rating_out_of_range", "place_twice", "champion_several",
    "absent_played",
    "end_before_start",
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_what_is_found(name: str) -> None:
    """Each mistake is told of the right player, and stops where it makes numbers wrong."""
    event, reference, expected = FOUND[name]
    event = said(event, reference)
    found = inspected(event, load(reference))
    assert [(problem.key, problem.no) for problem in found] == expected
    stops = [problem for problem in found if problem.stops]
    assert {problem.key for problem in stops} == {key for key, _ in expected} & STOPPING
    if stops:
        with pytest.raises(EventError):
            rate(event, reference)
    else:
        assert len(rate(event, reference).lines) == 4


def test_who_has_no_sex_is_told_once() -> None:
    """Findings: a list without a column for it gave a line for each of its 22 players."""
    event = said(four({"sex": "", "champion": "x"}, {}, {"sex": ""}, {"sex": ""}), "cxa-rapid")
    (found,) = inspected(event, load("cxa-rapid"))
    assert (found.key, found.no, found.words) == ("sex_missing", 1, {"n": 3})


def test_nothing_is_said_of_places_while_the_event_runs() -> None:
    """An open game leaves champion and order open."""
    running = replace(four({"bonus_place": 2}), games=games((1, 1, 4, "1-0"), (1, 2, 3, "")))
    assert inspected(said(running, "malaysia"), load("malaysia")) == ()
    assert inspected(said(running, "cxa-rapid"), load("cxa-rapid")) == ()


def test_days() -> None:
    """The last day before the first stops; an edition that was not in force is told."""
    event = replace(said(four(), "fide"), start=date(2025, 6, 2), end=date(2025, 6, 1))
    assert [p.key for p in inspected(event, load("fide"))] == ["end_before_start"]
    old = replace(event, start=date(2025, 6, 1))
    (found,) = inspected(old, load("fide@2025-10-01"))
    assert found.key == "edition_older" and "fide@2024-03-01" in format_message(found)
    (found,) = inspected(old, load("fide@2022-01-01"))
    assert found.key == "edition_newer" and "fide@2024-03-01" in format_message(found)
    assert inspected(old, load("fide@2024-03-01")) == ()
    before = replace(said(four({"champion": "x"}), "cxa-rapid"), start=date(2020, 1, 1))
    (found,) = inspected(before, load("cxa-rapid"))
    assert found.key == "edition_older" and "cxa-rapid@2021-10-15" in format_message(found)


def test_every_finding_has_words() -> None:
    """Every finding is said in three languages, its words filled in."""
    events = [(event, load(reference)) for event, reference, _ in FOUND.values()]
    for event, rules in events:
        for problem in inspected(event, rules):
            for language in LANGUAGES:
                assert "{" not in format_message(problem, language)


def test_what_check_lists_fits_its_column() -> None:
    """A line of Check is read whole, on the screen and on paper, in three languages."""
    # Those are told on the command line only.
    elsewhere = {
        "coefficient_given", "k_given", "k_unused", "day_in_title", "names_rated", "tables_share_games", "edition_mixed", "event_missing", "games_open", "looks_round_robin", "places_apart", "rounds_open",
    }  # fmt: skip
    for key in NOTICES - elsewhere:
        for language in LANGUAGES:
            assert width(wording(key)[language]) <= 114, (key, language)


@pytest.mark.parametrize("name", available())
def test_bounds_hold_what_the_rule_set_prints(name: str) -> None:
    """No start rating, floor or lowest rating of a rule set lies outside its own scale."""
    rules = load(name)
    low, high = rules.bounds
    printed = [row.rating for row in rules.start.rows] if rules.start else []
    printed += [row.women for row in rules.start.rows if row.women] if rules.start else []
    for rule in (rules.floor, rules.published):
        printed += [value for value in (rule.least, rule.women) if value] if rule else []
    assert all(low <= value <= high for value in printed)


def test_what_is_refused_is_looked_for_where_it_can_be() -> None:
    """What `refuse` leaves out of all that is inspected, for speed, never stops an event."""
    left_out = {
        "entry_doubts", "other_edition", "_unborn", "_skipped", "_left", "_reported", "format_problems",
        "place_problems", "far_days", "rated_names",
    }  # fmt: skip
    defined = {
        node.name: node
        for module in (admission, editions, inspection, formats, standings)
        for node in ast.parse(Path(str(module.__file__)).read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }
    told_there = {
        call.args[0].value
        for name in left_out
        for call in ast.walk(defined[name])
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Problem"
        if isinstance(call.args[0], ast.Constant)
    }
    assert len(told_there) > 8
    assert told_there <= NOTICES
    asked = {
        getattr(node.func, "id", "")
        for node in ast.walk(defined["inspected"])
        if isinstance(node, ast.Call)
    }
    looked_for = {"_by_itself", "_given_k", "terms", "placing"}
    assert asked - {"any", "tuple"} == {*left_out, *looked_for}


def test_days_more_than_a_year_apart_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a mistyped year, which decides edition and ages, is told by every command."""
    tags = '[Event "Cup"]\n[Round "{}"]\n[Date "{}"]\n[White "Ann"]\n[Black "Bob"]\n'
    for second, is_told in (("2024.06.01", True), ("2025.09.01", False)):
        path = tmp_path / "a.pgn"
        days = ((1, "2026.01.05" if is_told else "2025.08.31"), (2, second))
        path.write_text("".join(f"{tags.format(*one)}\n1-0\n\n" for one in days), "utf-8")
        for words in (["rate", str(path), "--csv"], ["explain", str(path), "Ann"]):
            main([*words, "--rules", "fide", "--language", "en"])
            told = "the event lasts from 2024-06-01 to 2026-01-05, more than a year"
            assert (told in capsys.readouterr().err) == is_told
        (tmp_path / "l.csv").write_text("id,name,rating\n1,Ann,2000\n2,Bob,1900\n", "utf-8")
        words = ["federation", str(tmp_path / "l.csv"), str(path), "--rules", "fide", "--day"]
        main([*words, "2026-02-01", "--swiss", "*", "-o", str(tmp_path / "n.csv"), "--force"])
        assert "".join(capsys.readouterr()).count("more than a year") == is_told
