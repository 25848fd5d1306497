"""All texts that users read: one catalogue per room, one file per language.

A room is a folder of the package with ``texts/en.toml``, ``texts/zh.toml`` and so on, which
translation tools can read. Headings, messages, instructions and explanation steps are looked up by
key from any room, so keys are unique across rooms; texts that only the room itself uses, such
as the words of its pages, are in a section of the same file.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property, lru_cache
from string import Formatter
from typing import Any, Iterator, Mapping, Optional, Sequence, Tuple

from .languages import ENGLISH, LANGUAGE, LANGUAGES
from .tomlfile import PACKAGE, read

#: The maximum number of decimals shown to people.
PLACES = 4
#: The language of the sheet names in the file being written or reported on; '' if it has none of
#: a template's sheets.
_FILE: ContextVar[str] = ContextVar("file", default=ENGLISH)


@lru_cache(maxsize=256)
def _catalogue(room: str, language: str) -> Mapping[str, Any]:
    """The texts of a room in a language, as far as they are translated, sections included."""
    path = PACKAGE / room / "texts" / f"{language}.toml"
    return read(path) if path.is_file() else {}


@lru_cache(maxsize=1)
def _rooms() -> Tuple[str, ...]:
    """The rooms that have texts, starting with the engine, whose texts are used most."""
    rooms = sorted(room.name for room in PACKAGE.iterdir() if (room / "texts").is_dir())
    return tuple(sorted(rooms, key=lambda room: room != "engine"))


@lru_cache(maxsize=16384)
def _found(key: str, language: str, file_language: str) -> Optional[str]:
    if not file_language:
        bare = _found(f"{key}_without_sheets", language, ENGLISH)
        return bare or _found(key, language, ENGLISH)
    for room in _rooms():
        text = _catalogue(room, language).get(key)
        if isinstance(text, str):
            return _with_sheets(text, language, file_language)
    return None if language == ENGLISH else _found(key, ENGLISH, file_language)


def _with_sheets(text: str, language: str, file_language: str) -> str:
    """A text with the file's sheet names filled in for placeholders like `{tab_players}`."""
    # A single word in a language written without blanks needs none here.
    gap = " ?" if language == file_language and not LANGUAGE[language].is_spaced else ""
    return re.sub(
        gap + r"\{(tab_\w+)\}" + gap,
        lambda found: str(_found(found[1], file_language, file_language)), text,
    )  # fmt: skip


def wording(key: str) -> Mapping[str, str]:
    """The text of `key` in each language; English if a translation is missing.

    >>> wording("col_name")["zh"]
    '姓名'
    """
    if not is_text(key):
        raise KeyError(key)
    file_language = _FILE.get()
    return {language: str(_found(key, language, file_language)) for language in LANGUAGES}


def is_text(key: str) -> bool:
    """Whether there is a text with this key."""
    return _found(key, ENGLISH, ENGLISH) is not None


def keys(*starts: str) -> Iterator[str]:
    """The keys of all texts, or of those with one of these prefixes."""
    for room in _rooms():
        for key, text in _catalogue(room, ENGLISH).items():
            if key.startswith(starts or "") and isinstance(text, str):
                yield key


@contextmanager
def sheets_named_in(language: str) -> Iterator[None]:
    """A context for writing, or reporting on, a file whose sheet names are in that language.

    In a context of '', for a file without a template's sheets, texts name none of them if they
    can do without.

    >>> say("zh", "status_problems")
    '存在问题：请见 Check 表。'
    >>> with sheets_named_in("zh"):
    ...     say("zh", "status_problems"), say("en", "status_problems")
    ('存在问题：请见检查表。', 'There are problems: see the sheet 检查.')
    >>> with sheets_named_in(""):
    ...     say("en", "rounds_open", rounds="round 5", played=4)
    'no results in round 5; if the event is over, correct its number of rounds to 4'
    """
    before = _FILE.set(language)
    try:
        yield
    finally:
        _FILE.reset(before)


def say(language: str, key: str, **words: object) -> str:
    """The text of `key` in a language, with its ``{words}`` filled in.

    >>> say("en", "plays_self", no=13)
    'player 13 is paired with themselves; correct one of the two numbers'
    """
    return _expect(key, known(language), _FILE.get()).format(**counted(words))


def _expect(key: str, language: str, file_language: str) -> str:
    """The text of `key` in a language. Raises `KeyError` if there is none."""
    text = _found(key, language, file_language)
    if text is None:
        raise KeyError(key)
    return text


class Count(int):
    """A number that a text prints together with the counted noun: ``{n:game|games}``.

    Two forms are singular and plural; three are the Russian ones: 1 партия, 2 партии, 5 партий.

    >>> "{:game|games}, {:партия|партии|партий}".format(Count(1), Count(22))
    '1 game, 22 партии'
    >>> "{:партия|партии|партий} {}".format(Count(11), Count(1))
    '11 партий 1'
    """

    def __format__(self, spec: str) -> str:
        """The number with its noun."""
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
    """The words of a text, with integers turned into `Count`."""
    return {name: Count(value) if type(value) is int else value for name, value in words.items()}


