"""The sheet Next: the players after the event, laid out as the Library of the next one takes them.

The values are those of `Report.players`, as for `xlrating new --from`. Workbooks whose ratings are
not calculated by formulas have no such sheet.
"""

from __future__ import annotations

from collections.abc import Callable

from ...engine.languages import LANGUAGE
from ...engine.terms.periods import is_lowest_first
from ...engine.vocabulary.sex import MEN, WOMEN
from ..builder import Builder, list_head
from ..facts import known
from ..file.grid import Value
from ..formulas.typed import is_one_of
from ..table import NOTE_ROW, SheetColumn
from ..words import sentence
from . import lean
from .library import heading_of, offered

SHEET = "Next"
_STYLES = {
    "rating": "rating", "peak": "rating", "name": "name", "sex": "center", "born": "int",
    "games": "int",
}  # fmt: skip
#: The placeholder for an unknown rating.
_NOT_KNOWN = "?"
#: What an event adds to facts of a career: the columns of Ratings.
_ADDED = {"wins": "won", "draws": "drawn", "events": "counts"}
_WIDTHS = {"name": 24, "title": 12, "id": 12}


def add_next(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out; the returned function fills it once all tables are known."""
    plan = builder.plan
    if not plan.native or plan.library is None:
        return lambda: None
    after = {player.no: player for player in plan.report.players()}

    def column(part: str) -> SheetColumn:
        def value(index: int) -> Value:
            player = plan.player(index)
            found = known(after[player.no], part) if player else ""
            if part == "sex" and found:
                return _sexes(builder)[found == "f"]
            return found

        found = _formula(builder, part)
        if _STYLES.get(part) == "rating":
            # An unreadable number on Players does not make a player unrated.
            found = f'IF([Rules.unread]>0,"{_NOT_KNOWN}",{found})'
        text = lean.shared(f'IF([Players.filled#]="","",{found})')
        heading = heading_of(builder, part).partition("_")[2].removesuffix("_ladder")
        style, width = _STYLES.get(part, "text"), _WIDTHS.get(part, 9)
        return SheetColumn(part, value, text, style, width, heading=heading)

    builder.add(SHEET, [column(part) for part in offered(builder)], len(plan.numbers))

    def fill() -> None:
        builder.fill(SHEET)
        sheet = builder.tables[SHEET].sheet
        list_head(builder, sheet, "next")
        if plan.rules.published.keeps:
            notes: list[tuple[str, dict[str, str]]] = [
                ("sheet_next_note", {}),
                ("next_unshown", {}),
            ]
            sheet.put(NOTE_ROW, 0, sentence(builder, notes, "note"))

    return fill


def _sexes(builder: Builder) -> tuple[str, ...]:
    """The words for a man and a woman that the list of Players offers in this file."""
    return tuple(LANGUAGE[builder.plan.fixed_language].sexes)


def _peak(builder: Builder) -> str:
    """The formula of the best rating so far; if floors depend on it, only after enough games."""
    rules, own, games = builder.plan.rules, "[Players.peak#]", "[Players.games#]"
    before, after = "[Players.rating#]", "[Ratings.new#]"
    if rules.peak_floor is None:
        rated = f"{own},{before},{after}"
        best = "MIN" if is_lowest_first(rules) else "MAX"
        return f'IF(COUNT({rated})=0,"",{best}({rated}))'
    least = builder.cells.get("peak_established", str(rules.peak_floor.established))

    def of(rating: str, counted: str) -> str:
        known = f'IF(AND({games}="",{before}<>""),TRUE,N({games})+{counted}>={least})'
        return f"IF({known},N({rating}),0)"

    reached = f"MAX(N({own}),{of(before, '0')},{of(after, '[Ratings.n#]')})"
    return f'IF({reached}=0,"",{reached})'


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
        man, woman = _sexes(builder)
        return f'IF({is_one_of(own, WOMEN)},"{woman}",IF({is_one_of(own, MEN)},"{man}",""))'
    if part == "games":
        counted = "[Ratings.n#]"
        if "taken" in shown:
            counted = f'IF([Ratings.taken#]="",{counted},[Ratings.taken#])'
        elif rules.initial is None and rules.start is None and rules.deviation is None:
            # No rating comes of an unrated player's games.
            counted = f'IF([Players.rating#]="",0,{counted})'
        return f'IF(AND({own}="",[Players.rating#]<>""),"",N({own})+{counted})'
    if part == "index" and rules.coefficient and rules.coefficient.development:
        # One event more for a player with a game that counts.
        first = f'IF([Ratings.new#]="",{own},N({own})+1)'
        more = f'IF({own}="","",N({own})+IF([Ratings.n#]>0,1,0))'
        return f'IF([Players.rating#]="",IF({first}="","",{first}),{more})'
    if part == "peak":
        return _peak(builder)
    if part in _ADDED and _ADDED[part] in shown:
        # From a player's first event on they are known.
        added = f"[Ratings.{_ADDED[part]}#]"
        known = f'IF({own}="","",{own}+{added})'
        return f'IF(AND([Players.rating#]="",N([Players.games#])=0),{added},{known})'
    if part in ("rd", "volatility") and f"new_{part}" in shown:
        new = f"[Ratings.new_{part}#]"
        return f'IF({new}="",IF({own}="","",{own}),{new})'
    if part == "periods" and rules.deviation is not None:
        # The new deviation is that of this period.
        return f'IF([Ratings.new#]="",IF({own}="","",{own}),1)'
    return f'IF({own}="","",{own})'
