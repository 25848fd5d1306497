"""The spreadsheet is the judge: every formula cell, recalculated, equals the engine."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from needs import EVERY, some
from office import Office, differences_of
from openpyxl import load_workbook
from test_tie_breaks import a_tie_of_four
from workbooks import (
    EVENTS,
    complete_round_robin,
    fitted,
    games,
    native_references,
    natives,
    plan_of,
    random_event,
    with_playoffs,
    write,
)

from xlrating.cli.tables import csv_text, terminal_table
from xlrating.engine.errors import NotKnownError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.rules.rulefile import FOLDER as RULE_FILES
from xlrating.engine.rules.ruleset import available, load
from xlrating.engine.tournament.berger import pairings, schedule
from xlrating.engine.tournament.standings import standings
from xlrating.engine.tournament.tie_breaks import CHOICES, VIRTUAL
from xlrating.exchange import open_sheets
from xlrating.functions import RATE_EVENT, WIN_DRAW_LOSS
from xlrating.reading import read
from xlrating.workbook.book import build
from xlrating.workbook.compare import check
from xlrating.workbook.formulas.methods import event_average
from xlrating.workbook.native import is_native
from xlrating.workbook.plan import Plan
from xlrating.workbook.reader import read_contents
from xlrating.workbook.templates import empty, filled

RULES = (
    "elo",
    "elo:model=logistic",
    "elo:model=normal200r2,steps=exact",
    "fide@2025-10-01",
    "fide@2024-12-01:list=rapid",
    "fide@2022-01-01",
    "fide@2012-01-01:list=blitz",
    "fide@2008-01-01",
)


def plans() -> dict[str, Plan]:
    """Workbooks of every kind: real events, random events, empty templates."""
    day = date(2026, 2, 1)
    found = {
        "us-championship": plan_of(read(EVENTS / "us-championship-2025" / "games.csv"), "fide"),
        "tec-swiss": plan_of(read(EVENTS / "tec-swiss-2023" / "crosstable.csv"), "fide@2022"),
        "chess-results": plan_of(
            read(EVENTS / "chess-results-april" / "crosstable.xlsx"), "fide:list=rapid"
        ),
        "trf": plan_of(read(EVENTS / "swiss-52-players" / "event.trf"), "fide"),
        "empty-round-robin": empty("round-robin", "fide", 6),
        "empty-odd-double": empty("round-robin", "elo", 5, 10),
        "empty-swiss": empty("swiss", "fide", 12, 5),
        # FIDE 6.1: a match with a player without rating.
        "match": plan_of(
            Event(
                (Player(1, "A"), Player(2, "B", Decimal(1800))),
                games(*((no, 1, 2, "1-0") for no in range(1, 7))),
                start=date(2026, 2, 1),
            ),
            "fide",
        ),
        # FIDE 8.2.1, and "at least 1 point in your first event" in rapid before 2022.
        **{
            f"first-event-{list_}": plan_of(
                Event(
                    (Player(1, "A"), *(Player(no, f"B{no}", Decimal(1800)) for no in range(2, 8))),
                    games(*((no, 1, no + 1, code) for no, code in enumerate(codes, 1))),
                    start=day,
                ),
                f"fide:list={list_}",
            )
            for list_, day, codes in (
                ("standard", date(2026, 2, 1), ["0-1"] * 6),
                ("rapid", date(2021, 2, 1), ["½-½"] + ["0-1"] * 5),
            )
        },
        "meets-twice": plan_of(random_event(7, 4, 5, "round-robin"), "elo"),
    }
    for seed, rules in enumerate(RULES[:: 1 if EVERY else 2]):
        event = replace(random_event(seed, 3 + 5 * (seed % 4), 5), start=day if seed % 2 else None)
        found[f"random-{rules}"] = plan_of(event, rules, language=("en", "zh", "ru")[seed % 3])
    everybody = schedule(5, 2)
    double = random_event(99, 5, 10, "round-robin")
    codes = [game.result for game in double.games]
    lines = [
        replace(double.games[0], round=number, white=white, black=black, result=codes[0])
        for number, pairs in enumerate(everybody, 1)
        for white, black in pairs
    ]
    found["double-round-robin"] = plan_of(replace(double, games=tuple(lines)), "elo")
    if not EVERY:  # the largest, and what others here resemble
        for name in ("chess-results", "trf", "empty-odd-double", "meets-twice"):
            del found[name]
    return found


def every_other(made: dict[str, Plan]) -> dict[str, Plan]:
    """Every second one, those left tomorrow; all where every case is asked for."""
    return dict(some(made.items(), 2))


def agreeing(made: dict[str, Plan], office: Office, folder: Path) -> list[Path]:
    """Write the workbooks and let LibreOffice calculate them: no formula cell differs."""
    paths = [write(plan, folder / f"{i}.xlsx") for i, plan in enumerate(made.values())]
    found = differences_of(paths, office)
    wrong = {name: cells[:5] for name, cells in zip(made, found, strict=True) if cells}
    assert wrong == {}
    return paths


@pytest.mark.in_turn
def test_every_formula_equals_the_engine(office: Office, tmp_path: Path) -> None:
    """LibreOffice recalculates every workbook; no formula cell differs, none is an error.

    Nor before that: the values stored with the formulas are the engine's, and `check` agrees.
    """
    for path in agreeing(every_other(plans()), office, tmp_path):
        checked = check(open_sheets(path))
        assert (checked.differences, checked.cells > 100) == ((), True)


def test_every_rule_set_with_native_formulas_is_known() -> None:
    """Rule sets whose templates recalculate everything by themselves; none is lost unnoticed."""
    native = {name for name in available() if is_native(load(name))}
    assert native >= {
        "elo", "fide", "elo-normal", "nevzorov", "dwz", "ingo", "malaysia", "cxa-rapid", "china-pro",
        "rank-ladder", "glicko", "glicko2", "uscf",
    }  # fmt: skip


@pytest.mark.parametrize(("least", "native"), [(1, True), (2, False)])
def test_first_ratings_of_several_events_have_no_formulas(
    least: int, native: bool, tmp_path: Path
) -> None:
    """`pooled.least_games`: what one event alone does not give, its workbook does not claim."""
    head, section, pooled = (RULE_FILES / "china-pro.toml").read_text("utf-8").partition("[pooled]")
    path = tmp_path / "club.toml"
    pooled = pooled.replace("least_games = 1", f"least_games = {least}", 1)
    path.write_text(head + section + pooled, "utf-8")
    assert is_native(load(str(path))) is native


def test_a_gain_in_shares_is_one_of_all_games() -> None:
    """`[change] per = "share"` of `elo-normal`: K times the share of points above the expected one."""
    changes = [
        event_average.texts(load(f"elo-normal{choice}"), False, "[share]", "[taken]")["change"]
        for choice in ("", ":gain=shares")
    ]
    assert changes == ["[k]*[gain]", "[k]*[gain]/MAX(1,[n])"]


def test_the_next_list_has_the_words_of_the_sheet() -> None:
    """Promise: what is copied from Next is what the list of Players offers, in its language."""
    people = tuple(Player(no, f"P{no}", sex=sex) for no, sex in enumerate("fm", 1))
    book = build(plan_of(Event(people), "fide", "ru"))
    sheet = next(sheet for sheet in book.sheets if sheet.key == "Next")
    assert {"ж", "м"} < {cell.value for cell in sheet.cells.values()}


@pytest.mark.parametrize("facts", [{}, {"bonus_place": Decimal(1)}])
def test_which_event_a_bonus_is_from_is_asked_only_of_a_bonus(facts: dict[str, object]) -> None:
    """Rules with national events: one that a bonus is from and nobody has named is a "?" on Start."""
    event = Event((Player(1, "Ann", Decimal(1900), facts=facts),))
    start = next(s for s in build(plan_of(event, "malaysia")).sheets if s.key == "Start")
    assert ("?" in {cell.value for cell in start.cells.values()}) is bool(facts)


def test_what_finds_no_room_on_the_sheet_check_is_counted() -> None:
    """Promise: Check lists every problem; of more than fit it says how many there are besides."""
    people = tuple(Player(no, f"Player {no}", Decimal(1900 + no)) for no in range(1, 9))
    games = tuple(
        Game(number, no, no + 1, "1-0")
        for number in range(1, 11) for no in (1, 3, 5, 7)
    )  # fmt: skip
    book = build(plan_of(Event(people, games, start=date(2026, 2, 1)), "fide"))
    check_sheet = next(sheet for sheet in book.sheets if sheet.name == "Check")
    texts = [str(cell.value) for (_, col), cell in check_sheet.cells.items() if col == 1]
    again = sum("meet again" in text for text in texts)
    assert again < 36
    # Each round after the first repeats its four pairings; five facts and a birthday are missing.
    assert [text for text in texts if text.endswith(" more")] == ["and 12 more"]


@pytest.mark.in_turn
def test_native_formulas_of_every_choice_equal_the_engine(office: Office, tmp_path: Path) -> None:
    """What claims native formulas is recalculated to the engine's values, choice by choice."""
    made = {}
    # Those that are missing here are typed into the sheet in `test_choices`.
    tried = native_references(slice(None) if EVERY else slice(1, None, 10))
    for seed, reference in enumerate(tried):
        event = random_event(seed, 4 + 3 * (seed % 3), 4)
        day = date(2026, 2, 1) if seed % 2 else None
        event = replace(fitted(event, reference, seed), start=day)
        if day is None:
            # Of no day no age is known, and what hangs on it is refused.
            people = tuple(replace(person, born=None) for person in event.players)
            event = replace(event, players=people)
        made[reference] = plan_of(event, reference, ("en", "zh", "ru")[seed % 3])
    agreeing(every_other(made), office, tmp_path)


