"""Why files and events cannot be used: errors as what somebody has to mend."""

from __future__ import annotations

from collections.abc import Callable

from ..engine.errors import RatingError
from ..engine.problems import Problem


def _as_it_is(where: str) -> str:
    return where


def as_problems(error: RatingError, place: Callable[[str], str] = _as_it_is) -> list[Problem]:
    """All that an error says is wrong, in words of any language where it has them.

    `place` names the place of each as somebody knows it who has more than one file.

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
