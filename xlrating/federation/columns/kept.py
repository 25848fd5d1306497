"""A list that is kept by columns, as the modules that write and compare lists ask for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ...engine.event import Player
from ..columned import Table as Rows
from ..contents import Contents
from .list_checks import row_of
from .made import Made
from .sealed import as_rows, contents_of_columns
from .table import Table, columns_csv, columns_parquet, list_columns


@dataclass(frozen=True)
class Kept(Made):
    """The next list by columns, as `NextList.columns` has it: see `Columned`.

    `met` is who met whom in the events that it counts, by rows; None where they were no columns.
    """

    met: Any = None

    @cached_property
    def _english(self) -> Table:
        return list_columns(self)

    def _table(self, language: str) -> Table:
        return self._english if language == "en" else list_columns(self, language)

    def table(self, language: str) -> Rows:
        """Row by row."""
        return as_rows(self._table(language))

    def csv(self, language: str) -> str:
        """As text."""
        return columns_csv(self._table(language))

    def parquet(self, language: str) -> bytes:
        """As Parquet."""
        return columns_parquet(self._table(language))

    def contents(self) -> Contents:
        """The fingerprint."""
        return contents_of_columns(self._english)

    def person(self, who: str) -> Player:
        """Whom of everybody a name or an ID means: see `NextList.entry`."""
        return self.listed.player(row_of(who, self.listed))

    def with_standing(self, ways: Mapping[str, str], clubs: Mapping[str, str]) -> Kept:
        """See `standing.with_standing`."""
        listed = self.listed
        tokens = listed.plain_tokens(np.arange(listed.size))
        rows = {row: ways[token] for row, token in enumerate(tokens) if token in ways}
        for row, token in enumerate(tokens) if clubs else ():
            if token in clubs:
                listed.clubs[row] = clubs[token]
        return replace(self, standing=rows)
