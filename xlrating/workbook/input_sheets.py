"""The sheets people type into: Start, Games; Players has a module of its own."""

# Columns read as tables, a row a line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable

from ..event import Game
from ..texts import LANGUAGES, say, table
from ..tie_breaks import chosen, offered
from . import field, notices, pace, results, ties
from .grid import Cell, Mark, Sheet, Validation, Value, address
from .native import is_native
from .plan import Plan, asked_playoffs
from .table import FIRST_ROW, NOTE_ROW, TITLE_ROW, Builder, Column

LANGUAGE_NAMES = ("English", "中文", "Русский")

#: Fields of the Start sheet: key, and whether a person fills it in.
FIELDS = (
    ("event_name", True),
    ("event_place", True),
    ("event_start", True),
    ("event_end", True),
    ("event_language", True),
    *((cell, True) for cell in ties.CELLS),
    ("file_rules", False),
    ("file_format", False),
    ("file_players", False),
    ("file_rounds", False),
    ("file_playoffs", False),
    ("file_lines", False),
)
FIELD_ROW = 10
FORMAT_ROW = FIELD_ROW + [key for key, _ in FIELDS].index("file_format")
STATUS_ROW = FIELD_ROW + len(FIELDS) + 2
STEPS = 5


def add_start(builder: Builder) -> Sheet:
    """What to do in five lines, the event's data, and whether it can be sent in."""
    plan, event = builder.plan, builder.plan.event
    sheet = Sheet("Start", landscape=False, tab="green")
    builder.book.sheets.append(sheet)
    sheet.widths = {0: 24, 1: 36, 2: 62}
    sheet.put(TITLE_ROW, 0, builder.heading(f"start_title_{event.format}", "title"))
    name = plan.rules.names
    names = ",".join(f'"{name.get(code, name["en"])}"' for code in LANGUAGES)
    shown = name.get(plan.language, name["en"])
    sheet.put(NOTE_ROW, 0, Cell(shown, f"=CHOOSE(language,{names})", "subtitle"))
    for step in range(1, STEPS + 1):
        swiss = f"start_step{step}_swiss"
        own = swiss if swiss in table() and not plan.is_round_robin else f"start_step{step}"
        sheet.put(2 + step, 0, builder.heading(own, "step"))
    values: dict[str, Value] = {
        "event_name": event.name,
        "event_place": event.place,
        "event_start": event.start.isoformat() if event.start else "",
        "event_end": event.end.isoformat() if event.end else "",
        "event_language": LANGUAGE_NAMES[LANGUAGES.index(plan.language)],
        **dict.fromkeys(ties.CELLS, ""),
        **dict(zip(ties.CELLS, chosen(event), strict=False)),
        "file_rules": plan.rules.reference,
        "file_format": event.format,
        "file_players": len(plan.numbers),
        "file_rounds": plan.rounds,
        "file_playoffs": plan.playoffs,
        "file_lines": plan.game_rows,
    }
    for row, (key, is_input) in enumerate(FIELDS, FIELD_ROW):
        sheet.put(row, 0, builder.heading(key, "label"))
        style = "input_date" if key in ("event_start", "event_end") else "input_text"
        sheet.put(row, 1, Cell(values[key], style=style if is_input else "fact"))
        hint = next(
            (
                f"{key}_hint{end}"
                for end in ("", f"_{event.format}")
                if f"{key}_hint{end}" in table()
            ),
            "",
        )
        if hint:
            sheet.put(row, 2, builder.heading(hint, "note"))
        if key in ties.CELLS:
            listed = ",".join(offered(event))
            area = (row, 1, row, 1)
            sheet.validations.append(Validation(area, "list", listed, message="bad_tie_break"))
        builder.book.names[key] = f"Start!{address(row, 1, 'rc')}"
    # Shown in words; formulas have the code beside it.
    sheet.put(FORMAT_ROW, 1, builder.heading(f"format_{event.format}", "fact"))
    sheet.put(FORMAT_ROW, 3, Cell(event.format, style="helper"))
    builder.book.names["file_format"] = f"Start!{address(FORMAT_ROW, 3, 'rc')}"
    ties.add_codes(builder, sheet, FIELD_ROW + [key for key, _ in FIELDS].index(ties.CELLS[0]))
    language = FIELD_ROW + [key for key, _ in FIELDS].index("event_language")
    listed = ",".join(LANGUAGE_NAMES)
    sheet.validations.append(
        Validation((language, 1, language, 1), "list", listed, message="bad_language")
    )
    # The number of the language: texts stand in this order on the hidden Texts sheet.
    quoted = ",".join(f'"{text}"' for text in LANGUAGE_NAMES)
    number = f"=IFERROR(MATCH(event_language,{{{quoted}}},0),1)"
    sheet.put(language, 3, Cell(LANGUAGES.index(plan.language) + 1, number, "helper"))
    builder.book.names["language"] = f"Start!{address(language, 3, 'rc')}"
    pace.add(builder, sheet, FIELD_ROW + len(FIELDS))
    sheet.hidden_columns.add(3)
    sheet.print_columns, sheet.print_rows = 3, STATUS_ROW + 2
    return sheet


