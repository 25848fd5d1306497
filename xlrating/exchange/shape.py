"""What makes lines of text a table: unique headings, and as many cells below them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..engine.errors import FileError, shown
from ..engine.problem import make_error
from ..engine.vocabulary.cell_forms import are_scores
from ..engine.vocabulary.headings import game_spellings, heading_of, spellings
from ..engine.vocabulary.letters import letters
from ..engine.vocabulary.likeness import could_be

#: Parts of which a game has only one.
_OF_GAMES = ("result", "round", "date", "board", "event", "playoff", "moves", "pace", "format")


def headings_of(cells: Sequence[object], name: str) -> tuple[str, ...]:
    """The headings of a table in the form used for comparison.

    Raises `FileError` for a duplicate.
    """
    headings = tuple(map(heading_of, cells))
    if twice := _twice(headings):
        raise make_error(FileError, "read_heading_twice", name, heading=shown(twice[0]))
    return headings


def headings_of_table(
    cells: Sequence[object], name: str, rows: Sequence[Sequence[object]] = ()
) -> tuple[str, ...]:
    """The headings of a table; duplicates next to White and Black get the side's name.

    Raises `FileError` for any other duplicate. Two results are such if the `rows` below have one
    side's score in each.

    >>> headings_of_table(["Round", "White", "Rtg", "Black", "Rtg", "Result"], "")
    ('round', 'white', 'white_rating', 'black', 'black_rating', 'result')
    """
    headings = tuple(map(heading_of, cells))
    twice = _twice(headings)
    if not twice:
        return headings
    sides = [_first(headings, side) for side in ("white", "black")]
    of_games = {one for part in _OF_GAMES for one in game_spellings(part)}
    if len(twice) == 1 and _have_scores(headings, twice[0], rows):
        of_games -= {*game_spellings("result")}
    if None in sides or any(headings.count(one) > 2 for one in twice):
        return headings_of(cells, name)
    if of_games & {*twice}:
        return headings_of(cells, name)  # a game has only one of each
    has_result = _first(headings, "result") is not None
    names = [f"{side}_" for _, side in sorted(zip(sides, ("white", "black")))]
    found = list(headings)
    for one in twice:
        first = headings.index(one)
        own = _of_side(one, has_result)
        found[first] = names[0] + own
        found[headings.index(one, first + 1)] = names[1] + own
    return headings_of(found, name)


def _have_scores(headings: Sequence[str], one: str, rows: Sequence[Sequence[object]]) -> bool:
    """Whether the columns with this heading have nothing but scores of one side."""
    return all(
        are_scores(row[at] for row in rows if at < len(row))
        for at, heading in enumerate(headings)
        if heading == one
    )


def _twice(headings: Sequence[str]) -> list[str]:
    times = Counter(headings)
    return [one for one in dict.fromkeys(headings) if one and times[one] > 1]


def _first(headings: Sequence[str], part: str) -> int | None:
    """The index of the first heading of a part of a game, None if there is none."""
    return next((headings.index(one) for one in game_spellings(part) if one in headings), None)


def _of_side(heading: str, has_result: bool) -> str:
    """The meaning of a heading that occurs once for each side.

    Next to results, points are those before the round.
    """
    if heading in game_spellings("result"):
        return "score"
    if heading in spellings("score"):
        is_before = has_result and heading != "score"
        return "points_before" if is_before else "score"
    own = next((one for one in ("rating", "id", "no") if heading in spellings(one)), "")
    return own or could_be(heading, (), ("rating",)) or heading


def cells_of_line(cells: list[str], expected: int, place: str) -> list[str]:
    """The cells of a line of text, without blank ones after the last heading.

    Raises `FileError` with the place for a line that has more or fewer than expected.
    """
    while len(cells) > expected and not cells[-1].strip():
        cells.pop()
    if len(cells) != expected:
        # An unclosed quotation mark joins the following lines into one cell.
        is_open = any("\n" in cell or "\r" in cell for cell in cells)
        key = "read_open_line" if is_open else "read_other_cells"
        raise make_error(FileError, key, place, n=len(cells), expected=expected)
    return cells


def shown_heading(cell: object) -> str:
    """A heading as messages and lists show it."""
    return letters(str(cell)).strip()


def expect_lines(number: int, where: str, most: int) -> None:
    """Raise `FileError` for a table with more lines than any real one."""
    if number > most:
        raise make_error(FileError, "read_lines", where, n=number, most=most)
