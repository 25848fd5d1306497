"""The meaning of crosstable headings, in any language: the patterns of ``words.toml``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple
from unicodedata import normalize

from ...engine.tomlfile import PACKAGE, read
from ...engine.vocabulary.headings import OTHER_PACES, game_spellings, heading_of, spellings

_CHINESE = "一二三四五六七八九"
#: Round numbers in characters other than digits.
_NUMERALS: Mapping[str, int] = {
    **{f"{tens}{ones}": ten * 10 + one
       for ten, tens in enumerate(("", "x", "xx"))
       for one, ones in enumerate(("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"))
       if ten + one},
    **{f"{'' if ten == 1 else _CHINESE[ten - 1]}十{one}": ten * 10 + unit
       for ten, (unit, one) in product((1, 2), enumerate(["", *_CHINESE]))},
    **{sign: number for number, sign in enumerate(_CHINESE, 1)},
}  # fmt: skip
_NUMBER = r"(?P<no>\d{1,2}|[一二三四五六七八九十]{1,3})"
_ROMAN = r"(?P<roman>[ivx]{1,5})"
_BETWEEN = r"[\s.:#_-]*(?:n[ro]?[.°o]?\s*|(?:č|br|ke|thứ|a)[.\s-]+)?"
_ORDINAL = (
    r"\.?(?:st|nd|rd|th|a|o|°|er|re|e|ère|ere|[iì]?[eè]me|-?[йяер]|-?[ыои]й|:[ea]|\)"
    r"|'?[iıuü]?nc[iıuü]|οσ|-?[иі])?"
)
#: What may follow a round in its heading: ``(12.02.)``, ``2026/02/13 18:00``.
_DAY = re.compile(r"(?:\s*\(.*\)|\s+\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?\.?(?:\s.*)?)$")


class RoundHeading(NamedTuple):
    """A heading of a round: its number, and which part of it, '' if all is in one cell."""

    number: int
    part: str = ""


#: Text appended to the heading of a new column that is not adjacent to its table.
_AREA = re.compile(r" ?\(([a-z]{1,3}\d+):[a-z]{1,3}\d+\)$")


@lru_cache(maxsize=1)
def words() -> Mapping[str, Mapping[str, Any]]:
    """The tables of ``words.toml``, by name."""
    return read(PACKAGE / "exchange" / "crosstables" / "words.toml")


def plain(text: object) -> str:
    """A heading or a word in the form used for comparison: one case, one width, single blanks.

    >>> plain("  Ｒound１\\n(today)"), plain("İsim"), plain("1ª Ronda")
    ('round1 (today)', 'isim', '1a ronda')
    """
    return _plain(str(text))


@lru_cache(maxsize=2**14)
def _plain(text: str) -> str:
    # Called more than once for each cell.
    if text.isascii():
        return " ".join(text.lower().split())
    shown = normalize("NFKC", text.replace("İ", "I").replace("½", "\x00"))
    return " ".join(shown.replace("\x00", "½").casefold().split())


def key(text: object) -> str:
    """A heading as a key of the data file, without the reference to its table.

    >>> key("New rating (A3:K11)"), key("Pts.")
    ('new_rating', 'pts')
    """
    found = plain(text)
    return heading_of(_AREA.sub("", found) if found.endswith(")") else found)


def begin_of(heading: object) -> str:
    """The first cell of the table that a heading refers to; '' if it names none.

    >>> begin_of("New rating (A3:K11)"), begin_of("New rating")
    ('A3', '')
    """
    found = _AREA.search(plain(heading))
    return found[1].upper() if found else ""


def _one_of(found: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, set(map(plain, found))), key=len, reverse=True))


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], ...]:
    found = [word for of in words()["round"].values() for word in of]
    every, long = _one_of(found), _one_of(word for word in found if len(word) > 2)
    return tuple(
        re.compile(pattern)
        for pattern in (
            rf"(?:[第제]\s?)?(?:{every}){_BETWEEN}{_NUMBER}{_ORDINAL}\.?",
            rf"(?:[第제]\s?)?{_NUMBER}{_ORDINAL}[\s.:_-]*(?:{every})\.?",
            rf"(?:{long})[\s._-]+{_ROMAN}\.?",
            rf"{_ROMAN}[\s._-]+(?:{long})\.?",
            rf"(?:#|no)\s?{_NUMBER}",
            r"(?P<no>\d{0,1}(?:1st|2nd|3rd|[04-9]th)|1[123]th)",
        )
    )


@lru_cache(maxsize=1)
def _parts() -> tuple[re.Pattern[str], re.Pattern[str]]:
    parts = words()["part"]
    groups = "|".join(f"(?P<{part}>{_one_of(found)})" for part, found in parts.items())
    long = "|".join(
        f"(?P<{part}>{_one_of(word for word in found if _is_long(word))})"
        for part, found in parts.items()
    )
    return (
        re.compile(rf"(?P<round>.*?)(?:[\s._:/-]+)(?:{groups})\.?"),
        re.compile(
            rf"(?:{long})[\s._-]*(?P<no>\d{{1,2}})"
            rf"|(?P<round>.*?[\d轮輪])(?:{long.replace('?P<', '?P<x_')})"
        ),
    )


def _is_long(word: str) -> bool:
    """Whether a word may touch a round or its number; two Chinese characters are a word."""
    return len(word) > 2 or (len(word) == 2 and min(word) >= "\u4e00")


@lru_cache(maxsize=2000)
def round_of(heading: object) -> RoundHeading | None:
    """The round in a heading; None if there is none, or only a number.

    >>> [tuple(round_of(text)) for text in ("1.Rd", "Тур №2", "第十二轮", "R1 Opp")]
    [(1, ''), (2, ''), (12, ''), (1, 'opponent')]
    >>> tuple(round_of("第一轮结果")), tuple(round_of("对手2"))
    ((1, 'result'), (2, 'opponent'))
    >>> round_of("TB1"), round_of("1")
    (None, None)
    """
    text = plain(heading).replace("_", " ")
    if not text or len(text) > 60:
        return None
    number = _number(text) or _number(_DAY.sub("", text))
    if number:
        return RoundHeading(number)
    for pattern in _parts():
        if found := pattern.fullmatch(text):
            groups = found.groupdict()
            part = next((p for p in words()["part"] if groups.get(p) or groups.get(f"x_{p}")), "")
            number = int(groups.get("no") or 0) or _number(groups.get("round") or "")
            number = number or bare_number(groups.get("round") or "")
            if number and part:
                return RoundHeading(number, part)
    return None


def round_named(text: str) -> int:
    """The round that a cell names in words, ``Round 1``, ``R1`` or ``1.``; 0 for a plain number.

    >>> round_named("Runde 3"), round_named("2."), round_named("2")
    (3, 2, 0)
    """
    if text.isdecimal():
        return 0
    found = round_of(text)
    return found.number if found and not found.part else bare_number(text)


def _number(text: str) -> int:
    """The round named in a plain text; 0 if there is none."""
    for pattern in _patterns():
        if found := pattern.fullmatch(text):
            shown = found.groupdict()
            figures = shown.get("no") or shown.get("roman") or ""
            digits = re.match(r"\d+", figures)
            return int(digits[0]) if digits else _NUMERALS.get(figures, 0)
    return 0


@lru_cache(maxsize=1)
def _part_names() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for part, of in words()["part"].items():
        for text in of:
            found.setdefault(plain(text), part)
    return found


def part_of(heading: object) -> str:
    """The part of a round that a heading consists of: opponent, colour, result; '' for none."""
    return _part_names().get(plain(heading).rstrip("."), "")


def bare_number(heading: object) -> int:
    """The number in a heading like ``1`` or ``1.``, or a spreadsheet's number; 0 if none."""
    if isinstance(heading, float) and heading.is_integer():
        heading = int(heading)
    found = re.fullmatch(r"([1-9]\d{0,2})\.?", plain(heading))
    return int(found[1]) if found else 0


