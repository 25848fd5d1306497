"""The encoding of a federation's long list."""

from __future__ import annotations

import csv
from pathlib import Path

from ...bulk.shape import HeadingLine
from ...engine.vocabulary.headings import heading_of
from ...engine.vocabulary.lists import list_of_headings


def letters_of(path: Path, head: HeadingLine) -> str:
    """UTF-8, except for a list of a federation with another encoding that is not valid UTF-8."""
    line = head.line.decode(head.letters, "replace")
    headings = next(csv.reader([line], delimiter=head.separator), [])
    known = list_of_headings(map(heading_of, headings))
    if known is None or not known.letters:
        return head.letters
    try:
        path.read_bytes().decode()
    except UnicodeDecodeError:
        return known.letters
    return head.letters
