"""Makes the workbooks in ``own``, in the styles in which people keep their events.

LibreOffice wrote the files in that folder, from what this makes: ``python makes.py FOLDER``, then
``soffice --convert-to xlsx`` for each.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import xlsxwriter

#: A round robin: rating, and the points against each of the others.
ROBIN: Sequence[tuple[str, int, Sequence[float | None]]] = (
    ("Aydin, Leyla", 2105, (None, 1, 0.5, 1, 1, 1)),
    ("Brown, Peter", 1980, (0, None, 1, 0.5, 1, 1)),
    ("Costa, Rui", 1912, (0.5, 0, None, 1, 0.5, 1)),
    ("Dahl, Ingrid", 1850, (0, 0.5, 0, None, 1, 0.5)),
    ("Endo, Kenji", 1790, (0, 0, 0.5, 0, None, 1)),
    ("Farkas, Zita", 1640, (0, 0, 0, 0.5, 0, None)),
)
#: A Swiss event: rating, and for each round the opponent, the colour and the points.
SWISS: Sequence[tuple[str, int, Sequence[str]]] = (
    ("Aydin, Leyla", 2105, ("5w1", "2b1", "3w½")),
    ("Brown, Peter", 1980, ("6b1", "1w0", "4b½")),
    ("Costa, Rui", 1912, ("7w1", "4b1", "1b½")),
    ("Dahl, Ingrid", 1850, ("8b1", "3w0", "2w½")),
    ("Endo, Kenji", 1790, ("1b0", "7w1", "6b0")),
    ("Farkas, Zita", 1640, ("2w0", "8b½", "5w1")),
    ("Garcia, Ana", 1555, ("3b0", "5b0", "8w1")),
    ("Huber, Max", 1490, ("4w0", "6w½", "7b0")),
)
CHINESE = ("李明", "王芳", "张伟", "刘洋", "陈静", "杨帆")
RUSSIAN = (
    "Иванов Пётр",
    "Смирнова Анна",
    "Кузнецов Олег",
    "Попова Ирина",
    "Соколов Юрий",
    "Лебедева Яна",
)


def _points(score: float | None) -> object:
    return "*" if score is None else {0.5: "½", 1: 1, 0: 0}[score]


def robin(
    book: Any, sheet: Any, row: int, col: int, words: Sequence[str], names: Sequence[str] = (),
    numbers: bool = False, looks: Sequence[Any] = (), formulas: bool = False,
) -> int:  # fmt: skip
    """A square crosstable; the first row below it."""
    head = book.add_format({"bold": True, "bg_color": "#FFE699", "border": 1, "align": "center"})
    texts = [*words[:3], *range(1, 7), *words[3:]]
    for at, text in enumerate(texts):
        sheet.write(row, col + at, text, head)
    for no, (name, rating, scores) in enumerate(ROBIN, 1):
        own = looks[no % len(looks)] if looks else None
        line = row + no
        sheet.write(line, col, no, own)
        sheet.write(line, col + 1, names[no - 1] if names else name, own)
        sheet.write(line, col + 2, rating, own)
        for at, score in enumerate(scores):
            value = score if numbers else _points(score)
            sheet.write(line, col + 3 + at, "" if value is None else value, own)
        total = sum(score or 0 for score in scores)
        if formulas:
            sheet.write_formula(line, col + 9, f"=SUM(D{line + 1}:I{line + 1})", own, total)
            sheet.write_formula(line, col + 10, f"=RANK(J{line + 1},J$4:J$9)", own,
                                1 + sum(sum(s or 0 for s in o[2]) > total for o in ROBIN))  # fmt: skip
        else:
            sheet.write(line, col + 9, total, own)
    return row + len(ROBIN) + 1


def swiss(book: Any, sheet: Any, row: int, col: int, look: Any = None, bold: bool = True) -> int:
    """A Swiss crosstable; the first row below it."""
    head = book.add_format({"bold": bold, "bottom": 2})
    for at, text in enumerate(("No.", "Name", "Rtg", "1.Rd", "2.Rd", "3.Rd", "Pts.")):
        sheet.write(row, col + at, text, head)
    for no, (name, rating, cells) in enumerate(SWISS, 1):
        scores = [0.5 if cell.endswith("½") else int(cell[-1]) for cell in cells]
        for at, value in enumerate((no, name, rating, *cells, sum(scores))):
            sheet.write(row + no, col + at, value, look)
    return row + len(SWISS) + 1


WORDS = ("No.", "Name", "Rating", "Points")


def _coloured(book: Any) -> None:
    sheet = book.add_worksheet("Crosstable")
    fills = ("#DDEBF7", "#FFFFFF", "#E2EFDA")
    looks = [book.add_format({"bg_color": one, "border": 1, "font_name": "Georgia", "align": "center"})
             for one in fills]  # fmt: skip
    robin(book, sheet, 2, 1, WORDS, looks=looks)
    sheet.write("B1", "Club championship 2026")
    sheet.set_column("C:C", 22)


def _merged(book: Any) -> None:
    sheet = book.add_worksheet("Final")
    title = book.add_format(
        {"bold": True, "font_size": 18, "align": "center", "bg_color": "#BDD7EE"}
    )
    sheet.merge_range("A1:J1", "Spring Open", title)
    sheet.merge_range("A2:J2", "Date : 2026/03/14", book.add_format({"align": "center"}))
    robin(book, sheet, 3, 0, WORDS)
    sheet.merge_range("A12:J12", "Arbiter: N. N.", title)


def _filters(book: Any) -> None:
    sheet = book.add_worksheet("Open")
    end = swiss(book, sheet, 3, 0)
    sheet.write(0, 0, "Autumn Open")
    sheet.autofilter(3, 0, end - 1, 6)
    sheet.freeze_panes(4, 2)
    sheet.write(end, 1, "Average")
    sheet.write_formula(end, 2, f"=AVERAGE(C5:C{end})", None, 1790.25)


def _hidden(book: Any) -> None:
    sheet = book.add_worksheet("Round robin")
    robin(book, sheet, 0, 0, WORDS)
    sheet.set_column("K:L", 4, None, {"hidden": True})
    book.add_worksheet("Notes").write("A1", "paid: 1, 3, 4")
    secret = book.add_worksheet("Fees")
    secret.write("A1", 12)
    secret.hide()
    sheet.write_comment("B3", "came late")


def _formulas(book: Any) -> None:
    sheet = book.add_worksheet("Tournament")
    sheet.write(0, 0, "Winter league")
    robin(book, sheet, 2, 0, (*WORDS, "Place"), numbers=True, formulas=True)
    sheet.conditional_format("D4:I9", {"type": "cell", "criteria": "==", "value": 1,
                                       "format": book.add_format({"bg_color": "#C6EFCE"})})  # fmt: skip
    sheet.data_validation("D4:I9", {"validate": "list", "source": [0, 0.5, 1]})
    book.define_name("Scores", "=Tournament!$D$4:$I$9")
    total = book.add_worksheet("Totals")
    total.write_formula("A1", "=SUM(Scores)", None, 15)
    total.write_formula("A2", '=IF(Tournament!J4>4,"ahead","")', None, "ahead")


def _two(book: Any) -> None:
    sheet = book.add_worksheet("Events")
    sheet.write(0, 0, "Group A")
    end = robin(book, sheet, 1, 0, WORDS)
    sheet.write(end + 1, 0, "Group B")
    robin(book, sheet, end + 2, 0, WORDS)


def _beside(book: Any) -> None:
    sheet = book.add_worksheet("Both")
    robin(book, sheet, 1, 0, WORDS)
    robin(book, sheet, 1, 11, WORDS)


def _season(book: Any) -> None:
    total = book.add_worksheet("Season")
    for number, month in enumerate(("January", "March", "June", "October"), 1):
        sheet = book.add_worksheet(month)
        sheet.write(0, 0, f"{month} tournament")
        sheet.write(1, 0, f"Date : 2026/0{number}/10")
        swiss(book, sheet, 3, 0)
        total.write_formula(number, 0, f"={month}!G5", None, 2.5)
    total.write(0, 0, "Leyla")


def _chinese(book: Any) -> None:
    sheet = book.add_worksheet("循环赛")
    look = book.add_format({"font_name": "SimSun", "border": 1})
    robin(book, sheet, 1, 0, ("序号", "姓名", "等级分", "积分"), CHINESE, looks=[look])
    sheet.write(0, 0, "春季循环赛")


def _russian(book: Any) -> None:
    sheet = book.add_worksheet("Турнир")
    sheet.write(0, 0, "Кубок города")
    robin(book, sheet, 2, 0, ("№", "Фамилия Имя", "Рейтинг", "Очки"), RUSSIAN)


def _table(book: Any) -> None:
    sheet = book.add_worksheet("List")
    swiss(book, sheet, 1, 0, book.add_format({"locked": False, "num_format": "0.0"}))
    headings = [{"header": one} for one in ("No.", "Name", "Rtg", "1.Rd", "2.Rd", "3.Rd", "Pts.")]
    sheet.add_table("A2:G10", {"columns": headings, "name": "Games"})
    chart = book.add_chart({"type": "column"})
    chart.add_series({"categories": "=List!$B$3:$B$10", "values": "=List!$C$3:$C$10"})
    sheet.insert_chart("J2", chart)
    sheet.print_area("A1:H12")
    sheet.set_landscape()
    sheet.protect("", {"format_cells": True})


def _dates(book: Any) -> None:
    sheet = book.add_worksheet("Sommer")
    sheet.write(0, 0, "Sommerturnier")
    day = book.add_format({"num_format": "dd.mm.yyyy", "font_color": "#C00000", "rotation": 15})
    sheet.write_datetime(0, 5, date(2026, 7, 4), day)
    swiss(book, sheet, 4, 2)
    sheet.set_row(7, 30)
    sheet.set_column("A:B", 2)
    sheet.set_header("&CClub")
    sheet.repeat_rows(4)


#: The workbooks by their names, and what makes each.
OWN = {
    "coloured": _coloured, "merged": _merged, "filters": _filters, "hidden": _hidden,
    "formulas": _formulas, "two": _two, "beside": _beside, "season": _season,
    "chinese": _chinese, "russian": _russian, "table": _table, "dates": _dates,
}  # fmt: skip


def make(name: str, path: Path) -> None:
    """Write one of the workbooks, as XlsxWriter does."""
    with xlsxwriter.Workbook(str(path)) as book:
        OWN[name](book)


if __name__ == "__main__":
    for own in OWN:
        make(own, Path(sys.argv[1], f"{own}.xlsx"))
