"""Texts as every output can hold them: one spelling of each letter, no control characters."""

from __future__ import annotations

import re
from unicodedata import normalize

#: Where a line ends, or a table's cell: a name stands on one line.
_BREAKS = re.compile("[\t\r\n\x85\u2028\u2029]+")
#: What no workbook may hold (XML 1.0, 2.2), or only hides other letters: control characters,
#: halves of a pair, and what Unicode keeps from being characters.
_NOT_LETTERS = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_REPLACEMENT = "\ufffd"


def letters(text: str) -> str:
    """A name, or another text of a player or an event, as it is kept.

    Letters composed of several characters become one where there is one (NFC), so that two
    spellings of a name are one name. A break of line becomes a blank, and a control
    character the sign for what cannot be shown.

    >>> letters("Rene\\u0301\\tA\\x0bB")
    'René A\\ufffdB'
    """
    if text.isascii() and text.isprintable():
        return text
    return _NOT_LETTERS.sub(_REPLACEMENT, _BREAKS.sub(" ", normalize("NFC", text)))
