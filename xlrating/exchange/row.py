"""One line of a table: its cells by heading, each parsed as what it should be."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import NamedTuple

from ..engine.errors import ArgumentError, RatingError, shown
from ..engine.problem import make_error
from ..engine.rounding import HALF, ZERO, exact
from ..engine.vocabulary.booleans import refuse_truth_value
from ..engine.vocabulary.dates import birth_year
from ..engine.vocabulary.letters import letters, without_apostrophe
from ..engine.vocabulary.lists import headings_table
from ..engine.vocabulary.nobody import is_no_rating
from ..engine.vocabulary.sex import read_sex
from .decimals import DecimalFormat
from .unknown import unreadable

#: Ratings as printed: US Chess's provisional ones with their number of games, a rating with its
#: index (DWZ), and provisional ones without number.
PROVISIONAL = re.compile(r"(\d{1,4})\s?[/Pp]\s?(\d{1,3})")
_INDEXED = re.compile(r"(\d{3,4})\s?[-–/]\s?(\d{1,3})")
_UNCOUNTED = re.compile(r"\d{3,4}\s?[Pp?]")
#: The number of games up to which a rating is provisional.
_ESTABLISHED = 25


class Row(NamedTuple):
    """One line of a table; `place` names it, `column_place` one of its cells, for messages."""

    headings: Sequence[str]
    values: Sequence[object]
    place: str
    column_place: Callable[[int], str]
    numbers: DecimalFormat = DecimalFormat()

    def at(self, column: str) -> str:
        """The place of a cell in words; that of the row if it has no such column."""
        if column not in self.headings:
            return self.place
        return self.column_place(self.headings.index(column))

    def text(self, column: str) -> str:
        """The text of a cell, '' if the row has no such column."""
        if column not in self.headings:
            return ""  # most possible columns are not there
        value = self.value(column)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        return without_apostrophe(letters(str(value)).strip())

    def value(self, column: str) -> object:
        """The value of a cell, text or whatever a spreadsheet stores.

        Raises `ArgumentError` with the place for an error or a formula without a value.
        """
        found = self.values[self.headings.index(column)] if column in self.headings else ""
        if type(found) is float:
            return found  # Speed: only a text can be an error.
        if error := unreadable(found):
            raise error.at(self.at(column))
        return found

    def number(self, column: str) -> Decimal | None:
        """The number in a cell, None if it is blank.

        Raises `ArgumentError` or `NumberError` with the place for anything else.
        """
        if column not in self.headings:
            return None
        value = self.value(column)
        if isinstance(value, str):
            value = self.text(column)
            if value == "":
                return None
        try:
            refuse_truth_value(value, column)
            if isinstance(value, (int, float)):
                return exact(value, column)
            return self.numbers.read(str(value), column)
        except RatingError as error:
            raise error.at(self.at(column)) from None

    def rating(self, column: str) -> Decimal | None:
        """The rating in a cell, like `number`; 0 if a word or dashes mean that there is none."""
        if is_no_rating(text := self.text(column)):
            return ZERO
        if (found := self._indexed(column)) is not None:
            return Decimal(found[1])
        if PROVISIONAL.fullmatch(text) or _UNCOUNTED.fullmatch(text):
            words = {"column": column, "found": shown(text)}
            raise make_error(ArgumentError, "read_rating_provisional", self.at(column), **words)
        return self.number(column)

    def provisional(self, column: str) -> tuple[Decimal | None, int | None]:
        """The rating in a cell, and the number of games of a provisional one, like ``1641/17``."""
        # Speed: a number of a spreadsheet has no such ending.
        if isinstance(self.value(column), float):
            return self.number(column) or None, None
        found = None if self._indexed(column) else PROVISIONAL.fullmatch(self.text(column))
        if found and 0 < int(found[2]) <= _ESTABLISHED:
            return Decimal(found[1]), int(found[2])
        return self.rating(column) or None, None

    def _indexed(self, column: str) -> re.Match[str] | None:
        is_indexed = column in headings_table()["indexed"]["rating"]
        return _INDEXED.fullmatch(self.text(column)) if is_indexed else None

    def index_of(self, column: str) -> Decimal | None:
        """The index written behind a rating, as in ``1902-35`` below DWZ; None if there is none."""
        found = self._indexed(column)
        return Decimal(found[2]) if found else None

    def points(self, column: str) -> Decimal | None:
        """The points in a cell, like `number`; ½ is a half, alone or after a whole number."""
        found = re.fullmatch(r"(\d{0,3})(?:\s?½|(?:^|\s+)1/2)", self.text(column))
        return Decimal(found[1] or 0) + HALF if found else self.number(column)

    def whole(self, column: str) -> int | None:
        """The whole number from 0 in a cell, None if it is blank; errors as for `number`."""
        number = self.number(column)
        if number is None:
            return None
        is_whole = number.adjusted() <= 9 and number == int(number)
        if number < 0 or not is_whole:
            key = "read_whole_from_0" if is_whole else "read_whole"
            raise make_error(ArgumentError, key, self.at(column), column=column, found=str(number))
        return int(number)

    def sex(self, column: str) -> str:
        """The sex in a cell, ``f`` or ``m``, '' if it is not given.

        Raises `ArgumentError` with the place for anything else.
        """
        try:
            return read_sex(self.text(column))
        except RatingError as error:
            raise error.at(self.at(column)) from None

    def year(self, column: str) -> int | None:
        """The year in a cell with a year or a date, None if it is blank."""
        try:
            return birth_year(self.text(column), column)
        except RatingError as error:
            raise error.at(self.at(column)) from None
