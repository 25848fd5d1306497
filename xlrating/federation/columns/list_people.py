"""A list in columns, as all that is done with a list asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from ...engine.errors import NotKnownError
from ...engine.rules.ruleset import RuleSet
from ...engine.showing import are_whole
from ...engine.words.headings import OTHER_PACES
from ..columned import Columned
from ..next_list import Entry
from ..paces import STANDARD
from ..people import Lines, People
from ..persons import Findings, Persons
from .kept import Kept
from .list_checks import check_list, row_of
from .made import Made, Paced, nothing
from .paces import at_pace, put_back
from .people import Listed
from .persons import OnList, Rows


class ColumnPeople(People):
    """The people of a list in columns; the calculation of who is called `asked` is kept."""

    def __init__(self, listed: Listed, asked: str = "") -> None:
        self.listed, self.asked = listed, asked

    def __len__(self) -> int:
        return self.listed.size

    def __getitem__(self, row: Any) -> Any:
        if isinstance(row, slice):
            return [self.listed.player(at) for at in range(*row.indices(len(self)))]
        if not 0 <= row < len(self):
            raise IndexError(row)
        return self.listed.player(row)

    def _of(self, listed: Listed) -> ColumnPeople:
        return ColumnPeople(listed, self.asked)

    def persons(self, found: Findings) -> Persons:
        """See `People`."""
        asked: list[int] = []
        if self.asked:
            # Not of who is new to the list, or not clear.
            with suppress(NotKnownError):
                asked = [row_of(self.asked, self.listed)]
        return OnList(self.listed, found, asked)

    def named(self) -> Iterable[tuple[str, str]]:
        """See `People`."""
        parts = self.listed.parts
        return zip(parts["id"].tolist(), parts["name"].tolist(), strict=True)

    def check(self, rules: RuleSet, found: Findings) -> None:
        """See `People`."""
        check_list(self.listed, rules, found)

    def with_k(self) -> tuple[int, str]:
        """See `People`."""
        given = np.flatnonzero(~np.isnan(self.listed.parts["k"]))
        return len(given), self.listed.place(int(given[0])) if len(given) else ""

    def holds(self, rules: RuleSet) -> bool:
        """See `People`."""
        return are_whole(rules)

    def lines(self) -> Lines:
        """See `People`."""
        return Rows(self.listed)

    def with_lines(self, lines: Lines) -> People:
        """See `People`."""
        assert isinstance(lines, Rows)
        if not lines.changed and not lines.new:
            return self
        found = self.listed.copy()
        found.add(lines.new)
        known = {row: player for row, player in lines.changed.items() if player is not None}
        known.update(enumerate(lines.new, lines.known))
        found.put([*known.values()], [*known])
        gone = [row for row, player in lines.changed.items() if player is None]
        return self._of(found.without(gone) if gone else found)

    def at_pace(self, pace: str) -> People:
        """See `People`."""
        return self._of(at_pace(self.listed, pace))

    def after_pace(self, pace: str, entries: Mapping[int, Any], columns: Columned | None) -> People:
        """See `People`."""
        assert isinstance(columns, Kept)
        found = self.listed.copy()
        put_back(found, columns.made.listed, pace)
        return self._of(found)

    def kept_after(
        self, rules: RuleSet, persons: Persons, entries: Iterable[Entry]
    ) -> Columned | None:
        """See `People`."""
        assert isinstance(persons, OnList)
        found, gains = persons.rows.listed, persons.gains
        before = self.listed.parts["rating"]
        people = sorted(entries, key=lambda entry: entry.number)
        found.add(persons.rows.new)
        own = Paced(before, gains).of_size(found.size)
        rows = [one.number for one in people]
        found.put([one.player for one in people], rows)
        own.before[rows] = [np.nan if one.before is None else float(one.before) for one in people]
        own.gains.n[rows] = [one.n for one in people]
        own.gains.listed[rows] = [one.listed or one.player.rating is None for one in people]
        return Kept(Made(rules, (), found, own.before, own.gains))

    def kept_of_paces(
        self, rules: RuleSet, paces: Mapping[str, Columned | None]
    ) -> Columned | None:
        """See `People`."""
        size = self.listed.size
        own = {
            pace: Paced(columns.made.before, columns.made.gains).of_size(size)
            for pace, columns in paces.items()
            if isinstance(columns, Kept)
        }
        standard = own.pop(STANDARD, None) or nothing(self.listed)
        return Kept(Made(rules, OTHER_PACES, self.listed, *standard, own))
