"""The Paste sheet: pairings as other programs show them, and next to each line its meaning.

A line here is the line of Games in the same row, if nobody is typed there. `pasted` reads the
lines of a file in the same way.
"""

# Columns are written as tables, one row per line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable

from ...engine.columns import begins
from ...engine.texts import say
from ...engine.vocabulary.spellings import in_language
from ...exchange.addresses import address
from .. import inputs
from ..builder import Builder
from ..file.grid import Cell, ConditionalStyle, Value
from ..file.looks import BARE
from ..formulas import results
from ..formulas.typed import as_number
from ..library import NOBODY
from ..pasted import ASKED, BYE_OF, CELLS, EMPTY, GAME, HEADING, UNPLAYED, UNREAD
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW, SheetColumn, SheetTable, mirror
from ..words import quoted
from . import pasted_cells as cells
from .lean import MARK, NOTHING
from .pasted_games import KEY, TWICE, is_title, names_other, place_words

#: Where the number of White is in a line of numbers alone.
_FROM = "MAX(1,[numbers]-1)"
#: The places of the first and second player named. Where the first one's number may be: before the
#: name, but not in the first cell, which is the board's; and that of the second, if the first has
#: one.
_ONE, _OTHER = (f"INT([code_{side}]/{cells.UNIT})" for side in ("white", "black"))
_BEFORE = [f"IF({_ONE}>{n + 1},{_ONE}-{n},0)" for n in (1, 2)]
_OWN = "+".join(f"IF({_ONE}>{n + 1},COUNTIF({cells.CODES},{_ONE}-{n}),0)" for n in (1, 2))
_LAST = f"IF([last]>{_OTHER},IF({_OWN}>0,[last],0),0)"
#: How many cells of a line are words and names.
_WORDY = f'COUNTIF({cells.CODES},">={cells.OTHER}")'
#: The row in the lists of Games and of Paste, from 1.
_ROW = f"ROW()-ROW({address(HEAD_ROW, 0, 'rc')})"


