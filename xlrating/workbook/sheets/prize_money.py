"""Money on the sheet Prizes: the amount for each place, how ties share it, who receives how much.

The engine's `tournament.prizes.money` in cells: a line for each of the first rows of Standings, up
to the number that may share; the remaining players of the last tie are added up.
"""

from __future__ import annotations

from decimal import Decimal

from ...engine.event import Event
from ...engine.rounding import ZERO
from ...engine.texts import wording
from ...engine.tournament.prizes import SHARINGS, money
from ...exchange.addresses import address, span
from ..builder import Builder
from ..file.grid import Cell, ConditionalStyle, Sheet, Value
from ..formulas.typed import is_one_of
from .prize_cells import END, NAME, PROBLEM, READ, put_alone, put_problem, read_at
from .prize_entries import MONEY_ROW, PLACES, SHARING_ROW, out_of_bounds

#: The lines that are shown; and those that the block takes, headings and the rest included.
_LINES = 14
ROWS = _LINES + 3
#: Hidden, in the rows of the amounts: the part of an amount in cents by place, and the shared one.
_OWN, _POT = READ + 2, READ + 3
#: Hidden, in the lines that are shown: their place, their points, their share in cents.
_PLACE, _POINTS, _CENTS = READ + 2, READ + 3, READ + 4


def of_event(event: Event) -> tuple[Decimal, ...]:
    """The prize money of each place, from the first."""
    found = event.facts.get("money", ())
    return found if isinstance(found, tuple) else ()


def sharing_of(event: Event) -> str:
    """How tied players share it: one of `SHARINGS`."""
    return str(event.facts.get("sharing", SHARINGS[0]))


def put_typed_cells(builder: Builder, sheet: Sheet) -> None:
    """Put the input cells: how tied players share, and the prize of each place."""
    event, language = builder.plan.event, builder.plan.fixed_language
    sheet.put(SHARING_ROW, 0, builder.heading("prize_sharing", "label"))
    sharing = sharing_of(event)
    typed = wording(f"sharing_{sharing}")[language] if sharing != SHARINGS[0] else ""
    put_alone(sheet, SHARING_ROW, Cell(typed, style="input_center"))
    sheet.put(SHARING_ROW, 2, builder.heading("prize_sharing_hint", "note"))
    own = read_at(SHARING_ROW, 1)
    code = "0"
    for number, key in reversed(list(enumerate(SHARINGS))):
        words = dict.fromkeys(text.lower() for text in wording(f"sharing_{key}").values())
        code = f"IF({is_one_of(own, words)},{number},{code})"
    known = [text.lower() for key in SHARINGS for text in wording(f"sharing_{key}").values()]
    unknown = f"NOT({is_one_of(own, ('', *dict.fromkeys(known)))})"
    said = {f"word{at}": builder.say(f"sharing_{key}") for at, key in enumerate(SHARINGS)}
    told = builder.say("sharing_unknown", {"value": own, **said})
    put_problem(builder, sheet, SHARING_ROW, [(1, unknown, told)])
    number_at = (SHARING_ROW, _OWN)
    sheet.put(*number_at, Cell(SHARINGS.index(sharing), f"={code}", "helper"))
    for col, key in enumerate(("prize_money", "col_prize_money")):
        sheet.put(MONEY_ROW - 1, col, builder.heading(key, "head_bare"))
    amounts = of_event(event)
    for row in range(MONEY_ROW, MONEY_ROW + PLACES):
        place = row - MONEY_ROW
        amount = amounts[place] if place < len(amounts) and amounts[place] else None
        sheet.put(row, 0, Cell(place + 1, style="int"))
        put_alone(sheet, row, Cell("" if amount is None else amount, style="input_num"))
        sheet.put(row, 2, Cell(""))
        _put_parts(builder, sheet, row, amount or ZERO, address(*number_at, "rc"))
    columns = {"prizes_place": 0, "prizes_by_place": _OWN, "prizes_pot": _POT}
    for name, col in columns.items():
        builder.name_area(name, sheet.key, MONEY_ROW, col, MONEY_ROW + PLACES - 1)
    inputs = {"sharing": address(SHARING_ROW, 1, "rc"),
              "money": span(MONEY_ROW, 1, MONEY_ROW + PLACES - 1)}  # fmt: skip
    for key, cells in inputs.items():
        builder.book.inputs[f"prizes_{key}"] = builder.at(sheet.key, cells)


