"""What is wrong with a line of Games, and what is allowed there but seldom meant.

A hidden column has the number of what is found, so that rows can share its formula, for rows
share none that may show nothing (see `xlrating.workbook.file.writer`); the words stand beside it.
"""

from __future__ import annotations

from ...exchange.addresses import address
from ..builder import BETWEEN, Builder
from ..formulas import results
from ..formulas.pairs import MEETING
from ..plan import Plan
from ..table import HEAD_ROW, Column, hidden
from . import game_notices, pairing_gone, pasted_games
from .game_found import COLOURS, FOUND, Notice, number_of
from .game_notices import meeting, noticed
from .lean import MARK

#: Whether a line has the number of a round that the workbook has room for.
IS_ROUND = "IF(ISNUMBER([round]),AND([round]>=1,[round]<={0},[round]=INT([round])),FALSE)"
#: Whether a cell holds the number of a board.
IS_BOARD = "IF(ISNUMBER({0}),AND({0}>=0,{0}=INT({0})),FALSE)"


def columns(builder: Builder) -> tuple[list[Column], list[Notice | None]]:
    """Hidden columns: who meets whom, and the number of what is found; and what values notice."""
    plan = builder.plan
    none_met = f"[key_white]=0,[key_black]=0,[round]>{plan.rounds}"
    if not plan.is_round_robin:
        # Who did not play each other may be paired again (FIDE C.04.1).
        kind = "INDEX([Rules.result_kind],MAX(1,[result_row]))"
        none_met += f',AND([result_row]>0,{kind}="forfeit")'
    found = noticed(plan)

    def number(index: int) -> int:
        notice = found[index]
        return notice.number if notice else 0

    def noticed_in(index: int) -> int:
        return 0 if number(index) == number_of("pairing_gone") else number(index)

    each = game_notices.numbers(plan)
    a_colour = f"[each]>={COLOURS[0]},[each]<={COLOURS[1]}"
    others = f'COUNTIFS([each~],">={COLOURS[0]}",[each~],"<={COLOURS[1]}")'
    first = f"IF(AND({a_colour}),IF({others}>1,0,[each]),[each])"
    noted = "[each]" if plan.is_round_robin else first
    made = [
        hidden("meeting", lambda i: meeting(plan, i), f"IF(OR({none_met}),0,{MEETING})"),
        hidden("each", each.__getitem__, game_notices.formula(plan)),
        hidden("notice", noticed_in, noted),
        hidden("found", number, _found_formula(plan)),
    ]
    return made, found


def is_filled(side: str) -> str:
    """Whether a player stands at the number of a side."""
    return f'IF([at_{side}]=0,FALSE,INDEX([Players.filled],[at_{side}])<>"")'


def idle(plan: Plan) -> str:
    """Whether a line is a pairing made ready for a round that the event does not have."""
    if not plan.is_round_robin:
        return "FALSE"
    return f"AND([round]>file_rounds,[round]<={plan.rounds},{results.NONE})"


