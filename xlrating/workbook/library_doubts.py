"""Typed facts about players, compared with the list that completes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..engine.event import Player
from ..engine.problem import Problem
from ..engine.vocabulary.letters import visible
from .facts import known
from .library import SEVERAL, UNKNOWN, UNREAD, Library

#: The messages for a fact typed differently from the list, and for a player who cannot be matched
#: to one line of it, by the reason.
DIFFERS = "library_differs"
OPEN = {"library_name_unknown": UNKNOWN, "library_name_several": SEVERAL, "library_unread": UNREAD}
#: Parts whose column is headed by another text than their own.
HEADED = {"k": "k_given"}


@dataclass(frozen=True)
class TypedLibrary:
    """A list, the parts typed for each player by number (all if there is no entry), all parts."""

    library: Library
    typed: Mapping[int, frozenset[str]]
    parts: tuple[str, ...]

    def _entered(self, player: Player, part: str) -> str:
        is_typed = player.no not in self.typed or part in self.typed[player.no]
        return visible(str(known(player, part))) if is_typed else ""

    def place(self, player: Player) -> int:
        """The line of the list that completes a player, as `Library.place` gives it."""
        return self.library.place(self._entered(player, "id"), self._entered(player, "name"))

    def differing(self, player: Player) -> str:
        """The first part that is typed differently from the list; '' for none."""
        at = self.place(player)
        for part in (one for one in self.parts if one != "id" and self._entered(player, one)):
            listed = self.library.listed(part, at)
            if listed != "" and not self.library.agrees(part, known(player, part), listed):
                return part
        return ""

    def doubts(self, players: Iterable[Player]) -> Iterator[Problem]:
        """Yield a problem for each player without a certain line, and each fact that differs."""
        if not self.library.is_empty:
            for player in players:
                yield from self._of(player)

    def _of(self, player: Player) -> Iterator[Problem]:
        def problem(key: str, part: str, **words: object) -> Problem:
            return Problem(key, words, player.places.get(part, player.where), player.no)

        at, number = self.place(player), self._entered(player, "id")
        key = next((key for key, code in OPEN.items() if code == at), "")
        if key and player.rating is None and (at == SEVERAL or not player.id):
            yield problem(key, "name", name=player.name)
        other = str(self.library.listed("id", at))
        if other and number and other.lower() != number.lower():
            yield problem("library_other", "id", name=player.name, id=number, other=other)
        if part := self.differing(player):
            what = Problem(f"col_{HEADED.get(part, part)}", {}, "")
            own, listed = known(player, part), self.library.listed(part, at)
            yield problem(DIFFERS, part, what=what, value=own, other=listed)
