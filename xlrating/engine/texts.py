"""Every word a user reads, from one table in three languages.

`texts.toml` holds them; headings, messages, instructions and the steps of an
explanation are looked up here and nowhere else.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import Mapping

from .rounding import half_away
from .tomlfile import PACKAGE, read

#: A language: its code, its own name, and its locale as programs name it.
_LANGUAGES = (("en", "English", "en-US"), ("zh", "中文", "zh-CN"), ("ru", "Русский", "ru"))
LANGUAGES = tuple(code for code, _, _ in _LANGUAGES)
LANGUAGE_NAMES = tuple(name for _, name, _ in _LANGUAGES)
LOCALES = {code: locale for code, _, locale in _LANGUAGES}


@lru_cache(maxsize=1)
def table() -> Mapping[str, Mapping[str, str]]:
    """All texts: key -> language -> text with ``{words}`` to fill in."""
    return read(PACKAGE / "engine" / "texts.toml")


def say(language: str, key: str, **words: object) -> str:
    """The text of `key` in a language, its ``{words}`` filled in.

    >>> say("en", "plays_self", no=13)
    'player 13 is paired with themselves; correct one of the two numbers'
    """
    return table()[key][known(language)].format(**words)


def sheet_name(language: str, key: str) -> str:
    """The name of a template's sheet in a file of that language.

    >>> sheet_name("en", "Players"), sheet_name("zh", "Players")
    ('Players', '棋手')
    """
    return table()[f"tab_{key.lower()}"][language]


def in_words(language: str, key: str, words: Mapping[str, object]) -> str:
    """The text of `key`, its words being numbers, or texts in each language."""
    return say(language, key, **{name: _word(value, language) for name, value in words.items()})


def _word(value: object, language: str) -> str:
    if isinstance(value, Mapping):
        return str(value.get(language) or value.get("en", ""))
    if isinstance(value, tuple):
        return "; ".join(_word(part, language) for part in value)
    return number(value)


def number(value: object, places: int = 4) -> str:
    """A number as people write it: no trailing zeros, at most `places` decimals, real minus.

    >>> number(Decimal("-2.50"))
    '−2.5'
    """
    if not isinstance(value, Decimal):
        return str(value)
    exponent = value.as_tuple().exponent
    # NaN and infinity have none.
    is_long = isinstance(exponent, int) and -exponent > places
    short = half_away(value, places) if is_long else value
    text = f"{short:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text.replace("-", "−")


def known(language: object) -> str:
    """The language, or an `ArgumentError` that names those there are."""
    if language not in LANGUAGES:
        from .errors import ArgumentError

        raise ArgumentError(f"language is {language!r}; choose {', '.join(LANGUAGES)}")
    return str(language)
