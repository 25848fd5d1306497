"""The rules named in a list."""

from __future__ import annotations

from ..engine.errors import RatingError
from ..engine.rules.ruleset import RuleSet, load
from ..engine.terms.periods import LIST
from ..federation.paces import with_list


def rules_named(reference: str) -> RuleSet | None:
    """The rule set with this reference; None for '' and for an unknown one."""
    try:
        return load(reference) if reference else None
    except RatingError:
        return None


def rules_at(reference: str, pace: str) -> str:
    """The reference of a list's rules for a pace, if they have lists for several.

    >>> rules_at("fide@2025-10-01", "rapid"), rules_at("elo", "rapid")
    ('fide@2025-10-01:list=rapid', 'elo')
    """
    rules = rules_named(reference)
    return reference if rules is None or LIST not in rules.options else with_list(reference, pace)
