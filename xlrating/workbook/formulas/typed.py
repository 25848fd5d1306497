"""Words that people type, in formulas: compared letter by letter.

MATCH takes ``?`` and ``*`` for any letters, so that a cell with a question mark would be one of
the words that are listed. No list in braces either, which rows could not share.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.words.sex import MEN, WOMEN
from ..words import quoted


def is_one_of(cell: str, words: Iterable[str]) -> str:
    """A formula: whether a cell has one of these words, whatever its case.

    >>> is_one_of("A1", ("no", "n"))
    'OR(LOWER(TRIM(A1))="no",LOWER(TRIM(A1))="n")'
    """
    return f"OR({','.join(f'LOWER(TRIM({cell}))={quoted(word)}' for word in words)})"


def sex_code(cell: str) -> str:
    """A formula: ``f`` or ``m`` for what a cell says of the sex, '' for any other word."""
    return f'IF({is_one_of(cell, WOMEN)},"f",IF({is_one_of(cell, MEN)},"m",""))'
