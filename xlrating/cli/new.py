"""The command new: writes a template."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..engine.errors import ArgumentError
from ..engine.problem import Problem, error_of
from ..engine.rating import rules_on
from ..engine.results import Kind
from ..engine.texts import say
from ..engine.tournament.tie_breaks import read_tie_breaks
from ..workbook.library_lines import with_library
from ..workbook.native import reading
from ..workbook.templates import empty, left_ties, taken_over
from .answering import give
from .club_list import library_of_list
from .event_input import tell, tell_made_up
from .helping import unasked
from .outputs import book_of, ready, write
from .source import begun
from .told import day_named

if TYPE_CHECKING:
    import argparse

    from ..workbook.plan import Plan
    from .source import Begun


def new(options: argparse.Namespace) -> int:
    """Write an empty template workbook."""
    ready(options, options.output)
    found = begun(options)
    options.language = options.language or unasked(options)
    plan = _plan(options, found)
    library = library_of_list(options, plan) if options.library else found.library
    if library is not None:
        plan = with_library(plan, library)
    write(options, {options.output: book_of(plan, options, options.output)})
    if not plan.native:
        missed = ", ".join(reading(plan.rules).missed)
        told = {"missed": missed, "rules": plan.rules.shown, "output": options.output}
        tell([Problem("cli_formulas_lack", told, "")], options.language)
    give(lambda: {
        "format": options.format, "rules": plan.rules.reference,
        "players": len(plan.numbers), "rounds": plan.rounds,
    })  # fmt: skip
    print(_summary(plan, options))
    return 0


def _summary(plan: Plan, options: argparse.Namespace) -> str:
    """A line about what was written."""
    language, rules = options.language, plan.rules.shown
    sizes = {"players": len(plan.numbers), "rounds": plan.rounds}
    format_ = say(language, f"format_{options.format}")
    line = say(language, "cli_new", output=options.output, format=format_, rules=rules, **sizes)
    played = sum(game.result.kind is not Kind.POSTPONED for game in plan.event.games)
    if played:
        line += say(language, "cli_new_games", games=played)
    if plan.library and plan.library.lines:
        line += say(language, "cli_new_library", lines=len(plan.library.lines))
    return line


def _plan(options: argparse.Namespace, found: Begun) -> Plan:
    """The plan of the template, without its Library."""
    rules = options.rules
    if rules.partition(".toml")[1] and not rules.startswith("/"):
        # The workbook must find the rules from any folder.
        rules = str(Path.cwd() / rules)
    ties = read_tie_breaks(options.tie_breaks) if options.tie_breaks else None
    if found.event is None:
        places, rounds = found.size(options.format, options.players, options.rounds)
        plan = empty(
            options.format,
            rules,
            places,
            rounds,
            language=options.written,
            entered=found.players,
            tie_breaks=ties,
            day=day_named(options.day),
        )
        for problem in left_ties(replace(plan.event, tie_breaks=ties), plan):
            raise error_of(problem, ArgumentError)
        return plan
    event = found.event if ties is None else replace(found.event, tie_breaks=ties)
    plan = taken_over(
        event, rules_on(rules, event), options.players, options.rounds, language=options.written
    )
    tell([*left_ties(event, plan)], options.language)
    tell_made_up(event, options.language)
    return plan
