"""Writing the files of a command: completely, and never over one of its inputs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ..engine.errors import ArgumentError, RatingError
from ..engine.problem import make_error
from ..engine.rules.references import parts
from ..exchange.files import AnyPath, writable, write_together
from ..exchange.garbage import gc_paused
from ..federation.named_lists import dated, lists_in
from .answering import wrote

if TYPE_CHECKING:
    import argparse
    from datetime import date

    from ..workbook.plan import Plan

#: The options that name an input file.
_READ = ("file", "players", "source", "library", "ids", "list")


def write(options: argparse.Namespace, files: Mapping[AnyPath, bytes]) -> None:
    """Write the files of a command together.

    Raises `ArgumentError` and `FileError` like `ready`, and if writing fails.
    """
    ready(options, *files)
    write_together(files, force=options.force)
    wrote(files)


def ready(options: argparse.Namespace, *outputs: AnyPath) -> None:
    """Reject, before anything is calculated, outputs that must not be written.

    Raises `ArgumentError` for one that is an input of the command, under any name or link, is in
    its input folder or is named twice, and `FileError` for one that exists, without ``--force``,
    or whose folder does not exist.
    """
    for number, output in enumerate(outputs):
        for read in _inputs(options):
            if _is_same(output, read):
                raise make_error(ArgumentError, "opt_output_read", str(output), file=read)
        if any(_is_same(output, other) for other in outputs[:number]):
            raise make_error(ArgumentError, "opt_output_twice", str(output))
        folders = getattr(options, "folders", None) or [getattr(options, "folder", None)]
        if any(folder and _is_within(Path(output), Path(folder)) for folder in folders):
            raise make_error(ArgumentError, "opt_output_within", str(output))
    for output in outputs:
        writable(output, force=options.force)


def workbook(plan: Plan) -> bytes:
    """The bytes of a plan's workbook."""
    from ..workbook.book import build
    from ..workbook.file.writer import to_bytes

    with gc_paused():
        return to_bytes(build(plan), plan.language)


def book_ending(options: argparse.Namespace) -> str:
    """The extension of a workbook's name."""
    if not options.functions:
        return ".xlsx"
    from ..hosts import host_of

    return host_of(options.functions).book_ending


def book_of(plan: Plan, options: argparse.Namespace, output: str) -> bytes:
    """The bytes of a plan's workbook, with a host's functions in it if requested."""
    from ..exchange import expect_ending

    expect_ending(output, book_ending(options))
    if options.functions:
        from ..hosts import variants

        return variants.workbook(plan, options.functions)
    return workbook(plan)


def _inputs(options: argparse.Namespace) -> Iterator[AnyPath]:
    """The input files of a command, including those found next to the ones named."""
    # For a template, `players` is a number.
    named = [one for one in (getattr(options, key, None) for key in _READ) if isinstance(one, str)]
    yield from (*named, *getattr(options, "ledger", ()))
    if getattr(options, "list", None):
        from ..federation.ledger_files import beside_to_read

        yield beside_to_read(options.list)
    if Path(getattr(options, "folder", None) or ".").is_file():
        yield options.folder
    for earlier in getattr(options, "earlier", ()):
        said, path = dated(earlier)
        if said or not Path(path).is_dir():
            yield path
        else:
            # The command does not read lists of later dates.
            yield from (one for _, one in lists_in(path, _day_of(options.list)))
    rules = getattr(options, "rules", None) or ""
    for reference in rules if isinstance(rules, list) else [rules]:
        try:
            name = parts(reference).name
        except RatingError:
            continue
        if name.endswith(".toml"):
            yield name


def _day_of(path: str) -> date | None:
    """The date of a list; None if it is unknown or the list cannot be read."""
    from ..federation.ledger_files import said_of
    from ..federation.rating_list import day_of_list

    try:
        return day_of_list(Path(path), said_of(path))
    except RatingError:
        return None


def _is_same(path: AnyPath, other: AnyPath) -> bool:
    """Whether two paths are the same file, considering links and case-insensitive file systems."""
    if os.path.realpath(path) == os.path.realpath(other):
        return True
    try:
        return Path(path).samefile(other)
    except (OSError, ValueError):  # one of them does not exist
        return False


def _is_within(output: Path, folder: Path) -> bool:
    """Whether a file is, or would be, in a folder, including linked folders."""
    target = Path(os.path.realpath(output))
    if any(_is_same(parent, folder) for parent in target.parents):
        return True
    if not target.exists():
        return False
    seen = set()
    for place, folders, names in os.walk(folder, followlinks=True):
        real = os.path.realpath(place)
        if real in seen:
            folders.clear()
            continue
        seen.add(real)
        if any(_is_same(target, Path(place, name)) for name in names):
            return True
    return False
