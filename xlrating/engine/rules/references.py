"""How a rule set is named, ``id@date:option=choice,...``, and how people type that."""

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

#: What makes no difference in a name, besides letters being large or of full width.
IGNORED = " -_.,;'\"()«»“”‘’–—−、·"

_REFERENCE = re.compile(
    r"(?P<name>.+?)(?:@(?P<date>\d{4}(?:-\d{2}){0,2}))?(?::(?P<options>\w+=[^:]*))?"
)
#: A file is named by its path, letter for letter; what follows it is read as ever.
_FILE = re.compile(r"\s*(.*?\.toml)\s*((?:[@:＠：].*)?)", re.DOTALL)

#: No path is longer, and blanks without end would be read for minutes.
_LONGEST = 4096


class Reference(NamedTuple):
    """A reference in its parts, as `ruleset.load` takes them."""

    name: str
    date: Optional[str]
    options: str


@lru_cache(maxsize=256)
def parts(reference: str) -> Reference:
    """The name, the date and the options, whatever the blanks and the width of the letters.

    Raises `RuleSetError` when there is no name, or a date that is written otherwise.

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
    """Rules that a cell of a workbook names; `where` is the cell, for what is wrong with them."""

    where: str


class NotOpened(InCell):
    """Rules of a file that a workbook names and nobody has asked for: `load` opens none for it."""


def named_in(workbook: Path, reference: str, where: str) -> str:
    """The rules that a cell of a workbook names: a file only where it stands beside the workbook.

    Any other file, that of a network too, would be opened because somebody else wrote a cell.
    What stands beside is told by the names alone, for looking at a file may be what is wanted.

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
    """The reference as `load` takes it; None for a file that is not beside the workbook."""
    try:
        name = parts(reference).name
    except RuleSetError:
        return reference
    if not name.endswith(".toml"):
        return reference
    folder, base = os.path.split(name)
    own = {os.path.normpath(workbook.parent.absolute()), os.path.realpath(workbook.parent)}
    # Whatever parts folders on the machine that the name comes from.
    if os.sep == "\\" or "\\" not in name:
        if os.path.normpath(folder) == ".":
            return reference.replace(name, str(workbook.parent / base))
        if os.path.normcase(os.path.normpath(folder)) in map(os.path.normcase, own):
            return reference
    return None


def is_file_named(reference: str) -> bool:
    """Whether a reference names a file, and not one of the rule sets of the package.

    >>> is_file_named("own.toml@2026-01-01"), is_file_named("fide")
    (True, False)
    """
    return _FILE.fullmatch(reference) is not None


def plain(name: str) -> str:
    """The name of a rule set as it is compared.

    >>> plain("China Pro") == plain("china-pro"), plain("Ｄ W Z")
    (True, 'dwz')
    """
    return normalize("NFKC", name).casefold().translate(_IGNORED)


_IGNORED = dict.fromkeys(map(ord, IGNORED + "\t\r\n"))


def folded(word: str) -> str:
    """An option or a choice as it is compared: 1.5 is not 15.

    >>> folded("Full Score"), folded("1.5")
    ('fullscore', '1.5')
    """
    return "".join(word.split()).casefold()


def without_folder(reference: str) -> str:
    """A reference as people are shown it: of a file its name, not where it lies.

    >>> without_folder("/clubs/own.toml@2026-01-01"), without_folder("fide:list=rapid")
    ('own.toml@2026-01-01', 'fide:list=rapid')
    """
    file = _FILE.fullmatch(reference)
    return re.split(r"[\\/]", file[1])[-1] + file[2] if file else reference


def moment_of(text: str, path: Path) -> date:
    """The day that a reference to a file pins: a day, or the end of a month or a year.

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