@lru_cache(maxsize=256)
def sheet_name(language: str, key: str) -> str:
    """The name of a template's sheet in a file in that language.

    >>> sheet_name("en", "Players"), sheet_name("zh", "Players")
    ('Players', '棋手')
    """
    return say(language, f"tab_{key.lower()}")


def in_words(language: str, key: str, words: Mapping[str, object]) -> str:
    """The text of `key`, with words that are numbers or have one text per language.

    If `n` is 1, the text ``KEY_one`` is used if it exists.

    >>> in_words("en", "fed_postponed", {"n": 1}), in_words("en", "fed_postponed", {"n": 2})
    ('one game is postponed and not rated', '2 games are postponed and not rated')
    """
    if words.get("n") == 1 and is_text(f"{key}_one"):
        key = f"{key}_one"
    form, places = _form(key, known(language), _FILE.get())
    # Steps have more words than their texts use.
    return form % tuple([
        _decimal(str(value)) if (kind := type(value := words[name])) is Decimal
        # Speed: as `_word` and `format` write them.
        else value if not spec and (kind is int or kind is str)
        else format(_word(value, language), spec)
        for name, spec in places
    ])  # fmt: skip


@lru_cache(maxsize=4096)
def _form(key: str, language: str, file_language: str) -> Tuple[str, Sequence[Tuple[str, str]]]:
    """The text of `key` with ``%s`` for its placeholders, and their names and formats.

    >>> _form("difference_none", "en", "en")
    ('%s gives no rating difference for %s %% (%s)', [('rules', ''), ('share', ''), ('clause', '')])
    """
    text = _expect(key, language, file_language)
    parts = [(before.replace("%", "%%"), name, spec or "")
             for before, name, spec, _ in Formatter().parse(text)]  # fmt: skip
    form = "".join(before if name is None else f"{before}%s" for before, name, _ in parts)
    return form, [(name, spec) for _, name, spec in parts if name is not None]


def _word(value: object, language: str) -> object:
    """The value of a placeholder as the language writes it."""
    kind = type(value)
    if kind is Decimal:
        return number(value)
    if kind is int:
        return Count(value)  # type: ignore[call-overload]
    if isinstance(value, (int, str)):
        return value
    # Speed: a `dict` is recognised much faster than a `Mapping`.
    if isinstance(value, (dict, Mapping)):
        return str(value.get(language) or value.get(ENGLISH, ""))
    if isinstance(value, tuple):
        return between(language, ";").join(str(_word(part, language)) for part in value)
    return str(value)


def between(language: str, sign: str = "") -> str:
    """What separates two texts in a language, with or without a sign.

    >>> between("en", ";"), between("zh", ";")
    ('; ', '；')
    """
    return LANGUAGE[language].between(sign)


class Words:
    """The texts of one room, from a section of its catalogue.

    >>> Words("study", "study").say("en", "point", percent=1)
    '1 % point'
    """

    def __init__(self, room: str, section: str) -> None:
        self._room, self._section = room, section

    @cached_property
    def table(self) -> Mapping[str, Mapping[str, str]]:
        """All of its texts: key -> language -> text with ``{words}`` to fill in."""
        of = {code: _catalogue(self._room, code).get(self._section, {}) for code in LANGUAGES}
        return {
            key: {code: of[code].get(key, text) for code in LANGUAGES}
            for key, text in of[ENGLISH].items()
        }

    def say(self, language: str, key: str, **words: object) -> str:
        """The text of `key` in a language, with its ``{words}`` filled in."""
        return self.table[key][language].format(**counted(words))


def number(value: object, places: int = PLACES) -> str:
    """A number as people write it: no trailing zeros, at most `places` decimals, a real minus.

    >>> number(Decimal("-2.50"))
    '−2.5'
    """
    return _decimal(str(value), places) if isinstance(value, Decimal) else str(value)


@lru_cache(maxsize=8192)
def _decimal(text: str, places: int = PLACES) -> str:
    """The number in a text; by its text, because hashing a `Decimal` takes five times as long."""
    value = Decimal(text)
    # Equal numbers are written alike, including -0 and 0.
    text = str(value or abs(value))
    if "E" in text:
        text = f"{value:f}"
    if len(text.partition(".")[2]) > places:
        # Not from `rounding`, whose error messages come from this module.
        text = f"{value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP) + 0:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text.replace("-", "−")


def known(language: object) -> str:
    """The language, if it is known; otherwise raise `ArgumentError` with those that are."""
    if language not in LANGUAGES:
        from .errors import ArgumentError

        raise ArgumentError(f"language is {language!r}; choose {', '.join(LANGUAGES)}")
    return str(language)
