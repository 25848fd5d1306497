"""Teams of clubs: hidden columns of Standings rank a club's players and add up their points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...engine.event import Event, Player
from ...engine.tournament.prizes import TEAM, Team, club_of, teams
from ..file.grid import Value
from ..plan import Plan
from ..table import FIRST_ROW, SheetColumn, hidden

#: The cell with how many players make a team.
SIZE = "prizes_team"
#: The key by which teams are sorted: points times this, less the row of the best player.
_KEY = 10_000


def size_of(event: Event) -> int:
    """How many players make a team; 0 for none."""
    found = event.facts.get("team", TEAM)
    return found if isinstance(found, int) else TEAM


def of_plan(plan: Plan) -> Sequence[Team]:
    """The teams of an event, the best first."""
    return teams(plan.event, size_of(plan.event), plan.standings)


def columns(plan: Plan, player: Callable[[int], Player | None]) -> Iterator[SheetColumn]:
    """Hidden columns of Standings: each player's rank in the club, and the teams."""
    size, made = size_of(plan.event), {one.club.lower(): one for one in of_plan(plan)}

    def count(index: int) -> int:
        found = player(index)
        club = club_of(found).lower() if found else ""
        others = (player(i) for i in range(index + 1))
        return sum(club_of(one).lower() == club for one in others if one) if club else 0

    def team(index: int) -> Team | None:
        found = player(index)
        return made.get(club_of(found).lower()) if found and size and count(index) == 1 else None

    def key(index: int) -> Value:
        one = team(index)
        return plan.win * one.points * _KEY - index - 1 if one else ""

    here = "([Standings.club]=[club])"
    total = f"SUMPRODUCT({here}*([Standings.club_no]<={SIZE}),[Standings.points])"
    is_none = f"OR(N({SIZE})<1,N({SIZE})<>INT(N({SIZE})))"
    full = f'IF(SUMPRODUCT({here}*1)<{SIZE},"",{total})'
    alone = f'IF([club]="","",IF([club_no]>1,"",IF({is_none},"",{full})))'
    yield hidden(
        "club_no", lambda i: count(i) or "", 'IF([club]="","",SUMPRODUCT(([club~]=[club])*1))'
    )
    yield hidden("team", lambda i: plan.win * one.points if (one := team(i)) else "", alone)
    yield hidden("team_key", key, f'IF([team]="","",[team]*{_KEY}-ROW()+{FIRST_ROW})')
