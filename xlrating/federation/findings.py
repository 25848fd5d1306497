"""Findings while a list is made: errors that prevent it, and notices."""

from __future__ import annotations

from collections.abc import Iterable

from ..engine.lines import Step
from ..engine.problems import Problem


class Findings:
    """Errors that prevent a list, and notices worth checking."""

    def __init__(self) -> None:
        self.wrong: list[Problem] = []
        self.notices: list[Problem] = []
        #: The files of events that contradict themselves.
        self.files: set[str] = set()
        #: Other IDs and names that have been reported already.
        self.told: set[str] = set()
        #: Changes of ratings other than by events, by the person's number.
        self.steps: dict[int, list[Step]] = {}

    def extend(self, wrong: Iterable[Problem]) -> None:
        """Add errors found elsewhere."""
        self.wrong.extend(wrong)

    def is_wrong(self, key: str, where: str, **words: object) -> None:
        """Add an error that must be fixed first."""
        self.wrong.append(Problem(key, words, where))

    def notice(self, key: str, where: str, **words: object) -> None:
        """Add a notice."""
        self.notices.append(Problem(key, words, where))
