"""The words of a study, from `words.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ..engine.tomlfile import PACKAGE, read


@lru_cache(maxsize=1)
def words() -> Mapping[str, Mapping[str, str]]:
    """All words: key -> language -> text with ``{words}`` to fill in."""
    return read(PACKAGE / "study" / "words.toml")


def word(language: str, key: str, **parts: object) -> str:
    """The text of `key` in a language.

    >>> word("en", "point", percent=1)
    '1 % point'
    """
    return words()[key][language].format(**parts)
