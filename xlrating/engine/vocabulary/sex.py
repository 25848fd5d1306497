"""The sex of a player, for regulations with separate values for women."""

from __future__ import annotations

from ..errors import ArgumentError, shown
from ..problem import make_error

#: The last letters are full-width ones, as Chinese keyboards type them.
WOMEN = ("f", "w", "female", "woman", "women", "女", "ж", "жен", "женский", "ｆ", "ｗ")
MEN = ("m", "male", "man", "men", "男", "м", "муж", "мужской", "ｍ")


def read_sex(text: str) -> str:
    """The sex for a word, ``f`` or ``m``; empty if nothing is given.

    >>> read_sex("女"), read_sex("Ｍ"), read_sex("")
    ('f', 'm', '')
    """
    word = str(text).strip().lower()
    if word in WOMEN:
        return "f"
    if word in MEN:
        return "m"
    if word:
        raise make_error(ArgumentError, "word_sex", found=shown(text))
    return ""
