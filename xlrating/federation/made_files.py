"""A list's provenance in its files: a sheet with two columns, or a JSON object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..engine.errors import FileError, RatingError
from ..engine.languages import LANGUAGES
from ..engine.problem import Problem, make_error
from ..engine.texts import say
from ..engine.vocabulary.headings import heading_of
from ..exchange.sheets import Sheets
from .provenance import KEYS, Pairs, Provenance, read_pairs

#: How many lines of the sheet suffice to recognise it.
_KNOWN = 3


def grouped(pairs: Pairs) -> dict[str, str | list[str]]:
    """Keys and texts as an object; several texts of one key become an array.

    >>> grouped([("rules", "fide"), ("swiss", "a"), ("swiss", "b")])
    {'rules': 'fide', 'swiss': ['a', 'b']}
    """
    found: dict[str, str | list[str]] = {}
    for key, text in pairs:
        before = found.get(key)
        if before is None:
            found[key] = text
        else:
            found[key] = [*([before] if isinstance(before, str) else before), text]
    return found


def ungrouped(said: Mapping[str, object]) -> list[tuple[str, str]]:
    """The inverse of `grouped`.

    >>> ungrouped({"rules": "fide", "swiss": ["a", "b"]})
    [('rules', 'fide'), ('swiss', 'a'), ('swiss', 'b')]
    """
    return [
        (key, str(text))
        for key, texts in said.items()
        for text in (texts if isinstance(texts, list) else [texts])
    ]


def made_table(pairs: Pairs, language: str) -> tuple[list[str], list[str], list[list[str]]]:
    """The sheet: keys of the columns, their headings, and the rows."""
    heads = [say(language, "made_what"), say(language, "made_value")]
    return ["made_what", "made_value"], heads, [
        [say(language, f"made_{key}"), text] for key, text in pairs
    ]  # fmt: skip


def made_of_sheets(sheets: Sheets) -> Provenance | None:
    """The provenance of a workbook's list; None if no sheet contains it."""
    labels = _labels()
    names = [say(language, "fed_sheet_made") for language in LANGUAGES]
    first = [name for name in sheets.names if name in names]
    for name in (*first, *(name for name in sheets.names[1:] if name not in first)):
        pairs = _pairs(sheets.rows(name), labels)
        if name in first or len(pairs) > _KNOWN:
            return provenance_of(pairs, f"{sheets.path.name}, sheet {name}")
    return None


def provenance_of(pairs: Pairs, place: str) -> Provenance:
    """The provenance in the pairs of a file.

    Raises `FileError` with the place if they were changed.
    """
    try:
        return read_pairs(pairs)
    except RatingError as error:
        words = {"why": error.problem or error.message}
        raise to_put_back(Problem("seal_origin", words, place)) from None


def to_put_back(problem: Problem) -> FileError:
    """The error that a list's own data were changed, with the remedy."""
    return make_error(FileError, "seal_mend", problem.where, what=problem)


def _labels() -> dict[str, str]:
    return {heading_of(say(one, f"made_{key}")): key for key in KEYS for one in LANGUAGES}


def _pairs(rows: Sequence[Sequence[object]], labels: Mapping[str, str]) -> list[tuple[str, str]]:
    found = []
    for row in rows:
        key = labels.get(heading_of(row[0])) if len(row) > 1 else None
        if key is not None:
            found.append((key, str(row[1])))
    return found
