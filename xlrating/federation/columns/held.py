"""The ledger entries for a file's events, and events that occur twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Any

import numpy as np

from ...bulk.fixed import blocks, distinct
from ...engine.results import RESULTS
from ...engine.vocabulary.names import plain_name
from ..column import Figures
from ..copies import tell_copies
from ..fingerprints import factor_of, mark_of_game, mark_of_side, mark_of_words, shown
from ..ledger import MOST_GAMES, TURNED, LedgerEntry, as_games, record_of
from ..people import ListPeople
from ..persons import Findings, Persons
from .cells import eight_letters, letters_of_ids
from .games import GamesTable

#: Up to this many keys, each has a number of 64 bits.
_MOST_KEYS = 2**63

_CODES = [result.code for result in RESULTS]
_KEPT = np.array([code in TURNED for code in _CODES])
_TURNED = [TURNED.get(code, code) for code in _CODES]
_OTHER = np.array([_CODES.index(code) for code in _TURNED])
#: The codes of results in a game's fingerprint, from White's and from Black's side.
_WHITE, _BLACK = (
    np.array([factor_of(code) for code in codes], dtype=np.uint64) for codes in (_CODES, _TURNED)
)


@dataclass(frozen=True)
class Met:
    """The pairings, one game per row. White and Black are rows of the list."""

    event: Any
    round: Any
    white: Any
    black: Any
    result: Any

    def with_later(self, later: Met, events: int) -> Met:
        """These games and those of later events, numbered from `events`."""
        own, more = (
            (one.event, one.round, one.white, one.black, one.result)
            for one in (self, replace(later, event=later.event + events))
        )
        return Met(*map(np.concatenate, zip(own, more, strict=True)))


def met_of(sent: GamesTable, sides: tuple[Any, Any]) -> Met:
    """The games that a list records: those between two people, with a result."""
    columns = sent.event, sent.round, *sides, sent.result
    kept = np.flatnonzero(_KEPT.take(sent.result) & (columns[2] >= 0) & (columns[3] >= 0))
    return Met(*(columns if len(kept) == sent.size else (one.take(kept) for one in columns)))


def held_events(sent: GamesTable, who: Any, met: Met, listed: ListPeople) -> list[LedgerEntry]:
    """The ledger entries of a file's events, with the games of the latest ones."""
    events = len(sent.events)
    sizes = np.bincount(met.event, minlength=events)
    # Older games are not kept anyway: see `ledger.bounded`.
    left = MOST_GAMES - np.cumsum(sizes[::-1])[::-1]
    players = _Players(met, listed)
    records = _records(met, np.flatnonzero(left >= 0).tolist(), players)
    marks, known = _marks(met, events, players), who[who >= 0]
    are_apart = len(distinct(known)) == len(known) and len(met.event) == sent.size
    people = sent.people.tolist() if are_apart else _people(met, events, len(listed))
    found = []
    for number, said in enumerate(sent.events):
        event = said.event
        found.append(
            LedgerEntry(
                said.file, said.title, event.day("start"), event.day("end"), people[number],
                int(sizes[number]), shown(marks[number]),
                records.get(number, "") if left[number] >= 0 else "-", said.data,
                says_rounds=sent.says_rounds,
            )
        )  # fmt: skip
    return found


class _Players:
    """The participants on the list: their rows, and their tokens, eight characters at a time."""

    def __init__(self, met: Met, listed: ListPeople) -> None:
        self.listed = listed
        there = np.zeros(len(listed), dtype=bool)
        there[met.white] = there[met.black] = True
        self.rows = np.flatnonzero(there)
        ids = listed.parts["id"]
        words = None
        if isinstance(ids.kinds, Figures) and ids.is_array:
            words = letters_of_ids(np.take(ids.kinds.numbers, ids.codes.take(self.rows)))
        self.words = words or eight_letters(listed.plain_tokens(self.rows.tolist()))

    def per_row(self, values: Any, dtype: Any) -> Any:
        """A value for each of them, by row of the list."""
        found = np.zeros(len(self.listed), dtype=dtype)
        found[self.rows] = values
        return found


def _marks(met: Met, events: int, players: _Players) -> list[int]:
    """The fingerprint of each event: see `ledger.mark_of`."""
    found = np.zeros(events, dtype=np.uint64)
    who = players.per_row(mark_of_words(players.words), np.uint64)
    rounds = np.zeros(int(met.round.max(initial=0)) + 1, dtype=np.uint64)
    for one in np.flatnonzero(np.bincount(met.round)).tolist():
        rounds[one] = factor_of(str(one))
    for part in blocks(len(met.event)):
        result = met.result[part]
        games = mark_of_game(
            mark_of_side(who.take(met.white[part]), _WHITE.take(result)),
            mark_of_side(who.take(met.black[part]), _BLACK.take(result)),
            rounds.take(met.round[part]),
        )
        np.add.at(found, met.event[part], games)
    return found.tolist()


