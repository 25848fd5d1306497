"""A list's provenance, stored in it: what it was made from, by which rules and decisions.

It is stored along with the events that a list counts: on the sheet *Made from* of a workbook, under
``made`` in the file next to a CSV. `ledger_files.read_ledger` reads both::

    made = read_ledger("next.xlsx").made
    made.base.file, made.base.day, made.rules, made.day, made.contents.digest
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256

from ..engine.errors import ArgumentError
from ..engine.problem import make_error
from ..engine.public import __version__
from ..engine.vocabulary.dates import day_of
from ..engine.vocabulary.letters import letters
from .contents import ListFingerprint

#: The officer's decisions, by their names in an order.
CHOICES = ("round_robin", "swiss", "new_event", "rapid", "blitz", "keep")

#: The contents, in order; several values take a line each.
KEYS = (
    "version", "rules", "asked", "day", "language", "base", "earlier", *CHOICES,
    "correction", "missing", "contents", "column", "lines", "seal",
)  # fmt: skip

#: The maximum number of characters in a cell.
_LINE = 30_000

_SOURCE = re.compile(r"([0-9a-f]{64}) (\d{4}-\d\d-\d\d|-) (.+)")
_COLUMN = re.compile(r"(\w+) ([0-9a-f]{8})")
_LINES = re.compile(r"(?:[0-9a-f]{8})*")

Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Source:
    """A table that a list was made from: its file, its date if it has one, its contents."""

    file: str
    day: date | None
    digest: str

    def __str__(self) -> str:
        """The form stored in a file."""
        return f"{self.digest} {self.day or '-'} {self.file}"


@dataclass(frozen=True)
class Provenance:
    """A list's provenance.

    `rules` are those in force with their edition, `asked` as named; `base` is the previous
    list, None for a first one, `earlier` are those whose ratings counted for
    late events. Then the officer's decisions: events that are a round robin, a Swiss, separate
    events, `rapid` or `blitz`; the columns to `keep`; `corrections`, the ledger's
    entries as `IdentityEntry` texts, including those of earlier lists. `missing`
    is what a preview could not read. `contents` is filled in when the list is written.
    """

    rules: str
    asked: str
    day: date | None = None
    base: Source | None = None
    language: str = "en"
    version: str = __version__
    earlier: tuple[Source, ...] = ()
    round_robin: tuple[str, ...] = ()
    swiss: tuple[str, ...] = ()
    new_event: tuple[str, ...] = ()
    rapid: tuple[str, ...] = ()
    blitz: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    corrections: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    contents: ListFingerprint = ListFingerprint("", {}, "")

    def pairs(self) -> Pairs:
        """Everything as pairs of key and text, in order; the last one is the seal."""
        lines = self.contents.lines
        found = [
            ("version", self.version), ("rules", self.rules), ("asked", self.asked),
            ("day", str(self.day or "")), ("language", self.language),
            ("base", str(self.base or "")),
            *(("earlier", str(one)) for one in self.earlier),
            *((name, one) for name in CHOICES for one in getattr(self, name)),
            *(("correction", one) for one in self.corrections),
            *(("missing", one) for one in self.missing),
            ("contents", self.contents.digest),
            *(("column", f"{part} {digest}") for part, digest in self.contents.columns.items()),
            *(("lines", lines[at : at + _LINE]) for at in range(0, len(lines), _LINE)),
        ]  # fmt: skip
        kept = [(key, letters(text)) for key, text in found if text]
        return [*kept, ("seal", _seal(kept))]

    def with_contents(self, contents: ListFingerprint) -> Provenance:
        """This provenance for a list with these contents."""
        return replace(self, contents=contents)


def read_pairs(pairs: Iterable[tuple[str, str]]) -> Provenance:
    """The inverse of `Provenance.pairs`.

    Raises `ArgumentError` if it was changed.

    >>> made = Provenance("fide@2025-10-01", "fide", date(2025, 12, 1), swiss=("a.csv", "b.csv"))
    >>> read_pairs(made.pairs()) == made
    True
    """
    kept = list(pairs)
    if not kept or kept[-1] != ("seal", _seal(kept[:-1])):
        raise make_error(ArgumentError, "seal_changed")
    several: dict[str, list[str]] = {key: [] for key in KEYS}
    for key, text in kept[:-1]:
        if key not in several:
            raise make_error(ArgumentError, "seal_newer", found=repr(key[:40]))
        several[key].append(text)
    one = {key: next(iter(texts), "") for key, texts in several.items()}
    columns = [_matched(_COLUMN, text) for text in several["column"]]
    lines = _matched(_LINES, "".join(several["lines"]))[0]
    return Provenance(
        rules=one["rules"],
        asked=one["asked"],
        day=day_of(one["day"]),
        base=_source(one["base"]) if one["base"] else None,
        language=one["language"],
        version=one["version"],
        earlier=tuple(map(_source, several["earlier"])),
        **{name: tuple(several[name]) for name in CHOICES},
        corrections=tuple(several["correction"]),
        missing=tuple(several["missing"]),
        contents=ListFingerprint(
            one["contents"],
            {found[1]: found[2] for found in columns},
            lines,
        ),
    )


def _seal(pairs: Pairs) -> str:
    text = "\n".join(f"{key}\t{value}" for key, value in pairs)
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def _source(text: str) -> Source:
    found = _matched(_SOURCE, text)
    return Source(found[3], day_of(found[2].removeprefix("-")), found[1])


def _matched(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if not found:
        raise not_ours(text)
    return found


def not_ours(text: str) -> ArgumentError:
    """The error of a text in a list's own data that xlrating never writes; its beginning is quoted.

    >>> str(not_ours("autumn " * 9))
    "'autumn autumn autumn autumn autumn autum' was not written by xlrating"
    """
    return make_error(ArgumentError, "seal_other", found=repr(text[:40]))
