"""What is allowed but seldom meant: shown beside the line and on Check, without stopping anything.

Games: players who meet again, a third game running with one colour. Players: a round without
a line, and what `player_checks` has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from functools import cache

from ..event import Game
from ..explain import side_key
from ..problems import told
from ..texts import say
from . import player_checks
from .audit_sheet import cycle_length
from .grid import Cell, Sheet, Value, address
from .plan import Plan
from .table import HEAD_ROW, Builder, Column, hidden


def game_columns(builder: Builder) -> list[Column]:
    """Hidden columns of Games: who meets whom, and the notice."""
    plan = builder.plan
    pair = "MIN([white],[black])*1000+MAX([white],[black])"
    is_met = f'OR([key_white]="",[key_black]="",[round]>{plan.rounds})'
    found = _of_games(plan)
    return [
        hidden("meeting", lambda i: _meeting(plan, i), f'IF({is_met},"",{pair})'),
        hidden("notice", lambda i: found[i][1], _game_formula(builder)),
    ]


def player_columns(builder: Builder) -> tuple[Column, Column]:
    """Hidden columns of Players: what is doubtful in what is said of a player, and the notice."""

    @cache
    def found() -> list[_Said]:
        return _of_players(builder)

    def doubt(index: int) -> str:
        gravity, text = found()[index]
        return text if gravity is Gravity.PLAYER_DOUBT else ""

    # Their formulas look at columns that are not laid out yet.
    return (
        hidden("doubt", doubt, lambda _: _doubt_formula(builder)),
        hidden("notice", lambda i: found()[i][1], lambda _: _player_formula(builder)),
    )


class Gravity(IntEnum):
    """What a line of Check is about, the gravest first; each is of one sheet.

    What is wrong stops. What is doubtful, two who meet again and a game without result may make
    other ratings; a round without a line and the colours make none.
    """

    PLAYER_WRONG = 1
    GAME_WRONG = 2
    START_DOUBT = 3
    PLAYER_DOUBT = 4
    MET_AGAIN = 5
    OPEN = 6
    ROUND_MISSING = 7
    SIDES = 8


#: The gravity and words of a line; None where there is nothing to say.
_Said = tuple[Gravity | None, str]

_OF_PLAYERS = (Gravity.PLAYER_WRONG, Gravity.PLAYER_DOUBT, Gravity.ROUND_MISSING)

#: The hidden column of Check with how many lines stand before those of each gravity.
_BEFORE_COL = 3


def before(gravity: int) -> str:
    """The cell of Check with how many lines stand before those of a gravity."""
    return f"Check!{address(HEAD_ROW + gravity, _BEFORE_COL, 'rc')}"


#: The cell of Check with how many lines there are in all.
TOTAL = before(max(Gravity) + 1)


def add_counts(builder: Builder, sheet: Sheet, first: str) -> None:
    """The hidden cells of Check with how many lines stand before those of each gravity.

    `first` counts the lines before all others.
    """
    known = [gravity for gravity, *_ in _found(builder)]
    number, formula = 0, f"={first}"
    for one in Gravity:
        sheet.put(HEAD_ROW + one, _BEFORE_COL, Cell(number, formula, "helper"))
        listed_in = "players" if one in _OF_PLAYERS else "games"
        counted = f"COUNTIF({listed_in}_gravity,{one.value})"
        if one is Gravity.START_DOUBT:
            counted = 'COUNTIF(start_notices,">0")'
        number += known.count(one)
        formula = f"={address(HEAD_ROW + one, _BEFORE_COL, 'rc')}+{counted}"
    sheet.put(HEAD_ROW + len(Gravity) + 1, _BEFORE_COL, Cell(number, formula, "helper"))
    cells = (address(HEAD_ROW + one, _BEFORE_COL, "rc") for one in (1, len(Gravity)))
    builder.book.names["check_before"] = f"Check!{':'.join(cells)}"
    sheet.hidden_columns.add(_BEFORE_COL)


def ranked(builder: Builder, sheet: str) -> list[Column]:
    """Hidden columns: what a line is on Check, 0 for nothing, and which line there it is."""

    @cache
    def found() -> Mapping[tuple[str, int], tuple[Gravity, int, str]]:
        return listed(builder)

    def known(part: int) -> Callable[[int], Value]:
        return lambda i: found().get((sheet, i), (0, 0, ""))[part]

    formula = _player_gravity() if sheet == "Players" else _game_gravity(builder.plan)
    rank = "IF([gravity]=0,0,INDEX(check_before,[gravity])+COUNTIF([gravity~],[gravity]))"
    return [
        hidden("gravity", known(0), formula),
        hidden("problems", known(1), rank),
    ]


def _player_gravity() -> str:
    noticed = f'IF([doubt]="",{Gravity.ROUND_MISSING},{Gravity.PLAYER_DOUBT})'
    return f'IF([problem]="",0,IF([problem]=[notice],{noticed},{Gravity.PLAYER_WRONG}))'


def _game_gravity(plan: Plan) -> str:
    noticed = f"IF({_is_again(plan)},{Gravity.MET_AGAIN},{Gravity.SIDES})"
    said = f"IF([problem]=[notice],{noticed},{Gravity.GAME_WRONG})"
    return f'IF([problem]="",IF([open]=1,{Gravity.OPEN},0),{said})'


def listed(builder: Builder) -> Mapping[tuple[str, int], tuple[Gravity, int, str]]:
    """The lines of Check there are now: sheet and row of it -> gravity, rank and words."""
    return {
        (sheet, i): (gravity, rank, text)
        for rank, (gravity, sheet, i, text) in enumerate(_found(builder), 1)
    }


def _found(builder: Builder) -> list[tuple[Gravity, str, int, str]]:
    """Gravity, sheet, row and words of what Check lists, in its order."""
    plan = builder.plan
    found = [(Gravity.START_DOUBT, "Start", i, text) for i, text in builder.start_doubts.items()]
    for i, (gravity, text) in enumerate(_of_players(builder)):
        if gravity:
            found.append((gravity, "Players", i, text))
    for i, (gravity, text) in enumerate(_of_games(plan)):
        line = _line(plan, i)
        if gravity:
            found.append((gravity, "Games", i, text))
        elif line and plan.is_open(line):
            words = say(plan.language, "game_open", white=line.white, black=line.black)
            found.append((Gravity.OPEN, "Games", i, words))
    return sorted(found, key=lambda one: one[0])


# --- games -------------------------------------------------------------------------------------


def _line(plan: Plan, index: int) -> Game | None:
    return plan.lines[index] if index < len(plan.lines) else None


def _meetings(plan: Plan) -> int:
    """How often two players are to meet."""
    return -(-plan.rounds // cycle_length(plan)) if plan.is_round_robin else 1


def _meeting(plan: Plan, index: int) -> int | str:
    game = _line(plan, index)
    if not game or not plan.is_real(game) or game.black is None or game.round > plan.rounds:
        return ""
    return min(game.white, game.black) * 1000 + max(game.white, game.black)


def _of_games(plan: Plan) -> list[_Said]:
    """The notice of every line and its gravity."""
    met: dict[int | str, list[Game]] = {}
    return [_of_game(plan, i, met) for i in range(plan.game_rows)]


def _of_game(plan: Plan, index: int, met: dict[int | str, list[Game]]) -> _Said:
    game, key = _line(plan, index), _meeting(plan, index)
    if not game or key == "":
        return None, ""
    games = met.setdefault(key, [])
    games.append(game)
    words: dict[str, object] = {"no": game.white, "other": game.black}
    if len(games) > _meetings(plan):
        again = say(plan.language, "notice_met", **words, round=games[0].round)
        return Gravity.MET_AGAIN, again
    if plan.is_round_robin:
        if any(earlier.white == game.white for earlier in games[:-1]):
            return Gravity.SIDES, say(plan.language, "notice_sides", **words)
        return None, ""
    for no, colour in ((game.white, "w"), (game.black, "b")):
        before = [plan.rounds_of.get((no or 0, game.round - back)) for back in (1, 2)]
        if all(found and found.colour == colour for found in before):
            return Gravity.SIDES, say(plan.language, "notice_colour", no=no)
    return None, ""


def _game_formula(builder: Builder) -> str:
    plan, say_ = builder.plan, builder.say
    words = {"no": "[white]", "other": "[black]"}
    first = "INDEX([Games.round],MATCH([meeting],[Games.meeting],0))"
    again = say_("notice_met", words | {"round": first})
    if plan.is_round_robin:
        sides = say_("notice_sides", words)
        same = "COUNTIFS([meeting~],[meeting],[white~],[white])>1"
        other = f'IF({same},{sides},"")'
    else:
        other = '""'
        for side, colour in (("black", "b"), ("white", "w")):
            letter = say_(side_key(colour, plan.rules))
            place = f"([at_{side}]-1)*{plan.all_rounds}+[round]"
            before = [f"INDEX([Audit.colour],{place}-{back})={letter}" for back in (1, 2)]
            running = say_("notice_colour", {"no": f"[{side}]"})
            other = f"IF(AND({','.join(before)}),{running},{other})"
        # A third round must be there to look back from.
        other = f'IF([round]<3,"",{other})'
    return f'IF([meeting]="","",IFERROR(IF({_is_again(plan)},{again},{other}),""))'


def _is_again(plan: Plan) -> str:
    """Whether the two of a line have met as often as they are to meet."""
    return f"COUNTIF([meeting~],[meeting])>{_meetings(plan)}"


# --- players -----------------------------------------------------------------------------------


def _of_players(builder: Builder) -> list[_Said]:
    """The notice of every line and its gravity."""
    plan, doubts = builder.plan, player_checks.doubts(builder)
    found: list[_Said] = []
    for no in plan.numbers:
        missed = None if no in doubts else _round_missing(plan, no)
        if no in doubts:
            found.append((Gravity.PLAYER_DOUBT, told(doubts[no], plan.language)))
        elif missed:
            text = say(plan.language, "notice_absent", round=missed)
            found.append((Gravity.ROUND_MISSING, text))
        else:
            found.append((None, ""))
    return found


def _round_missing(plan: Plan, no: int) -> int | None:
    """The first round without a line of a player of a Swiss."""
    if plan.is_round_robin or no not in plan.event.by_no:
        return None
    own = {game.round for game in plan.event.games_of[no]}
    return next((n for n in range(1, plan.scores.last + 1) if n not in own), None)


def _doubt_formula(builder: Builder) -> str:
    text = '""'
    for _, (test, words) in reversed(list(player_checks.doubtful(builder))):
        text = f"IF({test},{words},{text})"
    return f'IF([filled]="","",{text})'


def _player_formula(builder: Builder) -> str:
    if builder.plan.is_round_robin:
        return "[doubt]"
    missed = 'COUNTIFS([Audit.line@],0,[Audit.round@],"<="&[Rules.rounds_played])>0'
    absent = builder.say("notice_absent", {"round": "MATCH(0,[Audit.line@],0)"})
    return f'IF([filled]="","",IF([doubt]<>"",[doubt],IF({missed},{absent},"")))'
