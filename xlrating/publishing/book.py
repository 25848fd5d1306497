"""The list as a workbook to hand out, with the contents of its page and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..engine.rules.ruleset import RuleSet
from ..engine.showing import decimals_of
from ..engine.texts import say
from ..engine.vocabulary.headings import OTHER_PACES, on_ladder
from ..workbook.file.grid import Book, Cell, Sheet, Value
from ..workbook.file.writer import to_bytes
from .published import PublishedEntry, PublishedList
from .tops import club_of
from .words import word

_HEAD_ROW = 2
#: The length of a sentence that fits above a list.
_LONGEST = 200


def _paced(pace: str, entry: PublishedEntry) -> Value:
    return entry.paces.get(pace)


#: The columns: key, style, width, value.
_COLUMNS: tuple[tuple[str, str, float, Callable[[PublishedEntry], Value]], ...] = (
    ("place", "int", 7, lambda e: e.place),
    ("title", "center", 7, lambda e: e.player.title),
    ("name", "text", 30, lambda e: e.player.name),
    ("id", "text", 12, lambda e: e.player.id),
    ("club", "text", 20, club_of),
    ("born", "int", 9, lambda e: e.player.born),
    ("rating", "rating", 10, lambda e: e.player.rating if e.place or e.standing else None),
    ("change", "signed", 10, lambda e: e.change if e.place or e.standing else None),
    ("n", "int", 9, lambda e: e.n or None),
    *((f"{pace}_rating", "rating", 10, partial(_paced, pace)) for pace in OTHER_PACES),
)


def list_xlsx(one: PublishedList, rules: RuleSet | None, title: str, language: str) -> bytes:
    """The list as the bytes of an .xlsx file."""
    entries = one.listed
    rows = [[value(entry) for _, _, _, value in _COLUMNS] for entry in entries]
    used = [
        at
        for at, (key, *_) in enumerate(_COLUMNS)
        if key in ("place", "name", "rating") or any(row[at] not in (None, "") for row in rows)
    ]
    is_ladder = rules is not None and rules.ladder is not None
    has_clubs = any(entry.club for entry in entries)
    headings = {
        "title": say(language, "col_title"),
        "rating": say(language, on_ladder("col_rating", is_ladder)),
        "club": word(language, "club") if has_clubs else say(language, "col_federation"),
        "n": word(language, "games"),
        **{key: say(language, f"col_{key}") for key in (f"{pace}_rating" for pace in OTHER_PACES)},
    }
    heading = word(language, "of_day", day=one.day) if one.day else word(language, "title")
    book = Book(title=f"{title}  ·  {heading}" if title else heading)
    book.decimals = decimals_of(rules) if rules is not None else None
    sheet = Sheet(
        say(language, "fed_sheet_list"), freeze=(_HEAD_ROW + 1, 0), repeat_row=_HEAD_ROW,
        landscape=False, locked=False,
    )  # fmt: skip
    sheet.put(0, 0, Cell(book.title, style="title"))
    if one.missing:
        preview = word(language, "preview", files=one.left_out)
        sheet.put(1, 0, Cell(preview[:_LONGEST], style="problem"))
    for column, at in enumerate(used):
        key, style, width, _ = _COLUMNS[at]
        sheet.widths[column] = width
        sheet.put(_HEAD_ROW, column, Cell(headings.get(key) or word(language, key), style="head"))
        for line, row in enumerate(rows, _HEAD_ROW + 1):
            value = row[at]
            if isinstance(value, str):
                value = value.encode("utf-8", "replace").decode("utf-8")
            if value not in (None, ""):
                sheet.put(line, column, Cell(value, style=style))
    # Otherwise LibreOffice prints part of the first line below the headings.
    sheet.heights[_HEAD_ROW + 1] = 18
    last = max(_HEAD_ROW + 1, _HEAD_ROW + len(rows))
    sheet.filtered = (_HEAD_ROW, 0, last, len(used) - 1)
    sheet.print_rows, sheet.print_columns = last + 1, len(used)
    book.sheets.append(sheet)
    return to_bytes(book, language)
