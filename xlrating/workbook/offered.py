"""Which choices a workbook offers, found out by building its formulas under each of them."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from ..engine.errors import RuleSetError
from ..engine.rules.ruleset import RuleSet
from ..engine.showing import decimals_of
from .choices import Choices, Open, with_choices
from .native import reading


def choices_of(rules: RuleSet) -> Choices:
    """The choices that a workbook under a rule set offers.

    None in one that holds the engine's values, or under rules that no reference names.
    """
    read = reading(rules)
    if not rules.options or read.missed:
        return Choices(rules, cells=read.cells)
    return _found(rules)


@lru_cache(maxsize=64)
def _found(rules: RuleSet) -> Choices:
    if with_choices(rules, {}) != rules:
        return Choices(rules, cells=reading(rules).cells)
    # The user's own numbers are typed in place and change no formula: the choices are
    # determined without them, as in the workbook before they were typed.
    named = {name: option for name, option in rules.options.items() if not option.sets}
    usual = {name: "" if option.sets else option.default for name, option in rules.options.items()}
    offered = {name: option.choices for name, option in named.items()}
    pinned: dict[str, str] = {}
    while True:
        base = with_choices(rules, {**usual, **pinned})
        offered = _followed(base, offered, pinned)
        others = {
            name: rules.chosen[name]
            for name in named
            if name not in pinned and rules.chosen[name] not in offered[name]
        }
        if not others:
            break
        pinned |= others
    found = Choices(rules, tuple(_open(rules, name, offered[name], pinned) for name in named))
    first = found.tried[0]
    under = map(found.under, (first, *found.flips(first)))
    return replace(found, cells=reading(rules).cells.union(*(reading(one).cells for one in under)))


def _open(rules: RuleSet, name: str, offered: tuple[str, ...], pinned: dict[str, str]) -> Open:
    option = rules.options[name]
    if name in pinned:
        offered = (pinned[name],)
    others = tuple(choice for choice in option.choices if choice not in offered)
    usual = {key: each.default for key, each in rules.options.items()}
    missed = (c for c in others if reading(with_choices(rules, {**usual, name: c})).missed)
    return Open(name, option, offered, others, frozenset(missed))


def _goes_with(base: RuleSet, own: dict[str, str]) -> bool:
    """Whether a workbook under `base` can offer these choices; some exclude each other."""
    try:
        return _is_one_workbook(base, with_choices(base, own))
    except RuleSetError:
        return False


def _followed(
    base: RuleSet, offered: dict[str, tuple[str, ...]], pinned: dict[str, str]
) -> dict[str, tuple[str, ...]]:
    """The choices that one workbook's formulas support, alone and all together."""
    found: dict[str, tuple[str, ...]] = {}
    last: dict[str, str] = {}
    for name, choices in offered.items():
        kept = [choices[0]]
        is_open = name not in pinned and re.fullmatch(r"[A-Za-z]\w*", name) is not None
        for choice in choices[1:] if is_open else ():
            tried = ({name: choice}, {**last, name: choice})
            if all(_goes_with(base, own) for own in tried):
                kept.append(choice)
        if len(kept) > 1:
            last[name] = kept[-1]
        found[name] = tuple(kept)
    return found


def _is_one_workbook(one: RuleSet, other: RuleSet) -> bool:
    """Whether the formulas of two readings can be in the same cells."""
    if reading(one).missed or reading(other).missed:
        return False
    if any(_at(one, option.sets) != _at(other, option.sets) for option in one.options.values()):
        return False  # what a person types there would have to change
    areas, others = dict(reading(one).lists), dict(reading(other).lists)
    return _frame(one) == _frame(other) and all(
        areas[name] == others[name] for name in areas.keys() & others.keys()
    )


def _at(rules: RuleSet, key: str) -> object:
    """The value of a key of the rules, `section.name`; None for ''."""
    section, _, name = key.partition(".")
    return getattr(getattr(rules, section), name) if key else None


def _frame(rules: RuleSet) -> tuple[object, ...]:
    return (
        # Of another edition the name would lead to other rules.
        rules.edition,
        rules.method,
        rules.game,
        rules.dated_by,
        decimals_of(rules),
        rules.event,
        rules.champion is None,
        rules.ladder is None,
        rules.has_round_robin,
        rules.outcomes is None,
        rules.counted.playoff_as_one,
        rules.change.weights is None,
    )
