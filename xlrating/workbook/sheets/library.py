"""The Library: the club's players as a pasted list, and what completes a line of Players from it.

The list keeps its own headings; above each stands what it was understood as. A cell to type into
on Players holds a formula from the beginning, which shows what the list has of whoever is named:
typing over it replaces it. Nothing else asks the list, so that all other formulas read Players.
"""

# Columns read as tables, a row a line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable, Iterator

from ...engine.problems import Problem
from ...engine.texts import say
from ...engine.words.headings import on_ladder
from ...exchange.addresses import address
from ...exchange.sheets import Sheets
from ...exchange.template import named
from ..builder import Builder, list_head
from ..file.grid import Cell, Mark, Validation, Value
from ..library import (
    COLUMNS,
    LINES,
    PARTS,
    SEVERAL,
    UNKNOWN,
    UNREAD,
    Library,
    headed,
    plain_heading,
)
from ..plan import Plan
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, Column, hidden

SHEET = "Library"
#: What every formula has that completes a cell.
COMPLETES = "library_"
#: All lines with their headings, and their names, as formulas call them.
_ALL, _NAMES = "library_lines", "INDEX(library_lines,0,library_name)"
#: Where the hidden sheet Texts has what the headings are compared with.
_COLUMN = 40
_KINDS = {
    "id": "input_text",
    "name": "input_text",
    "federation": "input_text",
    "title": "input_text",
    "sex": "input_center",
}
_WIDTHS = {"name": 26, "title": 12, "id": 12}
#: Rows below the room that are looked at, too.
_BELOW = 20_000
#: Lines that a page shows.
_PRINTED = 45
#: Parts of which 0 stands for none.
_NONE_IS_0 = ("rating", "peak")
_TEXTS = ("id", "federation", "title", "foreign", "sex")


def _column(part: str) -> str:
    """The name of the cell with the column of a part; 0 where the list has none."""
    return f"library_{part}"


# --- the sheet -----------------------------------------------------------------------------------


def add_library(builder: Builder) -> None:
    """The list, its headings, and what they were understood as."""
    if builder.plan.library is None:
        return
    sheet = builder.new_sheet(SHEET, tab="green", grows=True, says_event=False)
    list_head(builder, sheet, "library")
    parts = _offered(builder)
    ready = tuple(say(builder.plan.language, _heading(builder, part)) for part in parts)
    library = builder.plan.library
    library = library if library.headings else Library(ready)
    headings = library.headings
    for col, part in enumerate((parts + [""] * COLUMNS)[:COLUMNS]):
        sheet.widths[col] = _WIDTHS.get(part, 10)
        sheet.column_styles[col] = _KINDS.get(part, "input_left")
    for col in range(COLUMNS):
        heading = headings[col] if col < len(headings) else ""
        sheet.put(HEAD_ROW, col, Cell(heading, style="input_head"))
    for row, line in enumerate(library.lines, FIRST_ROW):
        for col, value in enumerate(line):
            if value != "":
                sheet.put(row, col, Cell(value, style=sheet.column_styles[col]))
    area = f"{address(HEAD_ROW, 0, 'rc')}:{address(HEAD_ROW + LINES, COLUMNS - 1, 'rc')}"
    builder.book.names[_ALL] = builder.at(SHEET, area)
    _add_headings(builder, library)
    for col in range(COLUMNS):
        _put_meaning(builder, library, col)
    on, longer = _counts(builder, library)
    note = builder.say("sheet_library_note")
    unread = f"AND({on}=1,library_id=0,library_name=0)"
    text = f"IF({longer}>0,{builder.say('library_longer')},IF({unread},{builder.say('library_no_headings')},{note}))"
    is_unread = not library.is_empty and not {"id", "name"} & set(library.columns)
    key = (
        "library_longer"
        if library.is_longer
        else "library_no_headings"
        if is_unread
        else "sheet_library_note"
    )
    sheet.put(NOTE_ROW, 0, Cell(say(builder.plan.language, key), f"={text}", "note"))
    wrong = address(NOTE_ROW, COLUMNS, "rc")
    sheet.put(
        NOTE_ROW,
        COLUMNS,
        Cell(int(library.is_longer or is_unread), f"=IF(OR({longer}>0,{unread}),1,0)", "helper"),
    )
    sheet.hidden_columns.add(COLUMNS)
    sheet.marks.append(Mark((NOTE_ROW, 0, NOTE_ROW, 0), f"={wrong}=1", "red_light"))
    sheet.freeze = (FIRST_ROW, 0)
    sheet.repeat_row = HEAD_ROW
    sheet.print_columns, sheet.print_rows = max(len(headings), 2), FIRST_ROW + _PRINTED


