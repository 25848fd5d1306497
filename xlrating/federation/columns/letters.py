"""In which letters the long list of a federation is written."""

from __future__ import annotations

import csv
from pathlib import Path

from ...bulk.shape import HeadingLine
from ...engine.vocabulary.headings import heading_of
from ...engine.vocabulary.lists import list_of_headings


def letters_of(path: Path, head: HeadingLine) -> str:
    """UTF-8, but for a list whose federation writes other letters and that is none of it."""
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
