"""Texts in a form that every output can hold: one spelling per letter, no control characters.

Also compares two texts for equal spelling.
"""

from __future__ import annotations

import re
from unicodedata import normalize

#: Line breaks and cell separators: a name is on one line.
_BREAKS = re.compile("[\t\r\n\x85\u2028\u2029]+")
#: Characters that no workbook may contain (XML 1.0, 2.2), or that only hide others: control
#: characters, directional marks, unpaired surrogates, and Unicode noncharacters.
_NOT_LETTERS = re.compile(
    "[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
#: Characters that move the cursor or change the reading direction of what follows: never part
#: of a displayed text, except for line ends and tabs.
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
REPLACEMENT = "\ufffd"
#: Non-breaking and narrow blanks: to a reader they are blanks.
_BLANKS = re.compile("[\u00a0\u2007\u2009\u202f]")
#: Characters without width: soft hyphens, zero-width blanks and joiners, directional marks.
#: In scripts with joined letters, from Arabic to Khmer, joiners are part of the spelling.
_UNSEEN = re.compile(
    "[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\ufeff]"
    "|(?<![\u0600-\u109f\u1780-\u18af])[\u200c\u200d]"
)
#: Combining accents, which some programs save in names. They look like the
#: precomposed letters.
LOOSE_MARKS = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0323\u0327\u0328"


def letters(text: str) -> str:
    """A name, or another text of a player or an event, in the form in which it is stored.

    Letters composed of several characters become one if possible (NFC), so that two
    spellings of a name are one name. A line break becomes a blank, as does a non-breaking
    blank; characters without width are dropped, and a control character becomes the sign for
    an unprintable character.

    >>> letters("Rene\\u0301\\tA\\x0bB"), letters("An\\u00adna\\u00a0B"), letters("Rene\\u0301")
    ('René A\\ufffdB', 'Anna B', 'René')
    """
    # Speed: most names are plain ASCII.
    if text.isascii() and text.isprintable():
        return text
    text = _BLANKS.sub(" ", _BREAKS.sub(" ", text))
    # A person whose name is invisible still is a person.
    text = _UNSEEN.sub("", text) or text
    return _NOT_LETTERS.sub(REPLACEMENT, normalize("NFC", text))


def id_of(text: str) -> str:
    """An ID in the form in which it is stored; the 0 of some lists means none.

    >>> id_of("00"), id_of("007"), id_of("1001\u200b")
    ('', '007', '1001')
    """
    return letters(text) if text.strip("0") else ""


def trimmed(text: str) -> str:
    """A text without outer blanks, and with single ones inside, like TRIM.

    >>> trimmed("  Club  A ")
    'Club A'
    """
    return " ".join(part for part in text.split(" ") if part)


#: Digits, half and full width, up to the number of digits that the formulas accept.
ALL_DIGITS, MOST_DIGITS = "0123456789０１２３４５６７８９", 8
WIDE_DIGITS = tuple(zip(ALL_DIGITS[10:], ALL_DIGITS))
_HALF = str.maketrans(dict(WIDE_DIGITS))
_DIGITS = re.compile(f"[{ALL_DIGITS}]{{1,{MOST_DIGITS}}}")


def half_width(text: str) -> str:
    """A text with its full-width digits converted to ordinary ones.

    >>> half_width("ＩＤ ８００１")
    'ＩＤ 8001'
    """
    return text.translate(_HALF)


def visible(text: str) -> str:
    """A text as a reader sees it: characters without width dropped, blanks single.

    >>> visible(" Li\u00a0 Wei\u00ad ")
    'Li Wei'
    """
    # Speed: nearly all texts are that already.
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    return trimmed(letters(text)).strip()


def whole_number(text: str) -> int | None:
    """The number in a text of digits; None for any other text.

    >>> whole_number("２１００"), whole_number("1800.5"), whole_number("")
    (2100, None, None)
    """
    return int(text) if _DIGITS.fullmatch(text) else None


def same_spelling(text: str) -> str:
    """A key equal for texts that only differ in case, blanks, width or combining accents.

    >>> same_spelling("Ｌｉ  wei") == same_spelling("Li Wei"), same_spelling("王　伟")
    (True, '王伟')
    """
    if not text.isascii():
        text = normalize("NFKC", text)
    return "".join(text.lower().split())


def has_loose_marks(text: str) -> bool:
    """Whether a text contains combining accents.

    >>> has_loose_marks("Jose\u0301"), has_loose_marks("José")
    (True, False)
    """
    return not text.isascii() and any(mark in text for mark in LOOSE_MARKS)


#: The characters that begin a formula.
_OF_FORMULAS = (*"=+@＝＋－＠-",)


def without_apostrophe(text: str) -> str:
    """A text without the apostrophe that keeps a spreadsheet from treating it as a formula.

    >>> without_apostrophe("'=A1"), without_apostrophe("'t Hart")
    ('=A1', "'t Hart")
    """
    # Called for every cell; hardly any begins with one.
    return text[1:] if text[:1] == "'" and text[1:2] in _OF_FORMULAS else text
