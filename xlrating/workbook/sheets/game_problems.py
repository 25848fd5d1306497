"""Errors in a line of Games, and what is allowed there but rarely intended.

A hidden column has the number of the finding, so that rows can share its formula: formulas with an
empty result cannot be shared (see `xlrating.workbook.file.xlsx`); the text is next to it.
"""

from __future__ import annotations

from ...engine.texts import between, say, wording
from .. import texts_columns
from ..builder import BETWEEN, Builder
from ..file.grid import Cell
from ..formulas import results
from ..formulas.pairs import MEETING
from ..plan import Plan
from ..table import FIRST_ROW, SheetColumn, hidden
from . import game_notices, pairing_gone, pasted_games
from .game_found import COLOURS, FOUND, LineNotice, number_of
from .game_notices import meeting, meetings, noticed
from .lean import MARK

#: Whether a line has the number of a round that the workbook has room for.
IS_ROUND = "IF(ISNUMBER([round]),AND([round]>=1,[round]<={0},[round]=INT([round])),FALSE)"
#: Whether a cell holds the number of a board.
IS_BOARD = "IF(ISNUMBER({0}),AND({0}>=0,{0}=INT({0})),FALSE)"


def columns(builder: Builder) -> tuple[list[SheetColumn], list[LineNotice | None]]:
    """Hidden columns of who meets whom and of findings by number; and the notice of each line."""
    plan = builder.plan
    none_met = f"[key_white]=0,[key_black]=0,[round]>{plan.rounds}"
    if not plan.is_round_robin:
        # Players who did not play each other may be paired again (FIDE C.04.1).
        kind = "INDEX([Rules.result_kind],MAX(1,[result_row]))"
        none_met += f',AND([result_row]>0,{kind}="forfeit")'
    found = noticed(plan)

    def number(index: int) -> int:
        notice = found[index]
        return notice.number if notice else 0

    each, told = game_notices.numbers(plan), game_notices.told_numbers(plan)
    noted = "[each]" if plan.is_round_robin else game_notices.told()
    made = [
        hidden("meeting", lambda i: meeting(plan, i), f"IF(OR({none_met}),0,{MEETING})"),
        meetings(plan),
        hidden("each", each.__getitem__, game_notices.formula(plan)),
        hidden("notice", told.__getitem__, noted),
        hidden("found", number, _found_formula(plan)),
    ]
    return made, found


def is_filled(side: str) -> str:
    """The test that a player with the number of a side is entered."""
    return f'IF([at_{side}]=0,FALSE,INDEX([Players.filled],[at_{side}])<>"")'


def idle(plan: Plan) -> str:
    """The test for a pairing made ready for a round that the event does not have."""
    if not plan.is_round_robin:
        return "FALSE"
    return f"AND([round]>file_rounds,[round]<={plan.rounds},{results.NONE})"


def _found_formula(plan: Plan) -> str:
    """The formula of the number of the first error in a line, otherwise of its notice."""
    rounds = str(plan.all_rounds)
    beyond = f"AND([round]>file_rounds,[round]<={plan.rounds})"
    is_bye = 'AND([result_row]>0,INDEX([Rules.result_kind],MAX(1,[result_row]))="bye")'
    # The Audit sheet takes the first line of each player and round: a later one is one too many.
    taken = f"INDEX([Rounds.line],([at_{{0}}]-1)*{rounds}+[round])<ROWS([round~])"
    half = f"AND([black]={MARK},{results.NONE})"
    twice = {
        side: f"IF(OR([key_{side}]=0,{half}),FALSE,{taken.format(side)})"
        for side in ("white", "black")
    }
    # The number is nobody's; a round robin has pairings with free places filled in.
    absent = {
        side: f"AND([{side}]<>{MARK},[at_{side}]=0)"
        if plan.is_round_robin
        else f"AND([{side}]<>{MARK},NOT({is_filled(side)}))"
        for side in ("white", "black")
    }
    a_number, a_text = number_of("result_number"), number_of("result_unknown")
    gone = [(pairing_gone.test(), number_of("pairing_gone"))] if plan.is_round_robin else []
    or_noticed = "[notice]"
    if plan.takes_pairings:
        is_other = pasted_games.is_other_result(plan)
        or_noticed = f"IF({is_other},{number_of('paste_result')},[notice])"
        gone = [(f"[pasted]={pasted_games.LOST}", number_of("paste_unread")),
                (f"[pasted]={pasted_games.TWICE}", number_of("paste_twice")),
                (f"[pasted]={pasted_games.OTHER}", number_of("paste_other_round"))]  # fmt: skip
    tests: list[tuple[str, int | str]] = [
        *gone,
        (f"OR(AND([white]={MARK},[black]={MARK},{results.NONE}),{idle(plan)})", 0),
        ("NOT(ISNUMBER([round]))", number_of("round_no_number")),
        (
            f"OR([round]<1,[round]>{rounds},[round]<>INT([round]),{beyond})",
            number_of("round_unknown"),
        ),
        (f"IF([board]={MARK},FALSE,NOT({IS_BOARD.format('[board]')}))", number_of("board_unknown")),
        (f"AND([white]<>{MARK},[white]=[black])", number_of("plays_self", "white")),
        (twice["white"], number_of("player_twice_in_round", "white")),
        (twice["black"], number_of("player_twice_in_round", "black")),
        (f"[white]={MARK}", number_of("white_missing")),
        *((is_none, number_of("player_unknown", side)) for side, is_none in absent.items()),
        (half, number_of("half_line")),
        (results.NONE, "[notice]"),
        ("[unclear]>0", number_of("result_unclear")),
        ("[result_row]=0", f"IF(ISNUMBER([result]),{a_number},{a_text})"),
        (f"NOT({is_filled('white')})", number_of("player_unknown", "white")),
        (f"AND({is_bye},[black]<>{MARK})", number_of("bye_with_opponent")),
        (is_bye, or_noticed),
        (f"[black]={MARK}", number_of("opponent_missing")),
        (f"NOT({is_filled('black')})", number_of("player_unknown", "black")),
    ]
    text = or_noticed
    for test, then in reversed(tests):
        text = f"IF({test},{then},{text})"
    return text


