"""The texts of the pages, from the catalogues in this folder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ..engine.texts import Words, keys, say, wording

WORDS = Words("publishing", "pages")
word = WORDS.say

#: How players are identified in the published games.
NUMBERS, NAMES, NONE = "numbers", "names", "none"
WAYS = (NUMBERS, NAMES, NONE)

#: Columns of sheets that contain one of a few fixed phrases, which can be translated.
_SAID = ("side_", "not_")


@lru_cache(maxsize=1)
def _keys() -> Mapping[tuple[str, str], str]:
    return {
        (language, text): key for key in keys(*_SAID) for language, text in wording(key).items()
    }


def translated(text: str, of: str, language: str) -> str:
    """A fixed phrase from a sheet in the language `of`, translated; other texts are unchanged.

    >>> translated("не считается: без соперника", "ru", "en"), translated("Ann", "ru", "en")
    ('not counted: bye, no opponent', 'Ann')
    """
    key = _keys().get((of, text))
    return text if key is None else say(language, key)


def colour_of(text: str, of: str) -> str:
    """The side named in a sheet in the language `of`: w, b, or '' for none.

    >>> colour_of("红", "zh"), colour_of("b", "en"), colour_of("", "en")
    ('w', 'b', '')
    """
    return {"side_w": "w", "side_red": "w", "side_b": "b"}.get(_keys().get((of, text), ""), "")
