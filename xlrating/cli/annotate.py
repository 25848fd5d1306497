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
from .asked import asked_of, columns_asked
from .exit_codes import OK
from .outputs import ready, write
from .reports import report_of
from .tables import terminal_table

if TYPE_CHECKING:
    import argparse


def annotate(options: argparse.Namespace) -> int:
    """Write a copy of a workbook with the ratings of all its tables next to their rows."""
    path = expect_own(options.file, options.output)
    ready(options, options.output)
    columns = expect_columns(columns_asked(options, USUAL))
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



def expect_own(file: str, output: str | None) -> Path:
    """The workbook that is to be written into, and a name for the copy.

    Raises `ArgumentError` where there is no such name, or one of another kind of file.
    """
    if output is None:
        raise refusal(ArgumentError, "annotate_output", "-o")
    path = Path(existing(file))
    expect_ending(path.name, *ENDINGS)
    expect_ending(output, path.suffix.lower())
    return path
