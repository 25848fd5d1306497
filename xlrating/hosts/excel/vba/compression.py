"""The compression of VBA source, [MS-OVBA] 2.4.1.

No maintained library writes it: the only one fails on text of more than one chunk.
"""

from __future__ import annotations

#: The number of bytes compressed together; no reference leaves its own chunk.
CHUNK = 4096
#: The shortest repetition worth a two-byte reference, and how many candidates are tried.
_SHORTEST, _TRIES = 3, 32


def compress(data: bytes) -> bytes:
    """The bytes as a compressed container.

    >>> compress(b"a" * 73).hex()
    '0103b002614500'
    """
    chunks = (data[start : start + CHUNK] for start in range(0, len(data), CHUNK))
    return b"\x01" + b"".join(map(_chunk, chunks))


def _chunk(data: bytes) -> bytes:
    body = _tokens(data)
    if len(body) >= CHUNK and len(data) == CHUNK:  # it would grow: the bytes as they are
        return (0x3000 | CHUNK - 1).to_bytes(2, "little") + data
    return (0xB000 | len(body) - 1).to_bytes(2, "little") + body


def _tokens(data: bytes) -> bytes:
    """Groups of eight tokens, each preceded by a byte that says which of them are references."""
    body, position = bytearray(), 0
    seen: dict[bytes, list[int]] = {}
    while position < len(data):
        flags = len(body)
        body.append(0)
        for bit in range(8):
            if position >= len(data):
                break
            # Further into the chunk there are more bits for the distance and fewer for the length.
            bits = max(4, (position - 1).bit_length())
            length, distance = _longest(data, position, (0xFFFF >> bits) + 3, seen)
            if length:
                body[flags] |= 1 << bit
                body += ((distance - 1) << (16 - bits) | (length - 3)).to_bytes(2, "little")
            else:
                body.append(data[position])
                length = 1
            for place in range(position, position + length):
                seen.setdefault(data[place : place + _SHORTEST], []).append(place)
            position += length
    return bytes(body)


def _longest(
    data: bytes, position: int, limit: int, seen: dict[bytes, list[int]]
) -> tuple[int, int]:
    """Length and distance of the longest repetition of earlier bytes; (0, 0) if there is none."""
    best, distance = 0, 0
    limit = min(limit, len(data) - position)
    if limit < _SHORTEST:
        return 0, 0
    for start in reversed(seen.get(data[position : position + _SHORTEST], [])[-_TRIES:]):
        length = _SHORTEST
        while length < limit and data[start + length] == data[position + length]:
            length += 1
        if length > best:
            best, distance = length, position - start
    return best, distance
