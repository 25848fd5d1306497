"""Ratings of another system or pace than those used, which a file has next to them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from ..engine.account import IGNORED, KNOWN, USED, Account
from ..engine.event import Event
from ..engine.problem import Problem
from .crosstables.words import column_of, key, words

#: What a column of used ratings is said to hold.
_RATINGS = ("rating", "white rating", "black rating")
#: The kinds of files with a line for each player, in their order.
_OF_PLAYERS = ("crosstable", "trf")
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
    headed = {key(text): rules for rules, of in words()["regulations"].items() for text in of}
    return {key(code): rules for rules, code in words()["federations"].items()} | headed


def other_ratings(event: Event, rules: str) -> list[tuple[Problem, bool]]:
    """The other ratings in the file of an event, and whether they are of these rules.

    FIDE's ratings are used first, see `words.toml`. Columns without other numbers do not matter.
    """
    account, named = event.account, rule_set_of(rules)
    if account is None or named == words()["rating"]["first"]:
        return []
    parts = [(one.heading, one.use, one.meaning, one.printed)
             for of in (account, *account.parts) for one in of.columns]  # fmt: skip
    parts += [(one.name, one.use, one.meaning, one.printed) for one in account.records]
    used = next((name for name, use, of, _ in parts if use == USED and of in _RATINGS), "")
    found: dict[str, tuple[Problem, bool]] = {}
    for name, use, meaning, printed in parts if used else ():
        is_rating = (use == KNOWN and column_of(name)[0] == "rating") or meaning == "national"
        if is_rating and use != IGNORED and _are_others(printed, event, account):
            is_own = regulation_of(name) == named
            said = {"used": used, "other": name, "rules": named}
            key = "read_own_ratings" if is_own else "read_other_ratings"
            found[name] = Problem(key, said, event.where), is_own
    return list(found.values())


def _are_others(printed: Sequence[str], event: Event, account: Account) -> bool:
    """Whether one of these is a rating that its player does not have."""
    numbers = [_NUMBER.match(text) for text in printed]
    if account.kind in _OF_PLAYERS and len(numbers) == len(event.players):
        pairs = zip(numbers, event.players)
        return any(one and one[0] != str(player.rating) for one, player in pairs)
    own = {str(player.rating) for player in event.players}
    return any(one and one[0] not in own for one in numbers)