@pytest.mark.in_turn
def test_native_formulas_of_every_rule_set_in_both_formats(office: Office, tmp_path: Path) -> None:
    """Swiss events and complete round robins of every native rule set.

    One event of a rule set; where every case is asked for all three, a larger Swiss, and the empty
    templates, which are calculated in `test_shipped` too.

    A complete round robin is rated by the average of its field where the rules have it so.
    """
    made, fields = {}, 0
    for seed, name in enumerate(natives()):
        events = {
            "swiss": random_event(seed + 50, *((17, 7) if EVERY else (11, 5))),
            "round robin": complete_round_robin(seed, 6),
            "double round robin": complete_round_robin(seed + 1, 5, 2),
        }
        if not EVERY:
            kept = list(events)[(seed + 1) % 3]
            events = {kept: events[kept]}
        for kind, event in events.items():
            fitting = replace(fitted(event, name, seed), start=date(2026, 2, 1))
            try:
                plan = plan_of(fitting, name, ("en", "zh", "ru")[seed % 3])
            except NotKnownError as error:
                # A full score leaves the field without an average: then nothing is rated.
                assert "difference for" in str(error)
                continue
            fields += plan.field is not None
            made[f"{name}, {kind}"] = plan
        if EVERY:
            made[f"{name}, empty swiss"] = empty("swiss", name, 7, 3)
            made[f"{name}, empty round robin"] = empty("round-robin", name, 4, 6)
    assert fields >= 1
    agreeing(every_other(made), office, tmp_path)