def _offered(builder: Builder) -> list[str]:
    """The parts that stand ready as headings."""
    facts = {fact.key for fact in builder.facts}
    return [part for part in PARTS[:-1] if part in facts or part in PARTS[:5]]


def _heading(builder: Builder, part: str) -> str:
    return on_ladder(
        f"col_{part}" if part != "k" else "col_k_given", builder.plan.rules.ladder is not None
    )


def _add_headings(builder: Builder, library: Library) -> None:
    """On the hidden sheet Texts: each heading that means a part, and in which column it stands."""
    shown = [plain_heading(str(heading)) for heading in library.headings]
    first = address(FIRST_ROW, _COLUMN, "rc")
    area = f"{first}:{address(FIRST_ROW + COLUMNS - 1, _COLUMN, 'rc')}"
    for col in range(COLUMNS):
        cell = builder.at(SHEET, address(HEAD_ROW, col, "rc"))
        text = f'SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(LOWER(TRIM({cell})),"-","_")," ","_"),".","")'
        value = shown[col] if col < len(shown) else ""
        builder.beside[FIRST_ROW + col, _COLUMN] = Cell(value, f"={text}", "helper")
    row = FIRST_ROW
    for part in PARTS:
        names = headed(part)
        builder.book.names[_column(part)] = builder.at("Texts", address(row, _COLUMN + 2, "rc"))
        for number, name in enumerate(names):
            here = address(row, _COLUMN + 1, "c")
            found = f"IFERROR(MATCH({here},{area},0),0)"
            below = address(row + 1, _COLUMN + 2, "c") if number + 1 < len(names) else "0"
            at = next((shown.index(one) + 1 for one in names[number:] if one in shown), 0)
            builder.beside[row, _COLUMN + 1] = Cell(name, style="helper")
            builder.beside[row, _COLUMN + 2] = Cell(at, f"=IF({found}>0,{found},{below})", "helper")
            row += 1


def _put_meaning(builder: Builder, library: Library, col: int) -> None:
    """Above a heading what it was understood as."""
    head = address(HEAD_ROW, col, "c")
    text, shown = '"–"', "–"
    for part in reversed(PARTS):
        text = f"IF({_column(part)}={col + 1},{builder.say(_heading(builder, part))},{text})"
        if library.columns.get(part) == col + 1:
            shown = say(builder.plan.language, _heading(builder, part))
    sheet = builder.book.sheet(SHEET)
    is_free = sheet.cells[HEAD_ROW, col].shown == ""
    sheet.put(
        HEAD_ROW - 1,
        col,
        Cell("" if is_free else shown, f'=IF({head}="","",{text})', "note_shrunk"),
    )


def _counts(builder: Builder, library: Library) -> tuple[str, str]:
    """The cells that say whether anything stands below the headings, and below the room."""
    head = f"{address(HEAD_ROW, 0, 'rc')}:{address(HEAD_ROW, COLUMNS - 1, 'rc')}"
    under = f"{address(HEAD_ROW + LINES + 1, 0, 'rc')}:{address(HEAD_ROW + LINES + _BELOW, COLUMNS - 1, 'rc')}"
    head, under = builder.at(SHEET, head), builder.at(SHEET, under)

    def filled(area: str) -> str:
        return f'COUNTIF({area},"?*")+COUNT({area})'

    cells = {
        "library_on": (int(not library.is_empty), f"=IF({filled(_ALL)}>{filled(head)},1,0)"),
        "library_more": (int(library.is_longer), f"=IF({filled(under)}>0,1,0)"),
    }
    for row, (name, (value, formula)) in enumerate(cells.items(), FIRST_ROW):
        builder.beside[row, _COLUMN + 3] = Cell(value, formula, "helper")
        builder.book.names[name] = builder.at("Texts", address(row, _COLUMN + 3, "rc"))
    return tuple(cells)  # type: ignore[return-value]


