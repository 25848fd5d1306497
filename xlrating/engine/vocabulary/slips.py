"""Words that differ by a single typing mistake."""

from __future__ import annotations

from functools import lru_cache
from typing import Dict, Iterable, List, Set, Tuple


def nearest(heading: str, known: Iterable[str]) -> str:
    """The first known word that differs by a single typing mistake; '' if there is none.

    >>> nearest("strat", ["end", "start"]), nearest("place", ["start"])
    ('start', '')
    """
    plain, known = heading.replace("_", ""), tuple(known)
    words = _by_variant(known)
    shared = {word for one in variants(plain) for word in words.get(one, ())}
    return min((word for word in shared if is_near(plain, word)), key=known.index, default="")


def variants(word: str) -> Set[str]:
    """A word, and the word without each of its letters: similar words share one of these."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


@lru_cache(maxsize=32)
def _by_variant(words: Tuple[str, ...]) -> Dict[str, List[str]]:
    found: Dict[str, List[str]] = {}
    for word in words:
        for one in variants(word):
            found.setdefault(one, []).append(word)
    return found


def is_near(one: str, other: str) -> bool:
    """Whether two words differ by a single mistake; short ones only by a replaced letter."""
    longer, size = abs(len(one) - len(other)), min(len(one), len(other))
    if one == other or longer > 1 or size < 4 + longer:
        return False
    start = next((at for at, (a, b) in enumerate(zip(one, other)) if a != b), len(one))
    rest, theirs = one[start:], other[start:]
    return (
        rest[1:] == theirs or rest == theirs[1:] or rest[1:] == theirs[1:]
        or (rest[1:2] + rest[:1] + rest[2:]) == theirs
    )  # fmt: skip
