"""A list and a file of games of any size give the next list: numbers by columns.

It is one way to `list_from_events` of `making`, where games are many. What stops a list stops it
here, in the same words: where columns see that something is wrong, the parts of a list and of
events that it is about are given to the modules that tell it. What is only doubtful about single
players is not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any, NamedTuple

import numpy as np

from ...bulk.kernels import rules_of
from ...engine.errors import NotKnownError, RatingError
from ...engine.inspection import other_edition
from ...engine.rating import rules_on
from ...engine.rules.ruleset import RuleSet
from ...engine.terms.periods import are_rated_together
from ..doubts import beyond_bounds, far_days
from ..ledger import Held, bounded, tell_cut
from ..named_events import files_named
from ..next_list import OF_MANY, Lines, ListError, NextList
from ..persons import Findings, Persons
from ..refusals import as_problems
from ..submissions import Submitted, of_the_list
from .afterwards import Gains
from .checks import check_games, refuse_numbers, refuse_twice
from .doubts import refuse_undated, tell_ageless, tell_odd
from .games import Sent
from .held import Met, held_events, met_of, tell_same
from .lending import lend
from .list_checks import check_list, row_of
from .people import Listed
from .rating import Tell, rate_all
from .reasons import Watched
from .who import who_is_who


class Past(NamedTuple):
    """What is known before the events of a pace are rated: those of other paces, who met whom in
    them, and the standard ratings of everybody, where those may stand in."""

    held: tuple[Held, ...] = ()
    met: Met | None = None
    standard: Any = None


class OfPace(NamedTuple):
    """The next list of one pace: what it says, the ratings before, what its events gave.

    `held` are its events, `met` who met whom in these and those before, `lines` the calculations
    of the person who was asked for.
    """

    found: NextList
    before: Any
    gains: Gains
    held: tuple[Held, ...]
    met: Met
    lines: Lines


def list_by_columns(
    listed: Listed,
    sent: Sent,
    reference: str,
    day: date | None,
    ledger: Sequence[Held],
    own: Sequence[str],
    past: Past,
    tell: Tell,
    explain: str,
) -> OfPace:
    """The next list of one pace; see `federation.next_list` for what is asked.

    The people of `listed` are as they are afterwards. `explain` names a person whose calculations
    are kept. Raises `ListError` with everything that stands in the way.
    """
    found = Findings()
    rules = rules_of(reference, None)
    check_list(listed, rules, found)
    is_list_wrong = bool(found.wrong)
    given = np.flatnonzero(~np.isnan(listed.parts["k"]))
    if len(given) and rules.coefficient is not None and rules.coefficient.rows:
        found.notice("fed_k_listed", listed.columns.place(int(given[0])), n=len(given))
    submitted = sent.events
    sent, day = _of_the_list(sent, rules, day, found)
    last = sent.events[-1:]
    # What is wrong in one event does not hide what is wrong with the others.
    sent = refuse_numbers(check_games(sent, rules, found), listed, found)
    if is_list_wrong:
        # Who is who cannot be told while the list is not right.
        raise ListError(found.wrong)
    if last:
        rules = rules_on(reference, last[0].event)
    who = who_is_who(sent, listed, found)
    before = listed.parts["rating"].copy()
    lent = lend(sent, who, listed, rules, past.standard, found)
    sent = refuse_twice(sent, who, listed, found)
    own_met = met_of(sent, who)
    held = tuple(held_events(sent, own_met, listed))
    met = own_met if past.met is None else past.met.with_later(own_met, len(past.held))
    # Events of other paces were compared with those before them already.
    files = {*files_named(own, submitted, found), *(one.file for one in past.held)}
    tell_same((*past.held, *held), met, ledger, files, listed, found)
    if found.wrong or not _are_apart(listed, found):
        raise ListError(found.wrong)
    refuse_undated(listed, sent, who, rules, found)
    if found.wrong:
        raise ListError(found.wrong)
    tell_ageless(listed, sent, who, rules, found)
    tell_odd(listed, sent, who, found)
    for one in sent.events:
        found.notices += [*other_edition(one.event, rules), *far_days(one.event, one.file)]
    together = are_rated_together(rules)
    watched = _watched(explain, listed)
    try:
        gains = rate_all(listed, sent, who, reference, together, tell, watched)
    except RatingError as error:
        found.extend(as_problems(error))
        raise ListError(found.wrong) from None
    lent.take_back(listed, gains)
    counted = [*ledger, *(one for one in (*past.held, *held) if one.count)]
    kept = bounded(counted)
    low, high = (float(bound) for bound in rules.bounds)
    ratings = listed.parts["rating"]
    beyond = np.flatnonzero((ratings < low) | (ratings > high)).tolist()
    found.notices += [
        *tell_cut(counted, kept), *beyond_bounds(map(listed.player, beyond), rules)
    ]  # fmt: skip
    notices = sorted(found.notices, key=lambda one: one.key in OF_MANY or one.no > 0)
    made = NextList(rules, day, (), tuple(sent.events), tuple(notices), kept)
    lines = tuple(watched.lines) if watched else ()
    return OfPace(made, before, gains, held, met, lines)


def _watched(explain: str, listed: Listed) -> Watched | None:
    """Whose calculations are kept; nobody's where it is not clear who is meant."""
    try:
        return Watched(row_of(explain, listed)) if explain else None
    except NotKnownError:
        return None


def _are_apart(listed: Listed, found: Findings) -> bool:
    """Whether no two persons would be one: an ID that is another's name."""
    ids = listed.parts["id"]
    keys = np.where(ids == "", listed.parts["name"], ids).tolist()
    if len(set(keys)) == len(keys):
        return True
    seen: dict[str, list[int]] = {}
    for row, key in enumerate(keys):
        seen.setdefault(key, []).append(row)
    twins = [row for rows in seen.values() if len(rows) > 1 for row in rows]
    return Persons([listed.player(row) for row in twins], found).are_apart()


# --- the events ----------------------------------------------------------------------------------


def _of_the_list(
    sent: Sent, rules: RuleSet, day: date | None, found: Findings
) -> tuple[Sent, date | None]:
    """The games of the events that count for the list, in the order of their last days."""
    events = [_placed(one) for one in sent.events]
    if len(events) > 1:
        for one in events:
            if one.day is None:
                found.is_wrong("fed_no_date", one.file)
    number = {one.file: at for at, one in enumerate(events)}
    order = sorted(events, key=lambda one: (one.day or date.max, one.file))
    kept, day = of_the_list(order, rules, day, found)
    return replace(sent, events=events).of_events([number[one.file] for one in kept]), day


def _placed(one: Submitted) -> Submitted:
    """The event with the day that the name of its file has, where its games have none."""
    event = one.event
    day = event.end or (one.day if event.start is None else None)
    if day == event.end:
        return one
    return one._replace(event=replace(event, end=day))
