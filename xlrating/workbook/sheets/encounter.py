"""The direct encounter on the Crosstable: hidden columns, one application after the other.

A rank that players share is a group; each pass compares the points of the games inside a
group and splits it. The engine does the same in `xlrating.engine.tournament.direct_encounter`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from ...engine.tournament.direct_encounter import PLACES, EncounterRanking, applied, ranked
from ..file.grid import Value
from ..plan import Plan
from ..table import SheetColumn, hidden
from .rounds import MET

#: Applications of article 6 to groups in which games are missing: each ranks one player or more of
#: a group. Where the last of them still does, the sheet says that another might.
BY_6_3 = 2

_GAMES = f"([Rounds.state@]={MET})"
#: How many games a player of the round had against the opponent of the round.
_MEETINGS = "COUNTIFS([Rounds.opponent_at@],[Rounds.opponent_at@],[Rounds.state@],{})"
_MEETINGS = f"({_MEETINGS.format(MET)}+1-{_GAMES})"


class Encounter:
    """The columns and their values; players with equal numbers in `before` share a rank."""

    def __init__(self, plan: Plan, before: Mapping[int, int]) -> None:
        self.plan = plan
        self.first = ranked(before)
        #: The applications that rank players although games are missing (6.3).
        self.by_6_3 = 0 if plan.is_round_robin else BY_6_3
        # Each application to a whole group that changes anything leaves a smaller tie, and no more
        # players than rounds, and one, can have met each other.
        self.count = self.by_6_3 + max(1, min(len(plan.numbers), plan.rounds + 1) - 1)

    @property
    def ahead(self) -> str:
        """A formula: minus the number of players that went ahead inside the group."""
        return f"([group0]-[group{self.count}])"

    @property
    def shown(self) -> str:
        """A formula: whether the points among equals rank the player of a row of the table."""
        tests = ["INDEX([Crosstable.all_met1],[at])=1"]
        tests += ["INDEX([Crosstable.by_6_3_1],[at])=1"] if self.by_6_3 else []
        return f"OR({','.join(tests)})"

    @property
    def is_cut(self) -> tuple[Value, str]:
        """1 if one more application of 6.3 might rank another player, and the formula for it."""
        if not self.by_6_3:
            return 0, "0"
        found = bool(self._passes[self.by_6_3 - 1].ranked_by_6_3)
        return int(found), f"IF(SUM([Crosstable.by_6_3_{self.by_6_3}])>0,1,0)"

    def ahead_of(self, no: int) -> int:
        """Minus the number of players that went ahead of this one inside the group, as `ahead`."""
        return self.first[no] - self._passes[-1].ranks[no]

    def columns(self) -> Iterator[SheetColumn]:
        """Yield the columns from the ranks before the first pass to those after the last."""
        yield hidden("row", lambda index: index + 1)
        # 0 for a free place, so that rows share the formulas.
        first = 'IF([before]="",0,RANK([before],[Crosstable.before]))'
        yield hidden("group0", self._of(self.first), first)
        for number in range(1, self.count + 1):
            yield from self._pass(number)

    def _pass(self, number: int) -> Iterator[SheetColumn]:
        """Yield the columns of a pass: points among equals, whether all have met, new ranks."""
        last, found = f"[group{number - 1}]", self._passes[number - 1]
        same = f"[Crosstable.group{number - 1}],{last}"
        points, above, by_6_3 = f"points{number}", f"above{number}", f"by_6_3_{number}"
        all_met = f"all_met{min(number, self.by_6_3 + 1)}"
        games = f"{_same(number - 1)}*{_GAMES}/{_MEETINGS}"
        tied = f"IF({last}=0,0,IF(COUNTIF({same})=1,0,{{}}))"
        among = f"ROUND(SUMPRODUCT({games},[Rounds.{self.plan.points_column}@]),{PLACES})"
        yield hidden(points, self._of(found.points), tied.format(among))
        if number <= self.by_6_3 + 1:
            met = f"ROUND(SUMPRODUCT({games}),0)"
            most = tied.format(f"[{points}]+COUNTIF({same})-1-{met}")
            yield hidden(f"most{number}", self._of(found.most), most)
            sums = (f"SUMIFS([Crosstable.{key}{number}],{same})" for key in ("most", "points"))
            is_all = tied.format(f"IF({'-'.join(sums)}<0.5,1,0)")
            yield hidden(all_met, self._of(dict.fromkeys(found.all_met, 1)), is_all)
        ahead = f'COUNTIFS({same},[Crosstable.{points}],">"&[{points}])'
        left = last
        if number <= self.by_6_3:
            reach = f'COUNTIFS({same},[Crosstable.most{number}],">="&[{points}])-1'
            yield hidden(above, self._of(found.above), tied.format(reach))
            less = f'{same},[Crosstable.{above}],"<"&[{above}]'
            chain = f"COUNTIFS({less})=[{above}]"
            chain += f",SUMIFS([Crosstable.{above}],{less})=[{above}]*([{above}]-1)/2"
            sure = tied.format(f"IF([{all_met}]=1,0,IF(AND({chain}),1,0))")
            yield hidden(by_6_3, self._of(dict.fromkeys(found.ranked_by_6_3, 1)), sure)
            others = f"COUNTIFS({same},[Crosstable.{by_6_3}],1)"
            left = f"IF([{by_6_3}]=1,{last}+[{above}],{last}+{others})"
        finer = f"IF({last}=0,0,IF([{all_met}]=1,{last}+{ahead},{left}))"
        yield hidden(f"group{number}", self._of(found.ranks), finer)

    def _no(self, index: int) -> int:
        return self.plan.numbers[index]

    def _of(self, found: Mapping[int, Value]) -> Callable[[int], Value]:
        return lambda index: found.get(self._no(index), 0)

    @cached_property
    def _passes(self) -> list[EncounterRanking]:
        """Each application of article 6, one after the other."""
        found: list[EncounterRanking] = []
        for number in range(self.count):
            ranks = found[-1].ranks if found else self.first
            found.append(applied(self.plan.scores, ranks, by_6_3=number < self.by_6_3))
        return found


def _same(number: int) -> str:
    """1 for each round against a player of the same rank, after so many passes."""
    ranks = f"[Crosstable.group{number}]"
    return f"(SUMIF([Crosstable.row],[Rounds.opponent_at@],{ranks})=[group{number}])"
