"""The sheets added after the user's own: all ratings, and how each was calculated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import chain, groupby, islice
from types import MappingProxyType
from typing import NamedTuple

from ..engine.aligned import width
from ..engine.columns import GAME_BY_KEY, ReportColumn, cells_of, columns_of
from ..engine.lines import GameLine, Line
from ..engine.report import Report
from ..engine.rules.ruleset import RuleSet
from ..engine.sentences import Sentence, sentences
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
#: How many players' rows are made at once.
_LINES = 200
#: What is in the columns of a player's games, and steps, below the last of them.
_NO_GAME, _NO_STEP = GameLine(*[None] * 15), Sentence("", None, "")  # type: ignore[arg-type]
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


#: Some rows of a sheet, by columns: each from top to bottom; '' means an empty cell.
Block = Sequence[Sequence[Value]]


class Heading(NamedTuple):
    """The heading of a column on a new sheet, and its kind of values, which decides the format."""

    text: str
    kind: str = "text"


#: The headings of a new sheet, and its rows.
Content = tuple[Sequence[Heading], Iterable[Block]]


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
    blocks: Iterable[Block]
    others: Mapping[tuple[int, int], AddedCell] = MappingProxyType({})
    packed: PackedPart | None = None

    def begun(self) -> tuple[list[int], NewSheet]:
        """The widths of its columns as its first rows need them, and the sheet with all rows."""
        rest, first = iter(self.blocks), list[Block]()
        while sum(len(block[0]) for block in first) < LOOKED_AT:
            if (block := next(rest, None)) is None:
                break
            first.append(block)
        widths = []
        for at, head in enumerate(self.headings):
            values = [value for block in first for value in block[at]][:LOOKED_AT]
            shown = (number(one or "") for one in (head.text, *values))
            widths.append(min(_WIDEST, 2 + max(map(width, shown))))
        return widths, self._replace(blocks=chain(first, rest))


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


def _rated(
    lines: Sequence[Told], columns: Sequence[ReportColumn], language: str
) -> Iterator[Block]:
    for rules, own in _in_blocks(lines):
        every = [line for _, _, line in own]
        made = [list(cells_of(one, rules, language)(every)) for one in columns]
        for row, line in enumerate(every):
            if not line.n:
                for column, values in zip(columns, made, strict=True):
                    values[row] = None if column.counted else values[row]
        yield [*_titles(own), *made, [rules.shown] * len(own)]


def audit(lines: Sequence[Told], language: str) -> Content:
    """The games of each line, and next to them the steps of its calculation with their clauses."""
    kinds = {"no": "int", "name": "text", **{key: GAME_BY_KEY[key].kind for key in _GAME}}
    headings = [Heading(say(language, f"col_{key}"), kind) for key, kind in kinds.items()]
    headings += [Heading(say(language, "col_step")), Heading(WORDS.say(language, "value"), "k"),
                 Heading(say(language, "col_clause"))]  # fmt: skip
    return [*_event(lines, language), *headings], _audited(lines, language)


def _audited(lines: Sequence[Told], language: str) -> Iterator[Block]:
    for rules, own in _in_blocks(lines):
        told, games, steps = list[Told](), list[GameLine](), list[Sentence]()
        for one in own:
            line = one[2]
            done = sentences(line, language, rules)
            rows = max(len(line.games), len(done))
            told += [one] * rows
            games += [*line.games, *[_NO_GAME] * (rows - len(line.games))]
            steps += [*done, *[_NO_STEP] * (rows - len(done))]
        players = [line.player for _, _, line in told]
        yield [
            *_titles(told), [one.no for one in players], [one.name for one in players],
            *(list(cells_of(GAME_BY_KEY[key], rules, language)(games)) for key in _GAME),
            *(zip(*steps, strict=True) if steps else ((), (), ())),
        ]  # fmt: skip


def _in_blocks(lines: Sequence[Told]) -> Iterator[tuple[RuleSet, list[Told]]]:
    """Some lines after the other, with their rule set: of very many, not all rows at once."""
    for rules, group in groupby(lines, lambda one: one[1].rules):
        while own := list(islice(group, _LINES)):
            yield rules, own


def _titles(lines: Sequence[Told]) -> list[Sequence[Value]]:
    """The column of events, if there are several."""
    return [[title for title, _, _ in lines]] if lines and lines[0][0] else []


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
