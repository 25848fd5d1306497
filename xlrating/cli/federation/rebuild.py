"""The command federation rebuild: recalculates a chain of lists from the first one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ...engine.errors import FileError, RatingError
from ...engine.problem import make_error, placed_words
from ...engine.problems import Problem, format_message
from ...engine.texts import say
from ...exchange.files import AnyPath, expect_target
from ...exchange.garbage import gc_paused
from ...exchange.work_folders import work_folder
from ...federation.chain import days_of, names_of, rebuild
from ...federation.compared import NOTHING
from ...federation.differences import differences
from ...federation.ledger_files import beside
from ...federation.next_list import ListError
from ...federation.provenance import Provenance
from ..answering import give, note
from ..answers.lists import of_list_facts
from ..outputs import ready, write
from ..progress import Progress
from ..told import day_named, tell_wrong
from .at_size import both_lists, read_list, told_by
from .make import order_of, summary

if TYPE_CHECKING:
    import argparse


@gc_paused()
def run(options: argparse.Namespace) -> int:
    """Make the lists, and write all of them or none."""
    language, output = options.language, Path(options.output)
    options.preview, options.folder = False, options.folders[0]
    days = [day for text in options.day if (day := day_named(text)) is not None]
    _expect_folder(output)
    said = days_of(options.folders, days)
    names = names_of(options.folders, said, f".{options.kind}")
    if output.is_dir():
        listed = [output / name for name in names]
        ready(options, *listed, *(beside(one) for one in listed if options.kind == "csv"))
    with work_folder(output if output.is_dir() else output.parent) as work:
        try:
            order = order_of(options, None)
            with Progress(language, "fed_progress_reading") as progress:
                outputs = [work.path / name for name in names]
                links = rebuild(order, options.folders, said, outputs, told_by(progress), read_list)
        except ListError as error:
            tell_wrong(error.problems, language)
            n = len(error.problems)
            raise FileError(say(language, "fed_none_made", n=n), str(options.list)) from None
        both = {link.name: (output / link.name, work.path / link.name) for link in links}
        moves = {name: list(_moves(*paths, language)) for name, paths in both.items()}
    files: dict[AnyPath, bytes] = {
        (output / name if name == link.name else beside(output / link.name)): data
        for link in links
        for name, data in link.files.items()
    }
    output.mkdir(exist_ok=True)
    write(options, files)
    for link in links:
        note(link.found.notices, language)
    give(lambda: {"lists": [
        {"file": str(output / link.name), **of_list_facts(link.found, language)} for link in links
    ]})  # fmt: skip
    for link in links:
        if options.all:
            print(*(f"{placed_words(one.where, format_message(one, language), language)}\n"
                    for one in link.found.notices), sep="", end="")  # fmt: skip
        print(f"{output / link.name}: {summary(link.found, language)}")
        print(*moves[link.name], sep="", end="")
    return 0


def _expect_folder(output: Path) -> None:
    expect_target(output)
    if output.exists() and not output.is_dir():
        raise make_error(FileError, "file_no_folder", str(output))
    if not output.parent.is_dir():
        raise make_error(FileError, "file_make_folder", str(output), folder=output.parent)


def _moves(old: Path, new: Path, language: str) -> Iterator[str]:
    """The differences between a list of a chain and the one it replaces, as lines."""
    if not old.is_file():
        return
    try:
        was, now = both_lists(old, new, language)
    except RatingError:
        return
    for one in _chosen_otherwise(was.ledger.made, now.ledger.made):
        yield f"{format_message(one, language)}\n"
    yield f"  {say(language, 'reb_moved', n=len(differences(was, now)))}\n"


def _chosen_otherwise(old: Provenance | None, now: Provenance | None) -> Iterator[Problem]:
    """Notices if the replaced list was made with another ledger or other columns."""
    if old is None or now is None:
        return
    gone = [one for one in old.corrections if one not in now.corrections]
    if gone:
        yield Problem("reb_ledger", {"n": len(gone), "first": gone[0]}, "")
    if set(old.keep) - set(now.keep):
        names = (", ".join(made.keep) or NOTHING for made in (old, now))
        yield Problem("reb_keep", dict(zip(("was", "found"), names, strict=True)), "")
