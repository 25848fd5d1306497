"""What the commands of a federation are asked for and tell, a line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.errors import RatingError
from ..engine.problems import told
from ..engine.words.dates import day_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date
    from typing import TextIO

    from ..engine.problems import Problem


def tell(problems: Iterable[Problem], language: str, to: TextIO) -> None:
    """A line each."""
    for one in problems:
        words = told(one, language)
        print(f"{one.where}: {words}" if one.where else words, file=to)


def day_named(text: str | None) -> date | None:
    """The day of an option.

    Raises `ArgumentError` where it is none.
    """
    try:
        return day_of(text)
    except RatingError as error:
        raise error.at("--day") from None
