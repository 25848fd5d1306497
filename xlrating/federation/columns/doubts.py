"""What is doubtful in the events of a file of games and their people, found by columns.

Most events have nothing that the engine would say a word of; it is asked for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from ...bulk.fixed import distinct
from ...engine.event import Event, Player
from ...engine.inspection import counts_as_adult, entry_doubts, hangs_on_day, unborn
from ...engine.player_facts import AGES
from ...engine.problems import Problem
from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections.coefficient import conditions
from ..column import are_plain
from ..doubts import odd_facts
from ..persons import Persons
from .as_events import as_player, players_of
from .games import GamesTable
from .rating import Arrays

#: What a start rating hangs on, and what else is said of somebody who enters.
_OF_START = ("title", "sex", "federation", "foreign")


@dataclass(frozen=True)
class Doubts:
    """Games, the persons behind their tokens, and the rules: what is to be told of them."""

    persons: Persons
    sent: GamesTable
    who: Any
    rules: RuleSet

    @cached_property
    def _listed(self) -> Arrays:
        return Arrays(self.persons.flushed())

    @cached_property
    def _sides(self) -> tuple[Any, Any]:
        """The persons of each game."""
        return self.who.take(self.sent.white), self.who[self.sent.black]

    def _playing(self, asked: Any) -> Any:
        """The rows of those asked for who have a game."""
        found = np.zeros(len(asked), dtype=bool)
        if asked.any():
            for side in self._sides:
                found[side[side >= 0]] = True
        return np.flatnonzero(found & asked)

    def undated(self) -> Iterator[Problem]:
        """Whose K or temporary rating follows from their age, in an event without a day."""
        sent, born = self.sent, self._listed.parts["born"]
        if all(one.event.day() is not None for one in sent.events):
            return
        rows = self._playing(~np.isnan(born))
        keys = self._said(rows, self._alike(rows), hangs_on_day)
        first = np.full(self._listed.size + 1, sent.size)
        for side in self._sides:
            np.minimum.at(first, side, np.arange(sent.size))
        for at in np.flatnonzero(keys.astype(bool)).tolist():
            row = int(rows[at])
            yield Problem(keys[at], {"value": int(born[row])}, sent.columns.place(first[row]))

    def ageless(self) -> Iterator[Problem]:
        """Those who count as adults for want of a year of birth, once, with the first's place."""
        rows = self._playing(np.isnan(self._listed.parts["born"]))
        adults = rows[self._said(rows, self._alike(rows), counts_as_adult).astype(bool)]
        if len(adults):
            number = self._events_of(adults).min()
            there = set(adults.tolist())
            first = next(
                row for token, _, row in players_of(self.sent, number)
                if int(self.who[token]) in there
            )  # fmt: skip
            yield Problem(unborn(self.rules), {"n": len(adults)}, self.sent.columns.place(first))

    def people(self) -> Iterator[Problem]:
        """What `doubts.odd_facts` finds odd about those who play."""
        sent, listed = self.sent, self._listed
        years = np.array([0 if (day := e.event.day()) is None else day.year for e in sent.events])
        named, born, dated = self._not_ascii(), listed.parts["born"], years[years > 0]
        asked = np.append(named, False)
        if len(dated):
            asked[:-1] |= (dated.min() - born < AGES[0]) | (dated.max() - born > AGES[1])
        # Of nearly everybody there is nothing to ask, whatever event they are in.
        games = [np.flatnonzero(asked.take(side)) for side in self._sides]
        sides = np.concatenate([side[own] for side, own in zip(self._sides, games, strict=True)])
        event = np.concatenate([sent.event[own] for own in games])
        age = years[event] - born[sides]
        odd = (years[event] > 0) & ((age < AGES[0]) | (age > AGES[1])) | named[sides]
        order = np.flatnonzero(odd)[np.argsort(event[odd], kind="stable")][::-1]
        first = dict(zip(sides[order].tolist(), event[order].tolist(), strict=True))
        for row, number in sorted(first.items()):
            day = sent.events[number].event.day()
            if row < self.persons.listed:
                yield from odd_facts(listed.people[row], day, listed.people.where[row])
                continue
            for token, no, at in players_of(sent, number):
                if int(self.who[token]) == row:
                    entry = as_player(sent, token, no, at)
                    yield from odd_facts(self.persons.entered(row, entry, False), day, "")

    def _not_ascii(self) -> Any:
        """Whose ID or name has letters that may look like others."""
        people = self._listed.people
        parts = [people.parts[part] for part in ("id", "name")]
        if all(are_plain(column.kinds) for column in parts):
            return np.zeros(len(people), dtype=bool)
        return np.array([not (id_ + name).isascii() for id_, name in people.named()], dtype=bool)

    def events(self) -> Set[int]:
        """The numbers of the events of which the engine may have something to say."""
        if self.rules.champion is not None:
            return set(range(len(self.sent.events)))
        plays = self._playing(np.ones(self._listed.size, dtype=bool))
        odd = plays[self._said(plays, self._entering(plays), _enters_oddly).astype(bool)]
        marked = np.array([row for row, said in self.persons.marks.items() if said], dtype=np.int64)
        found = [self._events_of(np.concatenate([odd, marked])), self._with_gaps()]
        if self.rules.has_round_robin:
            found.append(self._perhaps_round_robins())
        return set(np.concatenate(found).tolist())

    def _events_of(self, rows: Any) -> Any:
        """The events that some persons are in."""
        there = np.zeros(self._listed.size + 1, dtype=bool)
        there[rows] = True
        white, black = self._sides
        return np.unique(self.sent.event[there[white] | there[black]])

    def _with_gaps(self) -> Any:
        """The events with a round before which one has no game."""
        met = self._met()
        rounds = int(self.sent.round.max(initial=0)) + 1
        keys = distinct(self.sent.event[met] * rounds + self.sent.round[met])
        is_first = np.append(True, keys[1:] - keys[:-1] > 1) if len(keys) else keys > 0
        return np.unique(keys[is_first & (keys % rounds > 1)] // rounds)

    def _perhaps_round_robins(self) -> Any:
        """The events with as many games as everybody against everybody would be, at least."""
        met = self._met()
        games = np.bincount(self.sent.event[met], minlength=len(self.sent.events))
        people = (
            self.sent if isinstance(met, slice) else self.sent.having(np.flatnonzero(met))
        ).people
        return np.flatnonzero((people > 2) & (2 * games >= people * (people - 1)))

    def _met(self) -> Any:
        """The games of two, without playoffs."""
        met = self.sent.black >= 0
        met = met if self.sent.playoff is None else met & ~self.sent.playoff
        return slice(None) if met.all() else met

    # --- those who are alike to the rules are asked for once ---

    def _said(self, rows: Any, alike: Any, ask: Callable[[Player, Event, RuleSet], Any]) -> Any:
        """What the engine says of each."""
        _, first, kinds = np.unique(alike, return_index=True, return_inverse=True)
        players = [self._listed.people[row] for row in rows[first].tolist()]
        said = np.empty(len(players), dtype=object)
        said[:] = [ask(player, Event((player,)), self.rules) for player in players]
        return said[kinds]

    def _alike(self, rows: Any) -> Any:
        """A number for each: the same of those whom no table of K or of starts tells apart."""
        parts, rules = self._listed.parts, self.rules
        table = () if rules.coefficient is None else rules.coefficient.rows
        bounds = sorted({float(one.bound) for row in table for one in conditions(row)})
        rating = parts["rating"][rows]
        codes = [np.isnan(parts["k"][rows]), pd.factorize(parts["born"][rows])[0] + 1]
        for part in ("rating", "peak", "games", "age", "index"):
            if part in parts:
                values = parts[part][rows]
                sides = (np.searchsorted(bounds, values, side) for side in ("left", "right"))
                codes += [np.isnan(values), *sides]
        if any(row.per_point for row in table):
            codes.append(pd.factorize(rating)[0] + 1)
        for part in _OF_START:
            if part in parts:
                codes.append(np.where(np.isnan(rating), pd.factorize(parts[part][rows])[0], 0))
        return _joined(codes, len(rows))

    def _entering(self, rows: Any) -> Any:
        """A number for each row, equal for players of whom `entry_doubts` says the same."""
        parts, rules = self._listed.parts, self.rules
        rating, least = parts["rating"][rows], rules.published.least
        peak, floor = parts["peak"][rows], rules.peak_floor
        codes = [np.isnan(rating), pd.factorize(parts["k"][rows])[0] + 1]
        codes += [rating > peak, rating < peak]
        if floor is not None:
            codes.append(parts["games"][rows] < floor.established)
        if rules.floor is not None:
            codes.append(pd.factorize(rating)[0] + 1)
        elif least is not None:
            codes.append(rating < float(least))
        codes += [pd.factorize(parts[part][rows])[0] for part in _OF_START if part in parts]
        return _joined(codes, len(rows))


def _enters_oddly(player: Player, event: Event, rules: RuleSet) -> bool:
    return any(True for _ in entry_doubts(player, rules))


def _joined(codes: Sequence[Any], size: int) -> Any:
    """A number for each row: the same where all of the codes are."""
    found: Any = np.zeros(size, dtype=np.int64)
    for code in codes:
        # Few kinds of each: no number grows long.
        found = pd.factorize(found * (int(code.max(initial=0)) + 1) + code)[0]
    return found
