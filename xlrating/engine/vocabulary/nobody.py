"""What stands in place of an opponent where somebody has none."""

from __future__ import annotations

import re

#: Words that are nobody's name; a name such as Bay or Fri alone could be somebody's.
WORDS = frozenset((
    "bye", "(bye)", "bye bye", "spielfrei", "freilos", "exempt", "exempté", "descansa", "descanso",
    "riposo", "folga", "isento", "oneven", "pauza", "pauzuje", "wolny los", "volný los", "slobodan",
    "pihenő", "pihen", "bay geçen", "свободен", "вільний", "выходной", "轮空", "輪空", "rehat",
    "istirahat", "miễn đấu", "frirond", "oversidder", "walk over", "vapaa", "no opponent",
    "not paired", "nicht ausgelost",
))  # fmt: skip
_SIGNS = re.compile(r"[0−–—‒―－-]*")


def is_nobody(text: str) -> bool:
    """Whether a cell names no opponent: blank, dashes, 0, or a word for a bye.

    >>> is_nobody("BYE"), is_nobody("---"), is_nobody("0000"), is_nobody("轮空"), is_nobody("Bo")
    (True, True, True, True, False)
    """
    return bool(_SIGNS.fullmatch(text)) or text.casefold() in WORDS
