"""The Windows encodings in which bytes can be a text, judging by its letters other than a to z.

Windows programs write names in the encoding of the computer's language: José, Conceição and
Nováček have other bytes in UTF-8, and the same byte is è in Paris and č in Prague.
"""

from __future__ import annotations

import re

#: The letters of the languages written in each encoding; of Latin ones, those other than a to z.
ALPHABETS = {
    "cp1252": (
        "äöüß", "àâçèéêëîïôùûüÿœ", "áéíñóúüªº", "áâãàçéêíóôõúªº", "àèéìòóùªº", "àçèéíïòóú", "åäöé",
        "æøåéöäü", "áæðéíóöþúý", "èéëïó", "äöõüšž",
    ),
    "cp1250": (
        "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîşţ", "ëç",
    ),
    "cp1254": ("âçğıîöşüû",),
    "cp1257": ("āčēģīķļņšūž", "ąčęėįšųūž"),
    "cp1251": (
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
        "абвгдеёжзійклмнопрстуўфхцчшыьэюя", "абвгдђежзијклљмнњопрстћуфхцчџшѓѕќ",
    ),
}  # fmt: skip
CYRILLIC = "cp1251"
#: The other non-ASCII characters that a text may contain.
_SIGNS = frozenset("½–—‘’“”„«»…·°§€´\u00a0")
_TWO = re.compile(rb"[\x80-\xff]{2}")
_WORD = re.compile(r"[^\W\d_½]+")
#: No quotation mark is inside a word; as an apostrophe some are.
_QUOTED = re.compile(r"[^\W\d_][“”„‚][^\W\d_]")
#: The first bytes of the common Chinese characters in GB 2312.
_USUAL = range(0xB0, 0xD8)
#: How many names a Cyrillic text needs: a single one may also be Greek, or in a DOS encoding.
_NAMES = 3
#: What `str.lower` adds to the i for İ.
_DOT = {"\u0307"}
#: No Latin word has so many accented letters in a row.
_JUMBLE = re.compile(r"[^\x00-\x7f]{3}")


def encodings_of(data: bytes) -> list[str]:
    """The encodings in which these bytes can be a text in a single language; often one, or none.

    >>> encodings_of("Nováček, Jiří".encode("cp1250")), encodings_of("João".encode("cp1252"))
    (['cp1250'], ['cp1252', 'cp1250'])
    """
    return [name for name in ALPHABETS if _is_text(data, name)]


def is_likely(data: bytes, encoding: str) -> bool:
    """Whether bytes are probably in `encoding`, GB 18030 or `CYRILLIC`, if headings are ASCII.

    Two accented letters in a row, as in Núñez or Jiří, can also be read as Cyrillic or Chinese.

    >>> [is_likely("Núñez, José".encode("cp1252"), one) for one in ("gb18030", CYRILLIC)]
    [False, False]
    >>> is_likely("Пётр".encode("cp1251"), CYRILLIC)
    True
    """
    if not _TWO.search(data) or any(one != encoding for one in encodings_of(data)):
        return False
    if encoding != CYRILLIC:
        return _is_gb(data)
    text = data.decode(encoding)
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    names = [word for word in words if _is_cased(word) and not word.islower()]
    return _signs(text) <= {*_SIGNS, "№"} and 3 * len(names) > 2 * len(words)


def _signs(text: str) -> set[str]:
    return {sign for sign in text if not sign.isascii() and not sign.isalpha()}


def _is_text(data: bytes, encoding: str) -> bool:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return False
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    letters = {one for word in words for one in word.lower() if not one.isascii()} - _DOT
    if not (words and _signs(text) <= _SIGNS and any(map(letters.issubset, ALPHABETS[encoding]))):
        return False
    if encoding == CYRILLIC:
        are_names = all(map(_is_cased, words)) and sum(map(str.istitle, {*words})) >= _NAMES
        return are_names and not _is_gb(data)
    return all(map(_is_latin, words))


def has_latin_words(text: str) -> bool:
    """Whether a text's words with accented letters can be those of some Latin language.

    >>> has_latin_words("Inès Nováček"), has_latin_words("InŹs"), has_latin_words("Beno”t")
    (True, False, False)
    """
    words = (word for word in _WORD.findall(text) if not word.isascii())
    return not _QUOTED.search(text) and all(map(_is_latin, words))


def _is_latin(word: str) -> bool:
    """Whether a word has ASCII letters, and no accented capital inside unless all are capitals."""
    is_mixed = len(word) == 1 or any(map(str.isascii, word))
    is_cased = word.isupper() or not any(one.isupper() and not one.isascii() for one in word[1:])
    return is_mixed and is_cased and not _JUMBLE.search(word)


def _is_cased(word: str) -> bool:
    """Whether a word has no ASCII letters and is in title case, lower case or capitals."""
    return not any(map(str.isascii, word)) and (word.istitle() or word.islower() or word.isupper())


def _is_gb(data: bytes) -> bool:
    """Whether the bytes may also be Chinese: most characters are among the 3,755 common ones.

    Two Cyrillic letters read as one Chinese character; two lower-case ones as a rare character.
    """
    try:
        found = [one.encode("gb18030")[0] for one in data.decode("gb18030") if not one.isascii()]
    except UnicodeDecodeError:
        return False
    return 3 * sum(lead in _USUAL for lead in found) > 2 * len(found)
