"""The top of Start: how the event stands and what to do next; and what a small screen shows."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from live_office import Entry, Live
from openpyxl.utils.cell import coordinate_to_tuple
from workbooks import complete_round_robin, fitted, plan_of, random_event, write

from xlrating.engine.rules.ruleset import available, load
from xlrating.engine.texts import say
from xlrating.workbook.book import build
from xlrating.workbook.file.screen import FROZEN, WIDE, pixels
from xlrating.workbook.native import is_native
from xlrating.workbook.sheets.dashboard import LIGHT_ROW
from xlrating.workbook.sheets.start import ROW_OF
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
        cols = (0, 5, 2, 6)
        found = [
            Entry("Games", 4 + line, col, str(v)) for col, v in zip(cols, typed, strict=True) if v
        ]
        return [*found, *([Entry("Games", 4 + line, 5, result)] if result else [])]

    assert shown() == [say("en", "next_event"), "0 / 2", 0, "", ""]
    live.type([Entry("Start", ROW_OF["event_name"], 1, "Cup")])
    assert shown() == [say("en", "next_players"), "0 / 2", 0, "", ""]
    for row, name in enumerate(("Ann", "Bob", "Cai", "Dan")):
        live.type([Entry("Players", 4 + row, 1, name), Entry("Players", 4 + row, 6, "2000")])
    assert shown()[0] == say("en", "next_pairings")
    places = [target(f"next_{step}") for step in ("event", "players", "pairings", "play")]
    row = ROW_OF["event_name"] + 1
    assert places == [f"#Start!B{row}", "#Players!B5", "#Games!C5", "#Round!A1"]
    live.type([*game(0, 1, 1, 2, ""), *game(1, 1, 3, 4, "")])
    assert shown() == [say("en", "next_play"), "0 / 2", 2, "", ""]
    live.type([Entry("Games", 4, 5, "1-0")])
    missing = say("en", "next_open", postponed="POSTPONED")
    assert shown() == [missing, "1 / 2", 1, "Ann", "Ann"]
    assert target("next_open") == "#Games!F6"
    assert title() == say("en", "standings_open", round=1, n=1)
    # A game that is put off keeps nobody from the next round.
    live.type([Entry("Games", 5, 5, "POSTPONED")])
    assert shown()[:3] == [say("en", "next_round", round=2), "1 / 2", 1]
    # The first free line, whatever round stands in it.
    assert (target("next_postponed"), target("next_round")) == ("#Games!F6", "#Games!C7")
    live.type([Entry("Games", 5, 5, "1-0")])
    both = say("en", "dash_shared", name="Ann", n=1)
    assert shown() == [say("en", "next_round", round=2), "1 / 2", 0, both, "Ann"]
    assert title() == say("en", "round_standings", round=1)
    live.type([*game(4, 2, 3, 1, "0-1"), *game(5, 2, 2, 4, "POSTPONED")])
    assert shown()[:3] == [say("en", "next_postponed"), "2 / 2", 1]
    live.type([Entry("Games", 9, 5, "½-½")])
    assert shown() == [say("en", "next_notices"), "2 / 2", 0, "Ann", "Ann"]
    assert title() == say("en", "standings_final")
    live.type([Entry("Players", 5, 1, "Ann")])
    assert shown()[0] == say("en", "next_problems")
    check = target("next_problems")
    assert check == target("next_notices")
    sheet, _, cell = check.lstrip("#").partition("!")
    row, col = coordinate_to_tuple(cell)
    assert "Players!" in str(live.values(sheet)[sheet][row - 1][col - 1])
    places = [target(step) for step in ("next_rules", "next_ready")]
    assert places == ["#Rules!A1", "#Standings!A1"]


@pytest.mark.parametrize("rules", [name for name in available() if is_native(load(name))])
def test_small_screens(rules: str) -> None:
    """Promise: at 1,366 pixels what is said of a line is seen, at 412 what is frozen leaves room."""
    for format in ("swiss", "round-robin"):
        for sheet in build(empty(format, rules, 12)).sheets:
            if sheet.hidden:
                continue
            last = max((c for c in sheet.widths if c not in sheet.hidden_columns), default=0)
            wide = [
                sheet.widths.get(c, 9) for c in range(last + 1) if c not in sheet.hidden_columns
            ]
            stays = [sheet.widths[c] for c in range(sheet.freeze[1] if sheet.freeze else 0)]
            assert pixels(stays) <= FROZEN, sheet.name
            # The tables beside the words of a regulation are none of them messages.
            assert sheet.name == "Rules" or pixels(wide) <= WIDE, (sheet.name, pixels(wide))
    assert FROZEN < 412 * 0.6


def test_leader_and_gain_are_the_engine_s() -> None:
    """The first of the table, who shares the place, and the best change; of Ingo the lowest."""
    for rules in ("fide", "ingo"):
        plan = plan_of(fitted(random_event(3, 9, 5), rules), rules)
        cells = build(plan).sheet("Start").cells
        changes = {line.player.name: line.rounded for line in plan.report.lines if line.rounded}
        best = (min if rules == "ingo" else max)(changes, key=lambda name: changes[name])
        first = plan.event.by_no[plan.standings[0].no].name
        shared = sum(one.place == 1 for one in plan.standings) - 1
        leader = say("en", "dash_shared", name=first, n=shared) if shared else first
        assert cells[LIGHT_ROW + 4, 1].shown == leader
        assert cells[LIGHT_ROW + 4, 2].value == plan.standings[0].points
        assert cells[LIGHT_ROW + 5, 1].shown == best
        assert cells[LIGHT_ROW + 5, 2].value == changes[best]
    # Before the first result nobody leads, however many have the same points.
    none = replace(random_event(3, 9, 5), games=())
    cells = build(plan_of(fitted(none, "fide"), "fide")).sheet("Start").cells
    assert cells[LIGHT_ROW + 4, 1].shown == cells[LIGHT_ROW + 5, 1].shown == ""


@pytest.mark.parametrize("rules", ["fide", "glicko", "uscf"])
def test_what_no_formula_rates_is_rated_before_it_is_sent_in(rules: str) -> None:
    """Promise: an event that is over is sent in; without formulas for ratings, rated first."""
    plan = plan_of(fitted(complete_round_robin(3, 5), rules), rules)
    cell = build(plan).sheet("Start").cells[LIGHT_ROW + 1, 1]
    keys = ("next_ready", "next_notices"), ("next_rate", "next_notices_rate")
    own, others = keys if plan.native else keys[::-1]
    assert all(f"text_{key})" in cell.formula for key in own), cell.formula
    assert not any(f"text_{key})" in cell.formula for key in others)
    # Of FIDE's rules it is doubtful what the event does not say.
    assert cell.value == say("en", own[plan.native])
    assert all("xlrating rate" in say("en", key) for key in keys[1])
