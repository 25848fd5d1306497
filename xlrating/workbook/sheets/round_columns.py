"""The columns of the Round sheet: the pairings, and hidden ones that sort them and the lists."""

# Columns are written as tables, one row per line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable, Mapping

from ...engine.columns import begins
from ...engine.results import RESULT_BY_CODE, Kind
from ...engine.rounding import HALF, ONE, ZERO
from ...engine.texts import say
from ...engine.vocabulary.spellings import in_language
from ..builder import Builder
from ..bye_points import points_of
from ..file.grid import Value
from ..formulas import results
from ..formulas.typed import on_one_line
from ..plan import Plan
from ..table import FIRST_ROW, SheetColumn, hidden
from . import one_round
from .game_problems import IS_BOARD
from .lean import MARK
from .one_round import ABSENT, BOARD, BYE, NO_BOARD, OneRound

#: The round that the sheet shows, and the row of a list, from 1.
SHOWN, ROW = "[Rules.round_shown]", f"ROW()-{FIRST_ROW}"
Of = Callable[[int], Value]


def named(
    builder: Builder, key: str, number: int, words: Mapping[str, tuple[str, str]] | None = None
) -> tuple[str, str]:
    """A text about the round that is shown, or about a play-off: what it says now, and its formula.

    `words` are further words of the text, each as it is now and as a formula.
    """
    plan = builder.plan
    now = {name: value for name, (value, _) in (words or {}).items()}
    later = {name: formula for name, (_, formula) in (words or {}).items()}
    playoff, game = f"{key}_playoff", number - plan.rounds
    said = say(plan.language, key, round=number, **now)
    text = builder.say(key, {"round": SHOWN, **later})
    if not plan.playoffs:
        return said, text
    if game > 0:
        said = say(plan.language, playoff, n=game, **now)
    of_playoff = builder.say(playoff, {"n": f"({SHOWN}-{plan.rounds})", **later})
    return said, f"IF({SHOWN}>{plan.rounds},{of_playoff},{text})"


def person(plan: Plan, name: str, at: Of) -> Of:
    """A field of the player whose place, from 1, `at` gives for a row; '' without one."""

    def value(row: int) -> Value:
        place = at(row)
        player = plan.player(place - 1) if isinstance(place, int) and place else None
        if player is None:
            return ""
        return plan.entry_rating(player) if name == "rating" else getattr(player, name)

    return value


def of_place(known: Of, at: Of) -> Of:
    """The value of the player whose place, from 1, `at` gives for a row; '' without one."""
    return lambda row: known(place - 1) if isinstance(place := at(row), int) and place else ""


def looked_up(column: str, at: str, text: str = "") -> str:
    """The formula of what a column has at a place, from 1; empty without one."""
    return f'IF(N([{at}])=0,"",INDEX([{column}],[{at}]){text})'


def columns(builder: Builder, shown: OneRound) -> list[SheetColumn]:
    """All columns of the sheet: the pairings, and the hidden ones."""
    plan = builder.plan

    def result(row: int) -> Value:
        game = shown.game_at(row)
        if game is None or game.black is None:
            return ""
        return in_language(game.result.code, plan.fixed_language)

    game, first = f"MOD([key],{BOARD})", begins(plan.rules)
    found = "INDEX([Games.{}],{})"
    typed, result_row = found.format("board", game), found.format("result_row", game)
    numbered = f'IF({IS_BOARD.format(typed)},{typed},"{_UNKNOWN}")'
    unnumbered = f'SMALL([Round.left],{ROW}-COUNTIF([Round.key],"<{NO_BOARD * BOARD}"))'
    no_game = f"IF([key]>={ABSENT},{_absent(builder)},{_bye(builder, result_row)})"
    white, black = shown.white_at, shown.black_at
    return [
        SheetColumn("panel", lambda _: "", width=16, heading="-"),
        SheetColumn("board", shown.board, f'IF([black_at]=0,"",IF({typed}={MARK},{unnumbered},{numbered}))', "int", 7),
        SheetColumn("white_no", person(plan, "no", white), looked_up("Players.no", "white_at"), "int", 5, heading="no"),
        SheetColumn("white_name", person(plan, "name", white), looked_up("Players.name", "white_at", '&""'), "name", 25, heading=first),
        SheetColumn("white_rating", person(plan, "rating", white), looked_up("Ratings.rating", "white_at"), "rating", 8, heading="rating"),
        SheetColumn("white_points", of_place(shown.before, white), looked_up("Round.before", "white_at"), plan.points_style, 7, heading="points"),
        SheetColumn("result", result, f'IF([black_at]=0,"",IF({result_row}=0,"",INDEX([Rules.result_code],{result_row})))', "center", 11),
        SheetColumn("black_no", person(plan, "no", black), looked_up("Players.no", "black_at"), "int", 5, heading="no"),
        SheetColumn("black_name", lambda row: black_name(shown, row), f'IF([black_at]>0,INDEX([Players.name],[black_at])&"",IF([key]="","",{no_game}))', "name", 25, heading="black"),
        SheetColumn("black_rating", person(plan, "rating", black), looked_up("Ratings.rating", "black_at"), "rating", 8, heading="rating"),
        SheetColumn("black_points", of_place(shown.before, black), looked_up("Round.before", "black_at"), plan.points_style, 7, heading="points"),
        *_by_row(shown, result_row),
        *_by_place(plan, shown),
    ]  # fmt: skip


