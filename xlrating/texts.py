"""Every word a user reads, from one table in three languages.

`texts.toml` holds them; headings, messages, instructions and the steps of an
explanation are looked up here and nowhere else.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Mapping

from .tomlfile import read

LANGUAGES = ("en", "zh", "ru")


@lru_cache(maxsize=1)
def table() -> Mapping[str, Mapping[str, str]]:
    """All texts: key -> language -> text with ``{words}`` to fill in."""
    return read(Path(__file__).with_name("texts.toml"))


def say(language: str, key: str, **words: object) -> str:
    """The text of `key` in a language, its ``{words}`` filled in.

    >>> say("en", "plays_self", no=13)
    'player 13 is paired with themselves; correct one of the two numbers'
    """
    return table()[key][known(language)].format(**words)


def known(language: object) -> str:
    """The language, or an `ArgumentError` that names those there are."""
    if language not in LANGUAGES:
        from .errors import ArgumentError

        raise ArgumentError(f"language is {language!r}; choose {', '.join(LANGUAGES)}")
    return str(language)
