"""Runs the command line within limits, again and again, having imported it once.

    python limited_runs.py

A line of JSON in, ``[arguments, folder, seconds, bytes]``; a line out when the run has ended: its
exit code, the seconds of a processor that it and the processes it started took, and the bytes of
the largest. What it prints stands in ``stdout`` and ``stderr`` of the folder. Each run is a process
of its own, forked from one that has imported what all of them would import anew, and read the
regulation that most of them ask for, the texts of the templates and what commands may be told.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import runpy
import sys
from pathlib import Path

import xlrating.cli.answers.events
import xlrating.cli.events
import xlrating.cli.federation.explained
import xlrating.cli.federation.make
import xlrating.cli.no_event
import xlrating.cli.outputs
import xlrating.cli.tables
import xlrating.engine.explain
import xlrating.engine.terms.adjusting
import xlrating.federation.list_table
import xlrating.federation.single_event
import xlrating.reading
import xlrating.workbook.compare
import xlrating.workbook.reader  # noqa: F401
from xlrating.cli.arguments import parser
from xlrating.engine.rules.ruleset import load
from xlrating.workbook.file.page import text_keys


def main() -> None:
    """Answer line after line until there is no more; in a fork, be the one run."""
    load("fide")
    text_keys("")
    parser()
    # A fork that looks for garbage would copy all that it has from here.
    gc.freeze()
    for line in sys.stdin:
        arguments, folder, seconds, size = json.loads(line)
        run = os.fork()
        if not run:
            _be(arguments, Path(folder), seconds, size)
            return
        _, status, usage = os.wait4(run, 0)
        code = os.waitstatus_to_exitcode(status)
        print(
            json.dumps([code, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024]), flush=True
        )


def _be(arguments: list[str], folder: Path, seconds: int, size: int) -> None:
    """What ``python -m xlrating`` is, in a folder and within limits."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    for number, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    os.chdir(folder)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
    sys.argv[1:] = arguments
    runpy.run_module("xlrating", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
