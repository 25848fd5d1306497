"""The plain text of a crosstable's cell: one spelling for whatever a spreadsheet made of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import cast

from ...engine.errors import RatingError
from ...engine.rounding import HALF, exact
from ...engine.vocabulary.letters import letters
from ..unknown import is_error, is_uncalculated, unreadable
from .colours import colour_letter
from .words import plain

_DASHES = str.maketrans("−–—‒―－", "------")
HALVES = re.compile(r"1/2|(?<!\d)0?[.,]50*(?!\d)|&frac12;|⅟2")
_DECIMAL_BYE = re.compile(r"-[01][.,]0")
#: ``19w1.0`` and ``bye 0,0``: a whole score with decimals, behind an opponent or a word.
_DECIMAL_SCORE = re.compile(
    r"(.*(?:\d\W*[^\W\d_]+\W*|\d[\s:(]+|[^\W\d_]{2}\W*))(?<![\d.,])([01])[.,]0+(\)?)"
)
#: What spreadsheets make of byes: they lose the sign of -0.
_NUMBERS: Mapping[Decimal, str] = {-HALF: "-½", HALF: "½"}
#: ``4/w/1`` and ``White 4 1``: the parts of a game with signs or blanks between them.
_APART = re.compile(
    r"(?:#?(?P<no>\d{1,6})[\s/|,;]+(?P<of>[^\W\d_]+)|"
    r"(?P<first>[^\W\d_]+)[\s/|,;]+#?(?P<other>\d{1,6}))[\s/|,;:]+(?P<score>[1½0+=-])"
)
#: ``1.0``, as a spreadsheet or a program writes a score with decimals.
_WHOLE_SCORE = re.compile(r"(?<=[01])[.,]0+$")
#: Results in Chinese, after the colour.
CHINESE: Mapping[str, str] = {"胜": "1", "勝": "1", "和": "½", "平": "½", "负": "0", "負": "0"}


def as_text(value: object, where: str, is_round: bool = True) -> str:
    """A cell's plain text, whatever a spreadsheet made of it; in a round 0 is a bye.

    Raises `ArgumentError` with the place for a truth value, an error, NaN or infinity.

    >>> as_text(" 12W0.5", ""), as_text(-1.0, ""), as_text(0.0, ""), as_text("-1.0", "")
    ('12w½', '-1', '-0', '-1')
    """
    if type(value) is str and (text := _plain_text(value)) is not None:
        return text
    if error := unreadable(value):
        if not str(value) and not is_uncalculated(value):
            return ""  # hidden by a merged cell
        raise error.at(where)
    if value is None:
        return ""
    if isinstance(value, (int, float)):
        try:
            number = exact(value, "crosstable cell")
        except RatingError as error:
            raise error.at(where) from None
        if is_round and not number:
            return "-0"
        return _NUMBERS.get(number) or f"{number:f}".removesuffix(".0")
    return _plain_text(str(value)) or ""


def as_texts(values: Sequence[object], places: Sequence[str], is_round: bool = True) -> list[str]:
    """The plain texts of cells, each as by `as_text`."""
    # Speed: nearly all rows only have texts.
    if {*map(type, values)} == {str}:
        texts = [*map(_plain_text, cast("Sequence[str]", values))]
        if None not in texts:
            return cast("list[str]", texts)
    return [as_text(value, where, is_round) for value, where in zip(values, places)]


def plain_score(text: str) -> str:
    """A cell's plain text if it is a score alone, without decimals that say nothing.

    >>> plain_score("1.0"), plain_score("0,00"), plain_score("½")
    ('1', '0', '½')
    """
    return _WHOLE_SCORE.sub("", text)


@lru_cache(maxsize=2**14)
def _plain_text(value: str) -> str | None:
    """The plain text of a crosstable cell, None for an error; cached, as many cells are equal."""
    if is_error(value):
        return None
    text = HALVES.sub("½", plain(letters(value))).translate(_DASHES)
    if text[-1:] in CHINESE:
        # The colour comes first: 红2胜 is no game against 21.
        gap = " " if text[-2:-1].isdigit() and not text[0].isdigit() else ""
        text = f"{text[:-1]}{gap}{CHINESE[text[-1]]}"
    if found := _APART.fullmatch(text):
        no, letter = found["no"] or found["other"], colour_letter(found["of"] or found["first"])
        text = f"{no}{letter}{found['score']}" if len(letter) == 1 else text
    if decimal := _DECIMAL_SCORE.fullmatch(text):
        text = "".join(decimal.groups())
    # A bye that one program turned into a decimal, and another into text.
    return text[:2] if _DECIMAL_BYE.fullmatch(text) else text
