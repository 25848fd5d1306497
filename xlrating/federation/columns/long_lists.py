"""Long lists: read as columns, where those keep all that they say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...engine.errors import RatingError
from ...engine.vocabulary.headings import heading_of
from ...exchange.files import AnyPath
from ...exchange.parquet import is_parquet
from .. import ledger_files
from ..contents import PARTS, contents_of_columns
from ..ledger_files import Ledger, said_of
from ..listed import RatingList
from ..paces import are_several
from ..people import ListPeople
from .fide import ROW as FIDE_ROW
from .fide import Tell
from .files import FileColumns, as_written
from .people import TEXT_PARTS, own_of, read_people

#: A number with a 0 behind its decimals, or with more of them than columns hold.
_LONG, _LONG_CELL = re.compile(rb"\.\d{12}"), re.compile(r"\.\d{12}")
_IDLE = re.compile(rb"\.\d*0[^\d]|\.\d{12}")
_IDLE_CELL = re.compile(r"\.\d*0$|\.\d{12}")
#: What pandas calls a column without a heading, or the second one with the same.
_NO_HEAD = re.compile(r"Unnamed: \d+$|.*\.\d+$").match


def read_long(
    path: AnyPath,
    keep: Sequence[str] = (),
    ignored: Sequence[str] = (),
    asked: str = "",
    tell: Tell = lambda done, all_: None,
) -> RatingList | None:
    """`listed.read_listed` of a long list; None where that has to read it line by line.

    It does, too, where something is wrong with the list, and says what. `asked` is whose
    calculation is wanted, `tell` is told how many lines of a list of FIDE are read.
    """
    try:
        read = read_people(path, tell)
        ledger = ledger_of(read[0])
        return in_columns(*read, ledger, keep, ignored, asked) if _passes(*read, ledger) else None
    except RatingError:
        return None


def in_columns(
    columns: FileColumns, people: ListPeople, ledger: Ledger, keep: Sequence[str],
    ignored: Sequence[str], asked: str,
) -> RatingList:  # fmt: skip
    """A list in columns with what it says of itself and what of it is lost.

    `asked` is whose calculation is wanted. Raises `FileError` as `people.own_of` does.
    """
    own, lost, account = own_of(columns, ledger.made is not None, keep, ignored)
    people = replace(people, own=own, asked=asked)
    return RatingList(columns.path, people, ledger, lost, are_several(columns.parts), account)


def read_ledger(path: AnyPath) -> Ledger:
    """`ledger_files.read_ledger` of a long list."""
    try:
        return ledger_of(read_people(path)[0])
    except RatingError:
        return ledger_files.read_ledger(path)


def ledger_of(columns: FileColumns) -> Ledger:
    """What the list says of itself: see `ledger_files.read_ledger`."""
    found = said_of(columns.path)
    known = {part: columns.parts[part] for part in PARTS if part in columns.parts}
    contents = contents_of_columns(known, columns.decimal)
    if found.made is None:
        return found._replace(contents=contents)
    if found.made.contents.digest == contents.digest:
        return found._replace(contents=contents, notices=())
    # What was changed is told by whoever reads the list line by line.
    return ledger_files.read_ledger(columns.path)


def _passes(columns: FileColumns, people: ListPeople, ledger: Ledger) -> bool:
    """Whether nothing in a list needs to be told."""
    heads = columns.others
    # Headings that stand twice, or nowhere, have names by pandas.
    is_headed = len(set(map(heading_of, heads))) == len(heads) and not any(map(_NO_HEAD, heads))
    if not is_headed or ledger.changed:
        return False
    if columns.row == FIDE_ROW:
        return True
    ratings = [own.kinds for part, own in people.parts.items() if part.endswith("rating")]
    is_whole = all(one is None or one == int(one) for kinds in ratings for one in kinds)
    # A decimal that says nothing stays in the texts of the engine.
    return is_whole and are_as_written(columns)


def are_as_written(columns: FileColumns) -> bool:
    """Whether columns keep the numbers in a list to the letter, a 0 behind decimals included."""
    return not _has(columns, _IDLE, _IDLE_CELL)


def keep_digits(columns: FileColumns) -> bool:
    """Whether columns keep all digits of the numbers in a list."""
    return not _has(columns, _LONG, _LONG_CELL)


def _has(columns: FileColumns, in_file: re.Pattern[bytes], in_cell: re.Pattern[str]) -> bool:
    """Whether a list has such a number."""
    if columns.row == FIDE_ROW:
        return False
    numbers = [part for part in columns.parts if part not in TEXT_PARTS]
    if is_parquet(columns.path):
        own = [columns.parts[part] for part in numbers]
    elif not in_file.search(columns.path.read_bytes()):
        return False
    else:
        # Such a number may stand in a column of texts.
        own = [as_written(columns, columns.named(part)) for part in numbers]
    return any(in_cell.search(kind) for column in own for kind in column.kinds)
