"""FIDE's report file that an event was read from: what is written back as it was."""

from __future__ import annotations

from typing import Any, NamedTuple, Tuple


class ReportFile(NamedTuple):
    """The lines of the file with their ends, and the event that they gave.

    `counts_ahead` says whether its points hold the byes of rounds that had not begun: programs
    write them before such a round is played, or only then. `unknown_ties` are the tie-breaks that
    it names beyond those of the event: the first of them has no values here.
    """

    lines: Tuple[str, ...]
    event: Any
    counts_ahead: bool = True
    unknown_ties: Tuple[str, ...] = ()