@pytest.mark.in_turn
def test_a_round_robin_in_which_all_are_rated(office: Office, tmp_path: Path) -> None:
    """china-pro 1.41: the mean of the field, once and twice round, and the other reading."""
    made = {}
    for seed, options in enumerate(("", "", ":all_rated=estimate", ":all_rated=estimate")):
        if not EVERY and seed in (1, 2):  # once round is left, and twice round the other reading
            continue
        event = complete_round_robin(seed + 20, 5 + seed, 1 + seed % 2)
        people = tuple(
            replace(person, rating=person.rating or Decimal(2400 + person.no))
            for person in event.players
        )
        event = fitted(replace(event, players=people), "china-pro", seed)
        plan = plan_of(event, f"china-pro{options}", ("en", "zh", "ru")[seed % 3])
        assert plan.field is not None
        made[f"{seed}{options}"] = plan
    agreeing(every_other(made), office, tmp_path)


@pytest.mark.in_turn
def test_performances_found_step_by_step(office: Office, tmp_path: Path) -> None:
    """dwz, Anhang 1.1.2: a circle, opponents too far apart, too many steps; the other reading."""
    half = ("½-½", "0-1", "0-1", "0-1", "0-1", "0-1")
    cases = {
        "circle": ((1377, 1240, 1666, 1286, 1410), ("1-0", "1-0", "1-0", "0-1", "0-1"), 1472),
        "too far apart": ((3500, 3000, 100, 500, 120, 110), half, None),
        # 74 steps, for which the sheet has no room: it says so.
        "too many steps": ((1000, 900, 2400), ("1-0", "1-0", "0-1"), 1720),
    }
    made = {}
    for name, (opponents, codes, performed) in cases.items():
        people = tuple(
            Player(no, f"P{no}", Decimal(rating)) for no, rating in enumerate((1500, *opponents), 1)
        )
        lines = games(*((i, 1, i + 1, code) for i, code in enumerate(codes, 1)))
        event = Event(people, lines, start=date(2026, 2, 1))
        for rules in ("dwz", "dwz:shares=places3") if EVERY or name == "circle" else ("dwz",):
            made[f"{name}, {rules}"] = plan_of(event, rules)
        assert made[f"{name}, dwz"].line_of[1].performance == performed
    agreeing(every_other(made), office, tmp_path)


