"""Everybody on a long list, when those whom its events concern are rated: the rest is time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...engine.rating import rules_on
from ...engine.terms.periods import are_rated_together, is_k_given
from ...engine.words.waiting import TEXTS
from ..in_force import STANDARD
from ..next_list import Entry, NextList
from ..paces import list_named, pace_of, with_list
from ..submissions import Submitted
from .afterwards import Gains
from .next_list import Made, Paced
from .paces import at_pace, put_back
from .people import TEXT_PARTS, Listed
from .rating import rate_without_games


def made(found: NextList, listed: Listed, rows: Any) -> Made:
    """The list of everybody: `rows` are those of whom `found` has entries, newcomers besides."""
    known = listed.size
    entries = sorted(found.entries, key=lambda entry: entry.number)
    new = entries[len(rows) :]
    listed.add([entry.player for entry in new])
    rows = np.concatenate([rows, np.arange(known, listed.size)])
    paces = {}
    for pace, events in _events(found).items():
        paced = at_pace(listed, pace)
        before = paced.parts["rating"].copy()
        gains = Gains(np.zeros(listed.size, dtype=np.int64), np.ones(listed.size, dtype=bool))
        if events:
            _pass_time(found, paced, pace, events, rows, gains)
            put_back(listed, paced, pace)
        paces[pace] = Paced(before, gains)
        _put_gains(paces[pace], entries, rows, pace)
    put_people(listed, [entry.player for entry in entries], rows)
    before, gains = paces.pop(STANDARD)
    return Made(replace(found, entries=()), listed, before, gains, paces=paces)


def _events(found: NextList) -> dict[str, list[Submitted]]:
    """The events of each pace that has some; the standard one always."""
    of: dict[str, list[Submitted]] = {STANDARD: []}
    # Where the rules that were asked for name a list, all events are of that.
    asked = found.made.asked if found.made else ""
    one = "" if found.paces else STANDARD
    if found.paces and list_named(asked):
        one = list_named(asked)
    for sent in found.events:
        of.setdefault(one or pace_of(sent.event), []).append(sent)
    return of


def _pass_time(
    found: NextList, paced: Listed, pace: str, events: Sequence[Submitted], rows: Any, gains: Gains
) -> None:
    """What a period does to those who stay away from all its events: see `federation.period`."""
    asked = found.made.asked if found.made else found.rules.reference
    rules = rules_on(with_list(asked, pace) if found.paces else asked, events[-1].event)
    if not are_rated_together(rules):
        return
    stayed = ~np.isnan(paced.parts["rating"])
    if is_k_given(rules):
        stayed &= ~np.isnan(paced.parts["k"])
    stayed[rows] = False
    rate_without_games(paced, np.flatnonzero(stayed), rules, events[-1].event, gains)


def _put_gains(paced: Paced, entries: Sequence[Entry], rows: Any, pace: str) -> None:
    """What the entries have at a pace."""
    own = [entry if pace == STANDARD else entry.paces[pace] for entry in entries]
    before, gains = paced
    before[rows] = [np.nan if one.before is None else float(one.before) for one in own]
    gains.n[rows] = [one.n for one in own]
    gains.listed[rows] = [one.listed or one.player.rating is None for one in own]


def put_people(listed: Listed, players: Sequence[Any], rows: Any) -> None:
    """How these people are now."""
    said = {name for player in players for name in player.facts}
    for part in (*listed.parts, *sorted(said - listed.parts.keys())):
        is_text = part in TEXT_PARTS
        values = listed.parts.get(part)
        if values is None:
            none = np.full(listed.size, "", dtype=object)
            values = none if is_text else np.full(listed.size, np.nan)
        values[rows] = [_value(player, part, is_text) for player in players]
        listed.parts[part] = values


def _value(player: Any, part: str, is_text: bool) -> Any:
    value = getattr(player, part) if hasattr(player, part) else player.facts.get(part)
    if part in TEXTS:
        return TEXTS[part](value or ())
    if is_text:
        return value or ""
    return np.nan if value is None else float(value)
