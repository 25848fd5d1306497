"""What is doubtful in the people of a list and their events, by columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from ...engine.event import Event, Player
from ...engine.inspection import counts_as_adult, hangs_on_day, unborn
from ...engine.player_facts import AGES
from ...engine.problems import Problem
from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections.coefficient import conditions
from ..doubts import odd_facts
from ..persons import Findings
from .as_events import numbered
from .games import Sent
from .people import Listed

#: What a start rating hangs on.
_OF_START = ("title", "sex", "federation", "foreign")


def tell_ageless(listed: Listed, sent: Sent, who: Any, rules: RuleSet, found: Findings) -> None:
    """Tell once of those who count as adults for want of a year of birth: see `inspection`."""
    rows = _playing(sent, who, np.isnan(listed.parts["born"]))
    is_ageless = _asked(listed, rows, rules, counts_as_adult).astype(bool)
    ageless = np.zeros(listed.size, dtype=bool)
    ageless[rows[is_ageless]] = True
    if not ageless.any():
        return
    known = np.append(ageless[who[:-1]] & (who[:-1] >= 0), False)
    games = np.flatnonzero(known[sent.white] | known[sent.black])
    event = np.flatnonzero(sent.event == sent.event[games].min())
    sides = np.column_stack([sent.white, sent.black])[event]
    tokens = dict.fromkeys(token for token in sides.ravel().tolist() if token >= 0)
    first = next(token for token in numbered(sent, list(tokens)) if known[token])
    row = int(event[(sides == first).any(axis=1).argmax()])
    found.notice(unborn(rules), sent.columns.place(row), n=int(ageless.sum()))


def tell_odd(listed: Listed, sent: Sent, who: Any, found: Findings) -> None:
    """Tell of those who play what `doubts.odd_facts` finds odd about them."""
    years = np.array([0 if (day := one.event.day()) is None else day.year for one in sent.events])
    born = listed.parts["born"]
    sides = np.concatenate([who.take(sent.white), who[sent.black]])
    event = np.tile(sent.event, 2)
    age = years[event] - np.where(sides < 0, np.nan, born[sides])
    plays = (years[event] > 0) & ((age < AGES[0]) | (age > AGES[1]))
    first = dict(zip(sides[plays][::-1].tolist(), event[plays][::-1].tolist(), strict=True))
    if not all(map(str.isascii, ("".join(listed.parts[one].tolist()) for one in ("id", "name")))):
        for row in np.unique(sides[sides >= 0]).tolist():
            if not (listed.parts["id"][row] + listed.parts["name"][row]).isascii():
                first.setdefault(row, int(event[(sides == row).argmax()]))
    for row, at in sorted(first.items()):
        day = sent.events[at].event.day()
        found.notices += odd_facts(listed.player(row), day, listed.place(row))


def refuse_undated(listed: Listed, sent: Sent, who: Any, rules: RuleSet, found: Findings) -> None:
    """Whose K or temporary rating follows from their age is not rated by an event without a day."""
    if all(one.event.day() is not None for one in sent.events):
        return
    rows = _playing(sent, who, ~np.isnan(listed.parts["born"]))
    keys = _asked(listed, rows, rules, hangs_on_day)
    wrong = np.flatnonzero(keys.astype(bool))
    first = np.full(listed.size + 1, sent.size)
    for side in (who.take(sent.white), who[sent.black]):
        np.minimum.at(first, side, np.arange(sent.size))
    found.extend(
        Problem(key, {"value": int(listed.parts["born"][row])}, sent.columns.place(first[row]))
        for key, row in zip(keys[wrong].tolist(), rows[wrong].tolist(), strict=True)
    )


def _playing(sent: Sent, who: Any, asked: Any) -> Any:
    """The rows of those asked for who have a game."""
    found = np.zeros(len(asked), dtype=bool)
    if asked.any():
        for side in (who.take(sent.white), who[sent.black]):
            found[side[side >= 0]] = True
    return np.flatnonzero(found & asked)


def _asked(
    listed: Listed, rows: Any, rules: RuleSet, ask: Callable[[Player, Event, RuleSet], Any]
) -> Any:
    """What the engine says of each: who is alike to every bound of the rules is asked for once."""
    alike = _alike(listed, rows, rules)
    _, first, kinds = np.unique(alike, return_index=True, return_inverse=True)
    players = [listed.player(row) for row in rows[first].tolist()]
    said = np.empty(len(players), dtype=object)
    said[:] = [ask(player, Event((player,)), rules) for player in players]
    return said[kinds]


def _alike(listed: Listed, rows: Any, rules: RuleSet) -> Any:
    """A number for each: the same of those whom no table of K or of starts tells apart."""
    parts = listed.parts
    table = () if rules.coefficient is None else rules.coefficient.rows
    bounds = sorted({float(one.bound) for row in table for one in conditions(row)})
    rating = parts["rating"][rows]
    found: Any = np.zeros(len(rows), dtype=np.int64)
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
    for code in codes:
        # Few kinds of each: no number grows long.
        found = pd.factorize(found * (int(code.max(initial=0)) + 1) + code)[0]
    return found
