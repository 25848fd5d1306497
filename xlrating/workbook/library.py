"""The club's list of players, as it was pasted into the Library: who is meant, and in which line.

Places count from 1, the row of the headings; the formulas of `sheets.library` find the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ..engine.words.headings import template_spellings
from ..engine.words.letters import trimmed
from .facts import FACTS
from .file.grid import Value, stored

#: Lines and columns that the sheet looks at.
LINES, COLUMNS = 2000, 20
#: What a player may be completed with, in the order of the columns that stand ready.
PARTS = (
    "id", "name", "federation", "title", "rating", "born", "sex",
    *(fact.key for fact in FACTS if fact.key not in ("born", "sex") and fact.lasts), "k",
)  # fmt: skip

#: The key of no name.
NOBODY = "."
#: All lines with their headings, as formulas call them.
ALL = "library_lines"
#: Why a person is no line of the list.
UNKNOWN, SEVERAL, UNREAD = -1, -2, -3


#: Prizes look at clubs where the federation stands; of both headings that one counts. A number of
#: somebody's is an ID; a number alone («Номер», "No.", 编号) counts the lines of a list, and would
#: stand as an ID in the report.
_ALSO = {
    "federation": ("club", "俱乐部", "代表队", "代表单位", "клуб"),
    "id": (
        "player_id", "member_id", "member_no", "membership_no", "棋手编号", "会员号", "等级分编号",
        "номер_игрока", "личный_номер", "членский_номер", "регистрационный_номер", "рег_номер",
        "номер_фшр", "id_фшр", "код_фшр", "номер_фиде", "id_фиде", "код_фиде",
    ),
}  # fmt: skip


def cell_of(part: str) -> str:
    """The name of the cell with the column of a part; 0 where the list has none.

    >>> cell_of("name")
    'library_name'
    """
    return f"library_{part}"


def plain_heading(text: str) -> str:
    """A heading as the sheet compares it.

    >>> plain_heading(" FIDE  ID."), plain_heading("B-day")
    ('fide_id', 'b_day')
    """
    words = " ".join(part for part in text.lower().split(" ") if part)
    return words.replace("-", "_").replace(" ", "_").replace(".", "")


def headed(part: str) -> tuple[str, ...]:
    """Every heading that means a part, the best known first."""
    return tuple(
        dict.fromkeys(map(plain_heading, (*template_spellings(part), *_ALSO.get(part, ()))))
    )


def _text(value: Value) -> str:
    return str(stored(value))


#: What a search takes for any letters, as letters of the same looks.
SIGNS = (("~", "～"), ("*", "＊"), ("?", "？"))
#: Blanks and commas make no other name: by what they, and signs of a search, are replaced.
COMPARED = (*((sign, "") for sign in (" ", "\u00a0", "\u3000", ",", "，")), *SIGNS)
_COMPARED = str.maketrans(dict(COMPARED))


def key_of(name: str) -> str:
    """A name as it is compared, whatever its case; a full stop alone for none.

    >>> key_of("Okafor, Ada") == key_of(" okafor ada"), key_of("王　伟"), key_of(" , ")
    (True, '.王伟', '.')
    """
    return f".{name.translate(_COMPARED)}".lower()


def _same(one: object, other: str) -> bool:
    return isinstance(one, str) and one.lower() == other.lower()


@dataclass(frozen=True)
class Library:
    """The headings and the lines below them; `is_longer` where more stands below the room.

    >>> club = Library(("ID", "Name"), ((7, "Li Wei"), (8, "An, Li"), (9, "LI, Wei")))
    >>> club.place("8", ""), club.place("", "an li"), club.place("", "Li Wei"), club.place("", "Bo")
    (3, 3, -2, -1)
    """

    headings: tuple[Value, ...] = ()
    lines: tuple[tuple[Value, ...], ...] = ()
    is_longer: bool = False

    @cached_property
    def columns(self) -> Mapping[str, int]:
        """The column of each part, from 1; those that the headings name."""
        shown = [plain_heading(_text(heading)) for heading in self.headings]
        found = {}
        for part in PARTS:
            column = next((shown.index(name) for name in headed(part) if name in shown), None)
            if column is not None:
                found[part] = column + 1
        return found

    @cached_property
    def is_empty(self) -> bool:
        """Whether nothing stands below the headings."""
        return all(_text(value) == "" for line in self.lines for value in line)

    def value(self, part: str, at: int) -> Value:
        """What a line has of a part; '' where it has nothing."""
        column = self.columns.get(part)
        line = self.lines[at - 2] if column and at > 1 else ()
        return line[column - 1] if column and column <= len(line) else ""

    def text(self, part: str, at: int) -> str:
        """The same as a text."""
        return _text(self.value(part, at))

    def _places(self, part: str) -> list[tuple[int, Value]]:
        if part not in self.columns:
            return []
        return [(at, self.value(part, at)) for at in range(2, len(self.lines) + 2)]

    def by_number(self, number: str) -> int:
        """The first line of a number, 0 for none: a list of next month may stand on top."""
        listed = self._places("id")
        texts = (at for at, value in listed if _same(value, number))
        numbers = (
            at for at, value in listed if isinstance(value, (int, float)) and _text(value) == number
        )
        return next(texts, 0) or next(numbers, 0)

    @cached_property
    def keys(self) -> list[str]:
        """The name of each line as it is compared."""
        return [key_of(_text(value)) for _, value in self._places("name")]

    def by_name(self, name: str) -> int:
        """The first line of a name, 0 for none."""
        key = key_of(name)
        return self.keys.index(key) + 2 if key != NOBODY and key in self.keys else 0

    def is_ambiguous(self, at: int) -> bool:
        """Whether others have the name of a line: no line is the same person without a number."""
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
        """The line that a number or name asks for; 0 where nothing is asked."""
        text = trimmed(asked)
        if not text:
            return 0
        return self.by_number(text) or self.by_name(text) or UNKNOWN

    def named_at(self, asked: str, name: str) -> int:
        """The same, or the line of a typed name."""
        text = trimmed(name)
        if trimmed(asked):
            return self.asked_at(asked)
        if not text or self.is_empty:
            return 0
        return (self.by_name(text) or UNKNOWN) if "name" in self.columns else UNREAD

    def place(self, asked: str, name: str) -> int:
        """The line that completes a player; below 0 why there is none, 0 where none is wanted."""
        at, text = self.named_at(asked, name), trimmed(asked)
        if at > 1 and not (text and self.by_number(text)) and self.is_ambiguous(at):
            return SEVERAL
        return at
