"""What is allowed but seldom meant: shown beside the line and on Check, without stopping anything.

Games: what `game_problems` has. Players: a round without a line, and what `player_checks` has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from functools import cache

from ...engine.problems import told
from ...engine.texts import say
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Cell, Sheet, Value
from ..plan import Plan
from ..table import HEAD_ROW, Column, hidden, late
from . import player_checks
from .game_problems import FIRST_NOTICE, MET_AGAIN, Notice, line_of, noticed


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
        hidden("doubt", doubt, late(lambda: _doubt_formula(builder))),
        hidden("notice", lambda i: found()[i][1], late(lambda: _player_formula(builder))),
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
    return f"check_before{gravity}"


#: The cell of Check with how many lines there are in all.
TOTAL = before(max(Gravity) + 1)


def add_counts(builder: Builder, sheet: Sheet, first: str) -> None:
    """The hidden cells of Check with how many lines stand before those of each gravity.

    `first` counts the lines before all others.
    """
    known = [gravity for gravity, *_ in _found(builder)]
    number, formula = 0, f"={first}"
    last = max(Gravity) + 1
    for one in range(1, last + 1):
        place = builder.at("Check", address(HEAD_ROW + one, _BEFORE_COL, "rc"))
        builder.book.names[before(one)] = place
    for one in Gravity:
        sheet.put(HEAD_ROW + one, _BEFORE_COL, Cell(number, formula, "helper"))
        listed_in = "players" if one in _OF_PLAYERS else "games"
        counted = f"COUNTIF({listed_in}_gravity,{one.value})"
        if one is Gravity.START_DOUBT:
            counted = 'COUNTIF(start_notices,">0")'
        number += known.count(one)
        formula = f"={address(HEAD_ROW + one, _BEFORE_COL, 'rc')}+{counted}"
    sheet.put(HEAD_ROW + last, _BEFORE_COL, Cell(number, formula, "helper"))
    cells = (address(HEAD_ROW + one, _BEFORE_COL, "rc") for one in (1, len(Gravity)))
    builder.book.names["check_before"] = builder.at("Check", ":".join(cells))
    sheet.hidden_columns.add(_BEFORE_COL)


def ranked(builder: Builder, sheet: str) -> list[Column]:
    """Hidden columns: what a line is on Check, 0 for nothing, and which line there it is."""

    @cache
    def found() -> Mapping[tuple[str, int], tuple[Gravity, int, str]]:
        return listed(builder)

    def known(part: int) -> Callable[[int], Value]:
        return lambda i: found().get((sheet, i), (0, 0, ""))[part]

    formula = _player_gravity() if sheet == "Players" else _game_gravity()
    rank = "IF([gravity]=0,0,INDEX(check_before,[gravity])+COUNTIF([gravity~],[gravity]))"
    return [
        hidden("gravity", known(0), formula),
        hidden("problems", known(1), rank),
    ]


def _player_gravity() -> str:
    noticed = f'IF([doubt]="",{Gravity.ROUND_MISSING},{Gravity.PLAYER_DOUBT})'
    return f'IF([problem]="",0,IF([problem]=[notice],{noticed},{Gravity.PLAYER_WRONG}))'


def _game_gravity() -> str:
    noticed = f"IF([found]={MET_AGAIN},{Gravity.MET_AGAIN},{Gravity.SIDES})"
    said = f"IF([found]<{FIRST_NOTICE},{Gravity.GAME_WRONG},{noticed})"
    return f"IF([found]=0,IF([open]=1,{Gravity.OPEN},0),{said})"


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
        line = line_of(plan, i)
        if gravity:
            found.append((gravity, "Games", i, text))
        elif line and plan.is_open(line):
            words = say(plan.language, "game_open", white=line.white, black=line.black)
            found.append((Gravity.OPEN, "Games", i, words))
    return sorted(found, key=lambda one: one[0])


def _of_games(plan: Plan) -> list[_Said]:
    """The notice of every line and its gravity."""
    return [_gravity_of(one) if one else (None, "") for one in noticed(plan)]


def _gravity_of(notice: Notice) -> _Said:
    return Gravity.MET_AGAIN if notice.number == MET_AGAIN else Gravity.SIDES, notice.text


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
    missed = 'COUNTIFS([Rounds.line@],0,[Rounds.round@],"<="&[Rules.rounds_played])>0'
    absent = builder.say("notice_absent", {"round": "MATCH(0,[Rounds.line@],0)"})
    return f'IF([filled]="","",IF([doubt]<>"",[doubt],IF({missed},{absent},"")))'
