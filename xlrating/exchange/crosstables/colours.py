"""Colours in the cells of crosstables."""

from __future__ import annotations

from collections.abc import Iterable

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


def side_in(texts: Iterable[str]) -> tuple[str, str]:
    """The word for a side in these texts that only one game uses, and a rule set of that game.

    >>> side_in(["7红胜", "2黑和"]), side_in(["7w1", "2b½"])
    (('红', 'cxa-rapid'), ('', ''))
    """
    text = "\n".join(texts)
    known = ((sign, rules) for rules, signs in words()["sides"].items() for sign in signs)
    return next((one for one in known if one[0] in text), ("", ""))
