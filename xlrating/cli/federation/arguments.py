"""What the commands of a federation are asked for.

``xlrating federation verify …`` is a command of two words. A list that is called like the second
word is named with its folder: ``./verify``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ...engine.errors import ArgumentError
from ...engine.problem import refusal
from ..asked import add_annotate, add_asked
from ..parser import alike
from . import commands

#: A command of its name that runs this; it comes back as its parser.
Command = Callable[[str, Callable[[argparse.Namespace], int]], Any]

#: The first word of the commands, and the words that may follow it.
FIRST = "federation"
WORDS = ("next", "publish", "verify", "rebuild", "diff")


def in_one(words: Sequence[str]) -> list[str]:
    """The words of the shell with a command of two words as one.

    >>> in_one(["federation", "verify", "next.csv"]), in_one(["federation", "./sent", "more"])
    (['federation verify', 'next.csv'], ['federation', './sent', 'more'])

    Raises `ArgumentError` for a second word that is no file and like one of these words.
    """
    if words[:1] == [FIRST] and words[1:2]:
        word = words[1]
        if word in WORDS:
            return [f"{FIRST} {word}", *words[2:]]
        # A slip would be taken for the name of a list.
        near = alike(word, WORDS)
        if near and not Path(word).exists():
            raise refusal(ArgumentError, "opt_no_subcommand", word, near=near)
    return list(words)


def add(command: Command, language: Callable[[Any], None]) -> None:
    """Tell the parser of all commands of a federation."""
    federation = command(FIRST, commands.federation)
    federation.set_defaults(piped=".xlsx")
    federation.add_argument("list", help="the list in force: .xlsx, .ods or .csv, a line a player")
    federation.add_argument(
        "folder",
        help="the events since, in any format that rate reads, the file of one event, or one file "
        "of games of any size, .csv or .parquet, with columns event, date, round, white, black, "
        "result",
    )
    _chosen(federation)
    federation.add_argument("--day", metavar="DATE", help="of the next list, where it matters")
    federation.add_argument("-o", "--output", metavar="OUT", help="the next list, .xlsx or .csv")
    federation.add_argument("--force", action="store_true", help="replace OUT if it exists")
    add_annotate(federation)
    _made(federation)
    language(federation)
    _next(command, language)
    _publish(command, language)
    _chain(command, language)
    federation.formatter_class = argparse.RawDescriptionHelpFormatter
    run = {word: getattr(commands, word) for word in WORDS}
    federation.epilog = "commands of two words, each with a --help of its own:\n" + "\n".join(
        f"  {FIRST} {word:10} {one.__doc__.splitlines()[0]}" for word, one in run.items()
    )


def _next(command: Command, language: Callable[[Any], None]) -> None:
    following = command(f"{FIRST} next", commands.next)
    following.add_argument(
        "folder", nargs="?", default=".",
        help="the folder with period.toml, the lists called as their days, and the events of each "
        "month in a folder called as the month (2025-11)",
    )  # fmt: skip
    _chosen(following)
    following.add_argument(
        "--day", metavar="DATE", help="of the next list; else the first of the next month"
    )
    following.add_argument("--force", action="store_true", help="replace what exists")
    _made(following)
    following.add_argument("--no-pdf", action="store_true", help="leave the PDF out")
    following.set_defaults(annotate=False, columns=None, drop=[])
    language(following)


def _publish(command: Command, language: Callable[[Any], None]) -> None:
    publish = command(f"{FIRST} publish", commands.publish)
    publish.add_argument(
        "lists", nargs="+", metavar="LIST", help="rating lists, the last one is the one in force"
    )
    publish.add_argument("-o", "--output", required=True, metavar="FOLDER", help="of the pages")
    publish.add_argument("--title", default="", help="on top of every page, a federation's name")
    publish.add_argument("--no-pdf", action="store_true", help="leave the PDF out")
    publish.add_argument(
        "--force", action="store_true", help="replace FOLDER, whatever stands in it"
    )
    language(publish)


def _chain(command: Command, language: Callable[[Any], None]) -> None:
    """A list verified, a chain made again, two lists compared."""
    verify = command(f"{FIRST} verify", commands.verify)
    verify.add_argument("next", help="the list to be verified, .xlsx or .csv")
    verify.add_argument("--from", dest="list", required=True, metavar="LIST",
                        help="the list that it follows from")  # fmt: skip
    verify.add_argument("folder", help="the events that it was made from")
    _chosen(verify)
    verify.add_argument("--day", metavar="DATE", help="instead of the day that the list says")
    _sources(verify)
    verify.add_argument("--all", action="store_true", help="print all that differs")
    language(verify)

    rebuild = command(f"{FIRST} rebuild", commands.rebuild)
    rebuild.add_argument("list", metavar="first", help="the list that the chain begins with")
    rebuild.add_argument(
        "folders", nargs="+", metavar="folder",
        help="the events of each list in their order, the folder called as the day of its list "
        "(2025-12-01) or as the month of its events (2025-11)",
    )  # fmt: skip
    _chosen(rebuild)
    rebuild.add_argument(
        "--day", action="append", default=[], metavar="DATE",
        help="of each list, where the folders are called otherwise: once for each folder",
    )  # fmt: skip
    _sources(rebuild)
    rebuild.add_argument("-o", "--output", required=True, metavar="OUT", help="a folder")
    rebuild.add_argument("--kind", choices=("xlsx", "csv"), default="xlsx", help="of the lists")
    rebuild.add_argument("--force", action="store_true", help="replace lists that exist")
    rebuild.add_argument("--all", action="store_true", help="print all there is to look at")
    language(rebuild)

    diff = command(f"{FIRST} diff", commands.diff)
    diff.set_defaults(piped=".csv")
    diff.add_argument("list", metavar="first", help="a list")
    diff.add_argument("file", metavar="second", help="another one, or the same made again")
    diff.add_argument("-o", "--output", metavar="OUT", help="the table, .xlsx or .csv")
    diff.add_argument("--force", action="store_true", help="replace OUT if it exists")
    diff.add_argument("--all", action="store_true", help="print all lines")
    language(diff)


def _chosen(parser: Any) -> None:
    """What an officer decides about events."""
    parser.add_argument("--rules", metavar="ID", help="instead of the rules the files name")
    parser.add_argument(
        "--round-robin", action="append", default=[], metavar="FILE",
        help="a file, or files as *.csv, with a round robin that does not say so; also repeated",
    )  # fmt: skip
    parser.add_argument(
        "--swiss", action="append", default=[], metavar="FILE", help="the same for a Swiss"
    )  # fmt: skip
    for pace in ("rapid", "blitz"):
        parser.add_argument(
            f"--{pace}", action="append", default=[], metavar="FILE",
            help=f"the same for an event whose list is the {pace} one",
        )  # fmt: skip
    parser.add_argument(
        "--new-event", action="append", default=[], metavar="FILE",
        help="FILE is an event of its own, however like another one it is; may be repeated",
    )  # fmt: skip
    add_asked(parser, of_folder=True)
    parser.add_argument(
        "--keep", action="append", default=[], metavar="COLUMN",
        help="a column of the federation's own that stays on the list; club, licence and e-mail do",
    )  # fmt: skip


def _made(parser: Any) -> None:
    """What the next list is made of, and how far it is made and shown."""
    _sources(parser)
    parser.add_argument(
        "--preview", action="store_true",
        help="go on without files that cannot be used; on top of everything stands what is missing",
    )  # fmt: skip
    parser.add_argument("--explain", metavar="PLAYER", help="print a calculation instead")
    parser.add_argument("--all", action="store_true", help="print all there is to look at")


def _sources(parser: Any) -> None:
    """What a list is made of besides the list before it and the events."""
    parser.add_argument(
        "--register", metavar="FILE", help="other numbers and names of people, a line a person"
    )
    parser.add_argument(
        "--corrections", metavar="FILE",
        help="a table of what an officer changes: date, id, name, what, old, new, reason",
    )  # fmt: skip
    parser.add_argument(
        "--earlier", action="append", default=[], metavar="LIST",
        help="for events that started before LIST, where the rules rate them from the list of "
        "then: that list, its day in its name or as 2025-10-01=LIST, or a folder of lists whose "
        "names begin with their days; may be repeated",
    )  # fmt: skip
