"""What the lines above a crosstable say of the event: ``Date : 2025/04/30``, in any language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from ...engine.errors import RatingError
from ...engine.event import Event
from ...engine.words.dates import printed_date
from ...engine.words.formats import format_in
from ...engine.words.marks import MARK
from ..time_controls import read_time
from .grid import Cells, Grid, shown
from .words import label_of, plain, words

_SITE = "chess-results"
#: A label and what it says, in one cell; a time such as 18:17 has none.
_SIGN = re.compile(r"\s+[:：]\s+|[:：](?=\s)")


class Said(NamedTuple):
    """One line: which part of the event it says, the text, and its place."""

    part: str
    text: str
    where: str


def is_from_site(grid: Grid) -> bool:
    """Whether a table says above or below itself that it comes from chess-results."""
    rows = (*grid.above, *grid.rows[:60], *grid.rows[-10:])
    return any(_SITE in str(cell).lower() for row in rows for cell in row[:2])


def said_above(grid: Grid, head: int) -> list[Said]:
    """What is said of the event above the headings; its name stands alone, before all others."""
    found = [Said("name", grid.title, grid.name)] if grid.title else []
    for row in grid.above:
        found += _of_row(row, grid.name, bool(grid.title))
    for at, row in enumerate(grid.rows[:head]):
        found += _of_row(row, grid.at(at, 0, ""), bool(grid.title))
    return found


def _of_row(row: Cells, where: str, has_title: bool) -> Iterator[Said]:
    texts = [text for text in map(shown, row) if text]
    if not texts:
        return
    label, *rest = _SIGN.split(texts[0], maxsplit=1) + texts[1:2]
    if rest and (part := label_of(label)):
        yield Said(part, rest[0].strip(), where)
    elif len(texts) == 1 and not rest and _SITE not in texts[0].lower() and not has_title:
        yield Said("name", texts[0], where)


def with_said(event: Event, said: list[Said]) -> Event:
    """The event with what the lines say and nothing else has said.

    Raises `ArgumentError` with the place for a date that cannot be read or may be two: it picks
    the rules in force.
    """
    first: dict[str, Said] = {}
    for one in said:
        first.setdefault(one.part, one)
    texts = {part: one.text for part, one in first.items()}
    format_ = format_in(texts.get("format", "")) if not event.says_format else ""
    start, end = event.start, event.end
    if "date" in first and start is None and end is None:
        try:
            start, end = days_in(texts["date"])
        except RatingError as error:
            raise error.at(first["date"].where) from None
    printed = re.fullmatch(r"\d{1,3}", texts.get("rounds", ""))
    facts: dict[str, object] = dict(event.facts)
    if (time := read_time(texts.get("time", ""))) is not None:
        facts.setdefault("minutes", time[0])
        facts.setdefault("increment", time[1])
    if texts.get("arbiter"):
        facts.setdefault("chief_arbiter", texts["arbiter"])
    if texts.get("approved"):
        facts.setdefault("approved", MARK)
    return replace(
        event,
        name=event.name or texts.get("name", ""),
        place=event.place or texts.get("location", ""),
        format=format_ or event.format,
        says_format=event.says_format or bool(format_),
        rounds=max(event.rounds, int(printed[0]) if printed else 0),
        start=start,
        end=end,
        facts=facts,
    )


def days_in(text: str) -> tuple[date | None, date | None]:
    """The first day and the last: ``2025/04/30``, or ``2025/05/02 to 2025/05/04``.

    Raises `ArgumentError` for figures that are no date or may be two.

    >>> days_in("02.05.2025 bis 04.05.2025")[1]
    datetime.date(2025, 5, 4)
    """
    # One blank for many: each of them would be looked at as the first.
    plain_text = " ".join(text.split())
    between = "|".join(map(re.escape, map(plain, words()["above"]["until"])))
    texts = re.split(f" (?:{between}) ", plain_text, flags=re.IGNORECASE)
    pairs = zip(texts, reversed(texts), strict=True)
    first, *last = (printed_date(one, beside=other) for one, other in pairs)
    return first, last[-1] if last else first
