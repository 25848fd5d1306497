"""Sections about K."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import Iterator, Mapping, NamedTuple, Optional, Tuple

from ..frozen import between, one_of, written
from ..kept import kept
from ..wrong import other_than, sentence
from .base import NOTHING, Section, Wrong, rating_of, rounding_of

#: The facts of a player that a condition of a K row may use.
K_FACTS = ("rating", "peak", "games", "age")

_CONDITION = r"(<=?|>=?)(-?\d{1,6}(?:\.\d{1,6})?)"


class Condition(NamedTuple):
    """A parsed condition of a K row: fact, comparison, bound."""

    fact: str
    comparison: str
    bound: Decimal


class KRow(Section):
    """One row of the K table: `k` (plus `per_point` x rating) for players who meet `when`.

    A row without `clause` belongs to the clause of the table.
    """

    k: Decimal = between(Decimal(0), -1000, 1000)
    """[K] The coefficient, or its part that does not depend on the rating."""
    per_point: Decimal = between(Decimal(0), -10, 10)
    """[K per point] Multiplied by the rating and added to `k`."""
    when: Mapping[str, str] = written(NOTHING, _CONDITION, ">=2400")
    """Conditions on rating, peak, games, age, such as `>=2400`; all of them must hold. An unknown
    fact meets no condition, except `peak`, which is at least the rating."""

    def k_at(self, rating: Decimal) -> Decimal:
        """K for a player with this rating."""
        return self.k + self.per_point * rating

    def wrong(self) -> Iterator[Wrong]:
        """Unknown facts in conditions, and a K below 0 for ratings that the row covers."""
        for fact in self.when:
            if fact not in K_FACTS:
                yield f"when.{fact}", sentence("no_fact", known=", ".join(K_FACTS))
        low, high = Decimal(0), Decimal(9999)
        for fact, comparison, bound in conditions(self):
            # A rating is never above the peak.
            if fact == "rating" and comparison[0] == ">":
                low = max(low, bound)
            elif fact in ("rating", "peak") and comparison[0] == "<":
                high = min(high, bound)
        for rating in (low, high):
            if low <= high and self.k_at(rating) < 0:
                yield "k", sentence("k_negative", k=self.k_at(rating), rating=rating)
                return


@kept(1024)
def conditions(row: KRow) -> Tuple[Condition, ...]:
    """The row's conditions, all of which must hold."""
    return tuple(_condition(fact, text) for fact, text in row.when.items())


@lru_cache(maxsize=256)
def _condition(fact: str, text: str) -> Condition:
    parts = re.fullmatch(_CONDITION, text)
    assert parts is not None  # guaranteed by the field's pattern
    return Condition(fact, parts[1], Decimal(parts[2]))


class Development(Section):
    """A coefficient that grows with the rating: (rating / `unit`) ^ `power` + the row's k.

    Facts besides rating and age: ``index``, the number of events in which the player was rated so
    far, and ``gain``, score minus expected score. If unknown, they change nothing.
    """

    unit: Decimal = between(Decimal(1000), 100, 9999)
    """[points] The rating is divided by it."""
    power: int = between(4, 0, 6)
    """[exponent] The quotient is raised to it."""
    young: Optional[Decimal] = between(None, 0, 150)
    """[years] Up to this age the coefficient is multiplied by rating / `spur`."""
    spur: Decimal = between(Decimal(2000), 1, 9999)
    """[points] See `young`."""
    spur_least: Decimal = between(Decimal("0.5"), 0, 1)
    """[factor] The factor of `young` lies between this and 1."""
    spur_for: str = one_of("gain", "gain", "all")
    """When it applies: after a score not below the expected one, or always."""
    brake_below: Optional[Decimal] = rating_of(None)
    """[points] For a lower-rated player who scores too little, e ^ ((`brake_below` - rating) /
    `brake_unit`) - 1 is added."""
    brake_unit: Decimal = between(Decimal(150), 1, 9999)
    """[points] See `brake_below`."""
    brake_age: Decimal = between(Decimal(0), 0, 150)
    """[years] The brake applies up to this age; 0: at any age."""
    brake_when: str = one_of("below", "below", "not above")
    """What counts as too little: a score below the expected one, or not above it."""
    rounding: str = rounding_of("half up")
    """How the coefficient is rounded to a whole number."""
    least: Decimal = between(Decimal(5), 0, 1000, above=True)
    """[coefficient] The lowest coefficient."""
    most: Decimal = between(Decimal(30), 0, 1000, above=True)
    """[coefficient] The highest coefficient."""
    most_braked: Decimal = between(Decimal(150), 0, 1000, above=True)
    """[coefficient] The highest coefficient with the brake."""
    per_index: Optional[Decimal] = between(None, 0, 1000)
    """[coefficient] This times the index is also an upper bound."""

    def wrong(self) -> Iterator[Wrong]:
        """The brake must not grow beyond all bounds."""
        if self.brake_below is not None and self.brake_below > 20 * self.brake_unit:
            least = sentence("at_least", low=self.brake_below / 20)
            yield "brake_unit", other_than(least, self.brake_unit)


