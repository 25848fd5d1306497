"""A list in a file compared with a recalculated one: every cell that differs."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from math import isclose
from pathlib import Path

from ..engine.errors import RatingError
from ..engine.problems import Problem, format_message
from ..engine.texts import say
from ..exchange.files import LIST_LIMIT, SHEETS, AnyPath, lines_of, read_bytes, read_text
from ..exchange.parquet import cells_of, is_parquet, parquet_frame
from ..exchange.sheets import Sheets, open_sheets, where
from .ledger_files import beside_to_read, ledger_json, made_pairs
from .list_book import list_book
from .list_files import with_notices
from .list_parquet import list_frame
from .list_table import list_columns, list_csv
from .next_list import OF_COMMAND, NextList

#: The number of significant digits in a workbook.
_DIGITS = ".16G"
#: Numbers this close are equal: the last digits of unrounded ones vary between machines.
_NEAR = 1e-8
#: A number in a list, and an unrounded one: with fewer decimals it is compared as text.
_NUMBER, _LONG = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?"), re.compile(r"\.\d{7}")
#: How much of a complex value is shown.
_SHOWN = 100
#: Notices about what else is in the folder of the events.
_OF_FOLDER = ("fed_not_read", "fed_no_events")
#: What is shown for an empty value.
NOTHING = Problem("ver_nothing", {}, "")


def compare(path: AnyPath, found: NextList, language: str) -> tuple[int, list[Problem]]:
    """How many cells of a list were compared with the recalculated one, and the differences."""
    if Path(path).suffix.lower() in SHEETS:
        return _sheets(open_sheets(path), with_notices(found), language)
    if is_parquet(path):
        return _parquet(Path(path), found, language)
    return _csv(Path(path), found, language)


def _sheets(sheets: Sheets, found: NextList, language: str) -> tuple[int, list[Problem]]:
    differences, cells = list[Problem](), 0
    book = list_book(_with_other_files(found, sheets, language), language)
    names = [sheet.name for sheet in book.sheets]
    for sheet in book.sheets:
        if sheet.name not in sheets.names:
            place = f"{sheets.path.name}, sheet {sheet.name}"
            differences.append(Problem("ver_sheet_gone", {}, place))
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
                differences.append(_differs(place, here, there))
    for name in sheets.names:
        if name not in names:
            place = f"{sheets.path.name}, sheet {name}"
            differences.append(Problem("ver_sheet_more", {}, place))
    return cells, differences


def _with_other_files(found: NextList, sheets: Sheets, language: str) -> NextList:
    """The list with the workbook's own notices about files that are no events.

    Whatever else is in the folder since changes no list.
    """
    name = say(language, "fed_sheet_notices")
    if name not in sheets.names:
        return found
    left = (*OF_COMMAND, *_OF_FOLDER)
    notices = [one for one in found.notices if one.key not in left]
    messages = {format_message(Problem(key, {}, ""), language): key for key in _OF_FOLDER}
    rows = [[str(cell) for cell in row[:2]] for row in sheets.rows(name)]
    heads = [say(language, "col_where"), say(language, "col_what")]
    first = rows.index(heads) + 1 if heads in rows else len(rows)
    for at, (where_, what) in enumerate(row for row in rows[first:] if len(row) > 1):
        if what in messages:
            notices.insert(at, Problem(messages[what], {}, where_))
    return replace(found, notices=tuple(notices))


def _stored(value: object) -> object:
    """A value as a workbook stores it."""
    return float(format(value, _DIGITS)) if isinstance(value, float) else value


def _is_same(here: object, there: object) -> bool:
    if isinstance(here, (int, float)) and isinstance(there, (int, float)):
        return isclose(here, there, rel_tol=0, abs_tol=_NEAR)
    return str(here) == str(there)


def _are_near(one: str, other: str) -> bool:
    """Whether two text cells are numbers that differ only in late decimals of an unrounded one."""
    if not all(map(_NUMBER.fullmatch, (one, other))) or not any(map(_LONG.search, (one, other))):
        return False
    return isclose(float(one), float(other), rel_tol=0, abs_tol=_NEAR)


def _csv(path: Path, found: NextList, language: str) -> tuple[int, list[Problem]]:
    text = list_csv(found, language)
    data = text.encode("utf-8-sig")
    try:
        is_same = read_bytes(path, LIST_LIMIT) == data
        # Line by line: for a long list nothing but its text is kept in memory.
        shown = [] if is_same else lines_of(read_text(path, limit=LIST_LIMIT))
        differences = [] if is_same else list(_lines(path.name, csv.reader(shown), _rows(text)))
        # The last digits of unrounded numbers depend on the machine.
        is_near = not (is_same or differences) and list(csv.reader(shown)) != list(_rows(text))
    except (RatingError, csv.Error) as error:
        return 0, [unread(path.name, error)]
    if not (is_same or differences or is_near):
        differences.append(Problem("ver_bytes", {}, path.name))
    own = ledger_json(found.ledger, made_pairs(found), data)
    differences += _by_own_bytes(path, found) if is_near else _manifest(beside_to_read(path), own)
    return sum(map(len, _rows(text))), differences


def _parquet(path: Path, found: NextList, language: str) -> tuple[int, list[Problem]]:
    """The cells, and not the bytes, which depend on the version of pyarrow."""
    expected = cells_of(list_frame(*list_columns(found.people, language)))
    try:
        shown = cells_of(parquet_frame(path))
    except RatingError as error:
        return 0, [unread(path.name, error)]
    differences = [
        _differs(f"{path.name}, row {row}, column {head}", here, there)
        for head in dict.fromkeys((*expected, *shown))
        for row, (here, there) in enumerate(
            zip_longest(shown.get(head, ()), expected.get(head, ()), fillvalue=""), 1
        )
        if not _is_same(here, there)
    ]
    own = [
        one for one in _by_own_bytes(path, found) if not (differences and one.key == "ver_bytes")
    ]
    return sum(map(len, expected.values())), [*differences, *own]


def _by_own_bytes(path: Path, found: NextList) -> list[Problem]:
    """The differences next to a list whose bytes need not be those of the recalculated one."""
    own = beside_to_read(path)
    said = _manifest(
        own, ledger_json(found.ledger, made_pairs(found), read_bytes(path, LIST_LIMIT))
    )
    return [
        Problem("ver_bytes", {}, path.name) if one.where == f"{own.name}, list, sha256" else one
        for one in said
    ]


def _rows(text: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""))


def _lines(
    name: str, shown: Iterable[Sequence[str]], expected: Iterable[Sequence[str]]
) -> Iterator[Problem]:
    heads: Sequence[str] = []
    here: Sequence[str]
    there: Sequence[str]
    for number, (here, there) in enumerate(zip_longest(shown, expected, fillvalue=[])):
        heads = heads or (there if there and not there[0].startswith("#") else [])
        for col in range(max(len(here), len(there))):
            one = here[col] if col < len(here) else ""
            other = there[col] if col < len(there) else ""
            if one != other and not _are_near(one, other):
                head = heads[col] if col < len(heads) else str(col + 1)
                yield _differs(f"{name}, line {number + 1}, column {head}", one, other)


def _manifest(file: Path, data: bytes) -> list[Problem]:
    """The differences in the file next to a list, by their keys."""
    try:
        found = json.loads(read_text(file, limit=LIST_LIMIT))
    except (RatingError, ValueError, RecursionError) as error:
        return [unread(file.name, error)]
    differences = list(_values(file.name, found, json.loads(data)))
    if not differences and read_bytes(file, LIST_LIMIT) != data:
        return [Problem("ver_bytes", {}, file.name)]
    return differences


def _values(place: str, found: object, expected: object) -> Iterator[Problem]:
    if isinstance(found, Mapping) and isinstance(expected, Mapping):
        for key in [*expected, *(key for key in found if key not in expected)]:
            yield from _values(f"{place}, {key}", found.get(key), expected.get(key))
    elif isinstance(found, list) and isinstance(expected, list):
        for at in range(max(len(found), len(expected))):
            pair = [each[at] if at < len(each) else None for each in (found, expected)]
            yield from _values(f"{place} {at + 1}", *pair)
    elif found != expected or type(found) is not type(expected):
        yield _differs(place, found, expected)


# --- in words ------------------------------------------------------------------------------------


def unread(where: str, error: Exception) -> Problem:
    """The notice that something cannot be read as it was written."""
    why = (error.problem or error.message) if isinstance(error, RatingError) else str(error)
    return Problem("ver_unread", {"message": why}, where)


def _differs(where: str, found: object, expected: object) -> Problem:
    """The notice that the value in a place differs from the recalculated one."""
    words = {"found": _in_words(found), "expected": _in_words(expected)}
    if str(words["found"]) == str(words["expected"]):
        words = {"found": json.dumps(found), "expected": json.dumps(expected)}
    return Problem("ver_differs", words, where)


def _in_words(value: object) -> object:
    if value is None or value == "":
        return NOTHING
    if isinstance(value, (Mapping, list)):
        text = json.dumps(value, ensure_ascii=False)
        return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return value
