"""One player's numbers are those of the engine's own report, whichever way is the shorter one."""

from __future__ import annotations

import random
from decimal import Decimal
from typing import Any

import pytest
from bulk.federations import references
from needs import EVERY

import xlrating
from xlrating.engine.errors import RatingError
from xlrating.engine.rules.frozen import changed
from xlrating.engine.rules.ruleset import load
from xlrating.functions.one_player import OnePlayer


@pytest.mark.parametrize("reference", references()[:: 1 if EVERY else 6])
def test_new_rating_is_what_its_explanation_ends_with(reference: str) -> None:
    """ "The steps of NEW_RATING in words": their last value is its own, and errors are the same."""
    dice = random.Random(reference)
    low, high = (int(bound) for bound in load(reference).bounds)
    for _ in range(12):
        asked = _asked(dice, max(low, 100), min(high, 2900), reference)
        explained = xlrating.EXPLAIN_RATING(**asked)
        try:
            found: Any = xlrating.NEW_RATING(**asked)
        except RatingError as error:
            ((words, shown, _),) = explained
            assert words in str(error) and shown == error.cell_error, asked
        else:
            values = [value for _, value, _ in explained if value not in (None, "")]
            assert values[-1] == found, asked


def test_what_rules_make_of_a_change() -> None:
    """ "The change is multiplied by it": the weight of a pace counts, and nobody falls below a floor,
    in the numbers of one player as in the report."""
    rules = load("cxa-rapid"), load("elo")
    floored = changed(rules[1], floor=rules[0].floor)
    weighed = changed(rules[1], change=changed(rules[1].change, weight=Decimal("0.35")))
    lost, won = [(Decimal(1700), Decimal(0))], [(Decimal(1900), Decimal(1))]
    facts = dict.fromkeys(("games", "peak", "k", "age", "index"), None)
    for rated, games in ((floored, lost), (weighed, lost), (weighed, won)):
        one = OnePlayer(rated, {**facts, "rating": Decimal(1805)}, "", games, "", [1], 1)
        (line,) = one.report().lines
        assert (one.change(), one.new_rating()) == (line.change, line.new)


def _asked(dice: random.Random, low: int, high: int, reference: str) -> dict[str, Any]:
    """A player with some games and some facts, a few of which nobody can have."""
    n = dice.choice([1, 2, 5, 9, 40])
    apart = dice.choice([0, 60, 300])
    rating = dice.choice([dice.randint(low, high), dice.randint(low, high) + 0.5])
    facts = {
        "k": dice.choice([10, 20.5, 201, -1]),
        "games": dice.randint(0, 40),
        "age": dice.randint(8, 70),
        "peak": dice.randint(low, high),
        "colours": dice.choices("wb", k=n),
        "final_rounds": dice.randint(0, 1),
        "sex": dice.choice("fm"),
        "index": dice.randint(0, 9),
    }
    known = [name for name in facts if dice.random() < (0.1 if name == "k" else 0.4)]
    return {
        "rating": rating,
        "opponents": [min(high, max(low, int(rating + dice.gauss(0, apart)))) for _ in range(n)],
        "scores": [dice.choice([1, 0.5, 0]) for _ in range(n)],
        "ruleset": reference,
        **{name: facts[name] for name in known},
    }


@pytest.mark.parametrize("reference", ["fide", "malaysia", "elo:model=logistic", "uscf", "dwz"])
@pytest.mark.parametrize(
    "name", ["WE_TABLE", "DP_TABLE", "EXPECTED_SCORE", "K_FACTOR", "RATING_FLOOR", "RATING_CLASS"]
)
def test_a_number_between_two_bounds(name: str, reference: str) -> None:
    """A number has the result of the decimal that it is shown as, next to a bound, too, and an
    error names the number itself."""
    function, dice = getattr(xlrating, name), random.Random(name)
    others = [1800] if name == "EXPECTED_SCORE" else []

    def outcome(value: Any) -> Any:
        try:
            return function(value, *others, reference)
        except RatingError as error:
            return str(error)

    for _ in range(90):
        bound = dice.choice([3, 10, 0.505, 1500, 1783, 2000, 2300, 2400])
        whole = dice.choice([bound, dice.randint(0, 1000) / 1000, dice.randint(-900, 3000)])
        number = whole + dice.choice([0.0, 1e-12, -1e-12, 1e-8, 0.3, -0.5, 0.0051])
        assert outcome(number) == outcome(Decimal(f"{number:.15g}")), number