def words(builder: Builder) -> str:
    """The formula of the finding as text; '' if there is none.

    The template text is looked up first and its placeholders are filled in afterwards: a choice
    among texts with filled placeholders was four times as long, in every row.
    """
    column = texts_columns.FOUND
    builder.cells["found_texts"] = name = "games_found_texts"
    builder.name_area(name, "Texts", FIRST_ROW, column, FIRST_ROW + len(FOUND) - 1)
    sides = "".join("1" if one.side == "black" else "0" for one in FOUND)
    of_line = {
        "no": f'IF(MID("{sides}",[found],1)="1",[black],[white])',
        "other": "[black]",
        "code": "[result]",
        "round": "[round]",
        "before": "N([round])-1",
        "board": "[board]",
        "met": 'IFERROR(INDEX([Games.round],MATCH([meeting],[Games.meeting],0)),"")',
        "several": 'IF([unclear]=0,"",INDEX([Rules.unclear_codes],[unclear]))',
    }
    text = "INDEX([Rules.found_texts],[found])"
    for word, value in of_line.items():
        text = f'SUBSTITUTE({text},"{{{word}}}",{value})'
    return f'IF([found]=0,"",{text})'


def place_texts(builder: Builder) -> None:
    """Put the texts on the hidden sheet Texts, with the words that are the same in all lines."""
    plan = builder.plan
    listed = [number for number in game_notices.numbers(plan) if number in COLOURS]
    colours = f'COUNTIFS([Games.each],">={COLOURS[0]}",[Games.each],"<={COLOURS[1]}")'
    playoff = {"first": str(plan.rounds + 1), "last": str(plan.all_rounds)}
    for number, one in enumerate(FOUND, 1):
        said, text = _with(builder, one.key)
        if one.key == "round_unknown":
            said, text = _with(builder, one.key, rounds=(plan.own_rounds, "file_rounds"))
        elif one.key == "notice_met":
            said, text = _with(builder, one.key, round=("{met}", '"{met}"'))
        elif one.key == "pairing_gone" and plan.is_round_robin:
            said, text = _with(builder, one.key, n=(pairing_gone.missing(plan), pairing_gone.NAME))
        elif number in COLOURS and not plan.is_round_robin:
            many = _with(builder, "notice_colours", n=(len(listed), colours))
            said = many[0] if len(listed) > 1 else said
            text = f"IF({colours}>1,{many[1]},{text})"
        if plan.playoffs and one.key in ("round_unknown", "round_no_number"):
            said += between(plan.language) + say(plan.language, "round_of_playoff", **playoff)
            text += BETWEEN + builder.say("round_of_playoff", playoff)
        cell = Cell(said, f"={builder.render(text)}", "helper")
        builder.beside[FIRST_ROW + number - 1, texts_columns.FOUND] = cell


def _with(builder: Builder, key: str, **words: tuple[object, str]) -> tuple[str, str]:
    """A text with some of its words put in: what it says now, and its formula."""
    said = wording(key)[builder.plan.language]
    for word, (value, _) in words.items():
        said = said.replace(f"{{{word}}}", str(value))
    return said, builder.say(key, {word: formula for word, (_, formula) in words.items()})
