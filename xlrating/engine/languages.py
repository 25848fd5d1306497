"""The languages of texts, from `languages.toml`: a new one is a section there."""

from __future__ import annotations

import re
from typing import Any, Dict, Mapping, NamedTuple, Sequence

from .tomlfile import PACKAGE, read


class Language(NamedTuple):
    """What holds of a language as a whole."""

    #: Its two letters, its own name, and its locale as programs name it.
    code: str
    name: str
    locale: str
    #: The letters of it, as in a pattern.
    letters: str
    #: Before and after a word that is quoted.
    quotes: str = "“”"
    #: The letters for a man and a woman.
    sexes: str = "mf"
    #: Signs with what stands around them where that is no sign and a blank: sign -> written.
    signs: Mapping[str, str] = {}
    #: Places whose number does not stand behind their word: place -> with ``{}`` for the number.
    numbered: Mapping[str, str] = {}
    #: Words in codes of results: of the code -> of the language.
    words: Mapping[str, str] = {}
    #: Letters that are results in workbooks of the language alone: letter -> code.
    results: Mapping[str, str] = {}

    @property
    def is_spaced(self) -> bool:
        """Whether blanks stand between words."""
        return not self.signs

    def between(self, sign: str = "") -> str:
        """What stands between two texts, with a sign or none.

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
    """A text, or all texts of a table, in each language; where one is missing, in English.

    >>> in_each({"yes": {"en": "yes", "ru": "да"}})
    {'yes': {'en': 'yes', 'zh': 'yes', 'ru': 'да'}}
    """
    whole = {key: in_each(own) if isinstance(own, dict) else own for key, own in table.items()}
    if ENGLISH in whole:
        return {**dict.fromkeys(LANGUAGES, whole[ENGLISH]), **whole}
    return whole


def language_of_letters(texts: Sequence[str]) -> str:
    """The language of a few words, by their letters; the one fewest people write counts first.

    >>> language_of_letters(["Имя"]), language_of_letters(["姓名 Name"]), language_of_letters(["1"])
    ('ru', 'zh', 'en')
    """
    whole = "".join(texts)
    others = (code for code in LANGUAGES[1:] if re.search(f"[{LANGUAGE[code].letters}]", whole))
    return next(others, ENGLISH)
