"""The sheet Prizes: the user's categories with the first three of each; teams of clubs.

On Standings players are in their final order, so that the first three rows that fit a category are
its winners; hidden columns there rank the players of a club. The inputs for a category are to the
left of the printed part.
"""

from __future__ import annotations

from collections.abc import Callable

from ...engine.event import Event
from ...engine.rounding import exact
from ...engine.texts import say
from ...engine.tournament.prizes import MOST, Category, sex_of
from ...engine.vocabulary.sex import MEN, WOMEN
from ...exchange.addresses import address, span
from ..builder import Builder
from ..file.grid import Cell, ConditionalStyle, Sheet, Value
from ..formulas.typed import is_one_of, sex_code
from ..plan import Plan
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW
from . import club_teams, groups, prize_money, statistics
from .prize_cells import (
    AT,
    END,
    FIRST_SHOWN,
    NAME,
    ON,
    PROBLEM,
    RANK,
    READ,
    SEX,
    SHOWN,
    put_alone,
    put_problem,
    put_typed,
    read_at,
)
from .prize_entries import (
    BOUNDS,
    EACH_ROW,
    LAST_ROW,
    SHEET,
    SIZE_ROW,
    TYPED,
    follows_language,
    in_language,
    out_of_bounds,
    usual,
    validate,
)

_PRIZES = tuple(f"prize_{number}" for number in range(1, SHOWN + 1))
_BESIDE = FIRST_SHOWN + 1
#: Also hidden: the rows of Standings with a category's winners, 0 for none.
_WON = READ + len(TYPED)
#: The rows of the categories with the headings above them and the row below, which are locked.
_FRAME = span(HEAD_ROW, 0, FIRST_ROW + MOST, len(TYPED) - 1)
#: The first row of the teams, below their headings.
_TEAM_ROW = SIZE_ROW + 2
EACH = "prizes_each"
#: More than all rows of a table, in place of a row if nobody qualifies.
_FAR = 1_000_000


def of_plan(plan: Plan) -> list[Category]:
    """The categories of a workbook, as many as it has rows."""
    found = plan.event.facts.get("prizes", usual(plan.language))
    return [*found, *[Category()] * MOST][:MOST]  # type: ignore[misc]


def each_of(event: Event) -> int | None:
    """The number of main prizes before these if nobody may have two; None if anybody may."""
    found = event.facts.get("each")
    return found if isinstance(found, int) else None


def _first(number: int, place: int) -> str:
    """The row of Standings of the first, second, … player who fits a category; large if none."""
    sex, since, until, below, club = (
        f"INDEX(prizes_{key},{number + 1})" for key in ("code", "from", "until", "below", "club")
    )
    tests = [
        '(standings_place<>"")',
        f'((({sex}="")+(standings_sex={sex}))>0)',
        f'((({since}="")+(standings_born<>"")*(standings_born>={since}))>0)',
        f'((({until}="")+(standings_born<>"")*(standings_born<={until}))>0)',
        f'((({below}="")+(standings_rating<>"")*(standings_rating<{below}))>0)',
        f'(((TRIM({club})="")+(standings_club=TRIM({club})))>0)',
    ]
    # Main prizes go to the first of the table, the others in the order of the categories.
    row = f"(ROW(standings_place)-{FIRST_ROW})"
    has_one = f"({row}<={EACH})"
    if number:
        won = span(FIRST_ROW, _WON, FIRST_ROW + number - 1, _WON + SHOWN - 1)
        has_one += f"+(COUNTIF({won},{row})>0)"
    tests.append(f'((({EACH}="")+(({has_one})=0))>0)')
    rows = f"{row}+{_FAR}*(1-{'*'.join(tests)})"
    return f"SUMPRODUCT(SMALL({rows},{place}))"


