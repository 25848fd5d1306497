"""The lines above a crosstable about the event: ``Date : 2025/04/30``, in any language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from ...engine.errors import ArgumentError, RatingError
from ...engine.event import Event
from ...engine.problem import make_error
from ...engine.vocabulary.booleans import MARK
from ...engine.vocabulary.formats import format_in
from ...engine.vocabulary.pace import read_pace
from ...engine.vocabulary.spans import days_in
from ..grid import Cells, Grid, shown
from ..time_controls import read_time
from .words import plain, words

_SITE = "chess-results"
#: A label and its value in one cell; a time such as 18:17 is none.
_SIGN = re.compile(r"\s+[:：]\s+|[:：](?=\s)")
#: The same without a blank, as in Chinese, for known labels only.
_CLOSE_SIGN = re.compile(r"[:：]")


class LabelLine(NamedTuple):
    """One line: the part of the event, its text, its place, and its row if it has one."""

    part: str
    text: str
    where: str
    row: int = -1


@lru_cache(maxsize=1)
def _labels() -> tuple[tuple[str, str, bool], ...]:
    return tuple(
        (plain(text).rstrip("*"), part, text.endswith("*"))
        for part, of in words()["above"].items()
        for text in of
    )


def label_of(text: object) -> str:
    """Which part of the event the label of a line above a table names; '' for none.

    >>> label_of("Time control (Rapid)"), label_of("Datum"), label_of("Sponsor")
    ('time', 'date', '')
    """
    shown = plain(text)
    return next(
        (part for word, part, is_start in _labels()
         if shown == word or (is_start and shown.startswith(word))), "",
    )  # fmt: skip


def is_from_site(grid: Grid) -> bool:
    """Whether a table states above or below itself that it comes from chess-results."""
    if grid.site:
        return True
    rows = (*grid.above, *grid.rows[:60], *grid.rows[-10:])
    return any(_SITE in str(cell).lower() for row in rows for cell in row[:2])


def said_above(grid: Grid, head: int) -> list[LabelLine]:
    """The facts about the event above the headings; its name is the line before all others."""
    found = [LabelLine("name", grid.title, grid.name)] if grid.title else []
    for row in grid.above:
        found += _of_row(row, grid.name, bool(grid.title))
    for at, row in enumerate(grid.rows[:head]):
        first = next((col for col, cell in enumerate(row) if shown(cell)), 0)
        of_row = _of_row(row, grid.at(at, first, ""), bool(grid.title))
        found += [one._replace(row=at) for one in of_row]
    return found


def _of_row(row: Cells, where: str, has_title: bool) -> Iterator[LabelLine]:
    texts = [text for text in map(shown, row) if text]
    if not texts:
        return
    close = _CLOSE_SIGN.split(texts[0], maxsplit=1)
    is_known = len(close) > 1 and label_of(close[0])
    label, *rest = (close if is_known else _SIGN.split(texts[0], maxsplit=1)) + texts[1:2]
    if rest and (part := label_of(label)):
        yield LabelLine(part, rest[0].strip(), where)
    elif len(texts) == 1 and not rest and _SITE not in texts[0].lower() and not has_title:
        yield LabelLine("name", texts[0], where)


def with_said(event: Event, said: Sequence[LabelLine]) -> tuple[Event, list[LabelLine]]:
    """The event with the facts from the lines, and the lines from which something was used.

    Raises `ArgumentError` with the place for an unreadable or ambiguous date, which decides
    the rules in force, and for fewer rounds than the table has.
    """
    first: dict[str, LabelLine] = {}
    for one in said:
        first.setdefault(one.part, one)
    texts = {part: one.text for part, one in first.items()}
    found: dict[str, object] = {}
    if texts.get("name") and not event.name:
        found["name"] = texts["name"]
    if texts.get("location") and not event.place:
        found["location"] = texts["location"]
    if format_ := format_in(texts.get("format", "")):
        found["format"] = format_
    if "date" in first:
        try:
            days = days_in(texts["date"])
        except RatingError as error:
            raise error.at(first["date"].where) from None
        if days != (None, None):
            found["date"] = days
    if printed := re.fullmatch(r"\d{1,3}", texts.get("rounds", "")):
        found["rounds"] = int(printed[0])
        if int(printed[0]) < event.table_rounds:
            words = {"found": printed[0], "least": str(event.table_rounds)}
            raise make_error(ArgumentError, "read_few_rounds", first["rounds"].where, **words)
    if (time := read_time(texts.get("time", ""))) is not None:
        found["time"] = time
    of_pace = first.get("pace") or first.get("time")
    if pace := _pace_in(of_pace):
        found["pace"] = pace
    found |= {part: texts[part] for part in ("arbiter", "approved") if texts.get(part)}
    used = [one for part, one in first.items() if part in found or (pace and one is of_pace)]
    return _filled(event, found), used


def _pace_in(said: LabelLine | None) -> str:
    """The pace stated in a line, even instead of minutes; '' if there is none.

    Raises `ArgumentError` with the place for a word that is no pace, because it decides the list.
    """
    try:
        return read_pace(said.text) if said is not None else ""
    except ArgumentError as error:
        if said is None or said.part == "time":
            return ""
        raise error.at(said.where) from None


def _filled(event: Event, found: Mapping[str, Any]) -> Event:
    facts: dict[str, object] = dict(event.facts)
    if "time" in found:
        facts["minutes"], facts["increment"] = found["time"]
    if "arbiter" in found:
        facts["chief_arbiter"] = found["arbiter"]
    if "approved" in found:
        facts["approved"] = MARK
    start, end = found.get("date", (event.start, event.end))
    return replace(
        event,
        name=found.get("name", event.name),
        place=found.get("location", event.place),
        format=found.get("format", event.format),
        says_format="format" in found or event.says_format,
        rounds=found.get("rounds", event.rounds),
        start=start,
        end=end,
        pace=found.get("pace", event.pace),
        facts=facts,
    )
