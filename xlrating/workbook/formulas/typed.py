"""Words that people type, in formulas: compared letter by letter.

MATCH takes ``?`` and ``*`` for any letters, so that a cell with a question mark would be one of
the words that are listed. No list in braces either, which rows could not share.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.vocabulary.letters import MOST_DIGITS
from ...engine.vocabulary.sex import MEN, WOMEN
from ..words import quoted

#: Between words of a list; in none of them, and on no keyboard.
_APART = "¦"


def is_one_of(cell: str, words: Iterable[str]) -> str:
    """A formula: whether a cell contains one of these words, in upper or lower case.

    FIND has no wildcards, and the cell appears once, where one test per word would repeat it.

    >>> is_one_of("A1", ("no", "n"))
    'ISNUMBER(FIND("¦"&LOWER(TRIM(A1))&"¦","¦no¦n¦"))'
    """
    listed = quoted(_APART + "".join(word + _APART for word in words))
    return f'ISNUMBER(FIND("{_APART}"&LOWER(TRIM({cell}))&"{_APART}",{listed}))'


def replaced(text: str, pairs: Iterable[tuple[str, str]]) -> str:
    """A formula: a text with letters replaced by others, one pair after the other.

    >>> replaced("A1", ((" ", ""), ("–", "-")))
    'SUBSTITUTE(SUBSTITUTE(A1," ",""),"–","-")'
    """
    for letters, others in pairs:
        text = f'SUBSTITUTE({text},"{letters}","{others}")'
    return text


def sex_code(cell: str) -> str:
    """A formula: ``f`` or ``m`` for what a cell says of the sex, '' for any other word."""
    return f'IF({is_one_of(cell, WOMEN)},"f",IF({is_one_of(cell, MEN)},"m",""))'


def on_one_line(cell: str, blank: str = " ") -> str:
    """A formula: a text that was pasted on several lines, with `blank` for each line break."""
    return f'SUBSTITUTE({cell},CHAR(10),"{blank}")'


def as_number(text: str) -> str:
    """A formula: the number that a text of digits is; any other text stays."""
    # It begins with zeros, so that it has as many digits as are looked at.
    filled = f'RIGHT("{"0" * (MOST_DIGITS - 1)}"&{text},{MOST_DIGITS})'
    worth = f"MOD(FIND(MID({filled},digits_at,1),digits_known)-1,10)*digits_worth"
    return f"IFERROR(IF(LEN({text})>{MOST_DIGITS},NA(),SUMPRODUCT({worth})),{text})"
