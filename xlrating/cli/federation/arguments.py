"""What the commands of a federation are asked for.

``xlrating federation verify …`` is a command of two words. A list that is called like the second
word is named with its folder: ``./verify``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from . import commands

if TYPE_CHECKING:
    import argparse

#: A command of its name that runs this; it comes back as its parser.
Command = Callable[[str, Callable[["argparse.Namespace"], int]], Any]

#: The first word of the commands, and the words that may follow it.
FIRST = "federation"
WORDS: tuple[str, ...] = ("publish",)


def in_one(words: Sequence[str]) -> list[str]:
    """The words of the shell with a command of two words as one.

    >>> in_one(["federation", "list.csv", "sent"])
    ['federation', 'list.csv', 'sent']
    """
    if words[:1] == [FIRST] and words[1:2] and words[1] in WORDS:
        return [f"{FIRST} {words[1]}", *words[2:]]
    return list(words)


def add(command: Command, language: Callable[[Any], None]) -> None:
    """Tell the parser of all commands of a federation."""
    federation = command(FIRST, commands.federation)
    federation.add_argument("list", help="the list in force: .xlsx, .ods or .csv, a line a player")
    federation.add_argument(
        "folder",
        help="the events since, in any format that rate reads, or one file of games of any size, "
        ".csv or .parquet, with columns event, date, round, white, black, result",
    )
    _chosen(federation)
    federation.add_argument("--day", metavar="DATE", help="of the next list, where it matters")
    federation.add_argument("-o", "--output", metavar="OUT", help="the next list, .xlsx or .csv")
    federation.add_argument("--force", action="store_true", help="replace OUT if it exists")
    federation.add_argument("--explain", metavar="PLAYER", help="print a calculation instead")
    federation.add_argument("--all", action="store_true", help="print all there is to look at")
    language(federation)
    _publish(command, language)


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
    parser.add_argument(
        "--new-event", action="append", default=[], metavar="FILE",
        help="FILE is an event of its own, however like another one it is; may be repeated",
    )  # fmt: skip
