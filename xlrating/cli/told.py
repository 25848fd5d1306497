"""The messages of the federation commands, one per line, and parsing of their options."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

from ..engine.errors import RatingError
from ..engine.problem import place_in, placed_words
from ..engine.problems import format_message
from ..engine.texts import between, say, sheets_named_in
from ..engine.vocabulary.dates import day_of
from ..exchange.template import language_at
from .answering import note
from .answers.answer import ERROR

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import date
    from typing import TextIO

    from ..engine.problems import Problem

Said = TypeVar("Said")
Meant = TypeVar("Meant")


def tell_wrong(problems: Iterable[Problem], language: str) -> None:
    """Print a line for each error."""
    tell(problems, language, sys.stderr, ERROR)


def tell(problems: Iterable[Problem], language: str, to: TextIO, severity: str = "") -> None:
    """Print a line for each problem; `severity` is that of the notices in an answer, if known."""
    found = list(problems)
    note(found, language, severity)
    for one in found:
        print(placed_words(one.where, words_of(one, language), language), file=to)


def words_of(problem: Problem, language: str) -> str:
    """The text of a problem, with sheets named as in the file where it was found."""
    with sheets_named_in(language_at(problem.where, "")):
        return format_message(problem, language)


#: How many places are named for a message about several.
_PLACES = 3
#: How many messages of a kind are printed per file; the rest are counted.
_LIKE = 3


def together(problems: Iterable[Problem], language: str, is_all: bool = False) -> list[str]:
    """A line for each message, with the places it applies to, some or all of them.

    >>> from xlrating.engine.problems import Problem
    >>> together([Problem("fed_ignored", {}, f"{file}.csv") for file in "abcde"], "en")
    ['a.csv; b.csv; c.csv; … (5): the file is left out, as you asked with --ignore']

    Of similar messages about many people in one file, only the first are included.

    >>> new = [Problem("fed_new", {"name": name}, "a.csv, line 2") for name in "ABCDE"]
    >>> together(new, "en")[-1].partition("player ")[2]
    '(and 2 more like this in this file: --all)'
    """
    places: dict[str, list[str]] = {}
    same: dict[tuple[str, str], list[str]] = {}
    # Messages about many events have the same words, which are formatted once.
    known: dict[tuple[str, int, str], str] = {}
    for one in (problems := list(problems)):
        made = one.key, id(one.words), language_at(one.where, "")
        words = known.get(made) or known.setdefault(made, words_of(one, language))
        if words not in places:
            same.setdefault((one.key, one.where.partition(", ")[0]), []).append(words)
        places.setdefault(words, []).append(place_in(one.where, language))
    lines = {
        words: _line(words, list(filter(None, where)), is_all, language)
        for words, where in places.items()
    }
    for own in () if is_all else same.values():
        if len(own) > _LIKE + 1:
            more = say(language, "fed_more_like", n=len(own) - _LIKE)
            lines[own[_LIKE - 1]] += between(language) + more
            for words in own[_LIKE:]:
                del lines[words]
    return list(lines.values())


def _line(words: str, where: list[str], is_all: bool, language: str) -> str:
    shown = where if is_all else where[:_PLACES]
    more = f"; … ({len(where)})" if len(where) > len(shown) else ""
    place = f"{between(language, ';').join(shown)}{more}{between(language, ':')}"
    return f"{place}{words}" if where else words


def said_by(option: str, read: Callable[[Said], Meant], said: Said) -> Meant:
    """The value of an option; errors name the option.

    >>> from xlrating.engine.vocabulary.pace import read_pace
    >>> said_by("--pace", read_pace, "快棋")
    'rapid'
    """
    try:
        return read(said)
    except RatingError as error:
        raise error.at(option) from None


def day_named(text: str | None) -> date | None:
    """The day given by ``--day``.

    Raises `ArgumentError` if it is not a date.
    """
    return said_by("--day", day_of, text)
