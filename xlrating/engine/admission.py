"""Whether an event may be rated: the rule set's conditions compared with the event's facts."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from typing import Dict, Iterator, List, Optional, Tuple

from .errors import ArgumentError
from .event import Event
from .languages import LANGUAGE
from .problem import make_error
from .problems import Problem
from .results import Kind
from .rounding import number_fact
from .rules.ruleset import RuleSet
from .rules.sections import ApprovedPace, EventTerms
from .texts import wording
from .vocabulary.booleans import is_no

#: A name with a rating behind it: ``A (1900)``.
_RATED = re.compile(r"[^\W\d_].*[\s,(\[][1-9]\d{2,3}[)\]]?$")

#: Every fact about an event that some regulation asks for.
EVENT_FACTS = ("minutes", "increment", "arbiters", "chief_arbiter", "approved", "filed", "national")

#: Facts that only a report contains.
ALL_FACTS = (*EVENT_FACTS, "federation")

#: More days than any event takes.
_LONGEST = 365
#: The largest numbers that may be typed.
MOST = {"minutes": 600, "increment": 600, "arbiters": 999}


def asked(rules: RuleSet) -> Tuple[str, ...]:
    """The facts of an event that a rule set asks for.

    >>> from xlrating.engine.rules.ruleset import load
    >>> asked(load("cxa-rapid"))
    ('minutes', 'increment', 'arbiters', 'approved', 'filed')
    """
    return rules.event.asked if rules.event is not None else ()


def missing(event: Event, rules: RuleSet) -> Tuple[str, ...]:
    """The facts that the rules ask for and an event with players lacks; `national` is optional."""
    if not event.players:
        return ()
    wanted = (fact for fact in asked(rules) if fact != "national")
    return tuple(fact for fact in wanted if event.facts.get(fact) in (None, ""))


def far_days(event: Event) -> Iterator[Problem]:
    """A notice about an event whose days are more than a year apart: one may be mistyped.

    They decide the edition, the lists and the players' ages.
    """
    first, last = event.day("start"), event.day("end")
    if first and last and (last - first).days > _LONGEST:
        yield Problem("days_far", {"first": first, "last": last}, event.at("end"))


def whole_time(event: Event, rule: EventTerms) -> Optional[Decimal]:
    """A player's minutes for a game of `rule.moves` moves, increments included; None if unknown."""
    minutes, increment = number_fact(event.facts, "minutes"), number_fact(event.facts, "increment")
    if minutes is None or increment is None:
        return None
    return minutes + increment * rule.moves / 60


