"""The next list as columns: everyone's present facts, with what they gained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple

from ..engine.lines import Step
from ..engine.rules.ruleset import RuleSet
from ..engine.terms.periods import is_lowest_first
from ..engine.vocabulary.headings import OTHER_PACES, heading_of
from .column import Column, joined
from .directory import plain_token, token_of
from .entry import Lines, ListedPerson
from .identity import UNLISTED, IdentityEntry
from .own_columns import CLUBS
from .people import ListPeople


class PaceResult(NamedTuple):
    """The results at a pace, by person: rating before, number of counted games, if shown."""

    before: Column
    n: Column
    listed: Column

    def of_size(self, size: int) -> PaceResult:
        """The results extended to `size` people, of whom the new ones have none."""
        both = zip(self, (None, 0, True), strict=True)
        return PaceResult(*(one.longer(size - len(one), nothing) for one, nothing in both))


@dataclass(frozen=True)
class BuildResult:
    """The next list: its people, and what they gained.

    `gains` are the results at each pace with events, '' for the standard one; `paces` are the other
    paces of the list. `standing` says by row how it shows people whom the ledger bans or
    deactivates: `UNLISTED`, or by the ledger's word for it, after everyone with a place.
    """

    rules: RuleSet
    people: ListPeople
    gains: Mapping[str, PaceResult]
    paces: tuple[str, ...] = ()
    standing: Mapping[int, str] = field(default_factory=dict)

    def with_ledger(
        self, standing: Mapping[str, IdentityEntry], clubs: Mapping[str, str]
    ) -> BuildResult:
        """The list with the ledger's bans and inactive people (`standing`) and new clubs, both by
        plain token.
        """
        # Speed: an empty ledger changes nothing.
        if not (standing or clubs):
            return self
        ways = {token: one.new if one.new == UNLISTED else one.what
                for token, one in standing.items()}  # fmt: skip
        tokens = [plain_token(token_of(*one)) for one in self.people.named()]
        rows = {row: ways[token] for row, token in enumerate(tokens) if token in ways}
        moved = {row: clubs[token] for row, token in enumerate(tokens) if token in clubs}
        own = {
            head: one.put(moved) if heading_of(head) in CLUBS else one
            for head, one in self.people.own.items()
        }
        return replace(self, standing=rows, people=replace(self.people, own=own))

    @property
    def size(self) -> int:
        """The number of people on it."""
        return len(self.people)

    @property
    def parts(self) -> Mapping[str, Column]:
        """The facts about its people, by part."""
        return self.people.parts

    def same(self, value: object) -> Column:
        """A column with the same value for everyone."""
        return self.people.same(value)

    @cached_property
    def ways(self) -> Column:
        """How each person is listed, '' as usual."""
        return self.same("").put(self.standing)

    @cached_property
    def all_paces(self) -> list[str]:
        """'' for the standard pace, and the others that the list has, or anyone has a rating at."""
        others = (
            one for one in OTHER_PACES
            if one in self.paces or any(now is not None for now, _ in self.rating(one).counts())
        )  # fmt: skip
        return ["", *others]

    def rating(self, pace: str = "") -> Column:
        """The ratings at a pace."""
        return self.parts.get(f"{pace}_rating" if pace else "rating") or self.same(None)

    def paced(self, pace: str) -> PaceResult:
        """The results at a pace; empty ones if there were no events."""
        return self.gains.get(pace) or PaceResult(self.rating(pace), self.same(0), self.same(True))

    @cached_property
    def shown(self) -> Mapping[str, Column]:
        """How the list shows people at each pace: '' as usual, `UNLISTED` if it only keeps them.

        None for people without a rating.
        """
        of = {p: (self.rating(p), self.paced(p).listed, self.ways) for p in self.all_paces}
        return {p: joined(columns).map(lambda one: _shown(*one)) for p, columns in of.items()}

    def entry(
        self, row: int, no: int, lines: Mapping[str, Lines], adjusted: Sequence[Step]
    ) -> ListedPerson:
        """The person in a row, whose place is `no`, with their calculations at each pace."""
        player, is_shown = self.people[row], False
        found: dict[str, ListedPerson] = {}
        for pace in self.all_paces:
            own, now, shown = self.paced(pace), self.rating(pace)[row], self.shown[pace][row]
            before, is_shown = own.before[row], is_shown or shown == ""
            is_listed = now is not None and own.listed[row] if pace else shown == ""
            found[pace] = ListedPerson(
                player, before, change((now, before)), own.n[row], is_listed, lines.get(pace, ())
            )
        return replace(
            found.pop(""), player=replace(player, no=no), paces=found, adjusted=tuple(adjusted),
            is_shown=is_shown,
        )  # fmt: skip

    @cached_property
    def order(self) -> Any:
        """The rows in the order of the list; people without a place come last."""
        sign = 1 if is_lowest_first(self.rules) else -1

        def place(shown: str | None, rating: Decimal | None, way: str) -> tuple[object, ...]:
            return (shown != "", way not in ("", UNLISTED), rating is None, sign * (rating or 0))

        column = joined((self.shown[""], self.rating(), self.ways)).map(lambda one: place(*one))
        ranks = {one: at for at, one in enumerate(sorted(set(column.kinds)))}
        places = column.map(ranks.__getitem__)
        by_name = self._by_name()
        if not column.is_array:
            return sorted(by_name, key=places.values().__getitem__)
        own = column.places(places.kinds).take(column.codes.take(by_name))
        # Numbers of 16 bits are sorted by counting them.
        own = own.astype("uint16" if len(ranks) < 2**16 else "int64")
        return by_name.take(own.argsort(kind="stable"))

    def _by_name(self) -> Any:
        """The rows in the order of names."""
        names = self.parts["name"]
        if names.is_array:
            from .columns.arrow import rows_by_text

            found = rows_by_text(names)
            if found is not None:
                return found
        return names.places(sorted(range(self.size), key=names.values().__getitem__))

    def numbers(self) -> dict[str, int]:
        """The numbers of results, of people rated at any pace, and of those newly rated."""
        # Few kinds of each before they are combined.
        shown = [one.map(lambda way: way == "") for one in self.shown.values()]
        had = [self.paced(pace).before.map(lambda one: one is not None) for pace in self.all_paces]
        both = joined([joined(shown).map(any).merged(), joined(had).map(any).merged()]).counts()
        return {
            "results": sum(n * times for one in self.gains.values() for n, times in one.n.counts()),
            "rated": sum(times for (is_shown, _), times in both if is_shown),
            "new": sum(times for (is_shown, was), times in both if is_shown and not was),
        }


def change(both: tuple[Decimal | None, Decimal | None]) -> Decimal | None:
    """The rating now minus the one before; None unless there are both."""
    now, before = both
    return None if now is None or before is None else now - before


def _shown(rating: Decimal | None, is_listed: bool, way: str) -> str | None:
    """'' if the list shows a person, `UNLISTED` if it only keeps them, None without a rating."""
    if rating is None:
        return None
    return "" if is_listed and way != UNLISTED else UNLISTED
