"""The building blocks of formulas in users' own tables, and the parts that all methods share."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Texts(NamedTuple):
    """The formulas of a game and of a player, by key, in the order of the columns.

    `shown` are the formulas in the user's own table; other columns there show what the formulas
    of the player give. `met` is the column of a player with the rating that counts for
    opponents, `{slot}` the number of the game; with `by_round` all games are in order of rounds.
    `of_rules` are numbers among the rules that depend on all players; `is_array` says that `shown`
    are array formulas, in which a range never means its cell in the same row.
    """

    game: Mapping[str, str]
    player: Mapping[str, str]
    shown: Mapping[str, str] = MappingProxyType({})
    met: str = "rating"
    by_round: bool = False
    of_rules: Mapping[str, str] = MappingProxyType({})
    is_array: bool = False


class Shape(NamedTuple):
    """The games in a row of a table, its rounds, and how often everyone met everyone, or 0."""

    games: int
    rounds: int
    cycles: int
    all_rated: bool


RATED = 'IF([rating]="","",{})'
PLAYED = 'IF(OR([rating]="",[n]=0),"",{})'
#: The formulas of a game, and of a player, that all methods share.
COUNTED = {
    "counted": 'IF(OR([rating]="",[opponent_rating]="",[score]=""),0,1)',
    "points": "IF([counted]=1,[score],0)",
}
SUMS = {"n": "SUM([counted@])", "score": "SUM([points@])"}
MET = {"taken": "IF([counted]=1,[opponent_rating],0)"}
MET_SUM = {"opponents_sum": "SUM([taken@])"}
REAL = "IF([counted]=0,0,{}-[opponent_rating])"
