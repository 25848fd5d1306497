"""Recalculating a chain of lists: from the first one, one folder of events after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from ..engine.errors import ArgumentError
from ..engine.problem import make_error
from ..engine.problems import Problem
from ..exchange.files import AnyPath
from .folder import read_folder
from .ledger_files import beside_to_read
from .list_files import files_of
from .making import Order, Sent, Tell, list_from_events
from .named_events import ends_with, is_named
from .named_lists import day_in_name
from .next_list import ListError, NextList
from .provenance import CHOICES
from .rating_list import RatingList
from .submissions import Submission


class Link(NamedTuple):
    """A list in a chain: the name of its file, the list, and its files by name."""

    name: str
    found: NextList
    files: Mapping[str, bytes]


#: The officer's decisions about files.
_OF_FILES = tuple(name for name in CHOICES if name != "keep")
#: Reads a list.
ListReader = Callable[[Order], RatingList]


class _Read(NamedTuple):
    """The contents of a period's folder."""

    folder: Path
    events: Sequence[Submission]
    wrong: Sequence[Problem]
    other: Sequence[Problem]

    @property
    def sent(self) -> Sent:
        """The submitted events, unreadable files, and other files."""
        return self.events, self.wrong, self.other


def day_of_folder(name: str) -> date | None:
    """The date of the list in a folder's name: the date itself, or the day after its month.

    >>> day_of_folder("2025-12-01"), day_of_folder("2025-11 events"), day_of_folder("9999-12")
    (datetime.date(2025, 12, 1), datetime.date(2025, 12, 1), None)
    """
    named = day_in_name(name)
    if named is None or named.exact:
        return named and named.day
    try:
        return (named.day + timedelta(31)).replace(day=1)
    except OverflowError:  # there is no month after 9999-12
        return None


def rebuild(
    order: Order,
    folders: Sequence[AnyPath],
    days: Sequence[date | None],
    outputs: Sequence[Path],
    tell: Tell,
    reader: ListReader,
) -> list[Link]:
    """The lists that follow from the first one, `order.listed`, with one folder of events each.

    Each is written to its output, from which the next one is made: `reader` reads it. `order` has
    an officer's decisions about all of them; its folder and day are ignored. `days` are those of
    the lists, from `days_of`. Raises `ListError` with everything that prevents the first list that
    cannot be made, and every unreadable file of the later folders.
    """
    _expect_order(folders, days)
    mine = (order.listed, beside_to_read(order.listed), *order.leave_out)
    read = [_Read(Path(one), *read_folder(one, mine, tell)) for one in folders]
    _expect_files(order, read)
    links: list[Link] = []
    lists: list[RatingList] = []
    base = order.listed
    for at, (period, day, output) in enumerate(zip(read, days, outputs, strict=True)):
        # Columns to keep are requested for the first list only; later lists contain them.
        keep = () if at else order.keep
        own = replace(order, listed=base, folder=period.folder, day=day, keep=keep)
        own = _own(own, period)
        try:
            lists.append(reader(own))
            found = list_from_events(own, lists[-1], *period.sent, lists)
        except ListError as error:
            wrong = [_placed(one, period) for one in error.problems]
            later = [_placed(one, other) for other in read[at + 1 :] for one in other.wrong]
            raise ListError([*wrong, *later]) from None
        found, files = files_of(found, str(output), order.language)
        # The next list starts from what a file contains, not from digits beyond it.
        for path, data in files.items():
            Path(path).write_bytes(data)
        own_files = {Path(path).name: data for path, data in files.items()}
        links.append(Link(output.name, found, own_files))
        base = output
    return links


def days_of(folders: Sequence[AnyPath], days: Sequence[date] = ()) -> list[date | None]:
    """The dates of the lists: those given, otherwise from the folders' names."""
    if days and len(days) != len(folders):
        raise make_error(ArgumentError, "opt_days", days=len(days), folders=len(folders))
    return list(days) or [day_of_folder(_name(folder)) for folder in folders]


def names_of(folders: Sequence[AnyPath], days: Sequence[date | None], ending: str) -> list[str]:
    """The names of the lists' files: their dates, otherwise the folders' names.

    >>> names_of(["sent/2025-10", "sent/autumn"], [date(2025, 11, 1), None], ".csv")
    ['2025-11-01.csv', 'autumn.csv']
    """
    both = zip(folders, days, strict=True)
    names = [f"{day or _name(folder)}{ending}" for folder, day in both]
    for name in names:
        if names.count(name) > 1:
            raise make_error(ArgumentError, "opt_same_name", name)
    return names


def _name(folder: AnyPath) -> str:
    return Path(folder).resolve().name


def _expect_order(folders: Sequence[AnyPath], days: Sequence[date | None]) -> None:
    dated = [(day, folder) for day, folder in zip(days, folders, strict=True) if day]
    for (one, _), (other, folder) in pairwise(dated):
        if one >= other:
            raise make_error(ArgumentError, "opt_order", str(folder), day=other, before=one)


def _placed(problem: Problem, period: _Read) -> Problem:
    """A problem of an event with the folder added to its place."""
    if problem.where.partition(", ")[0] == str(period.folder):
        return problem
    return problem._replace(where=f"{period.folder.name}/{problem.where}".rstrip("/"))


# --- what was chosen for all periods -------------------------------------------------------------


def _own(order: Order, period: _Read) -> Order:
    """The order restricted to files of the period."""
    own: dict[str, Any] = {
        name: tuple(one for one in getattr(order, name) if _has(period, one)) for name in _OF_FILES
    }
    return replace(order, **own)


def _expect_files(order: Order, read: Sequence[_Read]) -> None:
    for option in _OF_FILES:
        for pattern in getattr(order, option):
            if not any(_has(period, pattern) for period in read):
                said = f"--{option.replace('_', '-')}"
                raise make_error(ArgumentError, "opt_no_event", pattern, option=said)


def _has(period: _Read, pattern: str) -> bool:
    return any(
        is_named(one.file, pattern)
        or ends_with(one.file, pattern)
        or ends_with(pattern, f"{period.folder.name}/{one.file}")
        for one in period.events
    )
