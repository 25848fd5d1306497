"""The rules that a list names."""

from __future__ import annotations

from ..engine.errors import RatingError
from ..engine.rules.ruleset import RuleSet, load
from .published import Published


def rules_of(one: Published) -> RuleSet | None:
    """The rules of a list, where it names some that are known here."""
    try:
        return load(one.rules) if one.rules else None
    except RatingError:
        return None
