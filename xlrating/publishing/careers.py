"""A player's record over all lists: events with their games, opponents, colours, best wins."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from ..engine.results import RESULT_BY_CODE, Kind
from ..engine.rounding import ZERO
from ..engine.vocabulary.headings import OTHER_PACES
from ..federation.ledger import TURNED
from .people import ListSeries, Person
from .published import PublishedEntry, Values
from .reading import number_of
from .views import Meeting, Occasion, name_of
from .words import colour_of

#: How many of the best wins and most frequent opponents are shown first.
BEST = 5


@dataclass(frozen=True)
class CareerGame:
    """A game from one player's view; data found only on a list's sheets is empty without them."""

    round: int | None
    side: str
    who: Person | str
    rating: Decimal | None
    result: str
    points: Decimal | None
    expected: object = ""
    change: object = ""
    note: str = ""

    @property
    def is_played(self) -> bool:
        """Whether it was played against an opponent, rather than a bye or a forfeit."""
        result = RESULT_BY_CODE.get(self.result)
        return self.points is not None and (
            result is not None and result.kind in (Kind.PLAYED, Kind.UNRATED)
        )


@dataclass(frozen=True)
class Attended:
    """A player's event: the list that counts it, the event as recorded there, the games."""

    at: int
    called: str
    event: Occasion | None
    rounds: tuple[CareerGame, ...]

    @property
    def pace(self) -> str:
        """The pace of the event; '' for the standard one."""
        return self.event.held.pace if self.event else ""

    @property
    def change(self) -> Decimal | None:
        """The change of rating from its games; None if the list does not state it."""
        own = [number_of(one.change) for one in self.rounds]
        known = [one for one in own if one is not None]
        return sum(known, ZERO) if known else None


@dataclass
class Score:
    """A number of games and the points from them."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: Decimal = ZERO

    def add(self, points: Decimal) -> None:
        """Count another game."""
        self.wins += points == 1
        self.draws += 0 < points < 1
        self.losses += points == 0
        self.points += points

    @property
    def n(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses


class Careers:
    """The events and games of every player."""

    def __init__(self, season: ListSeries, events: Sequence[Occasion]) -> None:
        self._season = season
        self._met: dict[str, list[tuple[Occasion, list[tuple[Meeting, bool]]]]] = {}
        self._called: list[dict[str, Occasion]] = [{} for _ in season.lists]
        for event in events:
            self._called[event.at].setdefault(event.called, event)
            own: dict[str, list[tuple[Meeting, bool]]] = {}
            for game in event.meetings:
                for who, is_first in ((game.first, True), (game.second, False)):
                    if isinstance(who, Person):
                        own.setdefault(who.page, []).append((game, is_first))
            for page, games in own.items():
                self._met.setdefault(page, []).append((event, games))

    def of(self, person: Person) -> list[Attended]:
        """A player's events, the newest first: from the lists' sheets, else from their records."""
        found: list[Attended] = []
        known: set[tuple[int, str]] = set()
        for at in sorted(person.entries, reverse=True):
            rows: dict[str, list[Values]] = {}
            for row in self._season.lists[at].of("games", person.entries[at].token):
                rows.setdefault(str(row.get("event", "")), []).append(row)
            for called, own in rows.items():
                known.add((at, called))
                rounds = tuple(self._on_sheet(at, row) for row in own)
                found.append(Attended(at, called, self._called[at].get(called), rounds))
        for event, games in self._met.get(person.page, []):
            if (event.at, event.called) not in known:
                rounds = tuple(self._in_record(event, *one) for one in games)
                found.append(Attended(event.at, event.called, event, rounds))
        found.sort(key=lambda one: (-one.at, _last(one.event)))
        return found

    def _on_sheet(self, at: int, row: Values) -> CareerGame:
        name, round_ = str(row.get("opponent", "")), number_of(row.get("round"))
        return CareerGame(
            None if round_ is None else int(round_),
            colour_of(str(row.get("colour", "")), self._season.lists[at].language),
            self._season.named(at, name) or name, number_of(row.get("opponent_rating")),
            str(row.get("result", "")), number_of(row.get("score")),
            row.get("expected", ""), row.get("change", ""), str(row.get("note", "")),
        )  # fmt: skip

    def _in_record(self, event: Occasion, game: Meeting, is_first: bool) -> CareerGame:
        who = game.second if is_first else game.first
        own = game.result if is_first else TURNED[game.result]
        side = ("w" if is_first else "b") if game.is_coloured else ""
        # With colours, a result gives White's score first, as on sheets; else the player's own.
        code = game.result if side else own
        before = who.entries.get(max(event.at - 1, 0)) if isinstance(who, Person) else None
        rating = _rating(before, event.held.pace)
        return CareerGame(game.round, side, who, rating, code, RESULT_BY_CODE[own].white)


def _last(event: Occasion | None) -> int:
    """The sort key that puts events in order of their last day, the newest first."""
    day = event.held.last if event else None
    return -day.toordinal() if day else 0


def _rating(entry: PublishedEntry | None, pace: str) -> Decimal | None:
    """The rating of an entry at a pace ('' is the standard one); None if it has none there."""
    own = entry.paced.get(pace) if entry and pace else entry
    if own is None or (not pace and own.place is None):
        return None
    return own.player.rating


def by_side(events: Iterable[Attended]) -> dict[tuple[str, str], Score]:
    """The scores with each colour, by pace; games of unknown colour are under ''."""
    found: dict[tuple[str, str], Score] = {}
    for event in events:
        for one in event.rounds:
            if one.is_played and one.points is not None:
                found.setdefault((event.pace, one.side), Score()).add(one.points)
    return {
        (pace, side): found[pace, side]
        for pace in ("", *OTHER_PACES)
        for side in ("w", "b", "")
        if (pace, side) in found
    }


def by_opponent(events: Iterable[Attended]) -> list[tuple[Person | str, Score]]:
    """The score against each opponent, the most frequent ones first."""
    found: dict[str, tuple[Person | str, Score]] = {}
    for event in events:
        for one in event.rounds:
            if one.is_played and one.points is not None:
                key = one.who.page if isinstance(one.who, Person) else f"#{one.who}"
                found.setdefault(key, (one.who, Score()))[1].add(one.points)
    return sorted(found.values(), key=lambda pair: (-pair[1].n, -pair[1].points, name_of(pair[0])))


def best_wins(
    events: Iterable[Attended], is_lowest_first: bool
) -> list[tuple[Attended, CareerGame]]:
    """The `BEST` wins against the strongest opponents, the strongest first."""
    won = [
        (event, one)
        for event in events
        for one in event.rounds
        if one.is_played and one.points == 1 and one.rating is not None
    ]
    sign = 1 if is_lowest_first else -1
    return sorted(won, key=lambda pair: sign * (pair[1].rating or ZERO))[:BEST]


class Percentiles:
    """How a rating compares with the others on a list, among players with a place."""

    def __init__(self, entries: Iterable[PublishedEntry], is_lowest_first: bool) -> None:
        self._sign = -1 if is_lowest_first else 1
        shown = (one.player.rating for one in entries if one.place is not None)
        self._ratings = sorted(self._sign * (rating or ZERO) for rating in shown)

    @property
    def n(self) -> int:
        """How many players have a place."""
        return len(self._ratings)

    def percent(self, rating: Decimal) -> int:
        """The share of other players with a worse rating, in whole percent, rounded down."""
        return 100 * bisect_left(self._ratings, self._sign * rating) // max(1, self.n - 1)
