"""The texts of a study, from the catalogues in this folder."""

from __future__ import annotations

from ..engine.texts import Words

WORDS = Words("study", "study")
word = WORDS.say
