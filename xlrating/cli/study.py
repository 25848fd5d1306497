"""The command study: the same games under several regulations."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine.errors import ArgumentError, FileError, RatingError
from ..engine.frames import pandas
from ..engine.problem import Problem, make_error
from ..engine.rules.ruleset import load
from ..engine.tables import player_table
from ..engine.texts import say
from ..engine.vocabulary.pace import read_pace
from ..exchange import expect_ending
from ..exchange.players import list_of
from ..exchange.table import read_table
from ..federation.folder import read_folder
from ..federation.named_events import at_paces, tell_not_met, tell_unused
from ..federation.next_list import ListError
from ..federation.persons import Findings, Persons
from ..federation.submissions import Submission, check_events, in_order, joined
from ..reading import read
from .answering import give
from .answers.studies import measures_table, of_study
from .asked import asked_of
from .outputs import ready, write
from .study_paces import PACE, Material, by_pace, paces_of, read_paces, rules_at
from .told import tell, tell_wrong

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from ..engine.event import Player
    from ..study import Study


def study(options: argparse.Namespace) -> int:
    """Compare regulations on the same games: predictions, lists, inflation."""
    pandas()
    from ..bulk.flags import row_named
    from ..study import study as compare
    from ..study.book import study_xlsx
    from ..study.lines import shown
    from ..study.sweep import values_of

    output, language = options.output, options.language
    if output is not None:
        expect_ending(output, ".xlsx")
        if Path(options.source).is_dir():
            options.folder = options.source
        ready(options, output)
    k = values_of(options.k) if options.k else ()
    if len(options.rules) < 2 and not k:
        raise make_error(ArgumentError, "opt_study_rules", "--rules")
    try:
        paces = by_pace(_material(options))
    except ListError as error:
        tell_wrong(error.problems, language)
        number = len(error.problems)
        raise make_error(FileError, "study_none", str(options.source), n=number) from None
    if not all(one.has_days for one in paces.values()):
        tell([Problem("study_no_days", {}, "")], language, sys.stderr)
    found: dict[str, Study] = {}
    for pace, material in paces.items():
        if not (rules := rules_at(options.rules, pace)):
            words = {"pace": _word(pace, language)}
            tell([Problem("study_no_rules", words, "")], language, sys.stderr)
            continue
        period = options.every if material.has_days else None
        people, games = material.people, material.games
        try:
            found[pace] = compare(
                _columns(people), games, rules, period=period, width=options.width, k=k,
                seed=options.seed,
            )  # fmt: skip
        except RatingError as error:
            if (row := row_named(error.where)) is not None:
                error.where = people[row].where or error.where
            raise
        if k and (lacking := sorted({*rules} - {*found[pace].sweep["rules"]})):
            tell([Problem("study_no_k", {"rules": ", ".join(lacking)}, "")], language, sys.stderr)
        if pace:
            print(f"{_word(pace, language)}:")
        print("\n".join(shown(found[pace], language)))
    give(
        lambda: of_study(found),
        *(partial(measures_table, one, language, _word(pace, language))
          for pace, one in found.items()),
    )  # fmt: skip
    if output is not None:
        named = {_word(pace, options.written): one for pace, one in found.items()}
        write(options, {output: study_xlsx(named, options.written)})
        print(say(language, "fed_written", output=output))
    return 0


def _word(pace: str, language: str) -> str:
    """The name of a pace; empty if the games have none."""
    return say(language, f"pace_{read_pace(pace)}") if pace else ""


def _material(options: argparse.Namespace) -> Material:
    """Players and games, with the pace of each game if the files state it."""
    path = Path(options.source)
    listed = _listed(options)
    if path.suffix.lower() in (".csv", ".tsv") and path.is_file():
        table = read_table(path, asked=asked_of(options))
        if {"white", "black"} <= set(table.headings) and {"date", "period"} & set(table.headings):
            if not listed:
                raise make_error(ArgumentError, "opt_study_players", path.name)
            games = {
                head: [row.text(head) for row in table.rows] for head in table.headings if head
            }
            if PACE in games:
                games[PACE] = read_paces(games[PACE], path.name)
            return Material(listed, games, True)
    asked, other = asked_of(options), list[Problem]()
    if path.is_dir():
        beside = [options.players] if options.players else []
        events, wrong, other = read_folder(path, beside, asked=asked)
        if wrong or not events:
            raise ListError(wrong or other)
    else:
        events = [Submission(path.name, read(path, options.players, asked))]
    if not (path.is_dir() and options.players):  # whose columns may be meant
        other += tell_not_met(asked, [one.event.account for one in events], other)
    tell(other, options.language, sys.stderr)
    named = {"rapid": options.rapid, "blitz": options.blitz}
    tell(tell_unused(events, named, str(path)), options.language, sys.stderr)
    found = Findings()
    material = _of_events(listed, at_paces(events, named, str(path)), options.rules[0], found)
    new = [one for one in found.notices if one.key in ("fed_new", "fed_new_near")]
    if listed and new:
        words = {"name": new[0].words["name"], "n": len(new)}
        tell([Problem("study_new", words, new[0].where)], options.language, sys.stderr)
    return material


def _listed(options: argparse.Namespace) -> Sequence[Player]:
    """The players of the list given, none without one; reports what is doubtful about the list."""
    if not options.players:
        return ()
    found, _, _, account = list_of(
        options.players, read_table(options.players, True, asked_of(options))
    )
    tell(account.doubts, options.language, sys.stderr)
    return found


def _of_events(listed: Any, events: list[Submission], rules: str, found: Findings) -> Material:
    """The people of a list and of events, matched as for the next list; the events' games."""
    persons = Persons(listed, found)
    known = in_order(events, found)
    check_events(known, load(rules), found)
    entered = joined(known, persons, found)
    if found.wrong:
        raise ListError(found.wrong)
    columns: dict[str, list[Any]] = {
        name: [] for name in ("event", "round", "white", "black", "result", "date", PACE)
    }
    for one, pace in zip(entered, paces_of(one.event for one in entered), strict=True):
        day = Submission(one.file, one.event).day
        for game in one.event.games:
            black = None if game.black is None else one.numbers[game.black] + 1
            white = one.numbers[game.white] + 1
            row = (one.file, game.round, white, black, game.result.code, day, pace)
            for column, value in zip(columns.values(), row, strict=True):
                column.append(value)
    has_days = all(columns["date"]) and bool(columns["date"])
    if not has_days:
        del columns["date"]
    return Material(persons.now, columns, has_days)


def _columns(players: Any) -> dict[str, list[Any]]:
    """The players as columns, omitting empty ones."""
    heads, rows = player_table([replace(one, no=no) for no, one in enumerate(players, 1)])
    columns = {
        name: [None if cell == "" else cell for cell in cells]
        for (name, _), cells in zip(heads, zip(*rows, strict=True), strict=True)
    }
    return {
        name: cells for name, cells in columns.items()
        if name == "rating" or any(cell is not None for cell in cells)
    }  # fmt: skip
