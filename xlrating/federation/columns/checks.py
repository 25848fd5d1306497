"""What stands in the way of games: found by columns, told by the modules that tell it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...bulk.fixed import distinct
from ...bulk.games import early_playoffs
from ...engine.inspection import inspected
from ...engine.problems import ROUNDS, ROUNDS_APART
from ...engine.results import RESULTS, Kind
from ...engine.rules.ruleset import RuleSet
from ...engine.words.alphabets import seen, seen_ids
from .. import doubts
from ..persons import Findings
from .as_events import as_events, numbered
from .cells import Figures
from .games import Sent
from .people import Listed

#: So many games of an event at most are handed to the engine to say what is wrong.
_TOLD = 20_000
_KIND = [result.kind for result in RESULTS]
_IS_BYE = np.array([kind is Kind.BYE for kind in _KIND])
_IS_OPEN = np.array([kind is Kind.POSTPONED for kind in _KIND])
_IS_BLANK = np.array([result.code == "" for result in RESULTS])


def check_games(sent: Sent, rules: RuleSet, found: Findings) -> Sent:
    """The events that do not contradict themselves; what is wrong with others is told."""
    bad = np.zeros(len(sent.events), dtype=bool)
    wrong = _wrong_games(sent)
    if wrong.any():
        bad[sent.event[wrong]] = True
        rows = np.flatnonzero(bad[sent.event])
        if len(rows) > _TOLD:
            rows = np.flatnonzero(wrong)[:_TOLD]
        for one in as_events(sent.having(rows)):
            found.extend(problem for problem in inspected(one.event, rules) if problem.stops)
    is_open = _IS_OPEN[sent.result]
    for number in np.unique(sent.event[is_open]).tolist():
        rows = np.flatnonzero(is_open & (sent.event == number))
        blank = rows[_IS_BLANK[sent.result[rows]]]
        file = sent.events[number].file
        if len(blank):
            bad[number] = True
            round_ = int(sent.round[blank[0]])
            found.is_wrong("fed_no_result", file, n=len(blank), round=round_)
        else:
            found.notice("fed_postponed", file, n=len(rows))
    return sent.of_events(np.flatnonzero(~bad).tolist()) if bad.any() else sent


def _wrong_games(sent: Sent) -> Any:
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


def _twice_in_a_round(sent: Sent) -> Any:
    """The games of those who have another one in their round."""
    occurs = np.bincount(sent.round.clip(0, ROUNDS), minlength=1) > 0
    place, rounds = np.cumsum(occurs) - 1, int(occurs.sum())
    in_round = sent.event * rounds + place.take(sent.round.clip(0, ROUNDS))
    # Nobody may be there more than once.
    keys = [
        np.where(side < 0, -1 - np.arange(sent.size), in_round * len(sent.tokens) + side)
        for side in (sent.white, sent.black)
    ]
    both = np.concatenate(keys)
    if len(distinct(both)) == len(both):
        return np.zeros(sent.size, dtype=bool)
    kinds, times = np.unique(both, return_counts=True)
    return np.logical_or.reduce([np.isin(side, kinds[times > 1]) for side in keys])


def _far_rounds(sent: Sent) -> Any:
    """The games of rounds that stand far behind the ones before them."""
    wrong = np.zeros(sent.size, dtype=bool)
    if sent.round.max(initial=0) <= ROUNDS_APART:
        return wrong
    kinds = distinct(sent.event * (ROUNDS + 2) + np.clip(sent.round, 0, ROUNDS + 1))
    event, round_ = kinds // (ROUNDS + 2), kinds % (ROUNDS + 2)
    before = np.where(np.append(True, event[1:] != event[:-1]), 0, np.append(0, round_[:-1]))
    return np.isin(sent.event, event[round_ - before > ROUNDS_APART])


def _spelt_alike(sent: Sent) -> Any:
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


def refuse_numbers(sent: Sent, listed: Listed, found: Findings) -> Sent:
    """The events that do not call their players by starting numbers: see `doubts`."""
    if "1" not in sent.tokens or listed.with_id("1") is not None:
        return sent
    one = sent.tokens.index("1")
    asked = np.unique(sent.event[(sent.white == one) | (sent.black == one)])
    events = as_events(sent, asked)
    before = len(found.files)
    doubts.refuse_numbers(events, listed, found)
    if len(found.files) == before:
        return sent
    return sent.of_events(
        [at for at, each in enumerate(sent.events) if each.file not in found.files]
    )


def refuse_twice(sent: Sent, who: Any, listed: Listed, found: Findings) -> Sent:
    """The events whose players are each somebody else; nobody plays in one by two names."""
    known = who[who >= 0]
    bad = np.zeros(len(sent.events), dtype=bool)
    for side in (sent.white, sent.black):
        bad[sent.event[(who[side] < 0) & (side >= 0)]] = True
    double = np.zeros(len(who), dtype=bool)
    if len(known) and np.bincount(known).max() > 1:
        double[:-1] = np.isin(who[:-1], np.flatnonzero(np.bincount(known) > 1))
    asked = double[sent.white] | double[sent.black]
    for number in np.unique(sent.event[asked]).tolist():
        first: dict[int, int] = {}
        for at in np.flatnonzero(sent.event == number).tolist():
            for token in (int(sent.white[at]), int(sent.black[at])):
                first.setdefault(token, at)
        first.pop(-1, None)
        seen: set[int] = set()
        for token, no in numbered(sent, list(first)).items():
            person = int(who[token])
            if person >= 0 and person in seen:
                bad[number] = True
                words = {"no": no, "name": listed.parts["name"][person]}
                found.is_wrong("fed_one_person", sent.at(first[token], token), **words)
            seen.add(person)
    return sent.of_events(np.flatnonzero(~bad).tolist()) if bad.any() else sent
