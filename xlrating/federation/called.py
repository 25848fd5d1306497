"""Players of events under the numbers and names that the list has of them."""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import replace

from ..engine.event import Player
from ..engine.words.names import plain_name
from .directory import Alias, Directory, plain_token
from .findings import Findings


class Called(Directory):
    """The people of a list as they are `now`, those who were `listed` before the others."""

    now: MutableSequence[Player]
    listed: int
    _found: Findings

    def by_ledger(self, entry: Player) -> Player:
        """An entry of an event as the list calls its person, where the ledger has another number or
        name of theirs; each is told once.
        """
        alias = self._alias_of(entry)
        if alias is None:
            return entry
        number = self.of_token(alias.now)
        line = None if number is None else self.now[number]
        id_, name = (
            (line.id, line.name) if line else (alias.now.lstrip("#"), alias.name or entry.name)
        )
        if alias.token not in self._found.told:
            self._found.told.add(alias.token)
            words: dict[str, object] = {
                "found": entry.id or entry.name,
                "id": id_ or "–",
                "name": name,
            }
            key = "reg_found" if alias.day is None else "reg_found_by"
            if alias.day is not None:
                words |= {"day": alias.day, "what": alias.what}
            self._found.notice(key, entry.at("id" if entry.id else "name"), **words)
        others = [n for n in self.named(entry.name) if n != number and n < self.listed]
        return replace(entry, id=id_, name=entry.name if others and entry.id else name)

    def _alias_of(self, entry: Player) -> Alias | None:
        """What the ledger says of an entry; nothing of a number or name that a line has now."""
        texts = [f"#{entry.id}"] if entry.id else [entry.name, f"#{entry.name}"]
        tokens = list(map(plain_token, texts))
        if any(token in self.by_id for token in tokens):
            return None
        lines = [] if entry.id else [self.now[number] for number in self.named(entry.name)]
        if any(plain_name(line.name or line.key) in tokens for line in lines):
            return None
        return next((self.aliases[token] for token in tokens if token in self.aliases), None)
