"""Marks: numbers of 64 bits that tell whether two things are the same.

What an event is, is a set of games without an order, and a game has no first player. So its mark
is a sum over games, each of them a product of both sides and the round: sums and products ask for
no order, and columns of numbers have them as fast as they can be read. Everything here takes
whole numbers and columns of them alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Any

#: Marks are numbers of so many bits, all set.
ALL = 2**64 - 1

#: Letters of a text that make up one number.
WORD = 8

#: Odd, so that no bit is lost in a product, and otherwise without a sense: those of MurmurHash3.
_FIRST, _SECOND = 0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53


@cache
def factor_of(text: str) -> int:
    """What something is taken times, by its name: odd, so that nothing is lost in a product."""
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") | 1


def words_of(text: str) -> list[int]:
    """A text as numbers of eight letters each.

    >>> words_of("#7") == [int.from_bytes(b"#7" + bytes(6), "big")]
    True
    """
    letters = text.encode()
    parts = range(0, len(letters), WORD)
    return [int.from_bytes(letters[at : at + WORD].ljust(WORD, b"\0"), "big") for at in parts]


def mark_of_words(words: Sequence[Any]) -> Any:
    """The mark of a text, from its words; those that are 0 change nothing.

    >>> mark_of_words([5, 0]) == mark_of_words([5]) != mark_of_words([0, 5])
    True
    """
    found = sum(word * factor_of(f"word {at}") & ALL for at, word in enumerate(words)) & ALL
    # Every bit of it in every other: see MurmurHash3, fmix64.
    found = (found ^ found >> 33) * _FIRST & ALL
    found = (found ^ found >> 33) * _SECOND & ALL
    return found ^ found >> 33


def mark_of_side(person: Any, result: Any) -> Any:
    """That of somebody in a game; `result` is the factor of it as they have it. Odd."""
    return person * 2 + result


def mark_of_game(one: Any, other: Any, round_: Any) -> Any:
    """That of a game, from both sides in any order, and the factor of its round."""
    return one * other * round_


def crc32_of(numbers: Any) -> Any:
    """CRC-32 of whole numbers from 0 on, an array in order, as texts: a figure of all at a time.

    >>> import numpy, zlib
    >>> crc32_of(numpy.array([7, 12])).tolist() == [zlib.crc32(b"7"), zlib.crc32(b"12")]
    True
    """
    import numpy as np

    table = np.array([_of_byte(one) for one in range(256)], dtype=np.uint32)
    found = np.full(len(numbers), 2**32 - 1, dtype=np.uint32)
    for power in reversed(range(len(str(max(numbers[-1:], default=0))))):
        # Those that have so many figures are the last ones.
        at = slice(int(np.searchsorted(numbers, 10**power)) if power else 0, None)
        figure = (numbers[at] // 10**power % 10).astype(np.uint32)
        found[at] = table.take((found[at] ^ (figure + ord("0"))) & 0xFF) ^ (found[at] >> 8)
    return ~found


def _of_byte(byte: int) -> int:
    for _ in range(8):
        byte = byte >> 1 ^ (0xEDB88320 if byte & 1 else 0)
    return byte


def shown(mark: int) -> str:
    """The 16 letters of a mark.

    >>> shown(255)
    '00000000000000ff'
    """
    return f"{mark & ALL:016x}"
