"""What a regulation leaves open and a person may choose in the workbook itself.

A choice is offered where the formulas of one workbook can follow it. It is not where formulas
do not have it, or where another workbook would be needed: another method, longer tables,
other decimals. Which choices are offered follows from the rule set and from those choices in
force that are not offered themselves, never from what has been chosen on the sheet: the cells
stay where they are, whatever is chosen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import NamedTuple

from ..engine.rules.ruleset import RuleSet, load
from ..engine.rules.sections import Option
from ..engine.showing import decimals_of
from .formulas.watch import is_watched
from .native import reading

#: Which choice of each offered option, counted from 0 in the order of the rule set.
Combo = tuple[int, ...]


def number_of(name: str) -> str:
    """The name of the cell that says which choice of an option is taken, from 1."""
    return f"rules_choice_{name}"


class Open(NamedTuple):
    """An option: what is `offered`, the default first, and what needs a workbook of its own."""

    name: str
    option: Option
    offered: tuple[str, ...]
    others: tuple[str, ...]

    @property
    def is_free(self) -> bool:
        """Whether there is something to choose."""
        return len(self.offered) > 1


@dataclass(frozen=True, eq=False)
class Choices:
    """The options of a rule set, as far as a workbook follows them; `rules` are in force."""

    rules: RuleSet
    options: tuple[Open, ...] = ()
    _known: dict[Combo, RuleSet] = field(default_factory=dict)

    @cached_property
    def free(self) -> tuple[Open, ...]:
        """The options with something to choose."""
        return tuple(option for option in self.options if option.is_free)

    @property
    def now(self) -> Combo:
        """What is in force."""
        chosen = self.rules.chosen
        return tuple(option.offered.index(chosen[option.name]) for option in self.free)

    def under(self, combo: Combo) -> RuleSet:
        """The rule set with other choices."""
        if not self.free:
            return self.rules
        if combo not in self._known:
            own = {one.name: one.offered[at] for one, at in zip(self.free, combo, strict=True)}
            self._known[combo] = with_choices(self.rules, own)
        return self._known[combo]

    @cached_property
    def tried(self) -> tuple[Combo, ...]:
        """Choices that between them show what matters: none, all others, and each beside these."""
        sizes = [len(option.offered) for option in self.free]
        rows = range(max(sizes, default=1))
        corners = [tuple(min(row, size - 1) for size in sizes) for row in rows]
        beside = [other for corner in corners for other in self.flips(corner)]
        return tuple(dict.fromkeys([*corners, *beside]))

    def flips(self, combo: Combo) -> Iterator[Combo]:
        """The choices that differ in one option."""
        for place, option in enumerate(self.free):
            for at in range(len(option.offered)):
                if at != combo[place]:
                    yield (*combo[:place], at, *combo[place + 1 :])

    @property
    def readings(self) -> Iterator[RuleSet]:
        """The rule set under all choices that are tried."""
        return map(self.under, self.tried)

    @cached_property
    def cells(self) -> frozenset[str]:
        """What formulas read from the Rules sheet under any of the choices."""
        usual = self.tried[0]
        beside = (usual, *self.flips(usual))
        return reading(self.rules).cells.union(*(reading(self.under(c)).cells for c in beside))

    @property
    def bounds(self) -> tuple[Decimal, Decimal]:
        """What a player may bring under any of the choices."""
        lows, highs = zip(*(rules.bounds for rules in self.readings), strict=True)
        return min(lows), max(highs)


def with_choices(rules: RuleSet, own: dict[str, str]) -> RuleSet:
    """The same edition of a rule set with other choices."""
    taken = ",".join(f"{k}={v}" for k, v in {**rules.chosen, **own}.items() if v)
    pinned = f"@{rules.edition}" if rules.edition else ""
    return load(rules.id + pinned + (f":{taken}" if taken else ""))


def choices_of(rules: RuleSet) -> Choices:
    """What may be chosen in a workbook under a rule set.

    Nothing in one that holds the engine's values, or under rules that no reference names.
    """
    if is_watched(rules) or not rules.options or reading(rules).missed:
        return Choices(rules)
    return _found(rules)


@lru_cache(maxsize=64)
def _found(rules: RuleSet) -> Choices:
    if with_choices(rules, {}) != rules:
        return Choices(rules)
    # Numbers of one's own are typed where they stand, which changes no formula: what may be
    # chosen is found without them, as in the workbook before they were typed.
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
    return Choices(rules, tuple(_open(rules, name, offered[name], pinned) for name in named))


def _open(rules: RuleSet, name: str, offered: tuple[str, ...], pinned: dict[str, str]) -> Open:
    option = rules.options[name]
    if name in pinned:
        offered = (pinned[name],)
    return Open(name, option, offered, tuple(c for c in option.choices if c not in offered))


def _followed(
    base: RuleSet, offered: dict[str, tuple[str, ...]], pinned: dict[str, str]
) -> dict[str, tuple[str, ...]]:
    """Of what is offered what the formulas of one workbook follow, alone and all together."""
    found: dict[str, tuple[str, ...]] = {}
    last: dict[str, str] = {}
    for name, choices in offered.items():
        kept = [choices[0]]
        is_open = name not in pinned and re.fullmatch(r"[A-Za-z]\w*", name) is not None
        for choice in choices[1:] if is_open else ():
            tried = ({name: choice}, {**last, name: choice})
            if all(_is_one_workbook(base, with_choices(base, own)) for own in tried):
                kept.append(choice)
        if len(kept) > 1:
            last[name] = kept[-1]
        found[name] = tuple(kept)
    return found


def _is_one_workbook(one: RuleSet, other: RuleSet) -> bool:
    """Whether the formulas of two readings can stand in the same cells."""
    if reading(one).missed or reading(other).missed:
        return False
    if any(_at(one, option.sets) != _at(other, option.sets) for option in one.options.values()):
        return False  # what a person types there would have to change
    areas, others = dict(reading(one).lists), dict(reading(other).lists)
    return _frame(one) == _frame(other) and all(
        areas[name] == others[name] for name in areas.keys() & others.keys()
    )


def _at(rules: RuleSet, key: str) -> object:
    """The number that a key of the rules has."""
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
