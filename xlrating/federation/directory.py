"""Finding the person that an ID, a name or a token refers to, among the people of a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from functools import cached_property
from typing import NamedTuple
from unicodedata import normalize

from ..engine.problems import Problem
from ..engine.vocabulary.alphabets import seen_id, seen_ids
from ..engine.vocabulary.names import plain_name

#: The separator between tokens of several persons, and its replacement within one.
_NO_SEPARATORS = {ord(";"): ",", ord("|"): "/"}


def plain_id(text: str) -> str:
    """An ID regardless of case and width."""
    return normalize("NFKC", text).casefold().strip()


def plain_token(text: str) -> str:
    """A token regardless of case and word order: equal only for the same person.

    >>> plain_token("#M11"), plain_token("Lee, Ann")
    ('#m11', 'ann lee')
    """
    return "#" + plain_id(text[1:]) if text.startswith("#") else plain_name(text)


def id_tokens(texts: Sequence[str]) -> list[str]:
    """The plain tokens of IDs, '' for none; most are plain already.

    >>> id_tokens(["7", "", "M11"]), id_tokens(["7", "m11"])
    (['#7', '', '#m11'], ['#7', '#m11'])
    """
    joined = "\n".join(texts)
    if joined.isascii() and joined == joined.casefold():
        return [f"#{text}" if text else "" for text in texts]
    return [plain_token(f"#{text}") if text else "" for text in texts]


def token_of(player_id: str, key: str) -> str:
    """A person's one-line identifier: ``#`` and the ID, otherwise the name."""
    text = f"#{player_id}" if player_id else key.lstrip("#")
    return " ".join(text.translate(_NO_SEPARATORS).split())


class Alias(NamedTuple):
    """Another ID or name of a person: its token and the person's, with the `name` to use
    for a newcomer; since when, and by which kind of ledger entry.
    """

    token: str
    now: str
    name: str
    day: date | None
    what: Problem


class Directory:
    """People's numbers by their IDs and names, including former ones."""

    @cached_property
    def also_by_id(self) -> dict[str, int]:
        """The number for each additional or former ID, by plain token."""
        return {}

    @cached_property
    def aliases(self) -> dict[str, Alias]:
        """The ledger's entry for an ID or a name, by plain token."""
        return {}

    @cached_property
    def by_id(self) -> dict[str, int]:
        """The number for each ID, the first if there are several, by plain token."""
        return {}

    @cached_property
    def by_name(self) -> dict[str, list[int]]:
        """The numbers for each plain name."""
        return {}

    @cached_property
    def merged(self) -> dict[int, int]:
        """The number that stays for each merged into it: whatever meant one means the other."""
        return {}

    @cached_property
    def by_look(self) -> dict[str, int]:
        """The number for each present ID by how it looks, the first if there are several."""
        looks = seen_ids([token[1:] for token in self.by_id])
        found: dict[str, int] = {}
        for look, number in zip(looks, self.by_id.values(), strict=True):
            found.setdefault(look, number)
        return found

    def add_id(self, text: str, number: int) -> None:
        """Add a person's new ID."""
        self.by_id.setdefault(plain_token(f"#{text}"), number)
        if "by_look" in self.__dict__:
            self.by_look.setdefault(seen_id(text), number)

    def with_id_like(self, *texts: str) -> int | None:
        """The person whose ID looks like one of these without being equal: 00002 and 2."""
        for text in texts:
            number = self.by_look.get(seen_id(text)) if text else None
            if number is not None and self.with_id(text) is None:
                return number
        return None

    def with_id(self, text: str) -> int | None:
        """The person with a present or former ID."""
        token = plain_token(f"#{text}")
        number = self.by_id.get(token)
        number = self.also_by_id.get(token) if number is None else number
        return number if number is None else self.merged.get(number, number)

    def named(self, name: str) -> list[int]:
        """All people with a name."""
        return self.by_name.get(plain_name(name), [])

    def lacks_numbers(self, texts: Sequence[str]) -> bool:
        """Whether players are called 1, 2, … up to the last, and these are nobody's identifiers.

        >>> Directory().lacks_numbers(["2", "1"]), Directory().lacks_numbers(["1001", "1002"])
        (True, False)
        """
        if set(texts) != {str(at) for at in range(1, len(texts) + 1)} or len(texts) < 2:
            return False
        return all(self.with_id(text) is None and not self.named(text) for text in texts)

    def of_token(self, token: str) -> int | None:
        """The person that a token refers to at present; None if there is none or it is unclear."""
        if token.startswith("#"):
            return self.with_id(token[1:])
        called = {self.merged.get(number, number) for number in self.named(token)}
        return called.pop() if len(called) == 1 else None

    def of_person(self, id_: str, name: str) -> int | None:
        """The person that a line of another list is about: by ID, otherwise by name."""
        number = self.with_id(id_) if id_ else None
        return self.of_token(name) if number is None else number

    def also_called(self, token: str, now: str) -> None:
        """Add a former name or ID of a person, or that of a line merged into theirs."""
        number = self.of_token(now)
        if number is None:
            return
        if token.startswith("#"):
            self.also_by_id.setdefault(plain_token(token), number)
        elif number not in (numbers := self.by_name.setdefault(plain_name(token), [])):
            numbers.append(number)

    def merge(self, number: int, other: int) -> None:
        """From now on every identifier of `number`, present or former, means `other`."""
        self.merged |= {one: other for one, into in self.merged.items() if into == number}
        self.merged[number] = other

    def forget(self, number: int, token: str) -> None:
        """Remove an identifier of a person."""
        own = {number, *(one for one, into in self.merged.items() if into == number)}
        if token.startswith("#"):
            for ids in (self.by_id, self.also_by_id):
                if ids.get(plain_token(token)) in own:
                    del ids[plain_token(token)]
        elif numbers := self.by_name.get(plain_name(token)):
            numbers[:] = [one for one in numbers if one not in own]

    def take_aliases(self, aliases: Iterable[Alias]) -> None:
        """Add the ledger's other IDs and names."""
        for one in aliases:
            known = self.aliases.get(plain_token(one.token))
            if known is None or self.of_token(known.now) is None:
                self.aliases[plain_token(one.token)] = one
            if one.token.startswith("#"):
                self.also_called(one.token, one.now)
