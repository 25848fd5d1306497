"""The TRF sheet: the rating report line by line, to be copied into a text file unchanged.

The record of a player is prepared in a hidden column of Players, each round in one of Rounds; a
line of the sheet joins them. If a line would misrepresent the event, a message is shown
instead. Everything else on the sheet is a comment of the format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ...engine.event import Event
from ...engine.texts import say
from ...engine.tournament.scores import listed_points
from ...exchange import trf_layout as trf
from ...exchange.addresses import address
from ...exchange.trf_writer import (
    BEFORE_ROUNDS,
    cells_of,
    more_records,
    player_line,
    records,
    rounds_of,
)
from ..builder import Builder
from ..file.grid import Cell, ConditionalStyle, Form, Strip, Value
from ..file.screen import WIDE, WIDEST, pixels
from ..formulas import report as trf_report
from ..formulas.pairs import UNIT
from ..formulas.report import END, HEAD, LEFT_OUT, NO_LINE, ROUND_BLANK, is_line, joined, shown
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW
from ..words import quoted
from .gravity import Gravity
from .notices import before

#: The beginning of lines that programs ignore (TRF26).
_COMMENT = "### "
#: With more rounds lines are printed in landscape: in portrait their letters would be dots.
_UPRIGHT = 9
#: Cells of Start with what a record says: texts and days.
_TEXTS = {
    "012": "event_name", "022": "event_place", "032": "event_federation",
    "102": "event_chief_arbiter",
}  # fmt: skip
_DAYS = {"042": "day_start", "052": "day_end"}


def add_trf(builder: Builder) -> Callable[[], None]:
    """Add a sheet with a cell per line of the report; the returned function fills it.

    The report is FIDE's: no list of xiangqi takes one, and their ratings have decimals.
    """
    plan = builder.plan
    if not trf_report.is_sent(plan):
        return lambda: None
    # It contains the report itself, with the event in its first lines.
    across = None if plan.rounds > _UPRIGHT else False
    sheet = builder.new_sheet("TRF", landscape=across, says_event=False)

    def fill() -> None:
        for row, key, style in (
            (TITLE_ROW, "sheet_trf", "title"),
            (NOTE_ROW, "sheet_trf_note", "note"),
        ):
            said = builder.heading(key, style)
            text = f'="{_COMMENT}"&{said.formula[1:]}'
            sheet.put(row, 0, replace(said, value=f"{_COMMENT}{said.value}", formula=text))
        told = builder.say("trf_problems", {"sheet": quoted(builder.tab("Check"))})
        wrong = f'=IF({before(Gravity.START_DOUBT)}>0,"{NO_LINE}"&{told},"")'
        sheet.put(NOTE_ROW + 1, 0, Cell("", wrong, "problem"))
        sheet.put(HEAD_ROW, 0, _left_out(builder))
        lines = records(_said(builder))
        # Points of byes are those on the sheet Rules; there is no place for others.
        # The number of rounds stays the last record: the lines below look for it there.
        rounds = lines.pop("142")
        if more := more_records(_said(builder)).get("162"):
            lines["162"] = more[0][4:]
        lines["142"] = rounds
        formulas = dict(_records(builder))
        for row, (tag, text) in enumerate(lines.items(), FIRST_ROW):
            formula = f"={formulas[tag]}" if tag in formulas else ""
            sheet.put(row, 0, Cell(f"{tag} {text}" if text else "", formula, "report_line"))
        first = FIRST_ROW + len(lines)
        values: list[Value] = [_line_now(builder, i) for i in range(len(plan.numbers))]
        form = Form(_formula(builder, first))
        sheet.cells.add(Strip(first, 0, 0, form, "report_line", False, values))
        last = first + len(plan.numbers) - 1
        top = address(NOTE_ROW + 1, 0, "c")
        stands = f'=MID({top},5,1)="!"'
        sheet.marks.append(ConditionalStyle((NOTE_ROW + 1, 0, last, 0), stands, "bad"))
        # In a monospaced font each letter takes eight pixels; what does not fit the screen runs
        # over into the next columns. There is always one: a single column is printed cut off, since
        # LibreOffice scales a page down only for columns that do not fit.
        needed = (trf.FIRST_ROUND + trf.ROUND_WIDTH * plan.rounds) * 8 // 7
        seen = min((WIDE - pixels([1]) - 5) // 7, needed)
        beyond = max(1, needed - seen)
        parts = -(-beyond // WIDEST)
        sheet.widths |= {0: seen} | dict.fromkeys(range(1, parts + 1), -(-beyond // parts))
        sheet.print_columns, sheet.print_rows = 1 + parts, last + 1

    return fill


def _said(builder: Builder) -> Event:
    """The event for its report: with only the facts that have a cell on Start."""
    plan, names = builder.plan, builder.book.names
    facts = {key: one for key, one in plan.event.facts.items() if f"event_{key}" in names}
    return replace(plan.event, rounds=plan.own_rounds, facts=facts, says_format=True)


def _records(builder: Builder) -> Iterator[tuple[str, str]]:
    """Yield the formulas of the records, by their tags."""
    plan, names = builder.plan, builder.book.names
    for tag, name in _TEXTS.items():
        if name in names:
            yield tag, f'IF(TRIM({name})="","","{tag} "&{name})'
    for tag, day in _DAYS.items():
        text = f'LEFT({day},4)&"/"&MID({day},5,2)&"/"&RIGHT({day},2)'
        yield tag, f'IF({day}="","","{tag} "&{text})'
    yield "062", '"062 "&COUNT(players_filled)'
    yield "072", '"072 "&COUNT(players_rating)'
    if "event_minutes" in names:
        minutes, seconds = (f'SUBSTITUTE(event_{key},",",".")' for key in ("minutes", "increment"))
        more = f'IF(TRIM(event_increment)="",""," + "&{seconds}&" sec")'
        yield "122", f'IF(TRIM(event_minutes)="","","122 "&{minutes}&" min"&{more})'
    # The last round of the table that has a line: play-offs come after the rounds of the table.
    beyond = f'COUNTIF(games_key_white,">={(plan.rounds + 1) * UNIT}")'
    last = f"IFERROR(INT(LARGE(games_key_white,{beyond}+1)/{UNIT}),0)"
    rounds = f"MAX(file_rounds,{last})"
    day = 'MID(day_start,3,2)&"/"&MID(day_start,5,2)&"/"&RIGHT(day_start,2)'
    gap = " " * (trf.ROUND_WIDTH - len("26/11/22"))
    days = f'"132 {BEFORE_ROUNDS}"&REPT({day}&"{gap}",{rounds}-1)&{day}'
    yield "132", f'IF(day_start="","",IF(day_start<>day_end,"",{days}))'
    yield "142", f'"142 "&{rounds}'


def _left_out(builder: Builder) -> Cell:
    """The cell on how many titles, federations and numbers are too long for their columns."""
    plan = builder.plan
    counts = {
        key: sum(len(getattr(one, key)) > trf.FIELDS[key].width for one in plan.event.players)
        for key in LEFT_OUT
    }
    cells = {
        key: f'SUMPRODUCT((players_filled<>"")*(LEN(players_{key})>{trf.FIELDS[key].width}))'
        for key in LEFT_OUT
    }
    text = builder.say("trf_left_out", cells)
    said = _COMMENT + say(plan.language, "trf_left_out", **counts)
    formula = f'=IF({"+".join(cells.values())}=0,"","{_COMMENT}"&{text})'
    return Cell(said if any(counts.values()) else "", formula, "note")


def _formula(builder: Builder, first: int) -> str:
    """The formula of a player's line, the same for all: only the row determines the player.

    It contains no name of a sheet, so that the rows share it.
    """
    plan = builder.plan
    whose = f"ROW()-{first}"
    head = f"INDEX(players_report,{whose})"
    size = plan.all_rounds
    above = (first + 1) * size
    points = f"FIXED(INDEX(players_report_points,{whose}),1)"
    facts = {
        # With a point, whatever the decimal separator of the user's program.
        "points": f'SUBSTITUTE({points},",",".")',
        "place": f"INDEX(crosstable_place,INDEX(crosstable_rank,{whose}))",
    }
    played = (f"INDEX(rounds_report,ROW()*{size}-{above - n})" for n in range(1, plan.rounds + 1))
    gap = " " * (trf.FIRST_ROUND - trf.FIELDS["place"].last - 1)
    rounds_played = f'SUBSTITUTE({"&".join(played)},"{ROUND_BLANK}"," ")'
    said = f"LEFT({head},{HEAD})"
    line = f'{said}{joined(facts.items(), HEAD + 1)}&"{gap}"&{rounds_played}'
    rounds = f"MID({address(first - 1, 0, 'rc')},5,9)"
    width = f"{trf.FIRST_ROUND - 1}+{trf.ROUND_WIDTH}*{rounds}"
    return f'IF({is_line(head)},LEFT({line},{width}),IF({head}="{END}","",{head}))'


def _line_now(builder: Builder, index: int) -> str:
    """The present text of the line of a place of Players, from 0; '' for a free place."""
    plan = builder.plan
    made = builder.tables["Players"].columns
    head = str(next(one for one in made if one.key == "report").value(index))
    if head == END or head.startswith(NO_LINE):
        return head.removesuffix(END)
    no = plan.numbers[index]
    keys = {fact.key for fact in builder.facts}
    cells = {
        game.round: cell
        for game in plan.event.games
        if not game.playoff
        for own, cell in cells_of(game)
        if own == no
    }
    rounds = replace(plan.event, rounds=plan.own_rounds).table_rounds
    standing = plan.standing_of[no]
    points = listed_points(plan.event, no)
    player = shown(plan.event.by_no[no], keys)
    return player_line(player, standing.place, points, rounds_of(cells, rounds))