def add_prizes(builder: Builder) -> Callable[[], None]:
    """Add the sheet; the returned function fills it: categories, their winners, teams of clubs."""
    plan = builder.plan
    sheet = builder.new_sheet(SHEET, tab="green")

    def fill() -> None:
        for col in (0, NAME):
            sheet.put(TITLE_ROW, col, builder.heading("sheet_prizes", "title"))
        sheet.put(NOTE_ROW, 0, builder.heading("sheet_prizes_note", "note"))
        for col, key in enumerate((*TYPED, "prize_name", *_PRIZES)):
            sheet.put(HEAD_ROW, col, builder.heading(f"col_{key}", "head"))
            sheet.widths[col] = TYPED[key][0] if col < NAME else 24
        # The shares of wins and draws are there, below the bar.
        sheet.put(HEAD_ROW, END - 1, Cell("", style="head"))
        sheet.widths[END - 1] = 8
        sheet.heights[HEAD_ROW] = 30
        taken: set[int] = set(range(each_of(plan.event) or 0))
        for number, category in enumerate(of_plan(plan)):
            won = _put_category(builder, sheet, number, category, taken)
            taken |= set() if each_of(plan.event) is None else set(won)
        for col, key in enumerate(TYPED):
            sheet.put(FIRST_ROW + MOST, col, Cell(""))
            cells = span(FIRST_ROW, col, FIRST_ROW + MOST - 1)
            builder.book.inputs[key.replace("prize", "prizes")] = builder.at(SHEET, cells)
        read = [(READ + col, key) for col, key in enumerate(TYPED)]
        for col, key in (*read, (SEX, "prize_code"), (ON, "prize_said")):
            name = key.replace("prize", "prizes")
            builder.name_area(name, SHEET, FIRST_ROW, col, FIRST_ROW + MOST - 1)
        _put_teams(builder, sheet)
        statistics.put(builder, sheet, SIZE_ROW, _BESIDE)
        top = SIZE_ROW + statistics.ROWS + 1
        texts = groups.of_plan(plan)
        for col, heading, of in ((NAME, "col_prize_club", "club"), (_BESIDE, "col_title", "title")):
            groups.put(builder, sheet, (top, col), heading, of, texts[of])
        prize_money.put_typed_cells(builder, sheet)
        money = top + groups.ROWS + 1
        prize_money.put(builder, sheet, money)
        for area in ((FIRST_ROW, 0, FIRST_ROW + MOST - 1, NAME - 1), (SIZE_ROW, 0, LAST_ROW, 1)):
            is_wrong = f'={address(area[0], PROBLEM, "c")}<>""'
            sheet.marks.append(ConditionalStyle(area, is_wrong, "bad"))
        validate(sheet, plan.fixed_language)
        sheet.hidden_columns |= set(range(SEX, _WON + SHOWN))
        sheet.print_left, sheet.print_columns = NAME, END
        sheet.print_rows = money + prize_money.ROWS
        sheet.repeat_row = HEAD_ROW
        sheet.hangs = True

    return fill


def _put_category(
    builder: Builder, sheet: Sheet, number: int, category: Category, taken: set[int]
) -> list[int]:
    """Put a category and its winners, none in `taken`; returns their rows of Standings, from 0."""
    row, standings = FIRST_ROW + number, builder.tables["Standings"]
    women, men = (say(builder.plan.language, f"sex_{sex}") for sex in "fm")
    values = (
        category.name, {"f": women, "m": men}.get(category.sex, ""), category.born_from,
        category.born_until, category.below, category.club,
    )  # fmt: skip
    for col, (value, (_, style)) in enumerate(zip(values, TYPED.values(), strict=True)):
        typed = Cell("" if value is None else value, style=style)
        put_typed(sheet, row, col, typed, f"INDEX({_FRAME},{number + 2},{col + 1})")
    sex = read_at(row, 1)
    sheet.put(row, SEX, Cell(sex_of(category.sex), f"={sex_code(sex)}", "helper"))
    is_none = f"NOT({is_one_of(sex, ('', *WOMEN, *MEN))})"
    wrong = [(1, is_none, builder.say("sex_unknown", {"value": sex}))]
    wrong += [
        (col, *out_of_bounds(builder, key, read_at(row, col)))
        for col, key in enumerate(TYPED)
        if key in BOUNDS
    ]
    put_problem(builder, sheet, row, wrong)
    empty = ",".join(f'{read_at(row, col)}=""' for col in range(1, NAME))
    sheet.put(row, ON, Cell(int(not category.says_nothing), f"=IF(AND({empty}),0,1)", "helper"))
    column = {col.key: col for col in standings.columns}
    fitting = (i for i in range(standings.rows) if i not in taken)
    rows = [i for i in fitting if _fits(builder, category, i)][:SHOWN]
    names = column["name"]
    for place in range(SHOWN):
        found, won = _first(number, place + 1), address(row, _WON + place, "rc")
        # A wrong condition fits nobody; Check reports it.
        quiet = f'OR({address(row, ON, "rc")}=0,{address(row, PROBLEM, "rc")}<>"")'
        is_won = place < len(rows)
        text = f"=IF({quiet},0,IFERROR(MOD({found},{_FAR})*({found}<{_FAR}),0))"
        sheet.put(row, _WON + place, Cell(rows[place] + 1 if is_won else 0, text, "helper"))
        text = f'=IF({won}=0,"",INDEX(standings_name,{won}))'
        winner = names.value(rows[place]) if is_won else ""
        sheet.put(row, FIRST_SHOWN + place, Cell(winner, text, "name"))
    # A category without a winner has nothing to print.
    first, shown = address(row, FIRST_SHOWN, "rc"), in_language(category.name, builder.plan)
    named = f'=IF({first}="","",{follows_language(builder, read_at(row, 0))})'
    sheet.put(row, NAME, Cell(shown if rows else "", named, "name"))
    sheet.marks.append(ConditionalStyle((row, NAME, row, END - 1), f'={first}<>""', "line"))
    return rows


