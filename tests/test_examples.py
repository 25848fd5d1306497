"""The worked examples of every rule file: the numbers their sources print."""

from __future__ import annotations

from decimal import Decimal

import pytest

from xlrating.engine.rounding import half_away
from xlrating.engine.rules.ruleset import available, load
from xlrating.engine.rules.sections import Example
from xlrating.functions import all_functions

EXAMPLES = [(name, example) for name in available() for example in load(name).examples]


def _plain(value: object, places: int | None) -> object:
    """Numbers as floats, rounded to the places that are printed; lists element by element."""
    if isinstance(value, (list, tuple)):
        return [_plain(item, places) for item in value]
    if isinstance(value, (int, float, Decimal)):
        number = Decimal(str(value))
        return float(number if places is None else half_away(number, places))
    return value


@pytest.mark.parametrize(
    ("name", "example"), EXAMPLES, ids=[f"{n}-{e.call}-{i}" for i, (n, e) in enumerate(EXAMPLES)]
)
def test_example(name: str, example: Example) -> None:
    """The call in the file gives the number beside it, to the digits printed."""
    function = all_functions()[example.call]
    joint = "" if example.options.startswith(("@", ":")) or not example.options else ":"
    reference = name + joint + example.options
    args = [list(arg) if isinstance(arg, (list, tuple)) else arg for arg in example.args]
    names = [parameter.name for parameter in function.parameters]
    given = dict(zip(names, args, strict=False))
    given["ruleset"] = reference
    found = function(**given)
    assert _plain(found, example.places) == _plain(example.gives, example.places)


def test_every_rule_set_has_a_printed_example() -> None:
    """A regulation is trusted by numbers its own text prints."""
    assert [n for n in available() if not any(e.printed for e in load(n).examples)] == []
