"""The words of a study, from `words.toml`."""

from __future__ import annotations

from ..engine.texts import Words

WORDS = Words("study")
word = WORDS.say
