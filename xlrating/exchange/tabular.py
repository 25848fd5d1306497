"""A table as it was found in a file: headings, rows, and the account of where all of it was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

from ..engine.account import KNOWN, Account, AccountColumn, LineRange, in_runs
from ..engine.errors import FileError, shown
from ..engine.problem import make_error
from ..engine.vocabulary.likeness import OF_PLAYERS, HeadedColumns, understood
from ..engine.vocabulary.slips import nearest
from .addresses import column_letter
from .row import Row

#: The kind of the lines of a table before its reader says what they are.
BODY = "body"


class ReadOptions(NamedTuple):
    """What somebody says of a file: its sheet, and the columns that do not matter."""

    sheet: str = ""
    ignore: tuple[str, ...] = ()


#: Nobody said anything.
AS_IT_IS = ReadOptions()


class Table(NamedTuple):
    """Headings in lower case with ``_`` for blanks, the rows below them, the lines above.

    `written` are the headings as they are in the file, `places` the columns that they come from
    where their order is another one; `account` says where all of it was found.
    """

    name: str
    headings: tuple[str, ...]
    rows: tuple[Row, ...]
    above: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    account: Account = Account("", "table")
    asked: ReadOptions = AS_IT_IS
    places: tuple[int, ...] = ()

    def understood(
        self, kind: str, known: Mapping[str, str], matters: Sequence[str] = OF_PLAYERS,
        kept: Iterable[str] = (),
    ) -> Account:  # fmt: skip
        """The account of the table as one of this kind, with what each column was taken for.

        `known` are the headings that its reader takes, with the part that each means; `matters`
        the parts that numbers hang on; `kept` are columns that somebody wants to stay on a list.
        Raises `FileError` where a column that is not read may hold what a number hangs on.
        """
        table = HeadedColumns(
            self.headings, self.written, lambda at: [row.values[at] for row in self.rows],
            [self._place(at) for at in range(len(self.headings))],
        )  # fmt: skip
        ignored = (*self.asked.ignore, *kept)
        found = understood(table, known, ignored, self.account.place, matters)
        if kind != "list":
            found = tuple(one._replace(printed=self._printed(one)) for one in found)
        if self.places:
            # Those of a federation's list are accounted for already, but for the rest of them.
            done = {one.number: one for one in self.account.columns}
            own = (one._replace(number=self.places[one.number - 1] + 1) for one in found)
            found = tuple({**{one.number: one for one in own}, **done}.values())
        columns = tuple(sorted(found, key=lambda one: one.number))
        row = {"games": "game", "corrections": "correction"}.get(kind, "player")
        lines = (one._replace(kind=row) if one.kind == BODY else one for one in self.account.lines)
        return replace(self.account, kind=kind, columns=columns, lines=tuple(lines))

    def _place(self, at: int) -> str:
        """A column as people see it."""
        at = self.places[at] if self.places else at
        return column_letter(at) if self.account.sheet else f"#{at + 1}"

    def _printed(self, column: AccountColumn) -> tuple[str, ...]:
        """The cells of a column that follows from the others; () of any other."""
        at = column.number - 1
        return tuple(str(row.values[at]) for row in self.rows) if column.use == KNOWN else ()

    def refuse_slips(self, used: Set[str], known: Iterable[str]) -> None:
        """Raise `FileError` for a heading that is not used, and one slip away from a known one."""
        wanted = [one for one in known if one not in used]
        for heading in self.headings:
            if heading not in used and (near := nearest(heading, wanted)):
                words = {"column": shown(heading)[1:-1], "near": near}
                raise make_error(FileError, "read_heading_near", self.account.place, **words)


def lines_of_file(
    start: int, head: int, body: Iterable[int], below: Iterable[int], number: int
) -> tuple[LineRange, ...]:
    """What the lines of a file are, those of a kind in a row as one.

    The first `start` of them stand above the headings, in line `head`; the table has the lines
    of `body`, and those of `below` are no part of it.

    >>> [(one.kind, one.last) for one in lines_of_file(1, 2, (3, 4), (6,), 6)]
    [('title', 1), ('heading', 2), ('body', 4), ('blank', 5), ('footer', 6)]
    """
    kinds = dict.fromkeys(range(1, start + 1), "title") | {head: "heading"}
    kinds |= dict.fromkeys(body, BODY) | dict.fromkeys(below, "footer")
    return in_runs(kinds.get(at, "blank") for at in range(1, max([number, *kinds]) + 1))
