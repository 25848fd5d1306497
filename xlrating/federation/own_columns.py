"""A federation's own columns on a list, which are carried over: club, licence, e-mail."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.errors import ArgumentError, RatingError
from ..engine.problem import make_error
from ..engine.vocabulary.headings import heading_of, spellings
from ..engine.vocabulary.likeness import is_harmless
from ..exchange.table import Table
from .column import Column

#: Headings of the column of clubs.
CLUBS = ("club", "клуб", "俱乐部", "棋社", "verein")
#: Columns that a list recalculates each time, which `read_list` ignores.
_SHOWN = ("rank",)


def own_columns(
    table: Table, unknown: Sequence[str], is_ours: bool = False, keep: Sequence[str] = ()
) -> tuple[dict[str, Column], tuple[str, ...]]:
    """A federation's own columns on a list, and the headings of those left out.

    `unknown` are the table's unknown headings; `is_ours` says that xlrating wrote the
    list, `keep` names additional columns. Raises `ArgumentError` for a name that does not exist.
    """
    columns = {name: _texts(table, name) for name in kept_of(unknown, table.name, is_ours, keep)}
    own = {
        table.written[table.headings.index(name)]: Column.of(texts)
        for name, texts in columns.items() if texts is not None
    }  # fmt: skip
    return own, tuple(name for name in unknown if columns.get(name) is None)


def kept_of(
    unknown: Sequence[str], file: str, is_ours: bool = False, keep: Sequence[str] = ()
) -> list[str]:
    """Which unknown headings of a file are the federation's own columns.

    >>> kept_of(["club", "shoe", "change"], "list.csv", keep=["Shoe"])
    ['club', 'shoe']
    """
    wanted = {heading_of(name): name for name in keep}
    if missing := [name for head, name in wanted.items() if head not in unknown]:
        raise make_error(ArgumentError, "opt_keep", file, name=missing[0])
    shown = {name for part in _SHOWN for name in spellings(part)}
    return [
        name
        for name in unknown
        if name in wanted or ((is_ours or is_harmless(name)) and name not in shown)
    ]


def _texts(table: Table, name: str) -> list[str] | None:
    """The texts of a column; None if one of them is an error, or cannot be read."""
    try:
        return [row.text(name) for row in table.rows]
    except RatingError:
        return None