def read(sheets: Sheets) -> Library | None:
    """The list in a file; None where there is no place for one."""
    name = named(sheets.names, SHEET)
    if not name:
        return None
    rows = [tuple(map(_known, row[:COLUMNS])) for row in sheets.rows(name)[HEAD_ROW:]]
    while rows and not any(value != "" for value in rows[-1]):
        rows.pop()
    below = rows[1 : LINES + 1]
    return Library(rows[0] if rows else ("",), tuple(below), len(rows) > LINES + 1)


def _known(value: object) -> Value:
    return value if isinstance(value, (str, int, float, bool)) else str(value or "")


# --- the columns of Players ----------------------------------------------------------------------


def _line_of(text: str) -> str:
    """The line of a name, 0 for none; the row of the headings is none."""
    found = f"MATCH({text},{_NAMES},0)"
    return f"IF(library_name=0,0,IFERROR(IF({found}>1,{found},0),0))"


def _of(part: str, at: str) -> str:
    """A cell of the list."""
    return f"INDEX({_ALL},{at},{_column(part)})"


def columns(plan: Plan) -> Iterator[Column]:
    """A column to type a number or name of the list into."""
    if plan.library is not None:
        yield Column(
            "asked",
            lambda i: plan.asked.get(plan.numbers[i], ""),
            style="input_text",
            width=12,
            heading="library",
        )


def hidden_columns(plan: Plan) -> Iterator[Column]:
    """Which line of the list completes a player."""
    library = plan.library
    if library is None:
        return
    asked = "TRIM([asked])"

    def of(find: str) -> object:
        def value(index: int) -> Value:
            player = plan.player(index)
            text, name = plan.asked.get(plan.numbers[index], ""), player.name if player else ""
            if find == "asked_at":
                return library.asked_at(text)
            return getattr(library, find)(text, name)  # type: ignore[no-any-return]

        return value

    numbers = "INDEX(library_lines,0,library_id)"
    number = f'IFERROR(MATCH({asked},{numbers},0),IFERROR(IF(({asked}*1)&""={asked},MATCH({asked}*1,{numbers},0),0),0))'
    number = f"IF(library_id=0,0,{number})"
    name = _line_of(asked)
    by_either = f"IF({number}>1,{number},IF({name}>1,{name},{UNKNOWN}))"
    yield hidden("asked_at", of("asked_at"), f'IF({asked}="",0,{by_either})')  # type: ignore[arg-type]
    typed = "TRIM([name])"
    by_name = f"IF(library_name=0,{UNREAD},IF({_line_of(typed)}>1,{_line_of(typed)},{UNKNOWN}))"
    text = f'IF({asked}<>"",[asked_at],IF(OR({typed}="",library_on=0),0,{by_name}))'
    yield hidden("named_at", of("named_at"), text)  # type: ignore[arg-type]
    own, number = _of("name", "[named_at]"), _of("id", "[named_at]")
    is_number = f'IF(OR({asked}="",library_id=0),FALSE,{number}&""={asked})'
    same = f'SUMPRODUCT(({_NAMES}={own})*({numbers}&""={number}&""))'
    most = f'IF(library_id=0,1,IF({number}="",1,{same}))'
    # Stars and question marks mean any letters to a search.
    other = f"{own}<>IF({asked}={_QUOTES},{typed},{asked})"
    several = f"SUMPRODUCT(({_NAMES}={own})*1)>{most}"
    text = f"IF([named_at]<2,[named_at],IF({is_number},[named_at],IF({other},{UNKNOWN},IF({several},{SEVERAL},[named_at]))))"
    yield hidden("library_at", of("place"), text)  # type: ignore[arg-type]


