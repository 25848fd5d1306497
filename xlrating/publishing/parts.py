"""Data of pages as scripts: for pages opened from disk, browsers load these and no other files.

A part is JSON, compressed (raw deflate, RFC 1951) and base64-encoded, so nothing in it can end the
script or be read as code. Pages unpack it with the browser's own `DecompressionStream`.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from binascii import Error
from typing import Any

from ..engine.errors import ArgumentError
from ..engine.problem import make_error

FOLDER = "parts"
_SCRIPT = re.compile(rb'xlrating\.part\("([a-z]+-\d+)","([A-Za-z0-9+/=]*)"\);\n')
#: FNV-1a with 32 bits, as in `site.js`, with which a page finds the part about a player.
_BASIS, _PRIME = 0x811C9DC5, 0x01000193


def as_script(name: str, value: object) -> bytes:
    """Data as a script that passes them to the page under their name.

    >>> read_script(as_script("players-7", ["<script>", 1]))
    ('players-7', ['<script>', 1])
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    data = packer.compress(text.encode("utf-8", "replace")) + packer.flush()
    return b'xlrating.part("%b","%b");\n' % (name.encode(), b64encode(data))


def read_script(data: bytes) -> tuple[str, Any]:
    """The name and the data written by `as_script`.

    Raises `ArgumentError` for anything else.
    """
    try:
        found = _SCRIPT.fullmatch(data)
        if found is not None:
            packed = b64decode(found[2], validate=True)
            return found[1].decode(), json.loads(zlib.decompress(packed, -zlib.MAX_WBITS))
    except (ValueError, Error, zlib.error, RecursionError):
        pass
    raise make_error(ArgumentError, "seal_other", found=repr(data[:40]))


def part_of(page: str, n: int) -> int:
    """The number of the part, out of `n`, with the data of a page.

    >>> [part_of(page, 8) for page in ("p7001", "p7002", "p-a2436930f2eb")]
    [3, 6, 5]
    """
    found = _BASIS
    for byte in page.encode():
        found = (found ^ byte) * _PRIME & 0xFFFFFFFF
    return found % n


def parts_for(rows: int, most: int) -> int:
    """How many parts, a power of two, are needed for about `most` rows each.

    >>> [parts_for(rows, 4000) for rows in (0, 4000, 4001, 100_000)]
    [1, 1, 2, 32]
    """
    return 1 << max(0, -(-rows // most) - 1).bit_length()
