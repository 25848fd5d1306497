"""Texts that the readers of tables return unchanged: most, which nobody then reads one by one."""

from __future__ import annotations

from collections.abc import Sequence

from ..exchange.unknown import is_error

#: All printable characters of ASCII.
_PRINTED = bytes(range(ord(" "), ord("~") + 1))


def are_unchanged(texts: Sequence[str], are_many: bool = False) -> bool:
    """Whether `Row.text` would return all of these unchanged, without errors.

    `are_many` says whether it is worth asking numpy.
    """
    framed = "\n".join(["", *texts, ""])
    if not framed.isascii():
        return False
    letters = framed.encode()
    # Nothing but the ends of lines is left.
    if len(letters.translate(None, _PRINTED)) > len(texts) + 1:
        return False
    are_odd, may_be_errors = (edges_of_many if are_many else edges_of)(letters)
    if are_odd:
        return False
    return not (("#" in framed or may_be_errors) and any(map(is_error, texts)))


def edges_of(framed: bytes) -> tuple[bool, bool]:
    """Whether a line begins or ends as `Row.text` would not leave it; whether one may be an error.

    >>> edges_of(b"\\nAnn\\n"), edges_of(b"\\nAnn \\nErr:502\\n")
    ((False, False), (True, True))
    """
    are_odd = b"\n " in framed or b" \n" in framed or b"\n'" in framed
    return are_odd, b"\nErr" in framed


def edges_of_many(framed: bytes) -> tuple[bool, bool]:
    """`edges_of` by numpy: each search for two characters takes as long as all of this.

    >>> edges_of_many(b"\\nAnn\\n"), edges_of_many(b"\\nAnn \\nErr:502\\n")
    ((False, False), (True, True))
    """
    import numpy as np

    letters = np.frombuffer(framed, dtype=np.uint8)
    ends = np.flatnonzero(letters == ord("\n"))
    first = np.bincount(letters[ends[:-1] + 1], minlength=2**8)
    are_odd = first[ord(" ")] or first[ord("'")] or (letters[ends[1:] - 1] == ord(" ")).any()
    return bool(are_odd), bool(first[ord("E")]) and b"\nErr" in framed
