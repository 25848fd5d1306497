"""Recalculating a list, and comparing it cell by cell with the one that was written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ..engine.errors import FileError, RatingError
from ..engine.problem import make_error
from ..engine.problems import Problem
from ..exchange.files import LIST_LIMIT, AnyPath, read_bytes
from .compared import NOTHING, compare, unread
from .folder import fingerprints
from .identity import counted
from .ledger import LedgerEntry
from .ledger_files import Ledger, beside_to_read
from .listed import earlier_lists, ledger_of
from .making import Order, make
from .next_list import ListError, NextList
from .provenance import CHOICES, Provenance, Source
from .refusals import as_problems

Maker = Callable[[Order], NextList]


class Verified(NamedTuple):
    """The differences, what prevents the recalculation, and how much was compared.

    Each difference is one place that does not come out the same: a cell, a file, an item of the
    list's own data.
    """

    differences: tuple[Problem, ...]
    problems: tuple[Problem, ...]
    cells: int
    made: Provenance | None


def verify(
    path: AnyPath,
    order: Order,
    maker: Maker = make,
    with_files: bool = True,
) -> Verified:
    """Recalculate the list in a file from its provenance, and report all differences.

    `order` has the previous list and the folder; what it leaves open is taken from the provenance.
    `maker` makes the list; `with_files` also compares the files of the events. Raises a
    `RatingError` if the file is missing, or is a list without provenance.
    """
    differences: list[Problem] = []
    order = replace(order, leave_out=(*order.leave_out, path, beside_to_read(path)))
    try:
        ledger = ledger_of(path)
    except RatingError as error:
        # A missing file cannot be compared with anything.
        read_bytes(path, LIST_LIMIT)
        differences.append(unread(error.where, error))
        ledger = Ledger()
    made = ledger.made
    if made is None and not differences:
        raise make_error(FileError, "ver_no_origin", Path(path).name)
    if made is not None:
        order = as_made(order, made)
        differences += _sources(order, ledger, made, with_files)
    try:
        found = maker(order)
    except ListError as error:
        wrong = (*error.problems, *(_lists_gone(order, made) if made else ()))
        return Verified(tuple(differences), wrong, 0, made)
    except RatingError as error:
        return Verified(tuple(differences), tuple(as_problems(error)), 0, made)
    if found.made and made:
        found = replace(found, made=_told_alike(found.made, made))
        if made.base:
            found = _named_alike(found, Path(order.listed).name, made.base.file)
        if found.made and set(made.earlier) - set(found.made.earlier):
            differences += _lists_gone(order, made)
    cells, others = compare(path, found, order.language)
    return Verified((*differences, *others), (), cells, made)


def as_made(order: Order, made: Provenance) -> Order:
    """The order as recorded in the list."""
    return replace(
        order,
        rules=order.rules or made.asked,
        day=order.day or made.day,
        language=made.language,
        **{name: getattr(order, name) or getattr(made, name) for name in CHOICES},
        identity=order.identity or tuple(map(counted, made.corrections)),
        preview=bool(made.missing),
    )


def _sources(order: Order, ledger: Ledger, made: Provenance, with_files: bool) -> Iterator[Problem]:
    """Check the previous list and the events' files, by their fingerprints."""
    try:
        listed = ledger_of(order.listed)
    except RatingError:
        return  # reported when the list is recalculated
    base, name = made.base, Path(order.listed).name
    if base and listed.contents.digest != base.digest:
        words = {"found": listed.contents.digest, "file": base.file, "was": base.digest}
        yield Problem("ver_base", words, name)
    if with_files:
        yield from _files(order.folder, new_events(ledger, listed))


def new_events(ledger: Ledger, base: Ledger) -> list[LedgerEntry]:
    """The events that a list counts and the previous list does not."""
    counted = {(one.mark, one.file) for one in base.events}
    return [one for one in ledger.events if (one.mark, one.file) not in counted]


def _told_alike(now: Provenance, made: Provenance) -> Provenance:
    """The recalculated list's provenance, without irrelevant differences.

    Another version may have made it: that is reported. The same table may have another name now.
    """
    known = {(one.digest, one.day): one for one in _tables(made)}

    def as_said(one: Source) -> Source:
        return known.get((one.digest, one.day), one)

    return replace(
        now,
        version=made.version,
        base=now.base and as_said(now.base),
        earlier=tuple(map(as_said, now.earlier)),
    )


def _named_alike(found: NextList, name: str, was: str) -> NextList:
    """The recalculated list, with notices about the list before it under the name that it had."""
    notices = [
        one._replace(
            where=was + one.where[len(name) :],
            words={
                key: value.replace(name, was) if isinstance(value, str) else value
                for key, value in one.words.items()
            },
        )
        if one.where == name or one.where.startswith(f"{name}, ")
        else one
        for one in found.notices
    ]
    return replace(found, notices=tuple(notices))


def _tables(made: Provenance) -> list[Source]:
    return [one for one in (made.base, *made.earlier) if one]


def _lists_gone(order: Order, made: Provenance) -> list[Problem]:
    """Earlier lists whose ratings were used, but which are not given now."""
    given = set[str]()
    for text in order.earlier:
        try:
            lists = earlier_lists(text, order.day, [one.day for one in made.earlier])
            given.update(one.source.digest for one in lists)
        except RatingError:
            continue  # reported when the list is recalculated
    return [
        Problem("ver_earlier", {"file": one.file, "day": one.day}, one.file)
        for one in made.earlier
        if one.digest not in given
    ]


def _files(folder: AnyPath, events: Sequence[LedgerEntry]) -> Iterator[Problem]:
    """The events' files that were changed, or are missing."""
    found = fingerprints(folder, [one.file for one in events])
    for one in events:
        if one.data and one.file not in found:
            yield Problem("ver_file_gone", {}, one.file)
        elif one.data and found[one.file] != one.data:
            words = {"found": found[one.file] or NOTHING, "was": one.data}
            yield Problem("ver_file", words, one.file)
