"""Formulas that find players whose K depends on an unknown age, and the messages about them.

Without a year of birth players count as adults: Players marks them, Ratings and Standings count
them. Without a day of the event no age is known, and nothing is rated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ...engine.inspection import counts_as_adult, youngest_since
from ...engine.rules.sections.coefficient import conditions
from ...engine.terms.coefficient import OLDEST
from ...engine.texts import between, say
from ...exchange.addresses import address
from ..builder import BETWEEN, Builder
from ..file.grid import Cell
from ..formulas import arithmetic as formulas
from ..plan import Plan
from ..words import quoted
from .start import ROW_OF
from .typed_numbers import Check


def asks_age(plan: Plan) -> bool:
    """Whether K depends on the age of some players, and formulas report it."""
    table = plan.rules.coefficient
    if not plan.native or table is None:
        return False
    asked = {condition.fact for row in table.rows for condition in conditions(row)}
    return "age" in asked and "born" in [fact.key for fact in plan.facts]


def formula(builder: Builder) -> str:
    """The formula for 1 if a player without year of birth would have another K as a child, or 0."""
    rules = builder.plan.rules
    rating = opened(builder)
    ages = map(formulas.Age, ("0", str(OLDEST)))
    child, adult = (formulas.k_table(rules, rating, age) for age in ages)
    known = f'OR([filled]="",[born]<>"",[k]<>"",{rating}="")'
    return f"IF({known},0,IF({child}<>{adult},1,0))"


def opened(builder: Builder) -> str:
    """The cell with the rating from which the line's player is rated."""
    return f"[Ratings.{'opening' if builder.has('Ratings', 'opening') else 'rating'}#]"


def value(plan: Plan) -> Callable[[int], int]:
    """What gives 1 for a line whose player counts as an adult for want of a year of birth, or 0."""

    def found(index: int) -> int:
        player = plan.player(index)
        return int(bool(player and counts_as_adult(player, plan.event, plan.rules)))

    return found


def dayless(builder: Builder) -> Iterator[Check]:
    """Yield the check for a K that depends on an age, unknown without a day of the event."""
    rules = builder.plan.rules
    if not (
        builder.plan.native and rules.coefficient and "born" in [f.key for f in builder.plan.facts]
    ):
        return
    rating, youngest = opened(builder), f"MAX(0,{youngest_since(rules)}-[born])"
    ages = map(formulas.Age, (youngest, str(OLDEST)))
    ks = (formulas.k_table(rules, rating, age) for age in ages)
    # Before the first round nothing is rated yet.
    begun = "[Rules.rounds_played]>0"
    unknown = f'AND(ISNUMBER([born]),[Rules.day]="",[k]="",{rating}<>"",{begun})'
    day = builder.at("Start", address(ROW_OF["event_start"], 1))
    words = {"value": "[born]", "cell": quoted(day)}
    told = builder.say("sheet_day_missing", words)
    yield Check(f"IF({unknown},{'<>'.join(ks)},FALSE)", told, "")


def noted(builder: Builder, note: Cell) -> Cell:
    """The note below a title, with how many count as adults for want of a year of birth."""
    if "ageless" not in [column.key for column in builder.tables["Players"].columns]:
        return note
    number = next((one.words["n"] for one in builder.plan.doubts if one.key == "born_missing"), 0)
    language = builder.plan.language
    said = between(language) + say(language, "ageless_told", n=number) if number else ""
    text = builder.say("ageless_told", {"n": "SUM(players_ageless)"})
    formula = f'{note.formula}&IF(SUM(players_ageless)=0,"",""{BETWEEN}{text})'
    return replace(note, value=f"{note.value}{said}", formula=formula)
