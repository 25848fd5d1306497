"""The commands rate, check and explain on the file of an event. Each returns its exit code."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..engine.errors import ArgumentError, RatingError, RuleSetError
from ..engine.problem import Problem, make_error, place_in
from ..engine.texts import say
from .asked import expect_annotate
from .exit_codes import DIFFERENT, OK
from .screen import GREEN, RED, say_in

if TYPE_CHECKING:
    import argparse

    from ..engine.report import Report


def rate_file(options: argparse.Namespace) -> int:
    """Rate an event and write the rated workbook."""
    from pathlib import Path

    from ..exchange.files import STANDARD_INPUT
    from ..workbook.bye_points import fits
    from .answering import give
    from .answers.events import of_report, ratings_table
    from .event_input import tell
    from .outputs import book_ending, ready
    from .reports import report_of
    from .screen import columns
    from .tables import csv_text, terminal_table

    expect_annotate(options)
    if options.annotate:
        from .annotate import annotate

        return annotate(options)
    output = options.output
    if output is None and not (options.json or options.csv):
        named = "event" if options.file == STANDARD_INPUT else Path(options.file).stem
        output = f"{named}-rated{book_ending(options)}"
    if output is not None:
        ready(options, output)
    report = report_of(options)
    _tell_changed_rules(options)
    if options.output is None and not fits(report.events[0].scoring):
        # The table is right; facts that no workbook can hold are reported, and none is written.
        tell([Problem("cli_no_book", {}, options.file)], options.language)
        output = None
    if output is not None:
        _write_rated(report, output, options)
    language = options.language
    give(lambda: of_report(report, language), lambda: ratings_table(report, language))
    if options.csv:
        print(csv_text(report, language), end="")
    else:
        print(terminal_table(report, language, columns()))
        if output is not None:
            print("\n" + say(language, "fed_written", output=output))
    return OK


def _tell_changed_rules(options: argparse.Namespace) -> None:
    """Say if a workbook's Rules sheet was changed, because its own ratings then differ."""
    from ..exchange import open_sheets
    from ..exchange.files import is_book
    from ..exchange.template import named

    if not is_book(options.file):
        return
    sheets = open_sheets(options.file)
    if not named(sheets.names, "Start"):
        return
    from ..workbook.compare import changed_rules, other_beside

    try:
        changes = changed_rules(sheets)
    except RuleSetError:
        # The rules it names are not available: the user has named others instead.
        if not options.rules:
            raise
        return
    from .event_input import tell

    found = [
        Problem("cli_rules_changed", {"found": repr(one.found), "expected": repr(one.expected)},
                one.where) for one in changes[:3]
    ]  # fmt: skip
    if file := "" if options.rules else other_beside(sheets):
        found.append(Problem("cli_rules_beside", {"file": file}, ""))
    tell(found, options.language)


def _write_rated(report: Report, output: str, options: argparse.Namespace) -> None:
    from ..engine.errors import together
    from ..engine.problem import error_of
    from ..workbook.native import is_native
    from ..workbook.templates import alone, filled, left_ties
    from .event_input import tell
    from .outputs import book_of, write

    rules, event, lost = report.rules, report.events[0], list[Problem]()
    if any(game.playoff for game in event.games) and rules.average and rules.average.round_robin:
        lost.append(Problem("book_playoff", {}, options.file))
    waits = [p.name for p in event.players if p.rating is None and alone(p) != p]
    if waits and is_native(rules):
        lost.append(Problem("book_waiting", {"names": "; ".join(waits)}, options.file))
    if lost:
        raise together([error_of(one, ArgumentError) for one in lost])
    plan = filled(event, rules, language=options.written, engine=True)
    tell([*left_ties(event, plan)], options.language)
    write(options, {output: book_of(plan, options, output)})


def check_file(options: argparse.Namespace) -> int:
    """Recalculate a workbook and report every cell that differs."""
    from ..exchange import open_sheets
    from ..exchange.files import existing, is_book
    from ..exchange.template import was_template
    from .answering import give
    from .answers.events import of_check
    from .event_input import tell
    from .federation.explained import check_list, is_of_lists
    from .helping import unasked
    from .no_event import ledger_account, ledger_checked

    if is_of_lists(options.file):
        _says_itself(options, "opt_list_says")
        return check_list(options.file, options.language or unasked(options))
    sheets = open_sheets(options.file) if is_book(existing(options.file)) else None
    is_own = sheets is None or not was_template(sheets.names)
    if is_own and (ledger := ledger_account(options.file)):
        _says_itself(options, "opt_ledger_says")
        return ledger_checked(options, ledger)
    if sheets is None:
        return _check_points(options)
    if is_own:
        from .own_check import check_own

        found_own = check_own(options, sheets)
        return _check_points(options) if found_own is None else found_own
    from ..engine.texts import sheets_named_in
    from ..exchange.template import language_of
    from ..workbook.compare import check

    _says_itself(options, "opt_template_says")
    language = options.language or language_of(sheets.names)
    with sheets_named_in(language_of(sheets.names)):
        found = check(sheets)
        tell(found.notices, language)
    give(lambda: of_check(found.differences, found.cells, language))
    for one in found.differences:
        values = {"found": repr(one.found), "expected": repr(one.expected)}
        where = place_in(one.where, language)
        print(say(language, "cli_cell_differs", where=where, **values))
    if not found.cells:
        return OK  # everything has been reported
    if found.differences:
        number = len(found.differences)
        text = say(language, "cli_cells_differ", number=number, cells=found.cells)
        say_in(RED, text, sys.stdout)
        return DIFFERENT
    say_in(GREEN, say(language, "cli_cells_agree", cells=found.cells), sys.stdout)
    return OK


def _says_itself(options: argparse.Namespace, key: str) -> None:
    """Raise `ArgumentError` for an option about something that the file itself defines."""
    if any(getattr(options, one, None) for one in ("rules", "format", "tie_breaks", "pace", "day")):
        raise make_error(ArgumentError, key, options.file)


def _check_points(options: argparse.Namespace) -> int:
    """Check a file without ratings of its own: its points are compared when it is read."""
    from ..engine.inspection import inspected, refuse, unfinished
    from ..engine.rating import rules_on
    from .event_input import read_event, spoken, tell
    from .no_event import is_of_contents, list_account, list_checked
    from .own_check import points_agree
    from .reports import tell_other_ratings

    try:
        event = read_event(options)
    except RatingError as wrong:
        if is_of_contents(wrong) and (listed := list_account(options.file)):
            return list_checked(options, listed.players)
        raise
    options.language = spoken(options, event)
    named = options.rules or event.rules
    rules = rules_on(named, event) if named else None
    refuse(event, rules)
    tell_other_ratings(event, named, options.language)
    tell([*unfinished(event), *inspected(event, rules)], options.language)
    return points_agree(options, [(event, rules)])


def explain_player(options: argparse.Namespace) -> int:
    """Print one player's calculation, clause by clause."""
    from ..engine.explain import explanation
    from .answering import give
    from .answers.events import games_table, of_player
    from .federation.explained import explain_list, is_of_lists
    from .reports import report_of
    from .screen import columns

    if is_of_lists(options.file):
        _says_itself(options, "opt_list_says")
        return explain_list(options)
    report = report_of(options)
    line, language = report.line(options.player), options.language
    give(
        lambda: of_player(report, line, language), lambda: games_table(line, report.rules, language)
    )
    print(explanation(report, line, language, columns=columns()))
    return OK
