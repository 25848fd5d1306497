"""The rules that a list names."""

from __future__ import annotations

from ..engine.errors import RatingError
from ..engine.rules.ruleset import RuleSet, load


def rules_named(reference: str) -> RuleSet | None:
    """The rules of a list, where it names some that are known here."""
    try:
        return load(reference) if reference else None
    except RatingError:
        return None
