"""The people of a list in columns: who they are becomes an object when somebody asks for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, MutableSequence, Sequence, Set
from contextlib import suppress
from decimal import Decimal
from functools import cached_property
from typing import Any, overload

import numpy as np

from ...engine.errors import NotKnownError
from ...engine.event import Event, Player
from ...engine.rating import rules_on
from ...engine.report import OF_EVENT, OF_PERIOD
from ...engine.rules.ruleset import RuleSet
from ...engine.terms.periods import is_k_given
from ...engine.words.names import Names, plain_name
from ..persons import Findings, Persons, marks_of
from .list_checks import row_of
from .near import Near
from .people import Listed, rows_by_id, rows_by_name
from .rating import NO_GAMES, Gains, rate_games


class Rows(MutableSequence[Any]):
    """The lines of a list: those that were asked for or changed are objects, the others columns.

    Who has come stands behind them; None is a line that became part of another one.
    """

    def __init__(self, listed: Listed) -> None:
        self.listed, self.known = listed, listed.size
        self.changed: dict[int, Any] = {}
        self.new: list[Any] = []

    def clear(self) -> None:
        """Everybody is in the columns."""
        self.changed, self.new, self.known = {}, [], self.listed.size

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
        raise TypeError("nobody is taken out of a list: events know people by their rows")

    def insert(self, row: int, player: Any) -> None:
        """Add somebody behind all others, and nowhere else."""
        assert row == len(self), row
        self.new.append(player)


class OnList(Persons):
    """The people of a list in columns, as the events of a period find and leave them.

    `explain` is whose calculations are kept, `met` who met whom in events of other paces.
    """

    def __init__(self, listed: Listed, found: Findings, explain: str = "", met: Any = None) -> None:
        self.listed, self.explain, self.met = listed.size, explain, met
        self.before = listed
        #: Of whom the list has something to say, where columns have rated everybody.
        self.shown: Sequence[int] | None = None
        self.gains = Gains.of(listed.size)
        self.now: MutableSequence[Any] = Rows(listed.copy())
        self.marks = defaultdict(dict)
        self._find_marks()
        self._found = found
        self._names: Near | None = None
        self._newcomers = Names()
        self.by_id = rows_by_id(listed.parts["id"].tolist())

    @cached_property
    def by_name(self) -> dict[str, list[int]]:
        """The rows of each plain name: where all are found by their IDs nobody asks for it."""
        return rows_by_name(self.before.parts["name"].tolist())

    def digits_for_names(self) -> set[str]:
        """The plain names of figures only."""
        if "by_name" not in self.__dict__:
            # Whatever begins with a letter has one.
            names = [name for name in self.before.parts["name"].tolist() if not name[:1].isalpha()]
            return set(filter(str.isdecimal, map(plain_name, names)))
        return set(filter(str.isdecimal, self.by_name))

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
        found = self.rows.listed.keys()
        for row, player in self.rows.changed.items():
            found[row] = player.key
        return found + [player.key for player in self.rows.new]

    def _near(self, name: str) -> str:
        if self._names is None:
            names = self.rows.listed.parts["name"][: self.listed].tolist()
            for row, player in self.rows.changed.items():
                names[row] = player.name
            self._names = Near(names)
        return ", ".join(self._names.near(name))

    def idle(self, played: Set[int]) -> Iterable[int]:
        """See `Persons`: those only of whom something is said or asked for."""
        asked = {number for number, marks in self.marks.items() if marks}
        # Not of who is new to the list, or not clear.
        with suppress(NotKnownError):
            asked |= {row_of(self.explain, self.before)} if self.explain else set()
        return sorted((asked | set(range(self.listed, len(self.now)))) - played)

    def pass_time(self, reference: str, last: Event) -> None:
        """See `Persons`."""
        after, rules = self.rows.listed, rules_on(reference, last)
        stayed = self.may_stay(rules)
        stayed[list(self.rows.changed)] = False
        rate_games(after, NO_GAMES, rules, last, np.flatnonzero(stayed), self.gains)

    def may_stay(self, rules: RuleSet) -> Any:
        """Of whom something may be said who has no game."""
        parts = self.rows.listed.parts
        found = ~np.isnan(parts["rating"])
        return found & ~np.isnan(parts["k"]) if is_k_given(rules) else found

    def flushed(self) -> Listed:
        """Everybody in columns, as they are now."""
        rows = self.rows
        listed, known = rows.listed, rows.known
        if rows.changed or rows.new:
            listed.add(rows.new)
            people = {**rows.changed, **dict(enumerate(rows.new, known))}
            listed.put([*people.values()], [*people])
            rows.clear()
        return listed

    def said(self) -> dict[str, Any]:
        """What is said of the period, as columns."""
        found: dict[str, Any] = {}
        for number, marks in self.marks.items():
            for name, text in marks.items():
                column = found.setdefault(name, np.full(len(self.now), "", dtype=object))
                column[number] = str(text)
        return found

    def take(self, gains: Gains, shown: int | None) -> None:
        """Take what columns gave everybody."""
        self.gains, self.shown = gains, [] if shown is None else [shown]

    def without_rating(self) -> set[int]:
        """See `Persons`."""
        found = set(np.flatnonzero(np.isnan(self.rows.listed.parts["rating"])).tolist())
        for row in self.rows.changed:
            (found.add if self.now[row].rating is None else found.discard)(row)
        new = range(self.rows.known, len(self.now))
        return found | {row for row in new if self.now[row].rating is None}

    def outside(self, bounds: tuple[Decimal, Decimal], entries: Iterable[Any]) -> Iterable[Player]:
        """See `Persons`."""
        if self.shown is None:
            return super().outside(bounds, entries)
        ratings = self.rows.listed.parts["rating"]
        beyond = (ratings < float(bounds[0])) | (ratings > float(bounds[1]))
        return map(self.rows.listed.player, np.flatnonzero(beyond).tolist())

    def touched(self) -> Iterable[int]:
        """See `Persons`: who was changed, and who has come."""
        if self.shown is not None:
            return self.shown
        touched: set[int] = {*self.rows.changed, *range(self.listed, len(self.now))}
        return sorted(touched)
