"""A study as a workbook with charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..engine.aligned import width, wrapped
from ..workbook.file.grid import Book, Cell, Sheet, Value
from ..workbook.file.writer import to_bytes
from .compare import PERCENT, Study
from .words import word

_TITLE_ROW, _HEAD_ROW, _FIRST_ROW = 0, 2, 3
#: How many rows a chart takes up.
_CHART_ROWS = 16

#: The formats of columns; others contain text, or numbers with four decimals.
_STYLES = {
    "games": "int", "own_games": "int", "n": "int", "rated": "int", "players": "int",
    "start": "rating", "median": "rating", "mean_rating": "rating", "rating": "rating",
    "measure": "wrapped", "definition": "wrapped", "source": "wrapped",
    "mean": "dec2", "mean_absolute": "dec2", "largest": "dec2",
}  # fmt: skip
_TEXTS = (
    "rules",
    "edition",
    "against",
    "period",
    "difference",
    "id",
    "name",
    "largest_of",
    "measure",
)
_WIDTHS = {"rules": 26, "edition": 26, "against": 26, "name": 26, "largest_of": 26, "measure": 26,
           "definition": 90, "source": 60, "difference": 14}  # fmt: skip
#: The definition of each measure, by its text, and its source.
_DEFINITIONS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (("games",), "def_games", ""),
    (("expected",), "def_expected", ""),
    (("bias",), "def_bias", ""),
    (("log_loss",), "def_log_loss",
     "I. J. Good, Rational Decisions, JRSS B 14 (1952); for chess the binomial deviance of the "
     "Deloitte/FIDE Chess Rating Challenge (2011), which takes log10"),
    (("brier",), "def_brier",
     "G. W. Brier, Verification of Forecasts Expressed in Terms of Probability, Monthly Weather "
     "Review 78 (1950), for two results; a draw is half of each"),
    (("reliability",), "def_reliability",
     "A. H. Murphy, A New Vector Partition of the Probability Score, Journal of Applied "
     "Meteorology 12 (1973): its first term"),
    (("log_loss_wdl",), "def_log_loss_wdl", "Good (1952); the draw model is that of the rules"),
    (("brier_wdl",), "def_brier_wdl", "Brier (1950), for three results"),
    (("log_loss_error", "brier_error", "bias_error"), "def_error", ""),
    (("sheet_comparisons",), "def_comparisons",
     "B. Efron, Bootstrap Methods: Another Look at the Jackknife, Annals of Statistics 7 (1979)"),
    (("sheet_sweep",), "def_sweep", ""),
    (("sheet_calibration",), "def_calibration", ""),
    (("sheet_percentiles",), "def_point",
     "В. Б. Невзоров, Прошлое, настоящее и будущее шахматного рейтинга (2004), часть 3: "
     "«одно-процентные точки»"),
    (("sheet_differences",), "def_differences", "Spearman (1904)"),
)  # fmt: skip


def study_xlsx(found: Study | Mapping[str, Study], language: str = "en") -> bytes:
    """The study as the bytes of an .xlsx file; several studies by their names, such as a pace."""
    studies = found if isinstance(found, Mapping) else {"": found}
    book = Book(title=word(language, "title"))
    for name, one in studies.items():
        _add_study(book, name, one, language)
    keys = ["measure", "definition", "source"]
    heads = [word(language, key) for key in keys]
    called = word(language, "sheet_definitions")
    book.sheets.append(_sheet(called, f"{book.title}  ·  {called}", keys, heads, [
        [", ".join(word(language, one) for one in measures), word(language, text), source]
        for measures, text, source in _DEFINITIONS
    ]))  # fmt: skip

    def charts(file: Any) -> None:
        for name, one in studies.items():
            _charts(file, name, one, list(one.measures["rules"]), language)

    return to_bytes(book, language, charts)


def _called(key: str, name: str, language: str) -> str:
    """The name of a sheet: ``Measures``, or ``Measures, rapid`` if there are several studies."""
    return ", ".join(filter(None, (word(language, f"sheet_{key}"), name)))


def _add_study(book: Book, of: str, found: Study, language: str) -> None:
    rules = list(found.measures["rules"])

    def add(name: str, keys: Sequence[str], heads: Sequence[str], rows: list[list[Value]]) -> None:
        called = _called(name, of, language)
        title = f"{book.title}  ·  {called}"
        book.sheets.append(_sheet(called, title, keys, heads, rows))
        book.sheets[-1].key = name + of

    def said(*keys: str) -> list[str]:
        return [word(language, key) for key in keys]

    keys = [key for key in found.measures.columns if found.measures[key].notna().any()]
    add("measures", keys, said(*keys), _rows(found.measures[keys]))
    for name, frame in (("comparisons", found.comparisons), ("sweep", found.sweep)):
        if len(frame):
            add(name, list(frame.columns), said(*frame.columns), _rows(_in_words(frame, language)))
    add("calibration", *_calibration(found, rules, language))
    add("percentiles", *_percentiles(found, rules, language))
    keys = list(found.differences.columns)
    if len(found.differences):
        add("differences", keys, said(*keys), _rows(found.differences))
    add("ratings", ["id", "name", "start", *["rating"] * len(rules)],
        [*said("id", "name", "start"), *rules], _rows(found.ratings, 2))  # fmt: skip
    for name, rows in (("calibration", len(set(found.calibration["low"]))),
                       ("percentiles", found.percentiles["period"].nunique())):  # fmt: skip
        # The printed area includes the charts below the table.
        charts = 1 if name == "calibration" else len(PERCENT)
        sheet = book.sheet(name + of)
        sheet.print_rows = _FIRST_ROW + rows + 1 + charts * _CHART_ROWS
        sheet.print_columns = max(sheet.print_columns, 8)


def _in_words(frame: Any, language: str) -> Any:
    """The frame with the measures' names in a language."""
    if "measure" not in frame:
        return frame
    return frame.assign(measure=[word(language, one) for one in frame["measure"]])


