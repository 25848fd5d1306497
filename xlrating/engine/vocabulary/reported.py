"""The names, federations and titles that FIDE's report file accepts."""

from __future__ import annotations

#: A federation's code has three of these letters: ENG, not England, Eng or АНГ.
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#: The widths of title and federation in the report; longer texts are left out.
ROOM = 3
#: The width of a name (TRF16 and TRF26, columns 15 to 47 of record 001).
NAME_ROOM = 33
#: The titles of the report (TRF16 and TRF26, columns 11 to 13 of record 001).
TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
#: How messages show that something is left out.
NOTHING = "–"


def is_federation(text: str) -> bool:
    """Whether a text has the form of a federation's code.

    >>> [is_federation(text) for text in ("ENG", "England", "Eng", "ＥＮＧ", "")]
    [True, False, False, False, False]
    """
    return len(text) == ROOM and all(letter in CAPITALS for letter in text)


def is_title(text: str) -> bool:
    """Whether a text is a title in the report's notation.

    >>> [is_title(text) for text in ("WGM", "FMM", "МФ", "gm")]
    [True, False, False, False]
    """
    return text in TITLES


def is_name(text: str) -> bool:
    """Whether a name fits into the report.

    >>> is_name("Baumgartner-Wiesenthal, Maximilia"), is_name("Baumgartner-Wiesenthal, Maximilian")
    (True, False)
    """
    return len(text) <= NAME_ROOM


def printed(text: str) -> str:
    """What the report contains for a federation or title.

    >>> printed("FMM"), printed("England")
    ('FMM', '–')
    """
    return text if len(text) <= ROOM else NOTHING