def list_head(builder: Builder, sheet: Sheet, name: str) -> None:
    """Title and note above a list to type into."""
    sheet.put(TITLE_ROW, 0, builder.heading(f"sheet_{name}", "title"))
    sheet.put(NOTE_ROW, 0, builder.heading(f"sheet_{name}_note", "note"))


def add_games(builder: Builder) -> Callable[[], None]:
    """The Games sheet: one line a game, typed here and nowhere else."""
    plan = builder.plan
    red = "red" if plan.rules.game == "xiangqi" else "white"
    asks_moves = plan.rules.ladder is not None

    def line(index: int) -> Game | None:
        return plan.lines[index] if index < len(plan.lines) else None

    def of_line(name: str) -> Callable[[int], Value]:
        return lambda index: getattr(line(index), name) if line(index) else ""

    def person(side: str, name: str) -> Callable[[int], Value]:
        def value(index: int) -> Value:
            game = line(index)
            no = getattr(game, side) if game else None
            player = plan.event.by_no.get(no) if no is not None else None
            found = getattr(player, name) if player else None
            return "" if found is None else found

        return value

    def key(side: str) -> Callable[[int], Value]:
        def value(index: int) -> Value:
            game = line(index)
            no = getattr(game, side) if game else None
            real = game is not None and plan.is_real(game)
            return game.round * 1000 + no if game and real and no is not None else ""

        return value

    def looked_up(side: str, name: str) -> str:
        found = f"INDEX([Players.{name}],[at_{side}])"
        return f'IF([at_{side}]=0,"",IF({found}="","",{found}))'

    def place_of(side: str) -> Callable[[int], Value]:
        def value(index: int) -> Value:
            no = getattr(line(index), side, None)
            return plan.numbers.index(no) + 1 if no in plan.numbers else 0

        return value

    def result_row(index: int) -> Value:
        game = line(index)
        return results.CODES.index(game.result.code) + 1 if game and game.result.code else 0

    def state(index: int) -> Value:
        game = line(index)
        return 1 if game and plan.is_open(game) else 0

    meeting, notice = notices.game_columns(builder)
    # A line is a game when its players are there; then both sides can be looked up by
    # round and number.
    alone = f'IF([black]="",NOT({results.NONE}),{_is_filled("black")})'
    joined = f'IF(AND(ISNUMBER([round]),{_is_filled("white")},{alone}),[round]*1000+[{{0}}],"")'
    joined_black = f'IF([black]="","",{joined.format("black")})'
    columns = [
        Column("round", _round_value(plan, line), style="input_int", width=7),
        Column("board", of_line("board"), style="input_int", width=7),
        Column("white", of_line("white"), style="input_int", width=8, heading=f"{red}_no"),
        Column("white_name", person("white", "name"), looked_up("white", "name"), width=26, heading=red),
        Column("white_rating", person("white", "rating"), looked_up("white", "rating"), "rating", 9, heading="rating"),
        Column("result", lambda i: line(i).result.code if line(i) else "", style="input_center", width=13),  # type: ignore[union-attr]
        Column("black", of_line("black"), style="input_int", width=8, heading="black_no"),
        Column("black_name", person("black", "name"), looked_up("black", "name"), width=26, heading="black"),
        Column("black_rating", person("black", "rating"), looked_up("black", "rating"), "rating", 9, heading="rating"),
        *([Column("moves", of_line("moves"), style="input_int", width=8)] if asks_moves else ()),
        Column("problem", notice.value, _game_problem(builder), style="problem", width=44),
        *(Column(f"at_{side}", place_of(side), f'IF([{side}]="",0,IFERROR(MATCH([{side}],[Players.no],0),0))', hidden=True, heading="-") for side in ("white", "black")),
        Column("key_white", key("white"), joined.format("white"), hidden=True),
        Column("key_black", key("black"), joined_black, hidden=True),
        *results.columns(result_row),
        Column("open", state, _open_formula(), hidden=True),
        *(field.pair_columns(plan) if field.field_rated(plan) and is_native(plan.rules) else ()),
        meeting,
        notice,
        *notices.ranked(builder, "Games", notice),
    ]  # fmt: skip
    made = builder.add("Games", columns, plan.game_rows)
    made.sheet.tab = "green"

    def fill() -> None:
        builder.fill("Games")
        list_head(builder, made.sheet, "games")
        if plan.playoffs:
            text = say(plan.language, "games_playoffs", first=plan.rounds + 1)
            formula = "=" + builder.say("games_playoffs", {"first": "(file_rounds+1)"})
            made.sheet.put(NOTE_ROW + 1, 0, Cell(text, formula, "note"))
        sheet = made.sheet
        sheet.validations += [
            Validation(made.area("result"), "list", "=rules_result_code", message="bad_result"),
            Validation(made.area("round"), "whole", "", 1, plan.all_rounds, "bad_round"),
            Validation(made.area("white"), "list", "=players_no", message="bad_player"),
            Validation(made.area("black"), "list", "=players_no", message="bad_player"),
        ]
        if asks_moves:
            area = made.area("moves")
            sheet.validations.append(
                Validation(area, "whole", "", 0, 9999, "bad_number", "hint_moves")
            )
        top, _, bottom, _ = made.area("round")
        last = made.col("problem")
        for key, look in (("wrong", "bad"), ("noticed", "look")):
            sheet.marks.append(
                Mark((top, 0, bottom, last), f"={address(top, made.col(key), 'c')}=1", look)
            )
        first, above = address(top, 0, "c"), address(top - 1, 0, "c")
        sheet.marks.append(Mark((top, 0, bottom, last), f"={first}<>{above}", "round_edge"))

    return fill


