"""The rules that the files of events name, and those by which they are rated."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..engine.errors import RatingError, RuleSetError, shown
from ..engine.problems import Problem
from ..engine.rules.ruleset import load
from .submissions import Submitted


def common_rules(events: Sequence[Submitted], folder: str) -> str:
    """The rules that all files name, in no certain edition: the dates pick it."""
    named = {_without_edition(one.event.rules) for one in events}
    files = [name for name in named if ".toml" in name]
    if files:
        # Whoever sends events in does not say which rules the list has.
        raise RuleSetError(
            f"a workbook names the rule file {shown(files[0])}; add --rules FILE", folder
        )
    if len(named) == 1 and "" not in named:
        return named.pop()
    found = ", ".join(sorted(filter(None, named))) or "no rule set"
    raise RuleSetError(
        f"the files do not all name the same rules ({found}); add for example --rules fide", folder
    )


def other_rules(events: Sequence[Submitted], rules: str) -> list[Problem]:
    """The files that were made for another regulation, or with other choices in it."""
    used = _without_edition(load(rules).reference)
    found = []
    for one in events:
        named = one.event.rules
        if named and _without_edition(_reference(named)) != used:
            found.append(Problem("fed_other_rules", {"found": named, "used": rules}, one.file))
    return found


def _reference(rules: str) -> str:
    try:
        return load(rules).reference
    except RatingError:
        return rules


def _without_edition(reference: str) -> str:
    return re.sub(r"@[\d-]+", "", reference)
