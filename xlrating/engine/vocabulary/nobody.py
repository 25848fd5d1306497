"""Entries that mean no opponent, or no rating."""

from __future__ import annotations

import re

#: Words that are never a name; Bay or Fri alone could be one.
WORDS = frozenset((
    "bye", "(bye)", "bye bye", "spielfrei", "freilos", "exempt", "exempté", "descansa", "descanso",
    "riposo", "folga", "isento", "oneven", "pauza", "pauzuje", "wolny los", "volný los", "slobodan",
    "pihenő", "pihen", "bay geçen", "свободен", "вільний", "выходной", "轮空", "輪空", "rehat",
    "istirahat", "miễn đấu", "frirond", "oversidder", "walk over", "vapaa", "no opponent",
    "not paired", "nicht ausgelost", "не участвует", "не играет", "без пары", "未编排", "未配对",
))  # fmt: skip
#: Words for unrated, without blanks and dots.
UNRATED = frozenset((
    "unrated", "unr", "unrtd", "nr", "n/r", "na", "n/a", "none", "norating", "notrated", "ohne",
    "keine", "нет", "б/р", "бр", "безрейтинга", "无", "無", "暂无", "没有", "无等级分", "无积分",
    "未定级",
))  # fmt: skip
_DASHES = "−–—‒―－-"
_SIGNS = re.compile(f"[0{_DASHES}]*")


def is_nobody(text: str) -> bool:
    """Whether a cell names no opponent: blank, dashes, 0, or a word for a bye.

    >>> is_nobody("BYE"), is_nobody("---"), is_nobody("0000"), is_nobody("轮空"), is_nobody("Bo")
    (True, True, True, True, False)
    """
    return bool(_SIGNS.fullmatch(text)) or names_nobody(text)


def names_nobody(text: str) -> bool:
    """Whether a cell says in words that there was no opponent; a blank may be a mistake."""
    return text.casefold() in WORDS


def is_no_rating(text: str) -> bool:
    """Whether a cell in a column of ratings says that there is none, in words or by dashes.

    >>> [is_no_rating(text) for text in ("UNR.", "б/р", "—", "0", "")]
    [True, True, True, False, False]
    """
    word = re.sub(r"[\s.]", "", text.casefold())
    return word in UNRATED or (bool(word) and not word.strip(_DASHES))
