"""The people and events in a file of games about which the engine may have doubts.

It has none about most of them, and is called once for all that are alike under the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from functools import cached_property
from typing import Any, Literal

import numpy as np
import pandas as pd

from ...engine.event import Event, Player
from ...engine.inspection import counts_as_adult, entry_doubts, hangs_on_day, unborn
from ...engine.near_names import same_games
from ...engine.player_facts import AGES
from ...engine.problems import Problem
from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections.coefficient import conditions
from ..column import are_plain
from ..persons import Persons
from .as_events import players_of
from .checks import largest_steps
from .games import GamesTable
from .rating import Arrays
from .who import sides_of

_SIDES: tuple[Literal["left", "right"], ...] = ("left", "right")
#: Up to this number, each combination has its own number of 64 bits.
_ROOM = 2**62
#: The facts that starting ratings depend on.
_OF_START = ("title", "sex", "federation", "foreign")


class Doubts:
    """Games and the persons behind their tokens: who may be doubtful, and where."""

    def __init__(
        self, persons: Persons, sent: GamesTable, who: Any, rows: Any, rules: RuleSet
    ) -> None:
        self._people, self._sent, self._who, self._rules = persons.flushed(), sent, who, rules
        self._parts = Arrays(self._people).parts
        #: The players with at least one game.
        self._rows = rows

    def undated(self) -> Iterator[Problem]:
        """Players whose K or temporary rating depends on their age, in an event without a date."""
        sent, born = self._sent, self._parts["born"]
        if all(one.event.day() is not None for one in sent.events):
            return
        first = np.full(len(born) + 1, sent.size)
        for side in sides_of(sent, self._who):
            np.minimum.at(first, side, np.arange(sent.size))
        for row in self._rows[~np.isnan(born[self._rows])].tolist():
            player = self._people[row]
            if key := hangs_on_day(player, Event((player,)), self._rules):
                yield Problem(key, {"value": player.born}, sent.columns.place(first[row]))

    def ageless(self) -> Iterator[Problem]:
        """Players of unknown age who count as adults, in one notice at the first one's place."""
        adults = self._those(lambda one: counts_as_adult(one, Event((one,)), self._rules))
        if len(adults):
            number, there = self._events_of(adults).min(), set(adults.tolist())
            first = next(
                row for token, _, row in players_of(self._sent, number)
                if int(self._who[token]) in there
            )  # fmt: skip
            yield Problem(unborn(self._rules), {"n": len(adults)}, self._sent.columns.place(first))

    def again(self) -> Iterator[Problem]:
        """Games that equal an earlier row, in a file without rounds that would tell them apart."""
        columns = self._sent.columns
        if not self._sent.says_rounds:
            every = [*columns.parts.values(), *columns.others.values()]
            texts = pd.DataFrame(np.stack([one.codes for one in every], axis=1))
            rows = np.flatnonzero(texts.duplicated(keep=False))
            rows = rows[np.argsort(self._sent.event[rows], kind="stable")]
            said = map(tuple, texts.to_numpy()[rows].tolist())
            yield from same_games(zip(said, map(columns.place, rows.tolist()), strict=True))

    def aged(self) -> set[int]:
        """Players who may be too young or too old at some event."""
        days = filter(None, (one.event.day() for one in self._sent.events))
        years, born = [day.year for day in days] or [0], self._parts["born"][self._rows]
        odd = (min(years) - born < AGES[0]) | (max(years) - born > AGES[1])
        return set(self._rows[odd].tolist())

    def lettered(self) -> set[int]:
        """Players whose ID or name contains look-alike letters."""
        people = self._people
        if all(are_plain(people.parts[part].kinds) for part in ("id", "name")):
            return set()
        named = ((row, people.ids[row] + people.names[row]) for row in self._rows.tolist())
        return {row for row, text in named if not text.isascii()}

    def events(self, marked: Iterable[int]) -> Set[int]:
        """The numbers of events about which the engine may have doubts, and of those
        with a player who is `marked`.
        """
        sent = self._sent
        if self._rules.champion is not None:
            return set(range(len(sent.events)))
        odd = self._those(lambda one: any(True for _ in entry_doubts(one, self._rules)))
        met = sent.black >= 0
        met &= True if sent.playoff is None else ~sent.playoff
        found = [
            self._events_of(np.append(odd, [*marked]).astype(np.int64)),
            np.flatnonzero(largest_steps(sent, slice(None) if met.all() else met) > 1),
        ]
        if self._rules.has_round_robin:
            # At least as many games as in a round robin.
            games = np.bincount(sent.event[met], minlength=len(sent.events))
            people = sent.having(np.flatnonzero(met)).people
            found.append(np.flatnonzero((people > 2) & (2 * games >= people * (people - 1))))
        return set(np.concatenate(found).tolist())

    def _events_of(self, rows: Any) -> Any:
        """The events in which some persons play."""
        there = np.zeros(len(self._people) + 1, dtype=bool)
        there[rows] = True
        return np.array(self._sent.events_of(there[self._who]), dtype=np.int64)

    def _those(self, ask: Callable[[Player], bool]) -> Any:
        """The players that satisfy a condition, called once for all that are alike."""
        first, kinds = self._alike
        said = [ask(self._people[row]) for row in self._rows[first].tolist()]
        return self._rows[np.array(said, dtype=bool)[kinds]]

    @cached_property
    def _alike(self) -> tuple[Any, Any]:
        """One player of each kind, and each player's kind, for K and start tables."""
        parts = {part: values[self._rows] for part, values in self._parts.items()}
        rules, rating = self._rules, parts["rating"]
        table = () if rules.coefficient is None else rules.coefficient.rows
        bounds = {float(one.bound) for row in table for one in conditions(row)}
        bounds |= {float(rules.published.least or 0)}
        bounds |= set() if rules.peak_floor is None else {float(rules.peak_floor.established)}
        codes = [np.isnan(parts["born"]), rating > parts["peak"], rating < parts["peak"]]
        steps = sorted(bounds)
        for part in ("rating", "peak", "games", "age", "index"):
            if part in parts:
                own = parts[part]
                codes += [np.isnan(own), *(np.searchsorted(steps, own, at) for at in _SIDES)]
        kinds = [parts["k"]]
        if rules.floor is not None or any(row.per_point for row in table):
            kinds.append(rating)
        kinds += [parts[part] for part in _OF_START if part in parts and rules.start is not None]
        kinds += [parts["sex"]] if "sex" in parts else []
        found, most = np.zeros(len(self._rows), dtype=np.int64), 1
        for code in [*codes, *(pd.factorize(one)[0] + 1 for one in kinds)]:
            size = int(code.max(initial=0)) + 1
            if most * size >= _ROOM:
                found = pd.factorize(found)[0]
                most = len(found) + 1
            found, most = found * size + code, most * size
        kind, known = pd.factorize(found)
        first = np.empty(len(known), dtype=np.int64)
        first[kind[::-1]] = np.arange(len(kind))[::-1]
        return first, kind
