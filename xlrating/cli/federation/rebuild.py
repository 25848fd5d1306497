"""The command federation rebuild: a chain of lists from the first one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ...engine.errors import FileError, RatingError
from ...engine.problems import Problem
from ...engine.texts import say
from ...exchange.files import AnyPath
from ...federation.chain import Link, days_of, names_of, rebuild
from ...federation.compared import NOTHING
from ...federation.differences import differences
from ...federation.ledger_files import beside
from ...federation.listed import Listed, read_listed
from ...federation.next_list import ListError
from ...federation.provenance import Provenance
from ..outputs import ready, write
from ..progress import Progress
from ..told import day_named, tell
from .make import order_of, summary, told_by

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """Make the lists, and write all of them or none."""
    language, output = options.language, Path(options.output)
    options.preview, options.folder = False, options.folders[0]
    days = [day for text in options.day if (day := day_named(text)) is not None]
    _expect_folder(output)
    names = names_of(options.folders, days_of(options.folders, days), f".{options.kind}")
    if output.is_dir():
        listed = [output / name for name in names]
        ready(options, *listed, *(beside(one) for one in listed if options.kind == "csv"))
    try:
        order = order_of(options, None)
        with Progress(language, "fed_progress_reading") as progress:
            links = rebuild(order, options.folders, days, f".{options.kind}", told_by(progress))
    except ListError as error:
        tell(error.problems, language, sys.stderr)
        n = len(error.problems)
        raise FileError(say(language, "fed_none_made", n=n), str(options.list)) from None
    files: dict[AnyPath, bytes] = {
        output / name: data for link in links for name, data in link.files.items()
    }
    old = {link.name: _before(output / link.name) for link in links}
    output.mkdir(exist_ok=True)
    write(options, files)
    for link in links:
        if options.all:
            tell(link.found.notices, language, sys.stdout)
        print(f"{output / link.name}: {summary(link.found, language)}")
        _tell_moves(old[link.name], output, link, language)
    return 0


def _expect_folder(output: Path) -> None:
    if output.exists() and not output.is_dir():
        raise FileError("this is a file; name a folder for the lists", str(output))
    if not output.parent.is_dir():
        raise FileError(f"the folder {output.parent} does not exist; make it first", str(output))


def _before(path: Path) -> Listed | None:
    """The list that is to be replaced."""
    try:
        return read_listed(path) if path.is_file() else None
    except RatingError:
        return None


def _tell_moves(old: Listed | None, output: Path, link: Link, language: str) -> None:
    if old is not None:
        tell(_chosen_otherwise(old.ledger.made, link.found.made), language, sys.stdout)
        n = len(differences(old, read_listed(output / link.name)))
        print("  " + say(language, "reb_moved", n=n))


def _chosen_otherwise(old: Provenance | None, now: Provenance | None) -> Iterator[Problem]:
    """Register and columns of the list that is replaced, where this one was asked for others."""
    if old is None or now is None:
        return
    was, found = ((made.register.digest if made.register else "") for made in (old, now))
    if was != found:
        files = (made.register.file if made.register else NOTHING for made in (old, now))
        yield Problem("reb_register", dict(zip(("was", "found"), files, strict=True)), "")
    if set(old.keep) - set(now.keep):
        names = (", ".join(made.keep) or NOTHING for made in (old, now))
        yield Problem("reb_keep", dict(zip(("was", "found"), names, strict=True)), "")
