"""The K factor, or development coefficient: the table by rating, games, and age (juniors)."""

from __future__ import annotations

import operator
from decimal import Decimal
from typing import Callable, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from ..errors import NotKnownError, NumberError
from ..problem import Problem, make_error
from ..rounding import down, tidy
from ..rules.kept import kept
from ..rules.ruleset import RuleSet
from ..rules.sections import Coefficient, KRow
from ..rules.sections.coefficient import Condition, conditions
from .development import developed, effective_games

Facts = Mapping[str, Optional[Decimal]]
Scores = Tuple[Decimal, Decimal]

COMPARISONS: Mapping[str, Callable[[Decimal, Decimal], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class K(NamedTuple):
    """The coefficient and the row that it comes from."""

    value: Decimal
    row: KRow


def k_factor(facts: Facts, rules: RuleSet) -> K:
    """K for a player with these facts: rating, and games, age and peak if known.

    An unknown fact meets no condition; `peak` is never below the rating.

    >>> from xlrating.engine.rules.ruleset import load
    >>> k_factor({"rating": Decimal(2200)}, load("elo")).value
    Decimal('20')
    """
    rating = facts.get("rating")
    known = _known(facts)
    table = rules.need(Coefficient)
    if table.effective is not None:
        rule = table.effective
        row = KRow(clause=rule.clause, quote=rule.quote, summary=rule.summary)
        return K(effective_games(_rating(facts), facts.get("games"), rules), row)
    for row in table.rows:
        if _fits(row, known):
            if table.development is not None:
                return K(developed(_rating(facts), row.k, facts, rules), row)
            return K(tidy(row.k + row.per_point * (rating or 0)), row)
    if not table.rows:
        raise make_error(NotKnownError, "k_of_user", rules=rules.id, clause=table.clause)
    asked = {condition.fact for row in table.rows for condition in conditions(row)}
    said = [f"{name} {facts[name]}" for name in facts if name in asked and facts[name] is not None]
    given = ", ".join(said) or Problem("k_of_no_facts", {}, "")
    words = {"rules": rules.id, "clause": table.clause, "given": given}
    raise make_error(NotKnownError, "k_of_nobody", **words)


#: The age used for "old": above any age bound in a K table.
OLDEST = 999


def hangs_on_age(facts: Facts, youngest: int, rules: RuleSet) -> bool:
    """Whether K differs between a player of the `youngest` possible age and the oldest.

    >>> from xlrating.engine.rules.ruleset import load
    >>> fide = load("fide@2025-10-01")
    >>> hangs_on_age({"rating": Decimal(2100)}, 15, fide)
    True
    >>> hangs_on_age({"rating": Decimal(2350)}, 15, fide)
    False
    """
    table = rules.need(Coefficient)
    if not _asks_age(table):
        return False
    found = []
    for age in (youngest, OLDEST):
        known = _known({**facts, "age": Decimal(age)})
        row = next((row for row in table.rows if _fits(row, known)), None)
        found.append(row and row.k + row.per_point * _rating(facts))
    return found[0] != found[1]


@kept(64)
def _asks_age(table: Coefficient) -> bool:
    """Whether a row has a condition on age."""
    return any(one.fact == "age" for row in table.rows for one in conditions(row))


def k_of_game(
    own: Facts, opponent: Facts, scores: Scores, rules: RuleSet, final: bool = False
) -> K:
    """K of one game, for rule sets in which both sides share a K that depends on the result.

    `scores` are both sides' points, own first; `final` says that the game is in the
    last rounds of the event. If K belongs to the player, this is the same as `k_factor`.

    >>> from xlrating.engine.rules.ruleset import load
    >>> high, low = {"rating": Decimal(2250)}, {"rating": Decimal(2050)}
    >>> k_of_game(high, low, (Decimal(0), Decimal(1)), load("malaysia")).value
    Decimal('25')
    """
    table = rules.need(Coefficient)
    row = next((row for row in table.own if _fits(row, _known(own))), None)
    if row is not None:
        found = K(row.k, row)
    else:
        found = k_factor(deciding(own, opponent, scores, rules), rules)
    return K(found.value + table.final_more, found.row) if final else found


def most_of_table(rules: RuleSet) -> Optional[Decimal]:
    """The largest K in the table; None if K is not a plain number from a table.

    >>> from xlrating.engine.rules.ruleset import load
    >>> most_of_table(load("malaysia"))
    Decimal('70')
    """
    table = rules.coefficient
    if table is None or not table.rows or table.development or table.over is not None:
        return None
    if any(row.per_point for row in table.rows):
        return None
    return max(row.k for row in table.rows) + table.final_more


def deciding(own: Facts, opponent: Facts, scores: Scores, rules: RuleSet) -> Facts:
    """The facts of the player who sets a game's K: the higher-rated if they won, or the lower."""
    table = rules.need(Coefficient)
    if table.of == "player":
        return own
    mine, theirs = own.get("rating"), opponent.get("rating")
    if mine is None or theirs is None:
        raise make_error(NotKnownError, "k_of_both", rules=rules.id, clause=table.clause)
    own_is_higher = mine >= theirs
    higher_won = scores[0] > scores[1] if own_is_higher else scores[1] > scores[0]
    return own if own_is_higher == higher_won else opponent


def is_final(round_: int, rounds: int, rules: RuleSet) -> bool:
    """Whether a round is one of the last, in which the rule set raises K.

    >>> from xlrating.engine.rules.ruleset import load
    >>> [is_final(r, 7, load("malaysia")) for r in (5, 6, 7)]
    [False, True, True]
    """
    table = rules.need(Coefficient)
    return rounds >= table.final_least and round_ > rounds - table.final_rounds


def _fits(row: KRow, known: Facts) -> bool:
    # Called for each player and row: a generator would take twice as long.
    for condition in conditions(row):  # noqa: SIM110
        if not _holds(condition, known):
            return False
    return True


def _known(facts: Facts) -> Facts:
    """The facts, with a peak that is never below the rating."""
    rating, peak = facts.get("rating"), facts.get("peak")
    if rating is None:
        return facts
    return {**facts, "peak": rating if peak is None else max(rating, peak)}


def _holds(condition: Condition, known: Facts) -> bool:
    value = known.get(condition.fact)
    if value is None:
        return False
    return COMPARISONS[condition.comparison](value, condition.bound)


def limited(k: Decimal, games: int, rules: RuleSet) -> Decimal:
    """K, or, if K x games of a period exceeds its bound, the largest whole number that does not.

    >>> from xlrating.engine.rules.ruleset import load
    >>> limited(Decimal(20), 39, load("fide")), limited(Decimal("17.5"), 40, load("fide"))
    (Decimal('17'), Decimal('17.5'))
    """
    most = rules.coefficient.most if rules.coefficient else None
    if not most or not games or k * games <= most:
        return k
    return down(most / games)


def multiplied(coefficient: Decimal, games: int, gain: Decimal, rules: RuleSet) -> Decimal:
    """The change for a gain in points: K x gain, or `over` x gain / (coefficient + games).

    One division, at the end, because a rounding may follow.

    >>> from xlrating.engine.rules.ruleset import load
    >>> multiplied(Decimal(30), 5, Decimal("-1.347"), load("dwz"))
    Decimal('-30.78857142857142857142857143')
    """
    over = rules.coefficient.over if rules.coefficient else None
    if over is None:
        return coefficient * gain
    if coefficient < 0 or coefficient + games == 0:
        raise make_error(NumberError, "coefficient_least", value=str(coefficient))
    return over * gain / (coefficient + games)


def multiplied_each(
    coefficient: Decimal, games: int, gains: Sequence[Decimal], rules: RuleSet
) -> List[Decimal]:
    """The change for each of these gains, as `multiplied` gives it."""
    if rules.coefficient is None or rules.coefficient.over is None:
        return [coefficient * gain for gain in gains]
    return [multiplied(coefficient, games, gain, rules) for gain in gains]


def _rating(facts: Facts) -> Decimal:
    rating = facts.get("rating")
    if rating is None:
        raise make_error(NotKnownError, "k_unrated")
    return rating