@pytest.mark.in_turn
def test_who_has_no_rated_game_keeps_the_rating(office: Office, tmp_path: Path) -> None:
    """china-pro 1.46, "新等级分R(n)": the rating that games give is rounded, not that of who has a
    bye, an unrated game or a postponed one; nor is that called a floor of US Chess."""
    ratings = ("2202.4", "2250", "2100.67", "2101.25", "2102.4", "2203.3", "2204.6")
    results = games(
        (1, 1, 2, "1-0"), (1, 3, None, "BYE 1"), (1, 4, 5, "1-0 U"), (1, 6, 7, "POSTPONED"),
        (2, 2, 1, "½-½"),
    )  # fmt: skip
    made = {}
    for rules in (
        "elo", "dwz", "uscf", "china-pro", "cxa-rapid", "glicko:rounding=whole",
        "glicko2:rounding=whole", "elo-normal:rating=whole", "nevzorov:rating=whole",
        "ingo:digits=whole",
    ):  # fmt: skip
        off = Decimal(2000 if rules.startswith("ingo") else 0)
        people = tuple(
            Player(no, f"P{no}", Decimal(rating) - off, games=60, sex="m", k=needed_k(rules))
            for no, rating in enumerate(ratings, 1)
        )
        plan = plan_of(Event(people, results, start=date(2026, 2, 1)), rules)
        assert [line.new for line in plan.report.lines[2:]] == [p.rating for p in people[2:]], rules
        made[rules] = plan
    agreeing(made, office, tmp_path)


def needed_k(rules: str) -> Decimal | None:
    """A K where the rule set leaves it to the organiser."""
    return Decimal(10) if rules.startswith(("elo-normal", "nevzorov")) else None


@pytest.mark.in_turn
def test_careers_of_us_chess(office: Office, tmp_path: Path) -> None:
    """Special rating: few games, all won, all lost, newcomers of every age, stretches that fit."""
    made = {}
    for seed in range(12 if EVERY else 3):
        chance = random.Random(seed)
        event = complete_round_robin(seed, 4 + seed % 3, 1 + seed % 3)
        people = tuple(map(partial(us_career, chance=chance), event.players))
        event = replace(event, players=people, start=date(2026, 2, 1))
        rules = ("uscf", "uscf@2005-01-01", "uscf:max_floor=2200")[seed % 3]
        made[f"{rules} {seed}"] = plan_of(event, rules, ("en", "zh", "ru")[seed % 3])
    agreeing(every_other(made), office, tmp_path)


def us_career(player: Player, chance: random.Random) -> Player:
    """A player with few games or many, whose wins and draws are known or not."""
    games = chance.choice([None, 0, 1, 3, 8, 9, 25, 26])
    of_all = chance.choice([None, (games, 0), (0, 0), (1, 1)]) if games else None
    facts: dict[str, object] = dict(zip(("wins", "draws"), of_all or (), strict=False))
    if chance.random() < 0.3:
        facts["floor"] = Decimal(1200)
    # Equal ratings, so that knots fall together.
    rating = chance.choice([None, *map(Decimal, (800, 1200, 1600, 2000)), player.rating])
    born = chance.choice([None, 1980, 2010, 2018])
    return replace(player, rating=rating, games=games, facts=facts, born=born, k=None)


@pytest.mark.in_turn
def test_what_develops_with_the_same_rounds(office: Office, tmp_path: Path) -> None:
    """dwz: E follows from rounds that look E up; columns of them are no error on loading."""
    made = {}
    for seed in (6, 12, 13, 20) if EVERY else (6, 20):
        event = fitted(random_event(seed, 12 + seed % 7, 6), "dwz", seed)
        made[str(seed)] = plan_of(replace(event, start=date(2026, 2, 1)), "dwz")
    agreeing(every_other(made), office, tmp_path)


