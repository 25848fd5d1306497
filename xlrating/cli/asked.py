"""What somebody says of the files that a command reads: the sheet, and what does not matter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse

    from ..exchange.tabular import Asked


def add_asked(parser: Any, of_folder: bool = False) -> None:
    """Let a command be told which sheet is meant, and which columns do not matter."""
    parser.add_argument("--sheet", metavar="NAME", help="the sheet to read of a workbook")
    files = ", or a file of the folder," if of_folder else ""
    parser.add_argument(
        "--ignore", action="append", default=[], metavar="COLUMN",
        help=f"a column{files} that is not to be read; may be repeated",
    )  # fmt: skip


def asked_of(options: argparse.Namespace) -> Asked:
    """What the options of a command say of its files."""
    # Loaded here: the parser of all commands has no use for what reads files.
    from ..exchange.tabular import Asked

    return Asked(options.sheet or "", tuple(options.ignore))
