"""Sections about K."""

from __future__ import annotations

from decimal import Decimal
from typing import Mapping, Optional, Tuple

from ..frozen import one_of
from .base import NOTHING, Section, rounding_of


class KRow(Section):
    """One row of the K table: `k` (plus `per_point` x rating) for whoever meets `when`.

    `when` maps a fact (rating, peak, games, age) to a condition such as ``>=2400``; a fact
    that is not known meets no condition, except `peak`, which is at least the rating.
    A row without `clause` stands in the clause of the table.
    """

    k: Decimal = Decimal(0)
    per_point: Decimal = Decimal(0)
    when: Mapping[str, str] = NOTHING


class Development(Section):
    """A coefficient that grows with the rating: (rating / `unit`) ^ `power` + the row's k.

    Up to the age `young` it is multiplied by rating / `spur`, kept from `spur_least` to 1:
    always, or after a score not below the expected one (`spur_for`). A player rated below
    `brake_below` who scores less than expected (``below``; or as much: ``not above``) gets
    e ^ ((`brake_below` - rating) / `brake_unit`) - 1 on top; up to `brake_age` only, if
    not 0. `rounding` makes it whole. It is at least `least` and at most `most`, or
    `per_index` x index where that is less; with the brake at most `most_braked`.

    Facts besides rating and age: ``index``, how many of the player's events were rated so
    far, ``gain``, score minus expected. Unknown, they lower and add nothing.
    """

    unit: Decimal = Decimal(1000)
    power: int = 4
    young: Optional[Decimal] = None
    spur: Decimal = Decimal(2000)
    spur_least: Decimal = Decimal("0.5")
    spur_for: str = one_of("gain", "gain", "all")
    brake_below: Optional[Decimal] = None
    brake_unit: Decimal = Decimal(150)
    brake_age: Decimal = Decimal(0)
    brake_when: str = one_of("below", "below", "not above")
    rounding: str = rounding_of("half up")
    least: Decimal = Decimal(5)
    most: Decimal = Decimal(30)
    most_braked: Decimal = Decimal(150)
    per_index: Optional[Decimal] = None


class EffectiveGames(Section):
    """How many games an old rating weighs: `most` / sqrt(`base` + `slope` x (`centre` - R)^2).

    Above the rating `flat_above` it is `most`; never more than the games really played.
    """

    most: Decimal = Decimal(50)
    base: Decimal = Decimal(0)
    slope: Decimal = Decimal(0)
    centre: Decimal = Decimal(0)
    flat_above: Decimal = Decimal(0)


class Coefficient(Section):
    """K: the first row that fits; `most`, if not 0, bounds K x games of a period.

    `of` says whose row it is: the ``player``'s own, or by the ``result`` of each game one
    K for both: the higher player's if they win, else the lower player's; `own` rows, if
    any fits, go before that choice. Games of the last `final_rounds` rounds have K +
    `final_more`, in events of at least `final_least` rounds.
    With `over`, the coefficient is not K itself: K = `over` / (coefficient + games). Then
    `development` computes it from the row, or `effective` without any row.
    """

    rows: Tuple[KRow, ...] = ()
    most: Optional[Decimal] = None
    of: str = one_of("player", "player", "result")
    own: Tuple[KRow, ...] = ()
    final_rounds: int = 0
    final_more: Decimal = Decimal(0)
    final_least: int = 0
    over: Optional[Decimal] = None
    development: Optional[Development] = None
    effective: Optional[EffectiveGames] = None
