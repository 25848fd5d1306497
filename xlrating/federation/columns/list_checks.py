"""Whom on a long list there may be something to tell of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...engine.event import Player
from ...engine.player_facts import BORN_MAX, BORN_MIN, K_BOUNDS, PUBLISHED
from ...engine.rules.ruleset import RuleSet
from ...engine.vocabulary.alphabets import seen, seen_ids
from ..column import are_different_numbers
from ..people import ListPeople


def doubtful(people: ListPeople, rules: RuleSet) -> Sequence[Player]:
    """Those of whom `doubts.check_list` may have something to tell: everybody or few."""
    if _contradict(people, rules):
        return people
    return [people[row] for row in _rows_with_zeros(people)]


def _rows_with_zeros(people: ListPeople) -> list[int]:
    """Those whose IDs are one number, with and without zeros before it."""
    if are_different_numbers(people.parts["id"]):
        return []
    ids = people.ids
    if "\n0" not in "\n".join(["", *ids]):
        return []
    looks = seen_ids(ids)
    times = Counter(filter(None, looks))
    return [row for row, look in enumerate(looks) if times[look] > 1]


def _contradict(people: ListPeople, rules: RuleSet) -> bool:
    """Whether anybody is there twice, or is said to be what nobody is."""
    if not are_different_numbers(people.parts["id"]):
        names = [name for id_, name in people.named() if not id_]
        ids = list(filter(None, people.ids))
        if len({*seen_ids(ids, True), *map(seen, names)}) < len(people):
            return True
    ratings = [
        people.parts[part] for part in ("rating", "peak", *PUBLISHED) if part in people.parts
    ]
    kinds = (kind for column in ratings for kind, _ in column.counts() if kind is not None)
    if rules.scale.whole and any(kind != int(kind) for kind in kinds):
        return True
    bounds = {"rating": rules.bounds, "peak": rules.bounds, "k": K_BOUNDS}
    return any(
        not low <= kind <= high
        for part, (low, high) in {**bounds, "born": (BORN_MIN, BORN_MAX)}.items()
        for kind, _ in people.parts[part].counts() if kind is not None
    )  # fmt: skip
