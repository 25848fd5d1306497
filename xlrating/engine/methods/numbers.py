"""The numbers alone for a player rated by the sum over their games, without lines and texts."""

from __future__ import annotations

from decimal import Decimal
from typing import Mapping, Optional, Sequence, Tuple

from ..player_facts import K_BOUNDS
from ..rounding import ROUNDINGS, ZERO
from ..rules.ruleset import RuleSet
from ..terms.coefficient import k_factor, limited, multiplied
from ..terms.expectancy import counted_differences, expected_score, is_rateable_gap
from ..terms.start import of_sex

Opt = Optional[Decimal]


def change_and_rating(
    facts: Mapping[str, Opt], sex: str, games: Sequence[Tuple[Decimal, Decimal]], rules: RuleSet
) -> Optional[Tuple[Decimal, Decimal]]:
    """The exact change of the rating in `facts`, and the new rating, equal to those of `rate`.

    `games` are those of one event: the opponents' ratings, and the score against each. None if
    colours, a gap or a missing K require more than these numbers.

    >>> from xlrating.engine.rules.ruleset import load
    >>> facts = {"rating": Decimal(2400), "peak": None, "k": None}
    >>> change_and_rating(facts, "", [(Decimal(2000), ZERO)], load("fide@2022-01-01"))
    (Decimal('-9.20'), Decimal('2391'))
    """
    own, k = facts["rating"] or ZERO, facts["k"]
    opponents = [opponent for opponent, _ in games]
    if rules.outcomes is not None or (k is not None and not K_BOUNDS[0] <= k <= K_BOUNDS[1]):
        return None
    if rules.difference.unrated_gap is not None:
        if not all(is_rateable_gap(own, opponent, rules) for opponent in opponents):
            return None
    gain = ZERO
    for difference, (_, score) in zip(counted_differences(own, opponents, rules), games):
        gain += score - expected_score(difference, rules)
    if k is None:
        k = k_factor({**facts, "gain": gain}, rules).value
    n = len(games)
    change = multiplied(limited(k, n, rules), n, gain * rules.change.weight, rules)
    new = own + rounded_change(own, change, n, rules)
    floor = None if rules.floor is None else of_sex(rules.floor, sex, own)
    return change, new if floor is None else max(new, floor)


def rounded_change(old: Decimal, change: Decimal, n: int, rules: RuleSet) -> Decimal:
    """What the exact change of `n` games adds to the old rating; either it or the sum is rounded.

    Nothing without a game: what regulations round is the new rating that a change gives
    (新等级分R(n), 1.46; "the final result", US Chess). A champion's bonus may need no game.
    """
    rule = rules.change
    rounding = ROUNDINGS[rule.rounding]
    if not n and not change:
        return ZERO
    if rule.of == "rating":
        return rounding(old + change, rule.places) - old
    return rounding(change, rule.places)
