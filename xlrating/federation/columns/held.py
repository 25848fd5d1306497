"""The ledger entries for a file's events, and events that occur twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from ...bulk.fixed import begins, blocks, distinct, numbered
from ...engine.results import RESULTS
from ...engine.vocabulary.names import plain_name
from ..column import Figures
from ..copies import tell_copies
from ..fingerprints import factor_of, mark_of_game, mark_of_side, mark_of_words, shown
from ..ledger import MOST_GAMES, TURNED, LedgerEntry, as_games
from ..people import ListPeople
from ..persons import Findings, Persons
from .at_once import met_at_once
from .cells import eight_letters, letters_of_ids
from .games import GamesTable
from .who import who_play

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
    kept = _KEPT.take(sent.result) & (columns[2] >= 0) & (columns[3] >= 0)
    return Met(*(columns if kept.all() else (one[kept] for one in columns)))


def held_events(
    sent: GamesTable, who: Any, met: Met, rows: Any, listed: ListPeople
) -> list[LedgerEntry]:
    """The ledger entries of a file's events, with the games of the latest ones; `rows` are all
    who play.
    """
    events = len(sent.events)
    sizes = np.bincount(met.event, minlength=events)
    # Older games are not kept anyway: see `ledger.bounded`.
    left = MOST_GAMES - np.cumsum(sizes[::-1])[::-1]
    players = _Players(rows, listed)
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
    """Participants on the list: their rows, and their tokens, eight characters at a time."""

    def __init__(self, rows: Any, listed: ListPeople) -> None:
        self.listed, self.rows = listed, rows
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
    numbers = map(str, range(int(met.round.max(initial=0)) + 1))
    rounds = np.array([*map(factor_of, numbers)], dtype=np.uint64)
    for part in blocks(len(met.event)):
        result = met.result[part]
        games = mark_of_game(
            mark_of_side(who.take(met.white[part]), _WHITE.take(result)),
            mark_of_side(who.take(met.black[part]), _BLACK.take(result)),
            rounds.take(met.round[part]),
        )
        event = met.event[part]
        first = begins(event)
        np.add.at(found, event.take(first), np.add.reduceat(games, first))
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
    some = np.flatnonzero(who_play((white, black), len(players.listed)).take(players.rows))
    own = players.rows.take(some)
    people = own.take(np.lexsort([words.take(some) for words in players.words[::-1]]))
    place = np.zeros(len(players.listed), dtype=np.int64)
    place[people] = np.arange(len(people))
    # Both sorted by token, with the people of each event after those of the previous one.
    white, black = (event * len(people) + place.take(side) for side in (white, black))
    result = np.where(white > black, _OTHER.take(result), result)
    one, other = np.minimum(white, black), np.maximum(white, black)
    size, rounds = len(people), int(round_.max()) + 1
    turns, pairs = event * rounds + round_, one % size * size + other % size
    if (int(turns.max()) + 1) * size * size * len(rows) < _MOST_KEYS:
        # Single numbers, of all of this and the row, are sorted many times as fast as pairs.
        keys = (turns * size * size + pairs) * len(rows) + np.arange(len(rows))
        order = np.sort(keys) % len(rows)
    else:
        order = np.lexsort((pairs, turns))
    event, round_, result, one, other = (
        column.take(order) for column in (event, round_, result, one, other)
    )
    who, at = numbered(np.concatenate([one, other]))
    before = np.searchsorted(who, event * len(people)) - 1
    one, other = (side - before for side in np.split(at, 2))
    of_people = np.array(players.listed.tokens(people.tolist()), dtype=object)
    tokens = of_people.take(who % len(people)).tolist()
    numbers = distinct(event)
    edges = np.searchsorted(who, np.append(numbers, numbers[-1] + 1) * len(people)).tolist()
    texts = _lines(event, round_, one, other, result).split("\n")
    return {
        number: f"{'; '.join(tokens[first:end])} | {text}"
        for number, (first, end), text in zip(numbers.tolist(), pairwise(edges), texts, strict=True)
    }


def _lines(event: Any, round_: Any, one: Any, other: Any, result: Any) -> str:
    """The games as `ledger.record_of` writes them, a line for each event.

    Few halves of a game's text are different: each is made once.
    """
    numbers = range(int(other.max()) + 1)
    halves = [f", {no}-" for no in numbers], [f"{no} {code}" for no in numbers for code in _CODES]
    found = np.column_stack([
        np.array(texts, dtype=object).take(at)
        for texts, at in zip(halves, (one, other * len(_CODES) + result), strict=True)
    ])  # fmt: skip
    first = begins(event, round_)
    signs = np.where(np.diff(event.take(first), prepend=-1) > 0, "\n", "; ").tolist()
    heads = zip(signs, round_.take(first).tolist(), one.take(first).tolist(), strict=True)
    found[first, 0] = [f"{sign}{number}: {no}-" for sign, number, no in heads]
    return "".join(found.ravel().tolist())[1:]


# --- events that occur twice ---------------------------------------------------------------------


def tell_same(
    held: Sequence[LedgerEntry], met: Met, ledger: Sequence[LedgerEntry], own: Collection[str],
    persons: Persons, found: Findings,
) -> None:  # fmt: skip
    """Report events that equal another submitted one, or one that the list counts.

    Only events with a common fingerprint, name or most pairs are compared
    in detail, by `copies`.
    """
    listed = persons.flushed()
    by_event, counts, at_once = _shared_pairs(met, held, ledger, persons, len(listed))
    marks = Counter(one.mark for one in (*ledger, *held))
    often = {mark for mark, times in marks.items() if times > 1}
    titles = {plain_name(one.title) for one in ledger if one.title and not one.record}
    # Of two events with mostly the same pairs, the larger may have many others.
    are_same = bool((2 * by_event > counts).any())
    near = set(np.flatnonzero(by_event).tolist()) if are_same else at_once
    if not (near or often or (titles and any(plain_name(one.title) in titles for one in held))):
        return
    of_list = [
        one for at, one in enumerate(ledger)
        if at in near or one.mark in often or not one.record
    ]  # fmt: skip
    mine = [
        at for at, one in enumerate(held)
        if at + len(ledger) in near or one.mark in often or plain_name(one.title) in titles
    ]  # fmt: skip
    there = np.flatnonzero(who_play((met.white, met.black), len(listed)))
    records = _records(met, mine, _Players(there, listed))
    told = [replace(held[at], record=records.get(at, "")) for at in mine]
    tell_copies(told, of_list, persons, own, found)


def _shared_pairs(
    met: Met,
    held: Sequence[LedgerEntry],
    ledger: Sequence[LedgerEntry],
    persons: Persons,
    size: int,
) -> tuple[Any, Any, set[int]]:
    """How many pairs of each event also met in another one, how many pairs there are, and which
    events have some in common with one of the same time.
    """
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
    event, pair = met.event, np.minimum(met.white, met.black) * width
    pair += np.maximum(met.white, met.black)
    if ledger:
        event = np.concatenate([before[:, 0], event + len(ledger)])
        pair = np.concatenate([before[:, 1] * width + before[:, 2], pair])
    events = len(ledger) + len(held)
    bits = events.bit_length()
    counts = np.bincount(before[:, 0], minlength=events)
    counts[len(ledger) :] += np.fromiter((one.count for one in held), np.int64, len(held))
    if width * width << bits < _MOST_KEYS:
        # Sorting single numbers is many times as fast as sorting pairs.
        pair <<= bits
        pair |= event
        pair.sort()
        again = np.flatnonzero((pair[1:] ^ pair[:-1]) < 1 << bits)
        # Few pairs meet again.
        some = pair.take(distinct(np.concatenate([again, again + 1])))
        found = distinct(some)
        pair, event = found >> bits, found & (2**bits - 1)
        counts -= np.bincount(some & (2**bits - 1), minlength=events)
        counts += np.bincount(event, minlength=events)
    else:
        pair, event = np.unique(np.column_stack([pair, event]), axis=0).T
        counts = np.bincount(event, minlength=events)
    again = np.flatnonzero(pair[1:] == pair[:-1])
    shared = np.zeros(len(pair), dtype=bool)
    shared[again] = shared[again + 1] = True
    pair, event = pair[shared], event[shared]
    at_once = met_at_once(pair, event, [*ledger, *held])
    return np.bincount(event, minlength=events), counts, at_once
