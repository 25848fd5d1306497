"""The direct encounter on the Crosstable: hidden columns, one application after the other.

A rank that players share is a group; each pass compares the points of the games inside a
group and splits it. The engine does the same in `xlrating.engine.tournament.direct_encounter`.
"""

# Columns read as tables, a row a line.
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from functools import cached_property

from ...engine.tournament.direct_encounter import (
    PLACES,
    decidable,
    direct_points,
    met_of_group,
    ranked,
    split,
)
from ..file.grid import Value
from ..plan import Plan
from ..table import Column, hidden
from .audit import MET

_GAMES = f"([Audit.state@]={MET})"
#: How many games a player of the round had against the opponent of the round.
_MEETINGS = f"(COUNTIFS([Audit.opponent@],[Audit.opponent@],[Audit.state@],{MET})+1-{_GAMES})"


class Encounter:
    """The columns with their values, for players equal in the numbers of `before`."""

    def __init__(self, plan: Plan, before: Mapping[int, int]) -> None:
        self.plan = plan
        self.first = ranked(before)
        # Each application that changes anything leaves a smaller tie, and no more players than
        # rounds, and one, can have met each other.
        self.count = max(1, min(len(plan.numbers), plan.rounds + 1) - 1)

    @property
    def ahead(self) -> str:
        """A formula: minus the number of players that went ahead inside the group."""
        return f"([group0]-[group{self.count}])"

    def ahead_of(self, no: int) -> int:
        """The value of it."""
        return self.first[no] - self._passes[-1][1][no]

    def columns(self) -> Iterator[Column]:
        """From the ranks before to those after the last pass."""
        size = "COUNTIF([Crosstable.group0],[group0])"
        met = f"ROUND(SUMPRODUCT({_same(0)}*{_GAMES}/{_MEETINGS}),{PLACES})"
        all_met = f"COUNTIFS([Crosstable.group0],[group0],[Crosstable.met],{size}-1)={size}"
        tied = f'IF([group0]="",0,IF({size}=1,0,{{}}))'
        first = 'IF([before]="","",RANK([before],[Crosstable.before]))'
        yield hidden("group0", self._rank_after(0), first)
        yield hidden("met", self._of(self._met), tied.format(met))
        within = dict.fromkeys(self._within, 1)
        yield hidden("all_met", self._of(within), tied.format(f"IF({all_met},1,0)"))
        for number in range(1, self.count + 1):
            last, points = f"group{number - 1}", f"points{number}"
            alone = f"COUNTIF([Crosstable.{last}],[{last}])=1"
            games = f"{_same(number - 1)}*{_GAMES}/{_MEETINGS}"
            among = f"ROUND(SUMPRODUCT({games},[Audit.{self.plan.points_column}@]),{PLACES})"
            ahead = f'COUNTIFS([Crosstable.{last}],[{last}],[Crosstable.{points}],">"&[{points}])'
            compared = self._of(self._passes[number][0])
            yield hidden(points, compared, f"IF([all_met]=0,0,IF({alone},0,{among}))")
            finer = f"IF([all_met]=0,[{last}],[{last}]+{ahead})"
            yield hidden(f"group{number}", self._rank_after(number), finer)

    def _of(self, found: Mapping[int, Value]) -> Callable[[int], Value]:
        return lambda index: found.get(self.plan.numbers[index], 0)

    def _rank_after(self, number: int) -> Callable[[int], Value]:
        ranks = self._passes[number][1]
        return lambda index: ranks.get(self.plan.numbers[index], "")

    @cached_property
    def _met(self) -> Mapping[int, int]:
        return met_of_group(self.plan.scores, self.first)

    @cached_property
    def _within(self) -> set[int]:
        return decidable(self.first, self._met)

    @cached_property
    def _passes(self) -> list[tuple[Mapping[int, Decimal], Mapping[int, int]]]:
        """After each application of article 6: the points it compared, and the ranks."""
        found: list[tuple[Mapping[int, Decimal], Mapping[int, int]]] = [({}, self.first)]
        for _ in range(self.count):
            ranks = found[-1][1]
            points = direct_points(self.plan.scores, ranks, self._within)
            found.append((points, split(ranks, points)))
        return found


def _same(number: int) -> str:
    """1 for each round against a player of the same rank, after so many passes."""
    ranks = f"[Crosstable.group{number}]"
    return f"(SUMIF([Players.no],[Audit.opponent@],{ranks})=[group{number}])"
