"""The top of Start: how the event stands and what to do next; and what a small screen shows."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from live_office import Entry, Live
from openpyxl.utils.cell import coordinate_to_tuple
from workbooks import complete_round_robin, fitted, plan_of, random_event, write

from xlrating.engine.rules.ruleset import available, load
from xlrating.engine.texts import say, wording
from xlrating.exchange import open_sheets
from xlrating.workbook.book import build
from xlrating.workbook.compare import check
from xlrating.workbook.file.screen import FROZEN, WIDE, pixels
from xlrating.workbook.native import is_native
from xlrating.workbook.sheets.dashboard import LIGHT_ROW
from xlrating.workbook.sheets.start import ROW_OF
from xlrating.workbook.sheets.start_columns import HINT
from xlrating.workbook.templates import empty

#: A cell of Games to try a formula in, beside all that is shown.
FREE = (1, 40)


def targets(formula: str) -> dict[str, str]:
    """Where each link of a formula goes, as the formula has it, by the text that it shows."""
    found = {}
    for part in formula.split("HYPERLINK(")[1:]:
        depth = 0
        depths = [depth := depth + {"(": 1, ")": -1}.get(letter, 0) for letter in part]
        at = next(i for i, letter in enumerate(part) if letter == "," and not depths[i])
        key = re.search(r"next_\w+", part[at:])
        assert key
        # As LibreOffice has formulas that are typed by a program.
        found[key[0]] = part[:at].replace(",", ";")
    return found


@pytest.mark.in_turn
def test_it_says_what_to_do_next(live: Live, tmp_path: Path) -> None:
    """Promise: from the empty template to the last result the next thing is named, with leader and
    gain; and a link goes to it."""
    plan = empty("swiss", "fide", 4, 2)
    live.open(write(plan, tmp_path / "new.xlsx"))
    links = targets(build(plan).sheet("Start").cells[LIGHT_ROW + 1, 1].formula)

    def target(step: str) -> str:
        with live.typed(Entry("Games", *FREE, f"={links[step]}")):
            return str(live.values("Games")["Games"][FREE[0]][FREE[1]])

    def shown() -> list[object]:
        rows = live.values()["Start"][LIGHT_ROW + 1 : LIGHT_ROW + 6]
        return [rows[0][1], *(row[1] for row in rows[1:])]

    def title() -> object:
        return live.values("Standings")["Standings"][0][0]

    def game(line: int, number: int, white: int, black: int, result: str) -> list[Entry]:
        typed = (number, "", white, black)
        cols = (1, 4, 3, 5)
        found = [
            Entry("Games", 4 + line, col, str(v)) for col, v in zip(cols, typed, strict=True) if v
        ]
        return [*found, *([Entry("Games", 4 + line, 4, result)] if result else [])]

    assert shown() == [say("en", "next_event"), "1 / 2", 0, "", ""]
    live.type([Entry("Start", ROW_OF["event_name"], 1, "Cup")])
    assert shown()[0] == say("en", "next_event")
    live.type([Entry("Start", ROW_OF["event_start"], 1, "2025-11-22")])
    assert shown() == [say("en", "next_players"), "1 / 2", 0, "", ""]
    for row, name in enumerate(("Ann", "Bob", "Cai", "Dan")):
        live.type([Entry("Players", 4 + row, 1, name), Entry("Players", 4 + row, 5, "2000")])
        some = say("en", "next_pairings_some", n=row + 1, places=4)
        assert shown()[0] == (some if row < 3 else say("en", "next_pairings"))
    places = [target(f"next_{step}") for step in ("event", "players", "pairings", "play")]
    row = ROW_OF["event_name"] + 1
    assert places == [f"#Start!B{row}", "#Players!B5", "#Games!D5", "#Round!A1"]
    # A round that was left out is told at once, not after its first result.
    with live.typed(*game(0, 2, 1, 2, ""), *game(1, 2, 3, 4, "")):
        assert shown()[0] == say("en", "next_skipped", before=1, after=2)
        assert target("next_skipped") == "#Games!B5"
    live.type(game(0, 1, 1, 2, ""))
    left = say("en", "next_unpaired", now=1, unpaired=2, full="BYE 1", zero="BYE 0")
    assert shown()[0] == left and target("next_unpaired") == "#Games!D6"
    # They stand on Check by name before the round begins.
    listed = [
        row[0] for row in live.values("Check")["Check"][13:] if "no game in round 1" in str(row[1])
    ]
    assert listed == ["Players!A7", "Players!A8"]
    live.type(game(1, 1, 3, 4, ""))
    assert shown() == [say("en", "next_play"), "1 / 2", 2, "", ""]
    # A round in words is a mistake, and no game of a round.
    with live.typed(Entry("Games", 4, 1, "Round 1")):
        assert shown()[:3] == [say("en", "next_problems"), "1 / 2", 1]
    live.type([Entry("Games", 4, 4, "1-0")])
    missing = say("en", "next_open", postponed="POSTPONED")
    assert shown() == [missing, "1 / 2", 1, "Ann", "Ann"]
    assert target("next_open") == "#Games!E6"
    assert title() == say("en", "standings_open", round=1, n=1)
    # A game that is put off keeps nobody from the next round.
    live.type([Entry("Games", 5, 4, "POSTPONED")])
    assert shown()[:3] == [say("en", "next_round", round=2), "1 / 2", 1]
    # The first free line, whatever round stands in it.
    assert (target("next_postponed"), target("next_round")) == ("#Games!E6", "#Games!D7")
    live.type([Entry("Games", 5, 4, "1-0")])
    both = say("en", "dash_shared", name="Ann", n=1)
    assert shown() == [say("en", "next_round", round=2), "1 / 2", 0, both, "Ann"]
    assert title() == say("en", "round_standings", round=1)
    # Whoever asked for another round is told before the next one is hung up.
    live.type([*game(4, 2, 3, 1, ""), *game(5, 2, 2, 4, "")])
    with live.typed(Entry("Round", 1, 0, "1")):
        assert shown()[0] == say("en", "next_asked", now=2, shown=1)
    assert shown()[0] == say("en", "next_play")
    # Two who met before are looked at first.
    with live.typed(*game(5, 2, 4, 3, ""), *game(4, 2, 1, 2, "")):
        assert shown()[0] == say("en", "next_met")
    # Tie-breaks of half a round decide nothing between those who have as many points.
    with live.typed(*game(4, 2, 3, 1, "½-½"), *game(5, 2, 4, 2, "")):
        level = [say("en", "dash_shared", name=name, n=1) for name in ("Ann", "Cai")]
        assert shown()[3] in level
    live.type([*game(4, 2, 3, 1, "0-1"), *game(5, 2, 2, 4, "POSTPONED")])
    assert shown()[:3] == [say("en", "next_postponed"), "2 / 2", 1]
    live.type([Entry("Games", 9, 4, "½-½")])
    assert shown() == [say("en", "next_notices", report="TRF"), "2 / 2", 0, "Ann", "Ann"]
    assert title() == say("en", "standings_final")
    # The days of the event are asked for, as the arbiter is.
    day = f"Start!B{ROW_OF['event_end'] + 1}"
    assert day in [row[0] for row in live.values("Check")["Check"][13:]]
    with live.typed(Entry("Start", ROW_OF["event_end"], 1, "2025-11-22")):
        assert day not in [row[0] for row in live.values("Check")["Check"][13:]]
    live.type([Entry("Players", 5, 1, "Ann")])
    assert shown()[0] == say("en", "next_problems")
    check = target("next_problems")
    assert check == target("next_notices")
    sheet, _, cell = check.lstrip("#").partition("!")
    row, col = coordinate_to_tuple(cell)
    assert "Players!" in str(live.values(sheet)[sheet][row - 1][col - 1])
    places = [target(step) for step in ("next_rules", "next_ready")]
    assert places == ["#Rules!A1", "#Standings!A1"]


@pytest.mark.in_turn
def test_who_is_left_over_is_told_before_the_next_round(live: Live, tmp_path: Path) -> None:
    """Of an odd number one has no line: with all results in nobody is sent on to the next round,
    nor told to hang up a list in which the point of a bye is missing. In a round robin the places
    that are filled are counted."""
    plan = empty("swiss", "elo", 4, 2)
    live.open(write(plan, tmp_path / "new.xlsx"))

    def says() -> object:
        return live.values("Start")["Start"][LIGHT_ROW + 1][1]

    typed = [Entry("Players", 4 + row, 1, name) for row, name in enumerate(("Ann", "Bob", "Cai"))]
    # Byes that are asked for before the first pairing are no results yet.
    with live.typed(*typed, Entry("Games", 4, 3, "3"), Entry("Games", 4, 4, "BYE ½")):
        assert live.values("Start")["Start"][LIGHT_ROW][0] == say("en", "status_empty")
        found = check(open_sheets(live.save(tmp_path / "byes.xlsx")))
    assert found.differences == ()
    live.type([*typed, *line_of(0, 1, 1, 2), Entry("Games", 4, 4, "1-0")])
    assert says() == say("en", "next_round_forgotten", player="3 Cai", round=2)
    live.type([Entry("Games", 5, 3, "3"), Entry("Games", 5, 4, "BYE 1")])
    assert says() == say("en", "next_round", round=2)
    plan = empty("round-robin", "elo", 5)
    live.open(write(plan, tmp_path / "all.xlsx"))
    live.type([Entry("Start", ROW_OF["event_name"], 1, "Cup")])
    live.type([Entry("Start", ROW_OF["event_start"], 1, "2025-11-22")])
    for row, name in enumerate(("Ann", "Bob", "Cai", "Dan", "Eve"), 1):
        live.type([Entry("Players", 3 + row, 1, name)])
        some = say("en", "next_play_some", n=row, places=5)
        assert says() == (some if row < 5 else say("en", "next_play"))
    # A forfeit known beforehand begins no round.
    first, second = (i for i, game in enumerate(plan.lines) if game and game.round == 1)
    live.type([Entry("Games", 4 + second, 4, "1-0 F")])
    assert says() == say("en", "next_play")
    live.type([Entry("Games", 4 + first, 4, "1-0")])
    assert says() == say("en", "next_play")
    live.type([Entry("Games", 4 + second, 4, "")])
    assert says() == say("en", "next_open", postponed="POSTPONED")


def line_of(row: int, number: int, white: int, black: int) -> list[Entry]:
    """A pairing in a line of Games."""
    typed = ((1, number), (3, white), (5, black))
    return [Entry("Games", 4 + row, col, str(value)) for col, value in typed]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("rules", [name for name in available() if is_native(load(name))])
def test_small_screens(rules: str) -> None:
    """Promise: at 1,366 pixels what is said of a line is seen, at 412 what is frozen leaves room."""
    for format in ("swiss", "round-robin"):
        for sheet in build(empty(format, rules, 12)).sheets:
            if sheet.hidden:
                continue
            last = max((c for c in sheet.widths if c not in sheet.hidden_columns), default=0)
            if sheet.key == "Players":
                # Right of what is said of a line stands once more, for paper, what counts.
                last = sheet.print_left - 1
            wide = [
                sheet.widths.get(c, 9) for c in range(last + 1) if c not in sheet.hidden_columns
            ]
            stays = [sheet.widths[c] for c in range(sheet.freeze[1] if sheet.freeze else 0)]
            assert pixels(stays) <= FROZEN, sheet.name
            # The tables beside the words of a regulation are none of them messages, and a line of
            # the report is as long as its format has it.
            others = ("Rules", "TRF")
            assert sheet.name in others or pixels(wide) <= WIDE, (sheet.name, pixels(wide))
    assert FROZEN < 412 * 0.6


def test_leader_and_gain_are_the_engine_s() -> None:
    """The first of the table, who shares the place, and the best change; of Ingo the lowest."""
    for rules in ("fide", "ingo"):
        plan = plan_of(fitted(random_event(3, 9, 5), rules), rules)
        cells = build(plan).sheet("Start").cells
        changes = {line.player.name: line.rounded for line in plan.report.lines if line.rounded}
        best = (min if rules == "ingo" else max)(changes, key=lambda name: changes[name])
        first = plan.event.by_no[plan.standings[0].no].name
        of = "place" if plan.event.is_over else "points"
        most = getattr(plan.standings[0], of)
        shared = sum(getattr(one, of) == most for one in plan.standings) - 1
        leader = say("en", "dash_shared", name=first, n=shared) if shared else first
        assert cells[LIGHT_ROW + 4, 1].shown == leader
        assert cells[LIGHT_ROW + 4, HINT].value == plan.standings[0].points
        assert cells[LIGHT_ROW + 5, 1].shown == best
        assert cells[LIGHT_ROW + 5, HINT].value == changes[best]
    # Before the first result nobody leads, however many have the same points.
    none = replace(random_event(3, 9, 5), games=())
    cells = build(plan_of(fitted(none, "fide"), "fide")).sheet("Start").cells
    assert cells[LIGHT_ROW + 4, 1].shown == cells[LIGHT_ROW + 5, 1].shown == ""


@pytest.mark.parametrize("rules", ["fide", "uscf:passes=one"])
def test_what_no_formula_rates_is_rated_before_it_is_sent_in(rules: str) -> None:
    """Promise: an event that is over is sent in; without formulas for ratings, rated first."""
    event = fitted(complete_round_robin(3, 5), rules)
    # Their provinces are no federations that a report takes.
    people = tuple(replace(person, federation="") for person in event.players)
    plan = plan_of(replace(event, players=people, end=date(2025, 10, 14)), rules)
    cell = build(plan).sheet("Start").cells[LIGHT_ROW + 1, 1]
    keys = ("next_ready", "next_notices"), ("next_rate", "next_notices_rate")
    own, others = keys if plan.native else keys[::-1]
    assert all(re.search(rf"text_{key}[,)]", cell.formula) for key in own), cell.formula
    assert not any(re.search(rf"text_{key}[,)]", cell.formula) for key in others)
    # Of FIDE's rules it is doubtful what the event does not say.
    assert cell.value == say("en", own[plan.native], report="TRF")
    assert all("xlrating rate" in wording(key)["en"] for key in keys[1])