def _people(met: Met, events: int, size: int) -> list[int]:
    """How many people met an opponent in each event."""
    keys = distinct(np.concatenate([met.event * size + side for side in (met.white, met.black)]))
    return np.bincount(keys // max(size, 1), minlength=events).tolist()  # type: ignore[no-any-return]


def _records(met: Met, events: Collection[int], players: _Players) -> Mapping[int, str]:
    """The pairings of these events, if any: see `ledger.record_of`."""
    wanted = np.zeros(int(met.event.max(initial=0)) + 1, dtype=bool)
    wanted[[one for one in events if one < len(wanted)]] = True
    rows = np.flatnonzero(wanted.take(met.event))
    if not len(rows):
        return {}
    event, round_, result, white, black = (
        column.take(rows) for column in (met.event, met.round, met.result, met.white, met.black)
    )
    there = np.zeros(len(players.listed), dtype=bool)
    there[white] = there[black] = True
    some = np.flatnonzero(there.take(players.rows))
    own = players.rows.take(some)
    people = own.take(np.lexsort([words.take(some) for words in players.words[::-1]]))
    place = np.zeros(len(players.listed), dtype=np.int64)
    place[people] = np.arange(len(people))
    # Both sorted by token, with the people of each event after those of the previous one.
    white, black = (event * len(people) + place.take(side) for side in (white, black))
    result = np.where(white > black, _OTHER.take(result), result)
    one, other = np.minimum(white, black), np.maximum(white, black)
    # Sorting by two numbers is twice as fast as by four.
    size, rounds = len(people), int(round_.max()) + 1
    order = np.lexsort((one % size * size + other % size, event * rounds + round_))
    event, round_, result, one, other = (
        column.take(order) for column in (event, round_, result, one, other)
    )
    who = distinct(np.concatenate([one, other]))
    before = np.searchsorted(who, event * len(people)) - 1
    one, other = (np.searchsorted(who, side) - before for side in (one, other))
    tokens = players.listed.tokens(people[who % len(people)].tolist())
    codes = map(_CODES.__getitem__, result.tolist())
    games = zip(round_.tolist(), one.tolist(), other.tolist(), codes, strict=True)
    numbers, counts = np.unique(event, return_counts=True)
    edges = np.searchsorted(who, np.append(numbers, numbers[-1] + 1) * len(people)).tolist()
    return {
        number: record_of(tokens[slice(*of_people)], [*islice(games, count)])
        for number, of_people, count in zip(
            numbers.tolist(), pairwise(edges), counts.tolist(), strict=True
        )
    }


# --- those that come twice -----------------------------------------------------------------------


def tell_same(
    held: Sequence[LedgerEntry], met: Met, ledger: Sequence[LedgerEntry], own: Collection[str],
    persons: Persons, found: Findings,
) -> None:  # fmt: skip
    """Report events that equal another submitted one, or one that the list counts.

    Only events with a common fingerprint, name or most pairs are compared
    in detail, by `copies`.
    """
    listed = persons.flushed()
    by_event, counts = _shared_pairs(met, len(held), ledger, persons, len(listed))
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
        at for at, one in enumerate(held)
        if at + len(ledger) in near or one.mark in often or plain_name(one.title) in titles
    ]  # fmt: skip
    records = _records(met, mine, _Players(met, listed))
    told = [replace(held[at], record=records.get(at, "")) for at in mine]
    tell_copies(told, of_list, persons, own, found)


def _shared_pairs(
    met: Met, sent: int, ledger: Sequence[LedgerEntry], persons: Persons, size: int
) -> tuple[Any, Any]:
    """How many pairs of each event also met in another one, and how many pairs there are."""
    today: dict[str, int] = {}
    gone: dict[str, int] = {}

    def of_today(token: str) -> int:
        if token not in today:
            row = persons.of_token(token)
            nobody = size + len(gone)
            today[token] = gone.setdefault(token, nobody) if row is None else row
        return today[token]

    old = [
        (at, *sorted((of_today(one), of_today(other))))
        for at, event in enumerate(ledger)
        for one, other in {(one, other) for _, one, other in as_games(
            (round_, one, other, code) for (round_, one, other), code in event.games.items()
        )}
    ]  # fmt: skip
    width = max(size + len(gone), 1)
    before = np.array(old or np.zeros((0, 3)), dtype=np.int64)
    event = np.concatenate([before[:, 0], met.event + len(ledger)])
    now = np.minimum(met.white, met.black) * width + np.maximum(met.white, met.black)
    pair = np.concatenate([before[:, 1] * width + before[:, 2], now])
    events = len(ledger) + sent
    bits = events.bit_length()
    if width * width << bits < _MOST_KEYS:
        # Sorting single numbers is many times as fast as sorting pairs.
        found = distinct((pair << bits) | event)
        pair, event = found >> bits, found & (2**bits - 1)
    else:
        pair, event = np.unique(np.column_stack([pair, event]), axis=0).T
    again = np.flatnonzero(pair[1:] == pair[:-1])
    shared = np.zeros(len(pair), dtype=bool)
    shared[again] = shared[again + 1] = True
    return np.bincount(event[shared], minlength=events), np.bincount(event, minlength=events)
