"""The command federation: a list and a folder of events become the next list."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from .dates import day_of
from .errors import ArgumentError, FileError, RatingError, RuleSetError
from .exchange import expect_ending, read_players, writable, write_whole
from .exchange.folder import read_folder
from .federation import ListError, NextList, next_list
from .problems import Problem
from .submissions import Submitted
from .texts import say

if TYPE_CHECKING:
    import argparse

#: How many lines to look at are printed unless all are asked for.
_SHOWN = 20


def federation(options: argparse.Namespace) -> int:
    """Make the next rating list from a list and a folder of events."""
    output, language = options.output, options.language
    if output is not None:
        _check_output(output, options)
    try:
        found, other = _next_list(options)
    except ListError as error:
        _tell(error.problems, language, sys.stderr)
        raise FileError(
            f"no list is made: {len(error.problems)} lines above must be mended first",
            str(options.folder),
        ) from None
    if options.explain:
        from .explain import explanation

        entry = found.entry(options.explain)
        print("\n\n".join(explanation(*line, language) for line in entry.lines))
        return 0
    notices = [*other, *found.notices]
    if output is not None:
        write_whole(output, _file(found, output, language), force=options.force)
        if output.lower().endswith(".xlsx"):
            from .workbook.list_book import left_out

            notices = [*left_out(found), *notices]
    shown = notices if options.all else notices[:_SHOWN]
    _tell(shown, language, sys.stdout)
    if len(notices) > len(shown):
        print(f"... and {len(notices) - len(shown)} more lines to look at (--all)")
    print(_summary(found))
    print(f"written: {output}" if output else "nothing is written; add -o NAME.xlsx or .csv")
    return 0


def _check_output(output: str, options: argparse.Namespace) -> None:
    expect_ending(output, ".xlsx", ".csv")
    if Path(output).resolve() == Path(options.list).resolve():
        raise ArgumentError("the output is the list itself; give it another name", output)
    writable(output, force=options.force)


def _next_list(options: argparse.Namespace) -> tuple[NextList, list[Problem]]:
    try:
        day = day_of(options.day)
    except RatingError as error:
        raise error.at("--day") from None
    listed = read_players(options.list)
    without = [Path(options.list), *([Path(options.output)] if options.output else [])]
    events, wrong, other = read_folder(options.folder, without, _progress)
    rules = options.rules or _common_rules(events, str(options.folder))
    other += _other_rules(events, rules)
    if not wrong:
        return next_list(listed, events, rules, day), other
    # What is wrong with the others is told as well.
    try:
        next_list(listed, events, rules, day)
    except ListError as error:
        wrong += error.problems
    raise ListError(wrong)


def _common_rules(events: Sequence[Submitted], folder: str) -> str:
    """The rules that all files name, in no certain edition: the dates pick it."""
    named = {re.sub(r"@[\d-]+", "", one.event.rules) for one in events}
    if len(named) == 1 and "" not in named:
        return named.pop()
    found = ", ".join(sorted(filter(None, named))) or "no rule set"
    raise RuleSetError(
        f"the files do not all name the same rules ({found}); add for example --rules fide", folder
    )


def _other_rules(events: Sequence[Submitted], rules: str) -> list[Problem]:
    """The files that were made for another regulation."""
    used = re.split("[@:]", rules)[0]
    return [
        Problem("fed_other_rules", {"found": one.event.rules, "used": rules}, one.file)
        for one in events
        if one.event.rules and re.split("[@:]", one.event.rules)[0] != used
    ]


def _file(found: NextList, output: str, language: str) -> bytes:
    if output.lower().endswith(".csv"):
        from .exchange.rating_list import list_csv

        # With its mark: without it Excel takes the names for another code.
        return list_csv(found, language).encode("utf-8-sig")
    from .workbook.list_book import list_book
    from .workbook.writer import to_bytes

    return to_bytes(list_book(found, language), language)


def _summary(found: NextList) -> str:
    rated = sum(entry.player.rating is not None for entry in found.entries)
    new = sum(entry.is_new for entry in found.entries)
    results = sum(entry.n for entry in found.entries)
    return (
        f"{len(found.events)} events, {results} results counted by {found.rules.reference}; "
        f"{rated} players with a rating, {new} of them new"
        + (f"; list of {found.day}" if found.day else "")
    )


def _tell(problems: Iterable[Problem], language: str, to: TextIO) -> None:
    for one in problems:
        words = say(language, one.key, **one.words)
        print(f"{one.where}: {words}" if one.where else words, file=to)


def _progress(done: int, number: int) -> None:
    """A line that counts the files, on a screen only."""
    if sys.stderr.isatty():
        end = "\n" if done == number else ""
        print(f"\rreading {done} of {number} files", end=end, file=sys.stderr, flush=True)
