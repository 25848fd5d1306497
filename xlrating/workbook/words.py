"""Texts of a rule set in the language of the workbook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..engine.languages import LANGUAGES
from ..engine.texts import between, say
from .builder import BETWEEN, Builder
from .file.grid import Cell


def in_three(builder: Builder, texts: Mapping[str, str], style: str) -> Cell:
    """A cell with a text of the rule set in the language of the workbook."""
    now = _each(texts)[LANGUAGES.index(builder.plan.language)]
    return Cell(now, f"={chosen(texts)}", style)


def chosen(texts: Mapping[str, str]) -> str:
    """The formula of a text of the rule set in the language of the workbook."""
    return f"CHOOSE(language,{','.join(map(quoted, _each(texts)))})"


def _each(texts: Mapping[str, str]) -> list[str]:
    return [texts.get(language) or texts.get("en", "") for language in LANGUAGES]


def sentence(builder: Builder, parts: Iterable[tuple[str, Mapping[str, str]]], style: str) -> Cell:
    """A cell with sentences one after the other, each with its words."""
    listed = list(parts)
    texts = (
        builder.say(key, {n: quoted(word) for n, word in words.items()}) for key, words in listed
    )
    language = builder.plan.language
    shown = between(language).join(say(language, key, **words) for key, words in listed)
    return Cell(shown, "=" + BETWEEN.join(texts), style)


def quoted(text: str) -> str:
    """A text in a formula, which takes no more than 255 letters in one piece."""
    pieces = [text[start : start + 250] for start in range(0, len(text), 250)]
    return "&".join('"' + piece.replace('"', '""') + '"' for piece in pieces) or '""'
