"""The people on a list read as columns, with each distinct cell stored once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import not_
from pathlib import Path
from typing import Any

import numpy as np

from ...engine.account import UNUSED, Account
from ...engine.errors import ArgumentError, FileError
from ...engine.problem import make_error
from ...engine.vocabulary.booleans import read_mark
from ...engine.vocabulary.headings import MARKED, NUMBER_FACTS, OR_NONE, TEXT_FACTS, heading_of
from ...engine.vocabulary.likeness import OF_PLAYERS
from ...engine.vocabulary.waiting import WAITING
from ...exchange.fide_list import looks_like_fide_list
from ...exchange.files import AnyPath
from ...exchange.parquet import PARQUET
from ...exchange.players import SHOWN_ONLY, id_as_name
from ...exchange.table import Row
from ..column import Column
from ..own_columns import kept_of
from ..people import ListPeople
from .accounted import account_of
from .fide import Tell, fide_columns
from .files import FileColumns, read_columns
from .national import of_federation
from .near import Near
from .rating import pass_time


def _waiting(row: Row, part: str) -> Any:
    """The results kept for a first rating, in the engine's form."""
    return WAITING[part](row.text(part))


#: The readers for the parts of a list.
_READ = {
    **dict.fromkeys(("id", "name", "title", "federation"), Row.text),
    "sex": Row.sex,
    "born": Row.year,
    "games": Row.whole,
    **dict.fromkeys(("k", *NUMBER_FACTS), Row.number),
    **dict.fromkeys(OR_NONE, Row.rating),
    **dict.fromkeys(TEXT_FACTS, Row.text),
    **dict.fromkeys(WAITING, _waiting),
}
#: Text parts, and numeric ones; missing facts are neither.
_TEXTS = ("id", "name", "title", "sex", "federation")
TEXT_PARTS = (*_TEXTS, *TEXT_FACTS, *WAITING)
_NUMBERS = ("rating", "born", "games", "peak", "k", *NUMBER_FACTS)


class AtOnce:
    """`people.Kernels` by numpy: operations on everyone on a list at once."""

    spellings = staticmethod(Near)
    pass_time = staticmethod(pass_time)


#: A list that was read: its cells, and its people.
Read = tuple[FileColumns, ListPeople]


class Places(Sequence[str]):
    """The place of each row of a file, in words."""

    def __init__(self, columns: FileColumns) -> None:
        # Without the cells, which are not needed any more.
        self._columns = replace(columns, parts={}, others={})

    def __len__(self) -> int:
        return self._columns.size

    def __getitem__(self, row: Any) -> Any:
        return self._columns.place(row)


def read_people(path: AnyPath, tell: Tell = lambda done, all_: None) -> Read:
    """The list in a file; for a FIDE list `tell` receives the number of lines read.

    Raises `FileError`, `ArgumentError` and `NumberError` like `exchange.read_list`.
    """
    if Path(path).suffix.lower() != PARQUET and looks_like_fide_list(path):
        columns = fide_columns(path, tell)
    else:
        columns = of_federation(read_columns(path, more=(*SHOWN_ONLY, *WAITING)))
    return columns, people_in(columns)


def people_in(columns: FileColumns) -> ListPeople:
    """The people of the list in these columns."""
    if "rating" not in columns.parts:
        raise make_error(FileError, "read_no_ratings", columns.path.name)
    parts = {part: _column(columns, part) for part in _READ if part in columns.parts}
    rows = np.arange(columns.size)
    for part in (*_TEXTS, "born", "games", "peak", "k"):
        parts.setdefault(part, Column(rows * 0, ["" if part in _TEXTS else None]))
    for part in MARKED:
        if part in parts:
            columns.kinds(part, lambda row, column: read_mark(row.text(column)))
    if "0" in parts["id"].kinds:
        parts["id"] = parts["id"].map(lambda id_: "" if id_ == "0" else id_)
    nameless = parts["name"].rows(not_)
    named = {row: id_as_name(parts["id"][row], "name" in columns.parts) for row in nameless}
    if nobody := [row for row, name in named.items() if not name]:
        raise make_error(ArgumentError, "read_nobody", columns.place(nobody[0]))
    parts["name"] = parts["name"].put(named)
    return ListPeople(parts, Column(rows, Places(columns)), kernels=AtOnce())


def _column(columns: FileColumns, part: str) -> Column:
    """The values of a part, in the form that the engine has them."""
    kinds = columns.kinds(part, _READ[part])
    if part in OR_NONE:
        kinds = [one or None for one in kinds]
    elif part not in _TEXTS and part not in _NUMBERS:
        kinds = [None if one in ("", ()) else one for one in kinds]
    return Column(columns.parts[part].codes, kinds)


def own_of(
    columns: FileColumns, is_ours: bool, keep: Sequence[str] = (), ignored: Sequence[str] = ()
) -> tuple[dict[str, Column], tuple[str, ...], Account]:
    """The columns kept by `own_columns`, the headings of those left out, and the account.

    Raises `FileError` for one of them on whose contents ratings may depend, unless `ignored`.
    """
    others = columns.others
    heads = {heading_of(head): head for head in others}
    kept = kept_of(tuple(heads), columns.path.name, is_ours, keep)
    cells = replace(columns, parts={heads[name]: others[heads[name]] for name in kept})
    own = {
        heads[name]: Column(others[heads[name]].codes, cells.kinds(heads[name], Row.text))
        for name in kept
    }
    lost = tuple(name for name in heads if name not in kept)
    # On a list written by xlrating, unknown columns are the federation's own.
    unused = columns.unused
    known = (*ignored, *unused, *(heads if is_ours else keep))
    found = account_of(columns, "list", (*heads.values(), *unused), OF_PLAYERS, known)
    asked = {*map(heading_of, ignored)}
    shown = tuple(
        one._replace(use=UNUSED)
        if one.heading in unused and heading_of(one.heading) not in asked
        else one
        for one in found.columns
    )
    return own, lost, replace(found, columns=shown, players=columns.size)
