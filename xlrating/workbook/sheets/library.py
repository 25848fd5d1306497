"""The Library: the club's players as a pasted list.

The list keeps its own headings; above each is the meaning it was given. Players shows the list's
values for the players named there, unless something is typed. No other sheet reads the list: all
other formulas read Players.
"""

# Columns are written as tables, one row per line.
# ruff: noqa: E501
from __future__ import annotations

from dataclasses import replace

from ...engine.texts import say
from ...engine.vocabulary.headings import on_ladder
from ...exchange.addresses import address, span
from ...exchange.sheets import Sheets
from ...exchange.template import named
from ..builder import Builder
from ..file.grid import Cell, ConditionalStyle, Form, Sheet, Strip, Value
from ..file.looks import BARE
from ..library import COLUMNS, FRAME, LINES, NOBODY, PARTS, STANDARD, Library, cell_of
from ..library_headings import headed, headed_at_pace, plain_heading, stands_in
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW
from ..texts_columns import LIBRARY
from .completion import KEYS, key

SHEET = "Library"
_KINDS = {
    "id": f"input_text{BARE}",
    "name": f"input_text{BARE}",
    "federation": f"input_text{BARE}",
    "title": f"input_text{BARE}",
    "sex": f"input_center{BARE}",
}
_WIDTHS = {"name": 26, "title": 12, "id": 12}
#: The column of the note, next to the title.
_NOTE = 2
#: How many rows below the list's area are searched for lines, too.
_BELOW = 20_000


# --- the sheet -----------------------------------------------------------------------------------


def add_library(builder: Builder) -> None:
    """Add the sheet: the list, its headings, and above them how they were understood."""
    if builder.plan.library is None:
        return
    sheet = builder.new_sheet(SHEET, tab="green", grows=True, says_event=False)
    sheet.put(TITLE_ROW, 0, builder.heading("sheet_library", "title"))
    parts = offered(builder)
    ready = tuple(say(builder.plan.language, heading_of(builder, part)) for part in parts)
    library = builder.plan.library
    library = library if library.headings else replace(library, headings=ready)
    _put_list(sheet, library, parts)
    builder.book.names[FRAME] = _frame(builder, HEAD_ROW - 1, HEAD_ROW + LINES)
    _add_headings(builder, library)
    _add_keys(builder, library)
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
    # Next to the title: the row above the headings is empty, because the frame begins there.
    sheet.put(TITLE_ROW, _NOTE, Cell(say(builder.plan.language, key), f"={text}", "note_wrapped"))
    last = max(len(parts) - 1, _NOTE + 1)
    sheet.joined[TITLE_ROW, _NOTE], sheet.heights[TITLE_ROW] = last, 40
    # Columns have the style of inputs; above the headings nothing is typed.
    for row, skipped in ((TITLE_ROW, (0, *range(_NOTE, last + 1))), (HEAD_ROW - 1, ())):
        for col in (col for col in range(COLUMNS) if col not in skipped):
            sheet.put(row, col, Cell("", style="text"))
    sheet.heights[HEAD_ROW - 1] = 4
    wrong = address(TITLE_ROW, COLUMNS, "rc")
    sheet.put(
        TITLE_ROW,
        COLUMNS,
        Cell(int(library.is_longer or is_unread), f"=IF(OR({longer}>0,{unread}),1,0)", "helper"),
    )
    # From an .ods LibreOffice reads the last formula above the headings as 0 if its text is empty.
    sheet.put(NOTE_ROW, COLUMNS, Cell(0, style="helper"))
    sheet.hidden_columns.add(COLUMNS)
    sheet.marks.append(
        ConditionalStyle((TITLE_ROW, _NOTE, TITLE_ROW, _NOTE), f"={wrong}=1", "red_light")
    )
    sheet.freeze = (FIRST_ROW, 0)
    sheet.repeat_row = HEAD_ROW
    sheet.marks.append(
        ConditionalStyle((FIRST_ROW, 0, HEAD_ROW + LINES, COLUMNS - 1), "=ROW()>0", "grid")
    )
    # Only the list is printed, with its headings on every page: an empty one makes no page.
    sheet.print_top, sheet.print_rows = FIRST_ROW, FIRST_ROW + LINES
    sheet.print_columns = max(len(library.headings), 2)


