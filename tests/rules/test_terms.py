"""Which events may be rated: what regulations ask of an event, in the engine and on Start."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from live_office import Entry, Live
from needs import EVERY
from office import Office, differences_of
from test_inspection import SAID, four, said
from workbooks import EVENTS, games, plan_of, write

from xlrating.engine.admission import national_id, terms
from xlrating.engine.errors import EventError
from xlrating.engine.event import Event
from xlrating.engine.inspection import inspected
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.problem import NOTICES
from xlrating.engine.problems import format_message
from xlrating.engine.rating import rate
from xlrating.engine.rules.ruleset import load
from xlrating.engine.rules.sections import EventTerms
from xlrating.engine.texts import wording
from xlrating.exchange.time_controls import read_time
from xlrating.reading import read

CXA = replace(said(four({"champion": "x"}), "cxa-rapid"), start=date(2025, 6, 1))
MALAYSIA = said(four({"bonus_place": 1}), "malaysia")
#: Two players of 2200, and two of 1700.
FIDE = said(four({}, {}, {"rating": Decimal(1700)}, {"rating": Decimal(1700)}), "fide")
#: The same in the year of the resolution, and on the days next to it.
FIDE_2026, FIDE_2026_END, FIDE_2025, FIDE_2027 = (
    replace(FIDE, start=day)
    for day in (date(2026, 1, 1), date(2026, 12, 31), date(2025, 12, 31), date(2027, 1, 1))
)
FAST: dict[str, object] = {"minutes": Decimal(45), "increment": Decimal(30)}

#: The event, the rule set, what is said otherwise, and what is told.
TERMS: dict[str, tuple[Event, str, dict[str, object], list[str]]] = {
    "第三条（一）: 15 minutes (含), 10 seconds": (CXA, "cxa-rapid", {}, []),
    "第三条（一）: 16 minutes": (CXA, "cxa-rapid", {"minutes": Decimal(16)}, ["event_above"]),
    "第三条（一）: 11 seconds": (CXA, "cxa-rapid", {"increment": Decimal(11)}, ["event_above"]),
    "第三条（二）: one arbiter": (CXA, "cxa-rapid", {"arbiters": 1}, ["event_below"]),
    "第三条: not approved": (CXA, "cxa-rapid", {"approved": "-"}, ["event_unapproved"]),
    "第四条: two months": (CXA, "cxa-rapid", {"filed": date(2025, 4, 1)}, []),
    "第四条: a day too late": (CXA, "cxa-rapid", {"filed": date(2025, 4, 2)}, ["event_filed_late"]),
    "nothing said": (CXA, "cxa-rapid", dict.fromkeys(SAID["cxa-rapid"], ""), ["event_missing"]),
    "1.1: 120 minutes": (FIDE, "fide", {}, []),
    "1.1: 90 minutes at 1800": (FIDE, "fide", {"minutes": Decimal(59)}, ["event_rate"]),
    "1.1 (2014): 120 minutes at 2200": (FIDE, "fide@2018", {"minutes": Decimal(89)}, ["event_rate"]),
    "Resolution for 2026: 45+30": (FIDE_2026, "fide", FAST, ["event_pace_approved"]),
    "Resolution for 2026: not by whom": (
        FIDE_2026, "fide", {**FAST, "approved": ""}, ["event_pace_unsaid", "event_missing"],
    ),
    "Resolution for 2026: its last day": (FIDE_2026_END, "fide", FAST, ["event_pace_approved"]),
    "Resolution for 2026: the year before": (FIDE_2025, "fide", FAST, ["event_rate"]),
    "Resolution for 2026: the year after": (FIDE_2027, "fide", FAST, ["event_rate"]),
    "Resolution for 2026: 44+30": (
        FIDE_2026, "fide", {**FAST, "minutes": Decimal(44)}, ["event_rate"],
    ),
    "Resolution for 2026: 45+29": (
        FIDE_2026, "fide", {**FAST, "increment": Decimal(29)}, ["event_rate"],
    ),
    "Resolution for 2026: no rapid list": (FIDE_2026, "fide:list=rapid", FAST, ["event_time"]),
    "Laws A.1: 10 minutes are not more than 10": (
        FIDE, "fide:list=rapid", {"minutes": Decimal(10), "increment": Decimal(0)}, ["event_time"],
    ),
    "Laws A.1: 10 minutes and 3 seconds": (
        FIDE, "fide:list=rapid", {"minutes": Decimal(10), "increment": Decimal(3)}, [],
    ),
    "Laws A.1: 60 minutes are not less than 60": (
        FIDE, "fide:list=rapid", {"minutes": Decimal(50), "increment": Decimal(10)}, ["event_time"],
    ),
    "Laws B.1: 10 minutes": (
        FIDE, "fide:list=blitz", {"minutes": Decimal(8), "increment": Decimal(2)}, [],
    ),
    "Laws B.1: more than 10": (
        FIDE, "fide:list=blitz", {"minutes": Decimal(8), "increment": Decimal(3)}, ["event_time"],
    ),
    "TRF 032: no code": (FIDE, "fide", {"federation": "England"}, ["report_event_federation"]),
    "TRF 032: no report of xiangqi": (MALAYSIA, "malaysia", {"federation": "Perak"}, []),
    "TRF 032: a federation": (FIDE, "fide", {"federation": "ENG"}, []),
}  # fmt: skip


@pytest.mark.parametrize("name", TERMS)
def test_terms(name: str) -> None:
    """第三条, 第四条; FIDE 1.1, Laws of Chess A.1, Laws of Chess B.1: what an event must meet."""
    event, reference, facts, expected = TERMS[name]
    event = replace(event, facts={**event.facts, **facts})
    found = inspected(event, load(reference))
    assert [problem.key for problem in found] == expected
    stops = [problem for problem in found if problem.stops]
    assert bool(stops) is bool(set(expected) - NOTICES)
    if stops:
        with pytest.raises(EventError):
            rate(event, reference)
    for problem in found:
        assert all("{" not in format_message(problem, language) for language in LANGUAGES)


@pytest.mark.parametrize(
    ("said_", "is_rated"),
    [("approved: yes", True), ("approved by QC: yes", True), ("approved: no", False), ("", False)],
)
def test_a_file_of_2026(said_: str, is_rated: bool, tmp_path: Path) -> None:
    """Resolution for 2026: 45+30 "approved by the FIDE Qualification Commission" is standard."""
    lines = [
        "event: Open", "start: 2026-04-01", "rules: fide", "minutes: 45", "increment: 30",
        *filter(None, [said_]), "round,white,black,result,white_rating,black_rating",
        "1,A,B,1-0,2450,2300", "1,C,D,1/2-1/2,2100,1900", "2,B,C,1-0,2300,2100",
    ]  # fmt: skip
    path = tmp_path / "open.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    event = read(path)
    if is_rated:
        # 15 points up of 150: .70; K 10.
        assert rate(event, "fide").line("A").change == Decimal("3.0")
    else:
        with pytest.raises(EventError, match="approved"):
            rate(event, "fide")


@pytest.mark.parametrize(
    ("reference", "rating", "minutes"),
    [
        ("fide@2018", 2200, 120), ("fide@2018", 2199, 90), ("fide@2018", 1600, 90),
        ("fide@2018", 1599, 60), ("fide", 2400, 120), ("fide", 2399, 90), ("fide", 1800, 90),
        ("fide", 1799, 60),
    ],
)  # fmt: skip
def test_minutes_that_a_game_needs(reference: str, rating: int, minutes: int) -> None:
    """1.1 of 2014 and of 2022: "at least one of the players in the game has a rating of 2400 …"."""
    people = tuple(replace(one, rating=Decimal(1500)) for one in FIDE.players)
    event = replace(FIDE, players=(replace(people[0], rating=Decimal(rating)), *people[1:]))
    # With less than 60 minutes no game is of this list, whoever plays it.
    too_fast = "event_time" if minutes == 60 else "event_rate"
    for given, expected in ((minutes, []), (minutes - 1, [too_fast])):
        facts = {**event.facts, "minutes": Decimal(given), "increment": Decimal(0)}
        found = inspected(replace(event, facts=facts), load(reference))
        assert [problem.key for problem in found] == expected


@pytest.mark.parametrize(
    ("kind", "minutes", "is_one"),
    [
        ("rapid", "10", False), ("rapid", "10.5", True), ("rapid", "11", True),
        ("rapid", "59", True), ("rapid", "59.5", True), ("rapid", "60", False),
        ("blitz", "10", True), ("blitz", "10.5", False),
    ],
)  # fmt: skip
def test_what_is_rapid_and_what_is_blitz(kind: str, minutes: str, is_one: bool) -> None:
    """Laws of Chess A.1, B.1: "more than 10 minutes but less than 60", "10 minutes or less"."""
    for day in ("2014-07-01", "2024-02-29", "2024-03-01"):
        assert is_of_kind(f"fide@{day}:list={kind}", minutes) == is_one


def is_of_kind(reference: str, minutes: str, increment: str = "0") -> bool:
    """Whether games of this time are those of the list."""
    facts = {**FIDE.facts, "minutes": Decimal(minutes), "increment": Decimal(increment)}
    found = [one.key for one in inspected(replace(FIDE, facts=facts), load(reference))]
    assert found in ([], ["event_time"])
    return not found


@pytest.mark.parametrize(
    ("day", "kind", "minutes", "is_one"),
    [
        # "more than 3 minutes but not more than 10 minutes".
        ("2024-03-01", "rapid", "10", False),
        ("2024-03-01", "blitz", "3", False), ("2024-03-01", "blitz", "3.5", True),
        ("2024-02-29", "blitz", "1", True), ("2014-07-01", "blitz", "1", True),
        # 2012: "at least 15 minutes, but less than 60", "at least five … but less than 15".
        ("2014-06-30", "rapid", "14.5", False), ("2014-06-30", "rapid", "15", True),
        ("2012-01-01", "rapid", "59.5", True), ("2012-01-01", "rapid", "60", False),
        ("2014-06-30", "blitz", "4.5", False), ("2014-06-30", "blitz", "5", True),
        ("2012-01-01", "blitz", "14.5", True), ("2012-01-01", "blitz", "15", False),
    ],
)  # fmt: skip
def test_rapid_and_blitz_by_edition(day: str, kind: str, minutes: str, is_one: bool) -> None:
    """Rapid and blitz lists (2012); 1.1.1, 1.1.2 (2024): the time of a player for 60 moves."""
    assert is_of_kind(f"fide@{day}:list={kind}", minutes) == is_one
    chapter = {"rapid": "1.1.1", "blitz": "1.1.2"}[kind] if day == "2024-03-01" else None
    clause = load(f"fide@{day}:list={kind}").need(EventTerms).clause
    assert clause == chapter if chapter else not clause.startswith("1.")
    assert load("fide@2024-03-01").need(EventTerms).clause == "1.1"
    # "3 minutes plus 2 second increment … is acceptable"; no list was there before.
    assert is_of_kind(f"fide@{day}:list=blitz", "3", "2")
    assert load(f"fide@2011-12-31:list={kind}").event is None


def test_what_is_asked_of_an_event() -> None:
    """9.1: chief arbiter and approval; 第三条, 第四条: two arbiters, approval, the day of filing."""
    for reference in ("fide@2018", "fide", "fide:list=rapid", "fide:list=blitz"):
        asked = load(reference).need(EventTerms).asked
        assert asked == ("minutes", "increment", "chief_arbiter", "approved")
    for kind in ("rapid", "blitz"):
        asked = load(f"fide@2013:list={kind}").need(EventTerms).asked
        assert asked == ("minutes", "increment", "chief_arbiter", "approved")
    asked = load("cxa-rapid").need(EventTerms).asked
    assert asked == ("minutes", "increment", "arbiters", "approved", "filed")
    # No edition before July 2014 speaks of it, for the standard list.
    assert load("fide@2014-06-30").event is None


def test_an_event_of_another_list_is_not_told_game_by_game() -> None:
    """1.1: 15 minutes and 5 seconds make no game of the standard list, before any is played."""
    facts = {**FIDE.facts, "minutes": Decimal(15), "increment": Decimal(5)}
    for event in (FIDE, replace(FIDE, games=())):
        (problem,) = terms(replace(event, facts=facts), load("fide"))
        assert format_message(problem, "en").startswith(
            "20 minutes for 60 moves; this list takes at least 60 (1.1); "
        )


def test_the_bounds_of_a_list_are_said_as_they_are() -> None:
    """1.1.1: 10 minutes are not "more than 10 minutes but less than 60 minutes"."""
    facts = {**FIDE.facts, "minutes": Decimal(10), "increment": Decimal(0)}
    (problem,) = terms(replace(FIDE, facts=facts), load("fide:list=rapid"))
    assert "this list takes more than 10; less than 60 (1.1.1)" in format_message(problem, "en")


def test_a_fast_game_that_is_not_to_be_rated_stops_nothing() -> None:
    """1.1: games that are too fast are excluded from the list: the event is rated without them."""
    facts = {**FIDE.facts, "minutes": Decimal(59)}
    slow = replace(FIDE, facts=facts, games=games((1, 3, 4, "1-0"), (1, 1, 2, "1-0 U")))
    assert [problem.key for problem in inspected(slow, load("fide"))] == []
    fast = replace(slow, games=games((1, 3, 4, "1-0"), (1, 1, 2, "1-0")))
    (problem,) = inspected(fast, load("fide"))
    assert problem.key == "event_rate" and problem.words["n"] == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    {
        "10 minutes + 3 secs per move": (10, 3), "15min+10sec": (15, 10), "90'+30''": (90, 30),
        "G/60": None, "60 min": (60, 0), "G/25;+5": (25, 5), "G/60;d5": (60, 5), "5400+30": (90, 30),
        "40/90, SD/30": None, "90 min for 40 moves + 30 min": None, "moves/time, increment": None,
        "": None,
    }.items(),
)  # fmt: skip
def test_rates_of_play_as_files_write_them(text: str, expected: object) -> None:
    """A time for all moves is read, anything else is left out rather than guessed."""
    assert read_time(text) == expected


def test_files_say_what_they_say(tmp_path: Path) -> None:
    """TRF 102 and 122, the head of chess-results: rate of play, chief arbiter, registration."""
    source = next((EVENTS / "chess-results-april").glob("*.xlsx"))
    event = read(source)
    assert (event.facts["minutes"], event.facts["increment"]) == (10, 3)
    assert event.facts["chief_arbiter"] and event.facts["approved"] == "x"
    assert [p.key for p in inspected(event, load("fide:list=rapid")) if p.stops] == []
    # A rapid event is not rated on the standard list.
    assert [p.key for p in inspected(event, load("fide")) if p.stops] == ["event_time"]
    trf = next(path for path in EVENTS.glob("*/*") if path.suffix in (".trf", ".txt"))
    text = trf.read_text("utf-8-sig")
    lines = [line for line in text.splitlines() if line[:3] not in ("102", "122", "222")]
    path = tmp_path / "event.trf"
    path.write_text("\n".join(["102 Ann Arbiter", "122 15 min + 10 sec", *lines]) + "\n", "utf-8")
    assert read(path).facts == {"minutes": 15, "increment": 10, "chief_arbiter": "Ann Arbiter"}


@pytest.mark.in_turn
def test_a_workbook_keeps_what_is_said(office: Office, tmp_path: Path) -> None:
    """Start has what the rule set asks, formulas tell what the engine tells, and it is read back."""
    paths = []
    tried = list(TERMS.values())[:: 1 if EVERY else 3]
    for at, (event, reference, facts, _) in enumerate(tried):
        made = replace(event, facts={k: v for k, v in {**event.facts, **facts}.items() if v != ""})
        if any(problem.stops for problem in inspected(made, load(reference))):
            continue
        plan = plan_of(made, reference, LANGUAGES[at % 3], engine=False)
        path = write(plan, tmp_path / f"{at}.xlsx")
        back = dict(read(path).facts)
        if "national" in back:  # by its name in the workbook's language
            back |= {"national": national_id(str(back["national"]), load(reference))}
        assert back == made.facts
        paths.append(path)
    found = {
        path.name: cells for path, cells in zip(paths, differences_of(paths, office), strict=True)
    }
    assert {name: cells for name, cells in found.items() if cells} == {}


#: What is typed beside which label of Start, and a part of the line on Check; whether it stops.
TYPED: dict[str, tuple[str, dict[str, Any], str, bool]] = {
    "too many minutes": ("cxa-rapid", {"event_minutes": 16}, "event_above", True),
    "text for minutes": ("cxa-rapid", {"event_minutes": "fast"}, "number_out_of_range", True),
    "one arbiter": ("cxa-rapid", {"event_arbiters": 1}, "event_below", True),
    "not approved": ("cxa-rapid", {"event_approved": "нет"}, "event_unapproved", True),
    "not said": ("cxa-rapid", {"event_approved": None}, "event_fact_missing", False),
    "no day": ("cxa-rapid", {"event_filed": "soon"}, "day_unknown", True),
    "filed late": ("cxa-rapid", {"event_filed": date(2025, 5, 5)}, "event_filed_late", False),
    "too fast for 2200": ("fide", {"event_minutes": 50}, "event_rate", True),
    "a rapid event": ("fide", {"event_minutes": 15}, "event_time", True),
    "the pace of 2026": (
        "fide",
        {"event_minutes": 45, "event_start": date(2026, 4, 1)},
        "event_pace_approved",
        False,
    ),
    "the pace of 2026, approval not said": (
        "fide",
        {"event_minutes": 45, "event_start": date(2026, 4, 1), "event_approved": None},
        "event_pace_unsaid",
        True,
    ),
    "no national event": ("malaysia", {"event_national": None}, "place_elsewhere", True),
    "another event": ("malaysia", {"event_national": "Cup"}, "event_word_unknown", True),
    "not said which": ("malaysia", {"event_national": "?"}, "place_unsaid", False),
    "a federation's name": (
        "fide",
        {"event_federation": "England"},
        "report_event_federation",
        False,
    ),
    "end before start": ("fide", {"event_end": date(2025, 5, 5)}, "end_before_start", True),
    "too old for the edition": ("fide", {"event_start": date(2021, 5, 5)}, "edition_older", False),
}


@pytest.fixture(scope="module")
def shown(live: Live, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What an event that meets all terms shows with each change typed into Start, then undone."""
    folder = tmp_path_factory.mktemp("terms")
    found = {}
    for reference in {reference for reference, *_ in TYPED.values()}:
        event = {"cxa-rapid": CXA, "malaysia": MALAYSIA}.get(reference, FIDE)
        event = replace(event, start=event.start or date(2025, 11, 1))
        path = write(plan_of(event, reference, engine=False), folder / f"{reference}.xlsx")
        live.open(path)
        labels = [row[0] for row in live.values("Start")["Start"]]
        for name, (of, typed, *_) in TYPED.items():
            if of == reference:
                entries = [
                    Entry("Start", labels.index(wording(key)["en"]), 1, str(value or ""))
                    for key, value in typed.items()
                ]
                with live.typed(*entries):
                    found[name] = live.values("Check", "Start")
    return found


@pytest.mark.parametrize("name", TYPED)
def test_start_tells_what_is_not_met(name: str, shown: dict[str, Any]) -> None:
    """Check lists it with the cell of Start, and only what makes numbers wrong is red."""
    _, _, key, stops = TYPED[name]
    sheets = shown[name]
    listed = [(str(row[0]), str(row[1])) for row in sheets["Check"][13:] if row[1]]
    parts = [part for part in wording(key)["en"].replace("}", "{").split("{")[::2] if part]
    (place, text), *_ = [one for one in listed if all(part in one[1] for part in parts)]
    # A place is wrong where it is typed, whatever Start says.
    where = "Players!" if key.startswith("place_") else "Start!B"
    assert place.startswith(where) and "{" not in text, listed
    assert ("There are problems" in str(sheets["Start"])) is stops
    # What is wrong with what is typed stands beside it, too; beside an empty cell, what to type.
    assert (
        key == "event_fact_missing"
        or place.startswith("Players")
        or any(text == str(cell) for row in sheets["Start"] for cell in row)
    )
