"""Players and games entered in two ranges of cells."""

from __future__ import annotations

from decimal import Decimal
from typing import (
    Any,
    Callable,
    Dict,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Set,
    Tuple,
    TypeVar,
)  # fmt: skip

from ..engine.errors import ArgumentError, placed
from ..engine.event import Game, Player
from ..engine.problem import Called, Problem, make_error
from ..engine.results import Result, read_result
from ..engine.rounding import exact
from ..engine.rules.ruleset import RuleSet
from ..engine.texts import wording
from ..engine.vocabulary.booleans import is_yes
from ..engine.vocabulary.headings import (
    NUMBER_FACTS,
    TEXT_FACTS,
    find_headings,
    heading_of,
    spellings,
    texts_of,
)  # fmt: skip
from ..engine.vocabulary.likeness import OF_GAMES, OF_PLAYERS, HeadedColumns, understood
from ..engine.vocabulary.sex import read_sex
from ..exchange.unknown import unreadable
from .arguments import is_blank, is_unrated, number_or_none, whole_number
from .help import argument_name

#: The type that reading a cell gives.
Read = TypeVar("Read")

#: Without headings: the columns in this order.
_PLAYER, _GAME = ("no", "name", "rating"), ("round", "white", "black", "result")

_PLAYER_PARTS = (
    *_PLAYER, "id", "title", "sex", "federation", "born", "games", "peak", "k",
    *TEXT_FACTS, *NUMBER_FACTS,
)  # fmt: skip
_GAME_PARTS = (*_GAME, "board", "playoff", "moves")


class _TableRow(NamedTuple):
    """The cells of a row by what they contain, and its position; columns count from 0."""

    cells: Dict[str, Any]
    columns: Dict[str, int]
    where: str

    def has(self, *parts: str) -> bool:
        """Whether any of these cells is filled in."""
        return not all(is_blank(self.cells.get(part)) for part in parts)

    def read(self, part: str, reader: Callable[..., Read], *more: object) -> Read:
        """The value of a cell; errors name its place."""
        column = self.columns.get(part)
        place = self.where if column is None else f"{self.where}, column {column + 1}"
        with placed(place):
            return reader(self.cells.get(part), *more)

    def number(self, part: str, reader: Callable[..., Read], *more: object) -> Read:
        """The number in a cell; errors refer to it by the column's heading."""
        return self.read(part, reader, _heading(part), *more)


def players_in(
    block: Sequence[Sequence[Any]], rules: RuleSet, language: str, ignored: Sequence[str]
) -> List[Optional[Player]]:
    """A player for each row; None for a row without one.

    Without headings the columns are number, name and rating. With headings, in any language, a
    row without name and rating is a free place. An unread column that may contain
    what a number depends on is rejected, unless it is `ignored`.
    """
    name, needed = argument_name("players", language), ("name", "rating")
    rows, headed = _rows(block, _Form(name, _PLAYER_PARTS, _PLAYER, needed, OF_PLAYERS), ignored)
    found = []
    for place, row in enumerate(rows, 1):
        is_filled = row.has(*(("name", "rating") if headed else row.columns))
        found.append(_player(row, place, rules) if is_filled else None)
    return found


def games_in(
    block: Sequence[Sequence[Any]], players: Sequence[Player], rounds: int, language: str,
    ignored: Sequence[str],
) -> Tuple[Game, ...]:  # fmt: skip
    """The games; a pairing without result between missing players is ignored.

    Games after the last of the `rounds` are play-offs.
    """
    name = argument_name("games", language)
    rows, _ = _rows(block, _Form(name, _GAME_PARTS, _GAME, _GAME, OF_GAMES), ignored)
    own, found = {player.no for player in players}, []
    for row in rows:
        if not row.has("white", "black", "result"):
            continue
        number = row.number("round", _needed)
        game = Game(
            round=number,
            white=row.number("white", _needed),
            black=row.number("black", _whole),
            result=row.read("result", _result),
            board=row.number("board", _whole),
            playoff=0 < rounds < number or row.number("playoff", is_yes),
            moves=row.number("moves", _whole),
        )
        if game.result.code or {game.white, game.black} <= own:
            found.append(game)
    return tuple(found)


class _Form(NamedTuple):
    """The form of a range: its name, its possible parts, and those it has without headings.

    Headings must include the `needed` parts; `matters` are the parts that numbers depend on.
    """

    name: str
    parts: Sequence[str]
    columns: Sequence[str]
    needed: Sequence[str]
    matters: Sequence[str]