_SIZES = [(3, 3), (60, 7), *([(12, 6), (300, 15)] if EVERY else [])]


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize(("players", "rounds"), _SIZES)
def test_every_size(players: int, rounds: int, office: Office, tmp_path: Path) -> None:
    """From three players to 300 and 15 rounds: no formula cell differs, none is an error."""
    names = ("fide", "cxa-rapid", "malaysia", "dwz") if players < 60 or EVERY else ("dwz",)
    made = {}
    for seed, rules in enumerate(names):
        event = fitted(random_event(seed, players, rounds), rules, seed)
        made[rules] = plan_of(replace(event, start=date(2026, 4, 1)), rules)
    agreeing(every_other(made), office, tmp_path)


@pytest.mark.in_turn
def test_what_rules_ask_about_players_survives_another_program(
    office: Office, tmp_path: Path
) -> None:
    """Title, sex, champion, bonus place and the rest are read back as they were typed."""
    for name in ("cxa-rapid", "malaysia", "dwz") if EVERY else ("cxa-rapid",):
        reference = load(name).reference
        event = replace(
            fitted(random_event(3, 12, 4), name, 3), rules=reference, start=date(2026, 2, 1)
        )
        path = write(plan_of(event, reference), tmp_path / f"{name}.xlsx")
        for saved in (path, office.convert(path, "ods")):
            assert read_contents(open_sheets(saved)).event == event
            assert check(open_sheets(saved)).differences == ()


@pytest.mark.in_turn
def test_the_rating_that_a_title_gives_is_shown(office: Office, tmp_path: Path) -> None:
    """自动转换等级分, 标准值: who starts by title has a rating in every table, not an empty cell."""
    for name, title, start in (("malaysia", "国际大师", 2250), ("cxa-rapid", "国家大师", 2450)):
        people = (Player(1, "A", title=title), Player(2, "B", Decimal(2100)))
        event = Event(people, games((1, 1, 2, "½-½")), rounds=1)
        plan = plan_of(event, name)
        book = build(plan)
        for sheet, place in (("Ratings", (4, 2)), ("Crosstable", (4, 3))):
            assert [book.sheet(sheet).cells[place].shown] == [start], (name, sheet)
        report = plan.report
        assert f"  {start}  " in terminal_table(report).splitlines()[3]
        assert csv_text(report).splitlines()[1].split(",")[3] == str(start)
        assert report.to_dict()["players"][0]["start_rating"] == start
        table = RATE_EVENT([[1, "A", ""], [2, "B", 2100]], [[1, 1, 2, "½-½"]], "rank-ladder")
        assert table[1][2] == 0
        agreeing({name: plan}, office, tmp_path)


@pytest.mark.in_turn
def test_the_pace_of_an_event_in_a_workbook(office: Office, tmp_path: Path) -> None:
    """Sonas, 1, 0,29 and 0,18: the pace is typed on Start, in any language, and weighs all games."""
    made = {}
    for seed, pace in enumerate(("", "classical", "rapid", "blitz")):
        for option in ("", ":pace=30 minutes") if EVERY or seed % 2 else ("",):
            event = replace(fitted(random_event(seed, 6, 3), "nevzorov", seed), pace=pace)
            language = ("en", "zh", "ru")[seed % 3]
            made[f"{pace}{option}"] = plan_of(event, f"nevzorov{option}", language)
    paths = agreeing(made, office, tmp_path)
    for plan, path in zip(made.values(), paths, strict=True):
        assert read_contents(open_sheets(path)).event.pace == plan.event.pace
        assert check(open_sheets(path)).differences == ()
    changes = [
        [line.change for line in made[name].report.lines if line.change]
        for name in ("rapid", "blitz")
    ]
    assert all(changes)
    assert "event_pace" not in build(empty("swiss", "elo", 4)).names


@pytest.mark.in_turn
def test_a_forecast_for_each_pairing(office: Office, tmp_path: Path) -> None:
    """(4) to (6): win, draw and loss of each line of Games, by the numbers that were given."""
    k = Decimal(10)
    rated = (Player(1, "A", Decimal(2560), k=k), Player(2, "B", Decimal(2600), k=k))
    people = (*rated, Player(3, "C"))
    pairs = games((1, 1, 2, ""), (2, 2, 1, "1-0"), (3, 3, 1, ""), (3, 2, None, "BYE 1"))
    made = {}
    for options in ("", ":first_move=41,margin=197"):
        for language in ("en", "zh", "ru") if EVERY or not options else ("en",):
            event = Event(people, pairs, rounds=3)
            made[options + language] = plan_of(event, f"nevzorov{options}", language)
    made["random"] = plan_of(fitted(random_event(4, 9, 5), "nevzorov"), "nevzorov")
    made["empty"] = empty("round-robin", "nevzorov", 6)
    for path in agreeing(made, office, tmp_path):
        assert check(open_sheets(path)).differences == ()
    sheet = build(made[":first_move=41,margin=197en"]).sheet("Forecast")
    shown: list[Any] = [sheet.cells[4, col].shown for col in (4, 5, 6)]
    assert shown == WIN_DRAW_LOSS(2560, 2600, "nevzorov:first_move=41,margin=197")[0]
    assert sheet.cells[4, 9].shown == pytest.approx(shown[0] + shown[1] / 2)
    assert [sheet.cells[6, col].shown for col in (4, 5, 6)] == ["", "", ""]
    assert "Forecast" not in [sheet.name for sheet in build(empty("swiss", "elo", 4)).sheets]