class EffectiveGames(Section):
    """How many games an old rating is worth: `most` / sqrt(`base` + `slope` x (`centre` - R)^2),
    but never more than the games really played.
    """

    most: Decimal = between(Decimal(50), 0, 1000, above=True)
    """[games] The numerator."""
    base: Decimal = between(..., "0.000001", 1000)
    """[number] The constant under the root."""
    slope: Decimal = between(Decimal(0), 0, 1)
    """[number] Under the root, per square point."""
    centre: Decimal = rating_of(Decimal(0))
    """[points] The rating at which the root is least."""
    flat_above: Decimal = rating_of(Decimal(0))
    """[points] For higher ratings the result is `most`."""


class Coefficient(Section):
    """The K table: the first row that applies gives K."""

    rows: Tuple[KRow, ...] = ()
    """The table of K; the first row that fits counts."""
    most: Optional[Decimal] = between(None, 0, 100_000)
    """[K x games] K is lowered so that K x the games of a period is at most this; 0: no bound."""
    of: str = one_of("player", "player", "result")
    """Whose row gives K: the player's own; or, by the result of each game, one player's for both:
    the higher-rated player's if they win, otherwise the lower-rated player's."""
    own: Tuple[KRow, ...] = ()
    """With `of` = result: rows that take precedence over that choice, for each player."""
    final_rounds: int = between(0, 0, 100)
    """[rounds] The number of last rounds of an event that have a higher K."""
    final_more: Decimal = between(Decimal(0), 0, 1000)
    """[K] Added in these rounds."""
    final_least: int = between(0, 0, 100)
    """[rounds] The least number of rounds of an event with final rounds."""
    over: Optional[Decimal] = between(None, 0, 100_000, above=True)
    """[number] The coefficient is not K itself: K = `over` / (coefficient + games)."""
    development: Optional[Development] = None
    """With `over`: how the coefficient is computed from the row."""
    effective: Optional[EffectiveGames] = None
    """With `over`: how the coefficient is computed without rows."""

    def wrong(self) -> Iterator[Wrong]:
        """Unreachable rows, and keys that require each other."""
        for key in ("rows", "own"):
            rows: Tuple[KRow, ...] = getattr(self, key)
            for number, row in enumerate(rows[:-1], 1):
                if not row.when:
                    yield f"{key}[{number}]", sentence("no_when")
        if self.of == "player" and self.own:
            yield "own", sentence("idle_without", other='of = "result"')
        yield from self.only_with("final_rounds", "final_more", "final_least")
        if self.development is not None and self.effective is not None:
            yield "effective", sentence("k_twice", other="development")
        if self.development is not None and not self.rows:
            yield "development", sentence("without_rows")
        for key in ("development", "effective"):
            if self.over is None and getattr(self, key) is not None:
                yield key, sentence("without_over")
        if self.over is not None and self.development is None:
            for number, row in enumerate(self.rows, 1):
                if row.per_point or row.k <= 0:
                    yield f"rows[{number}].k", sentence("k_beside_over", found=row.k)
