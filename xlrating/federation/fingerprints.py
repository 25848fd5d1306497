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
from zlib import crc32

#: All 64 bits of a mark: results are limited to them.
ALL = 2**64 - 1

#: How many bytes of a text make up one number.
WORD = 8

#: How many numbers three digits make.
_THOUSAND = 1000

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
    """CRC-32 of integers ≥ 0 as decimal texts, in a sorted array: three digits of all at a time.

    >>> import numpy, zlib
    >>> crc32_of(numpy.array([7, 7012])).tolist() == [zlib.crc32(b"7"), zlib.crc32(b"7012")]
    True
    """
    import numpy as np

    few = int(np.searchsorted(numbers, _THOUSAND))
    short = np.array([crc32(b"%d" % one) for one in numbers[:few].tolist()], dtype=np.uint32)
    if few == len(numbers):
        return short
    heads = numbers[few:] // _THOUSAND
    ends = np.flatnonzero(np.diff(heads, append=-1))
    found = crc32_of(heads[ends])
    table, tails = (np.array(one, dtype=np.uint32) for one in _tables())
    for _ in range(3):
        # The CRC of two texts together is that of the first, shifted, xor that of the second.
        found = table.take(found & 0xFF) ^ (found >> 8)
    found = np.repeat(found, np.diff(ends, prepend=-1))
    return np.append(short, found ^ tails.take(numbers[few:] - heads * _THOUSAND))


@cache
def _tables() -> tuple[list[int], list[int]]:
    """The table that shifts a CRC-32 by a byte, and the CRC-32 of each three digits."""
    bytes_ = [crc32(bytes([byte ^ 0xFF])) ^ 0xFF000000 for byte in range(256)]
    return bytes_, [crc32(b"%03d" % number) for number in range(_THOUSAND)]


def shown(mark: int) -> str:
    """A mark as 16 hex digits.

    >>> shown(255)
    '00000000000000ff'
    """
    return f"{mark & ALL:016x}"
