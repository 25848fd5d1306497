"""File name patterns, which Windows shells pass on unexpanded: ``lists/*.csv``."""

from __future__ import annotations

from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING

from ..engine.errors import ArgumentError
from ..engine.problem import make_error

if TYPE_CHECKING:
    import argparse

#: The options that name one file or folder, and those that name several.
_ONE = ("file", "list", "folder", "next", "source")
_SEVERAL = ("lists", "folders")


def expand(options: argparse.Namespace) -> None:
    """Replace patterns by the matching files, in the order of their names.

    A file whose name looks like a pattern is itself. Raises `ArgumentError` if one file is expected
    and several match; a pattern without match is left, to be reported as missing.
    """
    for key in _SEVERAL:
        if isinstance(names := getattr(options, key, None), list):
            setattr(options, key, [file for name in names for file in _files(name)])
    for key in _ONE:
        if isinstance(name := getattr(options, key, None), str):
            found = _files(name)
            if len(found) > 1:
                files = ", ".join(found[:5])
                raise make_error(ArgumentError, "opt_pattern", name, n=len(found), files=files)
            setattr(options, key, found[0])


def _files(name: str) -> list[str]:
    if not any(sign in name for sign in "*?[") or Path(name).exists():
        return [name]
    return sorted(glob(name)) or [name]  # noqa: PTH207  (of any folder, absolute or not)
