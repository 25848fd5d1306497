"""rate --annotate: the ratings in a copy of somebody's own workbook."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..annotation.book import ENDINGS, annotated, titles_of
from ..annotation.tables import USUAL, expect_columns, tables_of
from ..engine.errors import ArgumentError
from ..engine.problem import refusal
from ..engine.texts import LANGUAGES, say
from ..exchange import expect_ending
from ..exchange.files import existing
from ..reading import read_all
from .asked import asked_of
from .exit_codes import OK
from .outputs import ready, write
from .reports import report_of
from .tables import terminal_table

if TYPE_CHECKING:
    import argparse


def annotate(options: argparse.Namespace) -> int:
    """Write a copy of a workbook with the ratings of all its tables next to their rows."""
    if options.output is None:
        raise refusal(ArgumentError, "annotate_output", "-o")
    path = Path(existing(options.file))
    expect_ending(path.name, *ENDINGS)
    expect_ending(options.output, path.suffix.lower())
    ready(options, options.output)
    columns = columns_of(options)
    language = options.language
    reports = []
    for event in read_all(options.file, asked_of(options)):
        options.language = language
        reports.append(report_of(options, event))
    data = annotated(
        options.file, reports, columns=columns, language=language, dropped=options.drop
    )
    write(options, {options.output: data})
    own = language or options.language or LANGUAGES[0]
    titles = titles_of(list(tables_of(reports)), reports) if len(reports) > 1 else [""]
    for title, report in zip(titles, reports, strict=True):
        print(*([title] if title else []), terminal_table(report, own), sep="\n", end="\n\n")
    print(say(own, "annotate_written", output=options.output, file=path.name))
    return OK


def columns_of(options: argparse.Namespace) -> tuple[str, ...]:
    """The columns that ``--columns`` names."""
    if options.columns is None:
        return USUAL
    return expect_columns([one.strip() for one in options.columns.split(",") if one.strip()])
