"""Which events of a file contradict themselves: found by columns, told by the engine."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

import numpy as np

from ...bulk.fixed import distinct
from ...bulk.games import early_playoffs
from ...engine.problems import ROUNDS, ROUNDS_APART
from ...engine.results import RESULTS, Kind
from ...engine.vocabulary.alphabets import seen, seen_ids
from ..column import Figures
from .games import GamesTable

_KIND = [result.kind for result in RESULTS]
_IS_BYE = np.array([kind is Kind.BYE for kind in _KIND])
_IS_OPEN = np.array([kind is Kind.POSTPONED for kind in _KIND])


def wrong_events(sent: GamesTable) -> Set[int]:
    """The numbers of the events that contradict themselves, or have open games."""
    wrong = _wrong_games(sent) | _IS_OPEN[sent.result]
    return set(np.unique(sent.event[wrong]).tolist())


def _wrong_games(sent: GamesTable) -> Any:
    """The games that contradict themselves, or others of their event."""
    alone = sent.black < 0
    is_bye = _IS_BYE[sent.result]
    wrong = (sent.white < 0) | (sent.white == sent.black) | (alone != is_bye)
    wrong |= (sent.round < 1) | (sent.round > ROUNDS)
    wrong |= _far_rounds(sent)
    if sent.playoff is not None and sent.playoff.any():
        wrong |= early_playoffs(sent.event, sent.round, sent.playoff)[0]
    wrong |= _spelt_alike(sent)
    return wrong | _twice_in_a_round(sent)


def _twice_in_a_round(sent: GamesTable) -> Any:
    """The games of those who have another one in their round."""
    in_rounds, _ = sent.in_rounds
    if not (in_rounds[1:] == in_rounds[:-1]).any():
        return np.zeros(sent.size, dtype=bool)
    in_round = sent.event * (ROUNDS + 1) + sent.round.clip(0, ROUNDS)
    # Nobody may be there more than once.
    keys = [
        np.where(side < 0, -1 - np.arange(sent.size), in_round * len(sent.tokens) + side)
        for side in (sent.white, sent.black)
    ]
    both = np.concatenate(keys)
    kinds, times = np.unique(both, return_counts=True)
    return np.logical_or.reduce([np.isin(side, kinds[times > 1]) for side in keys])


def _far_rounds(sent: GamesTable) -> Any:
    """The games of rounds that stand far behind the ones before them."""
    wrong = np.zeros(sent.size, dtype=bool)
    if sent.round.max(initial=0) <= ROUNDS_APART:
        return wrong
    kinds = distinct(sent.event * (ROUNDS + 2) + np.clip(sent.round, 0, ROUNDS + 1))
    event, round_ = kinds // (ROUNDS + 2), kinds % (ROUNDS + 2)
    before = np.where(np.append(True, event[1:] != event[:-1]), 0, np.append(0, round_[:-1]))
    return np.isin(sent.event, event[round_ - before > ROUNDS_APART])


def _spelt_alike(sent: GamesTable) -> Any:
    """The games of those in one event who have one ID or name but for what only looks the same."""
    wrong = np.zeros(sent.size, dtype=bool)
    if isinstance(sent.tokens, Figures):
        return wrong
    groups: dict[str, list[int]] = {}
    for at, look in enumerate(seen_ids(sent.tokens, True)):
        groups.setdefault(seen(look), []).append(at)
    group = np.full(len(sent.tokens) + 1, -1)
    for number, several in enumerate(one for one in groups.values() if len(one) > 1):
        group[several] = number
    asked = np.flatnonzero((group[sent.white] >= 0) | (group[sent.black] >= 0))
    if not len(asked):
        return wrong
    sides = np.concatenate([sent.white[asked], sent.black[asked]])
    event = np.tile(sent.event[asked], 2)
    there = np.unique(np.column_stack([event, group[sides], sides])[group[sides] >= 0], axis=0)
    kinds, times = np.unique(there[:, :2], axis=0, return_counts=True)
    wrong[asked] = np.isin(sent.event[asked], kinds[times > 1, 0])
    return wrong
