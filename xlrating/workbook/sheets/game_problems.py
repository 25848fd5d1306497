"""What is wrong with a line of Games, and what is allowed there but seldom meant.

A hidden column has the number of what is found, so that rows can share its formula, for rows
share none that may show nothing (see `xlrating.workbook.file.writer`); the words stand beside it.
"""

from __future__ import annotations

from typing import NamedTuple

from ...engine.event import Game
from ...engine.results import Kind
from ...engine.texts import say
from ...exchange.addresses import address
from ..builder import Builder
from ..formulas import results
from ..plan import Plan
from ..table import HEAD_ROW, Column, hidden
from . import colours
from .rounds import cycle_length

#: What is found, in the order of its numbers: a text, and the player it names.
FOUND = (
    ("round_unknown", ""),
    ("board_unknown", ""),
    ("plays_self", "white"),
    ("player_twice_in_round", "white"),
    ("player_twice_in_round", "black"),
    ("white_missing", ""),
    ("player_unknown", "white"),
    ("player_unknown", "black"),
    ("half_line", ""),
    ("result_unclear", ""),
    ("result_number", ""),
    ("result_unknown", ""),
    ("bye_with_opponent", ""),
    ("opponent_missing", ""),
    # From here on it stops nothing.
    ("notice_met", "white"),
    ("notice_sides", "white"),
    ("notice_colour", "white"),
    ("notice_colour", "black"),
)
#: The number of the first that stops nothing.
FIRST_NOTICE = MET_AGAIN = FOUND.index(("notice_met", "white")) + 1


#: Whether a cell holds the number of a board.
IS_BOARD = "IF(ISNUMBER({0}),AND({0}>=0,{0}=INT({0})),FALSE)"


class Notice(NamedTuple):
    """What is noticed in a line: its number and its words."""

    number: int
    text: str


def number_of(key: str, side: str = "") -> int:
    """The number of what is found; 0 is nothing."""
    return FOUND.index((key, side)) + 1


