"""Options about particular event files: their format, their pace, or being no copies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from unicodedata import normalize

from ..engine.account import Account
from ..engine.errors import ArgumentError
from ..engine.formats import in_format
from ..engine.problem import make_error
from ..engine.problems import Problem
from ..exchange.account import not_met
from ..exchange.tabular import ReadOptions
from .persons import Findings
from .submissions import Submission


def in_formats(
    events: Sequence[Submission], named: Mapping[str, Sequence[str]], folder: str
) -> list[Submission]:
    """The events with the formats given for files, by name or pattern like ``*.csv``.

    Raises `ArgumentError` for a name that no file has, and for a file in two formats; a pattern
    may match nothing: see `tell_unused`.
    """
    formats = _named_for(events, named, folder)
    return [
        one._replace(event=in_format(one.event, formats[one.file])) if one.file in formats else one
        for one in events
    ]


def at_paces(
    events: Sequence[Submission], named: Mapping[str, Sequence[str]], folder: str
) -> list[Submission]:
    """The events with the paces given for files, whatever the files say."""
    paces = _named_for(events, named, folder)
    return [
        one._replace(event=replace(one.event, pace=paces[one.file], rules=""))
        if one.file in paces
        else one
        for one in events
    ]


def _named_for(
    events: Sequence[Submission], named: Mapping[str, Sequence[str]], folder: str
) -> dict[str, str]:
    """The value of an option for each file that it names."""
    found: dict[str, str] = {}
    for word, patterns in named.items():
        for pattern in patterns:
            files = [one.file for one in events if is_named(one.file, pattern)]
            if not files and not _is_pattern(pattern):
                raise make_error(
                    ArgumentError, "opt_no_event_of", folder, option=word, name=pattern
                )
            for file in files:
                if found.setdefault(file, word) != word:
                    raise make_error(ArgumentError, "opt_both", file, one=found[file], other=word)
    return found


def tell_unused(
    events: Sequence[Submission], named: Mapping[str, Sequence[str]], folder: str
) -> list[Problem]:
    """The patterns that match no event, as those of a standing command do in some months."""
    return [
        Problem("fed_none_of", {"option": word, "name": pattern}, folder)
        for word, patterns in named.items()
        for pattern in patterns
        if _is_pattern(pattern) and not any(is_named(one.file, pattern) for one in events)
    ]


def tell_not_met(
    asked: ReadOptions, accounts: Iterable[Account | None], other: Sequence[Problem]
) -> list[Problem]:
    """Requested sheets and columns that no file has, and files to ignore that do not exist."""
    left_out = [one.where for one in other if one.key == "fed_ignored"]
    return [
        Problem("fed_asked_none", {"option": option, "name": name}, "")
        for option, name in not_met(asked, filter(None, accounts))
        if not any(is_named(file, name) for file in left_out)
    ]


def _is_pattern(name: str) -> bool:
    return not {*"*?["}.isdisjoint(name)


def ends_with(path: str, end: str) -> bool:
    """Whether a path ends with another one, in complete names of folders and files.

    >>> ends_with("sent/cup.csv", "./cup.csv"), ends_with("../sent/cup.csv", "up.csv")
    (True, False)
    """
    one, other = (composed(text).replace("\\", "/").removeprefix("./") for text in (path, end))
    return f"/{one}".endswith(f"/{other}")


def is_named(file: str, pattern: str) -> bool:
    """Whether a pattern like ``*.csv`` matches a file, with or without its folders.

    >>> is_named("sent/Zu\u0308rich.csv", "Z\u00fcrich*")  # as macOS names it, and as it is typed
    True
    """
    file, pattern = composed(file), composed(pattern)
    return fnmatchcase(file, pattern) or fnmatchcase(file.rpartition("/")[2], pattern)


def composed(name: str) -> str:
    """A name in composed form (NFC): macOS stores decomposed file names."""
    return normalize("NFC", name)


def files_named(named: Sequence[str], submitted: Sequence[Submission], found: Findings) -> set[str]:
    """The files given by the end of their path, with or without the parent folder."""
    files: set[str] = set()
    for name in named:
        known = {one.file for one in submitted}
        meant = {file for file in known if ends_with(file, name)}
        meant = meant or {file for file in known if ends_with(name, file)}
        if len(meant) != 1:
            found.is_wrong("fed_no_file", "", name=name, found=", ".join(sorted(meant)) or "–")
        files |= meant
    return files
