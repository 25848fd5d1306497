"""The rules that the files of events name, and those by which they are rated."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..engine.errors import RatingError, RuleSetError, shown
from ..engine.problem import refusal
from ..engine.problems import Problem
from ..engine.rules.ruleset import load
from .paces import with_list
from .submissions import Submitted


def common_rules(events: Sequence[Submitted], folder: str, several: bool = False) -> str:
    """The rules that all files name, in no certain edition: the dates pick it.

    Where events are of `several` paces, the list that each of them names does not matter.
    """
    named = {_plain(one.event.rules, several) for one in events}
    files = [name for name in named if ".toml" in name]
    if files:
        # Whoever sends events in does not say which rules the list has.
        raise refusal(RuleSetError, "opt_rules_file", folder, file=shown(files[0]))
    if len(named) == 1 and "" not in named:
        return named.pop()
    found = ", ".join(sorted(filter(None, named))) or "no rule set"
    raise refusal(RuleSetError, "opt_rules_differ", folder, found=found)


def other_rules(events: Sequence[Submitted], rules: str, several: bool = False) -> list[Problem]:
    """The files that were made for another regulation, or with other choices in it."""
    used = _plain(load(rules).reference, several)
    found = []
    for one in events:
        named = one.event.rules
        if named and _plain(_reference(named), several) != used:
            found.append(Problem("fed_other_rules", {"found": named, "used": rules}, one.file))
    return found


def _reference(rules: str) -> str:
    try:
        return load(rules).reference
    except RatingError:
        return rules


def _plain(reference: str, several: bool) -> str:
    """A reference without its edition, and without its list where there are several."""
    plain = re.sub(r"@[\d-]+", "", reference)
    return with_list(plain, "") if several and plain and ".toml" not in plain else plain
