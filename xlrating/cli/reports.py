"""The report of the event given to a command, under the rules named by it or by the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.account import USED
from ..engine.errors import ArgumentError, RatingError, RuleSetError
from ..engine.given_k import given_k, known_k
from ..engine.inspection import inspected, unfinished
from ..engine.problem import make_error
from ..engine.problems import Problem
from ..engine.rating import rate
from ..engine.rules.rulefile import available
from ..engine.rules.ruleset import load
from ..exchange.crosstables.colours import side_in
from ..exchange.other_ratings import columns_of, headed_as, heading_doubts, other_ratings
from ..federation.said_pace import of_another_list
from ..federation.single_event import at_own_pace, left_paces
from .event_input import read_event, spoken, tell, tell_read, with_options
from .no_event import refuse_list

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from ..engine.account import Account
    from ..engine.event import Event, Player
    from ..engine.report import Report
    from .event_input import Teller


def event_and_rules(
    options: argparse.Namespace, found: Event | None = None, tell: Teller = tell
) -> tuple[Event, str]:
    """The event of a command, and the reference of the rules named by it or by the file."""
    event = _read(options) if found is None else with_options(options, found, tell)
    options.language = spoken(options, event)
    rules = options.rules or event.rules
    if not rules:
        raise no_rules(options.file, event)
    event, rules = with_own_ratings(event, rules, options.language, tell)
    if options.rules and event.rules and _are_others(event.rules, options.rules):
        words = {"said": event.rules, "named": options.rules}
        tell([Problem("cli_other_rules", words, "")], options.language)
    if event.pace:
        if of_another_list(event, rules):
            words = {"pace": Problem(f"pace_{event.pace}", {}, ""), "rules": rules}
            tell([Problem("event_other_pace", words, event.where)], options.language)
    return event, rules


def with_own_ratings(
    event: Event, rules: str, language: str, tell: Teller = tell
) -> tuple[Event, str]:
    """The event with ratings at its own pace, and the rules of that list; reports unused ratings.

    Raises `ArgumentError` if ratings that are not used are headed as those of the rules.
    """
    tell_other_ratings(event, rules, language, tell)
    event, rules, told = at_own_pace(event, rules)
    tell(told, language)
    return event, rules


def tell_other_ratings(event: Event, rules: str, language: str, tell: Teller = tell) -> None:
    """Report ratings of other rules, and unused ratings.

    Raises `ArgumentError` if an unused column has the ratings of these rules.
    """
    tell(heading_doubts(rules, event.account), language)
    for one, is_own in other_ratings(event, rules):
        if is_own:
            raise make_error(ArgumentError, one.key, one.where, **one.words)
        tell([one], language)


def tell_columns(
    players: Sequence[Player], account: Account | None, rules: str, language: str
) -> None:
    """Report unused paces and the column K of a list of players.

    Raises `ArgumentError` if the rules calculate K themselves.
    """
    tell(left_paces(account, rules), language)
    given = [one for one in players if one.k is not None]
    where = given[0].at("k") if given else ""
    tell(known_k(given_k(account, load(rules), len(given), where)), language)


def no_rules(file: str, event: Event) -> ArgumentError:
    """The error for a file that names no rules; it names those that headings or cells suggest."""
    account = event.account
    heading, rules = headed_as(account)
    if rules in available():
        return make_error(ArgumentError, "opt_no_rules_headed", file, heading=heading, rules=rules)
    sides = [one.side for one in (account, *account.parts)] if account else []
    used = (one.heading for one in columns_of(account) if one.use == USED)
    side, rules = side_in([*sides, *used])
    if rules:
        return make_error(ArgumentError, "opt_no_rules_side", file, side=side, rules=rules)
    return make_error(ArgumentError, "opt_no_rules", file)


def _read(options: argparse.Namespace) -> Event:
    """The event in the file; a list of people cannot be rated."""
    try:
        event = read_event(options)
    except RatingError as wrong:
        refuse_list(options.file, wrong)
        raise
    refuse_list(options.file, event)
    return event


def _are_others(said: str, named: str) -> bool:
    """Whether a file names other rules than the command line; False if they cannot be read."""
    try:
        return load(said) != load(named)
    except RuleSetError:
        return False


def report_of(options: argparse.Namespace) -> Report:
    """The report of the event in the file of a command."""
    return rated(options, *event_and_rules(options))


def rated(options: argparse.Namespace, event: Event, rules: str, tell: Teller = tell) -> Report:
    """The report of an event; `tell` receives doubts about it."""
    if not event.players:
        raise make_error(ArgumentError, "opt_no_players", event.where)
    report = rate(event, rules)
    doubts = [*unfinished(event), *inspected(report.events[0], report.rules)]
    tell_read(event.account, options.language)
    tell(doubts, options.language)
    return report
