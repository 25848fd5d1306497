"""The rule sets as rows of a sheet, for formulas that read them by name."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import zip_longest
from typing import Any, NamedTuple

from ...engine.rounding import plain
from ...engine.rules.rulefile import spellings
from ...engine.rules.ruleset import RuleSet, available, editions, load
from ...engine.rules.sections import Coefficient
from ...engine.rules.sections.coefficient import conditions

#: What stands in a cell where a rule set has no such number: no number, and no blank.
NONE = "-"

#: The columns of the sheet, after the name.
COLUMNS = (
    "model",
    "number",
    "places",
    "share_rounding",
    "curve",
    "dp_model",
    "dp_number",
    "dp_curve",
    "full",
    "cap",
    "exempt_from",
    "unrated_gap",
    "unrated_above",
    "k_table",
    "k_most",
    "sums",
    "change_of",
    "change_rounding",
    "change_places",
    "performs",
    "average_rounding",
    "performance_rounding",
    "least",
    "most",
)


#: After them: how a rule set may be spelt, and its id.
SPELT = ("spelling", "id")


class Rules(NamedTuple):
    """All rule sets for the sheet.

    `rows`: name and the values of `COLUMNS`. `curves`: printed tables, each a column of
    numbers. `k_tables`: a formula of rating, games, age and peak for each K table.
    """

    rows: list[tuple[object, ...]]
    curves: list[tuple[int, ...]]
    k_tables: list[str]

    def table(self) -> list[Sequence[Any]]:
        """The sheet with its headings: a row for each reference, spellings beside them."""
        beside = list(spellings().items())
        rows = zip_longest(self.rows, beside[: len(self.rows)], fillvalue=("", ""))
        return [("name", *COLUMNS, *SPELT), *((*row, *spelt) for row, spelt in rows)]


def references() -> list[str]:
    """The references the functions understand: every rule set, edition and single choice."""
    found: dict[str, None] = {}
    for name in available():
        options = load(name).options.items()
        variants = ["", *(f":{key}={c}" for key, option in options for c in option.choices[1:])]
        for edition in ["", *(f"@{day}" for day in editions(name))]:
            for variant in variants:
                found[name + edition + variant] = None
    return list(found)


def collected(*more: str) -> Rules:
    """The rows, tables and K formulas of all rule sets, and of `more` references."""
    rules = Rules([], [], [])
    for reference in dict.fromkeys([*references(), *more]):
        found = _values(load(reference), rules)
        rules.rows.append((reference, *(_cell(found.get(key)) for key in COLUMNS)))
    return rules


def _values(one: RuleSet, all_of: Rules) -> dict[str, Any]:
    there, back, gap, change = one.expectancy, one.percentage, one.difference, one.change
    found: dict[str, Any] = {}
    if there is not None:
        found.update(model=there.model, places=there.places, share_rounding=there.rounding)
        found["number"] = there.variance if there.model == "normal" else there.scale
        if there.model == "table":
            found["curve"] = _place(all_of.curves, tuple(there.upper))
    if back is not None:
        found.update(dp_model=back.model, full=back.full)
        found["dp_number"] = back.variance if back.model == "normal" else back.scale
        if back.model == "table":
            found["dp_curve"] = _place(all_of.curves, tuple(back.difference))
    found.update(cap=gap.cap, exempt_from=gap.exempt_from)
    if gap.unrated_gap is not None and gap.unrated_above is not None:
        found.update(unrated_gap=gap.unrated_gap, unrated_above=gap.unrated_above)
    table = one.coefficient
    if table is not None and _is_plain(table):
        found["k_table"] = _place(all_of.k_tables, k_formula(table))
        found["k_most"] = table.most or None
    found.update(
        sums=is_sum(one),
        change_of=change.of,
        change_rounding=change.rounding,
        change_places=change.places,
    )
    found["least"], found["most"] = one.bounds
    rule = one.performance
    if rule is not None and not (rule.iterated or rule.solved or rule.full_draw):
        found.update(performs=True, average_rounding=rule.average_rounding)
        found["performance_rounding"] = rule.rounding
    return found


def _is_plain(table: Coefficient) -> bool:
    """Whether K is a row of a table for the player's own rating, games, age and peak."""
    special = table.over or table.development or table.effective
    facts = {condition.fact for row in (*table.own, *table.rows) for condition in conditions(row)}
    known = facts <= {"rating", "games", "age", "peak"}
    return bool(table.rows) and not special and known


def is_sum(one: RuleSet) -> bool:
    """Whether the new rating is the old one and K times the sum over the games, and no more."""
    return (
        one.method == "sum over games"
        and one.coefficient is not None
        and _is_plain(one.coefficient)
        and one.coefficient.of == "player"
        and one.expectancy is not None
        and one.outcomes is None
        and one.floor is None
        and one.peak_floor is None
        and not one.difference.favours_once
        and not one.coefficient.final_rounds
        and one.change.weight == 1
    )


def k_formula(table: Coefficient) -> str:
    """K as a formula; #N/A where no row fits. An unknown fact is no number and fits no row."""
    text = "NA()"
    for row in reversed((*table.own, *table.rows)):
        value = f"{_number(row.k)}"
        if row.per_point:
            value = f"ROUND({value}+{_number(row.per_point)}*rating,9)"
        tests = [
            f"ISNUMBER({c.fact}),{c.fact}{c.comparison}{_number(c.bound)}" for c in conditions(row)
        ]
        text = f"IF(AND({','.join(tests)}),{value},{text})" if tests else value
    return text


def _number(value: Decimal) -> str:
    return str(plain(value))


def _place(items: list[Any], item: Any) -> int:
    """Where the item stands, counted from 1; it is added when it is new."""
    if item not in items:
        items.append(item)
    return items.index(item) + 1


def _cell(value: Any) -> object:
    if value is None:
        return NONE
    return plain(value) if isinstance(value, Decimal) else value
