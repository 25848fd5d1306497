"""What is allowed but seldom meant: shown beside the line and on Check, without stopping anything.

Games: players who meet again, a third game running with one colour. Players: a round without
a line, and what `player_checks` has.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ..event import Game
from ..explain import side_key
from ..problems import told
from ..texts import say
from . import player_checks
from .audit_sheet import cycle_length
from .plan import Plan
from .table import Builder, Column, hidden


def game_columns(builder: Builder) -> list[Column]:
    """Hidden columns of Games: who meets whom, and the notice."""
    plan = builder.plan
    pair = "MIN([white],[black])*1000+MAX([white],[black])"
    is_met = f'OR([key_white]="",[key_black]="",[round]>{plan.rounds})'
    found = _of_games(plan)
    return [
        hidden("meeting", lambda i: _meeting(plan, i), f'IF({is_met},"",{pair})'),
        hidden("notice", lambda i: found[i], _game_formula(builder)),
    ]


def player_column(builder: Builder) -> Column:
    """A hidden column of Players: the notice."""
    # Its formula looks at columns that are not laid out yet.
    formula = lambda _: _player_formula(builder)  # noqa: E731
    return hidden("notice", lambda i: _player_notice(builder, i), formula)


def ranked(builder: Builder, sheet: str, notice: Column) -> list[Column]:
    """Hidden columns: whether a line is wrong or only noticed, and which it is on Check.

    Check lists what is wrong before what is noticed, players before games, and games without
    result at the end.
    """
    all_wrong = "SUM([Players.wrong])+SUM([Games.wrong])"
    before = {"Players": ("0", all_wrong)}
    before["Games"] = ("SUM([Players.wrong])", f"{all_wrong}+SUM([Players.noticed])")
    errors, others = before[sheet]
    last = "0"
    if sheet == "Games":
        noticed = "SUM([Players.noticed])+SUM([Games.noticed])"
        last = f"IF([waits]=1,{all_wrong}+{noticed}+SUM([waits~]),0)"
    rank = f"IF([wrong]=1,{errors}+SUM([wrong~]),IF([noticed]=1,{others}+SUM([noticed~]),{last}))"

    @cache
    def found() -> Mapping[tuple[str, int], tuple[int, str]]:
        return listed(builder)

    return [
        hidden("wrong", lambda _: 0, 'IF([problem]="",0,IF([problem]=[notice],0,1))'),
        hidden("noticed", lambda i: int(bool(notice.value(i))), 'IF([problem]="",0,1-[wrong])'),
        *([_waits(builder.plan, notice)] if sheet == "Games" else ()),
        hidden("problems", lambda i: found().get((sheet, i), (0, ""))[0], rank),
    ]


def _waits(plan: Plan, notice: Column) -> Column:
    """Whether a line is a game without result that nothing else is said about."""

    def value(index: int) -> int:
        line = _line(plan, index)
        return int(bool(line and plan.is_open(line) and not notice.value(index)))

    return hidden("waits", value, 'IF([problem]="",[open],0)')


def listed(builder: Builder) -> Mapping[tuple[str, int], tuple[int, str]]:
    """The notices and open games as Check lists them: sheet and row of it -> rank and words."""
    plan = builder.plan
    players = [("Players", i, _player_notice(builder, i)) for i in range(len(plan.numbers))]
    games = [("Games", i, text) for i, text in enumerate(_of_games(plan))]
    found = [each for each in players + games if each[2]]
    for index, line in enumerate(plan.lines):
        if line and plan.is_open(line) and not games[index][2]:
            words = say(plan.language, "game_open", white=line.white, black=line.black)
            found.append(("Games", index, words))
    return {(sheet, i): (rank, text) for rank, (sheet, i, text) in enumerate(found, 1)}


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


def _of_games(plan: Plan) -> list[str]:
    """The notice of every line; '' for none."""
    met: dict[int | str, list[Game]] = {}
    return [_of_game(plan, i, met) for i in range(plan.game_rows)]


def _of_game(plan: Plan, index: int, met: dict[int | str, list[Game]]) -> str:
    game, key = _line(plan, index), _meeting(plan, index)
    if not game or key == "":
        return ""
    games = met.setdefault(key, [])
    games.append(game)
    words: dict[str, object] = {"no": game.white, "other": game.black}
    if len(games) > _meetings(plan):
        return say(plan.language, "notice_met", **words, round=games[0].round)
    if plan.is_round_robin:
        same = [earlier for earlier in games if earlier.white == game.white]
        return say(plan.language, "notice_sides", **words) if len(same) > 1 else ""
    for no, colour in ((game.white, "w"), (game.black, "b")):
        before = [plan.rounds_of.get((no or 0, game.round - back)) for back in (1, 2)]
        if all(found and found.colour == colour for found in before):
            return say(plan.language, "notice_colour", no=no)
    return ""


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
    met = f"COUNTIF([meeting~],[meeting])>{_meetings(plan)}"
    return f'IF([meeting]="","",IFERROR(IF({met},{again},{other}),""))'


# --- players -----------------------------------------------------------------------------------


def _player_notice(builder: Builder, index: int) -> str:
    plan = builder.plan
    player = plan.player(index)
    if not player:
        return ""
    doubt = player_checks.doubt(builder, index)
    if doubt:
        return told(doubt, plan.language)
    if not plan.is_round_robin:
        listed_ = {game.round for game in plan.event.games_of[player.no]}
        for number in range(1, plan.scores.last + 1):
            if number not in listed_:
                return say(plan.language, "notice_absent", round=number)
    return ""


def _player_formula(builder: Builder) -> str:
    text = '""'
    if not builder.plan.is_round_robin:
        missed = 'COUNTIFS([Audit.line@],0,[Audit.round@],"<="&[Rules.rounds_played])>0'
        absent = builder.say("notice_absent", {"round": "MATCH(0,[Audit.line@],0)"})
        text = f'IF({missed},{absent},"")'
    for _, (test, words) in reversed(list(player_checks.doubtful(builder))):
        text = f"IF({test},{words},{text})"
    return f'IF([filled]="","",{text})'
