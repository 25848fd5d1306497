"""FIDE's report file that an event was read from: what is written back as it was."""

from __future__ import annotations

from typing import Any, NamedTuple, Tuple


class ReportFile(NamedTuple):
    """The lines of the file with their ends, and the event that they gave.

    `counts_ahead` says whether its points hold the byes of rounds that had not begun: programs
    write them before such a round is played, or only then. `doubts` are the `Problem`s of what it
    says of itself and is not so.
    """

    lines: Tuple[str, ...]
    event: Any
    counts_ahead: bool = True
    doubts: Tuple[Any, ...] = ()
