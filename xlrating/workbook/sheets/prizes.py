"""The sheet Prizes: categories that a person sets, and the first three of each; teams of clubs.

On Standings players stand in their order, so that the first three rows that fit a category are its
winners; hidden columns there count the players of a club. What is typed of a category stands left
of what is printed.
"""

# Columns read as tables, a row a line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ...engine.event import Event, Player
from ...engine.rounding import exact
from ...engine.texts import say
from ...engine.tournament.prizes import MOST, TEAM, Category, Team, club_of, sex_of, teams
from ...engine.words.sex import MEN, WOMEN
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Cell, Mark, Sheet, Value
from ..formulas.typed import is_one_of, sex_code
from ..inputs import NUMBERS, entered, shown_of
from ..plan import Plan
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW, Column, hidden
from . import groups, statistics
from .prize_entries import (
    BOUNDS,
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
#: The rows of the categories with the headings above them and the row below, which are locked.
_FRAME = f"{address(HEAD_ROW, 0, 'rc')}:{address(FIRST_ROW + MOST, len(TYPED) - 1, 'rc')}"
#: The first row of the teams, below their headings.
_TEAM_ROW = SIZE_ROW + 2
SIZE = "prizes_team"
#: A team before the next one: points first, then the row of its best player.
_KEY = 10_000
#: More than all rows of a table: where nobody fits there is no such row.
_FAR = 1_000_000


def of_plan(plan: Plan) -> list[Category]:
    """The categories of a workbook, as many as it has rows."""
    found = plan.event.facts.get("prizes", usual(plan.language))
    return [*found, *[Category()] * MOST][:MOST]  # type: ignore[misc]


def size_of(event: Event) -> int:
    """How many players make a team; 0 for none."""
    found = event.facts.get("team", TEAM)
    return found if isinstance(found, int) else TEAM


def _teams(plan: Plan) -> Sequence[Team]:
    return teams(plan.event, size_of(plan.event), plan.standings)


def columns(plan: Plan, player: Callable[[int], Player | None]) -> Iterator[Column]:
    """Of Standings, hidden: the players of a club counted, and the teams."""
    size, made = size_of(plan.event), {one.club.lower(): one for one in _teams(plan)}

    def count(index: int) -> int:
        found = player(index)
        club = club_of(found).lower() if found else ""
        others = (player(i) for i in range(index + 1))
        return sum(club_of(one).lower() == club for one in others if one) if club else 0

    def team(index: int) -> Team | None:
        found = player(index)
        return made.get(club_of(found).lower()) if found and size and count(index) == 1 else None

    def key(index: int) -> Value:
        one = team(index)
        return plan.win * one.points * _KEY - index - 1 if one else ""

    here = "([Standings.club]=[club])"
    total = f"SUMPRODUCT({here}*([Standings.club_no]<={SIZE}),[Standings.points])"
    is_none = f"OR(N({SIZE})<1,N({SIZE})<>INT(N({SIZE})))"
    full = f'IF(SUMPRODUCT({here}*1)<{SIZE},"",{total})'
    alone = f'IF([club]="","",IF([club_no]>1,"",IF({is_none},"",{full})))'
    yield hidden(
        "club_no", lambda i: count(i) or "", 'IF([club]="","",SUMPRODUCT(([club~]=[club])*1))'
    )
    yield hidden("team", lambda i: plan.win * one.points if (one := team(i)) else "", alone)
    yield hidden("team_key", key, f'IF([team]="","",[team]*{_KEY}-ROW()+{FIRST_ROW})')


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
    rows = f"ROW(standings_place)-{FIRST_ROW}+{_FAR}*(1-{'*'.join(tests)})"
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
        for number, category in enumerate(of_plan(plan)):
            _put_category(builder, sheet, number, category)
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
        sheet.hidden_columns |= set(range(_SEX, _READ + len(TYPED)))
        sheet.print_left, sheet.print_columns = _NAME, _END
        sheet.print_rows = top + groups.ROWS
        sheet.repeat_row = HEAD_ROW
        sheet.hangs = True

    return fill


def _put_category(builder: Builder, sheet: Sheet, number: int, category: Category) -> None:
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
        col: out_of_bounds(builder, key, _read_at(row, col)) for col, key in enumerate(TYPED) if key in BOUNDS
    }
    _put_problem(builder, sheet, row, wrong)
    empty = ",".join(f'{_read_at(row, col)}=""' for col in range(1, _NAME))
    sheet.put(row, _ON, Cell(int(not category.says_nothing), f"=IF(AND({empty}),0,1)", "helper"))
    column = {col.key: col for col in standings.columns}
    rows = [i for i in range(standings.rows) if _fits(builder, category, i)]
    names = column["name"]
    for place in range(_SHOWN):
        found = f"INDEX(standings_name,{_first(number, place + 1)})"
        # What is typed wrongly fits nobody; Check tells of it.
        quiet = f'OR({address(row, _ON, "rc")}=0,{address(row, _PROBLEM, "rc")}<>"")'
        text = f'=IF({quiet},"",IFERROR({found},""))'
        winner = names.value(rows[place]) if place < len(rows) else ""
        sheet.put(row, _FIRST_SHOWN + place, Cell(winner, text, "name"))
    # Of a category that nobody won yet nothing hangs on the wall.
    first, shown = address(row, _FIRST_SHOWN, "rc"), in_language(category.name, builder.plan)
    named = f'=IF({first}="","",{follows_language(builder, _read_at(row, 0))})'
    sheet.put(row, _NAME, Cell(shown if rows else "", named, "name"))
    sheet.marks.append(Mark((row, _NAME, row, _END - 1), f'={first}<>""', "line"))


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
    area = (row, 0, row, 1 if row == SIZE_ROW else _NAME - 1)
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
    sheet.put(SIZE_ROW, 0, builder.heading("prize_team", "label"))
    ends = f"{address(SIZE_ROW, 0, 'rc')}:{address(SIZE_ROW, 2, 'rc')}"
    size = Cell(size_of(event) or "", style="input_int")
    _put_typed(sheet, SIZE_ROW, 1, size, f"INDEX({ends},2)")
    sheet.put(SIZE_ROW, 2, builder.heading("prize_team_hint", "note"))
    _put_problem(builder, sheet, SIZE_ROW, {1: out_of_bounds(builder, "team", _read_at(SIZE_ROW, 1))})
    named = (("prizes_problem", _PROBLEM), ("prizes_problems", _RANK), ("prizes_at", _AT))
    for name, col in named:
        first, last = (address(row, col, "rc") for row in (FIRST_ROW, SIZE_ROW))
        builder.book.names[name] = builder.at(SHEET, f"{first}:{last}")
    builder.book.names[SIZE] = builder.at(SHEET, _read_at(SIZE_ROW, 1))
    builder.book.inputs[SIZE] = builder.at(SHEET, address(SIZE_ROW, 1, "rc"))
    for col, key in enumerate(("prize_club", "points")):
        sheet.put(_TEAM_ROW - 1, _NAME + col, builder.heading(f"col_{key}", "head_bare"))
    none = f'={address(_TEAM_ROW, _NAME, "rc")}=""'
    sheet.put(SIZE_ROW, _NAME, builder.heading("prize_teams", "section"))
    sheet.marks.append(Mark((SIZE_ROW, _NAME, SIZE_ROW, _NAME), none, "unseen"))
    sheet.marks.append(Mark((_TEAM_ROW - 1, _NAME, _TEAM_ROW - 1, _NAME + 1), none, "unseen"))
    found = _teams(builder.plan)
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
