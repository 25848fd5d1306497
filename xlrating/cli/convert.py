"""The command convert: writes an event as a file of another kind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..engine.errors import ArgumentError, RatingError
from ..engine.languages import LANGUAGES
from ..engine.problem import Problem, make_error
from ..engine.texts import is_text, say
from ..engine.vocabulary.headings import texts_of

if TYPE_CHECKING:
    import argparse
    from collections import Counter

    from ..engine.event import Event
    from ..exchange.files import AnyPath
    from ..workbook.plan import Plan

TRF, CSV, XLSX = (".trf", ".txt"), (".csv",), (".xlsx",)


def convert(options: argparse.Namespace) -> int:
    """Write an event as a TRF file, as CSV, or into a template."""
    from ..engine.inspection import refuse
    from .answering import give
    from .event_input import read_event, spoken, tell, tell_looks, tell_made_up, tell_read
    from .no_event import refuse_list
    from .outputs import ready, write

    output = str(options.output)
    ending = Path(output).suffix.lower()
    if ending not in (*TRF, *CSV, *XLSX):
        raise make_error(ArgumentError, "opt_ending", output, endings=".trf / .csv / .xlsx")
    if options.fit and ending not in XLSX:
        raise make_error(ArgumentError, "opt_fit", output)
    ready(options, output, *([_players_file(output)] if ending in CSV else []))
    try:
        event = read_event(options)
    except RatingError as wrong:
        refuse_list(options.file, wrong)
        raise
    refuse(event, None)
    files, lost = _files(event, options, output, ending)
    write(options, files)
    language = spoken(options, event)
    tell_read(event.account, language)
    tell_looks(event.account, language)
    tell_made_up(event, language, has_colours=ending in TRF)
    if lost:
        what = ", ".join(f"{_called(key, language)} ({number})" for key, number in lost.items())
        tell([Problem("left_out", {"what": what}, output)], language)
    counted = {"players": len(event.players), "games": len(event.games)}
    give(lambda: {**counted, "left_out": dict(lost or {})})
    print(say(language, "cli_converted", files=", ".join(map(str, files)), **counted))
    return 0


def _called(key: str, language: str) -> str:
    """A name for people to read: a label of Start, a heading, or a sheet."""
    known = (*texts_of(key), f"event_{key}", f"prize_{key}", f"sheet_{key}")
    found = next((text for text in known if is_text(text)), "")
    return say(language, found) if found else key


def _files(
    event: Event, options: argparse.Namespace, output: str, ending: str
) -> tuple[dict[AnyPath, bytes], Counter[str] | None]:
    """The files by name, and the facts that they cannot contain."""
    from .event_input import spoken, tell
    from .reports import no_rules, tell_other_ratings, with_own_ratings

    language, named = spoken(options, event), options.rules or event.rules
    if ending not in XLSX and not (event.report and ending in TRF):  # else they are written back
        tell_other_ratings(event, named, language)
    if ending in TRF:
        from ..exchange.trf_writer import write_trf

        text, lost = write_trf(event)
        return {output: text.encode()}, lost
    if ending in CSV:
        from ..exchange.csv_writer import write_csv

        games, players, lost = write_csv(event)
        # With a byte order mark, so that spreadsheets know the encoding. Players first: without
        # the games they are no event, but games without their players are a different event.
        return {
            _players_file(output): players.encode("utf-8-sig"),
            output: games.encode("utf-8-sig"),
        }, lost
    from .outputs import workbook

    if not named:
        raise no_rules(options.file, event)
    from ..workbook.templates import left_ties

    event, named = with_own_ratings(event, named, language)
    plan = _plan(replace(event, rules=named), options)
    if not plan.numbers:  # a template without places would be empty
        raise make_error(ArgumentError, "opt_no_players", event.where)
    tell([*left_ties(event, plan)], language)
    return {output: workbook(plan)}, None


def _plan(event: Event, options: argparse.Namespace) -> Plan:
    """The template for an event; one read from a template keeps its size, Library and language."""
    from ..engine.rating import rules_on
    from ..exchange.template import template_in
    from ..workbook.compare import plan_of
    from ..workbook.library import Library
    from ..workbook.reader import read_contents
    from ..workbook.templates import filled, fitted

    sheets = template_in(options.file)
    if sheets is None or options.format:
        language = options.language or LANGUAGES[0]
        return filled(event, rules_on(event.rules, event), language=language)
    contents = read_contents(sheets)
    plan = plan_of(sheets, replace(contents, event=event))
    plan = fitted(plan) if options.fit else plan
    language = options.language or plan.language
    file_language = options.language or plan.fixed_language
    return replace(
        plan,
        functions=None,
        engine=False,
        language=language,
        file_language=file_language,
        library=plan.library or Library(),
    )


def _players_file(output: str) -> str:
    """The name of the list of players, next to a list of games, where readers of games find it."""
    from ..exchange.files import real_file
    from ..exchange.players_beside import players_name

    path = real_file(output)
    name = players_name(path.name)
    if name is None:
        raise make_error(ArgumentError, "opt_games_name", output)
    return str(path.parent / name)
