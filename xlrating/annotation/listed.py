"""The next rating list in a copy of the workbook that holds the officer's own list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from ..engine.columns import LINE_BY_KEY, cell
from ..engine.errors import ArgumentError
from ..engine.event import Player
from ..engine.languages import language_of_letters
from ..engine.problem import Problem, make_error
from ..engine.rounding import exact
from ..engine.texts import between
from ..engine.vocabulary.names import plain_name
from ..exchange.files import AnyPath
from ..federation.directory import plain_token
from ..federation.entry import ListedPerson
from ..federation.list_table import list_table
from ..federation.next_list import NextList
from ..federation.rating_list import RatingList
from .added import Heading, NewSheet, audit, comment_of, named_sheets, title_of
from .cell_xml import Value
from .cells import SheetCells
from .file import BookFile
from .office import book_bytes
from .plan import Addition, TableRequest, additions, cell_of, empty_columns
from .tables import CLAUSE, USUAL, Place, paced, place_of, rows_of

#: The columns that can be requested next to a list.
CHOICE = ("rounded", "new", "n", CLAUSE)


def annotated_list(
    path: AnyPath,
    listed: RatingList,
    found: NextList,
    *,
    columns: Sequence[str] = USUAL,
    language: str | None = None,
    dropped: Sequence[str] = (),
    has_audit: bool = True,
    comments: bool = False,
    tell: Callable[[Problem], object] = lambda _: None,
) -> bytes:
    """A copy of the workbook with the new ratings next to each row, and newcomers below the last.

    `listed` is the list that was read from it, `found` the one that follows. Raises
    `ArgumentError` if it does not have one row per player, or for unknown columns; `FileError`
    for parts that cannot be kept and are not in `dropped`.
    """
    account = listed.account
    wrong = [name for name in columns if name not in CHOICE]
    if wrong:
        words = {"name": wrong[0], "names": ", ".join(CHOICE)}
        raise make_error(ArgumentError, "annotate_column", "--columns", **words)
    columns = [*columns, *(f"{pace}_{key}" for pace in _paces(found) for key in columns
                           if key != CLAUSE)]  # fmt: skip
    rows = rows_of(account, "player") if account and account.sheet else []
    if account is None or len(rows) != len(listed.players) or found.is_short:
        raise make_error(ArgumentError, "annotate_no_rows", Path(path).name)
    # An ID from an event, or a name from the ledger, does not change the place of a person.
    by_place = {one.player.where: one for one in found.entries if one.player.where}
    by_key = {_key(one.player): one for one in found.entries}
    own = {row: by_place.get(player.where) or by_key.get(_key(player))
           for row, player in zip(rows, listed.players, strict=True)}  # fmt: skip
    there = {id(one) for one in own.values()}
    place = place_of(account, rows)
    spoken = language or language_of_letters([one.heading for one in account.columns])
    asked = TableRequest(
        place, found.rules, lambda key, row, _: _value(found, own[row], key, spoken)
    )
    book = BookFile(Path(path).name, book_bytes(path), dropped)
    surface = book.surface(account.sheet)
    cells = additions([asked], surface, columns, spoken)
    new = [one for one in found.entries if one.is_shown and id(one) not in there]
    where = _columns_of(cells, columns, empty_columns(place, surface, columns), place.last)
    cells += _newcomers(found, new, asked, book.cells(account.sheet), where, spoken)
    book.put(account.sheet, cells)
    for notice in book.notices:
        tell(notice)
    if comments:
        # Newcomers get the rows that do not belong to the table.
        below = sorted({one.place[0] for one in cells} - {*rows, *place.heads})
        people = {**own, **dict(zip(below, new, strict=True))}
        last = {row: max(one.place[1] for one in cells if one.place[0] == row) for row in people}
        told = {(row, last[row]): comment_of(entry.every_line, spoken)
                for row, entry in people.items() if entry is not None}  # fmt: skip
        book.comment(account.sheet, {where: text for where, text in told.items() if text})
    for sheet in _sheets(found, spoken, book.names, has_audit):
        book.add(sheet)
    return book.to_bytes()


def _paces(found: NextList) -> list[str]:
    """The paces other than standard at which somebody on the list has a rating."""
    facts = {name for entry in found.entries for name in entry.player.facts}
    return [pace for pace in found.people.paces if f"{pace}_rating" in facts]


def _key(player: Player) -> str:
    return plain_token(f"#{player.id}") if player.id else plain_name(player.name)


def _value(found: NextList, entry: ListedPerson | None, key: str, language: str) -> Value:
    """The value of a column for a person on the list; None if there is none."""
    if entry is None:
        return None
    if key == CLAUSE:
        lines = (line for _, line in entry.every_line)
        clauses = (step.clause for line in lines for step in line.steps if step.clause)
        return between(language, ";").join(dict.fromkeys(clauses)) or None
    pace, key = paced(key)
    # A pace at which nobody has a rating gets no column.
    own = entry.paces.get(pace) if pace else entry
    if own is None:
        return None
    if key == "n":
        return own.n or None
    rating = entry.player.facts.get(f"{pace}_rating") if pace else entry.player.rating
    value: object = own.change if key == "rounded" else rating if own.listed else None
    shown = cell(LINE_BY_KEY[key], value, found.rules, language)
    return shown if isinstance(shown, Decimal) else None


def _newcomers(
    found: NextList,
    new: Sequence[ListedPerson],
    asked: TableRequest,
    sheet: SheetCells,
    columns: Mapping[str, int],
    language: str,
) -> Iterator[Addition]:
    """The cells of newcomers' rows, below everything that is under the list.

    `columns` maps the requested keys to their columns.
    """
    place = asked.place
    own = {one.meaning: one.number - 1 for one in place.account.columns if one.meaning}
    start = _free_rows(sheet, place, max([place.last, *columns.values()]) + 1, len(new))
    like = place.rows[-1]
    for row, entry in enumerate(new, start):
        told = _told(entry.player, own)
        for col in range(min(own.values()), place.last + 1):
            if col not in columns.values():
                yield Addition((row, col), told.get(col), (like, place.last), (like, col))
        for key, col in columns.items():
            value = _value(found, entry, key, language)
            yield cell_of(asked, key, (row, col), like, value, is_own=col <= place.last)


def _columns_of(
    cells: Sequence[Addition], columns: Sequence[str], own: Mapping[str, int], last: int
) -> dict[str, int]:
    """The requested columns: those that the list had, and the new ones next to it."""
    first = min((one.place[1] for one in cells if one.place[1] > last), default=last + 1)
    new = [key for key in columns if key not in own]
    return {**own, **{key: first + number for number, key in enumerate(new)}}


def _free_rows(sheet: SheetCells, place: Place, end: int, number: int) -> int:
    """The first of `number` rows below a table in which all columns up to `end` are empty."""
    left = min(one.number - 1 for one in place.account.columns)
    row = start = place.rows[-1] + 1
    while row < start + number:
        if sheet.filled(row, row) & set(range(left, end)):
            start = row + 1
        row += 1
    return start


def _told(player: Player, columns: Mapping[str, int]) -> dict[int, Value]:
    """The values about a player in a list's own columns, by column."""
    found: dict[int, Value] = {}
    for name in ("id", "name", "federation", "title", "sex", "born"):
        value = getattr(player, name)
        if name in columns and value:
            is_number = name == "id" and str(value).isdigit() and not str(value).startswith("0")
            found[columns[name]] = exact(str(value)) if is_number else value
    return found


def _sheets(
    found: NextList, language: str, names: Sequence[str], has_audit: bool
) -> list[NewSheet]:
    _, headings, rows = list_table(found, language)
    ratings = [[list(map(_shown, column)) for column in zip(*rows, strict=True)]] if rows else []
    lines = [
        (title_of(report), report, line)
        for entry in found.entries
        for report, line in entry.every_line
    ]
    audited = audit(lines, language) if has_audit else None
    return named_sheets((list(map(Heading, headings)), ratings), audited, language, names)


def _shown(value: object) -> Value:
    """A value of a list as a cell's value; None for ''."""
    return exact(value) if isinstance(value, (int, float)) else str(value) or None
