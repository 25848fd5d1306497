"""The events of a file as a list keeps them, and those that come twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import numpy as np

from ...engine.event import RESULTS
from ..copies import tell_copies
from ..ledger import MOST_GAMES, TURNED, Held, as_games, digest_of, record_of
from ..persons import Findings, plain_name, plain_token
from .games import Sent
from .people import Listed

#: So many games become lines of text at a time.
_LINES = 200_000

_CODES = [result.code for result in RESULTS]
_KEPT = np.array([code in TURNED for code in _CODES])
_OTHER = np.array([_CODES.index(TURNED.get(code, code)) for code in _CODES])


@dataclass(frozen=True)
class _Met:
    """Who met whom, event by event, as `ledger.as_games` has it: a row a game.

    `one` and `other` are places among the `tokens`, which are sorted, as are the games of each
    event by the text of their lines.
    """

    event: Any
    round: Any
    one: Any
    other: Any
    result: Any
    tokens: Sequence[str]
    rows: Any
    starts: Any


def held_events(sent: Sent, who: Any, listed: Listed) -> tuple[list[Held], _Met]:
    """The events of a file, the records of the last ones with them; and who met whom."""
    met = _met(sent, who, listed)
    sizes = np.diff(met.starts)
    marks = list(_marks(met))
    people = _people(met)
    left = MOST_GAMES
    found: list[Held] = []
    for number in reversed(range(len(sizes))):
        part = slice(int(met.starts[number]), int(met.starts[number + 1]))
        left -= int(sizes[number])
        said = sent.events[number]
        event = said.event
        found.append(
            Held(
                said.file, said.title, event.day("start"), event.day("end"), people[number],
                int(sizes[number]), marks[number],
                # What is not kept anyway: see `ledger.bounded`.
                "-" if left < 0 else _record(met, part, listed), said.data,
            )
        )  # fmt: skip
    return found[::-1], met


def _people(met: _Met) -> list[int]:
    """How many met somebody in each event."""
    size = len(met.tokens) + 1
    keys = np.sort(np.concatenate([met.event * size + met.one, met.event * size + met.other]))
    once = keys[np.append(True, keys[1:] != keys[:-1])] if len(keys) else keys
    return [int(n) for n in np.bincount(once // size, minlength=len(met.starts) - 1)]


def _met(sent: Sent, who: Any, listed: Listed) -> _Met:
    kept = np.flatnonzero(_KEPT[sent.result] & (sent.black >= 0) & (sent.white >= 0))
    white, black = who[sent.white[kept]], who[sent.black[kept]]
    people = np.flatnonzero(np.bincount(np.concatenate([white, black]), minlength=1))
    named = listed.plain_tokens(people)
    order = sorted(range(len(named)), key=named.__getitem__)
    rank = np.zeros(listed.size, dtype=np.int64)
    rank[people[order]] = np.arange(len(order))
    one, other = rank[white], rank[black]
    result = sent.result[kept]
    turned = one > other
    result = np.where(turned, _OTHER[result], result)
    one, other = np.where(turned, other, one), np.where(turned, one, other)
    rounds, at = np.unique(sent.round[kept], return_inverse=True)
    # Their texts are sorted, 10 before 2.
    place = np.empty(len(rounds), dtype=np.int64)
    place[sorted(range(len(rounds)), key=lambda number: str(rounds[number]))] = np.arange(
        len(rounds)
    )
    codes = np.array([sorted(_CODES).index(code) for code in _CODES])
    event = sent.event[kept]
    size, many = max(len(order), 1), len(_CODES)
    keys = (((event * len(rounds) + place[at]) * size + one) * size + other) * many + codes[result]
    fits = (len(sent.events) * max(len(rounds), 1) * many) < 2**62 // size**2
    sort = np.argsort(keys) if fits else np.lexsort((codes[result], other, one, place[at], event))
    starts = np.searchsorted(event[sort], np.arange(len(sent.events) + 1))
    return _Met(
        event[sort], sent.round[kept][sort], one[sort], other[sort], result[sort],
        [named[number] for number in order], people[order], starts,
    )  # fmt: skip


def _marks(met: _Met) -> Iterator[str]:
    """The mark of each event: see `ledger.mark_of`."""
    texts = [_bytes(met.tokens), _bytes(_CODES)]
    kinds, at = np.unique(met.round, return_inverse=True)
    rounds = _bytes([str(kind) for kind in kinds.tolist()])
    made = sha256()
    event = 0
    for first in range(0, len(at), _LINES):
        part = slice(first, first + _LINES)
        size = len(at[part])
        tab, end = (np.full((size, 1), ord(letter), dtype=np.uint8) for letter in "\t\n")
        cells = np.hstack([
            rounds[at[part]], tab, texts[0][met.one[part]], tab, texts[0][met.other[part]], tab,
            texts[1][met.result[part]], end,
        ])  # fmt: skip
        is_text = cells != 0
        ends = np.concatenate([[0], np.cumsum(is_text.sum(axis=1))])
        flat = cells[is_text].tobytes()
        at_row = first
        while at_row < first + size:
            while met.starts[event + 1] <= at_row:
                yield digest_of(made)
                made, event = sha256(), event + 1
            last = min(int(met.starts[event + 1]), first + size)
            is_end = last == met.starts[event + 1]
            made.update(flat[ends[at_row - first] : ends[last - first] - is_end])
            at_row = last
    for _ in range(event, len(met.starts) - 1):
        yield digest_of(made)
        made = sha256()


def _bytes(texts: Sequence[str]) -> Any:
    """The letters of each text in a row, 0 behind them."""
    encoded = np.array([text.encode() for text in texts] or [b""])
    width = max(encoded.dtype.itemsize, 1)
    return encoded.astype(f"S{width}").view(np.uint8).reshape(-1, width)


def _games(met: _Met, part: slice) -> dict[tuple[int, str, str], str]:
    tokens = met.tokens
    columns = (met.round, met.one, met.other, met.result)
    return {
        (round_, tokens[one], tokens[other]): _CODES[result]
        for round_, one, other, result in zip(
            *(column[part].tolist() for column in columns), strict=True
        )
    }


def _record(met: _Met, part: slice, listed: Listed) -> str:
    who = np.unique(np.concatenate([met.one[part], met.other[part]]))
    spelt = [listed.token(int(met.rows[number])) for number in who]
    return record_of(_games(met, part), spelt, [met.tokens[number] for number in who])


# --- those that come twice -----------------------------------------------------------------------


def tell_same(
    held: Sequence[Held], met: _Met, ledger: Sequence[Held], own: set[str], listed: Listed,
    found: Findings,
) -> None:  # fmt: skip
    """Tell which events are another one that was sent, or that the list counts.

    Only where two events have a mark, a name or most of their pairs in common is there anything
    to look at, by `copies`.
    """
    pairs, counts, of = _pairs(met, ledger, listed)
    order = np.argsort(pairs, kind="stable")
    sorted_, events = pairs[order], of[order]
    again = np.flatnonzero(sorted_[1:] == sorted_[:-1])
    shared = np.zeros(len(pairs), dtype=bool)
    shared[again] = shared[again + 1] = True
    by_event = np.bincount(events[shared], minlength=len(counts))
    marks = [one.mark for one in (*ledger, *held)]
    often = (
        {mark for mark in marks if marks.count(mark) > 1} if len(set(marks)) < len(marks) else set()
    )
    titles = {plain_name(one.title) for one in ledger if one.title and not one.record}
    if not (
        (2 * by_event > counts).any()
        or often
        or any(plain_name(one.title) in titles for one in held)
    ):
        return
    near = set(np.flatnonzero(by_event).tolist())
    of_list = [
        one for at, one in enumerate(ledger)
        if at in near or one.mark in often or not one.record
    ]  # fmt: skip
    mine = [
        replace(one, record=_record(met, _part(met, at), listed))
        for at, one in enumerate(held)
        if at + len(ledger) in near or one.mark in often or plain_name(one.title) in titles
    ]
    tell_copies(mine, of_list, listed, own, found)


def _part(met: _Met, event: int) -> slice:
    return slice(int(met.starts[event]), int(met.starts[event + 1]))


def _pairs(met: _Met, ledger: Sequence[Held], listed: Listed) -> tuple[Any, Any, Any]:
    """Each pair of people once for each event they met in; how many there are of each event."""
    size = len(met.tokens)
    number = {token: at for at, token in enumerate(met.tokens)}
    today: dict[str, int] = {}

    def of_today(token: str) -> int:
        if token not in today:
            row = listed.of_token(token)
            now = token if row is None else plain_token(listed.token(row))
            today[token] = number.setdefault(now, len(number))
        return today[token]

    old = [
        (at, *sorted((of_today(one), of_today(other))))
        for at, event in enumerate(ledger)
        for one, other in {(one, other) for _, one, other in as_games(
            (round_, one, other, code) for (round_, one, other), code in event.games.items()
        )}
    ]  # fmt: skip
    width = max(len(number), size, 1)
    before = np.array(old or np.zeros((0, 3)), dtype=np.int64)
    event = np.concatenate([before[:, 0], met.event + len(ledger)])
    pair = np.concatenate([before[:, 1] * width + before[:, 2], met.one * width + met.other])
    if len(ledger) + len(met.starts) < 2**62 // width**2:
        both = np.sort(event * width**2 + pair)
        both = both[np.append(True, both[1:] != both[:-1])] if len(both) else both
        event, pair = both // width**2, both % width**2
    else:
        event, pair = np.unique(np.column_stack([event, pair]), axis=0).T
    return pair, np.bincount(event, minlength=len(ledger) + len(met.starts) - 1), event
