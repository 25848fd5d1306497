"""The players of a period as columns, and as engine players on demand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from operator import attrgetter
from typing import Any

import numpy as np
import pandas as pd

from ..engine.errors import ArgumentError, RatingError
from ..engine.event import Player
from ..engine.frames import TEXT, cell, key_of, text_of
from ..engine.player_facts import BORN_MAX, BORN_MIN, K_BOUNDS, PUBLISHED, Alike
from ..engine.rules.ruleset import RuleSet
from ..engine.tables import player_rows
from ..engine.terms.periods import of_one_pace
from ..engine.texts import wording
from ..engine.vocabulary.alphabets import seen, seen_ids
from ..engine.vocabulary.booleans import read_mark
from ..engine.vocabulary.dates import year_of
from ..engine.vocabulary.headings import MARKED
from ..engine.vocabulary.letters import letters
from ..engine.vocabulary.sex import read_sex
from ..engine.vocabulary.waiting import WAITING
from .fixed import ends, has_twice
from .given_k import refuse_other_k
from .tables import (
    Columns,
    DecimalColumn,
    kinds_in,
    numbers,
    opened,
    plain,
    raise_problem,
    refuse_lists,
    sequence,
    whole,
    whole_numbers,
)

#: Columns with few different cells, and the function that reads them.
_CHECKED = {"sex": read_sex, **WAITING, **dict.fromkeys(MARKED, read_mark)}


@dataclass(frozen=True)
class People:
    """The players, one per row; -1 stands for unknown `games` and `age`."""

    parts: Columns
    size: int
    rating: DecimalColumn
    peak: DecimalColumn
    k: DecimalColumn
    games: Any
    age: Any
    made: dict[int, Player] = field(default_factory=dict)
    #: A cache, so that each column is read only once.
    found: dict[tuple[str, str], Any] = field(default_factory=dict)

    @cached_property
    def no(self) -> Any:
        """The number of each player, from a column or the row number."""
        if "no" in self.parts:
            return whole(self.parts["no"], self.size, "number")
        return np.arange(1, self.size + 1)

    def texts(self, part: str) -> Any:
        """A column of texts; '' for missing ones."""
        return self.once("texts", part, self._texts)

    def once(self, what: str, part: str, read: Callable[[str], Any]) -> Any:
        """The result of `read` for a column, cached under the name `what`."""
        if (what, part) not in self.found:
            self.found[what, part] = read(part)
        return self.found[what, part]

    def _texts(self, part: str) -> Any:
        if part not in self.parts:
            return np.full(self.size, "", dtype=object)
        return _texts_of(self.parts[part], part)

    def numbers(self, way: str) -> DecimalColumn | None:
        """The integers that identify players, all distinct; None if the identifiers are texts."""
        if way == "no":
            return DecimalColumn(self.no, np.ones(self.size, dtype=bool))
        if way != "id" or way not in self.parts:
            return None
        found: DecimalColumn | None = self.once(
            "whole", way, lambda way: whole_numbers(self.parts[way])
        )
        # In lists, 0 means no ID.
        return found and replace(found, known=found.known & (found.values != 0))

    @cached_property
    def ids(self) -> Any:
        """The IDs as texts; '' for none, also if the list has 0."""
        found = self.texts("id")
        return np.where(found == "0", "", found)

    @cached_property
    def shown_ids(self) -> Any:
        """The IDs as reports show them; integers are converted to text at once."""
        found = self.numbers("id")
        if found is None or not found.known.all() or ends(found.values)[0] <= 0:
            return self.ids
        column = self.parts["id"]
        is_as_shown = (
            isinstance(column.dtype, (pd.StringDtype, np.dtype)) and column.dtype.kind != "f"
        )
        return column.astype(TEXT).array.copy() if is_as_shown else self.ids

    @cached_property
    def names(self) -> Any:
        """The names; the ID for a person without name."""
        if "name" not in self.parts:
            return self.ids
        found = self.texts("name")
        return np.where(found == "", self.ids, found)

    def facts(self, part: str) -> DecimalColumn:
        """A column of numbers; none is known if there is no such column."""

        def read(part: str) -> DecimalColumn:
            return numbers(self.parts.get(part), self.size, part)

        found: DecimalColumn = self.once("facts", part, read)
        return found

    def has(self, part: str) -> Any:
        """Which players have a value in a column."""
        return self.once("has", part, self._has)

    def _has(self, part: str) -> Any:
        if part not in self.parts:
            return np.zeros(self.size, dtype=bool)
        column = self.parts[part]
        return (column.notna() & (column.astype(object) != "")).to_numpy(dtype=bool)

    def players(self, rows: Any) -> list[Player]:
        """The engine's `Player` for each of these rows."""
        new = [int(row) for row in rows if int(row) not in self.made]
        if new:
            own = {name: column.iloc[new] for name, column in self.parts.items()}
            made = player_rows(own, [row + 1 for row in new])
            for row, one in zip(new, made, strict=True):
                one.update(no=int(self.no[row]))
                self.made[row] = Player(**one)
        return [self.made[int(row)] for row in rows]


