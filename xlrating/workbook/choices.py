"""What a regulation leaves open and the user may choose in the workbook itself.

A choice is offered if the formulas of one workbook can follow it. It is not offered if
formulas lack it, or if another workbook would be needed: another method, longer tables,
other decimals. Which choices are offered depends on the rule set and on the choices in
force that are not offered themselves, never on what has been chosen on the sheet: the cells
stay where they are whatever is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from ..engine.rules.ruleset import RuleSet, load
from ..engine.rules.sections import Option

#: Which choice of each offered option, counted from 0 in the order of the rule set.
Combo = tuple[int, ...]


def number_of(name: str) -> str:
    """The name of the cell with the number, from 1, of the choice taken for an option."""
    return f"rules_choice_{name}"


class Open(NamedTuple):
    """An option: the choices `offered`, the default first, and those that need another workbook.

    Under those `without_formulas` among the `others` events can be rated, but not by formulas.
    """

    name: str
    option: Option
    offered: tuple[str, ...]
    others: tuple[str, ...]
    without_formulas: frozenset[str]

    @property
    def is_free(self) -> bool:
        """Whether there is something to choose."""
        return len(self.offered) > 1


@dataclass(frozen=True, eq=False)
class Choices:
    """The options of a rule set that a workbook can follow; `rules` has the choices in force.

    `cells` are what formulas read from the Rules sheet under any of the choices.
    """

    rules: RuleSet
    options: tuple[Open, ...] = ()
    cells: frozenset[str] = frozenset()
    _known: dict[Combo, RuleSet] = field(default_factory=dict)

    @cached_property
    def free(self) -> tuple[Open, ...]:
        """The options with something to choose."""
        return tuple(option for option in self.options if option.is_free)

    @property
    def now(self) -> Combo:
        """The choice in force for each free option, by its place from 0 among those offered."""
        chosen = self.rules.chosen
        return tuple(option.offered.index(chosen[option.name]) for option in self.free)

    def under(self, combo: Combo) -> RuleSet:
        """The rule set with the choices of `combo`."""
        if not self.free:
            return self.rules
        if combo not in self._known:
            own = {one.name: one.offered[at] for one, at in zip(self.free, combo, strict=True)}
            self._known[combo] = with_choices(self.rules, own)
        return self._known[combo]

    @cached_property
    def tried(self) -> tuple[Combo, ...]:
        """The combinations tried: all defaults, all alternatives, and each with one option changed.

        Together they show which options matter to a formula.
        """
        sizes = [len(option.offered) for option in self.free]
        rows = range(max(sizes, default=1))
        corners = [tuple(min(row, size - 1) for size in sizes) for row in rows]
        beside = [other for corner in corners for other in self.flips(corner)]
        return tuple(dict.fromkeys([*corners, *beside]))

    def flips(self, combo: Combo) -> Iterator[Combo]:
        """The combinations that differ from `combo` in one option."""
        for place, option in enumerate(self.free):
            for at in range(len(option.offered)):
                if at != combo[place]:
                    yield (*combo[:place], at, *combo[place + 1 :])

    @property
    def readings(self) -> Iterator[RuleSet]:
        """The rule set under all choices that are tried."""
        return map(self.under, self.tried)

    @property
    def bounds(self) -> tuple[Decimal, Decimal]:
        """The lowest and highest rating to enter an event with, under any of the choices."""
        lows, highs = zip(*(rules.bounds for rules in self.readings), strict=True)
        return min(lows), max(highs)


def undated(rules: RuleSet) -> str:
    """The reference without its edition.

    >>> undated(load("fide@2024-03-01:list=rapid"))
    'fide:list=rapid'
    """
    return rules.shown.replace(f"@{rules.edition}", "", 1)


def with_choices(rules: RuleSet, own: dict[str, str]) -> RuleSet:
    """The rule set, in the edition that it has, with these options chosen instead of its own."""
    taken = ",".join(f"{k}={v}" for k, v in {**rules.chosen, **own}.items() if v)
    pinned = f"@{rules.edition}" if rules.edition else ""
    return load(rules.id + pinned + (f":{taken}" if taken else ""))
