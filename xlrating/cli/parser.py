"""The command-line parser, with errors as one sentence each."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NoReturn

from ..engine.errors import ArgumentError
from ..engine.languages import LANGUAGES
from ..engine.problem import make_error
from .helping import Formatter, listed, said, users_language

#: Python's parser messages, by the keys of our texts for them; `option` is the place.
_SAID = (
    ("opt_required", r"the following arguments are required: (?P<names>.+)"),
    ("opt_ambiguous", r"ambiguous option: (?P<option>.+) could match (?P<names>.+)"),
    (
        "opt_choice",
        r"argument (?P<option>.+?): invalid choice: (?P<found>.+) \(choose from (?P<known>.+)\)",
    ),
    ("opt_number", r"argument (?P<option>.+?): invalid (?:int|float) value: (?P<found>.+)"),
    ("opt_not_with", r"argument (?P<option>.+?): not allowed with argument (?P<other>.+)"),
    ("opt_empty", r"argument (?P<option>.+?): expected (?:one|at least one|2) arguments?"),
    ("opt_no_value", r"argument (?P<option>.+?): ignored explicit argument (?P<found>.+)"),
)


#: The first word of the usage line.
COMMAND = "COMMAND"
#: How similar a known word must be to a typed one to be suggested.
ALIKE = 0.7


class Parser(argparse.ArgumentParser):
    """A parser that raises `ArgumentError`, naming the word that was probably meant."""

    #: The words being parsed.
    words: Sequence[str] = ()

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **{"formatter_class": Formatter, **named, "add_help": False})
        self.color = False  # Python 3.14's colours would appear as control characters (`screen`)
        self._positionals.title, self._optionals.title = "arguments", "options"
        if named.get("add_help", True):
            self.add_argument("-h", "--help", action="help", help="help")
        #: The names listed at the end of the help, and the keys of their descriptions.
        self.listed: Sequence[tuple[str, str]] = ()

    def _get_formatter(self) -> argparse.HelpFormatter:
        found = super()._get_formatter()
        if isinstance(found, Formatter):
            found.language = self.language
        return found

    @property
    def language(self) -> str:
        """The language of the help: as requested, otherwise that of the user's system."""
        return language_named(self.words) or users_language()

    def format_help(self) -> str:
        """Like `argparse`, with the listed names at its end."""
        if not self.listed:
            return super().format_help()
        end, self.epilog = self.epilog, None
        text, self.epilog = super().format_help(), end
        names = listed(self.listed, self.language)
        return f"{text}\n{said(self.language, end or '')}\n{names}\n".replace("\n\n\n", "\n\n")

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Like `argparse`; unknown words are rejected here, where the context is known.

        >>> import argparse
        >>> own = Parser(add_help=False)
        >>> _ = own.add_argument("--rules")
        >>> own.parse_args(["--ruels", "fide"])
        Traceback (most recent call last):
        ...
        xlrating.engine.errors.ArgumentError: unknown option: --ruels (did you mean --rules?)
        """
        self.words = list(sys.argv[1:] if args is None else args)
        found, unknown = super().parse_known_args(args, namespace)
        # argparse gives up on an optional argument at the first option.
        if unknown and getattr(found, "folder", "") is None and not unknown[0].startswith("-"):
            found.folder = unknown.pop(0)
        if unknown:
            self._look_for_slips(unknown)
            help_ = f"{self.prog} --help"
            raise make_error(ArgumentError, "opt_unknown", names=" ".join(unknown), help=help_)
        return found, unknown

    def _parse_optional(self, arg_string: str) -> Any:
        """Like `argparse`; ``-.csv`` is standard output and not an option."""
        return None if arg_string.startswith("-.") else super()._parse_optional(arg_string)

    def _look_for_slips(self, words: Sequence[str]) -> None:
        """Raise `ArgumentError` for an unknown option that is similar to a known one."""
        known = list(self._option_string_actions)
        for word in words:
            option = word.partition("=")[0]
            is_known = any(one.startswith(option) for one in known)
            if option.startswith("-") and option.strip("-") and not is_known:
                begun = [one for one in known if len(option) == 2 and one.startswith(f"-{option}")]
                if near := alike(option, known) or next(iter(begun), ""):
                    raise make_error(ArgumentError, "opt_unknown_near", names=option, near=near)

    def error(self, message: str) -> NoReturn:
        """Raise `ArgumentError` for a message of argparse, in this program's own words.

        >>> _ = (own := Parser("xlrating")).add_argument("file")
        >>> own.parse_args([])
        Traceback (most recent call last):
        ...
        xlrating.engine.errors.ArgumentError: missing: file; see: xlrating --help
        """
        for key, pattern in _SAID:
            if found := re.fullmatch(pattern, message, re.DOTALL):
                words = found.groupdict()
                near = ""
                if key == "opt_required":
                    self._look_for_slips(self.words)
                    words["names"] = ", ".join(map(self._described, words["names"].split(", ")))
                    words["help"] = f"{self.prog} --help"
                if key == "opt_choice":
                    known = [word.strip("'") for word in words["known"].split(", ")]
                    words["known"] = ", ".join(known)
                    near = alike(words["found"].strip("'"), known)
                if words.get("option") == COMMAND:
                    key, words = "opt_command", {"found": words["found"], "known": words["known"]}
                if near:
                    key, words = f"{key}_near", {**words, "near": near}
                raise make_error(ArgumentError, key, words.pop("option", ""), **words)
        raise ArgumentError(message)

    def _described(self, name: str) -> str:
        """A missing argument, with its description from the help."""
        for action in self._actions:
            if name == "/".join(action.option_strings) or name in (action.metavar, action.dest):
                text = said(self.language, action.help or "")
                return f"{name} ({text})" if text else name
        return name

    def _print_message(self, message: str, file: Any = None) -> None:
        # The original ignores write errors, so help that could not be written would be a
        # success.
        if message:
            (file or sys.stderr).write(message)


def alike(word: str, known: Sequence[str]) -> str:
    """The known word that was probably meant, "" if none is similar.

    >>> alike("publsh", ["publish", "verify"]), alike("x", ["publish", "verify"])
    ('publish', '')
    """
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, known, 1, ALIKE)), "")


def language_named(words: Sequence[str]) -> str | None:
    """The language that a command line asks for, before anything else is parsed.

    >>> language_named(["rate", "--language", "zh"]), language_named(["rate", "--language=xx"])
    ('zh', None)
    """
    for word, value in pairwise([*words, ""]):
        option, _, own = word.partition("=")
        if option == "--language" and (own or value) in LANGUAGES:
            return own or value
    return None
