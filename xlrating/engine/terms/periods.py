"""Which list an event counts for, according to the day it ends."""

from __future__ import annotations

from datetime import date
from typing import Collection, NamedTuple, TypeVar

from ..errors import ArgumentError, NotKnownError
from ..problem import make_error
from ..rules.ruleset import RuleSet
from ..rules.sections import Calendar
from ..vocabulary.headings import OTHER_PACES

#: The option that selects one of the lists at several paces.
LIST = "list"

_Columns = TypeVar("_Columns", bound=Collection[str])


class Period(NamedTuple):
    """A rating period: its first and last day, and the publication date of its list."""

    first: date
    last: date
    list_date: date


def period_of(end: date, rules: RuleSet) -> Period:
    """The period in which an event that ends on this day counts.

    An event that spans two periods counts entirely in that of its last day.

    >>> from xlrating.engine.rules.ruleset import load
    >>> period_of(date(2024, 10, 2), load("cxa-rapid")).list_date
    datetime.date(2025, 1, 1)
    """
    rule = rules.need(Calendar)
    for entry in rule.lists:
        first, last = _day(end.year, entry.first), _day(end.year, entry.last)
        if first <= end <= last:
            day = _day(end.year, entry.day)
            if day <= last:
                day = _day(end.year + 1, entry.day)
            return Period(first, last, day)
    words = {"rules": rules.id, "end": str(end), "clause": rule.clause}
    raise make_error(NotKnownError, "calendar_none", **words)


def list_date(end: date, rules: RuleSet) -> date:
    """The date of the list for which an event that ends on this day counts.

    >>> from xlrating.engine.rules.ruleset import load
    >>> list_date(date(2024, 9, 30), load("cxa-rapid"))
    datetime.date(2024, 10, 1)
    """
    return period_of(end, rules).list_date


def is_k_given(rules: RuleSet) -> bool:
    """Whether the rules leave K to the user; players who stay away need none.

    >>> from xlrating.engine.rules.ruleset import load
    >>> is_k_given(load("elo-normal")), is_k_given(load("fide"))
    (True, False)
    """
    table = rules.coefficient
    return table is not None and not table.rows and table.effective is None


def are_rated_together(rules: RuleSet) -> bool:
    """Whether all events between two lists are rated together, from the ratings of the first.

    >>> from xlrating.engine.rules.ruleset import load
    >>> are_rated_together(load("fide")), are_rated_together(load("dwz"))
    (True, False)
    """
    return rules.calendar is not None and rules.calendar.rated == "together"


def are_of_the_start(rules: RuleSet) -> bool:
    """Whether an event uses the ratings from the list in force when it started.

    >>> from xlrating.engine.rules.ruleset import load
    >>> are_of_the_start(load("fide")), are_of_the_start(load("china-pro"))
    (True, False)
    """
    return rules.calendar is not None and rules.calendar.ratings == "list at start"


def are_newcomers_unrated(rules: RuleSet) -> bool:
    """Whether a player published after the start of an event is unrated for its opponents.

    >>> from xlrating.engine.rules.ruleset import load
    >>> are_newcomers_unrated(load("fide")), are_newcomers_unrated(load("fide@2021"))
    (True, False)
    """
    return rules.calendar is not None and rules.calendar.newcomers == "unrated to opponents"


def pace_of_list(rules: RuleSet) -> str:
    """The pace of the list that was chosen in the rules, one of `OTHER_PACES`; '' for any other.

    >>> from xlrating.engine.rules.ruleset import load
    >>> pace_of_list(load("fide:list=rapid")), pace_of_list(load("fide"))
    ('rapid', '')
    """
    pace = rules.chosen.get(LIST, "")
    return pace if pace in OTHER_PACES else ""


def of_one_pace(columns: _Columns, rules: RuleSet) -> _Columns:
    """The given columns, or names of facts, of players whose column `rating` is to be used.

    Raises `ArgumentError` if another column has the ratings at the pace of the rules.
    """
    pace = pace_of_list(rules)
    if pace and f"{pace}_rating" in columns:
        raise make_error(ArgumentError, "opt_pace_beside", column=f"{pace}_rating")
    return columns


def does_standard_count(rules: RuleSet) -> bool:
    """Whether players without a rating at the pace of these rules use their standard one.

    >>> from xlrating.engine.rules.ruleset import load
    >>> does_standard_count(load("fide:list=rapid")), does_standard_count(load("fide"))
    (True, False)
    """
    return rules.calendar is not None and rules.calendar.missing == "standard"


def is_lowest_first(rules: RuleSet) -> bool:
    """Whether a lower number is better and comes first on a list."""
    return rules.calendar is not None and rules.calendar.order == "lowest first"


def _day(year: int, text: str) -> date:
    month, day = (int(part) for part in text.split("-"))
    return date(year, month, day)
