"""The texts of an .xls file that are struck through in part (MS-XLS, SST and Continue)."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import accumulate

#: Flags of a text: two bytes per character, data for East Asian readings, runs with fonts.
_WIDE, _READINGS, _RUNS = 0x01, 0x04, 0x08


class _Parts:
    """The bytes of a record and of those that continue it."""

    def __init__(self, parts: Sequence[bytes]) -> None:
        self._data = b"".join(parts)
        self._ends = list(accumulate(map(len, parts)))
        self.at = 0

    def take(self, n: int) -> bytes:
        """The next bytes, whichever part they are in; `struct.error` if there are fewer."""
        found = self._data[self.at : self.at + n]
        if len(found) < n:
            raise struct.error
        self.at += n
        return found

    def skip_characters(self, n: int, is_wide: bool) -> None:
        """Go behind a text: where another part begins within it, that has flags of its own."""
        while n:
            end = next((end for end in self._ends if end > self.at), 0)
            if not end:
                raise struct.error
            here = min(n, (end - self.at) // (1 + is_wide))
            self.take(here * (1 + is_wide))
            n -= here
            if n:
                is_wide = bool(self.take(end - self.at + 1)[-1] & _WIDE)


def struck_texts(parts: Sequence[bytes], fonts: Sequence[bool]) -> set[int]:
    """The numbers of the shared texts with a run in a font that is struck through.

    `parts` are the bodies of the record of texts and of those that continue it, `fonts` says of
    each font whether it is struck through. A damaged record ends the search.
    """
    found = set[int]()
    if not (parts and any(fonts)):
        return found
    data = _Parts(parts)
    try:
        (number,) = struct.unpack("<4xI", data.take(8))
        for text in range(number):
            length, flags = struct.unpack("<HB", data.take(3))
            (runs,) = struct.unpack("<H", data.take(2)) if flags & _RUNS else (0,)
            (more,) = struct.unpack("<I", data.take(4)) if flags & _READINGS else (0,)
            data.skip_characters(length, bool(flags & _WIDE))
            own = struct.unpack(f"<{2 * runs}H", data.take(4 * runs))[1::2]
            data.take(more)
            if any(font < len(fonts) and fonts[font] for font in own):
                found.add(text)
    except struct.error:
        pass
    return found
