"""The events of a file as a list keeps them, and those that come twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import numpy as np

from ...bulk.fixed import ROOM, distinct
from ...engine.results import RESULTS
from ..copies import tell_copies
from ..directory import plain_token
from ..ledger import MOST_GAMES, TURNED, Held, as_games, digest_of
from ..persons import Findings
from ..spellings import plain_name
from .games import Sent
from .people import Listed

#: So many keys have a number of 64 bits each.
_MOST_KEYS = 2**63
#: So many games become lines of text at a time.
_LINES = 200_000

_CODES = [result.code for result in RESULTS]
_KEPT = np.array([code in TURNED for code in _CODES])
_OTHER = np.array([_CODES.index(TURNED.get(code, code)) for code in _CODES])


@dataclass(frozen=True)
class _Met:
    """Who met whom, event by event, as `ledger.as_games` has it: a row a game.

    `one` and `other` are places among the people of the events: event after event everybody who
    met somebody, `person` says who of the `tokens`, which are sorted, as are the people of each
    event; `rows` are those of the list. `round` is a place among `rounds`, which are sorted as
    texts. The games of each event are sorted by the text of their lines. `starts` and `first` are
    where the games and the people of each event begin.
    """

    event: Any
    round: Any
    one: Any
    other: Any
    result: Any
    rounds: Any
    person: Any
    tokens: Sequence[str]
    rows: Any
    starts: Any
    first: Any


def held_events(sent: Sent, who: Any, listed: Listed) -> tuple[list[Held], _Met]:
    """The events of a file, the records of the last ones with them; and who met whom."""
    met = _met(sent, who, listed)
    sizes = np.diff(met.starts)
    with ThreadPoolExecutor(1) as other:
        # Meanwhile: marks are made of all games, records of the last ones.
        marked = other.submit(lambda: list(_marks(met)))
        left = MOST_GAMES - np.cumsum(sizes[::-1])[::-1]
        # What is not kept anyway: see `ledger.bounded`.
        are_kept = enumerate((left >= 0).tolist())
        records = [_record(met, number, listed) if is_ else "-" for number, is_ in are_kept]
        marks = marked.result()
    found = []
    for number, said in enumerate(sent.events):
        event = said.event
        found.append(
            Held(
                said.file, said.title, event.day("start"), event.day("end"),
                int(met.first[number + 1] - met.first[number]), int(sizes[number]), marks[number],
                records[number], said.data,
            )
        )  # fmt: skip
    return found, met


def _met(sent: Sent, who: Any, listed: Listed) -> _Met:
    entered, events = sent.entered, len(sent.events)
    kept = np.flatnonzero(_KEPT[sent.result] & (sent.black >= 0) & (sent.white >= 0))
    is_all = len(kept) == sent.size
    white, black, result, event, round_ = (
        column if is_all else column[kept]
        for column in (entered.white, entered.black, sent.result, sent.event, sent.round)
    )
    there = np.zeros(len(entered.event), dtype=bool)
    there[white] = there[black] = True
    own = np.flatnonzero(there)
    of_event, of_person = entered.event[own], who.take(entered.token[own])
    people = np.flatnonzero(np.bincount(of_person, minlength=listed.size))
    named = listed.plain_tokens(people)
    order = np.argsort(np.array(list(map(str.encode, named)) or [b""]), kind="stable")
    order = order[: len(named)]
    rank = np.zeros(listed.size, dtype=np.int64)
    rank[people[order]] = np.arange(len(order))
    of_person = rank.take(of_person)
    sorted_ = np.argsort(of_event * len(order) + of_person)
    place = np.zeros(len(there), dtype=np.int64)
    place[own[sorted_]] = np.arange(len(sorted_))
    white, black = place.take(white), place.take(black)
    result = np.where(white > black, _OTHER.take(result), result)
    one, other = np.minimum(white, black), np.maximum(white, black)
    rounds, at = _rounds(round_)
    first = np.append(0, np.cumsum(np.bincount(of_event, minlength=events)))
    lines = _lines(event, at, one, len(rounds), first)
    return _Met(
        event.take(lines), at.take(lines), one.take(lines), other.take(lines), result.take(lines),
        rounds, of_person[sorted_], [named[number] for number in order.tolist()], people[order],
        np.append(0, np.cumsum(np.bincount(event, minlength=events))), first,
    )  # fmt: skip


def _lines(event: Any, round_: Any, one: Any, rounds: int, first: Any) -> Any:
    """The games in the order of events, rounds and the first of both players.

    Nobody has two games in a round: each has a place of its own among all there could be.
    """
    size = int(first[-1]) * rounds
    if size > ROOM * len(event):
        return np.lexsort((one, round_, event))
    place = (first[:-1] * (rounds - 1)).take(event)
    place += np.diff(first).take(event) * round_
    place += one
    found: Any = np.full(size, -1, dtype=np.int32 if len(event) < 2**31 else np.int64)
    found[place] = np.arange(len(event), dtype=found.dtype)
    return found[found >= 0].astype(np.int64)


def _rounds(round_: Any) -> tuple[Any, Any]:
    """The rounds there are as their texts are sorted, 10 before 2; and which each game has."""
    occurs = np.bincount(round_.clip(min=0), minlength=1) > 0
    kinds = sorted(np.flatnonzero(occurs).tolist(), key=str)
    place = np.zeros(len(occurs), dtype=np.int64)
    place[kinds] = np.arange(len(kinds))
    return np.array(kinds, dtype=np.int64), place[round_]


def _marks(met: _Met) -> Iterator[str]:
    """The mark of each event: see `ledger.mark_of`."""
    tokens = _bytes(met.tokens, "\t").take(met.person, axis=0)
    columns = [
        (texts, (texts != 0).sum(axis=1), places)
        for texts, places in (
            (_bytes(list(map(str, met.rounds.tolist())), "\t"), met.round), (tokens, met.one),
            (tokens, met.other), (_bytes(_CODES, "\n"), met.result),
        )
    ]  # fmt: skip
    edges = np.cumsum([0, *(texts.shape[1] for texts, _, _ in columns)]).tolist()
    made, event, all_ = sha256(), 0, len(met.event)
    cells = np.empty((min(_LINES, all_), edges[-1]), dtype=np.uint8)
    for first in range(0, all_, _LINES):
        part = slice(first, first + _LINES)
        size = min(_LINES, all_ - first)
        ends = np.zeros(size + 1, dtype=np.int64)
        for (texts, own, places), at in zip(columns, edges, strict=False):
            cells[:size, at : at + texts.shape[1]] = texts.take(places[part], axis=0)
            ends[1:] += own.take(places[part])
        ends = np.cumsum(ends)
        flat = cells[:size].tobytes().translate(None, b"\0")
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


def _bytes(texts: Sequence[str], end: str) -> Any:
    """The letters of each text in a row, 0 behind them, then what stands at its end."""
    encoded = np.array(list(map(str.encode, texts)) or [b""])
    width = max(encoded.dtype.itemsize, 1)
    letters = encoded.astype(f"S{width}").view(np.uint8).reshape(-1, width)
    return np.hstack([letters, np.full((len(letters), 1), ord(end), dtype=np.uint8)])


def _record(met: _Met, event: int, listed: Listed) -> str:
    """Who met whom in an event: see `ledger.record_of`."""
    part = _part(met, event)
    first, last = (int(met.first[at]) for at in (event, event + 1))
    one, other, result = (column[part] for column in (met.one, met.other, met.result))
    round_ = met.rounds.take(met.round[part])
    if not len(one):
        return ""
    order = np.lexsort((other, one, round_))
    one, other, result, round_ = (column[order] for column in (one, other, result, round_))
    columns = one - first + 1, other - first + 1, result
    games = [
        f"{mine}-{theirs} {_CODES[at]}"
        for mine, theirs, at in zip(*(column.tolist() for column in columns), strict=True)
    ]
    starts = np.flatnonzero(np.append(True, round_[1:] != round_[:-1])).tolist()
    lines = [
        f"{round_[start]}: " + ", ".join(games[start:end])
        for start, end in zip(starts, [*starts[1:], len(games)], strict=True)
    ]
    who = met.rows[met.person[first:last]]
    return "; ".join(listed.tokens(who)) + " | " + "; ".join(lines)


# --- those that come twice -----------------------------------------------------------------------


def tell_same(
    held: Sequence[Held], met: _Met, ledger: Sequence[Held], own: set[str], listed: Listed,
    found: Findings,
) -> None:  # fmt: skip
    """Tell which events are another one that was sent, or that the list counts.

    Only where two events have a mark, a name or most of their pairs in common is there anything
    to look at, by `copies`.
    """
    by_event, counts = _shared_pairs(met, ledger, listed)
    marks = Counter(one.mark for one in (*ledger, *held))
    often = {mark for mark, times in marks.items() if times > 1}
    titles = {plain_name(one.title) for one in ledger if one.title and not one.record}
    if not (
        (2 * by_event > counts).any()
        or often
        or (titles and any(plain_name(one.title) in titles for one in held))
    ):
        return
    near = set(np.flatnonzero(by_event).tolist())
    of_list = [
        one for at, one in enumerate(ledger)
        if at in near or one.mark in often or not one.record
    ]  # fmt: skip
    mine = [
        replace(one, record=_record(met, at, listed))
        for at, one in enumerate(held)
        if at + len(ledger) in near or one.mark in often or plain_name(one.title) in titles
    ]
    tell_copies(mine, of_list, listed, own, found)


def _part(met: _Met, event: int) -> slice:
    return slice(int(met.starts[event]), int(met.starts[event + 1]))


def _shared_pairs(met: _Met, ledger: Sequence[Held], listed: Listed) -> tuple[Any, Any]:
    """How many pairs of people of each event met in another one, too; how many there are in all."""
    size = len(met.tokens)
    number = {token: at for at, token in enumerate(met.tokens)} if ledger else {}
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
    now = met.person.take(met.one) * width + met.person.take(met.other)
    pair = np.concatenate([before[:, 1] * width + before[:, 2], now])
    events = len(ledger) + len(met.starts) - 1
    if width * width * events < _MOST_KEYS:
        # Sorting one number each is many times as fast as sorting two.
        pair, event = np.divmod(distinct(pair * events + event), events)
    else:
        pair, event = np.unique(np.column_stack([pair, event]), axis=0).T
    again = np.flatnonzero(pair[1:] == pair[:-1])
    shared = np.zeros(len(pair), dtype=bool)
    shared[again] = shared[again + 1] = True
    return np.bincount(event[shared], minlength=events), np.bincount(event, minlength=events)
