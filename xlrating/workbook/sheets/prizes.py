"""The sheet Prizes: categories that a person sets, and the first three of each; teams of clubs.

On Standings players stand in their order, so that the first three rows that fit a category are its
winners; hidden columns there count the players of a club.
"""

# Columns read as tables, a row a line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable, Iterator

from ...engine.errors import RatingError
from ...engine.event import Event, Player
from ...engine.problems import BORN_MAX, BORN_MIN
from ...engine.rounding import exact
from ...engine.texts import LANGUAGES, say
from ...engine.tournament.prizes import MOST, TEAM, Category, Team, club_of, sex_of, teams
from ...engine.words.sex import MEN, WOMEN, read_sex
from ...exchange.addresses import address
from ...exchange.sheets import Sheets
from ...exchange.template import named
from ..builder import Builder
from ..facts import SEXES
from ..file.grid import Cell, Sheet, Validation, Value
from ..file.page import Page, text_keys
from ..plan import Plan
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW, Column, hidden
from ..words import quoted
from . import statistics

SHEET = "Prizes"
#: What is typed of a category, its width and look; and the places of winners that are shown.
_TYPED = {
    "prize_name": (22, "input_text"), "prize_sex": (7, "input_center"),
    "prize_from": (8, "input_int"), "prize_until": (8, "input_int"),
    "prize_below": (9, "input_rating"), "prize_club": (14, "input_text"),
}  # fmt: skip
_SHOWN = 3
_PRIZES = tuple(f"prize_{number}" for number in range(1, _SHOWN + 1))
_FIRST_SHOWN = len(_TYPED)
#: Hidden: the code of a sex, and whether anything is said of a category.
_SEX, _ON = _FIRST_SHOWN + _SHOWN, _FIRST_SHOWN + _SHOWN + 1
#: The size of a team, and the first row of the teams below their headings.
_SIZE_ROW = FIRST_ROW + MOST + 1
_TEAM_ROW = _SIZE_ROW + 2
SIZE = "prizes_team"
#: A team before the next one: points first, then the row of its best player.
_KEY = 10_000
#: More than all rows of a table: where nobody fits there is no such row.
_FAR = 1_000_000


def usual(language: str) -> tuple[Category, ...]:
    """The categories that stand ready: of two of them the year and the limit are to be typed."""
    names = [say(language, f"prize_{key}") for key in ("women", "juniors", "limit")]
    women, juniors, limit = names
    return Category(women, sex="f"), Category(juniors), Category(limit)


def of_plan(plan: Plan) -> list[Category]:
    """The categories of a workbook, as many as it has rows."""
    found = plan.event.facts.get("prizes", usual(plan.language))
    return [*found, *[Category()] * MOST][:MOST]  # type: ignore[misc]


def size_of(event: Event) -> int:
    """How many players make a team; 0 for none."""
    found = event.facts.get("team", TEAM)
    return found if isinstance(found, int) else TEAM


def columns(plan: Plan, player: Callable[[int], Player | None]) -> Iterator[Column]:
    """Of Standings, hidden: the players of a club counted, and the teams."""
    size, made = size_of(plan.event), {one.club.lower(): one for one in teams(plan.event, size_of(plan.event))}

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
        return one.points * _KEY - index - 1 if one else ""

    here = "([Standings.club]=[club])"
    total = f"SUMPRODUCT({here}*([Standings.club_no]<={SIZE}),[Standings.points])"
    full = f'IF(SUMPRODUCT({here}*1)<{SIZE},"",{total})'
    alone = f'IF([club]="","",IF([club_no]>1,"",IF(N({SIZE})<1,"",{full})))'
    yield hidden("club_no", lambda i: count(i) or "", 'IF([club]="","",SUMPRODUCT(([club~]=[club])*1))')
    yield hidden("team", lambda i: one.points if (one := team(i)) else "", alone)
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
        sheet.put(TITLE_ROW, 0, builder.heading("sheet_prizes", "title"))
        sheet.put(NOTE_ROW, 0, builder.heading("sheet_prizes_note", "note"))
        for col, key in enumerate((*_TYPED, *_PRIZES)):
            sheet.put(HEAD_ROW, col, builder.heading(f"col_{key}", "head"))
            sheet.widths[col] = _TYPED[key][0] if key in _TYPED else 24
        sheet.heights[HEAD_ROW] = 30
        for number, category in enumerate(of_plan(plan)):
            _put_category(builder, sheet, number, category)
        for col, key in (*enumerate(_TYPED), (_SEX, "prize_code"), (_ON, "prize_said")):
            first, last = (address(row, col, "rc") for row in (FIRST_ROW, FIRST_ROW + MOST - 1))
            builder.book.names[key.replace("prize", "prizes")] = builder.at(SHEET, f"{first}:{last}")
        _put_teams(builder, sheet)
        statistics.put(builder, sheet, _SIZE_ROW, _FIRST_SHOWN)
        _validate(sheet, plan.fixed_language)
        sheet.hidden_columns |= {_SEX, _ON}
        sheet.print_columns, sheet.print_rows = _FIRST_SHOWN + _SHOWN, _SIZE_ROW + statistics.ROWS
        sheet.repeat_row = HEAD_ROW

    return fill


