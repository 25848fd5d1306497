"""Players and games as they are entered in two ranges of cells."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Dict, List, Optional, Sequence, Tuple

from ..engine.errors import ArgumentError
from ..engine.event import Game, Player
from ..engine.results import Result, read_result
from ..engine.rounding import exact
from ..engine.rules.ruleset import RuleSet
from ..engine.vocabulary.booleans import is_yes
from ..engine.vocabulary.headings import NUMBER_FACTS, TEXT_FACTS, find_headings
from ..engine.vocabulary.sex import read_sex
from ..exchange.unknown import unreadable
from .arguments import is_blank, is_unrated, number_or_none, whole_number
from .help import argument_name

Cells = Dict[str, Any]

#: Without headings: the columns in this order.
_PLAYER, _GAME = ("no", "name", "rating"), ("round", "white", "black", "result")

_PLAYER_PARTS = (
    *_PLAYER, "id", "title", "sex", "federation", "born", "games", "peak", "k",
    *TEXT_FACTS, *NUMBER_FACTS,
)  # fmt: skip
_GAME_PARTS = (*_GAME, "board", "playoff", "moves")


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
        blank = ("name", "rating") if headed else row
        free = all(is_blank(row[part]) for part in blank)
        found.append(None if free else _player(row, place, rules))
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
        if all(is_blank(row[part]) for part in ("white", "black", "result")):
            continue
        number = _needed(row["round"], "round")
        game = Game(
            round=number,
            white=_needed(row["white"], "number of White"),
            black=_whole(row["black"], "number of Black"),
            result=_result(row["result"]),
            board=_whole(row.get("board"), "board"),
            playoff=0 < rounds < number or is_yes(row.get("playoff"), "playoff"),
            moves=_whole(row.get("moves"), "moves"),
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
) -> Tuple[List[Cells], bool]:
    """The rows by their parts, and whether headings said which is which.

    Raises `ArgumentError` with the place of the first cell that shows an error.
    """
    width = max((len(row) for row in block), default=0)
    block = [[*row, *[None] * (max(width, len(columns)) - len(row))] for row in block]
    found = find_headings(block, parts, needed)
    head, places = found or (-1, {part: col for col, part in enumerate(columns)})
    for row, cells in enumerate(block):
        for col, cell in enumerate(cells):
            # One that shows nothing, as under a merged title, matters only where it is read.
            is_read = bool(cell) or (row > head and col in places.values())
            if is_read and (error := unreadable(cell)):
                error.where = f"{argument_name(what, language)}, row {row + 1}, column {col + 1}"
                raise error
    is_narrow = found is None and width < len(columns)
    if is_narrow and any(not is_blank(cell) for row in block for cell in row):
        raise ArgumentError(f"{what} has {width} columns; {len(columns)} are expected")
    rows = [{part: row[col] for part, col in places.items()} for row in block[head + 1 :]]
    return rows, found is not None


def _player(row: Cells, place: int, rules: RuleSet) -> Player:
    no = _needed(row["no"], "number") if "no" in row else place
    facts: Cells = {part: _text(row.get(part)) for part in TEXT_FACTS}
    facts.update({part: number_or_none(row.get(part), part) for part in NUMBER_FACTS})
    return Player(
        no=no,
        name=_text(row["name"]),
        rating=_rating(row["rating"], "rating", rules),
        id=_text(row.get("id")),
        title=_text(row.get("title")),
        sex=read_sex(_text(row.get("sex"))),
        federation=_text(row.get("federation")),
        born=_whole(row.get("born"), "year of birth"),
        games=_whole(row.get("games"), "games so far"),
        peak=_rating(row.get("peak"), "peak rating", rules),
        k=number_or_none(row.get("k"), "K"),
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
        raise ArgumentError(f"{what} is missing; a whole number is expected")
    return number


def _result(value: Any) -> Result:
    """A result as text, or as the score of White."""
    return read_result("" if is_blank(value) else _text(value))
