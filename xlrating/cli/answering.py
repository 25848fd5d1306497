"""``--json``: collects what a command reports, and prints it as one answer.

Messages for people go to standard error as usual; what would go to standard output becomes the
`text` of the answer.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from ..engine.errors import RatingError
from ..engine.languages import LANGUAGES
from ..engine.problem import Problem
from .answers.answer import Answer, AnswerTable, Notice, notice, notices_of

if TYPE_CHECKING:
    import argparse


class Gathered:
    """The answer collected so far."""

    def __init__(self, command: str, language: str | None) -> None:
        self.command, self.language = command, language or LANGUAGES[0]
        self.notices: list[Notice] = []
        self.tables: list[AnswerTable] = []
        self.files: list[str] = []
        self.own: dict[str, Any] = {}

    def answer(self, exit_code: int, text: str) -> Answer:
        """The complete answer, at the end of the command."""
        return Answer(
            self.command, self.language, exit_code, self.notices, self.tables,
            text.splitlines(), self.files, self.own,
        )  # fmt: skip


#: The answer being collected; None if none is requested.
_NOW: ContextVar[Gathered | None] = ContextVar("gathered", default=None)


def answered(
    run: Callable[[], int], command: str, language: str | None
) -> tuple[dict[str, Any], int]:
    """Run a command; returns its answer and its exit code."""
    gathered, said = Gathered(command, language), io.StringIO()
    token = _NOW.set(gathered)
    try:
        with redirect_stdout(said):
            code = run()
    except SystemExit:  # --help or --version
        print(said.getvalue(), end="")
        raise
    finally:
        _NOW.reset(token)
    return gathered.answer(code, said.getvalue()).to_dict(), code


def speaks(options: argparse.Namespace) -> None:
    """Record which command answers, and in which language, as soon as that is known."""
    if gathered := _NOW.get():
        gathered.command = options.command
        gathered.language = options.language or gathered.language


def note(problems: Iterable[Problem], language: str, severity: str = "") -> None:
    """Add problems to the answer."""
    if gathered := _NOW.get():
        gathered.notices += [notice(one, language, severity) for one in problems]


def note_error(error: RatingError, language: str | None) -> None:
    """Add the error that stopped the command to the answer."""
    if gathered := _NOW.get():
        gathered.notices += notices_of(error, language or LANGUAGES[0])


def wrote(files: Iterable[object]) -> None:
    """Add the names of files that were written to the answer."""
    if gathered := _NOW.get():
        gathered.files += map(str, files)


def give(find: Callable[[], dict[str, Any]], *tables: Callable[[], AnswerTable]) -> None:
    """Add a command's own values and tables to the answer; they are only computed if it exists."""
    if gathered := _NOW.get():
        gathered.own |= find()
        gathered.tables += [table() for table in tables]
