"""Whether a player comes from abroad: hidden columns of Ratings, and the sheet they search."""

from __future__ import annotations

from ...engine.rules.sections import Start
from ...engine.vocabulary.places import SAME, abroad, longest_of, places, unit_key
from ..builder import Builder
from ..file.grid import Cell, Value
from ..formulas.typed import replaced
from ..plan import Plan
from ..table import FIRST_ROW, HEAD_ROW, SheetColumn, hidden

_CODE = "TRIM([Players.federation#])"
#: The longest place that a unit begins with: twice its length, and one more at home.
_LONGEST = 'SUMPRODUCT(MAX((LEFT([unit]&" ",INT(places_weight/2))=places_name)*places_weight))'


def columns(plan: Plan, rule: Start) -> list[SheetColumn]:
    """Hidden columns of what a unit's code and name say: 1 for abroad, 0 for home, or ''."""
    known = places(rule.home, rule.home_places)

    def unit(index: int) -> str:
        player = plan.player(index)
        return (player.federation or "").strip() if player else ""

    def by_code(index: int) -> Value:
        return 0 if unit(index) in rule.home else 1 if unit(index) in known.codes else ""

    def place(index: int) -> Value:
        if not unit(index) or by_code(index) != "":
            return 0
        key = unit_key(unit(index))
        return max(_weight(longest_of(key, names), names is known.home) for names in known[:2])

    def lies(index: int) -> Value:
        found = abroad(unit(index), rule.home, rule.home_places) if unit(index) else None
        return "" if found is None else int(found)

    key = replaced("LOWER([Players.federation#])", SAME)
    own = ",".join(f'EXACT({_CODE},"{code}")' for code in rule.home)
    of_code = f'IF(SUMPRODUCT(EXACT({_CODE},places_code)*1)>0,1,"")'
    by_name = 'IF([place]=0,"",1-MOD([place],2))'
    return [
        hidden("unit", lambda i: unit_key(unit(i)) if unit(i) else "", f"TRIM({key})"),
        hidden("by_code", by_code, f'IF([unit]="","",IF(OR({own}),0,{of_code}))'),
        hidden("place", place, f'IF(OR([unit]="",[by_code]<>""),0,{_LONGEST})'),
        hidden("whereabouts", lies, f'IF([by_code]="",{by_name},[by_code])'),
    ]


def _weight(length: int, is_home: bool) -> int:
    """The weight of a place that a unit begins with: first its length, then being at home."""
    return 2 * length + is_home if length else 0


def add_sheet(builder: Builder) -> None:
    """Add the hidden sheet of what units begin with, at home and abroad, and of country codes."""
    rule = builder.plan.rules.start
    if rule is None or not rule.home:
        return
    known = places(rule.home, rule.home_places)
    names = [(name, side is known.home) for side in (known.home, known.abroad) for name in side]
    table: dict[str, list[Value]] = {
        "name": [name for name, _ in names],
        "weight": [_weight(len(name), is_home) for name, is_home in names],
        "code": list(known.codes),
    }
    sheet = builder.new_sheet("Places", hidden=True)
    for col, (heading, values) in enumerate(table.items()):
        sheet.put(HEAD_ROW, col, Cell(heading, style="head"))
        for row, value in enumerate(values, FIRST_ROW):
            sheet.put(row, col, Cell(value))
        last = FIRST_ROW + len(values) - 1
        builder.name_area(f"places_{heading}", "Places", FIRST_ROW, col, last)
