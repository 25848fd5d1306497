"""The people of a list in columns: who they are becomes an object when somebody asks for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, MutableSequence, Set
from decimal import Decimal
from typing import Any, overload

import numpy as np

from ...engine.event import Event
from ...engine.rating import rules_on
from ...engine.report import OF_EVENT, OF_PERIOD
from ...engine.terms.periods import is_k_given
from ..persons import Findings, Persons, marks_of
from .afterwards import Gains, have
from .near import Near
from .people import Listed, number_of, rows_by_id, rows_by_name
from .rating import rate_without_games


class Rows(MutableSequence[Any]):
    """The lines of a list: those that were asked for or changed are objects, the others columns.

    Who has come stands behind them; None is a line that became part of another one.
    """

    def __init__(self, listed: Listed) -> None:
        self.listed, self.known = listed, listed.size
        self.changed: dict[int, Any] = {}
        self.new: list[Any] = []

    def __len__(self) -> int:
        return self.known + len(self.new)

    @overload
    def __getitem__(self, row: int) -> Any: ...

    @overload
    def __getitem__(self, row: slice) -> list[Any]: ...

    def __getitem__(self, row: Any) -> Any:
        if isinstance(row, slice):
            return [self[at] for at in range(*row.indices(len(self)))]
        if row >= self.known:
            return self.new[row - self.known]
        return self.changed[row] if row in self.changed else self.listed.player(row)

    def __setitem__(self, row: Any, player: Any) -> None:
        if row >= self.known:
            self.new[row - self.known] = player
        else:
            self.changed[row] = player

    def __delitem__(self, row: Any) -> None:
        raise NotImplementedError

    def insert(self, row: int, player: Any) -> None:
        """Add somebody behind all others."""
        self.new.append(player)


class OnList(Persons):
    """The people of a list in columns, as the events of a period find and leave them.

    `asked` is of whom the engine says how time passes, besides those who play.
    """

    def __init__(self, listed: Listed, found: Findings, asked: Iterable[int] = ()) -> None:
        self.listed, self.asked = listed.size, set(asked)
        self.before = listed
        self.gains = Gains(np.zeros(listed.size, dtype=np.int64), np.ones(listed.size, dtype=bool))
        self.now: MutableSequence[Any] = Rows(listed.copy())
        self.marks = defaultdict(dict)
        self._find_marks()
        self._found = found
        self._names: Near | None = None
        self.by_id = rows_by_id(listed.parts["id"].tolist())
        self.by_name = rows_by_name(listed.parts["name"].tolist())

    def _find_marks(self) -> None:
        """Take what the list says of the period from its people."""
        parts = self.rows.listed.parts
        marked = np.zeros(self.listed, dtype=bool)
        for name in (*OF_PERIOD, *OF_EVENT):
            values = parts.pop(name, None)
            if values is not None and name in OF_PERIOD:
                marked |= values != ""
        for row in np.flatnonzero(marked).tolist():
            self.marks[row] = marks_of(self.before.player(row))

    @property
    def rows(self) -> Rows:
        """The people as they are kept."""
        assert isinstance(self.now, Rows)
        return self.now

    def keys(self) -> list[str]:
        """See `Persons`."""
        found = self.before.keys()
        for row, player in self.rows.changed.items():
            found[row] = player.key
        return found + [player.key for player in self.rows.new]

    def _near(self, name: str) -> str:
        if self._names is None:
            names = self.before.parts["name"].tolist()
            for row, player in self.rows.changed.items():
                names[row] = player.name
            self._names = Near(names)
        return ", ".join(self._names.near(name))

    def ratings(self) -> Mapping[int, Decimal | None]:
        """See `Persons`."""
        return Ratings(self.before.parts["rating"])

    def idle(self, played: Set[int]) -> Iterable[int]:
        """See `Persons`: those only of whom something is said or asked for."""
        marked = {number for number, marks in self.marks.items() if marks}
        return sorted((self.asked | marked | set(range(self.listed, len(self.now)))) - played)

    def pass_time(self, reference: str, last: Event) -> None:
        """See `Persons`."""
        after, rules = self.rows.listed, rules_on(reference, last)
        stayed = have(after, "rating")
        if is_k_given(rules):
            stayed &= have(after, "k")
        stayed[list(self.rows.changed)] = False
        rate_without_games(after, np.flatnonzero(stayed), rules, last, self.gains)

    def touched(self) -> Iterable[int]:
        """See `Persons`: who was changed, and who has come."""
        return [*sorted(self.rows.changed), *range(self.listed, len(self.now))]


class Ratings(Mapping[int, Decimal | None]):
    """The ratings of a column by row, None for those who have none."""

    def __init__(self, column: Any) -> None:
        self.column = column

    def __len__(self) -> int:
        return len(self.column)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.column)))

    def __getitem__(self, row: int) -> Decimal | None:
        if not 0 <= row < len(self.column):
            raise KeyError(row)
        rating = float(self.column[row])
        return None if np.isnan(rating) else number_of(rating)
