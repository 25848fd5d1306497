"""Workbooks in LibreOffice as people have it: typed into, nothing calculated by force.

A formula cell whose value the program does not believe, or a change that does not reach a cell,
shows in no test that lets it calculate everything on loading.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from shutil import copy

import pytest
from live_office import Entry, Live
from needs import EVERY
from openpyxl.utils.cell import coordinate_to_tuple
from workbooks import (
    STANDING,
    complete_round_robin,
    entries,
    fitted,
    native_references,
    natives,
    plan_of,
    random_event,
    write,
)

from xlrating.cli import main
from xlrating.engine.errors import NotKnownError
from xlrating.engine.event import Event
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.rating import rate
from xlrating.engine.rules.ruleset import load
from xlrating.engine.texts import sheet_name, wording
from xlrating.engine.tournament.prizes import Category
from xlrating.exchange import open_sheets
from xlrating.exchange.template import named
from xlrating.workbook.book import build
from xlrating.workbook.compare import check
from xlrating.workbook.native import is_native
from xlrating.workbook.plan import Plan
from xlrating.workbook.reader import read_contents
from xlrating.workbook.table import HEAD_ROW
from xlrating.workbook.templates import empty

#: Of the templates of round robins each fourth, of Swiss events, which take longest, each sixth: others
#: differ from what `new` writes in rows alone, and that is typed into here and in `test_choices`. The
#: formulas of every rule set are calculated in `test_formulas`.
TEMPLATES = [
    name
    for format, step in (("round-robin", 1 if EVERY else 4), ("swiss", 1 if EVERY else 6))
    for name in [name for name, one in STANDING.items() if one.format == format][::step]
    # What no formula rates has the values of when it was made.
    if is_native(load(STANDING[name].rules))
]
KINDS = (".xlsx", ".ods")
#: Prizes that the secretary sets.
PRIZES = (
    Category("Girls", sex="f", born_from=1980), Category("U1900", below=Decimal(1900)),
    Category("Home", club="CHN"), Category("Seniors", born_until=1970),
)  # fmt: skip


def event_for(plan: Plan, seed: int) -> Event:
    """An event that fits a template: a complete round robin, or a Swiss with all that happens."""
    rules, places = plan.rules.reference, len(plan.numbers)
    for turn in range(seed, seed + 20):
        if plan.is_round_robin:
            cycles = plan.rounds // (places - 1 + places % 2)
            event = complete_round_robin(turn, places, cycles)
        else:
            event = random_event(turn, min(places, 14), plan.rounds)
            event = replace(event, games=event.games[: plan.game_rows])
        first, last = date(2026, 2, 1), date(2026, 2, 1 + turn % 3)
        event = replace(fitted(event, rules, turn), place="Town hall", start=first, end=last)
        event = in_the_year(event, plan, turn)
        own = {"chief_arbiter": f"Arbiter {turn}", "prizes": PRIZES, "team": 1 + turn % 3}
        event = replace(event, facts={**event.facts, **own})
        try:
            rate(event, plan.rules)
        except NotKnownError:
            continue  # a field without an average is rated by nobody
        return event
    raise AssertionError(f"no event under {rules} has an average")


def in_the_year(event: Event, plan: Plan, turn: int) -> Event:
    """One of the national events, whose places carry a bonus; or another, for who missed them."""
    terms = plan.rules.event
    if terms is None or not terms.national:
        return event
    is_national = turn % 2 == 0
    out = "absent" if is_national else "bonus_place"
    players = tuple(
        replace(player, facts={key: fact for key, fact in player.facts.items() if key != out})
        for player in event.players
    )
    facts = {"national": terms.national[0].names[plan.language]} if is_national else {}
    return replace(event, players=players, facts=facts)


def agrees(live: Live, folder: Path, kind: str) -> None:
    """What the open workbook shows is what the engine computes, and what calculating all gives."""
    sheets = open_sheets(live.save(folder / f"typed{kind}"))
    assert live.stale() == []
    ratings = named(sheets.names, "Ratings")
    headings = sheets.rows(ratings)[HEAD_ROW]
    # What the engine gave when the file was made, and whether that is still so.
    of_then = {
        headings.index(text)
        for key in ("engine_change_then", "engine_new_then", "agrees")
        for text in wording(f"col_{key}").values()
        if text in headings
    }
    others = [
        each
        for each in check(sheets).differences
        if each.sheet != ratings or coordinate_to_tuple(each.cell)[1] - 1 not in of_then
    ]
    assert others == []


def played(live: Live, path: Path, plan: Plan, folder: Path, seed: int) -> Event:
    """Half of an event typed, looked at, saved, opened again, and the other half typed."""
    event, kind = event_for(plan, seed), KINDS[seed % 2]
    typed = entries(build(plan), event)
    cut = len(typed) * (1 + seed % 3) // 4
    while cut and typed[cut][:2] == typed[cut - 1][:2]:
        cut -= 1  # a whole line
    live.open(path)
    live.type(typed[:cut])
    if seed % 2:
        live.values()
    agrees(live, folder, kind)
    # What was looked at is what was saved; a copy, as the whole is saved under its name.
    live.open(Path(copy(folder / f"typed{kind}", folder / f"half{kind}")))
    live.type(typed[cut:])
    agrees(live, folder, kind)
    return event


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", TEMPLATES)
def test_shipped_template(
    name: str, live: Live, tmp_path: Path, ready_made: Callable[[str], Path]
) -> None:
    """Promise: every shipped template shows the engine's values while it is filled in."""
    seed, path = TEMPLATES.index(name), ready_made(name)
    contents = read_contents(open_sheets(path))
    players, rounds = len(contents.numbers), contents.rounds
    plan = empty(
        contents.event.format, contents.event.rules, players, rounds, language=contents.language
    )
    # A copy: beside what it opens LibreOffice puts a lock.
    event = played(live, Path(copy(path, tmp_path)), plan, tmp_path, seed)
    saved = read_contents(open_sheets(tmp_path / f"typed{KINDS[seed % 2]}")).event
    assert _lines(saved) == _lines(event) and len(saved.players) == len(event.players)


