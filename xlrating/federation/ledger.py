"""A list's record of the events it counts, so that none of them is rated twice.

An event is identified by its games: who met whom in which round with which result. Colours, byes,
pending games, the order of lines and players' numbers do not matter,
because not every kind of file has them, or has them the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from hashlib import sha256
from itertools import groupby
from operator import itemgetter

from ..engine.event import Event
from ..engine.problems import Problem
from ..engine.results import RESULTS, Kind
from .directory import plain_token
from .fingerprints import factor_of, mark_of_game, mark_of_side, mark_of_words, shown, words_of
from .provenance import not_ours

#: Round and two persons, in the order of their tokens; the result from the first one's side.
Games = Mapping[tuple[int, str, str], str]

#: For this many games, the latest, a list records the pairings; for older events only fingerprints.
MOST_GAMES = 100_000

TURNED: Mapping[str, str] = {
    one.code: next(
        other.code
        for other in RESULTS
        if (other.kind, other.white, other.black) == (one.kind, one.black, one.white)
    )
    for one in RESULTS
    if one.kind not in (Kind.BYE, Kind.POSTPONED)
}

_ROUND = re.compile(r"(\d+): (.+)")
_GAME = re.compile(r"(\d+)-(\d+) (.+)")


@dataclass(frozen=True)
class LedgerEntry:
    """An event that a list counts.

    `mark` is the same for every file of the event; `people` and `count` are how many people
    met an opponent and how many games; `record` has the pairings, '' if no longer kept. `data`
    is the same only for identical files. `listed` is the date of the list whose ratings
    counted, '' for the previous list. `pace` is that of the columns it changed, '' for
    the standard one. `national` says which of its rules' national events it was, '' for none.
    Whether the submitted file had rounds is not recorded.
    """

    file: str
    title: str
    first: date | None
    last: date | None
    people: int
    count: int
    mark: str
    record: str = ""
    data: str = ""
    listed: str = ""
    pace: str = ""
    says_rounds: bool = True
    national: str = ""

    @property
    def called(self) -> str:
        """The event's name with the file it came in."""
        return with_file(self.title, self.file)

    @cached_property
    def games(self) -> Games:
        """The games in the record.

        Raises `ArgumentError` if xlrating did not write it.
        """
        return _read_record(self.record) if self.record else {}

    @property
    def is_whole(self) -> bool:
        """Whether the fingerprint was made from the record."""
        return not self.record or (mark_of(self.games), len(self.games)) == (self.mark, self.count)


def with_file(name: str, file: str) -> str:
    """An event's name with the file it came in.

    >>> with_file("Cup", "a.csv"), with_file("", "a.csv")
    ('Cup (a.csv)', 'a.csv')
    """
    return f"{name} ({file})" if name else file


def as_held(
    file: str,
    title: str,
    event: Event,
    tokens: Mapping[int, str],
    data: str = "",
    listed: str = "",
) -> LedgerEntry:
    """An event's ledger entry; `tokens` are those of its players, by number.

    >>> from xlrating.engine.event import Game, Player
    >>> from xlrating.engine.results import read_result
    >>> cup = Event((Player(1), Player(2)), (Game(1, 2, 1, read_result("1-0")),))
    >>> as_held("cup.csv", "Cup", cup, {1: "#77", 2: "Ann Lee"}).record
    '#77; Ann Lee | 1: 1-2 0-1'
    """
    spelt = {plain_token(token): token for token in tokens.values()}
    games = as_games(
        (game.round, plain_token(tokens[game.white]), plain_token(tokens[game.black]), code)
        for game in event.games
        if game.black is not None and (code := game.result.code) in TURNED
    )
    who = sorted({token for _, *pair in games for token in pair})
    no = {token: number for number, token in enumerate(who, 1)}
    numbered = sorted((round_, no[one], no[other], c) for (round_, one, other), c in games.items())
    return LedgerEntry(
        file, title, event.day("start"), event.day("end"),
        len(who), len(games), mark_of(games),
        record_of([spelt[token] for token in who], numbered), data, listed,
        says_rounds=event.says_rounds,
    )  # fmt: skip


def as_games(games: Iterable[tuple[int, str, str, str]]) -> Games:
    """Games with the two persons of each in the order of their tokens."""
    found = {}
    for round_, one, other, code in games:
        if one > other:
            one, other, code = other, one, TURNED[code]
        found[round_, one, other] = code
    return found


def mark_of(games: Games) -> str:
    """A fingerprint of games, 16 characters: equal for equal games, whatever file they came in."""
    who = {token for _, *pair in games for token in pair}
    marks = {token: mark_of_words(words_of(token)) for token in who}
    return shown(sum(
        mark_of_game(
            mark_of_side(marks[one], factor_of(code)),
            mark_of_side(marks[other], factor_of(TURNED[code])),
            factor_of(str(round_)),
        )
        for (round_, one, other), code in games.items()
    ))  # fmt: skip


def seal_of(events: Iterable[LedgerEntry]) -> str:
    """A checksum, 16 characters, that shows if an event was changed or is missing."""
    lines = sorted(
        " ".join(filter(None, (
            f"{one.mark} {one.people} {one.count} {one.first} {one.last}",
            one.data, one.listed, one.pace, one.national,
        )))
        for one in events
    )  # fmt: skip
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


def bounded(events: Sequence[LedgerEntry]) -> tuple[LedgerEntry, ...]:
    """The events, with only the latest ones' games."""
    left, found = MOST_GAMES, []
    for one in reversed(events):
        left -= one.count if one.record else 0
        found.append(one if left >= 0 else replace(one, record=""))
    return tuple(reversed(found))


def tell_cut(events: Sequence[LedgerEntry], kept: Sequence[LedgerEntry]) -> list[Problem]:
    """A notice of how many events have no recorded games from now on."""
    n = sum(bool(was.record) and not now.record for was, now in zip(events, kept, strict=True))
    return [Problem("fed_records_cut", {"n": n, "games": MOST_GAMES}, "")] if n else []


def record_of(who: Sequence[str], games: Sequence[tuple[int, int, int, str]]) -> str:
    """The pairings as one text: `who`, and rounds with the indexes of two of them, sorted."""
    lines = (
        f"{round_}: " + ", ".join([f"{one}-{other} {code}" for _, one, other, code in own])
        for round_, own in groupby(games, itemgetter(0))
    )
    return "; ".join(who) + " | " + "; ".join(lines) if games else ""


def _read_record(text: str) -> Games:
    who, _, rounds = text.partition(" | ")
    tokens = [plain_token(token) for token in who.split("; ")]
    found = []
    for line in rounds.split("; "):
        played = _ROUND.fullmatch(line)
        for words in played[2].split(", ") if played else [""]:
            game = _GAME.fullmatch(words)
            one, other = (int(game[1]), int(game[2])) if game else (0, 0)
            if not (played and game and game[3] in TURNED and 0 < one < other <= len(tokens)):
                raise not_ours(words or line)
            found.append((int(played[1]), tokens[one - 1], tokens[other - 1], game[3]))
    return as_games(found)