@pytest.mark.in_turn
def test_numbers_of_ones_own_are_typed_on_the_rules_sheet(office: Office, tmp_path: Path) -> None:
    """(4), (5): what CALIBRATE finds, in the open cells of Rules; the file is named after it."""
    event = fitted(random_event(5, 6, 3), "nevzorov")
    plan = plan_of(event, "nevzorov:constants=calculated", engine=False)
    path = write(plan, tmp_path / "plain.xlsx")
    book = load_workbook(path)
    opened = {
        str(rules.cell(row, 2).value): rules.cell(row, 3)
        for rules in [book["Rules"]]
        for row in range(5, 40)
        if not rules.cell(row, 3).protection.locked
        and isinstance(rules.cell(row, 3).value, (int, float))  # a choice is a word
    }
    assert [cell.value for cell in opened.values()] == [41, 197]
    for cell, value in zip(opened.values(), (38.25, 201), strict=True):
        cell.value = value
    book.save(tmp_path / "typed.xlsx")
    saved = office.convert(tmp_path / "typed.xlsx", "xlsx")
    found = read_contents(open_sheets(saved)).event
    assert found.rules == "nevzorov:constants=calculated,first_move=38.25,margin=201"
    assert check(open_sheets(saved)).differences == ()
    # What is as the rule set has it is not part of the name.
    again = plan_of(event, "nevzorov:first_move=41,margin=197")
    assert "first_move" in again.rules.reference
    agreeing({"given": again, "one": plan_of(event, "nevzorov:margin=180.5")}, office, tmp_path)


def ladder_event(seed: int) -> Event:
    """A seeded event on the ladder of ranks: points near the ranks' bounds, and short games."""
    chance, event = random.Random(seed), random_event(seed, 12, 7)
    near = (0, 1, 49, 50, 149, 150, 39999, 40000, 50001)
    people = tuple(
        replace(p, rating=None if p.rating is None else Decimal(chance.choice(near)), k=None,
                born=None, games=None, peak=None)
        for p in event.players
    )  # fmt: skip
    counted = tuple(
        replace(game, moves=chance.choice((None, 0, 9, 10, 11, 60))) for game in event.games
    )
    return replace(event, players=people, games=counted)


@pytest.mark.in_turn
def test_ladder_of_ranks_in_a_workbook(office: Office, tmp_path: Path) -> None:
    """计分方法: points sequential over the rounds, short games by their moves, the rank beside."""
    options = ("", ":short_loss=keeps", ":within=9", ":floor=none", ":short_loss=keeps,floor=none")
    made = {}
    for seed, option in enumerate(options):
        if option and seed % 2 and not EVERY:
            continue
        language = ("en", "zh", "ru")[seed % 3]
        made[option] = plan_of(ladder_event(seed), f"rank-ladder{option}", language)
    made["empty"] = empty("swiss", "rank-ladder", 6, 3)
    made["round robin"] = empty("round-robin", "rank-ladder", 4)
    paths = agreeing(made, office, tmp_path)
    for plan, path in zip(made.values(), paths, strict=True):
        found = read_contents(open_sheets(path)).event
        assert found.games == plan.event.games and found.players == plan.event.players
        assert check(open_sheets(path)).differences == ()
    ratings = build(made[""]).sheet("Ratings")
    ranks = {cell.shown for (row, col), cell in ratings.cells.items() if row > 3 and cell.formula}
    assert {"Commoner", "General-in-chief"} <= ranks


