"""The schema of rule files: one frozen class per section, every key typed.

Each section of ``rulesets/*.toml`` becomes an instance of one. All of them carry the clause
they come from, its wording in the original language, and a sentence for the rules page.
Where a regulation is silent, `reading` gives the reason for the choice made.
"""

from __future__ import annotations

from .base import Section
from .change import BonusThreshold, Change, Counted, Deviation, Passes, Special, Weighting
from .coefficient import Coefficient, Development, EffectiveGames, KRow
from .event import ApprovedPace, EventTerms, NationalEvent, Rate
from .expectation import Average, Difference, Expectancy, Outcomes, Percentage
from .first import Initial, Performance, Pooled, Start, StartRow
from .lists import (
    Absence,
    AdjustedBand,
    Adjustment,
    Bonus,
    Calendar,
    Champion,
    Floor,
    ListDay,
    PeakFloor,
    Published,
)
from .names import Conversion, Example, Ladder, Option, RatingClass, Scale

__all__ = [
    "Absence",
    "AdjustedBand",
    "Adjustment",
    "ApprovedPace",
    "Average",
    "Bonus",
    "BonusThreshold",
    "Calendar",
    "Champion",
    "Change",
    "Coefficient",
    "Conversion",
    "Counted",
    "Development",
    "Deviation",
    "Difference",
    "EffectiveGames",
    "EventTerms",
    "Example",
    "Expectancy",
    "Floor",
    "Initial",
    "KRow",
    "Ladder",
    "ListDay",
    "NationalEvent",
    "Option",
    "Outcomes",
    "Passes",
    "PeakFloor",
    "Percentage",
    "Performance",
    "Pooled",
    "Published",
    "Rate",
    "RatingClass",
    "Scale",
    "Section",
    "Special",
    "Start",
    "StartRow",
    "Weighting",
]
