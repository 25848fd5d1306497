"""What cells without a known heading look like: ratings, results, pairings, days, times."""

from __future__ import annotations

import re
from typing import Iterable, List, Sequence

from .nobody import is_no_rating

_RESULT = re.compile(r"[01½+=-]|0[.,]5|([01½+=-]|0[.,]5|1/2)\s*[-:–—/]\s*([01½+=-]|0[.,]5|1/2)")
#: One side's score, and the sign between two of them.
_SCORE = re.compile(r"[01½=+–−-]|1/2|0?[.,]50*|[01][.,]0+")
_BETWEEN = re.compile(r"[:–−-]")
_PAIRED = re.compile(r"\d{1,3}\s*([wbsnWBSN]|[^\W\d½]\s*[01½+=-])|[+=-]?[wbWBldLDX]\s*\d{1,3}")
_TIME = re.compile(r"\d{1,3}\s?(['′]|min)?\s?\+\s?\d{1,2}\s?([\"″s]|sec)?")
_DAY = re.compile(r"\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2\d{4}")
#: Ratings have three or four digits on nearly every scale, possibly grouped (1 900) or with a mark;
#: columns of years look the same.
_RATING = re.compile(r"[1-9](\d{2,3}|[\s.,'’]\d{3})(\.0+)?\s*[*pP?]?")


def are_days(cells: Iterable[object]) -> bool:
    """Whether at least four out of five of the filled cells are dates.

    >>> are_days(["2026-05-01", "", "1.6.2026"]), are_days(["may"])
    (True, False)
    """
    return _most(_DAY, texts_in(cells))


def are_times(cells: Iterable[object]) -> bool:
    """Whether at least four out of five of the filled cells are time controls.

    >>> are_times(["90+30", "3 + 2"]), are_times([])
    (True, False)
    """
    return _most(_TIME, texts_in(cells))


def are_scores(cells: Iterable[object]) -> bool:
    """Whether these are scores of one side.

    >>> are_scores(["1", 0.5, "", "0,0"]), are_scores(["1-0"]), are_scores(["-", "-"])
    (True, False, False)
    """
    texts = texts_in(cells)
    return all(map(_SCORE.fullmatch, texts)) and not all(map(_BETWEEN.fullmatch, texts))


def are_between_scores(cells: Iterable[object]) -> bool:
    """Whether these are the signs between the scores of two sides.

    >>> are_between_scores([":", ":"]), are_between_scores(["0"])
    (True, False)
    """
    texts = texts_in(cells)
    return bool(texts) and all(map(_BETWEEN.fullmatch, texts))


def looks_like(cells: Iterable[object]) -> str:
    """What the cells of a column look like: rating, result, white (a pairing), or ''.

    >>> looks_like(["1-0", "½-½"]), looks_like(["12w1", "3b0", ""]), looks_like(["1", "2", "3"])
    ('result', 'white', '')
    >>> looks_like(["1 900", "-", "1850", "unr."])
    'rating'
    """
    texts = texts_in(cells)
    if texts and all(map(_RESULT.fullmatch, texts)) and any(len(text) > 2 for text in texts):
        return "result"
    if _most(_PAIRED, texts):
        return "white"
    # Newcomers have a word, dashes or 0 there.
    numbers = [text for text in texts if text != "0" and not is_no_rating(text)]
    if _most(_RATING, numbers) and len(numbers) > 1:
        return "rating"
    return ""


def texts_in(cells: Iterable[object]) -> List[str]:
    """The filled cells as texts; a float without decimals appears as a whole number.

    >>> texts_in([" 1-0", 1.0, 0.5, ""])
    ['1-0', '1', '0.5']
    """
    shown = (
        str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()
        for value in cells
    )
    return [text for text in shown if text]


def _most(form: re.Pattern[str], texts: Sequence[str]) -> bool:
    """Whether at least four out of five texts match a pattern, and there are any."""
    return bool(texts) and 5 * sum(map(bool, map(form.fullmatch, texts))) >= 4 * len(texts)
