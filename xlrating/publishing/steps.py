"""The steps of calculations, as the sheet of a list says them, in the language of a page.

A sheet holds sentences only. What was filled into which text is found by the texts in the list's
language; a sentence that could be several, or has words that the rules do not know, stays as it is.
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
#: Words of steps that are texts and no language's: names of people and events, titles, results.
_AS_THEY_ARE = ("name", "opponent", "title", "result", "day")
_NUMBER = re.compile(r"[-+−]?[\d.,]+(/\d+)?")


class WordedStep(NamedTuple):
    """A step in words, its clause, and the language of the words."""

    text: str
    clause: str
    language: str


class ListSteps:
    """What the steps of a list say: `language` is the list's, `rules` are named by reference."""

    def __init__(self, language: str, rules: str) -> None:
        self._language, self._rules = language, rules
        self._known: dict[tuple[str, str], str | None] = {}

    def said(self, text: str, clause: str, language: str) -> WordedStep:
        """A step in a language, where it can be told; else as it is.

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
        """A word of a step in a language; None where that cannot be told."""
        if name in _AS_THEY_ARE or _NUMBER.fullmatch(text):
            return text
        phrase = self._phrases.get(text)
        return None if phrase is None else phrase[language]

    @cached_property
    def _patterns(self) -> Sequence[tuple[str, str, re.Pattern[str]]]:
        """The texts of steps: key, what they begin with, and where their words stand."""
        found = []
        for key in keys(*_STEP):
            parts = re.split(r"\{(\w+)\}", wording(key)[self._language])
            found.append((key, parts[0], re.compile(_pattern(parts), re.DOTALL)))
        return found

    @cached_property
    def _phrases(self) -> Mapping[str, Mapping[str, str]]:
        """What the rules say in all languages, by the words of the list's."""
        named = [self._rules, *(with_list(self._rules, pace) for pace in OTHER_PACES)]
        found: dict[str, Mapping[str, str]] = {}
        for rules in map(rules_named, named):
            for texts in _texts_of(rules):
                found.setdefault(texts[self._language], texts)
        return found


def _pattern(parts: Sequence[str]) -> str:
    """A pattern of a text that was parted at its words."""
    found, seen = "", set[str]()
    for at, part in enumerate(parts):
        if at % 2 == 0:
            found += re.escape(part)
        else:
            found += f"(?P={part})" if part in seen else f"(?P<{part}>.*?)"
            seen.add(part)
    return found


def _texts_of(value: object) -> Iterator[Mapping[str, str]]:
    """Every text in all languages that a part of a rule set has."""
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
