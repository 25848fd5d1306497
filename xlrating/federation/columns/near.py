"""The names of a long list, to be searched for names that are very similar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...engine.vocabulary.names import ALIKE, Spellings, unmarked

#: Letters are hashed by the remainder of their code.
_LETTERS = 64
#: How many names are counted at a time.
_NAMES = 10_000


class Near:
    """Names with their letter counts: only names that share enough letters are compared."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        parts = range(0, len(names), _NAMES)
        self._counts = np.concatenate(
            [np.zeros((_LETTERS, 0), dtype=np.uint8)]
            + [_counts(list(map(unmarked, names[at : at + _NAMES]))).T for at in parts],
            axis=1,
        )
        self._sizes = self._counts.sum(axis=0, dtype=np.int64)

    def near(self, name: str) -> list[str]:
        """The names of which this one may be a misspelling, as `Spellings.near` finds them."""
        text = unmarked(name)
        own = _counts([text])[0]
        shared = np.zeros(len(self._names), dtype=np.int64)
        for letter in np.flatnonzero(own).tolist():
            shared += np.minimum(self._counts[letter], own[letter])
        # The share of common letters in similar names: see `Spellings`.
        least = ALIKE - 1e-9 if text.isascii() else 0.5
        rows = np.flatnonzero(2 * shared >= least * (self._sizes + int(own.sum())))
        return Spellings(self._names[row] for row in rows.tolist()).near(name)


def _counts(names: Sequence[str]) -> Any:
    """How often each letter occurs in each name."""
    letters = np.frombuffer("".join(names).encode("utf-32-le"), dtype=np.uint32) % _LETTERS
    row = np.repeat(np.arange(len(names)), list(map(len, names)))
    size = len(names) * _LETTERS
    found = np.bincount(row * _LETTERS + letters, minlength=size).reshape(-1, _LETTERS)
    return found.clip(max=255).astype(np.uint8)
