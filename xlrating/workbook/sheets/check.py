"""The Check sheet: every problem as text with a link to its line, and a green light."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from ...engine.inspection import rounds_to_come
from ...engine.problems import LISTED, Problem, format_message
from ...engine.texts import say
from ...exchange.addresses import address, span
from ..builder import Builder, joint
from ..file.grid import Cell, ConditionalStyle, Sheet
from ..formulas import results
from ..plan import Plan
from ..table import FIRST_ROW, HEAD_ROW, TITLE_ROW
from . import dashboard, error_cells, fitness, next_step, player_found
from .game_found import FOUND, HALF
from .game_notices import noticed
from .gravity import Gravity
from .notices import TOTAL, add_counts, before, listed
from .rules import add_printed
from .start_columns import HINT, MEANT

#: A line of the list: sheet, row and column of the cell to correct, and the message.
Line = tuple[str, int, int, str]

#: The hidden cell with the number of lines of Games that have no formulas.
STRAYS = "check_strays"

#: The width of a message about a line: printing cuts off what does not fit.
WORDS = 118


def add_check(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out; the returned function fills it once all tables are known."""
    plan = builder.plan
    sheet = builder.new_sheet("Check", tab="green", landscape=False, one_page=True)
    builder.book.names[STRAYS] = builder.at("Check", address(HEAD_ROW, 2, "rc"))

    def fill() -> None:
        changed = add_printed(builder)
        error_cells.add(builder, sheet)
        found = listed(builder)
        lines = list(_placed(builder, found))
        doubts = sum(gravity is not Gravity.OPEN for gravity, *_ in found.values())
        add_counts(builder, sheet, f'MAX(start_problems)+{STRAYS}+COUNTIF(prizes_problems,">0")')
        counts = _counts(builder, changed, doubts)
        refs = _put_counts(builder, sheet, counts)
        light = HEAD_ROW + len(counts) + 1
        known = {key: value for key, value, _ in counts}
        key = status_key(plan, known["check_entered"], known["check_open"], doubts)
        _put_light(builder, sheet, light, key, refs)
        head = light + 2
        counted = {key: builder.at("Check", cell) for key, cell in refs.items()}
        dashboard.fill(builder, next_step.cell(builder, counted, head + 1, doubts > 0))
        _put_list(builder, sheet, head, lines, refs["check_problems"])
        fitness.add(builder, sheet, head + LISTED + 3)
        sheet.widths = {0: 14, 1: WORDS}
        sheet.print_columns, sheet.print_rows = 2, head + LISTED + 2

    return fill


def _counts(builder: Builder, changed: str, doubts: int) -> list[tuple[str, int, str]]:
    """What is counted: the key of the text, the present number, and the formula."""
    plan = builder.plan
    open_games = sum(1 for line in plan.lines if line and plan.is_open(line))
    entered = sum(1 for line in plan.lines if line and line.result.white is not None)
    problems, first_open = before(Gravity.START_DOUBT), before(Gravity.OPEN)
    others = f"{TOTAL}-{before(Gravity.OPEN + 1)}+{first_open}-{problems}"
    postponed = results.CODES.index("POSTPONED") + 1
    typed = f'=COUNTIF(games_result_row,">0")-COUNTIF(games_result_row,{postponed})'
    return [
        ("check_players", len(plan.event.players), "=COUNT(players_filled)"),
        ("check_entered", entered, typed),
        ("check_open", open_games, f"=SUM(games_open)+COUNTIF(games_found,{HALF})"),
        ("check_problems", 0, f"=IF({error_cells.ANY},1,{problems})"),
        ("check_rules", 0, f"={changed}"),
        ("check_notices", doubts, f"={others}"),
    ]


def _put_counts(
    builder: Builder, sheet: Sheet, counts: list[tuple[str, int, str]]
) -> dict[str, str]:
    """Put title and counts; returns the cell of each count by its key."""
    sheet.put(TITLE_ROW, 0, builder.heading("sheet_check", "title"))
    refs = {}
    for row, (key, value, formula) in enumerate(counts, HEAD_ROW):
        sheet.put(row, 0, Cell(value, formula, "int"))
        sheet.put(row, 1, builder.heading(key, "label"))
        refs[key] = address(row, 0, "rc")
    strays = f"=SUMPRODUCT({_is_stray(builder)})-1"  # the row of headings does not count
    sheet.put(HEAD_ROW, 2, Cell(0, strays, "helper"))
    return refs


