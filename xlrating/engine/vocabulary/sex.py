"""The sex of a player, where a regulation has values of its own for women."""

from __future__ import annotations

from ..errors import ArgumentError, shown
from ..problem import make_error

#: The last letters are those of a Chinese keyboard, as wide as a character.
WOMEN = ("f", "w", "female", "woman", "women", "女", "ж", "жен", "женский", "ｆ", "ｗ")
MEN = ("m", "male", "man", "men", "男", "м", "муж", "мужской", "ｍ")


def read_sex(text: str) -> str:
    """The sex a person meant, ``f`` or ``m``; empty when nothing is given.

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
