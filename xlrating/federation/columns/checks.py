"""The events in a file that may contradict themselves; the engine decides which of them do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from typing import Any

import numpy as np

from ...bulk.fixed import begins, distinct
from ...engine.problems import ROUNDS, ROUNDS_APART
from ...engine.results import RESULTS, Kind
from ...engine.vocabulary.alphabets import seen, seen_ids
from ..column import Figures
from .games import GamesTable

_IS_BYE, _IS_OPEN = (
    np.array([result.kind is kind for result in RESULTS]) for kind in (Kind.BYE, Kind.POSTPONED)
)


def may_be_wrong(sent: GamesTable) -> Set[int]:
    """The numbers of events that may contradict themselves, or have open games."""
    odd = _IS_OPEN[sent.result] | (sent.white == sent.black) | _look_alike(sent)
    odd |= (sent.black < 0) != _IS_BYE[sent.result]
    odd |= (sent.round < 1) | (sent.round > ROUNDS)
    odd |= False if sent.playoff is None else sent.playoff
    found = {*sent.event[odd].tolist()}
    if sent.round.max(initial=0) > ROUNDS_APART:
        found.update(np.flatnonzero(largest_steps(sent, slice(None)) > ROUNDS_APART).tolist())
    # Nobody may occur in a round more than once.
    in_rounds, rounds = sent.in_rounds
    twice = in_rounds[1:][in_rounds[1:] == in_rounds[:-1]]
    return found.union((twice // max(len(sent.tokens) * rounds, 1)).tolist())


def largest_steps(sent: GamesTable, some: Any) -> Any:
    """Each event's largest gap between rounds with one of the given games, starting from 0."""
    width, event, round_ = ROUNDS + 2, sent.event[some], sent.round[some]
    first = begins(event, round_)
    keys = distinct(event.take(first) * width + round_.take(first).clip(0, ROUNDS + 1))
    event, round_ = np.divmod(keys, width)
    before = np.where(np.diff(event, prepend=-1) > 0, 0, np.append(0, round_)[: len(keys)])
    found = np.zeros(len(sent.events), dtype=np.int64)
    np.maximum.at(found, event, round_ - before)
    return found


def _look_alike(sent: GamesTable) -> Any:
    """The games of players whose ID or name merely looks like another one."""
    if isinstance(sent.tokens, Figures):
        return False
    looks = list(map(seen, seen_ids(sent.tokens, True)))
    times = Counter(looks)
    alike = np.array([*(times[look] > 1 for look in looks), False], dtype=bool)
    return alike[sent.white] | alike[sent.black]