def _rows(frame: Any, places: int = 6) -> list[list[Value]]:
    return [[_value(value, places) for value in row] for row in frame.itertuples(index=False)]


def _value(value: Any, places: int = 6) -> Value:
    """A frame's value as a cell; nothing if it is missing."""
    if isinstance(value, str):
        return value
    if value is None or value != value:
        return None
    return int(value) if float(value).is_integer() else round(float(value), places)


def _sheet(
    name: str, title: str, keys: Sequence[str], heads: Sequence[str], rows: list[list[Value]]
) -> Sheet:
    sheet = Sheet(name, freeze=(_FIRST_ROW, 1), repeat_row=_HEAD_ROW, locked=False)
    sheet.put(_TITLE_ROW, 0, Cell(title, style="title"))
    for col, (key, head) in enumerate(zip(keys, heads, strict=True)):
        sheet.widths[col] = _WIDTHS.get(key, 12)
        sheet.put(_HEAD_ROW, col, Cell(head, style="head"))
        for at, row in enumerate(rows, _FIRST_ROW):
            style = _STYLES.get(key, "text" if key in _TEXTS else "share")
            if row[col] not in (None, ""):
                sheet.put(at, col, Cell(row[col], style=style))
    # The names of rule sets make headings longer than the two lines that a row has otherwise.
    tall = max(len(wrapped(head, int(sheet.widths[col]) - 2)) for col, head in enumerate(heads))
    sheet.heights[_HEAD_ROW] = 15.0 * max(2, tall)
    long = [(col, key) for col, key in enumerate(keys) if _STYLES.get(key) == "wrapped"]
    for at, row in enumerate(rows, _FIRST_ROW):
        texts = ((width(str(row[col] or "")), _WIDTHS[key]) for col, key in long)
        sheet.heights[at] = (18 if at == _FIRST_ROW else 15) * max(
            [1, *(-(-size // wide) for size, wide in texts)]
        )
    sheet.print_rows, sheet.print_columns = _FIRST_ROW + max(1, len(rows)), len(keys)
    return sheet


# --- sheets with one column per rule set, as charts need them ------------------------------------

Table = tuple[list[str], list[str], list[list[Value]]]
_OF_BIN = ("n", "score", "expected", "gap", "error")


def _calibration(found: Study, rules: Sequence[str], language: str) -> Table:
    """One row per bin: for each rule set games, scores, and expectation; then the gaps again."""
    bins = sorted(set(zip(found.calibration["low"], found.calibration["high"], strict=True)))
    of = {(row.rules, row.low): row for row in found.calibration.itertuples(index=False)}
    rows: list[list[Value]] = []
    for low, high in bins:
        row: list[Value] = [f"{low:g} … {high:g}"]
        for name in rules:
            one = of.get((name, low))
            row += [None] * len(_OF_BIN) if one is None else [
                int(one.n), _value(one.score), _value(one.expected),
                _value(one.score - one.expected), _value(one.error),
            ]  # fmt: skip
        rows.append(row)
    heads = [word(language, "difference")]
    heads += [f"{name}: {word(language, key)}" for name in rules for key in _OF_BIN]
    return ["difference", *_OF_BIN * len(rules)], heads, rows


def _percentiles(found: Study, rules: Sequence[str], language: str) -> Table:
    """One row per period: the percentiles for each rule set, one percentile after another."""
    names = list(dict.fromkeys(found.percentiles["period"]))
    of = {(row.period, row.rules): row for row in found.percentiles.itertuples(index=False)}
    columns = [*(f"p{percent}" for percent in PERCENT), "median", "mean", "rated"]
    rows: list[list[Value]] = [
        [
            name or word(language, "before"),
            *(_value(getattr(of[name, rule], key), 2) for key in columns for rule in rules),
            *(of[name, rule].edition for rule in rules),
        ]
        for name in names
    ]
    shown = [word(language, "point", percent=percent) for percent in PERCENT]
    shown += [word(language, key) for key in ("median", "mean", "rated")]
    shown.append(word(language, "period_edition"))
    heads = [f"{rule}: {head}" for head in shown for rule in rules]
    styles = ["rating"] * 4 + ["mean_rating", "rated", "edition"]
    keys = ["period", *(style for style in styles for _ in rules)]
    return keys, [word(language, "period"), *heads], rows


def _charts(file: Any, of: str, found: Study, rules: Sequence[str], language: str) -> None:
    """Calibration, and a chart per percentile, below their tables."""
    bins = len(set(found.calibration["low"]))
    if bins:
        name = _called("calibration", of, language)
        gaps = [4 + at * len(_OF_BIN) for at in range(len(rules))]
        title = f"{word(language, 'gap')} · {word(language, 'difference')}"
        chart = _lines(file, name, title, bins, list(zip(rules, gaps, strict=True)))
        file.get_worksheet_by_name(name).insert_chart(_FIRST_ROW + bins + 1, 0, chart)
    periods = found.percentiles["period"].nunique()
    name = _called("percentiles", of, language)
    for number, percent in enumerate(PERCENT):
        columns = [1 + number * len(rules) + at for at in range(len(rules))]
        title = word(language, "point", percent=percent)
        chart = _lines(file, name, title, periods, list(zip(rules, columns, strict=True)))
        below = _FIRST_ROW + periods + 1 + number * _CHART_ROWS
        file.get_worksheet_by_name(name).insert_chart(below, 0, chart)


def _lines(file: Any, sheet: str, title: str, rows: int, columns: Sequence[tuple[str, int]]) -> Any:
    chart = file.add_chart({"type": "line"})
    for name, column in columns:
        chart.add_series({
            "name": name,
            "categories": [sheet, _FIRST_ROW, 0, _FIRST_ROW + rows - 1, 0],
            "values": [sheet, _FIRST_ROW, column, _FIRST_ROW + rows - 1, column],
            "marker": {"type": "circle", "size": 5},
        })  # fmt: skip
    chart.set_title({"name": title, "name_font": {"size": 11}})
    chart.set_legend({"position": "bottom"})
    chart.set_x_axis({"label_position": "low"})
    chart.set_size({"width": 760, "height": 300})
    return chart
