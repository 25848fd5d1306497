"""The title of a table of standings: after which round, and how many games are missing in it."""

from __future__ import annotations

from ...engine.texts import say
from ..builder import Builder
from ..file.grid import Cell
from ..plan import Plan


def after_round(builder: Builder, number: int, shown: str) -> Cell:
    """The title of a table after a round; after the last one begun it is that of the Standings."""
    text, key, missing = _told(builder, number, shown)
    said = say(builder.plan.language, key, round=number, n=missing)
    now = published(builder)
    is_now = number >= builder.plan.scores.last
    formula = f"=IF({builder.render('[Rules.round_last]')}=1,{now.formula[1:]},{text})"
    return Cell(now.value if is_now else said, formula, "title")


def published(builder: Builder) -> Cell:
    """The title of the Standings, final when everything is played; else with what is missing."""
    plan, last = builder.plan, "[Rules.rounds_played]"
    played = plan.scores.last
    text, key, missing = _told(builder, played, last)
    first, final = builder.say("sheet_standings"), builder.say("standings_final")
    last = builder.render(last)
    is_whole = f"AND({last}>=file_rounds,SUM(games_open)=0)"
    if not played:
        key = "sheet_standings"
    elif played >= plan.own_rounds and not _missing(plan, plan.all_rounds):
        key = "standings_final"
    said = say(plan.language, key, round=played, n=missing)
    return Cell(said, f"=IF({last}=0,{first},IF({is_whole},{final},{text}))", "title")


def _told(builder: Builder, number: int, shown: str) -> tuple[str, str, int]:
    """The formula, the key of the text that it gives now, and how many results are missing."""
    count = f'COUNTIFS([Games.open],1,[Games.round],"<="&{shown})'
    after = builder.say("round_standings", {"round": shown})
    still = builder.say("standings_open", {"round": shown, "n": count})
    missing = _missing(builder.plan, number)
    key = "standings_open" if missing else "round_standings"
    return builder.render(f"IF({count}>0,{still},{after})"), key, missing


def _missing(plan: Plan, until: int) -> int:
    """How many games up to the round `until` are without result."""
    return sum(1 for line in plan.lines if line and line.round <= until and plan.is_open(line))
