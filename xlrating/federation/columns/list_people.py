"""A list in columns, as all that is done with a list asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

import numpy as np

from ...engine.rules.ruleset import RuleSet
from ...engine.showing import are_whole
from ...engine.words.headings import OTHER_PACES
from ..entry import Entry
from ..made import Columned
from ..paces import STANDARD
from ..people import Lines, People
from ..period import Period
from ..persons import Findings, Persons
from ..submissions import Submitted
from .kept import Kept, Paced, nothing
from .list_checks import check_list
from .paces import at_pace, put_back
from .people import Listed, number_of
from .period import InOneFile, Tell
from .persons import OnList, Rows


class ColumnPeople(People):
    """The people of a list in columns.

    The calculation of who is called `asked` is kept. `tell` is told how many events are rated,
    `met` is who met whom in those of other paces.
    """

    def __init__(
        self, listed: Listed, asked: str = "", tell: Tell = lambda done, all_: None, met: Any = None
    ) -> None:
        self.listed, self.asked, self.tell, self.met = listed, asked, tell, met

    def __len__(self) -> int:
        return self.listed.size

    def __getitem__(self, row: Any) -> Any:
        if isinstance(row, slice):
            return [self.listed.player(at) for at in range(*row.indices(len(self)))]
        if not 0 <= row < len(self):
            raise IndexError(row)
        return self.listed.player(row)

    def _of(self, listed: Listed) -> ColumnPeople:
        return ColumnPeople(listed, self.asked, self.tell, self.met)

    def persons(self, found: Findings) -> Persons:
        """See `People`."""
        return OnList(self.listed, found, self.asked, self.met)

    def period(self, events: Sequence[Submitted], persons: Persons, found: Findings) -> Period:
        """See `People`."""
        if events and all(one.columns for one in events):
            assert isinstance(persons, OnList)
            return InOneFile(events, persons, found, self.tell)
        return super().period(events, persons, found)

    def named(self) -> Iterable[tuple[str, str]]:
        """See `People`."""
        parts = self.listed.parts
        return zip(parts["id"].tolist(), parts["name"].tolist(), strict=True)

    def clubs(self) -> Sequence[str] | None:
        """See `People`."""
        own = self.listed.clubs
        return None if own is None else own.tolist()

    def ratings(self) -> Sequence[Decimal | None]:
        """See `People`."""
        return Ratings(self.listed.parts["rating"])

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
        put_back(found, columns.listed, pace)
        return ColumnPeople(found, self.asked, self.tell, columns.met)

    def kept_after(
        self, rules: RuleSet, persons: Persons, entries: Iterable[Entry]
    ) -> Columned | None:
        """See `People`."""
        assert isinstance(persons, OnList)
        found = persons.flushed()
        own = Paced(self.listed.parts["rating"], persons.gains).of_size(found.size)
        if persons.shown is None:
            _put_gains(own, found, sorted(entries, key=lambda entry: entry.number))
        return Kept(rules, (), found, own.before, own.gains, met=persons.met)

    def kept_of_paces(
        self, rules: RuleSet, paces: Mapping[str, Columned | None]
    ) -> Columned | None:
        """See `People`."""
        size = self.listed.size
        own = {
            pace: Paced(columns.before, columns.gains).of_size(size)
            for pace, columns in paces.items()
            if isinstance(columns, Kept)
        }
        standard = own.pop(STANDARD, None) or nothing(self.listed)
        return Kept(rules, OTHER_PACES, self.listed, *standard, own)


class Ratings(Sequence[Any]):
    """The ratings of a column, None for those who have none."""

    def __init__(self, column: Any) -> None:
        self.column = column

    def __len__(self) -> int:
        return len(self.column)

    def __getitem__(self, row: Any) -> Any:
        rating = float(self.column[row])
        return None if np.isnan(rating) else number_of(rating)


def _put_gains(own: Paced, found: Listed, entries: Sequence[Entry]) -> None:
    """What the engine gave those whom it rated."""
    rows = [one.number for one in entries]
    # K that only an event gave is for that event.
    found.put([one.player for one in entries], rows)
    own.before[rows] = [np.nan if one.before is None else float(one.before) for one in entries]
    own.gains.n[rows] = [one.n for one in entries]
    own.gains.listed[rows] = [one.listed or one.player.rating is None for one in entries]
