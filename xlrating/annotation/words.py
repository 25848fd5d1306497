"""The words of what is written into people's own workbooks, and what is told of it."""

from ..engine.texts import Words

WORDS = Words("annotation", "annotation")
