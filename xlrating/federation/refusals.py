"""Why files and events cannot be used: errors as problems for the officer to fix."""

from __future__ import annotations

from collections.abc import Callable

from ..engine.errors import RatingError
from ..engine.problems import Problem


def _as_it_is(where: str) -> str:
    return where


def as_problems(error: RatingError, place: Callable[[str], str] = _as_it_is) -> list[Problem]:
    """All problems contained in an error, translatable if possible.

    `place` turns a place into one that is unique among several files.

    >>> from xlrating.engine.errors import ArgumentError, together
    >>> error = together([ArgumentError("K is 400", "line 2"), ArgumentError("no name", "line 5")])
    >>> [(one.words["message"], one.where) for one in as_problems(error)]
    [('K is 400', 'line 2'), ('no name', 'line 5')]
    """
    return [
        one.problem._replace(where=place(one.where))
        if one.problem
        else Problem("fed_refused", {"message": one.message}, place(one.where))
        for one in (error, *error.others)
    ]