def _fits(builder: Builder, category: Category, index: int) -> bool:
    """Whether the player in a row of Standings qualifies, with the rating in that row."""
    plan = builder.plan
    if index >= len(plan.standings):
        return False
    player = plan.event.by_no[plan.standings[index].no]
    rating = plan.entry_rating(player)
    return category.fits(player, None if rating == "" else exact(rating, "rating"))  # type: ignore[arg-type]


def _put_teams(builder: Builder, sheet: Sheet) -> None:
    plan, event = builder.plan, builder.plan.event
    each = each_of(event)
    for row, key, name, number in (
        (SIZE_ROW, "team", club_teams.SIZE, club_teams.size_of(event) or ""),
        (EACH_ROW, "each", EACH, "" if each is None else each),
    ):
        sheet.put(row, 0, builder.heading(f"prize_{key}", "label"))
        put_alone(sheet, row, Cell(number, style="input_int"))
        sheet.put(row, 2, builder.heading(f"prize_{key}_hint", "note"))
        put_problem(builder, sheet, row, [(1, *out_of_bounds(builder, key, read_at(row, 1)))])
        builder.book.names[name] = builder.at(SHEET, read_at(row, 1))
        builder.book.inputs[name] = builder.at(SHEET, address(row, 1, "rc"))
    named = (("prizes_problem", PROBLEM), ("prizes_problems", RANK), ("prizes_at", AT))
    for name, col in named:
        builder.name_area(name, SHEET, FIRST_ROW, col, LAST_ROW)
    for col, key in enumerate(("prize_club", "points")):
        sheet.put(_TEAM_ROW - 1, NAME + col, builder.heading(f"col_{key}", "head_bare"))
    none = f'={address(_TEAM_ROW, NAME, "rc")}=""'
    sheet.put(SIZE_ROW, NAME, builder.heading("prize_teams", "section"))
    sheet.marks.append(ConditionalStyle((SIZE_ROW, NAME, SIZE_ROW, NAME), none, "unseen"))
    sheet.marks.append(
        ConditionalStyle((_TEAM_ROW - 1, NAME, _TEAM_ROW - 1, NAME + 1), none, "unseen")
    )
    found = club_teams.of_plan(builder.plan)
    for place in range(SHOWN):
        row = _TEAM_ROW + place
        club, points, keys = (
            builder.render(f"[Standings.{k}]") for k in ("club", "team", "team_key")
        )
        at = f"MATCH(LARGE({keys},{place + 1}),{keys},0)"
        one = found[place] if place < len(found) else None
        shown: list[tuple[Value, str, str]] = [
            (one.club if one else "", club, "text"),
            (plan.win * one.points if one else "", points, plan.points_style),
        ]  # fmt: skip
        for col, (value, source, style) in enumerate(shown):
            cell = Cell(value, f'=IFERROR(INDEX({source},{at}),"")', style)
            sheet.put(row, NAME + col, cell)
