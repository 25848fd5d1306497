"""Everything that can go wrong, as one tree.

Each kind carries the cell error a spreadsheet shows for it; `str(error)` is one
sentence that says where, what was found, what was expected and what to do.
"""

from __future__ import annotations

from contextlib import contextmanager
from datetime import date, time
from decimal import Decimal
from typing import Any, Iterator, Sequence, Tuple


class RatingError(Exception):
    """The base class: catch this to catch every error that xlrating raises on purpose.

    `where` is the place in the user's own terms: ``event.xlsx, sheet Games, cell D7``.
    `problem` is the `problems.Problem` behind the message, if it exists in several languages;
    `others` are the further errors found; `of_games` says that the file has a table of games, so
    that it is wrong as an event and is nothing else.
    """

    cell_error = "#VALUE!"

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.problem: Any = None
        self.others: Tuple[RatingError, ...] = ()
        self.of_games = False

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message

    def at(self, where: str) -> RatingError:
        """This error, with `where` put in front of the place it already names."""
        self.where = f"{where}, {self.where}" if self.where else where
        return self


@contextmanager
def placed(where: str) -> Iterator[None]:
    """Put the place in front of an error that names none."""
    try:
        yield
    except RatingError as error:
        raise error if error.where else error.at(where) from None


class ArgumentError(RatingError):
    """A value of the wrong kind: text for a rating, ranges of unequal length."""

    cell_error = "#VALUE!"


class MissingError(ArgumentError):
    """A value that must be there and is not; in a range its cell stays blank."""


class NumberError(RatingError):
    """A number outside what the regulation can use: NaN, a score above the games."""

    cell_error = "#NUM!"


class NotKnownError(RatingError):
    """No such value exists: a difference for 100 %, a function the rule set has no rule for."""

    cell_error = "#N/A"


class RuleSetError(RatingError):
    """A rule set that does not exist, or a rule file with a wrong key.

    #REF! is shown for nothing else; #NAME? would say that the add-in is missing.
    """

    cell_error = "#REF!"


class EventError(RatingError):
    """Players or games that contradict each other."""


class FileError(RatingError):
    """A file that cannot be read or written as asked."""


def together(found: Sequence[RatingError]) -> RatingError:
    """All that is wrong as one error, that of the first.

    >>> error = together([ArgumentError("K is 400", "line 2"), ArgumentError("no name", "line 5")])
    >>> str(error), [str(other) for other in error.others]
    ('line 2: K is 400', ['line 5: no name'])
    """
    first = found[0]
    first.others = tuple(found[1:])
    return first


#: The longest part of a value that a message shows.
SHOWN = 60
#: How many names it shows.
_NAMES = 8


def shown(value: object) -> str:
    """A value of a file as a message shows it, whatever its size."""
    if isinstance(value, (dict, list)):
        return "a table" if isinstance(value, dict) else f"a list of {len(value)}"
    if isinstance(value, int) and value.bit_length() > 64:
        return "a number of more than 19 digits"
    text = str(value) if isinstance(value, (Decimal, date, time)) else repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def first_of(names: Sequence[str]) -> str:
    """Names as a message shows them: no more than one reads.

    >>> first_of(list("abcdefghij"))
    'a, b, c, d, e, f, g, h, …'
    """
    return ", ".join([*map(in_line, names[:_NAMES]), *(["…"] if len(names) > _NAMES else [])])


def in_line(text: str) -> str:
    """A text of a cell as a message shows it: on one line, and no longer than one reads.

    >>> in_line("2\\n:\\t0")
    '2 : 0'
    """
    text = " ".join(text.split())
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
