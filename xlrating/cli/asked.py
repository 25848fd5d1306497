"""What somebody says of the files that a command reads: the sheet, and what does not matter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse

    from ..exchange.tabular import ReadOptions


def add_asked(parser: Any, of_folder: bool = False) -> None:
    """Let a command be told which sheet is meant, and which columns do not matter."""
    parser.add_argument("--sheet", metavar="NAME", help="sheet")
    parser.add_argument(
        "--ignore", action="append", default=[], metavar="COLUMN",
        help="ignore_folder" if of_folder else "ignore",
    )  # fmt: skip


def asked_of(options: argparse.Namespace) -> ReadOptions:
    """What the options of a command say of its files."""
    # Loaded here: the parser of all commands has no use for what reads files.
    from ..exchange.tabular import ReadOptions

    return ReadOptions(options.sheet or "", tuple(options.ignore))


def add_annotate(parser: Any) -> None:
    """Let a command write into a copy of the workbook that it reads."""
    parser.add_argument(
        "--annotate", action="store_true",
        help="annotate",
    )  # fmt: skip
    parser.add_argument("--columns", metavar="KEYS", help="columns")
    parser.add_argument(
        "--drop", action="append", default=[], metavar="NAME",
        help="drop",
    )  # fmt: skip
    parser.add_argument("--comments", action="store_true", help="comments")
    parser.add_argument("--no-audit", action="store_true", help="no_audit")


def expect_annotate(options: argparse.Namespace) -> None:
    """Raise `ArgumentError` for what says something of ``--annotate`` where that is not asked."""
    for option in ("columns", "drop", "formulas", "comments", "no-audit"):
        if getattr(options, option.replace("-", "_"), None) and not options.annotate:
            from ..engine.errors import ArgumentError
            from ..engine.problem import make_error

            raise make_error(ArgumentError, "annotate_only", f"--{option}")


def columns_asked(options: argparse.Namespace, usual: tuple[str, ...]) -> tuple[str, ...]:
    """The columns that ``--columns`` names."""
    if options.columns is None:
        return usual
    return tuple(filter(None, (one.strip() for one in options.columns.split(","))))
