"""A federation's long list as columns: each person once, without irrelevant columns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...engine.account import UNUSED, Record
from ...engine.errors import FileError
from ...engine.problem import make_error
from ...engine.vocabulary.headings import heading_of
from ...engine.vocabulary.lists import list_of_headings
from ...exchange.national_lists import NOTHING
from ..column import Column, Figures
from .files import FileColumns


def of_federation(columns: FileColumns) -> FileColumns:
    """The columns converted as in `exchange.national_lists`, if it is a federation's list.

    Raises `FileError` for differing rows of one person: reading line by line says
    in what they differ.
    """
    known = list_of_headings(map(heading_of, columns.written))
    if known is None or "id" not in columns.parts:
        return columns
    unused = tuple(head for head in columns.written if heading_of(head) in known.unused)
    others = {head: own for head, own in columns.others.items() if head not in unused}
    parts = {part: _without_nothing(own) for part, own in columns.parts.items()}
    ids = parts["id"]
    _, first, person = np.unique(ids.codes, return_index=True, return_inverse=True)
    is_named = np.array([bool(kind) for kind in ids.kinds] or [True], dtype=bool)[ids.codes]
    again = (first[person] != np.arange(columns.size)) & is_named
    for own in (*parts.values(), *others.values()):
        if (own.codes[again] != own.codes[first[person[again]]]).any():
            raise make_error(FileError, "file_broken", columns.path.name, why=known.title)
    found = replace(columns, parts=parts, others=others, unused=unused)
    if not again.any():
        return found
    lines = tuple(columns.rows[again].tolist())
    record = Record("repeated rows", len(lines), UNUSED, "", lines)
    return replace(found.having(np.flatnonzero(~again)), records=(record,))


def _without_nothing(own: Column) -> Column:
    """A column with its signs for nothing removed."""
    if isinstance(own.kinds, Figures):
        return own
    return Column(own.codes, ["" if kind.lower() in NOTHING else kind for kind in own.kinds])