def add_paste(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out; the returned function fills it once all tables are known."""
    if not builder.plan.takes_pairings:
        return lambda: None
    place_words(builder)
    made = builder.add(KEY, _columns(builder), builder.plan.game_rows)
    made.sheet.tab = "green"
    made.sheet.says_event = False

    def fill() -> None:
        builder.fill(KEY)
        _head(builder, made)
        # Where a block begins to be pasted stays in sight.
        made.sheet.freeze = (FIRST_ROW, 1)
        made.sheet.marks += _marks(made)
        # Printed, it would only repeat Games: an empty column prints no page.
        made.sheet.print_left, made.sheet.print_top = made.col("edge"), FIRST_ROW
        made.sheet.print_columns = made.col("edge") + 1

    return fill


def _head(builder: Builder, made: SheetTable) -> None:
    sheet, first = made.sheet, made.col("in_c1")
    sheet.put(TITLE_ROW, first, builder.heading("sheet_paste", "title"))
    sheet.put(NOTE_ROW, first, builder.heading("sheet_paste_note", "note_wrapped"))
    sheet.put(HEAD_ROW, first, builder.heading("paste_here", "head"))
    for above in (NOTE_ROW, HEAD_ROW):
        sheet.joined[above, first] = made.col(f"in_c{CELLS}")
    sheet.heights[NOTE_ROW] = 38
    row = f"MIN(MAX([Paste.used])+{FIRST_ROW + 1},{FIRST_ROW + made.rows})"
    cell = f"ADDRESS({row},{first + 1},4)"
    text = builder.say("paste_next", {"cell": cell})
    link = builder.render(f'HYPERLINK("#{builder.at(KEY, "")}"&{cell},{text})')
    used = max((i for i, line in enumerate(builder.plan.lines, 1) if line), default=0)
    at = address(min(FIRST_ROW + used, FIRST_ROW + made.rows - 1), first)
    shown = say(builder.plan.language, "paste_next", cell=at)
    sheet.put(HEAD_ROW - 1, first, Cell(shown, f"={link}", "mirror_link"))


def _columns(builder: Builder) -> list[SheetColumn]:
    asked = quoted(in_language(ASKED, builder.plan.fixed_language))
    beside = cells.plain(cells.at("[at]"))

    def nothing(_: int) -> Value:
        return ""

    def hidden(key: str, formula: str, value: Value = 0) -> SheetColumn:
        return mirror(key, lambda _: value, formula)

    lines = builder.plan.lines
    first = next((index for index, line in enumerate(lines) if line), builder.plan.game_rows)

    def used(index: int) -> Value:
        return index + 1 if index < len(lines) and lines[index] else 0

    typed = [
        inputs.typed(f"c{at}", nothing, f"input_text{BARE}", 4.5, heading="-")
        for at in range(1, CELLS + 1)
    ]

    return [
        SheetColumn("line", lambda i: i + 1, style="mirror_line", width=5),
        *typed,
        inputs.edge(),
        SheetColumn("round", nothing, f'IF([kind]<>{GAME},"",{_of_games("round")})', "mirror_int", 7),
        SheetColumn("white_seen", nothing, _side("white"), "mirror_text", 18, heading=begins(builder.plan.rules), long=True),
        SheetColumn("result_seen", nothing, f'SUBSTITUTE([result],{MARK},"")', "mirror_center", 9, heading="result"),
        SheetColumn("black_seen", nothing, _side("black"), "mirror_text", 18, heading="black", long=True),
        SheetColumn("problem", nothing, _words(builder), "mirror_problem", 24, long=True),
        *(hidden(f"said_{at}", cells.said(at), NOBODY) for at in range(1, CELLS + 1)),
        *(hidden(f"code_{at}", cells.code(at)) for at in range(1, CELLS + 1)),
        hidden("named", f'COUNTIF({cells.CODES},">={cells.UNIT}")'),
        hidden("results", f'COUNTIF({cells.CODES},"<=-{cells.UNIT}")'),
        hidden("numbers", f'COUNTIF({cells.CODES},">0")-{_WORDY}'),
        hidden("filled", f"{CELLS}-COUNTIF({cells.CODES},0)"),
        hidden("result_row", f"IF([results]<>1,0,MOD(-MIN({cells.CODES}),{cells.UNIT}))"),
        hidden("result_at", f"IF(MIN({cells.CODES})>=0,0,IF([results]>0,INT(-MIN({cells.CODES})/{cells.UNIT}),-MIN({cells.CODES})))"),
        hidden("is_bye", 'IF([result_row]=0,0,IF(INDEX([Rules.result_kind],[result_row])="bye",1,0))'),
        hidden("at", f"IF([result_at]>0,[result_at],IF([kind-]={HEADING},{_headed()},N([at-])))"),
        # The content of the cell where the lines above have their results, by the table of results.
        hidden("beside", f'IF([at]=0,{MARK},IF({beside}="",{MARK},{beside}))', NOTHING),
        hidden("last", f"IF([numbers]=0,0,LARGE({cells.CODES},{_WORDY}+1))"),
        hidden("code_white", f'IF([named]=0,0,SMALL({cells.CODES},COUNTIF({cells.CODES},"<{cells.UNIT}")+1))'),
        hidden("code_black", f"IF([named]<2,0,MAX({cells.CODES}))"),
        hidden("place_white", _place("code_white", _BEFORE)),
        hidden("place_black", _place("code_black", [_LAST])),
        hidden("pair_white", _of_pair(is_first=True), 0),
        hidden("pair_black", _of_pair(is_first=False), -1),
        hidden("kind", f"IF([filled]=0,{EMPTY},IF([results]>1,{UNREAD},IF([named]>0,{_of_names()},{_of_numbers()})))"),
        hidden("begins", f"IF(AND([kind]={HEADING},[filled]=1,[code_1]={cells.OTHER}),{_of_games('round')},0)"),
        hidden("other", names_other()),
        hidden("white", _white(), NOTHING),
        hidden("black", _black(), NOTHING),
        hidden("result", _result(asked), NOTHING),
        mirror("begun", lambda index: int(index >= first), f"IF([kind]={HEADING},0,IF(OR([kind]>{HEADING},{_of_games('typed')}=1),1,[begun-]))"),
        hidden("step", f"IF([kind]={HEADING},[begun-],0)"),
        mirror("used", used, f"IF(OR([kind]>{EMPTY},{_of_games('typed')}=1),[line],0)"),
    ]  # fmt: skip


def _of_games(key: str) -> str:
    """The cell of a column in the line of Games that takes over this line."""
    return f"INDEX([Games.{key}],{_ROW})"


def _side(key: str) -> str:
    """The formula of a player's number and name; in a line not understood, of any player found."""
    # Games has the names, too, but lookups there are recalculated for each result that is typed.
    found = f'INDEX([Players.no],[place_{key}])&" "&INDEX([Players.name],[place_{key}])'
    found = f'IF([place_{key}]=0,"",{found})'
    name = f'IFERROR(INDEX([Players.name],MATCH([{key}],[Players.no],0)),"")'
    own = f'IF([{key}]={MARK},"",[{key}]&" "&{name})'
    return f"IF([kind]={GAME},{own},{found})"


def _words(builder: Builder) -> str:
    """The formula of the message about a line that does not count, or that has headings."""
    say, twice = builder.say, f"INDEX([Games.pasted],{_ROW})={TWICE}"
    head = f'IF([kind]={HEADING},{say("paste_heading")},"")'
    head = f"IF([other]=1,{say('paste_other_round', {'round': '[begins]'})},{head})"
    return f"IF({twice},{say('paste_twice')},IF([kind]={UNREAD},{say('paste_unread')},{head}))"


def _headed() -> str:
    """The formula of the column of results below headings; 0 if Black is not where they say."""
    result, black = (
        f"MATCH({word},[code_1-]:[code_{CELLS}-],0)" for word in (cells.RESULTS, cells.HEAD)
    )
    return f"IFERROR(IF({black}=INT([code_black]/{cells.UNIT}),{result},0),0)"


def _place(code: str, numbers: list[str]) -> str:
    """The formula of a named player's place, 0 for none; a number distinguishes equal names."""
    said = cells.at(f"INT([{code}]/{cells.UNIT})")
    names = f"LOWER({cells.name(said)})", f'IFERROR(LOWER({cells.untitled(said)}),"")'
    found = "0"
    for at in reversed(numbers):
        place = f"MATCH({cells.number_at(at)},[Players.no],0)"
        is_own = f"OR({','.join(f'INDEX([Players.key],{place})={name}' for name in names)})"
        own = f"IF({at}=0,0,IFERROR(IF({is_own},{place},0),0))"
        found = own if found == "0" else f"IF({own}>0,{own},{found})"
    one = f"MOD([{code}],{cells.UNIT})"
    return f"IF({one}={cells.BYE},0,IF({one}<{cells.SEVERAL},{one},{found}))"


def _of_pair(*, is_first: bool) -> str:
    """The formula of the first or second of two numbers in one cell; for anything else 0 or -1."""
    text = cells.text("[said_1]")
    part = f'LEFT({text},FIND(" ",{text})-1)' if is_first else f'MID({text},FIND(" ",{text})+1,99)'
    other = "0" if is_first else "-1"
    number = f"IFERROR({as_number(part)}+0,{other})"
    return f"IF(AND([filled]=1,[code_1]={cells.OTHER}),{number},{other})"


def _of_names() -> str:
    """The formula of the kind of a line that names players."""
    one = f"IF([is_bye]=1,{GAME},{UNREAD})"
    unplayed = ",".join(f'[beside]<>"{sign}"' for sign in UNPLAYED)
    stray = f"AND([results]=0,[beside]<>{MARK},{unplayed})"
    two = f"IF(OR([place_black]=0,[is_bye]=1,{stray}),{UNREAD},{GAME})"
    two = f"IF(MOD([code_black],{cells.UNIT})={cells.BYE},{GAME},{two})"
    return f"IF(OR([place_white]=0,[named]>2),{UNREAD},IF([named]=1,{one},{two}))"


def _of_numbers() -> str:
    """The formula of the kind of a line without players."""
    words = f"{_WORDY}-[named]"
    marks = f'COUNTIF({cells.CODES},"<0")'
    head = f"OR(AND(COUNTIF({cells.CODES},{cells.HEAD})>0,[numbers]=0,[results]=0),AND([filled]=1,[numbers]=1))"
    title = is_title(f"LOWER({cells.name('[said_1]')})")
    title = f"IF([filled]=1,IF([code_1]={cells.OTHER},{title},FALSE),FALSE)"
    size = f"OR([numbers]=2,AND([numbers]=3,{marks}=1))"
    order = f"AND(INDEX({cells.CODES},{_FROM})={_FROM},[last]<=[numbers]+1,OR({marks}=0,[result_at]>{_FROM}))"
    is_list = f"AND({words}=0,{marks}<2,{size},{order})"
    white, black = cells.number_at(_FROM), cells.number_at("[last]")
    pair = f"IF(OR({white}=0,AND([results]>0,{black}=0)),{UNREAD},{GAME})"
    numbers = f"IF({is_list},{pair},{UNREAD})"
    return (
        f"IF(AND([pair_white]>0,[pair_black]>=0),{GAME},IF(OR({head},{title}),{HEADING},{numbers}))"
    )


def _white() -> str:
    by_number = f"IF([pair_white]>0,[pair_white],{cells.number_at(_FROM)})"
    return f"IF([kind]<>{GAME},{MARK},IF([named]>0,INDEX([Players.no],[place_white]),{by_number}))"


def _black() -> str:
    number = f"IF([pair_white]>0,[pair_black],{cells.number_at('[last]')})"
    by_number = f"IF({number}=0,{MARK},{number})"
    by_name = f"IF([place_black]=0,{MARK},INDEX([Players.no],[place_black]))"
    return f"IF([kind]<>{GAME},{MARK},IF([named]>0,{by_name},{by_number}))"


def _code_in_file(code: str) -> str:
    return f"INDEX([Rules.result_code],{results.CODES.index(code) + 1})"


def _result(asked: str) -> str:
    """The formula of the result as the list of results has it."""
    row = "IF([result_row]>0,[result_row],IFERROR(INDEX([Rules.spelling_row],MATCH([beside],[Rules.spelling],0)),0))"
    worth = asked
    for code, bye in reversed(BYE_OF.items()):
        worth = f"IF({row}={results.CODES.index(code) + 1},{_code_in_file(bye)},{worth})"
    own = "INDEX([Rules.result_code],[result_row])"
    bye = f"IF([named]=0,{_code_in_file('BYE 1')},IF([is_bye]=1,{own},{worth}))"
    game = f"IF([result_row]=0,{MARK},{own})"
    return f"IF([kind]<>{GAME},{MARK},IF([black]={MARK},{bye},{game}))"


def _marks(made: SheetTable) -> list[ConditionalStyle]:
    """The styles of cells with players, and of lines that are not understood or do not count."""
    top, first, bottom, _ = made.area("in_c1")
    area = (top, first, bottom, made.col(f"in_c{CELLS}"))
    kind, other = (address(top, made.col(key), "c") for key in ("kind", "other"))
    code = address(top, made.col("code_1"))
    _, told, _, _ = made.area("problem")
    return [
        ConditionalStyle((top, told, bottom, told), f"={kind}={HEADING}", "of_list"),
        ConditionalStyle(area, f"={kind}={UNREAD}", "bad"),
        ConditionalStyle(area, f"={other}=1", "bad"),
        ConditionalStyle(area, f"={kind}={HEADING}", "faint"),
        ConditionalStyle(area, f"={code}>={cells.UNIT}", "found"),
        # Borders of the cells themselves would print empty pages.
        ConditionalStyle(area, "=ROW()>0", "grid"),
    ]
