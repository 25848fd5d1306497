"""What a rule file may say: one frozen class per section, every key typed.

Each section of ``rulesets/*.toml`` becomes one of these. All of them carry the clause
they come from, its words in the original language, and a sentence for the rules page.
Where a regulation is silent, `reading` gives the reason for the choice made.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Mapping, Optional, Tuple

from .rounding import ROUNDINGS

MODELS = ("table", "logistic", "normal")


def _one_of(default: str, *choices: str) -> Any:
    """A text key with a closed list of values, checked when the file is read."""
    return field(default=default, metadata={"choices": choices})


def _rounding(default: str) -> Any:
    return _one_of(default, *ROUNDINGS)


@dataclass(frozen=True)
class Section:
    """What every section has: where it stands and in which words."""

    clause: str = ""
    quote: str = ""
    summary: Mapping[str, str] = field(default_factory=dict)
    reading: str = ""


@dataclass(frozen=True)
class Expectancy(Section):
    """Difference -> expected score.

    `model` is ``table`` (then `upper` lists the printed upper bound of each row, from
    .50 up in steps of .01; above the last it is 1), ``logistic`` (`scale` points for
    odds of 10 to 1) or ``normal`` (`variance` of the difference). `places` rounds the
    result half up where a regulation does.
    """

    model: str = _one_of("table", *MODELS)
    upper: Tuple[int, ...] = ()
    scale: Decimal = Decimal(400)
    variance: Decimal = Decimal(80000)
    places: Optional[int] = None


@dataclass(frozen=True)
class Percentage(Section):
    """Share of points -> difference, the other direction.

    With model ``table``, `difference` lists the printed values for .50, .51, ... .99 and
    the share is first rounded half up to two places. `full` is the value for 1.00
    (negative for 0.00); without it the regulation gives none.
    """

    model: str = _one_of("table", *MODELS)
    difference: Tuple[int, ...] = ()
    scale: Decimal = Decimal(400)
    variance: Decimal = Decimal(80000)
    full: Optional[Decimal] = None


@dataclass(frozen=True)
class Difference(Section):
    """How the difference of two ratings is counted.

    `cap`: more counts as this much. `exempt_from`: a player rated this high counts the
    real difference. `favours_once`: the cap helps the higher-rated player in this many
    games of an event only, the greatest differences first. A game whose difference is
    at least `unrated_gap` is not rated if either side is above `unrated_above`.
    """

    cap: Optional[Decimal] = None
    exempt_from: Optional[Decimal] = None
    favours_once: Optional[int] = None
    unrated_gap: Optional[Decimal] = None
    unrated_above: Optional[Decimal] = None


@dataclass(frozen=True)
class KRow(Section):
    """One row of the K table: `k` (plus `per_point` x rating) for whoever meets `when`.

    `when` maps a fact (rating, peak, games, age) to a condition such as ``>=2400``; a fact
    that is not known meets no condition, except `peak`, which is at least the rating.
    A row without `clause` stands in the clause of the table.
    """

    k: Decimal = Decimal(0)
    per_point: Decimal = Decimal(0)
    when: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Coefficient(Section):
    """K: the first row that fits; `most`, if not 0, bounds K x games of a period."""

    rows: Tuple[KRow, ...] = ()
    most: Optional[Decimal] = None


@dataclass(frozen=True)
class Change(Section):
    """How the exact change becomes the new rating.

    `of` says what is rounded: the ``change`` before it is added, or the ``rating``.
    `places` and `rounding` say how.
    """

    of: str = _one_of("change", "change", "rating")
    rounding: str = _rounding("half away from zero")
    places: int = 0


@dataclass(frozen=True)
class Performance(Section):
    """Performance rating: average of the opponents plus the difference for the share.

    `average_rounding` and `rounding` are names of `rounding.ROUNDINGS`.
    """

    average_rounding: str = _rounding("half up")
    rounding: str = _rounding("half up")


@dataclass(frozen=True)
class Initial(Section):
    """The first rating of a player without one.

    `draws` draws against hypothetical opponents rated `draws_against` are added. Above
    50 % each half point gives `per_half_point`, if the regulation has it; otherwise,
    and below 50 %, the table of `Percentage` decides. `least_games` against rated
    opponents and a score of `least_score` are needed; `most` and `least` bound the
    result: more is cut, less is not published.
    """

    draws: int = 0
    draws_against: Decimal = Decimal(0)
    per_half_point: Optional[Decimal] = None
    least_games: int = 1
    least_score: Decimal = Decimal(0)
    rounding: str = _rounding("half up")
    most: Optional[Decimal] = None
    least: Optional[Decimal] = None


@dataclass(frozen=True)
class Published(Section):
    """What a list shows: below `least` a player is without rating again."""

    least: Optional[Decimal] = None


@dataclass(frozen=True)
class RatingClass(Section):
    """A name for all ratings from `least` up to the next class."""

    least: Decimal = Decimal(0)
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Option(Section):
    """A decision the caller may take: its `choices`, the first being the default."""

    choices: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Example(Section):
    """A worked example, harvested as test and documentation: a call and what it gives.

    `places` rounds the result before it is compared, where only so much is printed;
    `printed` tells a published number from one derived by the rule.
    """

    call: str = ""
    args: Tuple[object, ...] = ()
    options: str = ""
    gives: object = None
    places: Optional[int] = None
    printed: bool = False