def _round_value(plan: Plan, line: Callable[[int], Game | None]) -> Callable[[int], Value]:
    """Rounds stand ready on the free lines of a Swiss, so many lines each."""
    ready = plan.game_rows - 2 * asked_playoffs(plan.rules)
    per_round, spare = divmod(ready, plan.rounds)

    def value(index: int) -> Value:
        game = line(index)
        if game:
            return game.round
        if plan.is_round_robin or spare or index >= ready:
            return ""
        return index // per_round + 1

    return value


def _is_filled(side: str) -> str:
    return f'IF([at_{side}]=0,FALSE,INDEX([Players.filled],[at_{side}])<>"")'


def _open_formula() -> str:
    both = f"AND({_is_filled('white')},{_is_filled('black')})"
    postponed = 'INDEX([Rules.result_kind],[result_row])="postponed"'
    return f"IF({both},IF({results.NONE},1,IF([result_row]=0,0,IF({postponed},1,0))),0)"


def _game_problem(builder: Builder) -> str:
    """The first thing wrong with a line, in words; '' when nothing is."""
    say = builder.say
    rounds = str(builder.plan.all_rounds)
    kind = "INDEX([Rules.result_kind],MAX(1,[result_row]))"
    is_bye = f'AND([result_row]>0,{kind}="bye")'
    # The Audit sheet takes one line for each player and round; the other is one too many.
    taken = f"INDEX([Audit.line],([at_{{0}}]-1)*{rounds}+[round])"
    twice = f'IF([key_{{0}}]="",FALSE,{taken}<>ROW()-{FIRST_ROW})'
    twice_words = {"round": "[round]"}
    codes = "INDEX([Rules.unclear_codes],[unclear])"
    several = say("result_unclear", {"code": "[result]", "several": codes})
    number, text = (say(key, {"code": "[result]"}) for key in ("result_number", "result_unknown"))
    tests = [
        (f'AND([white]="",[black]="",{results.NONE})', '""'),
        (
            f"IF(ISNUMBER([round]),OR([round]<1,[round]>{rounds},[round]<>INT([round])),TRUE)",
            say("round_unknown", {"round": "[round]", "rounds": rounds}),
        ),
        ('AND([white]<>"",[white]=[black])', say("plays_self", {"no": "[white]"})),
        (
            twice.format("white"),
            say("player_twice_in_round", twice_words | {"no": "[white]"}),
        ),
        (
            twice.format("black"),
            say("player_twice_in_round", twice_words | {"no": "[black]"}),
        ),
        ('[white]=""', say("white_missing")),
        (results.NONE, "[notice]"),
        ("[unclear]>0", several),
        ("[result_row]=0", f"IF(ISNUMBER([result]),{number},{text})"),
        (f"NOT({_is_filled('white')})", say("player_unknown", {"no": "[white]"})),
        (f'AND({is_bye},[black]<>"")', say("bye_with_opponent", {"code": "[result]"})),
        (is_bye, '""'),
        ('[black]=""', say("opponent_missing", {"code": "[result]"})),
        (f"NOT({_is_filled('black')})", say("player_unknown", {"no": "[black]"})),
    ]
    said = "[notice]"
    for test, then in reversed(tests):
        said = f"IF({test},{then},{said})"
    return said
