"""In which encodings a text is one of a language, judging by its letters besides a to z.

Windows writes names as the language of the computer asks for: José, Conceição and Nováček have
other bytes in UTF-8, and the same byte is è in Paris and č in Prague.
"""

from __future__ import annotations

import re

#: The letters of languages that each encoding writes; of Latin ones those besides a to z.
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
#: What else than letters is written among them.
_SIGNS = frozenset("½–—‘’“”„«»…·°§€´\u00a0")
_TWO = re.compile(rb"[\x80-\xff]{2}")
_WORD = re.compile(r"[^\W\d_½]+")
#: The first bytes of the usual characters in GB 2312.
_USUAL = range(0xB0, 0xD8)
#: A single name may be one in Greek or in the letters of DOS as well.
_NAMES = 3
#: What is left of İ in small letters, besides the i.
_DOT = {"\u0307"}
#: So many accents in a row are no Latin word.
_JUMBLE = re.compile(r"[^\x00-\x7f]{3}")


def encodings_of(data: bytes) -> list[str]:
    """The encodings in which these bytes are a text of one language; often one, or none.

    >>> encodings_of("Nováček, Jiří".encode("cp1250")), encodings_of("João".encode("cp1252"))
    (['cp1250'], ['cp1252', 'cp1250'])
    """
    return [name for name in ALPHABETS if _is_text(data, name)]


def is_likely(data: bytes, encoding: str) -> bool:
    """Whether bytes below plain headings, which say nothing, are rather GB 18030 or Cyrillic.

    Two accents in a row, as in Núñez or Jiří, may be two Cyrillic letters or a Chinese character.

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


def _is_latin(word: str) -> bool:
    """Whether plain letters are among those of a word, and no capital stands alone inside."""
    is_mixed = len(word) == 1 or any(map(str.isascii, word))
    is_cased = word.isupper() or not any(one.isupper() and not one.isascii() for one in word[1:])
    return is_mixed and is_cased and not _JUMBLE.search(word)


def _is_cased(word: str) -> bool:
    """Whether a word is Cyrillic alone, with capitals where names have them."""
    return not any(map(str.isascii, word)) and (word.istitle() or word.islower() or word.isupper())


def _is_gb(data: bytes) -> bool:
    """Whether it may be Chinese as well, most characters being among the 3,755 usual ones.

    Two Cyrillic letters are a Chinese character, two small ones an unusual one.
    """
    try:
        found = [one.encode("gb18030")[0] for one in data.decode("gb18030") if not one.isascii()]
    except UnicodeDecodeError:
        return False
    return 3 * sum(lead in _USUAL for lead in found) > 2 * len(found)