def columns(builder: Builder) -> tuple[list[Column], list[Notice | None]]:
    """Hidden columns: who meets whom, and the number of what is found; and what values notice."""
    plan = builder.plan
    pair = "MIN([white],[black])*1000+MAX([white],[black])"
    none_met = f"[key_white]=0,[key_black]=0,[round]>{plan.rounds}"
    if not plan.is_round_robin:
        # Who did not play each other may be paired again (FIDE C.04.1).
        kind = "INDEX([Rules.result_kind],MAX(1,[result_row]))"
        none_met += f',AND([result_row]>0,{kind}="forfeit")'
    found = noticed(plan)

    def number(index: int) -> int:
        notice = found[index]
        return notice.number if notice else 0

    made = [
        hidden("meeting", lambda i: _meeting(plan, i), f"IF(OR({none_met}),0,{pair})"),
        hidden("notice", number, _notice_formula(builder)),
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
    # The Audit sheet takes one line for each player and round; the other is one too many.
    taken = f"INDEX([Rounds.line],([at_{{0}}]-1)*{rounds}+[round])"
    twice = f"IF([key_{{0}}]=0,FALSE,{taken}<>ROWS([round~]))"
    # Nobody has the number; in a round robin a free place of Players has its pairings ready.
    absent = {
        side: f'AND([{side}]<>"",[at_{side}]=0)'
        if plan.is_round_robin
        else f'AND([{side}]<>"",NOT({is_filled(side)}))'
        for side in ("white", "black")
    }
    a_number, a_text = number_of("result_number"), number_of("result_unknown")
    tests: list[tuple[str, int | str]] = [
        (f'OR(AND([white]="",[black]="",{results.NONE}),{idle(plan)})', 0),
        (
            f"IF(ISNUMBER([round]),OR([round]<1,[round]>{rounds},[round]<>INT([round]),{beyond}),TRUE)",
            number_of("round_unknown"),
        ),
        (f'IF([board]="",FALSE,NOT({IS_BOARD.format("[board]")}))', number_of("board_unknown")),
        ('AND([white]<>"",[white]=[black])', number_of("plays_self", "white")),
        (twice.format("white"), number_of("player_twice_in_round", "white")),
        (twice.format("black"), number_of("player_twice_in_round", "black")),
        ('[white]=""', number_of("white_missing")),
        *((is_none, number_of("player_unknown", side)) for side, is_none in absent.items()),
        (f'AND([black]="",{results.NONE})', number_of("half_line")),
        (results.NONE, "[notice]"),
        ("[unclear]>0", number_of("result_unclear")),
        ("[result_row]=0", f"IF(ISNUMBER([result]),{a_number},{a_text})"),
        (f"NOT({is_filled('white')})", number_of("player_unknown", "white")),
        (f'AND({is_bye},[black]<>"")', number_of("bye_with_opponent")),
        (is_bye, 0),
        ('[black]=""', number_of("opponent_missing")),
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
    line = f"ROW()-ROW({address(HEAD_ROW, 0, 'rc')})"
    keys = ("round", "board", "white", "black", "result", "found")
    of = {key: f"INDEX([Games.{key}],{line})" for key in keys}
    sides = "".join("1" if side == "black" else "0" for _, side in FOUND)
    named = f'IF(MID("{sides}",{of["found"]},1)="1",{of["black"]},{of["white"]})'
    met = f"INDEX([Games.round],MATCH(INDEX([Games.meeting],{line}),[Games.meeting],0))"
    unclear = f"INDEX([Rules.unclear_codes],INDEX([Games.unclear],{line}))"
    with_numbers = {"no": named, "other": of["black"], "code": of["result"]}
    own = {
        "round_unknown": {"round": of["round"], "rounds": "file_rounds"},
        "board_unknown": {"board": of["board"]},
        "player_twice_in_round": {"round": of["round"]},
        "result_unclear": {"several": unclear},
        "notice_met": {"round": met},
    }
    texts = [builder.say(key, own.get(key)) for key, _ in FOUND]
    text = f"CHOOSE({of['found']},{','.join(texts)})"
    for word, value in with_numbers.items():
        text = f'SUBSTITUTE({text},"{{{word}}}",{value})'
    return f'IF([found]=0,"",{text})'


# --- what is noticed -----------------------------------------------------------------------------


def line_of(plan: Plan, index: int) -> Game | None:
    """The line in a row; None where there is none."""
    return plan.lines[index] if index < len(plan.lines) else None


def noticed(plan: Plan) -> list[Notice | None]:
    """What is noticed in every line."""
    met: dict[int, list[Game]] = {}
    return [_of_game(plan, i, met) for i in range(plan.game_rows)]


def _meetings(plan: Plan) -> int:
    """How often two players are to meet."""
    return -(-plan.rounds // cycle_length(plan)) if plan.is_round_robin else 1


def _meeting(plan: Plan, index: int) -> int:
    """A number for the two who meet in a line; 0 for none."""
    game = line_of(plan, index)
    if not game or not plan.is_real(game) or game.black is None or game.round > plan.rounds:
        return 0
    if game.result.kind is Kind.FORFEIT and not plan.is_round_robin:
        return 0
    return min(game.white, game.black) * 1000 + max(game.white, game.black)


def _of_game(plan: Plan, index: int, met: dict[int, list[Game]]) -> Notice | None:
    game, key = line_of(plan, index), _meeting(plan, index)
    if not game or not key:
        return None
    games = met.setdefault(key, [])
    games.append(game)

    def notice(key: str, side: str, **words: object) -> Notice:
        no = game.white if side == "white" else game.black
        told = {"no": no, "other": game.black, **words}
        return Notice(number_of(key, side), say(plan.language, key, **told))

    if len(games) > _meetings(plan):
        return notice("notice_met", "white", round=games[0].round)
    if plan.is_round_robin:
        same = [earlier for earlier in games if earlier.white == game.white]
        return notice("notice_sides", "white") if len(same) > 1 else None
    for side, no, sign in (("white", game.white, 1), ("black", game.black or 0, -1)):
        if sign * colours.running(plan, no, game.round - 1) >= colours.MOST:
            return notice("notice_colour", side)
    return None


def _notice_formula(builder: Builder) -> str:
    plan = builder.plan
    if plan.is_round_robin:
        same = "COUNTIFS([meeting~],[meeting],[white~],[white])>1"
        other = f"IF({same},{number_of('notice_sides', 'white')},0)"
    else:
        other = "0"
        for side, sign in (("black", "-"), ("white", "")):
            place = f"([at_{side}]-1)*{plan.all_rounds}+[round]-1"
            before = f"{sign}INDEX([Rounds.running],{place})>={colours.MOST}"
            other = f"IF({before},{number_of('notice_colour', side)},{other})"
        # A third round must be there to look back from.
        other = f"IF([round]<3,0,{other})"
    met = f"COUNTIF([meeting~],[meeting])>{_meetings(plan)}"
    again = number_of("notice_met", "white")
    return f"IF([meeting]=0,0,IFERROR(IF({met},{again},{other}),0))"
