"""A rating list as a table: what it shows, and what it stores for the next list."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from ..engine.rounding import plain
from ..engine.terms.ladder import rank_of
from ..engine.texts import say
from ..engine.vocabulary.headings import NUMBER_FACTS, on_ladder, texts_of
from ..engine.vocabulary.waiting import TEXTS
from ..exchange.text_cells import text_cell
from .column import Column, TextColumn, differences, joined
from .identity import UNLISTED
from .list_parquet import ALL_TEXTS, are_figures
from .made import BuildResult, change
from .next_list import NextList

#: The value of a list's cell.
Cell = str | int | float
#: Keys of the columns, their headings, and the columns themselves.
Columns = tuple[list[str], list[str], list[Column]]
#: The same with rows.
Table = tuple[list[str], list[str], list[list[Cell]]]

_ALWAYS = ("place", "id", "name", "rating", "rounded", "n")
#: Characters that may turn a text into a formula: most texts have none of these.
_SIGNS = "=+@＝＋－＠-"


def list_table(found: NextList, language: str = "en") -> Table:
    """The columns with their headings and the rows, without empty columns."""
    keys, headings, columns = list_columns(found.people, language)
    rows = zip(*(one.values() for one in columns), strict=True)
    return keys, headings, list(map(list, rows))


def list_columns(made: BuildResult, language: str = "en") -> Columns:
    """The columns that are not empty, in the order of the list."""
    order = made.order
    found = {key: column.take(order) for key, column in _columns(made, language).items()}
    found = {"place": _places(made.ways.take(order)), **found}
    always = {*_ALWAYS, *(f"{pace}_rating" for pace in made.paces)}
    used = [
        key for key, one in found.items()
        if key in always or any(cell != "" for cell, _ in one.counts())
    ]  # fmt: skip
    is_ladder = made.rules.ladder is not None
    headings = [say(language, on_ladder(texts_of(key)[0], is_ladder)) for key in used]
    own = [column.take(order) for column in made.people.own.values()]
    columns = [*(found[key] for key in used), *own]
    return [*used, *("own" for _ in own)], [*headings, *made.people.own], columns


def _places(ways: Column) -> Column:
    """Each person's place, '' for those without one because of the ledger."""
    size = len(ways)
    # Speed: most lists have no others.
    if {way for way, _ in ways.counts()} <= {"", UNLISTED}:
        return Column(ways.places(range(size)), range(1, size + 1))
    found = enumerate(ways.values(), 1)
    return Column.of([no if way in ("", UNLISTED) else "" for no, way in found])


def _columns(made: BuildResult, language: str) -> dict[str, Column]:
    """All possible columns except the places, in order."""
    parts = made.parts
    # Texts are not deduplicated: hardly any names are equal.
    found = {key: parts[key] for key in ("id", "name", "federation", "title") if key in parts}

    def words(key: str) -> str:
        return say(language, key) if key else ""

    def put(key: str, column: Column | None, of: Callable[[Any], Any] = _cell) -> None:
        if column is not None:
            found[key] = column.map(of)

    put("sex", parts.get("sex"), lambda sex: words(f"sex_{sex[:1].lower()}" if sex else ""))
    put("born", parts.get("born"))
    for pace in made.all_paces:
        own, start = made.paced(pace), f"{pace}_" if pace else ""
        put(f"{start}rating", made.rating(pace))
        kept = joined((made.shown[pace], made.same("") if pace else made.ways))
        put(f"{start}listed", kept, lambda one: words(_kept(*one)))
        if pace in made.gains:
            put(f"{start}rounded", _changes(made.rating(pace), own.before))
            put(f"{start}n", own.n, lambda n: n or "")
    for key in ("games", "peak", "k", "foreign", *NUMBER_FACTS):
        if key not in found:
            put(key, parts.get(key))
    for key, as_text in TEXTS.items():
        if key in parts:
            found[key] = Column(parts[key].codes, [as_text(one or ()) for one in parts[key].kinds])
    if made.rules.ladder is not None:
        put("rank", parts["rating"], lambda rating: _rank(made, rating, language))
    return found


def _cell(value: object) -> Cell:
    """A value for a file: numbers as numbers, missing values as empty cells."""
    if isinstance(value, Decimal):
        return plain(value)
    return value if isinstance(value, int) else "" if value is None else str(value)


def _kept(shown: str | None, way: str) -> str:
    """The text key for a person whom the list does not show like the others."""
    return "" if shown is None else "fed_kept" if shown else f"list_{way}" if way else ""


def _changes(now: Column, before: Column) -> Column:
    """Each person's change: of many pairs of ratings few changes are distinct."""
    found = differences(now, before)
    return joined((now, before)).map(change).merged() if found is None else found


def _rank(made: BuildResult, rating: Decimal | None, language: str) -> str:
    rank = None if rating is None else rank_of(rating, made.rules)
    return "" if rank is None else rank.names[language]


def on_top(found: NextList, language: str) -> list[str]:
    """The lines above every output of a preview; empty for a list."""
    missing = found.made.missing if found.made else ()
    if not missing:
        return []
    return [
        say(language, "fed_preview", n=len(missing)),
        *(say(language, "fed_missing", what=one) for one in missing),
    ]


def list_csv(found: NextList, language: str = "en", table: Columns | None = None) -> str:
    """The list as CSV, which can be read as the next previous list; `table` if already made."""
    buffer = io.StringIO()
    # Lines that are not part of the table are on top, where they are noticed.
    buffer.writelines(f"# {one}\n" for one in on_top(found, language))
    keys, headings, columns = table or list_columns(found.people, language)
    csv.writer(buffer, lineterminator="\n").writerow(map(text_cell, headings))
    cells = [
        Column(one.codes, one.cells if are_figures(one.kinds) else written(one.kinds))
        for key, one in zip(keys, columns, strict=True)
        for written in (_texts if key in ALL_TEXTS else _numbers,)
    ]
    lines = _lines_at_once(cells) if cells[0].is_array and len(cells[0]) else None
    if lines is None:
        rows = zip(*(map(str, one.values()) for one in cells), strict=True)
        lines = "".join(f"{line}\n" for line in map(",".join, rows))
    return buffer.getvalue() + lines


def _lines_at_once(cells: Sequence[Column]) -> str | None:
    """All lines of these cells; None without pyarrow."""
    from .columns.arrow import joined_lines

    try:
        return joined_lines(cells)
    except ImportError:
        return None


def _numbers(cells: Sequence[Cell]) -> list[str]:
    """Numbers for a file: without exponents."""
    found = list(map(str, cells))
    return [str(text_cell(cell)) for cell in cells] if "e" in "".join(found) else found


def _texts(texts: Sequence[Cell]) -> list[str]:
    """Each distinct text in the form for a file; most need no change."""
    found = list(map(str, texts))
    joined_ = "\n".join(found)
    if any(one in joined_ for one in _SIGNS) or not (
        (isinstance(texts, TextColumn) and texts.are_plain) or "".join(found).isprintable()
    ):
        found = [str(text_cell(text)) for text in found]
        joined_ = "\n".join(found)
    if '"' in joined_:
        found = [text.replace('"', '""') for text in found]
    elif "," not in joined_:
        return found
    return [f'"{text}"' if "," in text or '"' in text else text for text in found]
