"""Texts as every output can hold them: one spelling of each letter, no control characters.

And when two of them are spelt alike.
"""

from __future__ import annotations

import re
from unicodedata import normalize

#: Where a line ends, or a table's cell: a name stands on one line.
_BREAKS = re.compile("[\t\r\n\x85\u2028\u2029]+")
#: What no workbook may hold (XML 1.0, 2.2), or only hides other letters: control characters,
#: those for the direction of reading, halves of a pair, and what Unicode keeps from being one.
_NOT_LETTERS = re.compile(
    "[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
#: What moves the cursor, or turns the direction of reading for all that follows: no part of any
#: text that is shown, but for ends of lines and tabs.
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
REPLACEMENT = "\ufffd"
#: Blanks that keep a line from breaking, or are narrower: to a reader they are blanks.
_BLANKS = re.compile("[\u00a0\u2007\u2009\u202f]")
#: What takes no room: soft hyphens, blanks and joiners of no width, marks of the direction of
#: reading. Where writing joins its letters, from Arabic to Khmer, joiners are a matter of spelling.
_UNSEEN = re.compile(
    "[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\ufeff]"
    "|(?<![\u0600-\u109f\u1780-\u18af])[\u200c\u200d]"
)
#: Accents that stand behind their letter as letters of their own; programs of one maker save
#: names so. They look the same as the letters that hold their accents.
LOOSE_MARKS = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0323\u0327\u0328"


def letters(text: str) -> str:
    """A name, or another text of a player or an event, as it is kept.

    Letters composed of several characters become one where there is one (NFC), so that two
    spellings of a name are one name. A break of line becomes a blank, as does a blank that keeps a
    line from breaking; what takes no room is left out, and a control character becomes the sign for
    what cannot be shown.

    >>> letters("Rene\\u0301\\tA\\x0bB"), letters("An\\u00adna\\u00a0B")
    ('René A\\ufffdB', 'Anna B')
    """
    if text.isascii() and text.isprintable():
        return text
    text = _BLANKS.sub(" ", _BREAKS.sub(" ", text))
    # Somebody of whom nothing can be seen is somebody.
    text = _UNSEEN.sub("", text) or text
    return _NOT_LETTERS.sub(REPLACEMENT, normalize("NFC", text))


def id_of(text: str) -> str:
    """An ID as it is kept; where lists write 0 there is none.

    >>> id_of("00"), id_of("007"), id_of("1001\u200b")
    ('', '007', '1001')
    """
    return letters(text) if text.strip("0") else ""


def trimmed(text: str) -> str:
    """A text without blanks around it, and one where there are several, as TRIM makes it.

    >>> trimmed("  Club  A ")
    'Club A'
    """
    return " ".join(part for part in text.split(" ") if part)


#: Digits, half and full width; so many of them are a number at most, as the formulas have it.
ALL_DIGITS, MOST_DIGITS = "0123456789０１２３４５６７８９", 8
WIDE_DIGITS = tuple(zip(ALL_DIGITS[10:], ALL_DIGITS))
_HALF = str.maketrans(dict(WIDE_DIGITS))
_DIGITS = re.compile(f"[{ALL_DIGITS}]{{1,{MOST_DIGITS}}}")


def half_width(text: str) -> str:
    """A text with its full-width digits as those of all keyboards.

    >>> half_width("ＩＤ ８００１")
    'ＩＤ 8001'
    """
    return text.translate(_HALF)


def visible(text: str) -> str:
    """A text as a reader sees it: what takes no room is left out, blanks are single ones.

    >>> visible(" Li\u00a0 Wei\u00ad ")
    'Li Wei'
    """
    # Speed: nearly all texts are.
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    return trimmed(letters(text)).strip()


def whole_number(text: str) -> int | None:
    """The number that a text of digits is; None for any other text.

    >>> whole_number("２１００"), whole_number("1800.5"), whole_number("")
    (2100, None, None)
    """
    return int(text) if _DIGITS.fullmatch(text) else None


def same_spelling(text: str) -> str:
    """What two texts have in common that differ in case, blanks, width or loose accents only.

    >>> same_spelling("Ｌｉ  wei") == same_spelling("Li Wei"), same_spelling("王　伟")
    (True, '王伟')
    """
    if not text.isascii():
        text = normalize("NFKC", text)
    return "".join(text.lower().split())


def has_loose_marks(text: str) -> bool:
    """Whether some accents of a text are letters of their own.

    >>> has_loose_marks("Jose\u0301"), has_loose_marks("José")
    (True, False)
    """
    return not text.isascii() and any(mark in text for mark in LOOSE_MARKS)


#: What a formula begins with.
_OF_FORMULAS = (*"=+@＝＋－＠-",)


def without_apostrophe(text: str) -> str:
    """A text without the apostrophe that keeps a spreadsheet from taking it for a formula.

    >>> without_apostrophe("'=A1"), without_apostrophe("'t Hart")
    ('=A1', "'t Hart")
    """
    # Asked of every cell: nearly none begins so.
    return text[1:] if text[:1] == "'" and text[1:2] in _OF_FORMULAS else text
