"""Help for the function wizards and reference sheets of all hosts, from `help.toml`."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import Any

from ..engine.errors import RatingError
from ..engine.languages import LANGUAGES, in_each
from ..engine.problem import format_message, placed_words
from ..engine.rounding import plain
from ..engine.texts import say
from ..engine.tomlfile import PACKAGE, read
from . import all_functions
from .parameters import Parameter

#: Words in a message that may be names of arguments.
_ARGUMENT = ("what", "column", "argument", "name", "each")
#: Command-line options that are arguments here, and how they are given.
_IGNORE = re.compile(r'--ignore ("[^"]*"|\S+)')

#: Messages separate an English argument name by blanks; Chinese ones need none.
_GAP = re.compile("(?<=[\u4e00-\u9fff]) (?=[为是])")


@lru_cache(maxsize=1)
def table() -> dict[str, dict[str, Any]]:
    """The tables of `help.toml`: ``fn``, ``arg``, ``name``, ``text`` and ``example``."""
    return in_each(read(PACKAGE / "functions" / "help.toml"))


def function_help(function: str, language: str = "en") -> str:
    """A sentence saying what the function returns.

    >>> function_help("K_FACTOR")
    "A player's coefficient K under the rules."
    """
    return str(table()["fn"][function][language])


def argument_help(function: str, argument: str, language: str = "en") -> str:
    """A sentence saying what the argument means in this function.

    >>> argument_help("K_FACTOR", "age")
    'Year of the event minus year of birth.'
    >>> argument_help("LADDER_POINTS", "ruleset")[-22:]
    'Left out: rank-ladder.'
    """
    own = table()["fn"][function].get(argument)
    text = str((own or table()["arg"][argument])[language])
    default = _default_rules(function) if argument == "ruleset" else ""
    return text + (words("left_out")[language].format(default=default) if default else "")


def argument_name(argument: str, language: str = "en") -> str:
    """The argument's name, in programs that show it in the user's language.

    >>> argument_name("final_rounds"), argument_name("final_rounds", "ru")
    ('final_rounds', 'последние туры')
    """
    names = table()["name"][argument]
    return str(names.get(language, names["en"]))


def in_words(error: RatingError, language: object) -> str:
    """The message for a cell, saying why a function has no result.

    Arguments have the names shown in the program, and command-line options those of arguments.
    """
    problem = error.problem
    if problem is None:
        return str(error)
    # A cell given as language may hold anything.
    known = next((one for one in LANGUAGES if one == language), LANGUAGES[0])
    names, words = table()["name"], dict(problem.words)
    for key in _ARGUMENT:
        name = words.get(key)
        if isinstance(name, str) and name in names:
            words[key] = argument_name(name, known)
    told = placed_words(error.where, format_message(problem._replace(words=words), known), known)
    told = _IGNORE.sub(lambda found: say(known, "range_ignore", heading=found[1]), told)
    return _GAP.sub("", told)


def _default_rules(function: str) -> str:
    """The default rule set of a function; '' if one must be given."""
    found = {p.name: p.default for p in all_functions()[function].parameters if p.optional}
    return str(found.get("ruleset") or "")


def words(name: str) -> dict[str, str]:
    """A text of the add-ins themselves, in each language.

    >>> words("category")["zh"]
    '等级分'
    """
    return dict(table()["text"][name])


def example(function: str) -> dict[str, Any]:
    """The arguments of the function's example, as cells hold them; a list is a row of cells.

    >>> example("PERF_RATING")
    {'opponents': [1675, 1890], 'scores': [1, 0.5]}
    """
    return {key: value for key, value in _example(function).items() if key != "gives"}


def example_gives(function: str) -> Any:
    """The result of the function's example; for a table of several rows, the last one.

    >>> example_gives("PERF_RATING")
    1976
    """
    return _example(function)["gives"]


def _example(function: str) -> dict[str, Any]:
    return {key: _cells(value) for key, value in table()["example"][function].items()}


def _cells(value: Any) -> Any:
    if isinstance(value, list):
        return [_cells(item) for item in value]
    return plain(value) if isinstance(value, Decimal) else value


def shown(parameter: Parameter, language: str = "en") -> str:
    """The argument as documentation shows it: in brackets if it is optional."""
    name = argument_name(parameter.name, language)
    return f"[{name}]" if parameter.optional else name


def readme_table() -> str:
    """The functions as a table for the README."""
    rows = ["| function | gives |", "| --- | --- |"]
    for name, function in all_functions().items():
        rules = f'[ruleset="{_default_rules(name)}"]'
        arguments = ", ".join(map(shown, function.parameters)).replace("[ruleset]", rules)
        rows.append(f"| `{name}({arguments})` | {function_help(name)} |")
    return "\n".join(rows)
