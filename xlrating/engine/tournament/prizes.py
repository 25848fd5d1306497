"""Prizes besides those for places: for the best of each category, and for clubs' teams.

A category is described by conditions: women, juniors born from a given year, ratings below a
limit, the players of a club. Players qualify by the facts entered for them; the order is that
of the final table.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Dict, List, NamedTuple, Optional, Sequence

from ..event import Event, Player
from ..rounding import ZERO
from ..vocabulary.letters import trimmed
from ..vocabulary.sex import MEN, WOMEN
from .standings import Standing, standings


@dataclass(frozen=True)
class Category:
    """The conditions for a category, all of which must hold; without any, nobody qualifies."""

    name: str = ""
    sex: str = ""
    born_from: Optional[int] = None
    born_until: Optional[int] = None
    below: Optional[Decimal] = None
    club: str = ""

    @property
    def says_nothing(self) -> bool:
        """Whether there are no conditions."""
        said = (self.sex, self.born_from, self.born_until, self.below, self.club)
        return all(one in ("", None) for one in said)

    def fits(self, player: Player, rating: Optional[Decimal]) -> bool:
        """Whether a player with this rating qualifies; unknown ratings and birth years never do.

        >>> Category(born_from=2010).fits(Player(1, born=2011), None)
        True
        """
        if self.says_nothing:
            return False
        born = player.born
        return (
            (not self.sex or sex_of(player.sex) == self.sex)
            and (self.born_from is None or (born is not None and born >= self.born_from))
            and (self.born_until is None or (born is not None and born <= self.born_until))
            and (self.below is None or (rating is not None and rating < self.below))
            and (not self.club or club_of(player).lower() == trimmed(self.club).lower())
        )


class Team(NamedTuple):
    """The players of a club who count together, and their points."""

    club: str
    points: Decimal


#: How many players of a club form a team by default: none, because a federation is not a
#: club that asked to play as a team; and the maximum number of categories.
TEAM, MOST = 0, 6


def sex_of(text: str) -> str:
    """``f`` or ``m``, '' for any other word.

    >>> sex_of("女"), sex_of("М"), sex_of("?")
    ('f', 'm', '')
    """
    word = text.strip().lower()
    return "f" if word in WOMEN else "m" if word in MEN else ""


def club_of(player: Player) -> str:
    """The federation or club of a player."""
    return trimmed(player.federation)


def teams(event: Event, size: int, table: Sequence[Standing] = ()) -> Sequence[Team]:
    """The clubs with at least `size` players, by the points of their best, then by the best placed.

    The final `table` is calculated if it is not given.

    >>> from ..event import Game
    >>> people = tuple(Player(no, federation=club) for no, club in enumerate("ABAB", 1))
    >>> teams(Event(people, (Game(1, 1, 2, "1-0"), Game(1, 4, 3, "1-0"))), 2)
    [Team(club='A', points=Decimal('1')), Team(club='B', points=Decimal('1'))]
    """
    points: Dict[str, List[Decimal]] = {}
    names: Dict[str, str] = {}
    for one in table or standings(event):
        club = club_of(event.by_no[one.no])
        if club:
            names.setdefault(club.lower(), club)
            points.setdefault(club.lower(), []).append(one.points)
    full = [key for key, own in points.items() if len(own) >= size > 0]
    made = [Team(names[key], sum(points[key][:size], ZERO)) for key in full]
    # Equal clubs stay in the order of their best players.
    return sorted(made, key=lambda team: -team.points)


#: How tied players share prize money: not at all; equally among those with equal points; Hort:
#: half by place, half shared equally among those with equal points.
SHARINGS = ("place", "equal", "hort")


def money(
    table: Sequence[Standing], prizes: Sequence[Decimal], sharing: str = SHARINGS[0]
) -> List[Decimal]:
    """The prize money of each player in a final table, to the cent.

    Players who share a place always split the money for their places. If a sum does not divide
    evenly, the first in the table get a cent more; an odd cent is halved in favour of the shared
    part. So the prizes are paid out to the cent, as far as there are players.

    >>> table = [Standing(no, Decimal(points), (), no) for no, points in ((1, 3), (2, 2), (3, 2))]
    >>> prizes = [Decimal(100), Decimal("50.01"), Decimal(0)]
    >>> [[str(one) for one in money(table, prizes, sharing)] for sharing in SHARINGS]
    [['100', '50.01', '0'], ['100', '25.01', '25'], ['100', '37.51', '12.5']]
    """
    cents = [int(prize * 100) for prize in prizes[: len(table)]]
    cents += [0] * (len(table) - len(cents))
    by_place = [{"place": one, "equal": 0, "hort": one // 2}[sharing] for one in cents]
    shared = [one - own for one, own in zip(cents, by_place)]
    found = [0] * len(table)
    for parts, key in ((by_place, "place"), (shared, "points")):
        groups: Dict[object, List[int]] = {}
        for row, one in enumerate(table):
            groups.setdefault(getattr(one, key), []).append(row)
        for rows in groups.values():
            each, rest = divmod(sum(parts[row] for row in rows), len(rows))
            for at, row in enumerate(rows):
                found[row] += each + (at < rest)
    return [Decimal(one) / 100 for one in found]
