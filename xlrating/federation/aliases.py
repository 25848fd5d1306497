"""Other IDs and names of the people on a list, from the identity ledger."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.problems import Problem
from ..engine.vocabulary.headings import texts_of
from .directory import Alias, plain_token, token_of
from .identity import DONE, MERGE, NUMBER, IdentityEntry
from .people import Lines
from .persons import Findings, Persons


def what_of(one: IdentityEntry) -> Problem:
    """What an entry does, as a text for messages."""
    return Problem(f"corr_{one.what}" if one.what in DONE else texts_of(one.what)[0], {}, "")


def other_aliases(
    telling: Sequence[IdentityEntry],
    later: Sequence[IdentityEntry],
    lines: Lines,
    persons: Persons,
    found: Findings,
) -> list[Alias]:
    """Other IDs and names, each with the identifier of the person on the list.

    Reports an error if two lines of the list are one person; a later merge entry shows
    that this is known.
    """
    people: dict[str, list[IdentityEntry]] = {}
    for one in telling:
        people.setdefault(plain_token(one.who), []).append(one)
    aliases = []
    for own in people.values():
        by = {f"#{one.new}" if one.what == NUMBER else one.new: one for one in own}
        by = {own[0].who: own[0], **by}
        there: dict[int, str] = {}
        for token in by:
            number = persons.of_token(token) if token.startswith("#") else None
            if number is not None:
                there.setdefault(number, token)
        for number in [*there][1:]:
            two = (next(iter(there)), number)
            _tell_two_lines(two, later, lines, persons, found)
        line = lines[next(iter(there))] if there else None
        now = own[0].who if line is None else token_of(line.id, line.key)
        aliases += [
            Alias(token, now, own[0].old, one.day, what_of(one))
            for token, one in by.items() if token not in there.values()
        ]  # fmt: skip
    return aliases


def _tell_two_lines(
    two: tuple[int, int],
    later: Sequence[IdentityEntry],
    lines: Lines,
    persons: Persons,
    found: Findings,
) -> None:
    first, other = (line for number in two if (line := lines[number]))
    words: dict[str, object] = {"id": first.id, "other": other.id, "name": first.name}
    for merge in later:
        tokens = (merge.who, f"#{merge.new}", merge.new)
        if merge.what == MERGE and {*two} <= {persons.of_token(token) for token in tokens}:
            found.notice("reg_merged_later", other.at("id"), **words, day=merge.day)
            return
    found.is_wrong("reg_two_lines", other.at("id"), **words)
