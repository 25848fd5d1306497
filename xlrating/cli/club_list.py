"""The Library of a new template: from a list of players, or from the previous event."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..engine.errors import ArgumentError
from ..engine.problem import make_error
from ..engine.problems import Problem
from ..engine.rules.ruleset import load
from ..exchange.fide_list import looks_like_fide_list
from ..exchange.other_ratings import heading_doubts
from ..exchange.players import list_of
from ..exchange.table import read_table
from ..federation.paces import all_entering
from ..workbook.library import LINES, Library
from ..workbook.library_lines import Followed, followed, listed
from .asked import asked_of
from .event_input import tell
from .fide_players import players_of_list
from .reports import tell_columns

if TYPE_CHECKING:
    import argparse

    from ..engine.report import Report
    from ..workbook.plan import Plan
    from ..workbook.reader import WorkbookContents


def library_of_list(options: argparse.Namespace, plan: Plan) -> Library:
    """The players of the given list, with the ratings at the rules' pace.

    Raises `ArgumentError` if there are more players than lines in a Library.
    """
    path = options.library
    if looks_like_fide_list(path):
        return listed(players_of_list(path, options, LINES), plan)
    table = read_table(path, True, asked_of(options))
    players, unknown, columns, account = list_of(path, table)
    tell((*account.doubts, *heading_doubts(options.rules, account)), options.language)
    tell_columns(players, account, options.rules, options.language)
    if len(players) > LINES:
        numbers = {"n": f"{len(players):,}", "most": f"{LINES:,}"}
        raise make_error(ArgumentError, "opt_library_long", path, **numbers)
    if unknown:
        tell([Problem("fed_columns", {"columns": ", ".join(unknown)}, path)], options.language)
    return listed(all_entering(players, columns, load(options.rules)), plan)


def library_after(
    options: argparse.Namespace, report: Report, contents: WorkbookContents | None
) -> Library:
    """The Library of the workbook that was rated, updated with its event's results.

    `contents` are those of the workbook, None if the event was not a template.
    """
    if contents is None:
        return Library()
    found = followed(contents.library or Library(), report, contents.asked)
    if not found.library.is_empty:
        tell(_told(found, options.source), options.language)
    return replace(found.library, is_longer=False)


def _told(found: Followed, path: str) -> list[Problem]:
    """Notices about the people found, added and left out when a Library follows an event."""
    told = [Problem("library_followed", {"found": found.found, "added": found.added}, path)]
    for key, names in (("library_left", found.several), ("library_full", found.full)):
        if names:
            told.append(Problem(key, {"names": "; ".join(names)}, path))
    if found.library.is_longer:
        told.append(Problem("library_cut", {}, path))
    return told
