"""How fast the games of an event are: classical, rapid or blitz."""

from __future__ import annotations

from typing import Tuple

from ..errors import ArgumentError, shown
from ..problem import make_error

PACES = ("classical", "rapid", "blitz")

#: Other words for the same.
_WORDS = {
    "standard": "classical", "slow": "classical", "慢棋赛": "classical",
    "классические": "classical",
    "快棋赛": "rapid", "быстрые": "rapid", "快速": "rapid",
    "超快棋赛": "blitz", "闪电战": "blitz", "молниеносные": "blitz",
}  # fmt: skip


def spellings(pace: str) -> Tuple[str, ...]:
    """All words for a pace, in small letters."""
    # Loaded here: an event without a pace needs no words.
    from ..texts import wording

    names = (pace, *wording(f"pace_{pace}").values())
    others = (word for word, meant in _WORDS.items() if meant == pace)
    return tuple(dict.fromkeys([*(name.casefold() for name in names), *others]))


def pace_in(text: str) -> str:
    """The pace that one of the words of a text names; '' when they name none or several.

    >>> pace_in("Individual: Swiss-System (Blitz)"), pace_in("rapid and blitz")
    ('blitz', '')
    """
    words = set("".join(one if one.isalpha() else " " for one in text.casefold()).split())
    found = [pace for pace in PACES if words & set(spellings(pace))]
    return found[0] if len(found) == 1 else ""


def read_pace(text: str) -> str:
    """The pace that a person means, in any of the languages; '' for none.

    Raises `ArgumentError` with the paces there are.

    >>> read_pace("Blitz"), read_pace("快棋"), read_pace("")
    ('blitz', 'rapid', '')
    """
    word = " ".join(text.split()).casefold()
    if not word:
        return ""
    found = next((pace for pace in PACES if word in spellings(pace)), None)
    if found is None:
        raise make_error(ArgumentError, "word_pace", found=shown(text), known=", ".join(PACES))
    return found
