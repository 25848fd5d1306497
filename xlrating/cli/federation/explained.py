"""explain and check for rating lists, and for published folders."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ...engine.errors import FileError
from ...engine.problem import make_error
from ...engine.texts import say
from ...exchange.files import SHEETS
from ...publishing.data import FOLDER, GAMES
from ...publishing.folder import MARK, changed_files
from ...publishing.reading import read_published
from ...publishing.verified import is_published, newest_list, recalculated
from ..answering import give
from ..answers.published import entry_of, explanation, games_table, of_listed
from ..exit_codes import DIFFERENT, OK
from ..helping import unasked
from ..told import tell
from .make import explain_entry
from .verify import check, is_list, verify_published

if TYPE_CHECKING:
    import argparse


def folder_of(file: str) -> Path | None:
    """The published folder that a path names, or that contains a workbook for readers."""
    path = Path(file)
    if is_published(path):
        return path
    top = path.resolve().parent.parent
    is_book = path.suffix.lower() in SHEETS and path.resolve().parent.name != FOLDER
    return top if is_book and (top / MARK).is_file() else None


def is_of_lists(file: str) -> bool:
    """Whether a file is a list with provenance, or was published."""
    return folder_of(file) is not None or (Path(file).is_file() and is_list(file))


def check_list(file: str, language: str) -> int:
    """Report whether a list, or a published folder, is unchanged since it was written."""
    folder = folder_of(file)
    if folder is None:
        return check(file, language)
    if Path(file).is_dir():
        return verify_published(file, language, every=False)
    name = Path(file).resolve().relative_to(folder.resolve()).as_posix()
    _, changed = changed_files(folder)
    own = [one for one in changed if one.where in (name, MARK)]
    tell(own, language, sys.stdout)
    if not own:
        print(say(language, "pubver_file", name=Path(file).name, folder=folder))
    return DIFFERENT if own else OK


def explain_list(options: argparse.Namespace) -> int:
    """Print how a player's rating on a list came about, clause by clause."""
    language = options.language or unasked(options)
    folder = folder_of(options.file)
    path = newest_list(folder) if folder is not None else Path(options.file)
    if path.with_name(path.stem + GAMES).is_file():
        found = recalculated(path)
        explain_entry(found, found.entry(options.player), language)
        return OK
    published = read_published(path)
    entry = entry_of(published, options.player)
    if "steps" not in published.rows:
        raise make_error(FileError, "lst_no_reasons", path.name)
    give(
        lambda: of_listed(published, entry, language),
        lambda: games_table(published, entry, language),
    )
    print(explanation(published, entry, language))
    return OK