def chosen_tie_breaks() -> dict[str, Plan]:
    """Each tie-break of each format at each place, in events before and after March 2026.

    Those of before 2023, too.
    """
    found = {}
    for format, since_2023 in CHOICES.items():
        offered = since_2023 + (VIRTUAL if format == "swiss" else ())
        # Each code stands behind the one before it, too; where not all is asked for, each once.
        for turn in range(0, len(offered), 1 if EVERY else 3):
            codes = (offered[turn:] + offered[:turn])[: 1 + turn % 3 if EVERY else 3]
            event = random_event(turn, 5 + 4 * (turn % 4), 3 + turn % 5)
            if format == "round-robin":
                event = complete_round_robin(turn, 4 + turn, 1 + turn % 2)
            day = (date(2026, 2, 28), date(2026, 3, 1), None)[turn % 3]
            found[f"{format}, {codes}"] = plan_of(
                replace(event, tie_breaks=codes, start=day), "elo"
            )
    return found


@pytest.mark.in_turn
def test_tie_breaks_of_the_sheet_equal_the_engine(office: Office, tmp_path: Path) -> None:
    """C.07: whatever is named on Start, the Crosstable has the engine's order and values."""
    made = chosen_tie_breaks()
    paths = agreeing(made, office, tmp_path)
    for plan, path in zip(made.values(), paths, strict=True):
        named = read_contents(open_sheets(path)).event.tie_breaks
        assert named in (plan.event.tie_breaks, None)


@pytest.mark.in_turn
def test_direct_encounter_is_applied_as_often_as_it_changes_anything(
    office: Office, tmp_path: Path
) -> None:
    """6.2: with lost points in the field (0-0 F) a tie of four may take three applications."""
    lines = (
        (1, 2, 5, "1-0"), (1, 3, 4, "1-0"), (2, 5, 3, "0-1"), (2, 1, 2, "1-0"), (3, 3, 1, "0-1"),
        (3, 4, 5, "1-0"), (4, 1, 4, "0-1"), (4, 2, 3, "1-0"), (5, 4, 2, "0-0 F"), (5, 5, 1, "1-0"),
    )  # fmt: skip
    event = replace(complete_round_robin(1, 5), games=games(*lines), tie_breaks=("DE",))
    assert [standing.place for standing in standings(event)] == [1, 2, 3, 4, 5]
    # C.07, 6.3: a group of a Swiss in which games are missing.
    tied = replace(a_tie_of_four(), tie_breaks=("WIN", "DE"))
    made = {"0-0 F": event, "6.3": a_tie_of_four(), "6.3 after another": tied}
    agreeing({name: plan_of(one, "elo") for name, one in made.items()}, office, tmp_path)


@pytest.mark.in_turn
def test_gaps_between_tie_breaks_are_closed(office: Office, tmp_path: Path) -> None:
    """Promise: an empty cell between two tie-breaks, small letters and spaces change nothing."""
    import openpyxl

    event = replace(complete_round_robin(3, 6), tie_breaks=("KS", "WIN"))
    path = write(plan_of(event, "elo"), tmp_path / "event.xlsx")
    book = openpyxl.load_workbook(path)
    for cell, code in (("B24", " ks"), ("B25", None), ("B26", "win ")):
        book["Start"][cell] = code
    book.save(tmp_path / "typed.xlsx")
    sheets = open_sheets(office.convert(tmp_path / "typed.xlsx", "xlsx"))
    assert read_contents(sheets).event.tie_breaks == event.tie_breaks
    assert check(sheets).differences == ()


@pytest.mark.in_turn
def test_play_offs_of_the_sheet_equal_the_engine(office: Office, tmp_path: Path) -> None:
    """Rounds after the last of the table decide ties: rated, and without points in the table."""
    made = {}
    for seed, rules in enumerate(("cxa-rapid", "cxa-rapid", "cxa-rapid", "malaysia", "elo", "dwz")):
        event = random_event(seed, 10, 4) if seed % 2 else complete_round_robin(seed, 6)
        event = with_playoffs(fitted(event, rules, seed), seed)
        made[f"{rules}, {seed}"] = plan_of(replace(event, rules=load(rules).reference), rules)
    assert all(plan.playoffs == 3 for name, plan in made.items() if name.startswith("cxa"))
    paths = agreeing(made, office, tmp_path)
    for plan, path in zip(made.values(), paths, strict=True):
        assert read_contents(open_sheets(path)).event == plan.event
        assert check(open_sheets(path)).differences == ()


