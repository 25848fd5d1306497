"""Every word a user reads, from one table in three languages.

`texts.toml` holds them; headings, messages, instructions and the steps of an
explanation are looked up here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "zh", "ru")


@cache
def table() -> Mapping[str, Mapping[str, str]]:
    """All texts: key -> language -> text with ``{words}`` to fill in."""
    import tomllib

    with Path(__file__).with_name("texts.toml").open("rb") as file:
        return tomllib.load(file)


def say(language: str, key: str, **words: object) -> str:
    """The text of `key` in a language, its ``{words}`` filled in.

    >>> say("en", "player_unknown", no=13)
    'there is no player with number 13; add the player or correct the number'
    """
    return table()[key][language].format(**words)