def _found_formula(plan: Plan) -> str:
    """The number of the first thing wrong with a line, else of what is noticed."""
    rounds = str(plan.all_rounds)
    beyond = f"AND([round]>file_rounds,[round]<={plan.rounds})"
    is_bye = 'AND([result_row]>0,INDEX([Rules.result_kind],MAX(1,[result_row]))="bye")'
    # The Audit sheet takes one line for each player and round, with White before Black: a later
    # one is one too many.
    here = "ROWS([round~])"
    taken = f"INDEX([Rounds.{{0}}],([at_{{1}}]-1)*{rounds}+[round])"
    as_black = taken.format("as_black", "white")
    either = {side: f"{taken.format('line', side)}<{here}" for side in ("white", "black")}
    either["white"] = f"OR({either['white']},AND({as_black}>0,{as_black}<{here}))"
    twice = {side: f"IF([key_{side}]=0,FALSE,{test})" for side, test in either.items()}
    # Nobody has the number; in a round robin a free place of Players has its pairings ready.
    absent = {
        side: f"AND([{side}]<>{MARK},[at_{side}]=0)"
        if plan.is_round_robin
        else f"AND([{side}]<>{MARK},NOT({is_filled(side)}))"
        for side in ("white", "black")
    }
    a_number, a_text = number_of("result_number"), number_of("result_unknown")
    gone = [(pairing_gone.test(), number_of("pairing_gone"))] if plan.is_round_robin else []
    if plan.takes_pairings:
        gone = [(f"[pasted]={pasted_games.LOST}", number_of("paste_unread")),
                (f"[pasted]={pasted_games.TWICE}", number_of("paste_twice"))]  # fmt: skip
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
        (f"AND([black]={MARK},{results.NONE})", number_of("half_line")),
        (results.NONE, "[notice]"),
        ("[unclear]>0", number_of("result_unclear")),
        ("[result_row]=0", f"IF(ISNUMBER([result]),{a_number},{a_text})"),
        (f"NOT({is_filled('white')})", number_of("player_unknown", "white")),
        (f"AND({is_bye},[black]<>{MARK})", number_of("bye_with_opponent")),
        (is_bye, "[notice]"),
        (f"[black]={MARK}", number_of("opponent_missing")),
        (f"NOT({is_filled('black')})", number_of("player_unknown", "black")),
    ]
    text = "[notice]"
    for test, then in reversed(tests):
        text = f"IF({test},{then},{text})"
    return text


def words(builder: Builder) -> str:
    """The formula of what is found in words; '' for nothing.

    The line is looked up by its row: written out in every row, the formula is the same in all,
    which keeps files small.
    """
    plan, line = builder.plan, f"ROW()-ROW({address(HEAD_ROW, 0, 'rc')})"
    keys = ("round", "board", "white", "black", "result", "found")
    of = {key: f"INDEX([Games.{key}],{line})" for key in keys}
    sides = "".join("1" if one.side == "black" else "0" for one in FOUND)
    named = f'IF(MID("{sides}",{of["found"]},1)="1",{of["black"]},{of["white"]})'
    met = f"INDEX([Games.round],MATCH(INDEX([Games.meeting],{line}),[Games.meeting],0))"
    unclear = f"INDEX([Rules.unclear_codes],INDEX([Games.unclear],{line}))"
    with_numbers = {"no": named, "other": of["black"], "code": of["result"]}
    own = {
        "round_no_number": {"round": of["round"]},
        "round_unknown": {"round": of["round"], "rounds": "file_rounds"},
        "round_skipped": {"round": of["round"], "before": f"({of['round']}-1)"},
        "board_unknown": {"board": of["board"]},
        "player_twice_in_round": {"round": of["round"]},
        "result_unclear": {"several": unclear},
        "notice_met": {"round": met},
        "pairing_gone": {"n": pairing_gone.NAME},
    }
    texts = [builder.say(one.key, own.get(one.key)) for one in FOUND]
    colours = f'COUNTIFS([Games.each],">={COLOURS[0]}",[Games.each],"<={COLOURS[1]}")'
    several = builder.say("notice_colours", {"n": colours})
    for number in COLOURS if not plan.is_round_robin else ():
        texts[number - 1] = f"IF({colours}>1,{several},{texts[number - 1]})"
    if plan.playoffs:
        words = {"first": str(plan.rounds + 1), "last": str(plan.all_rounds)}
        playoff = builder.say("round_of_playoff", words)
        for key in ("round_unknown", "round_no_number"):
            texts[number_of(key) - 1] += BETWEEN + playoff
    text = f"CHOOSE({of['found']},{','.join(texts)})"
    for word, value in with_numbers.items():
        text = f'SUBSTITUTE({text},"{{{word}}}",{value})'
    return f'IF([found]=0,"",{text})'
