"""The languages, read from `languages.toml`: to add one, add a section there."""

from __future__ import annotations

import re
from typing import Any, Dict, Mapping, NamedTuple, Sequence

from .tomlfile import PACKAGE, read


class Language(NamedTuple):
    """A language and its conventions."""

    #: Its two letters, its own name, and its locale as programs name it.
    code: str
    name: str
    locale: str
    #: Its letters, as a regular-expression class.
    letters: str
    #: Opening and closing quotation marks.
    quotes: str = "“”"
    #: The letters for male and female.
    sexes: str = "mf"
    #: Signs written with other spacing than a blank after them: sign -> as written.
    signs: Mapping[str, str] = {}
    #: Places whose number does not follow the word: place -> template with ``{}`` for the number.
    numbered: Mapping[str, str] = {}
    #: Words in result codes: in the code -> in the language.
    words: Mapping[str, str] = {}
    #: Letters that are results only in workbooks of this language: letter -> code.
    results: Mapping[str, str] = {}

    @property
    def is_spaced(self) -> bool:
        """Whether words are separated by blanks."""
        return not self.signs

    def between(self, sign: str = "") -> str:
        """What separates two texts, with or without a sign.

        >>> LANGUAGE["en"].between(";"), LANGUAGE["zh"].between(";")
        ('; ', '；')
        """
        return self.signs.get(sign, f"{sign} ")


def _languages() -> Sequence[Language]:
    tables: Mapping[str, Dict[str, Any]] = read(PACKAGE / "engine" / "languages.toml")
    return tuple(Language(code=code, **own) for code, own in tables.items())


#: By their codes, English first.
LANGUAGE = {one.code: one for one in _languages()}
LANGUAGES = tuple(LANGUAGE)
ENGLISH = LANGUAGES[0]


def in_each(table: Mapping[str, Any]) -> Dict[str, Any]:
    """A text, or every text of a table, in each language; English if a translation is missing.

    >>> in_each({"yes": {"en": "yes", "ru": "да"}})
    {'yes': {'en': 'yes', 'zh': 'yes', 'ru': 'да'}}
    """
    whole = {key: in_each(own) if isinstance(own, dict) else own for key, own in table.items()}
    if ENGLISH in whole:
        return {**dict.fromkeys(LANGUAGES, whole[ENGLISH]), **whole}
    return whole


def language_of_letters(texts: Sequence[str]) -> str:
    """The language of a few words, recognised by letters; the rarest alphabet is tried first.

    >>> language_of_letters(["Имя"]), language_of_letters(["姓名 Name"]), language_of_letters(["1"])
    ('ru', 'zh', 'en')
    """
    whole = "".join(texts)
    others = (code for code in LANGUAGES[1:] if re.search(f"[{LANGUAGE[code].letters}]", whole))
    return next(others, ENGLISH)
