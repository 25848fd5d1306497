"""The order that play-offs decide, on the Crosstable: hidden columns where there is room for them.

The mirror of `xlrating.engine.tournament.playoffs`: players joined by games of play-offs take the
rank of the best of them, one game further in each column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ...engine.tournament.direct_encounter import ranked
from ...engine.tournament.playoffs import REACH, decided, joined
from ...engine.tournament.tie_breaks import chosen
from ..file.grid import Value
from ..plan import Plan
from ..table import FIRST_ROW, SheetColumn, hidden
from .tie_cells import CODES

#: The factors of the first rank and of the score in the sort key; the rank before is subtracted.
_TOP, _SCORED = 10**8, 10**4
#: The sort key of free places: behind all players.
_LAST = 10**12


def columns(plan: Plan, keys: Mapping[int, int]) -> Iterator[SheetColumn]:
    """Yield the rank before play-offs, that of the best in the same play-off, and the sort key.

    `keys` are points and tie-breaks in one number, by number of the player.
    """
    scores, ranks = plan.scores, ranked(keys)
    named = "PO" in chosen(plan.event)
    near = {} if named else joined(scores)
    is_blacks = plan.rules.counted.playoff_as_one
    found = {no: (-rank, 0, -rank) for no, rank in ranks.items()}
    if not named:
        found = decided(scores, ranks, is_blacks)

    def value(known: Mapping[int, int]) -> Callable[[int], Value]:
        def at(index: int) -> Value:
            player = plan.player(index)
            return known[player.no] if player else 0

        return at

    named_too = "OR(" + ",".join(f'{code}="PO"' for code in CODES) + ")"
    free = '[Players.filled#]=""'
    rank = "RANK([before_playoffs],[Crosstable.before_playoffs])"
    yield hidden("top0", value(ranks), f"IF({free},0,{rank})")
    rows = [plan.rounds + number for number in range(1, plan.playoffs + 1)]
    joins = "+".join(_joins(row) for row in rows)
    is_joined = {no: int(bool(near.get(no))) for no in ranks}
    yield hidden("joined", value(is_joined), f"IF({free},0,IF({named_too},0,IF({joins}>0,1,0)))")
    tops = dict(ranks)
    for step in range(1, REACH + 1):
        tops = {
            no: min([top, *(tops[other] for other in near.get(no, ()))]) for no, top in tops.items()
        }
        own = f"[top{step - 1}]"
        best = ",".join(
            f"IF({_joins(row)}=1,INDEX([Crosstable.top{step - 1}],{_opponent(row)}),{own})"
            for row in rows
        )
        yield hidden(f"top{step}", value(tops), f"IF([joined]=0,{own},MIN({own},{best}))")
    scored = '4*SUMIF([Rounds.playoff_score@],">=0")' + (_of_black(rows) if is_blacks else "")
    key = f"-[top{REACH}]*{_TOP}+IF([joined]=0,0,({scored})*{_SCORED})-[top0]"

    def sort_key(index: int) -> Value:
        player = plan.player(index)
        if not player:
            return -_LAST - (index + 1)
        top, points, rank = found[player.no]
        return top * _TOP + points * _SCORED + rank

    yield hidden("sort_key", sort_key, f"IF({free},-{_LAST}-(ROW()-{FIRST_ROW}),{key})")


def _score(row: int) -> str:
    return f"[Rounds.playoff_score@{row}]"


def _opponent(row: int) -> str:
    return f"[Rounds.opponent_at@{row}]"


def _joins(row: int) -> str:
    """The formula for 1 if a round's game has a result and its players equal points, else 0."""
    same = f"IF(INDEX([Ratings.points],{_opponent(row)})=[Ratings.points#],1,0)"
    return f"IF({_opponent(row)}=0,0,IF({_score(row)}<0,0,{same}))"


def _of_black(rows: list[int]) -> str:
    """`+` and the formula for 1 if the player drew the last play-off game as Black, else 0."""
    text = "0"
    for row in rows:
        drawn = f"IF(AND({_score(row)}=0.5,[Rounds.as_white@{row}]=0),1,0)"
        text = f"IF({_score(row)}<0,{text},{drawn})"
    return f"+{text}"
