"""The Slips sheet: a slip for each board of the round shown, two next to each other, to cut.

The players write the result and sign; the arbiter types it on Games. A forfeit leaves its place
free, so that the others stay where their boards are.
"""

from __future__ import annotations

from ...engine.columns import begins
from ...engine.texts import between, say
from ...exchange.addresses import address, span
from ..builder import BETWEEN, Builder
from ..file.grid import Cell, ConditionalStyle, Sheet, Value
from ..table import FIRST_ROW, NOTE_ROW, TITLE_ROW
from .one_round import BYE, OneRound
from .round_columns import named, person

SHEET = "Slips"
#: Rows of a slip; slips below each other on a page; the column of the left and of the right one.
_ROWS, _PER_PAGE, _LEFT = 8, 6, (0, 5)
#: The columns between two slips, which are cut after the first of them.
_GAP = range(3, 5)
#: The rows of a slip: its head below some room, the results to ring, those to sign on, and the
#: last, below which it is cut.
_HEAD, _RESULT, _SIGNED, _CUT = 1, 4, range(5, 7), _ROWS - 1
_WIDTHS = {0: 18, 1: 27, 2: 7, 3: 2, 4: 2, 5: 18, 6: 27, 7: 7}
_HEIGHT = 18.5
#: The scale in per cent at which a slip is half as wide as a page.
_SCALE = 80


def add_slips(builder: Builder) -> None:
    """Add the whole sheet; the Round sheet must exist."""
    plan, shown = builder.plan, OneRound(builder.plan)
    sheet = builder.new_sheet(SHEET, landscape=False, tab="blue", says_event=False)
    sheet.put(TITLE_ROW, 0, builder.heading("sheet_slips", "title"))
    _tell(builder, sheet, shown)
    boards = len(plan.numbers) // 2
    for number in range(boards):
        down, beside = divmod(number, len(_LEFT))
        _slip(builder, sheet, shown, number, (FIRST_ROW + down * _ROWS, _LEFT[beside]))
    last = FIRST_ROW + -(-boards // len(_LEFT)) * _ROWS
    sheet.heights |= dict.fromkeys(range(FIRST_ROW, last), _HEIGHT)
    sheet.widths = dict(_WIDTHS)
    sheet.freeze = (FIRST_ROW, 0)
    sheet.print_top, sheet.print_rows = FIRST_ROW, last
    sheet.print_columns = max(_WIDTHS) + 1
    sheet.row_breaks = tuple(range(FIRST_ROW + _ROWS * _PER_PAGE, last, _ROWS * _PER_PAGE))
    sheet.scale = _SCALE
    _lines(sheet, last)


def _tell(builder: Builder, sheet: Sheet, shown: OneRound) -> None:
    """Put below the title what the slips are, and on how many pages; further ones are empty."""
    language, page = builder.plan.language, _PER_PAGE * len(_LEFT)
    count = 'COUNTIF([Round.black_at],">0")'
    words = {"boards": "SUM([Round.slip])", "pages": f"ROUNDUP({count}/{page},0)"}
    note, pages = builder.say("sheet_slips_note"), builder.say("round_pages", words)
    pages = f"IF({count}<={page},{builder.say('round_page', words)},{pages})"
    formula = builder.render(f'{note}&IF({count}=0,"",""{BETWEEN}{pages})')
    boards = sum(1 for key in shown.keys if key < BYE)
    slips = sum(map(shown.has_slip, range(boards)))
    key = "round_page" if boards <= page else "round_pages"
    told = say(language, key, boards=slips, pages=-(-boards // page))
    text = say(language, "sheet_slips_note") + (between(language) + told if boards else "")
    sheet.put(NOTE_ROW, 0, Cell(text, f"={formula}", "note"))


def _slip(
    builder: Builder, sheet: Sheet, shown: OneRound, row: int, place: tuple[int, int]
) -> None:
    """Put one slip; `row` is that of the pairing on the Round sheet, from 0."""
    plan, (top, left) = builder.plan, place
    is_game = shown.has_slip(row)
    board = address(top + _HEAD, left + 2, "rc")

    def put(down: int, right: int, value: Value, formula: str, style: str) -> None:
        text = f'=IF({board}="","",{builder.render(formula)})'
        cell = Cell(value if is_game else "", text, style)
        sheet.put(top + down, left + right, cell)

    def told(key: str, **words: object) -> str:
        return say(plan.language, key, **words)

    of_round = {key: builder.cell("Round", key, row) for key in ("slip", "board")}
    numbered = builder.say("slip_board", {"board": of_round["board"]})
    shown_board = told("slip_board", board=shown.board(row)) if is_game else ""
    formula = f'=IF({of_round["slip"]}=0,"",{numbered})'
    sheet.put(top + _HEAD, left + 2, Cell(shown_board, formula, "slip_board"))
    name = plan.event.name
    # The round first, as the end of a long name is cut off.
    event = f" · {name}" if name else ""
    named_event = {"event": (event, 'IF(event_name="",""," · "&event_name)')}
    put(_HEAD, 0, *named(builder, "slip_head", shown.number, named_event), "slip_event")
    sides = ((begins(plan.rules), "white", shown.white_at), ("black", "black", shown.black_at))
    for down, (key, side, at) in enumerate(sides, _HEAD + 1):
        put(down, 0, told(f"col_{key}"), builder.say(f"col_{key}"), "label")
        for right, fact in ((1, "name"), (2, "rating")):
            cell = builder.cell("Round", f"{side}_{fact}", row)
            put(down, right, person(plan, fact, at)(row), cell, _STYLES[fact])
    put(_RESULT, 0, told("col_result"), builder.say("col_result"), "label")
    results = f"slip_results_{begins(plan.rules)}"
    put(_RESULT, 1, told(results), builder.say(results), "slip_results")
    for down, (key, _, _) in zip(_SIGNED, sides, strict=True):
        words = {"side": builder.say(f"col_{key}")}
        shown_side = told("slip_signed", side=told(f"col_{key}"))
        put(down, 0, shown_side, builder.say("slip_signed", words), "label")


_STYLES = {"name": "slip_name", "rating": "rating"}


def _lines(sheet: Sheet, last: int) -> None:
    """Put the lines to write on and to cut along, where there is a slip."""
    inside = f"MOD(ROW()-{FIRST_ROW + 1},{_ROWS})"
    for left in _LEFT:
        first = address(FIRST_ROW, left, "c")
        written = f'=AND({first}<>"",{inside}>={_SIGNED[0]},{inside}<={_SIGNED[-1]})'
        area = (FIRST_ROW, left + 1, last - 1, left + 2)
        sheet.marks.append(ConditionalStyle(area, written, "ruled"))
        # In the last row of a slip its head shows whether there is one.
        head = address(FIRST_ROW + _HEAD, left, "c")
        area = (FIRST_ROW + _CUT, left, last - 1, left + 2)
        below = f'=AND({head}<>"",{inside}={_CUT})'
        sheet.marks.append(ConditionalStyle(area, below, "cut_below"))
    # Between two slips, as far as there are any.
    row_of_head = f"{_HEAD + 1}+{_ROWS}*INT((ROW()-{FIRST_ROW + 1})/{_ROWS})"
    leftmost = span(FIRST_ROW, 0, last)
    area = (FIRST_ROW, _GAP[0], last - 1, _GAP[0])
    sheet.marks.append(
        ConditionalStyle(area, f'=INDEX({leftmost},{row_of_head})<>""', "cut_beside")
    )
