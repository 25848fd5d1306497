"""How rule sets are referred to, ``id@date:option=choice,...``, and what people type instead."""

from __future__ import annotations

import os
import re
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Optional
from unicodedata import normalize

from ..errors import RuleSetError, shown
from ..problem import make_error

#: Characters ignored in a name, besides case and full width.
IGNORED = " -_.,;'\"()«»“”‘’–—−、·"

_REFERENCE = re.compile(
    r"(?P<name>.+?)(?:@(?P<date>\d{4}(?:-\d{2}){0,2}))?(?::(?P<options>\w+=[^:]*))?"
)
#: A file is given by its exact path; what follows the path is read leniently as usual.
_FILE = re.compile(r"\s*(.*?\.toml)\s*((?:[@:＠：].*)?)", re.DOTALL)

#: No path is longer; without a limit, endless blanks would take minutes to read.
_LONGEST = 4096


class Reference(NamedTuple):
    """The parts of a reference, as `ruleset.load` takes them."""

    name: str
    date: Optional[str]
    options: str


@lru_cache(maxsize=256)
def parts(reference: str) -> Reference:
    """The name, the date and the options, whatever the spacing and the width of the letters.

    Raises `RuleSetError` if there is no name, or a date in another format.

    >>> parts(" Ｆｉｄｅ @ 2025 : list = rapid")
    Reference(name='Fide', date='2025', options='list=rapid')
    """
    if len(reference) > _LONGEST:
        raise make_error(RuleSetError, "named_long", found=shown(reference))
    file = _FILE.fullmatch(reference)
    path, rest = (file[1], file[2]) if file else ("", reference)
    rest = re.sub(r"\s*([@:=,])\s*", r"\1", normalize("NFKC", rest).strip())
    match = _REFERENCE.fullmatch(path + rest)
    if match and "@" in match["name"] and not match["name"].endswith(".toml"):
        raise make_error(RuleSetError, "named_date_unread", found=shown(reference))
    if not match:
        raise make_error(RuleSetError, "named_nothing")
    return Reference(match["name"], match["date"], match["options"] or "")


class InCell(str):
    """Rules named in a workbook's cell; `where` is that cell, for error messages."""

    where: str


class NotOpened(InCell):
    """Rules in a file that only a workbook names, not the user: `load` does not open it."""


def named_in(workbook: Path, reference: str, where: str) -> str:
    """The rules named in a workbook's cell; a file only if it lies next to the workbook.

    Any other file, even on a network, would be opened just because a cell says so.
    This is decided by the paths alone, because touching the file may be the attack.

    >>> type(named_in(Path("/clubs/a.xlsx"), "/clubs/own.toml", "")).__name__
    'InCell'
    >>> type(named_in(Path("/clubs/a.xlsx"), "/clubs/../own.toml", "")).__name__
    'NotOpened'
    """
    beside = _beside(workbook, reference)
    found = InCell(beside) if beside is not None else NotOpened(reference)
    found.where = where
    return found


def _beside(workbook: Path, reference: str) -> Optional[str]:
    """The reference as `load` takes it; None for a file that is not next to the workbook."""
    try:
        name = parts(reference).name
    except RuleSetError:
        return reference
    if not name.endswith(".toml"):
        return reference
    folder, base = os.path.split(name)
    own = {os.path.normpath(workbook.parent.absolute()), os.path.realpath(workbook.parent)}
    # Whichever path separator the name's machine uses.
    if os.sep == "\\" or "\\" not in name:
        if os.path.normpath(folder) == ".":
            return reference.replace(name, str(workbook.parent / base))
        if os.path.normcase(os.path.normpath(folder)) in map(os.path.normcase, own):
            return reference
    return None


def is_file_named(reference: str) -> bool:
    """Whether a reference names a file rather than one of the package's rule sets.

    >>> is_file_named("own.toml@2026-01-01"), is_file_named("fide")
    (True, False)
    """
    return _FILE.fullmatch(reference) is not None


def plain(name: str) -> str:
    """The name of a rule set in the form used for comparison.

    >>> plain("China Pro") == plain("china-pro"), plain("Ｄ W Z")
    (True, 'dwz')
    """
    return normalize("NFKC", name).casefold().translate(_IGNORED)


_IGNORED = dict.fromkeys(map(ord, IGNORED + "\t\r\n"))


def folded(word: str) -> str:
    """An option or a choice in the form used for comparison: 1.5 is not 15.

    >>> folded("Full Score"), folded("1.5")
    ('fullscore', '1.5')
    """
    return "".join(word.split()).casefold()


def without_folder(reference: str) -> str:
    """A reference as shown to people: a file's name without its folder.

    >>> without_folder("/clubs/own.toml@2026-01-01"), without_folder("fide:list=rapid")
    ('own.toml@2026-01-01', 'fide:list=rapid')
    """
    file = _FILE.fullmatch(reference)
    return re.split(r"[\\/]", file[1])[-1] + file[2] if file else reference


def moment_of(text: str, path: Path) -> date:
    """The day that a reference to a file pins; for a month or a year, its last day.

    >>> moment_of("2024-02", Path("fide.toml"))
    datetime.date(2024, 2, 29)
    """
    numbers = [int(part) for part in text.split("-")]
    try:
        if len(numbers) == 3:
            return date(*numbers)
        year, month = [*numbers, 12][:2]
        return date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
    except (ValueError, OverflowError):
        raise make_error(RuleSetError, "word_no_date", path.stem, found=text) from None
