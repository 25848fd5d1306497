"""Who are level at the top, and whether a play-off may still decide between them."""

from __future__ import annotations

from ..plan import Plan

#: How many players have the points of the first.
LEVEL = "COUNTIF([Crosstable.points],INDEX([Crosstable.points],1))"
#: Whether all is played, the first are level, and no play-off was played by the first.
IS_UNDECIDED = (
    f"IF([Rules.is_over]=0,FALSE,IF({LEVEL}<2,FALSE,"
    'INDEX([Ratings.playoff],N(INDEX([Crosstable.at],1)))=""))'
)


def count(plan: Plan) -> int:
    """How many players have as many points as the first; 0 without players."""
    table = plan.standings
    return sum(one.points == table[0].points for one in table)


def is_undecided(plan: Plan) -> bool:
    """Whether a play-off may still decide who is first, where there is room for one."""
    over = bool(plan.playoffs) and plan.event.is_over and count(plan) > 1
    return over and plan.standings[0].no not in plan.scores.playoff_points
