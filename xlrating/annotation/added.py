"""The sheets that are put behind theirs: all ratings, and how each was calculated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from ..engine.aligned import width
from ..engine.columns import GAME_BY_KEY, cell, columns_of
from ..engine.report import Report
from ..engine.rules.ruleset import RuleSet
from ..engine.sentences import sentences
from ..engine.texts import say, sheet_name
from .words import WORDS

#: A sheet's name has no more letters.
_NAME = 31
#: The columns of a game, and of a step.
_GAME = ("round", "opponent", "colour", "result", "opponent_rating", "difference", "expected",
         "score", "gain", "k", "change", "note")  # fmt: skip
_WIDEST = 60
#: The formats of numbers on the new sheets, by kinds.
FORMATS = {
    "gain": "+0.00##;-0.00##;0.00", "signed": "+General;-General;General",
    "share": "0.00##", "score": "0.0",
}  # fmt: skip

Value = Decimal | int | str | None


class Shown(NamedTuple):
    """A value of a new sheet, and the kind of it, which says how it looks."""

    value: Value
    kind: str = "text"


class NewSheet(NamedTuple):
    """A sheet that is put behind theirs: its headings, and rows of values."""

    name: str
    headings: Sequence[str]
    rows: Sequence[Sequence[Shown]]

    @property
    def widths(self) -> list[int]:
        """The widths of the columns, after what stands in them."""
        columns = zip(*([Shown(one) for one in self.headings], *self.rows), strict=True)
        return [min(_WIDEST, 2 + max(width(str(one.value or "")) for one in column))
                for column in columns]  # fmt: skip


def sheets_of(
    reports: Sequence[Report], titles: Sequence[str], language: str, names: Sequence[str]
) -> list[NewSheet]:
    """The sheets Ratings and Audit of these reports, under names that the workbook has not yet.

    `titles` are those of the reports, which stand in a column where there are several.
    """
    found: list[NewSheet] = []
    for key, made in (("Ratings", _ratings), ("Audit", _audit)):
        headings, rows = made(reports, titles, language)
        name = free_name(sheet_name(language, key), [*names, *(one.name for one in found)])
        found.append(NewSheet(name, headings, rows))
    return found


def free_name(name: str, names: Sequence[str]) -> str:
    """The name, or the first one like it that none of these is.

    >>> free_name("Audit", ["audit", "Ratings"])
    'Audit (2)'
    """
    taken = {one.casefold() for one in names}
    numbered = (f"{name[: _NAME - 5]} ({number})" for number in range(2, len(taken) + 3))
    return next(one for one in (name, *numbered) if one.casefold() not in taken)


def _titled(
    titles: Sequence[str], number: int, rules: RuleSet
) -> tuple[Sequence[Shown], Sequence[Shown]]:
    """What stands before and behind a row: the event where there are several, and the rules."""
    before = [Shown(titles[number])] if len(titles) > 1 else []
    return before, [Shown(rules.shown)]


def _ratings(
    reports: Sequence[Report], titles: Sequence[str], language: str
) -> tuple[list[str], list[list[Shown]]]:
    keyed = {one.key: one for report in reports for one in columns_of(report.rules)}
    columns = list(keyed.values())
    rows = []
    for number, report in enumerate(reports):
        before, behind = _titled(titles, number, report.rules)
        for line in report.lines:
            own = (_shown(cell(one, one.shown(line), report.rules, language), one.kind)
                   for one in columns)  # fmt: skip
            rows.append([*before, *own, *behind])
    event = [WORDS.say(language, "event")] if len(titles) > 1 else []
    headings = [say(language, f"col_{one.key}") for one in columns]
    return [*event, *headings, WORDS.say(language, "rules")], rows


def _audit(
    reports: Sequence[Report], titles: Sequence[str], language: str
) -> tuple[list[str], list[list[Shown]]]:
    columns = [GAME_BY_KEY[key] for key in _GAME]
    rows: list[list[Shown]] = []
    for number, report in enumerate(reports):
        before, behind = _titled(titles, number, report.rules)
        for line in report.lines:
            who = [Shown(line.player.no, "int"), Shown(line.player.name)]
            for game in line.games:
                own = [_shown(cell(one, one.value(game), report.rules, language), one.kind)
                       for one in columns]  # fmt: skip
                rows.append([*before, *who, *own, *[Shown(None)] * 3, *behind])
            for one in sentences(line, language, report.rules):
                own = [Shown(one.text), _shown(one.value, "number"), Shown(one.clause or None)]
                rows.append([*before, *who, *[Shown(None)] * len(columns), *own, *behind])
    event = [WORDS.say(language, "event")] if len(titles) > 1 else []
    headings = [say(language, f"col_{key}") for key in ("no", "name", *_GAME, "step")]
    headings += [WORDS.say(language, "value"), say(language, "col_clause")]
    return [*event, *headings, WORDS.say(language, "rules")], rows


def _shown(value: object, kind: str) -> Shown:
    if value is None or isinstance(value, (Decimal, int)):
        return Shown(value, kind)
    return Shown(str(value))


def cells_of(sheet: NewSheet) -> Iterator[tuple[tuple[int, int], Shown]]:
    """The cells of a new sheet with anything in them, by row and column from 0."""
    for row, values in enumerate([[Shown(one, "heading") for one in sheet.headings], *sheet.rows]):
        for col, one in enumerate(values):
            if one.value is not None:
                yield (row, col), one
