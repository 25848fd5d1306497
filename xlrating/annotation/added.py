"""The sheets added after the user's own: all ratings, and how each was calculated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import chain, groupby, islice, zip_longest
from types import MappingProxyType
from typing import NamedTuple

from ..engine.aligned import width
from ..engine.columns import GAME_BY_KEY, ReportColumn, cells_of, columns_of
from ..engine.lines import Line
from ..engine.report import Report
from ..engine.sentences import sentences
from ..engine.texts import PLACES, number, say, sheet_name
from .cell_xml import Value
from .packed import PackedPart
from .words import WORDS

#: The maximum length of a sheet's name.
_NAME = 31
#: The keys of the columns of a game.
_GAME = ("round", "opponent", "colour", "result", "opponent_rating", "difference", "expected",
         "score", "gain", "k", "change", "note")  # fmt: skip
_WIDEST = 60
#: How many rows determine the column widths.
LOOKED_AT = 200
#: The number formats on the new sheets, by kind of value.
FORMATS = {
    "gain": "+0.00##;-0.00##;0.00", "signed": "+General;-General;General",
    "share": "0.00##", "score": "0.0", "long": f"0.{PLACES * '0'}",
}  # fmt: skip

#: The kinds of values that are texts: indented, to keep them apart from a number on their left.
TEXTS = frozenset(("id", "text", "player", "side", "result", "note"))


def shown_as(kind: str, value: Value) -> str:
    """The kind whose format shows a value; a value with many decimals is shown with four.

    >>> shown_as("k", Decimal("27.586206897")), shown_as("k", Decimal(20))
    ('long', 'k')
    """
    is_long = isinstance(value, Decimal) and len(str(value).partition(".")[2]) > PLACES
    return "long" if is_long and kind not in FORMATS else kind


#: The values of all cells of a row; '' means an empty cell.
Row = Sequence[Value]


class Heading(NamedTuple):
    """The heading of a column on a new sheet, and its kind of values, which decides the format."""

    text: str
    kind: str = "text"


#: The headings of a new sheet, and its rows.
Content = tuple[Sequence[Heading], Iterable[Row]]


class AddedCell(NamedTuple):
    """A cell of a new sheet: its value, and its formula if any."""

    value: Value
    formula: str = ""


class NewSheet(NamedTuple):
    """A sheet added after the user's own: its headings and rows of values, or its cells by place.

    The rows can be iterated only once, as there may be very many. Or they are `packed` already.
    """

    name: str
    headings: Sequence[Heading]
    rows: Iterable[Row]
    others: Mapping[tuple[int, int], AddedCell] = MappingProxyType({})
    packed: PackedPart | None = None

    def begun(self) -> tuple[list[Row], NewSheet]:
        """Its first `LOOKED_AT` rows, and the sheet with all of its rows."""
        rest = iter(self.rows)
        first = list(islice(rest, LOOKED_AT))
        return first, self._replace(rows=chain(first, rest))


def widths_of(headings: Sequence[Heading], rows: Sequence[Row]) -> list[int]:
    """The widths of columns, measured on the contents of these rows as the reader sees them."""
    columns = zip(*([one.text for one in headings], *rows), strict=True)
    return [min(_WIDEST, 2 + max(width(number(one or "")) for one in column))
            for column in columns]  # fmt: skip


#: A player's line, with its report and the name of the report's event.
Told = tuple[str, Report, Line]


def sheets_of(
    reports: Sequence[Report],
    titles: Sequence[str],
    language: str,
    names: Sequence[str],
    has_audit: bool | PackedPart = True,
) -> list[NewSheet]:
    """The sheets Ratings and Audit for these reports, with names new to the workbook.

    `titles` are the titles of the reports; they get a column of their own if there are several.
    """
    own = zip(titles if len(titles) > 1 else [""], reports, strict=True)
    lines = [(title, report, line) for title, report in own for line in report.lines]
    audited = audit(lines, language) if has_audit is True else has_audit or None
    return named_sheets(_ratings(lines, language), audited, language, names)


def named_sheets(
    ratings: Content, own_audit: Content | PackedPart | None, language: str, names: Sequence[str]
) -> list[NewSheet]:
    """The two sheets with these headings and rows; only the first if there is no audit."""
    found: list[NewSheet] = []
    for key, made in (("Ratings", ratings), ("Audit", own_audit)):
        name = free_name(sheet_name(language, key), [*names, *(one.name for one in found)])
        if isinstance(made, PackedPart):
            found.append(NewSheet(name, (), (), packed=made))
        elif made is not None:
            found.append(NewSheet(name, *made))
    return found


def free_name(name: str, names: Sequence[str]) -> str:
    """The name, or its first numbered variant that is not among these.

    >>> free_name("Audit", ["audit", "Ratings"])
    'Audit (2)'
    """
    taken = {one.casefold() for one in names}
    numbered = (f"{name[: _NAME - 5]} ({number})" for number in range(2, len(taken) + 3))
    return next(one for one in (name, *numbered) if one.casefold() not in taken)


def _ratings(lines: Sequence[Told], language: str) -> Content:
    rules = {id(report.rules): report.rules for _, report, _ in lines}
    keyed = {one.key: one for own in rules.values() for one in columns_of(own)}
    headings = [Heading(say(language, f"col_{key}"), one.kind) for key, one in keyed.items()]
    headings = [*_event(lines, language), *headings, Heading(WORDS.say(language, "rules"))]
    return headings, _rated(lines, list(keyed.values()), language)


def _rated(lines: Sequence[Told], columns: Sequence[ReportColumn], language: str) -> Iterator[Row]:
    for rules, told in groupby(lines, lambda one: one[1].rules):
        own, shown = list(told), rules.shown
        every = [line for _, _, line in own]
        made = (cells_of(one, rules, language)(every) for one in columns)
        for (title, _, line), values in zip(own, zip(*made, strict=True), strict=True):
            if not line.n:
                values = tuple(None if column.counted else value
                               for column, value in zip(columns, values, strict=True))  # fmt: skip
            yield [*_title(title), *values, shown]


def audit(lines: Sequence[Told], language: str) -> Content:
    """The games of each line, and next to them the steps of its calculation with their clauses."""
    kinds = {"no": "int", "name": "text", **{key: GAME_BY_KEY[key].kind for key in _GAME}}
    headings = [Heading(say(language, f"col_{key}"), kind) for key, kind in kinds.items()]
    headings += [Heading(say(language, "col_step")), Heading(WORDS.say(language, "value"), "k"),
                 Heading(say(language, "col_clause"))]  # fmt: skip
    return [*_event(lines, language), *headings], _audited(lines, language)


def _audited(lines: Sequence[Told], language: str) -> Iterator[Row]:
    columns = [GAME_BY_KEY[key] for key in _GAME]
    no_game: Row = (None,) * len(_GAME)
    no_step: Row = (None,) * 3
    for rules, group in groupby(lines, lambda one: one[1].rules):
        own = list(group)
        every = [game for _, _, line in own for game in line.games]
        games: Iterator[Row] = zip(
            *(cells_of(one, rules, language)(every) for one in columns), strict=True
        )
        for title, _, line in own:
            head: Row = (*_title(title), line.player.no, line.player.name)
            steps = sentences(line, language, rules)
            for game, step in zip_longest(islice(games, len(line.games)), steps):
                yield (*head, *(game or no_game), *(step or no_step))


def _title(title: str) -> list[str]:
    return [title] if title else []


def _event(lines: Sequence[Told], language: str) -> list[Heading]:
    """The heading of the events' column, if there are several."""
    return [Heading(WORDS.say(language, "event"))] if lines and lines[0][0] else []


def comment_of(lines: Iterable[tuple[Report, Line]], language: str) -> str:
    """The steps of a player's calculations with their clauses, one line each; '' if there are none.

    Of several calculations, each begins with the name of its event.
    """
    found: list[str] = []
    own = list(lines)
    for report, line in own:
        found += [title_of(report)] if len(own) > 1 else []
        found += [f"{one.text} ({one.clause})" if one.clause else one.text
                  for one in sentences(line, language, report.rules)]  # fmt: skip
    return "\n".join(found)


def title_of(report: Report) -> str:
    """The events of a report, by name or place."""
    return "; ".join(filter(None, (event.name or event.where for event in report.events)))
