"""The event in a workbook: a template filled in, by whatever program saved it.

Sheets and columns are found by their headings, in any of the languages. What cannot
be read is refused with its cell, never guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import NoReturn

from ..errors import ArgumentError, FileError, RatingError
from ..event import Event, Game, Player, read_result
from ..exchange.dates import read_date
from ..exchange.sheets import Sheets, where
from ..rounding import exact
from ..texts import LANGUAGES, table
from .input_sheets import FIELDS, LANGUAGE_NAMES
from .plan import FORMATS

#: Headings that must be there, and those that some rule sets add; by text key.
PLAYER_HEADINGS = ("no", "name", "rating")
PLAYER_EXTRAS = ("id", "federation", "title", "games", "peak", "born", "k_given")
GAME_HEADINGS = ("round", "white", "result", "black")
GAME_EXTRAS = ("board",)
#: Columns whose heading is not the text of their own key.
_SPELLED = {"white": ("col_white_no", "col_red_no"), "black": ("col_black_no",)}

#: Headings stand within the first rows, whatever was put above them.
_SEARCHED = 15

Place = tuple[int, int]


@dataclass(frozen=True)
class Contents:
    """What a workbook holds: the event, and the places its sheets offer."""

    event: Event
    numbers: tuple[int, ...]
    lines: tuple[Game | None, ...]
    rounds: int
    language: str


def read_workbook(sheets: Sheets) -> Event:
    """The event of a filled template.

    Raises `FileError` or `ArgumentError` naming sheet and cell.
    """
    return read_contents(sheets).event


def read_contents(sheets: Sheets) -> Contents:
    """The event of a filled template and the size of its sheets."""
    missing = [name for name in ("Start", "Players", "Games") if name not in sheets.names]
    if missing:
        raise FileError(
            f"there is no sheet {missing[0]}; a template of xlrating has Start, Players and "
            f"Games, this file has {', '.join(sheets.names)}",
            sheets.path.name,
        )
    fields, places = _fields(sheets)
    numbers, players = _players(sheets)
    lines = _games(sheets)
    format_ = str(fields["file_format"])
    if format_ not in FORMATS:
        _refuse(
            sheets,
            "Start",
            places["file_format"],
            f"format is {format_!r}; {' or '.join(FORMATS)} is expected",
        )  # noqa: E501
    rounds = _whole(fields["file_rounds"], "rounds", sheets, "Start", places["file_rounds"])
    own = {player.no for player in players}
    event = Event(
        players=players,
        games=tuple(game for game in lines if game and _is_entered(game, own)),
        name=_text(fields["event_name"]),
        place=_text(fields["event_place"]),
        format=format_,
        rounds=rounds or 0,
        start=_day(fields["event_start"], sheets, places["event_start"]),
        end=_day(fields["event_end"], sheets, places["event_end"]),
        rules=_text(fields["file_rules"]),
    )
    if event.start and event.end and event.end < event.start:
        _refuse(
            sheets,
            "Start",
            places["event_end"],
            f"the last day {event.end} is before the first, {event.start}",
        )  # noqa: E501
    language = _text(fields["event_language"])
    code = LANGUAGES[LANGUAGE_NAMES.index(language)] if language in LANGUAGE_NAMES else "en"
    return Contents(event, numbers, lines, rounds or 0, code)


def _is_entered(game: Game, own: set[int]) -> bool:
    """A result was entered, or the pairing is one of players that are there."""
    return bool(game.result.code) or (game.white in own and game.black in own)


# --- finding headings ---------------------------------------------------------------------


@lru_cache(maxsize=1)
def _keys_by_text() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for key, texts in table().items():
        for text in texts.values():
            found[text.casefold()] = (*found.get(text.casefold(), ()), key)
    return found


def _keys(value: object) -> tuple[str, ...]:
    return _keys_by_text().get(value.strip().casefold(), ()) if isinstance(value, str) else ()


def _fields(sheets: Sheets) -> tuple[dict[str, object], dict[str, Place]]:
    """The fields of the Start sheet, each in the cell to the right of its label."""
    rows = sheets.rows("Start")
    found: dict[str, object] = {}
    places: dict[str, Place] = {}
    wanted = {key for key, _ in FIELDS}
    for row, cells in enumerate(rows):
        for col, cell in enumerate(cells[:-1]):
            for key in _keys(cell):
                if key in wanted and key not in found:
                    found[key] = cells[col + 1]
                    places[key] = (row, col + 1)
    for key in wanted - found.keys():
        name = table()[key]["en"]
        raise FileError(
            f"the label {name!r} is missing; restore it, or start from a new template",
            f"{sheets.path.name}, sheet Start",
        )
    _no_formulas(
        sheets, "Start", {place for key, place in places.items() if key.startswith("event_")}
    )
    return found, places


def _headings(
    sheets: Sheets, name: str, needed: tuple[str, ...], extras: tuple[str, ...]
) -> tuple[int, dict[str, int]]:
    """The row of the headings, and the column of each heading found."""
    rows = sheets.rows(name)
    best: tuple[int, dict[str, int]] = (0, {})
    for row, cells in enumerate(rows[:_SEARCHED]):
        found: dict[str, int] = {}
        for col, cell in enumerate(cells):
            for key in (*needed, *extras):
                spelled = _SPELLED.get(key, (f"col_{key}",))
                if key not in found and any(text in spelled for text in _keys(cell)):
                    found[key] = col
        if len(found) > len(best[1]):
            best = (row, found)
    row, found = best
    for key in needed:
        if key in found:
            continue
        expected = table()[_SPELLED.get(key, (f"col_{key}",))[0]]["en"]
        cells = rows[row] if rows else []
        strange = [
            c
            for c, cell in enumerate(cells)
            if isinstance(cell, str) and cell.strip() and not _keys(cell)
        ]  # noqa: E501
        if found and strange:
            _refuse(
                sheets,
                name,
                (row, strange[0]),
                f"the heading is {cells[strange[0]]!r}; the column {expected!r} is expected, restore its heading",
            )  # noqa: E501
        raise FileError(
            f"the column {expected!r} is missing; restore it, or start from a new template",
            f"{sheets.path.name}, sheet {name}",
        )
    return row, found


# --- cells ----------------------------------------------------------------------------------


def _refuse(sheets: Sheets, sheet: str, place: Place, message: str) -> NoReturn:
    raise ArgumentError(message, where(sheets.path, sheet, *place))


def _no_formulas(sheets: Sheets, name: str, inputs: set[Place]) -> None:
    """An input cell with a formula shows what some other cell says: it is refused."""
    for place, formula in sorted(sheets.formulas(name).items()):
        if place in inputs:
            _refuse(
                sheets,
                name,
                place,
                f"the formula {formula[:40]!r} stands in a cell to type into; type the value itself",
            )  # noqa: E501


def _text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip() if value is not None else ""


def _number(value: object, what: str, sheets: Sheets, sheet: str, place: Place) -> Decimal | None:
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        _refuse(
            sheets,
            sheet,
            place,
            f"{what} is {str(value)!r}, which is no number; type a number or leave the cell empty",
        )  # noqa: E501
    try:
        return exact(value, what)
    except RatingError as error:
        raise error.at(where(sheets.path, sheet, *place)) from None


def _whole(value: object, what: str, sheets: Sheets, sheet: str, place: Place) -> int | None:
    number = _number(value, what, sheets, sheet, place)
    if number is None:
        return None
    if number != int(number) or number < 0:
        _refuse(sheets, sheet, place, f"{what} is {number}; a whole number from 0 is expected")
    return int(number)


def _day(value: object, sheets: Sheets, place: Place) -> date | None:
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date) or value == "":
        return value if isinstance(value, date) else None
    found = read_date(str(value))
    if found is None:
        _refuse(sheets, "Start", place, f"{str(value)!r} is no date; write for example 2025-10-12")
    return found


# --- the lists ----------------------------------------------------------------------------------


def _players(sheets: Sheets) -> tuple[tuple[int, ...], tuple[Player, ...]]:
    name = "Players"
    head, cols = _headings(sheets, name, PLAYER_HEADINGS, PLAYER_EXTRAS)
    rows = sheets.rows(name)
    inputs = {(row, col) for row in range(head + 1, len(rows)) for col in cols.values()}
    _no_formulas(sheets, name, inputs)
    numbers, players = [], []
    for row in range(head + 1, len(rows)):
        cells = rows[row]

        def get(key: str, cells: list[object] = cells) -> object:
            return cells[cols[key]] if key in cols else ""

        def amount(
            key: str, read: Callable[..., Decimal | int | None] = _number, row: int = row
        ) -> Decimal | int | None:
            return read(get(key), key.split("_")[0], sheets, name, (row, cols.get(key, 0)))

        no = amount("no", _whole)
        if no is None:
            if any(_text(get(key)) for key in cols):
                _refuse(sheets, name, (row, cols["no"]), "the player's number is missing; type it")
            continue
        numbers.append(int(no))
        rating = amount("rating")
        if not _text(get("name")) and rating is None:
            continue
        players.append(
            Player(
                no=int(no),
                name=_text(get("name")),
                rating=rating if rating is None else Decimal(rating),
                id=_text(get("id")),
                title=_text(get("title")),
                federation=_text(get("federation")),
                born=amount("born", _whole),  # type: ignore[arg-type]
                games=amount("games", _whole),  # type: ignore[arg-type]
                peak=amount("peak"),  # type: ignore[arg-type]
                k=amount("k_given"),  # type: ignore[arg-type]
                where=where(sheets.path, name, row, cols["rating"]),
            )
        )
    return tuple(numbers), tuple(players)


def _games(sheets: Sheets) -> tuple[Game | None, ...]:
    name = "Games"
    head, cols = _headings(sheets, name, GAME_HEADINGS, GAME_EXTRAS)
    rows = sheets.rows(name)
    inputs = {(row, col) for row in range(head + 1, len(rows)) for col in cols.values()}
    _no_formulas(sheets, name, inputs)
    lines: list[Game | None] = []
    for row in range(head + 1, len(rows)):
        cells = rows[row]

        def place(key: str, row: int = row) -> Place:
            return row, cols[key]

        def whole(key: str, cells: list[object] = cells, row: int = row) -> int | None:
            return _whole(cells[cols[key]], key, sheets, name, (row, cols[key]))

        if all(cells[cols[key]] in ("", None) for key in ("white", "black", "result")):
            lines.append(None)
            continue
        found = cells[cols["result"]]
        if found not in ("", None) and not isinstance(found, str):
            _refuse(
                sheets,
                name,
                place("result"),
                f"result is {found}, no text; choose a result from the list",
            )  # noqa: E501
        try:
            result = read_result(str(found or ""))
        except RatingError as error:
            raise error.at(where(sheets.path, name, *place("result"))) from None
        round_, white, black = whole("round"), whole("white"), whole("black")
        if round_ is None:
            _refuse(sheets, name, place("round"), "the round is missing; type its number")
        if white is None:
            if result.code or black is not None:
                _refuse(
                    sheets, name, place("white"), "the first player's number is missing; type it"
                )  # noqa: E501
            lines.append(None)
            continue
        if black is None and not result.code:
            lines.append(None)
            continue
        board = whole("board") if "board" in cols else None
        bad = "black" if result.code == "" or black is not None else "result"
        lines.append(
            Game(round_, white, black, result, board, where(sheets.path, name, *place(bad)))
        )
    return tuple(lines)
