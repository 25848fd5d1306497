"""A table as found in a file: headings, rows, and the account of where everything was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import NamedTuple, Protocol, TypeVar

from ..engine.account import KNOWN, Account, AccountColumn, LineRange, in_runs
from ..engine.errors import FileError, shown
from ..engine.problem import make_error
from ..engine.vocabulary.likeness import OF_PLAYERS, HeadedColumns, understood
from ..engine.vocabulary.slips import nearest
from .addresses import column_letter
from .row import Row

#: The provisional kind of a table's lines, until its reader decides.
BODY = "body"


class _OnSheet(Protocol):
    @property
    def sheet(self) -> str: ...


OnSheet = TypeVar("OnSheet", bound=_OnSheet)


class ReadOptions(NamedTuple):
    """What the user says about a file: its sheet, and irrelevant columns."""

    sheet: str = ""
    ignore: tuple[str, ...] = ()

    def on_sheet(self, grids: Iterable[OnSheet]) -> list[OnSheet]:
        """The tables on that sheet; all of them if none is named."""
        return [one for one in grids if self.sheet in ("", one.sheet)]


#: No options given.
AS_IT_IS = ReadOptions()


class Table(NamedTuple):
    """Headings in lower case with ``_`` for blanks, the rows below them, the lines above.

    `written` are the headings as they are in the file, `places` the columns that they come from
    if their order differs; `account` says where everything was found.
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

        `known` are the headings that its reader understands, with their meaning; `matters`
        are the parts that numbers depend on; `kept` are columns to be kept on a list.
        Raises `FileError` if an unread column may contain what a number depends on.
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
            # A federation's own columns have been accounted for, except for the rest.
            done = {one.number: one for one in self.account.columns}
            own = (one._replace(number=self.places[one.number - 1] + 1) for one in found)
            found = tuple({**{one.number: one for one in own}, **done}.values())
        columns = tuple(sorted(found, key=lambda one: one.number))
        row = {"games": "game", "corrections": "correction"}.get(kind, "player")
        lines = (one._replace(kind=row) if one.kind == BODY else one for one in self.account.lines)
        return replace(self.account, kind=kind, columns=columns, lines=tuple(lines))

    def _place(self, at: int) -> str:
        """A column as messages name it: by its letters on a sheet, otherwise ``#3``."""
        at = self.places[at] if self.places else at
        return column_letter(at) if self.account.sheet else f"#{at + 1}"

    def _printed(self, column: AccountColumn) -> tuple[str, ...]:
        """The cells of a column that follows from others; () for any other."""
        at = column.number - 1
        return tuple(str(row.values[at]) for row in self.rows) if column.use == KNOWN else ()

    def refuse_slips(self, used: Set[str], known: Iterable[str]) -> None:
        """Raise `FileError` for an unused heading that is a slight misspelling of a known one."""
        wanted = [one for one in known if one not in used]
        for heading, written in zip(self.headings, self.written):
            if heading not in used and (near := nearest(heading, wanted)):
                words = {"column": shown(written)[1:-1], "near": near}
                raise make_error(FileError, "read_heading_near", self.account.place, **words)


def lines_of_file(
    start: int, head: int, body: Iterable[int], others: Iterable[int], number: int
) -> tuple[LineRange, ...]:
    """The kinds of a file's lines, with consecutive ones of a kind as one range.

    The first `start` of them are above the headings, in line `head`; the table has the lines
    in `body`; the `others` are sums, averages and remarks.

    >>> [(one.kind, one.last) for one in lines_of_file(1, 2, (3, 4), (6,), 6)]
    [('title', 1), ('heading', 2), ('body', 4), ('blank', 5), ('footer', 6)]
    """
    kinds = dict.fromkeys(range(1, start + 1), "title") | {head: "heading"}
    kinds |= dict.fromkeys(body, BODY) | dict.fromkeys(others, "footer")
    return in_runs(kinds.get(at, "blank") for at in range(1, max([number, *kinds]) + 1))
