"""Everything that can go wrong, as one tree.

Each kind carries the cell error that a spreadsheet shows for it; `str(error)` is one
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
    """A context in which errors without a place get the place `where`."""
    try:
        yield
    except RatingError as error:
        raise error if error.where else error.at(where) from None


class ArgumentError(RatingError):
    """A value of the wrong kind, such as text for a rating, or ranges of unequal length."""

    cell_error = "#VALUE!"


class MissingError(ArgumentError):
    """A required value that is missing; in a range its cell stays blank."""


class NumberError(RatingError):
    """A number that the regulation cannot use, such as NaN or a score above the number of games."""

    cell_error = "#NUM!"


class NotKnownError(RatingError):
    """No such value exists: a difference for 100 %, a function the rule set does not define."""

    cell_error = "#N/A"


class RuleSetError(RatingError):
    """A rule set that does not exist, or a rule file with a wrong key.

    #REF! is used for nothing else; #NAME? would suggest that the add-in is missing.
    """

    cell_error = "#REF!"


class EventError(RatingError):
    """Players or games that contradict each other."""


class FileError(RatingError):
    """A file that cannot be read or written as asked."""


def together(found: Sequence[RatingError]) -> RatingError:
    """All errors as one: the first, carrying the rest.

    >>> error = together([ArgumentError("K is 400", "line 2"), ArgumentError("no name", "line 5")])
    >>> str(error), [str(other) for other in error.others]
    ('line 2: K is 400', ['line 5: no name'])
    """
    first = found[0]
    first.others = tuple(found[1:])
    return first


#: The longest excerpt of a value that a message shows.
SHOWN = 60
#: How many names a message lists.
_NAMES = 8


def shown(value: object) -> str:
    """A value from a file for use in a message, cut to a readable length."""
    if isinstance(value, (dict, list)):
        return "a table" if isinstance(value, dict) else f"a list of {len(value)}"
    if isinstance(value, int) and value.bit_length() > 64:
        return "a number of more than 19 digits"
    text = str(value) if isinstance(value, (Decimal, date, time)) else repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def first_of(names: Sequence[str]) -> str:
    """The first few names, for use in a message.

    >>> first_of(list("abcdefghij"))
    'a, b, c, d, e, f, g, h, …'
    """
    return ", ".join([*map(in_line, names[:_NAMES]), *(["…"] if len(names) > _NAMES else [])])


def in_line(text: str) -> str:
    """A cell's text for use in a message: on one line, cut to a readable length.

    >>> in_line("2\\n:\\t0")
    '2 : 0'
    """
    text = " ".join(text.split())
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