def _put_parts(builder: Builder, sheet: Sheet, row: int, amount: Decimal, sharing: str) -> None:
    """Put the error in an amount; its part by place, and the shared part, in cents."""
    typed, problem = read_at(row, 1), address(row, PROBLEM, "rc")
    wrong, words = out_of_bounds(builder, "money", typed)
    said = {"fact": builder.say("col_prize_money"), "value": typed}
    halves = f"IF(ISNUMBER({typed}),ABS({typed}*100-ROUND({typed}*100,0))>0.0001,FALSE)"
    slips = (1, wrong, words), (1, halves, builder.say("money_cents", said))
    put_problem(builder, sheet, row, slips)
    cents = f"ROUND(100*N({typed}),0)"
    by_place = f'IF({problem}="",INT({cents}*CHOOSE({sharing}+1,1,0,0.5)),0)'
    own, event = address(row, _OWN, "rc"), builder.plan.event
    known = int(amount * 100)
    part = {"place": known, "equal": 0, "hort": known // 2}[sharing_of(event)]
    sheet.put(row, _OWN, Cell(part, f"={builder.render(by_place)}", "helper"))
    sheet.put(row, _POT, Cell(known - part, f'=IF({problem}="",{cents}-{own},0)', "helper"))


def put(builder: Builder, sheet: Sheet, top: int) -> None:
    """Put who has how much: a heading, the rule, a line for each of the first of the table."""
    plan, first = builder.plan, top + 2
    own = sharing_of(plan.event)
    shares = money(plan.standings, of_event(plan.event), own)
    is_any = "SUM(prizes_by_place)+SUM(prizes_pot)>0"
    rules = [builder.say(f"sharing_{key}_note") for key in SHARINGS]
    sharing = address(SHARING_ROW, _OWN, "rc")
    chosen = builder.render(f'IF({is_any},CHOOSE({sharing}+1,{",".join(rules)}),"")')
    said = wording(f"sharing_{own}_note")[plan.language] if of_event(plan.event) else ""
    sheet.put(top, NAME, builder.heading("prize_money", "section"))
    sheet.put(top, NAME + 1, Cell(said, f"={chosen}", "note"))
    for at, key in enumerate(("col_name", "col_place", "col_points", "col_prize_money")):
        sheet.put(top + 1, NAME + at, builder.heading(key, "head_bare"))
    for number in range(_LINES):
        _put_line(builder, sheet, first + number, number, shares)
    amounts = span(first, NAME + 3, first + _LINES - 1)
    last = "COUNT(standings_place)"
    parts = (f'SUMIF(prizes_place,"<="&{last},prizes_{key})' for key in ("by_place", "pot"))
    rest = f"ROUND(({'+'.join(parts)})/100-SUM({amounts}),2)"
    left = sum(shares[_LINES:], ZERO)
    row = first + _LINES
    others = builder.heading("stat_others", "text")
    for col, value, formula, style in (
        (NAME, others.value, others.formula[1:], "text"),
        (NAME + 3, left, rest, "dec2"),
    ):
        sheet.put(row, col, Cell(value if left else "", f'=IF({rest}>0,{formula},"")', style))
    is_line = f'={address(first, NAME + 3, "c")}<>""'
    sheet.marks.append(ConditionalStyle((first, NAME, row - 1, NAME + 3), is_line, "line"))
    none = f"=NOT({is_any})"
    sheet.marks.append(ConditionalStyle((top, NAME, top + 1, NAME + 3), none, "unseen"))


def _put_line(builder: Builder, sheet: Sheet, row: int, number: int, shares: list[Decimal]) -> None:
    plan = builder.plan
    one = plan.standings[number] if number < len(plan.standings) else None
    share = shares[number] if one else ZERO
    place, points, cents, amount = (
        address(row, col, "rc") for col in (_PLACE, _POINTS, _CENTS, NAME + 3)
    )

    def of(name: str) -> str:
        return f'IFERROR(INDEX({builder.render(f"[Standings.{name}]")},{number + 1}),"")'

    def divided(column: str, key: str, within: str) -> str:
        """The player's part of the cents in a column that players of one group share."""
        area = builder.render(f"[Standings.{key}]")
        first, n = f"MATCH({within},{area},0)", f"COUNTIF({area},{within})"
        bounds = f'prizes_place,">="&{first},prizes_place,"<"&{first}+{n}'
        # If the cents do not divide, the first players have one more each.
        return f"INT((SUMIFS({column},{bounds})+{n}-1-({number + 1}-{first}))/{n})"

    # After an empty cell LibreOffice prints ### for a hidden number.
    sheet.put(row, END, Cell("-", style="helper"))
    sheet.put(row, _PLACE, Cell(one.place if one else "", f"={of('place')}", "helper"))
    win_points: Value = plan.win * one.points if one else ""
    sheet.put(row, _POINTS, Cell(win_points, f"={of('points')}", "helper"))
    by_place = divided("prizes_by_place", "place", place)
    pot = divided("prizes_pot", "points", points)
    text = f'=IF({place}="",0,{by_place}+{pot})'
    sheet.put(row, _CENTS, Cell(int(share * 100), text, "helper"))
    sheet.put(row, NAME + 3, Cell(share or "", f'=IF({cents}>0,{cents}/100,"")', "dec2"))
    name = plan.event.by_no[one.no].name if one and share else ""
    values: list[tuple[Value, str, str]] = [
        (name, of("name"), "name"),
        (one.place if one and share else "", place, "int"),
        (win_points if share else "", points, plan.points_style),
    ]
    for col, (value, source, style) in enumerate(values, NAME):
        sheet.put(row, col, Cell(value, f'=IF({amount}="","",{source})', style))
