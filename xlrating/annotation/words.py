"""The texts that are written into users' own workbooks, and the messages about them."""

from ..engine.texts import Words

WORDS = Words("annotation", "annotation")
