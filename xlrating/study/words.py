"""The words of a study, from the texts beside them."""

from __future__ import annotations

from ..engine.texts import Words

WORDS = Words("study", "study")
word = WORDS.say
