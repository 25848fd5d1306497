"""A list made once more, and compared cell by cell with the one that was written."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ..engine.errors import FileError, RatingError
from ..engine.problems import Problem
from ..exchange.files import SHEETS, AnyPath, lines_of, read_bytes, read_text
from ..exchange.sheets import Sheets, open_sheets, where
from .corrections import counted
from .folder import fingerprints
from .ledger import Held
from .ledger_files import Ledger, beside, ledger_json, read_ledger
from .list_book import list_book
from .list_files import with_notices
from .list_table import list_csv
from .listed import read_listed
from .making import Order, make
from .next_list import ListError, NextList
from .provenance import Provenance

Maker = Callable[[Order], NextList]

#: A number of a workbook has so many digits.
_DIGITS = ".16G"


class Difference(NamedTuple):
    """One place that is not as it is made again: a cell, a file, what the list says of itself."""

    where: str
    found: object
    expected: object


class Verified(NamedTuple):
    """What differs, what stands in the way of making the list again, and how much was compared."""

    differences: tuple[Difference, ...]
    problems: tuple[Problem, ...]
    cells: int
    made: Provenance | None


def verify(path: AnyPath, order: Order, maker: Maker = make) -> Verified:
    """Make the list of a file again, as it says it was made, and name all that differs.

    `order` names the list before and the folder; what it leaves open is taken from the list.
    `maker` makes it. Raises a `RatingError` for what is no list at all.
    """
    differences: list[Difference] = []
    problems: list[Problem] = []
    order = replace(order, leave_out=(*order.leave_out, path, beside(path)))
    try:
        ledger = read_ledger(path)
    except RatingError as error:
        # A file that is not there cannot be compared with anything.
        read_bytes(path)
        differences.append(Difference(error.where, error.message, "what was written"))
        ledger = Ledger()
    made = ledger.made
    if made is None and not differences:
        raise FileError(
            "the list does not say where it comes from: it was not written by xlrating, or by an "
            "older version; make it again",
            Path(path).name,
        )
    if made is not None:
        order = _as_made(order, made)
        differences += _sources(order, ledger, made)
    try:
        found = maker(order)
    except ListError as error:
        return Verified(tuple(differences), error.problems, 0, made)
    except RatingError as error:
        problems.append(Problem("fed_refused", {"message": error.message}, error.where))
        return Verified(tuple(differences), tuple(problems), 0, made)
    if found.made and made:
        # Another version may have made it: that is told, and no difference.
        found = replace(found, made=replace(found.made, version=made.version))
    cells, others = compare(path, found, order.language)
    return Verified((*differences, *others), (), cells, made)


def _as_made(order: Order, made: Provenance) -> Order:
    """The order as the list says that it was given."""
    return replace(
        order,
        rules=order.rules or made.asked,
        day=order.day or made.day,
        language=made.language,
        round_robin=order.round_robin or made.round_robin,
        swiss=order.swiss or made.swiss,
        new_event=order.new_event or made.new_event,
        rapid=order.rapid or made.rapid,
        blitz=order.blitz or made.blitz,
        corrections=order.corrections or tuple(map(counted, made.corrections)),
        preview=bool(made.missing),
    )


def _sources(order: Order, ledger: Ledger, made: Provenance) -> Iterator[Difference]:
    """The list before and the files of the events, by their fingerprints."""
    try:
        listed = read_listed(order.listed)
    except RatingError:
        return  # told when the list is made again
    base, name = made.base, Path(order.listed).name
    if base and listed.ledger.contents.digest != base.digest:
        yield Difference(name, listed.ledger.contents.digest, f"{base.digest} ({base.file})")
    counted = {(one.mark, one.file) for one in listed.ledger.events}
    new = [one for one in ledger.events if (one.mark, one.file) not in counted]
    yield from _files(order.folder, new)


def _files(folder: AnyPath, events: Sequence[Held]) -> Iterator[Difference]:
    """The files of the events that have other bytes, or are gone."""
    found = fingerprints(folder, [one.file for one in events])
    for one in events:
        if one.data and found.get(one.file, "") != one.data:
            yield Difference(one.file, found.get(one.file) or "no such file", one.data)


# --- the list itself -----------------------------------------------------------------------------


def compare(path: AnyPath, found: NextList, language: str) -> tuple[int, list[Difference]]:
    """How many cells of a list in a file were compared with one that was made, and what differs."""
    if Path(path).suffix.lower() in SHEETS:
        return _sheets(open_sheets(path), with_notices(found), language)
    return _csv(Path(path), found, language)


def _sheets(sheets: Sheets, found: NextList, language: str) -> tuple[int, list[Difference]]:
    differences, cells = list[Difference](), 0
    book = list_book(found, language)
    names = [sheet.name for sheet in book.sheets]
    for sheet in book.sheets:
        if sheet.name not in sheets.names:
            place = f"{sheets.path.name}, sheet {sheet.name}"
            differences.append(Difference(place, "no such sheet", "a sheet of the list"))
            continue
        expected = {
            place: _stored(cell.shown) for place, cell in sheet.cells.items()
        }  # fmt: skip
        rows = sheets.rows(sheet.name)
        shown = {
            (row, col): value
            for row, values in enumerate(rows)
            for col, value in enumerate(values)
            if value != ""
        }
        cells += len(expected)
        for row, col in sorted(expected.keys() | shown.keys()):
            here, there = shown.get((row, col), ""), expected.get((row, col), "")
            if not _is_same(here, there):
                place = where(sheets.path, sheet.name, row, col)
                differences.append(Difference(place, here, there))
    for name in sheets.names:
        if name not in names:
            place = f"{sheets.path.name}, sheet {name}"
            differences.append(Difference(place, "a sheet", "no sheet of the list"))
    return cells, differences


def _stored(value: object) -> object:
    """A value as a workbook keeps it."""
    return float(format(value, _DIGITS)) if isinstance(value, float) else value


def _is_same(here: object, there: object) -> bool:
    if isinstance(here, (int, float)) and isinstance(there, (int, float)):
        return float(here) == float(there)
    return str(here) == str(there)


def _csv(path: Path, found: NextList, language: str) -> tuple[int, list[Difference]]:
    text = list_csv(found, language)
    data = text.encode("utf-8-sig")
    expected = list(csv.reader(io.StringIO(text, newline="")))
    try:
        shown = list(csv.reader(lines_of(read_text(path))))
    except (RatingError, csv.Error) as error:
        message = error.message if isinstance(error, RatingError) else str(error)
        return 0, [Difference(path.name, message, "a list in CSV")]
    heads = next((row for row in expected if row and not row[0].startswith("#")), [])
    differences = list(_lines(path.name, heads, shown, expected))
    if not differences and read_bytes(path) != data:
        differences.append(Difference(path.name, "other bytes for the same cells", "as written"))
    differences += _manifest(beside(path), ledger_json(found, data))
    return sum(map(len, expected)), differences


def _lines(
    name: str,
    heads: Sequence[str],
    shown: Sequence[Sequence[str]],
    expected: Sequence[Sequence[str]],
) -> Iterator[Difference]:
    for number in range(max(len(shown), len(expected))):
        here = shown[number] if number < len(shown) else []
        there = expected[number] if number < len(expected) else []
        for col in range(max(len(here), len(there))):
            one = here[col] if col < len(here) else ""
            other = there[col] if col < len(there) else ""
            if one != other:
                head = heads[col] if col < len(heads) else str(col + 1)
                yield Difference(f"{name}, line {number + 1}, column {head}", one, other)


def _manifest(file: Path, data: bytes) -> list[Difference]:
    """What differs in the file beside a list, by the keys that lead there."""
    try:
        found = json.loads(read_text(file))
    except (RatingError, ValueError, RecursionError) as error:
        message = error.message if isinstance(error, RatingError) else str(error)
        return [Difference(file.name, message, "the file written with the list")]
    differences = list(_values(file.name, found, json.loads(data)))
    if not differences and read_bytes(file) != data:
        return [Difference(file.name, "other bytes for the same values", "as written")]
    return differences


def _values(place: str, found: object, expected: object) -> Iterator[Difference]:
    if isinstance(found, Mapping) and isinstance(expected, Mapping):
        for key in [*expected, *(key for key in found if key not in expected)]:
            yield from _values(f"{place}, {key}", found.get(key), expected.get(key))
    elif isinstance(found, list) and isinstance(expected, list):
        for at in range(max(len(found), len(expected))):
            pair = [each[at] if at < len(each) else None for each in (found, expected)]
            yield from _values(f"{place} {at + 1}", *pair)
    elif found != expected or type(found) is not type(expected):
        yield Difference(place, found, expected)