def people(table: Any, rules: RuleSet, day: Any) -> People:
    """The players of a table, with each number checked against the rules' limits."""
    parts = of_one_pace(opened(table), rules)
    if "born" in parts:
        parts["born"] = _years(parts["born"])
    size = len(next(iter(parts.values()))) if parts else 0
    rating, peak, k = (numbers(parts.get(name), size, name) for name in ("rating", "peak", "k"))
    # As in lists, a rating of 0 means none.
    rating, peak = (
        DecimalColumn(one.values, one.known & (one.values != 0), one.places)
        for one in (rating, peak)
    )
    for name, column in (("rating", rating), ("peak", peak)):
        _within(column, *rules.bounds, f"col_{name}", "rating_out_of_range")
    if rules.scale.whole:
        own = {one: numbers(parts[one], size, one) for one in PUBLISHED if one in parts}
        for name, column in {"rating": rating, "peak": peak, **own}.items():
            if column.places:
                unit = 10**column.places
                _refuse(column, column.values % unit != 0, f"col_{name}", "rating_not_whole")
    refuse_other_k(parts.get("k"), k, rules)
    _within(k, Decimal(K_BOUNDS[0]), Decimal(K_BOUNDS[1]), "col_k_given", "number_out_of_range")
    if "born" in parts:
        born = numbers(parts["born"], size, "year of birth")
        last = Decimal(BORN_MAX if day is None else day.year)
        _within(born, Decimal(BORN_MIN), last, "col_born", "born_out_of_range")
    if rules.coefficient is not None and rules.coefficient.development is not None:
        whole(parts.get("index"), size, "index")
    for part, read in _CHECKED.items():
        if part in parts:
            _refuse_others(parts[part], read)
    age = _ages(parts, size, None if day is None else day.year)
    found = People(parts, size, rating, peak, k, whole(parts.get("games"), size, "games"), age)
    if not (np.diff(found.no) > 0).all():
        twice = pd.Series(found.no).duplicated().to_numpy()
        _refuse_number(found, twice)
    if not {"id", "name"} & set(parts):
        return found
    numbered = found.numbers("id")
    if numbered is not None and numbered.known.all() and (numbered.values > 0).all():
        if not has_twice(numbered.values):
            # Digits have no look-alikes.
            return found
    by_name = found.ids == ""
    for rows, looks in (
        (~by_name, seen_ids(found.ids[~by_name].tolist(), True)),
        (by_name, list(map(seen, found.names[by_name].tolist()))),
    ):
        given = list(filter(None, looks))
        if len(given) != len(set(given)):
            keys = pd.Series(looks)
            is_alike = (keys.duplicated(keep=False) & (keys != "")).to_numpy()
            _refuse_alike(found, np.flatnonzero(rows)[is_alike])
    return found


