"""The FIDE report file that an event was read from, for writing it back unchanged."""

from __future__ import annotations

from typing import Any, NamedTuple, Tuple


class ReportFile(NamedTuple):
    """The lines of the file with their line ends, and the event read from them.

    `counts_ahead` says whether its points include byes of rounds that had not begun: some programs
    include them, others do not. `doubts` are the `Problem`s for statements of the file
    that contradict its contents.
    """

    lines: Tuple[str, ...]
    event: Any
    counts_ahead: bool = True
    doubts: Tuple[Any, ...] = ()