def is_late(filed: date, start: date, months: int) -> bool:
    """Whether `filed` is less than `months` months before `start`.

    >>> is_late(date(2025, 10, 2), date(2025, 12, 1), 2)
    True
    """
    month = filed.month - 1 + months
    due = (filed.year + month // 12) * 10000 + (month % 12 + 1) * 100 + filed.day
    return due > start.year * 10000 + start.month * 100 + start.day


def terms(event: Event, rules: RuleSet) -> Iterator[Problem]:
    """A problem for each condition that the event does not meet, and one for missing facts."""
    rule = rules.event
    if rule is None:
        return
    yield from _time(event, rule)
    arbiters = number_fact(event.facts, "arbiters")
    if rule.arbiters and arbiters is not None and arbiters < rule.arbiters:
        yield _bound("event_below", event, rule, "arbiters", arbiters, rule.arbiters)
    approved = event.facts.get("approved")
    if rule.approval and approved not in (None, "") and is_no(approved):
        yield Problem(
            "event_unapproved", {"clause": rule.clause_of("approved")}, event.at("approved")
        )
    filed = event.facts.get("filed")
    if rule.notice_months and isinstance(filed, date) and event.start is not None:
        if is_late(filed, event.start, rule.notice_months):
            words = {
                "filed": filed,
                "months": rule.notice_months,
                "clause": rule.clause_of("filed"),
            }
            yield Problem("event_filed_late", words, event.at("filed"))
    national = str(event.facts.get("national") or "")
    if rule.national and not _is_known(national, rules):
        yield Problem("event_word_unknown", {"value": national}, event.at("national"))
    unknown = missing(event, rules)
    if unknown:
        labels = tuple(wording(f"event_{fact}") for fact in unknown)
        clauses = dict.fromkeys(rule.clause_of(fact) for fact in unknown)
        words = {"facts": labels, "clause": ", ".join(clauses)}
        yield Problem("event_missing", words, event.at(unknown[0]))


def _time(event: Event, rule: EventTerms) -> Iterator[Problem]:
    minutes, increment = number_fact(event.facts, "minutes"), number_fact(event.facts, "increment")
    for fact, value, most in (
        ("minutes", minutes, rule.minutes_most),
        ("increment", increment, rule.increment_most),
    ):
        if value is not None and most is not None and value > most:
            yield _bound("event_above", event, rule, fact, value, most)
    total = whole_time(event, rule)
    if total is None:
        return
    words: Dict[str, object] = {
        "total": total,
        "moves": rule.moves,
        "clause": rule.clause_of("minutes"),
    }
    if not is_within(total, rule):
        bounds = tuple(Problem(key, {"bound": bound}, "") for key, bound in time_bounds(rule))
        yield Problem("event_time", {**words, "bounds": bounds}, event.at("minutes"))
        return
    for rating, least in short_rates(total, rule):
        games = len([top for top in top_ratings(event) if top >= rating])
        if games:
            words.update(rating=rating, least=least, n=games)
            yield Problem(_of_rate(event, rule, words), words, event.at("minutes"))
            return


def _of_rate(event: Event, rule: EventTerms, words: Dict[str, object]) -> str:
    """The text key for games that are too fast; an approved exception may let them count."""
    pace = exception(event, rule)
    if pace is None:
        return "event_rate"
    words["exception"] = pace.clause
    is_said = event.facts.get("approved") not in (None, "")
    return "event_pace_approved" if is_said else "event_pace_unsaid"


def exception(event: Event, rule: EventTerms) -> Optional[ApprovedPace]:
    """The exception for a fast pace under which the event counts if approved; None for none."""
    minutes, increment = number_fact(event.facts, "minutes"), number_fact(event.facts, "increment")
    if minutes is None or increment is None or event.start is None:
        return None
    for pace in rule.approved_paces:
        fits = minutes >= pace.minutes and increment >= pace.increment
        if fits and pace.since <= event.start < pace.until:
            return pace
    return None


def is_within(total: Decimal, rule: EventTerms) -> bool:
    """Whether the total time of a game is within the rule set's bounds."""
    return not (
        (rule.over is not None and total <= rule.over)
        or (rule.least is not None and total < rule.least)
        or (rule.below is not None and total >= rule.below)
        or (rule.up_to is not None and total > rule.up_to)
    )


def time_bounds(rule: EventTerms) -> List[Tuple[str, Decimal]]:
    """The bounds of a game's total time in minutes, each with the key of its text."""
    bounds = (
        ("bound_over", rule.over),
        ("bound_at_least", rule.least),
        ("bound_below", rule.below),
        ("bound_up_to", rule.up_to),
    )
    return [(key, bound) for key, bound in bounds if bound is not None]


def short_rates(total: Decimal, rule: EventTerms) -> List[Tuple[Decimal, Decimal]]:
    """Rating limits above which the time control is too short, each with the time required."""
    rates = ((rate.rating or Decimal(0), rate.minutes) for rate in rule.rates)
    return [(rating, least) for rating, least in rates if total < least]


def top_ratings(event: Event) -> Iterator[Decimal]:
    """The higher rating in each rated game that was played; 0 if neither player has one."""
    for game in event.games:
        if game.result.kind is Kind.PLAYED:
            players = (event.by_no.get(no) for no in (game.white, game.black) if no is not None)
            yield max([p.rating or Decimal(0) for p in players if p], default=Decimal(0))


def _bound(
    key: str, event: Event, rule: EventTerms, fact: str, value: object, bound: object
) -> Problem:
    words = {"fact": wording(f"event_{fact}"), "value": value, "bound": bound}
    return Problem(key, {**words, "clause": rule.clause_of(fact)}, event.at(fact))


def _is_known(national: str, rules: RuleSet) -> bool:
    try:
        national_id(national, rules)
    except ArgumentError:
        return False
    return True


def national_id(text: str, rules: RuleSet) -> str:
    """The id of a national event, from its id or its name in any language; '' for none.

    Raises `ArgumentError` for an unknown name, or if the rules list no national events.
    """
    word = " ".join(text.split()).casefold()
    if not word or is_no(word):
        return ""
    listed = rules.event.national if rules.event is not None else ()
    for one in listed:
        if word in (one.id, *(name.casefold() for name in one.names.values())):
            return one.id
    names = {
        language.code: language.between(",").join(one.names[language.code] for one in listed) or "–"
        for language in LANGUAGE.values()
    }
    raise make_error(ArgumentError, "word_national", found=repr(text), rules=rules.id, names=names)


def rated_names(event: Event) -> Iterator[Problem]:
    """A doubt if nobody has a rating, but most names in a file end with a number like one.

    >>> from xlrating.engine.account import Account
    >>> from xlrating.engine.event import Player
    >>> people = tuple(Player(no, name) for no, name in enumerate(("A (1900)", "B (1850)"), 1))
    >>> [one.key for one in rated_names(Event(people, account=Account("a.csv", "crosstable")))]
    ['names_rated']
    """
    if event.account is None or any(player.rating is not None for player in event.players):
        return
    odd = [player for player in event.players if _RATED.search(player.name)]
    if 2 * len(odd) > len(event.players):
        words = {"name": odd[0].name, "n": len(odd)}
        yield Problem("names_rated", words, odd[0].at("name"))
