"""Long lists read as columns, if these can represent all of their contents."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...engine.errors import RatingError
from ...engine.vocabulary.headings import heading_of
from ...exchange.files import AnyPath
from ...exchange.footers import MOST, is_between, may_be_other
from .. import ledger_files
from ..column import Figures
from ..contents import PARTS, contents_of_columns
from ..ledger_files import Ledger, said_of
from ..paces import are_several
from ..people import ListPeople
from ..rating_list import RatingList
from .fide import ROW as FIDE_ROW
from .fide import Tell
from .files import FileColumns
from .people import TEXT_PARTS, own_of, read_people

#: A number with more decimals than columns can hold.
_LONG = re.compile(r"\.\d{12}").search
#: pandas' names for a column without heading, or for a duplicate.
_NO_HEAD = re.compile(r"Unnamed: \d+$|.*\.\d+$").match


def read_long(
    path: AnyPath,
    keep: Sequence[str] = (),
    ignored: Sequence[str] = (),
    asked: str = "",
    tell: Tell = lambda done, all_: None,
) -> RatingList | None:
    """`listed.read_listed` for a long list; None if it has to be read line by line.

    So has a list with errors, which are then reported. `asked` is the person whose
    calculation is wanted, `tell` receives the number of lines read from a FIDE list.
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
    """A list in columns with its own data and what is not carried over.

    `asked` is whose calculation is wanted. Raises `FileError` like `people.own_of`.
    """
    own, lost, account = own_of(columns, ledger.made is not None, keep, ignored)
    people = replace(people, own=own, asked=asked)
    return RatingList(columns.path, people, ledger, lost, are_several(columns.parts), account)


def read_ledger(path: AnyPath) -> Ledger:
    """`ledger_files.read_ledger` for a long list."""
    try:
        return ledger_of(read_people(path)[0])
    except RatingError:
        return ledger_files.read_ledger(path)


def ledger_of(columns: FileColumns) -> Ledger:
    """The list's own data: see `ledger_files.read_ledger`."""
    found = said_of(columns.path)
    known = {part: columns.parts[part] for part in PARTS if part in columns.parts}
    contents = contents_of_columns(known, columns.decimal)
    if found.made is None:
        return found._replace(contents=contents)
    if found.made.contents.digest == contents.digest:
        return found._replace(contents=contents, notices=())
    # Changes are reported when the list is read line by line.
    return ledger_files.read_ledger(columns.path)


def _passes(columns: FileColumns, people: ListPeople, ledger: Ledger) -> bool:
    """Whether there is nothing to report about a list."""
    heads = columns.others
    # Duplicate or missing headings have names given by pandas.
    is_headed = len(set(map(heading_of, heads))) == len(heads) and not any(map(_NO_HEAD, heads))
    if not is_headed or ledger.changed:
        return False
    if columns.row == FIDE_ROW:
        return True
    ratings = [own.kinds for part, own in people.parts.items() if part.endswith("rating")]
    is_whole = all(one is None or one == int(one) for kinds in ratings for one in kinds)
    return is_whole and keep_digits(columns) and not has_sums(columns)


def has_sums(columns: FileColumns) -> bool:
    """Whether lines of a list may be sums, averages or remarks, as `exchange.footers` finds them.

    Reading line by line leaves these out.
    """
    if columns.row != FileColumns.row:
        return False  # tables that cannot have such lines
    own = [*columns.parts.values(), *columns.others.values()]
    texts = (column.kinds for column in own if not isinstance(column.kinds, Figures))
    last = range(max(0, columns.size - MOST), columns.size)
    return any(any(map(is_between, kinds)) for kinds in texts) or any(
        may_be_other([column[row] for column in own]) for row in last
    )


def keep_digits(columns: FileColumns) -> bool:
    """Whether columns keep all digits of the numbers in a list."""
    own = (column.kinds for part, column in columns.parts.items() if part not in TEXT_PARTS)
    return not any(_LONG(cell) for kinds in own if not isinstance(kinds, Figures) for cell in kinds)
