"""The parser of the command line: what it cannot make sense of is told in one line, in words."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NoReturn

from ..engine.errors import ArgumentError
from ..engine.problem import refusal
from ..engine.texts import LANGUAGES

#: What Python's parser says, by the texts that say the same; `option` is the place.
_SAID = (
    ("opt_required", r"the following arguments are required: (?P<names>.+)"),
    ("opt_unknown", r"unrecognized arguments: (?P<names>.+)"),
    ("opt_ambiguous", r"ambiguous option: (?P<option>.+) could match (?P<names>.+)"),
    (
        "opt_choice",
        r"argument (?P<option>.+?): invalid choice: (?P<found>.+) \(choose from (?P<known>.+)\)",
    ),
    ("opt_number", r"argument (?P<option>.+?): invalid (?:int|float) value: (?P<found>.+)"),
    ("opt_not_with", r"argument (?P<option>.+?): not allowed with argument (?P<other>.+)"),
    ("opt_empty", r"argument (?P<option>.+?): expected (?:one|at least one) argument"),
)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are those of the commands."""

    def error(self, message: str) -> NoReturn:
        """Raise `ArgumentError`.

        >>> Parser().parse_args(["--rules", "fide"])
        Traceback (most recent call last):
        ...
        xlrating.engine.errors.ArgumentError: nothing here is called --rules fide; see --help
        """
        for key, pattern in _SAID:
            if found := re.fullmatch(pattern, message, re.DOTALL):
                words = found.groupdict()
                raise refusal(ArgumentError, key, words.pop("option", ""), **words)
        raise ArgumentError(message)


def language_named(words: Sequence[str]) -> str | None:
    """The language that a command is asked to speak, before it is known what else it is asked.

    >>> language_named(["rate", "--language", "zh"]), language_named(["rate", "--language=xx"])
    ('zh', None)
    """
    for word, value in pairwise([*words, ""]):
        option, _, own = word.partition("=")
        if option == "--language" and (own or value) in LANGUAGES:
            return own or value
    return None
