"""The choices on the Rules sheet, by their names in the language of the file.

The defined name of a choice uses the words of the rule file in every language.
"""

from __future__ import annotations

from ..engine.languages import LANGUAGE, LANGUAGES
from ..engine.rules.sections import Option
from ..engine.texts import is_text, wording


def shown(option: str, choice: str, language: str) -> str:
    """The name of a choice; numbers and words without a name are unchanged.

    >>> shown("share", "truncated", "ru"), shown("untitled", "1500", "ru")
    ('отбрасывать', '1500')
    >>> shown("untitled", "unrated", "zh"), shown("forfeits", "unrated", "zh")
    ('无等级分', '不计等级分')
    """
    word = choice.replace(" ", "-")
    for key in (f"pick_{option}_{word}", f"pick_{word}"):
        if is_text(key):
            return wording(key)[language]
    return choice


def names(option: str, choice: str) -> tuple[str, ...]:
    """Everything by which a choice may be typed, its own word first.

    >>> names("champion", "together")
    ('together', '合并', 'вместе')
    """
    others = (shown(option, choice, language) for language in LANGUAGES)
    return tuple(dict.fromkeys((choice, *others)))


def named(text: str, name: str, option: Option, language: str) -> str:
    """A text with each choice in backquotes replaced by its quoted name in a language.

    >>> from xlrating.engine.rules.ruleset import load
    >>> option = load("cxa-rapid").options["champion"]
    >>> [named("not `together`, `k`", "champion", option, language) for language in ("en", "ru")]
    ['not `together`, `k`', 'not «вместе», `k`']
    """
    if language == LANGUAGES[0]:
        return text
    for choice in option.choices:
        if not LANGUAGE[language].is_spaced:
            # Such a language has no blanks next to quotation marks either.
            text = text.replace(f" `{choice}`", f"`{choice}`").replace(
                f"`{choice}` ", f"`{choice}`"
            )
        begin, end = tuple(LANGUAGE[language].quotes)
        text = text.replace(f"`{choice}`", f"{begin}{shown(name, choice, language)}{end}")
    return text


def meant(name: str, option: Option, typed: str) -> str:
    """The choice that was typed, in any language; an unknown text is unchanged.

    >>> from xlrating.engine.rules.ruleset import load
    >>> options = load("cxa-rapid").options
    >>> [meant("champion", options["champion"], text) for text in ("合并", " Вместе", "alone")]
    ['together', 'together', 'alone']
    """
    word = typed.strip().casefold()
    for choice in option.choices:
        if word in (one.casefold() for one in names(name, choice)):
            return choice
    return typed
