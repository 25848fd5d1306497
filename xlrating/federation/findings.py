"""What is found while a list is made: what stands in its way, and what somebody should look at."""

from __future__ import annotations

from collections.abc import Iterable

from ..engine.lines import Step
from ..engine.problems import Problem


class Findings:
    """What stands in the way of a list, and what somebody should look at."""

    def __init__(self) -> None:
        self.wrong: list[Problem] = []
        self.notices: list[Problem] = []
        #: The files of events that contradict themselves.
        self.files: set[str] = set()
        #: Other numbers and names that were told already.
        self.told: set[str] = set()
        #: What was done to ratings besides the events, by the number of the person.
        self.steps: dict[int, list[Step]] = {}

    def extend(self, wrong: Iterable[Problem]) -> None:
        """Add what was found wrong elsewhere."""
        self.wrong.extend(wrong)

    def is_wrong(self, key: str, where: str, **words: object) -> None:
        """Add something that must be mended first."""
        self.wrong.append(Problem(key, words, where))

    def notice(self, key: str, where: str, **words: object) -> None:
        """Add something to look at."""
        self.notices.append(Problem(key, words, where))