def _rows(
    block: Sequence[Sequence[Any]], form: _Form, ignored: Sequence[str]
) -> Tuple[List[_TableRow], bool]:
    """The rows by their parts, and whether there were headings.

    Raises `ArgumentError` with the place of the first cell that contains an error.
    """
    name, columns = form.name, form.columns
    width = max((len(row) for row in block), default=0)
    block = [[*row, *[None] * (max(width, len(columns)) - len(row))] for row in block]
    found = find_headings(block, form.parts, form.needed)
    head, places = found or (-1, {part: col for col, part in enumerate(columns)})
    for row, cells in enumerate(block):
        for col, cell in enumerate(cells):
            # A blank heading, as under a merged title, matters only if the column is read.
            is_read = bool(cell) or (row > head and col in places.values())
            if is_read and (error := unreadable(cell)):
                error.where = f"{name}, row {row + 1}, column {col + 1}"
                raise error
    is_narrow = found is None and width < len(columns)
    if is_narrow and any(not is_blank(cell) for row in block for cell in row):
        words = {"name": name, "found": width, "least": len(columns), "columns": columns}
        raise make_error(ArgumentError, "fn_narrow", **words)
    if block:
        _expect_no_other(block[max(head, 0) :], found is not None, places, form, ignored)
    rows = [
        _TableRow({part: cells[col] for part, col in places.items()}, places, f"{name}, row {row}")
        for row, cells in enumerate(block[head + 1 :], head + 2)
    ]
    return rows, found is not None


def _expect_no_other(
    rows: Sequence[Sequence[Any]], headed: bool, places: Mapping[str, int], form: _Form,
    ignored: Sequence[str],
) -> None:  # fmt: skip
    """Raise `RatingError` for an unread column that may contain what a number depends on.

    A second column for a part must agree with the first. Templates repeat games next to the typed
    numbers, and have helper columns without headings after their messages.
    """
    heads = [heading_of(_text(cell)) if headed else "" for cell in rows[0]]
    written = [_text(cell) if headed else "" for cell in rows[0]]
    columns = [[_text(row[at]) for row in rows[headed:]] for at in range(len(heads))]
    known = {heads[at]: part for part, at in places.items()} if headed else {}
    is_template = bool(known.keys() & _headings("col_white_no", "col_red_no"))
    if is_template:
        again = _headings("col_white", "col_red", "col_black", "col_rating", "col_rating_ladder")
        known = {**dict.fromkeys(again, ""), **known}
    told = next((at for at, head in enumerate(heads) if head in _headings("col_problem")), None)
    left = []
    for at, head in enumerate(heads):
        if at in places.values() or (not head and told is not None and at > told):
            continue
        part = next((one for one in places if headed and head in spellings(one)), "")
        if not part or heading_of(written[at]) in map(heading_of, ignored):
            left.append(at)
        elif not is_template and columns[at] != columns[places[part]]:
            both = f"{written[places[part]]} / {written[at]}"
            words = {"columns": both, "part": _heading(part)}
            raise make_error(ArgumentError, "read_both_mean", form.name, **words)
    table = HeadedColumns(
        [heads[at] for at in left], [written[at] for at in left],
        lambda at: columns[left[at]], [f"#{at + 1}" for at in left],
    )  # fmt: skip
    understood(table, known, ignored, form.name, form.matters)


def _headings(*keys: str) -> Set[str]:
    """The headings of a template for these texts, in every language."""
    return {heading_of(text) for key in keys for text in wording(key).values()}


def _heading(part: str) -> Problem:
    """How messages refer to a column: by its heading in a template."""
    return Problem(texts_of(part)[0], {}, "")


def _player(row: _TableRow, place: int, rules: RuleSet) -> Player:
    facts: Dict[str, Any] = {part: row.read(part, _text) for part in TEXT_FACTS}
    facts.update({part: row.number(part, number_or_none) for part in NUMBER_FACTS})
    return Player(
        no=row.number("no", _needed) if "no" in row.columns else place,
        name=row.read("name", _text),
        rating=row.number("rating", _rating, rules),
        id=row.read("id", _text),
        title=row.read("title", _text),
        sex=read_sex(row.read("sex", _text)),
        federation=row.read("federation", _text),
        born=row.number("born", _whole),
        games=row.number("games", _whole),
        peak=row.number("peak", _rating, rules),
        k=row.number("k", number_or_none),
        facts={part: value for part, value in facts.items() if not is_blank(value)},
    )


def _text(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value).strip()


def _rating(value: Any, what: Called, rules: RuleSet) -> Optional[Decimal]:
    """The number in a cell; whether it is a possible rating is checked with the whole event."""
    return None if is_unrated(value, rules) else exact(value, what)


def _whole(value: Any, what: Called) -> Optional[int]:
    number = whole_number(value, what)
    return None if number is None else int(number)


def _needed(value: Any, what: Called) -> int:
    number = _whole(value, what)
    if number is None:
        raise make_error(ArgumentError, "read_no_whole", column=what)
    return number


def _result(value: Any) -> Result:
    """A result given as text, or as White's score."""
    return read_result(_text(value))