def _put_list(sheet: Sheet, library: Library, parts: list[str]) -> None:
    """Put the headings and the lines, in columns styled for these parts."""
    headings = library.headings
    for col, part in enumerate((parts + [""] * COLUMNS)[:COLUMNS]):
        sheet.widths[col] = _WIDTHS.get(part, 9 if part else 4)
        sheet.column_styles[col] = _KINDS.get(part, f"input_left{BARE}")
    for col in range(COLUMNS):
        heading = headings[col] if col < len(headings) else ""
        sheet.put(HEAD_ROW, col, Cell(heading, style="input_head"))
    for row, line in enumerate(library.lines, FIRST_ROW):
        for col, value in enumerate(line):
            if value != "":
                sheet.put(row, col, Cell(value, style=sheet.column_styles[col]))


def offered(builder: Builder) -> list[str]:
    """The parts for which a new workbook has headings ready."""
    facts = {fact.key for fact in builder.facts}
    return [part for part in PARTS[:-1] if part in facts or part in PARTS[:5]]


def heading_of(builder: Builder, part: str) -> str:
    """The prepared heading of a part."""
    return on_ladder(
        f"col_{part}" if part != "k" else "col_k_given", builder.plan.rules.ladder is not None
    )


def _add_headings(builder: Builder, library: Library) -> None:
    """Put on the hidden sheet Texts each heading that means a part, and the column that has it."""
    shown = [plain_heading(str(heading)) for heading in library.headings]
    for col in range(COLUMNS):
        cell = f"INDEX({FRAME},2,{col + 1})"
        text = f'SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(LOWER(TRIM({cell})),"-","_")," ","_"),".","")'
        value = shown[col] if col < len(shown) else ""
        builder.beside[FIRST_ROW + col, LIBRARY] = Cell(value, f"={text}", "helper")
    row = FIRST_ROW
    for part in PARTS:
        row = _add_part(builder, library, part, row)


def _add_part(builder: Builder, library: Library, part: str, row: int) -> int:
    """Put the headings that mean a part, each with the column that it or one below it heads.

    Returns the row below them.
    """
    shown = [plain_heading(str(heading)) for heading in library.headings]
    headings = span(FIRST_ROW, LIBRARY, FIRST_ROW + COLUMNS - 1)
    own, named = headed_at_pace(part, library.rules), headed(part, library.rules)
    names = (*own, *named)
    builder.book.names[cell_of(part)] = builder.at("Texts", address(row, LIBRARY + 2, "rc"))
    if own and part == "rating":
        first = address(row + len(own), LIBRARY + 2, "rc")
        builder.book.names[cell_of(STANDARD)] = builder.at("Texts", first)
    # Games and the like at another pace than the ratings do not belong to them.
    is_own = bool(own) and part != "rating"
    is_paced = is_own and not {*shown}.isdisjoint(headed_at_pace("rating", library.rules))
    for number, name in enumerate(names):
        here = address(row + number, LIBRARY + 1, "c")
        below = address(row + number + 1, LIBRARY + 2, "c") if number + 1 < len(names) else "0"
        if is_own and number + 1 == len(own):
            below = f"IF({cell_of('rating')}={cell_of(STANDARD)},{below},0)"
        known = own[number:] if is_paced and number < len(own) else names[number:]
        at = next((shown.index(one) + 1 for one in known if one in shown), 0)
        builder.beside[row + number, LIBRARY + 1] = Cell(name, style="helper")
        text = f"=IFERROR(MATCH({here},{headings},0),{below})"
        builder.beside[row + number, LIBRARY + 2] = Cell(at, text, "helper")
    return row + len(names)


