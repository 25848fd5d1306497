"""The sheet Next: the players after the event, laid out as the Library of the next one wants them.

What the next event finds of a player follows from `Report.players`, as for `xlrating new --from`.
Workbooks whose ratings no formula follows up have no such sheet.
"""

from __future__ import annotations

from collections.abc import Callable

from ...engine.terms.periods import is_lowest_first
from ..builder import Builder, list_head
from ..facts import known
from ..file.grid import Value
from ..formulas.first_rating import disregarded
from ..formulas.typed import sex_code
from ..table import Column
from .library import heading_of, offered

SHEET = "Next"
_STYLES = {"rating": "rating", "peak": "rating", "name": "name"}
_WIDTHS = {"name": 24, "title": 12, "id": 12}


def add_next(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out; the returned function fills it once all tables are known."""
    plan = builder.plan
    if not plan.native or plan.library is None:
        return lambda: None
    after = {player.no: player for player in plan.report.players()}

    def column(part: str) -> Column:
        def value(index: int) -> Value:
            player = plan.player(index)
            return known(after[player.no], part) if player else ""

        text = f'IF([Players.filled#]="","",{_formula(builder, part)})'
        heading = heading_of(builder, part).partition("_")[2].removesuffix("_ladder")
        style, width = _STYLES.get(part, "text"), _WIDTHS.get(part, 9)
        return Column(part, value, text, style, width, heading=heading)

    builder.add(SHEET, [column(part) for part in offered(builder)], len(plan.numbers))

    def fill() -> None:
        builder.fill(SHEET)
        list_head(builder, builder.tables[SHEET].sheet, "next")

    return fill


def _formula(builder: Builder, part: str) -> str:
    rules = builder.plan.rules
    shown = {column.key for column in builder.tables["Ratings"].columns}
    own = f"[Players.{part}#]"
    if part == "rating":
        least = rules.published.least
        if least is None or rules.published.keeps:
            return "[Ratings.new#]"
        bound = builder.cells.get("published_least", str(least))
        return f'IF([Ratings.new#]="","",IF([Ratings.new#]<{bound},"",[Ratings.new#]))'
    if part == "title" and "new_title" in builder.asked_facts:
        return f'IF([Players.new_title#]<>"",[Players.new_title#],{own}&"")'
    if part == "sex":
        return sex_code(own)
    if part == "games":
        counted = "[Ratings.n#]"
        if "taken" in shown:
            counted = f'IF([Ratings.taken#]="",{counted},[Ratings.taken#])'
        elif rules.initial and (tests := disregarded(rules.initial)):
            # What a first event does not bring is not counted either.
            missed = ",".join(tests)
            for key in ("score", "n"):
                missed = missed.replace(f"[{key}]", f"[Ratings.{key}#]")
            counted = f'IF(AND([Players.rating#]="",OR({missed})),0,{counted})'
        return f'IF(AND({own}="",[Players.rating#]<>""),"",N({own})+{counted})'
    if part == "index" and rules.coefficient and rules.coefficient.development:
        # One event more for who had a game that counts.
        first = f'IF([Ratings.new#]="",{own},N({own})+1)'
        more = f'IF({own}="","",{own}+IF([Ratings.n#]>0,1,0))'
        return f'IF([Players.rating#]="",IF({first}="","",{first}),{more})'
    if part == "peak":
        rated = f"{own},[Players.rating#],[Ratings.new#]"
        best = "MIN" if is_lowest_first(rules) else "MAX"
        return f'IF(COUNT({rated})=0,"",{best}({rated}))'
    return f'IF({own}="","",{own})'
