"""Help for the function wizards of all hosts: one sentence each, from `help.toml`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from ..tomlfile import read

FILE = Path(__file__).parents[1] / "help.toml"


@lru_cache(maxsize=1)
def table() -> dict[str, dict[str, Any]]:
    """The whole file: ``fn``, ``arg`` and ``text``, then name, then language."""
    return read(FILE)


def function_help(function: str, language: str = "en") -> str:
    """What the function gives.

    >>> function_help("K_FACTOR")
    'The coefficient K of a player by the rules.'
    """
    return str(table()["fn"][function][language])


def argument_help(function: str, argument: str, language: str = "en") -> str:
    """What the argument means in this function.

    >>> argument_help("K_FACTOR", "age")
    'Year of the list minus year of birth.'
    """
    own = table()["fn"][function].get(argument)
    return str((own or table()["arg"][argument])[language])


def words(name: str) -> dict[str, str]:
    """One of the texts of the add-ins themselves, in each language.

    >>> words("category")["zh"]
    '等级分'
    """
    return dict(table()["text"][name])
