"""Which spreadsheet programs calculate the workbooks: what is known, from one file."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import NamedTuple

from ..engine.texts import say
from ..engine.tomlfile import PACKAGE, read


class Known(NamedTuple):
    """What is known of a version of a program; see `compatibility.toml` for each field."""

    program: str
    version: str
    day: date
    sheets: str
    functions: str
    how: str
    note: dict[str, str]
    source: str = ""
    advised: str = ""


@lru_cache(maxsize=1)
def known() -> tuple[Known, ...]:
    """All entries, in their order.

    >>> known()[0].program, known()[0].sheets
    ('LibreOffice', 'yes')
    """
    listed = read(PACKAGE / "workbook" / "compatibility.toml")["entry"]
    return tuple(Known(**entry) for entry in listed)


def advised() -> str:
    """The programs to change to, as the light on Check names them.

    >>> advised()
    'LibreOffice 7.4'
    """
    return ", ".join(one.advised for one in known() if one.advised)


def table(language: str = "en") -> str:
    """The table of the guides, in Markdown: a line for each entry.

    >>> print(table().splitlines()[2][:56])
    | LibreOffice 7.4.7 | yes | every cell compared | 2026-1
    """
    heads = ("program", "sheets", "how", "day", "note")
    rows = [[say(language, f"compat_{head}") for head in heads], ["---"] * len(heads)]
    for one in known():
        note = one.note[language]
        if one.source:
            note += f" ([{say(language, 'compat_source')}]({one.source}))"
        answers = (say(language, f"compat_{part}") for part in (one.sheets, one.how))
        rows.append([f"{one.program} {one.version}".strip(), *answers, str(one.day), note])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
