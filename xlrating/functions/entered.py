"""Players and games as they are entered in two ranges of cells."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, TypeVar

from ..engine.errors import ArgumentError, placed
from ..engine.event import Game, Player
from ..engine.problem import make_error
from ..engine.results import Result, read_result
from ..engine.rounding import exact
from ..engine.rules.ruleset import RuleSet
from ..engine.vocabulary.booleans import is_yes
from ..engine.vocabulary.headings import NUMBER_FACTS, TEXT_FACTS, find_headings
from ..engine.vocabulary.sex import read_sex
from ..exchange.unknown import unreadable
from .arguments import is_blank, is_unrated, number_or_none, whole_number
from .help import argument_name

#: What the reading of a cell gives.
Read = TypeVar("Read")

#: Without headings: the columns in this order.
_PLAYER, _GAME = ("no", "name", "rating"), ("round", "white", "black", "result")

_PLAYER_PARTS = (
    *_PLAYER, "id", "title", "sex", "federation", "born", "games", "peak", "k",
    *TEXT_FACTS, *NUMBER_FACTS,
)  # fmt: skip
_GAME_PARTS = (*_GAME, "board", "playoff", "moves")


class _Row(NamedTuple):
    """The cells of a row by what they hold, and where it is: columns are counted from 0."""

    cells: Dict[str, Any]
    columns: Dict[str, int]
    where: str

    def has(self, *parts: str) -> bool:
        """Whether any of these is filled in."""
        return not all(is_blank(self.cells.get(part)) for part in parts)

    def read(self, part: str, reader: Callable[..., Read], *more: object) -> Read:
        """What a cell means; a refusal names its place."""
        column = self.columns.get(part)
        place = self.where if column is None else f"{self.where}, column {column + 1}"
        with placed(place):
            return reader(self.cells.get(part), *more)


def players_in(
    block: Sequence[Sequence[Any]], rules: RuleSet, language: str
) -> List[Optional[Player]]:
    """A player for each row, None for a row without one.

    Without headings the columns are number, name and rating. With them, in any language, a
    row without name and rating is a place that is still free.
    """
    rows, headed = _rows(block, "players", _PLAYER_PARTS, _PLAYER, ("name", "rating"), language)
    found = []
    for place, row in enumerate(rows, 1):
        is_filled = row.has(*(("name", "rating") if headed else row.columns))
        found.append(_player(row, place, rules) if is_filled else None)
    return found


def games_in(
    block: Sequence[Sequence[Any]], players: Sequence[Player], rounds: int, language: str
) -> Tuple[Game, ...]:
    """The games; a pairing without result of players who are not there is none yet.

    Games after the last of so many `rounds` are play-offs.
    """
    rows, _ = _rows(block, "games", _GAME_PARTS, _GAME, _GAME, language)
    own, found = {player.no for player in players}, []
    for row in rows:
        if not row.has("white", "black", "result"):
            continue
        number = row.read("round", _needed, "round")
        game = Game(
            round=number,
            white=row.read("white", _needed, "number of White"),
            black=row.read("black", _whole, "number of Black"),
            result=row.read("result", _result),
            board=row.read("board", _whole, "board"),
            playoff=0 < rounds < number or row.read("playoff", is_yes, "playoff"),
            moves=row.read("moves", _whole, "moves"),
        )
        if game.result.code or {game.white, game.black} <= own:
            found.append(game)
    return tuple(found)


def _rows(
    block: Sequence[Sequence[Any]],
    what: str,
    parts: Sequence[str],
    columns: Sequence[str],
    needed: Sequence[str],
    language: str,
) -> Tuple[List[_Row], bool]:
    """The rows by their parts, and whether headings said which is which.

    Raises `ArgumentError` with the place of the first cell that shows an error.
    """
    width = max((len(row) for row in block), default=0)
    block = [[*row, *[None] * (max(width, len(columns)) - len(row))] for row in block]
    found = find_headings(block, parts, needed)
    head, places = found or (-1, {part: col for col, part in enumerate(columns)})
    name = argument_name(what, language)
    for row, cells in enumerate(block):
        for col, cell in enumerate(cells):
            # One that shows nothing, as under a merged title, matters only where it is read.
            is_read = bool(cell) or (row > head and col in places.values())
            if is_read and (error := unreadable(cell)):
                error.where = f"{name}, row {row + 1}, column {col + 1}"
                raise error
    is_narrow = found is None and width < len(columns)
    if is_narrow and any(not is_blank(cell) for row in block for cell in row):
        words = {"name": name, "found": width, "least": len(columns), "columns": columns}
        raise make_error(ArgumentError, "fn_narrow", **words)
    rows = [
        _Row({part: cells[col] for part, col in places.items()}, places, f"{name}, row {row}")
        for row, cells in enumerate(block[head + 1 :], head + 2)
    ]
    return rows, found is not None


def _player(row: _Row, place: int, rules: RuleSet) -> Player:
    facts: Dict[str, Any] = {part: row.read(part, _text) for part in TEXT_FACTS}
    facts.update({part: row.read(part, number_or_none, part) for part in NUMBER_FACTS})
    return Player(
        no=row.read("no", _needed, "number") if "no" in row.columns else place,
        name=row.read("name", _text),
        rating=row.read("rating", _rating, "rating", rules),
        id=row.read("id", _text),
        title=row.read("title", _text),
        sex=read_sex(row.read("sex", _text)),
        federation=row.read("federation", _text),
        born=row.read("born", _whole, "year of birth"),
        games=row.read("games", _whole, "games so far"),
        peak=row.read("peak", _rating, "peak rating", rules),
        k=row.read("k", number_or_none, "K"),
        facts={part: value for part, value in facts.items() if not is_blank(value)},
    )


def _text(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value).strip()


def _rating(value: Any, what: str, rules: RuleSet) -> Optional[Decimal]:
    """The number of a cell; whether it can be a rating is looked at with the whole event."""
    return None if is_unrated(value, rules) else exact(value, what)


def _whole(value: Any, what: str) -> Optional[int]:
    number = whole_number(value, what)
    return None if number is None else int(number)


def _needed(value: Any, what: str) -> int:
    number = _whole(value, what)
    if number is None:
        raise make_error(ArgumentError, "read_no_whole", column=what)
    return number


def _result(value: Any) -> Result:
    """A result as text, or as the score of White."""
    return read_result("" if is_blank(value) else _text(value))