def _texts_of(column: Any, part: str) -> Any:
    """The texts of a column of any type, '' for missing values."""
    column = plain(column)
    if isinstance(column.dtype, pd.CategoricalDtype):
        kinds = _texts_of(pd.Series(column.cat.categories), part)
        return np.append(kinds, "").take(column.cat.codes.to_numpy(dtype=np.intp))
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in "iu":
        column = column.astype("str")
    if isinstance(column.dtype, pd.StringDtype):
        texts = column.fillna("").str.strip()
        if not texts.str.isascii().all():
            texts = texts.map(lambda text: letters(text).strip())
        return texts.to_numpy(dtype=object)
    refuse_lists(column, part, "players")
    found = []
    for row, value in enumerate(map(cell, column.tolist()), 1):
        try:
            found.append("" if value is None else key_of(value, part))
        except RatingError as error:
            raise error.at(f"players, row {row}") from None
    return sequence(found)


def _refuse_alike(found: People, rows: Any) -> None:
    """Reject the first of these players whose ID or name is, or looks like, an earlier one's."""
    before = Alike()
    for player in found.players(rows):
        for problem in filter(attrgetter("stops"), before.other(player)):
            raise_problem(problem.key, problem.words, problem.where)


def _ages(parts: Columns, size: int, years: Any) -> Any:
    """The age of each player, given or from the year of birth; -1 if unknown."""
    age = whole(parts.get("age"), size, "age")
    born = whole(parts.get("born"), size, "year of birth")
    return age if years is None else np.where((age < 0) & (born >= 0), years - born, age)


def in_years(who: People, years: Any) -> People:
    """A copy of the people with their ages in `years`, one year per player."""
    return replace(who, age=_ages(who.parts, who.size, years))


def _years(column: Any) -> Any:
    """Years of birth as numbers, NaN if unknown, from years, dates or texts."""
    is_plain = isinstance(column.dtype, np.dtype) and column.dtype.kind in "iuf"
    if is_plain and not (column > 9999).any():
        return column.mask(column == 0)
    codes, kinds = kinds_in(column, "year of birth", "players")
    found = []
    for at, kind in enumerate(list(kinds)):
        try:
            found.append(year_of(cell(kind)))
        except RatingError as error:
            raise error.at(f"players, row {int((codes == at).argmax()) + 1}") from None
    years = np.array([*(np.nan if year is None else year for year in found), np.nan], dtype=float)
    return pd.Series(years[codes])


def _refuse_others(column: Any, read: Callable[[str], object]) -> None:
    """Raise `ArgumentError`, with the row, for a cell that `read` rejects."""
    codes, kinds = kinds_in(column, "a cell", "players")
    for at, kind in enumerate(kinds.tolist()):
        try:
            read(text_of(kind))
        except ArgumentError as error:
            raise error.at(f"players, row {int((codes == at).argmax()) + 1}") from None


def _refuse_number(found: People, twice: Any) -> None:
    if twice.any():
        row = int(twice.argmax())
        raise_problem("player_twice", {"no": int(found.no[row])}, f"players, row {row + 1}")


def _within(column: DecimalColumn, low: Decimal, high: Decimal, fact: str, key: str) -> None:
    unit = 10**column.places
    wrong = (column.values < float(low) * unit) | (column.values > float(high) * unit)
    _refuse(column, wrong, fact, key, low=low, high=high)


def _refuse(column: DecimalColumn, wrong: Any, fact: str, key: str, **more: object) -> None:
    """Reject a column because of its first wrong number."""
    wrong = column.known & wrong
    if wrong.any():
        row = int(wrong.argmax())
        value = Decimal(int(column.values[row])).scaleb(-column.places)
        words = {"fact": wording(fact), "value": value, **more}
        raise_problem(key, words, f"players, row {row + 1}")
