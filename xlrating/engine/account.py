"""The account of a file that was read: each part of it used, checked, known, or not used.

Every reader returns one with its event or list, so that nothing is dropped in silence: whatever is
not understood and could change a number is an error; everything else that is unused is listed here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Iterable, List, NamedTuple, Tuple

from .problem import Problem

#: How a part of a file was used: it is part of the event; it was compared with the event; programs
#: calculate it from the rest; the user declared it irrelevant; it cannot change a number.
USED, CHECKED, KNOWN, IGNORED, UNUSED = "used", "checked", "known", "ignored", "unused"


class AccountColumn(NamedTuple):
    """A column: its heading as written, its place counted from 1, and what it was taken for.

    `printed` are its cells if the column can be calculated from the rest, for comparison.
    """

    heading: str
    number: int
    use: str
    meaning: str = ""
    printed: Tuple[str, ...] = ()


class LineRange(NamedTuple):
    """Lines or rows of one kind, the first and the last, counted from 1.

    Kinds are heading, player, game, said (of the event), title, footer and blank.
    """

    kind: str
    first: int
    last: int


def in_runs(kinds: Iterable[str]) -> Tuple[LineRange, ...]:
    """The lines of a file with the kind of each; consecutive lines of one kind become one range.

    >>> in_runs(["heading", "player", "player"])
    (LineRange(kind='heading', first=1, last=1), LineRange(kind='player', first=2, last=3))
    """
    found: List[LineRange] = []
    for at, kind in enumerate(kinds, 1):
        if found and found[-1].kind == kind:
            found[-1] = found[-1]._replace(last=at)
        else:
            found.append(LineRange(kind, at, at))
    return tuple(found)


class Record(NamedTuple):
    """All records of one name, in files that have records: TRF's 001, the tag White of PGN.

    `printed` are ratings of the players, in their order, other than those that count.
    """

    name: str
    n: int
    use: str
    meaning: str = ""
    lines: Tuple[int, ...] = ()
    printed: Tuple[str, ...] = ()


class FileStatement(NamedTuple):
    """What a file states about its event: which part, the text, and where."""

    part: str
    text: str
    where: str


@dataclass(frozen=True)
class Account:
    """What was read from a file, and how.

    `kind` is that of the file: games, players, list, crosstable, template, trf … `area` are the
    cells of one of several tables, `others` the sheets and tables that were not used. `parts` are
    the accounts of files that belong to this one, such as the players' list that comes with a list
    of games; `doubts` are the doubtful parts of the file. `side` is a word in its cells for a side
    that only one game has, such as 红 in xiangqi.
    """

    file: str
    kind: str
    encoding: str = ""
    separator: str = ""
    sheet: str = ""
    area: str = ""
    others: Tuple[str, ...] = ()
    columns: Tuple[AccountColumn, ...] = ()
    lines: Tuple[LineRange, ...] = ()
    records: Tuple[Record, ...] = ()
    said: Tuple[FileStatement, ...] = ()
    players: int = 0
    games: int = 0
    byes: int = 0
    pending: int = 0
    parts: Tuple[Account, ...] = ()
    doubts: Tuple[Problem, ...] = ()
    side: str = ""

    def counting(self, players: Iterable[Any], games: Iterable[Any] = ()) -> Account:
        """The account with the numbers of players, games, byes and pending results."""
        found = list(games)
        byes = sum(game.black is None for game in found)
        pending = sum(game.result.code == "" for game in found)
        return replace(
            self, players=len(list(players)), games=len(found) - byes, byes=byes, pending=pending
        )

    def without(self, name: str, lines: Iterable[int]) -> Account:
        """The account with these lines marked as unused and labelled `name`."""
        own = tuple(lines)
        records = (Record(name, len(own), UNUSED, "", own), *self.records)
        return replace(self, records=records) if own else self

    @property
    def place(self) -> str:
        """The file, with the sheet if there is one, as messages name a place.

        >>> Account("club.xlsx", "", sheet="May").place
        'club.xlsx, sheet May'
        """
        return f"{self.file}, sheet {self.sheet}" if self.sheet else self.file

    @property
    def unused(self) -> Tuple[str, ...]:
        """The names of columns and records that cannot change a number, and of those ignored.

        >>> Account("a.csv", "list", columns=(AccountColumn("Club", 3, UNUSED),)).unused
        ('Club',)
        """
        found: List[str] = [one.heading or f"#{one.number}" for one in self.columns
                            if one.use in (UNUSED, IGNORED)]  # fmt: skip
        found += [one.name for one in self.records if one.use in (UNUSED, IGNORED)]
        found += [name for part in self.parts for name in part.unused]
        return tuple(dict.fromkeys(found))

    def is_unused(self, line: int, column: int = 0) -> bool:
        """Whether the account lists a cell as unused or as calculated by programs.

        Lines and columns count from 1; column 0 means the whole line.
        """
        if any(one.first <= line <= one.last for one in self.lines
               if one.kind in ("title", "footer", "blank")):  # fmt: skip
            return True
        if any(line in one.lines for one in self.records if one.use not in (USED, CHECKED)):
            return True
        return any(one.number == column for one in self.columns if one.use not in (USED, CHECKED))