def _put_category(builder: Builder, sheet: Sheet, number: int, category: Category) -> None:
    row, standings = FIRST_ROW + number, builder.tables["Standings"]
    women, men = (say(builder.plan.language, f"sex_{sex}") for sex in "fm")
    values = (
        category.name, {"f": women, "m": men}.get(category.sex, ""), category.born_from,
        category.born_until, category.below, category.club,
    )  # fmt: skip
    for col, (value, (_, style)) in enumerate(zip(values, _TYPED.values(), strict=True)):
        sheet.put(row, col, Cell("" if value is None else value, style=style))
    words = ",".join(map(quoted, (*WOMEN, *MEN)))
    found = f'MATCH(LOWER(TRIM({address(row, 1, "rc")})),{{{words}}},0)'
    code = f'=IFERROR(IF({found}>{len(WOMEN)},"m","f"),"")'
    sheet.put(row, _SEX, Cell(sex_of(category.sex), code, "helper"))
    empty = ",".join(f'TRIM({address(row, col, "rc")})=""' for col in range(1, _FIRST_SHOWN))
    sheet.put(row, _ON, Cell(int(not category.says_nothing), f"=IF(AND({empty}),0,1)", "helper"))
    column = {col.key: col for col in standings.columns}
    rows = [i for i in range(standings.rows) if _fits(builder, category, i)]
    names = column["name"]
    for place in range(_SHOWN):
        found = f"INDEX(standings_name,{_first(number, place + 1)})"
        text = f'=IF({address(row, _ON, "rc")}=0,"",IFERROR({found},""))'
        winner = names.value(rows[place]) if place < len(rows) else ""
        sheet.put(row, _FIRST_SHOWN + place, Cell(winner, text, "name"))


def _fits(builder: Builder, category: Category, index: int) -> bool:
    """Whether the player in a row of Standings fits, with the rating that stands there."""
    plan = builder.plan
    if index >= len(plan.standings):
        return False
    player = plan.event.by_no[plan.standings[index].no]
    rating = plan.opening(player)
    return category.fits(player, None if rating == "" else exact(rating, "rating"))  # type: ignore[arg-type]


def _put_teams(builder: Builder, sheet: Sheet) -> None:
    event = builder.plan.event
    sheet.put(_SIZE_ROW, 0, builder.heading("prize_team", "label"))
    sheet.put(_SIZE_ROW, 1, Cell(size_of(event) or "", style="input_int"))
    sheet.put(_SIZE_ROW, 2, builder.heading("prize_team_hint", "note"))
    builder.book.names[SIZE] = builder.at(SHEET, address(_SIZE_ROW, 1, "rc"))
    for col, key in enumerate(("prize_club", "points")):
        sheet.put(_TEAM_ROW - 1, col, builder.heading(f"col_{key}", "head_center"))
    found = teams(event, size_of(event))
    for place in range(_SHOWN):
        row = _TEAM_ROW + place
        club, points, keys = (builder.render(f"[Standings.{k}]") for k in ("club", "team", "team_key"))
        at = f"MATCH(LARGE({keys},{place + 1}),{keys},0)"
        one = found[place] if place < len(found) else None
        shown: list[tuple[Value, str, str]] = [
            (one.club if one else "", club, "text"), (one.points if one else "", points, "score"),
        ]  # fmt: skip
        for col, (value, source, style) in enumerate(shown):
            sheet.put(row, col, Cell(value, f'=IFERROR(INDEX({source},{at}),"")', style))


def _validate(sheet: Sheet, language: str) -> None:
    last = FIRST_ROW + MOST - 1

    def area(col: int) -> tuple[int, int, int, int]:
        return FIRST_ROW, col, last, col

    years = (BORN_MIN, BORN_MAX, "bad_number")
    sheet.validations += [
        Validation(area(1), "list", ",".join(SEXES[LANGUAGES.index(language)]), message="bad_choice"),
        *(Validation(area(col), "whole", "", *years) for col in (2, 3)),
        Validation(area(4), "decimal", "", 0, 9999, "bad_number"),
        Validation((_SIZE_ROW, 1, _SIZE_ROW, 1), "whole", "", 0, 99, "bad_number"),
    ]


def read(sheets: Sheets) -> dict[str, object]:
    """The categories and the size of a team, where they are not the usual ones."""
    name = named(sheets.names, SHEET)
    if not name:
        return {}
    page = Page(sheets, name)
    heads = page.headings({key: (f"col_{key}",) for key in _TYPED}, _TYPED)
    rows = range(heads.row + 1, min(heads.row + 1 + MOST, len(page.rows)))
    page.no_formulas((row, col) for row in rows for col in heads.cols.values())
    found: dict[str, object] = {}
    categories = [_category(page, {key: (row, col) for key, col in heads.cols.items()}) for row in rows]
    while categories and categories[-1] == Category():
        categories.pop()
    if tuple(categories) not in map(usual, LANGUAGES):
        found["prizes"] = tuple(categories)
    for row, cells in enumerate(page.rows):
        if cells and "prize_team" in text_keys(cells[0]):
            size = page.whole((row, 1), "players of a team") or 0
            if size != TEAM:
                found["team"] = size
    return found


def _category(page: Page, at: dict[str, tuple[int, int]]) -> Category:
    try:
        sex = read_sex(page.text(at["prize_sex"]))
    except RatingError:
        typed = page.text(at["prize_sex"])
        raise page.wrong(at["prize_sex"], "sex_unknown", value=typed) from None
    return Category(
        page.text(at["prize_name"]),
        sex,
        page.whole(at["prize_from"], "year"),
        page.whole(at["prize_until"], "year"),
        page.number(at["prize_below"], "rating"),
        page.text(at["prize_club"]),
    )
