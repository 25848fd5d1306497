"""Ratings that a file has next to the ones used: those of another system or pace."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from ..engine.account import IGNORED, KNOWN, UNUSED, USED, Account, AccountColumn
from ..engine.event import Event
from ..engine.problem import Problem
from ..engine.rules.rulefile import available
from ..engine.vocabulary.headings import game_spellings
from ..engine.vocabulary.lists import headings_table
from .crosstables.words import column_of, key, words

#: The meanings that an account gives to columns of used ratings.
_RATINGS = ("rating", *(f"{side}{sign}rating" for side in ("white", "black") for sign in " _"))
#: The meaning that an account gives to records with a federation's ratings.
_NATIONAL = "national"
#: The kinds of files with one line per player, in the order of the event's players.
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
    """The headings of this rule set's own ratings, which it prefers to all others; often none.

    >>> own_headings("dwz@2017-01-01"), own_headings("elo")
    (('DWZ',), ())
    """
    return tuple(words()["regulations"].get(rule_set_of(rules), ()))


def regulation_of(heading: object) -> str:
    """The rule set whose ratings have this heading; '' if the heading names no single one.

    >>> regulation_of("DWZ"), regulation_of("Elo FIDE"), regulation_of("Elo")
    ('dwz', 'fide', '')
    >>> regulation_of("white_dwz"), regulation_of("DWZ Schwarz")
    ('dwz', 'dwz')
    """
    named = _by_heading()
    without_side = "_".join(word for word in key(heading).split("_") if word not in _sides())
    return named.get(key(heading)) or named.get(without_side, "")


@lru_cache(maxsize=1)
def _sides() -> frozenset[str]:
    """Words for White and Black, as in ``white_dwz``."""
    words_ = headings_table()["beside"]
    every = (word for side in ("white", "black") for word in (*words_[side], *game_spellings(side)))
    return frozenset(every)


@lru_cache(maxsize=1)
def _by_heading() -> Mapping[str, str]:
    headed = {key(text): rules for rules, of in words()["regulations"].items() for text in of}
    return {key(code): rules for rules, code in words()["federations"].items()} | headed


def columns_of(account: Account | None) -> Iterator[AccountColumn]:
    """The columns of a file, then those of the files that belong to it; none without account."""
    for one in (account, *account.parts) if account else ():
        yield from one.columns


def _parts_of(account: Account | None) -> list[tuple[str, str, str, Sequence[str]]]:
    """The name, the use, the meaning and the cells of each column and each record of a file."""
    columns = ((one.heading, one.use, one.meaning, one.printed) for one in columns_of(account))
    records = account.records if account else ()
    return [*columns, *((one.name, one.use, one.meaning, one.printed) for one in records)]


def _used(account: Account | None) -> list[str]:
    """The headings of the columns and the names of the records with the ratings that are used."""
    return [name for name, use, of, _ in _parts_of(account) if use == USED and of in _RATINGS]


def headed_as(account: Account | None) -> tuple[str, str]:
    """The heading of used ratings that names one regulation, and its rule set; '' twice if none."""
    headed = ((heading, regulation_of(heading)) for heading in _used(account))
    return next((one for one in headed if one[1]), ("", ""))


def heading_doubts(rules: str, account: Account | None) -> list[Problem]:
    """A problem if used ratings have another regulation's heading, or unused ones that of `rules`.

    There are none for rule sets that are not part of the package.
    """
    (heading, said), named, found = headed_as(account), rule_set_of(rules), list[Problem]()
    if said == named or named not in available():
        return found
    if said:
        words_ = {"heading": heading, "said": said, "named": rules}
        found.append(Problem("read_other_heading", words_, ""))
    return found + [
        Problem("read_own_heading", {"used": used, "other": name, "rules": rules}, "")
        for used in _used(account)[:1]
        for name, use, of, _ in _parts_of(account)
        if use == UNUSED and of != _NATIONAL and regulation_of(name) == named
    ]


def other_ratings(event: Event, rules: str) -> list[tuple[Problem, bool]]:
    """A problem for each column of other ratings in an event's file; True if they are of `rules`.

    Under the rules whose ratings are used first (FIDE's, see `words.toml`), other systems' do not
    matter; columns without other numbers never do.
    """
    account, named = event.account, rule_set_of(rules)
    others = _others(account)
    if account is None or not others:
        return []
    used = next(iter(_used(account)), "")
    is_first = named == words()["rating"]["first"]
    used = "" if is_first and regulation_of(used) == named else used
    found: dict[str, tuple[Problem, bool]] = {}
    for name, printed in others if used else ():
        if _are_others(printed, event, account):
            is_own = regulation_of(name) == named
            if is_first and not is_own:
                continue
            said = {"used": used, "other": name, "rules": named}
            key = "read_own_ratings" if is_own else "read_other_ratings"
            found[name] = Problem(key, said, event.where), is_own
    return list(found.values())


def others_of_all(events: Sequence[Event], rules: str) -> list[tuple[Problem, bool]]:
    """The `other_ratings` of all events; the account of a file with many is looked at once."""
    accounts = {id(one.account): one.account for one in events}
    some = {number for number, account in accounts.items() if _others(account)}
    asked = (one for one in events if id(one.account) in some)
    return [problem for one in asked for problem in other_ratings(one, rules)]


def _others(account: Account | None) -> list[tuple[str, Sequence[str]]]:
    """The names and the cells of columns and records with other ratings than those used."""
    return [
        (name, printed)
        for name, use, meaning, printed in _parts_of(account)
        if (use == KNOWN and column_of(name)[0] == "rating")
        or (meaning == _NATIONAL and use != IGNORED)
    ]


def _are_others(printed: Sequence[str], event: Event, account: Account) -> bool:
    """Whether one of these cells has a number that is not its player's rating.

    In files that do not have one line per player, one that is nobody's rating.
    """
    numbers = [_NUMBER.match(text) for text in printed]
    if account.kind in _OF_PLAYERS and len(numbers) == len(event.players):
        pairs = zip(numbers, event.players)
        return any(one and one[0] != str(player.rating) for one, player in pairs)
    own = {str(player.rating) for player in event.players}
    return any(one and one[0] not in own for one in numbers)
