"""Reading lists, long ones as columns; finding the lists in force when events started."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from importlib.util import find_spec
from pathlib import Path

from ..engine.account import USED, Account
from ..engine.errors import ArgumentError
from ..engine.problem import make_error
from ..engine.problems import Problem
from ..engine.rules.ruleset import RuleSet, load
from ..engine.vocabulary.dates import day_of
from ..exchange.files import CSV, AnyPath, existing
from ..exchange.other_ratings import columns_of
from ..exchange.players import list_of
from ..exchange.table import read_table
from ..exchange.tabular import AS_IT_IS, ReadOptions
from .in_force import InForce, starts_before
from .ledger_files import Ledger, read_ledger, said_of
from .named_lists import dated, lists_in
from .next_list import ListError
from .own_columns import own_columns
from .paces import are_several
from .people import ListPeople
from .provenance import Source
from .rating_list import RatingList
from .submissions import Submission

#: A list with at least this many bytes is long: some ten thousand people.
LONG = 2_000_000
_TEXT = (*CSV, ".txt", ".xml")


def tell_lost(unknown: Sequence[str], account: Account | None, name: str) -> list[Problem]:
    """Notices about columns that are not carried over to the next list.

    If a list has no IDs, its numbers are among them: they may be what identifies people.
    """
    used = {one.meaning: one.heading for one in columns_of(account) if one.use == USED}
    numbers = [used["no"]] if "no" in used and "id" not in used else []
    lost = ", ".join((*numbers, *unknown))
    return [Problem("fed_columns", {"columns": lost}, name)] if lost else []


def tell_unknown_day(day: date | None, rules: RuleSet, name: str) -> list[Problem]:
    """A notice that the date of the list is unknown, if the rules need it."""
    is_asked = day is None and starts_before(date.min, rules, date.max)
    return [Problem("fed_day_unknown", {}, name)] if is_asked else []


def is_by_columns(path: AnyPath) -> bool:
    """Whether a file is a text long enough to be read as columns, and pandas is installed."""
    file = Path(path)
    is_text = file.suffix.lower() in _TEXT and file.is_file()
    return is_text and file.stat().st_size >= LONG and find_spec("pandas") is not None


def read_list(
    path: AnyPath,
    keep: Sequence[str] = (),
    asked: ReadOptions = AS_IT_IS,
    explain: str = "",
    tell: Callable[[int, int], object] = lambda done, all_: None,
    whole: Callable[[], object] = lambda: None,
) -> RatingList:
    """The list in a file; a long one as columns, if these represent all of its contents.

    `explain` is the person whose calculation is wanted. For a FIDE list `tell` receives how many
    lines are read; `whole` is called before a list is read line by line, by `read_listed`.
    """
    if is_by_columns(path):
        from .columns.long_lists import read_long

        found = read_long(path, keep, asked.ignore, explain, tell)
        if found is not None:
            return found
    whole()
    return read_listed(path, keep, asked)


def ledger_of(path: AnyPath) -> Ledger:
    """The own data of the list in a file (`read_ledger`); a long list is read as columns."""
    if not is_by_columns(path):
        return read_ledger(path)
    from .columns.long_lists import read_ledger as of_columns

    return of_columns(path)


def read_listed(
    path: AnyPath, keep: Sequence[str] = (), asked: ReadOptions = AS_IT_IS
) -> RatingList:
    """The list in a file with its own data; `keep` are additional columns to carry over.

    Raises a `RatingError` with the place of anything unreadable.
    """
    table = read_table(path, is_list=True, asked=asked)
    said = said_of(path)
    # On a list written by xlrating, unknown columns are the federation's own.
    kept = table.headings if said.made else keep
    players, unknown, parts, account = list_of(path, table, kept)
    ledger = read_ledger(path, table, said)
    own, lost = own_columns(table, unknown, ledger.made is not None, keep)
    people = ListPeople.of(players, own)
    return RatingList(Path(path), people, ledger, lost, are_several(parts), account)


def in_force(
    earlier: Sequence[str],
    listed: RatingList,
    events: Sequence[Submission],
    rules: str,
    chain: Sequence[RatingList],
) -> tuple[InForce, ...]:
    """The earlier lists, as far back as an event needs: those given, those of the `chain` being
    made, and those next to the list.
    """
    for text in earlier:
        path = Path(dated(text)[1])
        if not path.is_dir():
            # Even if no event needs it: the user has named it.
            existing(path)
    used = load(rules, events[-1].day if events else None)
    starts = [
        start
        for one in events
        if starts_before(start := one.event.day("start") or one.day, used, listed.day)
    ]
    if not starts:
        return ()
    given = [one for text in earlier for one in earlier_lists(text, listed.day, starts)]
    first = min(start for start in starts if start)
    read = [InForce(one.day, one.players, one.source) for one in chain if one.day is not None]
    return (*given, *read, *_chain(chain[0] if chain else listed, first))


def earlier_lists(text: str, day: date | None, starts: Iterable[date | None]) -> list[InForce]:
    """The lists given by ``--earlier``: a path, ``2025-10-01=path``, or a folder of lists.

    From a folder, those in force at one of `starts`, if they are from before `day`. Raises
    `ListError` if one was changed, `ArgumentError` if its date is unknown.
    """
    said, path = dated(text)
    if said or not Path(path).is_dir():
        return [_earlier(said, path, text)]
    lists = lists_in(path, day)
    if not lists:
        raise make_error(ArgumentError, "opt_earlier_none", path, day=day or "–")
    wanted = set[Path]()
    for start in starts:
        wanted.update([one for of, one in lists if start and of <= start][-1:])
    return [_earlier("", str(one), str(one)) for one in sorted(wanted)]


def _earlier(said: str, path: str, text: str) -> InForce:
    found = read_list(path)
    if found.ledger.changed:
        raise ListError(found.ledger.changed)
    day = day_of(said) or found.day
    if day is None:
        raise make_error(ArgumentError, "opt_earlier_day", text)
    return InForce(day, found.players, Source(found.path.name, day, found.ledger.contents.digest))


def _chain(listed: RatingList, first: date) -> list[InForce]:
    """The lists from which this one follows, as far as they are next to it and unchanged.

    Raises a `RatingError` if one of them cannot be read.
    """
    found: list[InForce] = []
    made, folder, seen = listed.ledger.made, listed.path.parent, {listed.ledger.contents.digest}
    while made and made.base and made.base.digest not in seen:
        path = folder / made.base.file
        if not path.is_file():
            break
        one = read_list(path)
        if one.ledger.contents.digest != made.base.digest or one.day is None:
            break
        found.append(InForce(one.day, one.players, one.source))
        if one.day <= first:
            break
        seen.add(made.base.digest)
        made = one.ledger.made
    return found
