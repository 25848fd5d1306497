"""The sheet Prizes: categories that a person sets, and the first three of each; teams of clubs.

On Standings players stand in their order, so that the first three rows that fit a category are its
winners; hidden columns there count the players of a club. What is typed of a category stands left
of what is printed.
"""

# Columns read as tables, a row a line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable, Mapping

from ...engine.event import Event
from ...engine.rounding import exact
from ...engine.texts import say
from ...engine.tournament.prizes import MOST, Category, sex_of
from ...engine.words.sex import MEN, WOMEN
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Cell, Mark, Sheet, Value
from ..formulas.typed import is_one_of, sex_code
from ..inputs import NUMBERS, entered, shown_of
from ..plan import Plan
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW
from . import club_teams, groups, statistics
from .prize_entries import (
    BOUNDS,
    EACH_ROW,
    SHEET,
    SIZE_ROW,
    TYPED,
    follows_language,
    in_language,
    out_of_bounds,
    usual,
    validate,
)

#: The places of winners that are shown.
_SHOWN = 3
_PRIZES = tuple(f"prize_{number}" for number in range(1, _SHOWN + 1))
#: What is printed: the names of the categories that somebody won, their winners, a column more.
_NAME = len(TYPED)
_FIRST_SHOWN, _BESIDE = _NAME + 1, _NAME + 2
_END = _FIRST_SHOWN + _SHOWN + 1
#: Hidden: the code of a sex, whether anything is said of a category, what is wrong with it, which
#: line of Check that is, and in which column it stands.
_SEX, _ON, _PROBLEM, _RANK, _AT = range(_END, _END + 5)
#: Hidden: what is read of the cells to type into, in their order.
_READ = _END + 5
#: Hidden, too: the rows of Standings of a category's winners, 0 for none.
_WON = _READ + len(TYPED)
#: The rows of the categories with the headings above them and the row below, which are locked.
_FRAME = f"{address(HEAD_ROW, 0, 'rc')}:{address(FIRST_ROW + MOST, len(TYPED) - 1, 'rc')}"
#: The first row of the teams, below their headings.
_TEAM_ROW = SIZE_ROW + 2
EACH = "prizes_each"
#: More than all rows of a table: where nobody fits there is no such row.
_FAR = 1_000_000


def of_plan(plan: Plan) -> list[Category]:
    """The categories of a workbook, as many as it has rows."""
    found = plan.event.facts.get("prizes", usual(plan.language))
    return [*found, *[Category()] * MOST][:MOST]  # type: ignore[misc]


def each_of(event: Event) -> int | None:
    """How many main prizes there are before these, and nobody has two; None where one may."""
    found = event.facts.get("each")
    return found if isinstance(found, int) else None


def _first(number: int, place: int) -> str:
    """The row of Standings of those who fit a category: of the first, the second, …; none is far."""
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
        ends = (
            address(FIRST_ROW, _WON, "rc"),
            address(FIRST_ROW + number - 1, _WON + _SHOWN - 1, "rc"),
        )
        has_one += f"+(COUNTIF({':'.join(ends)},{row})>0)"
    tests.append(f'((({EACH}="")+(({has_one})=0))>0)')
    rows = f"{row}+{_FAR}*(1-{'*'.join(tests)})"
    return f"SUMPRODUCT(SMALL({rows},{place}))"


