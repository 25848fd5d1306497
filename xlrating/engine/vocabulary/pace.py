"""The pace of an event's games: classical, rapid or blitz."""

from __future__ import annotations

from typing import Tuple

from ..errors import ArgumentError, shown
from ..problem import make_error

PACES = ("classical", "rapid", "blitz")

#: Other words for each pace.
_WORDS = {
    "standard": "classical", "slow": "classical", "慢棋赛": "classical",
    "классические": "classical",
    "快棋赛": "rapid", "быстрые": "rapid", "快速": "rapid",
    "超快棋赛": "blitz", "闪电战": "blitz", "молниеносные": "blitz",
}  # fmt: skip


def spellings(pace: str) -> Tuple[str, ...]:
    """All words for a pace, in lower case."""
    # Imported here: an event without a pace needs no words.
    from ..texts import wording

    names = (pace, *wording(f"pace_{pace}").values())
    others = (word for word, meant in _WORDS.items() if meant == pace)
    return tuple(dict.fromkeys([*(name.casefold() for name in names), *others]))


def pace_in(text: str) -> str:
    """The pace named in a text; '' if it names none or several.

    >>> pace_in("Individual: Swiss-System (Blitz)"), pace_in("rapid and blitz")
    ('blitz', '')
    """
    words = set("".join(one if one.isalpha() else " " for one in text.casefold()).split())
    found = [pace for pace in PACES if words & set(spellings(pace))]
    return found[0] if len(found) == 1 else ""


def read_pace(text: str) -> str:
    """The pace for a word in any of the languages; '' for an empty text.

    Raises `ArgumentError` listing the known paces.

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
