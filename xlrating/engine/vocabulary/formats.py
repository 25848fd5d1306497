"""The formats of events, as files and people name them."""

from __future__ import annotations

from typing import Tuple

from ..errors import ArgumentError, shown
from ..problem import make_error

#: The possible formats.
FORMATS: Tuple[str, ...] = ("round-robin", "swiss")

#: Fragments of words that identify the format in a text.
_WORDS = {
    "round-robin": ("roundrobin", "循环", "кругов", "rundenturnier"),
    "swiss": ("swiss", "瑞士", "швейцар", "schweizer"),
}


def format_in(text: str) -> str:
    """The format that a text names; '' if it names none or both.

    >>> format_in("Individual: Round-Robin"), format_in("瑞士制"), format_in("knock-out")
    ('round-robin', 'swiss', '')
    """
    letters = "".join(filter(str.isalpha, text.casefold()))
    found = [name for name, words in _WORDS.items() if any(word in letters for word in words)]
    return found[0] if len(found) == 1 else ""


def read_format(text: object, where: str = "") -> str:
    """The format that a user named: round robin, Swiss, 循环赛, круговая система.

    Raises `ArgumentError` for anything else.
    """
    found = format_in(str(text))
    if not found:
        raise make_error(ArgumentError, "word_format", where, found=shown(text))
    return found
