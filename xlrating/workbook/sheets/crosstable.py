"""The Crosstable: final ranking and games in one; hidden columns do the sorting."""

# Columns are written as tables, one row per line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...engine.texts import between, is_text, say
from ...engine.tournament.standings import Standing
from ...engine.tournament.tie_breaks import CHOSEN, COUNTS, offered
from ..builder import BETWEEN, Builder
from ..file.grid import Cell, ConditionalStyle, Value
from ..file.screen import frozen
from ..plan import Plan
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW, SheetColumn, SheetTable
from . import tie_cells, ties
from .lean import MARK
from .printed_games import shown_in_crosstable
from .ratings import scored_in_playoffs
from .rounds import pair_key


def add_crosstable(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out; the returned function fills it once all tables are known."""
    plan = builder.plan
    own = ties.Ties(plan)
    made = builder.add("Crosstable", _columns(plan, own), len(plan.numbers))
    ties.place(builder, made)
    return lambda: _fill(builder, made, own)


@dataclass(frozen=True)
class _Places:
    """The plan's values in each row, by column: one row for every place, taken or free.

    A row counts from 0; '' is the value of a free place.
    """

    plan: Plan
    own: ties.Ties

    def standing(self, index: int) -> Standing | None:
        """The standing of the player in a row; None for a free place."""
        ranked = self.plan.standings
        return ranked[index] if index < len(ranked) else None

    def of_standing(self, name: str) -> Callable[[int], Value]:
        """A field of the player's standing."""
        return lambda index: getattr(found, name) if (found := self.standing(index)) else ""

    def person(self, name: str) -> Callable[[int], Value]:
        """A field of the player."""

        def value(index: int) -> Value:
            found = self.standing(index)
            got = getattr(self.plan.event.by_no[found.no], name) if found else None
            return "" if got is None else got

        return value

    def brought(self, index: int) -> Value:
        """The player's rating before the event, or that of the title."""
        found = self.standing(index)
        return self.plan.entry_rating(self.plan.event.by_no[found.no]) if found else ""

    def points(self, index: int) -> Value:
        """The player's points as tables show them."""
        return self.plan.win * found.points if (found := self.standing(index)) else ""

    def tie(self, number: int) -> Callable[[int], Value]:
        """The player's value in the tie-break of a rank, from 1, as tables show it."""

        def value(index: int) -> Value:
            found = self.standing(index)
            known = found.ties[number - 1] if found and number <= len(found.ties) else None
            return "" if known is None else known * self.own.times(number)

        return value

    def playoff(self, index: int) -> Value:
        """The player's points in the play-off."""
        found = self.standing(index)
        return scored_in_playoffs(self.plan, found.no) if found else ""

    def cell(self, offset: int) -> Callable[[int], Value]:
        """The player's game in a round of a Swiss, or against a place of a round robin, from 0."""
        return lambda index: _cell_value(self.plan, list(self.plan.standings), index, offset)

    def at(self, index: int) -> Value:
        """The player's place on Players, from 1."""
        return self.plan.place_of[s.no] + 1 if (s := self.standing(index)) else ""

    def rank(self, index: int) -> Value:
        """The row in this table, from 1, of the player in the row `index` of Players."""
        position = {self.plan.place_of[one.no]: i for i, one in enumerate(self.plan.standings)}
        return _rank(len(self.plan.numbers), position, index)


def _columns(plan: Plan, own: ties.Ties) -> list[SheetColumn]:
    of = _Places(plan, own)
    # The player of a row is found by its rank; `at` is the place on the Players sheet.
    lookup = 'IF([at]="","",INDEX([{0}],[at]))'
    points = f'IF([at]="","",{plan.times("INDEX([Ratings.points],[at])")})'
    width = 5 if plan.is_round_robin else 8
    return [
        SheetColumn("place", of.of_standing("place"), _PLACE, "int", 6),
        SheetColumn("no", of.of_standing("no"), lookup.format("Ratings.no"), "int", 6),
        SheetColumn("name", of.person("name"), lookup.format("Ratings.name"), "name", 19),
        SheetColumn("rating", of.brought, lookup.format("Ratings.rating"), "rating", 9),
        *(SheetColumn(f"cell{i}", of.cell(i), _cell_formula(plan, i), "cross", width, heading="-") for i in range(_cells(plan))),
        SheetColumn("points", of.points, points, plan.points_style, 8),
        *(SheetColumn(f"tie{n}", of.tie(n), _tie_formula(n, own), "tie", 13, heading="-") for n in range(1, CHOSEN + 1)),
        *([SheetColumn("playoff", of.playoff, lookup.format("Ratings.playoff"), plan.points_style, 8)] if plan.playoffs else []),
        SheetColumn("at", of.at, _AT, hidden=True, heading="-"),
        *own.columns(),
        SheetColumn("rank", of.rank, _RANK, hidden=True, heading="-"),
    ]  # fmt: skip


def _cells(plan: Plan) -> int:
    """How many columns of games there are: the places of a round robin, the rounds of a Swiss."""
    return len(plan.numbers) if plan.is_round_robin else plan.rounds


def _fill(builder: Builder, made: SheetTable, own: ties.Ties) -> None:
    plan, sheet = builder.plan, made.sheet
    builder.fill("Crosstable")
    ties.fill(builder, made, own)
    for i in range(_cells(plan)):
        label: Value = i + 1 if plan.is_round_robin else f"{i + 1}"
        sheet.put(HEAD_ROW, made.col(f"cell{i}"), Cell(label, style="head_center"))
    for number in range(1, CHOSEN + 1):
        sheet.put(HEAD_ROW, made.col(f"tie{number}"), _tie_heading(builder, own, number))
    sheet.put(TITLE_ROW, 0, builder.heading(f"sheet_crosstable_{plan.event.format}", "title"))
    note = f"sheet_crosstable_{plan.event.format}_note"
    if plan.rules.game == "xiangqi" and is_text(f"{note}_xiangqi"):
        note = f"{note}_xiangqi"
    sheet.put(NOTE_ROW, 0, noted(builder, own, note))
    sheet.freeze = (FIRST_ROW, frozen([column.width for column in made.columns], 3))
    sheet.hangs = True
    if plan.is_round_robin:
        top, left = FIRST_ROW, made.col("cell0")
        # First, as LibreOffice shows only one style of a cell, and lines are everywhere.
        sheet.marks[:0] = [
            ConditionalStyle(
                (top + i, left + i, top + i, left + i), f'=$A{top + i + 1}<>""', "self"
            )
            for i in range(len(plan.numbers))
        ]


def noted(builder: Builder, own: ties.Ties, key: str) -> Cell:
    """The note of a sheet, or a warning that its order may depend on more than formulas look at.

    A play-off that is drawn and yet won appears as 1 : 1 in tables, which needs an explanation.
    """
    plan, told = builder.plan, [key]
    if plan.playoffs and plan.rules.counted.playoff_as_one:
        told.append("standings_by_black")
    cut, text = builder.render("[Rules.encounter_cut]"), builder.say("encounter_cut")
    shown = ["encounter_cut"] if own.encounter.is_cut[0] else told
    said = between(plan.language).join(say(plan.language, one) for one in shown)
    return Cell(said, f"=IF({cut}=1,{text},{BETWEEN.join(map(builder.say, told))})", "note")


def _tie_heading(builder: Builder, own: ties.Ties, number: int) -> Cell:
    """The heading of the tie-break of this rank, from 1."""
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
    """The rounds of each cycle of the round robin; a second meeting in a cycle is not shown."""
    once = plan.cycle
    starts = range(1, plan.rounds + 1, once)
    return [range(start, min(start + once, plan.rounds + 1)) for start in starts]


def _cell_formula(plan: Plan, offset: int) -> str:
    if not plan.is_round_robin:
        # From the cards, a column per round: reading all rounds of all players would be slower.
        return f'IF([at]="","",INDEX([Cards.game{offset + 1}],[at]))'
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