def _put_light(
    builder: Builder, sheet: Sheet, light: int, key: str, refs: Mapping[str, str]
) -> None:
    """Put the light as text here and on Start, and its colour; `key` is its present text."""
    plan = builder.plan
    # Ratings without formulas never claim to follow from the inputs.
    done = ("notices", "ready") if plan.native else ("engine", "engine")
    looked, ready = (builder.say(f"status_{word}") for word in done)
    last = builder.cells["rounds_played"]
    runs = "FALSE" if plan.is_round_robin else f"{last}<file_rounds"
    words = {"first": f"({last}+1)", "last": "file_rounds"}
    one, several = (builder.say(text, words) for text in ("round_named", "rounds_named"))
    words = {"rounds": f"IF({last}+1=file_rounds,{one},{several})", "played": last}
    # Byes may be typed before any round has begun.
    running = f"IF({last}=0,{builder.say('status_empty')},{builder.say('status_running', words)})"
    # On Check the lines are below.
    problems, below = (builder.say(f"status_problems{where}") for where in ("", "_here"))
    unfit, is_unfit = builder.say(*fitness.light()), f"{fitness.WRONG}>0"
    formula = (
        f"=IF({is_unfit},{unfit},IF({refs['check_problems']}>0,{below},"
        f"IF({refs['check_rules']}>0,{builder.say('status_rules')},"
        f"IF({refs['check_entered']}=0,{builder.say('status_empty')},"
        f"IF({refs['check_open']}>0,{builder.say('status_open')},"
        f"IF({runs},{running},IF({refs['check_notices']}>0,{looked},{ready})))))))"
    )
    to_come = rounds_to_come(replace(plan.event, rounds=plan.own_rounds))
    text = format_message(Problem(key, next((one.words for one in to_come), {}), ""), plan.language)
    sheet.put(light, 0, Cell(text, formula, "status"))
    start, status = builder.book.sheet("Start"), dashboard.LIGHT_ROW
    shown_there = address(light, 0, "rc")
    problems_there = builder.at("Check", refs["check_problems"])
    # If the program calculates wrongly, nothing else matters.
    there = builder.at("Check", shown_there)
    there = f"=IF({is_unfit},{there},IF({problems_there}>0,{problems},{there}))"
    start.put(status, 0, Cell(text, there, "status"))
    waits = [f"{refs[f'check_{key}']}>0" for key in ("rules", "open", "notices")]
    waits += [f"{refs['check_entered']}=0", runs, *([] if plan.native else ["TRUE"])]
    colour = f"=IF({is_unfit},1,IF({refs['check_problems']}>0,1,IF(OR({','.join(waits)}),2,3)))"
    shown = 3 if key == "status_ready" else 2
    # Conditional formats only see their own sheet: the light's number is on both.
    for target, row, col, formula in (
        (sheet, light, 2, colour),
        (start, status, MEANT, f"={builder.at('Check', address(light, 2, 'rc'))}"),
    ):
        target.put(row, col, Cell(shown, formula, "helper"))
        target.hidden_columns.add(col)
        right = HINT if target is start else 1
        # One cell: LibreOffice prints ### for a hidden number after an empty one.
        target.joined[row, 0] = right
        area = (row, 0, row, right)
        for number, name in enumerate(("red", "yellow", "green"), 1):
            on = f"={address(row, col, 'rc')}={number}"
            target.marks.append(ConditionalStyle(area, on, f"{name}_light"))


def _put_list(builder: Builder, sheet: Sheet, head: int, lines: list[Line], problems: str) -> None:
    """Put the list below its headings, and how many lines found no room.

    `problems` is the cell that counts those that make numbers wrong, which come first.
    """
    for col, heading in enumerate(("check_where", "check_what")):
        sheet.put(head, col, builder.heading(heading, "head"))
    for k in range(1, LISTED + 1):
        known = lines[k - 1] if k <= len(lines) else None
        _problem_row(builder, sheet, head + k, k, known)
    more = f"({TOTAL}-{LISTED})"
    rest = say(builder.plan.language, "check_more", n=len(lines) - LISTED)
    text = builder.say("check_more", {"n": more})
    text = f'IF({error_cells.ANY},"",IF({more}>0,{text},""))'
    cell = Cell(rest if len(lines) > LISTED else "", f"={text}", "note")
    sheet.put(head + LISTED + 1, 1, cell)
    first = address(head + 1, 0, "c")
    after = f"=ROW({first})>{head + 1}+{problems}"
    sheet.marks.append(ConditionalStyle((head + 1, 1, head + LISTED, 1), after, "look_text"))


def _placed(
    builder: Builder, found: Mapping[tuple[str, int], tuple[object, int, str]]
) -> Iterator[Line]:
    """Yield the present list, each line with the column of the cell to correct."""
    players, games = player_found.columns_now(builder), builder.tables["Games"]
    on_games = noticed(builder.plan)
    for (name, index), (_, _, text) in found.items():
        col = 1
        if name == "Players":
            col = players[index]
        elif name == "Games":
            notice = on_games[index]
            col = games.entry(FOUND[notice.number - 1].mended if notice else "result")
        yield name, index, col, text


