"""K for columns of players: the section `coefficient`, one row of its table at a time."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np

from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Coefficient, KRow
from ..engine.rules.sections.coefficient import conditions
from ..engine.terms.coefficient import COMPARISONS, OLDEST
from .development import Developing, developed
from .fixed import Whole, places_of, product, scaled
from .tables import DecimalColumn


class Facts(NamedTuple):
    """The facts about players that a K table may use; negative integers mean unknown."""

    rating: Any
    places: int
    peak: DecimalColumn
    games: Any
    age: Any
    events: DecimalColumn


class KColumn(NamedTuple):
    """K of each player in units of 10^-places, and which players are left to the engine."""

    values: Whole
    places: int
    left: Any


def given_or_found(
    given: DecimalColumn, facts: Facts, n: Any, gain: Any, rules: RuleSet
) -> KColumn:
    """K set by hand, otherwise from the table; `gain` is known for those who have played."""
    found = _of_rows(facts, n, gain, rules)
    places = max(found.places, given.places)
    values = np.where(
        given.known, given.at(places), product(found.values, 10 ** (places - found.places))
    )
    return KColumn(values, places, found.left & ~given.known)


def _of_rows(facts: Facts, n: Any, gain: Any, rules: RuleSet) -> KColumn:
    table = rules.need(Coefficient)
    row = rows_of(facts, table.rows)
    if table.effective is not None:
        # Effective games: only the kernel for US Chess has them as columns.
        nobody = np.zeros(len(facts.rating), dtype=np.int64)
        return KColumn(nobody, 0, nobody == 0)
    if table.development is not None:
        events = facts.events
        index = np.where(events.known, events.values // 10**events.places, -1)
        asked = Developing(facts.rating, facts.places, facts.age, index)
        return KColumn(*developed(asked, row, n, gain, rules, ages_asked(rules)), row < 0)
    places = places_of(
        *(one.k for one in table.rows), *(one.per_point.scaleb(-facts.places) for one in table.rows)
    )
    # The last value is for players to whom no row applies (-1).
    values = np.array([*(scaled(one.k, places) for one in table.rows), 0]).take(row)
    if any(one.per_point for one in table.rows):
        more = [scaled(one.per_point, places - facts.places) for one in table.rows]
        values = values + np.array([*more, 0]).take(row) * facts.rating
    return KColumn(values, places, row < 0)


def rows_of(facts: Facts, rows: tuple[KRow, ...]) -> Any:
    """The first row of the table that applies to each player, -1 for none."""
    found = np.full(len(facts.rating), -1)
    free = np.ones(len(facts.rating), dtype=bool)
    for at, row in enumerate(rows):
        fits = free.copy()
        for fact, comparison, bound in conditions(row):
            values, known, places = _fact(facts, fact, places_of(bound))
            fits &= known & _compared(comparison, values, scaled(bound, places))
        np.copyto(found, at, where=fits)
        free &= ~fits
    return found


def _compared(comparison: str, values: Any, bound: Any) -> Any:
    return COMPARISONS[comparison](values, bound)


def _fact(facts: Facts, name: str, least: int) -> tuple[Any, Any, int]:
    """A fact in units of 10^-places with at least `least` places, and for whom it is known."""
    if name in ("games", "age"):
        values = getattr(facts, name)
        return values * 10**least if least else values, values >= 0, least
    places = max(least, facts.places, facts.peak.places)
    own = facts.rating * 10 ** (places - facts.places) if places > facts.places else facts.rating
    if name == "peak":
        # It is never below the rating.
        own = np.where(facts.peak.known, np.maximum(own, facts.peak.at(places)), own)
    return own, True, places


def ages_asked(rules: RuleSet) -> list[Decimal | int]:
    """The bounds on ages in the rules for K."""
    table = rules.need(Coefficient)
    found: list[Decimal | int] = [
        one.bound for row in table.rows for one in conditions(row) if one.fact == "age"
    ]
    rule = table.development
    own = (rule.young, rule.brake_age) if rule is not None else ()
    return found + [one for one in own if one is not None]


def hang_on_age(facts: Facts, rules: RuleSet) -> Any:
    """To which players another row might apply at a higher age: see `terms.coefficient`."""
    rows = rules.need(Coefficient).rows
    oldest = np.full(len(facts.rating), OLDEST)
    return rows_of(facts, rows) != rows_of(facts._replace(age=oldest), rows)


def limited(k: KColumn, n: Any, table: Coefficient) -> Whole:
    """K limited by the bound on K x games of a period."""
    if not table.most:
        return k.values
    finer = places_of(table.most)
    most = scaled(table.most, finer)
    over = (product(product(k.values, n), 10**finer) > most * 10**k.places) & (n > 0)
    rows = np.flatnonzero(over)
    found = k.values.copy()
    found[rows] = most // (n[rows] * 10**finer) * 10**k.places
    return found
