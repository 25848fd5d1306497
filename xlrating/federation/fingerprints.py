"""Marks: fingerprints of 64 bits, equal for equal events, games, persons or texts.

An event is a set of games without an order, and a game has no first player. So the mark of an event
is a sum over its games, and that of a game a product of both sides and the round: neither depends
on an order, and numpy calculates them for whole columns as fast as they are read. Everything here
takes integers and columns of them alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Any

#: All 64 bits of a mark: results are limited to them.
ALL = 2**64 - 1

#: How many bytes of a text make up one number.
WORD = 8

#: Odd, so that no bit is lost in a product, and otherwise arbitrary: those of MurmurHash3.
_FIRST, _SECOND = 0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53


@cache
def factor_of(text: str) -> int:
    """The 64-bit factor for a name: odd, so that no bit is lost in a product."""
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") | 1


def words_of(text: str) -> list[int]:
    """A text as integers of eight bytes each, the last one padded with zeros.

    >>> words_of("#7") == [int.from_bytes(b"#7" + bytes(6), "big")]
    True
    """
    letters = text.encode()
    parts = range(0, len(letters), WORD)
    return [int.from_bytes(letters[at : at + WORD].ljust(WORD, b"\0"), "big") for at in parts]


def mark_of_words(words: Sequence[Any]) -> Any:
    """The mark of a text, from its `words_of`; those that are 0 change nothing.

    >>> mark_of_words([5, 0]) == mark_of_words([5]) != mark_of_words([0, 5])
    True
    """
    found = sum(word * factor_of(f"word {at}") & ALL for at, word in enumerate(words)) & ALL
    # Mixes every bit into every other: MurmurHash3's fmix64.
    found = (found ^ found >> 33) * _FIRST & ALL
    found = (found ^ found >> 33) * _SECOND & ALL
    return found ^ found >> 33


def mark_of_side(person: Any, result: Any) -> Any:
    """The mark of a person in a game, odd; `result` is the factor of the result from their side."""
    return person * 2 + result


def mark_of_game(one: Any, other: Any, round_: Any) -> Any:
    """The mark of a game, from those of both sides in any order, and the factor of its round."""
    return one * other * round_


def crc32_of(numbers: Any) -> Any:
    """CRC-32 of integers ≥ 0 as decimal texts, in a sorted array: one digit of all at a time.

    >>> import numpy, zlib
    >>> crc32_of(numpy.array([7, 12])).tolist() == [zlib.crc32(b"7"), zlib.crc32(b"12")]
    True
    """
    import numpy as np

    table = np.array([_of_byte(one) for one in range(256)], dtype=np.uint32)
    found = np.full(len(numbers), 2**32 - 1, dtype=np.uint32)
    for power in reversed(range(len(str(max(numbers[-1:], default=0))))):
        # Numbers with so many digits come last.
        at = slice(int(np.searchsorted(numbers, 10**power)) if power else 0, None)
        figure = (numbers[at] // 10**power % 10).astype(np.uint32)
        found[at] = table.take((found[at] ^ (figure + ord("0"))) & 0xFF) ^ (found[at] >> 8)
    return ~found


def _of_byte(byte: int) -> int:
    for _ in range(8):
        byte = byte >> 1 ^ (0xEDB88320 if byte & 1 else 0)
    return byte


def shown(mark: int) -> str:
    """A mark as 16 hex digits.

    >>> shown(255)
    '00000000000000ff'
    """
    return f"{mark & ALL:016x}"
