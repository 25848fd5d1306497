"""Ratings in another column than the one used, which a program prints next to FIDE's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from ..engine.account import KNOWN, USED
from ..engine.event import Event
from ..engine.problem import Problem
from .crosstables.words import column_of, key, words

#: The rating in a cell such as 1902 or 1902-35.
_NUMBER = re.compile(r"^[1-9]\d*")


def rule_set_of(rules: str) -> str:
    """The rule set that a reference names, without its day and its options.

    >>> rule_set_of("dwz@2017-01-01"), rule_set_of("fide:list=rapid")
    ('dwz', 'fide')
    """
    return re.split("[@:]", rules)[0]


def own_headings(rules: str) -> tuple[str, ...]:
    """What heads ratings of one rule set alone, which go before all others by these rules.

    >>> own_headings("dwz@2017-01-01"), own_headings("elo")
    (('DWZ',), ())
    """
    return tuple(words()["regulations"].get(rule_set_of(rules), ()))


def regulation_of(heading: object) -> str:
    """The rule set of the one regulation that gives ratings headed so; '' where none is named.

    >>> regulation_of("DWZ"), regulation_of("Elo FIDE"), regulation_of("Elo")
    ('dwz', 'fide', '')
    """
    return _by_heading().get(key(heading), "")


@lru_cache(maxsize=1)
def _by_heading() -> Mapping[str, str]:
    return {key(text): rules for rules, of in words()["regulations"].items() for text in of}


def other_ratings(event: Event, rules: str) -> list[tuple[Problem, bool]]:
    """The other columns of ratings in the table of an event, and whether they are of these rules.

    FIDE's ratings are used first, see `words.toml`. Columns without other numbers do not matter.
    """
    columns = event.account.columns if event.account else ()
    used = next((one.heading for one in columns if (one.use, one.meaning) == (USED, "rating")), "")
    named = rule_set_of(rules)
    found = []
    for one in columns if used and named != words()["rating"]["first"] else ():
        if one.use != KNOWN or column_of(one.heading)[0] != "rating":
            continue
        numbers = {number for text in one.printed for number in _NUMBER.findall(text)}
        if numbers - {str(player.rating) for player in event.players}:
            is_own = regulation_of(one.heading) == named
            said = {"used": used, "other": one.heading, "rules": named}
            key = "read_own_ratings" if is_own else "read_other_ratings"
            found.append((Problem(key, said, event.where), is_own))
    return found
