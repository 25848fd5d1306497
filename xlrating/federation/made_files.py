"""Where a list comes from, as its files keep it: a sheet of two columns, or an object of JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..engine.errors import FileError, RatingError
from ..engine.languages import LANGUAGES
from ..engine.problem import Problem, make_error
from ..engine.texts import say
from ..engine.vocabulary.headings import heading_of
from ..exchange.sheets import Sheets
from .provenance import KEYS, Pairs, Provenance, read_pairs

#: So many lines of the sheet are enough to know it by.
_KNOWN = 3


def grouped(pairs: Pairs) -> dict[str, str | list[str]]:
    """Keys and texts as an object; texts of one key, when they are several, as an array.

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
    """What `grouped` made an object of.

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
    """Where the list of a workbook comes from; None where no sheet says it."""
    labels = _labels()
    names = [say(language, "fed_sheet_made") for language in LANGUAGES]
    first = [name for name in sheets.names if name in names]
    for name in (*first, *(name for name in sheets.names[1:] if name not in first)):
        pairs = _pairs(sheets.rows(name), labels)
        if name in first or len(pairs) > _KNOWN:
            return provenance_of(pairs, f"{sheets.path.name}, sheet {name}")
    return None


def provenance_of(pairs: Pairs, place: str) -> Provenance:
    """What the pairs of a file say.

    Raises `FileError` with the place where they were changed.
    """
    try:
        return read_pairs(pairs)
    except RatingError as error:
        words = {"why": error.problem or error.message}
        raise to_put_back(Problem("seal_origin", words, place)) from None


def to_put_back(problem: Problem) -> FileError:
    """That what a list says of itself was changed, and what to do about it."""
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
