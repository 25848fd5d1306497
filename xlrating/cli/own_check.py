"""check for a user's own workbook: its own ratings, points and places are compared."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING

from ..annotation.check import WrongClaim, checked, read_checked
from ..engine.inspection import inspected, refuse, unfinished
from ..engine.problem import place_in
from ..engine.problems import format_message
from ..engine.rating import rate, rules_on
from ..engine.texts import between, say
from ..exchange.crosstables.words import claim_of
from ..exchange.garbage import gc_paused
from ..reading import with_looks
from .answering import give
from .answers.events import of_check, of_event
from .asked import asked_of
from .event_input import expect_asked, spoken, tell, with_options
from .exit_codes import DIFFERENT, OK
from .no_event import list_checked
from .reports import with_own_ratings
from .screen import GREEN, RED, say_in

#: The reasons that refer to a particular cell or formula.
_OWN = ("reason_follows", "reason_formula", "reason_typed")

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from ..engine.event import Event
    from ..engine.rules.ruleset import RuleSet
    from ..exchange.sheets import Sheets


@gc_paused()
def check_own(options: argparse.Namespace, sheets: Sheets) -> int | None:
    """Report each cell that differs from the engine, with the likely reason.

    Returns None if no sheet of the workbook has a known table.
    """
    tables, wrong = read_checked(sheets, asked_of(options))
    reports, events = [], []
    expect_asked(options, options.file, *(one.account for one in tables))
    for read in tables:
        event = with_options(options, with_looks(read, sheets))
        options.language = spoken(options, event)
        named = options.rules or event.rules
        event, named = with_own_ratings(event, named, options.language) if named else (event, "")
        rules = rules_on(named, event) if named else None
        refuse(event, rules)
        tell([*unfinished(event), *inspected(event, rules)], options.language)
        events.append((event, rules))
        if rules is not None and rules.method != "none":
            reports.append(rate(event, rules))
    found = checked(sheets, reports)
    tell(found.uncompared, options.language)
    if not found.cells and not wrong:
        return points_agree(options, events) if events else None
    differences = [*wrong, *found.differences]
    language = options.language
    give(lambda: of_check(differences, found.cells + len(wrong), language))
    for one in differences:
        print(_in_words(one, language))
    cells = found.cells + len(wrong)
    for reason, n in _shared(differences, language):
        print(say(language, "cli_cells_alike", n=n, reason=reason))
    if differences:
        text = say(language, "cli_cells_differ", number=len(differences), cells=cells)
        say_in(RED, text, sys.stdout)
        return DIFFERENT
    say_in(GREEN, say(language, "cli_cells_agree", cells=cells), sys.stdout)
    return OK


def points_agree(
    options: argparse.Namespace, events: Sequence[tuple[Event, RuleSet | None]]
) -> int:
    """Report that events without ratings of their own were read, so their points were compared."""
    players, games = (sum(len(getattr(event, kind)) for event, _ in events)
                      for kind in ("players", "games"))  # fmt: skip
    language, counted = options.language, {"players": players, "games": games}
    said = of_event(*events[0], language) if len(events) == 1 else {}
    if not games and any(one.rating is not None for event, _ in events for one in event.players):
        return list_checked(options, players)
    give(lambda: {**said, **counted, **of_check((), 0, language)})
    if unchecked := [one for event, rules in events if rules is None for one in _claims(event)]:
        columns = between(language, ",").join(dict.fromkeys(unchecked))
        print(say(language, "cli_claims_unchecked", columns=columns, **counted))
    else:
        print(say(language, "cli_points_agree", **counted))
    return OK


def _claims(event: Event) -> list[str]:
    """The headings of columns that say something of ratings, which only a regulation can check."""
    columns = event.account.columns if event.account else ()
    return [one.heading for one in columns if claim_of(one.heading)]


def _shared(differences: Sequence[WrongClaim], language: str) -> list[tuple[str, int]]:
    """The likely reasons shared by several cells, in words, the most frequent first."""
    reasons = [reason for one in differences for reason in one.reasons if reason.key not in _OWN]
    counted = Counter(format_message(one, language) for one in reasons)
    return [(reason, n) for reason, n in counted.most_common() if n > 1]


def _in_words(one: WrongClaim, language: str) -> str:
    where = place_in(one.where, language)
    words = say(language, "cli_cell_differs", where=where, found=one.found, expected=one.expected)
    reasons = between(language, ",").join(
        format_message(reason, language) for reason in one.reasons
    )
    return between(language, ";").join([words, reasons]) if reasons else words
