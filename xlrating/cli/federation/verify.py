"""The command federation verify, and the line that check prints about a list."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ...engine.errors import ArgumentError
from ...engine.problem import make_error
from ...engine.public import __version__
from ...engine.texts import say
from ...exchange.files import CSV, SHEETS
from ...exchange.garbage import gc_paused
from ...exchange.parquet import PARQUET
from ...federation.ledger_files import Ledger, beside_to_read, says_events
from ...federation.listed import ledger_of
from ...federation.verify import Verified
from ...federation.verify import verify as verified
from ...publishing.verified import is_published, verify_folder
from ..answering import give
from ..answers.answer import ERROR
from ..answers.lists import of_ledger, of_verified
from ..exit_codes import DIFFERENT, OK
from ..told import day_named, tell
from .make import made_by_order, order_of

if TYPE_CHECKING:
    import argparse

    from ..answers.answer import AnswerTable

#: How many differences and events of a list are printed, unless all are requested.
_SHOWN, _EVENTS = 50, 10


@gc_paused()
def verify(options: argparse.Namespace) -> int:
    """Recalculate a list and compare it, or all lists of a published folder."""
    language = options.language
    if options.list is None and is_published(options.next):
        return verify_published(options.next, language, options.all)
    if options.list is None or options.folder is None:
        raise make_error(ArgumentError, "opt_verify_from", str(options.next))
    options.preview = False
    order = order_of(options, day_named(options.day))
    found = verified(options.next, order, partial(made_by_order, language=language))
    made = found.made
    if made and made.version != __version__:
        print(say(language, "ver_version", made=made.version, now=__version__))
    tell(found.problems, language, sys.stdout, ERROR)
    give(lambda: of_verified(found, language))
    shown = found.differences if options.all else found.differences[:_SHOWN]
    tell(shown, language, sys.stdout)
    name, n = Path(options.next).name, len(found.differences)
    if n > len(shown):
        print(say(language, "ver_more", n=n - len(shown)))
    if found.problems:
        print(say(language, "ver_not_made", name=name, n=len(found.problems)))
        return DIFFERENT
    if n:
        print(say(language, "ver_other", name=name, n=n, cells=found.cells))
        return DIFFERENT
    base = Path(options.list).name
    print(say(language, "ver_same", name=name, base=base, cells=found.cells))
    return OK


def verify_published(path: str, language: str, every: bool) -> int:
    """Verify a published folder, and print a page about what was compared."""
    found = verify_folder(path, language)
    print(say(language, "pubver_title", folder=path, n=len(found.lists)))
    for one in found.lists:
        words = {"name": one.name, "lines": one.lines}
        if one.found is None:
            print(say(language, "pubver_first", **words))
            continue
        made = one.found.made
        words |= {"base": made.base.file if made and made.base else "–", "games": one.games}
        words |= {"rules": made.rules if made else "–", "cells": one.found.cells}
        print(say(language, "pubver_list", **words, events=len(one.events), n=len(one.problems)))
        shown = one.events if every else one.events[:_EVENTS]
        print(*(f"    {held.mark}  {held.title or held.file}\n" for held in shown), sep="", end="")
        if len(one.events) > len(shown):
            print(say(language, "ver_more", n=len(one.events) - len(shown)))
    if found.values:
        print(say(language, "pubver_data", n=found.values, wrong=len(found.wrong)))
    print(say(language, "pubver_files", n=found.files, changed=len(found.changed)))
    problems = found.problems
    cells = sum(one.found.cells for one in found.lists if one.found)
    give(lambda: of_verified(Verified(tuple(problems), (), cells, None), language))
    shown_problems = problems if every else problems[:_SHOWN]
    tell(shown_problems, language, sys.stdout)
    if len(problems) > len(shown_problems):
        print(say(language, "ver_more", n=len(problems) - len(shown_problems)))
    print(say(language, "pubver_bad" if problems else "pubver_good", n=len(problems)))
    return DIFFERENT if problems else OK


def is_list(file: str) -> bool:
    """Whether a file is a list that records which events it includes."""
    ending = Path(file).suffix.lower()
    if ending in (*CSV, PARQUET):
        return beside_to_read(file).is_file()
    return ending in SHEETS and says_events(file)


def check(file: str, language: str) -> int:
    """Report in one line whether a list is unchanged since it was written, and its origin."""
    found = ledger_of(file)
    tell(found.notices, language, sys.stdout)
    tell(found.changed, language, sys.stdout, ERROR)
    give(lambda: of_ledger(found))
    if found.changed:
        return DIFFERENT
    give(dict, lambda: _lines(file, language))
    print(f"{Path(file).name}: {_line(found, language)}")
    return OK


def _lines(file: str, language: str) -> AnswerTable:
    from ..answers.published import list_table
    from .publish import read_list

    return list_table(read_list(file, language), language)


def _line(found: Ledger, language: str) -> str:
    made, n = found.made, len(found.contents.rows)
    if made is None:
        return say(language, "ver_unsaid", n=n, events=len(found.events))
    words = {"n": n, "rules": made.rules, "events": len(found.events), "version": made.version}
    base = f"{made.base.file} ({made.base.day})" if made.base and made.base.day else ""
    words["base"] = base or (made.base.file if made.base else "–")
    line = say(language, "ver_whole", **words)
    if made.missing:
        line += "; " + say(language, "fed_preview", n=len(made.missing))
    return line
