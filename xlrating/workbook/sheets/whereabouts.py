"""Whether a player comes from abroad: hidden columns of Ratings, and the sheet they search."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.rules.sections import Start
from ...engine.words.places import SAME, abroad, longest_of, places, unit_key
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Cell, Value
from ..formulas.typed import replaced
from ..plan import Plan
from ..table import FIRST_ROW, HEAD_ROW, Column, hidden

_CODE = "TRIM([Players.federation#])"


def columns(plan: Plan, rule: Start) -> list[Column]:
    """The longest names that a unit begins with, and what they say: 1 abroad, 0 at home, or ''."""
    known = places(rule.home, rule.home_places)

    def unit(index: int) -> str:
        player = plan.player(index)
        return player.federation if player else ""

    def longest(names: tuple[str, ...]) -> Callable[[int], Value]:
        return lambda index: longest_of(unit_key(unit(index)), names) if unit(index) else 0

    def lies(index: int) -> Value:
        found = abroad(unit(index), rule.home, rule.home_places) if unit(index) else None
        return "" if found is None else int(found)

    key = replaced("LOWER([Players.federation#])", SAME)
    begins = 'IF([unit]="",0,SUMPRODUCT(MAX((LEFT([unit]&" ",LEN({0}))={0})*LEN({0}))))'
    own = ",".join(f'EXACT({_CODE},"{code}")' for code in rule.home)
    by_name = 'IF(AND([away]=0,[near]=0),"",IF([away]>[near],1,0))'
    by_code = f"IF(SUMPRODUCT(EXACT({_CODE},places_codes)*1)>0,1,{by_name})"
    text = f"TRIM({key})"
    return [
        hidden("unit", lambda i: unit_key(unit(i)) if unit(i) else "", text),
        hidden("away", longest(known.abroad), begins.format("places_abroad")),
        hidden("near", longest(known.home), begins.format("places_home")),
        hidden("whereabouts", lies, f'IF([unit]="","",IF(OR({own}),0,{by_code}))'),
    ]


def add_sheet(builder: Builder) -> None:
    """The hidden sheet of what units at home and abroad begin with, and the codes of countries."""
    rule = builder.plan.rules.start
    if rule is None or not rule.home:
        return
    sheet = builder.new_sheet("Places", hidden=True)
    for col, (name, values) in enumerate(places(rule.home, rule.home_places)._asdict().items()):
        sheet.put(HEAD_ROW, col, Cell(name, style="head"))
        for row, value in enumerate(values, FIRST_ROW):
            sheet.put(row, col, Cell(value))
        first, last = (address(row, col, "rc") for row in (FIRST_ROW, FIRST_ROW + len(values) - 1))
        builder.book.names[f"places_{name}"] = builder.at("Places", f"{first}:{last}")