def status_key(plan: Plan, entered: int, open_games: int, notices: int) -> str:
    """The key of the light's text for an event without problems."""
    if not entered:
        return "status_empty"
    if open_games:
        return "status_open"
    if not plan.is_round_robin and plan.scores.last < plan.own_rounds:
        return "status_running" if plan.scores.last else "status_empty"
    if not plan.native:
        return "status_engine"
    return "status_notices" if notices else "status_ready"


def _problem_row(builder: Builder, sheet: Sheet, row: int, k: int, known: Line | None) -> None:
    """Put the k-th line of the list; `known` is what it says now."""
    listed = ("Start", "Prizes", "Players", "Games")
    found = {name: f"MATCH({k},{name.lower()}_problems,0)" for name in listed}
    of_games = builder.tables["Games"]
    result = of_games.entry("result") + 1
    mended = ",".join(str(of_games.entry(one.mended) + 1) for one in FOUND)

    def link(name: str, line: str) -> str:
        col = f"INDEX(prizes_at,{line})" if name == "Prizes" else "2"
        if name == "Players":
            col = player_found.COLUMN.format(f"INDEX(players_found,{line})")
        if name == "Games":
            number = f"INDEX(games_found,{line})"
            col = f"IF({number}=0,{result},CHOOSE({number},{mended}))"
        # The row is looked up: rows may have been inserted above the list.
        cell = f"ADDRESS(ROW(INDEX({name.lower()}_problem,{line})),{col},4)"
        there = _link(builder, name, cell)
        if name == "Players":
            first_day = _link(builder, "Start", "ADDRESS(ROW(event_start),2,4)")
            there = f"IF({col}=0,{first_day},{there})"
        return there

    doubt = f"MATCH({k},start_notices,0)"
    what = f'IFERROR(INDEX(start_notice,{doubt}),"")'
    place = f'IFERROR({link("Start", doubt)},"")'
    for name, line in reversed(found.items()):
        words = f"INDEX({name.lower()}_problem,{line})"
        if name == "Games":
            words = _of_game(builder, words, line)
        what = f"IFERROR({words},{what})"
        place = f"IFERROR({link(name, line)},{place})"
    # Lines without formulas come after the errors on Start.
    stray = f"AND({k}>MAX(start_problems),{k}<=MAX(start_problems)+{STRAYS})"
    rows = f"{_is_stray(builder)}*ROW({_area(builder, 'in_white')})"
    row_of = f"SUMPRODUCT(LARGE({rows},{k}-MAX(start_problems)))"
    cell = f"ADDRESS({row_of},{of_games.entry('round') + 1},4)"
    place = f"IF({stray},{_link(builder, 'Games', cell)},{place})"
    what = f"IF({stray},{builder.say('line_without_formulas')},{what})"
    # While a cell has an error value, no other message is shown.
    first, told_first = '""', '""'
    if k == 1:
        first = error_cells.first(lambda name, cell: _link(builder, name, cell))
        told_first = builder.say("error_in_cell")
    place = f"IF({error_cells.ANY},{first},{place})"
    what = f"IF({error_cells.ANY},{told_first},{what})"
    name, index, where, said = known or ("", 0, 0, "")
    above = 0 if name == "Start" else FIRST_ROW
    shown = builder.at(name, address(above + index, where)) if known else ""
    sheet.put(row, 0, Cell(shown, f"={place}", "link"))
    sheet.put(row, 1, Cell(said, f"={what}", "told"))


def _of_game(builder: Builder, words: str, line: str) -> str:
    """The formula of the message about a line of Games, and about its game without result."""
    sides = {
        side: f'INDEX(games_{side},{line})&" "&INDEX(games_{side}_name,{line})'
        for side in ("white", "black")
    }
    sides["round"] = f"INDEX(games_round,{line})"
    put_off = builder.say("game_put_off", sides)
    missing = f"IF(INDEX(games_result_row,{line})>0,{put_off},{builder.say('game_open', sides)})"
    both = f"IF(INDEX(games_open,{line})=1,{words}{joint(';')}{missing},{words})"
    return f'IF({words}="",{missing},{both})'


def _link(builder: Builder, name: str, cell: str) -> str:
    return f'HYPERLINK("#{builder.at(name, "")}"&{cell},"{builder.at(name, "")}"&{cell})'


#: How many rows below the lines of Games are searched for inputs, too.
_BELOW = 100


def _area(builder: Builder, key: str) -> str:
    """A column of Games with its heading and the rows below; it grows with every inserted row."""
    first, col, last, _ = builder.tables["Games"].area(key)
    return builder.at("Games", span(first - 1, col, last + _BELOW))


def _is_stray(builder: Builder) -> str:
    """An array formula: 1 for the rows of Games with inputs but no formulas."""
    keys = ("in_white", "in_result", "in_black")
    typed = "+".join(f'({_area(builder, key)}<>"")' for key in keys)
    return f"(({typed})>0)*(1-ISNUMBER({_area(builder, 'at_white')}))"
