"""The arguments and options of the federation commands.

``xlrating federation verify …`` is a command of two words. A list with the same name as the second
word has to be given with its folder: ``./verify``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ...engine.errors import ArgumentError
from ...engine.problem import make_error
from ...publishing.words import NUMBERS, WAYS
from ..asked import add_annotate, add_asked
from ..parser import alike

#: Adds a command with this name and its function, as `module:function`; returns its parser.
Command = Callable[[str, str], Any]

#: The first word of the commands, and the possible second words.
FIRST = "federation"
WORDS = ("next", "publish", "verify", "rebuild", "diff")


def in_one(words: Sequence[str]) -> list[str]:
    """The shell's words with a two-word command joined into one.

    >>> in_one(["federation", "verify", "next.csv"]), in_one(["federation", "./sent", "more"])
    (['federation verify', 'next.csv'], ['federation', './sent', 'more'])

    Raises `ArgumentError` for a second word that is no file but similar to a command.
    """
    if words[:1] == [FIRST] and words[1:2]:
        word = words[1]
        if word in WORDS:
            return [f"{FIRST} {word}", *words[2:]]
        # Otherwise a typo would be taken for the name of a list.
        near = alike(word, WORDS)
        if near and not Path(word).exists():
            raise make_error(ArgumentError, "opt_no_subcommand", word, near=near)
    return list(words)


def add(command: Command, language: Callable[[Any], None]) -> None:
    """Add all federation commands to the parser."""
    federation = command(FIRST, "federation.make:federation")
    federation.set_defaults(piped=".xlsx")
    federation.add_argument("list", help="fed_list")
    federation.add_argument("folder", help="fed_folder")
    _chosen(federation)
    federation.add_argument("--day", metavar="DATE", help="fed_day")
    federation.add_argument("-o", "--output", metavar="OUT", help="fed_output")
    federation.add_argument("--force", action="store_true", help="force:OUT")
    add_annotate(federation)
    _made(federation)
    language(federation)
    _next(command, language)
    _publish(command, language)
    _chain(command, language)
    federation.epilog = "two_words"
    federation.listed = [(f"{FIRST} {word}", f"command_{FIRST}_{word}") for word in WORDS]


def _next(command: Command, language: Callable[[Any], None]) -> None:
    following = command(f"{FIRST} next", "federation.next:run")
    following.add_argument("folder", nargs="?", default=".", help="next_folder")
    _chosen(following)
    following.add_argument("--day", metavar="DATE", help="next_day")
    following.add_argument("--force", action="store_true", help="next_force")
    _made(following)
    following.add_argument("--no-pdf", action="store_true", help="no_pdf")
    following.set_defaults(annotate=False, columns=None, drop=[], no_audit=False, comments=False)
    language(following)


def _publish(command: Command, language: Callable[[Any], None]) -> None:
    publish = command(f"{FIRST} publish", "federation.publish:publish")
    publish.add_argument("lists", nargs="+", metavar="LIST", help="publish_lists")
    publish.add_argument("-o", "--output", required=True, metavar="FOLDER", help="publish_output")
    publish.add_argument("--title", default="", help="publish_title")
    publish.add_argument("--no-pdf", action="store_true", help="no_pdf")
    _several(publish, "--events", metavar="FOLDER", help="publish_events")
    publish.add_argument("--games", choices=WAYS, default=NUMBERS, help="publish_games")
    publish.add_argument("--force", action="store_true", help="publish_force")
    language(publish)


def _chain(command: Command, language: Callable[[Any], None]) -> None:
    """Add verify, rebuild and diff."""
    verify = command(f"{FIRST} verify", "federation.verify:verify")
    verify.add_argument("next", help="verify_next")
    verify.add_argument("--from", dest="list", metavar="LIST", help="verify_from")
    verify.add_argument("folder", nargs="?", help="verify_folder")
    _chosen(verify)
    verify.add_argument("--day", metavar="DATE", help="verify_day")
    _sources(verify)
    verify.add_argument("--all", action="store_true", help="verify_all")
    language(verify)

    rebuild = command(f"{FIRST} rebuild", "federation.rebuild:run")
    rebuild.add_argument("list", metavar="first", help="rebuild_first")
    rebuild.add_argument("folders", nargs="+", metavar="folder", help="rebuild_folders")
    _chosen(rebuild)
    _several(rebuild, "--day", metavar="DATE", help="rebuild_day")
    _sources(rebuild)
    rebuild.add_argument("-o", "--output", required=True, metavar="OUT", help="rebuild_output")
    rebuild.add_argument("--kind", choices=("xlsx", "csv"), default="xlsx", help="rebuild_kind")
    rebuild.add_argument("--force", action="store_true", help="rebuild_force")
    rebuild.add_argument("--all", action="store_true", help="fed_all")
    language(rebuild)

    diff = command(f"{FIRST} diff", "federation.diff:run")
    diff.set_defaults(piped=".csv")
    diff.add_argument("list", metavar="first", help="diff_first")
    diff.add_argument("file", metavar="second", help="diff_second")
    diff.add_argument("-o", "--output", metavar="OUT", help="diff_output")
    diff.add_argument("--force", action="store_true", help="force:OUT")
    diff.add_argument("--all", action="store_true", help="diff_all")
    language(diff)


def _several(parser: Any, *names: str, help: str, metavar: str = "FILE") -> None:
    """Add an option that may be given several times."""
    parser.add_argument(*names, action="append", default=[], metavar=metavar, help=help)


def _chosen(parser: Any) -> None:
    """Add the officer's options about events."""
    parser.add_argument("--rules", metavar="ID", help="fed_rules")
    _several(parser, "--round-robin", help="fed_round_robin")
    _several(parser, "--swiss", help="fed_swiss")
    for pace in ("rapid", "blitz"):
        _several(parser, f"--{pace}", help=f"fed_{pace}")
    _several(parser, "--new-event", help="fed_new_event")
    add_asked(parser, of_folder=True)
    _several(parser, "--keep", metavar="COLUMN", help="fed_keep")


def _made(parser: Any) -> None:
    """Add the options for what the next list is made from, and how much is shown."""
    _sources(parser)
    parser.add_argument("--preview", action="store_true", help="fed_preview")
    parser.add_argument("--explain", metavar="PLAYER", help="fed_explain")
    parser.add_argument("--all", action="store_true", help="fed_all")


def _sources(parser: Any) -> None:
    """Add the options for further sources of a list, besides the previous list and the events."""
    _several(parser, "--ledger", "--corrections", "--register", help="fed_ledger")
    _several(parser, "--earlier", metavar="LIST", help="fed_earlier")
