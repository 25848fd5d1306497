"""The command federation: a list and a folder of events become the next list."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from ...engine.errors import ArgumentError, FileError, RatingError, RuleSetError, shown
from ...engine.explain import explanation
from ...engine.frames import pandas
from ...engine.problems import Problem, told
from ...engine.rules.ruleset import load
from ...engine.texts import say
from ...engine.words.dates import day_of
from ...exchange import expect_ending, read_list
from ...federation.folder import read_folder
from ...federation.ledger_files import Ledger, beside, ledger_json, read_ledger
from ...federation.next_list import ListError, NextList, next_list
from ...federation.provenance import Provenance, Source
from ...federation.submissions import Submitted, in_formats
from ..outputs import ready, write

if TYPE_CHECKING:
    import argparse

    from ...federation.columns.next_list import Made

#: Events, what is wrong with others, and what was not tried.
Found = tuple[list[Submitted], list[Problem], list[Problem]]

#: What a file of games ends in; named where a folder may be, it has all events of the list.
_GAMES = (".csv", ".tsv", ".parquet")

#: How many lines to look at are printed unless all are asked for.
_SHOWN = 20


def federation(options: argparse.Namespace) -> int:
    """Make the next rating list from a list and a folder of events."""
    output, language = options.output, options.language
    if output is not None:
        _check_output(output, options)
    try:
        found, made = _list_and_columns(options)
    except ListError as error:
        _tell(error.problems, language, sys.stderr)
        number = len(error.problems)
        raise FileError(say(language, "fed_none_made", n=number), str(options.folder)) from None
    if options.explain:
        _explain(found, made, options.explain, language)
        return 0
    if output is not None and made is not None:
        from .games_file import write_columns

        write_columns(found, made, output, options)
    elif output is not None:
        found = _written(found, output, options)
    shown = found.notices if options.all else found.notices[:_SHOWN]
    _tell(shown, language, sys.stdout)
    if len(found.notices) > len(shown):
        print(say(language, "fed_more", n=len(found.notices) - len(shown)))
    print(_summary(found, made, language))
    print(say(language, "fed_written", output=output) if output else say(language, "fed_nothing"))
    return 0


def _check_output(output: str, options: argparse.Namespace) -> None:
    expect_ending(output, ".xlsx", ".csv", *([".parquet"] if _is_games(options.folder) else []))
    if options.explain:
        raise ArgumentError("a list is written without --explain; leave one of the two out", output)
    ready(options, output, *([] if output.lower().endswith(".xlsx") else [beside(output)]))


def _explain(found: NextList, made: Made | None, who: str, language: str) -> None:
    """One player's calculations, in the order of the events."""
    if made is not None:
        from .games_file import explain_by_columns

        explain_by_columns(made, language)
        return
    entry = found.entry(who)
    if not entry.lines:
        print(say(language, "fed_no_part", name=entry.player.name))
    print("\n\n".join(explanation(*line, language) for line in entry.lines))


def _list_and_columns(options: argparse.Namespace) -> tuple[NextList, Made | None]:
    """The next list, and its columns where it was made by them."""
    if not _is_games(options.folder):
        return _next_list(options, _in_folder(options)), None
    pandas()
    from .games_file import Games, make_by_columns

    games = Games(options)
    if games.is_large:
        if not options.rules:
            _common_rules((), str(options.folder))
        return make_by_columns(games)
    events, other = games.events()
    return _next_list(options, (events, [], other)), None


def _is_games(path: str) -> bool:
    return Path(path).suffix.lower() in _GAMES and not Path(path).is_dir()


def _in_folder(options: argparse.Namespace) -> Found:
    mine = (options.list, beside(options.list))
    return read_folder(options.folder, mine, _progress)


