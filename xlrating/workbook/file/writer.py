"""A book as an .xlsx file: formulas with their values, looks, printing, protection."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from io import BytesIO
from typing import Any

from ...engine.texts import say, sheets_named_in
from ...exchange.addresses import address
from .charts import draw
from .grid import Book, Sheet
from .looks import FONT, MARKS, styles
from .paper import ROW_HEIGHT, paper_of

#: The last column that is locked, the last of old programs. If all that there can be were, it would
#: take LibreOffice twice as long to save a small workbook.
_LAST = 255


def to_bytes(
    book: Book, language: str = "en", finish: Callable[[Any], None] | None = None
) -> bytes:
    """The book as the bytes of an .xlsx file; equal books give equal bytes.

    `finish` may add to XlsxWriter's workbook what does not belong to a sheet of the book.
    """
    from .xlsx import File

    buffer = BytesIO()
    file = File(buffer)
    file.set_properties(
        {"title": book.title, "author": "xlrating", "created": datetime(2000, 1, 1)}
    )
    file.set_calc_mode("auto")
    formats = {
        name: file.add_format({"font_name": FONT, "font_size": 10, "valign": "vcenter", **look})
        for name, look in styles(book.decimals).items()
    }
    marks = {name: file.add_format(look) for name, look in MARKS.items()}
    for sheet in book.sheets:
        page = file.add_worksheet(sheet.name)
        for (row, col), last in sheet.joined.items():
            page.merge_range(row, col, row, last, "", formats[sheet.cells[row, col].style])
        page.put(sheet.cells, formats)
        _spare_warnings(page, sheet)
        _set_up(page, sheet, formats)
        for validation in sheet.validations:
            with sheets_named_in(book.file_language):
                page.data_validation(*validation.area, _validation(validation, language))
        for mark in sheet.marks:
            page.conditional_format(
                *mark.area,
                {
                    "type": "formula",
                    "criteria": mark.formula,
                    "format": marks[mark.style],
                    "stop_if_true": mark.style.endswith("_light"),
                },
            )
        for place, chart in sheet.charts.items():
            draw(file, page, place, chart, book.decimals or 0)
    for name, area in sorted(book.names.items()):
        file.define_name(name, f"={area}")
    file.worksheets()[0].activate()
    if finish:
        finish(file)
    file.close()
    return buffer.getvalue()


def _spare_warnings(page: Any, sheet: Sheet) -> None:
    """Keep Excel from marking the formulas that a person may type over."""
    strips = (strip for own in sheet.cells.strips.values() for strip in own)
    areas = [
        f"{address(strip.rows[0], strip.col)}:{address(strip.rows[-1], strip.col)}"
        for strip in strips
        if strip.style.startswith("input")
    ]
    if areas:
        page.ignore_errors({"formula_unlocked": " ".join(areas)})


def _set_up(page: Any, sheet: Sheet, formats: dict[str, Any]) -> None:
    page.hide_gridlines(2)
    for col, width in sheet.widths.items():
        hidden = {"hidden": col in sheet.hidden_columns}
        look = sheet.column_styles.get(col, "text")
        page.set_column(col, col, width, formats[look], hidden)
    for col in sheet.hidden_columns - sheet.widths.keys():
        page.set_column(col, col, 10, formats["text"], {"hidden": True})
    # Cells that do not exist have the default style, which is unlocked: columns right of the sheet
    # are locked. Between its columns that would change widths in LibreOffice, and the page.
    beyond = 1 + max((*sheet.widths, *sheet.hidden_columns), default=-1)
    widest = page.dim_colmax
    page.set_column(beyond, max(beyond, _LAST), None, formats["text"])
    # XlsxWriter would look for cells in all of them, row by row.
    page.dim_colmax = widest
    if not sheet.hidden:
        # Each row has an explicit height: otherwise LibreOffice fits a row to its text as soon as
        # something is typed into it, and a half-filled list has rows of two heights.
        # XlsxWriter omits the height of a row that has the default one.
        page.set_default_row(ROW_HEIGHT + 0.75)
        for row in range(1 + max((row for row, _ in sheet.cells), default=0)):
            page.set_row(row, sheet.heights.get(row, ROW_HEIGHT))
    for row, height in sheet.heights.items():
        page.set_row(row, height)
    if sheet.repeat_row is not None:
        page.set_row(sheet.repeat_row, sheet.heights.get(sheet.repeat_row, 30))
        page.repeat_rows(sheet.repeat_from, sheet.repeat_row)
    page.set_row(0, sheet.heights.get(0, 24))
    if sheet.freeze:
        page.freeze_panes(*sheet.freeze)
    if sheet.tab:
        page.set_tab_color(sheet.tab)
    if sheet.hidden:
        page.hide()
    page.set_paper(9)  # A4
    paper = paper_of(sheet)
    if paper.across:
        page.set_landscape()
    if paper.scale:
        page.set_print_scale(paper.scale)
        page.set_v_pagebreaks([sheet.page_break] if sheet.page_break else [])
        page.set_h_pagebreaks(list(sheet.row_breaks))
    else:
        page.fit_to_pages(1, paper.pages)
    page.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.6)
    # Pages are numbered sheet by sheet: each sheet is hung up, or handed out, by itself.
    page.set_footer("&L&8&A&R&8&P")
    page.set_start_page(1)
    if sheet.print_rows and not sheet.hidden:
        first = sheet.print_top, sheet.print_left
        page.print_area(*first, sheet.print_rows - 1, sheet.print_columns - 1)
    if sheet.filtered:
        page.autofilter(*sheet.filtered)
    if sheet.locked:
        # No password: the lock keeps formulas from being typed over, not people out.
        allowed = ["format_cells", "format_columns", "format_rows", "autofilter"]
        allowed += ["insert_rows", "sort"] if sheet.grows else []
        page.protect("", dict.fromkeys(allowed, True))


def _validation(rule: Any, language: str) -> dict[str, Any]:
    """XlsxWriter's options for a validation, its messages always in the language of the file."""
    common: dict[str, Any] = {"error_title": "xlrating", "ignore_blank": True}
    if rule.message:
        bounds = {"low": f"{rule.low:.15g}", "high": f"{rule.high:.15g}"}
        common["error_message"] = say(language, rule.message, **bounds)
    if rule.hint:
        common["input_message"] = say(language, rule.hint)
    if not rule.strict:
        common["show_error"] = False
    if rule.kind == "any":
        return {"validate": "any", **common}
    if rule.kind == "list":
        source = rule.source if rule.source.startswith("=") else rule.source.split(",")
        return {"validate": "list", "source": source, **common}
    kind = {"whole": "integer"}.get(rule.kind, rule.kind)
    return {
        "validate": kind,
        "criteria": "between",
        "minimum": rule.low,
        "maximum": rule.high,
        **common,
    }
