"""What a modified copy of a workbook cannot keep: detected beforehand, and named.

A signature is only valid for the signed file, and the log of a shared workbook lacks
the new cells. Everything else in a workbook stays the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..engine.errors import ArgumentError, FileError
from ..engine.problem import make_error
from .parts import WorkbookParts


def _signatures(parts: WorkbookParts) -> list[str]:
    return [one for one in parts.names if one.lower().startswith("_xmlsignatures/")]


def _changes(parts: WorkbookParts) -> list[str]:
    return [one for one in parts.names if one.lower().startswith("xl/revisions/")]


#: The names by which the user accepts a loss, and the parts that are lost.
LOSSES: Mapping[str, Callable[[WorkbookParts], list[str]]] = {
    "signatures": _signatures,
    "changes": _changes,
}


def expect_kept(parts: WorkbookParts, dropped: Sequence[str]) -> None:
    """Leave out the parts whose loss the user accepts.

    Raises `ArgumentError` for an unknown name in `dropped`, and `FileError` for a part that
    cannot be kept and is not in it.
    """
    for name in dropped:
        if name not in LOSSES:
            words = {"name": name, "names": ", ".join(LOSSES)}
            raise make_error(ArgumentError, "annotate_drop", "--drop", **words)
    for name, parts_of in LOSSES.items():
        found = parts_of(parts)
        if found and name not in dropped:
            raise make_error(FileError, f"annotate_loses_{name}", parts.name, name=name)
        for one in found:
            parts.drop(one)
            for holder in ("", parts.book):
                parts.unlink(holder, one)
