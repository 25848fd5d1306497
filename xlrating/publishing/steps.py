"""Calculation steps, translated from a list's sheet into the language of a page.

A sheet only contains sentences. The text and its words are recognised by the texts in the list's
language; an ambiguous sentence, or one with words unknown to the rules, is left unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ..engine.languages import LANGUAGES
from ..engine.rules.frozen import Frozen
from ..engine.texts import keys, say, wording
from ..engine.vocabulary.headings import OTHER_PACES
from ..federation.paces import with_list
from .rules_of import rules_named

_STEP = ("step_", "initial_")
#: Words of steps that need no translation: names of people and events, titles, results.
_AS_THEY_ARE = ("name", "opponent", "title", "result", "day")
_NUMBER = re.compile(r"[-+−]?[\d.,]+(/\d+)?")


class WordedStep(NamedTuple):
    """A step's sentence, its clause, and the language of the sentence."""

    text: str
    clause: str
    language: str


class ListSteps:
    """Translates the steps of a list; `language` is the list's, `rules` is a reference."""

    def __init__(self, language: str, rules: str) -> None:
        self._language, self._rules = language, rules
        self._known: dict[tuple[str, str], str | None] = {}

    def said(self, text: str, clause: str, language: str) -> WordedStep:
        """A step translated into a language if possible; otherwise unchanged.

        >>> steps = ListSteps("en", "fide")
        >>> steps.said("Expected score, the sum over these games: 2.5", "", "ru").text
        'Ожидаемые очки, сумма по этим партиям: 2.5'
        >>> steps.said("Something else: 2.5", "", "ru").language
        'en'
        """
        if language == self._language:
            return WordedStep(text, clause, language)
        if (text, language) not in self._known:
            self._known[text, language] = self._in(text, language)
        found = self._known[text, language]
        return (
            WordedStep(text, clause, self._language)
            if found is None
            else WordedStep(found, clause, language)
        )

    def _in(self, text: str, language: str) -> str | None:
        found = set[str]()
        for key, start, pattern in self._patterns:
            match = pattern.fullmatch(text) if text.startswith(start) else None
            if match is None:
                continue
            words = {
                name: self._word(name, word, language) for name, word in match.groupdict().items()
            }
            if None not in words.values():
                found.add(say(language, key, **words))
        return found.pop() if len(found) == 1 else None

    def _word(self, name: str, text: str, language: str) -> str | None:
        """A word of a step translated into a language; None if it is not recognised."""
        if name in _AS_THEY_ARE or _NUMBER.fullmatch(text):
            return text
        phrase = self._phrases.get(text)
        return None if phrase is None else phrase[language]

    @cached_property
    def _patterns(self) -> Sequence[tuple[str, str, re.Pattern[str]]]:
        """The texts of steps: key, constant beginning, and a pattern for their words."""
        found = []
        for key in keys(*_STEP):
            parts = re.split(r"\{(\w+)\}", wording(key)[self._language])
            found.append((key, parts[0], re.compile(_pattern(parts), re.DOTALL)))
        return found

    @cached_property
    def _phrases(self) -> Mapping[str, Mapping[str, str]]:
        """The rules' own phrases in all languages, by the phrase in the list's."""
        named = [self._rules, *(with_list(self._rules, pace) for pace in OTHER_PACES)]
        found: dict[str, Mapping[str, str]] = {}
        for rules in map(rules_named, named):
            for texts in _texts_of(rules):
                found.setdefault(texts[self._language], texts)
        return found


def _pattern(parts: Sequence[str]) -> str:
    """A pattern for a text that was split at its words."""
    found, seen = "", set[str]()
    for at, part in enumerate(parts):
        if at % 2 == 0:
            found += re.escape(part)
        else:
            found += f"(?P={part})" if part in seen else f"(?P<{part}>.*?)"
            seen.add(part)
    return found


def _texts_of(value: object) -> Iterator[Mapping[str, str]]:
    """Every text with translations that a part of a rule set contains."""
    if isinstance(value, Frozen):
        for each in vars(value).values():
            yield from _texts_of(each)
    elif isinstance(value, Mapping):
        if all(isinstance(value.get(language), str) for language in LANGUAGES):
            yield value
        else:
            for each in value.values():
                yield from _texts_of(each)
    elif isinstance(value, (tuple, list)):
        for each in value:
            yield from _texts_of(each)