def _add_keys(builder: Builder, library: Library) -> None:
    """Put on the hidden sheet Texts the name of each line in the form used for comparison.

    Not next to the lines, where an inserted row would have none.
    """
    col = LIBRARY + 4
    # The frame has the row above the headings, and this column begins with the first line.
    name = f"INDEX({FRAME},ROW()-{HEAD_ROW - 1},library_name)"
    text = f'IFERROR(IF(library_name=0,"{NOBODY}",{key(name)}),"{NOBODY}")'
    values: list[Value] = [NOBODY] * LINES
    values[: len(library.keys)] = library.keys
    strip = Strip(FIRST_ROW, col, 0, Form(text), "helper", False, values)
    builder.beside_columns.append(strip)
    # With the row of the headings, so that a line has its number among all.
    builder.name_area(KEYS, "Texts", HEAD_ROW, col, HEAD_ROW + LINES)


def _put_meaning(builder: Builder, library: Library, col: int) -> None:
    """Put above a heading how it was understood."""
    head = builder.at("Texts", address(FIRST_ROW + col, LIBRARY, "rc"))
    text, shown = '"–"', "–"
    if stands_in(builder.plan.rules):
        text = f"IF({cell_of(STANDARD)}={col + 1},{builder.say('pace_classical')},{text})"
        is_standard = library.standard == col + 1
        shown = say(builder.plan.language, "pace_classical") if is_standard else shown
    for part in reversed(PARTS):
        text = f"IF({cell_of(part)}={col + 1},{builder.say(heading_of(builder, part))},{text})"
        if library.columns.get(part) == col + 1:
            shown = say(builder.plan.language, heading_of(builder, part))
    sheet = builder.book.sheet(SHEET)
    is_free = plain_heading(str(sheet.cells[HEAD_ROW, col].shown)) == ""
    sheet.put(
        NOTE_ROW, col, Cell("" if is_free else shown, f'=IF({head}="","",{text})', "note_shrunk")
    )


def _frame(builder: Builder, first: int, last: int) -> str:
    """The reference to rows of the list, with the locked column after it."""
    return builder.at(SHEET, span(first, 0, last, COLUMNS))


def _counts(builder: Builder, library: Library) -> tuple[str, str]:
    """Put cells for whether anything is below the headings, and below the area; their names."""
    # Each begins above the headings: no edge of an area consists of input cells alone.
    head = _frame(builder, HEAD_ROW - 1, HEAD_ROW)
    whole = _frame(builder, HEAD_ROW - 1, HEAD_ROW + LINES + _BELOW)

    def filled(area: str) -> str:
        return f'COUNTIF({area},"?*")+COUNT({area})'

    cells = {
        "library_on": (int(not library.is_empty), f"=IF({filled(FRAME)}>{filled(head)},1,0)"),
        "library_more": (int(library.is_longer), f"=IF({filled(whole)}>{filled(FRAME)},1,0)"),
    }
    for row, (name, (value, formula)) in enumerate(cells.items(), FIRST_ROW):
        builder.beside[row, LIBRARY + 3] = Cell(value, formula, "helper")
        builder.book.names[name] = builder.at("Texts", address(row, LIBRARY + 3, "rc"))
    return tuple(cells)  # type: ignore[return-value]


def read(sheets: Sheets, rules: str) -> Library | None:
    """The list in a file that rates by these rules; None if the file has no place for one."""
    name = named(sheets.names, SHEET)
    if not name:
        return None
    rows = [tuple(map(_known, row[:COLUMNS])) for row in sheets.rows(name)[HEAD_ROW:]]
    while rows and not any(value != "" for value in rows[-1]):
        rows.pop()
    below = rows[1 : LINES + 1]
    return Library(rows[0] if rows else ("",), tuple(below), len(rows) > LINES + 1, rules)


def _known(value: object) -> Value:
    return value if isinstance(value, (str, int, float, bool)) else str(value or "")