def add_prizes(builder: Builder) -> Callable[[], None]:
    """Categories to set and their winners, teams of clubs."""
    plan = builder.plan
    sheet = builder.new_sheet(SHEET, tab="green")

    def fill() -> None:
        for col in (0, _NAME):
            sheet.put(TITLE_ROW, col, builder.heading("sheet_prizes", "title"))
        sheet.put(NOTE_ROW, 0, builder.heading("sheet_prizes_note", "note"))
        for col, key in enumerate((*TYPED, "prize_name", *_PRIZES)):
            sheet.put(HEAD_ROW, col, builder.heading(f"col_{key}", "head"))
            sheet.widths[col] = TYPED[key][0] if col < _NAME else 24
        # The shares of wins and draws stand there, below the bar.
        sheet.put(HEAD_ROW, _END - 1, Cell("", style="head"))
        sheet.widths[_END - 1] = 8
        sheet.heights[HEAD_ROW] = 30
        taken: set[int] = set(range(each_of(plan.event) or 0))
        for number, category in enumerate(of_plan(plan)):
            won = _put_category(builder, sheet, number, category, taken)
            taken |= set() if each_of(plan.event) is None else set(won)
        for col, key in enumerate(TYPED):
            sheet.put(FIRST_ROW + MOST, col, Cell(""))
            area = f"{address(FIRST_ROW, col, 'rc')}:{address(FIRST_ROW + MOST - 1, col, 'rc')}"
            builder.book.inputs[key.replace("prize", "prizes")] = builder.at(SHEET, area)
        read = [(_READ + col, key) for col, key in enumerate(TYPED)]
        for col, key in (*read, (_SEX, "prize_code"), (_ON, "prize_said")):
            first, last = (address(row, col, "rc") for row in (FIRST_ROW, FIRST_ROW + MOST - 1))
            builder.book.names[key.replace("prize", "prizes")] = builder.at(
                SHEET, f"{first}:{last}"
            )
        _put_teams(builder, sheet)
        statistics.put(builder, sheet, SIZE_ROW, _BESIDE)
        top = SIZE_ROW + statistics.ROWS + 1
        texts = groups.of_plan(plan)
        for col, heading, of in (
            (_NAME, "col_prize_club", "club"),
            (_BESIDE, "col_title", "title"),
        ):
            groups.put(builder, sheet, top, col, heading, of, texts[of])
        validate(sheet, plan.fixed_language)
        sheet.hidden_columns |= set(range(_SEX, _WON + _SHOWN))
        sheet.print_left, sheet.print_columns = _NAME, _END
        sheet.print_rows = top + groups.ROWS
        sheet.repeat_row = HEAD_ROW
        sheet.hangs = True

    return fill


def _put_category(
    builder: Builder, sheet: Sheet, number: int, category: Category, taken: set[int]
) -> list[int]:
    """A category and its winners; their rows of Standings, none of those that are `taken`."""
    row, standings = FIRST_ROW + number, builder.tables["Standings"]
    women, men = (say(builder.plan.language, f"sex_{sex}") for sex in "fm")
    values = (
        category.name, {"f": women, "m": men}.get(category.sex, ""), category.born_from,
        category.born_until, category.below, category.club,
    )  # fmt: skip
    for col, (value, (_, style)) in enumerate(zip(values, TYPED.values(), strict=True)):
        typed = Cell("" if value is None else value, style=style)
        _put_typed(sheet, row, col, typed, f"INDEX({_FRAME},{number + 2},{col + 1})")
    sex = _read_at(row, 1)
    sheet.put(row, _SEX, Cell(sex_of(category.sex), f"={sex_code(sex)}", "helper"))
    is_none = f"NOT({is_one_of(sex, ('', *WOMEN, *MEN))})"
    wrong = {1: (is_none, builder.say("sex_unknown", {"value": sex}))}
    wrong |= {
        col: out_of_bounds(builder, key, _read_at(row, col))
        for col, key in enumerate(TYPED)
        if key in BOUNDS
    }
    _put_problem(builder, sheet, row, wrong)
    empty = ",".join(f'{_read_at(row, col)}=""' for col in range(1, _NAME))
    sheet.put(row, _ON, Cell(int(not category.says_nothing), f"=IF(AND({empty}),0,1)", "helper"))
    column = {col.key: col for col in standings.columns}
    fitting = (i for i in range(standings.rows) if i not in taken)
    rows = [i for i in fitting if _fits(builder, category, i)][:_SHOWN]
    names = column["name"]
    for place in range(_SHOWN):
        found, won = _first(number, place + 1), address(row, _WON + place, "rc")
        # What is typed wrongly fits nobody; Check tells of it.
        quiet = f'OR({address(row, _ON, "rc")}=0,{address(row, _PROBLEM, "rc")}<>"")'
        is_won = place < len(rows)
        text = f"=IF({quiet},0,IFERROR(MOD({found},{_FAR})*({found}<{_FAR}),0))"
        sheet.put(row, _WON + place, Cell(rows[place] + 1 if is_won else 0, text, "helper"))
        text = f'=IF({won}=0,"",INDEX(standings_name,{won}))'
        winner = names.value(rows[place]) if is_won else ""
        sheet.put(row, _FIRST_SHOWN + place, Cell(winner, text, "name"))
    # Of a category that nobody won yet nothing hangs on the wall.
    first, shown = address(row, _FIRST_SHOWN, "rc"), in_language(category.name, builder.plan)
    named = f'=IF({first}="","",{follows_language(builder, _read_at(row, 0))})'
    sheet.put(row, _NAME, Cell(shown if rows else "", named, "name"))
    sheet.marks.append(Mark((row, _NAME, row, _END - 1), f'={first}<>""', "line"))
    return rows