def black_name(shown: OneRound, row: int) -> str:
    """The opponent's name, or why a player has no opponent; '' after the last row."""
    game, plan = shown.game_at(row), shown.plan
    if game is not None and game.black is not None:
        return plan.event.by_no[game.black].name
    if shown.key(row) == "":
        return ""
    if game is not None:
        code = game.result.code
        return say(plan.language, _bye_text(code, plan)) if code in _BYES else _UNKNOWN
    if plan.is_round_robin:
        return say(plan.language, _FREE)
    return say(plan.language, _TO_COME if shown.is_to_come(row) else _ABSENT)


def _by_row(shown: OneRound, result_row: str) -> list[SheetColumn]:
    """Hidden columns, one row per line of the list: who is in it, and whether it has a slip."""
    line = f"MOD([key],{BOARD})"
    white = f"IF([key]>={ABSENT},[key]-{ABSENT},INDEX([Games.at_white],{line}))"
    first = f'[Round.key],">="&({ROW})*{BOARD},[Round.key],"<"&({ROW}+1)*{BOARD}'
    left = f"{ROW}+IF(COUNTIFS({first})>0,{NO_BOARD},0)"
    forfeit = f'INDEX([Rules.result_kind],{result_row})="{Kind.FORFEIT.value}"'
    # LibreOffice 7.4 calculates columns without MATCH several cells at once where it can, and took
    # this one, when all is calculated anew, for one that leads back to itself (Err:522).
    one = "MIN(1,MATCH([key],[Round.slot],0))"
    return [
        hidden("left", shown.left, left),
        hidden("key", shown.key, f'IF({ROW}>COUNT([Round.slot]),"",SMALL([Round.slot],{ROW}))'),
        hidden("white_at", shown.white_at, f'IF([key]="",0,{white})'),
        hidden("black_at", shown.black_at, f'IF([key]="",0,IF([key]>={BYE},0,INDEX([Games.at_black],{line})))'),
        hidden("slip", lambda row: int(shown.has_slip(row)), f"IF([black_at]=0,0,IF(IF({result_row}=0,FALSE,{forfeit}),0,{one}))"),
    ]  # fmt: skip


