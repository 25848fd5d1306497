"""The sheet Engine: the event rated by the worksheet functions, next to the native formulas.

One call rates the whole event from the sheets Players and Games. Where the
functions are missing its cells are errors; no other cell of the workbook shows them.
"""

from __future__ import annotations

from collections.abc import Callable

from ...engine.languages import LANGUAGES
from ...engine.texts import say, wording
from ...engine.vocabulary.headings import RATED_LINE, RATED_PLAYER, on_ladder
from ...exchange.addresses import address
from ...exchange.sheets import Sheets
from ...exchange.template import rows_of
from ..builder import Builder
from ..file.grid import Cell
from ..formulas.methods.common import typed_rating
from ..formulas.values import Of, RatingsRows
from ..plan import FunctionHost
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW, SheetColumn
from .day_cells import text_of
from .lean import shown

SHEET = "Engine"

#: The row that says which functions are called and whether they work, and its columns.
STATE_ROW, HOST, PROBE = 2, 1, 2

_STYLES = {
    "no": "int", "name": "text", "n": "int", "score": "score", "expected": "share", "k": "k",
    "change": "gain", "new": "new",
}  # fmt: skip


def add_engine(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out where functions are called; the returned function fills it."""
    plan = builder.plan
    if plan.functions is None:
        return lambda: None
    rows, functions = RatingsRows(builder), plan.functions
    add = _columns_by_player if functions.by_player else _columns
    made = builder.add(SHEET, add(rows, functions.prefix), len(plan.numbers))

    def fill() -> None:
        builder.fill(SHEET)
        sheet = made.sheet
        sheet.put(TITLE_ROW, 0, builder.heading("sheet_live", "title"))
        sheet.put(NOTE_ROW, 0, builder.heading("sheet_live_note", "note"))
        probe = f"={functions.prefix}WE_TABLE(0)"
        sheet.put(STATE_ROW, HOST, Cell(functions.host, style="helper"))
        sheet.put(STATE_ROW, PROBE, Cell(0.5, probe, "helper", fills=(1, 1), live=True))
        if functions.by_player:
            return
        size = (made.rows + 1, len(made.columns))
        for col, column in enumerate(made.columns):
            head = say(plan.language, on_ladder(f"col_{column.key}", plan.rules.ladder is not None))
            text, fills = (_call(builder, functions.prefix), size) if col == 0 else ("", None)
            sheet.put(HEAD_ROW, col, Cell(head, text, "head", fills=fills, live=True))

    return fill


def _columns(rows: RatingsRows, prefix: str) -> list[SheetColumn]:
    """The columns of the values of the single call, whose formula is in the first heading."""

    def column(key: str, value: Of) -> SheetColumn:
        width, style = 28 if key == "name" else 10, _STYLES.get(key, "rating")
        return SheetColumn(key, value, style=style, width=width, heading="-", live=True)

    return [
        *(column(key, _of_player(rows, key)) for key in RATED_PLAYER),
        *(column(key, rows.of_line(key)) for key in RATED_LINE),
    ]


def _of_player(rows: RatingsRows, key: str) -> Of:
    return rows.of_line("rating_before") if key == "rating" else rows.person(key)


def _call(builder: Builder, prefix: str) -> str:
    """The formula that rates the whole event in one call."""
    languages = ",".join(f'"{language}"' for language in LANGUAGES)
    arguments = [
        *(_entered(builder, name) for name in ("Players", "Games")),
        *("file_rules", "file_format", f"CHOOSE(language,{languages})", "file_rounds"),
        text_of(builder.cells["day"]),
    ]
    return f"={prefix}RATE_EVENT({','.join(arguments)})"


def _entered(builder: Builder, name: str) -> str:
    """The inputs on a sheet, with its headings: the columns before the messages."""
    made = builder.tables[name]
    last = address(FIRST_ROW + made.rows - 1, made.col("problem") - 1, "rc")
    return builder.at(name, f"{address(HEAD_ROW, 0, 'rc')}:{last}")


#: The columns where each player has calls of their own.
_BY_PLAYER = ("no", "name", "rating", "change", "new")


def _columns_by_player(rows: RatingsRows, prefix: str) -> list[SheetColumn]:
    """The columns with a call for each rated player, on the rounds that count."""
    facts = {fact.key for fact in rows.plan.facts}
    met = f'IF([Rounds.counted@]=1,{shown("[Rounds.{0}@]")},"")'
    age = 'IF(AND(ISNUMBER([Players.born#]),[Rules.day]<>""),[Rules.year]-[Players.born#],"")'
    known = {
        "k": "[Players.k#]",
        "games": "[Players.games#]" if "games" in facts else "",
        "age": age if "born" in facts else "",
        "peak": "[Players.peak#]" if "peak" in facts else "",
    }
    games = f"{met.format('opponent_rating')},{met.format('score')}"
    call = f"{{}}([rating],{games},file_rules,{','.join(known.values())})"

    def live(key: str, function: str) -> SheetColumn:
        made = f'IF([rating]="","",{prefix}{call.format(function)})'
        of_line = rows.rated("change") if key == "change" else _new(rows)
        return SheetColumn(key, of_line, made, _STYLES[key], 11, live=True, array=True)

    rating = typed_rating("[Players.rating#]")
    return [
        SheetColumn("no", rows.person("no"), "[Players.filled#]", "int", 6),
        SheetColumn("name", rows.person("name"), '[Players.name#]&""', width=28),
        SheetColumn("rating", rows.person("rating"), rating, "rating", 9),
        live("change", "RATING_CHANGE"),
        live("new", "NEW_RATING"),
    ]


def _new(rows: RatingsRows) -> Of:
    """The new rating of a rated player; '' for a first rating, which one call cannot give."""
    return lambda i: "" if rows.person("rating")(i) == "" else rows.of_line("new")(i)


# --- in a file ----------------------------------------------------------------------------------


def has_engine_columns(sheets: Sheets) -> bool:
    """Whether the sheet Ratings has the engine's values, of when it was made or live."""
    texts = {text for end in ("", "_then") for text in wording(f"col_engine_new{end}").values()}
    rows = rows_of(sheets, "Ratings")
    return any(cell in texts for cell in (rows[HEAD_ROW] if len(rows) > HEAD_ROW else []))


def functions_of(sheets: Sheets) -> FunctionHost | None:
    """The functions that a workbook calls, judging by its values; None for a plain one."""
    host = _state(sheets, HOST)
    if not host:
        return None
    headings = sum(heading != "" for heading in rows_of(sheets, SHEET)[HEAD_ROW])
    return FunctionHost(str(host), by_player=headings == len(_BY_PLAYER))


def are_calculated(sheets: Sheets) -> bool:
    """Whether the program that saved the file had the functions."""
    return isinstance(_state(sheets, PROBE), float)


def _state(sheets: Sheets, col: int) -> object:
    rows = rows_of(sheets, SHEET)
    return rows[STATE_ROW][col] if len(rows) > HEAD_ROW and len(rows[STATE_ROW]) > col else ""


# --- on the sheet Ratings -----------------------------------------------------------------------


def engine_columns(rows: RatingsRows) -> list[SheetColumn]:
    """The engine's change and new rating next to the native ones, and whether they agree.

    These are the engine's values when the file was made, or those of the sheet Engine if there
    are functions to call. Where they are blank there is no message.
    """
    functions = rows.plan.functions
    by_player, live = bool(functions and functions.by_player), functions is not None
    new = _new(rows) if by_player else rows.of_line("new")
    near = "ABS(N([{0}])-N([engine_{0}]))<0.00000001"
    same = f'IF(AND({near.format("change")},{near.format("new")}),"✓","≠")'
    no_table = _no_table(rows.builder) if live and not by_player else ""
    if live:
        is_none = no_table or '[engine_new]=""'
        same = f'IF({is_none},"",{same})'

    def agrees(index: int) -> str:
        return "" if by_player and new(index) == "" else "✓"

    def shown(key: str, value: Of, style: str) -> SheetColumn:
        place = f"[{SHEET}.{key}#]"
        is_none = no_table or f"ISERROR({place})"
        formula = f'IF({is_none},"",{place})' if live else ""
        heading = f"engine_{key}" + ("" if live else "_then")
        return SheetColumn(f"engine_{key}", value, formula, style, 11, heading=heading, live=live)

    return [
        shown("change", rows.rated("change"), "gain"),
        shown("new", new, "new"),
        SheetColumn("agrees", agrees, same, "center", 8, live=live),
    ]


def state_cell(builder: Builder) -> Cell:
    """The cell that says what to do if the functions are missing or give no table."""
    functions = builder.plan.functions
    assert functions is not None
    missing = builder.say(f"live_missing_{functions.host}")
    works = f"ISNUMBER({builder.at(SHEET, address(STATE_ROW, PROBE, 'rc'))})"
    waits = '""'
    if not functions.by_player:
        waits = f'IF({_no_table(builder)},{builder.say("live_waits")},"")'
    return Cell("", f"=IF({works},{waits},{missing})", "note", live=True)


def _no_table(builder: Builder) -> str:
    """The test for a call that returned an error or a reason instead of a table with headings."""
    # In LibreOffice a text of an array equals another one only after it is joined to something.
    first = f'{builder.at(SHEET, address(HEAD_ROW, 0, "rc"))}&""'
    return f"NOT(IFERROR({first}={builder.say('col_no')},FALSE))"
