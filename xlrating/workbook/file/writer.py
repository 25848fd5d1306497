"""A book as an .xlsx file: formulas with their values, looks, printing, protection."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from ...engine.errors import ArgumentError, shown
from ...engine.texts import LANGUAGES, say
from .grid import Book, Cell, Sheet, address
from .looks import FONT, LINE, MARKS, styles


def to_bytes(
    book: Book, language: str = "en", finish: Callable[[Any], None] | None = None
) -> bytes:
    """The book as the bytes of an .xlsx file; equal books give equal bytes.

    `finish` may add to XlsxWriter's workbook what is no sheet of the book.
    """
    import xlsxwriter

    buffer = BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    file = xlsxwriter.Workbook(buffer, options)
    file.set_properties(
        {"title": book.title, "author": "xlrating", "created": datetime(2000, 1, 1)}
    )
    file.set_calc_mode("auto")
    formats = {
        name: file.add_format({"font_name": FONT, "font_size": 10, "valign": "vcenter", **look})
        for name, look in styles(book.decimals).items()
    }
    marks = {name: file.add_format(look) for name, look in MARKS.items()}
    plain = _plain_worksheet()
    for sheet in book.sheets:
        page = file.add_worksheet(sheet.name, worksheet_class=plain)
        page.runs = _runs(sheet)
        for (row, col), cell in sorted(sheet.cells.items()):
            _write(page, row, col, cell, formats[cell.style])
        _set_up(page, sheet, formats)
        for validation in sheet.validations:
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
        if sheet.chart:
            _chart(file, page, sheet, book.decimals or 0)
    for name, area in sorted(book.names.items()):
        file.define_name(name, f"={area}")
    file.worksheets()[0].activate()
    if finish:
        finish(file)
    file.close()
    return _packed(buffer)


def _packed(file: BytesIO) -> bytes:
    """The same archive in as few bytes as there are: formulas repeat, and a tenth is saved."""
    made = BytesIO()
    with ZipFile(file) as old, ZipFile(made, "w", ZIP_DEFLATED, compresslevel=9) as new:
        for entry in old.infolist():
            new.writestr(entry, old.read(entry), compresslevel=9)
    return made.getvalue()


#: The letters of a text that a cell holds.
_LONGEST = 32_767
#: Per cent of the size on the screen at which pages side by side are printed.
_SCALE = 80

_QUOTED = re.compile(r'"[^"]*"')


def may_be_shared(formula: str) -> bool:
    """Whether a file may hold a formula once for all cells of a column.

    Excel's own format forbids references to other sheets and lists in braces there
    ([MS-XLS] 2.5.198.118): programs that follow it leave such a reference at the row of the
    first cell, or call the file corrupt. Excel writes out each of these itself.

    >>> [may_be_shared(text) for text in ('IF(A5="!",1,SUM($A$5:A5))', "Players!A5", "{1}")]
    [True, False, False]
    """
    return not {"!", "{"} & set(_QUOTED.sub("", formula))


def _runs(sheet: Sheet) -> dict[str, str]:
    """How the file says that cells share a formula: by their place, what stands beside it.

    A cell whose value is an empty text is written out: to LibreOffice an empty value of a shared
    formula is none, and no change would pass through the cell (see `_plain_worksheet`).
    """
    found: dict[str, str] = {}
    number = 0
    for row, col in sorted(sheet.cells, key=lambda place: (place[1], place[0])):
        if (row, col) in sheet.like_above or not may_be_shared(sheet.cells[row, col].formula):
            continue
        last = row
        while (last + 1, col) in sheet.like_above:
            last += 1
        sharing = [r for r in range(row, last + 1) if sheet.cells[r, col].shown != ""]
        if len(sharing) < 2:
            continue
        found |= {address(r, col): f' t="shared" si="{number}"' for r in sharing}
        area = f"{address(sharing[0], col)}:{address(sharing[-1], col)}"
        found[address(sharing[0], col)] = f' t="shared" ref="{area}" si="{number}"'
        number += 1
    return found


def _plain_worksheet() -> Any:
    """A worksheet that writes formulas as they are, those of a column once, each with its value.

    XlsxWriter searches each for dozens of functions that newer programs prefix; ours use
    none of them, and the search takes two thirds of the time of a large workbook. Shared
    formulas, which every program writes and XlsxWriter does not, make the file smaller.

    An empty text is a value, too, and written as Excel writes it (``t="str"``). LibreOffice, as
    it is installed, takes a formula without one for not yet calculated, and a change passes
    through such a cell to nothing: everything behind it would keep its old value until somebody
    forces a calculation. Values in all cells serve everybody: LibreOffice starts from them,
    programs that only show a file have something to show, and Excel calculates anew on opening.
    """
    from xlsxwriter.worksheet import CellFormulaTuple, Worksheet

    class PlainWorksheet(Worksheet):  # type: ignore[misc]
        runs: Mapping[str, str]

        def write_formula(self, row: int, col: int, formula: str, look: Any, value: Any) -> None:
            self._check_dimensions(row, col)
            self.table[row][col] = CellFormulaTuple(formula, look, value)

        def _prepare_formula(self, formula: str, expand_future_functions: bool = False) -> str:
            return formula.lstrip("=")

        def _xml_formula_element(self, formula: str, result: object, attributes: Any) -> None:
            place = dict(attributes)["r"]
            if result == "":
                attributes = [*attributes, ("t", "str")]
            cell = "".join(f' {key}="{value}"' for key, value in attributes)
            run = self.runs.get(place, "")
            text = "" if run and "ref=" not in run else self._escape_data(formula[1:])
            shown = self._escape_data(result)
            self.fh.write(f"<c{cell}><f{run}>{text}</f><v>{shown}</v></c>")

    return PlainWorksheet


def _write(page: Any, row: int, col: int, cell: Cell, look: Any) -> None:
    shown = cell.shown
    if isinstance(shown, str) and len(shown) > _LONGEST // 2:
        _check_length(page.name, row, col, shown)
    if cell.fills:
        high, wide = cell.fills
        # As programs without dynamic arrays know it: {=…}, in just these cells.
        last = (row + high - 1, col + wide - 1)
        page.write_array_formula(row, col, *last, cell.formula, look, shown)
    elif cell.formula:
        page.write_formula(row, col, cell.formula, look, shown)
    elif shown == "":
        page.write_blank(row, col, None, look)
    elif isinstance(shown, str):
        page.write_string(row, col, shown, look)
    elif isinstance(shown, bool):
        page.write_boolean(row, col, shown, look)
    else:
        page.write_number(row, col, shown, look)


def _check_length(sheet: str, row: int, col: int, text: str) -> None:
    """Refuse what a cell would hold only the beginning of."""
    # Letters of other planes count twice.
    if len(text.encode("utf-16-le")) // 2 > _LONGEST:
        raise ArgumentError(
            f"{shown(text)} has {len(text):,} letters; a cell holds {_LONGEST:,}: "
            "shorten it, or print CSV or JSON",
            f"the workbook's sheet {sheet}, cell {address(row, col)}",
        )


def _set_up(page: Any, sheet: Sheet, formats: dict[str, Any]) -> None:
    page.hide_gridlines(2)
    for col, width in sheet.widths.items():
        hidden = {"hidden": col in sheet.hidden_columns}
        page.set_column(col, col, width, formats["text"], hidden)
    for col in sheet.hidden_columns - sheet.widths.keys():
        page.set_column(col, col, 10, formats["text"], {"hidden": True})
    for row, height in sheet.heights.items():
        page.set_row(row, height)
    if sheet.repeat_row is not None:
        page.set_row(sheet.repeat_row, sheet.heights.get(sheet.repeat_row, 30))
        page.repeat_rows(sheet.repeat_row)
    page.set_row(0, 24)
    if sheet.freeze:
        page.freeze_panes(*sheet.freeze)
    if sheet.tab:
        page.set_tab_color(sheet.tab)
    if sheet.hidden:
        page.hide()
    page.set_paper(9)  # A4
    if sheet.landscape:
        page.set_landscape()
    if sheet.page_break:
        page.set_print_scale(_SCALE)
        page.set_v_pagebreaks([sheet.page_break])
    else:
        page.fit_to_pages(1, int(sheet.one_page))
    page.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.6)
    page.set_footer("&L&8&A&R&8&P / &N")
    if sheet.print_rows and not sheet.hidden:
        page.print_area(0, 0, sheet.print_rows - 1, sheet.print_columns - 1)
    if sheet.filtered:
        page.autofilter(*sheet.filtered)
    if sheet.locked:
        # No password: the lock keeps formulas from being typed over, not people out.
        page.protect("", {"format_cells": True, "format_columns": True, "format_rows": True,
                          "autofilter": True})  # fmt: skip


def _validation(rule: Any, language: str) -> dict[str, Any]:
    common: dict[str, Any] = {"error_title": "xlrating", "ignore_blank": True}
    if rule.message:
        common["error_message"] = _in_all_languages(rule.message, language)
    if rule.hint:
        common["input_message"] = _in_all_languages(rule.hint, language)
    if not rule.strict:
        common["show_error"] = False
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


def _in_all_languages(key: str, first: str) -> str:
    """A sentence that no formula can translate when the language cell changes."""
    others = [language for language in LANGUAGES if language != first]
    return "\n".join(say(language, key) for language in (first, *others))


def _chart(file: Any, page: Any, sheet: Sheet, decimals: int) -> None:
    chart = sheet.chart
    assert chart is not None
    bars = file.add_chart({"type": "bar"})
    number = "0." + "0" * decimals if decimals else "0"
    signed = f"+{number};-{number};{number}"
    bars.add_series(
        {
            "categories": chart.categories,
            "values": chart.values,
            "fill": {"color": "#2E7D4F"},
            "invert_if_negative": True,
            "invert_if_negative_color": "#B3261E",
            "gap": 60,
            "data_labels": {"value": True, "num_format": signed, "font": {"size": 9}},
        }
    )
    bars.set_title({"name": chart.title, "overlay": False, "name_font": {"size": 12}})
    bars.set_legend({"none": True})
    bars.set_y_axis({"reverse": True, "label_position": "low", "num_font": {"size": 9}})
    bars.set_x_axis(
        {"num_format": "+0;-0;0", "major_gridlines": {"visible": True, "line": {"color": LINE}}}
    )
    bars.set_size({"width": 900, "height": max(260, 90 + 24 * min(chart.bars, 60))})
    page.insert_chart(3, 0, bars)
