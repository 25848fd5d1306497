"""From the exact change to the next list: the sections `change`, `floor` and `published`."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np

from ..engine.errors import RatingError
from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Floor, Published
from ..engine.terms.periods import is_lowest_first
from ..engine.vocabulary.sex import read_sex
from .fixed import Whole, places_of, product, quotient, rounded, scaled, total
from .people import People


class Settled(NamedTuple):
    """The rounded change and the new rating as floats, and who is listed."""

    rounded: Any
    new: Any
    listed: Any


class OldRatings(NamedTuple):
    """Old ratings in units of 10^-places, which of them are the players' own, and who played."""

    rating: Whole
    places: int
    is_own: Any
    played: Any


def settled(
    before: OldRatings, over: Whole, under: Whole, who: People, rows: Any, rules: RuleSet
) -> Settled:
    """The new ratings of some players; `over` / `under` is the exact change."""
    rule = rules.change
    old, places, _, played = before
    unit = 10**places
    exact = total(product(old, under), product(over, unit)), product(under, unit)
    if rule.rounding == "none":
        new, below, gained = exact[0], exact[1], quotient(over, under)
        if rule.of == "rating":
            _lose_digits(gained, old, places, over, under)
    else:
        below = 10 ** max(places, rule.places)
        same = old * (below // unit)
        if rule.of == "rating":
            new = rounded(*exact, rule.rounding, rule.places) * (below // 10**rule.places)
            new = np.where(played | (over != 0), new, same)
            gained = quotient(new - same, below)
        else:
            added = rounded(over, under, rule.rounding, rule.places)
            new = total(same, added * (below // 10**rule.places))
            gained = quotient(added, 10**rule.places)
    after, listed = published(new, below, before, who, rows, rules)
    return Settled(gained, after, listed)


#: A change this small loses digits when it is added to a rating.
_SMALL = 1e-6


def _lose_digits(gained: Any, old: Whole, places: int, over: Whole, under: Whole) -> None:
    """Replace a small change by new minus old rating: decimals have 28 digits in all."""
    below = np.broadcast_to(np.asarray(under), gained.shape)
    for row in np.flatnonzero((gained != 0) & (abs(gained) < _SMALL)).tolist():
        before = Decimal(int(old[row])).scaleb(-places)
        change = Decimal(int(over[row])) / Decimal(int(below[row]))
        gained[row] = float((before + change) - before)


def published(
    new: Whole, below: Whole, before: OldRatings, who: People, rows: Any, rules: RuleSet
) -> tuple[Any, Any]:
    """New ratings as on the next list, not below the floor, and which ones it shows.

    `new` / `below` are the ratings.
    """
    after = quotient(new, below)
    sexes = _sexes(who, rows, rules)
    if rules.floor is not None:
        for least, whose in _bounds(rules.floor, sexes, before):
            low = whose & _is_below(new, below, least)
            after[low] = float(least)
            unit = places_of(least)
            new = np.where(low, product(below, scaled(least, unit)), product(new, 10**unit))
            below = product(below, 10**unit)
    listed = np.ones(len(after), dtype=bool)
    if rules.published.least is not None:
        for least, whose in _bounds(rules.published, sexes, before):
            listed &= ~(whose & _is_below(new, below, least))
    return after, listed


def _is_below(over: Whole, under: Whole, least: Decimal) -> Any:
    places = places_of(least)
    return (product(over, 10**places) < product(under, scaled(least, places))).astype(bool)


def _bounds(rule: Floor | Published, sexes: Any, before: OldRatings) -> list[tuple[Decimal, Any]]:
    """Each bound, with the players it applies to: see `terms.start.of_sex`."""
    assert rule.least is not None
    old, places, is_own, _ = before
    if rule.women is None:
        return [(rule.least, np.ones(len(old), dtype=bool))]
    unsaid = is_own & (sexes == "") & _is_below(old, 10**places, rule.least)
    women = (sexes == "f") | unsaid
    return [(rule.women, women), (rule.least, ~women)]


def _sexes(who: People, rows: Any, rules: RuleSet) -> Any:
    """The sex of each player, if women have a bound of their own; otherwise it is not read."""
    bounds = [rule.women for rule in (rules.floor, rules.published) if rule is not None]
    if all(bound is None for bound in bounds):
        return None
    found = who.texts("sex")[rows]
    if not (found != "").any():
        return found
    known: dict[str, str] = {}
    for text in set(found):
        try:
            known[text] = read_sex(text)
        except RatingError as error:
            row = int(np.arange(who.size)[rows][int((found == text).argmax())])
            raise error.at(f"players, row {row + 1}") from None
    return np.array([known[text] for text in found], dtype=object)


def peaks(peak: Any, rating: Any, new: Any, rules: RuleSet) -> Any:
    """Each player's best rating so far, the new one included; NaN if there is none."""
    best = np.fmin if is_lowest_first(rules) else np.fmax
    return best(best(peak, rating), new)
