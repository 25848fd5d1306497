"""The Crosstable: final ranking and games in one; hidden columns do the sorting."""

# Columns read as tables, a row a line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable

from ...engine.texts import say, table
from ...engine.tournament.standings import Standing
from ...engine.tournament.tie_breaks import CHOSEN, COUNTS, offered
from ..builder import Builder
from ..file.grid import Cell, Mark, Value
from ..file.screen import frozen
from ..plan import Plan
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW, Column
from . import tie_cells, ties
from .lean import MARK
from .printed_games import shown_in_crosstable
from .ratings import scored_in_playoffs
from .rounds import cycle_length, pair_key


def add_crosstable(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out; the returned function fills it once all tables are known."""
    plan = builder.plan
    size, rounds = len(plan.numbers), plan.rounds
    ranked = list(plan.standings)
    position = {plan.place_of[standing.no]: i for i, standing in enumerate(ranked)}
    cells = size if plan.is_round_robin else rounds
    own = ties.Ties(plan)

    def standing(index: int) -> Standing | None:
        return ranked[index] if index < len(ranked) else None

    def of_standing(name: str) -> Callable[[int], Value]:
        return lambda i: getattr(s, name) if (s := standing(i)) else ""

    def person(name: str) -> Callable[[int], Value]:
        def value(index: int) -> Value:
            found = standing(index)
            got = getattr(plan.event.by_no[found.no], name) if found else None
            return "" if got is None else got

        return value

    def brought(index: int) -> Value:
        found = standing(index)
        return plan.opening(plan.event.by_no[found.no]) if found else ""

    def cell(offset: int) -> Callable[[int], Value]:
        return lambda index: _cell_value(plan, ranked, index, offset)

    def tie(number: int) -> Callable[[int], Value]:
        def value(index: int) -> Value:
            found = standing(index)
            known = found.ties[number - 1] if found and number <= len(found.ties) else None
            return "" if known is None else known * own.times(number)

        return value

    def points(index: int) -> Value:
        return plan.win * found.points if (found := standing(index)) else ""

    def playoff(index: int) -> Value:
        found = standing(index)
        return scored_in_playoffs(plan, found.no) if found else ""

    # The player of a row is found by its rank; `at` is the place on the Players sheet.
    lookup = 'IF([at]="","",INDEX([{0}],[at]))'
    columns = [
        Column("place", of_standing("place"), _PLACE, "int", 6),
        Column("no", of_standing("no"), lookup.format("Ratings.no"), "int", 6),
        Column("name", person("name"), lookup.format("Ratings.name"), "name", 19),
        Column("rating", brought, lookup.format("Ratings.rating"), "rating", 9),
        *(
            Column(f"cell{i}", cell(i), _cell_formula(plan, i), "cross", 5 if plan.is_round_robin else 8, heading="-")
            for i in range(cells)
        ),
        Column("points", points, f'IF([at]="","",{plan.times("INDEX([Ratings.points],[at])")})', plan.points_style, 8),
        *(
            Column(f"tie{number}", tie(number), _tie_formula(number, own), "tie", 13, heading="-")
            for number in range(1, CHOSEN + 1)
        ),
        *([Column("playoff", playoff, lookup.format("Ratings.playoff"), plan.points_style, 8)] if plan.playoffs else []),
        Column("at", lambda i: plan.place_of[s.no] + 1 if (s := standing(i)) else "", _AT, hidden=True, heading="-"),
        *own.columns(),
        Column("rank", lambda i: _rank(size, position, i), _RANK, hidden=True, heading="-"),
    ]  # fmt: skip
    made = builder.add("Crosstable", columns, size)
    ties.place(builder, made)

    def fill() -> None:
        sheet = made.sheet
        builder.fill("Crosstable")
        ties.fill(builder, made, own)
        for i in range(cells):
            label: Value = i + 1 if plan.is_round_robin else f"{i + 1}"
            sheet.put(HEAD_ROW, made.col(f"cell{i}"), Cell(label, style="head_center"))
        for number in range(1, CHOSEN + 1):
            sheet.put(HEAD_ROW, made.col(f"tie{number}"), _tie_heading(builder, own, number))
        sheet.put(TITLE_ROW, 0, builder.heading(f"sheet_crosstable_{plan.event.format}", "title"))
        note = f"sheet_crosstable_{plan.event.format}_note"
        if plan.rules.game == "xiangqi" and f"{note}_xiangqi" in table():
            note = f"{note}_xiangqi"
        sheet.put(NOTE_ROW, 0, noted(builder, own, note))
        shown = [column.width for column in columns]
        sheet.freeze = (FIRST_ROW, frozen(shown, 3))
        sheet.hangs = True
        if plan.is_round_robin:
            top, left = FIRST_ROW, made.col("cell0")
            for i in range(size):
                sheet.marks.append(Mark((top + i, left + i, top + i, left + i), "=TRUE", "self"))

    return fill


def noted(builder: Builder, own: ties.Ties, key: str) -> Cell:
    """The note of a sheet; or that its order may go further than formulas follow it."""
    cut, text = builder.render("[Rules.encounter_cut]"), builder.say("encounter_cut")
    shown = "encounter_cut" if own.encounter.is_cut[0] else key
    said = say(builder.plan.language, shown)
    return Cell(said, f"=IF({cut}=1,{text},{builder.say(key)})", "note")


def _tie_heading(builder: Builder, own: ties.Ties, number: int) -> Cell:
    """The name of the tie-break of this rank."""
    codes = offered(builder.plan.event)
    listed = ",".join(f'"{code}"' for code in codes)
    names = ",".join(builder.say(f"tie_{code}") for code in codes)
    formula = f'=IFERROR(CHOOSE(MATCH({tie_cells.CODES[number - 1]},{{{listed}}},0),{names}),"")'
    code = own.codes[number - 1] if number <= len(own.codes) else ""
    return Cell(say(builder.plan.language, f"tie_{code}") if code else "", formula, "head")


def _tie_formula(number: int, own: ties.Ties) -> str:
    code, times = tie_cells.CODES[number - 1], own.plan.times
    direct = f'IF({own.encounter.shown},{times("INDEX([Crosstable.points1],[at])")},"")'
    chosen = f"INDEX([Crosstable.chosen{number}],[at])"
    if own.plan.win > 1:
        counts = ",".join(f'{code}="{one}"' for one in COUNTS)
        chosen = f"IF(OR({counts}),1,{own.plan.win})*{chosen}"
    value = f"IF([Rules.direct_at]={number},{direct},{chosen})"
    return f'IF([at]="","",IF({code}="","",{value}))'


def _cell_value(plan: Plan, ranked: list[Standing], index: int, offset: int) -> str:
    if index >= len(ranked):
        return ""
    no = ranked[index].no
    if not plan.is_round_robin:
        game = plan.rounds_of.get((no, offset + 1))
        return shown_in_crosstable(game, plan) if game else ""
    if offset >= len(ranked):
        return ""
    other = ranked[offset].no
    met = []
    for rounds in _cycles(plan):
        games = (plan.rounds_of.get((no, number)) for number in rounds)
        met.append(next((g for g in games if g and g.opponent and g.opponent.no == other), None))
    return "".join(shown_in_crosstable(game, plan) for game in met if game)


def _cycles(plan: Plan) -> list[range]:
    """The rounds of each time round; a second meeting in one of them is not shown."""
    once = cycle_length(plan)
    starts = range(1, plan.rounds + 1, once)
    return [range(start, min(start + once, plan.rounds + 1)) for start in starts]


def _cell_formula(plan: Plan, offset: int) -> str:
    if not plan.is_round_robin:
        return f'IF([at]="","",SUBSTITUTE(INDEX([Rounds.shown],([at]-1)*{plan.all_rounds}+{offset + 1}),{MARK},""))'
    # The opponent is the player ranked `offset`; each cycle of rounds is searched alone.
    other = f"INDEX([Crosstable.at],{offset + 1})"
    parts = []
    for number in range(len(_cycles(plan))):
        key = pair_key(str(number), "[at]", other)
        parts.append(
            f'SUBSTITUTE(IFERROR(INDEX([Rounds.shown],MATCH({key},[Rounds.pair],0)),""),{MARK},"")'
        )
    return f'IF(OR([at]="",{other}=""),"",{"&".join(parts)})'


# Equal keys keep the order of the Players sheet.
_RANK = "RANK([sort_key],[Crosstable.sort_key])+COUNTIF([sort_key~],[sort_key])-1"
_ROW = f"MATCH(ROW()-{FIRST_ROW},[Crosstable.rank],0)"
_AT = f'IFERROR(IF(INDEX([Players.filled],{_ROW})="","",{_ROW}),"")'
_KEY = "INDEX([Crosstable.sort_key],[at{}])"
_SAME = f"IF({_KEY.format('')}={_KEY.format('-')},[place-],ROW()-{FIRST_ROW})"
_PLACE = f'IF([at]="","",IF(ROW()={FIRST_ROW + 1},1,{_SAME}))'


def _rank(size: int, position: dict[int, int], index: int) -> int:
    if index in position:
        return position[index] + 1
    free = [i for i in range(size) if i not in position]
    return len(position) + free.index(index) + 1
