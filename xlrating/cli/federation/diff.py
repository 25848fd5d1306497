"""The command federation diff: compares two lists."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ...engine.aligned import fitted
from ...engine.columns import signed
from ...engine.texts import say
from ...exchange import expect_ending
from ...exchange.garbage import gc_paused
from ...federation.difference_table import differences_csv, differences_xlsx, table_of
from ...federation.differences import differences
from ..answering import give
from ..answers.lists import moves_table, of_moves
from ..outputs import ready, write
from ..screen import columns
from .at_size import both_lists

if TYPE_CHECKING:
    import argparse

#: How many lines are printed, unless all are requested.
_SHOWN = 40
#: The column of the change, which has a sign on screen and is a plain number in files.
_CHANGE = 4


@gc_paused()
def run(options: argparse.Namespace) -> int:
    """Print whose rating changed, and write the table if requested."""
    language, output = options.language, options.output
    if output is not None:
        expect_ending(output, ".xlsx", ".csv")
        ready(options, output)
    moves = differences(*both_lists(options.list, options.file, language))
    head, *rows = table_of(moves, language)
    give(lambda: of_moves(moves, language), lambda: moves_table(moves, language))
    shown = rows if options.all else rows[:_SHOWN]
    if rows:
        lines = [[str(value) for value in row] for row in (head, *shown)]
        for line, one in zip(lines[1:], moves, strict=False):
            line[_CHANGE] = signed(one.change)
        print("\n".join(fitted(lines, (2, 3, 4), columns())))
    if len(rows) > len(shown):
        print(say(language, "ver_more", n=len(rows) - len(shown)))
    paths = [options.list, options.file]
    # Lists of two chains have the same names.
    names = [Path(one).name for one in paths]
    names = names if names[0] != names[1] else paths
    print(say(language, "diff_summary", n=len(rows), first=names[0], second=names[1]))
    if output is not None:
        of = differences_csv if output.lower().endswith(".csv") else differences_xlsx
        write(options, {output: of(moves, options.written)})
        print(say(language, "fed_written", output=output))
    return 0
