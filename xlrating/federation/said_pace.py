"""Events that state another pace than that of the requested list."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.event import Event
from ..engine.problems import Problem
from .paces import STANDARD, has_lists, list_named, pace_of
from .submissions import Submission


def of_another_list(event: Event, rules: str) -> bool:
    """Whether an event states another pace than that of these rules' list.

    >>> of_another_list(Event((), pace="rapid"), "fide"), of_another_list(Event(()), "fide")
    (True, False)
    >>> of_another_list(Event((), pace="rapid"), "malaysia")
    False
    """
    if not event.pace or not has_lists(rules):
        return False
    return pace_of(event) != (list_named(rules) or STANDARD)


def tell_other_pace(events: Sequence[Submission], rules: str) -> list[Problem]:
    """Notices about events at another pace than that of the only list requested."""
    if not list_named(rules):
        return []
    return [
        Problem("fed_other_pace", {"pace": Problem(f"pace_{one.event.pace}", {}, ""),
                                   "rules": rules}, one.file)
        for one in events
        if of_another_list(one.event, rules)
    ]  # fmt: skip