@lru_cache(maxsize=1)
def _columns() -> Mapping[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    same = {"rank": "place", "points": "score"}
    named = words()["columns"]
    for part in (*named, "name", "title", "federation", "sex"):
        own = spellings(same.get(part, part))
        # FIDE's ratings take precedence over a federation's.
        every = (*own[:3], *named[part]) if part == "rating" else (*own, *named.get(part, ()))
        for at, text in enumerate(map(key, every)):
            found.setdefault(text, (part, at))
    # A heading of points here may be one of ratings elsewhere, on a ladder.
    single = (text for of in words()["regulations"].values() for text in of)
    at_paces = {key(text) for pace in OTHER_PACES for text in spellings(f"{pace}_rating")}
    for at, text in enumerate(map(key, (*single, *spellings("rating"))), len(found)):
        if text not in at_paces:
            found.setdefault(text, ("rating", at))
    return found


@lru_cache(maxsize=2**14)
def column_of(heading: object) -> tuple[str, int]:
    """The part of a player that a heading means, and how many headings take precedence over it.

    >>> column_of("Rk.")[0], column_of("Снеговик")[0], column_of("Pkt. ")[0]
    ('rank', '', 'points')
    """
    return _columns().get(key(heading), ("", 0))


def parts_of(headings: Iterable[object]) -> set[str]:
    """The parts of a player that any of these headings mean, and '' if one means none."""
    return {part for part, _ in map(column_of, headings)}


@lru_cache(maxsize=4)
def _kinds(room: str) -> Mapping[str, str]:
    """The kinds of headings in a table of the data file, by the headings."""
    return {key(text): kind for kind, of in words()[room].items() for text in of}


def claim_of(heading: object) -> str:
    """What a column claims about the rating in its table; '' for nothing.

    >>> claim_of("New rating"), claim_of("We"), claim_of("Изм."), claim_of("Rating")
    ('new', 'expected', 'change', '')
    """
    return _kinds("claims").get(key(heading), "")


@lru_cache(maxsize=4096)
def calculated(heading: object) -> str:
    """The kind of a calculated or grouping column; '' for any other.

    >>> calculated("TB3"), calculated("rtg+/-"), calculated("Phone")
    ('tie_breaks', 'rating_change', '')
    """
    known = {**dict.fromkeys(_kinds("claims"), "rating_change"), **_kinds("calculated")}
    text = key(heading)
    return known.get(text) or known.get(re.sub(r"\d+", "*", text), "")


@lru_cache(maxsize=1)
def _pairing() -> Mapping[str, str]:
    return {
        key(text): part
        for part, of in words()["pairing"].items()
        for text in (*game_spellings(part), *of)
    }


@lru_cache(maxsize=4096)
def side_of(heading: object) -> str:
    """The part of a pairing that a heading means: board, white, black, result; '' for none."""
    return _pairing().get(key(heading), "")


def is_note(text: object) -> bool:
    """Whether a line with this beginning is a note or the name of a program.

    >>> is_note("Annotation: BH"), is_note("Notevsky"), is_note("Chess-Results Server")
    (True, False, True)
    """
    shown = plain(text)
    return any(
        shown.startswith(word) and not shown[len(word) : len(word) + 1].isalpha()
        for word in map(plain, words()["below"]["begins"])
    )