def test_a_player_without_k_is_named_in_the_workbook(office: Office, tmp_path: Path) -> None:
    """Rules that leave K to their user: the Players sheet asks for it, and no cell is an error."""
    import openpyxl

    path = write(empty("round-robin", "nevzorov", 2), tmp_path / "empty.xlsx")
    book = openpyxl.load_workbook(path)
    for row, rating in ((5, 2000), (6, 2100)):
        book["Players"].cell(row, 2).value = f"Player {row}"
        book["Players"].cell(row, 6).value = rating
    book["Games"].cell(5, 5).value = "1-0"
    book.save(tmp_path / "typed.xlsx")
    sheets = office.shown(tmp_path / "typed.xlsx")
    cells = [cell for rows in sheets.values() for row in rows for cell in row]
    # A comment of a report (TRF26) begins with three of them.
    assert not [cell for cell in cells if str(cell).startswith("#") and str(cell)[:4] != "### "]
    # The text stands in a cell of its own, too, from which the line has it.
    assert sum("no K for this player" in str(row) for row in sheets["Players"]) == 2


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_round_trip_through_libreoffice(office: Office, tmp_path: Path, kind: str) -> None:
    """Saved by another program, as .xlsx or .ods, a workbook is read back as the same event."""
    event = replace(random_event(5, 12, 5), rules="fide@2025-10-01", start=date(2026, 3, 1))
    plan = plan_of(event, event.rules)
    path = write(plan, tmp_path / "event.xlsx")
    folder = tmp_path / "saved"
    folder.mkdir()
    saved = office.convert(path, kind)
    contents = read_contents(open_sheets(saved))
    assert contents.event == plan.event
    assert check(open_sheets(saved)).differences == ()


@pytest.mark.in_turn
def test_check_names_the_cell_that_was_changed(office: Office, tmp_path: Path) -> None:
    """A K changed on the Rules sheet is followed by the formulas and named by `check`."""
    import openpyxl

    plan = plan_of(read(EVENTS / "us-championship-2025" / "games.csv"), "fide")
    event = replace(plan.event, players=tuple(replace(p, k=None) for p in plan.event.players))
    path = write(filled(event, plan.rules), tmp_path / "event.xlsx")
    book = openpyxl.load_workbook(path)
    k = next(c for row in book["Rules"].iter_rows() for c in row if c.value == 10 and c.column == 3)
    k.value = 12
    book.save(tmp_path / "changed.xlsx")
    changed = open_sheets(office.convert(tmp_path / "changed.xlsx", "xlsx"))
    said = [cell for row in changed.rows("Start") for cell in row]
    assert any("not those of the regulation" in str(cell) for cell in said)
    checked = check(changed)
    places = [difference.where for difference in checked.differences]
    assert f"sheet Rules, cell {k.coordinate}" in " ".join(places)
    assert sum("sheet Ratings" in place for place in places) >= 12


def test_check_names_a_text_in_place_of_a_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: whatever a cell shows instead of its number is named, and is no reason to stop."""
    sheets = open_sheets(write(plan_of(random_event(1, 4, 3), "fide"), tmp_path / "event.xlsx"))
    rows = [list(row) for row in sheets.rows("Ratings")]
    line = next(row for row in rows if row[0] == 1)
    at = max(col for col, cell in enumerate(line) if isinstance(cell, (int, float)))
    number, line[at] = line[at], "soon"
    shown = sheets.rows
    monkeypatch.setattr(sheets, "rows", lambda name: rows if name == "Ratings" else shown(name))
    assert [(one.found, one.expected) for one in check(sheets).differences] == [("soon", number)]


def test_berger_tables() -> None:
    """FIDE C.05 Annex 1: the printed table for 6; everybody meets everybody once."""
    assert pairings(6) == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]
    for size in range(2, 25):
        met = [frozenset(pair) for pairs in pairings(size) for pair in pairs]
        assert len(met) == len(set(met)) == size * (size - 1) // 2


@pytest.mark.in_turn
def test_formulas_keep_within_the_limits_of_excel() -> None:
    """Excel takes formulas of up to 8192 letters and 64 levels.

    The workbook of a rule set has the formulas of its choices, too.
    """
    for rules in native_references() if EVERY else natives():
        for plan in (empty("swiss", rules, 3, 15), empty("round-robin", rules, 4)):
            for sheet in build(plan).sheets:
                for place, cell in sheet.formulas():
                    brackets = re.sub('"[^"]*"|[^()"]+', "", cell.formula)
                    level = max(accumulate(1 if c == "(" else -1 for c in brackets), default=0)
                    assert len(cell.formula) < 8192 and level < 64, (sheet.name, place)
