"""The numbers of a rule set that formulas read from the Rules sheet, section by section."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ...engine.rules.frozen import parts
from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Calendar, Coefficient, Expectancy, KRow, Percentage
from ...engine.rules.sections.base import Section
from ...engine.rules.sections.coefficient import conditions
from ...engine.vocabulary.pace import PACES
from .arithmetic import curve_number, own_curve


class Number(NamedTuple):
    """A number of the rules: its cell, its key in the rule set, its value, the words next to it."""

    cell: str
    key: str
    value: Any
    words: str


def sections(
    rules: RuleSet, read: frozenset[str] | None
) -> Iterator[tuple[str, Section, list[Number]]]:
    """Yield the sections with words for a reader: path in the rules, section, numbers.

    The numbers are those whose cells `read` names; None for all that there may be.
    """

    def of(numbers: Iterable[Number]) -> list[Number]:
        return [number for number in numbers if read is None or number.cell in read]

    for name in parts(rules):
        section = getattr(rules, name)
        if not isinstance(section, Section):
            continue
        if isinstance(section, Calendar) and not section.lists:
            # How lists are made says nothing about one event.
            continue
        numbers = of(_numbers(name, section, rules))
        if section.summary or numbers:
            yield name, section, numbers
        if isinstance(section, Coefficient):
            for index, row in enumerate(section.rows, 1):
                yield f"{name}.{index}", row, of(_row_numbers(index, row))
            for key in ("development", "effective"):
                if (part := getattr(section, key)) is not None:
                    yield f"{name}.{key}", part, of(_listed(part, f"{name}.{key}"))


#: The numbers of a section that formulas may read: their cells, with the keys of the section.
#: Those that a formula does read have a cell.
_CELLS: dict[str, dict[str, str]] = {
    "difference": {key: key for key in (
        "cap", "exempt_from", "favours_once", "unrated_gap", "unrated_above",
    )},
    "initial": {key: key for key in (
        "draws", "draws_against", "per_half_point", "least_games", "least_score", "most", "least",
        "void_below", "event_score", "event_games", "first_score",
    )} | {f"first_{key}": key for key in ("low", "low_base", "low_factor")},
    "coefficient": {"k_most": "most", "over": "over", "final_rounds": "final_rounds",
                    "final_more": "final_more", "final_least": "final_least"},
    "coefficient.development": {f"dev_{key}": key for key in (
        "unit", "power", "young", "spur", "spur_least", "brake_below", "brake_unit", "brake_age",
        "least", "most", "most_braked", "per_index",
    )},
    "outcomes": {"outcome_variance": "variance", "first_move": "first_move", "margin": "margin"},
    "weighting": {"weight_new": "performance", "weight_old": "old", "weight_most": "most"},
    "ladder": {f"ladder_{key}": key for key in (
        "win", "draw", "loss", "short_moves", "short_win", "short_loss", "least",
    )},
    "deviation": {f"rd_{key}": key for key in (
        "rating", "unit", "least", "most", "growth", "interval", "volatility", "tau", "tolerance",
    )} | {"rd_new": "start"},
    "coefficient.effective": {f"eff_{key}": key for key in (
        "most", "base", "slope", "centre", "flat_above",
    )},
    "special": {"special_per_win": "per_win", "special_games": "games", "special_most": "most"},
    "passes": {f"pass_{key}": key for key in ("per_year", "least", "most", "unknown", "weight")},
    "bonus_threshold": {f"bonus_{key}": key for key in ("factor", "least_games", "least_root")}
    | {"bonus_meetings": "most_meetings"},
    "peak_floor": {f"peak_{key}": key for key in (
        "below", "step", "least", "most", "established", "absolute", "absolute_most",
        "per_win", "per_draw", "per_event", "event_games",
    )},
    "floor": {"floor_least": "least", "floor_women": "women"},
    "champion": {"champion_share": "share"},
    "absence": {"absence_share": "share"},
    "change": {"weight": "weight"},
    "change.weights": {f"weight_{pace}": pace for pace in PACES},
    "published": {"published_least": "least", "published_women": "women"},
}  # fmt: skip


def _numbers(name: str, section: Section, rules: RuleSet) -> list[Number]:
    if isinstance(section, (Expectancy, Percentage)):
        key = curve_number(section)
        if not key:
            return []
        cell = key if isinstance(section, Expectancy) else f"dp_{key}"
        numbers = [Number(cell, f"{name}.{key}", getattr(section, key), f"rules_{key}")]
        # One curve in both directions has one number.
        return [] if cell != key and own_curve(rules) else numbers
    weights = rules.change.weights if name == "change" else None
    return _listed(section, name) + (_listed(weights, "change.weights") if weights else [])


def _row_numbers(index: int, row: KRow) -> list[Number]:
    path = "coefficient.rows"
    numbers = [
        Number(f"k{index}", f"{path}.k", row.k, "col_k"),
        Number(f"k{index}_per_point", f"{path}.per_point", row.per_point, "rules_per_point"),
    ]
    for condition in conditions(row):
        name, words = f"k{index}_{condition.fact}", f"rules_bound_{condition.fact}"
        numbers.append(Number(name, f"{path}.when", condition.bound, words))
    return numbers


def _listed(section: Section, name: str) -> list[Number]:
    return [
        Number(cell, f"{name}.{key}", getattr(section, key), f"rules_{cell}")
        for cell, key in _CELLS.get(name, {}).items()
    ]


#: The keys of the rule set that a list on the sheet shows.
LISTS = {
    **dict.fromkeys(("above", "high", "low"), ("expectancy.upper",)),
    "dp": ("percentage.difference", "percentage.full"),
    "start_men": ("start.rows.rating",),
    "start_women": ("start.rows.women",),
    "start_foreign": ("start.rows.foreign",),
    "title_key": ("start.rows.titles",),
    "class_name": ("classes", "classes.names"),
    "class_least": ("classes", "classes.least"),
    "bonus": ("bonus.places",),
}


def keys_read(cells: Iterable[str], rules: RuleSet) -> set[str]:
    """The keys of a rule set whose numbers or lists formulas read, by the names of the cells."""
    asked = frozenset(cells)
    found = {number.key for _, _, of in sections(rules, asked) for number in of}
    return found | {key for name in asked for key in LISTS.get(name, ())}
