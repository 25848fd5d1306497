"""What makes lines of text a table: headings once each, and as many cells below them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..engine.errors import FileError, shown
from ..engine.problem import make_error
from ..engine.vocabulary.headings import heading_of
from ..engine.vocabulary.letters import letters


def headings_of(cells: Sequence[object], name: str) -> tuple[str, ...]:
    """The headings of a table as they are looked for.

    Raises `FileError` for one that stands twice.
    """
    headings = tuple(map(heading_of, cells))
    times = Counter(headings)
    for heading in headings:
        if heading and times[heading] > 1:
            raise make_error(FileError, "read_heading_twice", name, heading=shown(heading))
    return headings


def cells_of_line(cells: list[str], expected: int, place: str) -> list[str]:
    """The cells of a line of text, without blank ones behind the last heading.

    Raises `FileError` with the place for a line that has more or fewer than expected.
    """
    while len(cells) > expected and not cells[-1].strip():
        cells.pop()
    if len(cells) != expected:
        # A quotation mark that nothing closes takes the lines below into one cell.
        is_open = any("\n" in cell or "\r" in cell for cell in cells)
        key = "read_open_line" if is_open else "read_other_cells"
        raise make_error(FileError, key, place, n=len(cells), expected=expected)
    return cells


def shown_heading(cell: object) -> str:
    """A heading as messages and lists show it."""
    return letters(str(cell)).strip()


def expect_lines(number: int, where: str, most: int) -> None:
    """Raise `FileError` for a table of more lines than any has."""
    if number > most:
        raise make_error(FileError, "read_lines", where, n=number, most=most)
