"""A round robin is paired beforehand: a line that somebody emptied is a missing game."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.event import Game
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Cell
from ..formulas import results
from ..plan import Plan, cycle_of
from ..table import HEAD_ROW, SheetTable
from .lean import MARK

#: The cell with how many games of those who are entered are missing.
NAME = "games_missing"


def missing(plan: Plan) -> int:
    """How many games are missing between the players who are entered; 0 in a Swiss."""
    if not plan.is_round_robin:
        return 0
    entered = sum(plan.number_at(index) is not None for index in range(len(plan.numbers)))
    real = (line for line in plan.lines if line and plan.is_real(line))
    return lacking(len(plan.numbers), entered, plan.own_rounds, real)


def lacking(places: int, entered: int, rounds: int, games: Iterable[Game]) -> int:
    """How many games between `entered` players are missing in a round robin of so many places."""
    there = sum(1 for game in games if game.black is not None and game.round <= rounds)
    cycles = rounds // cycle_of(places) if places > 1 else 0
    return max(0, cycles * entered * (entered - 1) // 2 - there)


def is_gone(plan: Plan, index: int) -> bool:
    """Whether a line that had a pairing is empty while games are missing."""
    is_empty = index >= len(plan.lines) or plan.lines[index] is None
    return is_empty and index < plan.own_rounds * (len(plan.numbers) // 2) and missing(plan) > 0


def test() -> str:
    """The test that a line that had a pairing is empty while games are missing."""
    empty = f"[white]={MARK},[black]={MARK},{results.NONE}"
    return f"IF(AND({empty},{NAME}>0),[line]<=file_rounds*INT(COUNT([Players.no])/2),FALSE)"


def place(builder: Builder, made: SheetTable) -> None:
    """Name the cell with the number of missing pairings, before formulas refer to it."""
    cell = address(HEAD_ROW - 1, made.col("found"), "rc")
    builder.book.names[NAME] = builder.at("Games", cell)


def put(builder: Builder, made: SheetTable) -> None:
    """Put the hidden cell that counts missing pairings."""
    plan = builder.plan
    if plan.is_round_robin:
        entered = "COUNT([Players.filled])"
        all_ = f"INT(file_rounds/{plan.cycle})*{entered}*({entered}-1)/2"
        played = '[Games.key_white],">0",[Games.key_black],">0",[Games.round],"<="&file_rounds'
        text = builder.render(f"MAX(0,{all_}-COUNTIFS({played}))")
        place = (HEAD_ROW - 1, made.col("found"))
        made.sheet.put(*place, Cell(missing(plan), f"={text}", "helper"))