def _lines(event: Event) -> list[tuple[object, ...]]:
    return [(game.round, game.white, game.black, game.result.code) for game in event.games]


#: Every fourth rule set as it is; all, and the choices, where every case is asked for: `test_choices` types them.
_TRIED = native_references() if EVERY else natives()[1::4]


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize("reference", _TRIED)
def test_new_template(reference: str, live: Live, tmp_path: Path) -> None:
    """Promise: `new` in every native rule set, with every choice, in every language."""
    seed = _TRIED.index(reference)
    kind = ("swiss", "round-robin")[seed % 2]
    plan = empty(kind, reference, 6, 5, language=LANGUAGES[seed % 3])
    path = write(plan, tmp_path / "new.xlsx")
    played(live, path, plan, tmp_path, seed)


@pytest.mark.in_turn
@pytest.mark.parametrize("kind", KINDS if EVERY else KINDS[:1])
def test_rated_workbook_is_corrected(kind: str, live: Live, tmp_path: Path) -> None:
    """Promise: a workbook that `rate` wrote follows a correction, and the one `new --from` it."""
    names = list(enumerate(("fide", "cxa-rapid", "malaysia", "china-pro", "dwz", "elo")))
    for seed, name in names if EVERY else names[KINDS.index(kind) :: 6]:
        event = replace(fitted(random_event(seed, 9, 5), name, seed), start=date(2026, 2, 1))
        language = LANGUAGES[seed % 3]
        plan = plan_of(event, load(name).reference, language)
        path, rated, new = (tmp_path / f"{name}-{word}.xlsx" for word in ("in", "out", "next"))
        write(plan, path)
        assert main(["rate", str(path), "--language", language, "-o", str(rated)]) == 0
        live.open(rated)
        # Other players in the places; the games stay, one of them with another result.
        typed = entries(build(plan), event_for(plan, seed + 7))
        players, games = (sheet_name(language, key) for key in ("Players", "Games"))
        live.type(entry for entry in typed if entry.sheet == players)
        agrees(live, tmp_path, kind)
        saved = Path(copy(tmp_path / f"typed{kind}", tmp_path / f"again{kind}"))
        live.open(saved)
        lines = read_contents(open_sheets(saved)).lines
        line = next(i for i, game in enumerate(lines) if game and game.black)
        live.type([Entry(games, 4 + line, 4, "0-1"), Entry(players, 4, 1, "Another")])
        agrees(live, tmp_path, kind)
        words = ["new", "swiss", "--rules", name, "--from", str(rated), "-o", str(new)]
        assert main(words) == 0
        live.open(new)
        agrees(live, tmp_path, kind)
        if not EVERY:  # others are typed into from end to end
            continue
        contents = read_contents(open_sheets(new))
        places, rounds, people = (len(contents.numbers), contents.rounds, contents.event.players)
        played(live, new, empty("swiss", name, places, rounds, entered=people), tmp_path, seed)
