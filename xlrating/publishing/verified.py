"""A published folder verified from its own contents: lists recalculated from their games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ..engine.errors import FileError, RatingError
from ..engine.problem import make_error
from ..engine.problems import Problem
from ..exchange.files import AnyPath
from ..federation.compared import unread
from ..federation.ledger import LedgerEntry
from ..federation.ledger_files import Ledger, read_ledger, said_of
from ..federation.listed import read_listed
from ..federation.making import Order, list_from_events
from ..federation.next_list import NextList
from ..federation.provenance import Provenance
from ..federation.rating_list import day_of_list
from ..federation.refusals import as_problems
from ..federation.submissions import Submission
from ..federation.verify import Verified, as_made, new_events
from ..federation.verify import verify as verified
from .data import FOLDER, GAMES
from .data_verified import compared_data
from .folder import MARK, changed_files
from .games import read_games


class VerifiedList(NamedTuple):
    """A published list: its provenance, the events since, and the findings.

    `found` is None for a list without published games; `again` is the recalculated list.
    """

    name: str
    made: Provenance | None
    lines: int
    events: Sequence[LedgerEntry] = ()
    games: int = 0
    found: Verified | None = None
    wrong: Sequence[Problem] = ()
    again: NextList | None = None

    @property
    def problems(self) -> list[Problem]:
        """All problems found with this list."""
        found = self.found
        return [*self.wrong, *((*found.differences, *found.problems) if found else ())]


class Folder(NamedTuple):
    """A published folder: how many files it was published with, the changed ones, its lists.

    `values` is how many values of the pages' data were compared, `wrong` are those that differ.
    """

    files: int
    changed: Sequence[Problem]
    lists: Sequence[VerifiedList]
    values: int = 0
    wrong: Sequence[Problem] = ()

    @property
    def problems(self) -> list[Problem]:
        """All problems found in the folder: changed files, lists, and data of the pages."""
        lists = (each for one in self.lists for each in one.problems)
        return [*self.changed, *lists, *self.wrong]


def is_published(path: AnyPath) -> bool:
    """Whether a folder contains published lists."""
    top = Path(path)
    return top.is_dir() and ((top / MARK).exists() or (top / FOLDER).is_dir())


def verify_folder(path: AnyPath, language: str) -> Folder:
    """Recalculate the lists of a published folder from its contents, and report all differences.

    Raises `FileError` for any other folder.
    """
    if not is_published(path):
        raise make_error(FileError, "pubver_no_folder", str(path), mark=MARK)
    top = Path(path) / FOLDER
    files, changed = changed_files(path)
    lists = sorted((_checked(one, language) for one in top.glob("*.csv")), key=_day)
    made = {top / one.name: one.again for one in lists}
    return Folder(files, changed, lists, *compared_data(Path(path), made))


def newest_list(path: AnyPath) -> Path:
    """The newest list in a published folder."""
    lists = sorted((Path(path) / FOLDER).glob("*.csv"))
    if not lists:
        raise make_error(FileError, "pubver_no_folder", str(path), mark=FOLDER)
    return max(lists, key=lambda one: (str(day_of_list(one, said_of(one)) or ""), one.name))


def recalculated(path: Path) -> NextList:
    """A published list recalculated from the games published with it.

    Raises a `RatingError` if that is impossible.
    """
    made = said_of(path).made
    if made is None or made.base is None:
        raise make_error(FileError, "ver_no_origin", path.name)
    order = as_made(_order(path, made), made)
    events = read_games(path.with_name(path.stem + GAMES).read_bytes())
    return list_from_events(order, read_listed(order.listed), events, [], [])


def _order(path: Path, made: Provenance, language: str = "en") -> Order:
    top = path.parent
    base = top / Path(made.base.file if made.base else "").name
    return Order(base, top, language=language, earlier=(str(top),) if made.earlier else ())


def _day(one: VerifiedList) -> tuple[str, str]:
    day = one.made.day if one.made else None
    return str(day or day_of_list(Path(one.name), Ledger()) or ""), one.name


def _checked(path: Path, language: str) -> VerifiedList:
    try:
        ledger = read_ledger(path)
    except RatingError as error:
        return VerifiedList(path.name, None, 0, wrong=as_problems(error))
    made, lines = ledger.made, len(ledger.contents.rows)
    wrong = tuple(ledger.changed)
    file = path.with_name(path.stem + GAMES)
    if made is None or made.base is None or not file.is_file():
        return VerifiedList(path.name, made, lines, wrong=wrong)
    try:
        events = read_games(file.read_bytes())
    except RatingError as error:
        return VerifiedList(path.name, made, lines, wrong=(*wrong, unread(file.name, error)))

    again: list[NextList] = []

    def maker(order: Order) -> NextList:
        again.append(list_from_events(order, read_listed(order.listed), events, [], []))
        return again[0]

    order = _order(path, made, language)
    try:
        found = verified(path, order, maker, with_files=False)
        new = new_events(ledger, read_ledger(order.listed))
    except RatingError as error:
        return VerifiedList(path.name, made, lines, wrong=(*wrong, *as_problems(error)))
    list_ = again[0] if again else None
    return VerifiedList(path.name, made, lines, new, _games(events), found, wrong, list_)


def _games(events: Sequence[Submission]) -> int:
    return sum(game.black is not None for one in events for game in one.event.games)
