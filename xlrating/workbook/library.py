"""The club's list of players, as pasted into the Library: who is meant, and in which line.

Places count from 1, the row of the headings; the formulas of `sheets.library` find the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import cached_property

from ..engine.rules.ruleset import load
from ..engine.tournament.prizes import sex_of
from ..engine.vocabulary.booleans import YES_WORDS
from ..engine.vocabulary.headings import AT_PACE
from ..engine.vocabulary.letters import half_width, trimmed, visible
from .facts import FACTS
from .file.grid import Value, stored
from .library_headings import headed, headed_at_pace, plain_heading, stands_in

#: Lines and columns that the sheet looks at.
LINES, COLUMNS = 2000, 20
#: What a player may be completed with, in the order of the prepared columns.
PARTS = (
    "id", "name", "federation", "title", "rating", "born", "sex",
    *(fact.key for fact in FACTS if fact.key not in ("born", "sex") and fact.lasts), "k",
)  # fmt: skip

#: Text parts, and those for which 0 means none.
TEXTS = ("name", "id", "federation", "title", "foreign", "sex")
NONE_IS_0 = ("rating", "peak")
#: A larger number is a day instead of a year; and the day that has the number 0.
FIRST_DATE, _DAY_0 = 3000, date(1899, 12, 30)
#: The key of the standard ratings, which count where a list has none at the rules' pace.
STANDARD = "standard"
#: The key of no name.
NOBODY = "."
#: All lines with their headings, and the row above these, as formulas refer to them: the range
#: begins and ends with locked cells, so that cutting part of the list moves neither end.
FRAME = "library_frame"
#: In place of a line: why a person has none in the list.
UNKNOWN, SEVERAL, UNREAD = -1, -2, -3


def cell_of(part: str) -> str:
    """The name of the cell with the column of a part; 0 where the list has none.

    >>> cell_of("name")
    'library_name'
    """
    return f"library_{part}"


def _text(value: Value) -> str:
    return str(stored(value))


#: Wildcards of a search, each with a letter that looks the same.
SIGNS = (("~", "～"), ("*", "＊"), ("?", "？"))
#: Names are compared without blanks and commas, and with wildcards replaced.
COMPARED = (*((sign, "") for sign in (" ", "\u00a0", "\u3000", ",", "，")), *SIGNS)
_COMPARED = str.maketrans(dict(COMPARED))


def key_of(name: str) -> str:
    """A name in the form used for comparison, in any case; a full stop if there is none.

    >>> key_of("Okafor, Ada") == key_of(" okafor ada"), key_of("王　伟"), key_of(" , ")
    (True, '.王伟', '.')
    """
    return f".{name.translate(_COMPARED)}".lower()


def _same(one: object, other: str) -> bool:
    return isinstance(one, str) and one.lower() == other.lower()


@dataclass(frozen=True)
class Library:
    """The headings and the lines below them; `is_longer` if there is more below the area.

    `rules` are those of the workbook: their ratings go before others.

    >>> club = Library(("ID", "Name"), ((7, "Li Wei"), (8, "An, Li"), (9, "LI, Wei")))
    >>> club.place("8", ""), club.place("", "an li"), club.place("", "Li Wei"), club.place("", "Bo")
    (3, 3, -2, -1)
    """

    headings: tuple[Value, ...] = ()
    lines: tuple[tuple[Value, ...], ...] = ()
    is_longer: bool = False
    rules: str = ""

    @cached_property
    def columns(self) -> Mapping[str, int]:
        """The column of each part, from 1; those that the headings name.

        On a list of several paces only what is of the rules' pace counts.
        """
        own = self._columns(headed_at_pace)
        named = self._columns(headed)
        named = {
            part: at for part, at in named.items() if "rating" not in own or part not in AT_PACE
        }
        return {part: at for part in PARTS if (at := own.get(part) or named.get(part))}

    @cached_property
    def standard(self) -> int:
        """The column of the standard ratings that count for players without one at the rules' pace.

        0 if there is none, or if the rules do not let them count.
        """
        is_other = (
            self.rules and stands_in(load(self.rules)) and "rating" in self._columns(headed_at_pace)
        )
        return self._columns(headed).get("rating", 0) if is_other else 0

    def _columns(self, names_of: Callable[[str, str], tuple[str, ...]]) -> dict[str, int]:
        shown = [plain_heading(_text(heading)) for heading in self.headings]
        named = (
            (part, [one for one in names_of(part, self.rules) if one in shown]) for part in PARTS
        )
        return {part: shown.index(names[0]) + 1 for part, names in named if names}

    @cached_property
    def is_empty(self) -> bool:
        """Whether nothing is below the headings."""
        return all(_text(value) == "" for line in self.lines for value in line)

    def value(self, part: str, at: int) -> Value:
        """The value of a part in the line `at`, from 1; '' for none."""
        return self._cell(self.columns.get(part, 0), at)

    def _cell(self, column: int, at: int) -> Value:
        line = self.lines[at - 2] if column and at > 1 else ()
        return line[column - 1] if 0 < column <= len(line) else ""

    def enters_with_standard(self, at: int) -> bool:
        """Whether the standard rating of a line counts, because it has none at the rules' pace."""
        own, other = self.value("rating", at), self._cell(self.standard, at)
        return own in ("", 0) and other not in ("", 0)

    def text(self, part: str, at: int) -> str:
        """The value of a part in the line `at`, from 1, as a text; '' for none."""
        return _text(self.value(part, at))

    def _places(self, part: str) -> list[tuple[int, Value]]:
        if part not in self.columns:
            return []
        return [(at, self.value(part, at)) for at in range(2, len(self.lines) + 2)]

    def by_number(self, number: str) -> int:
        """The first line with a number, 0 for none: next month's list may be on top."""
        listed = self._places("id")
        texts = (at for at, value in listed if _same(value, number))
        numbers = (
            at for at, value in listed if isinstance(value, (int, float)) and _text(value) == number
        )
        return next(texts, 0) or next(numbers, 0)

    @cached_property
    def keys(self) -> list[str]:
        """The name of each line below the headings, in the form used for comparison."""
        return [key_of(_text(value)) for _, value in self._places("name")]

    def by_name(self, name: str) -> int:
        """The first line of a name, 0 for none."""
        key = key_of(name)
        return self.keys.index(key) + 2 if key != NOBODY and key in self.keys else 0

    def is_ambiguous(self, at: int) -> bool:
        """Whether others have the name of a line; lines without a number are different persons."""
        number = self.text("id", at)
        same = [other for other, key in enumerate(self.keys, 2) if key == self.keys[at - 2]]
        # The same line twice is one person.
        twice = [
            other
            for other in same
            if _same(self.text("name", other), self.text("name", at))
            and _same(self.text("id", other), number)
        ]
        return len(same) > (len(twice) if number else 1)

    def asked_at(self, asked: str) -> int:
        """The line that one cell of an older file asks for by number or name; below 0 for none."""
        text = trimmed(asked)
        by_number = self.by_number(text)
        at = by_number or self.by_name(text) or UNKNOWN
        return SEVERAL if at > 1 and not by_number and self.is_ambiguous(at) else at

    def at_number(self, number: str) -> int:
        """The line with a number below the headings, 0 for none."""
        found = self.by_number(number) if number else 0
        return found if found > 1 else 0

    def at_name(self, name: str) -> int:
        """The first line of a name, 0 for none."""
        return self.by_name(name) if name else 0

    def place(self, number: str, name: str) -> int:
        """The line that completes a player; below 0 why there is none, 0 where none is wanted.

        A name that only one person has decides; the number does if several or none have the name,
        or if no name is typed.
        """
        if self.is_empty or not (number or name):
            return 0
        by_number, by_name = self.at_number(number), self.at_name(name)
        if not by_name:
            unread = name and "name" not in self.columns
            return by_number or (UNREAD if unread else UNKNOWN)
        if not self.is_ambiguous(by_name):
            return by_name
        same = by_number and self.keys[by_number - 2] == self.keys[by_name - 2]
        return by_number if same else SEVERAL

    def listed(self, part: str, at: int) -> Value:
        """A line's value for a part as it counts: numbers as such, the year of a birth date; or ''.

        >>> club = Library(("Name", "Rating", "Born"), (("Li Wei", "1800", "2001-05-09"),))
        >>> club.listed("rating", 2), club.listed("born", 2), club.listed("name", 2)
        (1800, 2001, 'Li Wei')
        """
        value = stored(self.value(part, at))
        if part in ("rating", "games") and self.enters_with_standard(at):
            value = stored(self._cell(self.standard, at)) if part == "rating" else 0
        if part in TEXTS:
            return half_width(_plain(value)) if part == "id" else _plain(value)
        if isinstance(value, str):
            text = _plain(value)
            found = text[:4] if part == "born" else text
            number = _number(half_width(found))
            return text if number is None else number
        if part == "born" and value > FIRST_DATE:
            return (_DAY_0 + timedelta(days=int(value))).year
        return "" if part in NONE_IS_0 and value == 0 else value

    def agrees(self, part: str, typed: Value, listed: Value) -> bool:
        """Whether the typed value of a part equals the list's."""
        if part == "name":
            return key_of(str(typed)) == key_of(str(listed))
        if part == "sex":
            return sex_of(str(typed)) == sex_of(str(listed))
        if part == "foreign":
            yes = {str(one).strip().lower() in YES_WORDS for one in (typed, listed)}
            return len(yes) == 1
        one, other = stored(typed), stored(listed)
        if isinstance(one, str) or isinstance(other, str):
            return str(one).lower() == str(other).lower()
        return abs(one - other) < 1e-9


def _plain(value: Value) -> str:
    return visible(_text(value))


def _number(text: str) -> Value:
    """The number that a text is, written as a cell shows it; None for any other."""
    try:
        number = stored(Decimal(text))
    except ArithmeticError:
        return None
    return number if _text(number) == text else None