_QUOTES = '""'


def completed(plan: Plan, part: str) -> Callable[[int], str]:
    """The formula of a free place; what is entered stays as it is."""
    formula = _completed(part) if plan.library is not None and part in PARTS else ""
    return lambda index: formula if plan.player(index) is None else ""


def _completed(part: str) -> str:
    """The formula that a cell to type into holds: what the list has of the player."""
    at, column = ("[asked_at]" if part == "name" else "[library_at]"), _column(part)
    found = _of(part, at)
    shown = f'{found}&""'
    if part == "born":
        year = f"LEFT(TRIM({found}),4)"
        is_year = f'IFERROR(({year}*1)&""={year},FALSE)'
        shown = f'IF(ISNUMBER({found}),IF({found}>3000,YEAR({found}),{found}),IF({is_year},{year}*1,{found}&""))'
    elif part not in (*_TEXTS, "name"):
        number = f"IF({found}=0,{_QUOTES},{found})" if part in _NONE_IS_0 else found
        is_number = f'IFERROR(({found}*1)&""=TRIM({found}),FALSE)'
        shown = f'IF(ISNUMBER({found}),{number},IF({is_number},{found}*1,{found}&""))'
    return f'IF({at}<2,"",IF({column}=0,"",IF({found}="","",{shown})))'


def offered_names(builder: Builder) -> Iterator[Validation]:
    """The names of the list, offered in the cells for names."""
    if builder.plan.library is not None:
        area = builder.tables["Players"].area("name")
        yield Validation(area, "list", f"={_NAMES}", hint="hint_library", strict=False)


# --- what is said of a player --------------------------------------------------------------------


def wrong(builder: Builder) -> Iterator[tuple[str, str]]:
    """Where a number or name is asked for that the list does not have, or has several times."""
    say = builder.say
    if builder.plan.library is None:
        return
    words = {"value": "[asked]"}
    text = f"IF([library_at]={SEVERAL},{say('library_several', words)},{say('library_unknown', words)})"
    yield 'AND(TRIM([asked])<>"",[library_at]<0)', text


def doubtful(builder: Builder) -> Iterator[tuple[str, tuple[str, str]]]:
    """Where a typed name leaves open what its rating is, or the number is another one."""
    say = builder.say
    if builder.plan.library is None:
        return
    for key, code in _DOUBTS.items():
        test = f'AND([library_at]={code},TRIM([asked])="",[rating]="",[id]="")'
        yield key, (test, say(key, {"name": "[name]"}))
    listed = _of("id", "[library_at]") + '&""'
    test = f'IF([library_at]<2,FALSE,IF(OR(library_id=0,[id]=""),FALSE,AND({listed}<>"",{listed}<>[id]&"")))'
    words = {"name": "[name]", "id": "[id]", "other": listed}
    yield "library_other", (test, say("library_other", words))


_DOUBTS = {
    "library_name_unknown": UNKNOWN,
    "library_name_several": SEVERAL,
    "library_unread": UNREAD,
}


def doubts(plan: Plan) -> Iterator[Problem]:
    """The same of the players of a plan."""
    library = plan.library
    if library is None or library.is_empty:
        return
    for player in plan.event.players:
        asked = plan.asked.get(player.no, "")
        at = library.place(asked, player.name)
        where = player.places.get("name", player.where)
        words: dict[str, object] = {"name": player.name}
        key = next((key for key, code in _DOUBTS.items() if code == at), "")
        if key and not asked and player.rating is None and not player.id:
            yield Problem(key, words, where, player.no)
        other = str(library.text("id", at)) if at > 1 else ""
        if other and player.id and other.lower() != player.id.lower():
            yield Problem(
                "library_other", {**words, "id": player.id, "other": other}, where, player.no
            )
