"""Wild inputs for everything that reads: `python -m tests.fuzz --help`, from the root.

An input is refused in one sentence or gives numbers; it never ends in a traceback, an abort, a
hang or memory without bound, and the file that holds it is never changed. What is found goes,
made small, to tests/hostile with a line in its table of what it must give.
"""

from __future__ import annotations

from typing import cast

from . import books, folders, functions, rule_files, texts
from .worker import Kind

#: Everything that can be tried, by name.
KINDS: dict[str, Kind] = {
    kind.NAME: kind
    for kind in (
        cast(Kind, functions), texts.CSV, texts.TRF, *texts.PROGRAMS, cast(Kind, rule_files), *books.ALL, cast(Kind, folders)
    )
}  # fmt: skip
