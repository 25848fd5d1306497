"""Colours in the cells of crosstables."""

from __future__ import annotations

from .words import words


def colour_letter(text: str) -> str:
    """The letter of a colour; whole words in any language become w or b.

    >>> colour_letter("white"), colour_letter("s"), colour_letter("-"), colour_letter("dan")
    ('w', 's', '', 'dan')
    """
    for letter, of in (("w", "white"), ("b", "black")):
        if text in words()["colours"][of]:
            return letter
    return "" if text in ("-", "?") else text