def _by_place(plan: Plan, shown: OneRound) -> list[SheetColumn]:
    """Hidden columns, one row per place of Players: the player's round, points and rank."""
    of_audit = f"INDEX([Rounds.{{}}@],{SHOWN})"
    board = "INDEX([Games.board],[line])"
    board = f"IF({IS_BOARD.format(board)},MIN({board},{NO_BOARD}),{NO_BOARD})"
    white = f"IF([opponent]=0,{BYE},{board}*{BOARD})+[line]"
    is_round = "[Rules.round_paired]=1"
    if plan.playoffs:
        is_round = f"AND({is_round},{SHOWN}<={plan.rounds})"
    absent = f'IF([line]>0,"",IF({is_round},{ABSENT}+{ROW},""))'
    slot = f'IF([after]="","",IF([is_white]=1,{white},{absent}))'
    other = 'IF([opponent]=0,"",IFERROR(MATCH(INDEX([Round.slot],[opponent]),[Round.key],0),""))'
    points = plan.points_column
    # Byes may be known before their rounds.
    until = f"MIN({SHOWN},[Rules.rounds_played])"
    after = plan.times(f'SUMIF([Rounds.round@],"<="&{until},[Rounds.{points}@])')
    gained = f"IF({SHOWN}>[Rules.rounds_played],0,{plan.times(f'N({of_audit.format(points)})')})"
    order = "RANK([{0}],[Round.{0}]{1})+COUNTIF([{0}~],[{0}])-1"
    filled = 'IF([after]="","",{})'
    first, count = one_round.FIRST_LETTERS, one_round.NEXT_LETTERS
    is_known = f'ISNUMBER(FIND(LEFT(INDEX([Players.name],{ROW})&" ",1),[Rules.letters]))'
    names = f"RANK([first_letters],[Round.first_letters],1)*{one_round.LETTER_UNIT**count}"
    return [
        hidden("is_white", lambda place: int(shown.white_line(place) > 0), of_audit.format("as_white")),
        hidden("line", shown.line, of_audit.format("line")),
        hidden("opponent", shown.opponent, of_audit.format("opponent_at")),
        hidden("slot", shown.slot, slot),
        hidden("row", shown.row, f'IF([slot]="",{other},MATCH([slot],[Round.key],0))'),
        hidden("after", shown.after, f'IF([Players.filled#]="","",{after})'),
        hidden("before", shown.before, filled.format(f"[after]-{gained}")),
        hidden("order", shown.order, filled.format(order.format("after", ""))),
        hidden("first_letters", shown.letters, filled.format(f"IF({is_known},{_letters(0, first)},{one_round.UNKNOWN})")),
        hidden("name_key", shown.name_key, filled.format(f"{names}+IF([first_letters]={one_round.UNKNOWN},0,{_letters(first, count)})")),
        hidden("alphabetical", shown.alphabetical, filled.format(order.format("name_key", ",1"))),
    ]  # fmt: skip


def _letters(start: int, count: int) -> str:
    """The formula of letters of a name as a number; unknown letters come last."""
    name = f'{on_one_line(f"INDEX([Players.name],{ROW})")}&REPT(" ",{start + count})'
    parts = []
    for at in range(count):
        found = f"FIND(MID({name},{start + at + 1},1),[Rules.letters])-1"
        number = f"IFERROR(INT(({found})/{one_round.LETTER}),{one_round.LAST_LETTER})"
        unit = one_round.LETTER_UNIT ** (count - 1 - at)
        parts.append(f"{number}*{unit}" if unit > 1 else number)
    return "+".join(parts)


#: The texts for a player without a line. In a round robin one player is free in each round; one
#: without lines from round 1 on entered late, and was not forgotten.
_FREE, _ABSENT, _TO_COME = "round_free", "round_absent", "round_to_come"


def _absent(builder: Builder) -> str:
    """The formula for the message about an absent player."""
    if builder.plan.is_round_robin:
        return builder.say(_FREE)
    lines = f'SUMIFS([Rounds.line],[Rounds.place],[white_at],[Rounds.round],"<="&{SHOWN})'
    is_to_come = f"IF({SHOWN}=1,FALSE,{lines}=0)"
    return f"IF({is_to_come},{builder.say(_TO_COME)},{builder.say(_ABSENT)})"


#: The codes of byes, and their texts by their points; one that is not yet decided has none.
_BYES = ("BYE 1", "BYE ½", "BYE 0", "BYE 1 R")
_BYE_TEXTS = {ONE: "round_bye_full", HALF: "round_bye_half", ZERO: "round_bye_zero"}


def _bye_text(code: str, plan: Plan) -> str:
    """The key of the text for a bye; without points in xiangqi, where 1 point may be a draw."""
    text = _BYE_TEXTS[points_of(RESULT_BY_CODE[code], plan.event.scoring) or ZERO]
    return text + ("_xiangqi" if plan.rules.game == "xiangqi" else "")


_UNKNOWN = "?"


def _bye(builder: Builder, result_row: str) -> str:
    text = f'"{_UNKNOWN}"'
    for code in _BYES:
        said = builder.say(_bye_text(code, builder.plan))
        text = f"IF({result_row}={results.CODES.index(code) + 1},{said},{text})"
    return text
