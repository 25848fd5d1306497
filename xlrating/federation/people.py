"""The people of a list as they are kept: as objects, or in columns from which objects are made.

All that is done with a list asks for no more than what is here, so it is done in one way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from ..engine.event import Player
from ..engine.rules.ruleset import RuleSet
from .doubts import check_list
from .made import Columned
from .paces import at_pace, with_pace
from .period import Period
from .persons import Findings, Persons
from .submissions import Submitted

#: Lines of a list that somebody changes; None for one that became part of another.
Lines = MutableSequence[Player | None]


class People(Sequence[Player]):
    """The people of a list, in the order of its lines.

    All is done here with one after the other; who keeps them otherwise does it in another way.
    """

    def persons(self, found: Findings) -> Persons:
        """They as the events of a period find them and leave them."""
        return Persons(self, found)

    def period(self, events: Sequence[Submitted], persons: Persons, found: Findings) -> Period:
        """The events of a period with who of them plays in each."""
        return Period(events, persons, found)

    def named(self) -> Iterable[tuple[str, str]]:
        """The ID and the name of each."""
        return ((player.id, player.name) for player in self)

    def clubs(self) -> Sequence[str] | None:
        """The club of each, where they are kept with them."""
        return None

    def ratings(self) -> Sequence[Decimal | None]:
        """The rating of each."""
        return [player.rating for player in self]

    def check(self, rules: RuleSet, found: Findings) -> None:
        """Tell what is wrong with the list: see `doubts.check_list`."""
        check_list(self, rules, found)

    def with_k(self) -> tuple[int, str]:
        """How many have a K, and where the first one stands."""
        given = [player.where for player in self if player.k is not None]
        return len(given), "".join(given[:1])

    def holds(self, rules: RuleSet) -> bool:
        """Whether every digit of what these rules give is kept."""
        return True

    def lines(self) -> Lines:
        """The lines, to be changed."""
        return list(self)

    def with_lines(self, lines: Lines) -> People:
        """The people of lines that were changed."""
        return Players(player for player in lines if player is not None)

    def at_pace(self, pace: str) -> People:
        """They as the list of one pace has them."""
        return Players(at_pace(player, pace) for player in self)

    def after_pace(self, pace: str, entries: Mapping[int, Any], columns: Columned | None) -> People:
        """They with what the list of a pace has of them now: its entries by number, its columns."""
        found = []
        for number, entry in sorted(entries.items()):
            now = entry.player
            if number >= len(self):
                found.append(with_pace(Player(now.no, now.name, id=now.id), now, pace))
                continue
            was = self[number]
            # Whatever is told of somebody at another pace is told of their line.
            after = with_pace(was, now, pace)
            found.append(replace(after, where=was.where, places=was.places))
        return Players(found)

    def kept_after(
        self, rules: RuleSet, persons: Persons, entries: Iterable[Any]
    ) -> Columned | None:
        """The next list as columns, where those keep it: of some there are entries."""
        return None

    def kept_of_paces(
        self, rules: RuleSet, paces: Mapping[str, Columned | None]
    ) -> Columned | None:
        """The same of several paces, from the columns of each."""
        return None


class Players(tuple[Player, ...], People):
    """People who are objects."""


def people_of(listed: Sequence[Player]) -> People:
    """The people of a list, however they are given."""
    return listed if isinstance(listed, People) else Players(listed)
