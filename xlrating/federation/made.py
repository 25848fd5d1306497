"""The next list as columns: everybody as they are, with what they gained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from ..engine.event import Player
from ..engine.rules.ruleset import RuleSet
from ..engine.terms.periods import is_lowest_first
from ..engine.words.headings import NUMBER_FACTS, OTHER_PACES, heading_of
from ..engine.words.waiting import TEXTS
from .column import Column, joined
from .directory import plain_token, token_of
from .entry import Entry
from .identity import UNLISTED
from .own_columns import CLUBS, OwnColumns

#: What a list says of somebody in a field of theirs, and in a fact.
_FIELDS = ("id", "name", "federation", "title", "sex", "born", "rating", "games", "peak", "k")
_FACTS = ("foreign", *NUMBER_FACTS)


class Paced(NamedTuple):
    """What the events of a pace gave: the ratings before, the games that count, who is shown."""

    before: Column
    n: Column
    listed: Column


@dataclass(frozen=True)
class Made:
    """The next list: what it says of its people, in columns by their parts, and what they gained.

    The `own` columns of the federation go by what heads them. `paces` are those that the list has
    besides the standard one; `gains` are of those that had events, the standard one being ''.
    `ways` are how the list has somebody by the ledger: see `standing.way_of`.
    """

    rules: RuleSet
    parts: Mapping[str, Column]
    gains: Mapping[str, Paced]
    paces: tuple[str, ...] = ()
    own: Mapping[str, Column] = field(default_factory=dict)
    standing: Mapping[int, str] = field(default_factory=dict)

    def with_ledger(self, ways: Mapping[str, str], clubs: Mapping[str, str]) -> Made:
        """The list with how it has some people by the ledger, and their clubs, by plain tokens."""
        if not (ways or clubs):
            return self
        both = zip(self.parts["id"].values(), self.parts["name"].values(), strict=True)
        tokens = [plain_token(token_of(*one)) for one in both]
        rows = {row: ways[token] for row, token in enumerate(tokens) if token in ways}
        moved = {row: clubs[token] for row, token in enumerate(tokens) if token in clubs}
        own = dict(self.own)
        own |= {head: one.put(moved) for head, one in own.items() if heading_of(head) in CLUBS}
        return replace(self, standing=rows, own=own)

    @property
    def size(self) -> int:
        """How many people are on it."""
        return len(self.parts["name"])

    def same(self, value: object) -> Column:
        """A column that says the same of everybody."""
        codes = self.parts["name"].codes
        return Column(codes * 0 if self.parts["name"].is_array else [0] * len(codes), [value])

    @cached_property
    def ways(self) -> Column:
        """How the list has each, '' as ever."""
        return self.same("").put(self.standing)

    @property
    def all_paces(self) -> list[str]:
        """The paces of which it may say something."""
        others = (
            one for one in OTHER_PACES if one in self.paces or self.rating(one).kinds != [None]
        )
        return ["", *others]

    def rating(self, pace: str = "") -> Column:
        """The ratings at a pace."""
        return self.parts.get(f"{pace}_rating" if pace else "rating") or self.same(None)

    def paced(self, pace: str) -> Paced:
        """What was gained at a pace: nothing where there were no events."""
        return self.gains.get(pace) or Paced(self.rating(pace), self.same(0), self.same(True))

    @cached_property
    def shown(self) -> Mapping[str, Column]:
        """Whom the list shows at each pace: '' for those, `UNLISTED` for whom it only keeps.

        None for who has no rating.
        """
        of = {p: (self.rating(p), self.paced(p).listed, self.ways) for p in self.all_paces}
        return {p: joined(columns).map(lambda one: _shown(*one)) for p, columns in of.items()}

    def order(self) -> Any:
        """The rows in the order of the list; those without a place are below those with one."""
        sign = 1 if is_lowest_first(self.rules) else -1

        def place(shown: str | None, rating: Decimal | None, way: str) -> tuple[object, ...]:
            return (shown != "", way not in ("", UNLISTED), rating is None, sign * (rating or 0))

        column = joined((self.shown[""], self.rating(), self.ways)).map(lambda one: place(*one))
        ranks = {one: at for at, one in enumerate(sorted(set(column.kinds)))}
        rows = sorted(range(self.size), key=self.parts["name"].values().__getitem__)
        rows.sort(key=column.map(ranks.__getitem__).values().__getitem__)
        return column.places(rows)

    def numbers(self) -> dict[str, int]:
        """How many results count, how many people are rated at any pace, and for the first time."""
        before = (self.paced(pace).before for pace in self.all_paces)
        both = joined([joined([*self.shown.values()]), joined([*before])]).counts()
        return {
            "results": sum(n * times for one in self.gains.values() for n, times in one.n.counts()),
            "rated": sum(times for (shown, _), times in both if "" in shown),
            "new": sum(times for (shown, had), times in both if "" in shown and {*had} == {None}),
        }


def _shown(rating: Decimal | None, is_listed: bool, way: str) -> str | None:
    """'' for somebody whom a list shows, `UNLISTED` for one whom it keeps, None for neither."""
    if rating is None:
        return None
    return "" if is_listed and way != UNLISTED else UNLISTED


class Columned(Protocol):
    """A list that is kept in arrays."""

    def made(self) -> Made:
        """The list in columns."""

    def person(self, who: str) -> Player:
        """Whom of everybody a name or an ID means."""


def of_entries(
    entries: Sequence[Entry], rules: RuleSet, paces: tuple[str, ...], own: OwnColumns
) -> Made:
    """The list whose people are these."""
    people = [one.player for one in entries]
    parts: dict[str, list[Any]] = {name: [getattr(p, name) for p in people] for name in _FIELDS}
    parts |= {name: [p.facts.get(name) for p in people] for name in _FACTS}
    for name, as_text in TEXTS.items():
        parts[name] = [as_text(p.facts.get(name, ())) for p in people]
    gains = {"": _paced(entries)}
    for pace in OTHER_PACES:
        played = [one.paces.get(pace) for one in entries]
        if any(played):
            gains[pace] = _paced(played)
    found = {part: Column.of(values) for part, values in parts.items()}
    texts = [own.of(player) for player in people]
    kept = {head: Column.of([t[at] for t in texts]) for at, head in enumerate(own.headings)}
    return Made(rules, found, gains, paces, kept)


def _paced(entries: Sequence[Entry | None]) -> Paced:
    return Paced(
        Column.of([one and one.before for one in entries]),
        Column.of([one.n if one else 0 for one in entries]),
        Column.of([one is None or one.listed or one.player.rating is None for one in entries]),
    )
