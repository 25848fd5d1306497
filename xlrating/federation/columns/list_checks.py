"""What is wrong with a list in columns, and who on it is meant by a name."""

from __future__ import annotations

from collections import Counter

import numpy as np

from ...engine.errors import RatingError
from ...engine.meant import meant
from ...engine.player_facts import BORN_MAX, BORN_MIN, K_BOUNDS, PUBLISHED
from ...engine.rules.ruleset import RuleSet
from ...engine.words.alphabets import seen, seen_ids
from ...engine.words.names import plain_name
from .. import doubts
from ..persons import Findings
from .people import Listed

#: So many persons are enough to say that a name is not clear.
_NAMED = 9


def check_list(listed: Listed, rules: RuleSet, found: Findings) -> None:
    """What `problems` finds in a list, told by it where there is anything."""
    if contradicts(listed, rules):
        refuse_list(listed, rules, RatingError("the list contradicts itself"), found)
        return
    if rows := rows_with_zeros(listed):
        doubts.check_list([listed.player(row) for row in rows], rules, found)


def rows_with_zeros(listed: Listed) -> list[int]:
    """Those whose IDs are one number, with and without zeros before it."""
    ids = listed.parts["id"].tolist()
    if "\n0" not in "\n".join(["", *ids]):
        return []
    looks = seen_ids(ids)
    times = Counter(filter(None, looks))
    return [row for row, look in enumerate(looks) if times[look] > 1]


def contradicts(listed: Listed, rules: RuleSet) -> bool:
    """Whether `problems` finds anything in a list."""
    parts = listed.parts
    low, high = (float(bound) for bound in rules.bounds)
    ids = parts["id"]
    keys = {*seen_ids(ids[ids != ""].tolist(), True), *map(seen, parts["name"][ids == ""].tolist())}
    ratings = [parts[one] for one in ("rating", "peak", *PUBLISHED) if one in parts]
    if rules.scale.whole and any((abs(one - np.rint(one)) > 0).any() for one in ratings):
        return True
    return len(keys) < listed.size or any(
        (parts[part] < least).any() or (parts[part] > most).any()
        for part, least, most in (
            ("rating", low, high), ("peak", low, high), ("k", *K_BOUNDS),
            ("born", BORN_MIN, BORN_MAX),
        )
    )  # fmt: skip


def refuse_list(listed: Listed, rules: RuleSet, error: RatingError, found: Findings) -> None:
    """Tell all that is wrong with a list; what the engine does not know is raised again."""
    people = tuple(listed.player(row) for row in range(listed.size))
    doubts.check_list(people, rules, found)
    if not found.wrong:
        raise error


def row_of(who: str, listed: Listed) -> int:
    """The row of a person, by ID or name: see `NextList.entry`."""
    text, plain = who.strip().casefold(), plain_name(who)
    names = listed.parts["name"].tolist()
    named = zip(listed.parts["id"].tolist(), names, strict=True)
    near = [
        row for row, (one, name) in enumerate(named)
        if text == one.casefold() or plain == plain_name(name)
    ]  # fmt: skip
    near = near or [row for row, name in enumerate(names) if name.casefold().startswith(text)]
    # Of a list that long nobody reads who else there is.
    rows = near[:_NAMED] or range(min(listed.size, _NAMED))
    people = [listed.player(row) for row in rows]
    return people[meant(who, people, has_numbers=False, plain=plain_name)].no - 1
