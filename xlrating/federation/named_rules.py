"""The rules named in event files, and those by which they are rated."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..engine.errors import RatingError, RuleSetError, shown
from ..engine.problem import make_error
from ..engine.problems import Problem
from ..engine.rules.carried import to_carry
from ..engine.rules.references import is_file_named, parts, without_folder
from ..engine.rules.rulefile import tables_of
from ..engine.rules.ruleset import load
from .paces import with_list
from .submissions import Submission


def common_rules(events: Sequence[Submission], folder: str, several: bool = False) -> str:
    """The rules common to all files, without edition: the dates decide it.

    For events of `several` paces, the list that each names does not matter.
    """
    named = {_plain(one.event.rules, several) for one in events}
    files = [name for name in named if ".toml" in name]
    if files:
        # The submitter of an event does not decide the rules of the list.
        raise make_error(
            RuleSetError, "opt_rules_file", folder, file=shown(without_folder(files[0]))
        )
    if len(named) == 1 and "" not in named:
        return named.pop()
    found = ", ".join(sorted(filter(None, named))) or "no rule set"
    raise make_error(RuleSetError, "opt_rules_differ", folder, found=found)


def other_rules(events: Sequence[Submission], rules: str, several: bool = False) -> list[Problem]:
    """The files that were made for another regulation, or with other options."""
    used = _plain(load(rules).reference, several)
    found = []
    for one in events:
        named = one.event.rules
        if not named or (plain := _plain(_reference(named), several)) == used:
            continue
        words = {"found": without_folder(named), "used": without_folder(rules)}
        if not (is_file_named(plain) and is_file_named(used)):
            found.append(Problem("fed_other_rules", words, one.file))
        elif _options(plain) != _options(used) or not _is_same_file(plain, used):
            found.append(Problem("fed_other_file", words, one.file))
    return found


def _options(reference: str) -> str:
    return parts(reference).options


def _is_same_file(one: str, other: str) -> bool:
    """Whether two rule files have equal contents: a template contains a copy of its rule file."""
    try:
        return to_carry(tables_of(one)) == to_carry(tables_of(other))
    except RatingError:
        return False


def _reference(rules: str) -> str:
    try:
        return load(rules).reference
    except RatingError:
        return rules


def _plain(reference: str, several: bool) -> str:
    """A reference without its edition, and without its list if there are several."""
    plain = re.sub(r"@[\d-]+", "", reference)
    return with_list(plain, "") if several and plain and ".toml" not in plain else plain
