"""Development coefficients of columns of players: the section `coefficient.development`."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np

from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Coefficient, Development
from ..engine.terms.coefficient import k_factor
from .fixed import HALVES, Whole, places_of, scaled


class Developing(NamedTuple):
    """The facts about players: ratings in units of 10^-places; -1 means unknown."""

    rating: Any
    places: int
    age: Any
    index: Any


#: Stands for the sign of the gain of players without games.
_NOT_PLAYED = 2
#: A coefficient this close to a half, relative to its size, is left to the engine to round.
_NEAR = 1e-9


def developed(
    facts: Developing, row: Any, n: Any, gain: Any, rules: RuleSet, ages: Sequence[Decimal | int]
) -> tuple[Whole, int]:
    """The coefficient of each player in units of 10^-places; `ages` are bounds in the rules.

    It is rounded to an integer: floats decide which one, and the engine does near a half.
    """
    sign = np.where(n > 0, _signs(gain), _NOT_PLAYED)
    index = facts.index
    rule = rules.given(rules.need(Coefficient).development, "development")
    if rule.rounding not in HALVES or facts.rating.dtype == object:
        return _by_engine(facts, row, sign, rules, ages)
    base = np.array([float(one.k) for one in rules.need(Coefficient).rows] or [0.0])[row]
    value, is_braked = _value(facts, base, sign, rule)
    places = places_of(rule.least, rule.most, rule.most_braked, rule.per_index)
    unit = 10**places
    whole = np.floor(value + 0.5).astype(np.int64) * unit
    most = np.full(len(whole), scaled(rule.most, places))
    if rule.per_index is not None:
        bound = scaled(rule.per_index, places) * np.maximum(index, 0)
        most = np.where(index >= 0, np.minimum(most, bound), most)
    most = np.where(is_braked, scaled(rule.most_braked, places), most)
    found = np.maximum(np.minimum(whole, most), scaled(rule.least, places))
    near = np.flatnonzero(abs(value - np.floor(value) - 0.5) < _NEAR * np.maximum(value, 1))
    if len(near):
        some = Developing(facts.rating[near], facts.places, facts.age[near], index[near])
        own, finer = _by_engine(some, row[near], sign[near], rules, ages)
        assert finer <= places
        found[near] = own * 10 ** (places - finer)
    return np.where(row >= 0, found, 0), places


def _value(facts: Developing, base: Any, sign: Any, rule: Development) -> tuple[Any, Any]:
    """The coefficient before rounding, and for whom the brake applies: see `terms.development`."""
    rating = facts.rating / 10**facts.places
    value = (rating / float(rule.unit)) ** int(rule.power) + base
    spurred = _aged(facts.age, rule.young)
    if rule.spur_for != "all":
        spurred &= sign >= 0
    factor = np.clip(rating / float(rule.spur), float(rule.spur_least), 1)
    value = np.where(spurred, value * factor, value)
    if rule.brake_below is None:
        return value, np.zeros(len(value), dtype=bool)
    lacks = sign < 0 if rule.brake_when == "below" else sign <= 0
    braked = lacks & (rating < float(rule.brake_below))
    if rule.brake_age:
        braked &= _aged(facts.age, rule.brake_age)
    brake = np.expm1(np.where(braked, float(rule.brake_below) - rating, 0) / float(rule.brake_unit))
    return value + brake, braked


def _aged(age: Any, most: Decimal | None) -> Any:
    return (age >= 0) & (age <= float(most)) if most is not None else np.zeros(len(age), dtype=bool)


def _by_engine(
    facts: Developing, row: Any, sign: Any, rules: RuleSet, ages: Sequence[Decimal | int]
) -> tuple[Whole, int]:
    """The engine's coefficients, calculated once for all equal players."""
    rule = rules.given(rules.need(Coefficient).development, "development")
    # More events than lift the bound to its maximum make no difference.
    enough = 0 if rule.per_index is None else int(rule.most // rule.per_index) + 1
    index = np.minimum(facts.index, enough)
    kinds, whose = np.unique(
        np.column_stack([facts.rating, row, _as_old(facts.age, ages), sign, index]),
        axis=0,
        return_inverse=True,
    )
    found: list[Decimal] = []
    for rating, at, age, won, played in kinds.tolist():
        known = {
            "rating": Decimal(rating).scaleb(-facts.places),
            "games": None,
            "age": None if age < 0 else Decimal(age),
            "peak": None,
            "index": None if played < 0 else Decimal(played),
            "gain": None if won == _NOT_PLAYED else Decimal(won),
        }
        found.append(k_factor(known, rules).value if at >= 0 else Decimal(0))
    places = places_of(*found)
    values = np.array([scaled(one, places) for one in found], dtype=object)
    fits = places < 6
    return (values.astype(np.int64) if fits else values)[whose.reshape(-1)], places


def _as_old(ages: Any, bounds: Sequence[Decimal | int]) -> Any:
    """For each age, one on the same side of every bound on ages in the rules."""
    kinds, places = np.unique(ages, return_inverse=True)
    found: dict[tuple[bool, ...], int] = {}
    alike = [
        found.setdefault(
            (kind < 0, *(kind <= one for one in bounds), *(kind < one for one in bounds)), kind
        )
        for kind in kinds.tolist()
    ]
    return np.array(alike, dtype=np.int64)[places] if alike else ages


def _signs(values: Any) -> Any:
    if values.dtype != object:
        return np.sign(values)
    return np.array([(value > 0) - (value < 0) for value in values], dtype=np.int64)
