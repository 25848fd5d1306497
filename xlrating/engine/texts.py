"""Every word a user reads, from one table in all languages.

`texts.toml` holds them; headings, messages, instructions and the steps of an
explanation are looked up here and nowhere else.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import Iterator, Mapping

from .languages import ENGLISH, LANGUAGE, LANGUAGES, in_each
from .rounding import half_away
from .tomlfile import PACKAGE, read

#: The language that names the sheets of the file that is written or told of.
_FILE: ContextVar[str] = ContextVar("file", default=ENGLISH)


def table() -> Mapping[str, Mapping[str, str]]:
    """All texts: key -> language -> text with ``{words}`` to fill in; sheets are named."""
    return _table(_FILE.get())


@lru_cache(maxsize=len(LANGUAGES))
def _table(file_language: str) -> Mapping[str, Mapping[str, str]]:
    texts: Mapping[str, Mapping[str, str]] = in_each(read(PACKAGE / "engine" / "texts.toml"))
    tabs = {key: own[file_language] for key, own in texts.items() if key[:4] == "tab_"}
    return {
        key: {code: _with_sheets(text, code, file_language, tabs) for code, text in own.items()}
        for key, own in texts.items()
    }


def _with_sheets(text: str, language: str, file_language: str, tabs: Mapping[str, str]) -> str:
    """A text with the names of the file's sheets, which it has as `{tab_players}`."""
    # Words of one language that has no blanks between them need none here.
    gap = " ?" if language == file_language and not LANGUAGE[language].is_spaced else ""
    return re.sub(gap + r"\{(tab_\w+)\}" + gap, lambda found: tabs[found[1]], text)


@contextmanager
def sheets_named_in(language: str) -> Iterator[None]:
    """While a file is written or told of whose sheets have names in that language.

    >>> say("zh", "status_problems")
    '存在问题：请见 Check 表。'
    >>> with sheets_named_in("zh"):
    ...     say("zh", "status_problems"), say("en", "status_problems")
    ('存在问题：请见检查表。', 'There are problems: see the sheet 检查.')
    """
    before = _FILE.set(language)
    try:
        yield
    finally:
        _FILE.reset(before)


def say(language: str, key: str, **words: object) -> str:
    """The text of `key` in a language, its ``{words}`` filled in.

    >>> say("en", "plays_self", no=13)
    'player 13 is paired with themselves; correct one of the two numbers'
    """
    return table()[key][known(language)].format(**counted(words))


class Count(int):
    """A number of things, which a text writes with the things: ``{n:game|games}``.

    Two forms are one and many; three are those of Russian: 1 партия, 2 партии, 5 партий.

    >>> "{:game|games}, {:партия|партии|партий}".format(Count(1), Count(22))
    '1 game, 22 партии'
    >>> "{:партия|партии|партий} {}".format(Count(11), Count(1))
    '11 партий 1'
    """

    def __format__(self, spec: str) -> str:
        """The number with its things."""
        if "|" not in spec:
            return super().__format__(spec)
        forms, last = spec.split("|"), self % 10
        if len(forms) == 2:
            form = forms[0] if self == 1 else forms[1]
        elif 10 < self % 100 < 20 or last == 0 or last > 4:
            form = forms[2]
        else:
            form = forms[0] if last == 1 else forms[1]
        return f"{int(self)} {form}"


def counted(words: Mapping[str, object]) -> Mapping[str, object]:
    """The words of a text with numbers that know how many things they count."""
    return {name: Count(value) if type(value) is int else value for name, value in words.items()}


def sheet_name(language: str, key: str) -> str:
    """The name of a template's sheet in a file of that language.

    >>> sheet_name("en", "Players"), sheet_name("zh", "Players")
    ('Players', '棋手')
    """
    return table()[f"tab_{key.lower()}"][language]


def in_words(language: str, key: str, words: Mapping[str, object]) -> str:
    """The text of `key`, its words being numbers, or texts in each language.

    Where `n` is 1 the text of ``KEY_one`` is taken if there is one.

    >>> in_words("en", "fed_postponed", {"n": 1}), in_words("en", "fed_postponed", {"n": 2})
    ('one game is postponed and not rated', '2 games are postponed and not rated')
    """
    one = f"{key}_one" if words.get("n") == 1 else ""
    shown = {name: _word(value, language) for name, value in words.items()}
    return say(language, one if one in table() else key, **shown)


def _word(value: object, language: str) -> object:
    if isinstance(value, Decimal):
        return number(value)
    if isinstance(value, (int, str)):
        return str(value) if isinstance(value, bool) else value
    if isinstance(value, Mapping):
        return str(value.get(language) or value.get(ENGLISH, ""))
    if isinstance(value, tuple):
        return between(language, ";").join(str(_word(part, language)) for part in value)
    return str(value)


def between(language: str, sign: str = "") -> str:
    """What stands between two texts in a language, with a sign or none.

    >>> between("en", ";"), between("zh", ";")
    ('; ', '；')
    """
    return LANGUAGE[language].between(sign)


class Words:
    """The words of one part of the program, which spreadsheet programs do not carry.

    >>> Words("study").say("en", "point", percent=1)
    '1 % point'
    """

    def __init__(self, part: str) -> None:
        self._file = PACKAGE / part / "words.toml"

    @cached_property
    def table(self) -> Mapping[str, Mapping[str, str]]:
        """All words: key -> language -> text with ``{words}`` to fill in."""
        return in_each(read(self._file))

    def say(self, language: str, key: str, **words: object) -> str:
        """The text of `key` in a language, its ``{words}`` filled in."""
        return self.table[key][language].format(**counted(words))


def number(value: object, places: int = 4) -> str:
    """A number as people write it: no trailing zeros, at most `places` decimals, real minus.

    >>> number(Decimal("-2.50"))
    '−2.5'
    """
    if not isinstance(value, Decimal):
        return str(value)
    text = f"{value:f}"
    if len(text.partition(".")[2]) > places:
        text = f"{half_away(value, places):f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text.replace("-", "−")


def known(language: object) -> str:
    """The language, or an `ArgumentError` that names those there are."""
    if language not in LANGUAGES:
        from .errors import ArgumentError

        raise ArgumentError(f"language is {language!r}; choose {', '.join(LANGUAGES)}")
    return str(language)
