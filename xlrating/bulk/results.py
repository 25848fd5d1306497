"""Results of games as columns of indexes into `RESULTS`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..engine.frames import text_of
from ..engine.results import RESULTS, Kind, of_two, read_result, read_score
from ..engine.tables import SIDES
from .days import each_kind
from .fixed import ends, shared_out

#: For each result, by index: its kind, and twice the points of both sides.
KINDS = list(Kind)
KIND = np.array([KINDS.index(result.kind) for result in RESULTS])
POINTS = {
    side: np.array([int(2 * (getattr(result, side) or 0)) for result in RESULTS]) for side in SIDES
}
_PLACE = {result.code: place for place, result in enumerate(RESULTS)}
#: White's scores, and the indexes of their results.
_OF_SCORE = [
    (score, np.int8(_PLACE[code])) for score, code in ((1, "1-0"), (0.5, "½-½"), (0, "0-1"))
]


def kinds_of(result: Any) -> frozenset[Kind]:
    """The kinds of these results."""
    if not len(result):
        return frozenset()
    # Most games are played: the first indexes are all of this kind.
    low, high = ends(result)
    among = {one.kind for one in RESULTS[low : high + 1]}
    if len(among) == 1:
        return frozenset(among)
    # Comparing bytes is faster than counting.
    small = result.astype(np.int8, copy=False)
    return frozenset(one.kind for place, one in enumerate(RESULTS) if (small == place).any())


def of_both(result: Any, score: Any = None, *, place: Callable[[int], str]) -> Any:
    """The results, with White's score, from its own column, where a result is missing.

    Raises `ArgumentError` with the place for the first row where the two contradict each other.
    """
    if score is None:
        return result
    blank = _PLACE[""]
    white = POINTS["white"]
    wrong = (result != blank) & (score != blank)
    wrong &= white.take(result.astype(np.intp)) != white.take(score.astype(np.intp))
    if wrong.any():
        row = int(wrong.argmax())
        of_two(RESULTS[int(result[row])], RESULTS[int(score[row])], place(row))
    return np.where(result == blank, score, result)


def results_of(column: Any, part: str) -> Any:
    """The index of each result, given as text or as White's score."""
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in "fiu" and len(column):
        found = _of_scores(column.to_numpy())
        if found is not None:
            return found
    read = place_of_score if part == "white_score" else place_of_result
    return each_kind(column, lambda value: read("" if value is None else text_of(value)))


def _of_scores(scores: Any) -> Any:
    """The index for each of White's scores; None if one of them is not a score."""
    # One byte each: for ten million games this is most of the memory to write.
    found = np.empty(len(scores), dtype=np.int8)

    def read(parts: Sequence[slice]) -> bool:
        for part in parts:
            left = -len(scores[part])
            own = np.zeros(-left, dtype=np.int8)
            for score, place in _OF_SCORE:
                has = scores[part] == score
                left += int(np.count_nonzero(has))
                own += has.view(np.int8) * place
            if left:
                return False
            found[part] = own
        return True

    return found if all(shared_out(read, len(scores))) else None


def place_of_result(text: str) -> int:
    """The index of a result."""
    return _PLACE[read_result(text).code]


def place_of_score(text: str) -> int:
    """The index of the result for White's score."""
    return _PLACE[read_score(text).code]
