"""Errors in a list by itself: two lines for one person, impossible numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import zip_longest
from typing import Any

from ..engine.event import Event, Player
from ..engine.player_facts import PUBLISHED, facts_wrong
from ..engine.problems import problems
from ..engine.rules.ruleset import RuleSet
from ..engine.showing import limits_of
from ..engine.vocabulary.alphabets import seen, seen_ids
from .column import Column, Figures
from .findings import Findings
from .people import ListPeople


def check_list(people: ListPeople, rules: RuleSet, found: Findings) -> None:
    """Report two lines for one person, mistyped ratings, and IDs that look the same."""
    for one in problems(Event(tuple(_doubtful(people, rules))), limits_of(rules)):
        if one.stops:
            found.wrong.append(one)
        elif one.key == "ids_zeros":
            found.notices.append(one._replace(no=0))


def _doubtful(people: ListPeople, rules: RuleSet) -> Sequence[Player]:
    """The people about whom the engine may have something to report: everyone or few."""
    limits = limits_of(rules)
    if _are_twice(people) or any(any(facts_wrong(one, limits, None)) for one in _kinds(people)):
        return people
    return [people[row] for row in _rows_with_zeros(people)]


def _rows_with_zeros(people: ListPeople) -> list[int]:
    """People whose IDs are one number, with and without leading zeros."""
    if are_different_numbers(people.parts["id"]):
        return []
    ids = people.ids
    if "\n0" not in "\n".join(["", *ids]):
        return []
    looks = seen_ids(ids)
    times = Counter(filter(None, looks))
    return [row for row, look in enumerate(looks) if times[look] > 1]


def _are_twice(people: ListPeople) -> bool:
    """Whether two lines have an ID, or a name without one, that looks the same."""
    if are_different_numbers(people.parts["id"]):
        return False
    names = [name for id_, name in people.named() if not id_]
    ids = list(filter(None, people.ids))
    return len({*seen_ids(ids, True), *map(seen, names)}) < len(people)


def _kinds(people: ListPeople) -> Iterator[Player]:
    """Players with the ratings, K and years of birth that may be wrong, one fact at a time."""
    parts = [part for part in ("rating", "peak", "k", "born", *PUBLISHED) if part in people.parts]
    for values in zip_longest(*(_extreme(people.parts[one]) for one in parts)):
        said = dict(zip(parts, values, strict=True))
        facts = {part: said.pop(part) for part in PUBLISHED if part in said}
        yield Player(1, facts=facts, **said)


def _extreme(column: Column) -> list[Any]:
    """The least and the greatest whole number in a column, and all values that are no whole
    numbers: if none of these is out of range, no other is.

    >>> _extreme(Column.of([1900, None, 2000, 1950]))
    [None, 1900, 2000]
    """
    whole, others = list[Any](), list[Any]()
    for kind, _ in column.counts():
        (whole if _is_whole(kind) else others).append(kind)
    return [*others, min(whole), max(whole)] if whole else others


def _is_whole(value: object) -> bool:
    if isinstance(value, Decimal):
        return value.is_finite() and value == int(value)
    return isinstance(value, int)


def are_different_numbers(column: Column) -> bool:
    """Whether all are whole numbers, each occurring once.

    >>> are_different_numbers(Column.of(Figures([7, 12]))), are_different_numbers(Column.of(["7"]))
    (True, False)
    """
    if not isinstance(column.kinds, Figures):
        return False
    if not column.is_array:
        return len({*column.codes}) == len(column)
    import numpy as np

    return bool(np.bincount(column.codes).max(initial=0) < 2)
