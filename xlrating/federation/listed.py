"""Lists as they are read: those before the next one, and which was in force when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from ..engine.account import Account
from ..engine.errors import ArgumentError
from ..engine.problem import make_error
from ..engine.problems import Problem
from ..engine.rules.ruleset import RuleSet, load
from ..engine.vocabulary.dates import day_of
from ..exchange.files import AnyPath, existing
from ..exchange.players import list_of
from ..exchange.table import read_table
from ..exchange.tabular import AS_IT_IS, ReadOptions
from .in_force import InForce, starts_before
from .ledger_files import Ledger, read_ledger, said_of
from .named_lists import dated, day_in_name, lists_in
from .next_list import ListError
from .own_columns import own_columns
from .paces import are_several
from .people import ListPeople
from .provenance import Source
from .submissions import Submission


class RatingList(NamedTuple):
    """A list as it was read: its players, and what it says of itself.

    `unknown` are columns that mean nothing here and are not kept. `several` says that it has
    columns for more paces than one.
    """

    path: Path
    players: ListPeople
    ledger: Ledger
    unknown: tuple[str, ...]
    several: bool = False
    account: Account | None = None

    @property
    def day(self) -> date | None:
        """The day that it says, or the one at the beginning of its name."""
        return day_of_list(self.path, self.ledger)

    @property
    def source(self) -> Source:
        """What a list that is made from it says of it."""
        return Source(self.path.name, self.day, self.ledger.contents.digest)


def day_of_list(path: Path, ledger: Ledger) -> date | None:
    """The day that a list says of itself, or the one at the beginning of its name."""
    if ledger.made and ledger.made.day:
        return ledger.made.day
    named = day_in_name(path.name)
    return named.day if named else None


def tell_lost(columns: Sequence[str], name: str) -> list[Problem]:
    """Which columns of a list do not stay on the next one."""
    return [Problem("fed_columns", {"columns": ", ".join(columns)}, name)] if columns else []


def tell_unknown_day(day: date | None, rules: RuleSet, name: str) -> list[Problem]:
    """That the day of a list is not known, where the rules ask for it."""
    is_asked = day is None and starts_before(date.min, rules, date.max)
    return [Problem("fed_day_unknown", {}, name)] if is_asked else []


def read_listed(
    path: AnyPath, keep: Sequence[str] = (), asked: ReadOptions = AS_IT_IS
) -> RatingList:
    """The list in a file with what it says of itself; `keep` are columns that stay on it besides.

    Raises a `RatingError` with the place of what cannot be read.
    """
    table = read_table(path, is_list=True, asked=asked)
    said = said_of(path)
    # Whatever means nothing on a list that was written here is its own.
    kept = table.headings if said.made else keep
    players, unknown, parts, account = list_of(path, table, kept)
    ledger = read_ledger(path, table, said)
    own, lost = own_columns(table, unknown, ledger.made is not None, keep)
    people = ListPeople.of(players, own)
    return RatingList(Path(path), people, ledger, lost, are_several(parts), account)


#: Reads an earlier list, those on it who matter.
Reader = Callable[[AnyPath], RatingList]


class Lists(NamedTuple):
    """The lists of a chain before the one that is read, and what reads these and others."""

    chain: Sequence[AnyPath] = ()
    read: Reader = read_listed


#: No chain: whatever is asked for is read line by line.
NO_OTHERS = Lists()


def in_force(
    earlier: Sequence[str],
    listed: RatingList,
    events: Sequence[Submission],
    rules: str,
    lists: Lists,
) -> tuple[InForce, ...]:
    """The earlier lists, as far back as an event asks: those given, and those beside the list."""
    for text in earlier:
        path = Path(dated(text)[1])
        if not path.is_dir():
            # Also where no event asks for it: somebody has named it.
            existing(path)
    used = load(rules, events[-1].day if events else None)
    starts = [
        start
        for one in events
        if starts_before(start := one.event.day("start") or one.day, used, listed.day)
    ]
    if not starts:
        return ()
    reader = lists.read
    given = [one for text in earlier for one in earlier_lists(text, listed.day, starts, reader)]
    first = min(start for start in starts if start)
    known = list(map(reader, lists.chain))
    read = [InForce(one.day, one.players, one.source) for one in known if one.day is not None]
    return (*given, *read, *_chain(known[0] if known else listed, first, reader))


def earlier_lists(
    text: str, day: date | None, starts: Iterable[date | None], reader: Reader = read_listed
) -> list[InForce]:
    """The lists that ``--earlier`` names: a path, ``2025-10-01=path``, or a folder of lists.

    Of a folder those that were in force at one of `starts`, if they are of before `day`. Raises
    `ListError` where one was changed, `ArgumentError` where its day is not known.
    """
    said, path = dated(text)
    if said or not Path(path).is_dir():
        return [_earlier(said, path, text, reader)]
    lists = lists_in(path, day)
    if not lists:
        raise make_error(ArgumentError, "opt_earlier_none", path, day=day or "–")
    wanted = set[Path]()
    for start in starts:
        wanted.update([one for of, one in lists if start and of <= start][-1:])
    return [_earlier("", str(one), str(one), reader) for one in sorted(wanted)]


def _earlier(said: str, path: str, text: str, reader: Reader) -> InForce:
    found = reader(path)
    if found.ledger.changed:
        raise ListError(found.ledger.changed)
    day = day_of(said) or found.day
    if day is None:
        raise make_error(ArgumentError, "opt_earlier_day", text)
    return InForce(day, found.players, Source(found.path.name, day, found.ledger.contents.digest))


def _chain(listed: RatingList, first: date, reader: Reader) -> list[InForce]:
    """The lists that this one follows from, as far as they lie beside it unchanged.

    Raises a `RatingError` where one of them cannot be read.
    """
    found: list[InForce] = []
    made, folder, seen = listed.ledger.made, listed.path.parent, {listed.ledger.contents.digest}
    while made and made.base and made.base.digest not in seen:
        path = folder / made.base.file
        if not path.is_file():
            break
        one = reader(path)
        if one.ledger.contents.digest != made.base.digest or one.day is None:
            break
        found.append(InForce(one.day, one.players, one.source))
        if one.day <= first:
            break
        seen.add(made.base.digest)
        made = one.ledger.made
    return found
