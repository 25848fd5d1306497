"""Formulas that follow the choices made in the workbook.

Each formula is written under every choice that matters to it; where the texts differ, the cell
holds both and the choice on the Rules sheet decides: ``IF(choice=2,B,A)``. Most formulas
are the same under all choices and stay as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from ...engine.report import Report
from ..builder import Builder
from ..choices import Choices, Combo, number_of
from ..table import MIRROR, SheetColumn
from .joined import joined
from .watch import KeyWatch, watched

#: The columns of a sheet under the choices of a builder.
Make = Callable[[Builder], list[SheetColumn]]
#: A formula without its "=" under some choices.
TextOf = Callable[[Combo], str]

_NOTHING = '""'


def either(builder: Builder, make: Callable[[Builder], str]) -> str:
    """The formula that `make` gives, following the choices made in the workbook."""
    if not builder.choices.free:
        return make(builder)
    return decided(builder, lambda combo: make(under(builder, combo)))


def merged(builder: Builder, name: str, make: Make, rows: int) -> list[SheetColumn]:
    """The columns of a sheet with formulas that follow the choices.

    A column that only some choices have is empty under the others. Values are those of what
    is chosen; everything else does not depend on it.
    """
    choices = builder.choices
    if not choices.free:
        own = {column.key: column for column in make(builder)}
        builder.own[name] = frozenset(own)
        return list(own.values())
    sets: dict[Combo, dict[str, SheetColumn]] = {}

    def columns(combo: Combo) -> dict[str, SheetColumn]:
        if combo not in sets:
            variant = under(builder, combo)
            sets[combo] = {column.key: column for column in make(variant)}
            variant.own[name] = frozenset(sets[combo])
        return sets[combo]

    order: list[str] = []
    first: dict[str, SheetColumn] = {}
    for combo in choices.tried:
        before = 0
        for key, column in columns(combo).items():
            if key not in first:
                first[key] = column
                order.insert(before, key)
            before = order.index(key) + 1
    # After the others: the texts have one order, whatever is chosen.
    own = {column.key: column for column in make(builder)}
    builder.own[name] = frozenset(own)
    found = []
    for key in order:
        column = replace(first[key], value=own[key].value if key in own else lambda _: "")
        if not column.style.startswith(("input", MIRROR)):
            column = replace(column, formula=_formula(builder, columns, key, rows))
        elif key in own:
            # A number entered there counts, whatever is chosen.
            column = replace(column, formula=own[key].formula)
        found.append(column)
    return found


def _formula(
    builder: Builder, columns: Callable[[Combo], dict[str, SheetColumn]], key: str, rows: int
) -> str | Callable[[int], str]:
    def of(combo: Combo, index: int) -> str:
        column = columns(combo).get(key)
        if column is None:
            return _NOTHING
        return column.formula(index) if callable(column.formula) else column.formula

    tried = [columns(combo).get(key) for combo in builder.choices.tried]
    texts = {column.formula if column else _NOTHING for column in tried}
    if not any(callable(text) for text in texts):
        return texts.pop() if len(texts) == 1 else decided(builder, lambda combo: of(combo, 0))
    # Rows differ in the cells that they name, not in the options that matter to them.
    sample = {0, 1, rows // 2, rows - 1} & set(range(rows))
    places: list[tuple[int, ...]] = []

    def text(index: int) -> str:
        if not places:
            found = {p for row in sample for p in matter(builder, lambda c: of(c, row))}  # noqa: B023
            places.append(tuple(sorted(found)))
        return _written(builder, lambda combo: of(combo, index), places[0])

    return text


def under(builder: Builder, combo: Combo) -> Builder:
    """A builder for formulas under other choices, without players."""
    if combo not in builder.variants:
        plan = builder.plan
        # Formulas are tried under choices that `offered` has found native.
        rules = watched(builder.choices.under(combo), KeyWatch())
        event = replace(plan.event, players=(), games=())
        plan = replace(plan, rules=rules, event=event, lines=(), report=Report((event,), rules, ()))
        builder.variants[combo] = replace(
            builder, plan=plan, choices=Choices(rules), own={}, variants={}
        )
    return builder.variants[combo]


def decided(builder: Builder, text_of: TextOf) -> str:
    """One formula for all choices: where the texts differ, the choice decides."""
    if not builder.choices.free:
        return text_of(())
    return _written(builder, text_of, matter(builder, text_of))


def matter(builder: Builder, text_of: TextOf) -> tuple[int, ...]:
    """The options whose value changes this formula.

    They are found by flipping one option at a time, from the corner combinations on.
    """
    choices = builder.choices
    known: dict[Combo, str] = {}

    def text(combo: Combo) -> str:
        if combo not in known:
            known[combo] = text_of(combo)
        return known[combo]

    corners = choices.tried[: max(len(option.offered) for option in choices.free)]
    waiting, seen, found = list(corners), set(corners), set[int]()
    while waiting:
        combo = waiting.pop()
        for other in choices.flips(combo):
            if text(other) != text(combo):
                place = next(p for p, at in enumerate(other) if at != combo[p])
                found.add(place)
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
    return tuple(sorted(found))


def _written(builder: Builder, text_of: TextOf, places: tuple[int, ...]) -> str:
    free = builder.choices.free

    def text(combo: Combo, left: tuple[int, ...]) -> str:
        if not left:
            return text_of(combo) or _NOTHING
        place, *rest = left
        texts = [
            text((*combo[:place], at, *combo[place + 1 :]), tuple(rest))
            for at in range(len(free[place].offered))
        ]
        found, _ = Counter(texts).most_common(1)[0]
        usual = found
        for at, each in reversed(list(enumerate(texts, 1))):
            if each != usual:
                found = joined(f"{number_of(free[place].name)}={at}", each, found)
        return found

    return text(tuple(0 for _ in free), places)
