"""Which rule sets native formulas compute in full, found out from the formulas themselves.

They are built once from a rule set that records which keys they read. A key that is set but that
no formula reads would make the engine's number differ from theirs: such a rule set is left to
the engine, and its workbooks hold values.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from ..engine.event import Event, Game
from ..engine.results import RESULT_BY_CODE
from ..engine.rules.frozen import Frozen, parts
from ..engine.rules.requirements import restrict_to_method
from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections.base import Section
from .builder import Builder
from .choices import Choices
from .formulas.methods import METHODS
from .formulas.watch import KeyWatch, NoFormulaError, watched
from .layout import lay_out
from .plan import asked_playoffs, bare

#: Keys that name, describe or select a rule set.
_SAID = frozenset((
    "id", "names", "source", "sources", "compared", "about", "since", "edition", "chosen",
    "options", "examples", "method",
))  # fmt: skip

#: Keys about several events, while a workbook has one; what `requirements` has ensured;
#: what the number formats of the cells take care of; keys of doubts, which rate nothing; and
#: the choice of the day, which has a cell.
_NOT_HERE = frozenset((
    "average.per", "initial.pool_months", "initial.period_months", "initial.event_bounds",
    "change.each", "published.decimals", "scale", "dated_by",
))  # fmt: skip

#: Keys that do not concern the games of rated players: unrated players, titles, champions and
#: bonuses; games that were not played; what lists do with ratings; the intervals in notes; other
#: functions.
_BESIDE_GAMES = (
    "game", "initial", "percentage", "start", "champion", "bonus", "absence",
    "published", "counted", "classes", "calendar", "event", "adjustment", "average",
    "conversions", "pooled", "scale", "dated_by", "change.each", "deviation.interval",
)  # fmt: skip


class Reading(NamedTuple):
    """What formulas take from a rule set: cells of the Rules sheet; and the keys they miss.

    `lists` are the areas of that sheet's tables by their names.
    """

    cells: frozenset[str]
    missed: tuple[str, ...]
    lists: frozenset[tuple[str, str]] = frozenset()


def is_native(rules: RuleSet) -> bool:
    """Whether native formulas compute everything this rule set asks for."""
    return not reading(rules).missed


@lru_cache(maxsize=256)
def reading(rules: RuleSet) -> Reading:
    """What the formulas take from a rule set, in both formats; no cells where they miss a key."""
    if rules.method not in METHODS:
        return Reading(frozenset(), ("method",))
    seen = KeyWatch()
    cells: set[str] = set()
    lists: set[tuple[str, str]] = set()
    try:
        for format in ("round-robin", "swiss"):
            builder = _laid_out(rules, seen, format)
            cells |= builder.asked
            on_rules = builder.at("Rules", "")
            lists |= {
                (name, area)
                for name, area in builder.book.names.items()
                if area.startswith(on_rules) and ":" in area
            }
    except NoFormulaError as missing:
        return Reading(frozenset(), (missing.key,))
    missed = tuple(dict.fromkeys(missed_of(restrict_to_method(rules), seen)))
    if missed:
        return Reading(frozenset(), missed)
    return Reading(frozenset(cells), missed, frozenset(lists))


def _laid_out(rules: RuleSet, seen: KeyWatch, format: str) -> Builder:
    """Build the formulas of a small workbook, and note what they read."""
    open_result = RESULT_BY_CODE[""]
    lines = (Game(1, 1, 2, open_result, board=1), Game(2, 2, 1, open_result, board=1))
    event = Event((), (), format=format, rounds=2, rules="")
    met = watched(restrict_to_method(rules), seen)
    plan = bare(event, met, (1, 2), 2, lines, asked_playoffs(rules))
    builder = Builder(plan, Choices(plan.rules), with_values=False, seen=seen)
    lay_out(builder)
    return builder


def missed_of(rules: RuleSet, seen: set[str]) -> Iterator[str]:
    """Yield the keys of a rule set that are set but that no formula has read."""
    for name in parts(rules):
        if name not in _SAID:
            default = type(rules)._defaults.get(name, ...)
            yield from _unseen(getattr(rules, name), default, name, seen)


def unread(rules: RuleSet, seen: set[str], beside: tuple[str, ...] = ()) -> list[str]:
    """The keys that concern the games of rated players and that no formula has read.

    `beside` are additional keys and sections that these formulas need not read.
    """
    starts = tuple(f"{one}." for one in (*_BESIDE_GAMES, *beside))
    return [
        key
        for key in missed_of(restrict_to_method(rules), seen)
        if not f"{key}.".startswith(starts)
    ]


def _unseen(value: Any, default: Any, path: str, seen: set[str]) -> Iterator[str]:
    """Yield the keys of a part that are set but were not read."""
    if value == default or path in _NOT_HERE:
        return
    if path not in seen and not isinstance(default, Section):
        yield path
    elif isinstance(value, tuple) and value and isinstance(value[0], Frozen):
        for item in value:
            yield from _unseen(item, ..., path, seen)
    elif isinstance(value, Section):
        keys = [key for key in parts(value) if key not in (*parts(Section), *_SAID)]
        if default is None and not seen.intersection(f"{path}.{key}" for key in keys):
            yield path  # only whether it is there was asked
        for key in keys:
            own = type(value)._defaults.get(key, ...)
            if key not in value.idle():
                yield from _unseen(getattr(value, key), own, f"{path}.{key}", seen)
