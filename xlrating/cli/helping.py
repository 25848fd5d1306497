"""The texts of ``--help``, in the user's language.

The parsers refer to texts by key, with ``force:OUT`` meaning one with a word to fill in: only texts
that are shown are looked up, so that a command starts equally fast in every language.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from shutil import get_terminal_size
from typing import Any

from ..engine.aligned import wrapped
from ..engine.languages import LANGUAGES
from ..engine.texts import Words

_WORDS = Words("cli", "help")


def said(language: str, named: str) -> str:
    """The text that a parser refers to; anything that is not a key is returned unchanged.

    >>> said("en", "force:OUT"), said("en", "xlrating 0.1.0")
    ('replace OUT if it exists', 'xlrating 0.1.0')
    """
    key, _, word = named.partition(":")
    return _WORDS.say(language, key, word=word) if key in _WORDS.table else named


def users_language(environment: Any = os.environ) -> str:
    """The language of the user's system; English if there are no texts in it.

    >>> users_language({"LANG": "ru_RU.UTF-8"}), users_language({"LC_ALL": "C", "LANG": "ru_RU"})
    ('ru', 'en')
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    found = next(filter(None, (environment.get(name) for name in names)), "") or _windows()
    return next((one for one in LANGUAGES if found.lower().startswith(one)), LANGUAGES[0])


def unasked(options: argparse.Namespace) -> str:
    """The language of a command's output if neither `--language` nor a file decides.

    For people it is the system's; for programs English, so that they read the same everywhere.
    """
    if options.json or getattr(options, "csv", False):
        return LANGUAGES[0]
    return users_language()


def _windows() -> str:
    if sys.platform != "win32":
        return ""
    import ctypes
    import locale

    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")


class Formatter(argparse.HelpFormatter):
    """Help in a language, as wide as the terminal, with Chinese characters as two columns."""

    language = LANGUAGES[0]

    def _get_help_string(self, action: argparse.Action) -> str:
        return said(self.language, action.help or "").replace("%", "%%")

    def add_usage(
        self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None
    ) -> None:
        """Begin the usage line with a word of the language."""
        word = said(self.language, "usage") if prefix is None else prefix
        super().add_usage(usage, actions, groups, word)

    def start_section(self, heading: str | None) -> None:
        """Translate the heading of a section."""
        super().start_section(said(self.language, heading or ""))

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        # An indented line belongs to a list, and is not wrapped.
        lines = [
            part
            for line in said(self.language, text).splitlines()
            for part in ([line] if line.startswith(" ") else wrapped(line, width - len(indent)))
        ]
        return "".join(f"{indent}{line}\n" for line in lines)


def listed(names: Iterable[tuple[str, str]], language: str) -> str:
    """Names with their descriptions, for the end of a help page."""
    columns = get_terminal_size().columns - 24
    return "\n".join(
        f"  {name:19} " + f"\n{'':22}".join(wrapped(said(language, key), columns))
        for name, key in names
    )
