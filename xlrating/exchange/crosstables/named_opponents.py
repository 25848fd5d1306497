"""Opponents given by name in cells of rounds, ``Dan 1``, ``+Dan``, ``W Dan (b)``, as numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

from .named_square import spellings_of
from .words import plain

#: Results in words, next to the opponent's name.
_WORDS: Mapping[str, str] = {
    **dict.fromkeys(("win", "won", "wins", "beat", "bt", "defeated", "def", "gewonnen",
                     "победа", "выиграл", "выиграла", "胜", "勝", "胜了"), "w"),
    **dict.fromkeys(("draw", "drew", "drawn", "remis", "ничья", "和", "平"), "d"),
    **dict.fromkeys(("loss", "lost", "loses", "verloren", "поражение", "проиграл", "проиграла",
                     "负", "負"), "l"),
    "white": "(w)", "black": "(b)", "weiß": "(w)", "schwarz": "(b)", "белые": "(w)",
    "чёрные": "(b)", "черные": "(b)", "白": "(w)", "黑": "(b)", "红": "(w)",
}  # fmt: skip
_SMALL = frozenset(("to", "with", "vs", "v", "against", "as", "by", "gegen", "против"))
_TOKEN = re.compile(r"\(?[^\W\d_½]+\)?|[1½0]|[+=]|-")
#: A result, one behind a hyphen, and one that may be minus 1.
_RESULT, _HYPHEN = re.compile(r"[1½0]"), re.compile(r"(?<![\d½])-[1½0]")
_MINUS = re.compile(r"(?<![\d½])-1")
_LETTERS = re.compile(r"[^\W\d_½]{2}")
#: Letters that may be followed by the next word without a blank.
_DENSE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af]")


def by_numbers(
    rows: Sequence[Sequence[str]], names: Sequence[str], numbers: Sequence[int]
) -> list[list[str]] | None:
    """The texts of cells with the opponents' numbers instead of their names.

    None if no cell contains a name. A cell that cannot be read like this stays unchanged; so does
    ``Dan -1``, a loss or a hyphen before a win, unless all results follow one, ``Dan -½``.
    """
    texts = set(filter(_has_word, set[str]().union(*rows)))
    if not texts:
        return None
    of = _numbers_of(names, numbers)
    longest = sorted(of, key=len, reverse=True)
    pattern = re.compile("|".join(map(_whole_word, longest)) or r"(?!)")
    found = {text: entry for text in texts if (entry := _entry(text, pattern, of))}
    if not all(_HYPHEN.search(text) for text in found if _RESULT.search(text)) or not any(
        _HYPHEN.search(text) and not _MINUS.search(text) for text in found
    ):
        found = {text: entry for text, entry in found.items() if not _MINUS.search(text)}
    if not found:
        return None
    return [[found.get(text, text) for text in row] for row in rows]


@lru_cache(maxsize=2**14)
def _has_word(text: str) -> bool:
    """Whether a cell may contain a name; ½ is not a letter, though Unicode counts it as one.

    Cached, as many cells are equal.

    >>> _has_word("Dan 1"), _has_word("张"), _has_word("5w½"), _has_word("12b1")
    (True, True, False, False)
    """
    return bool(_LETTERS.search(text) or _DENSE.search(text))


def _whole_word(name: str) -> str:
    before = "" if _DENSE.match(name[0]) else r"(?<![^\W\d½])"
    after = "" if _DENSE.match(name[-1]) else r"(?![^\W\d½])"
    return f"{before}{re.escape(name)}{after}"


def _numbers_of(names: Sequence[str], numbers: Sequence[int]) -> dict[str, int]:
    """The number of each player, by every unambiguous way of writing the name."""
    found: dict[str, set[int]] = {}
    for name, no in zip(names, numbers):
        for way in (*spellings_of(name), plain(name).replace(",", "")):
            if len(way) > 1 or _DENSE.match(way):
                found.setdefault(way, set()).add(no)
    return {way: of.pop() for way, of in found.items() if len(of) == 1}


def _entry(text: str, pattern: re.Pattern[str], of: Mapping[str, int]) -> str:
    """A cell converted to numbers; '' if it names nobody, or contains more than a game."""
    met = list(pattern.finditer(text))
    if len(met) != 1:
        return ""
    no = of[met[0][0]]
    rest = f"{text[: met[0].start()]} {text[met[0].end() :]}"
    signs, letters, colour = [], [], ""
    for token in _TOKEN.findall(rest):
        word = _WORDS.get(token, token)
        if word.strip("()") != word and len(word) == 3:
            colour = word.strip("()")
        elif len(word) == 1 and word.isalpha():
            letters.append(word)
        elif word in ("1", "½", "0", "+", "=", "-"):
            signs.append(word)
        elif word not in _SMALL:
            return ""
    if re.sub(_TOKEN, "", rest).strip(" .,:;/#"):
        return ""
    if len(signs) > 1:
        with suppress(ValueError):
            signs.remove("-")  # a dash between the name and the result
    letters += [colour] if colour else []
    if len(signs) > 1 or len(letters) > 2 or not (signs or letters):
        return ""
    return _written(no, "".join(signs), letters)


def _written(no: int, sign: str, letters: Sequence[str]) -> str:
    if not sign:
        return f"{letters[0]}{no}" + (f"({letters[1]})" if len(letters) > 1 else "")
    if len(letters) > 1:
        return ""
    if sign in "+=-":
        return f"{sign}{''.join(letters)}{no}"
    return f"{no}{letters[0]}{sign}" if letters else f"{no} {sign}"
