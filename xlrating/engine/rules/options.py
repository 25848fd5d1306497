"""The options in a reference: each a choice from a list, or a number chosen by the user."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, Mapping, Optional

from ..errors import RatingError, RuleSetError
from ..problem import make_error
from ..rounding import exact, tidy
from .references import folded
from .rulefile import Raw, merged

#: A number that a program with decimal commas has split in two.
_COMMA = re.compile(r"(=[-−]?\d+),(\d+)(?=,|$)")


def choose(raw: Mapping[str, Any], text: str, path: Path) -> Dict[str, str]:
    """Every option with its value: from the text ``name=value,...``, otherwise the default.

    Raises `RuleSetError` for an option or a choice that the file does not define.
    """
    options = raw.get("options", {})
    chosen = {name: default_of(option) for name, option in options.items()}
    given = set()
    for pair in filter(None, _COMMA.sub(r"\1.\2", text).split(",")):
        typed, _, value = (part.strip() for part in pair.partition("="))
        name = _as_spelt(typed, chosen)
        if name is None:
            words = {"found": repr(typed), "known": ", ".join(chosen) or "–"}
            raise make_error(RuleSetError, "named_option", path.stem, **words)
        if name in given:
            raise make_error(RuleSetError, "named_option_twice", path.stem, option=name)
        given.add(name)
        read = _number if "sets" in options[name] else _choice
        chosen[name] = read(name, value, options[name], path)
    return chosen


def default_of(option: Mapping[str, Any]) -> str:
    """The default of an option: its first choice, or '' for a number."""
    return "" if "sets" in option else str(option["choices"][0])


def each_choice(raw: Mapping[str, Any]) -> Iterator[str]:
    """Every choice of every option, as ``name=value`` for `choose`; for a number, its bounds."""
    for name, option in raw.get("options", {}).items():
        bounds = (option.get("low"), option.get("high"))
        for choice in bounds if "sets" in option else option["choices"]:
            yield f"{name}={choice}"


def _choice(name: str, value: str, option: Mapping[str, Any], path: Path) -> str:
    choices = [str(choice) for choice in option["choices"]]
    found = _as_spelt(value, choices)
    if found is None:
        words = {"option": name, "found": repr(value), "known": ", ".join(choices)}
        raise make_error(RuleSetError, "named_choice", path.stem, **words)
    return found


def _as_spelt(typed: str, names: Iterable[str]) -> Optional[str]:
    """The name in the file that a typed name refers to; None if there is none."""
    return next((name for name in names if folded(name) == folded(typed)), None)


def _number(name: str, value: str, option: Mapping[str, Any], path: Path) -> str:
    """The number in its canonical spelling; an empty one keeps the number of the rules."""
    if not value:
        return ""
    low, high = Decimal(str(option["low"])), Decimal(str(option["high"]))
    try:
        number = tidy(exact(value.replace("−", "-"), name))
    except RatingError:
        number = None
    if number is None or not low <= number <= high:
        words = {"option": name, "found": repr(value), "low": f"{low:f}", "high": f"{high:f}"}
        raise make_error(RuleSetError, "named_number", path.stem, **words)
    return f"{number:f}"


def with_numbers(found: Raw, chosen: Mapping[str, str]) -> Raw:
    """The rules with the chosen numbers set in the keys that their options name."""
    for name, option in found.get("options", {}).items():
        if "sets" in option and chosen[name]:
            number = Decimal(chosen[name])
            for target in (option["sets"], *option.get("also", ())):
                section, key = target.split(".")
                value = number * number if option.get("squared") else number
                found = merged(found, {section: {key: value}})
    return found