def _next_list(options: argparse.Namespace, sent: Found) -> NextList:
    try:
        day = day_of(options.day)
    except RatingError as error:
        raise error.at("--day") from None
    listed, unknown = read_list(options.list)
    ledger = read_ledger(options.list)
    events, wrong, other = sent
    named = {"round-robin": options.round_robin, "swiss": options.swiss}
    events = in_formats(events, named, str(options.folder))
    if unknown:
        words = {"columns": ", ".join(unknown)}
        other.insert(0, Problem("fed_columns", words, Path(options.list).name))
    try:
        rules = options.rules or _common_rules(events, str(options.folder))
        found = next_list(listed, events, rules, day, ledger.events, options.new_event)
    except ListError as error:
        raise ListError([*ledger.changed, *wrong, *error.problems]) from None
    except RuleSetError:
        # What cannot be read may be why no rules are known.
        if not wrong:
            raise
    if ledger.changed or wrong:
        raise ListError([*ledger.changed, *wrong])
    notices = (*ledger.notices, *other, *_other_rules(events, rules), *found.notices)
    return replace(found, notices=notices, made=_made(found, ledger, rules, options))


def _made(found: NextList, ledger: Ledger, rules: str, options: argparse.Namespace) -> Provenance:
    """Where the list comes from."""
    day = ledger.made.day if ledger.made else None
    return Provenance(
        found.rules.reference,
        rules,
        found.day,
        Source(Path(options.list).name, day, ledger.contents.digest),
        options.language,
        round_robin=tuple(options.round_robin),
        swiss=tuple(options.swiss),
        new_event=tuple(options.new_event),
    )


def _common_rules(events: Sequence[Submitted], folder: str) -> str:
    """The rules that all files name, in no certain edition: the dates pick it."""
    named = {_without_edition(one.event.rules) for one in events}
    files = [name for name in named if ".toml" in name]
    if files:
        # Whoever sends events in does not say which rules the list has.
        raise RuleSetError(
            f"a workbook names the rule file {shown(files[0])}; add --rules FILE", folder
        )
    if len(named) == 1 and "" not in named:
        return named.pop()
    found = ", ".join(sorted(filter(None, named))) or "no rule set"
    raise RuleSetError(
        f"the files do not all name the same rules ({found}); add for example --rules fide", folder
    )


def _other_rules(events: Sequence[Submitted], rules: str) -> list[Problem]:
    """The files that were made for another regulation, or with other choices in it."""
    used = _without_edition(load(rules).reference)
    found = []
    for one in events:
        named = one.event.rules
        if named and _without_edition(_reference(named)) != used:
            found.append(Problem("fed_other_rules", {"found": named, "used": rules}, one.file))
    return found


def _reference(rules: str) -> str:
    try:
        return load(rules).reference
    except RatingError:
        return rules


def _without_edition(reference: str) -> str:
    return re.sub(r"@[\d-]+", "", reference)


def _written(found: NextList, output: str, options: argparse.Namespace) -> NextList:
    """Write the list; it comes back with what a workbook does not hold."""
    language = options.language
    if output.lower().endswith(".csv"):
        from ...federation.list_table import list_csv

        # With its mark: without it Excel takes the names for another code.
        made = list_csv(found, language).encode("utf-8-sig")
        # First: beside an older list it is noticed, the list without it would know too little.
        write(options, {beside(output): ledger_json(found, made), output: made})
    else:
        from ...federation.list_book import left_out, list_book
        from ...workbook.file.writer import to_bytes

        found = replace(found, notices=(*left_out(found), *found.notices))
        write(options, {output: to_bytes(list_book(found, language), language)})
    return found


def _summary(found: NextList, made: Made | None, language: str) -> str:
    numbers = {
        "results": sum(entry.n for entry in found.entries),
        "rated": sum(entry.listed for entry in found.entries),
        "new": sum(entry.listed and entry.is_new for entry in found.entries),
    }
    if made is not None:
        numbers = made.numbers()
    summary = say(
        language, "fed_summary", events=len(found.events), rules=found.rules.reference, **numbers
    )
    return f"{say(language, 'fed_title_day', day=found.day)}. {summary}" if found.day else summary


def _tell(problems: Iterable[Problem], language: str, to: TextIO) -> None:
    for one in problems:
        words = told(one, language)
        print(f"{one.where}: {words}" if one.where else words, file=to)


def _progress(done: int, number: int) -> None:
    """A line that counts the files, on a screen only."""
    if sys.stderr.isatty():
        end = "\n" if done == number else ""
        screen = getattr(sys.stderr, "stream", sys.stderr)
        print(f"\rreading {done} of {number} files", end=end, file=screen, flush=True)
