"""A second spreadsheet engine, IronCalc, calculates the workbooks too: the formulas are no accident
of one program.

What it does not know, and what follows from it, is kept out and named: a lookup of titles by an
array of texts, the beginnings of a place by an array of lengths, whether lines have lost their
formulas (Check), the normal curve of an array (Steps), and SUMIF with many criteria at once (direct
encounter). What goes from one found cell to another it is told by OFFSET.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import ironcalc
import pytest
from iron_calc import in_its_words
from needs import EVERY
from office import formula_cells
from openpyxl.utils.cell import range_boundaries
from workbooks import complete_round_robin, fitted, natives, plan_of, random_event, write

from xlrating.engine.event import Event
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.rules.ruleset import load
from xlrating.engine.texts import sheet_name
from xlrating.engine.tournament.tie_breaks import CHOICES
from xlrating.workbook.book import build
from xlrating.workbook.formulas.approach import is_iterated
from xlrating.workbook.plan import Plan
from xlrating.workbook.table import FIRST_ROW
from xlrating.workbook.templates import empty

#: Columns that IronCalc cannot calculate, by the names of their ranges.
UNKNOWN = re.compile(
    r"ratings_(start|raised|is_foreign|away|near|place|whereabouts)|crosstable_(most\d|all_met\d|above\d|by_6_3_\d|points\d|group\d)"
)


def prepared(event: Event, rules: str) -> Event:
    """An event without what leads to functions that IronCalc does not know."""
    event = replace(fitted(event, rules, 3), start=date(2026, 2, 1))
    least, most = load(rules).bounds
    own = [
        replace(
            player,
            title="",
            facts={key: value for key, value in player.facts.items() if key != "new_title"},
            # A title would give a start rating.
            rating=player.rating or (least + most) / 2,
        )
        for player in event.players
    ]
    offered = [code for code in CHOICES[event.format] if code != "DE"]
    return replace(event, players=tuple(own), tie_breaks=tuple(offered[:3]))


def plans(rules: str) -> list[Plan]:
    """A Swiss and a round robin; empty ones too where every case is asked for."""
    language = LANGUAGES[natives().index(rules) % 3]
    played = [
        plan_of(prepared(random_event(3, 17, 5), rules), rules, language),
        plan_of(prepared(complete_round_robin(5, 6), rules), rules),
    ]
    unplayed = [empty("round-robin", rules, 6), empty("swiss", rules, 12, 5, language="zh")]
    return [*played, *unplayed] if EVERY else played


def unknown(plan: Plan) -> set[tuple[str, int]]:
    """The columns left out, as (sheet, column from 1)."""
    found = set()
    for name, area in build(plan).names.items():
        # Found on Steps; the Standings show it again.
        shows = name in ("ratings_performance", "standings_performance")
        performs = shows and is_iterated(plan.rules)
        if UNKNOWN.fullmatch(name) or performs:
            sheet, _, cells = area.partition("!")
            found.add((sheet, range_boundaries(cells)[0]))
    return found


#: Every fourth rule set, and the one with most formulas; all where every case is asked for.
_TRIED = natives() if EVERY else [*natives()[::4], "uscf"]


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize("rules", _TRIED)
def test_another_engine_calculates_the_same(rules: str, tmp_path: Path) -> None:
    """Every formula cell that IronCalc knows has the engine's value, in workbooks of a rule set."""
    compared = 0
    for number, plan in enumerate(plans(rules)):
        path = write(plan, tmp_path / f"{number}.xlsx")
        model: Any = ironcalc.load_from_xlsx(str(in_its_words(path)), "en", "UTC", "en")
        model.evaluate()
        out, wrong = unknown(plan), []
        steps, check = (sheet_name(plan.language, key) for key in ("Steps", "Check"))
        for index, (sheet, cells) in enumerate(formula_cells(path).items()):
            for (row, column), (text, claimed) in cells.items():
                # Whether lines have lost their formulas is asked in a way that it does not know.
                if (
                    sheet in (steps, check)
                    or f"{check}!" in text
                    or "check_strays" in text
                    or "check_before" in text
                    or ("INDEX(ratings_performance," in text and is_iterated(plan.rules))
                    or (row > FIRST_ROW and (sheet, column) in out)
                ):
                    continue
                compared += 1
                got = model.get_cell_value(index, row, column)
                if not same(claimed, got):
                    wrong.append(
                        f"{sheet} {row},{column}: {claimed!r}, IronCalc {got!r}: {text[:99]}"
                    )
        assert wrong == []
    assert compared > 3000


def same(one: object, other: object) -> bool:
    numbers = isinstance(one, (int, float)), isinstance(other, (int, float))
    if all(numbers):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)  # type: ignore[arg-type]
    return (one or "") == (other or "") if not any(numbers) else False
