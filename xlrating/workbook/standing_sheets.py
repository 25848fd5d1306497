"""The sheets about the event itself: Crosstable with standings, and Check."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from ..standings import Standing, tie_break
from ..texts import say, table
from .audit_sheet import shown_in_crosstable
from .grid import Cell, Mark, Sheet, Value, address
from .input_sheets import STATUS_ROW
from .plan import Plan
from .table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW, Builder, Column

#: 1 when a date on the Start sheet is none: the ages could not be taken.
BAD_DATE = (
    'IF(event_start="",0,IF(ISERROR(YEAR(event_start)),1,0))'
    '+IF(event_end="",0,IF(ISERROR(YEAR(event_end)),1,0))'
)

#: How many problems the Check sheet lists.
LISTED = 30


def add_crosstable(builder: Builder) -> Callable[[], None]:
    """Final ranking and crosstable in one; hidden columns at the right do the sorting."""
    plan = builder.plan
    size, rounds = len(plan.numbers), plan.rounds
    ranked = list(plan.standings)
    position = {plan.numbers.index(standing.no): i for i, standing in enumerate(ranked)}
    cells = size if plan.is_round_robin else rounds
    first_tie = tie_break(plan.event)
    second_tie = "buchholz" if first_tie == "berger" else "berger"

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

    def own(name: str) -> Callable[[int], Value]:
        """A value of the player in place `index` of the Players sheet."""
        by_no = {s.no: s for s in ranked}

        def value(index: int) -> Value:
            found = by_no.get(plan.numbers[index])
            return getattr(found, name) if found else 0

        return value

    def cell(offset: int) -> Callable[[int], Value]:
        return lambda index: _cell_value(plan, ranked, index, offset)

    def sort_key(index: int) -> Value:
        if index not in position:
            return -(index + 1)
        found = ranked[position[index]]
        tie: Decimal = getattr(found, first_tie)
        return found.points * 10**6 + tie * 1000

    # The player of a row is found by its rank; `at` is the place on the Players sheet.
    lookup = 'IF([at]="","",INDEX([{0}],[at]))'
    is_shown = 'IF([at]="","",{})'
    columns = [
        Column("place", of_standing("place"), _place_formula(first_tie), "int", 7),
        Column("no", of_standing("no"), lookup.format("Ratings.no"), "int", 6),
        Column("name", person("name"), lookup.format("Ratings.name"), width=26),
        Column("rating", person("rating"), lookup.format("Ratings.rating"), "rating", 9),
        *(
            Column(f"cell{i}", cell(i), _cell_formula(plan, i), "cross", 5 if plan.is_round_robin else 8, heading="-")
            for i in range(cells)
        ),
        Column("points", of_standing("points"), lookup.format("Ratings.points"), "score", 8),
        Column(first_tie, of_standing(first_tie), is_shown.format(f"INDEX([Crosstable.own_{first_tie}],[at])"), "tie", 10),
        Column(second_tie, of_standing(second_tie), is_shown.format(f"INDEX([Crosstable.own_{second_tie}],[at])"), "tie", 10),
        Column("at", lambda i: plan.numbers.index(s.no) + 1 if (s := standing(i)) else "", _at_formula(), hidden=True),
        Column("own_buchholz", own("buchholz"), "SUM([Audit.opponent_points@])", hidden=True),
        Column("own_berger", own("berger"), "SUM([Audit.berger@])", hidden=True),
        Column("sort_key", sort_key, _sort_formula(first_tie), hidden=True),
        Column("rank", lambda i: _rank(size, position, i), _rank_formula(), hidden=True),
    ]  # fmt: skip
    made = builder.add("Crosstable", columns, size)

    def fill() -> None:
        sheet = made.sheet
        builder.fill("Crosstable")
        for i in range(cells):
            label: Value = i + 1 if plan.is_round_robin else f"{i + 1}"
            sheet.put(HEAD_ROW, made.col(f"cell{i}"), Cell(label, style="head_center"))
        sheet.put(TITLE_ROW, 0, builder.heading(f"sheet_crosstable_{plan.event.format}", "title"))
        note = f"sheet_crosstable_{plan.event.format}_note"
        if plan.rules.game == "xiangqi" and f"{note}_xiangqi" in table():
            note = f"{note}_xiangqi"
        sheet.put(NOTE_ROW, 0, builder.heading(note, "note"))
        sheet.freeze = (FIRST_ROW, 3)
        if plan.is_round_robin:
            top, left = FIRST_ROW, made.col("cell0")
            for i in range(size):
                sheet.marks.append(Mark((top + i, left + i, top + i, left + i), "=TRUE", "self"))

    return fill


def _cell_value(plan: Plan, ranked: list[Standing], index: int, offset: int) -> str:
    if index >= len(ranked):
        return ""
    no = ranked[index].no
    if not plan.is_round_robin:
        game = plan.rounds_of.get((no, offset + 1))
        return shown_in_crosstable(game, True, plan.rules.game) if game else ""
    if offset >= len(ranked):
        return ""
    other = ranked[offset].no
    met = []
    for rounds in _cycles(plan):
        games = (plan.rounds_of.get((no, number)) for number in rounds)
        met.append(next((g for g in games if g and g.opponent and g.opponent.no == other), None))
    return "".join(shown_in_crosstable(game, False) for game in met if game)


def _cycles(plan: Plan) -> list[range]:
    """The rounds of each time round; a second meeting in one of them is not shown."""
    once = len(plan.numbers) - 1 + len(plan.numbers) % 2
    starts = range(1, plan.rounds + 1, once)
    return [range(start, min(start + once, plan.rounds + 1)) for start in starts]


def _cell_formula(plan: Plan, offset: int) -> str:
    rounds = plan.rounds
    if not plan.is_round_robin:
        return f'IF([at]="","",INDEX([Audit.shown],([at]-1)*{rounds}+{offset + 1}))'
    # The opponent is the player ranked `offset`; each cycle of rounds is searched alone.
    other = f"INDEX([Crosstable.no],{offset + 1})"
    parts = []
    for cycle in _cycles(plan):

        def block(key: str, first: int = cycle[0], last: int = cycle[-1]) -> str:
            cell = f"INDEX([Audit.{key}],([at]-1)*{rounds}+"
            return f"{cell}{first}):{cell}{last})"

        parts.append(f'IFERROR(INDEX({block("shown")},MATCH({other},{block("opponent")},0)),"")')
    return f'IF(OR([at]="",{other}=""),"",{"&".join(parts)})'


def _sort_formula(first_tie: str) -> str:
    points = f"[Ratings.points#]*1000000+[own_{first_tie}]*1000"
    return f'IF([Players.filled#]="",-(ROW()-{FIRST_ROW}),{points})'


def _rank_formula() -> str:
    # Equal keys keep the order of the Players sheet.
    earlier = "COUNTIF(INDEX([Crosstable.sort_key],1):[sort_key],[sort_key])"
    return f"RANK([sort_key],[Crosstable.sort_key])+{earlier}-1"


def _rank(size: int, position: dict[int, int], index: int) -> int:
    if index in position:
        return position[index] + 1
    free = [i for i in range(size) if i not in position]
    return len(position) + free.index(index) + 1


def _at_formula() -> str:
    row = f"MATCH(ROW()-{FIRST_ROW},[Crosstable.rank],0)"
    return f'IFERROR(IF(INDEX([Players.filled],{row})="","",{row}),"")'


def _place_formula(first_tie: str) -> str:
    same = f"AND([points]=[points-],[{first_tie}]=[{first_tie}-])"
    counted = f"ROW()-{FIRST_ROW}"
    return f'IF([at]="","",IF(ROW()={FIRST_ROW + 1},1,IF({same},[place-],{counted})))'


def add_check(builder: Builder) -> Callable[[], None]:
    """Every problem in words with a link to its line, and a green light."""
    plan = builder.plan
    sheet = Sheet("Check", landscape=False, tab="green")
    builder.book.sheets.append(sheet)

    def fill() -> None:
        def last(name: str) -> str:
            made = builder.tables[name]
            _, col, row, _ = made.area("problems")
            return f"N({name}!{address(row, col, 'rc')})"

        open_games = sum(1 for line in plan.lines if line and plan.is_open(line))
        entered = sum(1 for line in plan.lines if line and line.result.white is not None)
        counts: list[tuple[str, Value, str]] = [
            ("check_players", len(plan.event.players), "=COUNT(players_filled)"),
            (
                "check_entered",
                entered,
                '=SUMPRODUCT((games_result_row>0)*(games_result<>"POSTPONED"))',
            ),
            ("check_open", open_games, "=SUM(games_open)"),
            ("check_problems", 0, f"={BAD_DATE}+{last('Players')}+{last('Games')}"),
        ]
        sheet.put(TITLE_ROW, 0, builder.heading("sheet_check", "title"))
        refs = {}
        for row, (key, value, formula) in enumerate(counts, HEAD_ROW):
            sheet.put(row, 0, builder.heading(key, "label"))
            sheet.put(row, 1, Cell(value, formula, "int"))
            refs[key] = address(row, 1, "rc")
        light = HEAD_ROW + len(counts) + 1
        key = status_key(entered, open_games)
        formula = (
            f"=IF({refs['check_problems']}>0,{builder.say('status_problems')},"
            f"IF({refs['check_entered']}=0,{builder.say('status_empty')},"
            f"IF({refs['check_open']}>0,{builder.say('status_open')},{builder.say('status_ready')})))"
        )
        sheet.put(light, 0, Cell(say(plan.language, key), formula, "status"))
        start = builder.book.sheet("Start")
        status = address(light, 0, "rc")
        start.put(STATUS_ROW, 0, Cell(say(plan.language, key), f"=Check!{status}", "status"))
        for target, place in ((sheet, (light, 0)), (start, (STATUS_ROW, 0))):
            cell = address(*place, "rc")
            area = (*place, place[0], 2 if target is start else 1)
            here = "" if target is sheet else "Check!"
            problems, opened = here + refs["check_problems"], here + refs["check_open"]
            entered_ref = here + refs["check_entered"]
            target.marks.append(Mark(area, f"={problems}>0", "red_light"))
            target.marks.append(Mark(area, f"=OR({opened}>0,{entered_ref}=0)", "yellow_light"))
            target.marks.append(Mark(area, f'={cell}<>""', "green_light"))
        head = light + 2
        for col, heading in enumerate(("check_where", "check_what")):
            sheet.put(head, col, builder.heading(heading, "head"))
        for k in range(1, LISTED + 1):
            _problem_row(builder, sheet, head + k, k)
        sheet.widths = {0: 34, 1: 90}
        sheet.print_columns, sheet.print_rows = 2, head + LISTED + 1

    return fill


def status_key(entered: int, open_games: int) -> str:
    """The text of the light for an event without problems."""
    if not entered:
        return "status_empty"
    return "status_open" if open_games else "status_ready"


def _problem_row(builder: Builder, sheet: Sheet, row: int, k: int) -> None:
    """The k-th problem: dates first, then players, then games."""
    dates = f"({BAD_DATE})"
    found = {
        "Players": f"MATCH({k}-{dates},players_problems,0)",
        "Games": f"MATCH({k}-{dates}-MAX(players_problems),games_problems,0)",
    }

    def link(name: str, line: str) -> str:
        col = builder.tables[name].col("no" if name == "Players" else "round")
        cell = f"ADDRESS({line}+{FIRST_ROW},{col + 1},4)"
        return f'HYPERLINK("#{name}!"&{cell},"{name}!"&{cell})'

    what = place = '""'
    for name, line in reversed(found.items()):
        what = f"IFERROR(INDEX({name.lower()}_problem,{line}),{what})"
        place = f"IFERROR({link(name, line)},{place})"
    is_date = f"{k}<={dates}"
    what = f"IF({is_date},{builder.say('bad_date')},{what})"
    place = f'IF({is_date},"Start",{place})'
    sheet.put(row, 0, Cell("", f"={place}", "link"))
    sheet.put(row, 1, Cell("", f"={what}", "problem"))
