"""Which rule sets native formulas compute in full, by the method of the rule set.

A rule set that asks for anything else is left to the engine: its workbooks hold values.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..frozen import parts
from ..ruleset import RuleSet
from ..sections.base import Section
from ..sections.coefficient import conditions

Keys = Mapping[str, Mapping[str, tuple[object, ...]]]

_MODELS = ("table", "logistic", "normal")
_CAP_ONLY = {"exempt_from": (None,), "favours_once": (None,), "unrated_gap": (None,)}
_PLAIN_K = {"own": ((),), "effective": (None,), "development": (None,), "over": (None,)}
_OWN_K = {**_PLAIN_K, "of": ("player",), "final_rounds": (0,)}
_ONE_STEP = {"iterated": (False,), "solved": (False,), "full_draw": (False,)}
_PERIOD = {"each": ("period",)}


class Covered(NamedTuple):
    """What the formulas of a method compute.

    `sections` of a rule set, with only these values of some of their `keys`. Sections
    `beside` them have no part in the method.
    """

    sections: tuple[str, ...]
    keys: Keys
    beside: tuple[str, ...] = ("calendar",)


COVERED: Mapping[str, Covered] = {
    "sum over games": Covered(
        ("expectancy", "percentage", "difference", "coefficient", "change", "performance",
         "initial", "published", "outcomes"),
        {
            "expectancy": {"model": _MODELS, "rounding": ("half up",)},
            "coefficient": {
                "of": ("player",), "final_rounds": (0,), "own": ((),), "effective": (None,),
            },
            "change": {"per": ("points",), **_PERIOD},
            "initial": {
                "void_below": (None,), "scaled": (False,), "per_win": (None,),
            },
            "published": {"women": (None,), "keeps": (False,)},
            "performance": {"solved": (False,), "full_draw": (False,)},
        },
        ("average", "calendar", "peak_floor"),
    ),
    "event average": Covered(
        ("expectancy", "percentage", "difference", "coefficient", "change", "performance",
         "initial", "average", "pooled"),
        {
            "expectancy": {"model": _MODELS},
            "coefficient": {**_OWN_K, "most": (None,)},
            "difference": _CAP_ONLY,
            "change": {"weight": (1,), **_PERIOD},
            "performance": _ONE_STEP,
            "initial": {
                "draws": (0,), "performed": (False,), "per_win": (None,), "low": (None,),
                "full": (True,), "most": (None,), "least": (None,), "event_score": (0,),
                "event_games": (0,), "first_zero": ("counted",),
            },
            "average": {
                "round_robin": ("", "event"), "unplayed": ("swiss",), "rated_part": (0,),
                "rated_least": (0,),
            },
            "pooled": {"least_games": (1,)},
        },
    ),
    "average opponent": Covered(
        ("expectancy", "coefficient", "change", "counted", "average", "start", "floor",
         "published", "champion"),
        {
            "expectancy": {"model": _MODELS},
            "coefficient": _OWN_K,
            "change": {"weight": (1,), "per": ("points",), **_PERIOD},
            "average": {"over": ("games",)},
            "counted": {"playoff_as_one": (False, True)},
        },
    ),
    "game by game": Covered(
        ("expectancy", "difference", "coefficient", "change", "counted", "start", "floor",
         "published", "bonus", "absence"),
        {
            "expectancy": {"model": _MODELS},
            "difference": _CAP_ONLY,
            "coefficient": {**_PLAIN_K, "most": (None,)},
            "change": {
                "weight": (1,), "per": ("points",), "each": ("game",), "of": ("change",),
            },
            "counted": {"playoff_as_one": (False,)},
        },
    ),
    "ladder": Covered(("ladder", "counted"), {}),
    "ingo": Covered(
        ("expectancy", "percentage", "difference", "coefficient", "change", "performance",
         "weighting", "initial"),
        {
            "percentage": {"model": ("linear",)},
            "coefficient": {**_OWN_K, "most": (None,)},
            "difference": _CAP_ONLY,
            "change": {"weight": (1,), "per": ("points",), **_PERIOD},
            "performance": _ONE_STEP,
        },
    ),
}  # fmt: skip

#: The facts of a K table that the Players sheet has columns for.
_FACTS = ("rating", "peak", "games", "age")


def is_native(rules: RuleSet) -> bool:
    """Whether native formulas compute everything this rule set asks for."""
    covered = COVERED.get(rules.method)
    if covered is None:
        return False
    for name in parts(rules):
        section = getattr(rules, name)
        known = name in covered.sections or name in covered.beside
        if isinstance(section, Section) and not known and section != type(section)():
            return False
    rows = rules.coefficient.rows if rules.coefficient else ()
    facts = {condition.fact for row in rows for condition in conditions(row)}
    if rules.performance and rules.performance.iterated and not _has_few_places(rules):
        return False  # with all digits a performance can take more than a hundred steps
    if rules.average and rules.average.round_robin and rules.performance:
        return False  # a performance among opponents without rating
    by_result = rules.coefficient is not None and rules.coefficient.of == "result"
    if not facts <= set(("rating",) if by_result else _FACTS):
        return False
    counted = rules.counted
    if counted.playoff_as_one and counted.forfeits != counted.double_forfeits:
        return False  # whether a play-off counts would follow from its points, and they from that
    return all(
        getattr(getattr(rules, name), key) in allowed
        for name, keys in covered.keys.items()
        if getattr(rules, name) is not None
        for key, allowed in keys.items()
    )


def _has_few_places(rules: RuleSet) -> bool:
    rule = rules.expectancy
    return rule is not None and (
        rule.model == "table" or (rule.places is not None and rule.places <= 3)
    )
