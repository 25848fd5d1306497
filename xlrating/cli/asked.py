"""Options about the files that a command reads: the sheet, and irrelevant columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse

    from ..exchange.tabular import ReadOptions


def add_asked(parser: Any, of_folder: bool = False) -> None:
    """Add the options that name the sheet and irrelevant columns."""
    parser.add_argument("--sheet", metavar="NAME", help="sheet")
    parser.add_argument(
        "--ignore", action="append", default=[], metavar="COLUMN",
        help="ignore_folder" if of_folder else "ignore",
    )  # fmt: skip


def asked_of(options: argparse.Namespace) -> ReadOptions:
    """The reading options given on the command line."""
    # Imported here: the parser of all commands does not need the readers.
    from ..exchange.tabular import ReadOptions

    return ReadOptions(options.sheet or "", tuple(options.ignore))


def add_annotate(parser: Any) -> None:
    """Add the options for annotating a copy of the workbook that is read."""
    parser.add_argument("--annotate", action="store_true", help="annotate")
    parser.add_argument("--columns", metavar="KEYS", help="columns")
    parser.add_argument("--drop", action="append", default=[], metavar="NAME", help="drop")
    parser.add_argument("--comments", action="store_true", help="comments")
    parser.add_argument("--no-audit", action="store_true", help="no_audit")


def expect_annotate(options: argparse.Namespace) -> None:
    """Raise `ArgumentError` for an option about ``--annotate`` without that option."""
    for option in ("columns", "drop", "formulas", "comments", "no-audit"):
        if getattr(options, option.replace("-", "_"), None) and not options.annotate:
            from ..engine.errors import ArgumentError
            from ..engine.problem import make_error

            raise make_error(ArgumentError, "annotate_only", f"--{option}")


def columns_asked(options: argparse.Namespace, usual: tuple[str, ...]) -> tuple[str, ...]:
    """The columns named by ``--columns``."""
    if options.columns is None:
        return usual
    return tuple(filter(None, (one.strip() for one in options.columns.split(","))))
