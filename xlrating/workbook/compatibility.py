"""Which spreadsheet programs calculate workbooks and functions correctly, from one data file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from ..engine.languages import in_each
from ..engine.texts import say
from ..engine.tomlfile import PACKAGE, read


class Known(NamedTuple):
    """The known facts about a version of a program; see `compatibility.toml` for the fields."""

    program: str
    version: str
    day: date
    sheets: str
    how: str
    note: dict[str, str]
    source: str = ""
    advised: str = ""


class KnownFunctions(NamedTuple):
    """The known facts about the worksheet functions in a version of a program."""

    program: str
    version: str
    host: str
    works: str
    how: str
    day: date
    note: dict[str, str]
    source: str = ""


@lru_cache(maxsize=1)
def known() -> tuple[Known, ...]:
    """All entries on the sheets, in the order of the file.

    >>> known()[0].program, known()[0].sheets
    ('LibreOffice', 'yes')
    """
    return tuple(Known(**entry) for entry in _file()["entry"])


@lru_cache(maxsize=1)
def known_functions() -> tuple[KnownFunctions, ...]:
    """All entries on the worksheet functions, in the order of the file.

    >>> known_functions()[0].program, known_functions()[0].works
    ('LibreOffice', 'all')
    """
    return tuple(KnownFunctions(**entry) for entry in _file()["function"])


def _file() -> dict[str, Any]:
    return read(PACKAGE / "workbook" / "compatibility.toml")


def advised() -> str:
    """The programs to change to, as the light on Check names them.

    >>> advised()
    'LibreOffice 7.4'
    """
    return ", ".join(one.advised for one in known() if one.advised)


def table(language: str = "en") -> str:
    """The table of the guides, in Markdown: one row per entry.

    >>> print(table().splitlines()[2][:56])
    | LibreOffice 7.4.7 | yes | every cell compared | 2026-1
    """
    heads = ("program", "sheets", "how", "day", "note")
    answers = [(one.sheets, one.how) for one in known()]
    return _table(language, heads, list(map(_program, known())), known(), answers)


def functions_table(language: str = "en") -> str:
    """The table of the worksheet functions, in Markdown: one row per entry.

    >>> print(functions_table().splitlines()[2][:58])
    | LibreOffice 7.4.7, `libreoffice` | all | every cell comp
    """
    heads = ("program", "works", "how", "day", "note")
    programs = [f"{_program(one)}, `{one.host}`" for one in known_functions()]
    answers = [(one.works, one.how) for one in known_functions()]
    return _table(language, heads, programs, known_functions(), answers)


def _program(one: Known | KnownFunctions) -> str:
    return f"{one.program} {one.version}".strip()


def _table(
    language: str,
    heads: Sequence[str],
    programs: Sequence[str],
    entries: Sequence[Known | KnownFunctions],
    answers: Sequence[tuple[str, ...]],
) -> str:
    rows = [[say(language, f"compat_{head}") for head in heads], ["---"] * len(heads)]
    for program, one, words in zip(programs, entries, answers, strict=True):
        note = in_each(one.note)[language]
        if one.source:
            note += f" ([{say(language, 'compat_source')}]({one.source}))"
        said = (say(language, f"compat_{word}") for word in words)
        rows.append([program, *said, str(one.day), note])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