def _put_typed(sheet: Sheet, row: int, col: int, cell: Cell, at: str) -> None:
    """A cell to type into, and the hidden one that reads it."""
    sheet.put(row, col, cell)
    text = f"={entered(at, is_number=cell.style in NUMBERS)}"
    sheet.put(row, _READ + col, Cell(shown_of(cell.value), text, "mirror"))


def _read_at(row: int, col: int) -> str:
    return address(row, _READ + col, "rc")


def _put_problem(
    builder: Builder, sheet: Sheet, row: int, wrong: Mapping[int, tuple[str, str]]
) -> None:
    """Hidden: what is wrong in a row, by column, in words; and which line of Check it is."""
    text, at = '""', "1"
    for col, (test, words) in reversed(list(wrong.items())):
        text, at = f"IF({test},{words},{text})", f"IF({test},{col + 1},{at})"
    sheet.put(row, _PROBLEM, Cell("", "=" + builder.render(text), "helper"))
    sheet.put(row, _AT, Cell(1, "=" + builder.render(at), "helper"))
    problem, first = address(row, _PROBLEM, "rc"), address(FIRST_ROW - 1, _RANK, "rc")
    above = f"{first}:{address(row - 1, _RANK, 'c')}"
    rank = f'IF({problem}="",0,MAX(start_problems)+check_strays+COUNTIF({above},">0")+1)'
    sheet.put(row, _RANK, Cell(0, f"={rank}", "helper"))
    area = (row, 0, row, 1 if row in (SIZE_ROW, EACH_ROW) else _NAME - 1)
    sheet.marks.append(Mark(area, f'={problem}<>""', "bad"))


def _fits(builder: Builder, category: Category, index: int) -> bool:
    """Whether the player in a row of Standings fits, with the rating that stands there."""
    plan = builder.plan
    if index >= len(plan.standings):
        return False
    player = plan.event.by_no[plan.standings[index].no]
    rating = plan.opening(player)
    return category.fits(player, None if rating == "" else exact(rating, "rating"))  # type: ignore[arg-type]


def _put_teams(builder: Builder, sheet: Sheet) -> None:
    plan, event = builder.plan, builder.plan.event
    each = each_of(event)
    for row, key, name, number in (
        (SIZE_ROW, "team", club_teams.SIZE, club_teams.size_of(event) or ""),
        (EACH_ROW, "each", EACH, "" if each is None else each),
    ):
        sheet.put(row, 0, builder.heading(f"prize_{key}", "label"))
        ends = f"{address(row, 0, 'rc')}:{address(row, 2, 'rc')}"
        _put_typed(sheet, row, 1, Cell(number, style="input_int"), f"INDEX({ends},2)")
        sheet.put(row, 2, builder.heading(f"prize_{key}_hint", "note"))
        _put_problem(builder, sheet, row, {1: out_of_bounds(builder, key, _read_at(row, 1))})
        builder.book.names[name] = builder.at(SHEET, _read_at(row, 1))
        builder.book.inputs[name] = builder.at(SHEET, address(row, 1, "rc"))
    named = (("prizes_problem", _PROBLEM), ("prizes_problems", _RANK), ("prizes_at", _AT))
    for name, col in named:
        first, last = (address(row, col, "rc") for row in (FIRST_ROW, EACH_ROW))
        builder.book.names[name] = builder.at(SHEET, f"{first}:{last}")
    for col, key in enumerate(("prize_club", "points")):
        sheet.put(_TEAM_ROW - 1, _NAME + col, builder.heading(f"col_{key}", "head_bare"))
    none = f'={address(_TEAM_ROW, _NAME, "rc")}=""'
    sheet.put(SIZE_ROW, _NAME, builder.heading("prize_teams", "section"))
    sheet.marks.append(Mark((SIZE_ROW, _NAME, SIZE_ROW, _NAME), none, "unseen"))
    sheet.marks.append(Mark((_TEAM_ROW - 1, _NAME, _TEAM_ROW - 1, _NAME + 1), none, "unseen"))
    found = club_teams.of_plan(builder.plan)
    for place in range(_SHOWN):
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
            sheet.put(row, _NAME + col, cell)
