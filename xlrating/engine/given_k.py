"""What a column of K means under a regulation: K itself, a coefficient from which K follows, or
nothing."""

from __future__ import annotations

from typing import Iterable, Iterator, List, Optional

from .account import USED, Account
from .errors import ArgumentError
from .problem import Problem, error_of
from .rules.ruleset import RuleSet
from .terms.periods import is_k_given
from .texts import wording


def is_coefficient(heading: str) -> bool:
    """Whether a heading is our own, of a K that a federation has fixed, and not any table's K.

    >>> is_coefficient("k"), is_coefficient("K (if fixed)"), is_coefficient("K")
    (True, True, False)
    """
    return heading == "k" or heading in wording("col_k_given").values()


def given_k(
    account: Optional[Account], rules: RuleSet, n: int, where: str = ""
) -> Iterator[Problem]:
    """What a file's column K does for `n` players, the first of them at the place `where`.

    It stops where K follows from a coefficient (DWZ: E, US Chess: N'): a K of 20 in a club's table
    is no E of 20, but would count as one. Nothing is said of our own templates, nor under rules
    that leave K to the user.
    """
    if account is None or not n or account.kind == "template":
        return
    every = (one for part in (account, *account.parts) for one in part.columns)
    heading = next((one.heading for one in every if (one.use, one.meaning) == (USED, "k")), "")
    if not heading:
        return
    table, words = rules.coefficient, {"heading": heading, "n": n, "rules": rules.id}
    if table is None:
        yield Problem("k_unused", words, where)
    elif table.over is not None:
        is_own = is_coefficient(heading)
        own = Problem("col_k_given", {}, "")
        more = {"clause": table.clause, "over": table.over, "own": own}
        yield Problem("coefficient_given" if is_own else "k_no_coefficient", words | more, where)
    elif not is_k_given(rules):
        yield Problem("k_given", words | {"clause": table.clause}, where)


def known_k(found: Iterable[Problem]) -> List[Problem]:
    """What `given_k` found, for readers of lists; raises `ArgumentError` for what stops."""
    told = list(found)
    for one in told:
        if one.stops:
            raise error_of(one, ArgumentError)
    return told
