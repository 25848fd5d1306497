"""One sheet as the reader sees it: cells by place, and errors that name the place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import NoReturn

from ...engine.errors import ArgumentError, FileError, RatingError, in_line
from ...engine.languages import LANGUAGE
from ...engine.problem import make_error
from ...engine.problems import Problem, error_of
from ...engine.results import CODE_OF, Result, read_result
from ...engine.rounding import exact
from ...engine.texts import keys, wording
from ...engine.vocabulary.dates import FIRST_DAY, LAST_DAY, day_of, may_be_two, serial
from ...engine.vocabulary.headings import SEARCHED
from ...engine.vocabulary.letters import letters, visible, whole_number
from ...engine.vocabulary.spellings import UNCLEAR, plain_result
from ...exchange.sheets import Sheets, where
from ...exchange.template import language_of
from ...exchange.unknown import unreadable

Place = tuple[int, int]


@lru_cache(maxsize=1)
def _keys_by_text() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for key in keys():
        for text in wording(key).values():
            found[text.casefold()] = (*found.get(text.casefold(), ()), key)
    return found


def text_keys(value: object) -> tuple[str, ...]:
    """The keys of the texts that a cell shows, in any language."""
    return _keys_by_text().get(value.strip().casefold(), ()) if isinstance(value, str) else ()


class SheetReader:
    """The cells of one sheet; places are (row, column), counted from 0.

    `doubts` are the problems found while they are read.
    """

    def __init__(self, sheets: Sheets, name: str) -> None:
        self.sheets = sheets
        self.name = name
        self.rows = list(sheets.rows(name))
        self.doubts: list[Problem] = []

    @cached_property
    def _own_results(self) -> Mapping[str, str]:
        return LANGUAGE[language_of(self.sheets.names)].results

    def where(self, place: Place) -> str:
        """The place as text: file, sheet, cell."""
        return where(self.sheets.path, self.name, *place)

    def refuse(self, place: Place, key: str, **words: object) -> NoReturn:
        """Raise an `ArgumentError` for a cell."""
        raise make_error(ArgumentError, key, self.where(place), **words)

    def wrong(self, place: Place, key: str, **words: object) -> ArgumentError:
        """The error to raise for a cell; words taken from the sheet are shortened to a line."""
        cut = {
            name: in_line(word) if isinstance(word, str) else word for name, word in words.items()
        }
        problem = Problem(key, cut, self.where(place))
        return error_of(problem, ArgumentError)

    def lacks(self, what: str) -> NoReturn:
        """Raise a `FileError` that says what the sheet lacks."""
        raise make_error(
            FileError, "file_lacks", f"{self.sheets.path.name}, sheet {self.name}", what=what
        )

    def no_formulas(self, inputs: Iterable[Place], but: str = "") -> None:
        """Refuse a formula in an input cell: it shows the contents of some other cell.

        Formulas that contain the name `but` are those of the template. If their result is an empty
        text, an .ods file looks as if never calculated; the Start sheet shows whether it was.
        """
        places = set(inputs)
        columns = tuple(sorted({col for _, col in places}))
        formulas = self.sheets.formulas(self.name, columns) if columns else {}
        for place in sorted(places & formulas.keys()):
            row, col = place
            if not but or but not in formulas[place]:
                self.refuse(place, "cell_formula", formula=repr(formulas[place][:40]))
            if self.rows[row][col] == "":
                self.complete(place, "")

    def value(self, place: Place) -> object:
        """What the cell holds; '' for an empty one.

        Raises `ArgumentError` for an error or a formula without a value.
        """
        found = self.rows[place[0]][place[1]]
        if type(found) is str and not found:
            return found
        if error := unreadable(found):
            raise error.at(self.where(place))
        return "" if found is None else found

    def text(self, place: Place) -> str:
        """The cell's text; a whole number without its decimal point."""
        value = self.value(place)
        if isinstance(value, float) and value.is_integer():
            return str(int(value))
        return letters(str(value)).strip()

    def entered(self, place: Place) -> str:
        """The text of an input cell as formulas read it, without invisible blanks."""
        found = self.rows[place[0]][place[1]]
        return visible(self.text(place)) if type(found) is not str or found else ""

    def complete(self, place: Place, value: object) -> None:
        """Replace what was read from a cell, as formulas do where an input is left empty."""
        row, col = place
        self.rows[row] = [*self.rows[row][:col], value, *self.rows[row][col + 1 :]]

    def number(self, place: Place, what: str) -> Decimal | None:
        """The cell's number, None for an empty cell."""
        value = self.value(place)
        if isinstance(value, str):
            text = self.entered(place)
            number = whole_number(text)
            value = text if number is None else number
        if value == "":
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            self.refuse(place, "cell_no_number", what=what, found=repr(str(value)))
        try:
            return exact(value, what)
        except RatingError as error:
            raise error.at(self.where(place)) from None

    def whole(self, place: Place, what: str) -> int | None:
        """The cell's whole number from 0, None for an empty cell."""
        number = self.number(place, what)
        if number is None:
            return None
        if number != number.to_integral_value() or not 0 <= number < 10**9:
            self.refuse(place, "read_whole_from_0", column=what, found=str(number))
        return int(number)

    def board(self, place: Place) -> int | None:
        """The number of a board, None for an empty cell."""
        if self.value(place) == "":
            return None
        try:
            return self.whole(place, "board")
        except ArgumentError:
            raise self.wrong(place, "board_unknown", board=self.text(place)) from None

    def day(self, place: Place) -> date | None:
        """The cell's date, None for an empty cell.

        A real date before 1910 is a number that was typed into a cell for dates.
        """
        value = self.value(place)
        if isinstance(value, date):
            number = serial(value.date() if isinstance(value, datetime) else value)
            value = value if FIRST_DAY <= number <= LAST_DAY else number
        elif isinstance(value, str):
            value = self.entered(place)
        if may_be_two(value):
            raise self.wrong(place, "day_unclear", value=value)
        try:
            return day_of(value)
        except RatingError:
            shown = f"{value:.15g}" if isinstance(value, float) else value
            raise self.wrong(place, "day_unknown", value=shown) from None

    def result(self, place: Place) -> Result:
        """The result that the cell spells. Raises `ArgumentError` for an unreadable one."""
        text = self.entered(place)
        plain = plain_result(text)
        if plain in UNCLEAR:
            raise self.wrong(place, "result_unclear", code=text, several=", ".join(UNCLEAR[plain]))
        if plain in self._own_results:
            return read_result(self._own_results[plain])
        if plain not in CODE_OF:
            is_number = isinstance(self.value(place), (date, float))
            raise self.wrong(place, "result_number" if is_number else "result_unknown", code=text)
        return read_result(text)

    def headings(
        self, wanted: Mapping[str, tuple[str, ...]], needed: Iterable[str], until: str = ""
    ) -> Headings:
        """The positions of columns: `wanted` maps each column to its possible headings.

        From the second column `until` on, columns only show the values in force.
        """
        parts: dict[str, list[str]] = {}
        for part, texts in wanted.items():
            for text in texts:
                parts.setdefault(text, []).append(part)
        rows = range(min(SEARCHED, len(self.rows)))
        row, cols = max(
            ((row, self._columns_headed(row, parts, until)) for row in rows),
            key=lambda found: len(found[1]),
            default=(0, {}),
        )
        for key in needed:
            if key not in cols:
                self._no_heading(row, wording(wanted[key][0])["en"], bool(cols))
        return Headings(row, cols)

    def _columns_headed(
        self, row: int, parts: Mapping[str, Iterable[str]], until: str
    ) -> dict[str, int]:
        """The column of each part in a row of headings; `parts` are those that each text heads."""
        cols: dict[str, int] = {}
        for col, cell in enumerate(self.rows[row]):
            if cell == "":
                continue
            found = [part for text in text_keys(cell) for part in parts.get(text, ())]
            if until in cols and until in found:
                break
            for part in found:
                cols.setdefault(part, col)
        return cols

    def _no_heading(self, row: int, expected: str, others: bool) -> NoReturn:
        for col, cell in enumerate(self.rows[row] if others else ()):
            if isinstance(cell, str) and cell.strip() and not text_keys(cell):
                words = {"found": repr(cell), "expected": repr(expected)}
                self.refuse((row, col), "cell_heading", **words)
        self.lacks(f"the column {expected!r}")


class Headings:
    """The row of a sheet's headings, and the column of each."""

    def __init__(self, row: int, cols: Mapping[str, int]) -> None:
        self.row = row
        self.cols = cols

    def below(self, page: SheetReader) -> range:
        """The rows below the headings, from 0."""
        return range(self.row + 1, len(page.rows))

    def places(self, page: SheetReader) -> list[Place]:
        """All cells of the list's columns."""
        return [(row, col) for row in self.below(page) for col in self.cols.values()]
