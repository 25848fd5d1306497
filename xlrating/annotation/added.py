"""The sheets that are put behind theirs: all ratings, and how each was calculated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import chain, islice, zip_longest
from types import MappingProxyType
from typing import NamedTuple

from ..engine.aligned import width
from ..engine.columns import GAME_BY_KEY, cell, columns_of
from ..engine.lines import Line
from ..engine.report import Report
from ..engine.sentences import sentences
from ..engine.texts import say, sheet_name
from .words import WORDS

#: A sheet's name has no more letters.
_NAME = 31
#: The columns of a game, and of a step.
_GAME = ("round", "opponent", "colour", "result", "opponent_rating", "difference", "expected",
         "score", "gain", "k", "change", "note")  # fmt: skip
_WIDEST = 60
#: So many rows say how wide the columns are.
_LOOKED_AT = 200
#: The formats of numbers on the new sheets, by kinds.
FORMATS = {
    "gain": "+0.00##;-0.00##;0.00", "signed": "+General;-General;General",
    "share": "0.00##", "score": "0.0",
}  # fmt: skip

#: The headings of a new sheet, and its rows.
Content = tuple[Sequence[str], Iterable[Sequence["Shown"]]]
Value = Decimal | int | str | None


class Shown(NamedTuple):
    """A value of a new sheet, the kind of it, which says how it looks, and its formula if any."""

    value: Value
    kind: str = "text"
    formula: str = ""


_NOTHING = Shown(None)


class NewSheet(NamedTuple):
    """A sheet that is put behind theirs: its headings and rows of values, or its cells by place.

    The rows are gone through once: there may be very many.
    """

    name: str
    headings: Sequence[str]
    rows: Iterable[Sequence[Shown]]
    others: Mapping[tuple[int, int], Shown] = MappingProxyType({})

    def begun(self) -> tuple[list[Sequence[Shown]], NewSheet]:
        """Its first rows, and the sheet with all of them."""
        rest = iter(self.rows)
        first = list(islice(rest, _LOOKED_AT))
        return first, self._replace(rows=chain(first, rest))


def widths_of(headings: Sequence[str], rows: Sequence[Sequence[Shown]]) -> list[int]:
    """The widths of columns, after what stands in these rows."""
    columns = zip(*([Shown(one) for one in headings], *rows), strict=True)
    return [min(_WIDEST, 2 + max(width(str(one.value or "")) for one in column))
            for column in columns]  # fmt: skip


#: The line of a player, with the report that it is of and what the event of that is called.
Told = tuple[str, Report, Line]


def sheets_of(
    reports: Sequence[Report],
    titles: Sequence[str],
    language: str,
    names: Sequence[str],
    has_audit: bool = True,
) -> list[NewSheet]:
    """The sheets Ratings and Audit of these reports, under names that the workbook has not yet.

    `titles` are those of the reports, which stand in a column where there are several.
    """
    own = zip(titles if len(titles) > 1 else [""], reports, strict=True)
    lines = [(title, report, line) for title, report in own for line in report.lines]
    audited = audit(lines, language) if has_audit else None
    return named_sheets(_ratings(lines, language), audited, language, names)


def named_sheets(
    ratings: Content, own_audit: Content | None, language: str, names: Sequence[str]
) -> list[NewSheet]:
    """The two sheets with these headings and rows; the first one alone where there is no audit."""
    found: list[NewSheet] = []
    for key, made in (("Ratings", ratings), ("Audit", own_audit)):
        if made is not None:
            name = free_name(sheet_name(language, key), [*names, *(one.name for one in found)])
            found.append(NewSheet(name, *made))
    return found


def free_name(name: str, names: Sequence[str]) -> str:
    """The name, or the first one like it that none of these is.

    >>> free_name("Audit", ["audit", "Ratings"])
    'Audit (2)'
    """
    taken = {one.casefold() for one in names}
    numbered = (f"{name[: _NAME - 5]} ({number})" for number in range(2, len(taken) + 3))
    return next(one for one in (name, *numbered) if one.casefold() not in taken)


def _ratings(lines: Sequence[Told], language: str) -> Content:
    keyed = {one.key: one for _, report, _ in lines for one in columns_of(report.rules)}
    rows: list[Sequence[Shown]] = []
    for title, report, line in lines:
        own = [
            _shown(cell(one, one.shown(line), report.rules, language), one.kind)
            for one in keyed.values()
        ]
        rows.append([*_title(title), *own, Shown(report.rules.shown)])
    headings = [say(language, f"col_{key}") for key in keyed]
    return [*_event(lines, language), *headings, WORDS.say(language, "rules")], rows


def audit(lines: Sequence[Told], language: str) -> Content:
    """The games of each line, and next to them the steps of its calculation with their clauses."""
    headings = [say(language, f"col_{key}") for key in ("no", "name", *_GAME, "step")]
    headings += [WORDS.say(language, "value"), say(language, "col_clause")]
    return [*_event(lines, language), *headings], _audited(lines, language)


def _audited(lines: Sequence[Told], language: str) -> Iterator[Sequence[Shown]]:
    columns = [GAME_BY_KEY[key] for key in _GAME]
    no_game, no_step = [_NOTHING] * len(columns), [_NOTHING] * 3
    for title, report, line in lines:
        rules = report.rules
        head = [*_title(title), Shown(line.player.no, "int"), Shown(line.player.name)]
        games = [
            [_shown(cell(one, one.value(game), rules, language), one.kind) for one in columns]
            for game in line.games
        ]
        steps = [
            [Shown(one.text), _shown(one.value, "number"), Shown(one.clause or None)]
            for one in sentences(line, language, rules)
        ]
        for game, step in zip_longest(games, steps):
            yield [*head, *(game or no_game), *(step or no_step)]


def _title(title: str) -> list[Shown]:
    return [Shown(title)] if title else []


def _event(lines: Sequence[Told], language: str) -> list[str]:
    """The heading over the events, where they are told apart."""
    return [WORDS.say(language, "event")] if lines and lines[0][0] else []


def _shown(value: object, kind: str) -> Shown:
    if value is None:
        return _NOTHING
    if isinstance(value, (Decimal, int)):
        return Shown(value, kind)
    return Shown(str(value))


def comment_of(lines: Iterable[tuple[Report, Line]], language: str) -> str:
    """The steps of a player's calculations with their clauses, a line for each; '' for none.

    Of several calculations each says first of which event it is.
    """
    found: list[str] = []
    own = list(lines)
    for report, line in own:
        found += [title_of(report)] if len(own) > 1 else []
        found += [f"{one.text} ({one.clause})" if one.clause else one.text
                  for one in sentences(line, language, report.rules)]  # fmt: skip
    return "\n".join(found)


def title_of(report: Report) -> str:
    """The events of a report, by their names or where they are."""
    return "; ".join(filter(None, (event.name or event.where for event in report.events)))


def rows_of(sheet: NewSheet) -> Iterator[tuple[int, Iterable[tuple[int, Shown]]]]:
    """The rows of a new sheet by their numbers from 0, and their cells by columns."""
    if sheet.headings:
        headed = [Shown(one, "heading") for one in sheet.headings]
        for row, values in enumerate(chain([headed], sheet.rows)):
            yield row, ((col, one) for col, one in enumerate(values) if one.value is not None)
    by_row: dict[int, dict[int, Shown]] = {}
    for (row, col), one in sheet.others.items():
        by_row.setdefault(row, {})[col] = one
    for row, cells in sorted(by_row.items()):
        yield row, sorted(cells.items())
