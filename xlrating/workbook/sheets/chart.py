"""The Chart sheet: rating changes, ratings before and after, the leaders' points by round.

Titles are in cells above the charts: in LibreOffice the title of a chart cannot follow the
language that is chosen later.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.rounding import ZERO
from ...exchange.addresses import address, span
from ..builder import Builder
from ..file.charts import Chart, Series, rows_of
from ..file.grid import Cell, Value
from ..plan import Plan
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW
from ..texts_columns import CHART

#: Players in one chart: more could not be read on a page.
_CHANGES, _RATINGS, _LEADERS = 60, 30, 20
#: The position of the titles on the hidden sheet Texts, and below them the leaders' points.
_TITLES, _POINTS = FIRST_ROW, FIRST_ROW + 2
_GREEN, _GREY = "#2E7D4F", "#9AA3B5"
#: The columns of adjacent charts, and the width of each in characters: a page ends with a column.
_COLUMNS, _WIDE = (0, 1), 66
#: The scale in per cent at which two charts are as wide as a page, and how many rows a page has for
#: charts.
_SCALE, _PAGE = 70, 69


def add_chart(builder: Builder) -> None:
    """Add the sheet with all charts, two side by side, as many on a page as there is room for.

    Those that may show only free places come last: their pages are left out.
    """
    sheet = builder.new_sheet("Chart", landscape=False)
    sheet.put(TITLE_ROW, 0, builder.heading("sheet_chart", "title"))
    sheet.put(NOTE_ROW, 0, builder.heading("sheet_chart_note", "note"))
    # The line naming the event is repeated on every page.
    sheet.repeat_row, sheet.heights[HEAD_ROW] = HEAD_ROW, 15.0
    sheet.widths = dict.fromkeys(_COLUMNS, _WIDE)
    changes, ratings = _changes(builder), _before_and_after(builder)
    charts = [
        *(("sheet_chart", chart) for chart in changes),
        ("chart_points", _of_points(builder)),
        *(("chart_ratings", chart) for chart in ratings),
    ]
    breaks, row, used = [], FIRST_ROW, 0
    for beside in (charts[at : at + len(_COLUMNS)] for at in range(0, len(charts), len(_COLUMNS))):
        high = 1 + max(rows_of(chart) for _, chart in beside)
        if used and used + high > _PAGE:
            # One row earlier, or the upper edge of a chart would be on the page before.
            breaks.append(row - 1)
            used = 0
        for col, (title, chart) in zip(_COLUMNS, beside, strict=False):
            sheet.put(row, col, builder.heading(title, "section"))
            sheet.charts[row + 1, col] = chart
        row, used = row + high, used + high
    sheet.row_breaks, sheet.scale = tuple(breaks), _SCALE
    sheet.print_columns, sheet.print_rows = len(_COLUMNS), row


def _changes(builder: Builder) -> Iterator[Chart]:
    """Yield the charts of rating changes, each with no more players than can be read."""
    for first, size in _parts(builder, _CHANGES):
        changes = Series(_of_ratings(builder, "rounded", first, size), "", _GREEN)
        yield Chart("changes", _of_ratings(builder, "name", first, size), (changes,), size)


def _before_and_after(builder: Builder) -> Iterator[Chart]:
    """Yield the charts of ratings before and after, each with no more players than can be read."""
    before, after = (
        _told(builder, number, key) for number, key in enumerate(("chart_before", "chart_after"))
    )
    for first, size in _parts(builder, _RATINGS):
        both = (
            Series(_of_ratings(builder, "rating", first, size), before, _GREY),
            Series(_of_ratings(builder, "new", first, size), after, _GREEN),
        )
        yield Chart("ratings", _of_ratings(builder, "name", first, size), both, size)


def _of_ratings(builder: Builder, key: str, first: int, size: int) -> str:
    """The reference to `size` cells of a column of Ratings, from the row `first` on."""
    col = builder.tables["Ratings"].col(key)
    top = FIRST_ROW + first
    return f"={builder.at('Ratings', span(top, col, top + size - 1))}"


def _parts(builder: Builder, most: int) -> Iterator[tuple[int, int]]:
    """Yield parts of up to `most` players: the first row of each, from 0, and its size."""
    count = _charted(builder.plan, builder.tables["Ratings"].rows)
    for first in range(0, count, most):
        yield first, min(most, count - first)


def _charted(plan: Plan, places: int) -> int:
    """The number of players with a chart, since a page of free places has nothing on it.

    Before the event that is all places; during the event, the known players and those
    who may still enter, to the end of a chart; after it, the known players.
    """
    known = len(plan.event.players)
    if not plan.scores.last:
        return places
    return known if plan.event.is_over else min(places, -(-known // _RATINGS) * _RATINGS)


def _told(builder: Builder, number: int, key: str) -> str:
    """The cell of a text on the sheet Texts, for a chart, which cannot hold a formula."""
    place = _TITLES, CHART + number
    builder.beside[place] = builder.heading(key, "helper")
    return f"={builder.at('Texts', address(*place, 'rc'))}"


def _of_points(builder: Builder) -> Chart:
    """The chart of the leaders of the standings, with their points in each round."""
    plan = builder.plan
    size, rounds = min(_LEADERS, len(plan.numbers)), range(1, plan.rounds + 1)

    def put(row: int, col: int, value: Value, formula: str = "") -> None:
        text = "=" + builder.render(formula) if formula else ""
        builder.beside[_POINTS + row, CHART + col] = Cell(value, text, "helper")

    for number in rounds:
        put(0, number, number)
    for row in range(1, size + 1):
        no = plan.standings[row - 1].no if row <= len(plan.standings) else None
        name = plan.event.by_no[no].name if no is not None else ""
        put(row, 0, name, f'INDEX([Crosstable.name],{row})&""')
        at = f"INDEX([Crosstable.at],{row})"
        for number in rounds:
            game = plan.rounds_of.get((no, number)) if no is not None else None
            value = plan.win * (game.points or ZERO) if game else 0
            cell = f"INDEX([Rounds.{plan.points_column}],({at}-1)*{plan.all_rounds}+{number})"
            put(row, number, value, f"IF(N({at})=0,0,{plan.times(f'N({cell})')})")

    def points(col: int) -> str:
        return f"={builder.at('Texts', span(_POINTS + 1, CHART + col, _POINTS + size))}"

    def heading(number: int) -> str:
        return f"={builder.at('Texts', address(_POINTS, CHART + number, 'rc'))}"

    series = tuple(Series(points(n), heading(n), _shade(n, plan.rounds)) for n in rounds)
    return Chart("points", points(0), series, size)


def _shade(number: int, of: int) -> str:
    """The colour of a round: the later the darker; odd rounds are green, even ones blue."""
    share = (number - 1) / max(1, of - 1)
    light, dark = ((0xB9, 0xD8, 0xC4), (0x1E, 0x5C, 0x38)) if number % 2 else (
        (0xBF, 0xCF, 0xE8), (0x24, 0x44, 0x7E),
    )  # fmt: skip
    mixed = (round(a + (b - a) * share) for a, b in zip(light, dark, strict=True))
    return "#" + "".join(f"{part:02X}" for part in mixed)
