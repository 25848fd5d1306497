"""A template's sheets in a file, in whatever language they are named."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.errors import FileError
from ..engine.languages import LANGUAGES
from ..engine.problem import make_error
from ..engine.texts import sheet_name
from .files import AnyPath, is_book
from .sheets import Sheets, open_sheets

#: The sheets from which a template is read.
READ = ("Start", "Players", "Games")


def named(names: Sequence[str], key: str) -> str:
    """The name of a template's sheet among these; '' if it is missing.

    >>> named(["首页", "棋手"], "Players"), named(["Sheet1"], "Players")
    ('棋手', '')
    """
    known = (sheet_name(language, key) for language in LANGUAGES)
    return next((name for name in known if name in names), "")


def language_of(names: Sequence[str]) -> str:
    """The language of the sheet names of a template."""
    first = named(names, READ[0])
    return next((code for code in LANGUAGES if sheet_name(code, READ[0]) == first), LANGUAGES[0])


def language_at(place: str, other: str = LANGUAGES[0]) -> str:
    """The language of the sheet names in the file of a place; `other` for any other file.

    >>> language_at("club.xlsx, sheet 棋手, cell B20"), language_at("club.trf")
    ('zh', 'en')
    """
    named = ((code, f", sheet {sheet_name(code, key)}, ") for code in LANGUAGES for key in READ)
    return next((code for code, sheet in named if sheet in place), other)


def is_template(names: Sequence[str]) -> bool:
    """Whether a file has the sheets from which a template is read."""
    return all(named(names, key) for key in READ)


def template_in(path: AnyPath) -> Sheets | None:
    """The sheets of a file that is a template; None for any other readable file."""
    sheets = open_sheets(path) if is_book(path) else None
    return sheets if sheets is not None and is_template(sheets.names) else None


def was_template(names: Sequence[str]) -> bool:
    """Whether a file has most of these sheets: one may have been renamed or deleted.

    Other files may have Players and Games: then Check, which only a template has, must exist.

    >>> was_template(["Start", "Spieler", "Games"]), was_template(["Players", "Games"])
    (True, False)
    """
    is_own = bool(named(names, READ[0]) or named(names, "Check"))
    return is_own and sum(bool(named(names, key)) for key in READ) > 1


def expect(sheets: Sheets) -> None:
    """Raise a `FileError` if a file lacks a sheet from which a template is read."""
    language = language_of(sheets.names)
    missing = [sheet_name(language, key) for key in READ if not named(sheets.names, key)]
    if missing:
        expected = ", ".join(sheet_name(language, key) for key in READ)
        words = {"sheet": missing[0], "expected": expected, "names": ", ".join(sheets.names)}
        raise make_error(FileError, "read_no_template", sheets.path.name, **words)


def rows_of(sheets: Sheets, key: str) -> list[list[object]]:
    """The rows of a template's sheet; empty if the file has no such sheet."""
    name = named(sheets.names, key)
    return sheets.rows(name) if name else []
